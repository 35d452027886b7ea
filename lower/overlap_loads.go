package lower

import ir "omp2cl/ompir"

// manyValues is the number of values that work-items combine at once from which on a GPU's
// registers limit how many of them there are: those of four doubles and of as many loads of
// one are more than 32.
const manyValues = 4

// overlappedNodes is how large the body of a loop may be of which several run at a time.
const overlappedNodes = 96

// overlapLoads asks for several iterations at a time of independent loops that
// load values and combine them with a reduction copy: a GPU's thread, which waits for
// each value before it uses it, then has several loads under way. Loops that store
// into memory are left alone, since a load must not pass a store that may be to the
// same place; so are those with inner loops, atomic updates or calls, which have other
// work to do.
//
// A kernel with a loop that combines many values is marked: fewer work-items have all of
// the device's registers, and each gets more loads under way.
func overlapLoads(m *ir.Module) error {
	for _, k := range m.Kernels {
		k.Body = ir.Rewrite(k.Body, func(n *ir.Node) *ir.Node {
			if n.Op != ir.OpFor {
				return n
			}
			many := valuesCombined(n.Kids[3]) >= manyValues
			k.Heavy = k.Heavy || many
			if n.Int != ir.Independent || !onlyCombines(n.Kids[3]) {
				return n
			}
			out := *n
			out.Int = ir.Overlapped
			if many {
				out.Int = ir.OverlappedMore
			}
			return &out
		})
	}
	return nil
}

// valuesCombined is the number of reduction copies that body assigns to.
func valuesCombined(body *ir.Node) int {
	copies := map[*ir.Var]bool{}
	ir.Walk(body, func(n *ir.Node) bool {
		if to := assignee(n); to != nil && to.Op == ir.OpVar && to.Var.Reduces != "" {
			copies[to.Var] = true
		}
		return true
	})
	return len(copies)
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
	ir.OpLabel: true, ir.OpCase: true, ir.OpDefault: true, ir.OpStmtExpr: true}
