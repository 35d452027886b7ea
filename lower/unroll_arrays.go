package lower

import ir "omp2cl/ompir"

// Loops over small arrays run without counting while they have so many iterations in all,
// the arrays so many bytes, and one loop, or all of those in the loop around them, so many
// nodes afterwards. 128 elements of 4 bytes fill the vector registers of common CPUs; with
// twice as many, which come from the first-level cache, the loops are still twice as fast.
const (
	arrayTrips    = 128
	arrayBytes    = 1024
	arrayNodes    = 6000
	allArrayNodes = 16000
)

// unrollArrays marks loops of a few iterations over a thread's small arrays that a loop
// around them carries from iteration to iteration, so that a CPU runs them without
// counting:
//
//	float v[16];
//	for (k = 0; k < n; k++)
//	    for (c = 0; c < 16; c++)
//	        v[c] += a[k] * b[k * 16 + c];
//
// All subscripts are constants then, and the device compiler keeps the elements in vector
// registers over the outer loop. With a counting loop it makes vectors as well, but loads
// and stores them in each iteration of the outer loop, and takes less wide ones. It pays
// only if no other subscript of the array is left in the outer loop, and where it is of
// several dimensions, if all loops over it go.
func unrollArrays(m *ir.Module) error {
	rewriteBodies(m, withArraysUnrolled)
	return nil
}

func withArraysUnrolled(body *ir.Node) *ir.Node {
	flat := map[*ir.Node]bool{}
	ir.Walk(body, func(n *ir.Node) bool {
		if isLoop(n) && !isArrayNest(n) {
			c := carrier{loop: n, places: map[*ir.Var]int{}, flat: flat}
			c.mark()
		}
		return !isArrayNest(n)
	})
	if len(flat) == 0 {
		return body
	}
	return withFlat(body, flat)
}

// withFlat returns n with the loops in flat marked, and those within them.
func withFlat(n *ir.Node, flat map[*ir.Node]bool) *ir.Node {
	if n == nil {
		return nil
	}
	if flat[n] {
		return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
			if x.Op != ir.OpFor {
				return x
			}
			out := *x
			out.Int = ir.Flat
			return &out
		})
	}
	if !hasLoop(n) {
		return n
	}
	return withKids(n, func(k *ir.Node) *ir.Node { return withFlat(k, flat) })
}

// isArrayNest reports whether n is a loop, or nest of loops, of a few iterations in all,
// whose body is plain code.
func isArrayNest(n *ir.Node) bool {
	trips := nestTrips(n)
	return trips > 0 && trips <= arrayTrips && trips*int64(countNodes(n)) <= arrayNodes && isPlain(n) && !callsFunction(n) &&
		!declaresAggregate(n)
}

// nestTrips returns how often the innermost body of the nest n runs, 0 if that is not a
// constant.
func nestTrips(n *ir.Node) int64 {
	trips := carriedTrip(n)
	if trips == 0 {
		return 0
	}
	inside := int64(1)
	ir.Walk(bodyOf(n), func(x *ir.Node) bool {
		if isLoop(x) && inside > 0 {
			if t := nestTrips(x); t == 0 {
				inside = 0
			} else {
				inside = max(inside, t)
			}
		}
		return !isLoop(x)
	})
	return trips * inside
}

// carriedTrip is the number of iterations of the loop n if it is a constant, and the loop
// goes along arrays, else 0.
func carriedTrip(n *ir.Node) int64 {
	if n.Op != ir.OpFor || n.Int != 0 {
		return 0
	}
	l, err := ir.CanonicalLoop(n)
	if err != nil || movingIn(bodyOf(n))[l.Var] || !countsSubscripts(bodyOf(n), l.Var) {
		return 0
	}
	if trip, ok := constantTrip(l); ok && trip <= arrayTrips {
		return trip
	}
	return 0
}

