// Package ppe tests that the programs of the benchmark compute the same on all sides;
// it asserts no times.
package ppe

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fewest is the number of programs that issue 4 asks for.
const fewest = 20

func TestQuick(t *testing.T) {
	if out, err := exec.Command("make", "-s", "-C", "../..", "build").CombinedOutput(); err != nil {
		t.Fatalf("make build: %v\n%s", err, out)
	}
	dir := t.TempDir()
	for _, arguments := range [][]string{{"--build-only"}, {"--built", "--quick"}} {
		if out, err := exec.Command("./run.sh", append(arguments, "--out", dir)...).CombinedOutput(); err != nil {
			t.Fatalf("run.sh %v: %v\n%s", arguments, err, out)
		}
	}
	checkResults(t, filepath.Join(dir, "ppe.json"))
	t.Run("GPU forms", func(t *testing.T) { checkGPUForms(t, dir) })
}

// checkResults reads what run.sh wrote: every program ran on every side.
func checkResults(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	type side struct{ Ms float64 }
	var r struct {
		Machine struct{ CPU, Device string }
		Results []struct {
			Program              string
			Right                bool
			Device, Host, OpenCL side
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if len(r.Results) < fewest || r.Machine.CPU == "" || r.Machine.Device == "" {
		t.Errorf("the result lacks something:\n%s", text)
	}
	for _, p := range r.Results {
		if !p.Right || p.Device.Ms <= 0 || p.Host.Ms <= 0 || p.OpenCL.Ms <= 0 {
			t.Errorf("%s: %+v", p.Program, p)
		}
	}
}

// checkGPUForms runs the hand-written kernels for GPUs on the CPU device.
func checkGPUForms(t *testing.T, dir string) {
	bench := filepath.Join(dir, "bench")
	list, err := exec.Command(bench, "--list").Output()
	if err != nil {
		t.Fatal(err)
	}
	for program := range strings.FieldsSeq(string(list)) {
		command := exec.Command(bench, "--host", filepath.Join(dir, "host.so"), "--gpu-forms", "--sides", "ho", "--samples", "1",
			"--seconds", "0", "--level", "1", program)
		command.Env = append(os.Environ(), "OMP_WAIT_POLICY=passive")
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", program, err, out)
		}
	}
}

func TestUnknownOption(t *testing.T) {
	if err := exec.Command("./run.sh", "--nonsense").Run(); err == nil {
		t.Error("an unknown option is taken")
	}
}
