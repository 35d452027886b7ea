package lower

import ir "omp2cl/ompir"

// blockForm emits blocks of one size.
type blockForm struct {
	*blocker
	each        int64               // rows and columns of a thread
	usual       bool                // the number of lines is a constant
	lines       *ir.Node            // of threads
	y, x        *ir.Node            // where this thread stands: its line and its place there
	height      *ir.Node            // rows of a block
	row, column *ir.Node            // where the block starts
	whole       *ir.Node            // whether it lies within the outer loops
	arrays      map[*ir.Var]*ir.Var // a thread's values of the variables from before the loop
	out         []*ir.Node          // declarations
}

// form deals blocks to teams of a number of lines, nil if only the team itself knows it.
// What it declares gets identities of its own.
func (b *blocker) form(lines *ir.Node, each int64) *ir.Node {
	k := b.k
	f := &blockForm{blocker: b, each: each, usual: lines != nil, lines: lines, arrays: map[*ir.Var]*ir.Var{}}
	if lines == nil {
		f.lines = f.declare("omp2cl_lines", "omp2cl_block_lines")
	}
	for _, n := range b.before {
		if n.Op == ir.OpDecl {
			f.arrays[n.Var] = b.c.m.NewVar(n.Var.Name, ir.ArrayOf(each*each, n.Var.Type), ir.StorageLocal)
		}
	}
	f.y, f.x = f.declare("omp2cl_line", "omp2cl_block_line"), f.declare("omp2cl_place", "omp2cl_block_column")
	f.height = f.hold("omp2cl_height", k.bin(ir.OpMul, ir.TU32, f.lines, k.num(ir.TU32, each)))
	down := f.hold("omp2cl_down", b.ceiling(0, k.cast(b.index, f.height)))
	across := f.hold("omp2cl_across", b.ceiling(1, k.num(b.index, f.width())))
	t := b.c.m.NewVar("omp2cl_block", b.index, ir.StorageLocal)
	next := k.advance(k.ref(t), k.cast(b.index, k.call("omp2cl_teams", ir.TI32)))
	body := append(f.start(k.ref(t), across), f.block()...)
	loop := k.node(ir.OpFor, nil, k.decl(t, k.cast(b.index, k.call("omp2cl_team", ir.TI32))),
		k.cmp(ir.OpLt, k.ref(t), k.bin(ir.OpMul, b.index, down, across)), next, k.block(body...))
	return b.c.m.Clone(k.block(append(f.out, loop)...), nil)
}

// width is the number of columns of a block.
func (f *blockForm) width() int64 { return blockThreads * f.each }

// hold declares a variable with the value of e in front of all blocks.
func (f *blockForm) hold(name string, e *ir.Node) *ir.Node {
	v := f.c.m.NewVar(name, e.Type, ir.StorageLocal)
	f.out = append(f.out, f.k.decl(v, e))
	return f.k.ref(v)
}

// declare is hold for the value of a macro.
func (f *blockForm) declare(name, macro string) *ir.Node {
	return f.hold(name, f.k.cast(ir.TU32, f.k.call(macro, ir.TI32)))
}

// start declares where the block with the number t starts, and whether it is whole.
func (f *blockForm) start(t, across *ir.Node) []*ir.Node {
	k := f.k
	var out []*ir.Node
	declared := func(name string, e *ir.Node) *ir.Node {
		v := f.c.m.NewVar(name, e.Type, ir.StorageLocal)
		out = append(out, k.decl(v, e))
		return k.ref(v)
	}
	line := declared("omp2cl_high", k.call("omp2cl_div", f.index, t, across))
	f.row = declared("omp2cl_row", k.bin(ir.OpMul, f.index, line, k.cast(f.index, f.height)))
	rest := k.bin(ir.OpSub, f.index, t, k.bin(ir.OpMul, f.index, line, across))
	f.column = declared("omp2cl_column", k.bin(ir.OpMul, f.index, rest, k.num(f.index, f.width())))
	if f.usual {
		f.whole = declared("omp2cl_whole", k.and(f.ends(0, f.row, k.cast(f.index, f.height)), f.ends(1, f.column, k.num(f.index, f.width()))))
	}
	return out
}

// ends reports whether an outer loop has all of a number of iterations from first on.
func (f *blockForm) ends(loop int, first, count *ir.Node) *ir.Node {
	return f.k.cmp(ir.OpLe, f.k.bin(ir.OpAdd, f.index, first, count), f.k.cast(f.index, f.trips[loop]))
}

// block runs one block of a team: what comes before the inner loop, that loop for all
// iterations of the block together, what comes after it.
func (f *blockForm) block() []*ir.Node {
	k := f.k
	var out []*ir.Node
	for _, n := range f.before {
		if n.Op == ir.OpDecl {
			out = append(out, k.decl(f.arrays[n.Var]))
		}
	}
	out = append(out, f.all(func(slot *ir.Node, inside *ir.Node) []*ir.Node {
		return append(f.clear(slot), k.when(inside, f.placed(slot, f.before)...))
	}))
	out = append(out, f.inner.decls...)
	out = append(out, f.steps())
	return append(out, f.all(func(slot *ir.Node, inside *ir.Node) []*ir.Node {
		return []*ir.Node{k.when(inside, f.placed(slot, f.after)...)}
	}))
}

