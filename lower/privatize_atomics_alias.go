package lower

import ir "omp2cl/ompir"

// mayAlias reports whether the lvalues x and y may share memory; nil for x is any memory.
// Different variables do not. Through pointers the types decide, by C's rule that an
// object is accessed as what it is, as a character, or as a member of a union.
func (g *gatherer) mayAlias(x, y *ir.Node) bool {
	w := baseOf(y)
	if x == nil {
		return !g.unreachable(w)
	}
	v := baseOf(x)
	switch {
	case v != nil && w != nil:
		return v == w
	case g.unreachable(v), g.unreachable(w):
		return false
	}
	return isAnyType(x) || isAnyType(y) || sameObjectType(x.Type, y.Type)
}

// unreachable reports whether no pointer leads to the variable v: a thread's own whose
// address nobody takes, or a value that the kernel gets.
func (g *gatherer) unreachable(v *ir.Var) bool {
	if v == nil {
		return false
	}
	known, ok := g.hidden[v]
	if !ok {
		own := (v.Storage == ir.StorageLocal || v.Storage == ir.StorageParam) && v.Space == ir.NoSpace
		known = own && !addressTaken(g.k.Body, v) || v.Storage == ir.StorageHost && isValue(g.k, v)
		g.hidden[v] = known
	}
	return known
}

// isValue reports whether the host's variable v, which does not lie in the arena, comes to
// the kernel k as a value that k does not change.
func isValue(k *ir.Kernel, v *ir.Var) bool {
	dir := k.Construct.Node.Dir
	if !v.Type.IsScalar() || dir.First(ir.Defaultmap) != nil || changed(k.Body, v) {
		return false
	}
	for _, c := range dir.All(ir.Map) {
		for _, it := range c.Items {
			if it.Root() == v && (len(it.Sections) == 0 || v.Type.Kind != ir.Pointer) {
				return false
			}
		}
	}
	return true
}

// isAnyType reports whether the lvalue n may access objects of other types than its own.
func isAnyType(n *ir.Node) bool {
	if !n.Type.IsScalar() || n.Type.IsInteger() && n.Type.Size() == 1 {
		return true
	}
	for n.Op == ir.OpMember || n.Op == ir.OpIndex && n.Kids[0].Type.Kind == ir.Array {
		n = n.Kids[0]
		if n.Type.Kind == ir.Union {
			return true
		}
	}
	return false
}

// sameObjectType reports whether an object may be accessed as t and as u, scalar types:
// the signs of integers do not matter.
func sameObjectType(t, u *ir.Type) bool {
	if t.IsInteger() && u.IsInteger() {
		return t.Size() == u.Size()
	}
	return t.Kind == u.Kind
}
