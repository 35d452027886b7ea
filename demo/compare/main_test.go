package main

import (
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	const gcc = "64 0 1.5e-1\n64 10 1e-2\nseconds 0.5\n"
	for _, c := range []struct {
		name, ours, want string
		agree            bool
	}{
		{"the same", gcc, "agree: 2 residuals", true},
		{"within the tolerance", "64 0 1.5000000001e-1\n64 10 1e-2\nseconds 0.25\n", "agree: 2 residuals", true},
		{"beyond it", "64 0 1.50000001e-1\n64 10 1e-2\nseconds 0.25\n", "FAILED: 2 residuals", false},
		{"not a number", "64 0 nan\n64 10 1e-2\nseconds 0.25\n", "FAILED: 2 residuals", false},
		{"too short", "64 0 1.5e-1\nseconds 0.25\n", "FAILED: 1 residuals, but gcc's history has 2", false},
		{"other sweeps", "64 0 1.5e-1\n64 11 1e-2\nseconds 0.25\n", "FAILED: line 2", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ours, err := read(strings.NewReader(c.ours))
			if err != nil {
				t.Fatal(err)
			}
			reference, err := read(strings.NewReader(gcc))
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			if got := report(&out, ours, reference, 1e-9); got != c.agree {
				t.Errorf("agree is %v", got)
			}
			if !strings.Contains(out.String(), c.want) {
				t.Errorf("the report lacks %q:\n%s", c.want, out.String())
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{"", "64 0 1\n", "seconds 1\n", "64 zero 1\nseconds 1\n", "64 0 1\nseconds 1\n64 1 1\n", "64 0 1\nseconds x\n"} {
		if h, err := read(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read as %v", text, h)
		}
	}
}
