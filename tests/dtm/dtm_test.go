// Package dtm runs the torture suite of data-transfer minimization: run.sh
// builds the programs of testdata by gcc and by omp2cl and runs them on every
// rung; adverse.sh runs some of them while calls fail. Both need no Go; this
// test calls them, so that the suite is part of "make test".
//
// OMP2CL_E2E_CC names another command than bin/omp2cl of the tree,
// OMP2CL_E2E_DEVICE the OpenMP number of the device to use. Without a device
// the programs are skipped, except where CI=true: there that is a failure.
package dtm

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The translator, and where the scripts keep what they build; set by TestMain.
var translator, work string

// noDevice tells why no program can run; "" if a device is there.
var noDevice string

func TestMain(m *testing.M) { os.Exit(runSuite(m)) }

func runSuite(m *testing.M) int {
	var err error
	if work, err = os.MkdirTemp("", "omp2cl-dtm-"); err == nil {
		defer os.RemoveAll(work)
		err = findTranslator()
	}
	if err == nil {
		err = probeDevice()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// findTranslator takes bin/omp2cl of the tree, built if need be, unless the
// environment names a command.
func findTranslator() error {
	if translator = os.Getenv("OMP2CL_E2E_CC"); translator != "" {
		return nil
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	build := exec.Command("make", "-s", "build")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("make build: %v\n%s", err, out)
	}
	translator = filepath.Join(root, "bin", "omp2cl")
	return nil
}

// probeDevice runs a program that counts devices.
func probeDevice() error {
	exe, source := filepath.Join(work, "probe"), filepath.Join(work, "probe.c")
	text := "#include <omp.h>\nint main(void) { return omp_get_num_devices() > 0 ? 0 : 9; }\n"
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		return err
	}
	if out, err := exec.Command(translator, "-o", exe, source).CombinedOutput(); err != nil {
		return fmt.Errorf("the probe program does not build: %v\n%s", err, out)
	}
	if err := exec.Command(exe).Run(); err != nil {
		noDevice = fmt.Sprintf("no OpenCL device: the probe program says %v", err)
	}
	return nil
}

// needDevice ends a test that cannot run.
func needDevice(t *testing.T) {
	t.Helper()
	if noDevice == "" {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal(noDevice)
	}
	t.Skip("SKIPPED, NOTHING WAS TESTED: " + noDevice)
}

// script returns the command for one of the scripts, one job at a time, on
// the device that the environment names.
func script(name string, args ...string) *exec.Cmd {
	all := []string{"-j", "1", "-k", work}
	if device := os.Getenv("OMP2CL_E2E_DEVICE"); device != "" {
		all = append(all, "--device", device)
	}
	return exec.Command("./"+name, append(all, args...)...)
}

// TestPrograms runs every program of testdata on every rung.
func TestPrograms(t *testing.T) {
	needDevice(t)
	for _, name := range programs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out, err := script("run.sh", translator, name).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// programs lists the suite, and has what all programs share built by one.
func programs(t *testing.T) []string {
	t.Helper()
	list, err := exec.Command("./run.sh", "-l").Output()
	names := strings.Fields(string(list))
	if err != nil || len(names) < 50 {
		t.Fatalf("run.sh -l: %v: %d programs", err, len(names))
	}
	if out, err := script("run.sh", "-r", "off", translator, "small_values").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return names
}

// TestAdverse runs the checks of adverse.sh; OpenCL calls fail at a stride
// here (a prime, so that all functions are met), all of them by hand.
func TestAdverse(t *testing.T) {
	needDevice(t)
	for check, args := range map[string][]string{
		"calls":  {"-s", "5", "-r", "uffd mprotect eager"},
		"memory": {"-r", "uffd mprotect eager"},
		"refuse": nil,
		"exit":   {"-r", "uffd mprotect"},
		"gdb":    nil,
	} {
		t.Run(check, func(t *testing.T) {
			t.Parallel()
			command := script("adverse.sh", append(append([]string{"-k", filepath.Join(work, "adverse-"+check)}, args...), translator, check)...)
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestShimForwardsAllCalls compares the functions that the runtime loads with
// those that the failing library has: one that it lacks could not be loaded.
func TestShimForwardsAllCalls(t *testing.T) {
	loaded := names(t, "../../rtlib/cl/opencl.h", `(?m)^\s+F\([^,]+, (\w+),`)
	forwarded := names(t, "shim/opencl.c", `(?m)^(?:STATUS\(|HANDLE\(|void \*|i32 )cl(\w+)[,(]`)
	if len(loaded) < 20 {
		t.Fatalf("found only %d functions in opencl.h", len(loaded))
	}
	for _, name := range loaded {
		if !slices.Contains(forwarded, name) {
			t.Errorf("shim/opencl.c has no cl%s", name)
		}
	}
}

// names returns what the pattern's group matches in a file.
func names(t *testing.T, path, pattern string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
		all = append(all, m[1])
	}
	return all
}

// TestRunnerFails feeds run.sh a translator whose programs are wrong: it must
// notice a wrong value, a wrong status and a message.
func TestRunnerFails(t *testing.T) {
	dir := t.TempDir()
	for what, line := range map[string]string{
		"line":    `echo 'int puts(const char *); int main(void) { puts("other"); return 0; }'`,
		"status":  `echo 'int puts(const char *); int main(void) { puts("many blocks"); return 1; }'`,
		"message": `echo 'int puts(const char *); int write(int, const char *, long); int main(void) { puts("many blocks"); write(2, "oh", 2); return 0; }'`,
	} {
		fake := filepath.Join(dir, what)
		text := "#!/bin/bash\nwhile [ $# -gt 0 ]; do case $1 in -o) out=$2; shift ;; esac; shift; done\n" +
			"case $out in *.o) : >$out ;; *) " + line + " | gcc -x c -o \"$out\" - ;; esac\n"
		if err := os.WriteFile(fake, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
		command := exec.Command("./run.sh", "-j", "1", "-r", "off", "-k", filepath.Join(dir, what+".work"), fake, "many_blocks")
		out, err := command.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "0 passed, 1 failed") {
			t.Errorf("%s: %v\n%s", what, err, out)
		}
	}
}
