package lower

import ir "omp2cl/ompir"

// steps is the inner loop of a block: blockDepth of its iterations are staged in local
// memory, then run. Usual teams have a way without questions for whole blocks.
func (f *blockForm) steps() *ir.Node {
	k := f.k
	trip := k.cast(ir.TU64, f.inner.trips[0])
	first := f.c.m.NewVar("omp2cl_step", ir.TU64, ir.StorageLocal)
	depth := f.c.m.NewVar("omp2cl_depth", ir.TU32, ir.StorageLocal)
	left := k.call("cl.min", ir.TU64, k.num(ir.TU64, blockDepth), k.bin(ir.OpSub, ir.TU64, trip, k.ref(first)))
	deep := k.cmp(ir.OpEq, k.ref(depth), k.num(ir.TU32, blockDepth))
	fill, run := k.block(f.fills(first, depth)...), f.run(first, k.ref(depth))
	if f.usual {
		fill = k.node(ir.OpIf, nil, k.and(f.whole, deep), k.block(f.fills(first, nil)...), fill)
	}
	if f.usual && countNodes(f.loop) <= unrolledNodes {
		unrolled := f.run(first, k.num(ir.TU32, blockDepth))
		unrolled.Int = ir.Unrolled
		run = k.node(ir.OpIf, nil, deep, k.block(unrolled), k.block(run))
	}
	next := k.advance(k.ref(first), k.num(ir.TU64, blockDepth))
	return k.node(ir.OpFor, nil, k.decl(first, k.num(ir.TU64, 0)), k.cmp(ir.OpLt, k.ref(first), trip), next,
		k.block(k.decl(depth, k.cast(ir.TU32, left)), fill, k.barrier(), run, k.barrier()))
}

// unrolledNodes is how large an inner loop may be of which all iterations that are staged
// stand one behind the other.
const unrolledNodes = 64

// moment is the value of the inner loop's variable, step iterations behind the first.
func (f *blockForm) moment(first *ir.Var, step *ir.Node) *ir.Node {
	t := f.inner.trips[0].Type
	return f.inner.value(0, f.k.bin(ir.OpAdd, t, f.k.cast(t, f.k.ref(first)), f.k.cast(t, step)))
}

// fills loads what the team needs of all loads for iterations of the inner loop from
// first on: depth of them, or blockDepth for a whole block if depth is nil.
func (f *blockForm) fills(first, depth *ir.Var) []*ir.Node {
	var out []*ir.Node
	for _, l := range f.staged {
		loop := f.fillWhole(l, first)
		if depth != nil {
			loop = f.fill(l, first, depth)
		}
		out = append(out, f.c.m.Clone(loop, nil))
	}
	return out
}

// fill loads the elements of l for a block and for depth iterations of the inner loop
// from first on; neighbouring threads load neighbours. Places behind the ends of the
// loops get zeros.
func (f *blockForm) fill(l *blockLoad, first, depth *ir.Var) *ir.Node {
	k := f.k
	e := f.c.m.NewVar("omp2cl_e", ir.TU32, ir.StorageLocal)
	next := k.advance(k.ref(e), k.cast(ir.TU32, k.threads()))
	body := f.element(l, k.ref(e), func(s, p *ir.Node) *ir.Node {
		number := f.number(l, p)
		inside := k.and(k.cmp(ir.OpLt, number, k.cast(f.index, f.trips[l.outer()])), k.cmp(ir.OpLt, s, k.ref(depth)))
		none := k.assign(f.staging(l, s, p), k.num(ir.TI32, 0))
		return k.node(ir.OpIf, nil, inside, k.block(f.load(l, first, s, p)...), k.block(none))
	})
	return k.node(ir.OpFor, nil, k.decl(e, k.cast(ir.TU32, k.thread())),
		k.cmp(ir.OpLt, k.ref(e), k.bin(ir.OpMul, ir.TU32, f.side(l), k.num(ir.TU32, blockDepth))), next, k.block(body...))
}

// fillWhole is fill for all iterations that can be staged of a block within the loops.
func (f *blockForm) fillWhole(l *blockLoad, first *ir.Var) *ir.Node {
	k := f.k
	each := f.each
	if !l.ofRow {
		each = f.width() / usualLines
	}
	q := f.c.m.NewVar("omp2cl_q", ir.TU32, ir.StorageLocal)
	e := k.bin(ir.OpAdd, ir.TU32, k.cast(ir.TU32, k.thread()), k.bin(ir.OpMul, ir.TU32, k.ref(q), k.num(ir.TU32, usualLines*blockThreads)))
	loop := k.count(q, k.num(ir.TU32, 0), k.num(ir.TU32, each), f.element(l, e, func(s, p *ir.Node) *ir.Node {
		return k.block(f.load(l, first, s, p)...)
	})...)
	loop.Int = ir.Unrolled
	return loop
}

