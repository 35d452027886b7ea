package report

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expected summaries")

// TestSummary compares the summary of a recorded run, for terminals of several
// widths, with what it should be.
func TestSummary(t *testing.T) {
	tr, err := load(generate(t))
	if err != nil {
		t.Fatal(err)
	}
	tr.command = "./stencil 1024"
	steady(tr)
	for name, w := range map[string]Terminal{"file.txt": {}, "narrow.txt": {Width: 50}, "color.txt": {Width: 80, Color: true}} {
		var out strings.Builder
		w.Out = &out
		if err := summary(w, tr, "stencil.json"); err != nil {
			t.Fatal(err)
		}
		checkWidth(t, name, w, out.String())
		compare(t, filepath.Join("testdata", name), out.String())
	}
}

// steady takes out of a recorded trace what differs from run to run: the time from
// the start of the recording to the first event.
func steady(tr *trace) {
	shift := tr.events[0].start - 1_000_000
	for i := range tr.events {
		tr.events[i].start -= shift
	}
}

// checkWidth looks for lines that do not fit the terminal.
func checkWidth(t *testing.T, name string, w Terminal, out string) {
	for _, line := range strings.Split(out, "\n") {
		if plain := unpainted(line); w.Width > 0 && columns(plain) > w.Width {
			t.Errorf("%s: %d columns: %s", name, columns(plain), plain)
		}
		if !w.Color && strings.ContainsRune(line, 0x1b) {
			t.Errorf("%s: colours in %q", name, line)
		}
	}
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s (run with -update to accept):\n%s", name, got)
	}
}

// TestSummaryOfNothing says so.
func TestSummaryOfNothing(t *testing.T) {
	tr, err := read(strings.NewReader("[\n" + header + "\n]"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := summary(Terminal{Out: &out}, tr, "t.json"); err != nil {
		t.Fatal(err)
	}
	if s := out.String(); !strings.Contains(s, "used no device") || strings.Contains(s, "What could be better") {
		t.Error(s)
	}
	if page := everything(t, tr); !strings.Contains(page, "used no device") {
		t.Error(page)
	}
}
