package lower

import ir "omp2cl/ompir"

// sharing says over what a loop construct divides its iterations.
type sharing int

const (
	overTeams   sharing = iota // distribute
	overThreads                // for
	overAll                    // distribute parallel for
	alone                      // simd: nobody else
)

// nestOf returns the loops of a loop construct, outermost first, and the body of
// the innermost.
func nestOf(n *ir.Node) ([]*ir.Loop, *ir.Node, error) {
	depth := int64(1)
	if c := n.Dir.First(ir.Collapse); c != nil {
		depth = c.Args[0].X.Int
	}
	var loops []*ir.Loop
	body := n.Kids[0]
	for ; depth > 0; depth-- {
		body = sole(body)
		l, d := ir.CanonicalLoop(body)
		if d != nil {
			return nil, nil, d
		}
		loops = append(loops, l)
		body = body.Kids[3]
	}
	return loops, body, nil
}

// nest is a loop construct's iteration space, with the variables that hold it.
type nest struct {
	c     *constructs
	k     maker
	loops []*ir.Loop
	vars  []*ir.Var  // the iteration variables, private
	lows  []*ir.Node // first values, of the loop variables' types
	trips []*ir.Node // iterations of each loop, of type index
	steps []*ir.Node // in the arithmetic type of each loop variable
	total *ir.Node   // all iterations, of type index
	index *ir.Type   // u32 or u64
	body  *ir.Node   // over vars
	decls []*ir.Node
}

// newNest evaluates bounds and steps once, before the loops (OpenMP 4.5 §2.7.1).
func (c *constructs) newNest(n *ir.Node, loops []*ir.Loop, body *ir.Node) *nest {
	s := &nest{c: c, k: at(n), loops: loops, index: ir.TU64}
	if len(loops) == 1 && loops[0].Type.Size() <= 4 {
		s.index = ir.TU32
	}
	to := map[*ir.Var]*ir.Node{}
	for _, l := range loops {
		s.addLoop(l, to)
	}
	s.body = substitute(body, to)
	s.total = s.trips[0]
	if len(loops) > 1 {
		product := s.trips[0]
		for _, t := range s.trips[1:] {
			product = s.k.bin(ir.OpMul, s.index, product, t)
		}
		s.total = s.hold("omp2cl_total", product)
	}
	return s
}

// hold declares a variable with the value of e and returns a reference to it.
// A constant is returned as it is.
func (s *nest) hold(name string, e *ir.Node) *ir.Node {
	if e.Op == ir.OpConst {
		return e
	}
	v := s.c.m.NewVar(name, e.Type.Decay(), ir.StorageLocal)
	s.decls = append(s.decls, s.k.decl(v, e))
	return s.k.ref(v)
}

// addLoop computes a loop's first value, step and trip count.
func (s *nest) addLoop(l *ir.Loop, to map[*ir.Var]*ir.Node) {
	k := s.k
	v := l.Var
	if !l.Declared {
		v = s.c.m.NewVar(l.Var.Name, l.Type, ir.StorageLocal)
		to[l.Var] = k.ref(v)
	}
	s.vars = append(s.vars, v)
	low := s.hold(v.Name+"_first", k.cast(l.Type, l.Lower))
	high := s.hold(v.Name+"_bound", l.Upper)
	step := s.hold(v.Name+"_step", k.cast(arithmetic(l.Type), l.Step))
	s.lows, s.steps = append(s.lows, low), append(s.steps, step)
	s.trips = append(s.trips, s.hold(v.Name+"_trip", s.trip(l, low, high, step)))
}

// arithmetic is the type in which a loop variable of type t moves.
func arithmetic(t *ir.Type) *ir.Type {
	switch {
	case t.Kind == ir.Pointer:
		return ir.TI64
	case t.Kind < ir.Int32:
		return ir.TI32
	}
	return t
}

// trip is the number of iterations: 0 unless the test holds at the start.
func (s *nest) trip(l *ir.Loop, low, high, step *ir.Node) *ir.Node {
	k := s.k
	from, to := low, high
	if l.Down {
		from, to = high, low
	}
	distance := s.distance(from, to)
	one := k.num(ir.TU64, 1)
	count := distance
	if step.Op != ir.OpConst || step.Int != 1 {
		by := k.cast(ir.TU64, step)
		if l.Cmp == ir.OpLe || l.Cmp == ir.OpGe {
			count = k.bin(ir.OpDiv, ir.TU64, distance, by)
		} else {
			less := k.bin(ir.OpSub, ir.TU64, distance, one)
			count = k.bin(ir.OpAdd, ir.TU64, k.bin(ir.OpDiv, ir.TU64, less, by), one)
		}
	}
	if l.Cmp == ir.OpLe || l.Cmp == ir.OpGe {
		count = k.bin(ir.OpAdd, ir.TU64, count, one)
	}
	return k.node(ir.OpCond, s.index, k.cmp(l.Cmp, low, high), k.cast(s.index, count), k.num(s.index, 0))
}

