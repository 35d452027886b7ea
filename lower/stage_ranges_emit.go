package lower

import ir "omp2cl/ompir"

// Macros that say whether teams stage ranges, on a GPU whose teams have rowTeam threads;
// and whether it pays in a step whose longest row, and all of whose rows, have so many
// elements.
const (
	rangesCall    = "omp2cl_stages_ranges"
	rangePaysCall = "omp2cl_range_pays"
)

// A thread adds values from local memory in lines of so many, if the inner loop's body is so
// short: those of the next line are on their way meanwhile.
const (
	rangeLine      = 16
	rangeLineNodes = 24
)

// ranger emits a construct's iterations as steps of a team, each of them one iteration for
// each of its threads:
//
//	for (row0 = first of the team; row0 < trip; row0 += threads of the league) {
//	    what comes before the inner loop
//	    ends[thread] = where this thread's row ends; begin = where the first one starts
//	    barrier
//	    longest = max(longest, does this row start where the one before it ends? its length : -1)
//	    barrier
//	    if it pays, for (from = begin; from < end; from += chunk) {
//	        the team computes the values of a chunk
//	        barrier
//	        each thread runs those of its iterations that they are for
//	        barrier
//	    }
//	    else each thread runs its iterations
//	    what comes after the inner loop
//	}
//
// Of the two numbers for the longest row, steps use one in turns, and the first thread
// clears the other one between their barriers: what the step before left there all threads
// have read when they come to the first, and the next step writes it behind its own first.
type ranger struct {
	*worksharer
	*stagedTiles
	chunk         int64
	before, after []*ir.Node
	inner         *nest // of the inner loop
	ends, longest *ir.Var
	start         *ir.Var // where the first row starts
	row0, turn    *ir.Var
	begin, count  *ir.Node // of the step's range, which has count elements
	own, length   *ir.Node // of this thread's row: where it starts in the range
	from, rest    *ir.Var  // of the chunk
}

// ranges returns what emits the construct with staged ranges, nil when it is not marked so
// or when the program can tell in what order iterations run.
func (w *worksharer) ranges() *ranger {
	c := w.n.Dir.First(RangeStaged)
	if c == nil || !w.independent() {
		return nil
	}
	r := &ranger{worksharer: w, chunk: c.Args[0].X.Int}
	var loop *ir.Node
	r.before, loop, r.after = aroundLoop(w.body)
	var body *ir.Node
	r.inner, body = w.inside(loop)
	r.stagedTiles = newStagedTiles(rangeValueCall, body, func(t *ir.Type) *ir.Var {
		return r.local("omp2cl_staged", ir.ArrayOf(r.chunk, t))
	})
	r.ends = r.local("omp2cl_ends", ir.ArrayOf(rowTeam, r.inner.index))
	r.start = r.local("omp2cl_start", ir.ArrayOf(1, r.inner.index))
	r.longest = r.local("omp2cl_longest", ir.ArrayOf(2, ir.TU32))
	return r
}

// everywhere runs steps of teams, where teams stage ranges; else the iterations run as
// plain says.
func (r *ranger) everywhere(plain []*ir.Node) []*ir.Node {
	k, m := r.k, r.c.m
	r.row0, r.turn = m.NewVar("omp2cl_row0", ir.TU64, ir.StorageLocal), m.NewVar("omp2cl_turn", ir.TU32, ir.StorageLocal)
	steps := r.steps(r.row0, r.step())
	staged := k.block(
		k.when(k.cmp(ir.OpLt, k.thread(), k.num(ir.TI32, 2)), k.assign(k.index(k.ref(r.longest), k.thread()), k.num(ir.TU32, 0))),
		k.decl(r.turn, k.num(ir.TU32, 0)),
		steps)
	return []*ir.Node{k.node(ir.OpIf, nil, k.call(rangesCall, ir.TI32), m.Clone(staged, nil), k.block(plain...))}
}

// declared declares a variable with the value e and returns a reference to it.
func (r *ranger) declared(out *[]*ir.Node, name string, e *ir.Node) *ir.Node {
	v := r.c.m.NewVar(name, e.Type, ir.StorageLocal)
	*out = append(*out, r.k.decl(v, e))
	return r.k.ref(v)
}

