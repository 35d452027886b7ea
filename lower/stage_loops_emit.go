package lower

import ir "omp2cl/ompir"

// stagedLoopCall is the name of the macro that says whether teams stage what a loop of so
// many iterations reads: on a GPU, where that is a chunk at least.
const stagedLoopCall = "omp2cl_stages_loop"

// looper emits a construct's iterations as steps of a team, each of them one iteration for
// each of its threads:
//
//	for (row0 = first of the team; row0 < trip; row0 += threads of the league) {
//	    what comes before the inner loop
//	    for (chunk = 0; chunk < inner trip / loopChunk; ++chunk) {
//	        barrier
//	        the team loads the values of loopChunk iterations of the inner loop
//	        barrier
//	        each thread runs these iterations
//	    }
//	    what comes after it
//	}
//
// Threads without an iteration load and come to the barriers, too.
type looper struct {
	*worksharer
	*stagedTiles
	before, after []*ir.Node
	inner         *nest // of the inner loop
	row0          *ir.Var
	from          *ir.Var // the first iteration of a chunk
}

// stagedLoop returns what emits the construct with a staged inner loop, nil when it is not
// marked so or when the program can tell in what order iterations run.
func (w *worksharer) stagedLoop() *looper {
	if w.n.Dir.First(LoopStaged) == nil || !w.independent() {
		return nil
	}
	s := &looper{worksharer: w}
	var loop *ir.Node
	s.before, loop, s.after = aroundLoop(w.body)
	var body *ir.Node
	s.inner, body = w.inside(loop)
	s.stagedTiles = newStagedTiles(loopValueCall, body, func(t *ir.Type) *ir.Var {
		v := s.local("omp2cl_staged", ir.ArrayOf(loopChunk, t))
		v.Align = vectorAlign
		return v
	})
	return s
}

// everywhere runs steps of teams, where teams stage what the inner loop reads; else the
// iterations run as plain says.
func (s *looper) everywhere(plain []*ir.Node) []*ir.Node {
	k, m := s.k, s.c.m
	s.row0 = m.NewVar("omp2cl_row0", ir.TU64, ir.StorageLocal)
	steps := s.steps(s.row0, s.step())
	chosen := k.call(stagedLoopCall, ir.TI32, k.cast(ir.TU64, s.inner.trips[0]))
	staged := k.node(ir.OpIf, nil, chosen, m.Clone(k.block(steps), nil), k.block(plain...))
	return []*ir.Node{k.block(append(append([]*ir.Node{}, s.inner.decls...), staged)...)}
}

// step runs an iteration for each thread of the team, if there are so many.
func (s *looper) step() []*ir.Node {
	k, t := s.k, s.inner.index
	number := k.bin(ir.OpAdd, ir.TU64, k.ref(s.row0), k.cast(ir.TU64, k.thread()))
	live := func(stmts ...*ir.Node) *ir.Node {
		return k.when(k.cmp(ir.OpLt, number, k.cast(ir.TU64, s.total)), stmts...)
	}
	decls, before := hoisted(s.before)
	before = append([]*ir.Node{k.assign(k.ref(s.vars[0]), s.value(0, k.cast(s.index, number)))}, before...)
	chunk := s.c.m.NewVar("omp2cl_chunk", t, ir.StorageLocal)
	s.from = s.c.m.NewVar("omp2cl_from", t, ir.StorageLocal)
	size := k.num(t, loopChunk)
	trip := s.inner.trips[0]
	chunks := k.bin(ir.OpAdd, t, k.bin(ir.OpDiv, t, trip, size),
		k.cast(t, k.cmp(ir.OpNe, k.bin(ir.OpRem, t, trip, size), k.num(t, 0))))
	rest := k.bin(ir.OpSub, t, trip, k.ref(s.from))
	out := append(append([]*ir.Node{k.decl(s.vars[0])}, decls...), live(before...),
		k.count(chunk, k.num(t, 0), chunks,
			k.decl(s.from, k.bin(ir.OpMul, t, k.ref(chunk), size)),
			k.barrier(),
			s.fill(rest),
			k.barrier(),
			live(k.node(ir.OpIf, nil, k.cmp(ir.OpGe, rest, size), k.block(s.whole()), k.block(s.part(rest))))))
	if len(s.after) > 0 {
		out = append(out, live(s.after...))
	}
	return out
}

