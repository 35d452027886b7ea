package lower

import ir "omp2cl/ompir"

// stagedCall is the name of a call around a load that the threads of a team make for
// each other: one of them loads the value to local memory for the one that uses it.
const stagedCall = "omp2cl_staged"

// stagedRows is the number of rows of a tile in local memory, the same as of a GPU's
// tiles of iterations; stagedSide is the number of elements between them: one more than
// there are, so that neither rows nor columns lie in one bank.
const (
	stagedRows = 32
	stagedSide = stagedRows + 1
)

// localBudget is what the loops of a kernel may use of a group's local memory for tiles,
// in bytes: little enough for several groups at a time.
const localBudget = 18 << 10

// stageTiles lets teams of a GPU load what goes across a tile to local memory first,
// along rows of its own, so that neighbouring threads load neighbours there too. Loads
// that qualify get a call of omp2cl_staged around them.
//
// That another thread makes a load of an iteration, before others have begun theirs,
// changes no value: what one iteration writes and another reads without a
// synchronization between them is a data race (OpenMP 4.5 §1.4.1), and iterations of
// one loop cannot synchronize but by atomics, locks and flushes, none of which may come
// before the load. Within its own iteration the load must come before anything that
// writes, and happen in any case: then the same addresses are read.
func stageTiles(m *ir.Module) error {
	for _, k := range m.Kernels {
		room := int64(localBudget)
		rewriteTeamwork(k, func(x *ir.Node) *ir.Node { return stagedTile(m, k, x, &room) })
	}
	return nil
}

// stagedTile returns x with its loads staged if it is a tiled loop. room is what is left of
// the local memory for tiles.
func stagedTile(m *ir.Module, k *ir.Kernel, x *ir.Node, room *int64) *ir.Node {
	if x.Op != ir.OpOMP || x.Dir.First(Tiled) == nil {
		return x
	}
	x = m.Clone(x, nil) // each load becomes a node of its own
	loads := newStager(k, x, room).loads()
	return ir.Rewrite(x, func(y *ir.Node) *ir.Node {
		if by := loads[y]; by != nil {
			return at(y).call(stagedCall, y.Type, by)
		}
		return y
	})
}

// stager finds the loads of one construct that other threads may make.
type stager struct {
	body        *ir.Node
	row, column *strider
	loopVars    map[*ir.Var]bool
	own         map[*ir.Var]bool // declared in the body
	private     map[*ir.Var]bool // in clauses of the kernel: each thread, or team, may have another
	changed     map[*ir.Var]bool // by the kernel, perhaps, whole or in part
	found       map[*ir.Node]*ir.Node
	placed      map[string]bool // the loads that have a tile
	room        *int64          // bytes of local memory that are left
}

func newStager(k *ir.Kernel, n *ir.Node, room *int64) *stager {
	loops, body, err := nestOf(n)
	if err != nil {
		panic("BUG: non-canonical loop after the front end: " + err.Error())
	}
	s, tiled := stagerOf(k, loops, body, room), n.Dir.First(Tiled)
	s.row = newStrider(loops[tiled.Args[0].X.Int].Var, body)
	s.column = newStrider(loops[tiled.Args[1].X.Int].Var, body)
	return s
}

// stagerOf returns a stager for a body, with rows along the first loop and columns along
// the last.
func stagerOf(k *ir.Kernel, loops []*ir.Loop, body *ir.Node, room *int64) *stager {
	s := &stager{body: body, row: newStrider(loops[0].Var, body), column: newStrider(loops[len(loops)-1].Var, body),
		loopVars: map[*ir.Var]bool{}, own: declaredIn(body), private: privateAnywhere(k.Body), changed: changedIn(k.Body),
		found: map[*ir.Node]*ir.Node{}, placed: map[string]bool{}, room: room}
	for _, l := range loops {
		s.loopVars[l.Var] = true
	}
	return s
}

// privateAnywhere returns the variables in clauses of n that give threads or teams
// copies of their own.
func privateAnywhere(n *ir.Node) map[*ir.Var]bool {
	private := map[*ir.Var]bool{}
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpOMP {
			for v := range privateIn(x, at(x).empty()) {
				private[v] = true
			}
		}
		return true
	})
	return private
}

// changedIn returns the variables, whole or in part, that n assigns to or whose address
// it takes.
func changedIn(n *ir.Node) map[*ir.Var]bool {
	vars := map[*ir.Var]bool{}
	ir.Walk(n, func(x *ir.Node) bool {
		if to := assignee(x); to != nil {
			vars[baseOf(to)] = true
		}
		if x.Op == ir.OpAddr {
			vars[baseOf(x.Kids[0])] = true
		}
		return true
	})
	return vars
}

