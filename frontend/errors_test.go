package frontend

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"

	"omp2cl/ompir"
)

// TestErrors builds the wrong programs of testdata/errors and compares the
// diagnostics with the comments in them: a line with
//
//	// ERROR "rx"  or  // WARNING "rx"
//
// has exactly these. The regular expression is matched against "message [id]".
func TestErrors(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			t.Parallel()
			compareDiagnostics(t, file)
		})
	}
}

// expectation is one comment of a source, or one diagnostic.
type expectation struct {
	line     int
	severity string
	text     string
}

func (e expectation) String() string {
	return fmt.Sprintf("line %d: %s: %s", e.line, e.severity, e.text)
}

var (
	expectComment = regexp.MustCompile(`// (ERROR|WARNING)((?: "(?:[^"\\]|\\.)*")+)`)
	expectString  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

func expected(t *testing.T, file string) (out []expectation) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		for _, m := range expectComment.FindAllStringSubmatch(line, -1) {
			for _, q := range expectString.FindAllString(m[2], -1) {
				rx, err := strconv.Unquote(q)
				if err != nil {
					t.Fatalf("%s:%d: %v", file, i+1, err)
				}
				out = append(out, expectation{i + 1, strings.ToLower(m[1]), rx})
			}
		}
	}
	return out
}

func compareDiagnostics(t *testing.T, file string) {
	want := expected(t, file)
	m, diags := Build(Source{File: filepath.Base(file), Text: preprocess(t, file)})
	if (m == nil) != diags.HasErrors() {
		t.Error("a module and errors, or neither")
	}
	var got []expectation
	for _, d := range diags.Sorted() {
		got = append(got, expectation{d.Pos.Line, d.Severity.String(), d.Message + " [" + d.ID + "]"})
		checkDiagnostic(t, file, d)
	}
	for _, line := range unmatched(want, got) {
		t.Error(line)
	}
}

// checkDiagnostic checks the form that every message has.
func checkDiagnostic(t *testing.T, file string, d ompir.Diagnostic) {
	if d.Pos.File != filepath.Base(file) || d.Pos.Line == 0 || d.Pos.Col == 0 {
		t.Errorf("%v: not in the user's file", d)
	}
	if d.ID == "" || d.Message == "" || strings.HasSuffix(d.Message, ".") {
		t.Errorf("%v: bad form", d)
	}
}

// unmatched pairs diagnostics off with comments and describes the rest.
func unmatched(want, got []expectation) (left []string) {
	used := make([]bool, len(got))
next:
	for _, w := range want {
		for i, g := range got {
			if !used[i] && g.line == w.line && g.severity == w.severity && regexp.MustCompile(w.text).MatchString(g.text) {
				used[i] = true
				continue next
			}
		}
		left = append(left, "missing "+w.String())
	}
	for i, g := range got {
		if !used[i] {
			left = append(left, "extra "+g.String())
		}
	}
	sort.Strings(left)
	return left
}
