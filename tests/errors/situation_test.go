package errors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const fine = "int main(void)\n{\n    int a = 0;\n#pragma omp target map(tofrom: a)\n    a = 1;\n    return a - 1;\n}\n"

// expectFailure checks that the command failed, said every one of the words,
// and left no file at output.
func expectFailure(t *testing.T, stderr string, status int, output string, words ...string) {
	t.Helper()
	if status == 0 {
		t.Error("status 0")
	}
	for _, word := range words {
		if !strings.Contains(stderr, word) {
			t.Errorf("%q is missing in:\n%s", word, stderr)
		}
	}
	if _, err := os.Stat(output); output != "" && err == nil {
		t.Errorf("%s was left behind", output)
	}
}

func TestMissingInclude(t *testing.T) {
	path := writeFile(t, "include.c", "#include \"not_there.h\"\n"+fine)
	output := filepath.Join(t.TempDir(), "a.o")
	stderr, status := run(t, nil, "-c", "-o", output, path)
	expectFailure(t, stderr, status, output, "include.c:1:", "not_there.h")
}

func TestSyntaxError(t *testing.T) {
	path := writeFile(t, "syntax.c", strings.Replace(fine, "a = 1;", "a = = 1;", 1))
	output := filepath.Join(t.TempDir(), "a.o")
	stderr, status := run(t, nil, "-c", "-o", output, path)
	expectFailure(t, stderr, status, output, "syntax.c:5:", "error:")
}

// TestHostErrorPosition has an error that only the host compiler sees.
func TestHostErrorPosition(t *testing.T) {
	path := writeFile(t, "host.c", "int after(void);\n"+fine+"int after(void) { return undeclared_name; }\n")
	output := filepath.Join(t.TempDir(), "a.o")
	stderr, status := run(t, nil, "-c", "-o", output, path)
	expectFailure(t, stderr, status, output, "host.c:9:", "undeclared_name")
}

func TestMissingSource(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent.c")
	output := filepath.Join(t.TempDir(), "a.o")
	stderr, status := run(t, nil, "-c", "-o", output, path)
	expectFailure(t, stderr, status, output, "absent.c", "No such file")
}

func TestUnreadableSource(t *testing.T) {
	if os.Getuid() == 0 {
		path := filepath.Join(t.TempDir(), "directory.c")
		if err := os.Mkdir(path, 0o777); err != nil {
			t.Fatal(err)
		}
		stderr, status := run(t, nil, "-c", "-o", filepath.Join(t.TempDir(), "a.o"), path)
		expectFailure(t, stderr, status, "", "directory.c")
		return
	}
	path := writeFile(t, "secret.c", fine)
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	stderr, status := run(t, nil, "-c", "-o", filepath.Join(t.TempDir(), "a.o"), path)
	expectFailure(t, stderr, status, "", "secret.c", "ermission denied")
}

func TestUnwritableOutput(t *testing.T) {
	path := writeFile(t, "fine.c", fine)
	output := filepath.Join(t.TempDir(), "no", "such", "directory", "a.o")
	stderr, status := run(t, nil, "-c", "-o", output, path)
	expectFailure(t, stderr, status, output, "no/such/directory")
}

func TestNoHostCompiler(t *testing.T) {
	path := writeFile(t, "fine.c", fine)
	output := filepath.Join(t.TempDir(), "a.o")
	stderr, status := run(t, []string{"OMP2CL_CC=/no/such/compiler"}, "-c", "-o", output, path)
	expectFailure(t, stderr, status, output, "/no/such/compiler", "OMP2CL_CC")
}

// TestKeepsOldOutput checks that a failed compilation does not leave a new,
// half-written object in place of the old one.
func TestKeepsOldOutput(t *testing.T) {
	path := writeFile(t, "broken.c", strings.Replace(fine, "map(", "mapp(", 1))
	output := filepath.Join(t.TempDir(), "a.o")
	if err := os.WriteFile(output, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	stderr, status := run(t, nil, "-c", "-o", output, path)
	expectFailure(t, stderr, status, "", "mapp")
	if text, err := os.ReadFile(output); err == nil && string(text) != "old" {
		t.Errorf("the output holds %d bytes of something new", len(text))
	}
}
