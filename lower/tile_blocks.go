package lower

import ir "omp2cl/ompir"

// Blocked marks a loop construct of which each thread of a GPU's team runs a block of
// iterations side by side. Its argument is the largest number of rows and columns of a
// thread's block that there is room for.
const Blocked ir.ClauseKind = "blocked"

// Calls around loads of an inner loop that a team makes together, for a row of its
// block of iterations or for a column. The second argument is 1 where neighbouring
// iterations of the inner loop load neighbours, else 0.
const (
	rowCall    = "omp2cl_staged_row"
	columnCall = "omp2cl_staged_column"
)

// A team has lines of blockThreads threads, usually usualLines of them and at most
// mostLines. A thread has blockEach rows and columns of a block, or wideEach where blocks
// are plenty; blockLine of them are neighbours. The team stages blockDepth iterations of
// the inner loop at a time.
const (
	blockThreads = 16
	usualLines   = 8
	mostLines    = 16
	blockEach    = 4
	wideEach     = 8
	blockLine    = 4
	blockDepth   = 16
	blockRows    = mostLines * blockEach // of the highest block: only usual teams have wide ones
)

// linePitch is the distance in local memory between two iterations of the inner loop, for
// a number of elements of a size: the elements come in vectors of 16 bytes, which must
// be aligned, and one such vector more keeps the iterations out of each other's banks.
func linePitch(elements, size int64) int64 { return elements + max(2, min(blockLine, 16/size)) }

// blockBytes is what the loads of rows or columns need of local memory.
func blockBytes(loads []*ir.Node, elements int64) int64 {
	var sum int64
	for _, n := range loads {
		sum += n.Type.Size() * blockDepth * linePitch(elements, n.Type.Size())
	}
	return sum
}

// blockLoops marks two collapsed loops around a third one that reads memory by the
// first and the third variable, and by the second and the third, and nothing else, like
// a product of matrices:
//
//	for (i...)
//	    for (j...) {
//	        s = 0;
//	        for (k...) s += a[i * n + k] * b[k * n + j];
//	        c[i * n + j] = s;
//	    }
//
// A team needs each element of a that its iterations read in all its columns, and each of
// b in all its rows. It brings them to local memory once, and each thread brings what it
// takes from there to registers once for several iterations. Others may make the loads of
// an iteration for the reasons that stageTiles gives.
func blockLoops(m *ir.Module) error {
	for _, k := range m.Kernels {
		room := localBudget - stagedBytes(k.Body)
		rewriteTeamwork(k, func(x *ir.Node) *ir.Node { return blocked(m, k, x, &room) })
	}
	return nil
}

// stagedBytes is what stageTiles has taken of the local memory for the loops of n.
func stagedBytes(n *ir.Node) int64 {
	var sum int64
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op != ir.OpOMP || x.Dir.First(Tiled) == nil {
			return true
		}
		for _, load := range stagedLoads(x) {
			sum += load.Type.Size() * stagedRows * stagedSide
		}
		return false
	})
	return sum
}

// blocked returns n marked, or n itself when it is no loop construct that qualifies.
func blocked(m *ir.Module, k *ir.Kernel, n *ir.Node, room *int64) *ir.Node {
	if n.Op != ir.OpOMP || !n.Dir.Is(ir.For) || n.Dir.First(Distributed) == nil || n.Dir.First(Tiled) != nil || n.Dir.First(Blocked) != nil {
		return n
	}
	x := m.Clone(n, nil) // each load becomes a node of its own
	loops, body, err := nestOf(x)
	if err != nil {
		panic("BUG: non-canonical loop after the front end: " + err.Error())
	}
	b := &blockFinder{stager: stagerOf(k, loops, body, room), calls: map[*ir.Node]*ir.Node{}, placed: map[string]bool{}}
	if len(loops) != 2 || !b.qualifies(loops[0].Var, loops[1].Var) {
		return n
	}
	each := b.each()
	*room -= b.bytes(each)
	x = ir.Rewrite(x, func(y *ir.Node) *ir.Node {
		if call := b.calls[y]; call != nil {
			return call
		}
		return y
	})
	return withClause(x, Blocked, int(each))
}

// blockFinder decides whether a body qualifies, and finds its loads.
type blockFinder struct {
	*stager
	i, j, k *ir.Var
	alongK  *strider
	calls   map[*ir.Node]*ir.Node // what becomes of each load
	placed  map[string]bool
	rows    []*ir.Node // distinct loads
	columns []*ir.Node
}

// A thread has wide blocks of iterations that are so small that a GPU has registers for
// them: one variable of wideBytes, and bodies of wideNodes.
const (
	wideBytes = 4
	wideNodes = 96
)

// each is how many rows and columns a thread's block may have.
func (b *blockFinder) each() int64 {
	before, _, _ := aroundLoop(b.body)
	var bytes int64
	for _, n := range before {
		if n.Op == ir.OpDecl {
			bytes += n.Var.Type.Size()
		}
	}
	if bytes > wideBytes || len(b.rows)+len(b.columns) > 2 || countNodes(b.body) > wideNodes || b.bytes(wideEach) > *b.room {
		return blockEach
	}
	return wideEach
}

// bytes is what blocks need of local memory when threads have at most each rows and
// columns.
func (b *blockFinder) bytes(each int64) int64 {
	return blockBytes(b.rows, blockRows) + blockBytes(b.columns, blockThreads*each)
}

