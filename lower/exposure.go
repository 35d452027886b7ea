package lower

import ir "omp2cl/ompir"

// changed reports whether n may change the variable v itself: assigned by name,
// listed in a clause that writes it, or its address taken.
func changed(n *ir.Node, v *ir.Var) bool {
	e := exposure{v: v, writes: true}
	e.visit(n, false)
	return e.found
}

// addressTaken reports whether v's address is taken in n, by & or as an array that
// is not just indexed.
func addressTaken(n *ir.Node, v *ir.Var) bool {
	e := exposure{v: v}
	e.visit(n, false)
	return e.found
}

// exposure looks for places where the object v, not just its value, is used.
type exposure struct {
	v      *ir.Var
	writes bool // assignments count
	found  bool
}

// visit looks at n. exposed says that n is an lvalue whose object is used.
func (e *exposure) visit(n *ir.Node, exposed bool) {
	if n == nil || e.found {
		return
	}
	switch n.Op {
	case ir.OpVar, ir.OpIndex, ir.OpMember:
		decays := n.Type != nil && n.Type.Kind == ir.Array
		e.lvalue(n, exposed || decays)
		return
	case ir.OpAddr:
		e.visit(n.Kids[0], true)
		return
	case ir.OpAssign, ir.OpAssignOp, ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec:
		e.visit(n.Kids[0], e.writes)
		e.rest(n.Kids[1:])
		return
	case ir.OpOMP:
		e.clauses(n.Dir)
	}
	e.rest(n.Kids)
}

func (e *exposure) rest(kids []*ir.Node) {
	for _, k := range kids {
		e.visit(k, false)
	}
}

// lvalue follows members and elements of arrays down to the object they are part
// of. An array on the way is indexed, which does not expose it.
func (e *exposure) lvalue(n *ir.Node, exposed bool) {
	switch {
	case n.Op == ir.OpVar:
		e.found = e.found || n.Var == e.v && exposed
	case n.Op == ir.OpMember:
		e.lvalue(n.Kids[0], exposed)
	case n.Op == ir.OpIndex && n.Kids[0].Type.Kind == ir.Array:
		e.visit(n.Kids[1], false)
		e.lvalue(n.Kids[0], exposed)
	case n.Op == ir.OpIndex: // through a pointer: another object
		e.rest(n.Kids)
	default:
		e.visit(n, exposed)
	}
}

// clauses counts the list items that a construct writes.
func (e *exposure) clauses(d *ir.Directive) {
	for _, c := range d.Clauses {
		switch c.Kind {
		case ir.Reduction, ir.Lastprivate, ir.Linear, ir.Copyprivate:
			for _, it := range c.Items {
				e.found = e.found || e.writes && it.Root() == e.v
			}
		}
		for _, a := range c.Args {
			e.visit(a.X, false)
		}
	}
}
