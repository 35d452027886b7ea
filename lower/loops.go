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
	trips []*ir.Node // iterations of each loop, of the type that indexOf gives
	steps []*ir.Node // in the arithmetic type of each loop variable
	total *ir.Node   // all iterations, of type index
	index *ir.Type   // what counts all iterations: u64 when there are several loops
	body  *ir.Node   // over vars
	decls []*ir.Node
}

// newNest evaluates bounds and steps once, before the loops (OpenMP 4.5 §2.7.1).
func (c *constructs) newNest(n *ir.Node, loops []*ir.Loop, body *ir.Node) *nest {
	s := &nest{c: c, k: at(n), loops: loops, index: ir.TU64}
	if len(loops) == 1 {
		s.index = indexOf(loops[0])
	}
	to := map[*ir.Var]*ir.Node{}
	for _, l := range loops {
		s.addLoop(l, to)
	}
	s.body = substitute(body, to)
	s.total = s.trips[0]
	if len(loops) > 1 {
		product := s.k.cast(s.index, s.trips[0])
		for _, t := range s.trips[1:] {
			product = s.k.bin(ir.OpMul, s.index, product, s.k.cast(s.index, t))
		}
		s.total = s.hold("omp2cl_total", product)
	}
	return s
}

// indexOf is the type that counts the iterations of one loop.
func indexOf(l *ir.Loop) *ir.Type {
	if l.Type.Size() <= 4 {
		return ir.TU32
	}
	return ir.TU64
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
	t := indexOf(l)
	return k.node(ir.OpCond, t, k.cmp(l.Cmp, low, high), k.cast(t, count), k.num(t, 0))
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
	if md == teamMode {
		w.replicate()
	}
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
	if over == overThreads && len(p.reductions) == 0 { // the combining ends with a barrier
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

// replicate notes that all work-items count the loops of a construct in team code.
func (w *worksharer) replicate() {
	for _, v := range w.vars {
		v.Replicated = v.Replicated || !changed(w.body, v)
	}
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
// lastprivate needs it. -2 stands for none: -1, modulo 2 to the 64th, would be the last
// iteration of a loop that has none, and original items would get what nobody has set.
func (w *worksharer) trackLast() {
	if len(w.p.lasts) == 0 {
		return
	}
	w.last = w.c.m.NewVar("omp2cl_last", ir.TU64, ir.StorageLocal)
	w.decls = append(w.decls, w.k.decl(w.last, w.k.cast(ir.TU64, w.k.num(ir.TI32, -2))))
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
