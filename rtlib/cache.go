package rtlib

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"omp2cl/rtlib/driver"
)

// binaryCache keeps kernel binaries in a directory of the user's. Whatever is
// wrong with it, the program goes on without.
type binaryCache struct{ dir string }

// cacheMagic starts every file; a new format gets a new one.
const cacheMagic = "omp2cl binary 1\n"

// cache opens the cache at first use.
func (s *Session) cache() binaryCache {
	if s.config.CacheDir == "" {
		s.once(1, "kernel binaries are not cached: %s", s.config.NoCache)
		return binaryCache{}
	}
	if err := openCacheDir(s.config.CacheDir); err != nil {
		s.once(1, "kernel binaries are not cached: %v", err)
		return binaryCache{}
	}
	return binaryCache{s.config.CacheDir}
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

// cacheKey names a binary by everything that it depends on.
func cacheKey(f *driver.Facts, text, options string) string {
	h := sha256.New()
	for _, part := range []string{cacheMagic, f.Platform, f.PlatformVer, f.Name, f.Vendor, f.Version,
		f.DriverVersion, options, text} {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// load returns a binary, nil if there is no sound one.
func (c binaryCache) load(key string) []byte {
	if c.dir == "" {
		return nil
	}
	data, err := os.ReadFile(c.file(key))
	if err != nil {
		return nil
	}
	data, ok := bytes.CutPrefix(data, []byte(cacheMagic))
	if !ok || len(data) < sha256.Size+8 {
		return nil
	}
	sum, size, payload := data[:sha256.Size], data[sha256.Size:sha256.Size+8], data[sha256.Size+8:]
	if binary.LittleEndian.Uint64(size) != uint64(len(payload)) {
		return nil
	}
	if own := checksum(key, payload); !bytes.Equal(sum, own[:]) {
		return nil
	}
	return payload
}

// checksum is of the payload and of the name it is kept under.
func checksum(key string, payload []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write([]byte(key))
	h.Write(payload)
	return [sha256.Size]byte(h.Sum(nil))
}

// store keeps a binary: written aside and renamed, so that nobody sees a part.
func (c binaryCache) store(key string, payload []byte) {
	if c.dir == "" || len(payload) == 0 {
		return
	}
	f, err := os.CreateTemp(c.dir, "new-"+strconv.Itoa(os.Getpid())+"-") // mode 0600
	if err != nil {
		return
	}
	sum := checksum(key, payload)
	data := append([]byte(cacheMagic), sum[:]...)
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

func (c binaryCache) file(key string) string { return filepath.Join(c.dir, key+".bin") }
