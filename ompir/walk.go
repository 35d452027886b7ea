package ompir

// Walk visits n and everything below it in source order, a node before its
// operands. f says whether to go below the node. Besides operands it visits the
// clause expressions of a directive and the lengths in the types that a
// declaration, a cast, a compound literal or a sizeof names; the lengths in other
// expressions' types repeat those of the variables they start from.
func Walk(n *Node, f func(*Node) bool) {
	if n == nil || !f(n) {
		return
	}
	walkLengths(namedType(n), f)
	if n.Dir != nil {
		for _, c := range n.Dir.Clauses {
			walkClause(c, f)
		}
	}
	for _, k := range n.Kids {
		Walk(k, f)
	}
}

// namedType returns the type that n itself names, as opposed to one that follows
// from its operands, or nil.
func namedType(n *Node) *Type {
	switch n.Op {
	case OpDecl:
		return n.Var.Type
	case OpSizeof:
		return n.Of
	case OpCast, OpCompound:
		return n.Type
	}
	return nil
}

// walkLengths visits the lengths of the variable-length arrays in t.
func walkLengths(t *Type, f func(*Node) bool) {
	for ; t != nil && (t.Kind == Array || t.Kind == Pointer); t = t.Elem {
		Walk(t.LenExpr, f)
	}
}

func walkClause(c *Clause, f func(*Node) bool) {
	for _, it := range c.Items {
		Walk(it.X, f)
		for _, b := range it.Sections {
			walkArg(b.Lower, f)
			walkArg(b.Length, f)
			walkArg(b.Stride, f)
		}
	}
	for _, a := range c.Args {
		walkArg(a, f)
	}
}

func walkArg(a *Arg, f func(*Node) bool) {
	if a != nil {
		Walk(a.X, f)
	}
}

// Vars returns the variables that n refers to or declares, each once, in order of
// first appearance. It does not follow the types of variables declared elsewhere:
// LenVars gives the variables that those need.
func Vars(n *Node) []*Var {
	var vars varSet
	Walk(n, vars.note)
	return vars.list
}

// LenVars returns the variables that the lengths of the variable-length arrays in
// t refer to, outermost array first.
func LenVars(t *Type) []*Var {
	var vars varSet
	walkLengths(t, vars.note)
	return vars.list
}

// varSet collects variables in order of first appearance.
type varSet struct {
	list []*Var
	seen map[*Var]bool
}

// note adds the variable of n, if it has one; it always asks for the operands.
func (s *varSet) note(n *Node) bool {
	if n.Var == nil || s.seen[n.Var] {
		return true
	}
	if s.seen == nil {
		s.seen = map[*Var]bool{}
	}
	s.seen[n.Var] = true
	s.list = append(s.list, n.Var)
	return true
}
