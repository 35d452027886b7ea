package e2e

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// number matches a floating-point token; an integer has neither a point nor an
// exponent and is compared as text.
var number = regexp.MustCompile(`[-+]?(?:[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)`)

// compare tells how got differs from want, or returns "" if it does not.
// Text and integers must be equal; floating-point tokens may differ by
// tolerance * max(1, |want|).
func compare(want, got string, tolerance float64) string {
	if want == got {
		return ""
	}
	wantLines, gotLines := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i, line := range wantLines {
		if i >= len(gotLines) {
			return fmt.Sprintf("line %d: missing %q", i+1, line)
		}
		if !sameLine(line, gotLines[i], tolerance) {
			return fmt.Sprintf("line %d:\n  want %q\n  got  %q", i+1, line, gotLines[i])
		}
	}
	if len(gotLines) > len(wantLines) {
		return fmt.Sprintf("line %d: extra %q", len(wantLines)+1, gotLines[len(wantLines)])
	}
	return ""
}

// sameLine compares one line.
func sameLine(want, got string, tolerance float64) bool {
	if want == got {
		return true
	}
	if number.ReplaceAllString(want, "#") != number.ReplaceAllString(got, "#") {
		return false
	}
	gotNumbers := number.FindAllString(got, -1)
	for i, w := range number.FindAllString(want, -1) {
		if !near(w, gotNumbers[i], tolerance) {
			return false
		}
	}
	return true
}

// near compares two floating-point tokens.
func near(want, got string, tolerance float64) bool {
	w, err1 := strconv.ParseFloat(want, 64)
	g, err2 := strconv.ParseFloat(got, 64)
	if err1 != nil || err2 != nil {
		return want == got
	}
	return w == g || math.Abs(w-g) <= tolerance*math.Max(1, math.Abs(w))
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		want, got string
		tolerance float64
		same      bool
	}{
		{"a 1.0\n", "a 1.0\n", 0, true},
		{"a 1.0\n", "a 1.1\n", 0.2, true},
		{"a 1.0\n", "a 1.1\n", 0.01, false},
		{"1\n", "2\n", 5, false},
		{"x=1e+10 y", "x=1.0000001e+10 y", 1e-6, true},
		{"nan", "inf", 1, false},
		{"-0.5", "0.5", 1e-3, false},
		{"1\n2\n", "1\n", 0, false},
		{"1\n", "1\n2\n", 0, false},
	} {
		if diff := compare(c.want, c.got, c.tolerance); (diff == "") != c.same {
			t.Errorf("compare(%q, %q, %v) = %q", c.want, c.got, c.tolerance, diff)
		}
	}
}
