package lower

import ir "omp2cl/ompir"

// balanced divides all iterations among the threads of all teams so that those who are
// done early take over from the others: on a CPU threads take turns, numbers from a
// counter in the scratch buffer, each of which stands for a chunk. On a GPU, with its
// many threads and its strided shares, everybody has one turn.
//
//	for (turn = omp2cl_first_turn(id); turn < turns; turn = omp2cl_next_turn(turns)) {
//	    the span of this turn
//	}
//	omp2cl_end_turns();
//
// The counter is there for one loop in the launch, which every thread executes once.
// Where nothing is reduced the loop counts as one that streams, and is uneven: a GPU then
// has many teams with few iterations, and a unit whose teams are done gets the next ones.
func (w *worksharer) balanced(id, num *ir.Node) []*ir.Node {
	k, m := w.k, w.c.m
	w.c.k.Streams, w.c.k.Uneven = w.c.k.Streams || !w.c.reduces, w.c.k.Uneven || !w.c.reduces
	id, num = w.executor(id), w.executor(num)
	newVar := func(name string) *ir.Var { return m.NewVar(name, w.index, ir.StorageLocal) }
	each, turns, turn, from, length := newVar("omp2cl_each"), newVar("omp2cl_turns"), newVar("omp2cl_turn"),
		newVar("omp2cl_first"), newVar("omp2cl_share")
	s := w.contiguousSpan(k.ref(from), k.ref(length))
	s.contiguous, s.stride = false, k.call("omp2cl_share_stride", w.index, num)
	s.chosen, s.whole, s.rects, s.independent = true, true, w.inRects(), w.independent()
	body := append([]*ir.Node{
		k.decl(from, k.call("omp2cl_turn_from", w.index, k.ref(turn), k.ref(each))),
		k.decl(length, k.call("omp2cl_turn_count", w.index, w.total, k.ref(turn), k.ref(each), num))}, w.run(s)...)
	return []*ir.Node{k.block(
		k.decl(each, w.turnSize(num)),
		k.decl(turns, k.call("omp2cl_turns", w.index, w.total, k.ref(each), num)),
		k.node(ir.OpFor, nil, k.decl(turn, k.call("omp2cl_first_turn", w.index, id)), k.cmp(ir.OpLt, k.ref(turn), k.ref(turns)),
			k.assign(k.ref(turn), k.call("omp2cl_next_turn", w.index, k.ref(turns))).Kids[0], k.block(body...)),
		k.do("omp2cl_end_turns"))}
}

// executor is the number of an executor, or of all, in the type that counts iterations.
func (w *worksharer) executor(n *ir.Node) *ir.Node { return w.k.cast(w.index, w.k.cast(ir.TU32, n)) }

// turnSize is the number of iterations in a turn: a multiple of the schedule's chunk.
// With schedule(dynamic) it stays small, since the program may have reasons; otherwise
// each thread gets a few turns.
func (w *worksharer) turnSize(num *ir.Node) *ir.Node {
	k := w.k
	chunk, name := k.num(ir.TU64, 1), "omp2cl_turn_size"
	if given := w.chunk(ir.Schedule); given != nil {
		chunk = given
	}
	if c := w.n.Dir.First(ir.Schedule); c != nil && c.Mod == "dynamic" {
		name = "omp2cl_small_turn_size"
	}
	return k.call(name, w.index, w.total, chunk, num)
}

// uneven reports whether threads should take turns: the schedule asks for it, or says
// nothing and iterations seem to differ in length. Whose turn it is changes from run to
// run, and so must not change sums of floating values.
func (w *worksharer) uneven() bool {
	if !w.c.turns || w.md != parallelMode || w.n.Dir.First(ir.DistSchedule) != nil {
		return false
	}
	c := w.n.Dir.First(ir.Schedule)
	switch {
	case c == nil || c.Mod == "auto":
		return w.differs()
	case c.Mod == "static":
		return false
	}
	return true
}

// differs reports whether iterations of the nest seem to take different time: a loop
// in the body ends when data, or the nest's own variables, say so.
func (w *worksharer) differs() bool {
	moving := movingIn(w.body)
	for _, v := range w.vars {
		moving[v] = true
	}
	return contains(w.body, func(n *ir.Node) bool {
		switch n.Op {
		case ir.OpWhile, ir.OpDo:
			return true
		case ir.OpFor:
			return !isEven(n, moving)
		}
		return false
	})
}

// isEven reports whether the bounds of the loop n depend on nothing that moves but its
// own counter.
func isEven(n *ir.Node, moving map[*ir.Var]bool) bool {
	counter := counterOf(n)
	if counter == nil {
		return false
	}
	for _, part := range n.Kids[:3] {
		for _, x := range values(part) {
			if contains(x, func(y *ir.Node) bool {
				return y.Op == ir.OpVar && y.Var != counter && moving[y.Var] || y.Op == ir.OpIndex || y.Op == ir.OpDeref ||
					y.Op == ir.OpCall && y.Func != nil
			}) {
				return false
			}
		}
	}
	return true
}

// takesTurns reports whether threads of the kernel k may take turns: its one loop is
// all that it does, so that one counter is enough, and no floating reduction depends on
// who runs what.
func takesTurns(k *ir.Kernel) bool {
	return k.Form == ir.FormSPMD && !contains(k.Body, func(n *ir.Node) bool {
		if n.Op != ir.OpOMP {
			return false
		}
		for _, c := range n.Dir.All(ir.Reduction) {
			for _, it := range c.Items {
				if !it.X.Type.IsInteger() || len(c.Args) > 0 {
					return true
				}
			}
		}
		return false
	})
}

// hasReduction reports whether a construct in n has a reduction.
func hasReduction(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool { return x.Op == ir.OpOMP && x.Dir.First(ir.Reduction) != nil })
}
