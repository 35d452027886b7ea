package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// line is one line of bench: ms of ours, gcc and OpenCL.
const line = `{"program": "%p", "what": "w < x", "level": %l, "n": 4096, "footprint": %f, "bytes": %b, "flops": %o,` +
	` "device_name": "d", "device_is_cpu": false, "device": {"ms": 2, "best": 2, "runs": 11}, "host": {"ms": 1, "best": 1, "runs": 11},` +
	` "opencl": {"ms": 4, "best": 4, "runs": 11}, "difference": 0, "right": true}` + "\n"

func lineOf(program, level, footprint, bytes, flops string) string {
	return strings.NewReplacer("%p", program, "%l", level, "%f", footprint, "%b", bytes, "%o", flops).Replace(line)
}

func suiteOf(t *testing.T, text string) *suite {
	t.Helper()
	all, err := read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return newSuite(options{}, machine{}, all)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

func TestGeometricMean(t *testing.T) {
	if m := geometricMean([]float64{0.5, 8}); !near(m, 2) {
		t.Errorf("mean of 0.5 and 8: %g", m)
	}
	if m := geometricMean(nil); m != 0 {
		t.Errorf("mean of nothing: %g", m)
	}
}

func TestInterpolate(t *testing.T) {
	points := []point{{1, 10}, {100, 1000}}
	for x, want := range map[float64]float64{0.5: 10, 1: 10, 10: 100, 100: 1000, 1e6: 1000} {
		if got := interpolate(points, x); !near(got, want) {
			t.Errorf("at %g: %g, not %g", x, got, want)
		}
	}
}

// The ceiling is what triad's bandwidth or fma's peak allow, whichever is longer; the
// host's times do not count on a GPU; fma is in no mean.
func TestCeilings(t *testing.T) {
	s := suiteOf(t, lineOf("triad", "0", "1000", "1000", "0")+
		lineOf("fma", "0", "1", "0", "4000")+
		lineOf("streams", "0", "1000", "3000", "1000")+
		lineOf("computes", "0", "1000", "1000", "40000"))
	if !near(s.Peak, 4000/2e-3) {
		t.Errorf("peak %g", s.Peak)
	}
	for i, want := range map[int]float64{0: 2, 2: 6, 3: 20} {
		if got := s.Results[i].CeilingMs; !near(got, want) {
			t.Errorf("%s: ceiling %g ms, not %g", s.Results[i].Program, got, want)
		}
	}
	if !near(s.Overall.OverHost, 0.5) || !near(s.Overall.OverOpenCL, 2) || len(s.Means) != 1 {
		t.Errorf("means %+v %+v", s.Overall, s.Means)
	}
}

func TestTable(t *testing.T) {
	s := suiteOf(t, lineOf("triad", "1", "1000", "1000", "0")+
		`{"program": "gone", "level": 1, "failed": true}`+"\n"+
		strings.Replace(lineOf("bad", "1", "1000", "0", "0"), `0, "right": true`, `7, "right": false`, 1))
	var b strings.Builder
	if err := writeTable(&b, s); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"size 1", "0.50*", "2.00 ", "100 %", "FAILED", "WRONG: the sides differ by 7 times", "geometric mean"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, &b)
		}
	}
	if s.Wrong != 2 || strings.Contains(b.String(), "size 0") {
		t.Errorf("%d wrong; table:\n%s", s.Wrong, &b)
	}
}

// Plots are well-formed XML, and nothing in them is off the numbers.
func TestPlots(t *testing.T) {
	s := suiteOf(t, lineOf("triad", "0", "1000", "1000", "0")+lineOf("triad", "2", "256000", "256000", "0")+
		lineOf("fma", "0", "1", "0", "4000")+lineOf("bare", "0", "1000", "0", "0"))
	for name, plot := range map[string]string{"times": timesPlot(s), "ratios": ratiosPlot(s)} {
		decoder := xml.NewDecoder(strings.NewReader(plot))
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			checkAttributes(t, token)
		}
		if strings.Contains(plot, "NaN") || strings.Contains(plot, "Inf") || !strings.Contains(plot, ">triad<") {
			t.Errorf("%s:\n%s", name, plot)
		}
	}
}

// checkAttributes finds an attribute that is given twice, which Go's decoder lets pass.
func checkAttributes(t *testing.T, token xml.Token) {
	element, ok := token.(xml.StartElement)
	if !ok {
		return
	}
	seen := map[string]bool{}
	for _, a := range element.Attr {
		if seen[a.Name.Local] {
			t.Errorf("two attributes %s in %+v", a.Name.Local, element)
		}
		seen[a.Name.Local] = true
	}
}

func TestBest(t *testing.T) {
	text := strings.Replace(lineOf("triad", "0", "1000", "1000", "0"), `"ms": 2, "best": 2`, `"ms": 2, "best": 0.5`, 1)
	all, err := read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if s := newSuite(options{best: true}, machine{}, all); !near(s.Overall.OverHost, 2) {
		t.Errorf("gcc/ours of the best runs: %g", s.Overall.OverHost)
	}
}

func TestReportFails(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "results.jsonl")
	if err := os.WriteFile(file, []byte(`{"program": "gone", "level": 0, "failed": true}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := report(options{out: dir, quick: true}, file); !errors.Is(err, errWrong) {
		t.Errorf("a failed program: %v", err)
	}
	if err := report(options{out: dir}, filepath.Join(dir, "absent")); err == nil {
		t.Error("an absent file is taken")
	}
}
