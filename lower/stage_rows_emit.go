package lower

import ir "omp2cl/ompir"

// rowsCall is the name of the macro that says whether teams stage rows: on a GPU, where
// there are so many teams that others run while one waits at a barrier.
const rowsCall = "omp2cl_stages_rows"

// rower emits a construct's iterations as rows that a team stages. Each step of a team
// is an iteration for each of its threads:
//
//	for (row0 = first of the team; row0 < trip; row0 += threads of the league) {
//	    what comes before the inner loop
//	    from[thread] = e_first, lengths[thread] = e_trip; longest = their maximum
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
	l, d := ir.CanonicalLoop(r.loop)
	if d != nil {
		panic("BUG: the loop along a row has changed: " + d.Error())
	}
	to := map[*ir.Var]*ir.Node{}
	r.inner = &nest{c: w.c, k: w.k, loops: []*ir.Loop{l}, index: indexOf(l)}
	r.inner.addLoop(l, to)
	r.body = substitute(r.loop.Kids[3], to)
	r.place()
	r.publish()
	return r
}

// local declares a variable in local memory.
func (r *rower) local(name string, t *ir.Type) *ir.Var {
	v := r.c.m.NewVar(name, t, ir.StorageLocal)
	v.Space, v.Rows = ir.Local, true
	r.c.k.Locals = append(r.c.k.Locals, v)
	return v
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
// each thread.
func (r *rower) publish() {
	before := map[*ir.Var]bool{}
	for _, n := range append(append([]*ir.Node{}, r.before...), r.inner.decls...) {
		before[n.Var] = n.Op == ir.OpDecl
	}
	counter := r.k.decl(r.inner.vars[0], r.inner.lows[0])
	for _, n := range append(r.tiled(), counter) {
		ir.Walk(n, func(x *ir.Node) bool {
			if x.Op == ir.OpVar && before[x.Var] && r.published[x.Var] == nil {
				r.published[x.Var] = r.k.ref(r.local(x.Var.Name+"_row", ir.ArrayOf(rowTeam, x.Var.Type)))
			}
			return true
		})
	}
	r.lengths = r.local("omp2cl_lengths", ir.ArrayOf(rowTeam, r.inner.index))
	r.longest = r.local("omp2cl_longest", ir.ArrayOf(3, ir.TU32))
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
	first := k.bin(ir.OpMul, ir.TU64, k.cast(ir.TU64, k.call("omp2cl_team", ir.TI32)), k.cast(ir.TU64, k.threads()))
	next := &ir.Node{Op: ir.OpAssignOp, Sub: ir.OpAdd, Type: ir.TU64, Pos: k.pos,
		Kids: []*ir.Node{k.ref(r.row0), k.cast(ir.TU64, k.call("omp2cl_league_threads", ir.TI32))}}
	steps := k.node(ir.OpFor, nil, k.decl(r.row0, first), k.cmp(ir.OpLt, k.ref(r.row0), k.cast(ir.TU64, r.total)), next, k.block(r.step()...))
	staged := k.block(
		k.when(k.cmp(ir.OpLt, thread, k.num(ir.TI32, 3)), k.assign(k.index(k.ref(r.longest), thread), k.num(ir.TU32, 0))),
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

// chunks runs the inner loop, as long as the longest row of the team is. What the length
// of that one was in the step before is used again in the step after the next: all threads
// have looked at it before they came to this step's barrier, and this thread comes to the
// next step's before others write it.
func (r *rower) chunks(trip *ir.Var) []*ir.Node {
	k, m, t := r.k, r.c.m, r.inner.index
	longest := k.index(k.ref(r.longest), k.ref(r.turn))
	count := m.NewVar("omp2cl_chunks", t, ir.StorageLocal)
	number := m.NewVar("omp2cl_chunk", t, ir.StorageLocal)
	depth := m.NewVar("omp2cl_depth", ir.TU32, ir.StorageLocal)
	r.chunk = m.NewVar("omp2cl_from", t, ir.StorageLocal)
	width := k.num(t, r.width)
	length := k.call("omp2cl_row_chunks", ir.TU32, k.cast(ir.TU64, k.ref(trip)), k.num(ir.TU32, r.width))
	left := k.call("cl.min", t, k.bin(ir.OpSub, t, k.ref(trip), k.ref(r.chunk)), width)
	body := []*ir.Node{k.decl(r.chunk, k.bin(ir.OpMul, t, k.ref(number), width)),
		k.decl(depth, k.node(ir.OpCond, ir.TU32, k.cmp(ir.OpLt, k.ref(r.chunk), k.ref(trip)), k.cast(ir.TU32, left), k.num(ir.TU32, 0)))}
	body = append(append(body, r.fill()...), r.run(depth), k.barrier())
	body = append(body, r.drain()...)
	out := []*ir.Node{
		k.do("omp2cl_bin_max", k.addr(longest), length),
		k.barrier(),
		k.decl(count, k.cast(t, k.call("omp2cl_row_chunk_count", ir.TU64, longest))),
		k.when(k.cmp(ir.OpEq, k.thread(), k.num(ir.TI32, 0)), k.assign(k.index(k.ref(r.longest), r.later(2)), k.num(ir.TU32, 0))),
		k.count(number, k.num(t, 0), k.ref(count), body...)}
	if len(r.results) > 0 { // the next step's rows take the places of these
		out = append(out, k.barrier())
	}
	return out
}

// fill computes the values of a chunk, side by side along rows. Behind the barrier tiles
// of results are free, too.
func (r *rower) fill() []*ir.Node {
	if len(r.values) == 0 {
		return []*ir.Node{r.k.barrier()}
	}
	return []*ir.Node{r.each(func(place *ir.Node, local func(*ir.Node) *ir.Node) []*ir.Node {
		var out []*ir.Node
		for _, t := range r.values {
			out = append(out, r.k.assign(r.k.index(r.k.ref(t.tile), place), local(t.x)))
		}
		return out
	}), r.k.barrier()}
}

// drain stores the results of a chunk, side by side along rows.
func (r *rower) drain() []*ir.Node {
	if len(r.results) == 0 {
		return nil
	}
	return []*ir.Node{r.each(func(place *ir.Node, local func(*ir.Node) *ir.Node) []*ir.Node {
		var out []*ir.Node
		for _, t := range r.results {
			out = append(out, r.k.assign(local(t.x), r.k.index(r.k.ref(t.tile), place)))
		}
		return out
	})}
}

// each goes through the elements of a chunk, those of this thread: width of them, which
// are as many rows further on as there are threads for. The body gets their place in a
// tile, and what puts the variables of the row into an expression.
func (r *rower) each(body func(place *ir.Node, local func(*ir.Node) *ir.Node) []*ir.Node) *ir.Node {
	k, m, t := r.k, r.c.m, r.inner.index
	newVar := func(name string) *ir.Var { return m.NewVar(name, ir.TU32, ir.StorageLocal) }
	q, e, row, column := newVar("omp2cl_q"), newVar("omp2cl_e"), newVar("omp2cl_row"), newVar("omp2cl_column")
	width := k.num(ir.TU32, r.width)
	to := map[*ir.Var]*ir.Node{}
	for v, array := range r.published {
		to[v] = k.index(array, k.ref(row))
	}
	local := func(n *ir.Node) *ir.Node { return substitute(n, to) }
	length := k.index(k.ref(r.lengths), k.ref(row))
	at := k.bin(ir.OpAdd, t, k.ref(r.chunk), k.cast(t, k.ref(column)))
	inside := k.and(k.cmp(ir.OpLt, k.ref(r.chunk), length),
		k.cmp(ir.OpLt, k.cast(t, k.ref(column)), k.bin(ir.OpSub, t, length, k.ref(r.chunk))))
	number := k.cast(r.index, k.bin(ir.OpAdd, ir.TU64, k.ref(r.row0), k.cast(ir.TU64, k.ref(row))))
	element := append([]*ir.Node{
		k.decl(r.vars[0], r.value(0, number)),
		k.decl(r.inner.vars[0], local(r.inner.value(0, at)))}, body(r.at(k.ref(row), k.ref(column)), local)...)
	loop := k.count(q, k.num(ir.TU32, 0), width,
		k.decl(e, k.bin(ir.OpAdd, ir.TU32, k.cast(ir.TU32, k.thread()), k.bin(ir.OpMul, ir.TU32, k.ref(q), k.cast(ir.TU32, k.threads())))),
		k.decl(row, k.bin(ir.OpDiv, ir.TU32, k.ref(e), width)),
		k.decl(column, k.bin(ir.OpRem, ir.TU32, k.ref(e), width)),
		k.when(inside, element...))
	loop.Int = ir.Unrolled
	return m.Clone(loop, nil)
}

// at is the place in a tile of a row's element.
func (r *rower) at(row, column *ir.Node) *ir.Node {
	k := r.k
	return k.bin(ir.OpAdd, ir.TU32, k.bin(ir.OpMul, ir.TU32, row, k.num(ir.TU32, r.width+1)), column)
}

// rowBodyNodes is how large the body of a loop along a row may be of which a whole chunk
// stands in the kernel.
const rowBodyNodes = 64

// run executes depth iterations of the inner loop of this thread's row. The loop has as
// many as a chunk, so that it can be unrolled.
func (r *rower) run(depth *ir.Var) *ir.Node {
	k := r.k
	q := r.c.m.NewVar("omp2cl_q", ir.TU32, ir.StorageLocal)
	place := r.at(k.cast(ir.TU32, k.thread()), k.ref(q))
	number := k.bin(ir.OpAdd, r.inner.index, k.ref(r.chunk), k.cast(r.inner.index, k.ref(q)))
	body := []*ir.Node{k.decl(r.inner.vars[0], r.inner.value(0, number)), r.inTiles(r.body, place)}
	nodes := 0
	ir.Walk(r.body, func(*ir.Node) bool { nodes++; return true })
	if nodes > rowBodyNodes {
		return k.count(q, k.num(ir.TU32, 0), k.ref(depth), body...)
	}
	loop := k.count(q, k.num(ir.TU32, 0), k.num(ir.TU32, r.width), k.when(k.cmp(ir.OpLt, k.ref(q), k.ref(depth)), body...))
	loop.Int = ir.Unrolled
	return loop
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