// outer is the number of the outer loop that the load depends on.
func (l *blockLoad) outer() int {
	if l.ofRow {
		return 0
	}
	return 1
}

// side is the number of rows or columns of a block.
func (f *blockForm) side(l *blockLoad) *ir.Node {
	if l.ofRow {
		return f.height
	}
	return f.k.num(ir.TU32, f.width())
}

// element runs a statement for element e of what l loads, with the numbers of the
// iteration of the inner loop and of the row or column.
func (f *blockForm) element(l *blockLoad, e *ir.Node, stmt func(s, p *ir.Node) *ir.Node) []*ir.Node {
	k := f.k
	by := f.side(l)
	s, p := f.c.m.NewVar("omp2cl_s", ir.TU32, ir.StorageLocal), f.c.m.NewVar("omp2cl_p", ir.TU32, ir.StorageLocal)
	if l.fast {
		by = k.num(ir.TU32, blockDepth)
	}
	high, low := k.bin(ir.OpDiv, ir.TU32, e, by), k.bin(ir.OpRem, ir.TU32, e, by)
	if l.fast {
		high, low = low, high
	}
	return []*ir.Node{k.decl(s, high), k.decl(p, low), stmt(k.ref(s), k.ref(p))}
}

// number is that of the outer loop's iteration in row or column p of the block.
func (f *blockForm) number(l *blockLoad, p *ir.Node) *ir.Node {
	start := f.column
	if l.ofRow {
		start = f.row
	}
	return f.k.bin(ir.OpAdd, f.index, start, f.k.cast(f.index, p))
}

// load brings one element of l to local memory.
func (f *blockForm) load(l *blockLoad, first *ir.Var, s, p *ir.Node) []*ir.Node {
	k := f.k
	return []*ir.Node{k.decl(f.vars[l.outer()], f.value(l.outer(), f.number(l, p))),
		k.decl(f.inner.vars[0], f.moment(first, s)), k.assign(f.staging(l, s, p), l.x)}
}

// staging is the place in local memory of l for an iteration of the inner loop and a row
// or column of the block.
func (f *blockForm) staging(l *blockLoad, step, place *ir.Node) *ir.Node {
	k := f.k
	return k.index(k.ref(l.tile), k.bin(ir.OpAdd, ir.TU32, k.bin(ir.OpMul, ir.TU32, step, k.num(ir.TU32, l.pitch)), place))
}

// run executes depth iterations of the inner loop for all iterations of a thread: what
// they load comes to registers first.
func (f *blockForm) run(first *ir.Var, depth *ir.Node) *ir.Node {
	k := f.k
	s := f.c.m.NewVar("omp2cl_s", ir.TU32, ir.StorageLocal)
	var body []*ir.Node
	taken := map[*blockLoad]*ir.Var{}
	for _, l := range f.staged {
		taken[l] = f.c.m.NewVar("omp2cl_taken", ir.ArrayOf(f.each, l.x.Type), ir.StorageLocal)
		body = append(append(body, k.decl(taken[l])), f.take(l, k.ref(s), taken[l])...)
	}
	body = append(body, f.pairs(func(u, v *ir.Node) []*ir.Node {
		i, j := f.numbers(u, v)
		stmts := []*ir.Node{k.decl(f.vars[0], f.value(0, i)), k.decl(f.vars[1], f.value(1, j)),
			k.decl(f.inner.vars[0], f.moment(first, k.ref(s)))}
		local := ir.Rewrite(f.loop.Kids[3], func(x *ir.Node) *ir.Node {
			l := f.loadOf(x)
			switch {
			case l == nil:
				return x
			case l.ofRow:
				return k.index(k.ref(taken[l]), u)
			}
			return k.index(k.ref(taken[l]), v)
		})
		return append(stmts, f.placed(f.slot(u, v), []*ir.Node{local})...)
	}))
	return k.count(s, k.num(ir.TU32, 0), depth, body...)
}

// vectorAlign is the alignment of the vectors in which elements come from local memory.
const vectorAlign = 16

// take brings what this thread needs of l in one iteration of the inner loop to
// registers, blockLine neighbours at a time.
func (f *blockForm) take(l *blockLoad, s *ir.Node, to *ir.Var) []*ir.Node {
	k := f.k
	var out []*ir.Node
	for at := int64(0); at < f.each; at += blockLine {
		first := k.num(ir.TU32, at)
		place := f.columnIn(first)
		if l.ofRow {
			place = f.rowIn(first)
		}
		out = append(out, k.do("omp2cl_take", k.addr(k.index(k.ref(to), first)), k.addr(f.staging(l, s, place))))
	}
	return out
}
