package lower

import ir "omp2cl/ompir"

// Macros that say whether a team can run blocks, on a GPU, with a number of threads that
// makes whole lines; whether it has the usual lines; and whether there are so many wide
// blocks that all units of a GPU have work.
const (
	blocksCall = "omp2cl_blocks"
	usualCall  = "omp2cl_usual_blocks"
	wideCall   = "omp2cl_wide_blocks"
)

// blocker emits a construct's iterations as blocks of a team.
type blocker struct {
	*worksharer
	before, after []*ir.Node
	loop          *ir.Node
	inner         *nest                 // of the loop
	most          int64                 // rows and columns of a thread
	staged        []*blockLoad          // distinct loads
	places        map[string]*blockLoad // by the text of the load
}

// blockLoad is a load of the inner loop with its place in local memory.
type blockLoad struct {
	x     *ir.Node
	tile  *ir.Var
	ofRow bool
	fast  bool  // neighbours in the inner loop are neighbours in memory
	pitch int64 // between two iterations of the inner loop
}

// blocks returns what emits the construct as blocks, nil when it is not marked so or
// when the program can tell in what order iterations run.
func (w *worksharer) blocks() *blocker {
	c := w.n.Dir.First(Blocked)
	if c == nil || !w.independent() {
		return nil
	}
	b := &blocker{worksharer: w, most: c.Args[0].X.Int, places: map[string]*blockLoad{}}
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
// as plain says. A team of the usual lines knows how many threads it has when it is
// compiled, and so what each of them loads.
func (b *blocker) everywhere(plain []*ir.Node) []*ir.Node {
	k := b.k
	b.place()
	lines := k.num(ir.TU32, usualLines)
	usual := b.form(lines, blockEach)
	if b.most > blockEach {
		blocks := k.bin(ir.OpMul, ir.TU64, b.ceiling(0, k.num(b.index, usualLines*wideEach)), b.ceiling(1, k.num(b.index, blockThreads*wideEach)))
		usual = k.block(k.node(ir.OpIf, nil, k.call(wideCall, ir.TI32, blocks), b.form(lines, wideEach), usual))
	}
	forms := k.node(ir.OpIf, nil, k.call(usualCall, ir.TI32), usual, b.form(nil, blockEach))
	return []*ir.Node{k.node(ir.OpIf, nil, k.call(blocksCall, ir.TI32), k.block(forms), k.block(plain...))}
}

// ceiling is the number of iterations of one of the outer loops, divided by by and
// rounded up.
func (b *blocker) ceiling(loop int, by *ir.Node) *ir.Node {
	k := b.k
	up := k.bin(ir.OpAdd, b.index, k.cast(b.index, b.trips[loop]), k.bin(ir.OpSub, b.index, by, k.num(b.index, 1)))
	return k.bin(ir.OpDiv, b.index, up, by)
}

// place gives each distinct load of the inner loop its tile in local memory.
func (b *blocker) place() {
	ir.Walk(b.loop, func(x *ir.Node) bool {
		row := isCallOf(x, rowCall)
		if !row && !isCallOf(x, columnCall) {
			return true
		}
		if text := ir.PrintNode(x); b.places[text] == nil {
			l := b.tile(x, row)
			b.places[text] = l
			b.staged = append(b.staged, l)
		}
		return false
	})
}

// tile gives the load that the call x stands for its tile.
func (b *blocker) tile(x *ir.Node, row bool) *blockLoad {
	elements := blockThreads * b.most
	if row {
		elements = blockRows
	}
	pitch := linePitch(elements, x.Type.Size())
	v := b.c.m.NewVar("omp2cl_staged", ir.ArrayOf(blockDepth*pitch, x.Type), ir.StorageLocal)
	v.Space, v.Align = ir.Local, vectorAlign
	b.c.k.Locals = append(b.c.k.Locals, v)
	return &blockLoad{x.Kids[0], v, row, x.Kids[1].Int == 1, pitch}
}

// loadOf returns what the call n loads, nil when it is no load of the inner loop.
func (b *blocker) loadOf(n *ir.Node) *blockLoad {
	if !isCallOf(n, rowCall) && !isCallOf(n, columnCall) {
		return nil
	}
	return b.places[ir.PrintNode(n)]
}
