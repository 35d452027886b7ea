package lower

import ir "omp2cl/ompir"

// A guard runs statements on some of a group's work-items while all of them walk
// the same control flow, so that barriers inside are reached by all: OpenCL has no
// other way for code that contains parallel regions.
//
// Straight-line runs of plain statements are put under "if (selected)". Statements
// that hold a synchronizing construct, or a jump out of themselves, are taken
// apart: their conditions are evaluated by one work-item and broadcast, their
// declarations move in front of the run, without initializers.
type guard struct {
	c        *constructs
	selected func(k maker) *ir.Node    // which work-items run plain statements
	syncs    func(n *ir.Node) bool     // needs all work-items
	sync     func(n *ir.Node) *ir.Node // lowers a construct that needs all work-items
	plain    func(n *ir.Node) *ir.Node // lowers a plain statement
	place    func(v *ir.Var) bool      // moves the variable to local memory, if it must
	fence    bool                      // plain runs end with a barrier: others read their results
	own      *uniformity               // what all work-items run for themselves; nil for nothing
}

// team lowers team code: the group's first work-item runs it, the others follow.
func (c *constructs) team(n *ir.Node) *ir.Node {
	return at(n).block(c.teamGuard().list([]*ir.Node{n})...)
}

// teamList lowers declarations and statements of team code that share a scope.
func (c *constructs) teamList(list []*ir.Node) []*ir.Node { return c.teamGuard().list(list) }

func (c *constructs) teamGuard() *guard {
	return &guard{
		c:        c,
		selected: func(k maker) *ir.Node { return k.call("omp2cl_is_master", ir.TI32) },
		syncs:    needsTeam,
		sync:     func(n *ir.Node) *ir.Node { return c.construct(n, teamMode) },
		plain:    func(n *ir.Node) *ir.Node { return c.stmt(n, serialMode) },
		place:    c.placeLocal,
		fence:    true,
		own:      c.own,
	}
}

// needsTeam reports whether n is a construct that the whole group takes part in.
func needsTeam(n *ir.Node) bool {
	return n.Op == ir.OpOMP && (hasPart(n, ir.Parallel) || isPart(n, ir.Teams))
}

// placeLocal moves a team-level variable that other threads read to local memory.
func (c *constructs) placeLocal(v *ir.Var) bool {
	if !c.shared[v] || v.Replicated {
		return false
	}
	v.Space = ir.Local
	c.k.Locals = append(c.k.Locals, v)
	return true
}

// activeGuard runs lowered parallel code on the threads of a team that is smaller
// than the group. The steps of a reduction's tree see to that themselves.
func (c *constructs) activeGuard() *guard {
	return &guard{
		c:        c,
		selected: func(k maker) *ir.Node { return k.call("omp2cl_is_active", ir.TI32) },
		syncs:    func(n *ir.Node) bool { return isBarrier(n) || isTree(n) },
		sync:     func(n *ir.Node) *ir.Node { return n },
		plain:    func(n *ir.Node) *ir.Node { return n },
		place:    func(*ir.Var) bool { return false },
	}
}

// uniform reports whether all work-items must walk through n.
func (g *guard) uniform(n *ir.Node) bool {
	return contains(n, g.syncs) || jumpsOut(n)
}

// list lowers statements of one scope.
func (g *guard) list(stmts []*ir.Node) []*ir.Node {
	l := lister{g: g}
	for _, n := range stmts {
		l.add(n)
	}
	l.flush()
	return l.out
}

// replicable reports whether all work-items may execute n, each for itself.
func (g *guard) replicable(n *ir.Node) bool { return g.own != nil && g.own.replicable(n) }

// lister collects a scope's statements: run is the pending plain run, owed the barrier
// that plain runs already put out still need.
type lister struct {
	g    *guard
	out  []*ir.Node
	run  []*ir.Node
	owed *ir.Node
}

// flush puts out all that is pending.
func (l *lister) flush() {
	l.flushRun()
	if l.owed != nil {
		l.out = append(l.out, l.owed)
	}
	l.owed = nil
}

func (l *lister) flushRun() {
	if len(l.run) == 0 {
		return
	}
	k := at(l.run[0])
	l.out = append(l.out, k.when(l.g.selected(k), l.run...))
	if l.g.fence {
		l.owed = k.barrier()
	}
	l.run = nil
}

