package lower

import ir "omp2cl/ompir"

// mode says which threads execute a statement, and so what the constructs in it
// become.
type mode int

const (
	// teamMode: code of the initial thread of a team in a kernel that has parallel
	// regions. All work-items run it, guarded (see guard.go).
	teamMode mode = iota
	// parallelMode: every work-item of the group is a thread of the team.
	parallelMode
	// serialMode: one thread, whose team has one thread: no barriers.
	serialMode
	// orphanMode: the body of a device function, whose caller decides.
	orphanMode
)

// constructs lowers the OpenMP constructs of one kernel or device function.
type constructs struct {
	m       *ir.Module
	k       *ir.Kernel // nil in a device function
	shared  map[*ir.Var]bool
	literal bool        // schedule(static) divides into blocks as it is written
	several bool        // nothing keeps a parallel region from having several threads
	turns   bool        // threads may take turns in the kernel's loop
	reduces bool        // some construct of the kernel has a reduction
	own     *uniformity // what team code all work-items execute for themselves
	words   int64       // of the group's shared block, for each work-item
	errs    *ir.Diagnostics
}

// lowerConstructs replaces all OpenMP constructs in kernels and device functions
// by plain code and macros of the device prelude.
func lowerConstructs(m *ir.Module) error {
	var errs ir.Diagnostics
	inFunctions := functionVars(m)
	for _, k := range m.Kernels {
		c := &constructs{m: m, k: k, errs: &errs, shared: sharedInParallel(k.Body), literal: seesThreads(k.Body),
			several: !mayBeAlone(k.Construct.Node), turns: takesTurns(k), reduces: hasReduction(k.Body), own: newUniformity(k, inFunctions), words: wordsFor(k)}
		start := teamMode
		if k.NoParallel {
			start = serialMode
		}
		k.Body = dropLastBarrier(c.stmt(k.Body, start))
		k.Branching = branchingBarrier(k.Body, false)
	}
	for _, f := range m.Funcs {
		if f.Body != nil {
			c := &constructs{m: m, errs: &errs, literal: true, words: 1}
			f.Body = c.stmt(f.Body, orphanMode)
		}
	}
	return errs.Err()
}

// stmt lowers a statement.
func (c *constructs) stmt(n *ir.Node, md mode) *ir.Node {
	if !hasOMP(n) && md != teamMode {
		return n
	}
	if md == teamMode {
		return c.team(n)
	}
	if n.Op == ir.OpOMP {
		return c.construct(n, md)
	}
	return withKids(n, func(k *ir.Node) *ir.Node { return c.stmt(k, md) })
}

func hasOMP(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool { return x.Op == ir.OpOMP })
}

// construct lowers one construct (one part: split_combined ran).
func (c *constructs) construct(n *ir.Node, md mode) *ir.Node {
	switch n.Dir.Parts[0] {
	case ir.Teams:
		return c.teams(n, md)
	case ir.Distribute:
		return c.workshare(n, md, overTeams)
	case ir.Parallel:
		return c.parallel(n, md)
	case ir.For:
		if n.Dir.First(Distributed) != nil {
			return c.workshare(n, md, overAll)
		}
		return c.workshare(n, md, overThreads)
	case ir.Simd:
		return c.simd(n, md)
	case ir.Sections:
		return c.sections(n, md)
	case ir.Single:
		if md == teamMode {
			return c.task(n, md)
		}
		return c.single(n, md)
	case ir.Master:
		k := at(n)
		if f := n.Dir.First(ir.Filter); f != nil {
			return c.stmt(k.when(k.cmp(ir.OpEq, k.call("omp_get_thread_num", ir.TI32), k.cast(ir.TI32, f.Args[0].X)), n.Kids[0]), nested(md))
		}
		if md == teamMode {
			return c.team(n.Kids[0])
		}
		return k.when(k.cmp(ir.OpEq, k.thread(), k.num(ir.TI32, 0)), c.stmt(n.Kids[0], nested(md)))
	case ir.Critical:
		if md == teamMode {
			return c.teamCritical(n)
		}
		return c.critical(n, md)
	case ir.Barrier:
		return at(n).block(c.barrier(n, md)...)
	case ir.Flush:
		return at(n).do("omp2cl_flush")
	case ir.Section:
		return c.stmt(n.Kids[0], md)
	case ir.Task:
		return c.task(n, md)
	}
	c.errs.Add(ir.Errorf(n.Dir.Pos, "unsupported-directive", "'%s' is not supported in device code", n.Dir.Spelling()))
	return at(n).empty()
}

