// Package errors compiles wrong programs with omp2cl and compares the
// diagnostics with the comments in the source:
//
//	… // ERROR "regexp" "regexp"    the line has these errors
//	… // WARNING "regexp"           the line has this warning
//
// A diagnostic that no comment asks for fails the test, and so does a comment
// without a diagnostic. OMP2CL_E2E_CC names another command than bin/omp2cl.
package errors

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// translator is the command under test; set by TestMain.
var translator []string

func TestMain(m *testing.M) {
	var err error
	if translator, err = findTranslator(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// findTranslator builds bin/omp2cl unless the environment names a command.
func findTranslator() ([]string, error) {
	if cc := os.Getenv("OMP2CL_E2E_CC"); cc != "" {
		return strings.Fields(cc), nil
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	build := exec.Command("make", "-s", "build")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("make build: %v\n%s", err, out)
	}
	return []string{filepath.Join(root, "bin/omp2cl")}, nil
}

// run executes the translator and returns its stderr and exit status.
func run(t *testing.T, env []string, args ...string) (stderr string, status int) {
	t.Helper()
	argv := append(append([]string{}, translator...), args...)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(append(os.Environ(), "LC_ALL=C"), env...)
	var said bytes.Buffer
	cmd.Stderr = &said
	err := cmd.Run()
	if exit, ok := err.(*exec.ExitError); ok {
		return said.String(), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return said.String(), 0
}

// A diagnostic is one message of the compiler, or one that a comment asks for:
// then text is a regular expression.
type diagnostic struct {
	line     int
	severity string // "error" or "warning"
	text     string
}

var (
	comment = regexp.MustCompile(`// (ERROR|WARNING)((?: "(?:[^"\\]|\\.)*")+)`)
	quoted  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	message = regexp.MustCompile(`^([^:\n]+):(\d+):(?:\d+:)? (?:fatal )?(error|warning): (.*)$`)
)

// wanted reads the comments of a file.
func wanted(t *testing.T, path string) []diagnostic {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []diagnostic
	for i, line := range strings.Split(string(text), "\n") {
		for _, m := range comment.FindAllStringSubmatch(line, -1) {
			for _, q := range quoted.FindAllString(m[2], -1) {
				rx, err := strconv.Unquote(q)
				if err != nil {
					t.Fatalf("%s:%d: %s: %v", path, i+1, q, err)
				}
				all = append(all, diagnostic{i + 1, strings.ToLower(m[1]), rx})
			}
		}
	}
	return all
}

// reported reads the diagnostics of the compiler about the file at path.
func reported(path, stderr string) []diagnostic {
	var all []diagnostic
	for _, line := range strings.Split(stderr, "\n") {
		m := message.FindStringSubmatch(line)
		if m == nil || filepath.Base(m[1]) != filepath.Base(path) {
			continue
		}
		n, _ := strconv.Atoi(m[2])
		all = append(all, diagnostic{n, m[3], m[4]})
	}
	return all
}

// mismatches describes the wanted diagnostics that are missing and the others
// that no wanted one of their line matches.
func mismatches(want, got []diagnostic) []string {
	var left []string
	used := make([]bool, len(got))
	for _, w := range want {
		if !mark(w, got, used) {
			left = append(left, fmt.Sprintf("%d: missing %s %q", w.line, w.severity, w.text))
		}
	}
	for i, g := range got {
		if !used[i] {
			left = append(left, fmt.Sprintf("%d: extra %s %q", g.line, g.severity, g.text))
		}
	}
	sort.Strings(left)
	return left
}

// mark notes the diagnostics of got that w asks for and tells if there is one.
func mark(w diagnostic, got []diagnostic, used []bool) bool {
	found := false
	rx := regexp.MustCompile(w.text)
	for i, g := range got {
		if g.line == w.line && g.severity == w.severity && rx.MatchString(g.text) {
			used[i], found = true, true
		}
	}
	return found
}

// TestDiagnostics compiles every file of testdata.
func TestDiagnostics(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.c")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files in testdata: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".c"), func(t *testing.T) {
			t.Parallel()
			checkFile(t, path)
		})
	}
}

func checkFile(t *testing.T, path string) {
	object := filepath.Join(t.TempDir(), "out.o")
	want := wanted(t, path)
	stderr, status := run(t, nil, "-Wall", "-c", "-o", object, path)
	for _, line := range mismatches(want, reported(path, stderr)) {
		t.Error(line)
	}
	_, err := os.Stat(object)
	switch failing := hasError(want); {
	case failing && (status != 1 || err == nil):
		t.Errorf("status %d, want 1; object file: %v", status, err)
	case !failing && (status != 0 || err != nil):
		t.Errorf("status %d, want 0; object file: %v", status, err)
	}
	if t.Failed() {
		t.Logf("stderr:\n%s", stderr)
	}
}

func hasError(all []diagnostic) bool {
	for _, d := range all {
		if d.severity == "error" {
			return true
		}
	}
	return false
}

func TestMismatches(t *testing.T) {
	want := []diagnostic{{3, "error", "'x'"}, {3, "error", "y"}, {5, "warning", "w"}}
	got := []diagnostic{{3, "error", "about y"}, {3, "error", "about 'x'"}, {5, "error", "w"}}
	left := mismatches(want, got)
	if len(left) != 2 || !strings.Contains(left[0], "extra error") || !strings.Contains(left[1], "missing warning") {
		t.Errorf("%q", left)
	}
}
