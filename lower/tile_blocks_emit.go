package lower

import ir "omp2cl/ompir"

// blocksCall is the name of the macro that says whether a team can run blocks: on a GPU,
// with a number of threads that makes whole lines of 16.
const blocksCall = "omp2cl_blocks"

// blocker emits a construct's iterations as blocks of a team.
type blocker struct {
	*worksharer
	before, after []*ir.Node
	loop          *ir.Node
	inner         *nest                 // of the loop
	arrays        map[*ir.Var]*ir.Var   // a thread's values of the variables from before the loop
	staged        []*blockLoad          // distinct loads
	row, column   *ir.Node              // where the block starts
	height        *ir.Node              // of a block
	lines, x, y   *ir.Node              // lines of threads, and where this thread stands
	out           []*ir.Node            // declarations
	places        map[string]*blockLoad // by the text of the load
}

// blockLoad is a load of the inner loop with its place in local memory.
type blockLoad struct {
	x     *ir.Node
	tile  *ir.Var
	ofRow bool
	fast  bool // neighbours in the inner loop are neighbours in memory
}

// blocks returns what emits the construct as blocks, nil when it is not marked so or
// when the program can tell in what order iterations run.
func (w *worksharer) blocks() *blocker {
	if w.n.Dir.First(Blocked) == nil || !w.independent() {
		return nil
	}
	b := &blocker{worksharer: w, arrays: map[*ir.Var]*ir.Var{}, places: map[string]*blockLoad{}}
	b.before, b.loop, b.after = aroundLoop(w.body)
	l, d := ir.CanonicalLoop(b.loop)
	if d != nil {
		panic("BUG: the loop of a block has changed: " + d.Error())
	}
	b.inner = &nest{c: w.c, k: w.k, loops: []*ir.Loop{l}, index: indexOf(l)}
	b.inner.addLoop(l, nil)
	return b
}

// everywhere deals blocks to teams, where teams can run blocks; else the iterations run
// as plain says.
func (b *blocker) everywhere(plain []*ir.Node) []*ir.Node {
	k := b.k
	b.place()
	b.lines, b.y, b.x = b.declare("omp2cl_lines", "omp2cl_block_lines"), b.declare("omp2cl_line", "omp2cl_block_line"), b.declare("omp2cl_place", "omp2cl_block_column")
	b.height = b.hold("omp2cl_height", k.bin(ir.OpMul, ir.TU32, b.lines, k.num(ir.TU32, blockEach)))
	down := b.hold("omp2cl_down", b.ceiling(b.trips[0], k.cast(b.index, b.height)))
	across := b.hold("omp2cl_across", b.ceiling(b.trips[1], k.num(b.index, blockSide)))
	t := b.c.m.NewVar("omp2cl_block", b.index, ir.StorageLocal)
	row := b.c.m.NewVar("omp2cl_row", b.index, ir.StorageLocal)
	column := b.c.m.NewVar("omp2cl_column", b.index, ir.StorageLocal)
	b.row, b.column = k.ref(row), k.ref(column)
	body := []*ir.Node{
		k.decl(row, k.bin(ir.OpMul, b.index, k.bin(ir.OpDiv, b.index, k.ref(t), across), k.cast(b.index, b.height))),
		k.decl(column, k.bin(ir.OpMul, b.index, k.bin(ir.OpRem, b.index, k.ref(t), across), k.num(b.index, blockSide)))}
	next := &ir.Node{Op: ir.OpAssignOp, Sub: ir.OpAdd, Type: b.index, Pos: k.pos, Kids: []*ir.Node{k.ref(t), k.cast(b.index, k.call("omp2cl_teams", ir.TI32))}}
	loop := k.node(ir.OpFor, nil, k.decl(t, k.cast(b.index, k.call("omp2cl_team", ir.TI32))),
		k.cmp(ir.OpLt, k.ref(t), k.bin(ir.OpMul, b.index, down, across)), next, k.block(append(body, b.block()...)...))
	return []*ir.Node{k.node(ir.OpIf, nil, k.call(blocksCall, ir.TI32), k.block(append(b.out, loop)...), k.block(plain...))}
}

// hold declares a variable with the value of e, of the blocks alone.
func (b *blocker) hold(name string, e *ir.Node) *ir.Node {
	v := b.c.m.NewVar(name, e.Type, ir.StorageLocal)
	b.out = append(b.out, b.k.decl(v, e))
	return b.k.ref(v)
}

// declare is hold for the value of a macro.
func (b *blocker) declare(name, macro string) *ir.Node {
	return b.hold(name, b.k.cast(ir.TU32, b.k.call(macro, ir.TI32)))
}

// ceiling is n / by, rounded up.
func (b *blocker) ceiling(n, by *ir.Node) *ir.Node {
	k := b.k
	up := k.bin(ir.OpAdd, b.index, k.cast(b.index, n), k.bin(ir.OpSub, b.index, by, k.num(b.index, 1)))
	return k.bin(ir.OpDiv, b.index, up, by)
}

