package driver

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// clash is a linker's complaint about a device routine (omp_…) that both the
// runtime library and a static libgomp define.
var clash = regexp.MustCompile(`(?m)(multiple definition of|duplicate symbol:?) [` + "`" + `'"]?omp_`)

// runLinker runs the host compiler for a link. In a static program libgomp's
// device routines come in one object with what host directives need, so that
// the runtime library's, which replace them, clash with them. Then, and only
// then, the program is linked with a private copy of libgomp in which those
// routines are weak.
func (s *session) runLinker(inv *invocation, words []string) (int, error) {
	if !inv.mayClash() {
		return s.run(words, s.pipedInput(), s.stdout, s.stderr)
	}
	var said bytes.Buffer
	code, err := s.run(words, s.pipedInput(), s.stdout, &said)
	if err != nil || code == exitOK || !clash.Match(said.Bytes()) {
		fmt.Fprintf(s.stderr, "%s", said.Bytes())
		return code, err
	}
	dir, err := s.weakOpenMP()
	if err != nil {
		return exitError, err
	}
	return s.run(append([]string{"-L" + dir}, words...), s.pipedInput(), s.stdout, s.stderr)
}

// mayClash reports whether the program might get two sets of device routines.
func (inv *invocation) mayClash() bool {
	return inv.wantsRuntime() && (inv.has("-static") || inv.has("-static-pie"))
}

// passOn leaves the whole command to the host compiler.
func (s *session) passOn(inv *invocation) (int, error) {
	words := s.hostWords(inv, nil)
	if !inv.mayClash() {
		return s.become(words)
	}
	s.watchSignals()
	return s.runLinker(inv, words)
}

// weakOpenMP makes the copy and gives its directory.
func (s *session) weakOpenMP() (string, error) {
	var found bytes.Buffer
	if code, err := s.run([]string{"-print-file-name=libgomp.a"}, nil, &found, s.stderr); err != nil || code != exitOK {
		return "", fmt.Errorf("the host compiler does not tell where its libgomp.a is (status %d): %w", code, err)
	}
	copied, err := s.temp("weak", "libgomp.a")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("objcopy", "--wildcard", "--weaken-symbol=omp_*", strings.TrimSpace(found.String()), copied)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("cannot make libgomp.a fit for a static program: %w: %s", err, bytes.TrimSpace(out))
	}
	if err := os.Chmod(copied, 0o600); err != nil {
		return "", err
	}
	return strings.TrimSuffix(copied, "/libgomp.a"), nil
}
