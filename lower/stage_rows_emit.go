package lower

import (
	"math"

	ir "omp2cl/ompir"
)

// rowsCall is the name of the macro that says whether teams stage rows: on a GPU, where
// there are so many teams that others run while one waits at a barrier.
const rowsCall = "omp2cl_stages_rows"

// rower emits a construct's iterations as rows that a team stages. Each step of a team
// is an iteration for each of its threads:
//
//	for (row0 = first of the team; row0 < trip; row0 += threads of the league) {
//	    what comes before the inner loop
//	    from[thread] = e_first, lengths[thread] = e_trip; shortest, longest = their extremes
//	    barrier
//	    for (chunk = 0; chunk < longest / width; ++chunk) {
//	        the team computes values of width elements of each row
//	        barrier
//	        each thread runs its iterations with them
//	        barrier
//	        the team stores the results
//	    }
//	    what comes after it
//	}
//
// What the loop over chunks does stands there twice: up to the end of the shortest row
// nobody asks of an element whether the row has it, and all loads of a thread can be under
// way. Barriers stand outside of the two, so that every compiler knows what to do.
type rower struct {
	*worksharer
	width         int64
	before, after []*ir.Node
	loop          *ir.Node
	inner         *nest                // of the loop
	body          *ir.Node             // of the loop, over the variables of inner
	published     map[*ir.Var]*ir.Node // arrays, by thread, of what others have to know of a row
	values        []*rowTile
	results       []*rowTile
	places        map[string]*rowTile // by the text of the call
	turn          *ir.Var             // of three lengths of the longest row the one of this step
	lengths       *ir.Var
	longest       *ir.Var
	shortest      *ir.Var  // the same of whole chunks of the shortest row
	low           *ir.Node // where a row starts, in terms of its number; nil when the team has to be told
	row0          *ir.Var
	chunk         *ir.Var
}

// rowTile is a value, or an lvalue that gets one, with its place in local memory.
type rowTile struct {
	x    *ir.Node
	tile *ir.Var
}

// rows returns what emits the construct with staged rows, nil when it is not marked so or
// when the program can tell in what order iterations run.
func (w *worksharer) rows() *rower {
	c := w.n.Dir.First(RowStaged)
	if c == nil || !w.independent() {
		return nil
	}
	r := &rower{worksharer: w, width: c.Args[0].X.Int, published: map[*ir.Var]*ir.Node{}, places: map[string]*rowTile{}}
	r.before, r.loop, r.after = aroundLoop(w.body)
	r.inner, r.body = w.inside(r.loop)
	if len(c.Args) > 2 {
		r.low = r.ofRow(c.Args[2].X)
	}
	r.place()
	r.publish()
	return r
}

// ofRow puts the variable of the construct as it is emitted into n, which names the one of
// the program.
func (r *rower) ofRow(n *ir.Node) *ir.Node {
	loops, _, err := nestOf(r.n)
	if err != nil {
		panic("BUG: non-canonical loop after the front end: " + err.Error())
	}
	return substitute(n, map[*ir.Var]*ir.Node{loops[0].Var: r.k.ref(r.vars[0])})
}

// place gives each distinct value and each result its tile.
func (r *rower) place() {
	ir.Walk(r.body, func(x *ir.Node) bool {
		value := isCallOf(x, rowValueCall)
		if !value && !isCallOf(x, rowResultCall) {
			return true
		}
		text := ir.PrintNode(x.Kids[0])
		if value && r.places[text] != nil {
			return false
		}
		t := &rowTile{x.Kids[0], r.local("omp2cl_staged", ir.ArrayOf(rowTeam*(r.width+1), x.Kids[0].Type))}
		if value {
			r.places[text] = t
			r.values = append(r.values, t)
			return false
		}
		r.places[" "+text] = t
		r.results = append(r.results, t)
		return true
	})
}

