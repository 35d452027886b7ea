package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// A loop runs without counting while it has so many iterations, and its statements, those
// of functions that they call among them, so many nodes altogether. All such loops of a
// kernel or function may add so many.
const (
	flatLoopTrips    = 16
	flatLoopNodes    = 1200
	allFlatLoopNodes = 12000
)

// flattenLoops marks loops of a constant small number of iterations, so that a CPU runs
// them without counting:
//
//	for (dy = -1; dy <= 1; dy++)
//	    for (dx = -1; dx <= 1; dx++)
//	        sum += k[dy + 1][dx + 1] * a[(y + dy) * n + x + dx];
//
// Host compilers do so by themselves. PoCL's does not unless it is told to, and then makes
// no vectors of the loop around them either, and keeps small arrays in memory.
func flattenLoops(m *ir.Module) error {
	sizes := map[*ir.Func]int64{}
	for _, f := range m.Funcs {
		if f.Body != nil {
			fl := flatLoops{sizes: sizes, left: allFlatLoopNodes}
			f.Body, _, _ = fl.flat(f.Body)
		}
	}
	for _, k := range m.Kernels {
		fl := flatLoops{sizes: sizes, left: allFlatLoopNodes}
		k.Body, _, _ = fl.flat(k.Body)
	}
	return nil
}

type flatLoops struct {
	sizes map[*ir.Func]int64 // how many nodes the bodies of functions have
	left  int64              // how many nodes loops of this body may still add
}

// flat returns n with short loops marked, how many nodes it has when they run without
// counting, and whether it has no other loop.
func (f *flatLoops) flat(n *ir.Node) (*ir.Node, int64, bool) {
	if n == nil {
		return nil, 0, true
	}
	nodes, whole := int64(1), true
	if n.Op == ir.OpCall && n.Func != nil {
		nodes += f.sizeOf(n.Func)
	}
	n = withKids(n, func(k *ir.Node) *ir.Node {
		k, some, all := f.flat(k)
		nodes += some
		whole = whole && all
		return k
	})
	if !isLoop(n) {
		return n, nodes, whole
	}
	trips := flatTripsOf(n)
	if !whole || trips == 0 || trips*nodes > flatLoopNodes || trips*nodes > f.left {
		return n, nodes, n.Op == ir.OpFor && n.Int == ir.Flat
	}
	f.left -= trips * nodes
	out := *n
	out.Int = ir.Flat
	return &out, trips * nodes, true
}

// sizeOf returns how many nodes the body of the function g has. A function that calls
// itself has no size that would do.
func (f *flatLoops) sizeOf(g *ir.Func) int64 {
	size, known := f.sizes[g]
	if known || g.Body == nil {
		return size
	}
	f.sizes[g] = flatLoopNodes
	ir.Walk(g.Body, func(x *ir.Node) bool {
		size++
		if x.Op == ir.OpCall && x.Func != nil {
			size += f.sizeOf(x.Func)
		}
		return true
	})
	f.sizes[g] = size
	return size
}

// flatTripsOf returns how many iterations the loop n has, if that is a small constant and it
// is one that may stand without a loop, else 0.
func flatTripsOf(n *ir.Node) int64 {
	if n.Op != ir.OpFor || n.Int != 0 || !counts(n) || hasVectors(n) || contains(n, needsLoop) {
		return 0
	}
	l, d := ir.CanonicalLoop(n)
	if d != nil || movingIn(bodyOf(n))[l.Var] {
		return 0
	}
	if trips, ok := fewTrips(l); ok && trips <= flatLoopTrips {
		return trips
	}
	return 0
}

// needsLoop reports whether n is something that device code should contain only once, or
// stores to an element: of such loops the device compiler makes vectors if it can, or keeps
// arrays in memory in any case.
func needsLoop(n *ir.Node) bool {
	if to := assignee(n); to != nil && contains(to, func(x *ir.Node) bool { return x.Op == ir.OpIndex || x.Op == ir.OpDeref }) {
		return true
	}
	switch n.Op {
	case ir.OpGoto, ir.OpLabel, ir.OpSwitch, ir.OpOMP:
		return true
	case ir.OpCall:
		return n.Func == nil && strings.HasPrefix(n.Str, "omp2cl_")
	}
	return false
}

// hasVectors reports whether vectors were made of iterations in n.
func hasVectors(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool { return x.Type != nil && x.Type.Kind == ir.Vec })
}

// fewTrips returns the number of iterations of l if its bounds and step are constants.
func fewTrips(l *ir.Loop) (int64, bool) {
	from, ok := signedConst(l.Lower)
	to, ok2 := signedConst(l.Upper)
	step, ok3 := signedConst(l.Step)
	if !ok || !ok2 || !ok3 || step <= 0 || !l.Type.IsInteger() || l.Type.Size() < 4 {
		return 0, false
	}
	if l.Down {
		from, to = to, from
	}
	if l.Cmp == ir.OpLe || l.Cmp == ir.OpGe {
		to++
	}
	return (to - from + step - 1) / step, to > from
}

// signedConst returns the value of n if it is a small constant, which may have a sign.
func signedConst(n *ir.Node) (int64, bool) {
	if n.Op == ir.OpNeg && isSmallConst(n.Kids[0]) {
		return -n.Kids[0].Int, true
	}
	return n.Int, isSmallConst(n)
}
