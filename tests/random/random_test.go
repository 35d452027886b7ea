// Package random compares random programs: what gcc makes of them, without OpenMP, and what
// omp2cl makes of them on OpenCL devices.
//
// A program is made from a seed. It has no undefined behaviour and no races, and one
// result: the generator knows a range for each value, divides elements of arrays among
// iterations, and lets iterations update what they share only in ways whose order makes no
// difference. So gcc need not know OpenMP, which it gets wrong for some loops: collapsed ones
// that end at INT_MAX, chunks of narrow loop variables. Where an if clause leaves a region to
// the host's threads, gcc's faults would count; the generator avoids them, and comments say so.
//
// TestPrograms runs the programs of -seed and the -programs after it, or as many as fit into
// -for, as `make fuzz` does. On PoCL they run as on any CPU; compiling them takes most of the
// time. Under oclgrind, which interprets them, they run in the forms for CPUs and for GPUs,
// with all accesses checked. With -for, PoCL runs the form for GPUs too.
package random

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"omp2cl/lower"
)

var (
	seed     = flag.Int64("seed", 1, "seed of the first program")
	programs = flag.Int("programs", 3, "programs to run, the first of them also on PoCL")
	during   = flag.Duration("for", 0, "run programs for so long instead")
	units    = flag.Int("units", 2, "functions with regions of a program")
	only     = flag.Int("only", -1, "the function to keep")
	text     = flag.String("text", "", "file to write the program of -seed to, instead of running it")
	validate = flag.Bool("validate", false, "run programs with gcc's sanitizers first")
)

// limit is how long one command may take. Runs that take longer say nothing.
const limit = 3 * time.Minute

// simulatorLibrary is oclgrind's OpenCL, which takes the place of the loader.
const simulatorLibrary = "/usr/lib/oclgrind/liboclgrind-rt.so"

// TestPrograms compares random programs.
func TestPrograms(t *testing.T) {
	if *text != "" {
		if err := os.WriteFile(*text, []byte(program(*seed, *units, *only)), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	modes := modesHere(t)
	translator := build(t)
	start := time.Now()
	for i := 0; !t.Failed() && (i < *programs || time.Since(start) < *during); i++ {
		if i == 1 && *during == 0 && len(modes) > 2 {
			modes = modes[:2] // compiling for PoCL takes a while
		}
		compareProgram(t, *seed+int64(i), translator, modes)
	}
}

// A mode is a way to run a program.
type mode struct {
	name string
	env  []string
	argv []string // in front of the program
}

// modesHere are the modes that this machine has. CI has all.
func modesHere(t *testing.T) (list []mode) {
	if _, err := exec.LookPath("oclgrind"); err == nil {
		// Its integers of odd widths, which the optimizer makes, are not to be trusted.
		grind := []string{"oclgrind", "--build-options", "-cl-opt-disable"}
		list = append(list,
			mode{"oclgrind, as on a CPU", []string{"OMP2CL_LIBOPENCL=" + simulatorLibrary, "OMP2CL_SCHEDULE=cpu"}, grind},
			mode{"oclgrind, as on a GPU", []string{"OMP2CL_LIBOPENCL=" + simulatorLibrary, "OMP2CL_SCHEDULE=gpu"}, grind})
	} else if os.Getenv("CI") == "true" {
		t.Fatal(err)
	}
	if matches, _ := filepath.Glob("/etc/OpenCL/vendors/*.icd"); len(matches) > 0 {
		list = append(list, mode{"the default device", nil, nil}, mode{"separate memory", []string{"OMP2CL_HOST_MEMORY=separate"}, nil})
		if *during > 0 {
			list = append(list, mode{"separate memory, as on a GPU", []string{"OMP2CL_HOST_MEMORY=separate", "OMP2CL_SCHEDULE=gpu"}, nil})
		}
	}
	if len(list) == 0 {
		t.Skip("SKIPPED, NOTHING WAS TESTED: neither oclgrind nor an OpenCL driver is here")
	}
	return list
}

// build makes the command and returns its path.
func build(t *testing.T) string {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("make", "-s", "build")
	command.Dir = root
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("make build: %v\n%s", err, out)
	}
	return filepath.Join(root, "bin/omp2cl")
}

// compareProgram builds the program of a seed twice and compares what it prints in all modes.
func compareProgram(t *testing.T, seed int64, translator string, modes []mode) {
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "random.c"), filepath.Join(dir, "random")
	if err := os.WriteFile(file, []byte(program(seed, *units, *only)), 0o666); err != nil {
		t.Fatal(err)
	}
	want, ok := reference(t, file, filepath.Join(dir, "reference"))
	if !ok {
		t.Log(again(seed))
		return
	}
	disable := disabled(seed)
	if out := execute(nil, translator, "-w", "-O1", disable, "-o", exe, file, "-lm"); out.err != nil {
		t.Errorf("omp2cl %s: %v\n%s\n%s", disable, out.err, out.stderr, again(seed))
		return
	}
	for _, m := range modes {
		env := append([]string{"OMP_TARGET_OFFLOAD=mandatory", "XDG_CACHE_HOME=" + dir, "POCL_CACHE_DIR=" + filepath.Join(dir, "pocl")}, m.env...)
		got := execute(env, append(append([]string{}, m.argv...), exe)...)
		complaint := complaints(got.stderr)
		if errors.Is(got.err, context.DeadlineExceeded) {
			t.Logf("seed %d is too slow on %s", seed, m.name)
		} else if got.err != nil || complaint != "" || got.stdout != want {
			t.Errorf("%s, %s: %v\n%s\n%s\n%s", m.name, disable, got.err, complaint, difference(want, got.stdout), again(seed))
		}
	}
}

