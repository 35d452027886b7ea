package lower

import ir "omp2cl/ompir"

// splitPointers gives a local pointer that first points into one kind of memory and
// later into another a variable for each, so that objects need not move to global
// memory on its account. It looks at pointers whose assignments all stand, as
// statements, in the block that declares them: from one of those to the next, the
// block's code sees the value of the first.
func splitPointers(m *ir.Module) error {
	rewriteBodies(m, func(body *ir.Node) *ir.Node { return splitInBody(m, body) })
	return nil
}

// splitInBody leaves code with jumps alone: they may skip an assignment.
func splitInBody(m *ir.Module, body *ir.Node) *ir.Node {
	if contains(body, func(n *ir.Node) bool { return n.Op == ir.OpLabel || n.Op == ir.OpSwitch }) {
		return body
	}
	return ir.Rewrite(body, func(n *ir.Node) *ir.Node {
		if n.Op == ir.OpBlock && n.Int == 0 {
			return splitInBlock(m, n)
		}
		return n
	})
}

// splitInBlock splits the pointers that block declares.
func splitInBlock(m *ir.Module, block *ir.Node) *ir.Node {
	for i := 0; i < len(block.Kids); i++ {
		n := block.Kids[i]
		if n.Op == ir.OpDecl && n.Var.Type.Kind == ir.Pointer && n.Var.Space != ir.Local {
			block = splitFrom(m, block, i)
		}
	}
	return block
}

// splitFrom splits the pointer that block.Kids[i] declares if it is worth it.
func splitFrom(m *ir.Module, block *ir.Node, i int) *ir.Node {
	v := block.Kids[i].Var
	at := wholeAssignments(block, v)
	if len(at) == 0 || assignedOtherwise(block, v, len(at)) || !differentMemory(block, i, at) {
		return block
	}
	out := *block
	out.Kids = append([]*ir.Node{}, block.Kids...)
	for s, start := range at {
		end := len(out.Kids)
		if s+1 < len(at) {
			end = at[s+1]
		}
		rename(m, out.Kids, v, at, s, start, end)
	}
	return &out
}

// rename makes segment s, the statements from start to end, use a pointer of its
// own, which its first statement declares.
func rename(m *ir.Module, stmts []*ir.Node, v *ir.Var, at []int, s, start, end int) {
	next := m.NewVar(v.Name, v.Type, ir.StorageLocal)
	next.Pos, next.Const = v.Pos, v.Const
	k := maker{stmts[start].Pos}
	value := stmts[start].Kids[0].Kids[1] // of the segment before, renamed with it
	to := map[*ir.Var]*ir.Node{v: k.ref(next)}
	for i := start + 1; i < end; i++ {
		stmts[i] = substitute(stmts[i], to)
	}
	if s+1 < len(at) {
		stmts[end] = renameValue(stmts[end], to)
	}
	stmts[start] = k.decl(next, value)
}

// renameValue renames in the value that the statement n assigns.
func renameValue(n *ir.Node, to map[*ir.Var]*ir.Node) *ir.Node {
	stmt, assign := *n, *n.Kids[0]
	assign.Kids = []*ir.Node{assign.Kids[0], substitute(assign.Kids[1], to)}
	stmt.Kids = []*ir.Node{&assign}
	return &stmt
}

// wholeAssignments returns the indices of the statements of block that assign to v.
// The last one does not count: it may be the value of a statement expression.
func wholeAssignments(block *ir.Node, v *ir.Var) []int {
	var at []int
	for i, n := range block.Kids[:len(block.Kids)-1] {
		if n.Op == ir.OpExpr && assignsTo(n.Kids[0], v) {
			at = append(at, i)
		}
	}
	return at
}

func assignsTo(n *ir.Node, v *ir.Var) bool {
	return n.Op == ir.OpAssign && n.Kids[0].Op == ir.OpVar && n.Kids[0].Var == v
}

// assignedOtherwise reports whether more than the given number of places assign to
// v, or its address is taken.
func assignedOtherwise(n *ir.Node, v *ir.Var, known int) bool {
	return contains(n, func(x *ir.Node) bool {
		if assignsTo(x, v) {
			known--
		}
		return known < 0 || x.Op == ir.OpAddr && x.Kids[0].Op == ir.OpVar && x.Kids[0].Var == v
	})
}

// differentMemory reports whether v, declared by block.Kids[i], is seen to point to
// different memories after its declaration and the assignments at.
func differentMemory(block *ir.Node, i int, at []int) bool {
	seen := map[ir.Space]bool{}
	if init := block.Kids[i].Kids; len(init) > 0 {
		seen[pointsTo(init[0])] = true
	}
	for _, j := range at {
		seen[pointsTo(block.Kids[j].Kids[0].Kids[1])] = true
	}
	return len(seen) > 1
}

// pointsTo returns the memory that the pointer or array n leads to as far as the
// expression alone tells: private or local for a variable's, NoSpace for anything
// that comes out of another pointer.
func pointsTo(n *ir.Node) ir.Space {
	switch {
	case n.Op == ir.OpAddr:
		return liesIn(n.Kids[0])
	case n.Type.Kind == ir.Array:
		return liesIn(n)
	case n.Op == ir.OpCast || n.Op == ir.OpAdd || n.Op == ir.OpSub:
		return pointsTo(n.Kids[0])
	}
	return ir.NoSpace
}

// liesIn returns the memory of the lvalue n.
func liesIn(n *ir.Node) ir.Space {
	switch {
	case n.Op == ir.OpVar && n.Var.Storage == ir.StorageFile:
		return ir.NoSpace
	case n.Op == ir.OpVar && n.Var.Space == ir.Local:
		return ir.Local
	case n.Op == ir.OpVar:
		return ir.Private
	case n.Op == ir.OpMember, n.Op == ir.OpIndex && n.Kids[0].Type.Kind == ir.Array:
		return liesIn(n.Kids[0])
	}
	return ir.NoSpace
}
