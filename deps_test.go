// Package omp2cl holds the test of the tree's structure.
package omp2cl

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the import path of the tree's root.
const module = "omp2cl"

// rooms lists the directories and, for each, the other rooms it may import. A
// directory belongs to the longest room that it is in or below. Compiler and
// runtime share no Go code: nothing on one side of the list names the other.
var rooms = map[string][]string{
	"cmd/omp2cl": {"frontend", "lower", "codegen", "ompir", "cmd/omp2cl/internal/report"},
	"frontend":   {"ompir"},
	"lower":      {"ompir"},
	"codegen":    {"ompir"},
	"ompir":      {},

	"cmd/omp2cl/internal/report": {},

	"cmd/omp2cl-devices": {"rtlib/cl", "rtlib/driver", "ppe"},
	"rtlib":              {"rtlib/driver", "rtlib/device", "rtlib/trace", "dtm", "ppe"},
	"rtlib/capi":         {"rtlib", "rtlib/cl", "rtlib/driver", "rtlib/hostmem", "dtm/heap"},
	"rtlib/hostmem":      {"rtlib", "dtm", "dtm/heap", "dtm/pages"},
	"rtlib/cl":           {"rtlib/driver", "ppe"},
	"rtlib/driver":       {"ppe"},
	"rtlib/device":       {},
	"rtlib/trace":        {},
	"dtm":                {},
	"dtm/pages":          {},
	"dtm/heap":           {},
	"ppe":                {},

	"scripts":         {},
	"tests":           {"frontend", "lower", "codegen", "ompir", "tests/scripting"},
	"tests/scripting": {},
	"benchmarks":      {},
	"demo":            {},
	"docs":            {"lower"},
	".":               {},
}

// forTests lists, for a room, the rooms that its test files may also import. The
// runtime's conformance suite runs on the real devices too, and the report is tested
// on what the runtime records.
var forTests = map[string][]string{
	"rtlib":      {"rtlib/cl"},
	"rtlib/cl":   {"rtlib"}, // the fake
	"cmd/omp2cl": {"tests/scripting"},

	"cmd/omp2cl/internal/report": {"rtlib/trace"},
}

// outside lists the modules from elsewhere and the rooms that may import them.
// Their test files may all import what only tests need.
var outside = map[string][]string{
	"modernc.org/cc/v4":               {"frontend"},
	"github.com/urfave/cli/v2":        {"cmd/omp2cl", "cmd/omp2cl-devices"},
	"golang.org/x/sys":                {"cmd/omp2cl", "rtlib", "rtlib/cl", "rtlib/capi", "dtm"},
	"github.com/rogpeppe/go-internal": {"tests/scripting"},
}

// onlyForTests are the modules that any test file may import.
var onlyForTests = []string{"github.com/rogpeppe/go-internal"}

// cRooms are the rooms where C code may stand.
var cRooms = []string{"rtlib/cl", "rtlib/capi", "dtm", "dtm/pages", "dtm/heap"}

// TestImportsFormTheDAG reads every Go file of the tree with go/parser: a test
// that asked go list would be answered from the test cache.
func TestImportsFormTheDAG(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if filepath.Ext(name) == ".go" {
			files++
			checkFile(t, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 10 {
		t.Errorf("read only %d Go files; is this the root of the tree?", files)
	}
}

func checkFile(t *testing.T, name string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	room := roomOf(path.Dir(name))
	if room == "." && path.Dir(name) != "." {
		t.Errorf("%s is in no room of deps_test.go", name)
	}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if complaint := objection(room, imported, strings.HasSuffix(name, "_test.go")); complaint != "" {
			t.Errorf("%s imports %s: %s", name, imported, complaint)
		}
	}
}

// objection says what is wrong with an import, or nothing.
func objection(room, imported string, inTest bool) string {
	switch {
	case imported == "C":
		if !slices.Contains(cRooms, room) {
			return "C code belongs in " + strings.Join(cRooms, ", ")
		}
	case imported == module || strings.HasPrefix(imported, module+"/"):
		other := roomOf(strings.TrimPrefix(strings.TrimPrefix(imported, module), "/"))
		if other != room && !slices.Contains(rooms[room], other) && !(inTest && slices.Contains(forTests[room], other)) {
			return "room " + room + " may import only " + strings.Join(rooms[room], ", ")
		}
	case strings.Contains(strings.SplitN(imported, "/", 2)[0], "."):
		return objectionToModule(room, imported, inTest)
	}
	return ""
}

func objectionToModule(room, imported string, inTest bool) string {
	for name, allowed := range outside {
		if imported != name && !strings.HasPrefix(imported, name+"/") {
			continue
		}
		if slices.Contains(allowed, room) || inTest && slices.Contains(onlyForTests, name) {
			return ""
		}
		return "this module is for " + strings.Join(allowed, ", ") + " only"
	}
	return "an unknown module"
}

// roomOf gives the longest room that dir is in or below.
func roomOf(dir string) string {
	for ; dir != "." && dir != ""; dir = path.Dir(dir) {
		if _, ok := rooms[dir]; ok {
			return dir
		}
	}
	return "."
}

// TestRoomsHaveNoCycle checks the list above itself.
func TestRoomsHaveNoCycle(t *testing.T) {
	const visiting, done = 1, 2
	state := map[string]int{}
	var visit func(room string, from []string)
	visit = func(room string, from []string) {
		if state[room] == visiting {
			t.Errorf("cycle: %s", strings.Join(append(from, room), " -> "))
		}
		if state[room] != 0 {
			return
		}
		state[room] = visiting
		for _, next := range rooms[room] {
			if _, ok := rooms[next]; !ok {
				t.Errorf("%s imports %s, which is no room", room, next)
			}
			visit(next, append(from, room))
		}
		state[room] = done
	}
	for room := range rooms {
		visit(room, nil)
	}
}

// TestObjections checks that the check can fail.
func TestObjections(t *testing.T) {
	for _, c := range []struct {
		room, imported string
		inTest, fine   bool
	}{
		{"cmd/omp2cl", "omp2cl/lower", false, true},
		{"cmd/omp2cl", "omp2cl/rtlib", false, false},
		{"lower", "omp2cl/codegen", false, false},
		{"frontend", "omp2cl/frontend/omp", false, true},
		{"rtlib", "omp2cl/ompir", false, false},
		{"ppe", "C", false, false},
		{"rtlib/cl", "C", false, true},
		{"lower", "modernc.org/cc/v4", false, false},
		{"frontend", "modernc.org/cc/v4", false, true},
		{"lower", "github.com/rogpeppe/go-internal/testscript", true, true},
		{"lower", "github.com/rogpeppe/go-internal/testscript", false, false},
		{"lower", "example.com/other", true, false},
		{"lower", "os/exec", false, true},
	} {
		if complaint := objection(c.room, c.imported, c.inTest); (complaint == "") != c.fine {
			t.Errorf("objection(%q, %q, %v) = %q", c.room, c.imported, c.inTest, complaint)
		}
	}
}
