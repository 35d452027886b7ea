package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

// maxCommandBytes is the length of a command line beyond which the arguments
// go through a response file. Linux takes 2 MiB with the environment; 128 KiB
// in one word.
const maxCommandBytes = 256 << 10

// hostCompiler gives the host compiler's command: $OMP2CL_CC, which may hold
// arguments ("ccache gcc"), else gcc.
func hostCompiler() []string {
	if words := splitWords(os.Getenv("OMP2CL_CC")); len(words) > 0 {
		return words
	}
	return []string{"gcc"}
}

// hostIsGCC tells gcc, which has options that others refuse, from them: by its
// name where that says it, else by asking it.
func (s *session) hostIsGCC() bool {
	for _, word := range s.host {
		switch base := filepath.Base(word); {
		case strings.Contains(base, "clang"):
			return false
		case gccName.MatchString(base):
			return true
		}
	}
	var out bytes.Buffer
	code, err := s.run([]string{"--version"}, nil, &out, &out)
	return err == nil && code == 0 && strings.Contains(out.String(), "Free Software Foundation")
}

var gccName = regexp.MustCompile(`^(.*-)?gcc(-[0-9.]+)?$`)

// noHostCompiler is the error for a host compiler that cannot be started.
func noHostCompiler(name string, cause error) error {
	var inner *exec.Error
	if errors.As(cause, &inner) {
		cause = inner.Err
	}
	var path *os.PathError
	if errors.As(cause, &path) {
		cause = path.Err
	}
	return fmt.Errorf("cannot run the host compiler '%s': %w; install gcc, or set OMP2CL_CC to a C compiler", name, cause)
}

// become replaces this process by the host compiler with words as arguments.
// It comes back when that is impossible or when there is something to do after
// the host compiler has ended.
func (s *session) become(words []string) (int, error) {
	if commandBytes(words) > maxCommandBytes || s.haveRead || s.times != nil {
		return s.run(words, s.pipedInput(), s.stdout, s.stderr)
	}
	s.finish()
	path, err := exec.LookPath(s.host[0])
	if err != nil {
		return 1, noHostCompiler(s.host[0], err)
	}
	s.say(words)
	err = syscall.Exec(path, append(append([]string{}, s.host...), words...), os.Environ())
	return 1, noHostCompiler(s.host[0], err)
}

// pipedInput is what a host compiler finds on its standard input.
func (s *session) pipedInput() io.Reader {
	if s.haveRead {
		return bytes.NewReader(s.input)
	}
	return s.stdin
}

// run runs the host compiler and gives its exit status; an error means that it
// could not be started or that the command was interrupted.
func (s *session) run(words []string, in io.Reader, out, errs io.Writer) (int, error) {
	return s.runIn(nil, words, in, out, errs)
}

// runIn is run with an environment of its own; nil is this process's.
func (s *session) runIn(env, words []string, in io.Reader, out, errs io.Writer) (int, error) {
	words, err := s.fitCommand(words)
	if err != nil {
		return 1, err
	}
	cmd := exec.Command(s.host[0], append(append([]string{}, s.host[1:]...), words...)...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = env, in, out, errs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	s.say(words)
	defer s.times.start(s.host[0])()
	if err := s.startChild(cmd); err != nil {
		return 1, err
	}
	err = cmd.Wait()
	return s.childEnded(cmd, err)
}

var errInterrupted = errors.New("interrupted")

func (s *session) startChild(cmd *exec.Cmd) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.signal != nil {
		return errInterrupted
	}
	if err := cmd.Start(); err != nil {
		return noHostCompiler(s.host[0], err)
	}
	s.child = cmd.Process
	return nil
}

func (s *session) childEnded(cmd *exec.Cmd, err error) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.child = nil
	if s.signal != nil {
		return 1, errInterrupted
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return 1, err
	}
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		return 1, fmt.Errorf("the host compiler '%s' was ended by a signal: %s", s.host[0], status.Signal())
	}
	return cmd.ProcessState.ExitCode(), nil
}

// fitCommand moves the words into a response file when there are too many of
// them for one command line.
func (s *session) fitCommand(words []string) ([]string, error) {
	if commandBytes(words) <= maxCommandBytes {
		return words, nil
	}
	path, err := s.temp("arguments")
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	for _, w := range words {
		text.WriteString(quoteWord(w))
		text.WriteByte('\n')
	}
	return []string{"@" + path}, os.WriteFile(path, []byte(text.String()), 0o600)
}

func commandBytes(words []string) int {
	n := 0
	for _, w := range words {
		n += len(w) + 1
	}
	return n
}

// say prints the command that is about to run, under -v.
func (s *session) say(words []string) {
	if !s.trace {
		return
	}
	line := append(append([]string{}, s.host...), words...)
	for i, w := range line {
		line[i] = quoteWord(w)
	}
	fmt.Fprintf(s.stderr, "omp2cl: %s\n", strings.Join(line, " "))
}
