package lower

import (
	"math"

	ir "omp2cl/ompir"
)

// Rowed marks a collapsed loop construct whose innermost loop has a constant number of
// iterations, its argument.
const Rowed ir.ClauseKind = "rowed"

// Rows of so few iterations are worth a copy of the body, if it is small.
const (
	rowIterations = 32
	rowNodes      = 256
)

// unrollRows marks collapsed loops whose innermost one has a small constant number of
// iterations. lower_constructs then gives whole rows a branch of their own, in which the
// device compiler knows how many iterations there are, and a CPU does not wait for one
// row's end to know where the next one starts:
//
//	while (left > 0) {
//	    if (j_at == 0 && left >= 4) {
//	        for (j = 0; j < 4; ++j)
//	            body
//	        left -= 4;
//	        i_at += 1;
//	    } else {
//	        a run as in any collapsed nest
//	    }
//	}
func unrollRows(m *ir.Module) error {
	for _, k := range m.Kernels {
		k.Body = ir.Rewrite(k.Body, func(n *ir.Node) *ir.Node {
			if n.Op != ir.OpOMP || !n.Dir.Is(ir.For) || n.Dir.First(ir.Collapse) == nil ||
				n.Dir.First(Tiled) != nil || n.Dir.First(Blocked) != nil {
				return n
			}
			if trip := shortRow(n); trip > 0 {
				return withClause(n, Rowed, trip)
			}
			return n
		})
	}
	return nil
}

// shortRow is the number of iterations of the innermost loop of the construct n, 0 when it
// is not small, not constant, or the body is not worth a copy.
func shortRow(n *ir.Node) int {
	loops, body, err := nestOf(n)
	if err != nil {
		panic("BUG: non-canonical loop after the front end: " + err.Error())
	}
	trip, ok := constantTrip(loops[len(loops)-1])
	if len(loops) < 2 || !ok || trip < 2 || trip > rowIterations || !isCopied(body) {
		return 0
	}
	return int(trip)
}

// constantTrip is the number of iterations of the loop l when it is a constant that is
// easily told: bounds and step keep their values in whatever type they have.
func constantTrip(l *ir.Loop) (int64, bool) {
	if !isSmallConst(l.Lower) || !isSmallConst(l.Upper) || !isSmallConst(l.Step) || l.Step.Int != 1 ||
		!l.Type.IsInteger() || l.Type.Size() < 4 {
		return 0, false
	}
	from, to := l.Lower.Int, l.Upper.Int
	if l.Down {
		from, to = to, from
	}
	if l.Cmp == ir.OpLe || l.Cmp == ir.OpGe {
		return to - from + 1, to >= from
	}
	return to - from, to > from
}

// isSmallConst reports whether n is a constant that every type of 32 bits holds.
func isSmallConst(n *ir.Node) bool {
	return n.Op == ir.OpConst && n.Type.IsInteger() && n.Int >= 0 && n.Int <= math.MaxInt32
}

// isCopied reports whether body is short straight code without calls that should stand
// in a kernel once.
func isCopied(body *ir.Node) bool {
	nodes := 0
	return isStraight(body) && !contains(body, func(x *ir.Node) bool {
		nodes++
		return nodes > rowNodes || x.Op == ir.OpStmtExpr || x.Op == ir.OpSwitch || x.Op == ir.OpCall && !isPlainCall(x)
	})
}

// countNodes is how large n is.
func countNodes(n *ir.Node) int {
	nodes := 0
	ir.Walk(n, func(*ir.Node) bool {
		nodes++
		return true
	})
	return nodes
}
