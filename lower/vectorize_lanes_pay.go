package lower

import ir "omp2cl/ompir"

// pays reports whether lanes are of use: inner loops accumulate floating values, in
// variables or in memory, and what they touch lies side by side for the lanes; or there is no inner loop, and a
// floating minimum or maximum is reduced.
func (f *laneFacts) pays(reduced []*ir.Var) bool {
	var loops []*ir.Node
	for _, n := range f.stmts {
		loops = append(loops, innerLoops(n)...)
		if storesInLoop(n) && !f.scalars {
			return false // the device compiler would not dare
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
		if !f.touchesSideBySide(n) {
			return false
		}
	}
	return accumulates
}

// isVector reports whether the loop itself may become vectors although the device
// compiler cannot see that its iterations are independent: it has no inner loop, and
// neighbouring iterations store to neighbouring elements and load such elements or one
// for all.
func (f *laneFacts) isVector() bool {
	stores := false
	for _, n := range f.stmts {
		if hasLoop(n) || contains(n, func(x *ir.Node) bool { return touchesMemory(x) && !f.sideBySide(x) }) {
			return false
		}
		stores = stores || contains(n, isStore)
		if contains(n, func(x *ir.Node) bool { return isStore(x) && f.same(assignee(x)) }) {
			return false
		}
	}
	return stores && f.scalars
}

// touchesMemory reports whether n is an element or object in memory that threads
// share.
func touchesMemory(n *ir.Node) bool {
	switch n.Op {
	case ir.OpIndex, ir.OpDeref, ir.OpMember:
		return n.Type.Kind != ir.Array && rootOf(n) == nil
	case ir.OpVar:
		return !n.Type.IsAggregate() && rootOf(n) == nil
	}
	return false
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

// accumulates reports whether the loop n changes a floating variable, or an element in
// memory, that outlives its iterations.
func (f *laneFacts) accumulates(n *ir.Node) bool {
	own := declaredIn(n)
	moving := movingIn(n)
	return contains(n, func(x *ir.Node) bool {
		to := assignee(x)
		if to == nil || !to.Type.IsFloat() {
			return false
		}
		if to.Op == ir.OpVar {
			return f.varies[to.Var] && !own[to.Var]
		}
		return rootOf(to) == nil && !f.same(to) && !mentions(to, moving)
	})
}

// mentions reports whether n names one of the variables.
func mentions(n *ir.Node, vars map[*ir.Var]bool) bool {
	return contains(n, func(x *ir.Node) bool { return x.Op == ir.OpVar && vars[x.Var] })
}

// movingIn returns the variables that n declares or changes.
func movingIn(n *ir.Node) map[*ir.Var]bool {
	moving := declaredIn(n)
	ir.Walk(n, func(x *ir.Node) bool {
		if to := assignee(x); to != nil {
			moving[rootOf(to)] = true
		}
		return true
	})
	return moving
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

// touchesSideBySide reports whether every access to memory in the loop n is to one
// element for all lanes, or to neighbouring elements for neighbouring lanes, or is a
// load that does not depend on the loop.
func (f *laneFacts) touchesSideBySide(n *ir.Node) bool {
	moving, stores := movingIn(n), contains(n, isStore)
	return !contains(n, func(x *ir.Node) bool {
		if x.Op != ir.OpIndex && x.Op != ir.OpDeref || x.Type.Kind == ir.Array || rootOf(x) != nil {
			return false
		}
		return !f.sideBySide(x) && (stores || mentions(x, moving))
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
