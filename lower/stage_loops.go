package lower

import ir "omp2cl/ompir"

// LoopStaged marks a loop construct in each of whose iterations a loop goes through the
// same elements of arrays, which a GPU's team may bring to local memory for all of its
// threads. Its argument is how many iterations of the inner loop it does so for at a time.
const LoopStaged ir.ClauseKind = "loop_staged"

// loopValueCall stands in the inner loop around a value that is the same for all threads,
// with the expression that each can compute and the one that stands in the program.
const loopValueCall = "omp2cl_loop_value"

const (
	loopChunk = 128 // iterations whose values are in local memory at a time
	loopBytes = 64  // values of one iteration
)

// stageLoops marks loops in each of whose iterations an inner loop reads the same:
//
//	for (i...) {
//	    f = 0;
//	    for (j = 0; j < n; ++j) f += mass[j] * g(x[i] - x[j]);
//	    a[i] = f;
//	}
//
// Each thread of a GPU would load all elements for itself. Instead the team loads those of
// some iterations of the inner loop, one for each thread, and then all of its threads run
// these iterations, in order, with what they find in local memory. That others make a
// thread's loads changes nothing: all iterations make the same ones, in any case, so that
// storing there in one of them would be a race with the others (OpenMP 4.5 §1.4.1); and
// within an iteration nothing is stored before.
func stageLoops(m *ir.Module) error { return stageNests(m, loopStaged, RowStaged, RangeStaged) }

// loopStaged returns x marked, or nil when it does not qualify.
func loopStaged(k *ir.Kernel, x *ir.Node, loops []*ir.Loop, body *ir.Node) *ir.Node {
	f := &loopFinder{stager: stagerOf(k, loops, body, nil), stagedCalls: newStagedCalls()}
	if !f.qualifies() {
		return nil
	}
	return withClause(f.in(x), LoopStaged, loopChunk)
}

// loopFinder decides whether a body qualifies, and finds its values.
type loopFinder struct {
	*stager
	*stagedCalls
	counter map[*ir.Var]bool // that of the inner loop
	moving  map[*ir.Var]bool // declared in the inner loop, or changed by it
}

// qualifies reports whether the body has the form that stageLoops wants, and finds what is
// to be staged.
func (f *loopFinder) qualifies() bool {
	before, loop, after := aroundLoop(f.body)
	if loop == nil || declaresAggregate(f.body) || !allPlain(append(append([]*ir.Node{loop}, before...), after...)) || f.writes(loop) {
		return false
	}
	for _, n := range before {
		if f.writes(n) {
			return false
		}
	}
	l, d := ir.CanonicalLoop(loop)
	if d != nil || !f.counts(l, loop) {
		return false
	}
	f.counter = map[*ir.Var]bool{l.Var: true}
	f.moving = movingIn(loop.Kids[3])
	for _, n := range flattened(nil, loop.Kids[3]) {
		if !f.visit(n, true) {
			return false
		}
	}
	return f.bytes > 0 && f.bytes <= loopBytes
}

// counts reports whether the inner loop counts upwards by ones, between bounds that all
// threads know without a look at memory, and nothing else moves its variable.
func (f *loopFinder) counts(l *ir.Loop, loop *ir.Node) bool {
	if !l.Declared || l.Down || l.Cmp != ir.OpLt && l.Cmp != ir.OpLe || l.Step.Op != ir.OpConst || l.Step.Int != 1 || !l.Type.IsInteger() {
		return false
	}
	if trip, ok := constantTrip(l); ok && trip < loopChunk {
		return false
	}
	for _, bound := range []*ir.Node{l.Lower, l.Upper} {
		if mentions(bound, f.own) || mentions(bound, f.loopVars) || contains(bound, inMemory) || contains(bound, mayFail) ||
			!bound.Type.IsInteger() || f.common(bound) == nil {
			return false
		}
	}
	f.loopVars[l.Var] = true
	return !movingIn(loop.Kids[3])[l.Var]
}

// visit finds the values in n, which each iteration of the inner loop computes if always is
// set. It fails when there is a load that moves along with the loop but cannot be staged:
// a thread waits for that one, and would wait for the team besides.
func (f *loopFinder) visit(n *ir.Node, always bool) bool {
	if inMemory(n) {
		return always && f.stage(n) || !mentions(n, f.counter) && !mentions(n, f.moving)
	}
	for i, k := range n.Kids {
		if !f.visit(k, always && !isConditional(n, i)) {
			return false
		}
	}
	return true
}

// stage gives the load n a place if it is one of a number that is the same for all threads.
func (f *loopFinder) stage(n *ir.Node) bool {
	by := f.common(n)
	if by == nil || !n.Type.IsArithmetic() || n.Type.Kind == ir.Bool || !mentions(by, f.counter) {
		return false
	}
	for v := range f.loopVars {
		if !f.counter[v] && mentions(by, map[*ir.Var]bool{v: true}) {
			return false
		}
	}
	f.stand(loopValueCall, n, by)
	return true
}
