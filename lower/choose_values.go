package lower

import ir "omp2cl/ompir"

// chooseValues makes one assignment of those that bound a value:
//
//	x[i] = e;  if (x[i] < a) x[i] = a;  else if (x[i] > b) x[i] = b;
//	=>  { T v = e;  x[i] = v < a ? a : v > b ? b : v; }
//
// Host compilers do so by themselves. LLVM leaves the jumps, which a processor cannot
// foretell, and with them a store for each of them.
func chooseValues(m *ir.Module) error {
	rewriteBodies(m, func(body *ir.Node) *ir.Node {
		c := &chooser{m: m, body: body}
		return ir.Rewrite(body, func(n *ir.Node) *ir.Node {
			if n.Op != ir.OpBlock {
				return n
			}
			out := *n
			out.Kids = c.list(n.Kids)
			return &out
		})
	})
	return nil
}

// chooser rewrites one body.
type chooser struct {
	m    *ir.Module
	body *ir.Node
}

// list rewrites the statements of a scope.
func (c *chooser) list(stmts []*ir.Node) []*ir.Node {
	var out []*ir.Node
	for _, n := range stmts {
		x := c.chosen(n)
		k, last := at(n), len(out)-1
		switch {
		case x == nil:
			out = append(out, n)
		case rootOf(x) != nil && x.Op == ir.OpVar && len(n.Kids) == 3:
			out = append(out, k.assign(x, choice(n, x, x)))
		case last >= 0 && c.stores(out[last], x):
			v := c.m.NewVar("value", x.Type, ir.StorageLocal)
			out[last] = k.block(k.decl(v, out[last].Kids[0].Kids[1]), k.assign(x, choice(n, x, k.ref(v))))
		default:
			out = append(out, n)
		}
	}
	return out
}

// chosen returns what all branches of the if n assign to, if they do nothing else and all
// values and conditions are simple; else nil.
func (c *chooser) chosen(n *ir.Node) *ir.Node {
	if n.Op != ir.OpIf {
		return nil
	}
	assign := sole(n.Kids[1])
	if assign.Op != ir.OpExpr || assign.Kids[0].Op != ir.OpAssign {
		return nil
	}
	x := assign.Kids[0].Kids[0]
	if !x.Type.IsArithmetic() || x.Type.Volatile || !c.onlyChooses(n, x) {
		return nil
	}
	return x
}

// onlyChooses reports whether the statement n assigns a simple value to x and does nothing
// else, maybe under simple conditions.
func (c *chooser) onlyChooses(n, x *ir.Node) bool {
	switch n = sole(n); n.Op {
	case ir.OpIf:
		return c.isSimpleValue(n.Kids[0], x) && allOf(n.Kids[1:], func(k *ir.Node) bool { return c.onlyChooses(k, x) })
	case ir.OpExpr:
		e := n.Kids[0]
		return e.Op == ir.OpAssign && sameLvalue(e.Kids[0], x) && c.isSimpleValue(e.Kids[1], x)
	}
	return false
}

// isSimpleValue reports whether n is made of little more than x, constants and the
// thread's own variables, which no store to x can change.
func (c *chooser) isSimpleValue(n, x *ir.Node) bool {
	switch n.Op {
	case ir.OpConst, ir.OpFConst:
		return true
	case ir.OpVar:
		return sameLvalue(n, x) || n.Type.IsArithmetic() && c.isOwn(n)
	case ir.OpCast, ir.OpNeg, ir.OpAdd, ir.OpSub, ir.OpLt, ir.OpGt, ir.OpLe, ir.OpGe, ir.OpEq, ir.OpNe:
		return n.Type.IsArithmetic() && allOf(n.Kids, func(k *ir.Node) bool { return c.isSimpleValue(k, x) })
	}
	return sameLvalue(n, x)
}

// choice is the value that x has behind the statement n, of what x was in front of it.
func choice(n, x, was *ir.Node) *ir.Node {
	n = sole(n)
	k := at(n)
	value := func(e *ir.Node) *ir.Node {
		return ir.Rewrite(e, func(y *ir.Node) *ir.Node {
			if sameLvalue(y, x) {
				return was
			}
			return y
		})
	}
	if n.Op == ir.OpExpr {
		return k.cast(x.Type, value(n.Kids[0].Kids[1]))
	}
	other := was
	if len(n.Kids) == 3 {
		other = choice(n.Kids[2], x, was)
	}
	return k.node(ir.OpCond, x.Type, value(n.Kids[0]), choice(n.Kids[1], x, was), other)
}

// stores reports whether n assigns to x in memory and changes nothing that says where x is.
func (c *chooser) stores(n, x *ir.Node) bool {
	if n.Op != ir.OpExpr || n.Kids[0].Op != ir.OpAssign || !sameLvalue(n.Kids[0].Kids[0], x) || x.Op == ir.OpVar {
		return false
	}
	changes := contains(n.Kids[0].Kids[1], func(y *ir.Node) bool {
		return writes(y.Op) || y.Op == ir.OpStmtExpr || y.Op == ir.OpCall && (y.Func != nil || !ir.IsMath(y.Str))
	})
	return !changes && allOf(x.Kids, c.isFixed)
}

// isFixed reports whether a store through a pointer cannot change the value of n, a part of
// an lvalue.
func (c *chooser) isFixed(n *ir.Node) bool {
	switch n.Op {
	case ir.OpVar:
		return n.Type.Kind == ir.Array || c.isOwn(n)
	case ir.OpDeref, ir.OpIndex, ir.OpMember:
		if n.Type.IsScalar() {
			return false // a load
		}
	default:
		if writes(n.Op) || n.Op == ir.OpCall || n.Op == ir.OpStmtExpr {
			return false
		}
	}
	return allOf(n.Kids, c.isFixed)
}

// isOwn reports whether n is a variable that only the thread's assignments to it change.
func (c *chooser) isOwn(n *ir.Node) bool {
	return !n.Type.Volatile && rootOf(n) != nil && !addressTaken(c.body, n.Var)
}
