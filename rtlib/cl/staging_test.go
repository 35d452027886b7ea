package cl_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestInC runs testdata/staging.c's checks: the reader, calls that fail, little or no
// pinned memory, more threads than slots.
func TestInC(t *testing.T) {
	t.Run("plain", func(t *testing.T) { runC(t, build(t, "staging", "-O2"), "check") })
	t.Run("sanitized", func(t *testing.T) {
		runC(t, build(t, "staging", "-g", "-fsanitize=address,undefined"), "check")
	})
}

// TestAbsentPages transfers memory whose pages a touch has to fetch, on each rung.
func TestAbsentPages(t *testing.T) {
	program := build(t, "absent", "-O2")
	for _, rung := range []string{"1", "2", "3", "4"} {
		t.Run(rung, func(t *testing.T) { runC(t, program, rung) })
	}
}

// build compiles a program of testdata with the C code of this room and of the page
// service.
func build(t *testing.T, name string, flags ...string) string {
	sources, err := filepath.Glob("[a-z]*.c")
	pages, _ := filepath.Glob("../../dtm/pages/*.c")
	if err != nil || len(sources) == 0 || len(pages) == 0 {
		t.Fatal("no C files", err)
	}
	program := filepath.Join(t.TempDir(), name)
	arguments := append([]string{"-Wall", "-Wextra", "-Werror", "-o", program, "testdata/" + name + ".c"}, flags...)
	arguments = append(append(append(arguments, sources...), pages...), "-lpthread", "-ldl")
	if out, err := exec.Command("gcc", arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// How programs of testdata end where they cannot work.
const (
	noDevice = 77
	noRung   = 78 // the kernel refuses it
)

// runC runs a program of testdata.
func runC(t *testing.T, program, argument string) {
	run := exec.Command(program, argument)
	run.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0")
	out, err := run.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && (exit.ExitCode() == noRung || exit.ExitCode() == noDevice && os.Getenv("CI") != "true") {
		t.Skipf("%s", out)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
