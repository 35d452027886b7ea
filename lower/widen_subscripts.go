package lower

import (
	"maps"
	"slices"
	"strings"

	ir "omp2cl/ompir"
)

// subscriptCall is the macro that takes a subscript in 64 bits on a CPU, and as it is
// written elsewhere.
const subscriptCall = "omp2cl_subscript"

// subscriptNodes is how large a subscript in 64 bits may be.
const subscriptNodes = 48

// widenSubscripts gives a CPU the subscripts of loops in 64 bits. The number of an
// iteration has no sign, so that the user's variable, an int, is a conversion of a sum that
// may wrap around for all that a device compiler knows; it then computes each address by
// itself, from an extended sum, instead of moving one pointer along:
//
//	for (uint e = 0; e < run; ++e) {           for (uint e = 0; e < run; ++e) {
//	    int k = 1 + (int)(k_at + e);               int k = 1 + (int)(k_at + e);
//	    int c = j * n + k;                         long k_wide = 1L + ((long)k_at + (long)e);
//	    b[c] = a[c - 1];                           int c = j * n + k;
//	}                                              long c_wide = (long)j * (long)n + k_wide;
//	                                               b[omp2cl_subscript(c, c_wide)] = a[omp2cl_subscript(c - 1, c_wide - 1L)];
//	                                           }
//
// The values are the same: numbers of iterations and variables of loops do not wrap
// around, and sums, differences and products of ints must not in C. Only variables that
// keep their first value have one in 64 bits.
func widenSubscripts(m *ir.Module) error {
	widen := func(body *ir.Node) *ir.Node {
		w := &widener{m: m, moving: exposedIn(body)}
		return w.loops(body)
	}
	rewriteBodies(m, widen)
	return nil
}

// widener rewrites one kernel or function.
type widener struct {
	m      *ir.Module
	moving map[*ir.Var]bool     // variables that may change behind their declarations
	wide   map[*ir.Var]*ir.Node // what a number or variable that moves with the iterations is in 64 bits
	twins  map[*ir.Var]*ir.Node // of variables that hold such a value: it
	needed map[*ir.Var]bool     // twins that some subscript needs
}

// exposedIn returns the variables that n assigns to or whose address it takes.
func exposedIn(n *ir.Node) map[*ir.Var]bool {
	found := map[*ir.Var]bool{}
	ir.Walk(n, func(x *ir.Node) bool {
		to := assignee(x)
		if x.Op == ir.OpAddr {
			to = x.Kids[0]
		}
		if to != nil {
			found[baseOf(to)] = true
		}
		return true
	})
	return found
}

// loops rewrites the loops over iterations in the statement n.
func (w *widener) loops(n *ir.Node) *ir.Node {
	switch {
	case !n.Op.IsStmt() || n.Op == ir.OpOMP:
		return n
	case !numbersIterations(n):
		return withKids(n, w.loops)
	}
	w.wide, w.twins, w.needed = map[*ir.Var]*ir.Node{}, map[*ir.Var]*ir.Node{}, map[*ir.Var]bool{}
	return w.dropNeedless(w.stmt(n))
}

// numbersIterations reports whether n is a loop over numbers of iterations.
func numbersIterations(n *ir.Node) bool {
	return n.Op == ir.OpFor && n.Kids[0].Op == ir.OpDecl && isNumber(n.Kids[0].Var) && counterOf(n) != nil
}

// isNumber reports whether v is a number of an iteration, which the compiler has made.
func isNumber(v *ir.Var) bool {
	return strings.HasPrefix(v.Name, "omp2cl_") && isUnsigned(v.Type)
}

func isUnsigned(t *ir.Type) bool { return t.Equal(ir.TU32) || t.Equal(ir.TU64) }

// stmt rewrites a statement inside of a loop over iterations.
func (w *widener) stmt(n *ir.Node) *ir.Node {
	switch {
	case !n.Op.IsStmt():
		return w.subscripts(n)
	case n.Op == ir.OpBlock:
		return w.block(n, false)
	case numbersIterations(n):
		counter := n.Kids[0].Var
		w.wide[counter] = at(n).cast(ir.TI64, at(n).ref(counter))
		return withKids(n, func(k *ir.Node) *ir.Node {
			if k == n.Kids[3] && k.Op == ir.OpBlock {
				return w.block(k, true)
			}
			return w.stmt(k)
		})
	}
	return withKids(n, w.stmt)
}

