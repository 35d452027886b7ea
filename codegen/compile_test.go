package codegen

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// preludeStub stands for the runtime's prelude where only syntax matters.
const preludeStub = `#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct { __global char *arena; __global char *scratch; } omp2cl_context;
#define OMP2CL_KERNEL_BEGIN(form) omp2cl_context omp2cl_ctx; omp2cl_ctx.arena = omp2cl_arena; omp2cl_ctx.scratch = omp2cl_scratch;
#define OMP2CL_KERNEL_END
#define omp2cl_assert_failed() ((void)0)
#define omp2cl_get_team_num() ((int)get_group_id(0))
`

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
			text := preludeStub + arenaOffsets(u) + string(u.kernelFile())
			compile(t, []byte(text), "k.cl", "clang", "-x", "cl", "-cl-std=CL1.2", "-fsyntax-only",
				"-Xclang", "-finclude-default-header", "-target", "spir64", "-Wall", "-Wno-unused",
				"-Wno-gnu-statement-expression", "-Werror=incompatible-pointer-types")
		})
	}
}

// TestHostsCompile has gcc and clang compile every host text of the goldens, as
// strict as users ask for.
func TestHostsCompile(t *testing.T) {
	strict := []string{"-fopenmp", "-c", "-Wall", "-Wextra", "-pedantic", "-Wshadow", "-Werror", "-O2", "-o", "/dev/null"}
	compilers := [][]string{
		append([]string{"gcc", "-fpreprocessed", "-std=gnu11"}, strict...),
		append([]string{"gcc", "-fpreprocessed", "-std=c89", "-Wdeclaration-after-statement", "-fPIC"}, strict...),
		append([]string{"clang", "-std=gnu11"}, append(strict, "-x", "cpp-output")...),
	}
	for _, g := range goldens(t) {
		if g.section("errors") != nil {
			continue
		}
		host, _, err := Generate(g.input(t))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range compilers {
			if c[2] == "-std=c89" && g.section("c99") != nil {
				continue
			}
			t.Run(filepath.Base(g.path)+"/"+c[0]+c[2], func(t *testing.T) { compile(t, host, "h.i", c...) })
		}
	}
}
