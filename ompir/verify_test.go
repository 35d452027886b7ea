package ompir

import (
	"fmt"
	"strings"
	"testing"
)

// inFunc returns a module with a record, a file variable, a host variable and a
// function with the given statements.
func inFunc(stmts string) string {
	return `(module "a.c"
  (record s (size 8) (align 4) (field x i32 0) (field y i32 4))
  (var (g.1 i32 file))
  (var (h.2 i32 host))
  (func callee.3 i32 external (params (a.4 i32 param)))
  (func f.5 i32 (params (n.6 i32 param) (p.7 (ptr f64) param) (r.8 (struct s) param))
    (block ` + stmts + `)))`
}

func TestVerifyAccepts(t *testing.T) {
	for _, stmts := range []string{
		`(return (const i32 0))`,
		`(decl (v.20 (vla n.6 f64))) (expr (assign f64 (index f64 v.20 (const i32 0)) (deref f64 p.7)))`,
		`(for (decl (i.20 i32) (const i32 0)) (lt i32 i.20 n.6) (preinc i32 i.20) (if n.6 (continue) (break)))`,
		`(for (block 1 (decl (i.20 i32)) (decl (j.21 i32))) (lt i32 i.20 j.21) (empty) (empty))`,
		`(switch n.6 (block (case 1 3 (break)) (default (empty))))`,
		`(goto end) (label end (return (member i32 x r.8)))`,
		`(decl (q.20 (struct s)) (init (struct s) (at i32 y (const i32 1))))`,
		`(decl (q.20 (arr 2 (struct s))) (init (arr 2 (struct s)) (at (struct s) 1 (init (struct s) (at i32 y g.1)))))`,
		`(return (call i32 callee.3 n.6))`,
		`(expr (call i32 "printf" (str (arr 2 i8) "x") n.6))`,
		`(return (stmtexpr i32 (block (decl (t.20 i32) n.6) (expr t.20))))`,
		`(omp (dir parallel (clause if (arg n.6 (text "n")))) (block (expr g.1)))`,
	} {
		if err := Verify(mustParse(t, inFunc(stmts)), FormFrontend); err != nil {
			t.Errorf("%s: %v", stmts, err)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	for _, c := range []struct{ stmts, want string }{
		{`(break)`, "function f: break: no loop or switch"},
		{`(while n.6 (block (switch n.6 (block (case 1 1 (continue)))))) (continue)`, "continue: no loop"},
		{`(case 1 1 (empty))`, "case: no switch"},
		{`(goto nowhere)`, "goto: no label nowhere"},
		{`(return)`, "return: value does not go with"},
		{`(block (decl (x.20 i32))) (expr x.20)`, "x.20 is not in scope"},
		{`(for (decl (x.20 i32)) (empty) (empty) (empty)) (expr x.20)`, "x.20 is not in scope"},
		{`(decl (x.20 (vla y.21 i32))) (decl (y.21 i32))`, "y.21 is not in scope"},
		{`(decl (x.6 i32))`, "identity 6 of x is also n's"},
		{`(expr h.2)`, "host variable h in device code"},
		{`(expr (assign i32 (const i32 1) n.6))`, "assign: operand is no lvalue"},
		{`(expr (assign i32 (member i32 x (call (struct s) "make")) n.6))`, "assign: operand is no lvalue"},
		{`(expr (addr (ptr i32) (add i32 n.6 n.6)))`, "addr: operand is no lvalue"},
		{`(expr (deref i32 n.6))`, "deref: base is i32"},
		{`(expr (index i32 p.7 n.6))`, "type i32 is not the element's of (ptr f64)"},
		{`(expr (index f64 p.7 (deref f64 p.7)))`, "index is f64"},
		{`(expr (member i32 z r.8))`, "has no member z"},
		{`(expr (member f64 x r.8))`, "type is not the member's"},
		{`(expr (add ? n.6 n.6))`, "add: no type"},
		{`(expr (call i32 callee.3))`, "0 arguments for callee, which takes 1"},
		{`(expr (call i32 ""))`, "neither function nor builtin"},
		{`(expr (break))`, "break: not an expression"},
		{`(if n.6 n.6)`, "an expression stands where a statement must"},
		{`(if (empty) (empty))`, "empty: not an expression"},
		{`(expr (call i32 nowhere.40))`, "function nowhere is not in the module"},
		{`nil`, "missing operand"},
		{`(decl (q.20 (struct s)) (init (struct s) (at i32 z n.6)))`, "no member z"},
		{`(decl (q.20 (arr 2 i32)) (init (arr 2 i32) (at i32 x n.6)))`, "not an index"},
		{`(decl (q.20 (arr 2 i32)) (init (arr 2 i32) n.6))`, "not a place"},
		{`(expr (stmtexpr i32 (empty)))`, "not a block"},
		{`(omp (dir))`, "no directive"},
		{`(omp (dir parallel (clause if (arg p.30 (text "p")))) (decl (p.30 i32)))`, "p.30 is not in scope"},
	} {
		err := Verify(mustParse(t, inFunc(c.stmts)), FormFrontend)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.stmts, err, c.want)
		}
	}
}

