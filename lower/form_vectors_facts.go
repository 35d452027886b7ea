package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// isSimpleCode reports whether the statement n consists of declarations of scalars,
// assignments, conditions and loops, and its expressions have no effects.
func isSimpleCode(n *ir.Node) bool {
	switch n.Op {
	case ir.OpDecl:
		return n.Var.Storage == ir.StorageLocal && n.Var.Space == ir.NoSpace && n.Var.Type.IsScalar() && !n.Var.Type.Volatile &&
			allOf(n.Kids, hasNoEffect)
	case ir.OpExpr:
		return allOf(effectsOf(n.Kids[0]), isSimpleEffect)
	case ir.OpIf, ir.OpWhile:
		return hasNoEffect(n.Kids[0]) && allOf(n.Kids[1:], isSimpleCode)
	case ir.OpDo:
		return isSimpleCode(n.Kids[0]) && hasNoEffect(n.Kids[1])
	case ir.OpFor:
		return n.Int == 0 && isSimpleCode(n.Kids[0]) && (n.Kids[1].Op == ir.OpEmpty || hasNoEffect(n.Kids[1])) &&
			allOf(stepEffects(n), isSimpleEffect) && isSimpleCode(n.Kids[3])
	case ir.OpBlock:
		return allOf(n.Kids, isSimpleCode)
	}
	return n.Op == ir.OpBreak || n.Op == ir.OpContinue || n.Op == ir.OpEmpty
}

// hasNoEffect reports whether the expression n computes a value and does nothing else.
func hasNoEffect(n *ir.Node) bool {
	return isPlain(n) && n.Op != ir.OpInit && !callsFunction(n) && !contains(n, func(x *ir.Node) bool { return writes(x.Op) })
}

// isSimpleEffect reports whether n is an assignment without others inside it, or has no
// effect.
func isSimpleEffect(n *ir.Node) bool {
	if assignee(n) == nil {
		return hasNoEffect(n)
	}
	return allOf(n.Kids, hasNoEffect) && (rootOf(n.Kids[0]) == nil || n.Kids[0].Op == ir.OpVar)
}

// effectsOf returns the parts of an expression statement's expression, in order.
func effectsOf(n *ir.Node) []*ir.Node {
	if n.Op == ir.OpComma {
		return append(effectsOf(n.Kids[0]), effectsOf(n.Kids[1])...)
	}
	return []*ir.Node{n}
}

// stepEffects returns what moves the for loop n.
func stepEffects(n *ir.Node) []*ir.Node {
	switch step := n.Kids[2]; step.Op {
	case ir.OpEmpty:
		return nil
	case ir.OpExpr:
		return effectsOf(step.Kids[0])
	default:
		return effectsOf(step)
	}
}

// conditionOf returns the condition of the loop n, nil if it has none.
func conditionOf(n *ir.Node) *ir.Node {
	switch {
	case n.Op == ir.OpWhile:
		return n.Kids[0]
	case n.Op == ir.OpDo || n.Kids[1].Op != ir.OpEmpty:
		return n.Kids[1]
	}
	return nil
}

// bodyOf returns the body of the loop n.
func bodyOf(n *ir.Node) *ir.Node {
	switch n.Op {
	case ir.OpWhile:
		return n.Kids[1]
	case ir.OpDo:
		return n.Kids[0]
	}
	return n.Kids[3]
}

// isRisky reports whether n must not be evaluated for a lane that is not active: it
// loads from memory or divides integers.
func isRisky(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		switch x.Op {
		case ir.OpIndex, ir.OpDeref, ir.OpMember:
			return true
		case ir.OpDiv, ir.OpRem:
			return x.Type.IsInteger()
		case ir.OpAssignOp:
			return x.Type.IsInteger() && (x.Sub == ir.OpDiv || x.Sub == ir.OpRem)
		}
		return false
	})
}

// learn finds out which variables differ between lanes, and which of them by a
// constant. What is assigned where not all lanes need be at work differs.
func (v *vectorizer) learn() {
	v.varies, v.affine = map[*ir.Var]bool{}, map[*ir.Var]int64{v.lane: 1}
	v.assigned, v.counting = map[*ir.Var]int{}, map[*ir.Var]int{}
	for _, x := range v.reduced {
		v.varies[x] = true
	}
	for _, n := range v.stmts {
		v.countAssignments(n)
	}
	made := v.numbers()
	for v.changed = true; v.changed; {
		v.changed = false
		apart := v.leaveApart()
		for _, n := range v.stmts {
			v.spread(n, apart, made)
		}
	}
}

// numbers returns the declarations that the compiler puts at the start of a body: the
// numbers of the iteration and the user's loop variable.
func (v *vectorizer) numbers() map[*ir.Node]bool {
	made := map[*ir.Node]bool{}
	for _, n := range v.stmts {
		switch {
		case n.Op == ir.OpEmpty || n.Op == ir.OpDecl && len(n.Kids) == 0:
			continue
		case n.Op != ir.OpDecl:
			return made
		}
		made[n] = true
		if !strings.HasPrefix(n.Var.Name, "omp2cl_") {
			return made
		}
	}
	return made
}

