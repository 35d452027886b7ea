// Package benchmarks tests that the benchmarks run; it asserts no times.
package benchmarks

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// result is what run.sh writes.
type result struct {
	Quick   bool
	Machine struct{ CPU, Device string }
	Region  struct{ Bare, Present, Mapped, Overhead float64 }      `json:"region_us"`
	Startup struct{ Source, Bare, Translated, Difference float64 } `json:"startup_ms"`

	Translation struct {
		MedianRatio float64 `json:"median_ratio"`
		Files       []struct {
			File  string
			Ratio float64
		}
	}
}

// TestQuick runs what "make bench QUICK=1" runs, in two steps as for a machine that
// gets the programs ready-made.
func TestQuick(t *testing.T) {
	if out, err := exec.Command("make", "-s", "-C", "..", "build").CombinedOutput(); err != nil {
		t.Fatalf("make build: %v\n%s", err, out)
	}
	dir := t.TempDir()
	for _, arguments := range [][]string{{"--build-only"}, {"--built", "--quick"}} {
		if out, err := exec.Command("./run.sh", append(arguments, "--out", dir)...).CombinedOutput(); err != nil {
			t.Fatalf("run.sh %v: %v\n%s", arguments, err, out)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "overhead.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r result
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if !r.Quick || r.Machine.Device == "" || len(r.Translation.Files) < 4 {
		t.Errorf("the result lacks something:\n%s", text)
	}
	for _, positive := range []float64{r.Region.Bare, r.Region.Present, r.Region.Mapped, r.Startup.Source, r.Startup.Bare,
		r.Startup.Translated, r.Translation.MedianRatio} {
		if positive <= 0 {
			t.Errorf("a time is not positive:\n%s", text)
		}
	}
}

func TestUnknownOption(t *testing.T) {
	if err := exec.Command("./run.sh", "--nonsense").Run(); err == nil {
		t.Error("an unknown option is taken")
	}
}