// place gives each distinct load of the inner loop its tile in local memory, and each
// variable that is declared before the loop an array.
func (b *blocker) place() {
	ir.Walk(b.loop, func(x *ir.Node) bool {
		row := isCallOf(x, rowCall)
		if !row && !isCallOf(x, columnCall) {
			return true
		}
		text := ir.PrintNode(x)
		if b.places[text] == nil {
			v := b.c.m.NewVar("omp2cl_staged", ir.ArrayOf(blockDepth*blockPitch, x.Type), ir.StorageLocal)
			v.Space = ir.Local
			b.c.k.Locals = append(b.c.k.Locals, v)
			b.places[text] = &blockLoad{x.Kids[0], v, row, x.Kids[1].Int == 1}
			b.staged = append(b.staged, b.places[text])
		}
		return false
	})
	for _, n := range b.before {
		if n.Op == ir.OpDecl {
			b.arrays[n.Var] = b.c.m.NewVar(n.Var.Name, ir.ArrayOf(blockEach*blockEach, n.Var.Type), ir.StorageLocal)
		}
	}
}

// block runs one block of a team: what comes before the inner loop, that loop for all
// iterations of the block together, what comes after it.
func (b *blocker) block() []*ir.Node {
	k := b.k
	var out []*ir.Node
	for _, n := range b.before {
		if n.Op == ir.OpDecl {
			out = append(out, k.decl(b.arrays[n.Var]))
		}
	}
	out = append(out, b.each(func(slot *ir.Node, inside *ir.Node) []*ir.Node {
		return append(b.clear(slot), k.when(inside, b.placed(slot, b.before)...))
	}))
	out = append(out, b.inner.decls...)
	out = append(out, b.steps())
	return append(out, b.each(func(slot *ir.Node, inside *ir.Node) []*ir.Node {
		return []*ir.Node{k.when(inside, b.placed(slot, b.after)...)}
	}))
}

// clear sets a thread's values of one iteration, which may lie behind the ends of the
// loops, to zero.
func (b *blocker) clear(slot *ir.Node) []*ir.Node {
	var out []*ir.Node
	for _, n := range b.before {
		if n.Op == ir.OpDecl {
			out = append(out, b.k.assign(b.k.index(b.k.ref(b.arrays[n.Var]), slot), b.k.num(ir.TI32, 0)))
		}
	}
	return out
}

// each is the loop over a thread's iterations of a block: with the number of each, and
// whether it is one. The loops' variables have their values.
func (b *blocker) each(body func(slot, inside *ir.Node) []*ir.Node) *ir.Node {
	return b.pairs(func(u, v *ir.Node) []*ir.Node {
		k := b.k
		i, j := b.numbers(u, v)
		inside := k.and(k.cmp(ir.OpLt, i, k.cast(b.index, b.trips[0])), k.cmp(ir.OpLt, j, k.cast(b.index, b.trips[1])))
		return append([]*ir.Node{k.decl(b.vars[0], b.value(0, i)), k.decl(b.vars[1], b.value(1, j))}, body(b.slot(u, v), inside)...)
	})
}

// numbers are those of the outer loops' iterations in this thread's row u and column v.
func (b *blocker) numbers(u, v *ir.Node) (i, j *ir.Node) {
	k := b.k
	return k.bin(ir.OpAdd, b.index, b.row, k.cast(b.index, b.rowIn(u))), k.bin(ir.OpAdd, b.index, b.column, k.cast(b.index, b.columnIn(v)))
}

// pairs is the loop over a thread's rows and columns of a block. What it declares gets
// identities of its own.
func (b *blocker) pairs(body func(u, v *ir.Node) []*ir.Node) *ir.Node {
	k := b.k
	u, v := b.c.m.NewVar("omp2cl_u", ir.TU32, ir.StorageLocal), b.c.m.NewVar("omp2cl_v", ir.TU32, ir.StorageLocal)
	across := k.count(v, k.num(ir.TU32, 0), k.num(ir.TU32, blockEach), body(k.ref(u), k.ref(v))...)
	down := k.count(u, k.num(ir.TU32, 0), k.num(ir.TU32, blockEach), across)
	across.Int, down.Int = ir.Unrolled, ir.Unrolled
	return b.c.m.Clone(down, nil)
}

// slot is the place in a thread's arrays of its row u and column v.
func (b *blocker) slot(u, v *ir.Node) *ir.Node {
	return b.k.bin(ir.OpAdd, ir.TU32, b.k.bin(ir.OpMul, ir.TU32, u, b.k.num(ir.TU32, blockEach)), v)
}

// rowIn is the number in the block of this thread's row u.
func (b *blocker) rowIn(u *ir.Node) *ir.Node {
	return b.k.bin(ir.OpAdd, ir.TU32, b.y, b.k.bin(ir.OpMul, ir.TU32, u, b.lines))
}

// columnIn is the number in the block of this thread's column v.
func (b *blocker) columnIn(v *ir.Node) *ir.Node {
	return b.k.bin(ir.OpAdd, ir.TU32, b.x, b.k.bin(ir.OpMul, ir.TU32, v, b.k.num(ir.TU32, blockSide/blockEach)))
}

// placed returns statements that find the variables of arrays in the slot.
func (b *blocker) placed(slot *ir.Node, stmts []*ir.Node) []*ir.Node {
	to := map[*ir.Var]*ir.Node{}
	for v, array := range b.arrays {
		to[v] = b.k.index(b.k.ref(array), slot)
	}
	var out []*ir.Node
	for _, n := range stmts {
		if n.Op == ir.OpDecl && b.arrays[n.Var] != nil {
			if len(n.Kids) == 0 {
				continue
			}
			n = b.k.assign(b.k.ref(n.Var), n.Kids[0])
		}
		out = append(out, substitute(withoutStaging(n), to))
	}
	return out
}
