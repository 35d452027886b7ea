// Package projects builds small projects with omp2cl in place of cc, by make,
// CMake and autoconf, from an installed omp2cl, and runs what they built with
// offloading mandatory.
package projects

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// want is what every program prints.
const want = "sum 1000000 on device\n"

// prefix is where omp2cl is installed; this directory's own path is here.
var prefix, here string

func TestMain(m *testing.M) {
	os.Exit(withInstallation(m.Run))
}

func withInstallation(run func() int) int {
	dir, err := os.MkdirTemp("", "omp2cl-projects-")
	if err == nil {
		defer os.RemoveAll(dir)
		prefix = filepath.Join(dir, "opt")
		here, err = filepath.Abs(".")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	install := exec.Command("make", "-s", "-C", "../..", "install", "PREFIX="+prefix)
	if out, err := install.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "make install: %v\n%s", err, out)
		return 1
	}
	for name, value := range map[string]string{
		"PATH":               filepath.Join(prefix, "bin") + ":" + os.Getenv("PATH"),
		"OMP_TARGET_OFFLOAD": "MANDATORY",
		"XDG_CACHE_HOME":     filepath.Join(dir, "cache"),
		"MAKEFLAGS":          "",
	} {
		os.Setenv(name, value)
	}
	return run()
}

// run runs a command in dir, which must succeed, and gives what it said.
func run(t *testing.T, dir string, words ...string) string {
	t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return string(out)
}

// copyOf copies directories of this one into a fresh directory.
func copyOf(t *testing.T, dirs ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, from := range dirs {
		run(t, here, "cp", "-R", filepath.Join(here, from)+"/.", dir)
	}
	return dir
}

func wantOutput(t *testing.T, dir, program string) {
	t.Helper()
	if got := run(t, dir, "./"+program); got != want {
		t.Errorf("%s prints %q, want %q", program, got, want)
	}
}

func TestMake(t *testing.T) {
	dir := copyOf(t, "make")
	run(t, dir, "make", "-j", "4", "CC=omp2cl")
	for _, program := range []string{"direct", "static", "shared"} {
		wantOutput(t, dir, program)
	}
	if again := run(t, dir, "make", "CC=omp2cl"); !strings.Contains(again, "Nothing to be done") {
		t.Errorf("a second make does something:\n%s", again)
	}
	later := time.Now().Add(2 * time.Second)
	if err := os.Chtimes(filepath.Join(dir, "saxpy.h"), later, later); err != nil {
		t.Fatal(err)
	}
	rebuilt := run(t, dir, "make", "-n", "CC=omp2cl")
	for _, object := range []string{"-o main.o", "-o saxpy.o", "-o saxpy.pic.o"} {
		if !strings.Contains(rebuilt, object) {
			t.Errorf("%s does not depend on the header:\n%s", object, rebuilt)
		}
	}
	if strings.Contains(rebuilt, "-o sum.o") {
		t.Errorf("sum.o depends on a header it does not include:\n%s", rebuilt)
	}
}

func TestCMake(t *testing.T) {
	build := t.TempDir()
	said := run(t, here, "cmake", "-S", "cmake", "-B", build, "-DCMAKE_C_COMPILER=omp2cl", "-DSOURCES="+filepath.Join(here, "make"),
		"-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_INSTALL_PREFIX="+filepath.Join(build, "installed"))
	if !regexp.MustCompile(`The C compiler identification is GNU`).MatchString(said) {
		t.Errorf("CMake identifies the compiler otherwise:\n%s", said)
	}
	run(t, build, "cmake", "--build", ".", "-j", "4", "--target", "install")
	for _, program := range []string{"with_static", "with_shared", "direct", "from_cxx", "installed/bin/direct"} {
		wantOutput(t, build, program)
	}
}

func TestAutoconf(t *testing.T) {
	dir := copyOf(t, "make", "autoconf")
	if err := os.Remove(filepath.Join(dir, "Makefile")); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "autoreconf", "--install")
	said := run(t, dir, "./configure", "CC=omp2cl", "--prefix="+filepath.Join(dir, "installed"))
	if !strings.Contains(said, "omp2cl option to support OpenMP... none needed") {
		t.Errorf("configure looks for an option for OpenMP:\n%s", said)
	}
	run(t, dir, "make", "-j", "4", "check", "install")
	wantOutput(t, dir, "installed/bin/saxpy")
}
