package frontend

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"omp2cl/ompir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// preprocess runs the host compiler's preprocessor on a file.
func preprocess(t *testing.T, file string, options ...string) []byte {
	t.Helper()
	args := append([]string{"-E", "-fopenmp", filepath.Base(file)}, options...)
	cmd := exec.Command("gcc", args...)
	cmd.Dir = filepath.Dir(file)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("gcc -E %s: %v", file, err)
	}
	return out
}

// TestGoldenIR compares the IR of testdata/ir/*.c with the .ir files beside them.
func TestGoldenIR(t *testing.T) {
	files, err := filepath.Glob("testdata/ir/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) { compareIR(t, file) })
	}
}

func compareIR(t *testing.T, file string) {
	m, diags := Build(Source{File: filepath.Base(file), Text: preprocess(t, file, "-O2")})
	if len(diags.List) > 0 {
		t.Fatal(diags)
	}
	if err := ompir.Verify(m, ompir.FormFrontend); err != nil {
		t.Error(err)
	}
	got := ompir.Print(m)
	golden := strings.TrimSuffix(file, ".c") + ".ir"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("IR differs from %s:\n%s", golden, got)
	}
}

// BenchmarkBuild measures a program with the usual headers.
func BenchmarkBuild(b *testing.B) {
	cmd := exec.Command("gcc", "-E", "-fopenmp", "library.c")
	cmd.Dir = "testdata/ir"
	text, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, diags := Build(Source{File: "library.c", Text: text}); diags.HasErrors() {
			b.Fatal(diags)
		}
	}
}
