package lower

import ir "omp2cl/ompir"

// span is a range of iterations for one executor: first + i*stride for i < count.
type span struct {
	first, count, stride *ir.Node
	contiguous           bool // stride is 1
	chosen               bool // contiguous on a CPU, strided on a GPU, as macros say
	whole                bool // and a share of all iterations
	rects                bool // and a team of a GPU may stand in a rectangle of the two innermost loops
	independent          bool // nobody can tell in what order the iterations run
}

// contiguousSpan is the span of count iterations from first on.
func (w *worksharer) contiguousSpan(first, count *ir.Node) span {
	return span{first: first, count: count, stride: w.k.num(w.index, 1), contiguous: true}
}

// divide emits the loops over this executor's share of all iterations.
func (w *worksharer) divide(over sharing) []*ir.Node {
	k := w.k
	team, teams := k.call("omp2cl_team", ir.TI32), k.call("omp2cl_teams", ir.TI32)
	zero := k.num(w.index, 0)
	if w.n.Dir.First(ir.OrderedC) != nil { // never over teams: the front end sees to that
		first := k.cmp(ir.OpEq, k.thread(), k.num(ir.TI32, 0))
		return []*ir.Node{k.when(first, w.run(w.contiguousSpan(zero, w.total))...)}
	}
	switch over {
	case overTeams:
		if chunk := w.chunk(ir.DistSchedule); chunk != nil {
			return w.dealt(zero, w.total, chunk, team, teams)
		}
		return w.block(zero, w.total, team, teams, w.run)
	case overThreads:
		return w.threads(zero, w.total)
	case overAll:
		return w.everywhere(team, teams)
	}
	return w.run(w.contiguousSpan(zero, w.total))
}

// everywhere divides over the threads of all teams. When the program can tell
// which thread runs an iteration, teams first get their share as dist_schedule
// says and their threads divide it as schedule says; otherwise one flat division
// in the form that suits the device will do.
func (w *worksharer) everywhere(team, teams *ir.Node) []*ir.Node {
	k := w.k
	zero := k.num(w.index, 0)
	inner := func(s span) []*ir.Node { return w.threads(s.first, s.count) }
	if chunk := w.chunk(ir.DistSchedule); chunk != nil {
		return w.cyclic(zero, w.total, chunk, team, teams, inner)
	}
	if w.literal() || w.c.literal && w.n.Dir.First(ir.DistSchedule) != nil {
		return w.block(zero, w.total, team, teams, inner)
	}
	id, num := k.call("omp2cl_league_thread", ir.TI32), k.call("omp2cl_league_threads", ir.TI32)
	if chunk := w.staticChunk(); chunk != nil {
		return w.dealt(zero, w.total, chunk, id, num)
	}
	if t := w.tiles(); t != nil {
		return t.everywhere()
	}
	plain := w.fitting
	if b := w.bands(); b != nil {
		plain = func(first, count, id, num *ir.Node) []*ir.Node { return b.everywhere(w.fitting(first, count, id, num)) }
	}
	if b := w.blocks(); b != nil {
		return b.everywhere(plain(zero, w.total, id, num))
	}
	w.c.k.Roams = w.c.k.Roams || w.c.reduces && w.roams()
	if w.uneven() {
		plain = func(_, _, id, num *ir.Node) []*ir.Node { return w.balanced(id, num) }
	}
	if r := w.rows(); r != nil {
		return r.everywhere(plain(zero, w.total, id, num))
	}
	if r := w.ranges(); r != nil {
		return r.everywhere(plain(zero, w.total, id, num))
	}
	if s := w.stagedLoop(); s != nil {
		return s.everywhere(plain(zero, w.total, id, num))
	}
	return plain(zero, w.total, id, num)
}

// threads divides a range over the threads of the team.
func (w *worksharer) threads(first, count *ir.Node) []*ir.Node {
	k := w.k
	if chunk := w.staticChunk(); chunk != nil {
		return w.dealt(first, count, chunk, k.thread(), k.threads())
	}
	if w.literal() {
		return w.block(first, count, k.thread(), k.threads(), w.run)
	}
	return w.fitting(first, count, k.thread(), k.threads())
}

// literal reports whether the schedule clause promises contiguous blocks and the
// program can see who executes what. The answer is the same for all loops of a
// kernel: two loops with schedule(static) and as many iterations have to be divided
// alike (OpenMP 4.5 §2.7.1).
func (w *worksharer) literal() bool {
	c := w.n.Dir.First(ir.Schedule)
	return c != nil && c.Mod == "static" && w.c.literal
}

