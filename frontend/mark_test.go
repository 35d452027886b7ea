package frontend

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// noSource stands for user files that cannot be read.
func noSource() *sourceFiles {
	return &sourceFiles{files: map[string][]string{},
		read: func(string) ([]byte, error) { return nil, errors.New("none") }}
}

var markTests = []struct{ name, in, want string }{
	{"prefix", "void f(void)\n{\n  #pragma omp target map(a[0:n])\n  g();\n}\n",
		"void f(void)\n{\n  while (__omp_m(0, (a), (0), (n)))\n  g();\n}\n"},
	{"after if and else", "if (x)\n#pragma omp parallel\n  f();\nelse\n#pragma omp master\n  g();\n",
		"if (x)\nwhile (__omp_m(0))\n  f();\nelse\nwhile (__omp_m(1))\n  g();\n"},
	{"label and case", "l:\n#pragma omp barrier\ncase 1:\n#pragma omp critical (c)\n;\n",
		"l:\n__omp_s(0);\ncase 1:\nwhile (__omp_m(1))\n;\n"},
	{"nested", "#pragma omp target\n#pragma omp teams num_teams(n)\n#pragma omp distribute\nfor (;;) ;\n",
		"while (__omp_m(0))\nwhile (__omp_m(1, (n)))\nwhile (__omp_m(2))\nfor (;;) ;\n"},
	{"stand-alone", "#pragma omp target update to(a[0:n]) if(c)\n#pragma omp flush (x)\n#pragma omp taskwait\n",
		"__omp_s(0, (a), (0), (n), (c));\n__omp_s(1, (x));\n__omp_s(2);\n"},
	{"declarative", "#pragma omp declare target\nint f(int);\n#pragma omp end declare target\n#pragma omp declare target to(f)\n#pragma omp threadprivate(x)\n#pragma omp declare simd\n#pragma omp declare reduction(a: int: omp_out += omp_in)\n",
		"_Static_assert(1, \"__omp 0\");\nint f(int);\n_Static_assert(1, \"__omp 1\");\n_Static_assert(1, \"__omp 2\");\n_Static_assert(1, \"__omp 3\");\n_Static_assert(1, \"__omp 4\");\nint __omp_r5 = ({ { int omp_out; int omp_in; omp_out += omp_in; } { int omp_orig; int omp_priv = {0}; } 0; });\n"},
	{"declare reduction", "#pragma omp declare reduction(+: struct s, t: f(&omp_out, &omp_in)) initializer(g(&omp_priv))\n#pragma omp declare reduction(a: t: omp_out += omp_in) initializer(omp_priv = 1)\n",
		"int __omp_r0 = ({ { struct s omp_out; struct s omp_in; f(&omp_out, &omp_in); } { struct s omp_orig; struct s omp_priv; g(&omp_priv); }" +
			" { t omp_out; t omp_in; f(&omp_out, &omp_in); } { t omp_orig; t omp_priv; g(&omp_priv); } 0; });\n" +
			"int __omp_r1 = ({ { t omp_out; t omp_in; omp_out += omp_in; } { t omp_orig; t omp_priv = 1; } 0; });\n"},
	{"sections", "#pragma omp sections\n{\n#pragma omp section\nf();\n}\n",
		"while (__omp_m(0))\n{\nwhile (__omp_m(1))\nf();\n}\n"},
	{"ordered", "#pragma omp ordered\nf();\n#pragma omp ordered depend(sink: i-1)\n",
		"while (__omp_m(0))\nf();\n__omp_s(1);\n"},
	{"unknown", "#pragma omp interop\nfor (;;) ;\n", "\nfor (;;) ;\n"},
	{"errors have no arguments", "#pragma omp target map(a[0:n]) mapp(b)\n;\n", "while (__omp_m(0))\n;\n"},
	{"spellings of pragma", "# pragma omp barrier\n\t#\tpragma\tomp\tbarrier\n#pragma omp\n#pragma omp_x barrier\n#pragmaomp barrier\n",
		"__omp_s(0);\n\t__omp_s(1);\n\n\n\n"},
	{"continued", "#pragma omp parallel \\\n  num_threads(n + \\\n1)\n;\n", "while (__omp_m(0, (n +  1)))\n\n\n;\n"},
	{"carriage returns", "#pragma omp barrier\r\nf();\r\n#pragma once\r\n", "__omp_s(0);\nf();\r\n\n"},
	{"no newline at the end", "f();\n#pragma omp barrier", "f();\n__omp_s(0);"},
	{"other directives", "#pragma GCC ivdep\n#define f g\n#ident \"x\"\n# 3 \"a.c\" 2\n#line 9\nf();\n",
		"\n\n\n# 3 \"a.c\" 2\n#line 9\nf();\n"},
	{"comments and strings", "/* x\n#pragma omp barrier\n*/ char *s = \"/*\";\n#pragma omp barrier\nchar *r = R\"x(\n#pragma omp barrier\n)x\";\n#pragma omp barrier\n// /*\n#pragma omp barrier\n",
		"/* x\n#pragma omp barrier\n*/ char *s = \"/*\";\n__omp_s(0);\nchar *r = R\"x(\n#pragma omp barrier\n)x\";\n__omp_s(1);\n// /*\n__omp_s(2);\n"},
}

