package lower

import ir "omp2cl/ompir"

// steps is the inner loop of a block: blockDepth of its iterations are staged in local
// memory, then run.
func (b *blocker) steps() *ir.Node {
	k := b.k
	trip := k.cast(ir.TU64, b.inner.trips[0])
	first := b.c.m.NewVar("omp2cl_step", ir.TU64, ir.StorageLocal)
	depth := b.c.m.NewVar("omp2cl_depth", ir.TU32, ir.StorageLocal)
	left := k.call("cl.min", ir.TU64, k.num(ir.TU64, blockDepth), k.bin(ir.OpSub, ir.TU64, trip, k.ref(first)))
	body := []*ir.Node{k.decl(depth, k.cast(ir.TU32, left))}
	for _, l := range b.staged {
		body = append(body, b.fill(l, first, depth))
	}
	body = append(body, k.barrier(), b.run(first, depth), k.barrier())
	next := &ir.Node{Op: ir.OpAssignOp, Sub: ir.OpAdd, Type: ir.TU64, Pos: k.pos, Kids: []*ir.Node{k.ref(first), k.num(ir.TU64, blockDepth)}}
	return k.node(ir.OpFor, nil, k.decl(first, k.num(ir.TU64, 0)), k.cmp(ir.OpLt, k.ref(first), trip), next, k.block(body...))
}

// moment is the value of the inner loop's variable, step iterations behind the first.
func (b *blocker) moment(first *ir.Var, step *ir.Node) *ir.Node {
	t := b.inner.trips[0].Type
	return b.inner.value(0, b.k.bin(ir.OpAdd, t, b.k.cast(t, b.k.ref(first)), b.k.cast(t, step)))
}

// fill loads the elements of l for a block and for depth iterations of the inner loop
// from first on; neighbouring threads load neighbours. Places behind the ends of the
// loops get zeros.
func (b *blocker) fill(l *blockLoad, first, depth *ir.Var) *ir.Node {
	k, outer := b.k, 1
	start, side := b.column, k.num(ir.TU32, blockSide)
	if l.ofRow {
		outer, start, side = 0, b.row, b.height
	}
	e := b.c.m.NewVar("omp2cl_e", ir.TU32, ir.StorageLocal)
	deep := k.num(ir.TU32, blockDepth)
	step, place := k.bin(ir.OpDiv, ir.TU32, k.ref(e), side), k.bin(ir.OpRem, ir.TU32, k.ref(e), side)
	if l.fast {
		step, place = k.bin(ir.OpRem, ir.TU32, k.ref(e), deep), k.bin(ir.OpDiv, ir.TU32, k.ref(e), deep)
	}
	s, p := b.c.m.NewVar("omp2cl_s", ir.TU32, ir.StorageLocal), b.c.m.NewVar("omp2cl_p", ir.TU32, ir.StorageLocal)
	number := k.bin(ir.OpAdd, b.index, start, k.cast(b.index, k.ref(p)))
	inside := k.and(k.cmp(ir.OpLt, number, k.cast(b.index, b.trips[outer])), k.cmp(ir.OpLt, k.ref(s), k.ref(depth)))
	to := b.element(l, k.ref(s), k.ref(p))
	stmts := []*ir.Node{k.decl(s, step), k.decl(p, place), k.node(ir.OpIf, nil, inside,
		k.block(
			k.decl(b.vars[outer], b.value(outer, number)),
			k.decl(b.inner.vars[0], b.moment(first, k.ref(s))),
			k.assign(to, l.x)),
		k.block(k.assign(to, k.num(ir.TI32, 0))))}
	next := &ir.Node{Op: ir.OpAssignOp, Sub: ir.OpAdd, Type: ir.TU32, Pos: k.pos, Kids: []*ir.Node{k.ref(e), k.cast(ir.TU32, k.threads())}}
	loop := k.node(ir.OpFor, nil, k.decl(e, k.cast(ir.TU32, k.thread())), k.cmp(ir.OpLt, k.ref(e), k.bin(ir.OpMul, ir.TU32, side, deep)), next, k.block(stmts...))
	return b.c.m.Clone(loop, nil)
}

// element is the place in local memory of l for an iteration of the inner loop and a row
// or column of the block.
func (b *blocker) element(l *blockLoad, step, place *ir.Node) *ir.Node {
	k := b.k
	return k.index(k.ref(l.tile), k.bin(ir.OpAdd, ir.TU32, k.bin(ir.OpMul, ir.TU32, step, k.num(ir.TU32, blockPitch)), place))
}

// run executes depth iterations of the inner loop for all iterations of a thread.
func (b *blocker) run(first, depth *ir.Var) *ir.Node {
	k := b.k
	s := b.c.m.NewVar("omp2cl_s", ir.TU32, ir.StorageLocal)
	body := b.pairs(func(u, v *ir.Node) []*ir.Node {
		i, j := b.numbers(u, v)
		stmts := []*ir.Node{k.decl(b.vars[0], b.value(0, i)), k.decl(b.vars[1], b.value(1, j)),
			k.decl(b.inner.vars[0], b.moment(first, k.ref(s)))}
		local := ir.Rewrite(b.loop.Kids[3], func(x *ir.Node) *ir.Node {
			if l := b.loadOf(x); l != nil {
				place := b.columnIn(v)
				if l.ofRow {
					place = b.rowIn(u)
				}
				return b.element(l, k.ref(s), place)
			}
			return x
		})
		return append(stmts, b.placed(b.slot(u, v), []*ir.Node{local})...)
	})
	return k.count(s, k.num(ir.TU32, 0), k.ref(depth), body)
}

// loadOf returns what the call n loads, nil when it is no load of the inner loop.
func (b *blocker) loadOf(n *ir.Node) *blockLoad {
	if !isCallOf(n, rowCall) && !isCallOf(n, columnCall) {
		return nil
	}
	return b.places[ir.PrintNode(n)]
}
