// Package e2e runs small OpenMP programs twice, built by gcc -fopenmp and
// built by omp2cl with offloading mandatory, and compares what they print.
//
// OMP2CL_E2E_CC names another command than bin/omp2cl of the tree,
// OMP2CL_E2E_DEVICE the OpenMP number of the device to use. Without a device
// the programs are skipped, except where CI=true: there that is a failure.
package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Limits of one build and of one run.
const (
	buildLimit = 5 * time.Minute
	runLimit   = 5 * time.Minute
)

// The suite's compilers and the device; set by TestMain.
var (
	reference  = []string{"gcc", "-fopenmp"}
	translator []string
	cacheHome  string
	noDevice   string // why no program can run; "" if a device is there
)

func TestMain(m *testing.M) {
	os.Exit(runSuite(m))
}

func runSuite(m *testing.M) int {
	dir, err := os.MkdirTemp("", "omp2cl-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	cacheHome = filepath.Join(dir, "cache")
	if translator, err = findTranslator(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if noDevice, err = probeDevice(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// findTranslator returns the command to test, built from the tree unless the
// environment names one.
func findTranslator() ([]string, error) {
	if cc := os.Getenv("OMP2CL_E2E_CC"); cc != "" {
		return strings.Fields(cc), nil
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		return nil, err
	}
	build := exec.Command("make", "-s", "build")
	if _, err := os.Stat(filepath.Join(root, "Makefile")); err != nil {
		build = exec.Command("go", "build", "-o", "bin/omp2cl", "./cmd/omp2cl")
	}
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %v\n%s", strings.Join(build.Args, " "), err, out)
	}
	return []string{filepath.Join(root, "bin/omp2cl")}, nil
}

// probeDevice builds and runs a program that counts devices; the string tells
// why none can be used.
func probeDevice(dir string) (string, error) {
	source, exe := filepath.Join(dir, "probe.c"), filepath.Join(dir, "probe")
	text := "#include <omp.h>\n#include <stdio.h>\nint main(void) { printf(\"%d\\n\", omp_get_num_devices()); return 0; }\n"
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		return "", err
	}
	build := execute(buildLimit, nil, "", append(append([]string{}, translator...), "-o", exe, source)...)
	if build.status != 0 {
		return "", fmt.Errorf("the probe program does not build:\n%s", build.stderr)
	}
	run := execute(runLimit, deviceEnv(), "", exe)
	if run.status != 0 || strings.TrimSpace(run.stdout) == "0" {
		return fmt.Sprintf("no OpenCL device: the probe printed %q, status %d, %s", run.stdout, run.status, run.stderr), nil
	}
	return "", nil
}

// deviceEnv is the environment of a program that must offload.
func deviceEnv() []string {
	env := []string{"OMP_TARGET_OFFLOAD=MANDATORY", "XDG_CACHE_HOME=" + cacheHome}
	if device := os.Getenv("OMP2CL_E2E_DEVICE"); device != "" {
		env = append(env, "OMP_DEFAULT_DEVICE="+device)
	}
	return env
}

// An outcome is what a finished command left behind.
type outcome struct {
	stdout, stderr string
	status         int // exit status, 128+n for signal n, -1 if it ran past its limit
}

// execute runs a command to its end.
func execute(limit time.Duration, env []string, stdin string, argv ...string) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin = strings.NewReader(stdin)
	cmd.WaitDelay = 20 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	return outcome{stdout.String(), stderr.String(), exitStatus(ctx, err)}
}

// exitStatus gives the status as a shell does.
func exitStatus(ctx context.Context, err error) int {
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return -1
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		return 0
	case !errors.As(err, &exit):
		return 127
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}

// build compiles p with cc into dir and returns the executable and what the
// compiler said on stderr.
func build(t *testing.T, p *program, cc []string, dir string) (exe, said string) {
	t.Helper()
	exe = filepath.Join(dir, p.name)
	command := append(append([]string{}, cc...), "-O2", "-Wall")
	command = append(command, p.flags...)
	compile := func(args ...string) {
		t.Helper()
		argv := append(append([]string{}, command...), args...)
		result := execute(buildLimit, nil, "", argv...)
		if result.status != 0 {
			t.Fatalf("%s: status %d\n%s", strings.Join(argv, " "), result.status, result.stderr)
		}
		said += result.stderr
	}
	args := []string{"-o", exe, p.path}
	for _, file := range p.files {
		args = append(args, filepath.Join("testdata", file))
	}
	if p.lib != nil {
		args = append(args, buildArchive(t, p, dir, compile))
	}
	if p.shared != nil {
		args = append(args, buildShared(p, dir, compile), "-Wl,-rpath,"+dir)
	}
	compile(append(args, p.link...)...)
	return exe, said
}

// buildArchive compiles p.lib into an archive in dir.
func buildArchive(t *testing.T, p *program, dir string, compile func(...string)) string {
	t.Helper()
	archive := []string{"ar", "rcs", filepath.Join(dir, "lib"+p.name+".a")}
	for _, file := range p.lib {
		object := filepath.Join(dir, filepath.Base(file)+".o")
		compile("-c", "-o", object, filepath.Join("testdata", file))
		archive = append(archive, object)
	}
	if result := execute(buildLimit, nil, "", archive...); result.status != 0 {
		t.Fatalf("ar: %s", result.stderr)
	}
	return archive[2]
}

// buildShared compiles p.shared into a shared library in dir.
func buildShared(p *program, dir string, compile func(...string)) string {
	library := filepath.Join(dir, "lib"+p.name+".so")
	args := []string{"-shared", "-fPIC", "-o", library}
	for _, file := range p.shared {
		args = append(args, filepath.Join("testdata", file))
	}
	compile(args...)
	return library
}

// expected returns what p must print: gcc's output, or the EXPECT lines.
func expected(t *testing.T, p *program) string {
	t.Helper()
	if p.differs {
		return p.expect
	}
	exe, _ := build(t, p, reference, t.TempDir())
	run := execute(runLimit, p.env, p.stdin, append([]string{exe}, p.args...)...)
	if run.status != p.exit {
		t.Fatalf("reference: status %d, want %d\n%s%s", run.status, p.exit, run.stdout, run.stderr)
	}
	return run.stdout
}

// TestPrograms runs every program of testdata.
func TestPrograms(t *testing.T) {
	if noDevice != "" {
		if os.Getenv("CI") == "true" {
			t.Fatal(noDevice)
		}
		t.Skip("SKIPPED, NOTHING WAS TESTED: " + noDevice)
	}
	for _, p := range readPrograms(t) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			testProgram(t, p)
		})
	}
}