func TestMarkText(t *testing.T) {
	for _, test := range markTests {
		m := markWithSource([]byte(test.in), "a.c", noSource())
		if string(m.Text) != test.want {
			t.Errorf("%s:\n got %q\nwant %q", test.name, m.Text, test.want)
		}
		checkMarks(t, test.name, []byte(test.in), m)
	}
}

// checkMarks checks what holds for every text.
func checkMarks(t *testing.T, name string, in []byte, m *marked) {
	t.Helper()
	if got, want := bytes.Count(m.Text, []byte("\n")), bytes.Count(in, []byte("\n")); got != want {
		t.Errorf("%s: %d lines, want %d", name, got, want)
	}
	for i, mk := range m.Marks {
		if mk.ID != i || in[mk.Pragma.Start] != '#' || mk.Pragma.End > len(in) {
			t.Errorf("%s: mark %d has ID %d and pragma %q", name, i, mk.ID, in[mk.Pragma.Start:mk.Pragma.End])
		}
	}
	last := 0
	for i := range m.Text {
		o := m.origOffset(i)
		if o < last || o > len(in) {
			t.Errorf("%s: byte %d of the marked text comes from %d (after %d) of %d", name, i, o, last, len(in))
			return
		}
		last = o
	}
}

// TestOrigOffset follows pieces of the marked text back to the original.
func TestOrigOffset(t *testing.T) {
	in := "int a;\n  #pragma omp target map(tofrom: abc[lo:hi + 1]) device(d)\n  use(a);\n" +
		"#pragma omp barrier\n#pragma once\nlast();\n"
	m := markWithSource([]byte(in), "a.c", noSource())
	for _, piece := range []string{"int a;", "abc", "lo", "hi + 1", "use(a);", "last();"} {
		marked, orig := strings.Index(string(m.Text), piece), strings.Index(in, piece)
		for i := range piece {
			if got := m.origOffset(marked + i); got != orig+i {
				t.Errorf("byte %d of %q comes from %d, want %d", i, piece, got, orig+i)
			}
		}
	}
	p := m.Marks[0].Pragma
	start := strings.Index(string(m.Text), "while")
	end := start + strings.Index(string(m.Text[start:]), "\n")
	if got := m.origOffset(start); got != p.Start {
		t.Errorf("the marker starts at %d, want %d", got, p.Start)
	}
	if got := m.origOffset(end - 1); got != p.End-1 {
		t.Errorf("the marker ends at %d, want %d", got, p.End-1)
	}
	semicolon := strings.Index(string(m.Text), "__omp_s(1);") + len("__omp_s(1)")
	if got := m.origOffset(semicolon); got != m.Marks[1].Pragma.End-1 {
		t.Errorf("the statement ends at %d, want %d", got, m.Marks[1].Pragma.End-1)
	}
}

func TestMarkKinds(t *testing.T) {
	in := "#pragma omp target\n#pragma omp parallel\n#pragma omp interop\n" +
		"#pragma omp parallel foo\n#pragma omp target foo\n#pragma omp requires unified_shared_memory\n"
	m := markWithSource([]byte(in), "a.c", noSource())
	want := []string{
		"kind 0 host-only false errors 0", "kind 0 host-only true errors 0",
		"kind 3 host-only true errors 0", "kind 0 host-only true errors 1",
		"kind 0 host-only false errors 1", "kind 3 host-only false errors 1",
	}
	for i, mk := range m.Marks {
		got := fmt.Sprintf("kind %d host-only %v errors %d", mk.Kind, mk.HostOnly, len(mk.Errors))
		if got != want[i] {
			t.Errorf("mark %d: %s, want %s", i, got, want[i])
		}
	}
}