// distance is to - from as an unsigned number; each side is widened by its own
// type first.
func (s *nest) distance(from, to *ir.Node) *ir.Node {
	k := s.k
	if from.Type.Kind == ir.Pointer {
		return k.cast(ir.TU64, k.bin(ir.OpSub, ir.TI64, to, from))
	}
	return k.bin(ir.OpSub, ir.TU64, k.cast(ir.TU64, to), k.cast(ir.TU64, from))
}

// value is the value of loop i's variable in its iteration number at.
func (s *nest) value(i int, number *ir.Node) *ir.Node {
	k, t, step := s.k, s.loops[i].Type, s.steps[i]
	at := arithmetic(t)
	move := k.cast(at, number)
	if step.Op != ir.OpConst || step.Int != 1 {
		move = k.bin(ir.OpMul, at, move, step)
	}
	op := ir.OpAdd
	if s.loops[i].Down {
		op = ir.OpSub
	}
	if t.Kind == ir.Pointer {
		return k.bin(op, t, s.lows[i], move)
	}
	if op == ir.OpAdd && s.lows[i].Op == ir.OpConst && s.lows[i].Int == 0 {
		return k.cast(t, move)
	}
	return k.cast(t, k.bin(op, at, s.lows[i], move))
}

// workshare lowers a loop construct.
func (c *constructs) workshare(n *ir.Node, md mode, over sharing) *ir.Node {
	loops, _, err := nestOf(n)
	if err != nil {
		panic("BUG: non-canonical loop after the front end: " + err.Error())
	}
	p := c.privatize(n)
	if md == teamMode {
		for v := range sharedInParallel(p.body) {
			c.share(v)
		}
	}
	shell := *n
	shell.Kids = []*ir.Node{p.body}
	loops, body, _ := nestOf(&shell)
	w := &worksharer{nest: c.newNest(&shell, loops, body), p: p, md: md, n: n}
	w.trackLast()
	k := at(n)
	out := c.teamLevel(p.decls, md)
	if p.copiesBack && over == overThreads {
		out = append(out, c.barrier(n, md)...)
	}
	out = append(out, w.nest.decls...)
	out = append(out, w.divide(over)...)
	out = append(out, w.writeLast()...)
	out = append(out, w.reduce(over)...)
	if md == teamMode && len(p.lasts)+len(p.reductions) > 0 {
		out = append(out, k.barrier())
	}
	if over == overThreads {
		out = append(out, c.endBarrier(n, md)...)
	}
	return k.block(out...)
}

// reduce merges the private copies of reduction items: over the team's threads when
// they share the loop, else this thread's alone.
func (w *worksharer) reduce(over sharing) []*ir.Node {
	if over == overThreads || over == overAll {
		return w.c.combine(w.n, w.p.reductions, w.md)
	}
	out := w.c.combineAlone(w.n, w.p.reductions)
	if w.md == teamMode && len(out) > 0 {
		return []*ir.Node{w.k.when(w.k.call("omp2cl_is_master", ir.TI32), out...)}
	}
	return out
}

// teamLevel lowers declarations that stand in team code; in other modes they are
// plain.
func (c *constructs) teamLevel(decls []*ir.Node, md mode) []*ir.Node {
	if md != teamMode || len(decls) == 0 {
		return decls
	}
	return c.teamList(decls)
}

// worksharer emits the loops of one construct.
type worksharer struct {
	*nest
	p    *privates
	md   mode
	n    *ir.Node
	last *ir.Var // the last iteration this thread has executed, if anyone asks
}

// trackLast declares the variable that remembers the last iteration, when
// lastprivate needs it.
func (w *worksharer) trackLast() {
	if len(w.p.lasts) == 0 {
		return
	}
	w.last = w.c.m.NewVar("omp2cl_last", ir.TU64, ir.StorageLocal)
	w.decls = append(w.decls, w.k.decl(w.last, w.k.cast(ir.TU64, w.k.num(ir.TI32, -1))))
}

