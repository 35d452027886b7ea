package benchmarks

import (
	"os/exec"
	"regexp"
	"testing"
)

// TestHeap runs the benchmark of malloc with few samples.
func TestHeap(t *testing.T) {
	if out, err := exec.Command("make", "-s", "-C", "..", "build").CombinedOutput(); err != nil {
		t.Fatalf("make build: %v\n%s", err, out)
	}
	out, err := exec.Command("heap/run.sh", "--quick", "--out", t.TempDir()).CombinedOutput()
	if err != nil {
		t.Fatalf("heap/run.sh: %v\n%s", err, out)
	}
	if rows := regexp.MustCompile(`(?m)^\w.* +\d+\.\d +\d+\.\d +-?\d+\.\d$`).FindAll(out, -1); len(rows) != 9 {
		t.Errorf("%d rows of 9 in\n%s", len(rows), out)
	}
}
