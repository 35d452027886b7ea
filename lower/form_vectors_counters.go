package lower

import ir "omp2cl/ompir"

// countApart gives loops that lanes leave one after the other, and that count in a
// variable which is of use behind them, a second counter: it is the same for all lanes that are
// still in the loop, so that no lane's test waits for its mask.
//
//	int k = 0;                       int k = 0;
//	while (k < 500 && x * x < 4) {   for (int steps = 0; steps < 500 && x * x < 4; steps++) {
//	    x = x * x + k;                   x = x * x + steps;
//	    k++;                             k++;
//	}                                }
func (v *vectorizer) countApart(stmts []*ir.Node) []*ir.Node {
	out := append([]*ir.Node{}, stmts...)
	for i, n := range stmts {
		out[i] = ir.Rewrite(n, func(x *ir.Node) *ir.Node {
			if x.Op != ir.OpBlock {
				return x
			}
			b := *x
			b.Kids = v.countedApart(x.Kids)
			return &b
		})
	}
	return v.countedApart(out)
}

// countedApart does so for the loops in a list of statements.
func (v *vectorizer) countedApart(list []*ir.Node) []*ir.Node {
	out := append([]*ir.Node{}, list...)
	for i, n := range list {
		x, step := movedLast(n)
		if x == nil || changes(n)[x] != movesOf(n) || !v.isLockstep(n) {
			continue
		}
		if from := startOf(n, list[:i], x); from != nil {
			out[i] = countsApart(v.m, n, x, from, step)
		}
	}
	return out
}

// movedLast returns the integer variable that the last statement in each iteration of the
// loop n moves by a constant, and that statement's expression; nil if there is none.
func movedLast(n *ir.Node) (*ir.Var, *ir.Node) {
	var step *ir.Node
	switch {
	case n.Op == ir.OpFor && n.Int == 0 && n.Kids[0].Op != ir.OpDecl:
		step = n.Kids[2]
	case n.Op == ir.OpWhile:
		body := flattened(nil, bodyOf(n))
		if len(body) == 0 {
			return nil, nil
		}
		step = body[len(body)-1]
	default:
		return nil, nil
	}
	if hasJump(bodyOf(n), ir.OpContinue) {
		return nil, nil
	}
	if step.Op == ir.OpExpr {
		step = step.Kids[0]
	}
	to := assignee(step)
	if to == nil || to.Op != ir.OpVar || step.Op == ir.OpAssign || !to.Type.IsInteger() || to.Var.Reduces != "" ||
		len(step.Kids) > 1 && step.Kids[1].Op != ir.OpConst {
		return nil, nil
	}
	return to.Var, step
}

// movesOf returns how often the loop n changes the variable that it counts in: in its step
// or last statement, and in the head that starts it.
func movesOf(n *ir.Node) int {
	if n.Op == ir.OpFor && n.Kids[0].Op == ir.OpExpr {
		return 2
	}
	return 1
}

// changes counts the assignments in statements to each variable.
func changes(stmts ...*ir.Node) map[*ir.Var]int {
	count := map[*ir.Var]int{}
	for _, n := range stmts {
		ir.Walk(n, func(k *ir.Node) bool {
			if to := assignee(k); to != nil && rootOf(to) != nil {
				count[rootOf(to)]++
			}
			return true
		})
	}
	return count
}

// startOf returns the constant that x is when the loop n begins, behind the statements
// before; nil if it is not known.
func startOf(n *ir.Node, before []*ir.Node, x *ir.Var) *ir.Node {
	var from *ir.Node
	if n.Op == ir.OpFor && n.Kids[0].Op == ir.OpExpr {
		before = n.Kids[:1]
	} else if n.Op == ir.OpFor && n.Kids[0].Op != ir.OpEmpty {
		return nil
	}
	for i := len(before) - 1; i >= 0 && from == nil; i-- {
		switch s := before[i]; {
		case s.Op == ir.OpDecl && s.Var == x && len(s.Kids) == 1:
			from = s.Kids[0]
		case s.Op == ir.OpExpr && sets(s.Kids[0], x):
			from = s.Kids[0].Kids[1]
		case s.Op == ir.OpDecl && s.Var == x || changes(s)[x] > 0:
			return nil
		}
	}
	if from == nil || from.Op != ir.OpConst {
		return nil
	}
	return from
}

// countsApart returns the loop n, which moves x from a constant by step, with the second
// counter.
func countsApart(m *ir.Module, n *ir.Node, x *ir.Var, from, step *ir.Node) *ir.Node {
	k := at(n)
	counter := m.NewVar("omp2cl_steps", unvolatile(x.Type), ir.StorageLocal)
	reads := map[*ir.Var]*ir.Node{x: k.ref(counter)}
	body := flattened(nil, bodyOf(n))
	if n.Op == ir.OpWhile {
		body = body[:len(body)-1]
	}
	var kids []*ir.Node
	for _, s := range body {
		kids = append(kids, substitute(s, reads))
	}
	kids = append(kids, k.expr(m.Clone(step, nil)))
	test := k.empty()
	if c := conditionOf(n); c != nil {
		test = substitute(c, reads)
	}
	loop := k.node(ir.OpFor, nil, k.decl(counter, m.Clone(from, nil)), test, k.expr(substitute(step, reads)), k.block(kids...))
	if n.Op == ir.OpFor && n.Kids[0].Op == ir.OpExpr {
		return k.block(n.Kids[0], loop)
	}
	return loop
}
