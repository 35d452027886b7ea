package lower

import ir "omp2cl/ompir"

// boundReductions takes the conditions out of minima and maxima of integers:
//
//	if (a[i] == m && i > at) at = i;
//	=>  { T v = a[i] == m ? i : LEAST;  if (v > at) at = v; }
//
// where at is a thread's copy of a reduction item and LEAST what it starts from. Host
// compilers find a vector of maxima in the first form, too; LLVM leaves the jump. Any
// iteration may be the first of its thread, so that each one can evaluate all of the
// condition but the comparison.
func boundReductions(m *ir.Module) error {
	var visit func(n *ir.Node) *ir.Node
	visit = func(n *ir.Node) *ir.Node {
		if n.Op == ir.OpIf && len(n.Kids) == 2 {
			if b := bounded(m, n); b != nil {
				return b
			}
		}
		return withKids(n, visit)
	}
	rewriteBodies(m, visit)
	return nil
}

// bounded returns the statement n without its conditions when it bounds a reduction copy,
// else nil.
func bounded(m *ir.Module, n *ir.Node) *ir.Node {
	var conds []*ir.Node
	s := n
	for s.Op == ir.OpIf && len(s.Kids) == 2 {
		conds = conjuncts(conds, s.Kids[0])
		s = sole(s.Kids[1])
	}
	if s.Op != ir.OpExpr || s.Kids[0].Op != ir.OpAssign || s.Kids[0].Kids[0].Op != ir.OpVar {
		return nil
	}
	x, value := s.Kids[0].Kids[0], s.Kids[0].Kids[1]
	if !x.Type.IsInteger() || x.Type.Volatile || x.Var.Reduces != "min" && x.Var.Reduces != "max" {
		return nil
	}
	var guard *ir.Node // the conditions but the comparison
	compared := false
	k, own := at(n), map[*ir.Var]bool{x.Var: true}
	if e := choiceOf(x, value); e != nil {
		value, compared = e, true
	}
	for _, c := range conds {
		switch {
		case !compared && bounds(c, x, value):
			compared = true
		case mayChange(c) || mentions(c, own):
			return nil
		case guard == nil:
			guard = c
		default:
			guard = k.and(guard, c)
		}
	}
	if !compared || guard == nil || !value.Type.Equal(x.Type) || !isRegister(value) || mentions(value, own) {
		return nil
	}
	v := m.NewVar("bound", x.Type, ir.StorageLocal)
	better := k.cmp(ir.OpGt, k.ref(v), x)
	if x.Var.Reduces == "min" {
		better.Op = ir.OpLt
	}
	chosen := k.node(ir.OpCond, x.Type, guard, value, identity(k, x.Var.Reduces, x.Type))
	return k.block(k.decl(v, chosen), k.when(better, k.assign(x, k.ref(v))))
}

// conjuncts adds what && joins in n to list.
func conjuncts(list []*ir.Node, n *ir.Node) []*ir.Node {
	if n.Op == ir.OpLogAnd {
		return conjuncts(conjuncts(list, n.Kids[0]), n.Kids[1])
	}
	return append(list, n)
}

// bounds reports whether the comparison c says that value is beyond the copy x, or no
// less.
func bounds(c, x, value *ir.Node) bool {
	less := c.Op == ir.OpLt || c.Op == ir.OpLe
	if !less && c.Op != ir.OpGt && c.Op != ir.OpGe {
		return false
	}
	small, large := c.Kids[0], c.Kids[1]
	if !less {
		small, large = large, small
	}
	if x.Var.Reduces == "min" {
		small, large = large, small
	}
	return sameLvalue(small, x) && sameLvalue(large, value) && large.Type.Equal(x.Type)
}

// choiceOf returns e of the value e > x ? e : x, in any of its spellings, else nil.
func choiceOf(x, n *ir.Node) *ir.Node {
	if n.Op != ir.OpCond {
		return nil
	}
	for i, e := range n.Kids[1:] {
		other := n.Kids[2-i]
		c := *n.Kids[0]
		if i == 1 && len(c.Kids) == 2 {
			c.Kids = []*ir.Node{c.Kids[1], c.Kids[0]} // not beyond: the other one
		}
		if sameLvalue(other, x) && bounds(&c, x, e) {
			return e
		}
	}
	return nil
}

// mayChange reports whether the evaluation of n may change something.
func mayChange(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		return writes(x.Op) || x.Op == ir.OpStmtExpr || x.Op == ir.OpCall && (x.Func != nil || !ir.IsMath(x.Str)) || x.Type != nil && x.Type.Volatile
	})
}

// isRegister reports whether n is made of variables and constants and traps nowhere.
func isRegister(n *ir.Node) bool {
	switch n.Op {
	case ir.OpConst:
		return true
	case ir.OpVar:
		return n.Type.IsArithmetic() && !n.Type.Volatile
	case ir.OpCast, ir.OpAdd, ir.OpSub, ir.OpMul:
		return n.Type.IsArithmetic() && allOf(n.Kids, isRegister)
	}
	return false
}
