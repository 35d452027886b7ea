package driver_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"omp2cl/cmd/omp2cl/internal/driver"
	"omp2cl/ompir"
)

// inst is an installation of omp2cl with a compiler and a runtime library made
// for these tests, so that they are about the driver alone.
var inst string

// TestMain is the omp2cl command when it is started under that name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "omp2cl" {
		os.Exit(driver.Main(os.Args, fakeCompiler))
	}
	os.Exit(withInstallation(m.Run))
}

func withInstallation(run func() int) int {
	var err error
	inst, err = os.MkdirTemp("", "omp2cl-driver-test")
	if err == nil {
		defer os.RemoveAll(inst)
		err = install(inst)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	os.Setenv("PATH", filepath.Join(inst, "bin")+":"+os.Getenv("PATH"))
	os.Unsetenv("OMP2CL_CC")
	return run()
}

const runtimeSource = `
#include <stdio.h>
#include <stdlib.h>
void *omp_target_alloc(size_t size, int device) { puts("allocated"); return device < 7 ? malloc(size) : 0; }
void omp2cl_register(const void *unit) { (void)unit; puts("registered"); }
int omp_get_num_devices(void) { return 7; }
`

func install(dir string) error {
	for _, d := range []string{"bin", "lib", "include", "libexec/omp2cl", "src"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			return err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	source := filepath.Join(dir, "src", "runtime.c")
	object := filepath.Join(dir, "src", "runtime.o")
	return errors.Join(
		os.Symlink(self, filepath.Join(dir, "src", "omp2cl")),
		copyFile(self, filepath.Join(dir, "bin", "omp2cl"), 0o755),
		os.WriteFile(filepath.Join(dir, "include", "omp2cl.h"), []byte("#define OMP2CL_ABI_VERSION 2\n"), 0o644),
		os.WriteFile(filepath.Join(dir, "libexec", "omp2cl", "omp2cl-devices"), []byte("#!/bin/sh\necho 0 a device\n"), 0o755),
		os.WriteFile(source, []byte(runtimeSource), 0o644),
		exec.Command("gcc", "-fPIC", "-c", source, "-o", object).Run(),
		exec.Command("ar", "rcs", filepath.Join(dir, "lib", "libomp2cl.a"), object).Run(),
	)
}

func copyFile(from, to string, mode os.FileMode) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, mode)
}

// fakeCompiler runs device constructs on the host and registers the unit as
// generated code does. Names in the program make it complain, hang or fail.
var fakeCompiler = driver.Compiler{
	HasDevice: targetLine.Match,
	Translate: fakeTranslate,
	Passes:    []string{"split", "outline", "elide"},
	Optional:  []string{"elide"},
	HostFirst: "strange",
}

var targetLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*pragma omp [^\n]*\btarget\b[^\n]*$`)

const registration = `
extern void omp2cl_register(const void *);
__attribute__((constructor)) static void omp2cl_start(void) { omp2cl_register(0); }
`

func fakeTranslate(u driver.Unit, o driver.Options) (driver.Result, error) {
	if bytes.Contains(u.Preprocessed, []byte("make_panic")) {
		panic("BUG: asked to")
	}
	if bytes.Contains(u.Preprocessed, []byte("make_failure")) {
		return driver.Result{}, errors.New("cannot look at it")
	}
	for _, pass := range o.Dump {
		fmt.Fprintf(o.DumpTo, "after %s\n", pass)
	}
	host := targetLine.ReplaceAll(u.Preprocessed, nil)
	return driver.Result{
		HasDevice:   true,
		Host:        append(host, registration...),
		Kernel:      []byte("__kernel void k(void) {}\n"),
		Diagnostics: fakeDiagnostics(u),
	}, nil
}

// fakeDiagnostics complains about every occurrence of the words bad_thing,
// odd_thing and strange_thing, from the last to the first and twice, as a careless pass would.
func fakeDiagnostics(u driver.Unit) []ompir.Diagnostic {
	var ds []ompir.Diagnostic
	line, file := 0, u.File
	for _, text := range strings.Split(string(u.Preprocessed), "\n") {
		if n, err := fmt.Sscanf(text, "# %d %q", &line, &file); n == 2 && err == nil {
			line--
			continue
		}
		line++
		for _, word := range []string{"bad_thing", "odd_thing", "strange_thing"} {
			at := strings.Index(text, word)
			if at < 0 {
				continue
			}
			pos := ompir.Pos{File: file, Line: line, Col: at + 1, EndCol: at + 1 + len(word)}
			d := ompir.Warningf(pos, "odd", "'%s' is odd", word)
			if word == "bad_thing" {
				d = ompir.Errorf(pos, "bad", "'%s' is bad", word).WithNote("use good_thing")
			}
			if word == "strange_thing" {
				d = ompir.Errorf(pos, "strange", "'%s' is not understood", word)
			}
			ds = append([]ompir.Diagnostic{d, d}, ds...)
		}
	}
	return ds
}
