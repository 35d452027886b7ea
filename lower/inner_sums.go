package lower

import ir "omp2cl/ompir"

// steadyCall is the macro whose value a CPU's compiler takes as it comes: it does not know
// what the value was computed from.
const steadyCall = "omp2cl_steady"

// manyCall is the macro that reports whether so many iterations are worth several vectors.
const manyCall = "omp2cl_many"

// carriedNodes is how large the body of a loop may be of which a CPU runs four iterations
// without a jump.
const carriedNodes = 32

// innerSums marks the innermost loops of threads that gather integers from memory in
// variables, and gives them bounds that a CPU's compiler cannot look into:
//
//	for (int i = b * 256; i < end; i++)        if (omp2cl_many((ulong)end - (ulong)(b * 256))) {
//	    sum += from[i];                            int i_end = omp2cl_steady(end);
//	                                               for (int i = omp2cl_steady(b * 256); i < i_end; i++)
//	                                                   sum += from[i];
//	                                           } else
//	                                               for (int i = b * 256; i < end; i++)
//	                                                   sum += from[i];
//
// Otherwise LLVM computes in each iteration how many vectors there are, from the variables of
// the loops around, to save a register: six of the ten instructions for each vector. And
// PoCL switches off what gathers in several vectors, of which no addition waits for the
// other, unless a loop asks for it. Short loops, as over the rows of a sparse matrix, run as
// they are: the iterations that fill no set of vectors would run one by one. So do those
// that gather floating numbers, whose additions have an order.
//
// Loops that store, too, keep what is known of their bounds: it tells whether loads and stores
// meet. Where each iteration needs a variable of the one before, as in prefix sums, there are
// no vectors, and four iterations are to run without a jump, which PoCL switches off as well.
func innerSums(m *ir.Module) error {
	rewriteBodies(m, func(body *ir.Node) *ir.Node {
		return ir.Rewrite(body, func(n *ir.Node) *ir.Node {
			switch {
			case n.Op != ir.OpFor || n.Int != 0 || !isInner(n, body):
				return n
			case !contains(n.Kids[3], isStore):
				if gathersIntegers(n.Kids[3]) {
					return steady(m, n)
				}
			case carriesValue(n.Kids[3]):
				out := *n
				out.Int = ir.Repeated
				return &out
			}
			return n
		})
	})
	return nil
}

// isInner reports whether the loop n of the whole body around it counts, between bounds that
// are not both constant and whose values nothing changes, and its body is short straight code
// that loads from memory and assigns to variables that are there before.
func isInner(n, whole *ir.Node) bool {
	l, d := ir.CanonicalLoop(n)
	if d != nil || !counts(n) || !hasRegister(l.Type) || !hasRegister(l.Upper.Type) || l.Lower.Op == ir.OpConst && l.Upper.Op == ir.OpConst {
		return false
	}
	for _, part := range []*ir.Node{l.Lower, l.Upper, l.Step} {
		if contains(part, func(x *ir.Node) bool { return isImpure(x) || assignee(x) != nil || x.Op == ir.OpStmtExpr }) {
			return false
		}
	}
	body := n.Kids[3]
	moved := exposedIn(body)
	if moved[l.Var] || mentions(l.Upper, moved) || mentions(l.Step, moved) || len(carriedBy(body)) == 0 || !contains(body, inMemory) {
		return false
	}
	if contains(l.Upper, isBehindPointer) && anyAddressed(whole, moved) {
		return false
	}
	return countNodes(body) <= overlappedNodes && !contains(body, func(x *ir.Node) bool {
		return notStraight[x.Op] || isImpure(x) || x.Op == ir.OpAddr || x.Op == ir.OpOMP
	})
}

// isBehindPointer reports whether n is an access to an object that a pointer leads to.
func isBehindPointer(n *ir.Node) bool { return inMemory(n) && baseOf(n) == nil }

// anyAddressed reports whether pointers may lead to one of vars, of which body takes addresses.
func anyAddressed(body *ir.Node, vars map[*ir.Var]bool) bool {
	for v := range vars {
		if addressTaken(body, v) {
			return true
		}
	}
	return false
}

// carriedBy is what body assigns to of the variables that are there before it.
func carriedBy(body *ir.Node) map[*ir.Var]bool {
	own, carried := declaredIn(body), map[*ir.Var]bool{}
	ir.Walk(body, func(x *ir.Node) bool {
		if to := assignee(x); to != nil && to.Op == ir.OpVar && !own[to.Var] {
			carried[to.Var] = true
		}
		return true
	})
	return carried
}

// gathersIntegers reports whether all that body assigns to of what is there before are integers.
func gathersIntegers(body *ir.Node) bool {
	for v := range carriedBy(body) {
		if !v.Type.IsInteger() {
			return false
		}
	}
	return true
}

// carriesValue reports whether the short body stores what a variable has from the iteration
// before, or where such a variable says.
func carriesValue(body *ir.Node) bool {
	carried := carriedBy(body)
	return countNodes(body) <= carriedNodes && contains(body, func(x *ir.Node) bool {
		return isStore(x) && mentions(x, carried)
	})
}

// isImpure reports whether n itself is more than a computation: a call that is not the
// macro of a subscript, or an access that counts.
func isImpure(n *ir.Node) bool {
	return n.Op == ir.OpCall && n.Str != subscriptCall || n.Type != nil && n.Type.Volatile
}

// hasRegister reports whether values of type t are integers of one register.
func hasRegister(t *ir.Type) bool {
	return t.Kind == ir.Int32 || t.Kind == ir.Uint32 || t.Kind == ir.Int64 || t.Kind == ir.Uint64
}

// steady is the loop n and, for many iterations, another one with the hint, and with bounds
// that do not tell what they are computed from.
func steady(m *ir.Module, n *ir.Node) *ir.Node {
	k := at(n)
	l, _ := ir.CanonicalLoop(n)
	first, last := l.Lower, l.Upper
	if l.Down {
		first, last = last, first
	}
	many := k.call(manyCall, ir.TI32, k.bin(ir.OpSub, ir.TU64, k.cast(ir.TU64, last), k.cast(ir.TU64, first)))
	loop := withKids(n, func(x *ir.Node) *ir.Node { return x })
	loop.Int = ir.Gathering
	if l.Lower.Op != ir.OpConst {
		loop.Kids[0] = replaced(n.Kids[0], l.Lower, k.call(steadyCall, l.Type, k.cast(l.Type, l.Lower)))
	}
	gather := loop
	if l.Upper.Op != ir.OpConst {
		end := m.NewVar(l.Var.Name+"_end", l.Upper.Type, ir.StorageLocal)
		loop.Kids[1] = replaced(n.Kids[1], l.Upper, k.ref(end))
		gather = k.block(k.decl(end, k.call(steadyCall, end.Type, l.Upper)), loop)
	}
	return k.node(ir.OpIf, nil, m.Clone(many, nil), m.Clone(gather, nil), n)
}

// replaced is n with another node in the place of old.
func replaced(n, old, other *ir.Node) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		if x == old {
			return other
		}
		return x
	})
}
