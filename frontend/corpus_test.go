package frontend

import (
	"path/filepath"
	"testing"

	"omp2cl/ompir"
)

// TestCorpus builds every program of the end-to-end corpus: none may be refused,
// the IR must survive being printed and parsed, and the byte ranges must be right.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("../tests/e2e/testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	parts, _ := filepath.Glob("../tests/e2e/testdata/parts/*.c")
	for _, file := range append(files, parts...) {
		t.Run(filepath.Base(file), func(t *testing.T) { buildOne(t, file) })
	}
}

func buildOne(t *testing.T, file string) {
	t.Parallel()
	text := Respell(preprocess(t, file))
	m, diags := Build(Source{File: filepath.Base(file), Text: text})
	for _, d := range diags.Sorted() {
		if d.Severity == ompir.Error {
			t.Error(d)
		} else {
			t.Log(d)
		}
	}
	if m == nil {
		return
	}
	if err := ompir.Verify(m, ompir.FormFrontend); err != nil {
		t.Error(err)
	}
	checkRanges(t, m, text)
	printed := ompir.Print(m)
	again, err := ompir.Parse(printed)
	if err != nil {
		t.Fatal(err)
	}
	if reprinted := ompir.Print(again); reprinted != printed {
		t.Error("the IR changes when it is printed and parsed")
	}
}

// checkRanges checks that pragma ranges hold a pragma and body ranges a statement.
func checkRanges(t *testing.T, m *ompir.Module, text []byte) {
	for _, k := range m.Constructs {
		if p := text[k.Pragma.Start:k.Pragma.End]; len(p) == 0 || p[0] != '#' {
			t.Errorf("construct %d: pragma range holds %q", k.ID, p)
		}
		if k.Body.End == 0 {
			continue
		}
		b := text[k.Body.Start:k.Body.End]
		if last := b[len(b)-1]; last != ';' && last != '}' {
			t.Errorf("construct %d: body range holds %q", k.ID, b)
		}
	}
}
