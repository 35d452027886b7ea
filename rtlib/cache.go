package rtlib

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"omp2cl/rtlib/driver"
)

// cache keeps files of one kind in a directory of the user's. Whatever is wrong with
// it, the program goes on without. The zero cache is empty and stays so.
type cache struct {
	dir   string
	magic string // starts every file; a new format gets a new one
	ext   string
}

const binaryMagic = "omp2cl binary 1\n"

// binaries opens the cache of kernel binaries at first use.
func (s *Session) binaries() cache {
	return s.makeCache("", binaryMagic, ".bin", "kernel binaries are not cached")
}

// makeCache opens a part of the cache directory, which it makes if needed. without
// is what to say if that cannot be.
func (s *Session) makeCache(part, magic, ext, without string) cache {
	if s.config.CacheDir == "" {
		s.once(1, "%s: %s", without, s.config.NoCache)
		return cache{}
	}
	err := openCacheDir(s.config.CacheDir)
	dir := filepath.Join(s.config.CacheDir, part)
	if err == nil && part != "" {
		err = openCacheDir(dir)
	}
	if err != nil {
		s.once(1, "%s: %v", without, err)
		return cache{}
	}
	return cache{dir, magic, ext}
}

// existingCache opens a part of the cache directory if it is there.
func (s *Session) existingCache(part, magic, ext string) cache {
	if s.config.CacheDir == "" {
		return cache{}
	}
	if _, err := os.Lstat(filepath.Join(s.config.CacheDir, part)); err != nil {
		return cache{}
	}
	return s.makeCache(part, magic, ext, "tuned geometries are not used")
}

// openCacheDir makes the directory, or checks that nobody else can write to it.
func openCacheDir(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t).Uid
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is not a directory", dir)
	case int(owner) != os.Geteuid():
		return fmt.Errorf("%s belongs to another user (%d)", dir, owner)
	case info.Mode().Perm() != 0o700:
		return fmt.Errorf("%s has mode %#o, not 0700", dir, info.Mode().Perm())
	}
	return nil
}

// cacheKey names a file by everything that it depends on: device and driver, the
// program's text and options, and what else there is.
func cacheKey(magic string, f *driver.Facts, text, options string, more ...string) string {
	h := sha256.New()
	for _, part := range append([]string{magic, f.Platform, f.PlatformVer, f.Name, f.Vendor, f.Version,
		f.DriverVersion, options, text}, more...) {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// errUnsound says that a file was not written by store, or not under this name.
var errUnsound = errors.New("the file is damaged or foreign")

// load returns what was stored; nothing, and no error, if there is no file.
func (c cache) load(key string) ([]byte, error) {
	if c.dir == "" {
		return nil, nil
	}
	data, err := readFile(c.file(key))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data, ok := bytes.CutPrefix(data, []byte(c.magic))
	if !ok || len(data) < sha256.Size+8 {
		return nil, errUnsound
	}
	sum, size, payload := data[:sha256.Size], data[sha256.Size:sha256.Size+8], data[sha256.Size+8:]
	own := checksum(key, payload)
	if binary.LittleEndian.Uint64(size) != uint64(len(payload)) || !bytes.Equal(sum, own[:]) {
		return nil, errUnsound
	}
	return payload, nil
}

// checksum is of the payload and of the name it is kept under.
func checksum(key string, payload []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write([]byte(key))
	h.Write(payload)
	return [sha256.Size]byte(h.Sum(nil))
}

// store keeps a payload: written aside and renamed, so that nobody sees a part.
func (c cache) store(key string, payload []byte) {
	if c.dir == "" || len(payload) == 0 {
		return
	}
	f, err := createAside(c.dir)
	if err != nil {
		return
	}
	sum := checksum(key, payload)
	data := append([]byte(c.magic), sum[:]...)
	data = binary.LittleEndian.AppendUint64(data, uint64(len(payload)))
	_, err = f.Write(append(data, payload...))
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), c.file(key))
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

func (c cache) file(key string) string { return filepath.Join(c.dir, key+c.ext) }
