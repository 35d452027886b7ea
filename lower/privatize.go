package lower

import ir "omp2cl/ompir"

// privates is what the data-sharing clauses of one construct come to: new
// variables in place of the list items (OpenMP 4.5 §2.15.3).
type privates struct {
	body       *ir.Node   // the construct's body, over the new variables
	decls      []*ir.Node // declarations and initial values
	reductions []reduction
	lasts      []lastItem
	linears    []linearItem
	copiesBack bool // some list item is read at the start and written at the end
}

// lastItem is a lastprivate list item: original and private copy.
type lastItem struct{ orig, copy *ir.Node }

// linearItem is a linear list item; start holds the original's value at entry.
type linearItem struct {
	orig, copy, start, step *ir.Node
}

// privatize gives the list items of n's clauses their private variables.
func (c *constructs) privatize(n *ir.Node) *privates {
	p := &privates{}
	to := map[*ir.Var]*ir.Node{}
	k := at(n)
	for _, cl := range n.Dir.Clauses {
		for _, it := range cl.Items {
			v := it.Root()
			if v == nil {
				continue
			}
			switch cl.Kind {
			case ir.PrivateC:
				p.add(c, k, to, it)
			case ir.Firstprivate:
				if !changed(n.Kids[0], v) && !alsoLast(cl, n.Dir) {
					continue // reading the original is as good as a copy
				}
				orig, fresh := p.add(c, k, to, it)
				p.decls = append(p.decls, k.copyObject(c.m, fresh, orig))
			case ir.Lastprivate:
				orig, fresh := p.add(c, k, to, it)
				p.lasts = append(p.lasts, lastItem{orig, fresh})
			case ir.Linear:
				p.addLinear(c, k, to, cl, it)
			case ir.Reduction:
				p.addReduction(c, k, to, operatorOf(c.m, cl), it)
			}
		}
	}
	p.findCopiesBack(n.Dir)
	p.body = rebaseItems(substitute(n.Kids[0], to))
	return p
}

// add declares the private variable of a plain list item, once even if several
// clauses name it, and returns original and copy.
func (p *privates) add(c *constructs, k maker, to map[*ir.Var]*ir.Node, it *ir.Item) (orig, fresh *ir.Node) {
	v := it.Root()
	if old, ok := to[v]; ok {
		return k.ref(v), old
	}
	nv := c.m.NewVar(v.Name, v.Type, ir.StorageLocal)
	nv.Pos, nv.Align = v.Pos, v.Align
	p.decls = append([]*ir.Node{k.decl(nv)}, p.decls...)
	to[v] = k.ref(nv)
	return it.X, to[v]
}

func (p *privates) addLinear(c *constructs, k maker, to map[*ir.Var]*ir.Node, cl *ir.Clause, it *ir.Item) {
	orig, fresh := p.add(c, k, to, it)
	start := c.m.NewVar(it.Root().Name+"_start", fresh.Type, ir.StorageLocal)
	p.decls = append(p.decls, k.decl(start, orig))
	step := k.num(ir.TI32, 1)
	if len(cl.Args) > 0 {
		step = cl.Args[0].X
	}
	p.linears = append(p.linears, linearItem{orig, fresh, k.ref(start), step})
	p.lasts = append(p.lasts, lastItem{orig, fresh})
	p.copiesBack = true
}

// findCopiesBack notes list items that are both firstprivate and lastprivate: all
// threads must have read them before one writes.
func (p *privates) findCopiesBack(d *ir.Directive) {
	for _, cl := range d.All(ir.Firstprivate) {
		if alsoLast(cl, d) {
			p.copiesBack = true
		}
	}
}

// wrap returns a block with the private variables around stmts.
func (p *privates) wrap(k maker, stmts []*ir.Node) *ir.Node {
	return k.block(append(append([]*ir.Node{}, p.decls...), stmts...)...)
}

// copyOut assigns the private copies of lastprivate items to the originals.
func (p *privates) copyOut(k maker, c *constructs) []*ir.Node {
	var out []*ir.Node
	for _, l := range p.lasts {
		out = append(out, k.copyObject(c.m, l.orig, l.copy))
	}
	return out
}

// share marks a team-level variable that more than the team's initial thread
// reads.
func (c *constructs) share(v *ir.Var) {
	if c.shared == nil {
		c.shared = map[*ir.Var]bool{}
	}
	c.shared[v] = true
}

// sharedInParallel collects the variables that a team's other threads may read:
// those named in a parallel construct or in the header of a distribute loop, and
// those whose address is taken outside of one.
func sharedInParallel(body *ir.Node) map[*ir.Var]bool {
	shared := map[*ir.Var]bool{}
	note := func(vars []*ir.Var) {
		for _, v := range vars {
			shared[v] = true
		}
	}
	ir.Walk(body, func(n *ir.Node) bool {
		switch {
		case isPart(n, ir.Parallel):
			note(ir.Vars(n))
			return false
		case isPart(n, ir.Distribute):
			note(headerVars(n))
		}
		return true
	})
	if hasPart(body, ir.Parallel) {
		for _, v := range ir.Vars(body) {
			if !shared[v] && addressTaken(body, v) {
				shared[v] = true
			}
		}
	}
	return shared
}

// headerVars returns the variables in bounds, steps and clauses of a loop
// construct.
func headerVars(n *ir.Node) []*ir.Var {
	head := *n
	head.Kids = nil
	vars := ir.Vars(&head)
	if loops, _, err := nestOf(n); err == nil {
		for _, l := range loops {
			vars = append(vars, ir.Vars(l.Lower)...)
			vars = append(vars, ir.Vars(l.Upper)...)
			vars = append(vars, ir.Vars(l.Step)...)
		}
	}
	return vars
}