// fill brings the values of a chunk to local memory, of which rest iterations are left.
func (s *looper) fill(rest *ir.Node) *ir.Node {
	k, t := s.k, s.inner.index
	e := s.c.m.NewVar("omp2cl_e", ir.TU32, ir.StorageLocal)
	next := k.advance(k.ref(e), k.cast(ir.TU32, k.threads()))
	stmts := []*ir.Node{s.moment(k.ref(e))}
	for _, v := range s.values {
		stmts = append(stmts, k.assign(k.index(k.ref(v.tile), k.ref(e)), v.x))
	}
	inside := k.and(k.cmp(ir.OpLt, k.ref(e), k.num(ir.TU32, loopChunk)), k.cmp(ir.OpLt, k.cast(t, k.ref(e)), rest))
	return s.c.m.Clone(k.node(ir.OpFor, nil, k.decl(e, k.cast(ir.TU32, k.thread())), inside, next, k.block(stmts...)), nil)
}

// moment declares the inner loop's variable in an iteration of the chunk.
func (s *looper) moment(q *ir.Node) *ir.Node {
	k, t := s.k, s.inner.index
	return k.decl(s.inner.vars[0], s.inner.value(0, k.bin(ir.OpAdd, t, k.ref(s.from), k.cast(t, q))))
}

// part runs count iterations from the beginning of the chunk.
func (s *looper) part(count *ir.Node) *ir.Node {
	k := s.k
	q := s.c.m.NewVar("omp2cl_q", ir.TU32, ir.StorageLocal)
	body := s.with(func(v *rowTile) *ir.Node { return k.index(k.ref(v.tile), k.ref(q)) })
	return s.c.m.Clone(k.count(q, k.num(ir.TU32, 0), k.cast(ir.TU32, count), s.moment(k.ref(q)), body), nil)
}

// whole runs a whole chunk. Where the body is short, blockLine iterations follow each
// other without a test, whose values come to registers together.
func (s *looper) whole() *ir.Node {
	k, m := s.k, s.c.m
	if countNodes(s.body) > 2*rowBodyNodes {
		return s.part(k.num(ir.TU32, loopChunk))
	}
	q, u := m.NewVar("omp2cl_q", ir.TU32, ir.StorageLocal), m.NewVar("omp2cl_u", ir.TU32, ir.StorageLocal)
	taken := map[*rowTile]*ir.Var{}
	var stmts []*ir.Node
	for _, v := range s.values {
		taken[v] = m.NewVar("omp2cl_taken", ir.ArrayOf(blockLine, v.x.Type), ir.StorageLocal)
		first := k.index(k.ref(taken[v]), k.num(ir.TU32, 0))
		stmts = append(stmts, k.decl(taken[v]), k.do("omp2cl_take", k.addr(first), k.addr(k.index(k.ref(v.tile), k.ref(q)))))
	}
	body := s.with(func(v *rowTile) *ir.Node { return k.index(k.ref(taken[v]), k.ref(u)) })
	line := k.count(u, k.num(ir.TU32, 0), k.num(ir.TU32, blockLine), s.moment(k.bin(ir.OpAdd, ir.TU32, k.ref(q), k.ref(u))), body)
	line.Int = ir.Unrolled
	next := k.advance(k.ref(q), k.num(ir.TU32, blockLine))
	return m.Clone(k.node(ir.OpFor, nil, k.decl(q, k.num(ir.TU32, 0)), k.cmp(ir.OpLt, k.ref(q), k.num(ir.TU32, loopChunk)), next,
		k.block(append(stmts, line)...)), nil)
}