// clear sets a thread's values of one iteration, which may lie behind the ends of the
// loops, to zero.
func (f *blockForm) clear(slot *ir.Node) []*ir.Node {
	var out []*ir.Node
	for _, n := range f.before {
		if n.Op == ir.OpDecl {
			out = append(out, f.k.assign(f.k.index(f.k.ref(f.arrays[n.Var]), slot), f.k.num(ir.TI32, 0)))
		}
	}
	return out
}

// all is the loop over a thread's iterations of a block: with the number of each, and
// whether it is one. The loops' variables have their values.
func (f *blockForm) all(body func(slot, inside *ir.Node) []*ir.Node) *ir.Node {
	return f.pairs(func(u, v *ir.Node) []*ir.Node {
		k := f.k
		i, j := f.numbers(u, v)
		inside := k.and(k.cmp(ir.OpLt, i, k.cast(f.index, f.trips[0])), k.cmp(ir.OpLt, j, k.cast(f.index, f.trips[1])))
		return append([]*ir.Node{k.decl(f.vars[0], f.value(0, i)), k.decl(f.vars[1], f.value(1, j))}, body(f.slot(u, v), inside)...)
	})
}

// numbers are those of the outer loops' iterations in this thread's row u and column v.
func (f *blockForm) numbers(u, v *ir.Node) (i, j *ir.Node) {
	k := f.k
	return k.bin(ir.OpAdd, f.index, f.row, k.cast(f.index, f.rowIn(u))), k.bin(ir.OpAdd, f.index, f.column, k.cast(f.index, f.columnIn(v)))
}

// pairs is the loop over a thread's rows and columns of a block. What it declares gets
// identities of its own.
func (f *blockForm) pairs(body func(u, v *ir.Node) []*ir.Node) *ir.Node {
	k := f.k
	u, v := f.c.m.NewVar("omp2cl_u", ir.TU32, ir.StorageLocal), f.c.m.NewVar("omp2cl_v", ir.TU32, ir.StorageLocal)
	across := k.count(v, k.num(ir.TU32, 0), k.num(ir.TU32, f.each), body(k.ref(u), k.ref(v))...)
	down := k.count(u, k.num(ir.TU32, 0), k.num(ir.TU32, f.each), across)
	across.Int, down.Int = ir.Unrolled, ir.Unrolled
	return f.c.m.Clone(down, nil)
}

// slot is the place in a thread's arrays of its row u and column v.
func (f *blockForm) slot(u, v *ir.Node) *ir.Node {
	return f.k.bin(ir.OpAdd, ir.TU32, f.k.bin(ir.OpMul, ir.TU32, u, f.k.num(ir.TU32, f.each)), v)
}

// rowIn is the number in the block of this thread's row u: its rows are neighbours.
func (f *blockForm) rowIn(u *ir.Node) *ir.Node {
	return f.k.bin(ir.OpAdd, ir.TU32, f.k.bin(ir.OpMul, ir.TU32, f.y, f.k.num(ir.TU32, f.each)), u)
}

// columnIn is the number in the block of this thread's column v: the columns of the
// threads of a line lie side by side, blockLine of each thread.
func (f *blockForm) columnIn(v *ir.Node) *ir.Node {
	k := f.k
	four := k.num(ir.TU32, blockLine)
	at := k.bin(ir.OpMul, ir.TU32, f.x, four)
	if f.each == blockLine {
		return k.bin(ir.OpAdd, ir.TU32, at, v)
	}
	beyond := k.bin(ir.OpMul, ir.TU32, k.bin(ir.OpDiv, ir.TU32, v, four), k.num(ir.TU32, blockThreads*blockLine))
	return k.bin(ir.OpAdd, ir.TU32, k.bin(ir.OpAdd, ir.TU32, at, beyond), k.bin(ir.OpRem, ir.TU32, v, four))
}

// placed returns statements that find the variables of arrays in the slot.
func (f *blockForm) placed(slot *ir.Node, stmts []*ir.Node) []*ir.Node {
	to := map[*ir.Var]*ir.Node{}
	for v, array := range f.arrays {
		to[v] = f.k.index(f.k.ref(array), slot)
	}
	var out []*ir.Node
	for _, n := range stmts {
		if n.Op == ir.OpDecl && f.arrays[n.Var] != nil {
			if len(n.Kids) == 0 {
				continue
			}
			n = f.k.assign(f.k.ref(n.Var), n.Kids[0])
		}
		out = append(out, substitute(withoutStaging(n), to))
	}
	return out
}
