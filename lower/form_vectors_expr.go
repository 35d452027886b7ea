package lower

import ir "omp2cl/ompir"

// value returns the vector of what the expression n is in each lane.
func (v *vectorizer) value(n *ir.Node) *ir.Node {
	if v.same(n) {
		return v.broadcast(v.scalar(n))
	}
	switch n.Op {
	case ir.OpVar:
		return v.variable(n.Var)
	case ir.OpIndex, ir.OpDeref, ir.OpMember:
		return v.load(n)
	case ir.OpNeg, ir.OpCompl:
		return v.node(n.Op, vectorOf(n.Type), v.converted(v.value(n.Kids[0]), n.Type))
	case ir.OpPlus, ir.OpCast:
		return v.converted(v.value(n.Kids[0]), n.Type)
	case ir.OpCond:
		return v.choice(n)
	case ir.OpCall:
		return v.function(n)
	case ir.OpNot, ir.OpLogAnd, ir.OpLogOr, ir.OpLt, ir.OpGt, ir.OpLe, ir.OpGe, ir.OpEq, ir.OpNe:
		return v.bin(ir.OpAnd, maskType, v.mask(n), v.broadcast(v.num(ir.TI32, 1)))
	}
	return v.arithmetic(n.Op, n.Type, v.value(n.Kids[0]), v.value(n.Kids[1]))
}

// scalar returns the expression n, which is the same for all lanes. Where no lane may be
// at work it is not evaluated if that could do harm.
func (v *vectorizer) scalar(n *ir.Node) *ir.Node {
	n = v.m.Clone(n, nil)
	if !v.none || !isRisky(n) {
		return n
	}
	x := v.m.NewVar("omp2cl_common", unvolatile(n.Type), ir.StorageLocal)
	v.put(v.decl(x, constant(v.maker, x.Type, 0)), v.when(v.anyLane(v.active), v.assign(v.ref(x), n)))
	return v.ref(x)
}

// broadcast returns the vector whose elements are all the arithmetic value e.
func (v *vectorizer) broadcast(e *ir.Node) *ir.Node {
	t := vectorOf(e.Type)
	return v.node(ir.OpCast, t, v.cast(t.Elem, e))
}

// variable returns the values that x, which differs between lanes, has in them.
func (v *vectorizer) variable(x *ir.Var) *ir.Node {
	by := v.affine[x]
	if by == 0 {
		return v.ref(v.vectorFor(x))
	}
	lanes := v.converted(v.call("omp2cl_lane_numbers", maskType), x.Type)
	if by != 1 {
		lanes = v.bin(ir.OpMul, lanes.Type, lanes, v.broadcast(v.num(x.Type, by)))
	}
	return v.bin(ir.OpAdd, lanes.Type, v.broadcast(v.ref(x)), lanes)
}

// converted returns the vector e with elements of type t.
func (v *vectorizer) converted(e *ir.Node, t *ir.Type) *ir.Node {
	to := vectorOf(t)
	switch {
	case t.Kind == ir.Bool && e.Type.Elem.Kind == ir.Uint8:
		one := v.broadcast(v.cast(ir.TU8, v.num(ir.TI32, 1)))
		return v.pick(v.isTrue(e), one, v.broadcast(v.cast(ir.TU8, v.num(ir.TI32, 0))))
	case t.Kind == ir.Bool:
		return v.converted(v.bin(ir.OpAnd, maskType, v.isTrue(e), v.broadcast(v.num(ir.TI32, 1))), ir.TU8)
	case e.Type.Equal(to):
		return e
	case e.Op == ir.OpCast && e.Kids[0].Type.IsArithmetic():
		return v.broadcast(v.cast(to.Elem, e.Kids[0]))
	}
	return v.node(ir.OpCast, to, e)
}

// arithmetic returns the vector a op b, computed in type t. Lanes that are not active
// divide integers by 1.
func (v *vectorizer) arithmetic(op ir.Op, t *ir.Type, a, b *ir.Node) *ir.Node {
	a, b = v.converted(a, t), v.converted(b, t)
	if (op == ir.OpDiv || op == ir.OpRem) && t.IsInteger() && v.active != nil {
		b = v.pick(v.ref(v.active), b, v.broadcast(v.num(t, 1)))
	}
	return v.bin(op, vectorOf(t), a, b)
}

// pick returns the vector of a where mask holds, and of b elsewhere.
func (v *vectorizer) pick(mask, a, b *ir.Node) *ir.Node {
	return v.call("cl.select", a.Type, b, a, v.converted(mask, maskElem(a.Type.Elem)))
}

// maskElem returns the type of the elements that a comparison of values of type t has.
func maskElem(t *ir.Type) *ir.Type {
	switch t.Size() {
	case 1:
		return ir.TI8
	case 2:
		return ir.TI16
	case 8:
		return ir.TI64
	}
	return ir.TI32
}

