// Package demo tests the demonstration of the tree's directory demo on a small mesh.
package demo

import (
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// root is the root of the tree.
const root = "../.."

// build makes the command and the library, and skips the test where there is no
// OpenCL device; in continuous integration that is a failure.
func build(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("make", "-s", "-C", root, "build").CombinedOutput(); err != nil {
		t.Fatalf("make build: %v\n%s", err, out)
	}
	out, err := exec.Command(filepath.Join(root, "bin/omp2cl"), "devices").Output()
	if err == nil && len(strings.Split(strings.TrimSpace(string(out)), "\n")) > 1 {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("no OpenCL device: %v\n%s", err, out)
	}
	t.Skipf("NO OPENCL DEVICE, nothing is tested: %v\n%s", err, out)
}

// TestDemo runs what "make demo" runs and looks at what it leaves.
func TestDemo(t *testing.T) {
	build(t)
	dir := t.TempDir()
	cmd := exec.Command(filepath.Join(root, "demo/run.sh"))
	cmd.Env = append(os.Environ(), "DEMO_N=200", "DEMO_SWEEPS=30", "DEMO_OUT="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("the demo fails: %v\n%s", err, out)
	}
	for _, want := range []string{"agree: ", "200 x 200     30", "omp2cl -O3, default device", "temperature.png"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the demo does not say %q:\n%s", want, out)
		}
	}
	f, err := os.Open(filepath.Join(dir, "temperature.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() < 500 || b.Dy() < 500 {
		t.Errorf("the picture has %d x %d pixels", b.Dx(), b.Dy())
	}
}
