package lower

import ir "omp2cl/ompir"

// unevenNodes is how large a loop may be of which four iterations follow each other.
const unevenNodes = 96

// unrollUneven marks short loops that data end, so that a GPU runs four iterations of them
// at a time:
//
//	while (k < most && x * x + y * y < 4.0f) {
//	    next = x * x - y * y + cx;
//	    y = 2 * x * y + cy;
//	    x = next;
//	    k++;
//	}
//
// Each of the four still asks whether it is the last, but they need no jump back, and what
// one computes need not be moved to where the next one looks for it. Device compilers do so
// with loops that count, and not with these. Loops that load or store wait for memory
// instead, and calls make them long.
func unrollUneven(m *ir.Module) error {
	rewriteBodies(m, func(body *ir.Node) *ir.Node { return ir.Rewrite(body, fourfold) })
	return nil
}

// fourfold returns the loop n marked, or n itself when it is none that qualifies. A while
// loop is a for loop without a first and a last part.
func fourfold(n *ir.Node) *ir.Node {
	switch {
	case n.Op != ir.OpWhile && (n.Op != ir.OpFor || n.Int != 0) || !isShortUneven(n):
		return n
	case n.Op == ir.OpWhile:
		k := at(n)
		n = k.node(ir.OpFor, nil, k.empty(), n.Kids[0], k.empty(), n.Kids[1])
	}
	out := *n
	out.Int = ir.Fourfold
	return &out
}

// isShortUneven reports whether the loop n ends when data say so, and does nothing but
// compute with a thread's own variables.
func isShortUneven(n *ir.Node) bool {
	return !counts(n) && countNodes(n) <= unevenNodes && !contains(n, func(x *ir.Node) bool {
		return x != n && notStraight[x.Op] || x.Op == ir.OpCall || x.Op == ir.OpAddr || x.Op == ir.OpOMP ||
			inMemory(x) || x.Type != nil && x.Type.Volatile
	})
}

// counts reports whether the loop n has a number of iterations that is known before it
// starts.
func counts(n *ir.Node) bool {
	if n.Op != ir.OpFor || contains(n.Kids[3], func(x *ir.Node) bool { return x.Op == ir.OpBreak || x.Op == ir.OpReturn }) {
		return false
	}
	_, d := ir.CanonicalLoop(n)
	return d == nil
}