// again is the command that repeats a comparison.
func again(seed int64) string {
	return fmt.Sprintf("go test ./tests/random -seed %d -programs 1 (add -text x.c for the program)", seed)
}

// disabled leaves out no pass, one or all, as an option.
func disabled(seed int64) string {
	var names []string
	for _, p := range lower.Passes {
		if p.Optional {
			names = append(names, p.Name)
		}
	}
	r := rand.New(rand.NewSource(seed))
	switch r.Intn(3) {
	case 0:
		return "--omp2cl-disable=" + names[r.Intn(len(names))]
	case 1:
		return "--omp2cl-disable=" + strings.Join(names, ",")
	}
	return "-O1"
}

// reference is what the program prints when gcc has compiled it, for one thread.
func reference(t *testing.T, file, exe string) (string, bool) {
	if out := execute(nil, "gcc", "-w", "-O1", "-o", exe, file, "-lm"); out.err != nil {
		t.Errorf("gcc: %v\n%s", out.err, out.stderr)
		return "", false
	}
	out := execute(nil, exe)
	if out.err != nil || out.stderr != "" {
		t.Errorf("the program itself fails: %v\n%s", out.err, out.stderr)
		return "", false
	}
	if *validate {
		sane(t, file, exe+"-sane", out.stdout)
	}
	return out.stdout, true
}

// sane runs the program with gcc's sanitizers.
func sane(t *testing.T, file, exe, want string) {
	out := execute(nil, "gcc", "-w", "-fsanitize=address,undefined", "-o", exe, file, "-lm")
	if out.err != nil {
		t.Errorf("gcc: %v\n%s", out.err, out.stderr)
		return
	}
	out = execute(nil, exe)
	if out.err != nil || out.stdout != want || out.stderr != "" {
		t.Errorf("the program is not valid: %v\n%s\n%s", out.err, out.stderr, difference(want, out.stdout))
	}
}

// complaints is what a run wrote to stderr, without what oclgrind's compiler says of warnings.
func complaints(stderr string) string {
	var list []string
	for _, line := range strings.Split(stderr, "\n") {
		if line != "" && !strings.HasSuffix(line, "generated.") {
			list = append(list, line)
		}
	}
	return strings.Join(list[:min(len(list), 20)], "\n")
}

// difference names the words that differ.
func difference(want, got string) string {
	a, b := strings.Fields(want), strings.Fields(got)
	if len(a) != len(b) {
		return fmt.Sprintf("want %d words, got %d", len(a), len(b))
	}
	text := ""
	for i := range a {
		if a[i] != b[i] {
			text += fmt.Sprintf("want %s, got %s\n", a[i], b[i])
		}
	}
	return text
}

// An outcome is what a finished command left behind.
type outcome struct {
	stdout, stderr string
	err            error
}

// execute runs a command to its end.
func execute(env []string, argv ...string) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return outcome{stdout.String(), stderr.String(), err}
}
