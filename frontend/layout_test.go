package frontend

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"omp2cl/ompir"
)

// layoutSource declares records with every rule of layout; "used" refers to all.
const layoutSource = `
#include <stdint.h>
struct plain { char c; short s; int i; double d; char tail; };
struct bits { char c; int b4 : 4; int b30 : 30; unsigned char u7 : 7; _Bool flag : 1; long l40 : 40; short : 0; short s3 : 3; char after; };
struct unnamed { char a; int : 5; char b; int : 0; char d; };
struct wide { unsigned long a : 33; unsigned long b : 31; unsigned c : 1; };
struct packed { char c; double d; int b3 : 3; int b20 : 20; short s; } __attribute__((packed));
struct __attribute__((aligned(32), packed, may_alias)) both { char c; int i; };
struct __attribute__((packed)) __attribute__((aligned(2))) lowered { char c; int i; };
struct field { char c; int i __attribute__((packed)); long l __attribute__((aligned(16))); _Alignas(8) char k; };
#pragma pack(push, 2)
struct pack2 { char c; int i; double d; int b5 : 5; char e; };
union upack { char c[3]; int i; };
#pragma pack(pop)
#pragma pack(1)
struct pack1 { char c; long l; struct plain p; };
#pragma pack()
union u { char c; double d; int arr[3]; struct { short x; } in; int b7 : 7; };
struct nested { struct plain p; union { int anon; double ad; struct { char deep; }; }; struct bits b[2]; void *ptr; int (*fn)(int); long double ld; };
struct flexible { int n; double data[]; };
enum small { A }; enum big { B = 1L << 40 };
struct enums { enum small a; enum big b; char c; };
typedef struct { int64_t i; uint8_t u; } anonymous;
typedef int aligned_int __attribute__((aligned(16)));
struct typedefs { char c; aligned_int i; anonymous a; float _f; };
struct empty { };
struct self { struct self *next; struct later *other; int v; };
struct later { struct self s; char c; };
struct usesempty { struct empty e; int i; };
void used(void) {
#pragma omp target
 { struct plain a; struct bits b; struct unnamed un; struct wide w; struct packed c; struct both d; struct lowered lo; struct field e; struct pack2 f; union upack g;
   struct pack1 h; union u i; struct nested *j; struct flexible *k; struct enums l; anonymous m; struct typedefs n; struct self o; struct later p; struct usesempty q; }
}
`

// TestRecordLayout has gcc confirm sizes, alignments and offsets.
func TestRecordLayout(t *testing.T) {
	file := filepath.Join(t.TempDir(), "layout.c")
	if err := os.WriteFile(file, []byte(layoutSource), 0o644); err != nil {
		t.Fatal(err)
	}
	m, diags := Build(Source{File: file, Text: preprocess(t, file, "-w")})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var out strings.Builder
	out.WriteString("#include <stddef.h>\n#include <string.h>\n" + layoutSource + "int main(void) {\n")
	checked := 0
	for _, r := range m.Records {
		if r.HostTag != "" {
			assertLayout(&out, r)
			checked++
		}
	}
	if checked < 20 {
		t.Errorf("only %d records", checked)
	}
	out.WriteString("return 0; }\n")
	runC(t, out.String())
}

// assertLayout adds checks of a record; bit-fields are set and looked for in memory.
func assertLayout(out *strings.Builder, r *ompir.Record) {
	word := "struct"
	if r.Union {
		word = "union"
	}
	name := word + " " + r.HostTag
	fmt.Fprintf(out, "_Static_assert(sizeof(%s) == %d, \"size of %[1]s\");\n", name, r.Size)
	fmt.Fprintf(out, "_Static_assert(_Alignof(%s) == %d, \"alignment of %[1]s\");\n", name, r.Align)
	for _, f := range r.Fields {
		switch {
		case f.BitWidth > 0:
			size := f.Type.Size()
			fmt.Fprintf(out, "{ %s v; memset(&v, 0, sizeof v); v.%s = -1; unsigned long u = 0; memcpy(&u, (char *)&v + %d, %d);\n", name, f.Name, f.Offset, size)
			fmt.Fprintf(out, "  if (u != ((~0UL >> %d) << %d)) return %d; }\n", 64-f.BitWidth, f.BitOffset, 10+f.BitOffset)
		case !f.Anonymous:
			fmt.Fprintf(out, "_Static_assert(offsetof(%s, %s) == %d, \"offset of %[1]s.%[2]s\");\n", name, f.Name, f.Offset)
		}
	}
}
