package lower

import ir "omp2cl/ompir"

// overlappedNodes is how large the body of a loop may be of which several run at a time.
const overlappedNodes = 96

// overlapLoads asks for several iterations at a time of independent loops that
// load values and combine them with a reduction copy: a GPU's thread, which waits for
// each value before it uses it, then has several loads under way. Loops that store
// into memory are left alone, since a load must not pass a store that may be to the
// same place; so are those with inner loops, atomic updates or calls, which have other
// work to do.
func overlapLoads(m *ir.Module) error {
	for _, k := range m.Kernels {
		k.Body = ir.Rewrite(k.Body, func(n *ir.Node) *ir.Node {
			if n.Op != ir.OpFor || n.Int != ir.Independent || !onlyCombines(n.Kids[3]) {
				return n
			}
			out := *n
			out.Int = ir.Overlapped
			return &out
		})
	}
	return nil
}

// onlyCombines reports whether body is short straight code, conditions included, that
// assigns to a reduction copy and stores nothing.
func onlyCombines(body *ir.Node) bool {
	nodes, combines := 0, false
	plain := !contains(body, func(x *ir.Node) bool {
		nodes++
		to := assignee(x)
		combines = combines || to != nil && to.Op == ir.OpVar && to.Var.Reduces != ""
		return notStraight[x.Op] || x.Op == ir.OpCall && (x.Func != nil || !isPlainCall(x)) || isStore(x) || x.Type != nil && x.Type.Volatile
	})
	return plain && combines && nodes <= overlappedNodes
}

// notStraight are the statements that keep a body from being straight code.
var notStraight = map[ir.Op]bool{ir.OpFor: true, ir.OpWhile: true, ir.OpDo: true, ir.OpSwitch: true, ir.OpGoto: true,
	ir.OpLabel: true, ir.OpStmtExpr: true}
