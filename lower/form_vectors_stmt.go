package lower

import ir "omp2cl/ompir"

// list puts what becomes of statements. Behind one that lanes may leave the loop or the
// iteration in, the others go on alone.
func (v *vectorizer) list(stmts []*ir.Node) {
	for i, n := range stmts {
		v.stmt(n)
		rest := stmts[i+1:]
		if len(rest) == 0 || !v.loop.lockstep || !jumps(n) || isLoop(n) {
			continue
		}
		if v.active != v.loop.active {
			v.put(v.assign(v.ref(v.active), v.both(v.ref(v.loop.active))))
		}
		v.put(v.when(v.anyLane(v.active), v.collect(func() { v.list(rest) })...))
		return
	}
}

func isLoop(n *ir.Node) bool { return n.Op == ir.OpFor || n.Op == ir.OpWhile || n.Op == ir.OpDo }

// stmt puts what becomes of the statement n.
func (v *vectorizer) stmt(n *ir.Node) {
	v.maker = at(n)
	switch n.Op {
	case ir.OpBlock:
		v.list(n.Kids)
	case ir.OpDecl:
		v.declare(n)
	case ir.OpExpr:
		for _, e := range effectsOf(n.Kids[0]) {
			v.effect(e)
		}
	case ir.OpIf:
		v.conditional(n)
	case ir.OpFor, ir.OpWhile, ir.OpDo:
		v.innerLoop(n)
	case ir.OpBreak, ir.OpContinue:
		v.jump(n)
	}
}

func (v *vectorizer) declare(n *ir.Node) {
	switch {
	case !v.varies[n.Var]:
		v.put(n)
	case len(n.Kids) == 0:
		v.put(v.decl(v.vectorFor(n.Var), v.broadcast(constant(v.maker, n.Var.Type, 0))))
	default:
		e := v.converted(v.value(n.Kids[0]), n.Var.Type)
		v.put(v.decl(v.vectorFor(n.Var), e))
	}
}

// effect puts what becomes of the assignment n; what has no effect goes.
func (v *vectorizer) effect(n *ir.Node) {
	to := assignee(n)
	switch {
	case to == nil:
	case v.isCommon(to):
		v.put(v.expr(n))
	case rootOf(to) == nil:
		e := v.converted(v.newValue(n, to), to.Type)
		v.store(to, e)
	default:
		x := v.vectorFor(to.Var)
		e := v.converted(v.newValue(n, to), to.Type)
		if v.active != nil && !v.isDead(to.Var) {
			e = v.pick(v.ref(v.active), e, v.ref(x))
		}
		v.put(v.assign(v.ref(x), e))
	}
}

// newValue returns the vector that the assignment n gives to to.
func (v *vectorizer) newValue(n, to *ir.Node) *ir.Node {
	switch n.Op {
	case ir.OpAssign:
		return v.value(n.Kids[1])
	case ir.OpAssignOp:
		t := promoted(to.Type)
		if n.Sub != ir.OpShl && n.Sub != ir.OpShr {
			t = usual(to.Type, n.Kids[1].Type)
		}
		return v.arithmetic(n.Sub, t, v.value(to), v.value(n.Kids[1]))
	}
	op := ir.OpAdd
	if n.Op == ir.OpPreDec || n.Op == ir.OpPostDec {
		op = ir.OpSub
	}
	t := promoted(to.Type)
	return v.arithmetic(op, t, v.value(to), v.broadcast(constant(v.maker, t, 1)))
}

// conditional puts what becomes of the if statement n: lanes that differ execute both
// branches.
func (v *vectorizer) conditional(n *ir.Node) {
	if v.same(n.Kids[0]) || v.rows != nil && v.rows.agreed[n.Kids[0]] {
		out := v.node(ir.OpIf, nil, n.Kids[0])
		for _, k := range n.Kids[1:] {
			out.Kids = append(out.Kids, v.block(v.collect(func() { v.list(flattened(nil, k)) })...))
		}
		v.put(out)
		return
	}
	c := v.hold("omp2cl_if", v.mask(n.Kids[0]))
	then := c
	if v.active != nil {
		then = v.hold("omp2cl_lanes", v.both(v.ref(c)))
	}
	if len(n.Kids) == 2 {
		v.branch(then, n.Kids[1])
		return
	}
	other := v.hold("omp2cl_lanes", v.both(v.node(ir.OpCompl, maskType, v.ref(c))))
	v.branch(then, n.Kids[1])
	v.branch(other, n.Kids[2])
}

