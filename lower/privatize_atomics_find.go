package lower

import ir "omp2cl/ompir"

// atomicUpdate is an atomic update without capture, as lower_atomics leaves it.
type atomicUpdate struct {
	x     *ir.Node // what it updates
	op    ir.Op
	held  *ir.Node   // declaration of the variable that holds the operand
	stmts []*ir.Node // the statements it consists of: pointer, operand and the rest
	since int        // accesses of its iteration from this number on may come behind it
}

// updates finds the updates in n that can be gathered.
func (g *gatherer) updates(n *ir.Node) []*atomicUpdate {
	var found []*atomicUpdate
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpBlock {
			for i := range x.Kids {
				if u := g.updateAt(x.Kids[i:]); u != nil && u.operator() != "" {
					found = append(found, u)
				}
			}
		}
		return true
	})
	return found
}

// updateAt recognizes an update at the start of list.
func (g *gatherer) updateAt(list []*ir.Node) *atomicUpdate {
	if len(list) < 3 || !isHolder(list[0], "omp2cl_p") || !isHolder(list[1], "omp2cl_operand") || list[0].Kids[0].Op != ir.OpAddr {
		return nil
	}
	u := &atomicUpdate{x: list[0].Kids[0].Kids[0], held: list[1]}
	if op := nativeOp(list[2], list[0].Var, list[1].Var); op != ir.OpInvalid {
		u.op, u.stmts = op, list[:3:3]
		return u
	}
	if len(list) > 4 && g.isSwapLoop(u, list[2], list[3], list[4]) {
		u.stmts = list[:5:5]
		return u
	}
	return nil
}

func isHolder(n *ir.Node, name string) bool {
	return n.Op == ir.OpDecl && n.Var.Name == name && len(n.Kids) == 1
}

// nativeOp is the operation of an atomic function called with the variables p and
// operand, whose value nobody uses.
func nativeOp(n *ir.Node, p, operand *ir.Var) ir.Op {
	if n.Op != ir.OpExpr || n.Kids[0].Op != ir.OpCall || len(n.Kids[0].Kids) != 2 {
		return ir.OpInvalid
	}
	call := n.Kids[0]
	if !names(call.Kids[0], p) || !names(bare(call.Kids[1]), operand) {
		return ir.OpInvalid
	}
	for op, name := range native {
		if name == call.Str && op != ir.OpAssign {
			return op
		}
	}
	return ir.OpInvalid
}

func names(n *ir.Node, v *ir.Var) bool { return n.Op == ir.OpVar && n.Var == v }

// isSwapLoop recognizes the loop that swaps x for x op operand, given the declarations
// of its variables, and sets u's operation. Nobody else may use the old and the new
// value.
func (g *gatherer) isSwapLoop(u *atomicUpdate, before, after, loop *ir.Node) bool {
	if !isBare(before, "omp2cl_old") || !isBare(after, "omp2cl_new") || loop.Op != ir.OpDo ||
		g.uses[before.Var] != 3 || g.uses[after.Var] != 2 || len(loop.Kids[0].Kids) != 2 {
		return false
	}
	set := loop.Kids[0].Kids[1].Kids[0]
	if set.Op != ir.OpAssign || !names(set.Kids[0], after.Var) {
		return false
	}
	e := bare(set.Kids[1])
	if len(e.Kids) != 2 || !isArithmeticOp(e.Op) {
		return false
	}
	u.op = e.Op
	l, r := bare(e.Kids[0]), bare(e.Kids[1])
	reversed := e.Op != ir.OpSub && names(l, u.held.Var) && names(r, before.Var)
	straight := names(l, before.Var) && names(r, u.held.Var)
	return straight || reversed
}

func isBare(n *ir.Node, name string) bool {
	return n.Op == ir.OpDecl && n.Var.Name == name && len(n.Kids) == 0
}

// operator is the reduction operator that combines what an update gathers, "" when
// updates of the kind cannot be gathered: only such that may be combined in any order
// are, and bit by bit the same as far as integers go.
func (u *atomicUpdate) operator() string {
	t, by := u.x.Type, u.held.Var.Type
	if t.Volatile || t.Kind == ir.Bool {
		return ""
	}
	op := map[ir.Op]string{ir.OpAdd: "+", ir.OpSub: "+", ir.OpAnd: "&", ir.OpOr: "|", ir.OpXor: "^", ir.OpMul: "*"}[u.op]
	switch {
	case t.IsInteger() && by.IsInteger():
		return op
	case t.IsFloat() && op == "+":
		return op
	}
	return ""
}
