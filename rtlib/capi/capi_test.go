package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"omp2cl/rtlib/cl"
)

// The tests here are C programs in testdata, with units written by hand. A
// program's first comment says how it is built and run:
//
//	build: ARGUMENTS        more arguments of gcc; HEAP is omp2cl_heap.o
//	module: FILE            also build FILE as a shared object, given as argument 1
//	run: NAME=VALUE ...     one run, with this environment; without any, the
//	                        program runs once with shared and once with separate memory
//	  status: N             the run's exit status, 128 + signal; 0
//	  stdout: REGEXP        what it must print; "ok"
//	  stderr: REGEXP        what it must print; any number of these
//	  quiet                 nothing on stderr

var archive string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "omp2cl-capi")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	archive = filepath.Join(dir, "libomp2cl.a")
	build := exec.Command("./archive.sh", archive)
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the archive: %v\n%s", err, out)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// expectation is one run of a program.
type expectation struct {
	env    []string
	status int
	stdout string
	stderr []string
	quiet  bool
}

type program struct {
	build   []string
	modules []string
	runs    []expectation
}

// parse reads the directives of a program's first comment.
func parse(t *testing.T, file string) program {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	comment, _, _ := strings.Cut(string(text), "*/")
	var p program
	for _, line := range strings.Split(comment, "\n") {
		line = strings.Trim(line, "/* ")
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		last := len(p.runs) - 1
		switch key {
		case "build":
			p.build = strings.Fields(strings.ReplaceAll(value, "HEAP", filepath.Join(filepath.Dir(archive), "omp2cl_heap.o")))
		case "module":
			p.modules = append(p.modules, value)
		case "run":
			p.runs = append(p.runs, expectation{env: strings.Fields(value), stdout: `^ok\n$`})
		case "status":
			if p.runs[last].status, err = strconv.Atoi(value); err != nil {
				t.Fatal(err)
			}
			p.runs[last].stdout = ""
		case "stdout":
			p.runs[last].stdout = value
		case "stderr":
			p.runs[last].stderr = append(p.runs[last].stderr, value)
		case "quiet":
			p.runs[last].quiet = true
		}
	}
	if len(p.runs) == 0 {
		for _, mode := range []string{"shared", "separate"} {
			p.runs = append(p.runs, expectation{env: []string{"OMP_TARGET_OFFLOAD=mandatory", "OMP2CL_HOST_MEMORY=" + mode},
				stdout: `^ok\n$`, quiet: true})
		}
	}
	return p
}

func compile(t *testing.T, out string, args ...string) {
	t.Helper()
	args = append([]string{"-std=gnu11", "-g", "-O1", "-Wall", "-Werror", "-o", out}, args...)
	if text, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc %s: %v\n%s", strings.Join(args, " "), err, text)
	}
}

// needDevice skips loudly, or fails in CI, where there is no device.
func needDevice(t *testing.T) {
	if _, err := (cl.Driver{}).Devices(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no OpenCL device: %v", err)
		}
		fmt.Fprintf(os.Stderr, "SKIPPED %s: NO OPENCL DEVICE: %v\n", t.Name(), err)
		t.SkipNow()
	}
}

func TestPrograms(t *testing.T) {
	needDevice(t)
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	cache := t.TempDir()
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		if strings.HasPrefix(name, "module_") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := parse(t, file)
			dir := t.TempDir()
			exe := filepath.Join(dir, name)
			compile(t, exe, append([]string{file, archive}, append(p.build, "-lpthread", "-ldl")...)...)
			var args []string
			for _, m := range p.modules {
				so := filepath.Join(dir, strings.TrimSuffix(m, ".c")+".so")
				compile(t, so, "-shared", "-fPIC", filepath.Join("testdata", m))
				args = append(args, so)
			}
			for _, want := range p.runs {
				check(t, exe, args, cache, want)
			}
		})
	}
}

// check runs a program and compares what it does.
func check(t *testing.T, exe string, args []string, cache string, want expectation) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := exec.Command(exe, args...)
	c.Env = append(append(os.Environ(), "XDG_CACHE_HOME="+cache), want.env...)
	c.Stdout, c.Stderr = &stdout, &stderr
	c.WaitDelay = time.Minute
	timer := time.AfterFunc(5*time.Minute, func() { c.Process.Kill() })
	err := c.Run()
	timer.Stop()
	what := fmt.Sprintf("%s %s", strings.Join(want.env, " "), filepath.Base(exe))
	if got := exitStatus(err); got != want.status {
		t.Errorf("%s: status %d, want %d", what, got, want.status)
	}
	if !regexp.MustCompile(want.stdout).MatchString(stdout.String()) {
		t.Errorf("%s: stdout does not match %q", what, want.stdout)
	}
	for _, rx := range want.stderr {
		if !regexp.MustCompile("(?m)" + rx).MatchString(stderr.String()) {
			t.Errorf("%s: stderr does not match %q", what, rx)
		}
	}
	if want.quiet && stderr.Len() > 0 {
		t.Errorf("%s: it prints on stderr", what)
	}
	if t.Failed() {
		t.Logf("stdout:\n%s\nstderr:\n%s", stdout.String(), stderr.String())
	}
}

// exitStatus is the status as a shell gives it.
func exitStatus(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &exit):
		return -1
	case exit.ExitCode() >= 0:
		return exit.ExitCode()
	}
	return 128 + int(exit.Sys().(syscall.WaitStatus).Signal())
}

// TestLinking links a program in every way a user may.
func TestLinking(t *testing.T) {
	needDevice(t)
	dir := t.TempDir()
	for i, flags := range [][]string{
		{"-pie", "-fPIE"}, {"-no-pie", "-fno-pie"}, {"-fopenmp"}, {"-fopenmp", "-no-pie"}, {"-flto"},
		{"-fopenmp", "-pthread", "-Wl,--gc-sections", "-Wl,--as-needed", "-Wl,-z,now"}, {"-Wl,--no-as-needed", "-lm"},
	} {
		exe := filepath.Join(dir, fmt.Sprint("link", i))
		compile(t, exe, append(append([]string{}, flags...), "testdata/saxpy.c", archive, "-lpthread", "-ldl")...)
		check(t, exe, nil, dir, expectation{env: []string{"OMP_TARGET_OFFLOAD=mandatory"}, stdout: `^ok\n$`, quiet: true})
	}
}

// TestHeader keeps the exported functions and the header the same.
func TestHeader(t *testing.T) {
	header, err := os.ReadFile("omp2cl.h")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("nm", "-g", "--defined-only", archive).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^(?:int|void) (omp2cl_\w+)\(`).FindAllStringSubmatch(string(header), -1) {
		if !strings.Contains(string(out), " T "+m[1]+"\n") {
			t.Errorf("the archive does not define %s", m[1])
		}
	}
}