func TestMarkPlaces(t *testing.T) {
	in := "#pragma omp barrier\n# 12 \"dir/a \\\"b\\\\\\303\\251.c\" 2\n\n#pragma omp target foo\n" +
		"# 3 \"other.h\" 1\n  #pragma omp barrier\n#line 50\n#pragma omp \\\n barrier\n#pragma omp barrier\n"
	m := markWithSource([]byte(in), "main.c", noSource())
	want := []string{"main.c:1:1", "dir/a \"b\\é.c:13:1", "other.h:3:3", "other.h:50:1", "other.h:52:1"}
	for i, mk := range m.Marks {
		if got := mk.Pos.String(); got != want[i] {
			t.Errorf("mark %d at %s, want %s", i, got, want[i])
		}
	}
	if got := m.Marks[1].Errors[0].Pos.String(); got != "dir/a \"b\\é.c:13:20" {
		t.Errorf("error at %s", got)
	}
}

// TestSourcePlaces checks that places are those of the user's file, which the
// preprocessor's output does not keep.
func TestSourcePlaces(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	source := "#define N 4 * 2\n#define P _Pragma(\"omp barrier\")\n" +
		"    #  pragma   omp  target  map(to: a[0:N])   foo(N) \\\r\n  device(1) bar\n   P\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	in := fmt.Sprintf("# 3 %q\n#pragma omp target map(to: a[0:4 * 2]) foo(4 * 2) device(1) bar\n\n"+
		"# 5 %q\n#pragma omp barrier\n", file, file)
	m := markPragmas([]byte(in), "a.c")
	place := func(pos fmt.Stringer) string { return strings.TrimPrefix(pos.String(), file) }
	raw := m.Marks[0].Raw
	for _, test := range []struct{ what, got, want string }{
		{"pragma", place(m.Marks[0].Pos), ":3:5"},
		{"directive", place(raw.Pos), ":3:22"},
		{"map", place(raw.Clauses[0].Pos), ":3:30"},
		{"foo", place(m.Marks[0].Errors[0].Pos), ":3:48"},
		{"bar", place(m.Marks[0].Errors[1].Pos), ":4:13"},
		{"length", place(raw.ExprPos[2]), ":3:42"},
		{"_Pragma", place(m.Marks[1].Pos), ":5:1"},
	} {
		if test.got != test.want {
			t.Errorf("%s at %s, want %s", test.what, test.got, test.want)
		}
	}
}

func TestPack(t *testing.T) {
	in := "a\n#pragma pack(push, 1)\nb\n#pragma pack(push, x, 2)\nc\n#pragma pack(4)\nd\n#pragma pack(push)\n" +
		"#pragma pack()\ne\n#pragma pack(pop, x)\nf\n#pragma pack(3)\ng\n#pragma pack (pop)\nh\n#pragma pack(pop)\ni\n"
	m := markWithSource([]byte(in), "a.c", noSource())
	want := map[string]int{"a": 0, "b": 1, "c": 2, "d": 4, "e": 0, "f": 1, "g": 1, "h": 0, "i": 0}
	for name, limit := range want {
		at := strings.Index(string(m.Text), name)
		if got := m.packAt(at); got != limit {
			t.Errorf("%s: limit %d, want %d", name, got, limit)
		}
	}
}

func TestLayoutPragmas(t *testing.T) {
	in := "#pragma scalar_storage_order default\n#pragma scalar_storage_order big-endian\n#pragma weak f\n"
	m := markWithSource([]byte(in), "a.c", noSource())
	if len(m.Marks) != 1 || m.Marks[0].HostOnly || m.Marks[0].Errors[0].ID != "unsupported-pragma" {
		t.Errorf("marks %+v, want one error", m.Marks)
	}
}

func TestHasDevice(t *testing.T) {
	tests := map[string]bool{
		"":                     false,
		"#pragma omp target\n": true,
		"int x;\n  # pragma omp declare target\n":     true,
		"#pragma omp end declare target":              true,
		"#pragma omp teams loop":                      true,
		"#pragma omp distribute":                      true,
		"#pragma omp parallel for private(target)":    false,
		"#pragma omp declare simd":                    false,
		"#pragma omp begin declare target":            true,
		"#pragma GCC target(\"avx\")":                 false,
		"char *s = R\"(\n#pragma omp target\n)\";\n":  false,
		"#pragma omp metadirective when(x: target)\n": true,
		"#pragma omp \\\ntarget\n":                    true,
		"#pragma omp targett\n":                       true,
		"#pragma omp parallel forr\n":                 false,
	}
	for text, want := range tests {
		if got := HasDevice([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func FuzzMark(f *testing.F) {
	for _, test := range markTests {
		f.Add([]byte(test.in))
	}
	f.Add([]byte("# 9 \"\\777\" \n#pragma pack(push,)\n#\\\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		m := markWithSource(in, "a.c", noSource())
		checkMarks(t, "fuzz", in, m)
		HasDevice(in)
	})
}
