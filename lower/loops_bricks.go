package lower

import ir "omp2cl/ompir"

// bricksCall and linesCall are the macros that say whether teams take bricks of a nest: on
// a GPU, where there are enough of them. Bricks of a nest of two loops stand on lines.
const (
	bricksCall = "omp2cl_bricks"
	linesCall  = "omp2cl_lines"
)

// leastLine is how many threads a team has at least that stands on a line.
const leastLine = 64

// bricker emits the iterations of a collapsed nest as bricks: a team stands in a rectangle
// of the two innermost loops, as in a walk, and runs several iterations of the loop around
// them there before it goes on to another place:
//
//	for (brick = omp2cl_team(); brick < bricks; brick += omp2cl_teams()) {
//	    i_at, j_at, k_at = where the brick starts, and this thread's place in it
//	    if (j_at < j_trip && k_at < k_trip)
//	        for (at = i_at; at < i_at + min(deep, i_trip - i_at); ++at)
//	            body
//	}
//
// What iterations that differ in the third variable have in common, like the planes of a
// stencil, then comes from the caches of one unit. In a nest of two loops the team stands in
// a line of the inner one.
type bricker struct {
	*worksharer
	layers int // the number of the loop around the rectangle
	out    []*ir.Node
}

// inBricks reports whether teams may take bricks of the nest. A thread does not run its
// iterations in order then, which a schedule clause might promise. That a body without
// loops has few iterations in common is not known, but those that have are most often
// stencils.
func (w *worksharer) inBricks(s span) bool {
	return s.rects && mayBeBricks(w.n, w.loops, w.body)
}

// mayBeBricks reports whether the collapsed nest n leaves it to us in what order its
// iterations run, they are short, and lines are not known to be.
func mayBeBricks(n *ir.Node, loops []*ir.Loop, body *ir.Node) bool {
	if trip, ok := constantTrip(loops[len(loops)-1]); ok && len(loops) == 2 && trip < leastLine {
		return false
	}
	return n.Dir.First(ir.Schedule) == nil && isPlainBody(body)
}

// isPlainBody reports whether body is short straight code, with calls of functions that
// only compute, and without arrays of which a thread would hold a second copy.
func isPlainBody(body *ir.Node) bool {
	nodes := 0
	return !declaresAggregate(body) && !contains(body, func(x *ir.Node) bool {
		nodes++
		return nodes > rowNodes || notStraight[x.Op] || x.Op == ir.OpOMP || x.Op == ir.OpCall && !isPlainCall(x)
	})
}

// inBricksOr emits bricks beside the form that a device takes else.
func (w *worksharer) inBricksOr(walk []*ir.Node) *ir.Node {
	k := w.k
	b := &bricker{worksharer: w, layers: max(0, len(w.loops)-3)}
	return k.node(ir.OpIf, nil, b.chosen(), w.c.m.Clone(b.everywhere(), nil), k.block(walk...))
}

// chosen is the condition that teams take bricks.
func (b *bricker) chosen() *ir.Node {
	k := b.k
	var args []*ir.Node
	for _, t := range b.trips[b.layers:] {
		args = append(args, k.cast(ir.TU64, t))
	}
	if b.onLines() {
		return k.call(linesCall, ir.TI32, args...)
	}
	around := k.num(ir.TU64, 1)
	for _, t := range b.trips[:b.layers] {
		around = k.bin(ir.OpMul, ir.TU64, around, k.cast(ir.TU64, t))
	}
	return k.call(bricksCall, ir.TI32, append([]*ir.Node{around}, args...)...)
}

// onLines reports whether bricks stand on lines, for want of a third loop.
func (b *bricker) onLines() bool { return len(b.loops) == 2 }

// sides and places are the macros that tell the sides of a brick, from its layers inwards,
// and where a thread stands in a layer.
func (b *bricker) sides() []string {
	if b.onLines() {
		return []string{"omp2cl_brick_deep", "omp2cl_line_wide"}
	}
	return []string{"omp2cl_brick_deep", "omp2cl_brick_high", "omp2cl_brick_wide"}
}

func (b *bricker) places() []string {
	if b.onLines() {
		return []string{"omp2cl_line_column"}
	}
	return []string{"omp2cl_brick_row", "omp2cl_brick_column"}
}

// declared declares a variable with the value e and returns a reference to it.
func (b *bricker) declared(name string, e *ir.Node) *ir.Node {
	v := b.c.m.NewVar(name, e.Type, ir.StorageLocal)
	b.out = append(b.out, b.k.decl(v, e))
	return b.k.ref(v)
}