// differs notes that each lane has a value of its own for x.
func (v *vectorizer) differs(x *ir.Var) {
	if !v.varies[x] {
		v.varies[x], v.changed = true, true
		delete(v.affine, x)
	}
}

// spread notes what follows from the statement n; masked says that some lanes may not
// execute it.
func (v *vectorizer) spread(n *ir.Node, masked bool, made map[*ir.Node]bool) {
	switch n.Op {
	case ir.OpDecl:
		if len(n.Kids) > 0 {
			v.spreadValue(n, made[n])
		}
	case ir.OpExpr:
		for _, e := range effectsOf(n.Kids[0]) {
			v.spreadEffect(e, masked)
		}
	case ir.OpIf:
		inside := masked || !v.same(n.Kids[0])
		for _, k := range n.Kids[1:] {
			v.spread(k, inside, made)
		}
	case ir.OpBlock:
		for _, k := range n.Kids {
			v.spread(k, masked, made)
		}
	case ir.OpFor, ir.OpWhile, ir.OpDo:
		v.spreadLoop(n, masked, made)
	}
}

// spreadValue notes what follows from the declaration n of a variable with a value.
func (v *vectorizer) spreadValue(n *ir.Node, made bool) {
	x := n.Var
	by, known := v.growth(at(n).cast(x.Type, n.Kids[0]), made)
	switch {
	case known && by == 0 || v.varies[x]:
	case known && v.assigned[x] == 0 && x.Type.IsInteger() && x.Type.Size() >= 4:
		v.affine[x] = by
	default:
		v.differs(x)
	}
}

// spreadEffect notes what follows from the assignment n.
func (v *vectorizer) spreadEffect(n *ir.Node, masked bool) {
	to := assignee(n)
	if to == nil || rootOf(to) == nil {
		return
	}
	if masked || len(n.Kids) > 1 && !v.same(n.Kids[1]) {
		v.differs(rootOf(to))
	}
}

// spreadLoop notes what follows from the loop n.
func (v *vectorizer) spreadLoop(n *ir.Node, masked bool, made map[*ir.Node]bool) {
	inside := masked || v.isLockstep(n)
	if n.Op == ir.OpFor {
		v.spread(n.Kids[0], masked, made)
		if !v.hasCommonCounter(n) {
			for _, e := range stepEffects(n) {
				v.spreadEffect(e, inside)
			}
		}
	}
	v.spread(bodyOf(n), inside, made)
}

// hasCommonCounter reports whether the head of the for loop n declares and moves a
// counter that is the same for all lanes that are still in the loop.
func (v *vectorizer) hasCommonCounter(n *ir.Node) bool {
	x := counterOf(n)
	if x == nil || n.Kids[0].Op != ir.OpDecl || v.assigned[x] != v.counting[x] || v.varies[x] {
		return false
	}
	for _, e := range append(values(n.Kids[0]), values(n.Kids[2])...) {
		if assignee(e) == nil && !v.same(e) {
			return false
		}
	}
	return true
}

// isLockstep reports whether lanes may leave the loop n at different times, or its head
// moves a variable that differs.
func (v *vectorizer) isLockstep(n *ir.Node) bool {
	if c := conditionOf(n); c != nil && !v.same(c) {
		return true
	}
	if n.Op == ir.OpFor && !v.hasCommonCounter(n) {
		for _, k := range n.Kids[:3:3] {
			if k.Op != ir.OpEmpty && contains(k, v.changesVector) {
				return true
			}
		}
	}
	return v.jumpsApart(bodyOf(n))
}

// changesVector reports whether n sets a variable that differs between lanes, or
// memory.
func (v *vectorizer) changesVector(n *ir.Node) bool {
	if n.Op == ir.OpDecl {
		return v.varies[n.Var] || v.affine[n.Var] != 0
	}
	to := assignee(n)
	return to != nil && (rootOf(to) == nil || v.varies[rootOf(to)])
}

// jumpsApart reports whether a break or continue in the statement n that belongs to the
// loop around it depends on the lane.
func (v *vectorizer) jumpsApart(n *ir.Node) bool {
	switch n.Op {
	case ir.OpIf:
		return !v.same(n.Kids[0]) && jumps(n) || !allOf(n.Kids[1:], func(k *ir.Node) bool { return !v.jumpsApart(k) })
	case ir.OpBlock:
		return !allOf(n.Kids, func(k *ir.Node) bool { return !v.jumpsApart(k) })
	}
	return false
}

// jumps reports whether n contains a break or continue of the loop around it.
func jumps(n *ir.Node) bool { return hasJump(n, ir.OpBreak) || hasJump(n, ir.OpContinue) }

// hasJump reports whether n contains the jump op of the loop around it.
func hasJump(n *ir.Node, op ir.Op) bool {
	found := false
	ir.Walk(n, func(x *ir.Node) bool {
		found = found || x.Op == op
		return x.Op != ir.OpFor && x.Op != ir.OpWhile && x.Op != ir.OpDo
	})
	return found
}
