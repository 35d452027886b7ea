package lower

import (
	"maps"

	ir "omp2cl/ompir"
)

// edgeBranches is how many conditions guard accesses to memory in a body that treats the
// edges of an array apart:
//
//	if (i == 0 && j == 0)          d = a[1] + a[n];
//	else if (i == 0 && j == n - 1) d = a[j - 1] + a[j + n];
//	else if (i == 0)               ...
//	else                           d = a[i * n + j - 1] + a[i * n + j + 1] + ...;
//
// A device compiler makes vectors of such a loop that compute what stands in all branches.
// Here each vector supposes that its lanes agree about the conditions, which nearly all do,
// and tests that first; then conditions stay as they are written.
const edgeBranches = 3

// asksForEdges reports whether the body n has no control flow but conditions, and so many
// of them that guard accesses to memory.
func asksForEdges(n *ir.Node) bool {
	branches := 0
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpIf && contains(x, touchesMemory) {
			branches++
		}
		return true
	})
	return branches >= edgeBranches && isStraightButIf(n)
}

// isStraightButIf reports whether n has no loops and no jumps.
func isStraightButIf(n *ir.Node) bool {
	return !contains(n, func(x *ir.Node) bool {
		return isLoop(x) || x.Op == ir.OpBreak || x.Op == ir.OpContinue || x.Op == ir.OpReturn
	})
}

// walksEdges reports whether the loop with the given body goes along rows, and its
// conditions tell the edges of arrays from what is between them, which lanes then are
// supposed to agree about.
func (v *vectorizer) walksEdges(body *ir.Node) bool {
	v.learn()
	if !asksForEdges(body) || len(v.reduced) > 0 || !allOf(v.stmts, v.inRows) || !allOf(v.stmts, v.guardsEdges) {
		return false
	}
	v.rows = &rows{source: body, agreed: map[*ir.Node]bool{}}
	v.splitHead()
	if !v.collectConditions() {
		v.rows = nil
		return false
	}
	return true
}

// collectConditions fails when there is a condition that cannot be tested behind the head.
func (v *vectorizer) collectConditions() bool {
	later, seen, ok := map[*ir.Var]bool{}, map[string]bool{}, true
	for _, n := range v.rows.rest {
		maps.Copy(later, declaredIn(n))
	}
	for _, n := range v.rows.rest {
		ir.Walk(n, func(x *ir.Node) bool {
			if x.Op != ir.OpIf || v.same(x.Kids[0]) || !contains(x, touchesMemory) {
				return true
			}
			c := x.Kids[0]
			v.rows.agreed[c] = true
			ok = ok && !mentions(c, later) && !isRisky(c)
			if key := ir.PrintNode(c); !seen[key] {
				seen[key] = true
				v.rows.supposes = append(v.rows.supposes, c)
			}
			return true
		})
	}
	return ok && len(seen) > 0
}

// agree returns what holds if all lanes agree about the condition n.
func (v *vectorizer) agree(n *ir.Node) *ir.Node {
	m := v.hold("omp2cl_if", v.mask(n))
	return v.cmp(ir.OpEq, v.node(ir.OpNot, ir.TI32, v.allLanes(m)), v.node(ir.OpNot, ir.TI32, v.anyLane(m)))
}
