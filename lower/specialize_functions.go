package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// specializeFunctions clones device functions, since OpenCL C 1.2 has no generic
// address space: one version for each combination of address spaces that calls
// from kernels pass, and for functions that other units may call the one that
// docs/ir.md promises them. A version's name says the spaces of its pointer
// parameters; calls name the version they need. Functions that nothing calls are
// dropped.
func specializeFunctions(m *ir.Module) error {
	globalizeRecords(m)
	sp := &specializer{
		m:         m,
		launders:  programMakesPointers(m),
		summaries: map[*ir.Func]*spaceSummary{},
		versions:  map[versionKey]*version{},
	}
	written := m.Funcs // versions are added to the module as they are made
	for _, k := range m.Kernels {
		sp.kernel(k)
	}
	for _, f := range written {
		if f.External && f.Target && f.Body != nil {
			sp.offer(f)
		}
	}
	m.Funcs = sp.out
	return sp.diags.Err()
}

// programMakesPointers reports whether device code anywhere in m converts integers
// to pointers.
func programMakesPointers(m *ir.Module) bool {
	for _, k := range m.Kernels {
		if makesPointers(k.Body) {
			return true
		}
	}
	for _, f := range m.Funcs {
		if f.Body != nil && makesPointers(f.Body) {
			return true
		}
	}
	return false
}

// globalizeRecords makes the pointers in records point to global memory: a record
// has one definition, wherever its objects lie.
func globalizeRecords(m *ir.Module) {
	for _, r := range m.Records {
		for _, f := range r.Fields {
			f.Type = inSpace(f.Type, ir.Global)
		}
	}
}

// inSpace returns t with all its pointers' spaces that are not decided yet set.
func inSpace(t *ir.Type, space ir.Space) *ir.Type {
	if t.Kind != ir.Pointer && t.Kind != ir.Array {
		return t
	}
	out := *t
	out.Elem = inSpace(t.Elem, space)
	if t.Kind == ir.Pointer && t.Space == ir.NoSpace {
		out.Space = space
	}
	return &out
}

// specializer carries the pass.
type specializer struct {
	m         *ir.Module
	launders  bool
	summaries map[*ir.Func]*spaceSummary
	versions  map[versionKey]*version
	out       []*ir.Func // the versions, callees first
	diags     ir.Diagnostics
}

// versionKey is a function and the name of its version.
type versionKey struct {
	f    *ir.Func
	name string
}

// version is a specialized function; f is nil when the spaces cannot be had.
type version struct {
	f   *ir.Func
	err error
}

func (sp *specializer) summaryOf(f *ir.Func) *spaceSummary {
	sum := sp.summaries[f]
	if sum == nil {
		sum = sp.summarize(f)
		sp.summaries[f] = sum
	}
	return sum
}

// kernel points the calls of k to the versions they need.
func (sp *specializer) kernel(k *ir.Kernel) {
	k.Body = unshare(k.Body)
	s := sp.solver()
	declareKernelVars(s, k)
	untyped := unshare(k.Body)
	s.body(untyped)
	solveClasses(s.classes, true)
	err := s.conflicts()
	if err == nil {
		err = sp.bindCalls(k.Body, s)
	}
	if err != nil {
		sp.report(err)
	}
}

func (sp *specializer) solver() *spaceSolver {
	s := newSpaceSolver(sp.m)
	s.launders = sp.launders
	s.callee = sp.instantiate
	return s
}

// report adds err to the messages.
func (sp *specializer) report(err error) {
	switch e := err.(type) {
	case *ir.Diagnostics:
		sp.diags.Add(e.List...)
	case ir.Diagnostic:
		sp.diags.Add(e)
	}
}

// declareKernelVars gives the kernel's parameters and local-memory variables their
// types: whatever is reached through a parameter is in global memory.
func declareKernelVars(s *spaceSolver, k *ir.Kernel) {
	for _, t := range k.Transfers {
		if t.Var != nil {
			t.Var.Type = inSpace(t.Var.Type, ir.Global)
			s.declare(t.Var)
		}
	}
	for _, v := range k.Locals {
		s.declare(v)
	}
}

// bindCalls makes the calls in body name the versions for the spaces that s found
// for a copy of body, in which calls stand in the same order.
func (sp *specializer) bindCalls(body *ir.Node, s *spaceSolver) error {
	calls := userCalls(body)
	if len(calls) != len(s.calls) {
		panic("BUG: specialize_functions lost a call")
	}
	for i, n := range calls {
		v := sp.versionFor(n.Func, s.solvedAll(s.calls[i].params), s.solved(s.calls[i].result))
		if v.err != nil {
			return v.err
		}
		n.Func = v.f
	}
	return nil
}

