package omp

import (
	"strings"
	"testing"

	"omp2cl/ompir"
)

// FuzzParse checks that no text makes the parser panic, and that whatever it
// returns points into the text.
func FuzzParse(f *testing.F) {
	for _, test := range goodTests {
		f.Add(test.text)
	}
	for _, test := range badTests {
		f.Add(test.text)
	}
	f.Add("target device(" + strings.Repeat("(", 2000) + "1" + strings.Repeat(")", 2000) + ")")
	f.Fuzz(func(t *testing.T, text string) {
		r, diags := Parse(text, at)
		checkPlaces(t, text, r, diags)
		for _, d := range CheckDevice(r) {
			checkPlace(t, text, d.Pos)
		}
		if r.Unknown == (len(r.Parts) > 0) {
			t.Errorf("%q: unknown %v with parts %v", text, r.Unknown, r.Parts)
		}
		if r.IsDevice() && !IsDevice(text) {
			t.Errorf("%q is a device directive to Parse only", text)
		}
	})
}

func checkPlaces(t *testing.T, text string, r *Raw, diags []ompir.Diagnostic) {
	checkPlace(t, text, r.Pos)
	for _, d := range diags {
		checkPlace(t, text, d.Pos)
	}
	for i, e := range r.Exprs {
		checkPlace(t, text, r.ExprPos[i])
		off := r.ExprOffset(i)
		if off < 0 || off >= len(text) || e == "" || e[0] != text[off] {
			t.Errorf("%q: expression %q at offset %d", text, e, off)
		}
	}
	for _, c := range r.Clauses {
		checkPlace(t, text, c.Pos)
		for _, a := range c.Args {
			_ = r.Exprs[a]
		}
		for _, it := range c.Items {
			checkPlace(t, text, it.Pos)
			_ = r.Exprs[it.X]
			for _, b := range it.Sections {
				if b.Lower >= len(r.Exprs) || b.Length >= len(r.Exprs) {
					t.Errorf("%q: section %v of %d expressions", text, b, len(r.Exprs))
				}
			}
		}
	}
}

func checkPlace(t *testing.T, text string, pos ompir.Pos) {
	t.Helper()
	lines := strings.Count(text, "\n")
	ok := pos.Line == at.Line && pos.Col >= at.Col && pos.Col <= at.Col+len(text) ||
		pos.Line > at.Line && pos.Line <= at.Line+lines && pos.Col >= 1 && pos.Col <= len(text)+1
	if !ok || pos.EndCol != 0 && pos.EndCol <= pos.Col {
		t.Errorf("%q: place %v to %d", text, pos, pos.EndCol)
	}
}