// writeLast copies lastprivate items out when this thread executed the
// sequentially last iteration. The iteration variable itself gets the value that
// the sequential loop leaves.
func (w *worksharer) writeLast() []*ir.Node {
	if w.last == nil {
		return nil
	}
	k := w.k
	mine := k.cmp(ir.OpEq, k.ref(w.last), k.bin(ir.OpSub, ir.TU64, k.cast(ir.TU64, w.total), k.num(ir.TU64, 1)))
	if w.md == teamMode {
		mine = k.and(k.call("omp2cl_is_master", ir.TI32), mine)
	}
	return []*ir.Node{k.when(mine, w.finalValues()...)}
}

// finalValues assigns the originals of lastprivate items. An iteration variable
// gets the value that the sequential loop leaves behind.
func (w *worksharer) finalValues() []*ir.Node {
	var out []*ir.Node
	for _, l := range w.p.lasts {
		if i := w.loopOf(l.copy); i >= 0 {
			out = append(out, w.k.assign(l.orig, w.value(i, w.trips[i])))
			continue
		}
		out = append(out, w.k.copyObject(w.c.m, l.orig, l.copy))
	}
	return out
}

// loopOf returns the index of the loop whose iteration variable x is, or -1.
func (w *worksharer) loopOf(x *ir.Node) int {
	for i, l := range w.loops {
		if x.Op == ir.OpVar && x.Var == l.Var {
			return i
		}
	}
	return -1
}

// span is a range of iterations for one executor: first + i*stride for i < count.
type span struct {
	first, count, stride *ir.Node
	contiguous           bool // stride is 1
	independent          bool // nobody can tell in what order the iterations run
}

// divide emits the loops over this executor's share of all iterations.
func (w *worksharer) divide(over sharing) []*ir.Node {
	k := w.k
	team, teams := k.call("omp2cl_team", ir.TI32), k.call("omp2cl_teams", ir.TI32)
	zero := k.num(w.index, 0)
	switch over {
	case overTeams:
		if chunk := w.chunk(ir.DistSchedule); chunk != nil {
			return w.cyclic(zero, w.total, chunk, team, teams, w.run)
		}
		return w.block(zero, w.total, team, teams, w.run)
	case overThreads:
		return w.threads(zero, w.total)
	case overAll:
		return w.everywhere(team, teams)
	}
	return w.run(span{zero, w.total, k.num(w.index, 1), true, false})
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
	if w.literal() {
		return w.block(zero, w.total, team, teams, inner)
	}
	id, num := k.call("omp2cl_league_thread", ir.TI32), k.call("omp2cl_league_threads", ir.TI32)
	if chunk := w.staticChunk(); chunk != nil {
		return w.cyclic(zero, w.total, chunk, id, num, w.run)
	}
	if t := w.tiles(); t != nil {
		return t.everywhere()
	}
	return w.fitting(zero, w.total, id, num)
}