// publish gives each variable of a row that tiles depend on an array with an element for
// each thread. Where a row starts need not be told if others can compute it.
func (r *rower) publish() {
	before := map[*ir.Var]bool{}
	for _, n := range append(append([]*ir.Node{}, r.before...), r.inner.decls...) {
		before[n.Var] = n.Op == ir.OpDecl
	}
	known := r.tiled()
	if r.low == nil {
		known = append(known, r.inner.lows[0])
	}
	for _, n := range known {
		ir.Walk(n, func(x *ir.Node) bool {
			if x.Op == ir.OpVar && before[x.Var] && r.published[x.Var] == nil {
				r.published[x.Var] = r.k.ref(r.local(x.Var.Name+"_row", ir.ArrayOf(rowTeam, x.Var.Type)))
			}
			return true
		})
	}
	r.lengths = r.local("omp2cl_lengths", ir.ArrayOf(rowTeam, r.inner.index))
	r.longest = r.local("omp2cl_longest", ir.ArrayOf(3, ir.TU32))
	r.shortest = r.local("omp2cl_shortest", ir.ArrayOf(3, ir.TU32))
}

// tiled are all values and results.
func (r *rower) tiled() []*ir.Node {
	var out []*ir.Node
	for _, t := range append(append([]*rowTile{}, r.values...), r.results...) {
		out = append(out, t.x)
	}
	return out
}

// everywhere runs steps of teams, where teams stage rows; else the iterations run as
// plain says.
func (r *rower) everywhere(plain []*ir.Node) []*ir.Node {
	k, m := r.k, r.c.m
	thread := k.thread()
	r.row0, r.turn = m.NewVar("omp2cl_row0", ir.TU64, ir.StorageLocal), m.NewVar("omp2cl_turn", ir.TU32, ir.StorageLocal)
	steps := r.steps(r.row0, r.step())
	staged := k.block(
		k.when(k.cmp(ir.OpLt, thread, k.num(ir.TI32, 3)), r.unknown(thread)...),
		k.decl(r.turn, k.num(ir.TU32, 0)),
		k.barrier(),
		steps)
	chosen := k.call(rowsCall, ir.TI32, k.cast(ir.TU64, r.total), r.n.Dir.First(RowStaged).Args[1].X)
	return []*ir.Node{k.node(ir.OpIf, nil, chosen, m.Clone(staged, nil), k.block(plain...))}
}

// step runs an iteration for each thread of the team, if there are so many.
func (r *rower) step() []*ir.Node {
	k := r.k
	number := k.bin(ir.OpAdd, ir.TU64, k.ref(r.row0), k.cast(ir.TU64, k.thread()))
	live := func(stmts ...*ir.Node) *ir.Node {
		return k.when(k.cmp(ir.OpLt, number, k.cast(ir.TU64, r.total)), stmts...)
	}
	trip := r.c.m.NewVar("omp2cl_length", r.inner.index, ir.StorageLocal)
	decls, before := hoisted(append(append([]*ir.Node{}, r.before...), r.inner.decls...))
	before = append([]*ir.Node{k.assign(k.ref(r.vars[0]), r.value(0, k.cast(r.index, number)))}, before...)
	before = append(before, k.assign(k.ref(trip), k.cast(r.inner.index, r.inner.trips[0])))
	before = append(before, r.publishing()...)
	out := append([]*ir.Node{k.decl(r.vars[0]), k.decl(trip, k.num(r.inner.index, 0))}, decls...)
	out = append(out, live(before...), k.assign(r.ofThread(r.lengths), k.ref(trip)))
	out = append(out, r.chunks(trip)...)
	if len(r.after) > 0 {
		out = append(out, live(r.after...))
	}
	return append(out, k.assign(k.ref(r.turn), r.later(1)))
}

// hoisted splits statements into declarations without values and what is left.
func hoisted(stmts []*ir.Node) (decls, rest []*ir.Node) {
	for _, n := range stmts {
		if n.Op != ir.OpDecl {
			rest = append(rest, n)
			continue
		}
		k := at(n)
		decls = append(decls, k.decl(n.Var))
		if len(n.Kids) > 0 {
			rest = append(rest, k.assign(k.ref(n.Var), n.Kids[0]))
		}
	}
	return decls, rest
}