func TestVerifyNamesThePlace(t *testing.T) {
	err := Verify(mustParse(t, inFunc(`(break @"x.h":7:3)`)), FormFrontend)
	if want := "x.h:7:3: function f: break: no loop or switch around it"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestVerifyConstructsMayNameHostVariables(t *testing.T) {
	text := `(module "a.c" (var (h.1 i32 host)) (construct 1 (omp (dir target) (block (expr h.1)))))`
	if err := Verify(mustParse(t, text), FormFrontend); err != nil {
		t.Error(err)
	}
	text = `(module "a.c" (construct 1 (block)))`
	if err := Verify(mustParse(t, text), FormFrontend); err == nil {
		t.Error("a construct without directive passes")
	}
}

// inKernel returns a lowered module whose kernel has the given statements.
func inKernel(stmts string) string {
	return fmt.Sprintf(`(module "a.c"
  (record s (size 8) (align 8) (field p (ptr global i8) 0))
  (var (h.1 (ptr (vla (const i32 3) f64)) host))
  (func ext.2 void external (params (a.3 (ptr global i8) param)))
  (construct 1 (omp (dir target) (block)))
  (kernel k (construct 1) spmd
    (transfer map (a.4 (ptr global f64) param))
    (local (team.5 (arr 4 f32) local))
    (block %s)))`, stmts)
}

func TestVerifyLowered(t *testing.T) {
	good := inKernel(`(expr (call void ext.2 (cast (ptr global i8) a.4))) (return)`)
	if err := Verify(mustParse(t, good), FormLowered); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ stmts, want string }{
		{`(decl (p.20 (ptr f64)))`, "pointer without address space"},
		{`(expr (cast (ptr f64) (const i32 0)))`, "cast: bad type (ptr f64)"},
		{`(decl (p.20 (vla (const i32 3) f64)))`, "variable-length array is left"},
		{`(expr (sizeof u64 f64))`, "size of a variable-length array is left"},
		{`(omp (dir barrier))`, "directive left"},
		{`(expr h.1)`, "host variable h in device code"},
		{`(return (const i32 1))`, "value does not go with"},
	} {
		err := Verify(mustParse(t, inKernel(c.stmts)), FormLowered)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.stmts, err, c.want)
		}
	}
	if err := Verify(mustParse(t, inKernel(`(omp (dir barrier))`)), FormOutlined); err != nil {
		t.Error(err)
	}
}

func TestVerifyLoweredDeclarations(t *testing.T) {
	for _, c := range []struct{ decl, want string }{
		{`(record s (size 4) (align 4) (field b i32 0 (bits 3 0)))`, "bit-field b is left"},
		{`(record s (size 8) (align 8) (field b (ptr i8) 0))`, "pointer without address space"},
		{`(record s (size 8) (align 8) (field b i8 0) (field b i8 1))`, "two fields called b"},
		{`(func f.1 (ptr i8) (params))`, "pointer without address space"},
		{`(func f.1 void (params)) (func g.2 void (params) (block (expr (call void f.1))))`, "function f is defined nowhere"},
	} {
		err := Verify(mustParse(t, `(module "a.c" `+c.decl+`)`), FormLowered)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.decl, err, c.want)
		}
	}
}
