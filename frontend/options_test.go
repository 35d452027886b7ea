package frontend

import (
	"strings"
	"testing"

	"omp2cl/ompir"
)

// TestTypeOptions checks the host compiler's options that change types.
func TestTypeOptions(t *testing.T) {
	const text = `enum e { A, B = 200 } ; enum n { C = -1 };
void f(char *p, enum e x, enum n y) {
#pragma omp target map(p[0:1])
  p[0] = '\377' + sizeof x + sizeof y + _Generic(*p, char: 5, default: 6) + "a"[0];
}
`
	for _, test := range []struct {
		src  Source
		want []string
	}{
		{Source{}, []string{"(ptr i8)", "(const i32 -1)", "(const u64 4)", "(const i32 5)", "(index i8 (str (arr 2 i8)"}},
		{Source{UnsignedChar: true, ShortEnums: true}, []string{"(ptr u8)", "(const i32 255)", "(const u64 1)", "(const i32 5)", "(index u8 (str (arr 2 u8)"}},
	} {
		test.src.File, test.src.Text = "a.c", []byte(text)
		m, diags := Build(test.src)
		if m == nil {
			t.Fatal(diags)
		}
		printed := ompir.Print(m)
		for _, w := range test.want {
			if !strings.Contains(printed, w) {
				t.Errorf("%+v: no %s in\n%s", test.src.UnsignedChar, w, printed)
			}
		}
	}
}
