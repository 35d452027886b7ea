package ompir

import (
	"strings"
	"testing"
)

func names(vars []*Var) string {
	var out []string
	for _, v := range vars {
		out = append(out, v.Name)
	}
	return strings.Join(out, " ")
}

// treeModule declares a variable-length array and uses it below a directive.
const treeModule = `(module "a.c"
  (func f.1 i32 (params (n.2 i32 param) (m.3 i32 param))
    (block
      (decl (a.4 (vla n.2 (vla m.3 f64))))
      (omp (dir parallel (clause num_threads (arg (add i32 n.2 (const i32 1)) (text "n+1"))))
        (block
          (label again
            (expr (assign f64 (index f64 (index (vla m.3 f64) a.4 (const i32 0)) (const i32 1)) (fconst f64 1.0))))
          (goto again)))
      (goto out)
      (return (cast i32 (sizeof u64 (vla m.3 f64))))))
  )`

func TestVars(t *testing.T) {
	f := mustParse(t, treeModule).Funcs[0]
	if got := names(Vars(f.Body)); got != "a n m" {
		t.Errorf("Vars: %s", got)
	}
	if got := names(LenVars(f.Body.Kids[0].Var.Type)); got != "n m" {
		t.Errorf("LenVars: %s", got)
	}
}

func TestWalkPrunes(t *testing.T) {
	f := mustParse(t, treeModule).Funcs[0]
	count := 0
	Walk(f.Body, func(n *Node) bool {
		count++
		return n.Op == OpBlock
	})
	if count != 5 {
		t.Errorf("visited %d nodes, want the block and its 4 statements", count)
	}
}

// constOne replaces n.2 by 1.
func constOne(n *Node) *Node {
	if n.Op == OpVar && n.Var.Name == "n" {
		return &Node{Op: OpConst, Type: TI32, Int: 1}
	}
	return n
}

func TestRewriteReachesTypesAndClauses(t *testing.T) {
	m := mustParse(t, treeModule)
	f := m.Funcs[0]
	old := f.Body
	before := PrintNode(old.Kids[1])
	f.Body = Rewrite(f.Body, constOne)
	text := Print(m)
	for _, want := range []string{"(a.4 (vla (const i32 1) (vla m.3 f64)))", "(add i32 (const i32 1) (const i32 1))"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in:\n%s", want, text)
		}
	}
	if PrintNode(old.Kids[1]) != before {
		t.Error("the old tree changed")
	}
	if f.Body.Kids[2] != old.Kids[2] || f.Body.Kids[3] != old.Kids[3] {
		t.Error("unchanged statements are not shared")
	}
	if f.Body.Kids[0].Var.Type != f.Body.Kids[1].Kids[0].Kids[0].Kids[0].Kids[0].Kids[0].Kids[0].Kids[0].Type {
		t.Error("the variable and its use no longer share their type")
	}
}

func TestRewriteDropsStatements(t *testing.T) {
	f := mustParse(t, treeModule).Funcs[0]
	got := Rewrite(f.Body, func(n *Node) *Node {
		if n.Op == OpGoto {
			return nil
		}
		return n
	})
	if len(got.Kids) != 3 || len(got.Kids[1].Kids[0].Kids) != 1 {
		t.Errorf("gotos are left: %s", PrintNode(got))
	}
}

func TestRewriteWithoutChangeReturnsTheSameTree(t *testing.T) {
	f := mustParse(t, treeModule).Funcs[0]
	if Rewrite(f.Body, func(n *Node) *Node { return n }) != f.Body {
		t.Error("copied")
	}
}

func TestClone(t *testing.T) {
	m := mustParse(t, treeModule)
	f := m.Funcs[0]
	k := m.NewVar("k", TI32, StorageParam)
	vars := map[*Var]*Var{f.Params[0]: k}
	got := m.Clone(f.Body, vars)
	a := f.Body.Kids[0].Var
	if vars[a] == nil || vars[a] == a || vars[a].ID == a.ID || got.Kids[0].Var != vars[a] {
		t.Fatal("the declared variable has no fresh identity")
	}
	if vars[a].Type == a.Type || names(LenVars(vars[a].Type)) != "k m" {
		t.Errorf("lengths of the copy: %s", PrintType(vars[a].Type))
	}
	text := PrintNode(got)
	if strings.Contains(text, "label again\n") || strings.Contains(text, "goto again)") {
		t.Errorf("labels are not fresh:\n%s", text)
	}
	if !strings.Contains(text, "goto out)") {
		t.Errorf("a jump outside changed:\n%s", text)
	}
	if names(Vars(got)) != "a k m" {
		t.Errorf("Vars of the copy: %s", names(Vars(got)))
	}
	assertDisjoint(t, f.Body, got)
}

// assertDisjoint checks that two trees have no node in common.
func assertDisjoint(t *testing.T, a, b *Node) {
	t.Helper()
	seen := map[*Node]bool{}
	Walk(a, func(n *Node) bool {
		seen[n] = true
		return true
	})
	Walk(b, func(n *Node) bool {
		if seen[n] {
			t.Errorf("shared: %s", PrintNode(n))
		}
		return true
	})
}
