package benchmarks

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// transfers is what the runtime counted in one direction.
type transfers struct{ Count, Bytes uint64 }

// measured is what a program did in one configuration.
type measured struct {
	Offload, Process struct{ Median float64 }
	To, From         *transfers
}

// dtmResult is what dtm/run.sh writes.
type dtmResult struct {
	Size     string
	Programs []struct {
		Name           string
		Configurations map[string]measured
	}
}

// dtmRun runs dtm/run.sh in dir and returns what it wrote and printed.
func dtmRun(t *testing.T, dir string, arguments ...string) (dtmResult, string) {
	t.Helper()
	out, err := exec.Command("dtm/run.sh", append(arguments, "--out", dir)...).CombinedOutput()
	if err != nil {
		t.Fatalf("dtm/run.sh %v: %v\n%s", arguments, err, out)
	}
	var r dtmResult
	text, err := os.ReadFile(filepath.Join(dir, "dtm.json"))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		t.Fatalf("dtm.json: %v in\n%s", err, text)
	}
	return r, string(out)
}

// TestDTM runs what "make bench-dtm QUICK=1" runs: results agree in every
// configuration, and DTM moves at most what the hand-tuned versions move.
func TestDTM(t *testing.T) {
	if out, err := exec.Command("make", "-s", "-C", "..", "build").CombinedOutput(); err != nil {
		t.Fatalf("make build: %v\n%s", err, out)
	}
	dir := t.TempDir()
	r, out := dtmRun(t, dir, "--quick", "--check")
	if r.Size != "quick" || len(r.Programs) < 12 {
		t.Errorf("%d programs of size %q", len(r.Programs), r.Size)
	}
	for _, p := range r.Programs {
		for _, c := range []string{"eager", "dtm", "tuned", "tuned-eager", "tuned-off", "gcc"} {
			if m := p.Configurations[c]; m.Offload.Median <= 0 || m.Process.Median <= 0 {
				t.Errorf("%s, %s: no time in\n%s", p.Name, c, out)
			} else if c != "gcc" && (m.To == nil || m.From == nil) {
				t.Errorf("%s, %s: no counts in\n%s", p.Name, c, out)
			}
		}
	}
	if svg, err := os.ReadFile(filepath.Join(dir, "dtm.svg")); err != nil || !strings.HasSuffix(string(svg), "</svg>\n") {
		t.Errorf("the chart: %v\n%s", err, svg)
	}
}

// gathered is what run.sh would gather of a program that moves as many bytes as its
// hand-tuned version does, with a result that depends on the configuration.
func gathered(bytes, result string) string {
	return strings.NewReplacer("BYTES", bytes, "RESULT", result).Replace(`meta programs p
meta size quick
meta runs 1
p gcc time offload 1
p gcc result sum 1000000 1e-5
p tuned-eager time offload 2
p tuned-eager result sum 1000000 1e-5
p tuned-eager stat to_bytes 4000000000
p tuned-eager stat to_count 1
p tuned-eager stat from_bytes 0
p tuned stat to_bytes 4000000000
p tuned stat to_count 1
p dtm time offload 3
p dtm result sum RESULT 1e-5
p dtm stat to_bytes BYTES
p dtm stat to_count 1
`)
}

// TestDTMCheck has the runner judge what it did not measure.
func TestDTMCheck(t *testing.T) {
	for _, c := range []struct {
		name, raw string
		good      bool
		want      string
	}{
		{"as many", gathered("4000000000", "1000000.1"), true, "check: DTM moves at most"},
		{"two pages more in one transfer", gathered("4000008192", "1000000"), true, "check: DTM moves at most"},
		{"too many", gathered("4000008193", "1000000"), false, "p: to_bytes of dtm is 4000008193, of tuned-eager 4000000000"},
		{"wrong result", gathered("1", "1000100"), false, "p: sum is 1000100 in dtm, but 1000000 in gcc"},
		{"no result", "meta programs p\n", false, "no program told a result"},
		{"no counts", "meta programs p\np gcc result sum 1 0\n", false, "p: the runtime counted no transfers"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "raw.txt"), []byte(c.raw), 0o666); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command("dtm/run.sh", "--report", "--check", "--out", dir).CombinedOutput()
			if (err == nil) != c.good || !strings.Contains(string(out), c.want) {
				t.Errorf("%v, wanted %q in\n%s", err, c.want, out)
			}
		})
	}
}

func TestDTMUnknownOption(t *testing.T) {
	for _, arguments := range [][]string{{"--nonsense"}, {"--size", "huge"}, {"--only", "nothing"}} {
		if err := exec.Command("dtm/run.sh", arguments...).Run(); err == nil {
			t.Errorf("%v is taken", arguments)
		}
	}
}