// nested is the mode of code that one thread of a team runs inside a construct
// such as single: it is still a thread of its team, but barriers cannot occur.
func nested(md mode) mode {
	if md == teamMode {
		return serialMode
	}
	return md
}

// barrier returns the statements of a barrier in mode md, none where the team has
// one thread.
func (c *constructs) barrier(n *ir.Node, md mode) []*ir.Node {
	switch md {
	case parallelMode:
		return []*ir.Node{at(n).barrier()}
	case orphanMode:
		return []*ir.Node{at(n).do("omp2cl_orphaned_barrier")}
	}
	return nil
}

// endBarrier is the implicit barrier at the end of a worksharing construct.
func (c *constructs) endBarrier(n *ir.Node, md mode) []*ir.Node {
	if n.Dir.First(ir.Nowait) != nil {
		return nil
	}
	return c.barrier(n, md)
}

// teams lowers a teams construct: privatization per team, the body, and the
// reduction over the league, all as team code.
func (c *constructs) teams(n *ir.Node, md mode) *ir.Node {
	k := at(n)
	p := c.privatize(n)
	block := p.wrap(k, []*ir.Node{p.body})
	for v := range sharedInParallel(block) {
		c.share(v)
	}
	switch {
	case len(p.reductions) == 0:
		return c.stmt(block, md)
	case md == teamMode:
		out := c.teamList(append(p.decls, p.body))
		return k.block(append(out, c.newLeagueReducer(n, p.reductions).together()...)...)
	}
	return p.wrap(k, []*ir.Node{c.stmt(p.body, md), c.newLeagueReducer(n, p.reductions).alone()})
}

// parallel lowers a parallel construct: in team code the work-items of the group
// become its threads; elsewhere the region is nested and its team has one thread
// (OpenMP 4.5 §2.5.1 leaves that choice to us).
func (c *constructs) parallel(n *ir.Node, md mode) *ir.Node {
	if md == teamMode {
		return c.forkTeam(n)
	}
	k := at(n)
	p := c.privatize(n)
	saved := c.m.NewVar("omp2cl_outer", ir.TU64, ir.StorageLocal)
	inner := []*ir.Node{c.stmt(p.body, serialMode)}
	inner = append(inner, c.combineAlone(n, p.reductions)...)
	return k.block(
		k.decl(saved, k.call("omp2cl_nest", ir.TU64)),
		p.wrap(k, inner),
		k.do("omp2cl_unnest", k.ref(saved)))
}

// forkTeam is a parallel region of the team's initial thread.
func (c *constructs) forkTeam(n *ir.Node) *ir.Node {
	k := at(n)
	var out []*ir.Node
	threads := k.call("omp2cl_all_threads", ir.TI32)
	uniform := uniformThreads(c.k, n.Dir)
	if !uniform {
		v := c.m.NewVar("omp2cl_count", ir.TI32, ir.StorageLocal)
		count := c.threadCount(n)
		if callsBarrier(n.Kids[0]) {
			// The work-items that sit out could not follow into the function.
			count = k.num(ir.TI32, 1)
		}
		out = append(out, k.decl(v, count))
		threads = k.ref(v)
	}
	out = append(out, k.do("omp2cl_fork", threads))
	p := c.privatize(n)
	inner := append(p.decls, c.stmt(p.body, parallelMode))
	if !uniform {
		inner = c.activeGuard().list(inner)
	}
	inner = append(inner, c.combineTeam(n, p.reductions)...)
	block := k.block(inner...)
	if uniform || len(p.reductions) > 0 {
		block = dropLastBarrier(block) // the end of the region follows
	}
	out = append(out, block, k.do("omp2cl_join"), k.barrier())
	return k.block(out...)
}

