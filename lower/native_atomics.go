package lower

import ir "omp2cl/ompir"

// nativeAtomics calls an atomic function in place of the compare-and-swap loops that
// lower_atomics makes for objects of 64 bits and for sums of floating point. The prelude
// has the device's own where there is one: threads that meet at one object then wait for
// its memory, and not for each other's tries.
//
//	T old, new;                                  omp2cl_atomic_add(p, (T)operand);
//	do {
//	    old = *p;
//	    new = old + operand;
//	} while (!omp2cl_compare_swap(p, old, new));
func nativeAtomics(m *ir.Module) error {
	rewriteBodies(m, func(body *ir.Node) *ir.Node {
		uses := countUses(body)
		return ir.Rewrite(body, func(n *ir.Node) *ir.Node { return swapsCalled(n, uses) })
	})
	return nil
}

// swapsCalled replaces the loops among the statements of the block n.
func swapsCalled(n *ir.Node, uses map[*ir.Var]int) *ir.Node {
	if n.Op != ir.OpBlock {
		return n
	}
	out := *n
	out.Kids = nil
	for i := 0; i < len(n.Kids); i++ {
		if call := swapCall(n.Kids[i:], uses); call != nil {
			out.Kids = append(out.Kids, call...)
			i += 2
			continue
		}
		out.Kids = append(out.Kids, n.Kids[i])
	}
	return &out
}

// swapCall returns what stands for a loop and the declarations of the old and the new
// value at the start of list, or nil.
func swapCall(list []*ir.Node, uses map[*ir.Var]int) []*ir.Node {
	if len(list) < 3 || !isBare(list[0], "omp2cl_old") || !isBare(list[1], "omp2cl_new") || !isSwap(list[2]) {
		return nil
	}
	before, after, loop := list[0].Var, list[1].Var, list[2]
	if tried := loop.Kids[0].Kids; len(tried) != 2 || tried[1].Op != ir.OpExpr {
		return nil
	}
	swap, set := loop.Kids[1].Kids[0], loop.Kids[0].Kids[1].Kids[0]
	if set.Op != ir.OpAssign || !names(set.Kids[0], after) || !names(swap.Kids[1], before) || !names(swap.Kids[2], after) {
		return nil
	}
	op, operand := swapOperation(set.Kids[1], before)
	if operand == nil || !hasNative(before.Type, op, operand.Type) {
		return nil
	}
	k := at(loop)
	call := k.call(native[op], before.Type, swap.Kids[0], k.cast(before.Type, operand))
	switch {
	case uses[after] > 2:
		return []*ir.Node{k.decl(before, call), k.decl(after, set.Kids[1])}
	case uses[before] > 3 || op == ir.OpAssign && uses[before] > 2:
		return []*ir.Node{k.decl(before, call)}
	}
	return []*ir.Node{k.expr(call)}
}

// swapOperation takes the new value apart: before op operand, or operand alone, which is
// an assignment. The operand is nil for everything else.
func swapOperation(value *ir.Node, before *ir.Var) (ir.Op, *ir.Node) {
	e := bare(value)
	if e.Op == ir.OpVar && e.Var.Name == "omp2cl_operand" {
		return ir.OpAssign, e
	}
	if len(e.Kids) != 2 {
		return ir.OpInvalid, nil
	}
	l, r := bare(e.Kids[0]), bare(e.Kids[1])
	if names(r, before) && e.Op != ir.OpSub {
		l, r = r, l
	}
	if !names(l, before) || r.Op != ir.OpVar || r.Var.Name != "omp2cl_operand" {
		return ir.OpInvalid, nil
	}
	return e.Op, r
}

// hasNative reports whether the prelude has a function for x op= operand. An operand
// that has more digits than x would be rounded before the operation, not after it.
func hasNative(x *ir.Type, op ir.Op, operand *ir.Type) bool {
	if _, ok := native[op]; !ok {
		return false
	}
	switch x.Kind {
	case ir.Int64, ir.Uint64:
		return operand.IsInteger()
	case ir.Float32, ir.Float64:
		return (op == ir.OpAdd || op == ir.OpSub) && (operand.IsInteger() || operand.IsFloat() && operand.Size() <= x.Size())
	}
	return false
}
