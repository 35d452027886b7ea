package lower

import ir "omp2cl/ompir"

// gainsByRegisters reports whether vectors are faster because inner loops accumulate
// floating values, or the minimum or maximum of values of 4 bytes is all that the loop is for. The device
// compiler keeps vectors in registers; of the small loops over lanes that vectorize_lanes
// makes, it makes narrower vectors, and some of them stay in memory.
func (v *vectorizer) gainsByRegisters() bool {
	if !v.pays(v.reduced) || !allOf(v.stmts, v.loopsAreQuick) || !allOf(v.stmts, func(n *ir.Node) bool { return !contains(n, v.isSlow) }) {
		return false
	}
	if allOf(v.stmts, func(n *ir.Node) bool { return !hasLoop(n) }) && !allExtremes(v.reduced) {
		return false // several short sums take more lanes than a vector has
	}
	known := map[string]bool{}
	return allOf(v.stmts, func(n *ir.Node) bool { return v.loadsAtOnce(n, false, known) })
}

// isExtreme reports whether n changes a thread's copy of such a minimum or maximum.
func isExtreme(n *ir.Node) bool {
	to := assignee(n)
	return to != nil && to.Op == ir.OpVar && isExtremeItem(to.Var)
}

func isExtremeItem(x *ir.Var) bool {
	return x.Type.Kind == ir.Float32 && (x.Reduces == "min" || x.Reduces == "max")
}

func allExtremes(items []*ir.Var) bool {
	for _, x := range items {
		if !isExtremeItem(x) {
			return false
		}
	}
	return true
}

// loadsAtOnce reports whether n accesses memory for all lanes at once: for some of them, if
// masked is set, only where a load for all of them has come before, which known remembers.
func (v *vectorizer) loadsAtOnce(n *ir.Node, masked bool, known map[string]bool) bool {
	if touchesMemory(n) && !n.Type.IsAggregate() {
		switch {
		case !masked:
			known[ir.PrintNode(n)] = true
		case !known[ir.PrintNode(n)] || !v.isFixed(n):
			return false
		}
	}
	for i, k := range n.Kids {
		guarded := isConditional(n, i) && !v.same(n.Kids[0])
		if !v.loadsAtOnce(k, masked || guarded, known) {
			return false
		}
	}
	return true
}

// isFixed reports whether n names one object as long as the variables in it are in scope.
func (v *vectorizer) isFixed(n *ir.Node) bool {
	return !contains(n, func(x *ir.Node) bool {
		return x.Op == ir.OpVar && v.assigned[x.Var] > 0 || x != n && touchesMemory(x)
	})
}
