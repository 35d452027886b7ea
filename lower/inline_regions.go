package lower

import ir "omp2cl/ompir"

// inlineRegions puts functions with parallel regions in the place of their calls in team
// code, where a group's work-items can be the threads of those regions:
//
//	target  step(a, n)  =>  target  { int n.1 = n; parallel for ... }
//
// A function by itself cannot know whether it is called in a parallel region, and its own
// regions have one thread.
func inlineRegions(m *ir.Module) error {
	r := &regionInliner{m: m}
	for _, c := range m.Constructs {
		if c.Node.Dir.Is(ir.Target) && contains(c.Node, func(n *ir.Node) bool { return n.Op == ir.OpCall && n.Func != nil }) {
			r.takes, r.copied, r.around = map[*ir.Func]bool{}, copiedIn(c.Node), []*ir.Node{c.Node}
			c.Node = r.construct(c.Node)
		}
	}
	return nil
}

// regionInliner walks through team code: what a team's initial thread executes outside of
// parallel regions.
type regionInliner struct {
	m      *ir.Module
	takes  map[*ir.Func]bool // functions known to take the place of their calls, or not to
	copied map[*ir.Var]bool  // variables that the region's constructs may have copies of
	around []*ir.Node        // the region and the bodies that the walk is in
}

// copiedIn returns what clauses other than map name in the region n. Functions have the
// original where the region has a copy.
func copiedIn(n *ir.Node) map[*ir.Var]bool {
	copied := map[*ir.Var]bool{}
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op != ir.OpOMP {
			return true
		}
		for _, c := range x.Dir.Clauses {
			for _, it := range c.Items {
				if v := it.Root(); v != nil && c.Kind != ir.Map {
					copied[v] = true
				}
			}
		}
		return true
	})
	return copied
}

// list returns what becomes of the statements of a scope.
func (r *regionInliner) list(stmts []*ir.Node) []*ir.Node {
	var out []*ir.Node
	for _, n := range stmts {
		out = append(out, r.stmt(n)...)
	}
	return out
}

// stmt returns what becomes of the statement n: bodies of functions come in front of what
// is left of it.
func (r *regionInliner) stmt(n *ir.Node) []*ir.Node {
	if !contains(n, r.opens) {
		return []*ir.Node{n}
	}
	out := *n
	out.Kids = append([]*ir.Node{}, n.Kids...)
	var before []*ir.Node
	switch n.Op {
	case ir.OpOMP:
		return []*ir.Node{r.construct(n)}
	case ir.OpBlock:
		out.Kids = r.list(n.Kids)
	case ir.OpDecl:
		out.Kids[0] = r.value(n.Kids[0], &before)
	case ir.OpExpr:
		if r.opens(n.Kids[0]) {
			return r.body(n.Kids[0], nil)
		}
		out.Kids[0] = r.value(n.Kids[0], &before)
	case ir.OpIf, ir.OpSwitch:
		out.Kids[0] = r.value(n.Kids[0], &before)
		r.scopes(out.Kids[1:])
	case ir.OpWhile:
		r.scopes(out.Kids[1:])
	case ir.OpDo:
		r.scopes(out.Kids[:1])
	case ir.OpFor:
		r.scopes(out.Kids[3:])
	case ir.OpCase, ir.OpDefault, ir.OpLabel:
		r.scopes(out.Kids)
	}
	return append(before, &out)
}

// construct returns the construct n with its team code rewritten.
func (r *regionInliner) construct(n *ir.Node) *ir.Node {
	if !isPart(n, ir.Target) && !isPart(n, ir.Teams) && !isPart(n, ir.Distribute) && !isPart(n, ir.Master) {
		return n
	}
	out := *n
	out.Kids = append([]*ir.Node{}, n.Kids...)
	r.scopes(out.Kids)
	return &out
}

// scopes rewrites statements that are parts of others.
func (r *regionInliner) scopes(list []*ir.Node) {
	for i, n := range list {
		switch s := r.stmt(n); {
		case len(s) == 1:
			list[i] = s[0]
		default:
			list[i] = at(n).block(s...)
		}
	}
}

// value returns the expression e without calls of functions with parallel regions, as far
// as C evaluates them in any case and in no certain order; their bodies go to before.
func (r *regionInliner) value(e *ir.Node, before *[]*ir.Node) *ir.Node {
	switch {
	case !contains(e, r.opens):
		return e
	case r.opens(e):
		if !e.Func.Result.IsScalar() {
			return e
		}
		k := at(e)
		result := r.m.NewVar(e.Func.Name, e.Func.Result, ir.StorageLocal)
		*before = append(append(*before, k.decl(result)), r.body(e, result)...)
		return k.ref(result)
	case e.Op == ir.OpLogAnd, e.Op == ir.OpLogOr, e.Op == ir.OpCond, e.Op == ir.OpComma, e.Op == ir.OpStmtExpr:
		return e
	}
	return withKids(e, func(k *ir.Node) *ir.Node { return r.value(k, before) })
}

// body returns the body of the function that n calls. What it returns goes to result, if
// that is not nil.
func (r *regionInliner) body(n *ir.Node, result *ir.Var) []*ir.Node {
	f, k := n.Func, at(n)
	own := map[*ir.Var]*ir.Var{}
	var out []*ir.Node
	for i, p := range f.Params {
		if v := n.Kids[i].Var; n.Kids[i].Op == ir.OpVar && v.Type == p.Type && r.isHidden(v) && !changed(f.Body, p) {
			own[p] = v
			continue
		}
		v := r.m.NewVar(p.Name, p.Type, ir.StorageLocal)
		own[p], out = v, append(out, r.stmt(k.decl(v, n.Kids[i]))...)
		v.Type = r.m.Clone(k.ref(p), own).Type // lengths of arrays name parameters
	}
	in := inliner{m: r.m}
	body := k.block(in.returning(flattened(nil, r.m.Clone(f.Body, own)), result)...)
	r.around = append(r.around, body)
	out = append(out, r.list(body.Kids)...)
	r.around = r.around[:len(r.around)-1]
	return []*ir.Node{k.block(out...)}
}

// isHidden reports whether no function can know of the variable v.
func (r *regionInliner) isHidden(v *ir.Var) bool {
	return v.Storage == ir.StorageLocal && allOf(r.around, func(n *ir.Node) bool { return !addressTaken(n, v) })
}

// opens reports whether n calls a function that may take the place of its call, and has
// parallel regions.
func (r *regionInliner) opens(n *ir.Node) bool {
	f := n.Func
	if n.Op != ir.OpCall || f == nil || f.Body == nil || f.Variadic || len(n.Kids) != len(f.Params) {
		return false
	}
	takes, known := r.takes[f]
	if !known {
		r.takes[f] = false // for functions that call themselves
		takes = r.opensRegion(f) && r.fits(f)
		r.takes[f] = takes
	}
	return takes && len(r.around) <= maxInlineDepth
}

// opensRegion reports whether f, or a function that it calls, has a parallel region, or
// says how many threads those of its caller have.
func (r *regionInliner) opensRegion(f *ir.Func) bool {
	return hasPart(f.Body, ir.Parallel) || contains(f.Body, setsThreads) || contains(f.Body, r.opens)
}

// fits reports whether the body of f means the same in the place of a call: all its
// returns can become assignments, and it names nothing that the region has a copy of.
func (r *regionInliner) fits(f *ir.Func) bool {
	for _, v := range ir.Vars(f.Body) {
		if r.copied[v] || v.Link {
			return false
		}
	}
	in := inliner{m: r.m}
	in.returning(flattened(nil, f.Body), nil)
	return !in.failed
}