// qualifies reports whether the body has the form that blockLoops wants.
func (b *blockFinder) qualifies(i, j *ir.Var) bool {
	before, loop, after := aroundLoop(b.body)
	if loop == nil || declaresAggregate(b.body) || !allPlain(append(append([]*ir.Node{loop}, before...), after...)) {
		return false
	}
	l, d := ir.CanonicalLoop(loop)
	if d != nil || !b.counts(l, loop) {
		return false
	}
	b.i, b.j, b.k, b.alongK = i, j, l.Var, newStrider(l.Var, b.body)
	b.loopVars[l.Var] = true
	for _, n := range before {
		if b.writes(n) || n.Op == ir.OpDecl && !n.Var.Type.IsArithmetic() {
			return false
		}
	}
	return b.accumulates(before, loop) && b.inner(flattened(nil, loop.Kids[3])) &&
		len(b.rows) > 0 && len(b.columns) > 0 && b.bytes(blockEach) <= *b.room
}

// aroundLoop splits a body into its only loop and the statements before and after it;
// the loop is nil when the body has another form.
func aroundLoop(body *ir.Node) (before []*ir.Node, loop *ir.Node, after []*ir.Node) {
	stmts := flattened(nil, body)
	for i, n := range stmts {
		switch {
		case !hasLoop(n):
		case loop == nil && n.Op == ir.OpFor && !hasLoop(n.Kids[3]):
			before, loop, after = stmts[:i], n, stmts[i+1:]
		default:
			return nil, nil, nil
		}
	}
	return before, loop, after
}

func allPlain(stmts []*ir.Node) bool {
	for _, n := range stmts {
		if !isPlain(n) {
			return false
		}
	}
	return true
}

// counts reports whether the inner loop counts upwards by ones, between bounds that are
// the same for all threads, and nothing else moves its variable.
func (b *blockFinder) counts(l *ir.Loop, loop *ir.Node) bool {
	if !l.Declared || l.Down || l.Cmp != ir.OpLt && l.Cmp != ir.OpLe || l.Step.Op != ir.OpConst || l.Step.Int != 1 || !l.Type.IsInteger() {
		return false
	}
	for _, bound := range []*ir.Node{l.Lower, l.Upper} {
		if mentions(bound, b.own) || mentions(bound, b.loopVars) || b.common(bound) == nil {
			return false
		}
	}
	return !contains(loop.Kids[3], func(x *ir.Node) bool {
		to := assignee(x)
		return to != nil && baseOf(to) == l.Var
	})
}

// accumulates reports whether the inner loop changes nothing but variables of the
// iteration, one of them from before the loop.
func (b *blockFinder) accumulates(before []*ir.Node, loop *ir.Node) bool {
	outside := map[*ir.Var]bool{}
	for _, n := range before {
		if n.Op == ir.OpDecl {
			outside[n.Var] = true
		}
	}
	return !b.writes(loop) && contains(loop.Kids[3], func(x *ir.Node) bool {
		to := assignee(x)
		return to != nil && outside[baseOf(to)]
	})
}

// inner classifies the loads of the inner loop.
func (b *blockFinder) inner(stmts []*ir.Node) bool {
	for _, n := range stmts {
		if contains(n, mayFail) || !b.visit(n) {
			return false
		}
	}
	return true
}

// mayFail reports whether n could do harm when a thread behind the ends of the outer
// loops computes it with zeros, or is an address that a copy in local memory has not.
func mayFail(n *ir.Node) bool {
	op := n.Op
	if op == ir.OpAssignOp {
		op = n.Sub
	}
	divides := (op == ir.OpDiv || op == ir.OpRem) && n.Type.IsInteger()
	return n.Op == ir.OpAddr || n.Op == ir.OpCall && n.Func != nil ||
		divides && (n.Kids[1].Op != ir.OpConst || n.Kids[1].Int == 0 || n.Kids[1].Int == -1)
}

// visit classifies the loads in n, which is executed in every iteration. It fails when
// there is one of another kind, or under a condition.
func (b *blockFinder) visit(n *ir.Node) bool {
	if inMemory(n) {
		return b.classify(n)
	}
	always := len(n.Kids)
	if n.Op == ir.OpCond || n.Op == ir.OpLogAnd || n.Op == ir.OpLogOr || n.Op == ir.OpIf {
		always = 1
	}
	for i, k := range n.Kids {
		if i < always && !b.visit(k) || i >= always && contains(k, inMemory) {
			return false
		}
	}
	return true
}

// inMemory reports whether n is an access to memory, as opposed to a variable.
func inMemory(n *ir.Node) bool {
	return n.Op == ir.OpIndex || n.Op == ir.OpDeref || n.Op == ir.OpMember
}

// classify finds a place for the load n if it depends on one of the outer loops only.
func (b *blockFinder) classify(n *ir.Node) bool {
	by := b.common(n)
	if by == nil || !n.Type.IsArithmetic() || n.Type.Kind == ir.Bool {
		return false
	}
	byI, byJ := mentions(by, map[*ir.Var]bool{b.i: true}), mentions(by, map[*ir.Var]bool{b.j: true})
	if byI == byJ || !mentions(by, map[*ir.Var]bool{b.k: true}) {
		return false
	}
	name, loads := columnCall, &b.columns
	if byI {
		name, loads = rowCall, &b.rows
	}
	if text := ir.PrintNode(by); !b.placed[text] {
		b.placed[text] = true
		*loads = append(*loads, n)
	}
	fast := int64(0)
	if b.alongK.of(n) == near {
		fast = 1
	}
	k := at(n)
	b.calls[n] = k.call(name, n.Type, by, k.num(ir.TI32, fast))
	return true
}