// live runs statements in threads that have an iteration.
func (r *ranger) live(stmts ...*ir.Node) *ir.Node {
	return r.k.when(r.k.cmp(ir.OpLt, r.number(), r.k.cast(ir.TU64, r.total)), stmts...)
}

// number is that of this thread's iteration.
func (r *ranger) number() *ir.Node {
	return r.k.bin(ir.OpAdd, ir.TU64, r.k.ref(r.row0), r.k.cast(ir.TU64, r.k.thread()))
}

// isFirst is the condition that this is the team's first thread.
func (r *ranger) isFirst() *ir.Node { return r.k.cmp(ir.OpEq, r.k.thread(), r.k.num(ir.TI32, 0)) }

// step runs an iteration for each thread of the team, if there are so many.
func (r *ranger) step() []*ir.Node {
	k, t := r.k, r.inner.index
	out := []*ir.Node{k.decl(r.vars[0])}
	r.length = r.declared(&out, "omp2cl_length", k.num(t, 0))
	decls, before := hoisted(append(append([]*ir.Node{}, r.before...), r.inner.decls...))
	before = append([]*ir.Node{k.assign(k.ref(r.vars[0]), r.value(0, k.cast(r.index, r.number())))}, before...)
	before = append(before,
		k.assign(r.length, k.cast(t, r.inner.trips[0])),
		k.assign(k.index(k.ref(r.ends), k.thread()), k.bin(ir.OpAdd, t, r.low(), r.length)),
		k.when(r.isFirst(), k.assign(k.index(k.ref(r.start), k.num(ir.TI32, 0)), r.low())))
	out = append(append(out, decls...), r.live(before...), k.barrier())
	out = append(append(out, r.measure()...), k.barrier())
	pays := r.declared(&out, "omp2cl_pays", k.call(rangePaysCall, ir.TI32,
		k.index(k.ref(r.longest), k.ref(r.turn)), k.cast(ir.TU64, r.count), k.num(ir.TU32, r.chunk)))
	out = append(out, r.chunks(pays)...)
	out = append(out, r.live(append([]*ir.Node{k.when(k.node(ir.OpNot, ir.TI32, pays), r.alone())}, r.after...)...))
	return append(out, k.assign(k.ref(r.turn), k.bin(ir.OpSub, ir.TU32, k.num(ir.TU32, 1), k.ref(r.turn))))
}

// low is where this thread's row starts, as a number of the type that counts.
func (r *ranger) low() *ir.Node { return r.k.cast(r.inner.index, r.inner.lows[0]) }

// measure finds out where the step's range is, where in it this thread's row lies, and
// whether the rows follow each other.
func (r *ranger) measure() []*ir.Node {
	k, t := r.k, r.inner.index
	var out []*ir.Node
	r.begin = r.declared(&out, "omp2cl_begin", k.index(k.ref(r.start), k.num(ir.TI32, 0)))
	left := k.bin(ir.OpSub, ir.TU64, k.cast(ir.TU64, r.total), k.ref(r.row0))
	last := k.bin(ir.OpSub, ir.TU64, k.call("cl.min", ir.TU64, left, k.num(ir.TU64, rowTeam)), k.num(ir.TU64, 1))
	r.count = r.declared(&out, "omp2cl_count", k.bin(ir.OpSub, t, k.index(k.ref(r.ends), k.cast(ir.TU32, last)), r.begin))
	r.own = r.declared(&out, "omp2cl_own", k.num(t, 0))
	before := k.index(k.ref(r.ends), k.bin(ir.OpSub, ir.TI32, k.thread(), k.num(ir.TI32, 1)))
	follows := k.node(ir.OpLogOr, ir.TI32, r.isFirst(), k.cmp(ir.OpEq, before, r.low()))
	clear := k.index(k.ref(r.longest), k.bin(ir.OpSub, ir.TU32, k.num(ir.TU32, 1), k.ref(r.turn)))
	return append(out,
		r.live(k.assign(r.own, k.bin(ir.OpSub, t, r.low(), r.begin)),
			k.do("omp2cl_bin_max", k.addr(k.index(k.ref(r.longest), k.ref(r.turn))),
				k.call("omp2cl_range_length", ir.TU32, follows, k.cast(ir.TU64, r.length)))),
		k.when(r.isFirst(), k.assign(clear, k.num(ir.TU32, 0))))
}

