package errors

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// writeFile writes a source file into a directory of the test's own.
func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCaret checks the form of a diagnostic: position, identifier, source line
// with a caret under the culprit.
func TestCaret(t *testing.T) {
	path := writeFile(t, "caret.c", "int main(void)\n{\n    int a[4];\n#pragma omp target map(tofrom: a) mapp(a)\n    a[0] = 1;\n    return a[0];\n}\n")
	stderr, status := run(t, nil, "-c", "-o", os.DevNull, path)
	form := regexp.MustCompile(`caret\.c:4:35: error: .*mapp.* \[[a-z-]+\]\n +4 \| #pragma omp target map\(tofrom: a\) mapp\(a\)\n +\| {35}\^`)
	if status != 1 || !form.MatchString(stderr) {
		t.Errorf("status %d, stderr:\n%s", status, stderr)
	}
}

// TestSorted checks that diagnostics come in the order of the source, each once.
func TestSorted(t *testing.T) {
	path := writeFile(t, "sorted.c", "void f(int *p)\n{\n#pragma omp target oops\n    p[0] = 1;\n#pragma omp target map(tofrom: p[0:1]) nope\n    p[0] = 1;\n#pragma omp target wrong\n    p[0] = 1;\n}\n")
	stderr, _ := run(t, nil, "-c", "-o", os.DevNull, path)
	at := []int{strings.Index(stderr, "oops'"), strings.Index(stderr, "nope'"), strings.Index(stderr, "wrong'")}
	if at[0] < 0 || at[0] > at[1] || at[1] > at[2] {
		t.Errorf("positions %v in\n%s", at, stderr)
	}
	if strings.Count(stderr, " error: ") != 3 {
		t.Errorf("want three errors:\n%s", stderr)
	}
}
