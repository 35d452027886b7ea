package demo

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestExamples builds the examples and runs them on the default device: each checks
// its own result and tells by its exit status.
func TestExamples(t *testing.T) {
	build(t)
	files, err := filepath.Glob(filepath.Join(root, "examples/*.c"))
	if err != nil || len(files) < 5 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "program")
			out, err := exec.Command(filepath.Join(root, "bin/omp2cl"), "-O2", "-Wall", "-Werror", "-o", program, file, "-lm").CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			cmd := exec.Command(program)
			cmd.Env = append(os.Environ(), "OMP_TARGET_OFFLOAD=MANDATORY")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
