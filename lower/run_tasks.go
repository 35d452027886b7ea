package lower

import ir "omp2cl/ompir"

// Tasks run where and when they are created: OpenMP leaves it to the implementation
// whether a task is deferred, and nothing in device code gains from it. What waits
// for tasks, then, has nothing to wait for, and dependences hold. The ICV cancel-var
// is false on devices, so that cancel and cancellation points do nothing (OpenMP 4.5
// §2.14.1). Iterations of ordered loops all run in the team's first thread (see
// workshare), so that an ordered region is just its body.

// runTasks replaces the constructs of tasks, cancellation and order. A task construct
// stays, with its implicit firstprivate list items named.
func runTasks(m *ir.Module) error {
	for _, c := range m.Constructs {
		if c.Node.Dir.Has(ir.Target) {
			t := &tasks{private: map[*ir.Var]bool{}}
			t.target(c.Node)
			c.Node = t.rewrite(c.Node)
		}
	}
	for _, f := range m.Funcs {
		if f.Body == nil {
			continue
		}
		t := &tasks{private: map[*ir.Var]bool{}}
		for _, p := range f.Params {
			t.private[p] = true
		}
		f.Body = t.rewrite(f.Body)
	}
	return nil
}

// tasks rewrites one context. private are the variables that are not shared by all
// implicit tasks of the team: a task has its own copy of those (OpenMP 4.5 §2.15.1.1).
type tasks struct{ private map[*ir.Var]bool }

// target notes the variables of the host function. That an item is mapped does not
// make it one that implicit tasks share: only a parallel or teams region inside does,
// or static storage. gcc and clang read the rules in this way, too.
func (t *tasks) target(n *ir.Node) {
	for _, v := range ir.Vars(n) {
		if v.Storage == ir.StorageHost {
			t.private[v] = true
		}
	}
}

// within returns the context inside the construct n.
func (t *tasks) within(n *ir.Node) *tasks {
	in := &tasks{private: map[*ir.Var]bool{}}
	if !n.Dir.Has(ir.Parallel) && !n.Dir.Has(ir.Teams) {
		for v := range t.private {
			in.private[v] = true
		}
	}
	for _, cl := range n.Dir.Clauses {
		for _, it := range cl.Items {
			switch cl.Kind {
			case ir.PrivateC, ir.Firstprivate, ir.Lastprivate, ir.Reduction, ir.Linear:
				in.private[it.Root()] = true
			case ir.Shared:
				delete(in.private, it.Root())
			}
		}
	}
	if n.Dir.Has(ir.For) || n.Dir.Has(ir.Distribute) || n.Dir.Has(ir.Simd) {
		if loops, _, err := nestOf(n); err == nil {
			for _, l := range loops {
				in.private[l.Var] = true
			}
		}
	}
	return in
}

// rewrite replaces what is of tasks in a statement.
func (t *tasks) rewrite(n *ir.Node) *ir.Node {
	if n.Op == ir.OpDecl && n.Var.Storage == ir.StorageLocal {
		t.private[n.Var] = true
	}
	if n.Op != ir.OpOMP {
		return t.parts(n)
	}
	if n.Dir.Has(ir.Simd) && hasPart(n.Kids[0], ir.Ordered) {
		n = withClause(n, ir.Safelen, 1) // what is ordered must not run side by side
	}
	if n.Dir.Has(ir.Master) && n.Dir.Has(ir.Taskloop) {
		n = apart(n)
	}
	switch {
	case n.Dir.Is(ir.Taskwait), n.Dir.Is(ir.Taskyield), n.Dir.Is(ir.Cancel), n.Dir.Is(ir.CancellationPoint):
		return at(n).empty()
	case n.Dir.Is(ir.Taskgroup), n.Dir.Is(ir.Ordered):
		if len(n.Kids) == 0 {
			return at(n).empty() // a dependence between iterations
		}
		return t.rewrite(n.Kids[0])
	case n.Dir.Is(ir.Task):
		n = t.task(n)
	case n.Dir.Has(ir.Taskloop):
		n = t.taskloop(n)
	}
	return t.within(n).parts(n)
}

