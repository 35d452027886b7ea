package driver

import (
	"os"

	"golang.org/x/sys/unix"

	"omp2cl/cmd/omp2cl/internal/report"
)

// reportCommand is omp2cl report FILE [-o PAGE].
func (s *session) reportCommand(words []string) int {
	if err := report.Run(words, s.terminal()); err != nil {
		return s.fail(err)
	}
	return exitOK
}

// terminal says what a summary on standard output may look like.
func (s *session) terminal() report.Terminal {
	t := report.Terminal{Out: s.stdout}
	f, ok := s.stdout.(*os.File)
	if !ok || !isTerminal(f) {
		return t
	}
	if size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ); err == nil {
		t.Width = int(size.Col)
	}
	term := os.Getenv("TERM")
	t.Color = term != "dumb" && term != "" && os.Getenv("NO_COLOR") == ""
	return t
}
