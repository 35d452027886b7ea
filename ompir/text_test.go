package ompir

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata")

// everything uses each operation, type and field of the text form once or more.
func everything(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "everything.ir"))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func mustParse(t testing.TB, text string) *Module {
	t.Helper()
	m, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return m
}

func TestRoundTrip(t *testing.T) {
	text := everything(t)
	got := Print(mustParse(t, text), PrintOptions{Positions: true})
	if *update {
		if err := os.WriteFile(filepath.Join("testdata", "everything.ir"), []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got != text {
		t.Errorf("Print(Parse(text)) differs from text:\n%s", got)
	}
}

func TestEveryOperationInRoundTrip(t *testing.T) {
	text := everything(t)
	for op := OpInvalid + 1; op < numOps; op++ {
		if !regexp.MustCompile(`\(` + op.String() + `[ )\n]`).MatchString(text) {
			t.Errorf("testdata/everything.ir lacks %s", op)
		}
	}
}

func TestPrintWithoutPositions(t *testing.T) {
	m := mustParse(t, everything(t))
	text := Print(m)
	if strings.Contains(text, "@") {
		t.Errorf("positions in:\n%s", text)
	}
	if again := Print(mustParse(t, text)); again != text {
		t.Errorf("second print differs:\n%s\n---\n%s", text, again)
	}
}

func TestPositionsNameTheirFileWhereItChanges(t *testing.T) {
	m := mustParse(t, `(module "a.c" (var (x.1 i32 file @1:2)) (var (y.2 i32 file @"b.h":3:4-9)) (var (z.3 i32 file @5:6)))`)
	want := []Pos{{"a.c", 1, 2, 0}, {"b.h", 3, 4, 9}, {"b.h", 5, 6, 0}}
	for i, v := range m.Vars {
		if v.Pos != want[i] {
			t.Errorf("%s: %v, want %v", v.Name, v.Pos, want[i])
		}
	}
}

func TestParseSharesIdentities(t *testing.T) {
	m := mustParse(t, `(module "a.c"
	  (record node (size 8) (align 8) (field next (ptr (struct node)) 0))
	  (var (x.7 i32 file))
	  (func f.3 i32 (params) (block (return (call i32 g.4 x.7))))
	  (func g.4 i32 (params (a.9 i32 param)) (block (return a.9))))`)
	call := m.Funcs[0].Body.Kids[0].Kids[0]
	if call.Func != m.Funcs[1] || call.Kids[0].Var != m.Vars[0] || call.Kids[0].Type != TI32 {
		t.Errorf("references are not resolved: %s", PrintNode(call))
	}
	if r := m.Records[0]; r.Fields[0].Type.Elem.Record != r {
		t.Error("recursive record is not resolved")
	}
	if v := m.NewVar("new", TI32, StorageLocal); v.ID <= 9 {
		t.Errorf("new identity %d is in use", v.ID)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "line 1: unexpected end"},
		{`(module "a.c"`, "unexpected end"},
		{`(module "a.c"))`, "text after"},
		{"(module \"a.c\"\n (what))", `line 2: unknown declaration "what"`},
		{`(module "a.c" (func f.1 i32 (params) (block (bogus))))`, `unknown operation "bogus"`},
		{`(module "a.c" (func f.1 i32 (params) (block (return (add i32 (const i32 1))))))`, `"add" has 1 operands`},
		{`(module "a.c" (func f.1 i32 (params) (block (return x.2))))`, "variable x.2 is not declared"},
		{`(module "a.c" (var (x.1 (struct s) file)))`, "record s is not declared"},
		{`(module "a.c" (var (x.1 i32)) (var (x.1 i32)))`, "declared twice"},
		{`(module "a.c" (var (x.01 i32)))`, "malformed identity"},
		{`(module "a.c" (var (x.1 (ptr))))`, `"ptr" lacks an operand`},
		{`(module "a.c" (var (x.1 i99)))`, `unknown type "i99"`},
		{`(module "a.c" (kernel k (construct 3) spmd))`, "no construct 3"},
		{`(module "a.c" (var (x.1 i32 @1)))`, "malformed position"},
		{`(module "a.c" (var (x.1 i32 "no` + "\n" + `")))`, "malformed string"},
		{strings.Repeat("(", maxNesting+1), "nested too deeply"},
	} {
		if _, err := Parse(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Parse(%.60s): %v, want %q", c.text, err, c.want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(everything(f))
	f.Add(`(module "a.c" (var (x.1 (volatile (ptr local i8)) file "") ))`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse(text)
		if err != nil {
			return
		}
		first := Print(m, PrintOptions{Positions: true})
		again, err := Parse(first)
		if err != nil {
			t.Fatalf("Parse(Print): %v\n%s", err, first)
		}
		if second := Print(again, PrintOptions{Positions: true}); second != first {
			t.Fatalf("printed differently:\n%s\n---\n%s", first, second)
		}
	})
}
