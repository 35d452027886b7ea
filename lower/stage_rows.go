package lower

import ir "omp2cl/ompir"

// RowStaged marks a loop construct in each of whose iterations a loop goes along a row of
// memory, where a GPU's team may bring the rows of its iterations to local memory. Its
// arguments are how many elements of each row it brings at a time, a condition, the
// same for all threads, under which that changes nothing, and where the row of an
// iteration starts, if other threads of the team can tell at little cost.
const RowStaged ir.ClauseKind = "row_staged"

// Calls in the inner loop of such a construct: around a value that another thread may
// compute, with the expression that it computes and the one that stands in the program;
// and around an assignment that another thread may make, with the lvalue that it assigns
// to and the assignment of the program.
const (
	rowValueCall  = "omp2cl_row_value"
	rowResultCall = "omp2cl_row_result"
)

// A team of at most rowTeam threads stages rows. Shorter rows than leastRow are not worth
// it, nor are those of neighbours that start less than that apart.
const (
	rowTeam  = 128
	leastRow = 8
)

// rowWidths are how many elements of each row come to local memory at a time: as many as
// rowLocal allows, since each time costs two barriers.
var rowWidths = [...]int{32, 16, 8}

// rowLocal is what a group may need of local memory for that, in bytes. Devices with less
// than 48 KiB stage no rows.
const rowLocal = 40 << 10

// stageRows marks loops of which each iteration goes along a row of its own:
//
//	for (i...) {
//	    s = 0;
//	    for (e = start[i]; e < start[i + 1]; ++e) s += value[e] * x[column[e]];
//	    y[i] = s;
//	}
//
// Neighbouring threads of a GPU would load what lies far apart. Instead the team loads
// some elements of each row, side by side along the rows, then each thread runs its
// iterations of the inner loop with what it finds in local memory; what they store goes
// the same way back. Each thread still runs its iterations in order, and so computes the
// same values. Others may make its loads and stores for the reasons that stageTiles
// gives; within an iteration, no load of the inner loop may be of what the loop has
// stored. Where the program does not tell, addresses do, at run time.
func stageRows(m *ir.Module) error { return stageNests(m, rowStaged, Tiled, Blocked) }

// rowStaged returns x marked, or nil when it does not qualify.
func rowStaged(k *ir.Kernel, x *ir.Node, loops []*ir.Loop, body *ir.Node) *ir.Node {
	r := newRowFinder(k, loops, body)
	if !r.qualifies() {
		return nil
	}
	x = ir.Rewrite(x, func(y *ir.Node) *ir.Node {
		if by := r.calls[y]; by != nil {
			return by
		}
		if y.Op == ir.OpAssign && r.results[y.Kids[0]] != nil {
			return at(y).call(rowResultCall, ir.TVoid, r.results[y.Kids[0]], y)
		}
		return y
	})
	x = withClause(x, RowStaged, r.width)
	c := x.Dir.First(RowStaged)
	c.Args = append(c.Args, &ir.Arg{X: r.apart(at(x))})
	if low := r.low(); low != nil {
		c.Args = append(c.Args, &ir.Arg{X: low})
	}
	return x
}

// rowFinder decides whether a body qualifies, and finds its values and results.
type rowFinder struct {
	*stager
	*stagedCalls
	k             *ir.Kernel
	g             *gatherer // knows what may be the same memory
	before, after []*ir.Node
	loop          *ir.Node
	counter       *ir.Loop              // of the loop
	along, across *strider              // of the inner loop, and of the construct's
	values        map[*ir.Var]*ir.Node  // of variables that are declared before the loop
	moving        map[*ir.Var]bool      // declared in the inner loop, or changed by it
	results       map[*ir.Node]*ir.Node // lvalues that others may assign to, in terms that they have
	rowVars       map[*ir.Var]bool      // numbers that others may have to know of a row
	width         int
	loads, stores []*rowAccess
}

// rowAccess is a load or store of the inner loop, with the number of its statement.
type rowAccess struct {
	x         *ir.Node
	statement int
	place     *rowPlace // nil when it has no place along a row
}

func newRowFinder(k *ir.Kernel, loops []*ir.Loop, body *ir.Node) *rowFinder {
	r := &rowFinder{stager: stagerOf(k, loops, body, nil), k: k, rowVars: map[*ir.Var]bool{}, g: &gatherer{k: k, hidden: map[*ir.Var]bool{}},
		values: map[*ir.Var]*ir.Node{}, results: map[*ir.Node]*ir.Node{}, stagedCalls: newStagedCalls()}
	r.across = newStrider(loops[0].Var, body)
	r.before, r.loop, r.after = aroundLoop(body)
	return r
}

