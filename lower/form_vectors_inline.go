package lower

import (
	"maps"

	ir "omp2cl/ompir"
)

// inliner replaces calls of the program's functions by their bodies, so that a loop's
// body is all there is to see.
type inliner struct {
	m       *ir.Module
	own     map[*ir.Var]bool     // variables of the iteration
	targets map[*ir.Var]*ir.Node // what parameters point to (form_vectors_pointers.go)
	depth   int
	maybe   bool // the call in hand may not be evaluated
	failed  bool
}

// newInliner returns an inliner for a loop with this body.
func newInliner(m *ir.Module, body *ir.Node) *inliner {
	return &inliner{m: m, own: declaredIn(body), targets: map[*ir.Var]*ir.Node{}}
}

// maxInlineDepth bounds calls within calls.
const maxInlineDepth = 8

// list returns the statements without calls.
func (in *inliner) list(stmts []*ir.Node) []*ir.Node {
	var out []*ir.Node
	for _, n := range stmts {
		out = append(out, in.stmt(n)...)
	}
	return out
}

// stmt returns what becomes of the statement n: what its calls compute comes in front
// of it.
func (in *inliner) stmt(n *ir.Node) []*ir.Node {
	if !callsFunction(n) {
		return []*ir.Node{n}
	}
	var before []*ir.Node
	out := *n
	out.Kids = append([]*ir.Node{}, n.Kids...)
	switch n.Op {
	case ir.OpBlock:
		out.Kids = in.list(n.Kids)
	case ir.OpDecl, ir.OpExpr:
		out.Kids[0] = in.expr(n.Kids[0], false, &before)
		if out.Kids[0] == nil {
			return before
		}
	case ir.OpIf:
		out.Kids[0] = in.expr(n.Kids[0], false, &before)
		in.bodies(out.Kids[1:])
	case ir.OpFor:
		first := in.stmt(n.Kids[0])
		before, out.Kids[0] = first[:len(first)-1], first[len(first)-1]
		out.Kids[1], out.Kids[2] = in.substituted(n.Kids[1]), in.substituted(n.Kids[2])
		in.bodies(out.Kids[3:])
	case ir.OpWhile:
		out.Kids[0] = in.substituted(n.Kids[0])
		in.bodies(out.Kids[1:])
	case ir.OpDo:
		in.bodies(out.Kids[:1])
		out.Kids[1] = in.substituted(n.Kids[1])
	default:
		in.failed = true
	}
	return append(before, &out)
}

// bodies replaces statements by blocks without calls.
func (in *inliner) bodies(list []*ir.Node) {
	for i, n := range list {
		list[i] = at(n).block(in.list(flattened(nil, n))...)
	}
}

// callsFunction reports whether n calls a function of the program.
func callsFunction(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool { return x.Op == ir.OpCall && x.Func != nil })
}

// expr returns the expression n without calls; their statements are added to before.
// In an operand that may not be evaluated only functions that do no harm can be.
func (in *inliner) expr(n *ir.Node, conditional bool, before *[]*ir.Node) *ir.Node {
	if !callsFunction(n) {
		return n
	}
	out := *n
	out.Kids = make([]*ir.Node, len(n.Kids))
	for i, k := range n.Kids {
		maybe := i > 0 && (n.Op == ir.OpCond || n.Op == ir.OpLogAnd || n.Op == ir.OpLogOr || n.Op == ir.OpComma)
		out.Kids[i] = in.expr(k, conditional || maybe, before)
		if out.Kids[i] == nil { // a call without a value
			in.failed = true
			return n
		}
	}
	if n.Op != ir.OpCall || n.Func == nil {
		return &out
	}
	return in.call(&out, conditional, before)
}

// call puts the body of the function that n calls before the statement in hand, and
// returns its result, nil if it has none.
func (in *inliner) call(n *ir.Node, conditional bool, before *[]*ir.Node) *ir.Node {
	f, k := n.Func, at(n)
	conditional = conditional || in.maybe
	if !in.takes(n) || conditional && isRisky(f.Body) || conditional && hasLoop(f.Body) {
		in.failed = true
		return n
	}
	own := map[*ir.Var]*ir.Var{}
	for i, p := range f.Params {
		own[p] = in.m.NewVar(p.Name, p.Type, ir.StorageLocal)
		in.own[own[p]] = true
		if p.Type.Kind == ir.Pointer {
			if to := in.pointee(n.Kids[i], before); to != nil {
				in.targets[own[p]] = to
				continue
			}
		}
		*before = append(*before, k.decl(own[p], n.Kids[i]))
	}
	body := in.named(flattened(nil, in.m.Clone(f.Body, own)))
	for _, n := range body {
		maps.Copy(in.own, declaredIn(n))
	}
	result := in.m.NewVar(f.Name, f.Result, ir.StorageLocal)
	last := len(body) - 1
	if last >= 0 && body[last].Op == ir.OpReturn && !allOf(body[:last], neverReturns) {
		last = -1
	}
	switch {
	case last >= 0 && body[last].Op == ir.OpReturn && f.Result.Kind != ir.Void:
		body[last] = k.decl(result, body[last].Kids[0])
	case f.Result.Kind != ir.Void:
		*before = append(*before, k.decl(result))
		body = in.returning(body, result)
	default:
		body = in.returning(body, nil)
	}
	outer := in.maybe
	in.maybe = conditional
	in.depth++
	*before = append(*before, in.list(body)...)
	in.depth--
	in.maybe = outer
	if f.Result.Kind == ir.Void {
		return nil
	}
	return k.ref(result)
}