// threadCount is the number of threads of a parallel construct with num_threads or
// if: at least 1, at most the group's work-items.
func (c *constructs) threadCount(n *ir.Node) *ir.Node {
	k := at(n)
	want := k.call("omp2cl_all_threads", ir.TI32)
	if cl := n.Dir.First(ir.NumThreads); cl != nil {
		want = k.call("omp2cl_clamp_threads", ir.TI32, k.cast(ir.TI32, cl.Args[0].X))
	}
	if cl := n.Dir.First(ir.If); cl != nil {
		want = k.node(ir.OpCond, ir.TI32, cl.Args[0].X, want, k.num(ir.TI32, 1))
	}
	return want
}

// single lowers a single construct: the first thread executes it.
func (c *constructs) single(n *ir.Node, md mode) *ir.Node {
	k := at(n)
	p := c.privatize(n)
	inner := p.wrap(k, []*ir.Node{c.stmt(p.body, nested(md))})
	first := func() *ir.Node { return k.cmp(ir.OpEq, k.thread(), k.num(ir.TI32, 0)) }
	out := []*ir.Node{k.when(first(), inner)}
	for _, cl := range n.Dir.All(ir.Copyprivate) {
		for _, it := range cl.Items {
			out = append(out, c.copyPrivate(n, it.X, first, md)...)
		}
	}
	return k.block(append(out, c.endBarrier(n, md)...)...)
}

// task runs a task at once (see run_tasks.go): in team code with the team, if there is
// a parallel region in it. So does a single construct, which is one thread's there.
func (c *constructs) task(n *ir.Node, md mode) *ir.Node {
	p := c.privatize(n)
	block := p.wrap(at(n), []*ir.Node{p.body})
	if md == teamMode {
		for v := range sharedInParallel(block) {
			c.share(v)
		}
	}
	return c.stmt(block, md)
}

// copyPrivate broadcasts the first thread's object to the team through the shared
// block, element by element.
func (c *constructs) copyPrivate(n, x *ir.Node, first func() *ir.Node, md mode) []*ir.Node {
	if md == serialMode {
		return nil
	}
	k := at(n)
	elem := k.each(c.m, x, func(path func(*ir.Node) *ir.Node) *ir.Node {
		slot := c.sharedSlot(k, path(x).Type)
		body := []*ir.Node{slot.decl, k.when(first(), k.assign(k.index(slot.ref(), k.num(ir.TI32, 0)), path(x)))}
		body = append(body, c.barrier(n, md)...)
		body = append(body, k.assign(path(x), k.index(slot.ref(), k.num(ir.TI32, 0))))
		return k.block(append(body, c.barrier(n, md)...)...)
	})
	return []*ir.Node{elem}
}

// sharedSlot is a pointer to the group's shared block, typed.
type sharedSlot struct {
	v    *ir.Var
	decl *ir.Node
	k    maker
}

func (s sharedSlot) ref() *ir.Node { return s.k.ref(s.v) }

func (c *constructs) sharedSlot(k maker, t *ir.Type) sharedSlot {
	pt := &ir.Type{Kind: ir.Pointer, Elem: t, Space: ir.Local}
	v := c.m.NewVar("omp2cl_s", pt, ir.StorageLocal)
	block := k.call("omp2cl_shared_block", &ir.Type{Kind: ir.Pointer, Elem: ir.TU64, Space: ir.Local})
	return sharedSlot{v, k.decl(v, k.node(ir.OpCast, pt, block)), k}
}

// sections lowers a sections construct: section i goes to thread i mod threads.
func (c *constructs) sections(n *ir.Node, md mode) *ir.Node {
	k := at(n)
	p := c.privatize(n)
	list := p.body.Kids
	if p.body.Op != ir.OpBlock {
		list = []*ir.Node{p.body}
	}
	i := c.m.NewVar("omp2cl_section", ir.TI32, ir.StorageLocal)
	var arms []*ir.Node
	for s, section := range list {
		body := []*ir.Node{c.stmt(section, nested(md))}
		if s == len(list)-1 {
			body = append(body, p.copyOut(k, c)...)
		}
		arms = append(arms, k.when(k.cmp(ir.OpEq, k.ref(i), k.num(ir.TI32, int64(s))), body...))
	}
	loop := k.node(ir.OpFor, nil, k.decl(i, k.thread()), k.cmp(ir.OpLt, k.ref(i), k.num(ir.TI32, int64(len(list)))),
		k.advance(k.ref(i), k.threads()),
		k.block(arms...))
	out := p.wrap(k, append([]*ir.Node{loop}, c.combine(n, p.reductions, md)...))
	if len(p.reductions) == 0 {
		out.Kids = append(out.Kids, c.endBarrier(n, md)...)
	}
	return out
}

