package lower

import (
	"slices"

	ir "omp2cl/ompir"
)

// stmt visits a statement, or an expression that stands in one.
func (p *pointees) stmt(fr *frame, n *ir.Node) {
	switch {
	case !n.Op.IsStmt():
		p.value(fr, n)
		return
	case isChoice(n):
		p.stmt(fr, n.Kids[0])
		p.branches(func() { p.parts(fr, n.Kids[1:]) })
	case n.Op == ir.OpBlock && slices.ContainsFunc(n.Kids, leavesEarly):
		p.branches(func() { p.parts(fr, n.Kids) })
	case n.Op == ir.OpOMP:
		panic("BUG: a construct is left for the analysis of writes")
	case n.Op == ir.OpDecl && len(n.Kids) > 0:
		p.add(p.variable(fr, n.Var), p.converted(fr, n.Kids[0], n.Var.Type))
	case n.Op == ir.OpReturn && len(n.Kids) > 0:
		t := n.Kids[0].Type
		if fr.f != nil {
			t = fr.f.Result
		}
		if fr.result.add(p.converted(fr, n.Kids[0], t)) {
			p.grown = true
		}
	default:
		p.parts(fr, n.Kids)
	}
}

func (p *pointees) parts(fr *frame, list []*ir.Node) {
	for _, k := range list {
		p.stmt(fr, k)
	}
}

// converted visits an expression whose value becomes one of type t.
func (p *pointees) converted(fr *frame, n *ir.Node, t *ir.Type) objectSet {
	return asType(p.value(fr, n), n, t)
}

// asType returns what the value of n, which leads to s, leads to when it becomes one
// of type t. An integer that becomes a pointer may have come from anywhere.
func asType(s objectSet, n *ir.Node, t *ir.Type) objectSet {
	if t.Kind == ir.Pointer && n.Type.IsInteger() && !isConstant(n) {
		s = s.with(setOf(elsewhere))
	}
	return s
}

// isConstant reports whether n is a constant behind casts: a null pointer, if a
// program is to write through it.
func isConstant(n *ir.Node) bool { return bare(n).Op == ir.OpConst }

// value visits an expression and returns the objects that its value may lead to.
func (p *pointees) value(fr *frame, n *ir.Node) objectSet {
	switch n.Op {
	case ir.OpVar, ir.OpDeref, ir.OpIndex, ir.OpMember, ir.OpCompound, ir.OpStr:
		at := p.place(fr, n)
		if n.Type.Kind == ir.Array {
			return p.address(at, n)
		}
		return p.loadLvalue(at, n)
	case ir.OpAddr:
		return p.address(p.place(fr, n.Kids[0]), n.Kids[0])
	case ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec:
		at := p.place(fr, n.Kids[0])
		s := p.loadLvalue(at, n.Kids[0])
		moved := p.anyOffset(s)
		p.store(at, n.Kids[0], moved)
		return s.with(moved)
	case ir.OpAssign, ir.OpAssignOp:
		return p.assignment(fr, n)
	case ir.OpAdd, ir.OpSub:
		return p.sum(fr, n)
	case ir.OpComma:
		p.value(fr, n.Kids[0])
		return p.value(fr, n.Kids[1])
	case ir.OpCond:
		p.value(fr, n.Kids[0])
		var out objectSet
		p.branches(func() {
			out = p.converted(fr, n.Kids[1], n.Type).with(p.converted(fr, n.Kids[2], n.Type))
		})
		return out
	case ir.OpCast:
		return p.converted(fr, n.Kids[0], n.Type)
	case ir.OpInitAt:
		return p.converted(fr, n.Kids[0], n.Type)
	case ir.OpStmtExpr:
		return p.statements(fr, n)
	case ir.OpCall:
		return p.call(fr, n)
	case ir.OpNot, ir.OpLt, ir.OpGt, ir.OpLe, ir.OpGe, ir.OpEq, ir.OpNe, ir.OpLogAnd, ir.OpLogOr:
		p.all(fr, n.Kids)
		return objectSet{}
	}
	return p.all(fr, n.Kids) // constants, arithmetic, initializer lists
}