// chunks runs the inner loops of all rows, if it pays.
func (r *ranger) chunks(pays *ir.Node) []*ir.Node {
	k, m, t := r.k, r.c.m, r.inner.index
	number := m.NewVar("omp2cl_chunk", t, ir.StorageLocal)
	r.from, r.rest = m.NewVar("omp2cl_from", t, ir.StorageLocal), m.NewVar("omp2cl_rest", ir.TU32, ir.StorageLocal)
	size := k.num(t, r.chunk)
	chunks := k.bin(ir.OpAdd, t, k.bin(ir.OpDiv, t, r.count, size),
		k.cast(t, k.cmp(ir.OpNe, k.bin(ir.OpRem, t, r.count, size), k.num(t, 0))))
	rest := k.call("cl.min", t, k.bin(ir.OpSub, t, r.count, k.ref(r.from)), size)
	body := []*ir.Node{
		k.decl(r.from, k.bin(ir.OpMul, t, k.ref(number), size)),
		k.decl(r.rest, k.cast(ir.TU32, rest)),
		r.fill(),
		k.barrier()}
	body = append(append(body, r.run()...), k.barrier())
	return []*ir.Node{k.count(number, k.num(t, 0), k.node(ir.OpCond, t, pays, chunks, k.num(t, 0)), body...)}
}

// fill computes the values of a chunk. Behind the end of the range threads compute those of
// its last element again, so that no thread has to ask, and all loads are under way.
func (r *ranger) fill() *ir.Node {
	k := r.k
	q, p := r.c.m.NewVar("omp2cl_q", ir.TU32, ir.StorageLocal), r.c.m.NewVar("omp2cl_p", ir.TU32, ir.StorageLocal)
	place := k.bin(ir.OpAdd, ir.TU32, k.cast(ir.TU32, k.thread()), k.bin(ir.OpMul, ir.TU32, k.ref(q), k.num(ir.TU32, rowTeam)))
	last := k.bin(ir.OpSub, ir.TU32, k.ref(r.rest), k.num(ir.TU32, 1))
	stmts := []*ir.Node{k.decl(p, place), r.element(k.call("cl.min", ir.TU32, k.ref(p), last))}
	for _, v := range r.values {
		stmts = append(stmts, k.assign(k.index(k.ref(v.tile), k.ref(p)), v.x))
	}
	loop := k.count(q, k.num(ir.TU32, 0), k.num(ir.TU32, r.chunk/rowTeam), stmts...)
	loop.Int = ir.Unrolled
	return r.c.m.Clone(loop, nil)
}

// element declares the inner loop's variable at a place in the chunk.
func (r *ranger) element(place *ir.Node) *ir.Node {
	k, t, l := r.k, r.inner.index, r.inner.loops[0]
	number := k.bin(ir.OpAdd, t, k.bin(ir.OpAdd, t, r.begin, k.ref(r.from)), k.cast(t, place))
	return k.decl(r.inner.vars[0], k.cast(l.Type, number))
}

// run executes the iterations of this thread's row that the chunk has.
func (r *ranger) run() []*ir.Node {
	k, t := r.k, r.inner.index
	var out []*ir.Node
	behind := func(place *ir.Node) *ir.Node {
		over := k.bin(ir.OpSub, t, place, k.ref(r.from))
		return k.node(ir.OpCond, ir.TU32, k.cmp(ir.OpGt, place, k.ref(r.from)),
			k.cast(ir.TU32, k.call("cl.min", t, over, k.cast(t, k.ref(r.rest)))), k.num(ir.TU32, 0))
	}
	q := r.declared(&out, "omp2cl_q", behind(r.own))
	end := r.declared(&out, "omp2cl_end", behind(k.bin(ir.OpAdd, t, r.own, r.length)))
	if countNodes(r.body) <= rangeLineNodes {
		out = append(out, k.when(r.reaches(q, end, 2*rangeLine), r.lines(q, end)...))
	}
	tile := func(v *rowTile) *ir.Node { return k.index(k.ref(v.tile), q) }
	one := r.c.m.Clone(k.block(r.element(q), r.with(tile)), nil)
	return append(out, k.node(ir.OpFor, nil, k.empty(), k.cmp(ir.OpLt, q, end), k.advance(q, k.num(ir.TU32, 1)), one))
}

