package driver_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sources are the files that every command line of the tables below finds.
var sources = map[string]string{
	"plain.c":      "#include <stdio.h>\n#include \"inc/own.h\"\nint other(void);\nint main(void) { printf(\"%d %d\\n\", OWN, other()); return 0; }\n",
	"other.c":      "#include <omp.h>\nint other(void) { return omp_get_max_threads() > 0; }\n",
	"single.c":     "#include <stdio.h>\nint main(void) { puts(\"one\"); return 0; }\n",
	"device.c":     "#include <stdio.h>\n#include \"inc/own.h\"\nint main(void) {\n    int a = 0;\n#pragma omp target map(tofrom: a)\n    a = OWN;\n    printf(\"%d\\n\", a);\n    return 0;\n}\n",
	"devother.c":   "#include <stdio.h>\nint other(void) {\n    int a = 0;\n    _Pragma(\"omp target map(a)\") a = 1;\n    return a;\n}\n",
	"falls.c":      "int falls(int n) {\n    switch (n) {\n    case 1: n++; /* falls through */\n    case 2: n++;\n    }\n#pragma omp target map(tofrom: n)\n    n++;\n    return n;\n}\n",
	"fallsbad.c":   "int falls(int n) {\n    switch (n) {\n    case 1: n++;\n    case 2: n++;\n    }\n#pragma omp target map(tofrom: n)\n    n++;\n    return n;\n}\n",
	"error.c":      "int f(void) { return nothing; }\n",
	"noinc.c":      "#include \"nowhere.h\"\nint x;\n",
	"warn.c":       "#warning careful\nint f(int unused) { int v; return v; }\n",
	"inc/own.h":    "#define OWN 42\n",
	"asm.s":        "\t.globl foo\nfoo:\n\tret\n",
	"upper.S":      "#define NAME bar\n\t.globl NAME\nNAME:\n\tret\n",
	"cxx.cc":       "#include <cstddef>\nint cxx(std::size_t n) { return (int)n; }\n",
	"odd name.c":   "int odd = 1;\n",
	"args":         "-c 'odd name.c' -DX=\\\"a\\ b\\\" @more\n",
	"more":         "-o out.o\n",
	"pre.i":        "# 1 \"pre.c\"\nint pre = 3;\n",
	"sub/deep.c":   "int deep = 1;\n",
	"noext":        "int noext = 5;\n",
	"inc/forced.h": "#define FORCED 1\n",
}

// unlike lists ways in which an outcome may differ from gcc's.
type unlike uint8

const (
	objects unlike = 1 << iota // translated code differs from gcc's
)