// qualifies reports whether the body has the form that stageRows wants, and finds what
// is to be staged.
func (r *rowFinder) qualifies() bool {
	if r.loop == nil || declaresAggregate(r.body) || !allPlain(append(append([]*ir.Node{r.loop}, r.before...), r.after...)) {
		return false
	}
	l, d := ir.CanonicalLoop(r.loop)
	if d != nil || !r.counts(l) {
		return false
	}
	r.counter, r.along, r.moving = l, newStrider(l.Var, r.body), movingIn(r.loop.Kids[3])
	r.across.values[l.Var] = l.Lower
	for _, n := range r.before {
		if n.Op == ir.OpDecl && len(n.Kids) == 1 && !mentions(n.Kids[0], map[*ir.Var]bool{n.Var: true}) {
			r.values[n.Var] = n.Kids[0]
		}
	}
	if !r.keepsBound() {
		return false
	}
	r.findAccesses()
	if !r.ordered() {
		return false
	}
	for _, n := range r.statements() {
		r.findValues(n)
	}
	r.findResults()
	if r.bytes == 0 {
		return false
	}
	r.width = r.chosen()
	return r.width > 0
}

// statements are those of the inner loop's body.
func (r *rowFinder) statements() []*ir.Node { return flattened(nil, r.loop.Kids[3]) }

// counts reports whether the inner loop counts upwards by ones, and nobody looks at its
// counter behind it.
func (r *rowFinder) counts(l *ir.Loop) bool {
	if l.Down || l.Cmp != ir.OpLt && l.Cmp != ir.OpLe || l.Step.Op != ir.OpConst || l.Step.Int != 1 ||
		!l.Type.IsInteger() || l.Type.Size() < 4 || !l.Upper.Type.IsInteger() {
		return false
	}
	if trip, ok := constantTrip(l); ok && trip < leastRow {
		return false
	}
	if l.Declared {
		return true
	}
	counter := map[*ir.Var]bool{l.Var: true}
	for _, n := range r.after {
		if mentions(n, counter) {
			return false
		}
	}
	declared := false
	for _, n := range r.before {
		declared = declared || n.Op == ir.OpDecl && n.Var == l.Var
	}
	return declared
}

// keepsBound reports whether the inner loop changes neither its counter nor the
// variables of its bound, which does nothing but compute a value.
func (r *rowFinder) keepsBound() bool {
	return !r.moving[r.counter.Var] && !mentions(r.counter.Upper, r.moving) &&
		!contains(r.counter.Upper, func(x *ir.Node) bool { return assignee(x) != nil })
}

// chosen is the number of elements of a row that come to local memory at a time, 0 if
// there is no room for them. Rows that data makes longer or shorter stay where they are:
// at a barrier all threads of the team wait for the longest. On an H200 that takes 0.63
// instead of 0.81 ms for even rows of a sparse matrix, but 3.2 instead of 0.94 for uneven.
func (r *rowFinder) chosen() int {
	if r.fromMemory(r.counter.Lower) || r.fromMemory(r.counter.Upper) {
		return 0
	}
	chosen := 0
	for _, width := range rowWidths {
		trip, ok := constantTrip(r.counter)
		if r.local(width) <= rowLocal && (chosen == 0 || ok && int64(width) >= trip) {
			chosen = width
		}
	}
	return chosen
}

// local is the size of what a group needs in local memory: tiles, what threads know of
// each other's rows, and the runtime's block.
func (r *rowFinder) local(width int) int64 {
	each := int64(width+1)*r.bytes + 2*8 // where a row starts, and how long it is
	for v := range r.rowVars {
		each += v.Type.Size()
	}
	return rowTeam*(each+8) + 64
}

// fromMemory reports whether n, or a variable in it, gets its value from memory.
func (r *rowFinder) fromMemory(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		return inMemory(x) || x.Op == ir.OpVar && r.values[x.Var] != nil && r.fromMemory(r.values[x.Var])
	})
}

// low is where the inner loop starts, in terms of the construct's loop and of what all
// threads share, if that is a matter of a few additions and multiplications; else nil.
func (r *rowFinder) low() *ir.Node {
	low := r.portable(r.counter.Lower)
	if low == nil || contains(low, func(x *ir.Node) bool { return x.Op == ir.OpVar && r.rowVars[x.Var] || !cheapOps[x.Op] }) {
		return nil
	}
	return low
}

// cheapOps are operations that cost less than a load from local memory.
var cheapOps = map[ir.Op]bool{ir.OpConst: true, ir.OpVar: true, ir.OpCast: true,
	ir.OpAdd: true, ir.OpSub: true, ir.OpMul: true, ir.OpShl: true}
