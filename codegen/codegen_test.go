package codegen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"omp2cl/ompir"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// golden is one test case: host text, IR, and what they should become.
type golden struct {
	path    string
	archive *txtar.Archive
}

func (g *golden) section(name string) []byte {
	for _, f := range g.archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func (g *golden) set(name string, data []byte) {
	for i, f := range g.archive.Files {
		if f.Name == name {
			g.archive.Files[i].Data = data
			return
		}
	}
	g.archive.Files = append(g.archive.Files, txtar.File{Name: name, Data: data})
}

func goldens(t *testing.T) []*golden {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	var list []*golden
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, &golden{path, a})
	}
	return list
}

// input parses the case. Where the IR has no ranges it gives the n-th construct the range of the n-th device
// pragma and of the lines behind it, up to the comment /* end n */ if there is one.
func (g *golden) input(t *testing.T) Input {
	m, err := ompir.Parse(string(g.section("in.ir")))
	if err != nil {
		t.Fatal(err)
	}
	text := g.section("in.c")
	in := Input{Module: m, Text: text, Options: "-D OMP2CL_CONTRACT=1", UnitID: "u1"}
	if len(m.Constructs) > 0 && m.Constructs[0].Pragma.End > 0 {
		return in
	}
	spots := regexp.MustCompile(`(?m)#pragma omp target.*$`).FindAllIndex(text, -1)
	if len(spots) != len(m.Constructs) {
		t.Fatalf("%d pragmas, %d constructs", len(spots), len(m.Constructs))
	}
	for i, c := range m.Constructs {
		c.Pragma = ompir.Range{Start: spots[i][0], End: spots[i][1]}
		mark := []byte("/* end " + string(rune('1'+i)) + " */")
		if end := bytes.Index(text, mark); end >= 0 {
			c.Body = ompir.Range{Start: spots[i][1] + 1, End: end}
		}
	}
	return in
}

// TestGoldens compares host and kernel text with the recorded ones.
func TestGoldens(t *testing.T) {
	for _, g := range goldens(t) {
		t.Run(filepath.Base(g.path), func(t *testing.T) {
			host, kernel, err := Generate(g.input(t))
			if err != nil || g.section("errors") != nil {
				g.compare(t, "errors", []byte(errorText(err)))
			} else {
				g.compare(t, "kernel.cl", kernel)
				g.compare(t, "host.c", host)
			}
			g.save(t)
		})
	}
}

// save writes the case back when goldens are to be rewritten.
func (g *golden) save(t *testing.T) {
	if !*update {
		return
	}
	if err := os.WriteFile(g.path, txtar.Format(g.archive), 0o666); err != nil {
		t.Fatal(err)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error() + "\n"
}

func (g *golden) compare(t *testing.T, name string, got []byte) {
	want := g.section(name)
	if *update {
		g.set(name, got)
		return
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (-update rewrites it):\n%s", name, firstDifference(string(want), string(got)))
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range g {
		if i >= len(w) || w[i] != g[i] {
			old := "<nothing>"
			if i < len(w) {
				old = w[i]
			}
			return "want " + old + "\ngot  " + g[i]
		}
	}
	return "the result is shorter"
}
