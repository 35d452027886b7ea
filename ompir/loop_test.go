package ompir

import (
	"strings"
	"testing"
)

var loopVar = &Var{Name: "i", ID: 1, Type: TI32}

func use(v *Var) *Node            { return &Node{Op: OpVar, Type: v.Type, Var: v} }
func num(v int64) *Node           { return intConst(v, Pos{}) }
func bin(op Op, a, b *Node) *Node { return &Node{Op: op, Type: TI32, Kids: []*Node{a, b}} }
func expr(n *Node) *Node          { return &Node{Op: OpExpr, Kids: []*Node{n}} }
func forLoop(init, test, s *Node) *Node {
	return &Node{Op: OpFor, Kids: []*Node{init, test, s, {Op: OpEmpty}}}
}

func start() *Node { return expr(bin(OpAssign, use(loopVar), num(0))) }

func addTo(sub Op, s *Node) *Node {
	n := bin(OpAssignOp, use(loopVar), s)
	n.Sub = sub
	return expr(n)
}

func TestCanonicalLoopForms(t *testing.T) {
	n := &Var{Name: "n", ID: 2, Type: TI32}
	for _, c := range []struct {
		name       string
		test, step *Node
		cmp        Op
		down       bool
		stepOp     Op
	}{
		{"up", bin(OpLt, use(loopVar), use(n)), expr(&Node{Op: OpPostInc, Kids: []*Node{use(loopVar)}}), OpLt, false, OpConst},
		{"mirrored", bin(OpGe, use(n), use(loopVar)), addTo(OpAdd, num(2)), OpLe, false, OpConst},
		{"minus negative", bin(OpLt, use(loopVar), use(n)), addTo(OpSub, num(-2)), OpLt, false, OpConst},
		{"negative variable", bin(OpGt, use(loopVar), num(0)), addTo(OpAdd, use(n)), OpGt, true, OpNeg},
		{"sum", bin(OpLt, use(loopVar), use(n)), expr(bin(OpAssign, use(loopVar), bin(OpAdd, use(n), use(loopVar)))), OpLt, false, OpVar},
		{"not equal down", bin(OpNe, use(loopVar), use(n)), addTo(OpAdd, num(-1)), OpNe, true, OpConst},
	} {
		l, d := CanonicalLoop(forLoop(start(), c.test, c.step))
		if d != nil {
			t.Errorf("%s: %v", c.name, d)
			continue
		}
		if l.Cmp != c.cmp || l.Down != c.down || l.Step.Op != c.stepOp || l.Var != loopVar {
			t.Errorf("%s: got cmp %v down %v step %v", c.name, l.Cmp, l.Down, l.Step.Op)
		}
		if l.Step.Op == OpConst && l.Step.Int <= 0 {
			t.Errorf("%s: step %d is not positive", c.name, l.Step.Int)
		}
	}
}

func TestCanonicalLoopErrors(t *testing.T) {
	f := &Var{Name: "f", ID: 3, Type: TF32}
	up := bin(OpLt, use(loopVar), num(9))
	for _, c := range []struct {
		want string
		loop *Node
	}{
		{"integer or pointer", forLoop(expr(bin(OpAssign, use(f), num(0))), up, addTo(OpAdd, num(1)))},
		{"no test", forLoop(start(), &Node{Op: OpEmpty}, addTo(OpAdd, num(1)))},
		{"must compare", forLoop(start(), bin(OpLogAnd, up, up), addTo(OpAdd, num(1)))},
		{"no increment", forLoop(start(), up, &Node{Op: OpEmpty})},
		{"must have the form", forLoop(start(), up, addTo(OpMul, num(2)))},
		{"decreases", forLoop(start(), up, addTo(OpSub, num(1)))},
		{"step is zero", forLoop(start(), up, addTo(OpAdd, num(0)))},
		{"step of 1 or -1", forLoop(start(), bin(OpNe, use(loopVar), num(9)), addTo(OpAdd, num(2)))},
		{"bound depends", forLoop(start(), bin(OpLt, use(loopVar), bin(OpAdd, use(loopVar), num(1))), addTo(OpAdd, num(1)))},
		{"for loop is expected", &Node{Op: OpEmpty}},
	} {
		_, d := CanonicalLoop(c.loop)
		if d == nil || !strings.Contains(d.Message, c.want) {
			t.Errorf("want %q, got %v", c.want, d)
		}
	}
}

func TestModification(t *testing.T) {
	body := &Node{Op: OpBlock, Kids: []*Node{{Op: OpEmpty}, addTo(OpAdd, num(1))}}
	if Modification(body, loopVar) == nil {
		t.Error("the assignment was not found")
	}
	if Modification(&Node{Op: OpBlock, Kids: []*Node{expr(use(loopVar))}}, loopVar) != nil {
		t.Error("a use was taken for an assignment")
	}
}