func (l *lister) emit(n ...*ir.Node) {
	l.flush()
	l.out = append(l.out, n...)
}

// plain adds a statement without a construct of the whole group: to the pending run, or
// behind it for all work-items, which look at nothing that the run may have changed.
func (l *lister) plain(n *ir.Node) {
	if l.g.replicable(n) {
		l.flushRun()
		l.out = append(l.out, n)
		return
	}
	for _, v := range changedBy(n) {
		if v != nil && v.Replicated && l.g.own != nil {
			panic("BUG: one work-item alone would change " + v.Name)
		}
	}
	l.run = append(l.run, l.g.plain(n))
}

func (l *lister) add(n *ir.Node) {
	g := l.g
	switch {
	case n.Op == ir.OpDecl:
		l.decl(n)
	case n.Op == ir.OpEmpty:
	case !g.uniform(n):
		l.plain(n)
	case g.syncs(n):
		l.emit(g.sync(n))
	default:
		l.emit(g.split(n))
	}
}

// decl moves a declaration in front of the run and leaves its initializer in it.
// Pending statements need not be flushed: they cannot name the variable.
func (l *lister) decl(n *ir.Node) {
	if l.g.replicable(n) {
		l.plain(n)
		return
	}
	if !l.g.place(n.Var) {
		l.out = append(l.out, at(n).decl(n.Var))
	}
	if n.Var.Type.IsVLA() {
		l.run = append(l.run, markArray(at(n), n.Var))
	}
	if len(n.Kids) > 0 {
		l.run = append(l.run, at(n).initialize(l.g.c.m, at(n).ref(n.Var), n.Kids[0])...)
	}
}

// split takes a statement apart that all work-items must walk through.
func (g *guard) split(n *ir.Node) *ir.Node {
	k := at(n)
	switch n.Op {
	case ir.OpBlock:
		return k.block(g.list(n.Kids)...)
	case ir.OpIf:
		pre, cond := g.broadcast(k, n.Kids[0])
		out := *n
		out.Kids = []*ir.Node{cond}
		for _, arm := range n.Kids[1:] {
			out.Kids = append(out.Kids, g.scope(k, arm))
		}
		return k.block(append(pre, &out)...)
	case ir.OpFor, ir.OpWhile, ir.OpDo:
		if g.replicableHead(n) {
			return g.keptLoop(k, n)
		}
	}
	switch n.Op {
	case ir.OpFor:
		return g.loop(k, initials(n), n.Kids[1], n.Kids[2], n.Kids[3], true)
	case ir.OpWhile:
		return g.loop(k, nil, n.Kids[0], k.empty(), n.Kids[1], true)
	case ir.OpDo:
		return g.loop(k, nil, n.Kids[1], k.empty(), n.Kids[0], false)
	case ir.OpSwitch:
		pre, value := g.broadcast(k, n.Kids[0])
		return k.block(append(pre, k.node(ir.OpSwitch, nil, value, g.scope(k, n.Kids[1])))...)
	case ir.OpCase, ir.OpDefault, ir.OpLabel:
		out := *n
		out.Kids = []*ir.Node{g.scope(k, n.Kids[0])}
		return &out
	case ir.OpBreak, ir.OpContinue, ir.OpGoto:
		return n
	case ir.OpOMP:
		return g.sync(n)
	}
	panic("BUG: guarded statement " + n.Op.String())
}

// scope lowers a statement that is part of another one.
func (g *guard) scope(k maker, n *ir.Node) *ir.Node {
	return k.block(g.list([]*ir.Node{n})...)
}

// replicableHead reports whether all work-items may test, and step, the loop n.
func (g *guard) replicableHead(n *ir.Node) bool {
	switch n.Op {
	case ir.OpFor:
		return g.replicable(n.Kids[1]) && g.replicable(n.Kids[2])
	case ir.OpDo:
		return g.replicable(n.Kids[1])
	}
	return g.replicable(n.Kids[0])
}

// keptLoop is the loop n that all work-items walk through as it is written.
func (g *guard) keptLoop(k maker, n *ir.Node) *ir.Node {
	out := *n
	out.Kids = append([]*ir.Node{}, n.Kids...)
	body := len(n.Kids) - 1
	if n.Op == ir.OpDo {
		body = 0
	}
	out.Kids[body] = g.scope(k, n.Kids[body])
	if n.Op != ir.OpFor || g.replicable(n.Kids[0]) {
		return &out
	}
	out.Kids[0] = k.empty()
	return k.block(append(g.list(initials(n)), &out)...)
}