// reaches is the condition that ahead more elements from q on do not lie behind the end.
func (r *ranger) reaches(q, end *ir.Node, ahead int64) *ir.Node {
	return r.k.cmp(ir.OpLe, r.k.bin(ir.OpAdd, ir.TU32, q, r.k.num(ir.TU32, ahead)), end)
}

// lines runs iterations by lines, of which two sets of registers take the values in turns:
//
//	one = line at q
//	for (q += line; two more lines are there; q += 2 * line) {
//	    other = line at q;       iterations with one, the line before q
//	    one = line at q + line;  iterations with other
//	}
//	iterations with one, the line before q
func (r *ranger) lines(q, end *ir.Node) []*ir.Node {
	k := r.k
	var out []*ir.Node
	one, other := r.registers(&out), r.registers(&out)
	ahead := k.bin(ir.OpAdd, ir.TU32, q, k.num(ir.TU32, rangeLine))
	before := k.bin(ir.OpSub, ir.TU32, q, k.num(ir.TU32, rangeLine))
	pair := k.block(r.take(other, q), r.line(one, before), r.take(one, ahead), r.line(other, q))
	return append(out, r.take(one, q), k.node(ir.OpFor, nil, k.expr(k.advance(q, k.num(ir.TU32, rangeLine))),
		r.reaches(q, end, 2*rangeLine), k.advance(q, k.num(ir.TU32, 2*rangeLine)), pair), r.line(one, before))
}

// registers declares a line of registers for each value.
func (r *ranger) registers(out *[]*ir.Node) map[*rowTile]*ir.Var {
	taken := map[*rowTile]*ir.Var{}
	for _, v := range r.values {
		taken[v] = r.c.m.NewVar("omp2cl_taken", ir.ArrayOf(rangeLine, v.x.Type), ir.StorageLocal)
		*out = append(*out, r.k.decl(taken[v]))
	}
	return taken
}

// take brings a line of values to registers.
func (r *ranger) take(taken map[*rowTile]*ir.Var, place *ir.Node) *ir.Node {
	k := r.k
	return r.unrolled(func(u *ir.Node) []*ir.Node {
		var out []*ir.Node
		for _, v := range r.values {
			out = append(out, k.assign(k.index(k.ref(taken[v]), u), k.index(k.ref(v.tile), k.bin(ir.OpAdd, ir.TU32, place, u))))
		}
		return out
	})
}

// line runs the iterations of a line whose values are in registers.
func (r *ranger) line(taken map[*rowTile]*ir.Var, place *ir.Node) *ir.Node {
	k := r.k
	return r.unrolled(func(u *ir.Node) []*ir.Node {
		body := r.with(func(v *rowTile) *ir.Node { return k.index(k.ref(taken[v]), u) })
		return []*ir.Node{r.element(k.bin(ir.OpAdd, ir.TU32, place, u)), body}
	})
}

// unrolled is a loop over a line.
func (r *ranger) unrolled(body func(u *ir.Node) []*ir.Node) *ir.Node {
	k := r.k
	u := r.c.m.NewVar("omp2cl_u", ir.TU32, ir.StorageLocal)
	loop := k.count(u, k.num(ir.TU32, 0), k.num(ir.TU32, rangeLine), body(k.ref(u))...)
	loop.Int = ir.Unrolled
	return r.c.m.Clone(loop, nil)
}

// alone runs the iterations of this thread's row as they stand in the program.
func (r *ranger) alone() *ir.Node {
	k, t := r.k, r.inner.index
	e := r.c.m.NewVar("omp2cl_e", t, ir.StorageLocal)
	body := []*ir.Node{k.decl(r.inner.vars[0], r.inner.value(0, k.ref(e))), withoutStaging(r.body)}
	return r.c.m.Clone(k.count(e, k.num(t, 0), r.length, body...), nil)
}