func testProgram(t *testing.T, p *program) {
	want := expected(t, p)
	exe, said := build(t, p, translator, t.TempDir())
	checkText(t, "compiler", said, p.warns != nil, func() bool { return p.warns.MatchString(said) })
	for _, mode := range p.modes {
		t.Run(mode, func(t *testing.T) {
			env := append(deviceEnv(), p.env...)
			if mode == "separate" {
				env = append(env, "OMP2CL_HOST_MEMORY=separate")
			}
			run := execute(runLimit, env, p.stdin, append([]string{exe}, p.args...)...)
			if run.status != p.exit {
				t.Errorf("status %d, want %d", run.status, p.exit)
			}
			if diff := compare(want, run.stdout, p.tolerance); diff != "" {
				t.Error(diff)
			}
			checkText(t, "program", run.stderr, p.stderr != nil, func() bool { return p.stderr.MatchString(run.stderr) })
			if t.Failed() && p.stderr != nil {
				t.Logf("stderr:\n%s", run.stderr)
			}
		})
	}
}

// checkText reports stderr text that was not asked for, or that does not match.
func checkText(t *testing.T, who, text string, asked bool, matches func() bool) {
	t.Helper()
	switch {
	case !asked && text != "":
		t.Errorf("the %s wrote to stderr:\n%s", who, text)
	case asked && !matches():
		t.Errorf("the %s did not write what was asked for to stderr:\n%s", who, text)
	}
}