// branch puts the statement n for the lanes in a mask. If n is short and harmless, it is
// not worth a test whether there are any.
func (v *vectorizer) branch(lanes *ir.Var, n *ir.Node) {
	v.maker = at(n)
	short := !v.isRisky(n) && !hasLoop(n) && !contains(n, isCostly) && !contains(n, isStore)
	v.under(lanes, short, func() {
		made := v.collect(func() { v.list(flattened(nil, n)) })
		if short {
			v.put(v.block(made...))
		} else {
			v.put(v.when(v.anyLane(lanes), made...))
		}
	})
}

// jump puts a break or continue.
func (v *vectorizer) jump(n *ir.Node) {
	if !v.loop.lockstep {
		v.put(n)
		return
	}
	left := v.hold("omp2cl_left", v.ref(v.active))
	leave := func(m *ir.Var) {
		v.put(v.assign(v.ref(m), v.bin(ir.OpAnd, maskType, v.ref(m), v.node(ir.OpCompl, maskType, v.ref(left)))))
	}
	leave(v.loop.active)
	if n.Op == ir.OpBreak {
		leave(v.loop.live)
	}
}

// innerLoop puts what becomes of a loop.
func (v *vectorizer) innerLoop(n *ir.Node) {
	outer := v.loop
	defer func() { v.loop = outer }()
	if v.isLockstep(n) {
		v.put(v.block(v.collect(func() { v.lockstep(n) })...))
		return
	}
	v.loop = &vectorLoop{}
	out := *n
	out.Kids = append([]*ir.Node{}, n.Kids...)
	for i, k := range n.Kids {
		if k == bodyOf(n) {
			out.Kids[i] = v.block(v.collect(func() { v.list(flattened(nil, k)) })...)
		}
	}
	v.put(v.flat(n, &out))
}

// lockstep puts a loop that goes on until its condition fails in the last of the lanes.
func (v *vectorizer) lockstep(n *ir.Node) {
	if n.Op == ir.OpFor {
		v.stmt(n.Kids[0])
	}
	all := v.broadcast(v.num(ir.TI32, -1))
	if v.active != nil {
		all = v.ref(v.active)
	}
	live := v.hold("omp2cl_live", all)
	body := v.collect(func() {
		v.under(live, false, func() { v.round(n, live) })
	})
	k := at(n)
	v.put(k.node(ir.OpFor, nil, k.empty(), k.empty(), k.empty(), k.block(body...)))
}

// round puts one iteration of the loop n for the lanes in live.
func (v *vectorizer) round(n *ir.Node, live *ir.Var) {
	if n.Op != ir.OpDo {
		v.leaveUnless(conditionOf(n), live)
	}
	body := bodyOf(n)
	active := live
	if jumps(body) {
		active = v.hold("omp2cl_active", v.ref(live))
	}
	v.loop = &vectorLoop{lockstep: true, live: live, active: active, dead: v.deadBehind(n)}
	v.under(active, false, func() { v.list(flattened(nil, body)) })
	if hasJump(body, ir.OpBreak) {
		v.leaveIfNone(live)
	}
	v.maker = at(n)
	if n.Op == ir.OpFor {
		for _, e := range stepEffects(n) {
			v.effect(e)
		}
	}
	if n.Op == ir.OpDo {
		v.leaveUnless(conditionOf(n), live)
	}
}

// leaveUnless puts the test of a loop's condition c.
func (v *vectorizer) leaveUnless(c *ir.Node, live *ir.Var) {
	switch {
	case c == nil:
	case v.same(c):
		v.put(v.when(v.node(ir.OpNot, ir.TI32, c), v.node(ir.OpBreak, nil)))
	case c.Op == ir.OpLogAnd && v.same(c.Kids[0]):
		v.leaveUnless(c.Kids[0], live)
		v.leaveUnless(c.Kids[1], live)
	case c.Op == ir.OpLogAnd && v.same(c.Kids[1]) && !isRisky(c.Kids[1]):
		v.leaveUnless(c.Kids[1], live)
		v.leaveUnless(c.Kids[0], live)
	default:
		m := v.mask(c)
		v.put(v.assign(v.ref(live), v.bin(ir.OpAnd, maskType, v.ref(live), m)))
		v.leaveIfNone(live)
	}
}

// leaveIfNone puts the end of a loop that no lane is in any more.
func (v *vectorizer) leaveIfNone(live *ir.Var) {
	v.put(v.when(v.node(ir.OpNot, ir.TI32, v.anyLane(live)), v.node(ir.OpBreak, nil)))
}
