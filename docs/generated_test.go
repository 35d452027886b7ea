// Package docs tests that the documents of the tree are true: what they show of
// omp2cl's output is its output, and what they point to is there.
package docs

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"omp2cl/lower"
)

var update = flag.Bool("update", false, "rewrite the generated blocks of the documents")

// root is the root of the tree; every command runs there.
const root = ".."

func TestMain(m *testing.M) {
	flag.Parse()
	build := exec.Command("make", "-s", "build")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "make build: %v\n%s", err, out)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// block is a generated block: a comment that says how it is made, and the fenced
// text behind it.
//
//	<!-- generated: kernel examples/saxpy.c -->
//	```c
//	...
//	```
var block = regexp.MustCompile("(?ms)^<!-- generated: ([^\n]*) -->\n```([a-z]*)\n(.*?)^```$")

// generators make the text of a block from the words behind its kind.
var generators = map[string]func(t *testing.T, words []string) string{
	"file":   fileBlock,
	"kernel": kernelBlock,
	"host":   hostBlock,
	"dump":   dumpBlock,
	"passes": passesBlock,
}

func TestGeneratedBlocks(t *testing.T) {
	seen := 0
	for _, name := range documents(t) {
		old := read(t, name)
		text := block.ReplaceAllStringFunc(old, func(found string) string {
			seen++
			parts := block.FindStringSubmatch(found)
			words := strings.Fields(parts[1])
			generate := generators[words[0]]
			if generate == nil {
				t.Fatalf("%s: no generator %q", name, parts[1])
			}
			want := generate(t, words[1:])
			if want != parts[3] && !*update {
				t.Errorf("%s shows another text for %q than omp2cl gives (go test ./docs -update rewrites it); it gives:\n%s",
					name, parts[1], want)
			}
			return fmt.Sprintf("<!-- generated: %s -->\n```%s\n%s```", parts[1], parts[2], want)
		})
		if *update && text != old {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if seen < 4 {
		t.Errorf("the documents have only %d generated blocks; is the pattern wrong?", seen)
	}
}

// documents lists the documents, relative to the root.
func documents(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			names = append(names, strings.TrimPrefix(name, root+"/"))
		}
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// omp2cl runs the tree's command in the root and returns its standard error.
func omp2cl(t *testing.T, arguments ...string) string {
	t.Helper()
	cmd := exec.Command("bin/omp2cl", arguments...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("omp2cl %s: %v\n%s", strings.Join(arguments, " "), err, &stderr)
	}
	return stderr.String()
}

// fileBlock shows FILE [FIRST LAST]: the lines from the one that starts with FIRST
// to before the next one that starts with LAST. A ~ in both stands for a blank.
func fileBlock(t *testing.T, words []string) string {
	return cut(t, read(t, words[0]), words[1:])
}

// kernelBlock shows the kernels of FILE.
func kernelBlock(t *testing.T, words []string) string {
	return cut(t, translated(t, words[0], ".cl"), words[1:])
}

// marker is a line that tells the place of the next one.
var marker = regexp.MustCompile(`(?m)^#(line)? \d+ ".*\n`)

// hostBlock shows a part of FILE's host text, FIRST and LAST as for fileBlock,
// without line markers.
func hostBlock(t *testing.T, words []string) string {
	return cut(t, marker.ReplaceAllString(translated(t, words[0], ".host.c"), ""), words[1:])
}

// cut returns the lines from one with the first mark to before one with the other.
func cut(t *testing.T, text string, marks []string) string {
	t.Helper()
	if len(marks) == 0 {
		return text
	}
	var out strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		if inside && strings.HasPrefix(line, strings.ReplaceAll(marks[1], "~", " ")) {
			return strings.Trim(out.String(), "\n") + "\n"
		}
		inside = inside || strings.HasPrefix(line, strings.ReplaceAll(marks[0], "~", " "))
		if inside {
			out.WriteString(line)
		}
	}
	t.Errorf("no lines from %q to %q", marks[0], marks[1])
	return ""
}

func translated(t *testing.T, file, suffix string) string {
	t.Helper()
	dir := t.TempDir()
	omp2cl(t, "translate", file, "-o", dir)
	text, err := os.ReadFile(filepath.Join(dir, strings.TrimSuffix(filepath.Base(file), ".c")+suffix))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// offsets are places in the preprocessed text: they depend on the C library.
var offsets = regexp.MustCompile(`\((pragma|body) \d+ \d+\)`)

// dumpBlock shows the forms "(HEAD ..." of the module of FILE after PASS: PASS
// FILE HEAD.
func dumpBlock(t *testing.T, words []string) string {
	pass, file, head := words[0], words[1], words[2]
	dump := omp2cl(t, "--omp2cl-dump="+pass, "-c", "-o", filepath.Join(t.TempDir(), "t.o"), file)
	var out strings.Builder
	inside := false
	for line := range strings.Lines(dump) {
		if strings.HasPrefix(line, "  (") || !strings.HasPrefix(line, " ") {
			inside = strings.HasPrefix(line, "  ("+head+" ")
		}
		if inside {
			out.WriteString(strings.TrimPrefix(line, "  "))
		}
	}
	text := offsets.ReplaceAllString(out.String(), "($1 ...)")
	if surplus := strings.Count(text, ")") - strings.Count(text, "("); surplus > 0 {
		text = strings.TrimSuffix(text, strings.Repeat(")", surplus)+"\n") + "\n"
	}
	return text
}

// passesBlock lists the passes in order.
func passesBlock(*testing.T, []string) string {
	var out strings.Builder
	for _, p := range lower.Passes {
		optional := ""
		if p.Optional {
			optional = " (can be disabled)"
		}
		fmt.Fprintf(&out, "%-21s %s%s\n", p.Name, p.Doc, optional)
	}
	return out.String()
}