// TestSameAsGcc runs command lines through gcc -fopenmp and through omp2cl, and
// compares exit status, both output streams and every file that was written.
func TestSameAsGcc(t *testing.T) {
	lines := []string{
		// Compiling and linking.
		"single.c", "single.c -o prog", "plain.c other.c -o prog", "-osingle single.c",
		"-c single.c", "-c single.c -o x.o", "-c plain.c other.c", "-c single.c -o /dev/null",
		"-S single.c", "-S single.c -o -", "-O2 -g -c single.c", "-O3 -ffast-math -march=x86-64-v2 -S other.c",
		"-c sub/deep.c", "-S sub/deep.c other.c", "-fsyntax-only plain.c", "-fsyntax-only error.c", "--compile single.c --output=x.o",
		"-std=c99 -pedantic -Wall -Wextra -c warn.c", "-w -c warn.c", "-Werror -c warn.c",
		"-pthread single.c -lm -o prog", "-static single.c -o prog", "-s single.c -o prog", "-shared -fPIC other.c -o libother.so",
		"-r -nostdlib other.c -o part.o", "-fPIE -pie single.c -o prog", "-no-pie single.c", "-rdynamic single.c -o prog",
		"-pipe -c single.c", "-fno-openmp -c device.c",
		"-Wl,--no-undefined -shared -fPIC other.c -o lib.so -z defs",
		"-g3 -c single.c", "-fstack-usage -c single.c", "-gsplit-dwarf -g -c single.c -o split.o",
		"-save-temps -c single.c", "-save-temps=obj -c single.c -o inc/s.o", "-save-temps single.c -o prog",
		// Preprocessing.
		"-E single.c", "-E plain.c -o plain.i", "-E -P device.c", "-E -dM device.c", "-M plain.c", "-MM plain.c", "-MM -MT a -MF deps plain.c",
		"-c plain.c -D A -DB=1 -U C -UD -I inc -Iinc -isystem inc -iquote inc -idirafter inc -include inc/forced.h -imacros inc/forced.h",
		"-nostdinc -c sub/deep.c", "-Wp,-MD,wp.d -c plain.c", "-Xpreprocessor -DX -c plain.c",
		// Dependency files.
		"-MD -c plain.c", "-MMD -c plain.c -o inc/p.o", "-MMD -MP -MF deps.d -MT target -c plain.c", "-MD -c plain.c other.c",
		"-MD plain.c other.c -o prog", "-MMD single.c", "-MD -MQ a$b -c plain.c",
		// Languages.
		"-x c noext -c", "-x c noext -x none other.c -c", "-xc noext -S", "-c pre.i", "-c asm.s", "-c upper.S", "-c cxx.cc",
		"-c asm.s upper.S single.c", "-x assembler asm.s -x c noext -c",
		// Response files.
		"@args", "@nowhere", "-c single.c @more",
		// Errors.
		"", "-c", "nowhere.c", "-c error.c", "-c error.c single.c", "-c noinc.c", "-c noinc.c single.c", "single.c noinc.c asm.s -o prog", "-S noinc.c warn.c", "error.c -o prog", "-foo single.c", "-c single.c other.c -o x.o",
		"-c plain.c -o nowhere/x.o", "-o single.c single.c", "-c single.c -o", "other.c", "-lnowhere", "-x", "-x nolanguage single.c", "-std=c77 -c single.c",
		"nowhere.o", "-o prog", "-MF", "-Wl,-nonsense single.c", "-include nowhere.h -c single.c", "-MD -c error.c", "-c single.c -MF x.d",
		// Questions.
		"--version", "-dumpversion", "-dumpmachine", "-print-prog-name=ld", "-print-file-name=libgomp.a", "-print-search-dirs", "--help=target", "-###",
	}
	for _, line := range lines {
		t.Run(line, func(t *testing.T) { compareWithGcc(t, line, 0) })
	}
}

// TestDeviceCodeLeavesTheSameFiles does the same with files that are
// translated: the code in them is another, everything else is not. A few lines
// are here because gcc writes other bytes each time.
func TestDeviceCodeLeavesTheSameFiles(t *testing.T) {
	for _, line := range []string{
		"-c device.c", "-c device.c -o x.o", "-c device.c plain.c devother.c", "device.c -o prog", "plain.c devother.c", "-S device.c", "-fsyntax-only device.c",
		"-c device.c -o /dev/null", "-MD -c device.c", "-MMD -c device.c -o inc/p.o", "-MD device.c -o prog", "-MMD plain.c devother.c",
		"-MD plain.c devother.c -o prog", "-MMD -MP -MF deps.d -MT target -c device.c", "-MD -MQ a$b -c device.c", "-MD -c device.c devother.c",
		"-Wp,-MD,wp.d -c device.c", "-MMD -MF - -c device.c", "--coverage -c device.c -o cov.o", "--coverage plain.c devother.c -o prog", "-fstack-usage device.c -o prog",
		"-gsplit-dwarf -g device.c -o prog", "-shared -fPIC devother.c -o lib.so", "--coverage -c single.c -o cov.o", "-flto -O2 plain.c other.c -o prog", "-flto -O2 plain.c devother.c -o prog",
		"-x c device.c -x none asm.s -o prog", "-x c devother.c plain.c -o prog", "-c device.c error.c plain.c", "-c device.c noinc.c plain.c", "device.c noinc.c -o prog", "-c device.c -o nowhere/x.o",
		"-o device.c device.c", "device.c -Wl,-nonsense -o prog", "-foo -c device.c", "-c device.c devother.c -o x.o", "device.c error.c -o prog",
		"-Wall -Wextra -c device.c", "-Wextra -Werror -c falls.c", "-Wextra -Werror -c fallsbad.c", "-Wimplicit-fallthrough=5 -c falls.c", "-Werror=implicit-fallthrough falls.c -c", "-std=c99 -O2 -g -c devother.c", "-E device.c", "-M device.c", "-fno-openmp -c device.c", "-include inc/forced.h -DX -c device.c",
	} {
		t.Run(line, func(t *testing.T) { compareWithGcc(t, line, objects) })
	}
}

