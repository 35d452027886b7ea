package lower

import ir "omp2cl/ompir"

// uniformity tells which parts of a kernel's team code all work-items of a group may
// execute, each for itself, as if the first one did alone: they change nothing but marked
// variables (replicate_scalars), and compute with nothing that differs between work-items
// or between the times when they come by.
type uniformity struct {
	k      *ir.Kernel
	values map[*ir.Var]bool // variables that come as values, or do not

	inFunctions map[*ir.Var]bool
}

// newUniformity looks at the kernel k; inFunctions are the variables that device functions
// name, which lie in the arena.
func newUniformity(k *ir.Kernel, inFunctions map[*ir.Var]bool) *uniformity {
	return &uniformity{k: k, inFunctions: inFunctions, values: map[*ir.Var]bool{}}
}

// hide notes that the name of the host variable v stands for something else somewhere.
func (u *uniformity) hide(v *ir.Var) {
	if v != nil {
		u.values[v] = false
	}
}

// replicable reports whether all work-items may execute the statement, or evaluate the
// expression, n.
func (u *uniformity) replicable(n *ir.Node) bool {
	switch n.Op {
	case ir.OpVar:
		return u.variable(n.Var)
	case ir.OpDecl:
		if !n.Var.Replicated {
			return false
		}
	case ir.OpCall:
		if n.Func != nil || !uniformCalls[n.Str] && !isMathCall(n) {
			return false
		}
	default:
		if !replicableOps[n.Op] || assignee(n) != nil && !u.own(assignee(n)) {
			return false
		}
	}
	for _, x := range n.Kids {
		if !u.replicable(x) {
			return false
		}
	}
	return true
}

// own reports whether the lvalue n is a marked variable or a member of one.
func (u *uniformity) own(n *ir.Node) bool {
	for n.Op == ir.OpMember {
		n = n.Kids[0]
	}
	return n.Op == ir.OpVar && n.Var.Replicated
}

// variable reports whether v has the same value in all work-items: it is marked, or a
// value that the kernel gets and leaves as it is.
func (u *uniformity) variable(v *ir.Var) bool {
	if v.Replicated {
		return true
	}
	known, ok := u.values[v]
	if !ok {
		known = u.isPlainHost(v) && isValue(u.k, v)
		u.values[v] = known
	}
	return known
}

// isPlainHost reports whether v is a variable of the host that device code finds through
// the kernel's parameters.
func (u *uniformity) isPlainHost(v *ir.Var) bool {
	inArena := v.Target || v.Link || u.inFunctions[v]
	return !v.Type.Volatile && (v.Storage == ir.StorageHost || v.Storage == ir.StorageFile && !inArena)
}

// isMathCall reports whether n calls a function that computes a number from numbers.
func isMathCall(n *ir.Node) bool {
	if !ir.IsMath(n.Str) || !n.Type.IsArithmetic() {
		return false
	}
	for _, x := range n.Kids {
		if !x.Type.IsArithmetic() {
			return false
		}
	}
	return true
}

// uniformCalls are functions of the OpenMP API with one value for all work-items in team
// code, which is the initial thread's there.
var uniformCalls = map[string]bool{
	"omp_get_team_num": true, "omp_get_num_teams": true, "omp_get_thread_num": true, "omp_get_num_threads": true,
}

// replicableOps are the operations that look at no memory but that of variables. What
// they make of equal operands is equal.
var replicableOps = opSet(
	ir.OpConst, ir.OpFConst, ir.OpNeg, ir.OpPlus, ir.OpCompl, ir.OpNot, ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec,
	ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpShr,
	ir.OpLt, ir.OpGt, ir.OpLe, ir.OpGe, ir.OpEq, ir.OpNe, ir.OpLogAnd, ir.OpLogOr, ir.OpComma, ir.OpAssign, ir.OpAssignOp,
	ir.OpCond, ir.OpCast, ir.OpMember, ir.OpInit, ir.OpInitAt, ir.OpCompound,
	ir.OpBlock, ir.OpExpr, ir.OpIf, ir.OpFor, ir.OpWhile, ir.OpDo, ir.OpSwitch, ir.OpCase, ir.OpDefault, ir.OpBreak, ir.OpContinue, ir.OpEmpty)

func opSet(list ...ir.Op) map[ir.Op]bool {
	set := map[ir.Op]bool{}
	for _, op := range list {
		set[op] = true
	}
	return set
}