// ofThread is this thread's element of an array.
func (r *rower) ofThread(array *ir.Var) *ir.Node { return r.k.index(r.k.ref(array), r.k.thread()) }

// later is the number of the longest row's length so many steps later.
func (r *rower) later(steps int64) *ir.Node {
	k := r.k
	return k.bin(ir.OpRem, ir.TU32, k.bin(ir.OpAdd, ir.TU32, k.ref(r.turn), k.num(ir.TU32, steps)), k.num(ir.TU32, 3))
}

// publishing tells the team what it has to know of this thread's row.
func (r *rower) publishing() []*ir.Node {
	var out []*ir.Node
	for _, v := range ir.Vars(r.k.block(append(append([]*ir.Node{}, r.before...), r.inner.decls...)...)) {
		if array := r.published[v]; array != nil {
			out = append(out, r.k.assign(r.ofThread(array.Var), r.k.ref(v)))
		}
	}
	return out
}

// unknown lets the extremes of lengths of a turn be those of no rows.
func (r *rower) unknown(turn *ir.Node) []*ir.Node {
	k := r.k
	return []*ir.Node{k.assign(k.index(k.ref(r.longest), turn), k.num(ir.TU32, 0)),
		k.assign(k.index(k.ref(r.shortest), turn), k.num(ir.TU32, math.MaxUint32))}
}

// chunks runs the inner loop, as long as the longest row of the team is. What the length
// of that one was in the step before is used again in the step after the next: all threads
// have looked at it before they came to this step's barrier, and this thread comes to the
// next step's before others write it.
func (r *rower) chunks(trip *ir.Var) []*ir.Node {
	k, m, t := r.k, r.c.m, r.inner.index
	longest, shortest := k.index(k.ref(r.longest), k.ref(r.turn)), k.index(k.ref(r.shortest), k.ref(r.turn))
	whole := m.NewVar("omp2cl_whole", t, ir.StorageLocal)
	count := m.NewVar("omp2cl_chunks", t, ir.StorageLocal)
	ofLength := func(macro string) *ir.Node {
		return k.call(macro, ir.TU32, k.cast(ir.TU64, k.ref(trip)), k.num(ir.TU32, r.width))
	}
	out := []*ir.Node{
		k.do("omp2cl_bin_max", k.addr(longest), ofLength("omp2cl_row_chunks")),
		k.do("omp2cl_bin_min", k.addr(shortest), ofLength("omp2cl_row_whole_chunks")),
		k.barrier(),
		k.decl(whole, k.cast(t, k.call("omp2cl_row_whole_count", ir.TU32, shortest))),
		k.decl(count, k.cast(t, k.call("omp2cl_row_chunk_count", ir.TU64, longest))),
		k.when(k.cmp(ir.OpEq, k.thread(), k.num(ir.TI32, 0)), r.unknown(r.later(2))...),
		r.chunkLoop(k.ref(whole), k.ref(count), k.ref(trip))}
	if len(r.results) > 0 { // the next step's rows take the places of these
		out = append(out, k.barrier())
	}
	return out
}