// everywhere is the loop over a team's bricks.
func (b *bricker) everywhere() *ir.Node {
	k := b.k
	counts := make([]*ir.Node, len(b.trips))
	total := k.num(ir.TU64, 1)
	for l := range b.trips {
		counts[l] = b.count(l)
		total = k.bin(ir.OpMul, ir.TU64, total, k.cast(ir.TU64, counts[l]))
	}
	total = b.declared("omp2cl_bricks", total)
	head := b.out
	brick := b.c.m.NewVar("omp2cl_brick", ir.TU64, ir.StorageLocal)
	executor := func(name string) *ir.Node { return k.cast(ir.TU64, k.cast(ir.TU32, k.call(name, ir.TI32))) }
	next := k.advance(k.ref(brick), executor("omp2cl_teams"))
	return k.block(append(head, k.node(ir.OpFor, nil, k.decl(brick, executor("omp2cl_team")),
		k.cmp(ir.OpLt, k.ref(brick), total), next, k.block(b.brick(k.ref(brick), counts)...)))...)
}

// side is how many iterations of loop l a brick has, nil for one.
func (b *bricker) side(l int) *ir.Node {
	if l < b.layers {
		return nil
	}
	return b.k.call(b.sides()[l-b.layers], ir.TU32)
}

// count is the number of bricks along loop l, which has iterations.
func (b *bricker) count(l int) *ir.Node {
	k, trip, side := b.k, b.trips[l], b.side(l)
	if side == nil {
		return trip
	}
	one := k.num(trip.Type, 1)
	more := k.call("omp2cl_div", trip.Type, k.bin(ir.OpSub, trip.Type, trip, one), k.cast(trip.Type, side))
	return b.declared(b.vars[l].Name+"_bricks", k.bin(ir.OpAdd, trip.Type, more, one))
}

// brick runs what is this thread's of the brick of a number.
func (b *bricker) brick(number *ir.Node, counts []*ir.Node) []*ir.Node {
	k, l := b.k, b.layers
	b.out = nil
	at := b.starts(number, counts)
	rest := k.bin(ir.OpSub, at[l].Type, b.trips[l], at[l])
	deep := k.call("cl.min", rest.Type, k.cast(rest.Type, b.side(l)), rest)
	end := b.declared("omp2cl_end", k.bin(ir.OpAdd, rest.Type, at[l], deep))
	layer := b.c.m.NewVar(b.vars[l].Name+"_at", rest.Type, ir.StorageLocal)
	start := at[l]
	at[l] = k.ref(layer)
	loop := k.count(layer, start, end, b.iteration(at)...)
	inside := k.cmp(ir.OpLt, at[l+1], b.trips[l+1])
	for i := l + 2; i < len(at); i++ {
		inside = k.and(inside, k.cmp(ir.OpLt, at[i], b.trips[i]))
	}
	return append(b.out, k.when(inside, loop))
}

// starts declares where this thread starts in a brick, for each loop.
func (b *bricker) starts(number *ir.Node, counts []*ir.Node) []*ir.Node {
	k := b.k
	at := make([]*ir.Node, len(counts))
	for l := len(counts) - 1; l >= 0; l-- {
		digit := number
		if l > 0 {
			count := k.cast(ir.TU64, counts[l])
			row := b.declared("omp2cl_row", k.call("omp2cl_div", ir.TU64, number, count))
			digit = k.bin(ir.OpSub, ir.TU64, number, k.bin(ir.OpMul, ir.TU64, row, count))
			number = row
		}
		at[l] = b.declared(b.vars[l].Name+"_at", b.place(l, k.cast(b.trips[l].Type, digit)))
	}
	return at
}

// place is this thread's place along loop l in the brick of a number along that loop.
func (b *bricker) place(l int, digit *ir.Node) *ir.Node {
	k, t, side := b.k, digit.Type, b.side(l)
	if side == nil {
		return digit
	}
	first := k.bin(ir.OpMul, t, digit, k.cast(t, side))
	if l == b.layers {
		return first
	}
	return k.bin(ir.OpAdd, t, first, k.cast(t, k.call(b.places()[l-b.layers-1], ir.TU32)))
}

// iteration is the body at a place in all loops.
func (b *bricker) iteration(at []*ir.Node) []*ir.Node {
	k := b.k
	var out []*ir.Node
	number := k.cast(ir.TU64, at[0])
	for l, x := range at {
		out = append(out, k.decl(b.vars[l], b.value(l, x)))
		if l > 0 {
			number = k.bin(ir.OpAdd, ir.TU64, k.bin(ir.OpMul, ir.TU64, number, k.cast(ir.TU64, b.trips[l])), k.cast(ir.TU64, x))
		}
	}
	return append(append(out, b.perIteration(number)...), b.lowered())
}