// staticChunk is the chunk size of schedule(static, c); the other kinds leave the
// division to us.
func (w *worksharer) staticChunk() *ir.Node {
	if c := w.n.Dir.First(ir.Schedule); c == nil || c.Mod != "static" {
		return nil
	}
	return w.chunk(ir.Schedule)
}

func (w *worksharer) chunk(kind ir.ClauseKind) *ir.Node {
	c := w.n.Dir.First(kind)
	if c == nil || len(c.Args) == 0 {
		return nil
	}
	return w.k.cast(ir.TU64, c.Args[0].X)
}

// seesThreads reports whether n can observe which thread or team executes it.
func seesThreads(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		return x.Op == ir.OpCall && (x.Func != nil || x.Str == "omp_get_thread_num" || x.Str == "omp_get_team_num")
	})
}

// fitting divides in the form that suits the device: a contiguous block per
// executor on a CPU, strided on a GPU. The macros choose.
func (w *worksharer) fitting(first, count, id, num *ir.Node) []*ir.Node {
	return w.share("omp2cl_share", first, count, id, num, w.run)
}

// block gives each executor one contiguous block.
func (w *worksharer) block(first, count, id, num *ir.Node, run func(span) []*ir.Node) []*ir.Node {
	return w.share("omp2cl_block", first, count, id, num, run)
}

// dealt deals out chunks round-robin. Chunks of one iteration are a strided share.
func (w *worksharer) dealt(first, count, chunk, id, num *ir.Node) []*ir.Node {
	if chunk.Op == ir.OpConst && chunk.Int == 1 {
		return w.share("omp2cl_strided", first, count, id, num, w.run)
	}
	return w.cyclic(first, count, chunk, id, num, w.run)
}

// share gives each executor one span in the form that macros with a common prefix
// describe.
func (w *worksharer) share(form string, first, count, id, num *ir.Node, run func(span) []*ir.Node) []*ir.Node {
	k := w.k
	id, num = w.executor(id), w.executor(num)
	start := k.call(form+"_first", w.index, count, id, num)
	whole := first.Op == ir.OpConst && first.Int == 0 && count == w.total
	if !whole {
		start = k.bin(ir.OpAdd, w.index, first, start)
	}
	from := w.c.m.NewVar("omp2cl_first", w.index, ir.StorageLocal)
	length := w.c.m.NewVar("omp2cl_share", w.index, ir.StorageLocal)
	s := w.contiguousSpan(k.ref(from), k.ref(length))
	if form != "omp2cl_block" {
		s.contiguous, s.stride = false, k.call(form+"_stride", w.index, num)
	}
	if form == "omp2cl_share" {
		s.chosen, s.whole, s.rects, s.independent = true, whole, w.inRects(), w.independent()
	}
	out := []*ir.Node{k.decl(from, start), k.decl(length, k.call(form+"_count", w.index, count, id, num))}
	return []*ir.Node{k.block(append(out, run(s)...)...)}
}

// independent reports whether a conforming program cannot tell in what order the
// iterations of a fitting share run: each iteration
// must be able to run in a thread of its own, and nothing may be carried from one to
// the next by us. A device function does not know whether its team has one thread.
func (w *worksharer) independent() bool {
	return w.md == parallelMode && w.c.several &&
		w.last == nil && len(w.p.linears) == 0
}

// inRects reports whether teams may take rectangles of the nest: where the iterations of
// all teams are divided at once and the schedule promises nothing.
func (w *worksharer) inRects() bool {
	c := w.n.Dir.First(ir.Schedule)
	return len(w.loops) > 1 && w.md == parallelMode && w.n.Dir.First(Distributed) != nil &&
		w.n.Dir.First(ir.DistSchedule) == nil && (c == nil || c.Mod != "static")
}

// mark notes in a loop over the span s that its iterations are independent, or that the
// program promises that they may run side by side.
func (w *worksharer) mark(s span, loop *ir.Node) {
	switch {
	case s.independent:
		loop.Int = ir.Independent
	case w.n.Dir.First(SideBySide) != nil && w.md != teamMode && w.last == nil && len(w.p.linears) == 0:
		loop.Int = ir.Concurrent
	}
}

