package ompir

// Rewrite replaces n and everything below it by what f makes of it, operands
// before the node. f gets a node whose operands are rewritten already and returns
// it, or another in its place; nil drops a statement of a block or a directive's
// body. Nodes are never changed in place: a node below which something changed is
// copied, all others are shared.
//
// Clause expressions and the lengths of variable-length array types are rewritten
// too. A declaration whose type changes that way has its variable's type set; the
// types of variables declared outside n are the caller's.
func Rewrite(n *Node, f func(*Node) *Node) *Node {
	r := rewriter{f: f, types: map[*Type]*Type{}}
	return r.node(n)
}

// rewriter carries one Rewrite; types remembers what became of each type, so that
// a shared type stays shared and each length is rewritten once.
type rewriter struct {
	f     func(*Node) *Node
	types map[*Type]*Type
}

func (r *rewriter) node(n *Node) *Node {
	if n == nil {
		return nil
	}
	out := *n
	out.Type, out.Of = r.typ(n.Type), r.typ(n.Of)
	out.Dir = r.directive(n.Dir)
	if n.Op == OpDecl {
		n.Var.Type = r.typ(n.Var.Type)
	}
	kids, changed := r.kids(n)
	out.Kids = kids
	if !changed && out.Type == n.Type && out.Of == n.Of && out.Dir == n.Dir {
		return r.f(n)
	}
	return r.f(&out)
}

// kids rewrites n's operands and reports whether any changed.
func (r *rewriter) kids(n *Node) ([]*Node, bool) {
	out := make([]*Node, 0, len(n.Kids))
	changed := false
	for _, k := range n.Kids {
		nk := r.node(k)
		changed = changed || nk != k
		if nk == nil && k != nil {
			if n.Op != OpBlock && n.Op != OpOMP {
				panic("BUG: Rewrite dropped an operand of " + n.Op.String())
			}
			continue
		}
		out = append(out, nk)
	}
	if !changed {
		return n.Kids, false
	}
	return out, true
}

func (r *rewriter) typ(t *Type) *Type {
	if t == nil || !t.HasVLA() {
		return t
	}
	if u, ok := r.types[t]; ok {
		return u
	}
	out := *t
	out.Elem = r.typ(t.Elem)
	out.LenExpr = r.node(t.LenExpr)
	u := &out
	if out.Elem == t.Elem && out.LenExpr == t.LenExpr {
		u = t
	}
	r.types[t], r.types[u] = u, u
	return u
}

func (r *rewriter) directive(d *Directive) *Directive {
	if d == nil {
		return nil
	}
	clauses := make([]*Clause, len(d.Clauses))
	changed := false
	for i, c := range d.Clauses {
		clauses[i] = r.clause(c)
		changed = changed || clauses[i] != c
	}
	if !changed {
		return d
	}
	out := *d
	out.Clauses = clauses
	return &out
}

func (r *rewriter) clause(c *Clause) *Clause {
	out := *c
	out.Items = make([]*Item, len(c.Items))
	out.Args = make([]*Arg, len(c.Args))
	changed := false
	for i, it := range c.Items {
		out.Items[i] = r.item(it)
		changed = changed || out.Items[i] != it
	}
	for i, a := range c.Args {
		out.Args[i] = r.arg(a)
		changed = changed || out.Args[i] != a
	}
	if !changed {
		return c
	}
	return &out
}

func (r *rewriter) item(it *Item) *Item {
	out := *it
	out.X = r.node(it.X)
	out.Sections = make([]Bracket, len(it.Sections))
	changed := out.X != it.X
	for i, b := range it.Sections {
		out.Sections[i] = Bracket{Lower: r.arg(b.Lower), Length: r.arg(b.Length), Stride: r.arg(b.Stride), Colon: b.Colon}
		changed = changed || out.Sections[i] != b
	}
	if !changed {
		return it
	}
	return &out
}

func (r *rewriter) arg(a *Arg) *Arg {
	if a == nil {
		return nil
	}
	x := r.node(a.X)
	if x == a.X {
		return a
	}
	return &Arg{X: x, Text: a.Text}
}