// threads divides a range over the threads of the team.
func (w *worksharer) threads(first, count *ir.Node) []*ir.Node {
	k := w.k
	if chunk := w.staticChunk(); chunk != nil {
		return w.cyclic(first, count, chunk, k.thread(), k.threads(), w.run)
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

func (w *worksharer) share(form string, first, count, id, num *ir.Node, run func(span) []*ir.Node) []*ir.Node {
	k := w.k
	id, num = k.cast(w.index, id), k.cast(w.index, num)
	start := k.call(form+"_first", w.index, count, id, num)
	stride, contiguous := k.num(w.index, 1), true
	if form == "omp2cl_share" {
		stride, contiguous = k.call("omp2cl_share_stride", w.index, num), false
	}
	if first.Op != ir.OpConst || first.Int != 0 {
		start = k.bin(ir.OpAdd, w.index, first, start)
	}
	from := w.c.m.NewVar("omp2cl_first", w.index, ir.StorageLocal)
	length := w.c.m.NewVar("omp2cl_share", w.index, ir.StorageLocal)
	out := []*ir.Node{k.decl(from, start), k.decl(length, k.call(form+"_count", w.index, count, id, num))}
	return []*ir.Node{k.block(append(out, run(span{k.ref(from), k.ref(length), stride, contiguous, w.independent(form)})...)...)}
}

// independent reports whether a conforming program cannot tell in what order the
// iterations of a share run: the schedule must not promise anything, each iteration
// must be able to run in a thread of its own, and nothing may be carried from one to
// the next by us. A device function does not know whether its team has one thread.
func (w *worksharer) independent(form string) bool {
	return form == "omp2cl_share" && w.md == parallelMode && w.c.several &&
		w.last == nil && len(w.p.linears) == 0
}

// mark notes in a loop over the span that its iterations are independent.
func (s span) mark(loop *ir.Node) {
	if s.independent {
		loop.Int = ir.Independent
	}
}

// mayBeAlone reports whether clauses or calls in the construct n may make teams of
// one thread, in which iterations may depend on each other.
func mayBeAlone(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		if x.Op != ir.OpOMP {
			return x.Str == "omp_set_num_threads" || x.Func != nil && x.Func.Body != nil && mayBeAlone(x.Func.Body)
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
	next := &ir.Node{Op: ir.OpAssignOp, Sub: ir.OpAdd, Type: ir.TU64, Pos: k.pos,
		Kids: []*ir.Node{k.ref(b), k.bin(ir.OpMul, ir.TU64, k.cast(ir.TU64, num), k.ref(size))}}
	rest := k.bin(ir.OpSub, ir.TU64, k.cast(ir.TU64, count), k.ref(b))
	length := w.c.m.NewVar("omp2cl_share", w.index, ir.StorageLocal)
	from := w.c.m.NewVar("omp2cl_first", w.index, ir.StorageLocal)
	body := []*ir.Node{
		k.decl(from, k.bin(ir.OpAdd, w.index, first, k.cast(w.index, k.ref(b)))),
		k.decl(length, k.cast(w.index, k.call("cl.min", ir.TU64, k.ref(size), rest)))}
	body = append(body, run(span{k.ref(from), k.ref(length), k.num(w.index, 1), true, false})...)
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
	s.mark(loop)
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
	return w.c.stmt(w.body, w.md)
}

// runCollapsed emits one loop over runs of the innermost loop, so that no division
// is left inside: on a CPU a run is a row's rest, on a GPU one iteration.
func (w *worksharer) runCollapsed(s span) []*ir.Node {
	k, m := w.k, w.c.m
	inner := len(w.loops) - 1
	newVar := func(name string) *ir.Var { return m.NewVar(name, w.index, ir.StorageLocal) }
	i, number, rest, column, length, e := newVar("omp2cl_i"), newVar("omp2cl_it"), newVar("omp2cl_row"),
		newVar("omp2cl_column"), newVar("omp2cl_run"), newVar("omp2cl_e")
	runName := "omp2cl_run"
	if s.contiguous {
		runName = "cl.min"
	}
	body := []*ir.Node{
		k.decl(number, w.iteration(s, k.ref(i))),
		k.decl(rest, k.bin(ir.OpDiv, w.index, k.ref(number), w.trips[inner])),
		k.decl(column, k.bin(ir.OpRem, w.index, k.ref(number), w.trips[inner])),
		k.decl(length, k.call(runName, w.index,
			k.bin(ir.OpSub, w.index, w.trips[inner], k.ref(column)),
			k.bin(ir.OpSub, w.index, s.count, k.ref(i)))),
	}
	body = append(body, w.outerValues(rest, inner)...)
	here := k.bin(ir.OpAdd, w.index, k.ref(column), k.ref(e))
	row := []*ir.Node{k.decl(w.vars[inner], w.value(inner, here))}
	row = append(row, w.perIteration(k.bin(ir.OpAdd, w.index, k.ref(number), k.ref(e)))...)
	run := k.count(e, k.num(w.index, 0), k.ref(length), append(row, w.lowered())...)
	s.mark(run)
	body = append(body, run)
	advance := &ir.Node{Op: ir.OpAssignOp, Sub: ir.OpAdd, Type: w.index, Kids: []*ir.Node{k.ref(i), k.ref(length)}, Pos: k.pos}
	body = append(body, k.expr(advance))
	return []*ir.Node{k.node(ir.OpFor, nil, k.decl(i, k.num(w.index, 0)), k.cmp(ir.OpLt, k.ref(i), s.count), k.empty(), k.block(body...))}
}

// outerValues declares the variables of the loops around the innermost one; rest
// is the iteration number without the innermost digit.
func (w *worksharer) outerValues(rest *ir.Var, inner int) []*ir.Node {
	k := w.k
	values := make([]*ir.Node, inner)
	var digits []*ir.Node
	left := k.ref(rest)
	for j := inner - 1; j >= 0; j-- {
		if j == 0 {
			values[j] = left
			break
		}
		digit := w.c.m.NewVar("omp2cl_digit", w.index, ir.StorageLocal)
		next := w.c.m.NewVar("omp2cl_row", w.index, ir.StorageLocal)
		digits = append(digits, k.decl(digit, k.bin(ir.OpRem, w.index, left, w.trips[j])),
			k.decl(next, k.bin(ir.OpDiv, w.index, left, w.trips[j])))
		values[j], left = k.ref(digit), k.ref(next)
	}
	for j, v := range values {
		digits = append(digits, k.decl(w.vars[j], w.value(j, v)))
	}
	return digits
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