// mayBeAlone reports whether clauses or calls in the construct n may make teams of
// one thread, in which iterations may depend on each other.
func mayBeAlone(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		if x.Op != ir.OpOMP {
			return x.Func != nil && x.Func.Body != nil && mayBeAlone(x.Func.Body)
		}
		for _, c := range x.Dir.Clauses {
			one := (c.Kind == ir.NumThreads || c.Kind == ir.ThreadLimit) &&
				(c.Args[0].X.Op != ir.OpConst || c.Args[0].X.Int < 2)
			conditional := c.Kind == ir.If && (c.Mod == "parallel" || !x.Dir.Has(ir.Target))
			if one || conditional {
				return true
			}
		}
		return false
	})
}

// cyclic deals chunks out round-robin.
func (w *worksharer) cyclic(first, count, chunk, id, num *ir.Node, run func(span) []*ir.Node) []*ir.Node {
	k := w.k
	size := w.c.m.NewVar("omp2cl_chunk", ir.TU64, ir.StorageLocal)
	b := w.c.m.NewVar("omp2cl_begin", ir.TU64, ir.StorageLocal)
	start := k.bin(ir.OpMul, ir.TU64, k.cast(ir.TU64, id), k.ref(size))
	next := k.advance(k.ref(b), k.bin(ir.OpMul, ir.TU64, k.cast(ir.TU64, num), k.ref(size)))
	rest := k.bin(ir.OpSub, ir.TU64, k.cast(ir.TU64, count), k.ref(b))
	length := w.c.m.NewVar("omp2cl_share", w.index, ir.StorageLocal)
	from := w.c.m.NewVar("omp2cl_first", w.index, ir.StorageLocal)
	body := []*ir.Node{
		k.decl(from, k.bin(ir.OpAdd, w.index, first, k.cast(w.index, k.ref(b)))),
		k.decl(length, k.cast(w.index, k.call("cl.min", ir.TU64, k.ref(size), rest)))}
	body = append(body, run(w.contiguousSpan(k.ref(from), k.ref(length)))...)
	return []*ir.Node{k.block(k.decl(size, chunk),
		k.node(ir.OpFor, nil, k.decl(b, start), k.cmp(ir.OpLt, k.ref(b), k.cast(ir.TU64, count)), next, k.block(body...)))}
}

// run emits the loop over one span.
func (w *worksharer) run(s span) []*ir.Node {
	if len(w.loops) == 1 {
		return w.runSingle(s)
	}
	return w.runCollapsed(s)
}

func (w *worksharer) runSingle(s span) []*ir.Node {
	k := w.k
	i := w.c.m.NewVar("omp2cl_i", w.index, ir.StorageLocal)
	number := w.c.m.NewVar("omp2cl_it", w.index, ir.StorageLocal)
	body := []*ir.Node{k.decl(number, w.iteration(s, k.ref(i))), k.decl(w.vars[0], w.value(0, k.ref(number)))}
	body = append(body, w.perIteration(k.ref(number))...)
	loop := k.count(i, k.num(w.index, 0), s.count, append(body, w.lowered())...)
	w.mark(s, loop)
	return []*ir.Node{loop}
}

// iteration is the logical iteration number of the i-th of a span.
func (w *worksharer) iteration(s span, i *ir.Node) *ir.Node {
	k := w.k
	if !s.contiguous {
		i = k.bin(ir.OpMul, w.index, i, s.stride)
	}
	if s.first.Op == ir.OpConst && s.first.Int == 0 {
		return i
	}
	return k.bin(ir.OpAdd, w.index, s.first, i)
}

// lowered is the loop body in the construct's mode.
func (w *worksharer) lowered() *ir.Node {
	return w.c.stmt(withoutStaging(w.body), w.md)
}

// perIteration sets linear variables and notes the iteration for lastprivate.
func (w *worksharer) perIteration(number *ir.Node) []*ir.Node {
	k := w.k
	var out []*ir.Node
	for _, l := range w.p.linears {
		if w.loopOf(l.copy) >= 0 {
			continue
		}
		at := arithmetic(l.copy.Type)
		op := k.bin(ir.OpAdd, l.copy.Type, l.start, k.bin(ir.OpMul, at, k.cast(at, number), k.cast(at, l.step)))
		out = append(out, k.assign(l.copy, op))
	}
	if w.last != nil {
		out = append(out, k.assign(k.ref(w.last), k.cast(ir.TU64, number)))
	}
	return out
}
