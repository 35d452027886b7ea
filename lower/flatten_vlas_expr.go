package lower

import ir "omp2cl/ompir"

// flatExpr is an expression after the pass. An array of variable length, which has
// no value of its own any more, is a base pointer and a place in units of the
// array's own size; a nil offset is 0.
type flatExpr struct {
	t      *ir.Type // the type before the pass
	n      *ir.Node // the value; the base of an array of variable length
	offset *ir.Node
}

// value returns what x is worth: an array of variable length decays to a pointer.
func (fl *flattener) value(x flatExpr) *ir.Node {
	if !x.t.IsVLA() || x.offset == nil {
		return x.n
	}
	k := at(x.n)
	return k.bin(ir.OpAdd, x.n.Type, x.n, k.times(x.offset, fl.count(k, x.t)))
}

// expr flattens an expression.
func (fl *flattener) expr(n *ir.Node) flatExpr {
	k := at(n)
	switch n.Op {
	case ir.OpVar:
		t := fl.typeOf(n.Var)
		out := *n
		out.Type = flatType(t)
		return flatExpr{t: t, n: &out}
	case ir.OpDeref:
		return fl.access(n, fl.expr(n.Kids[0]), nil)
	case ir.OpIndex:
		return fl.access(n, fl.expr(n.Kids[0]), fl.value(fl.expr(n.Kids[1])))
	case ir.OpAddr:
		return fl.address(n, fl.expr(n.Kids[0]))
	case ir.OpSizeof:
		return fl.sizeof(k, n)
	case ir.OpStmtExpr:
		return fl.statementExpr(n)
	case ir.OpCompound:
		out := *n
		out.Kids = []*ir.Node{fl.initializer(n.Kids[0])}
		return flatExpr{t: n.Type, n: &out}
	}
	kids := make([]flatExpr, len(n.Kids))
	for i, kid := range n.Kids {
		kids[i] = fl.expr(kid)
	}
	if x, ok := fl.pointerOp(n, kids); ok {
		return x
	}
	return fl.plain(n, kids)
}

// plain rebuilds an operation that only passes values on.
func (fl *flattener) plain(n *ir.Node, kids []flatExpr) flatExpr {
	t := fl.resultType(n, kids)
	out := *n
	out.Type = flatType(t)
	out.Kids = make([]*ir.Node, len(kids))
	for i, x := range kids {
		out.Kids[i] = fl.value(x)
	}
	switch n.Op {
	case ir.OpAssign:
		out.Kids[1] = fl.convert(out.Kids[1], out.Type)
	case ir.OpCond:
		out.Kids[1], out.Kids[2] = fl.convert(out.Kids[1], out.Type), fl.convert(out.Kids[2], out.Type)
	case ir.OpCall:
		for i := range out.Kids {
			if n.Func != nil && i < len(n.Func.Params) {
				out.Kids[i] = fl.convert(out.Kids[i], flatType(n.Func.Params[i].Type))
			}
		}
	}
	return flatExpr{t: t, n: &out}
}

// resultType returns the type that n had: that of an operand where C says so, so
// that its lengths are the operand's.
func (fl *flattener) resultType(n *ir.Node, kids []flatExpr) *ir.Type {
	if !n.Type.HasVLA() {
		return n.Type
	}
	switch n.Op {
	case ir.OpAssign:
		return kids[0].t
	case ir.OpComma:
		return kids[1].t.Decay()
	case ir.OpCond:
		for _, x := range kids[1:] {
			if x.t.HasVLA() {
				return x.t.Decay()
			}
		}
	}
	return fl.fold(n.Type)
}

// access is *base (a nil index) or base[index].
func (fl *flattener) access(n *ir.Node, base flatExpr, index *ir.Node) flatExpr {
	k := at(n)
	elem := base.t.Decay().Elem
	switch {
	case elem.IsVLA():
		return fl.element(k, base, index)
	case !base.t.IsVLA():
		out := *n
		out.Type, out.Kids = flatType(elem), []*ir.Node{base.n}
		if index != nil {
			out.Kids = append(out.Kids, index)
		}
		return flatExpr{t: elem, n: &out}
	}
	x := fl.element(k, base, index)
	if x.offset == nil {
		return flatExpr{t: elem, n: k.node(ir.OpDeref, flatType(elem), x.n)}
	}
	return flatExpr{t: elem, n: k.node(ir.OpIndex, flatType(elem), x.n, x.offset)}
}

// element is the element of base at index (nil: the first) as base pointer and
// offset, where base is an array of variable length or points to one.
func (fl *flattener) element(k maker, base flatExpr, index *ir.Node) flatExpr {
	if index != nil {
		index = k.cast(ir.TI64, index)
	}
	x := flatExpr{t: base.t.Decay().Elem, n: base.n, offset: index}
	if base.t.Kind == ir.Array && base.offset != nil {
		x.offset = k.times(base.offset, fl.length(k, base.t))
		if index != nil {
			x.offset = k.bin(ir.OpAdd, ir.TI64, x.offset, index)
		}
	}
	return x
}

