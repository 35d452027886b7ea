package frontend

import (
	"strings"
	"testing"
)

// rangeTests are function bodies with one target construct each; the statement that
// belongs to it stands between « and ».
var rangeTests = []string{
	"#pragma omp target\n«{ a[0] = 1; }»",
	"#pragma omp target\n«a[0] = 1;»\nint later = 2;",
	"#pragma omp target\n\n  «;»",
	"if (n)\n#pragma omp target\n«a[0] = 1;»\nelse a[1] = 2;",
	"if (n) a[1] = 2; else\n#pragma omp target\n«if (n > 1) a[0] = 1; else if (n > 2) a[1] = 3; else { a[2] = 3; }»\na[3] = 4;",
	"#pragma omp target\n«if (n > 1) a[0] = 1;»\na[3] = 4;",
	"#pragma omp target\n«for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] = j;»\nint after;",
	"#pragma omp target\n«while (n > 0) n--;» n = 3;",
	"#pragma omp target\n«do { n--; } while (n > 0);» n = 3;",
	"#pragma omp target\n«do n--; while (n > 0) ;» n = 3;",
	"#pragma omp target\n«switch (n) { case 1: a[0] = 1; break; default: ; }» n = 3;",
	"#pragma omp target\n«#pragma omp teams\n#pragma omp distribute\nfor (int i = 0; i < n; i++)\n  a[i] = 1;»\nn = 2;",
	"#pragma omp target\n«l: a[0] = 1;» n = 2;",
	"#pragma omp target\n«{ goto l; l: ; }»",
	"#pragma omp target map(to: a[0:n]) if (n > (1))\n«{\n}»\n",
	"for (int k = 0; k < n; k++)\n#pragma omp target\n«a[0] += ({ int x = 1; x; });»\n",
	"#pragma omp parallel\n{\n#pragma omp single\n#pragma omp target\n«a[0] = \"};\"[1];»\n}",
	"# 7 \"other.h\"\n#pragma omp target\n# 9 \"other.h\" 2\n«a[0] =\n# 12 \"other.h\"\n 1;»",
	"n += ({ int x = 2;\n#pragma omp target map(x)\n«x = 3;»\nx; });",
	"int inner(int b) { int x = b;\n#pragma omp target map(x)\n«x = 3;»\nreturn x; }",
	"#pragma omp target data map(a[0:n])\n{\n#pragma omp target\n«a[0]++;»\n}",
}

// TestBodyRanges checks that a construct's range is exactly its statement.
func TestBodyRanges(t *testing.T) {
	for _, body := range rangeTests {
		want := body[strings.Index(body, "«")+len("«") : strings.Index(body, "»")]
		text := "void f(int n, int *a)\n{\n" + strings.NewReplacer("«", "", "»", "").Replace(body) + "\n}\n"
		m, diags := Build(Source{File: "a.c", Text: []byte(text)})
		if m == nil {
			t.Errorf("%s\n%v", body, diags)
			continue
		}
		k := m.Constructs[len(m.Constructs)-1]
		if got := text[k.Body.Start:k.Body.End]; got != want {
			t.Errorf("%s\ngot body  %q\nwant body %q", body, got, want)
		}
		if got := text[k.Pragma.Start:k.Pragma.End]; !strings.HasPrefix(got, "#pragma omp target") || strings.Contains(got, "\n") {
			t.Errorf("%s\ngot pragma %q", body, got)
		}
	}
}
