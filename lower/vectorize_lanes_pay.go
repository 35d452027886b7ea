package lower

import ir "omp2cl/ompir"

// pays reports whether lanes are of use: inner loops accumulate floating values, and
// what they load lies side by side for the lanes; or there is no inner loop, and a
// floating minimum or maximum is reduced.
func (f *laneFacts) pays(reduced []*ir.Var) bool {
	var loops []*ir.Node
	for _, n := range f.stmts {
		loops = append(loops, innerLoops(n)...)
		if storesInLoop(n) {
			return false // it may stand in the way of vectors: C cannot tell
		}
	}
	if len(loops) == 0 {
		for _, x := range reduced {
			if x.Type.IsFloat() && (x.Reduces == "min" || x.Reduces == "max") {
				return true
			}
		}
		return false
	}
	accumulates := false
	for _, n := range loops {
		accumulates = accumulates || f.accumulates(n)
		if !f.loadsSideBySide(n) {
			return false
		}
	}
	return accumulates
}

// innerLoops returns the loops in n that contain no loop.
func innerLoops(n *ir.Node) []*ir.Node {
	var out []*ir.Node
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpFor && !hasLoop(x.Kids[3]) {
			out = append(out, x)
		}
		return true
	})
	return out
}

// storesInLoop reports whether a loop in n assigns to memory.
func storesInLoop(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool { return x.Op == ir.OpFor && contains(x, isStore) })
}

// accumulates reports whether the loop n changes a floating variable that outlives
// its iterations.
func (f *laneFacts) accumulates(n *ir.Node) bool {
	own := declaredIn(n)
	return contains(n, func(x *ir.Node) bool {
		to := assignee(x)
		return to != nil && to.Op == ir.OpVar && to.Type.IsFloat() && f.varies[to.Var] && !own[to.Var]
	})
}

// declaredIn returns the variables that n declares.
func declaredIn(n *ir.Node) map[*ir.Var]bool {
	own := map[*ir.Var]bool{}
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpDecl {
			own[x.Var] = true
		}
		return true
	})
	return own
}

// loadsSideBySide reports whether every load in the loop n is one for all lanes, or
// one of neighbouring elements for neighbouring lanes, or does not depend on the
// loop.
func (f *laneFacts) loadsSideBySide(n *ir.Node) bool {
	moving := map[*ir.Var]bool{}
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpDecl {
			moving[x.Var] = true
		}
		if to := assignee(x); to != nil {
			moving[rootOf(to)] = true
		}
		return true
	})
	return !contains(n, func(x *ir.Node) bool {
		if x.Op != ir.OpIndex && x.Op != ir.OpDeref || x.Type.Kind == ir.Array || rootOf(x) != nil {
			return false
		}
		return !f.sideBySide(x) && contains(x, func(y *ir.Node) bool { return y.Op == ir.OpVar && moving[y.Var] })
	})
}

// sideBySide reports whether the lanes' elements x are one, or neighbours.
func (f *laneFacts) sideBySide(x *ir.Node) bool {
	if f.same(x) {
		return true
	}
	if x.Op != ir.OpIndex || !f.same(x.Kids[0]) || !x.Type.IsArithmetic() {
		return false
	}
	by, known := f.growth(x.Kids[1], true)
	return known && (by == 1 || by == -1)
}