// pointerTo returns a pointer to the element x, of whatever type.
func (fl *flattener) pointerTo(k maker, x flatExpr) flatExpr {
	t := ir.PointerTo(x.t)
	n := x.n
	if x.offset != nil {
		n = k.bin(ir.OpAdd, n.Type, n, k.times(x.offset, fl.count(k, x.t)))
	}
	return flatExpr{t: t, n: n}
}

func (fl *flattener) address(n *ir.Node, x flatExpr) flatExpr {
	if x.t.IsVLA() {
		return fl.pointerTo(at(n), x)
	}
	out := *n
	out.Type, out.Kids = ir.PointerTo(x.n.Type), []*ir.Node{x.n}
	return flatExpr{t: ir.PointerTo(x.t), n: &out}
}

// strides reports whether pointer arithmetic on x goes in steps of variable size,
// or starts in an array of variable length.
func strides(x flatExpr) bool {
	return x.t.IsVLA() || x.t.Kind == ir.Pointer && x.t.Elem.IsVLA()
}

// pointerOp flattens arithmetic on pointers into arrays of variable length; ok is
// false for every other operation.
func (fl *flattener) pointerOp(n *ir.Node, kids []flatExpr) (out flatExpr, ok bool) {
	k := at(n)
	switch n.Op {
	case ir.OpAdd:
		if strides(kids[1]) {
			kids = []flatExpr{kids[1], kids[0]}
		}
		if strides(kids[0]) {
			return fl.pointerTo(k, fl.element(k, kids[0], fl.value(kids[1]))), true
		}
	case ir.OpSub:
		return fl.difference(k, kids)
	case ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec, ir.OpAssignOp:
		if strides(kids[0]) {
			return fl.step(k, n, kids), true
		}
	}
	return flatExpr{}, false
}

// difference is pointer minus number or pointer minus pointer.
func (fl *flattener) difference(k maker, kids []flatExpr) (flatExpr, bool) {
	x, y := kids[0], kids[1]
	if y.t.Decay().Kind != ir.Pointer {
		if !strides(x) {
			return flatExpr{}, false
		}
		minus := k.node(ir.OpNeg, ir.TI64, k.cast(ir.TI64, fl.value(y)))
		return fl.pointerTo(k, fl.element(k, x, minus)), true
	}
	if !strides(x) && !strides(y) {
		return flatExpr{}, false
	}
	d := k.bin(ir.OpSub, ir.TI64, fl.value(x), fl.value(y))
	if count := fl.count(k, x.t.Decay().Elem); count.Op != ir.OpConst || count.Int != 1 {
		d = k.bin(ir.OpDiv, ir.TI64, d, count)
	}
	return flatExpr{t: ir.TI64, n: d}, true
}

// step is ++, --, += or -= on a pointer to rows. The value before a postfix
// operator is had by taking the step back.
func (fl *flattener) step(k maker, n *ir.Node, kids []flatExpr) flatExpr {
	p := kids[0]
	by := fl.count(k, p.t.Elem)
	sub, back := ir.OpAdd, ir.OpSub
	switch n.Op {
	case ir.OpAssignOp:
		by = k.times(k.cast(ir.TI64, fl.value(kids[1])), by)
		sub = n.Sub
	case ir.OpPreDec, ir.OpPostDec:
		sub, back = ir.OpSub, ir.OpAdd
	}
	out := k.node(ir.OpAssignOp, p.n.Type, p.n, by)
	out.Sub = sub
	if n.Op == ir.OpPostInc || n.Op == ir.OpPostDec {
		out = k.bin(back, p.n.Type, out, by)
	}
	return flatExpr{t: p.t, n: out}
}

// sizeof multiplies the lengths out.
func (fl *flattener) sizeof(k maker, n *ir.Node) flatExpr {
	t := fl.fold(n.Of)
	size := k.times(fl.count(k, t), k.num(ir.TI64, innermost(t).Size()))
	return flatExpr{t: n.Type, n: k.cast(n.Type, size)}
}

func (fl *flattener) statementExpr(n *ir.Node) flatExpr {
	t := n.Type
	defer func(before *ir.Var) { fl.before = before }(fl.before)
	block := *n.Kids[0]
	block.Kids = make([]*ir.Node, len(n.Kids[0].Kids))
	for i, s := range n.Kids[0].Kids {
		if s.Op != ir.OpExpr || i < len(block.Kids)-1 {
			block.Kids[i] = fl.stmt(s)
			continue
		}
		last := fl.expr(s.Kids[0])
		if t.HasVLA() {
			t = last.t.Decay()
		}
		block.Kids[i] = at(s).expr(fl.value(last))
	}
	out := *n
	out.Type, out.Kids = flatType(t), []*ir.Node{&block}
	return flatExpr{t: t, n: &out}
}