// initials are the declarations or the statement at the head of the for loop n.
func initials(n *ir.Node) []*ir.Node {
	if n.Kids[0].Op == ir.OpBlock {
		return n.Kids[0].Kids
	}
	return n.Kids[:1]
}

// loop rewrites a loop as "for (;;)" with its step and test under the guard. A
// continue in the body then still runs the step.
func (g *guard) loop(k maker, init []*ir.Node, cond, step, body *ir.Node, testFirst bool) *ir.Node {
	again := g.c.m.NewVar("omp2cl_again", ir.TI32, ir.StorageLocal)
	var later []*ir.Node
	if step.Op != ir.OpEmpty {
		later = g.list([]*ir.Node{k.expr(step)})
	}
	var test []*ir.Node
	if cond.Op != ir.OpEmpty {
		pre, value := g.broadcast(k, cond)
		test = append(pre, k.when(k.node(ir.OpNot, ir.TI32, value), k.node(ir.OpBreak, nil)))
	}
	if !testFirst {
		later, test = append(later, test...), nil
	}
	var round []*ir.Node
	if len(later) > 0 {
		// A break inside the block below would leave only the block, not a loop: it is
		// an if, so it leaves the for.
		round = append(round, k.when(k.ref(again), later...))
	}
	round = append(round, k.assign(k.ref(again), k.num(ir.TI32, 1)))
	round = append(round, test...)
	round = append(round, g.list([]*ir.Node{body})...)
	out := g.list(init)
	out = append(out, k.decl(again, k.num(ir.TI32, 0)),
		k.node(ir.OpFor, nil, k.empty(), k.empty(), k.empty(), k.block(round...)))
	return k.block(out...)
}

// broadcast evaluates e on the first work-item and gives its value to all, unless all may
// evaluate it. A
// condition or switch value fits 64 bits; a floating condition becomes a truth
// value first.
func (g *guard) broadcast(k maker, e *ir.Node) (pre []*ir.Node, value *ir.Node) {
	if g.replicable(e) {
		return nil, e
	}
	t := e.Type.Decay()
	if !t.IsInteger() {
		e, t = k.node(ir.OpNot, ir.TI32, k.node(ir.OpNot, ir.TI32, e)), ir.TI32
	}
	v := g.c.m.NewVar("omp2cl_value", t, ir.StorageLocal)
	pre = []*ir.Node{
		k.when(k.call("omp2cl_is_master", ir.TI32), k.do("omp2cl_put", k.cast(ir.TI64, e))),
		k.barrier(),
		k.decl(v, k.cast(t, k.call("omp2cl_get", ir.TI64))),
		k.barrier(),
	}
	return pre, k.ref(v)
}

// jumpsOut reports whether n contains a jump whose target lies outside of n, or a
// label, which a jump from outside may aim at.
func jumpsOut(n *ir.Node) bool {
	j := jumpFinder{labels: map[string]bool{}}
	j.visit(n, false, false)
	for _, target := range j.gotos {
		if !j.labels[target] {
			return true
		}
	}
	return j.out || len(j.labels) > 0 && n.Op == ir.OpLabel
}

// jumpFinder collects labels and jumps of a statement.
type jumpFinder struct {
	labels map[string]bool
	gotos  []string
	out    bool
}

func (j *jumpFinder) visit(n *ir.Node, inLoop, inSwitch bool) {
	switch n.Op {
	case ir.OpBreak:
		j.out = j.out || !inLoop && !inSwitch
	case ir.OpContinue:
		j.out = j.out || !inLoop
	case ir.OpCase, ir.OpDefault:
		j.out = j.out || !inSwitch
	case ir.OpGoto:
		j.gotos = append(j.gotos, n.Str)
	case ir.OpLabel:
		j.labels[n.Str] = true
	case ir.OpFor, ir.OpWhile, ir.OpDo:
		inLoop, inSwitch = true, false
	case ir.OpSwitch:
		inSwitch = true
	}
	for _, k := range n.Kids {
		if k != nil {
			j.visit(k, inLoop, inSwitch)
		}
	}
}