// loads returns the loads that qualify, each with the expression that another thread
// computes for it: without variables that the body declares.
func (s *stager) loads() map[*ir.Node]*ir.Node {
	for _, n := range flattened(nil, s.body) {
		if !isPlain(n) || !s.statement(n) {
			break
		}
	}
	return s.found
}

// statement finds the loads of a statement, and reports whether it leaves memory as it
// is, so that more may follow.
func (s *stager) statement(n *ir.Node) bool {
	switch n.Op {
	case ir.OpDecl:
		if len(n.Kids) == 0 {
			return true
		}
		if s.writes(n.Kids[0]) {
			return false
		}
		s.always(n.Kids[0])
		return true
	case ir.OpIf:
		if s.writes(n.Kids[0]) {
			return false
		}
		s.always(n.Kids[0])
		return !s.writes(n)
	case ir.OpExpr:
		return s.expression(n.Kids[0])
	}
	return false
}

// expression is statement for an expression: an assignment writes when its operands
// have their values.
func (s *stager) expression(n *ir.Node) bool {
	parts := []*ir.Node{n}
	if to := assignee(n); to != nil {
		parts = append(append([]*ir.Node{}, to.Kids...), n.Kids[1:]...)
	}
	for _, k := range parts {
		if s.writes(k) {
			return false
		}
	}
	for _, k := range parts {
		s.always(k)
	}
	return !s.writes(n)
}

// writes reports whether n assigns to anything but variables of the iteration.
func (s *stager) writes(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		to := assignee(x)
		return to != nil && !s.own[baseOf(to)]
	})
}

// always finds the loads in n that are made in any case.
func (s *stager) always(n *ir.Node) {
	if n.Op == ir.OpAddr || s.candidate(n) {
		return
	}
	kids := n.Kids
	if n.Op == ir.OpCond || n.Op == ir.OpLogAnd || n.Op == ir.OpLogOr {
		kids = n.Kids[:1]
	}
	for _, k := range kids {
		s.always(k)
	}
}

// candidate stages n if it is a load of a number that goes across the tile, and there
// is room for it.
func (s *stager) candidate(n *ir.Node) bool {
	if n.Op != ir.OpIndex && n.Op != ir.OpDeref && n.Op != ir.OpMember || !n.Type.IsArithmetic() || n.Type.Kind == ir.Bool {
		return false
	}
	if s.own[baseOf(n)] || s.row.of(n) != near || s.column.of(n) != far {
		return false
	}
	by := s.common(n)
	if by == nil {
		return false
	}
	text, size := ir.PrintNode(by), n.Type.Size()*stagedRows*stagedSide
	if !s.placed[text] && size > *s.room {
		return false
	}
	if !s.placed[text] {
		s.placed[text] = true
		*s.room -= size
	}
	s.found[n] = by
	return true
}

// common returns n in terms of the loop variables and of what is the same for all
// threads; nil when there is more to it.
func (s *stager) common(n *ir.Node) *ir.Node {
	known := true
	out := ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		switch {
		case x.Type != nil && x.Type.Volatile, assignee(x) != nil, x.Op == ir.OpCall, x.Op == ir.OpMember && x.Kids[0].Type.Volatile:
			known = false
		case x.Op == ir.OpVar && s.loopVars[x.Var]:
		case x.Op == ir.OpVar && s.own[x.Var]:
			if value := s.row.values[x.Var]; value != nil && !s.row.changed[x.Var] {
				if by := s.common(value); by != nil {
					return at(x).cast(x.Var.Type, by)
				}
			}
			known = false
		case x.Op == ir.OpVar:
			known = known && s.shared(x.Var)
		}
		return x
	})
	if !known {
		return nil
	}
	return out
}

// shared reports whether the variable v is one object, or has one value, for all
// threads.
func (s *stager) shared(v *ir.Var) bool {
	if v.Storage != ir.StorageHost && v.Storage != ir.StorageFile || s.private[v] {
		return false
	}
	return v.Type.Kind == ir.Array || v.Type.IsAggregate() || !s.changed[v]
}

// withoutStaging returns n with its loads as they were.
func withoutStaging(n *ir.Node) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		if isStaged(x) || isCallOf(x, rowCall) || isCallOf(x, columnCall) {
			return x.Kids[0]
		}
		if isCallOf(x, rowValueCall) || isCallOf(x, rowResultCall) || isCallOf(x, loopValueCall) || isCallOf(x, rangeValueCall) {
			return x.Kids[1]
		}
		return x
	})
}

func isStaged(n *ir.Node) bool { return isCallOf(n, stagedCall) }

func isCallOf(n *ir.Node, name string) bool { return n.Op == ir.OpCall && n.Str == name }
