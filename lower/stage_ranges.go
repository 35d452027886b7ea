package lower

import ir "omp2cl/ompir"

// RangeStaged marks a loop construct in each of whose iterations a loop goes along a row
// whose ends come from memory, where a GPU's team may bring rows that follow each other in
// memory to local memory as one range. Its argument is how many elements it brings at a
// time.
const RangeStaged ir.ClauseKind = "range_staged"

// rangeValueCall stands in the inner loop of such a construct around a value that any
// thread can compute, with the expression that it computes and the one that stands in the
// program.
const rangeValueCall = "omp2cl_range_value"

// rangeBytes is what the values of a range that are in local memory may take: twice as
// much leaves less to the first-level cache, from which gathered elements come. Those of one
// element may take rangeElement.
const (
	rangeBytes   = 4 << 10
	rangeElement = 16
)

// stageRanges marks loops over rows that lie one behind another, as those of a sparse
// matrix do:
//
//	for (i...) {
//	    s = 0;
//	    for (e = start[i]; e < start[i + 1]; ++e) s += value[e] * x[column[e]];
//	    y[i] = s;
//	}
//
// Neighbouring threads of a GPU would load what lies far apart, and the thread of a long
// row would work alone. Instead the team computes the values of all its rows, side by side,
// as many as local memory holds, and then each thread runs those of its iterations of the
// inner loop that they are for, in order. How long one row is does not matter to the
// others, unlike where stageRows brings the same number of elements of each; so that takes
// rows whose lengths the program knows, this pass the others. Whether rows follow each other is
// asked at run time. That others compute values of a thread changes nothing, for the
// reasons that stageTiles gives: within an iteration nothing is stored before.
func stageRanges(m *ir.Module) error { return stageNests(m, rangeStaged, RowStaged) }

// rangeStaged returns x marked, or nil when it does not qualify.
func rangeStaged(k *ir.Kernel, x *ir.Node, loops []*ir.Loop, body *ir.Node) *ir.Node {
	f := &rangeFinder{newRowFinder(k, loops, body)}
	if !f.qualifies() {
		return nil
	}
	return withClause(f.in(x), RangeStaged, rowTeam*int(rangeBytes/(rowTeam*f.bytes)))
}

// rangeFinder decides whether a body qualifies, and finds its values.
type rangeFinder struct{ *rowFinder }

// qualifies reports whether the body has the form that stageRanges wants, and finds what is
// to be staged.
func (f *rangeFinder) qualifies() bool {
	if f.loop == nil || declaresAggregate(f.body) || !allPlain(append(append([]*ir.Node{f.loop}, f.before...), f.after...)) {
		return false
	}
	l, d := ir.CanonicalLoop(f.loop)
	if d != nil || !f.counts(l) || len(f.storesOf(f.loop)) > 0 || contains(f.loop, mayFail) {
		return false
	}
	for _, n := range f.before {
		if len(f.storesOf(n)) > 0 {
			return false
		}
		if n.Op == ir.OpDecl && len(n.Kids) == 1 {
			f.values[n.Var] = n.Kids[0]
		}
	}
	f.counter, f.moving, f.loopVars = l, movingIn(f.loop.Kids[3]), map[*ir.Var]bool{l.Var: true}
	return f.keepsBound() && f.fromMemory(l.Lower) && f.fromMemory(l.Upper) && f.findAll() &&
		f.bytes > 0 && f.bytes <= rangeElement
}

// findAll finds the values in the inner loop. Variables that it declares are parts of those
// values; where nothing else names one, its own value needs no place.
func (f *rangeFinder) findAll() bool {
	used := map[*ir.Var]bool{}
	stmts := f.statements()
	for i := len(stmts) - 1; i >= 0; i-- {
		n := stmts[i]
		if n.Op == ir.OpDecl && !used[n.Var] && !f.across.changed[n.Var] {
			continue
		}
		if !f.visit(n, true) {
			return false
		}
		ir.Walk(n, func(x *ir.Node) bool {
			used[x.Var] = used[x.Var] || x.Op == ir.OpVar
			return f.calls[x] == nil
		})
	}
	return true
}

// visit finds the values in n, which each iteration of the inner loop computes if always is
// set. It fails when there is a load that moves along with the loop but cannot be staged:
// a thread waits for that one, and would wait for the team besides.
func (f *rangeFinder) visit(n *ir.Node, always bool) bool {
	to := assignee(n)
	switch {
	case always && f.stage(n):
		return true
	case inMemory(n) && f.moves(n), to != nil && inMemory(to) && f.moves(to):
		return false
	}
	for i, k := range n.Kids {
		if k != nil && k != to && !f.visit(k, always && !isConditional(n, i)) {
			return false
		}
	}
	return true
}

// moves reports whether n differs between iterations of the inner loop.
func (f *rangeFinder) moves(n *ir.Node) bool {
	return mentions(n, f.loopVars) || mentions(n, f.moving)
}

// stage gives n a place if it is a number that any thread can compute, with loads, for an
// iteration of the inner loop, and that takes no more room than what they load.
func (f *rangeFinder) stage(n *ir.Node) bool {
	if n.Type == nil || !n.Type.IsArithmetic() || n.Type.Kind == ir.Bool || assignee(n) != nil || !contains(n, inMemory) {
		return false
	}
	by := f.common(n)
	if by == nil || !mentions(by, f.loopVars) {
		return false
	}
	if n.Type.Size() > loadedBy(by, f.own, func(x *ir.Node) bool { return mentions(x, f.loopVars) }) {
		return false
	}
	f.stand(rangeValueCall, n, by)
	return true
}
