package lower

import ir "omp2cl/ompir"

// findValues finds the values in n, a statement of the inner loop or a part of one, that
// another thread may compute: those computed in any case.
func (r *rowFinder) findValues(n *ir.Node) {
	if n.Op == ir.OpAddr || r.isValue(n) {
		return
	}
	kids := n.Kids
	switch {
	case assignee(n) != nil:
		kids = n.Kids[1:]
	case n.Op == ir.OpIf, n.Op == ir.OpCond, n.Op == ir.OpLogAnd, n.Op == ir.OpLogOr:
		kids = n.Kids[:1]
	}
	for _, k := range kids {
		r.findValues(k)
	}
}

// isValue gives n a place if it is a number that another thread can compute of loads along
// the row, and that takes no more room than what they load.
func (r *rowFinder) isValue(n *ir.Node) bool {
	if n.Type == nil || !n.Type.IsArithmetic() || n.Type.Kind == ir.Bool || n.Op == ir.OpConst {
		return false
	}
	by := r.portable(n)
	if by == nil || n.Type.Size() > loadedBy(by, r.own, r.goesAlong) {
		return false
	}
	r.stand(rowValueCall, n, by)
	return true
}

// goesAlong reports whether the inner loop goes along memory with x, and neighbours of the
// construct's loop are so far apart that they do not share what they load.
func (r *rowFinder) goesAlong(x *ir.Node) bool {
	if r.along.of(x) != near || r.across.of(x) != far {
		return false
	}
	if x.Op == ir.OpIndex && r.across.pointed(x.Kids[0]) == still {
		by, known := r.across.growth(x.Kids[1])
		return !known || by >= leastRow || by <= -leastRow
	}
	return true
}

// portable returns n in terms that each thread of the team has: the loops' variables, what
// all threads share, and numbers from before the inner loop, which it leaves unchanged
// and which come to local memory, too. It is nil when there is more to it.
func (r *rowFinder) portable(n *ir.Node) *ir.Node {
	known := true
	out := ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		switch {
		case assignee(x) != nil, x.Op == ir.OpCall, x.Op == ir.OpAddr:
			known = false
		case x.Op == ir.OpVar && x.Var != r.counter.Var && !r.loopVars[x.Var]:
			by := r.portableVar(x)
			if by == nil {
				known = false
				return x
			}
			return by
		}
		return x
	})
	if !known {
		return nil
	}
	return out
}

// portableVar is portable for a variable but the loops' own.
func (r *rowFinder) portableVar(x *ir.Node) *ir.Node {
	v := x.Var
	switch {
	case !r.own[v]:
		if r.shared(v) {
			return x
		}
		return nil
	case r.moving[v]:
		return nil
	case r.values[v] != nil && !r.across.changed[v] && !contains(r.values[v], inMemory):
		if by := r.portable(r.values[v]); by != nil {
			return at(x).cast(v.Type, by)
		}
	}
	if r.isRowVar(v) {
		r.rowVars[v] = true
		return x
	}
	return nil
}

// isRowVar reports whether v is a number that the body declares before the inner loop.
func (r *rowFinder) isRowVar(v *ir.Var) bool {
	for _, n := range r.before {
		if n.Op == ir.OpDecl && n.Var == v {
			return v.Type.IsArithmetic() && v.Type.Kind != ir.Bool
		}
	}
	return false
}

// findResults finds the assignments that others may make.
func (r *rowFinder) findResults() {
	for _, s := range r.stores {
		if s.place == nil || !s.x.Type.IsArithmetic() || s.x.Type.Kind == ir.Bool {
			continue
		}
		if by := r.portable(s.x); by != nil && r.goesAlong(by) {
			r.results[s.x] = by
			r.bytes += s.x.Type.Size()
		}
	}
}