// chunkLoop runs a team's chunks, of which all its rows have the first ones whole. The
// row of this thread has trip elements.
func (r *rower) chunkLoop(whole, count, trip *ir.Node) *ir.Node {
	k, m, t := r.k, r.c.m, r.inner.index
	number := m.NewVar("omp2cl_chunk", t, ir.StorageLocal)
	depth := m.NewVar("omp2cl_depth", ir.TU32, ir.StorageLocal)
	r.chunk = m.NewVar("omp2cl_from", t, ir.StorageLocal)
	left := k.call("cl.min", t, k.bin(ir.OpSub, t, trip, k.ref(r.chunk)), k.num(t, r.width))
	either := func(form func(whole bool) []*ir.Node) []*ir.Node {
		if form(true) == nil {
			return nil
		}
		return []*ir.Node{k.node(ir.OpIf, nil, k.cmp(ir.OpLt, k.ref(number), whole),
			m.Clone(k.block(form(true)...), nil), m.Clone(k.block(form(false)...), nil))}
	}
	body := []*ir.Node{k.decl(r.chunk, k.bin(ir.OpMul, t, k.ref(number), k.num(t, r.width))),
		k.decl(depth, k.node(ir.OpCond, ir.TU32, k.cmp(ir.OpLt, k.ref(r.chunk), trip), k.cast(ir.TU32, left), k.num(ir.TU32, 0)))}
	body = append(append(body, either(r.fill)...), k.barrier()) // tiles of results are free, too
	body = append(append(body, either(func(whole bool) []*ir.Node { return r.run(whole, depth) })...), k.barrier())
	return k.count(number, k.num(t, 0), count, append(body, either(r.drain)...)...)
}

// fill computes the values of a chunk, side by side along rows.
func (r *rower) fill(whole bool) []*ir.Node {
	if len(r.values) == 0 {
		return nil
	}
	return r.each(whole, func(place *ir.Node, local func(*ir.Node) *ir.Node) []*ir.Node {
		var out []*ir.Node
		for _, t := range r.values {
			out = append(out, r.k.assign(r.k.index(r.k.ref(t.tile), place), local(t.x)))
		}
		return out
	})
}

// drain stores the results of a chunk, side by side along rows.
func (r *rower) drain(whole bool) []*ir.Node {
	if len(r.results) == 0 {
		return nil
	}
	return r.each(whole, func(place *ir.Node, local func(*ir.Node) *ir.Node) []*ir.Node {
		var out []*ir.Node
		for _, t := range r.results {
			out = append(out, r.k.assign(local(t.x), r.k.index(r.k.ref(t.tile), place)))
		}
		return out
	})
}

// each goes through the elements of a chunk, those of this thread: width of them, which
// are as many rows further on as there are threads for. The body gets their place in a
// tile, and what puts the variables of the row into an expression. Where rows have the
// whole chunk a thread's column stays the same, and its rows are constants apart.
func (r *rower) each(whole bool, body func(place *ir.Node, local func(*ir.Node) *ir.Node) []*ir.Node) []*ir.Node {
	k, m := r.k, r.c.m
	newVar := func(name string) *ir.Var { return m.NewVar(name, ir.TU32, ir.StorageLocal) }
	q, row, column := newVar("omp2cl_q"), newVar("omp2cl_row"), newVar("omp2cl_column")
	width, thread := k.num(ir.TU32, r.width), k.cast(ir.TU32, k.thread())
	element := r.element(row, column, body)
	var stmts []*ir.Node
	if whole {
		first := k.bin(ir.OpDiv, ir.TU32, thread, width)
		apart := k.bin(ir.OpMul, ir.TU32, k.ref(q), k.num(ir.TU32, rowTeam/r.width))
		stmts = append([]*ir.Node{
			k.decl(row, k.bin(ir.OpAdd, ir.TU32, first, apart)),
			k.decl(column, k.bin(ir.OpRem, ir.TU32, thread, width))}, element...)
	} else {
		e := newVar("omp2cl_e")
		stmts = []*ir.Node{
			k.decl(e, k.bin(ir.OpAdd, ir.TU32, thread, k.bin(ir.OpMul, ir.TU32, k.ref(q), k.cast(ir.TU32, k.threads())))),
			k.decl(row, k.bin(ir.OpDiv, ir.TU32, k.ref(e), width)),
			k.decl(column, k.bin(ir.OpRem, ir.TU32, k.ref(e), width)),
			k.when(r.inside(row, column), element...)}
	}
	loop := k.count(q, k.num(ir.TU32, 0), width, stmts...)
	loop.Int = ir.Unrolled
	return []*ir.Node{loop}
}