// critical lowers a critical construct. The loop takes the lock and runs the body
// in the same pass, so that work-items in lock step cannot starve each other.
func (c *constructs) critical(n *ir.Node, md mode) *ir.Node {
	k := at(n)
	lock := c.lockOf(n)
	done := c.m.NewVar("omp2cl_done", ir.TI32, ir.StorageLocal)
	taken := k.call("omp2cl_try_lock", ir.TI32, k.addr(k.ref(lock)))
	holds := k.call("omp2cl_holds", ir.TI32, k.addr(k.ref(lock)))
	body := k.block(k.when(holds, c.stmt(n.Kids[0], nested(md))), k.do("omp2cl_unlock", k.addr(k.ref(lock))), k.assign(k.ref(done), k.num(ir.TI32, 1)))
	return k.block(k.decl(done, k.num(ir.TI32, 0)),
		k.node(ir.OpWhile, nil, k.node(ir.OpNot, ir.TI32, k.ref(done)), k.block(k.when(taken, body))))
}

// teamCritical is a critical construct of team code with a parallel region in it: the
// first work-item has the lock, while the whole group does what is inside.
func (c *constructs) teamCritical(n *ir.Node) *ir.Node {
	k := at(n)
	lock := c.lockOf(n)
	master := func() *ir.Node { return k.call("omp2cl_is_master", ir.TI32) }
	taken := k.call("omp2cl_try_lock", ir.TI32, k.addr(k.ref(lock)))
	return k.block(
		k.when(master(), k.node(ir.OpWhile, nil, k.node(ir.OpNot, ir.TI32, taken), k.empty())),
		k.barrier(),
		c.team(n.Kids[0]),
		k.barrier(),
		k.when(master(), k.do("omp2cl_unlock", k.addr(k.ref(lock)))))
}

// lockOf is the lock of a critical construct.
func (c *constructs) lockOf(n *ir.Node) *ir.Var {
	name := n.Dir.Name
	if name == "" {
		name = "omp2cl_unnamed"
	}
	return c.lockVar(name)
}

// lockPrefix starts the names of locks; codegen.LockPrefix is the same.
const lockPrefix = "omp2cl_lock_"

// lockVar is the file variable that critical constructs of one name share, in all
// units of the program (OpenMP 4.5 §2.13.2: the names have external linkage).
func (c *constructs) lockVar(name string) *ir.Var {
	want := lockPrefix + name
	for _, v := range c.m.Vars {
		if v.Name == want && v.Storage == ir.StorageFile {
			return v
		}
	}
	v := c.m.NewVar(want, ir.TU32, ir.StorageFile)
	v.External, v.Target = true, true
	c.m.Vars = append(c.m.Vars, v)
	return v
}

// simd lowers a simd construct: the loop stays a loop of one thread, which the
// device compiler may vectorize. Only linear variables and private copies need
// code.
func (c *constructs) simd(n *ir.Node, md mode) *ir.Node {
	if needsCounting(n.Dir) {
		return c.workshare(n, nested(md), alone)
	}
	loop := c.stmt(n.Kids[0], nested(md))
	if n.Dir.First(SideBySide) == nil {
		return loop
	}
	depth := int64(1)
	if collapse := n.Dir.First(ir.Collapse); collapse != nil {
		depth = collapse.Args[0].X.Int
	}
	return concurrent(loop, depth)
}

// concurrent marks the innermost of depth nested loops.
func concurrent(n *ir.Node, depth int64) *ir.Node {
	out := *sole(n)
	if depth == 1 {
		out.Int = ir.Concurrent
		return &out
	}
	out.Kids = append([]*ir.Node{}, out.Kids...)
	out.Kids[3] = concurrent(out.Kids[3], depth-1)
	return &out
}

// needsCounting reports whether a simd loop has clauses with an effect on one
// thread.
func needsCounting(d *ir.Directive) bool {
	for _, kind := range []ir.ClauseKind{ir.Linear, ir.PrivateC, ir.Lastprivate} {
		if d.First(kind) != nil {
			return true
		}
	}
	return false
}
