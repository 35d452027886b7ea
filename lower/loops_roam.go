package lower

import ir "omp2cl/ompir"

// roams reports whether the iterations seem to take different time, and load from places
// that they load themselves, as along the edges of a graph: what other threads have brought
// to a GPU's caches goes before it is used again when there are many of them.
func (w *worksharer) roams() bool {
	return w.differs() && contains(w.body, func(n *ir.Node) bool {
		switch n.Op {
		case ir.OpFor, ir.OpWhile, ir.OpDo:
			return followsLoads(n)
		}
		return false
	})
}

// followsLoads reports whether the inner loop n loads from a place that a load in its body
// tells. Where its counter starts may come from memory: what follows lies side by side.
func followsLoads(n *ir.Node) bool {
	told := toldByLoads(n)
	tells := func(x *ir.Node) bool { return isLoad(x) || x.Op == ir.OpVar && told[x.Var] }
	return contains(n, func(x *ir.Node) bool {
		switch {
		case !isLoad(x):
			return false
		case x.Op == ir.OpIndex:
			return contains(x.Kids[1], tells)
		}
		return contains(x.Kids[0], tells)
	})
}

// toldByLoads lists the variables that the body of the loop n sets from memory.
func toldByLoads(n *ir.Node) map[*ir.Var]bool {
	told := map[*ir.Var]bool{}
	note := func(x *ir.Node) bool {
		var v *ir.Var
		var value *ir.Node
		if to := assignee(x); to != nil && to.Op == ir.OpVar && len(x.Kids) > 1 {
			v, value = to.Var, x.Kids[1]
		} else if x.Op == ir.OpDecl && len(x.Kids) == 1 {
			v, value = x.Var, x.Kids[0]
		}
		if v != nil && contains(value, isLoad) {
			told[v] = true
		}
		return true
	}
	for i, part := range n.Kids {
		if n.Op != ir.OpFor || i > 0 {
			ir.Walk(part, note)
		}
	}
	return told
}

// isLoad reports whether x is in memory that threads share.
func isLoad(x *ir.Node) bool {
	return (x.Op == ir.OpIndex || x.Op == ir.OpDeref) && rootOf(x) == nil
}
