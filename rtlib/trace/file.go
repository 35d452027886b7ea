package trace

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
)

// file is an open trace. It is used by its descriptor: the program may close
// descriptors that are not its own, and open others of the same number.
type file struct {
	path   string
	fd     int
	device uint64 // device and inode tell whether fd is still ours
	inode  uint64
}

// errTaken says that the program has closed the trace.
var errTaken = errors.New("the program closed the descriptor of the trace")

// openFile opens a trace for the user's eyes only and empties it. "%p" in the path
// stands for the process id. A file that another process is writing is left to
// it, and path.PID taken instead.
func openFile(path string) (*file, error) {
	pid := strconv.Itoa(syscall.Getpid())
	path = strings.ReplaceAll(path, "%p", pid)
	f, err := openLocked(path)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		path += "." + pid
		f, err = openLocked(path)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func openLocked(path string) (*file, error) {
	fd, err := retry(func() (int, error) {
		return syscall.Open(path, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_CLOEXEC|syscall.O_NOCTTY, 0o600)
	})
	if err != nil {
		return nil, err
	}
	f := &file{path: path, fd: fd}
	if err := f.claim(); err != nil {
		_ = syscall.Close(fd)
		return nil, err
	}
	return f, nil
}

// claim locks and empties the file, if it is one and not a pipe or terminal.
func (f *file) claim() error {
	var st syscall.Stat_t
	if err := syscall.Fstat(f.fd, &st); err != nil {
		return err
	}
	f.device, f.inode = uint64(st.Dev), st.Ino
	if st.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return nil
	}
	if err := syscall.Flock(f.fd, syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return err // any other error: a file system without locks
	}
	return syscall.Ftruncate(f.fd, 0)
}

// write writes all of b.
func (f *file) write(b []byte) error {
	if !f.ours() {
		return errTaken
	}
	for len(b) > 0 {
		n, err := retry(func() (int, error) { return syscall.Write(f.fd, b) })
		if err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

func (f *file) close() error {
	if !f.ours() {
		return errTaken
	}
	return syscall.Close(f.fd)
}

func (f *file) ours() bool {
	var st syscall.Stat_t
	return syscall.Fstat(f.fd, &st) == nil && uint64(st.Dev) == f.device && st.Ino == f.inode
}

// retry repeats a call that a signal has interrupted.
func retry(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}
