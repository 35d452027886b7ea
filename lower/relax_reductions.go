package lower

import ir "omp2cl/ompir"

// relaxReductions lets the device compiler choose the order in which a thread adds
// to its copy of a reduction item, or multiplies it: C fixes it for floating types,
// which keeps a loop from running as vectors, but OpenMP leaves open which values
// end up in which copy and in what order copies are combined (OpenMP 4.5
// §2.15.3.6). Statements "s += e", "s = s + e", "s = e + s" and the same with - and *
// become calls of omp2cl_sum and omp2cl_product, whose operation alone may be
// reordered; all other arithmetic stays as the user wrote it.
func relaxReductions(m *ir.Module) error {
	relax := func(body *ir.Node) *ir.Node {
		return ir.Rewrite(body, func(n *ir.Node) *ir.Node {
			if n.Op == ir.OpAssign || n.Op == ir.OpAssignOp {
				return relaxed(n)
			}
			return n
		})
	}
	rewriteBodies(m, relax)
	return nil
}

// relaxed returns the assignment n with a call for its operation when n adds to a
// reduction copy or multiplies it.
func relaxed(n *ir.Node) *ir.Node {
	v, op, e := accumulation(n)
	if v == nil || !v.Type.IsFloat() || !(e.Type.Equal(v.Type) || e.Type.IsInteger()) {
		return n
	}
	k, name := at(n), ""
	e = k.cast(v.Type, e)
	switch {
	case op == ir.OpSub && (v.Reduces == "+" || v.Reduces == "-"):
		name, e = "omp2cl_sum", k.node(ir.OpNeg, v.Type, e)
	case op == ir.OpAdd && (v.Reduces == "+" || v.Reduces == "-"):
		name = "omp2cl_sum"
	case op == ir.OpMul && v.Reduces == "*":
		name = "omp2cl_product"
	default:
		return n
	}
	return k.node(ir.OpAssign, v.Type, k.ref(v), k.call(name, v.Type, k.ref(v), e))
}

// accumulation takes apart an assignment that combines a reduction copy v with the
// value e: v = v op e. It returns nil for any other.
func accumulation(n *ir.Node) (v *ir.Var, op ir.Op, e *ir.Node) {
	to := n.Kids[0]
	if to.Op != ir.OpVar || to.Var.Reduces == "" {
		return nil, 0, nil
	}
	if n.Op == ir.OpAssignOp {
		return to.Var, n.Sub, n.Kids[1]
	}
	sum := n.Kids[1]
	if len(sum.Kids) != 2 {
		return nil, 0, nil
	}
	own := func(x *ir.Node) bool { return x.Op == ir.OpVar && x.Var == to.Var }
	switch {
	case own(sum.Kids[0]):
		return to.Var, sum.Op, sum.Kids[1]
	case own(sum.Kids[1]) && sum.Op != ir.OpSub:
		return to.Var, sum.Op, sum.Kids[0]
	}
	return nil, 0, nil
}
