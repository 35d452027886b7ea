package ompir

import "fmt"

// Clone returns a deep copy of n: no node, directive or variable-length type is
// shared with it. Variables that vars maps are replaced; local variables that n
// declares get fresh identities, which are added to vars (nil is allowed), and
// labels that n defines get fresh names. Gotos to labels outside n stay.
func (m *Module) Clone(n *Node, vars map[*Var]*Var) *Node {
	if vars == nil {
		vars = map[*Var]*Var{}
	}
	c := cloner{m: m, vars: vars, labels: map[string]string{}, types: map[*Type]*Type{}}
	fresh := c.collect(n)
	for _, v := range fresh {
		vars[v].Type = c.typ(v.Type)
	}
	return c.node(n)
}

// cloner carries one Clone.
type cloner struct {
	m      *Module
	vars   map[*Var]*Var
	labels map[string]string
	types  map[*Type]*Type
}

// collect gives every declared local and every label of n its new identity and
// returns the old variables.
func (c *cloner) collect(n *Node) []*Var {
	var fresh []*Var
	Walk(n, func(k *Node) bool {
		switch {
		case k.Op == OpDecl && k.Var.Storage == StorageLocal && c.vars[k.Var] == nil:
			c.vars[k.Var] = c.m.cloneVar(k.Var)
			fresh = append(fresh, k.Var)
		case k.Op == OpLabel:
			c.m.nextID++
			c.labels[k.Str] = fmt.Sprintf("%s_%d", k.Str, c.m.nextID)
		}
		return true
	})
	return fresh
}

// cloneVar returns a copy of v with an identity of its own.
func (m *Module) cloneVar(v *Var) *Var {
	nv := *v
	m.nextID++
	nv.ID = m.nextID
	return &nv
}

func (c *cloner) node(n *Node) *Node {
	if n == nil {
		return nil
	}
	out := *n
	out.Type, out.Of = c.typ(n.Type), c.typ(n.Of)
	out.Var = c.variable(n.Var)
	if label, ok := c.labels[n.Str]; ok && (n.Op == OpLabel || n.Op == OpGoto) {
		out.Str = label
	}
	out.Dir = c.directive(n.Dir)
	out.Kids = make([]*Node, len(n.Kids))
	for i, k := range n.Kids {
		out.Kids[i] = c.node(k)
	}
	return &out
}

func (c *cloner) variable(v *Var) *Var {
	if nv, ok := c.vars[v]; ok {
		return nv
	}
	return v
}

func (c *cloner) typ(t *Type) *Type {
	if t == nil || !t.HasVLA() {
		return t
	}
	if u, ok := c.types[t]; ok {
		return u
	}
	u := *t
	u.Elem, u.LenExpr = c.typ(t.Elem), c.node(t.LenExpr)
	c.types[t] = &u
	return &u
}

func (c *cloner) directive(d *Directive) *Directive {
	if d == nil {
		return nil
	}
	out := *d
	out.Parts = append([]Part(nil), d.Parts...)
	out.Clauses = make([]*Clause, len(d.Clauses))
	for i, cl := range d.Clauses {
		out.Clauses[i] = c.clause(cl)
	}
	return &out
}

func (c *cloner) clause(cl *Clause) *Clause {
	out := *cl
	out.Items, out.Args = nil, nil
	for _, it := range cl.Items {
		out.Items = append(out.Items, c.item(it))
	}
	for _, a := range cl.Args {
		out.Args = append(out.Args, c.arg(a))
	}
	return &out
}

func (c *cloner) item(it *Item) *Item {
	out := *it
	out.X, out.Sections = c.node(it.X), nil
	for _, b := range it.Sections {
		out.Sections = append(out.Sections, Bracket{Lower: c.arg(b.Lower), Length: c.arg(b.Length), Stride: c.arg(b.Stride), Colon: b.Colon})
	}
	return &out
}

func (c *cloner) arg(a *Arg) *Arg {
	if a == nil {
		return nil
	}
	return &Arg{X: c.node(a.X), Text: a.Text}
}
