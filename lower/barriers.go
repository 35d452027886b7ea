package lower

import ir "omp2cl/ompir"

// branchingBarrier reports whether a barrier of n may be reached a number of times
// that only run time tells: it stands in a loop or branch, or in a function that is
// called. Tiles in local memory do not count, which the devices that care have none
// of; nor do a reduction's trees, whose barriers are none there.
func branchingBarrier(n *ir.Node, inside bool) bool {
	switch {
	case isBarrier(n):
		return inside
	case n.Op == ir.OpCall && n.Func != nil:
		return callsBarrier(n)
	case n.Op == ir.OpIf && barrierForms[n.Kids[0].Str]:
		return branchingBarrier(n.Kids[2], true)
	}
	branch := n.Op == ir.OpFor || n.Op == ir.OpWhile || n.Op == ir.OpDo || n.Op == ir.OpIf || n.Op == ir.OpSwitch
	for _, k := range n.Kids {
		if branchingBarrier(k, inside || branch) {
			return true
		}
	}
	return false
}

// barrierForms are the macros that choose a form with barriers.
var barrierForms = map[string]bool{stagesCall: true, blocksCall: true, rowsCall: true, stagedLoopCall: true, rangesCall: true}

// callsBarrier reports whether n calls a function that has a barrier, or may have
// one because it is another unit's.
func callsBarrier(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		return x.Op == ir.OpCall && x.Func != nil && (x.Func.Body == nil || contains(x.Func.Body, isOrphanedBarrier))
	})
}

// isOrphanedBarrier recognizes what has a barrier, or will have one, in a function.
func isOrphanedBarrier(n *ir.Node) bool {
	return n.Op == ir.OpCall && (n.Str == "omp2cl_orphaned_barrier" || n.Str == "omp2cl_barrier") ||
		n.Op == ir.OpOMP && (n.Dir.Has(ir.For) || n.Dir.Has(ir.Sections) || n.Dir.Has(ir.Single) || n.Dir.Has(ir.Barrier)) ||
		n.Op == ir.OpCall && callsBarrier(n)
}

// dropLastBarrier removes a barrier at the end of a body behind which nothing needs
// it.
func dropLastBarrier(n *ir.Node) *ir.Node {
	if n.Op != ir.OpBlock || len(n.Kids) == 0 {
		return n
	}
	last := len(n.Kids) - 1
	out := *n
	if isBarrier(n.Kids[last]) {
		out.Kids = n.Kids[:last:last]
		return &out
	}
	out.Kids = append(append([]*ir.Node{}, n.Kids[:last]...), dropLastBarrier(n.Kids[last]))
	return &out
}

func isBarrier(n *ir.Node) bool {
	return n.Op == ir.OpExpr && n.Kids[0].Op == ir.OpCall && n.Kids[0].Str == "omp2cl_barrier"
}
