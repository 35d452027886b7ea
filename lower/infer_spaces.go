package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// inferSpaces gives every pointer in device code its address space: OpenCL C 1.2
// has no generic one. Functions have the spaces of their parameters already
// (specialize_functions). An object in private or local memory moves to scratch in
// global memory when a pointer must be able to point to it and to something that
// lies elsewhere; a string literal is copied.
//
// What is left, pointers that the compiler itself made for one space, is reported
// as mixed-address-spaces.
func inferSpaces(m *ir.Module) error {
	globalizeRecords(m)
	for _, v := range m.Vars {
		if v.Storage == ir.StorageFile {
			v.Type, v.Space = inSpace(v.Type, ir.Global), ir.Global
		}
	}
	inf := &inferrer{m: m, launders: programMakesPointers(m), frames: map[*ir.Func]int64{}, dropped: map[*ir.Func]bool{}}
	inf.needed = calledFromKernels(m)
	var kept []*ir.Func
	for _, f := range m.Funcs {
		offered, name := isOffered(f), f.Name
		if !inf.function(f) {
			continue
		}
		kept = append(kept, f)
		if offered && inf.frames[f] > 0 {
			kept = append(kept, inf.forOthers(f, name))
		}
	}
	m.Funcs = kept
	for _, k := range m.Kernels {
		inf.kernel(k)
	}
	return inf.diags.Err()
}

// inferrer carries the pass.
type inferrer struct {
	m        *ir.Module
	launders bool
	needed   map[*ir.Func]bool
	frames   map[*ir.Func]int64 // bytes of scratch that a function's callers pass
	dropped  map[*ir.Func]bool
	texts    []*ir.Var // file variables for strings
	diags    ir.Diagnostics
}

// calledFromKernels returns the functions that kernels call, directly or not.
func calledFromKernels(m *ir.Module) map[*ir.Func]bool {
	called := map[*ir.Func]bool{}
	var visit func(n *ir.Node)
	visit = func(n *ir.Node) {
		for _, call := range userCalls(n) {
			if f := call.Func; !called[f] {
				called[f] = true
				if f.Body != nil {
					visit(f.Body)
				}
			}
		}
	}
	for _, k := range m.Kernels {
		visit(k.Body)
	}
	return called
}

func (inf *inferrer) solver() *spaceSolver {
	s := newSpaceSolver(inf.m)
	s.launders = inf.launders
	s.callee = func(s *spaceSolver, n *ir.Node) *spaceCall {
		c := &spaceCall{result: s.fresh(n.Func.Result)}
		for i := range min(len(n.Func.Params), len(n.Kids)) { // a frame is not passed yet
			c.params = append(c.params, s.fresh(n.Func.Params[i].Type))
		}
		return c
	}
	return s
}

// isOffered reports whether f is what other units may call: a version with all
// pointers to global memory (specialize_functions).
func isOffered(f *ir.Func) bool {
	types := []*ir.Type{f.Result}
	for _, p := range f.Params {
		types = append(types, p.Type)
	}
	return f.External && f.Target && f.Body != nil && strings.Trim(letters(types), "g") == ""
}

// forOthers returns the function of the given name that other units call in place of
// f: it passes the scratch memory that f needs, from the work-item's stack.
func (inf *inferrer) forOthers(f *ir.Func, name string) *ir.Func {
	k := maker{f.Pos}
	g := inf.m.NewFunc(name, f.Result)
	g.External, g.Target, g.Pos = true, true, f.Pos
	call := k.node(ir.OpCall, f.Result)
	call.Func = f
	for _, p := range f.Params[:len(f.Params)-1] {
		q := inf.m.NewVar(p.Name, p.Type, ir.StorageParam)
		q.Space, q.Const, q.Align, q.Pos = p.Space, p.Const, p.Align, p.Pos
		g.Params = append(g.Params, q)
		call.Kids = append(call.Kids, k.ref(q))
	}
	// The context that f gets by value must tell already that the memory is taken.
	frame := inf.m.NewVar("omp2cl_scratch", globalPointer(ir.TI8), ir.StorageLocal)
	frame.Space = ir.Private
	taken := k.decl(frame, k.call(stackTake, frame.Type, k.num(ir.TU64, inf.frames[f])))
	call.Kids = append(call.Kids, k.ref(frame))
	last := k.expr(call)
	if f.Result.Kind != ir.Void {
		last = k.node(ir.OpReturn, nil, call)
	}
	g.Body = k.block(taken, last)
	return g
}

// function infers f and reports whether to keep it. A version that only other
// units might call is left out when it calls one that is left out.
func (inf *inferrer) function(f *ir.Func) bool {
	if f.Body == nil {
		for _, p := range f.Params {
			p.Type = inSpace(p.Type, ir.Global)
		}
		f.Result = inSpace(f.Result, ir.Global)
		return true
	}
	if !inf.needed[f] && inf.callsDropped(f) {
		inf.dropped[f] = true
		return false
	}
	s := inf.solver()
	for _, p := range f.Params {
		s.declare(p)
	}
	s.result = s.fresh(f.Result)
	body, err := s.solveBody(f.Body)
	if err != nil {
		return inf.refuse(f, err)
	}
	mv := newMover(inf, s)
	body = mv.body(body)
	f.Result = s.result
	if mv.size > 0 {
		inf.addFrame(f, mv)
	}
	f.Body = mv.finish(body, nil)
	return true
}