func compareWithGcc(t *testing.T, line string, allowed unlike) {
	t.Parallel()
	words := fields(line)
	root := t.TempDir()
	dir := filepath.Join(root, "d")
	theirs := outcome(t, dir, append([]string{"gcc", "-fopenmp"}, words...))
	if line == "" {
		theirs = outcome(t, dir, []string{"gcc"})
	}
	ours := outcome(t, dir, append([]string{"omp2cl"}, words...))
	if ours.code != theirs.code {
		t.Errorf("exit status %d, gcc's is %d\n%s", ours.code, theirs.code, ours.stderr)
	}
	if line != "" && !sameLines(ours.stdout, theirs.stdout, allowed) {
		t.Errorf("standard output:\n%s\ngcc's:\n%s", ours.stdout, theirs.stdout)
	}
	if line != "" && withoutTempNames(ours.stderr) != withoutTempNames(theirs.stderr) {
		t.Errorf("standard error:\n%s\ngcc's:\n%s", ours.stderr, theirs.stderr)
	}
	compareFiles(t, ours.files, theirs.files, allowed)
}

// fields splits a command line of the tables, where a blank inside a name is
// not needed.
func fields(line string) []string { return strings.Fields(line) }

type result struct {
	code           int
	stdout, stderr string
	files          map[string]string
}

// outcome runs a command in a fresh directory with the sources. Both compilers
// use the same path, which debug information holds.
func outcome(t *testing.T, dir string, words []string) result {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	writeSources(t, dir)
	cmd := exec.Command(words[0], words[1:]...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = append(os.Environ(), "LC_ALL=C", "SOURCE_DATE_EPOCH=1")
	if err := cmd.Run(); cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String(), readTree(t, dir)}
}

func writeSources(t *testing.T, dir string) {
	t.Helper()
	for name, text := range sources {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func readTree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir+"/")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func compareFiles(t *testing.T, ours, theirs map[string]string, allowed unlike) {
	t.Helper()
	for name, text := range theirs {
		got, ok := ours[name]
		switch {
		case !ok:
			t.Errorf("%s is missing", name)
		case got != text && !(allowed&objects != 0 && isCode(name)):
			t.Errorf("%s differs from gcc's:\n%.300q\n%.300q", name, got, text)
		}
	}
	for name := range ours {
		if _, ok := theirs[name]; !ok {
			t.Errorf("gcc does not write %s", name)
		}
	}
}

// isCode reports whether the file holds code, which a translation changes.
func isCode(name string) bool {
	switch filepath.Ext(name) {
	case ".o", ".s", ".so", ".out", ".gcno", ".gch", ".dwo", ".su", "":
		return true
	}
	return false
}

func sameLines(ours, theirs string, allowed unlike) bool {
	return ours == theirs || allowed&objects != 0 && strings.Contains(theirs, "\t.text")
}

// withoutTempNames takes names of temporary files, and the order in which two
// inputs are complained about, out of messages.
func withoutTempNames(text string) string {
	var lines []string
	for _, l := range strings.Split(text, "\n") {
		for _, w := range strings.Fields(l) {
			if strings.Contains(w, "/tmp/cc") || strings.Contains(w, "/omp2cl-") {
				l = strings.ReplaceAll(l, w, "TEMP")
			}
		}
		lines = append(lines, l)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