// all visits expressions and returns what any of them leads to.
func (p *pointees) all(fr *frame, list []*ir.Node) objectSet {
	var out objectSet
	for _, k := range list {
		out.add(p.value(fr, k))
	}
	return out
}

// assignment visits an assignment, with an operator or without. What a pointer is
// moved by does not matter.
func (p *pointees) assignment(fr *frame, n *ir.Node) objectSet {
	to := n.Kids[0]
	at := p.place(fr, to)
	s := p.converted(fr, n.Kids[1], to.Type)
	switch {
	case n.Op == ir.OpAssignOp && to.Type.Kind == ir.Pointer:
		s = p.anyOffset(p.loadLvalue(at, to))
	case n.Op == ir.OpAssignOp:
		s = p.anyOffset(s.with(p.load(at, to.Type)))
	}
	p.store(at, to, s)
	return s
}

// sum visits an addition or subtraction. A moved pointer stays in its object; one
// that starts from a constant is an integer in disguise. A distance in an object leads
// nowhere.
func (p *pointees) sum(fr *frame, n *ir.Node) objectSet {
	x, y := p.value(fr, n.Kids[0]), p.value(fr, n.Kids[1])
	x, y = p.anyOffset(x), p.anyOffset(y)
	switch {
	case isDistance(n):
		return objectSet{}
	case n.Type.Kind != ir.Pointer:
		return x.with(y)
	}
	base, from := x, n.Kids[0]
	if from.Type.Decay().Kind != ir.Pointer {
		base, from = y, n.Kids[1]
	}
	if isConstant(from) {
		return x.with(y, setOf(elsewhere))
	}
	return base
}

// isDistance reports whether n subtracts two pointers. What a pointer has for a
// distance from a constant is its address.
func isDistance(n *ir.Node) bool {
	for _, k := range n.Kids {
		if k.Type.Decay().Kind != ir.Pointer || isConstant(k) {
			return false
		}
	}
	return n.Op == ir.OpSub
}

// statements visits a statement expression.
func (p *pointees) statements(fr *frame, n *ir.Node) objectSet {
	var last objectSet
	for _, k := range n.Kids[0].Kids {
		last = objectSet{}
		if k.Op == ir.OpExpr {
			last = p.value(fr, k.Kids[0])
		} else {
			p.stmt(fr, k)
		}
	}
	return last
}

// place visits an lvalue, or a value that is an object for a moment, and returns
// the objects that it may lie in.
func (p *pointees) place(fr *frame, n *ir.Node) objectSet {
	switch n.Op {
	case ir.OpVar:
		return setOf(p.variable(fr, n.Var))
	case ir.OpMember:
		return p.place(fr, n.Kids[0])
	case ir.OpDeref:
		return p.target(fr, n.Kids[0])
	case ir.OpIndex:
		return p.indexed(fr, n)
	case ir.OpStr:
		return setOf(p.literal(fr, n, n.Type))
	}
	if n.Op != ir.OpCompound && n.Type.Kind == ir.Array {
		return p.value(fr, n) // an array that an operator passed on
	}
	o := p.literal(fr, n, n.Type)
	if n.Op == ir.OpCompound {
		p.add(o, p.all(fr, n.Kids))
	} else {
		p.add(o, p.value(fr, n))
	}
	return setOf(o)
}

// indexed is place for x[i], which C lets one write i[x].
func (p *pointees) indexed(fr *frame, n *ir.Node) objectSet {
	x, i := n.Kids[0], n.Kids[1]
	if x.Type.IsInteger() {
		x, i = i, x
	}
	p.value(fr, i)
	if isConstant(x) {
		return setOf(elsewhere)
	}
	return p.target(fr, x)
}

// target visits a pointer or an array and returns what it points to.
func (p *pointees) target(fr *frame, n *ir.Node) objectSet {
	if n.Type.Kind == ir.Array {
		return p.place(fr, n)
	}
	return p.value(fr, n)
}