// element is the body at an element of a row of the team.
func (r *rower) element(row, column *ir.Var, body func(place *ir.Node, local func(*ir.Node) *ir.Node) []*ir.Node) []*ir.Node {
	k, t := r.k, r.inner.index
	to := map[*ir.Var]*ir.Node{}
	for v, array := range r.published {
		to[v] = k.index(array, k.ref(row))
	}
	if low := r.inner.lows[0]; r.low != nil && low.Op == ir.OpVar {
		to[low.Var] = k.cast(low.Type, r.low)
	}
	local := func(n *ir.Node) *ir.Node { return substitute(n, to) }
	at := k.bin(ir.OpAdd, t, k.ref(r.chunk), k.cast(t, k.ref(column)))
	number := k.cast(r.index, k.bin(ir.OpAdd, ir.TU64, k.ref(r.row0), k.cast(ir.TU64, k.ref(row))))
	return append([]*ir.Node{
		k.decl(r.vars[0], r.value(0, number)),
		k.decl(r.inner.vars[0], local(r.inner.value(0, at)))}, body(r.at(k.ref(row), k.ref(column)), local)...)
}

// inside is the condition that a row has the element in the chunk's column.
func (r *rower) inside(row, column *ir.Var) *ir.Node {
	k, t := r.k, r.inner.index
	length := k.index(k.ref(r.lengths), k.ref(row))
	return k.and(k.cmp(ir.OpLt, k.ref(r.chunk), length),
		k.cmp(ir.OpLt, k.cast(t, k.ref(column)), k.bin(ir.OpSub, t, length, k.ref(r.chunk))))
}

// at is the place in a tile of a row's element.
func (r *rower) at(row, column *ir.Node) *ir.Node {
	k := r.k
	return k.bin(ir.OpAdd, ir.TU32, k.bin(ir.OpMul, ir.TU32, row, k.num(ir.TU32, r.width+1)), column)
}

// rowBodyNodes is how large the body of a loop along a row may be of which a whole chunk
// stands in the kernel.
const rowBodyNodes = 64

// run executes depth iterations of the inner loop of this thread's row, or those of a
// whole chunk. The loop has as many as a chunk, so that it can be unrolled.
func (r *rower) run(whole bool, depth *ir.Var) []*ir.Node {
	k := r.k
	q := r.c.m.NewVar("omp2cl_q", ir.TU32, ir.StorageLocal)
	place := r.at(k.cast(ir.TU32, k.thread()), k.ref(q))
	number := k.bin(ir.OpAdd, r.inner.index, k.ref(r.chunk), k.cast(r.inner.index, k.ref(q)))
	body := []*ir.Node{k.decl(r.inner.vars[0], r.inner.value(0, number)), r.inTiles(r.body, place)}
	nodes := 0
	ir.Walk(r.body, func(*ir.Node) bool { nodes++; return true })
	width, unrolled := k.num(ir.TU32, r.width), nodes <= rowBodyNodes
	switch {
	case !whole && !unrolled:
		width = k.ref(depth)
	case !whole:
		body = []*ir.Node{k.when(k.cmp(ir.OpLt, k.ref(q), k.ref(depth)), body...)}
	}
	loop := k.count(q, k.num(ir.TU32, 0), width, body...)
	if unrolled {
		loop.Int = ir.Unrolled
	}
	return []*ir.Node{loop}
}

// inTiles puts the place of a tile into the places of values and results.
func (r *rower) inTiles(n *ir.Node, place *ir.Node) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		switch {
		case isCallOf(x, rowValueCall):
			return r.k.index(r.k.ref(r.places[ir.PrintNode(x.Kids[0])].tile), place)
		case isCallOf(x, rowResultCall):
			tile := r.places[" "+ir.PrintNode(x.Kids[0])].tile
			return r.k.node(ir.OpAssign, x.Kids[0].Type, r.k.index(r.k.ref(tile), place), x.Kids[1].Kids[1])
		}
		return x
	})
}
