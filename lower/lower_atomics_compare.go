package lower

import ir "omp2cl/ompir"

// compare lowers atomic compare (OpenMP 5.1 §2.19.7): a compare-and-swap loop around one of
//
//	if (x == e) { x = d; }    x = x == e ? d : x;    if (e > x) { x = e; }    x = e > x ? e : x;
//
// and, with capture, one of
//
//	v = update    { v = x; update }    { update v = x; }    if (x == e) { x = d; } else { v = x; }
//	{ r = x == e; if (r) { x = d; } }    { r = x == e; if (r) { x = d; } else { v = x; } }
func (a *atomic) compare(stmts []*ir.Node) *ir.Node {
	var result *ir.Node // r
	first, rest := stmts[0], stmts[1:]
	capture := a.kind() == "capture"
	switch {
	case len(stmts) == 1 && !capture:
		return a.compareSwap(first, nil, nil, nil)
	case len(stmts) == 1 && first.Op == ir.OpIf && len(first.Kids) == 3:
		return a.compareSwap(first, nil, nil, nil)
	case len(stmts) == 1 && assigned(first) != nil && bare(assigned(first)).Op == ir.OpAssign:
		if update := a.node(ir.OpExpr, nil, bare(assigned(first))); updatesIf(update) {
			return a.compareSwap(update, nil, nil, first.Kids[0].Kids[0])
		}
		return nil
	case len(stmts) != 2 || !capture:
		return nil
	}
	if from := assigned(first); from != nil && !updatesIf(first) && updatesIf(rest[0]) {
		to := first.Kids[0].Kids[0]
		if bare(from).Op != ir.OpEq {
			return a.compareSwap(rest[0], nil, to, nil)
		}
		result = to
		update := *rest[0]
		if update.Op != ir.OpIf || !sameLvalue(bareTest(update.Kids[0]), result) {
			return nil
		}
		update.Kids = append([]*ir.Node{bare(from)}, update.Kids[1:]...)
		return a.compareSwap(&update, result, nil, nil)
	}
	if from := assigned(rest[0]); from != nil && updatesIf(first) {
		return a.compareSwap(first, nil, nil, rest[0].Kids[0].Kids[0])
	}
	return nil
}

// assigned returns what the statement n assigns, nil if it is no assignment.
func assigned(n *ir.Node) *ir.Node {
	if n.Op != ir.OpExpr || n.Kids[0].Op != ir.OpAssign {
		return nil
	}
	return n.Kids[0].Kids[1]
}

func updatesIf(n *ir.Node) bool {
	from := assigned(n)
	return n.Op == ir.OpIf || from != nil && bare(from).Op == ir.OpCond
}

// bareTest strips the comparison with 0 that a condition may be.
func bareTest(e *ir.Node) *ir.Node {
	if e.Op == ir.OpNe && e.Kids[1].Op == ir.OpConst && e.Kids[1].Int == 0 {
		e = e.Kids[0]
	}
	return bare(e)
}

// compareSwap emits the loop for the conditional update n. test gets the value of the
// condition, before and after that of x; nil where nobody asks.
func (a *atomic) compareSwap(n, test, before, after *ir.Node) *ir.Node {
	var cond, value, otherwise *ir.Node
	switch from := assigned(n); {
	case n.Op == ir.OpIf:
		then := sole(n.Kids[1])
		if value = assigned(then); value == nil {
			return nil
		}
		cond, a.x = n.Kids[0], then.Kids[0].Kids[0]
		if len(n.Kids) == 3 && n.Kids[2] != nil {
			els := sole(n.Kids[2])
			if from := assigned(els); from == nil || !sameLvalue(a.x, bare(from)) {
				return nil
			}
			otherwise = els.Kids[0].Kids[0]
		}
	case from != nil && bare(from).Op == ir.OpCond:
		choice := bare(from)
		cond, value, a.x = choice.Kids[0], choice.Kids[1], n.Kids[0].Kids[0]
		if !sameLvalue(a.x, bare(choice.Kids[2])) {
			return nil
		}
	default:
		return nil
	}
	t := a.x.Type
	p := a.volatilePointer(a.x)
	old := a.m.NewVar("omp2cl_old", t, ir.StorageLocal)
	fresh := a.m.NewVar("omp2cl_new", t, ir.StorageLocal)
	holds := a.m.NewVar("omp2cl_holds", ir.TI32, ir.StorageLocal)
	seen := false
	cond = ir.Rewrite(cond, func(e *ir.Node) *ir.Node {
		if sameLvalue(e, a.x) {
			seen = true
			return a.ref(old)
		}
		return e
	})
	if !seen || !t.IsScalar() || a.x.Op == ir.OpMember && a.x.Kids[0].Type.Record.FieldNamed(a.x.Str).BitWidth > 0 {
		return nil
	}
	out := append(a.decls, a.decl(old), a.decl(fresh), a.decl(holds),
		a.node(ir.OpDo, nil, a.block(
			a.assign(a.ref(old), a.deref(p)),
			a.assign(a.ref(holds), a.node(ir.OpCond, ir.TI32, cond, a.num(ir.TI32, 1), a.num(ir.TI32, 0))),
			a.assign(a.ref(fresh), a.node(ir.OpCond, t, a.ref(holds), a.cast(t, value), a.ref(old)))),
			a.node(ir.OpNot, ir.TI32, a.call("omp2cl_compare_swap", ir.TI32, p, a.ref(old), a.ref(fresh)))))
	set := func(to, from *ir.Node) {
		if to != nil {
			out = append(out, a.assign(to, a.cast(to.Type, from)))
		}
	}
	set(test, a.ref(holds))
	set(before, a.ref(old))
	set(after, a.ref(fresh))
	if otherwise != nil {
		out = append(out, a.when(a.node(ir.OpNot, ir.TI32, a.ref(holds)), a.assign(otherwise, a.cast(otherwise.Type, a.ref(old)))))
	}
	return a.block(out...)
}
