package driver

import (
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// graceAfterSignal is how long the host compiler may take to clean up after a
// signal before it is killed.
const graceAfterSignal = 2 * time.Second

// session is one run of the command: its streams, its private directory, the
// host compiler's process while one runs, and the outputs it is making.
// finish must be called before the process ends.
type session struct {
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	host   []string // command and leading arguments of the host compiler
	trace  bool     // -v: say each command before it runs
	times  *stopwatch
	prefix string // installation directory: bin/, lib/, include/ are in it

	mu       sync.Mutex
	dir      string
	child    *os.Process
	signal   os.Signal
	partial  map[string]os.FileInfo // outputs that a running step writes, and what was there
	input    []byte                 // standard input, once read
	haveRead bool

	namingKnown bool // askNaming has asked
	watching    bool // watchSignals does
}

// watchSignals makes an interrupt end the running host compiler; the session's
// owner then sees interrupted and leaves through finish. Signals that the
// caller ignores (nohup) stay ignored.
func (s *session) watchSignals() {
	if s.watching {
		return
	}
	s.watching = true
	caught := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE} {
		if !signal.Ignored(sig) {
			signal.Notify(caught, sig)
		}
	}
	go func() {
		sig := <-caught
		s.mu.Lock()
		s.signal = sig
		child := s.child
		s.mu.Unlock()
		if child == nil {
			s.finish()
			dieOf(sig)
		}
		endGroup(child.Pid, sig.(syscall.Signal))
	}()
}

// endGroup passes sig to the process group of the host compiler, which removes
// its own files, and kills what is left of the group after the grace time.
func endGroup(pid int, sig syscall.Signal) {
	_ = syscall.Kill(-pid, sig)
	time.Sleep(graceAfterSignal)
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}

// dieOf ends this process by sig, so that its parent sees why.
func dieOf(sig os.Signal) {
	number := sig.(syscall.Signal)
	signal.Reset(number)
	_ = syscall.Kill(os.Getpid(), number)
	time.Sleep(time.Second)
	os.Exit(128 + int(number))
}

// interrupted gives the signal that was caught, or nil.
func (s *session) interrupted() os.Signal {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.signal
}

// finish removes the private directory and, after an interrupt, what a step had
// written in part.
func (s *session) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
		s.dir = ""
	}
	if s.signal == nil {
		return
	}
	for path, before := range s.partial {
		if after, err := os.Lstat(path); err == nil && after.Mode().IsRegular() && changed(before, after) {
			_ = os.Remove(path)
		}
	}
}

func changed(before, after os.FileInfo) bool {
	return before == nil || !os.SameFile(before, after) || before.Size() != after.Size() || before.ModTime() != after.ModTime()
}

// writing notes that a step is about to write path; the returned function
// says that it has ended.
func (s *session) writing(path string) (done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.partial == nil {
		s.partial = map[string]os.FileInfo{}
	}
	s.partial[path], _ = os.Lstat(path)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.signal == nil {
			delete(s.partial, path)
		}
	}
}

// temp gives the path of a file in the session's private directory, which
// nobody else may read, and makes the directories on the way to it.
func (s *session) temp(path ...string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == "" {
		dir, err := os.MkdirTemp("", "omp2cl-")
		if err != nil {
			return "", err
		}
		s.dir = dir
	}
	full := filepath.Join(append([]string{s.dir}, path...)...)
	return full, os.MkdirAll(filepath.Dir(full), 0o700)
}

// standardInput reads standard input to its end, once.
func (s *session) standardInput() ([]byte, error) {
	if s.haveRead {
		return s.input, nil
	}
	var err error
	s.input, err = io.ReadAll(s.stdin)
	s.haveRead = err == nil
	return s.input, err
}