// userCalls returns the calls of functions in n, operands before the call, as
// spaceSolver meets them.
func userCalls(n *ir.Node) []*ir.Node {
	var out []*ir.Node
	for _, k := range n.Kids {
		out = append(out, userCalls(k)...)
	}
	if n.Op == ir.OpCall && n.Func != nil {
		out = append(out, n)
	}
	return out
}

var spaceLetters = [...]byte{ir.NoSpace: 'g', ir.Global: 'g', ir.Local: 'l', ir.Private: 'p', ir.Constant: 'c'}

// solvedAll returns the types with the spaces of their classes.
func (s *spaceSolver) solvedAll(types []*ir.Type) []*ir.Type {
	out := make([]*ir.Type, len(types))
	for i, t := range types {
		out[i] = s.solved(t)
	}
	return out
}

// solved returns a copy of t with the spaces of its classes.
func (s *spaceSolver) solved(t *ir.Type) *ir.Type {
	if t.Kind != ir.Pointer && t.Kind != ir.Array {
		return t
	}
	out := *t
	out.Elem = s.solved(t.Elem)
	if t.Kind == ir.Pointer {
		out.Space = s.level(t).find().space
		if out.Space == ir.NoSpace {
			out.Space = ir.Global
		}
	}
	return &out
}

// letters returns the mangled part of a version's name: one letter for each level
// of each pointer parameter.
func letters(params []*ir.Type) string {
	var b strings.Builder
	for _, t := range params {
		for t = firstPointer(t); t != nil; t = firstPointer(t.Elem) {
			b.WriteByte(spaceLetters[t.Space])
		}
	}
	return b.String()
}

// mangled returns the name of the version of a function for the given types of
// parameters and result (docs/ir.md).
func mangled(name string, params []*ir.Type, result *ir.Type) string {
	if l := letters(params); l != "" {
		name += "__" + l
	}
	if l := letters([]*ir.Type{result}); strings.Trim(l, "g") != "" {
		name += "__r" + l
	}
	return name
}

// versionFor returns f with parameters and a result of the given types, which have
// all their spaces. Its callees' versions come before it in the output.
func (sp *specializer) versionFor(f *ir.Func, params []*ir.Type, result *ir.Type) *version {
	key := versionKey{f, mangled(f.Name, params, result)}
	if v := sp.versions[key]; v != nil {
		return v
	}
	v := &version{}
	sp.versions[key] = v
	g := sp.clone(f, params, result, key.name)
	if f.Body != nil {
		v.err = sp.specialize(g)
	}
	if v.err == nil {
		v.f = g
		sp.out = append(sp.out, g)
	}
	return v
}

// clone copies f, with other types and another name.
func (sp *specializer) clone(f *ir.Func, params []*ir.Type, result *ir.Type, name string) *ir.Func {
	vars := map[*ir.Var]*ir.Var{}
	g := sp.m.NewFunc(name, result)
	g.Variadic, g.External, g.Target, g.Pos = f.Variadic, f.External, f.Target, f.Pos
	for i, p := range f.Params {
		q := sp.m.NewVar(p.Name, params[i], ir.StorageParam)
		q.Space, q.Const, q.Align, q.Pos = p.Space, p.Const, p.Align, p.Pos
		vars[p] = q
		g.Params = append(g.Params, q)
	}
	if f.Body != nil {
		g.Body = sp.m.Clone(f.Body, vars)
	}
	return g
}

// specialize points the calls of g, a version with the spaces of its parameters and
// its result set, to the versions they need.
func (sp *specializer) specialize(g *ir.Func) error {
	s := sp.solver()
	for _, p := range g.Params {
		s.declare(p)
	}
	s.result = s.fresh(g.Result)
	s.body(unshare(g.Body))
	solveClasses(s.classes, true)
	if err := s.conflicts(); err != nil {
		return err
	}
	return sp.bindCalls(g.Body, s)
}

// offer makes the version of f that other units may call, with all pointers to
// global memory: the only one that every function has.
func (sp *specializer) offer(f *ir.Func) {
	var params []*ir.Type
	for _, p := range f.Params {
		params = append(params, inSpace(p.Type, ir.Global))
	}
	sp.versionFor(f, params, inSpace(f.Result, ir.Global))
}