// apart takes a combined construct with master and taskloop apart in front of the taskloop.
// What all threads reduce the one that runs the tasks has a copy of.
func apart(n *ir.Node) *ir.Node {
	outer, inner := &ir.Directive{Pos: n.Dir.Pos}, &ir.Directive{Pos: n.Dir.Pos}
	for _, p := range n.Dir.Parts {
		if p == ir.Parallel || p == ir.Master {
			outer.Parts = append(outer.Parts, p)
		} else {
			inner.Parts = append(inner.Parts, p)
		}
	}
	for _, c := range n.Dir.Clauses {
		switch c.Kind {
		case ir.NumThreads, ir.ProcBind, ir.Copyin, ir.Filter, ir.If:
			outer.Clauses = append(outer.Clauses, c)
		case ir.Reduction:
			outer.Clauses = append(outer.Clauses, c)
			inner.Clauses = append(inner.Clauses, &ir.Clause{Kind: ir.Shared, Items: c.Items, Pos: c.Pos})
		case ir.Default, ir.Shared:
			outer.Clauses = append(outer.Clauses, c)
			inner.Clauses = append(inner.Clauses, c)
		default:
			inner.Clauses = append(inner.Clauses, c)
		}
	}
	tasks, out := *n, *n
	tasks.Dir, out.Dir = inner, outer
	out.Kids = []*ir.Node{&tasks}
	return &out
}

func (t *tasks) parts(n *ir.Node) *ir.Node {
	if !hasOMP(n) && n.Op != ir.OpDecl && n.Op != ir.OpBlock && n.Op != ir.OpFor {
		return n
	}
	return withKids(n, t.rewrite)
}

// task names the variables that are firstprivate without a clause.
func (t *tasks) task(n *ir.Node) *ir.Node {
	return t.named(n, n.Dir.All(ir.PrivateC), n.Dir.All(ir.Firstprivate), n.Dir.All(ir.Shared))
}

// named is a task with the body and the data-sharing clauses of the directive n.
func (t *tasks) named(n *ir.Node, private, firstprivate, shared []*ir.Clause) *ir.Node {
	listed := map[*ir.Var]bool{}
	dir := &ir.Directive{Parts: []ir.Part{ir.Task}, Pos: n.Dir.Pos, Clauses: n.Dir.All(ir.Default)}
	for _, list := range [][]*ir.Clause{private, firstprivate, shared} {
		for _, cl := range list {
			dir.Clauses = append(dir.Clauses, cl)
			for _, it := range cl.Items {
				listed[it.Root()] = true
			}
		}
	}
	implicit := &ir.Clause{Kind: ir.Firstprivate, Pos: n.Dir.Pos}
	for _, v := range ir.Vars(n.Kids[0]) {
		if t.private[v] && !listed[v] && !sharedByDefault(n.Dir) {
			implicit.Items = append(implicit.Items, &ir.Item{Text: v.Name, BaseText: v.Name, X: at(n).ref(v), Pos: n.Dir.Pos})
		}
	}
	if len(implicit.Items) > 0 {
		dir.Clauses = append(dir.Clauses, implicit)
	}
	out := *n
	out.Dir = dir
	return &out
}

func sharedByDefault(d *ir.Directive) bool {
	c := d.First(ir.Default)
	return c != nil && c.Mod == "shared"
}

// taskloop makes the loop one task, which runs it as it is written, and each iteration
// one inside of it, with firstprivate copies of its own. The last iteration is the
// last to assign to lastprivate items, which need no copies.
func (t *tasks) taskloop(n *ir.Node) *ir.Node {
	k := at(n)
	own := &ir.Clause{Kind: ir.PrivateC, Pos: n.Dir.Pos}
	loops, body, err := nestOf(n)
	if err != nil {
		panic("BUG: non-canonical loop after the front end: " + err.Error())
	}
	for _, l := range loops {
		if !l.Declared {
			own.Items = append(own.Items, &ir.Item{Text: l.Var.Name, BaseText: l.Var.Name, X: k.ref(l.Var), Pos: n.Dir.Pos})
		}
	}
	shared := n.Dir.All(ir.Shared)
	for _, cl := range append(n.Dir.All(ir.Lastprivate), n.Dir.All(ir.Linear)...) {
		as := *cl
		as.Kind, as.Args = ir.Shared, nil
		shared = append(shared, &as)
	}
	iteration := *n
	iteration.Kids = []*ir.Node{body}
	inner := t.named(&iteration, nil, n.Dir.All(ir.Firstprivate), shared)
	whole := *n
	whole.Kids = []*ir.Node{ir.Rewrite(n.Kids[0], func(x *ir.Node) *ir.Node {
		if x == body {
			return inner
		}
		return x
	})}
	private := append([]*ir.Clause{}, n.Dir.All(ir.PrivateC)...)
	if len(own.Items) > 0 {
		private = append(private, own)
	}
	whole.Dir = &ir.Directive{Parts: []ir.Part{ir.Task}, Pos: n.Dir.Pos, Clauses: private}
	return &whole
}