// refuse drops f if no kernel needs it, else reports why it cannot be had.
func (inf *inferrer) refuse(f *ir.Func, err error) bool {
	inf.dropped[f] = true
	if inf.needed[f] {
		inf.diags.Add(err.(*ir.Diagnostics).List...)
	}
	return inf.needed[f]
}

func (inf *inferrer) callsDropped(f *ir.Func) bool {
	for _, call := range userCalls(f.Body) {
		if inf.dropped[call.Func] {
			return true
		}
	}
	return false
}

// addFrame gives f a parameter for its scratch memory. Other units do not pass it,
// so the version gets a name of its own (forOthers).
func (inf *inferrer) addFrame(f *ir.Func, mv *mover) {
	f.Params = append(f.Params, mv.base)
	f.Name += scratchSuffix
	inf.frames[f] = mv.size
}

func (inf *inferrer) kernel(k *ir.Kernel) {
	s := inf.solver()
	declareKernelVars(s, k)
	s.result = ir.TVoid
	body, err := s.solveBody(k.Body)
	if err != nil {
		inf.diags.Add(err.(*ir.Diagnostics).List...)
		return
	}
	mv := newMover(inf, s)
	body = mv.body(body)
	if mv.size > 0 {
		k.ItemScratch = addText(k.ItemScratch, itoa(int(mv.size)))
	}
	k.Locals = mv.locals(k.Locals)
	k.Body = mv.finish(body, mv.allocation())
}

// addText adds two host expressions, of which the first may be "".
func addText(a, b string) string {
	if a == "" {
		return b
	}
	return a + " + " + b
}

// solveBody types a copy of body and returns it. The variables and types that the
// body refers to have their spaces afterwards.
func (s *spaceSolver) solveBody(body *ir.Node) (*ir.Node, error) {
	body = unshare(body)
	s.body(body)
	solveClasses(s.classes, true)
	if err := s.conflicts(); err != nil {
		return nil, err
	}
	for t, c := range s.levels {
		if t.Space == ir.NoSpace {
			t.Space = c.find().space
		}
	}
	for _, v := range s.order {
		v.Type = s.vars[v]
		if v.Space == ir.NoSpace {
			v.Space = ir.Private
		}
	}
	return body, nil
}

// conflicts reports the classes that must have two spaces at once.
func (s *spaceSolver) conflicts() error {
	var diags ir.Diagnostics
	seen := map[*spaceClass]bool{}
	for _, c := range s.classes {
		root := c.find()
		if seen[root] {
			continue
		}
		seen[root] = true
		if reasons := root.clash(); reasons != nil {
			diags.Add(s.mixed(root, reasons))
		}
	}
	return diags.Err()
}

// spaceNeed is a space that a class must have, and why.
type spaceNeed struct {
	space ir.Space
	why   *spaceReason
}

// clash returns the spaces that c must have when they cannot all be had: two that
// are required, or one that is not global together with an object that lies
// elsewhere.
func (c *spaceClass) clash() []spaceNeed {
	var needs []spaceNeed
	for _, space := range c.needs() {
		needs = append(needs, spaceNeed{space, c.hard[space]})
	}
	if len(needs) == 1 && needs[0].space != ir.Global {
		needs = append(needs, c.elsewhere(needs[0].space)...)
	}
	if len(needs) < 2 {
		return nil
	}
	return needs
}

// elsewhere returns the objects of c that a pointer to the given space, which is
// not the global one, cannot point to. A string literal can be copied to private
// memory.
func (c *spaceClass) elsewhere(space ir.Space) []spaceNeed {
	var out []spaceNeed
	for _, o := range c.objects {
		if home := o.space(); home != space && !(o.isString() && space == ir.Private) {
			out = append(out, spaceNeed{home, &spaceReason{o.pos, o.String()}})
		}
	}
	if c.soft && space != ir.Private {
		out = append(out, spaceNeed{ir.Private, &spaceReason{c.anyReason().pos, "a local variable of a function called here"}})
	}
	if c.softStr && space == ir.Local {
		out = append(out, spaceNeed{ir.Constant, &spaceReason{c.anyReason().pos, "a string literal of a function called here"}})
	}
	return out
}

// String names the object for messages.
func (o *spaceObject) String() string {
	switch {
	case o.v != nil:
		return "'" + o.v.Name + "'"
	case o.isString():
		return "a string literal"
	}
	return "a compound literal"
}

// anyReason returns one of c's reasons.
func (c *spaceClass) anyReason() *spaceReason {
	for _, r := range c.hard {
		if r != nil {
			return r
		}
	}
	return &spaceReason{}
}

// mixed is the message about a class that cannot have one space: at the place that
// brought the spaces together, or that of a pointer of the class.
func (s *spaceSolver) mixed(c *spaceClass, needs []spaceNeed) ir.Diagnostic {
	subject, pos := "a pointer", needs[len(needs)-1].why.pos
	for _, v := range s.order {
		p := firstPointer(v.Type)
		if p != nil && p.Space == ir.NoSpace && s.level(firstPointer(s.vars[v])).find() == c && v.Pos.IsValid() {
			subject, pos = "pointer '"+v.Name+"'", v.Pos
			break
		}
	}
	if c.clashAt.IsValid() {
		pos = c.clashAt
	}
	d := ir.Errorf(pos, "mixed-address-spaces", "%s would have to point to %s and to %s memory", subject, needs[0].space, needs[1].space)
	for _, need := range needs {
		d = d.WithNoteAt(need.why.pos, "to %s memory because of %s", need.space, need.why.text)
	}
	return d.WithNote("OpenCL C 1.2 has no pointer that can point to either; use a pointer of its own for each")
}
