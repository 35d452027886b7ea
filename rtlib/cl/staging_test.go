package cl_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestInC runs testdata/staging.c's checks: the reader, calls that fail, no pinned
// memory; once more with the address sanitizer.
func TestInC(t *testing.T) {
	sources, err := filepath.Glob("[a-z]*.c")
	if err != nil || len(sources) == 0 {
		t.Fatal("no C files", err)
	}
	for name, flags := range map[string][]string{"plain": {"-O2"}, "sanitized": {"-g", "-fsanitize=address,undefined"}} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "staging")
			arguments := append([]string{"-Wall", "-Wextra", "-Werror", "-o", program, "testdata/staging.c"}, flags...)
			arguments = append(append(arguments, sources...), "-lpthread", "-ldl")
			if out, err := exec.Command("gcc", arguments...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			run := exec.Command(program, "check")
			run.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
			out, err := run.CombinedOutput()
			var exit *exec.ExitError
			if errors.As(err, &exit) && exit.ExitCode() == 77 && os.Getenv("CI") != "true" {
				t.Skipf("%s", out)
			}
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
