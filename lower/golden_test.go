package lower

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	ir "omp2cl/ompir"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the golden tests")

const wantLine = "-- want --\n"

// TestGoldens runs each testdata/<pass>/*.ir through its pass: the module before
// the separator line must become the one behind it, or give the messages that
// stand there.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.ir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimPrefix(strings.TrimSuffix(file, ".ir"), "testdata/"), func(t *testing.T) {
			golden(t, file, passNamed(t, filepath.Base(filepath.Dir(file))))
		})
	}
}

func passNamed(t *testing.T, name string) Pass {
	for _, p := range Passes {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no pass %s", name)
	return Pass{}
}

func golden(t *testing.T, file string, p Pass) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	input, want, _ := strings.Cut(string(text), wantLine)
	got := runGolden(t, input, p)
	if got == want {
		return
	}
	if !*update {
		t.Errorf("%s makes of\n%s\nthis:\n%s\nwant:\n%s", p.Name, input, got, want)
		return
	}
	if err := os.WriteFile(file, []byte(input+wantLine+got), 0o666); err != nil {
		t.Fatal(err)
	}
}

// runGolden returns what pass p makes of a module, or its messages. The result of
// every pass must be well-formed; the last pass leaves a lowered module.
func runGolden(t *testing.T, input string, p Pass) string {
	m, err := ir.Parse(input)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(m); err != nil {
		var diags *ir.Diagnostics
		if !errors.As(err, &diags) {
			t.Fatal(err)
		}
		return messages(diags)
	}
	if err := ir.Verify(m, p.After); err != nil {
		t.Errorf("after %s: %v\n%s", p.Name, err, ir.Print(m))
	}
	return ir.Print(m)
}

// messages lists diagnostics with their notes.
func messages(diags *ir.Diagnostics) string {
	var b strings.Builder
	for _, d := range diags.Sorted() {
		b.WriteString(d.Error() + "\n")
		for _, n := range d.Notes {
			b.WriteString("  ")
			if n.Pos.IsValid() {
				b.WriteString(n.Pos.String() + ": ")
			}
			b.WriteString("note: " + n.Message + "\n")
		}
	}
	return b.String()
}
