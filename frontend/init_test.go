package frontend

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"omp2cl/ompir"
)

// initDeclarations are objects with initializers of every form; gcc's bytes are
// compared with those of the normalized form.
var initDeclarations = []struct{ decl, init string }{
	{"int v", "3"}, {"int v", "{ 4 }"}, {"char v", "'x'"}, {"double v", "-1.5e3"}, {"_Bool v", "7"},
	{"int v[4]", "{ 1, 2 }"}, {"int v[]", "{ 1, 2, 3 }"}, {"int v[]", "{ [5] = 1, 2, [1] = 7 }"}, {"int v[10]", "{ [2 ... 5] = 3, 4 }"},
	{"int v[]", "{ [2 ... 4] = 3, [3] = 9 }"},
	{"char v[]", "\"abc\""}, {"char v[2]", "\"ab\""}, {"char v[8]", "{ \"a\\0b\\x41\\101\" }"}, {"char v[3][4]", "{ \"ab\", { 'c', 'd' }, \"efgh\" }"},
	{"int v[2][3]", "{ 1, 2, 3, 4 }"}, {"int v[2][3]", "{ { 1 }, { 4, 5 } }"}, {"int v[2][3]", "{ [1][1] = 5, 6, [0] = { 7 } }"}, {"int v[][2]", "{ 1, 2, 3 }"},
	{"struct p v", "{ 1, 2 }"}, {"struct p v", "{ .y = 3 }"}, {"struct p v", "{ .y = 3, .x = 1 }"}, {"struct p v", "{ y: 4, x: 2 }"},
	{"struct n v", "{ 1, 2, 3, 4 }"}, {"struct n v", "{ .b.y = 3, 4.5, .a = { 9, 8 } }"}, {"struct n v", "{ { 1, 2 }, .d = 2.5 }"}, {"struct n v", "{ .b = { .y = 2 }, .b.x = 7 }"},
	{"struct p v[3]", "{ 1, 2, 3, 4, 5 }"}, {"struct p v[3]", "{ [1] = { 1 }, { 2, 3 } }"}, {"struct p v[3]", "{ [1].y = 5, 6, 7 }"},
	{"struct an v", "{ 1, 2, 3, 4 }"}, {"struct an v", "{ .i = 5, .z = 9 }"}, {"struct an v", "{ .in2 = 5, 6 }"}, {"struct an v", "{ .a = 1, { .d = 2.5 }, { 3, 4 } }"},
	{"union u v", "{ 7 }"}, {"union u v", "{ .d = 2.5 }"}, {"union u v[2]", "{ 1, { .c = \"xy\" } }"},
	{"struct arr v", "{ 1, 2, 3, 4, 5 }"}, {"struct arr v", "{ { 1 }, { [1] = 2 }, 3 }"}, {"struct arr v", "{ .q[2] = 4, 5 }"},
	{"int v", "sizeof(struct n) + E2 * 3"}, {"long v[2]", "{ 1 << 20, -1 }"}, {"float v[2]", "{ 1, 2.5f }"}, {"void *v[2]", "{ 0, (void *)0 }"},
	{"struct bf v", "{ 1, -2, 3 }"}, {"unsigned char v[2]", "{ 300 - 44, 255 }"}, {"int v[3]", "{ }"}, {"struct n v", "{ 0 }"},
}

const initPrelude = `
enum { E1, E2 = 5 };
struct p { int x, y; };
struct n { struct p a; struct p b; double d; };
struct an { int a; union { int i; double d; }; struct { int in1, in2; }; int z; };
union u { int i; double d; char c[4]; };
struct arr { int p[2]; int q[3]; int r; };
struct bf { int a : 3; int b : 4; int : 2; unsigned c : 9; };
`

// TestInitializers has gcc compare initializers with their normalized forms.
func TestInitializers(t *testing.T) {
	var in, out strings.Builder
	in.WriteString(initPrelude + "void f(void) {\n#pragma omp target\n{\n")
	for _, d := range initDeclarations {
		fmt.Fprintf(&in, "{ static const %s = %s; }\n", d.decl, d.init)
	}
	in.WriteString("}\n}\n")
	file := filepath.Join(t.TempDir(), "init.c")
	if err := os.WriteFile(file, []byte(in.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	m, diags := Build(Source{File: file, Text: preprocess(t, file, "-w")})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if len(m.Vars) != len(initDeclarations) {
		t.Fatalf("%d variables, want %d", len(m.Vars), len(initDeclarations))
	}
	out.WriteString("#include <string.h>\n#include <stdio.h>\n" + initPrelude + "int main(void) { int bad = 0;\n")
	for i, d := range initDeclarations {
		v := m.Vars[i]
		fmt.Fprintf(&out, "{ static %s = %s; static __typeof__(v) w = %s;\n", d.decl, d.init, cInit(v.Init))
		fmt.Fprintf(&out, "  if (sizeof v != %d || memcmp(&v, &w, sizeof v)) { bad = 1; puts(%q); } }\n", v.Type.Size(), d.decl+" = "+d.init+" is not "+cInit(v.Init))
	}
	out.WriteString("return bad; }\n")
	runC(t, out.String())
}

// cInit writes an initializer for gcc.
func cInit(n *ompir.Node) string {
	switch n.Op {
	case ompir.OpInit:
		var parts []string
		for _, k := range n.Kids {
			at := fmt.Sprintf("[%d]", k.Int)
			if n.Type.Record != nil {
				at = "." + k.Str
			}
			if strings.HasPrefix(at, ".anon_") {
				at = "" // in order: members before it are all given
				continue
			}
			parts = append(parts, at+" = "+cInit(k.Kids[0]))
		}
		return "{ " + strings.Join(append(parts, anonymousParts(n)...), ", ") + " }"
	case ompir.OpStr:
		return fmt.Sprintf("{ %s }", strings.Trim(strings.Join(strings.Fields(fmt.Sprint([]byte(n.Str))), ", "), "[]"))
	case ompir.OpConst:
		return fmt.Sprint(n.Int)
	case ompir.OpFConst:
		return n.Str
	case ompir.OpNeg:
		return "-" + cInit(n.Kids[0])
	case ompir.OpCast:
		if n.Type.Kind == ompir.Pointer {
			return "(void *)" + cInit(n.Kids[0])
		}
		return "(" + cType(n.Type) + ")(" + cInit(n.Kids[0]) + ")"
	}
	ops := map[ompir.Op]string{ompir.OpAdd: "+", ompir.OpSub: "-", ompir.OpMul: "*", ompir.OpShl: "<<"}
	return "(" + cInit(n.Kids[0]) + ops[n.Op] + cInit(n.Kids[1]) + ")"
}

// anonymousParts designates the members of anonymous members by their own names.
func anonymousParts(n *ompir.Node) (parts []string) {
	for _, k := range n.Kids {
		if n.Type.Record == nil || !strings.HasPrefix(k.Str, "anon_") {
			continue
		}
		for _, inner := range k.Kids[0].Kids {
			parts = append(parts, "."+inner.Str+" = "+cInit(inner.Kids[0]))
		}
	}
	return parts
}

// runC compiles and runs a program, which must return 0.
func runC(t *testing.T, text string) {
	t.Helper()
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "run.c"), filepath.Join(dir, "run")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	if out, err := exec.Command(exe).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