// block rewrites a block. starts says that it is the body of a loop over iterations, whose
// first declarations are the compiler's: numbers, and the user's loop variable.
func (w *widener) block(n *ir.Node, starts bool) *ir.Node {
	out := *n
	out.Kids = nil
	around := w.wide
	w.wide = maps.Clone(around) // copies of a body declare the same variables
	defer func() { w.wide = around }()
	for _, s := range n.Kids {
		out.Kids = append(out.Kids, w.stmt(s))
		if s.Op != ir.OpDecl || len(s.Kids) == 0 {
			starts = starts && (s.Op == ir.OpDecl || s.Op == ir.OpEmpty)
			continue
		}
		if twin := w.declare(s, starts); twin != nil {
			out.Kids = append(out.Kids, twin)
		}
		starts = starts && isNumber(s.Var)
	}
	return &out
}

// declare finds out what the declaration n of a variable is in 64 bits. It returns the
// declaration of a twin, nil if there is none.
func (w *widener) declare(n *ir.Node, made bool) *ir.Node {
	v := n.Var
	if w.moving[v] || v.Type.Volatile || v.Space != ir.NoSpace || !v.Type.Equal(ir.TI32) && !(made && isUnsigned(v.Type)) {
		return nil
	}
	k := at(n)
	e, moves := w.value(k.cast(v.Type, n.Kids[0]), made)
	if e == nil || !moves || countNodes(e) > subscriptNodes {
		return nil
	}
	if isNumber(v) {
		w.wide[v] = e
		return nil
	}
	twin := w.m.NewVar(v.Name+"_wide", ir.TI64, ir.StorageLocal)
	w.wide[v], w.twins[twin] = k.ref(twin), e
	return k.decl(twin, e)
}

// value returns the integer expression n in 64 bits, nil if its value may be another one;
// moves says that it depends on the iteration. made says that n is the number of an
// iteration or a loop's variable, for which not even unsigned operations wrap around.
func (w *widener) value(n *ir.Node, made bool) (e *ir.Node, moves bool) {
	if !n.Type.Equal(ir.TI32) && !(made && isUnsigned(n.Type)) {
		return nil, false
	}
	k := at(n)
	switch n.Op {
	case ir.OpVar:
		if e := w.wide[n.Var]; e != nil {
			return e, true
		}
	case ir.OpConst:
		if n.Type.Equal(ir.TU32) {
			return k.num(ir.TI64, int64(uint32(n.Int))), false
		}
		return k.num(ir.TI64, n.Int), false
	case ir.OpNeg:
		x, moves := w.value(k.cast(n.Type, n.Kids[0]), false)
		if x == nil {
			return nil, false
		}
		return k.node(ir.OpNeg, ir.TI64, x), moves
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		a, moveA := w.value(k.cast(n.Type, n.Kids[0]), made)
		b, moveB := w.value(k.cast(n.Type, n.Kids[1]), made)
		if a == nil || b == nil {
			return nil, false
		}
		return k.node(n.Op, ir.TI64, a, b), moveA || moveB
	case ir.OpCast:
		if x := n.Kids[0]; x.Type.Equal(n.Type) || made && isUnsigned(x.Type) {
			return w.value(x, made)
		}
	}
	if !hasNoEffect(n) || touchesMemory(n) || contains(n, func(x *ir.Node) bool { return x.Op == ir.OpVar && w.wide[x.Var] != nil }) {
		return nil, false
	}
	return k.cast(ir.TI64, n), false
}

// subscripts rewrites the subscripts in an expression that move with the iterations.
func (w *widener) subscripts(n *ir.Node) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		switch {
		case x.Op == ir.OpIndex:
		case (x.Op == ir.OpAdd || x.Op == ir.OpSub) && x.Type.Kind == ir.Pointer && x.Kids[1].Type.IsInteger():
		default:
			return x
		}
		i := x.Kids[1]
		e, moves := w.value(i, i.Op == ir.OpVar)
		if e == nil || !moves || countNodes(e) > subscriptNodes || !w.need(e) {
			return x
		}
		out := *x
		out.Kids = []*ir.Node{x.Kids[0], at(i).call(subscriptCall, ir.TI64, i, e)}
		return &out
	})
}

// need notes that the twins in e are needed, and those that they are made of. It reports
// whether there are any: a number alone gains nothing.
func (w *widener) need(e *ir.Node) (found bool) {
	ir.Walk(e, func(x *ir.Node) bool {
		if x.Op == ir.OpVar && w.twins[x.Var] != nil {
			found = true
			w.needed[x.Var] = true
			w.need(w.twins[x.Var])
		}
		return true
	})
	return found
}

// dropNeedless removes the twins that nothing needs.
func (w *widener) dropNeedless(n *ir.Node) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		if x.Op != ir.OpBlock {
			return x
		}
		out := *x
		out.Kids = slices.DeleteFunc(slices.Clone(x.Kids), func(s *ir.Node) bool {
			return s.Op == ir.OpDecl && w.twins[s.Var] != nil && !w.needed[s.Var]
		})
		return &out
	})
}