// takes reports whether the function that n calls can take the place of the call.
func (in *inliner) takes(n *ir.Node) bool {
	f := n.Func
	return in.depth < maxInlineDepth && isInlinable(n) && !aggregates(f) && !f.Variadic &&
		(f.Result.IsArithmetic() || f.Result.Kind == ir.Void) && len(n.Kids) == len(f.Params)
}

// isInlinable reports whether n calls a function whose body can be looked at in place
// of the call, or that computes a value and does nothing else.
func isInlinable(n *ir.Node) bool {
	if n.Func == nil {
		return isPlainCall(n)
	}
	return n.Func.Body != nil && !contains(n.Func.Body, func(x *ir.Node) bool {
		switch x.Op {
		case ir.OpVar:
			return x.Var.Storage == ir.StorageFile
		case ir.OpDecl:
			return x.Var.Storage != ir.StorageLocal
		case ir.OpCall:
			return !isInlinable(x)
		case ir.OpReturn, ir.OpIndex, ir.OpAddr, ir.OpFor, ir.OpWhile, ir.OpDo, ir.OpBreak, ir.OpContinue:
			return x.Type != nil && x.Type.Volatile
		}
		return !plainOps[x.Op] || x.Type != nil && x.Type.Volatile
	})
}

func neverReturns(n *ir.Node) bool { return !returns(n) }

// returns reports whether n contains a return.
func returns(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool { return x.Op == ir.OpReturn })
}

// returning turns the returns in stmts into assignments to result, if that is not nil.
// What follows an if that returns goes to its other branch.
func (in *inliner) returning(stmts []*ir.Node, result *ir.Var) []*ir.Node {
	var out []*ir.Node
	for i, n := range stmts {
		k := at(n)
		switch {
		case !returns(n):
			out = append(out, n)
		case n.Op == ir.OpReturn:
			switch {
			case len(n.Kids) == 0:
				return out
			case result == nil:
				return append(out, k.expr(n.Kids[0]))
			}
			return append(out, k.assign(k.ref(result), n.Kids[0]))
		case n.Op == ir.OpIf:
			return append(out, in.returningIf(n, stmts[i+1:], result))
		default:
			in.failed = true
			return out
		}
	}
	return out
}

func (in *inliner) returningIf(n *ir.Node, rest []*ir.Node, result *ir.Var) *ir.Node {
	k := at(n)
	then, other := flattened(nil, n.Kids[1]), []*ir.Node{}
	if len(n.Kids) == 3 {
		other = flattened(nil, n.Kids[2])
	}
	switch {
	case alwaysReturns(then):
		other = append(other, rest...)
	case alwaysReturns(other):
		then = append(then, rest...)
	default:
		in.failed = true
		return n
	}
	return k.node(ir.OpIf, nil, n.Kids[0], k.block(in.returning(then, result)...), k.block(in.returning(other, result)...))
}

// alwaysReturns reports whether stmts end in a return on every way.
func alwaysReturns(stmts []*ir.Node) bool {
	if len(stmts) == 0 {
		return false
	}
	n := stmts[len(stmts)-1]
	if n.Op == ir.OpIf && len(n.Kids) == 3 {
		return alwaysReturns(flattened(nil, n.Kids[1])) && alwaysReturns(flattened(nil, n.Kids[2]))
	}
	return n.Op == ir.OpReturn
}

// substituted returns the expression n of a loop's head without calls. Nothing can
// come in front of it, so that only functions of one expression will do.
func (in *inliner) substituted(n *ir.Node) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		if x.Op != ir.OpCall || x.Func == nil {
			return x
		}
		body := []*ir.Node{}
		if in.takes(x) {
			body = flattened(nil, in.m.Clone(x.Func.Body, nil))
		}
		if len(body) != 1 || body[0].Op != ir.OpReturn || callsFunction(body[0]) {
			in.failed = true
			return x
		}
		k, to := at(x), map[*ir.Var]*ir.Node{}
		for i, p := range x.Func.Params {
			to[p] = k.cast(p.Type, x.Kids[i])
		}
		return k.cast(x.Func.Result, substitute(body[0].Kids[0], to))
	})
}

// declaredLate moves declarations without a value to the assignment that gives it, so
// that it is known for good.
func declaredLate(stmts []*ir.Node) []*ir.Node {
	assigned := changes(stmts...)
	out := append([]*ir.Node{}, stmts...)
	for i, n := range stmts {
		if n.Op != ir.OpDecl || len(n.Kids) > 0 || assigned[n.Var] != 1 {
			continue
		}
		for j := i + 1; j < len(out); j++ {
			if countUses(out[j])[n.Var] == 0 {
				continue
			}
			if out[j].Op == ir.OpExpr && sets(out[j].Kids[0], n.Var) {
				out[i], out[j] = at(n).empty(), at(out[j]).decl(n.Var, out[j].Kids[0].Kids[1])
			}
			break
		}
	}
	return out
}
