package heap

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// room is where TestMain has put the C side: libheap.a, what goes into the
// runtime library, and names.o, what stands in front of the C library.
var room string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "omp2cl-heap")
	if err != nil {
		panic(err)
	}
	room = dir
	build := exec.Command("sh", "-e", "-c", `
		flags="-g -O2 -fPIC -Wall -Wextra -Wno-unused-parameter -Werror"
		here=$(pwd)
		mkdir $0/core $0/names
		cd $0/core && gcc $flags -c $here/*.c && ar rcs ../libheap.a *.o
		cd $0/names && gcc $flags -fno-builtin -c $here/names/*.c && gcc -r -nostdlib *.o -o ../names.o`, dir)
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// sources reads what only gcc is given otherwise, so that go test knows that the
// tests depend on it: what is read before they run does not count.
func sources() {
	for _, pattern := range []string{"*.[ch]", "names/*.[ch]", "testdata/*.[ch]", "../pages/pages.h", "../pages/direct.h"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			if _, err := os.ReadFile(file); err != nil {
				panic(err)
			}
		}
	}
}

// compile builds a program of testdata with the room in it.
func compile(t *testing.T, name string, flags ...string) string {
	t.Helper()
	sources()
	exe := filepath.Join(t.TempDir(), name)
	words := append([]string{"-g", "-O1", "-Wall", "-Werror", "-Wno-alloc-size-larger-than", "-fno-builtin", "-o", exe}, flags...)
	words = append(words, filepath.Join("testdata", name+".c"),
		filepath.Join(room, "names.o"), filepath.Join(room, "libheap.a"), "-lpthread", "-ldl")
	if out, err := exec.Command("gcc", words...).CombinedOutput(); err != nil {
		t.Fatalf("gcc %s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return exe
}

// library builds a shared library of testdata, without the room.
func library(t *testing.T, name string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name+".so")
	words := []string{"-shared", "-fPIC", "-fno-builtin", "-Wall", "-Werror", "testdata/" + name + ".c", "-o", file}
	if out, err := exec.Command("gcc", words...).CombinedOutput(); err != nil {
		t.Fatalf("gcc %s: %v\n%s", strings.Join(words, " "), err, out)
	}
	return file
}

// succeed runs a command that must print "ok" at its end.
func succeed(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = time.Minute
	timer := time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Run(); err != nil || !strings.HasSuffix(out.String(), "ok\n") {
		t.Errorf("%s: %v\n%s", cmd, err, out.String())
	}
}

func TestPrograms(t *testing.T) {
	for name, flags := range map[string][]string{
		"family": nil, "threads": nil, "kinds": nil, "io": nil, "forks": nil, "exits": nil,
		"handlers": nil, "returning": nil, "limits": nil, "own": nil,
		"fortified": {"-O2", "-D_FORTIFY_SOURCE=2", "-fbuiltin"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			succeed(t, exec.Command(compile(t, name, flags...)))
		})
	}
}

// TestDeaths runs the program that wants a library to close.
func TestDeaths(t *testing.T) { succeed(t, exec.Command(compile(t, "deaths"), library(t, "library"))) }

// TestLayouts runs programs linked in other ways.
func TestLayouts(t *testing.T) {
	for _, flags := range [][]string{
		{"-no-pie", "-fno-pie"}, {"-Wl,-z,now"}, {"-Wl,-z,norelro"}, {"-Wl,--gc-sections,--as-needed"}, {"-flto"},
	} {
		for _, name := range []string{"kinds", "family"} {
			succeed(t, exec.Command(compile(t, name, flags...)))
		}
	}
	succeed(t, exec.Command("setarch", "-R", compile(t, "kinds", "-no-pie"))) // no randomization: brk touches .bss
}

// TestStepsAside runs a program with a preloaded allocator.
func TestStepsAside(t *testing.T) {
	preload := library(t, "preloaded")
	for _, name := range []string{"aside", "threads"} {
		cmd := exec.Command(compile(t, name), "200")
		cmd.Env = append(os.Environ(), "LD_PRELOAD="+preload)
		succeed(t, cmd)
	}
}

// TestValgrind runs a program whose allocator valgrind replaces.
func TestValgrind(t *testing.T) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("valgrind is not installed")
	}
	succeed(t, exec.Command("valgrind", "-q", "--error-exitcode=9", compile(t, "threads"), "200"))
}

// TestWrapper asks through Go, in a test binary without the names: nothing is in
// force, and the kinds that need no names are known.
func TestWrapper(t *testing.T) {
	if InForce() != 0 {
		t.Errorf("in force: %b", InForce())
	}
	if kind, _, _ := Kind(0); kind != Unknown {
		t.Errorf("address 0 is %v", kind)
	}
	if err := DetachData(1, 2); err == nil {
		t.Error("detached what is no page")
	}
	Tracked(0x1000, 0x2000)
	if c := Count(); c.InUse != 0 || c.Retained != 0 {
		t.Errorf("counts: %+v", c)
	}
	if n := ExitReaders(); n < 0 || n > 100 {
		t.Errorf("%d readers at exit", n)
	}
	for m := Unknown - 1; m <= FileShared+1; m++ {
		if m.String() == "" {
			t.Errorf("kind %d has no name", int(m))
		}
	}
}
