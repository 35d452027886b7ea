package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)

// TestLinks follows the links to files of the tree.
func TestLinks(t *testing.T) {
	for _, name := range documents(t) {
		for _, found := range link.FindAllStringSubmatch(read(t, name), -1) {
			target := found[1]
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(name), target)); err != nil {
				t.Errorf("%s points to %s: %v", name, target, err)
			}
		}
	}
}

// path is the name of a file or directory of the tree, written as code.
var path = regexp.MustCompile("`((?:benchmarks|cmd|codegen|demo|docs|dtm|examples|frontend|lower|ompir|ppe|rtlib|scripts|tests)/[\\w./-]*)`")

// TestPaths looks for the files that documents name.
func TestPaths(t *testing.T) {
	for _, name := range documents(t) {
		for _, found := range path.FindAllStringSubmatch(read(t, name), -1) {
			if strings.Contains(found[1], "/out") {
				continue // what make demo and make bench write
			}
			if _, err := os.Stat(filepath.Join(root, found[1])); err != nil {
				t.Errorf("%s names %s: %v", name, found[1], err)
			}
		}
	}
}

// setting is an environment variable or an option of omp2cl's own, or the name of
// a macro or function that generated code uses.
var setting = regexp.MustCompile(`\b(OMP2CL_[A-Z_]*[A-Z]|OMP_[A-Z_]*[A-Z]|omp2cl_[a-z_]*[a-z])\b|--omp2cl-[a-z-]*[a-z]`)

// TestSettings looks for the names in the code.
func TestSettings(t *testing.T) {
	code := sources(t)
	for _, name := range documents(t) {
		reported := map[string]bool{}
		for _, found := range setting.FindAllString(read(t, name), -1) {
			if word := strings.TrimPrefix(found, "--omp2cl-"); !strings.Contains(code, word) && !reported[found] {
				t.Errorf("%s names %s, which is nowhere in the code", name, found)
				reported[found] = true
			}
		}
	}
}

// sources is the text of all code of the tree.
func sources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && d.Name() != "."
		if d.IsDir() && (hidden || d.Name() == "out" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		switch filepath.Ext(name) {
		case ".go", ".c", ".h", ".cl", ".sh", "":
		default:
			return nil
		}
		if d.IsDir() || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, filepath.Join(root, "bin")) {
			return nil
		}
		text, err := os.ReadFile(name)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
