package frontend

import "omp2cl/ompir"

// Functions that call each other in a circle become one that calls itself, which the rest
// of the rewriting knows (recursion.go). Its first parameter says whose body is to run:
//
//	R cycle(int which, parameters of f, parameters of g)
//	{
//	    if (which == 0) { the body of f }
//	    else { the body of g }
//	}
//
// In the bodies, the calls of f and g are calls of it, which leave out the parameters of
// the others. f and g themselves remain as what others call.

// mergeCycles merges the functions of each circle that can be rewritten then.
func (b *builder) mergeCycles() {
	all := append([]*ompir.Func{}, b.mod.Funcs...)
	reach := map[*ompir.Func]map[*ompir.Func]bool{}
	for _, f := range all {
		reach[f] = called(f)
	}
	merged := map[*ompir.Func]bool{}
	for _, f := range all {
		if merged[f] || !reach[f][f] {
			continue
		}
		var members []*ompir.Func // f, and those that call it and that it calls
		for _, g := range all {
			if reach[f][g] && reach[g][f] {
				members = append(members, g)
				merged[g] = true
			}
		}
		if len(members) > 1 {
			b.mergeCycle(members)
		}
	}
}

// called returns the functions that f calls, at once or through others.
func called(f *ompir.Func) map[*ompir.Func]bool {
	seen := map[*ompir.Func]bool{}
	var visit func(*ompir.Func)
	visit = func(f *ompir.Func) {
		for _, call := range calls(f.Body) {
			if !seen[call.Func] {
				seen[call.Func] = true
				visit(call.Func)
			}
		}
	}
	visit(f)
	return seen
}

// cycle is what becomes of functions that call each other in a circle.
type cycle struct {
	mod     *ompir.Module
	one     *ompir.Func
	members []*ompir.Func
	which   map[*ompir.Func]int // index in members
	first   map[*ompir.Func]int // index of the first parameter in the one
}

// mergeCycle merges the functions, unless their results have no type in common or the
// one could not be rewritten: orderFunctions reports them.
func (b *builder) mergeCycle(members []*ompir.Func) {
	result, ok := commonResult(members)
	if !ok {
		return
	}
	c := &cycle{mod: b.mod, members: members, which: map[*ompir.Func]int{}, first: map[*ompir.Func]int{}}
	c.one = b.mod.NewFunc("cycle_of_"+members[0].Name, result)
	c.one.Pos = members[0].Pos
	c.one.Params = []*ompir.Var{b.mod.NewVar("which", ompir.TI32, ompir.StorageParam)}
	for i, f := range members {
		c.which[f], c.first[f] = i, len(c.one.Params)
		c.one.Params = append(c.one.Params, c.parameters(f)...)
	}
	c.one.Body = c.body()
	if r := newRecursion(b.mod, c.one); !r.fits() {
		b.mod.Funcs = b.mod.Funcs[:len(b.mod.Funcs)-1]
		return
	}
	for _, f := range members {
		f.Body = c.entry(f)
	}
}

// commonResult returns the type of the merged function's result: that of all functions
// with one, or a type that holds all their integers or floating-point numbers.
func commonResult(members []*ompir.Func) (*ompir.Type, bool) {
	result := ompir.TVoid
	for _, f := range members {
		switch t := unqualified(f.Result); {
		case f.Variadic:
			return nil, false
		case t.Kind == ompir.Void || result.Equal(t):
		case result.Kind == ompir.Void:
			result = t
		case result.IsInteger() && t.IsInteger():
			result = ompir.TI64
		case result.IsFloat() && t.IsFloat():
			result = ompir.TF64
		default:
			return nil, false
		}
	}
	return result, true
}

// parameters makes new variables for the parameters of f.
func (c *cycle) parameters(f *ompir.Func) (out []*ompir.Var) {
	for _, p := range f.Params {
		v := c.mod.NewVar(p.Name, p.Type, ompir.StorageParam)
		v.Pos = p.Pos
		out = append(out, v)
	}
	return out
}

// body chooses among the bodies of the functions.
func (c *cycle) body() *ompir.Node {
	out := c.member(c.members[len(c.members)-1])
	for i := len(c.members) - 2; i >= 0; i-- {
		pos := c.members[i].Pos
		is := node(ompir.OpEq, ompir.TI32, pos, varNode(c.one.Params[0], pos), number(int64(i), pos))
		out = node(ompir.OpBlock, nil, pos, node(ompir.OpIf, nil, pos, is, c.member(c.members[i]), out))
	}
	return out
}

// member is the body of f within the one.
func (c *cycle) member(f *ompir.Func) *ompir.Node {
	vars := map[*ompir.Var]*ompir.Var{}
	for i, p := range f.Params {
		vars[p] = c.one.Params[c.first[f]+i]
	}
	return ompir.Rewrite(c.mod.Clone(f.Body, vars), func(n *ompir.Node) *ompir.Node {
		switch {
		case n.Op == ompir.OpReturn && len(n.Kids) > 0 && unqualified(f.Result).Kind != ompir.Void:
			back := *n
			back.Kids = []*ompir.Node{converted(converted(n.Kids[0], f.Result), c.one.Result)}
			return &back
		case n.Op == ompir.OpCall && c.first[n.Func] > 0:
			return c.call(n)
		}
		return n
	})
}

// call is the call n of a member as one of the merged function. OpEmpty stands for the
// parameters that it does not set.
func (c *cycle) call(n *ompir.Node) *ompir.Node {
	kids := []*ompir.Node{number(int64(c.which[n.Func]), n.Pos)}
	for len(kids) < len(c.one.Params) {
		kids = append(kids, node(ompir.OpEmpty, nil, n.Pos))
	}
	copy(kids[c.first[n.Func]:], n.Kids)
	out := node(ompir.OpCall, c.one.Result, n.Pos, kids...)
	out.Func = c.one
	return converted(out, n.Type)
}

// entry is what remains of f: a call of the merged function with f's parameters. Those of
// the others are variables that nothing sets or reads.
func (c *cycle) entry(f *ompir.Func) *ompir.Node {
	var list []*ompir.Node
	args := []*ompir.Node{number(int64(c.which[f]), f.Pos)}
	for i := 1; i < len(c.one.Params); i++ {
		v := c.one.Params[i]
		if k := i - c.first[f]; k >= 0 && k < len(f.Params) {
			args = append(args, varNode(f.Params[k], f.Pos))
			continue
		}
		if v.Type.IsScalar() {
			args = append(args, converted(number(0, f.Pos), v.Type))
			continue
		}
		unused := c.mod.NewVar(v.Name, unqualified(v.Type), ompir.StorageLocal)
		list = append(list, &ompir.Node{Op: ompir.OpDecl, Var: unused, Pos: f.Pos})
		args = append(args, varNode(unused, f.Pos))
	}
	call := node(ompir.OpCall, c.one.Result, f.Pos, args...)
	call.Func = c.one
	if unqualified(f.Result).Kind == ompir.Void {
		list = append(list, node(ompir.OpExpr, nil, f.Pos, call))
	} else {
		list = append(list, node(ompir.OpReturn, nil, f.Pos, converted(call, f.Result)))
	}
	return node(ompir.OpBlock, nil, f.Pos, list...)
}

// converted casts n where its type is another.
func converted(n *ompir.Node, t *ompir.Type) *ompir.Node {
	if t = unqualified(t); unqualified(n.Type).Equal(t) {
		return n
	}
	return node(ompir.OpCast, t, n.Pos, n)
}

func number(i int64, pos ompir.Pos) *ompir.Node {
	n := node(ompir.OpConst, ompir.TI32, pos)
	n.Int = i
	return n
}