// choice returns the vector of the conditional expression n.
func (v *vectorizer) choice(n *ir.Node) *ir.Node {
	if v.same(n.Kids[0]) && !isRisky(n) {
		c := v.mask(n.Kids[0])
		return v.pick(c, v.converted(v.value(n.Kids[1]), n.Type), v.converted(v.value(n.Kids[2]), n.Type))
	}
	c := v.ref(v.hold("omp2cl_if", v.mask(n.Kids[0])))
	a := v.operand(n.Kids[1], c)
	b := v.operand(n.Kids[2], v.node(ir.OpCompl, maskType, c))
	return v.pick(c, v.converted(a, n.Type), v.converted(b, n.Type))
}

// operand returns the vector of an operand that is evaluated where c holds.
func (v *vectorizer) operand(n, c *ir.Node) (e *ir.Node) {
	v.where(n, c, func() { e = v.value(n) })
	return e
}

// where runs f, which evaluates n, with the lanes at work in which c holds, if that
// matters to n.
func (v *vectorizer) where(n, c *ir.Node, f func()) {
	if !isRisky(n) {
		f()
		return
	}
	v.under(v.hold("omp2cl_lanes", v.both(c)), true, f)
}

// both returns the mask of the active lanes in which c holds.
func (v *vectorizer) both(c *ir.Node) *ir.Node {
	if v.active == nil {
		return c
	}
	return v.bin(ir.OpAnd, maskType, v.ref(v.active), c)
}

// function returns the vector of the call n.
func (v *vectorizer) function(n *ir.Node) *ir.Node {
	if op := accumulations[n.Str]; op != 0 {
		return v.arithmetic(op, n.Type, v.value(n.Kids[0]), v.value(n.Kids[1]))
	}
	builtin, _ := vectorFunction(n.Str)
	result, params, _ := ir.LibrarySignature(n.Str)
	var args []*ir.Node
	for i, p := range params {
		args = append(args, v.converted(v.value(n.Kids[i]), p))
	}
	if preludeFunctions[builtin] {
		return v.call("omp2cl_"+builtin, vectorOf(result), args...)
	}
	return v.call("cl."+builtin, vectorOf(result), args...)
}

// mask returns the mask of the lanes in which the expression n is not 0.
func (v *vectorizer) mask(n *ir.Node) *ir.Node {
	if v.same(n) {
		return v.broadcast(v.node(ir.OpNeg, ir.TI32, truth(v.maker, v.scalar(n))))
	}
	switch n.Op {
	case ir.OpNot:
		return v.node(ir.OpCompl, maskType, v.mask(n.Kids[0]))
	case ir.OpLogAnd, ir.OpLogOr:
		return v.logical(n)
	case ir.OpLt, ir.OpGt, ir.OpLe, ir.OpGe, ir.OpEq, ir.OpNe:
		t := usual(n.Kids[0].Type, n.Kids[1].Type)
		return v.compared(n.Op, v.converted(v.value(n.Kids[0]), t), v.converted(v.value(n.Kids[1]), t))
	}
	return v.isTrue(v.value(n))
}

// truth returns 1 if e is not 0, else 0.
func truth(k maker, e *ir.Node) *ir.Node {
	switch e.Op {
	case ir.OpNot, ir.OpLogAnd, ir.OpLogOr, ir.OpLt, ir.OpGt, ir.OpLe, ir.OpGe, ir.OpEq, ir.OpNe:
		return e
	}
	if e.Type.Kind == ir.Pointer || e.Type.Kind == ir.Array {
		return k.node(ir.OpNot, ir.TI32, k.node(ir.OpNot, ir.TI32, e))
	}
	return k.cmp(ir.OpNe, e, constant(k, e.Type, 0))
}

// isTrue returns the mask of the elements of e that are not 0.
func (v *vectorizer) isTrue(e *ir.Node) *ir.Node {
	return v.compared(ir.OpNe, e, v.broadcast(constant(v.maker, e.Type.Elem, 0)))
}

// compared returns the mask of a op b.
func (v *vectorizer) compared(op ir.Op, a, b *ir.Node) *ir.Node {
	return v.converted(v.node(op, vectorOf(maskElem(a.Type.Elem)), a, b), ir.TI32)
}

// logical returns the mask of the && or || n.
func (v *vectorizer) logical(n *ir.Node) (m *ir.Node) {
	op, a := ir.OpAnd, v.mask(n.Kids[0])
	if n.Op == ir.OpLogOr {
		op = ir.OpOr
	}
	if isRisky(n.Kids[1]) {
		a = v.ref(v.hold("omp2cl_if", a))
	}
	c := a
	if n.Op == ir.OpLogOr {
		c = v.node(ir.OpCompl, maskType, a)
	}
	v.where(n.Kids[1], c, func() { m = v.mask(n.Kids[1]) })
	return v.bin(op, maskType, a, m)
}

// anyLane and allLanes test a mask.
func (v *vectorizer) anyLane(m *ir.Var) *ir.Node  { return v.call("cl.any", ir.TI32, v.ref(m)) }
func (v *vectorizer) allLanes(m *ir.Var) *ir.Node { return v.call("cl.all", ir.TI32, v.ref(m)) }
