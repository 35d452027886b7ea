package omp

import (
	"strings"
	"testing"
)

func TestCheckDevice(t *testing.T) {
	tests := []struct{ text, want, note string }{
		{"target teams distribute parallel for simd collapse(2) schedule(static) proc_bind(close)", "", ""},
		{"single private(x) copyprivate(y)", "", ""},
		{"atomic capture seq_cst", "", ""},
		{"critical (c) hint(1)", "", ""},
		{"target parallel for ordered", "", ""},
		{"ordered", "", ""},
		{"taskloop simd", "", ""},
		{"taskwait", "", ""},
		{"cancel for", "", ""},
		{"parallel copyin(x)", "7:21 'copyin' is not supported in device code [unsupported-clause]",
			"supported here: if, num_threads,"},
		{"metadirective", "7:12 'omp metadirective' is not supported in device code: it is not in OpenMP 4.5 [unsupported-directive]", "write the directive"},
	}
	for _, test := range tests {
		r, diags := Parse(test.text, at)
		if len(diags) > 0 {
			t.Errorf("%q: %v", test.text, diags)
		}
		got, note := "", ""
		for _, d := range CheckDevice(r) {
			got += strings.TrimPrefix(d.Pos.String(), "a.c:") + " " + d.Message + " [" + d.ID + "]"
			for _, n := range d.Notes {
				note += n.Message
			}
		}
		if got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
		if !strings.HasPrefix(note, test.note) || (note == "") != (test.note == "") {
			t.Errorf("%q: note %q, want %q", test.text, note, test.note)
		}
	}
}
