package lower

import (
	"fmt"
	"maps"

	ir "omp2cl/ompir"
)

// maxStep is how many elements rows have at most that are loaded for all lanes at once, and
// flatNodes how large the iterations of a loop are together that stand one behind the other.
const (
	maxStep   = 16
	flatNodes = 2000
)

// step returns how many elements lie between the places that the element n has in
// neighbouring lanes, if they are a few, else 0.
func (v *vectorizer) step(n *ir.Node) int64 {
	if !n.Type.IsArithmetic() || n.Type.Size() < 4 {
		return 0
	}
	bytes, known := v.stride(n)
	if by := bytes / n.Type.Size(); known && bytes%n.Type.Size() == 0 && by > 1 && by <= maxStep {
		return by
	}
	return 0
}

// stride returns how many bytes lie between the places of the object n in neighbouring
// lanes, if that is known.
func (v *vectorizer) stride(n *ir.Node) (bytes int64, known bool) {
	switch {
	case v.same(n):
		return 0, true
	case n.Op == ir.OpMember:
		return v.stride(n.Kids[0])
	case n.Op != ir.OpIndex:
		return 0, false
	case n.Kids[0].Type.Kind == ir.Array:
		bytes, known = v.stride(n.Kids[0])
	default:
		known = v.same(n.Kids[0])
	}
	by, regular := v.growth(n.Kids[1], true)
	return bytes + by*n.Type.Size(), known && regular && n.Type.Size() > 0
}

// loadRow returns the vector of elements that lie side by side, or a few elements apart.
func (v *vectorizer) loadRow(n *ir.Node) *ir.Node {
	at := v.node(ir.OpAddr, ir.PointerTo(n.Type), v.m.Clone(n, nil))
	switch by := v.step(n); by {
	case 0:
		return v.call("cl.vload16", vectorOf(n.Type), v.num(ir.TI32, 0), at)
	case 2, 3, 4, 8:
		return v.call(fmt.Sprint("omp2cl_every_", by), vectorOf(n.Type), at)
	default:
		return v.call("omp2cl_every", vectorOf(n.Type), v.num(ir.TI32, by), at)
	}
}

// gainsByRows reports whether vectors are faster because inner loops, which run equally
// often in all lanes, go along short rows: the device compiler makes no vectors across
// rows, and none of a loop with a tail.
func (v *vectorizer) gainsByRows() bool {
	rows := len(v.tail) > 0
	loops := 0
	for _, n := range v.stmts {
		quick := true
		ir.Walk(n, func(x *ir.Node) bool {
			if isLoop(x) {
				loops++
				quick = quick && !v.isLockstep(x)
			}
			return true
		})
		if !quick || contains(n, v.isApart) {
			return false
		}
		rows = rows || contains(n, func(x *ir.Node) bool { return isLoop(x) && contains(x, v.isStepped) })
	}
	return rows && loops > 0 && allOf(v.stmts, func(n *ir.Node) bool { return v.staysInRows(n, nil) })
}

// isStepped reports whether n is loaded from a few elements apart.
func (v *vectorizer) isStepped(n *ir.Node) bool { return touchesMemory(n) && v.step(n) > 0 }

// isApart reports whether n is done lane by lane, and there is no way to load it from rows.
func (v *vectorizer) isApart(n *ir.Node) bool {
	if to := assignee(n); to != nil && v.isStepped(to) {
		return true
	}
	return n.Type != nil && !n.Type.IsAggregate() && v.isSlow(n) && !v.isStepped(n)
}

// staysInRows reports whether what n loads from rows depends on no loop but those of a few
// iterations, so that it is loaded once. loose are the variables of the other loops.
func (v *vectorizer) staysInRows(n *ir.Node, loose map[*ir.Var]bool) bool {
	if isLoop(n) {
		loose = looseIn(n, loose)
	}
	if v.isStepped(n) && mentions(n, loose) {
		return false
	}
	return allOf(n.Kids, func(k *ir.Node) bool { return v.staysInRows(k, loose) })
}

// looseIn returns the variables that differ between iterations of the loop n, or of one
// around it, whose variables outer are, but for the counters of loops of a few iterations.
func looseIn(n *ir.Node, outer map[*ir.Var]bool) map[*ir.Var]bool {
	loose := maps.Clone(outer)
	if shortTrip(n) > 0 {
		delete(loose, counterOf(n))
		return loose
	}
	if loose == nil {
		loose = map[*ir.Var]bool{}
	}
	maps.Copy(loose, movingIn(n))
	return loose
}

// shortTrip returns how many iterations the loop n has, if they are a few, else 0.
func shortTrip(n *ir.Node) int64 {
	if n.Op != ir.OpFor {
		return 0
	}
	l, err := ir.CanonicalLoop(n)
	if err != nil {
		return 0
	}
	if trip, ok := constantTrip(l); ok && trip <= maxStep {
		return trip
	}
	return 0
}

// flat returns the loop n, marked when it has a few iterations that go along rows: what
// they load must not be loaded again in each iteration of the loops around it.
func (v *vectorizer) flat(n, out *ir.Node) *ir.Node {
	trip, body := shortTrip(n), bodyOf(n)
	if trip > 0 && contains(body, v.isStepped) && !hasLoop(body) && trip*int64(countNodes(body)) <= flatNodes {
		out.Int = ir.Flat
	}
	return out
}
