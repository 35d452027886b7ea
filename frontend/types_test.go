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

// typedExpressions are expressions whose types gcc is asked to confirm. The names
// are declared by typePrelude.
var typedExpressions = []string{
	"c + c", "uc + 1", "s * us", "i + u", "u + l", "i + ul", "l + ll", "ul + ll", "ll + l", "f + i", "f * d", "b + b",
	"-c", "+us", "~uc", "!d", "-f", "~ul", "c << l", "ul >> 1", "us << us", "i < d", "p == q", "p && i",
	"p + 1", "1 + p", "p - q", "arr + 1", "arr - p", "&arr", "&arr[1]", "*arr", "arr[1]", "1[arr]", "mat[1]", "*mat", "&mat[1]",
	"i ? c : uc", "i ? f : l", "i ? p : 0", "i ? (void *)0 : p", "i ? p : vp", "i ? st : st", "c ?: l",
	"i, f", "c = 300", "d += 1", "c++", "--us", "b = 3", "sizeof i", "sizeof(struct s)", "_Alignof(double)",
	"'a'", "L'a'", "1", "1u", "1l", "1ul", "1ll", "2147483648", "4294967296", "0xffffffff", "0x7fffffffffffffff", "0xffffffffffffffff", "1.0", "1.0f", "1e3", "0x1p3", "0b101", "017",
	"\"abc\"", "st.c", "ps->arr", "ps->inner.x", "ps->anon_member", "(*ps).u8", "st.bit3 + 1", "st.bit31 - 5", "st.ubit32 - 1", "st.sbit + u", "st.ubit3 * 2u",
	"e", "E1", "EBIG", "e + 1", "neg", "neg + 0u", "(char)i", "(unsigned char)i + 1u", "(struct s *)vp", "(double (*)[4])vp", "*(double (*)[4])vp",
	"(struct s){1}", "(int[]){1, 2, 3}", "({ int t = 3; t * 2.0f; })", "_Generic(c, char: 1.0f, signed char: 2.0, default: 3)", "_Generic(l, long: 1.0f, long long: 2.0)",
	"_Generic(p, int *: 1.0f, default: 'x')", "__builtin_expect(i, 1)", "sqrtf(i)", "sqrt(f)", "fabs(d) + f", "abs(i)", "pow(i, 2)", "func(c)", "pfunc(c)", "td + 1", "tarr[1]",
	"(__typeof__(f))i", "(__typeof__(i + d))1", "vla[1]", "*vla", "sizeof vla", "par[1]", "par[1][2]", "&par[1]", "__builtin_constant_p(3)", "offsetof(struct s, arr)", "lref[2]", "u8 + u8", "i64 * u32", "sz + 1", "pd - (double *)0",
	"__func__", "(b ? c : s) + uc", "u ? i : u", "(_Bool)d", "b ^ b", "b << b", "!b + 1u", "f++", "p++", "*p++", "(*p)++", "&*p", "&ps->arr[1]", "ps++->c", "mat[1][2] % 3", "i & u", "c | us", "l ^ u", "-1 >> 1", "-1U >> 1", "1 ? 1 : 1u", "0 ? 1L : 1u",
}

const typePrelude = `
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
enum color { E1, E2 = 5 };
enum sign { NEG = -1, POS };
enum { EBIG = 0x100000000 };
struct s { char c; unsigned u8; int arr[4]; struct { double x; } inner; union { short anon_member; int other; };
  unsigned bit3 : 3; int sbit : 5; unsigned bit31 : 31; unsigned ubit32 : 32; unsigned ubit3 : 3; };
typedef unsigned short tdtype;
typedef float row[4];
static float func(double x) { return x; }
static double *pfunc(int x) { return 0; }
static void test(char c, unsigned char uc, short s, unsigned short us, int i, unsigned u, long l, unsigned long ul, long long ll,
  float f, double d, _Bool b, int *p, int *q, void *vp, struct s st, struct s *ps, enum color e, enum sign neg, tdtype td, int n, double par[n][n], int lref[static 3],
  uint8_t u8, int64_t i64, uint32_t u32, size_t sz, double *pd)
{
  int arr[5], mat[3][7]; row tarr; float vla[n];
`

// TestExpressionTypes has gcc confirm the types that expressions get.
func TestExpressionTypes(t *testing.T) {
	var in strings.Builder
	in.WriteString(typePrelude + "#pragma omp target\n{\n")
	for _, x := range typedExpressions {
		fmt.Fprintf(&in, "(void)0; %s;\n", x)
	}
	in.WriteString("}\n}\n")
	file := filepath.Join(t.TempDir(), "types.c")
	if err := os.WriteFile(file, []byte(in.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	m, diags := Build(Source{File: file, Text: preprocess(t, file, "-w")})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var out strings.Builder
	out.WriteString(typePrelude)
	kids := m.Constructs[0].Node.Kids[0].Kids
	for i, x := range typedExpressions {
		n := kids[2*i+1].Kids[0]
		fmt.Fprintf(&out, "_Static_assert(__builtin_types_compatible_p(__typeof__(%s), __typeof__(%s)), %q);\n",
			unqualifiedC(n, x), cType(n.Type), x+" is not "+cType(n.Type))
	}
	out.WriteString("}\n")
	compileC(t, out.String())
}

// unqualifiedC returns x as gcc shall see it: bit-fields have no typeof.
func unqualifiedC(n *ompir.Node, x string) string {
	if n.Op == ompir.OpStr {
		return "(" + x + ")"
	}
	return x
}

func compileC(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "check.c")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-fsyntax-only", file).CombinedOutput(); err != nil {
		t.Errorf("%s", out)
	}
}

// cType writes a type for gcc's __typeof__.
func cType(t *ompir.Type) string {
	switch t.Kind {
	case ompir.Pointer:
		return "__typeof__(" + cType(t.Elem) + ") *"
	case ompir.Array:
		n := "n"
		if t.LenExpr == nil {
			n = fmt.Sprint(t.Len)
		}
		return "__typeof__(" + cType(t.Elem) + ")[" + n + "]"
	case ompir.Int64, ompir.Uint64:
		name := map[ompir.Kind]string{ompir.Int64: "long", ompir.Uint64: "unsigned long"}[t.Kind]
		if t == longLong || t == uLongLong {
			name += " long"
		}
		return name
	}
	return typeName(t)
}
