package lower

import ir "omp2cl/ompir"

// A function may be given the address of a variable of the iteration, or of an element,
// which has no form in vectors. Where its body takes the place of the call, what the
// parameter points to is named instead:
//
//	f(&x, &a[i]);   with   void f(float *p, float *q) { *p = q[1]; }
//
// becomes "long at = i; x = a[at + 1];".

// pointee returns the lvalue that the argument n, a pointer, points to, nil where lanes
// have the pointer as it is or its target is not known. Subscripts are computed before.
func (in *inliner) pointee(n *ir.Node, before *[]*ir.Node) *ir.Node {
	for n.Op == ir.OpCast && n.Type.Kind == ir.Pointer && n.Kids[0].Type.Kind == ir.Pointer && n.Type.Elem.Equal(n.Kids[0].Type.Elem) {
		n = n.Kids[0]
	}
	switch {
	case n.Op == ir.OpVar:
		return in.targets[n.Var]
	case n.Op == ir.OpAddr:
		return in.held(n.Kids[0], before)
	case n.Op == ir.OpAdd && n.Kids[1].Type.IsInteger():
		if base := n.Kids[0]; base.Op == ir.OpVar && in.targets[base.Var] != nil {
			return in.beside(in.targets[base.Var], in.subscript(n.Kids[1], before))
		}
		return in.held(at(n).node(ir.OpIndex, n.Type.Elem, n.Kids...), before)
	}
	return nil
}

// held returns the lvalue n with subscripts that stay what they are now, nil if it is
// neither a variable of the iteration nor an element at a known place.
func (in *inliner) held(n *ir.Node, before *[]*ir.Node) *ir.Node {
	out := *n
	switch {
	case n.Op == ir.OpVar:
		if n.Type.Kind != ir.Array && !in.own[n.Var] || n.Type.Kind == ir.Array && rootOf(n) != nil {
			return nil
		}
		return n
	case n.Op == ir.OpMember, n.Op == ir.OpIndex && n.Kids[0].Type.Kind == ir.Array:
		base := in.held(n.Kids[0], before)
		if base == nil || n.Op == ir.OpMember && base.Op == ir.OpVar {
			return nil
		}
		out.Kids = append([]*ir.Node{base}, n.Kids[1:]...)
	case n.Op == ir.OpIndex, n.Op == ir.OpDeref:
		if p := n.Kids[0]; p.Op != ir.OpVar || p.Var.Storage == ir.StorageFile || in.targets[p.Var] != nil {
			return nil
		}
		out.Kids = append([]*ir.Node{}, n.Kids...)
	default:
		return nil
	}
	if n.Op == ir.OpIndex {
		out.Kids[1] = in.subscript(n.Kids[1], before)
	}
	return &out
}

// subscript returns the value that the subscript n has now.
func (in *inliner) subscript(n *ir.Node, before *[]*ir.Node) *ir.Node {
	if n.Op == ir.OpConst {
		return n
	}
	x := in.m.NewVar("omp2cl_at", ir.TI64, ir.StorageLocal)
	*before = append(*before, at(n).decl(x, at(n).cast(ir.TI64, n)))
	return at(n).ref(x)
}

// beside returns the element i behind the element n, nil if n is none.
func (in *inliner) beside(n, i *ir.Node) *ir.Node {
	if i.Op == ir.OpConst && i.Int == 0 {
		return n
	}
	if n == nil || n.Op != ir.OpIndex {
		return nil
	}
	k, out := at(i), *n
	out.Kids = []*ir.Node{n.Kids[0], k.bin(ir.OpAdd, ir.TI64, k.cast(ir.TI64, n.Kids[1]), k.cast(ir.TI64, i))}
	return &out
}

// named returns the statements with the targets of pointers in place of their uses.
// A pointer that is used in another way, but for an argument, stays.
func (in *inliner) named(stmts []*ir.Node) []*ir.Node {
	if len(in.targets) == 0 {
		return stmts
	}
	for i, n := range stmts {
		stmts[i] = ir.Rewrite(n, func(x *ir.Node) *ir.Node {
			p, i := x, (*ir.Node)(nil)
			switch {
			case x.Op == ir.OpIndex:
				p, i = x.Kids[0], x.Kids[1]
			case x.Op == ir.OpDeref && x.Kids[0].Op == ir.OpAdd:
				p, i = x.Kids[0].Kids[0], x.Kids[0].Kids[1]
			case x.Op == ir.OpDeref && x.Kids[0].Op == ir.OpSub:
				k := at(x)
				p, i = x.Kids[0].Kids[0], k.node(ir.OpNeg, ir.TI64, k.cast(ir.TI64, x.Kids[0].Kids[1]))
			case x.Op == ir.OpDeref:
				p = x.Kids[0]
			}
			if p == x || p.Op != ir.OpVar || in.targets[p.Var] == nil {
				return x
			}
			to := in.targets[p.Var]
			if i != nil {
				to = in.beside(to, i)
			}
			if to == nil || !to.Type.Equal(unvolatile(x.Type)) {
				return x
			}
			return in.m.Clone(to, nil)
		})
	}
	return stmts
}

// pointsOn reports whether n still has a pointer in it whose target was to be named.
func (in *inliner) pointsOn(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool { return x.Op == ir.OpVar && in.targets[x.Var] != nil })
}