// countsSubscripts reports whether v stands in a subscript in n.
func countsSubscripts(n *ir.Node, v *ir.Var) bool {
	return contains(n, func(x *ir.Node) bool {
		return x.Op == ir.OpIndex && contains(x.Kids[1], func(y *ir.Node) bool { return y.Op == ir.OpVar && y.Var == v })
	})
}

// carrier is a loop that may carry arrays from iteration to iteration.
type carrier struct {
	loop   *ir.Node
	nests  []*ir.Node        // the loops directly in it that may run without counting
	places map[*ir.Var]int   // how many accesses to an array have constant subscripts then
	flat   map[*ir.Node]bool // loops that are worth it
}

// mark adds the nests that are worth it to the flat ones.
func (c *carrier) mark() {
	ir.Walk(bodyOf(c.loop), func(x *ir.Node) bool {
		if isArrayNest(x) {
			c.nests = append(c.nests, x)
		}
		return !isLoop(x)
	})
	if len(c.nests) == 0 {
		return
	}
	c.countPlaces(bodyOf(c.loop), nil)
	c.keepRegisters()
	var worth []*ir.Node
	nodes := int64(0)
	for _, n := range c.nests {
		if mentionsPlaces(n, c.places) {
			worth = append(worth, n)
			nodes += nestTrips(n) * int64(countNodes(n))
		}
	}
	if nodes > allArrayNodes || !c.carries(worth) {
		return
	}
	for _, n := range worth {
		c.flat[n] = true
	}
}

// countPlaces counts the accesses in n whose subscripts are constants where the loops with
// the given counters do not count.
func (c *carrier) countPlaces(n *ir.Node, counters map[*ir.Var]bool) {
	if isArrayNest(n) || len(counters) > 0 && isLoop(n) {
		inside := map[*ir.Var]bool{counterOf(n): true}
		for x := range counters {
			inside[x] = true
		}
		counters = inside
	}
	if n.Op == ir.OpIndex && n.Type.IsArithmetic() {
		if x := rootOf(n); x != nil && hasConstantPlace(n, counters) {
			c.places[x]++
		}
	}
	for _, k := range n.Kids {
		c.countPlaces(k, counters)
	}
}

// hasConstantPlace reports whether the subscripts of the element n of an array are made of
// constants and counters.
func hasConstantPlace(n *ir.Node, counters map[*ir.Var]bool) bool {
	for ; n.Op == ir.OpIndex; n = n.Kids[0] {
		if contains(n.Kids[1], func(x *ir.Node) bool {
			return x.Op == ir.OpVar && !counters[x.Var] || x.Op == ir.OpIndex || x.Op == ir.OpDeref || x.Op == ir.OpMember || x.Op == ir.OpCall
		}) {
			return false
		}
	}
	return n.Op == ir.OpVar
}

// keepRegisters leaves among the places those of arrays that can stand in registers: small
// ones of numbers all of whose subscripts are constants.
func (c *carrier) keepRegisters() {
	uses := countUses(c.loop)
	for x, n := range c.places {
		if x.Storage != ir.StorageLocal || x.Type.Kind != ir.Array || x.Type.Volatile || x.Type.Size() > arrayBytes || uses[x] != n {
			delete(c.places, x)
		}
	}
}

func mentionsPlaces(n *ir.Node, places map[*ir.Var]int) bool {
	return contains(n, func(x *ir.Node) bool { return x.Op == ir.OpVar && places[x.Var] > 0 })
}

// carries reports whether some of the nests change an array that outlives an iteration,
// in so many iterations that the device compiler would count them.
func (c *carrier) carries(nests []*ir.Node) bool {
	own := declaredIn(c.loop)
	for _, n := range nests {
		if nestTrips(n) >= 8 && contains(n, func(x *ir.Node) bool {
			to := assignee(x)
			return to != nil && to.Op == ir.OpIndex && c.places[rootOf(to)] > 0 && !own[rootOf(to)]
		}) {
			return true
		}
	}
	return false
}
