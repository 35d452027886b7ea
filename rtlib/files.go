package rtlib

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// openFile opens a file without package os's poller. That would keep two descriptors
// open from then on, and bring the process down when the program closes all descriptors
// that it does not know, as daemons do.
func openFile(name string, flags int, mode uint32) (*os.File, error) {
	for {
		fd, err := syscall.Open(name, flags|syscall.O_CLOEXEC, mode)
		if err == nil {
			return os.NewFile(uintptr(fd), name), nil
		}
		if err != syscall.EINTR {
			return nil, &os.PathError{Op: "open", Path: name, Err: err}
		}
	}
}

// readFile returns what is in a file.
func readFile(name string) ([]byte, error) {
	f, err := openFile(name, syscall.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// createAside makes a new file of mode 0600 in a directory, under a name that no other
// process uses.
func createAside(dir string) (*os.File, error) {
	for n := 0; ; n++ {
		name := filepath.Join(dir, "new-"+strconv.Itoa(os.Getpid())+"-"+strconv.Itoa(n))
		f, err := openFile(name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL, 0o600)
		if !os.IsExist(err) {
			return f, err
		}
	}
}
