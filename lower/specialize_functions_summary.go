package lower

import ir "omp2cl/ompir"

// spaceSummary is what a function's callers need to know of its constraints: the
// types of its parameters and its result, over classes of the function's own
// solver. A call instantiates it with classes of the caller's.
type spaceSummary struct {
	solver *spaceSolver
	params []*ir.Type
	result *ir.Type
}

// summarize collects the constraints of f with nothing known of its parameters.
func (sp *specializer) summarize(f *ir.Func) *spaceSummary {
	s := newSpaceSolver(sp.m)
	s.launders = sp.launders
	s.callee = sp.instantiate
	sum := &spaceSummary{solver: s}
	if f.Body == nil {
		sum.foreign(f)
		return sum
	}
	for _, p := range f.Params {
		sum.params = append(sum.params, s.declare(p))
	}
	s.result = s.fresh(f.Result)
	sum.result = s.result
	s.body(unshare(f.Body))
	for pushGlobal(s.classes) {
	}
	return sum
}

// foreign is the summary of a function that another unit defines: all its pointers
// point to global memory (docs/ir.md, "Names of device functions").
func (sum *spaceSummary) foreign(f *ir.Func) {
	s := sum.solver
	for _, p := range f.Params {
		t := s.fresh(p.Type)
		s.allGlobal(t, "an argument of '"+f.Name+"', which another unit defines")
		sum.params = append(sum.params, t)
	}
	sum.result = s.fresh(f.Result)
	s.allGlobal(sum.result, "the result of '"+f.Name+"', which another unit defines")
}

// instantiate gives a call the types of the callee's summary over new classes.
func (sp *specializer) instantiate(s *spaceSolver, n *ir.Node) *spaceCall {
	sum := sp.summaryOf(n.Func)
	in := instance{from: sum.solver, to: s, classes: map[*spaceClass]*spaceClass{}, types: map[*ir.Type]*ir.Type{}}
	c := &spaceCall{result: in.typ(sum.result)}
	for _, t := range sum.params {
		c.params = append(c.params, in.typ(t))
	}
	return c
}

// instance copies types and classes from a callee's solver into a caller's.
type instance struct {
	from, to *spaceSolver
	classes  map[*spaceClass]*spaceClass
	types    map[*ir.Type]*ir.Type
}

func (in *instance) typ(t *ir.Type) *ir.Type {
	if u := in.types[t]; u != nil {
		return u
	}
	u := t
	switch t.Kind {
	case ir.Pointer:
		u = in.to.pointer(in.typ(t.Elem), in.class(in.from.level(t)))
	case ir.Array:
		copied := *t
		copied.Elem = in.typ(t.Elem)
		u = &copied
	}
	in.types[t] = u
	return u
}

// class copies what a class requires and the levels behind it. The callee's own
// objects only leave a mark: the callee moves them if it has to.
func (in *instance) class(c *spaceClass) *spaceClass {
	c = c.find()
	if d := in.classes[c]; d != nil {
		return d
	}
	d := in.to.newClass()
	in.classes[c] = d
	d.hard = c.hard
	home := c.homes()
	d.soft, d.softStr, d.clashAt = home[ir.Private], home[ir.Constant], c.clashAt
	for _, inner := range c.inner {
		d.inner = append(d.inner, in.class(inner))
	}
	return d
}

// unshare returns a copy of the tree n in which no node stands in two places, so
// that each can be given a type of its own. Variables stay.
func unshare(n *ir.Node) *ir.Node { return withKids(n, unshare) }
