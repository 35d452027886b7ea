package lower

import ir "omp2cl/ompir"

// headOf returns how many statements of the loop's body n stand before the first that
// changes an array or a record of the thread's from outside of it. That one and those behind
// it are the tail: what one iteration after the other does with what the vectors hold.
func headOf(n *ir.Node) int {
	stmts, own := flattened(nil, n), declaredIn(n)
	for i, s := range stmts {
		if contains(s, func(x *ir.Node) bool {
			to := assignee(x)
			return to != nil && rootOf(to) != nil && !own[rootOf(to)] && rootOf(to).Type.IsAggregate()
		}) {
			return i
		}
	}
	return len(stmts)
}

// later puts the tail: a loop over the lanes, each with copies of the variables of its
// iteration.
func (v *vectorizer) later() {
	if len(v.tail) == 0 {
		return
	}
	values := v.handedOn()
	v.put(v.eachElementOf(func(l *ir.Node) []*ir.Node {
		var out []*ir.Node
		to := map[*ir.Var]*ir.Node{}
		for _, h := range values {
			own := v.m.NewVar(h.of.Name, h.of.Type, ir.StorageLocal)
			out = append(out, v.decl(own, h.in(l)))
			to[h.of] = v.ref(own)
		}
		for _, n := range v.tail {
			out = append(out, substitute(n, to))
		}
		return out
	}))
}

// handed is a variable of the body that the tail uses, and its value in lane l.
type handed struct {
	of *ir.Var
	in func(l *ir.Node) *ir.Node
}

// handedOn returns the variables that the tail uses. Vectors are put into arrays.
func (v *vectorizer) handedOn() []handed {
	used := countUses(v.block(v.tail...))
	var out []handed
	for _, x := range v.ofIteration() {
		if used[x] > 0 {
			out = append(out, handed{x, v.inLane(x)})
		}
	}
	return out
}

// ofIteration returns the variables of an iteration that its tail sees, in order.
func (v *vectorizer) ofIteration() []*ir.Var {
	vars := []*ir.Var{v.lane}
	for _, n := range v.stmts {
		if n.Op == ir.OpDecl {
			vars = append(vars, n.Var)
		}
	}
	return vars
}

// inLane returns what the variable x is in a lane.
func (v *vectorizer) inLane(x *ir.Var) func(l *ir.Node) *ir.Node {
	if v.varies[x] {
		array := v.spill(v.variable(x))
		return func(l *ir.Node) *ir.Node { return v.cast(unvolatile(x.Type), v.index(v.ref(array), l)) }
	}
	by := v.affine[x]
	return func(l *ir.Node) *ir.Node {
		if by == 0 {
			return v.ref(x)
		}
		return v.moved(x, by, l)
	}
}
