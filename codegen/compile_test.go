package codegen

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// runtimeDefines are the macros that the runtime puts in front of the prelude.
const runtimeDefines = "#define OMP2CL_CPU 1\n#define OMP2CL_MAX_LOCAL 64\n"

// prelude returns the device prelude that kernels are built with.
func prelude(t *testing.T) string {
	text := runtimeDefines
	for _, file := range []string{"prelude.cl", "power.cl"} {
		part, err := os.ReadFile("../rtlib/device/" + file)
		if err != nil {
			t.Fatal(err)
		}
		text += string(part)
	}
	return text + "#line 1 \"kernel\"\n"
}

// compile writes text to a file and runs a compiler on it.
func compile(t *testing.T, text []byte, name string, command ...string) {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skipf("%s is not installed", command[0])
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	command = append(command, path)
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %v\n%s", command, err, out)
	}
}

// arenaOffsets defines the places of the unit's variables as the runtime does.
func arenaOffsets(u *unit) string {
	text := ""
	for _, v := range u.vars {
		text += "#define OMP2CL_AT_" + u.varSymbol(v) + " 64\n"
	}
	return text
}

// TestKernelsCompile has clang check every kernel text of the goldens.
func TestKernelsCompile(t *testing.T) {
	for _, g := range goldens(t) {
		if g.section("errors") != nil {
			continue
		}
		t.Run(filepath.Base(g.path), func(t *testing.T) {
			u := newUnit(g.input(t))
			u.deviceCode()
			text := prelude(t) + arenaOffsets(u) + string(u.kernelFile())
			compile(t, []byte(text), "k.cl", "clang", "-x", "cl", "-cl-std=CL1.2", "-fsyntax-only",
				"-Xclang", "-finclude-default-header", "-target", "spir64", "-w", "-Werror=incompatible-pointer-types")
		})
	}
}

// warningsOf compiles text and returns the messages, without carets and notes. The
// text must compile.
func warningsOf(t *testing.T, text []byte, command []string) string {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skipf("%s is not installed", command[0])
	}
	path := filepath.Join(t.TempDir(), "h.i")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(command[0], append(command[1:], path)...).CombinedOutput()
	if err != nil {
		t.Errorf("%v: %v\n%s", command, err, out)
	}
	return strings.Join(regexp.MustCompile(`(?m)^.*: (warning|error): .*$`).FindAllString(string(out), -1), "\n")
}

// TestHostsCompile has gcc and clang compile every host text of the goldens, as
// strict as users ask for: they say nothing about it that they do not say about
// the user's own text.
func TestHostsCompile(t *testing.T) {
	strict := []string{"-fopenmp", "-c", "-Wall", "-Wextra", "-pedantic", "-Wshadow", "-O2", "-o", "/dev/null"}
	compilers := map[string][]string{
		"gnu11": append([]string{"gcc", "-fpreprocessed", "-std=gnu11"}, strict...),
		"c89":   append([]string{"gcc", "-fpreprocessed", "-std=c89", "-Wdeclaration-after-statement", "-fPIC"}, strict...),
		"clang": append([]string{"clang", "-std=gnu11"}, append(strict, "-x", "cpp-output")...),
	}
	for _, g := range goldens(t) {
		if g.section("errors") != nil {
			continue
		}
		for name, c := range compilers {
			if name == "c89" && g.section("c99") != nil {
				continue
			}
			t.Run(filepath.Base(g.path)+"/"+name, func(t *testing.T) {
				in := g.input(t)
				host, _, err := Generate(in)
				if err != nil {
					t.Fatal(err)
				}
				want := warningsOf(t, in.Text, c)
				for _, line := range strings.Split(warningsOf(t, host, c), "\n") {
					if !strings.Contains(want+"\n", line+"\n") {
						t.Errorf("message that the user's text does not cause: %s", line)
					}
				}
			})
		}
	}
}
