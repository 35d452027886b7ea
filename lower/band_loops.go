package lower

import ir "omp2cl/ompir"

// Banded marks a collapsed loop construct, of whose second innermost loop a thread of a CPU
// runs several iterations together. Its argument is how many.
const Banded ir.ClauseKind = "banded"

// A band has mostRows rows, as long as the variables that loops accumulate take no more than
// rowBytes for an iteration, and the copies of the body bandNodes nodes.
const (
	mostRows  = 8
	rowBytes  = 4
	bandNodes = 1500
)

// bandLoops marks two collapsed loops around others that accumulate, like a product of
// matrices, whose iterations a CPU should run in bands of a few rows:
//
//	for (i...)                                      for (i...; i += 8)
//	    for (j...) {                                    for (j...) {
//	        s = 0;                                          s0 = s1 = ... = 0;
//	        for (k...)                                      for (k...) {
//	            s += a[i * n + k] * b[k * n + j];               s0 += a[i * n + k] * b[k * n + j];
//	        c[i * n + j] = s;                                   s1 += a[(i + 1) * n + k] * b[k * n + j];
//	    }                                                       ...
//
// What the rows have in common is loaded once, and while one sum waits for its last addition
// to end, others go on. Iterations of a loop construct may run in any order, and
// statement by statement, as those of different threads do (OpenMP 4.5 §2.7.1); each keeps
// the order of its own. lower_constructs makes the bands.
func bandLoops(m *ir.Module) error {
	for _, k := range m.Kernels {
		k.Body = ir.Rewrite(k.Body, func(n *ir.Node) *ir.Node {
			if n.Op != ir.OpOMP || !n.Dir.Is(ir.For) || n.Dir.First(Distributed) == nil || n.Dir.First(Tiled) != nil ||
				n.Dir.First(ir.Reduction) != nil {
				return n
			}
			if rows := bandRows(n); rows > 1 {
				return withClause(n, Banded, rows)
			}
			return n
		})
	}
	return nil
}

// bandRows returns how many rows bands of the construct n should have, 0 when they are not
// possible or of no use.
func bandRows(n *ir.Node) int {
	loops, body, err := nestOf(n)
	if err != nil {
		panic("BUG: non-canonical loop after the front end: " + err.Error())
	}
	body = withoutStaging(body)
	if len(loops) < 2 || !hasLoop(body) || declaresAggregate(body) {
		return 0
	}
	b := newBand(body, loops[len(loops)-2].Var, loops[len(loops)-1].Var)
	private := privateIn(n, body)
	for _, x := range b.outside {
		if !private[x] {
			return 0
		}
	}
	if !b.isPossible() || !b.pays() {
		return 0
	}
	return b.rows()
}

// band is a loop body of which several copies are to run together.
type band struct {
	body     *ir.Node
	stmts    []*ir.Node
	row      *ir.Var          // the variable of the loop whose iterations the copies are
	column   *ir.Var          // that of the innermost one
	own      map[*ir.Var]bool // what the body changes or declares, each copy for itself
	outside  []*ir.Var        // of those, what it does not declare
	counters map[*ir.Var]bool // of loops that the copies share
}

func newBand(body *ir.Node, row, column *ir.Var) *band {
	b := &band{body: body, stmts: flattened(nil, body), row: row, column: column, own: movingIn(body),
		outside: changedOutside(body), counters: map[*ir.Var]bool{}}
	for _, n := range b.stmts {
		ir.Walk(n, func(x *ir.Node) bool {
			if x.Op == ir.OpFor && counterOf(x) != nil {
				b.counters[counterOf(x)] = true
			}
			return true
		})
	}
	return b
}

// isPossible reports whether copies of the body can share its loops: all of it is plain, and
// its loops run equally often in all copies. Variables from outside must be set before they
// are used.
func (b *band) isPossible() bool {
	for _, x := range b.outside {
		if x == nil || !x.Type.IsScalar() || x == b.row || x == b.column || !setFirst(b.stmts, x) {
			return false
		}
	}
	return allPlain(b.stmts) && allOf(b.stmts, b.isShared)
}

// isShared reports whether the loops in the statement n are none but counting ones whose
// heads are the same for all copies, and n has them in the open.
func (b *band) isShared(n *ir.Node) bool {
	if !hasLoop(n) {
		return n.Op != ir.OpBlock || n.Int == 0
	}
	if n.Op != ir.OpFor {
		return false
	}
	l, err := ir.CanonicalLoop(n)
	if err != nil || movingIn(n.Kids[3])[l.Var] || l.Type.Kind == ir.Pointer {
		return false
	}
	for _, x := range []*ir.Node{l.Lower, l.Upper, l.Step} {
		if contains(x, b.differs) {
			return false
		}
	}
	return allOf(flattened(nil, n.Kids[3]), b.isShared)
}

// differs reports whether n may have different values in the copies, or while they run.
func (b *band) differs(n *ir.Node) bool {
	if n.Op == ir.OpVar {
		return n.Var == b.row || n.Var == b.column || b.own[n.Var] && !b.counters[n.Var]
	}
	return inMemory(n) || n.Op == ir.OpCall || assignee(n) != nil
}

// pays reports whether loops accumulate floating values, store nothing, and load neighbours
// for neighbouring columns, or the same for all.
func (b *band) pays() bool {
	along, accumulates := newStrider(b.column, b.body), false
	for _, n := range b.stmts {
		if n.Op != ir.OpFor {
			continue
		}
		own := declaredIn(n)
		fits := !contains(n, func(x *ir.Node) bool {
			to := assignee(x)
			accumulates = accumulates || to != nil && to.Op == ir.OpVar && to.Type.IsFloat() && !own[to.Var]
			return isStore(x) || inMemory(x) && x.Type.Kind != ir.Array && along.of(x) == far
		})
		if !fits {
			return false
		}
	}
	return accumulates
}

// rows returns how many copies there should be.
func (b *band) rows() int {
	bytes := int64(0)
	for x := range b.accumulated() {
		bytes += x.Type.Size()
	}
	rows, nodes := mostRows, countNodes(b.body)
	for rows > 1 && (int64(rows)*bytes > mostRows*rowBytes || rows*nodes > bandNodes) {
		rows /= 2
	}
	return rows
}

// accumulated returns the variables that loops change and that outlive them.
func (b *band) accumulated() map[*ir.Var]bool {
	out := map[*ir.Var]bool{}
	for _, n := range b.stmts {
		if n.Op == ir.OpFor {
			for _, x := range changedOutside(n) {
				if !b.counters[x] {
					out[x] = true
				}
			}
		}
	}
	return out
}
