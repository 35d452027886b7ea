package lower

import ir "omp2cl/ompir"

// flattenVLAs removes variable-length array types, which OpenCL C 1.2 lacks. A
// pointer to rows of variable length, a parameter double a[n][m] or a mapped array
// becomes a pointer to the innermost element type of constant size; a[i][j] becomes
// a[i * m + j] with a 64-bit index, and pointer arithmetic and sizeof follow.
//
// An automatic array whose length is a constant after all becomes an ordinary
// one. Otherwise it lives in the work-item's scratch memory. A length that is made of
// values passed to the kernel, in a function by way of its parameters, has its place
// from the start, and the host provides just that much. Any other array is on the
// work-item's stack (flatten_vlas_stack.go).
func flattenVLAs(m *ir.Module) error {
	p := &vlaPass{m: m, callees: functionsWithVLAs(m), needs: map[*ir.Func][]vlaNeed{}, done: map[*ir.Func]bool{}}
	for _, f := range m.Funcs {
		p.function(f)
	}
	for _, k := range m.Kernels {
		fl := p.flattener(k.Body)
		fl.k = k
		k.Body = fl.body(k.Body, kernelVars(k))
	}
	return nil
}

// vlaPass carries the pass.
type vlaPass struct {
	m       *ir.Module
	callees map[*ir.Func]bool // functions whose parameters' types change
	needs   map[*ir.Func][]vlaNeed
	done    map[*ir.Func]bool
}

// vlaNeed is scratch memory that a function takes for an automatic array, in terms
// of its parameters. call is the one that takes it.
type vlaNeed struct {
	bytes *ir.Node
	call  *ir.Node
}

// function flattens f after the functions it calls. One that needs scratch memory
// is not offered to other units, whose kernels would not provide it.
func (p *vlaPass) function(f *ir.Func) {
	if p.done[f] {
		return
	}
	p.done[f] = true
	if f.Body == nil {
		for _, v := range f.Params {
			v.Type = flatType(v.Type)
		}
		return
	}
	for _, call := range userCalls(f.Body) {
		p.function(call.Func)
	}
	fl := p.flattener(f.Body)
	fl.f = f
	f.Body = fl.body(f.Body, f.Params)
	if len(p.needs[f]) > 0 {
		f.Target = false
		f.Name += scratchSuffix
	}
}

func (p *vlaPass) flattener(body *ir.Node) *flattener {
	return &flattener{vlaPass: p, values: definitionsIn(body), old: map[*ir.Var]*ir.Type{}, marked: markedArrays(body), allocated: map[*ir.Var]bool{}, pushes: callsPush(body)}
}

// functionsWithVLAs returns the functions whose parameters' types change.
func functionsWithVLAs(m *ir.Module) map[*ir.Func]bool {
	out := map[*ir.Func]bool{}
	for _, f := range m.Funcs {
		for _, p := range f.Params {
			out[f] = out[f] || p.Type.HasVLA()
		}
	}
	return out
}

// kernelVars returns the variables that k has without declaring them in its body.
func kernelVars(k *ir.Kernel) []*ir.Var {
	vars := append([]*ir.Var{}, k.Locals...)
	for _, t := range k.Transfers {
		if t.Var != nil {
			vars = append(vars, t.Var)
		}
	}
	return vars
}

// innermost returns the element type of a variable-length array whose own size is
// constant.
func innermost(t *ir.Type) *ir.Type {
	for t.IsVLA() {
		t = t.Elem
	}
	return t
}

// flatType returns what t becomes. An array of variable length becomes a pointer.
func flatType(t *ir.Type) *ir.Type {
	switch {
	case t == nil || !t.HasVLA():
		return t
	case t.IsVLA():
		return ir.PointerTo(flatType(innermost(t)))
	}
	out := *t
	if t.Kind == ir.Pointer && t.Elem.IsVLA() {
		out.Elem = flatType(innermost(t.Elem))
	} else {
		out.Elem = flatType(t.Elem)
	}
	return &out
}

// flattener carries the pass over one body. Types are derived anew from those of
// the variables, so that the lengths are the variables' own.
type flattener struct {
	*vlaPass
	k      *ir.Kernel // nil in a function
	f      *ir.Func   // nil in a kernel
	values definitions
	old    map[*ir.Var]*ir.Type // the variables' types before the pass, lengths folded
	top    []*ir.Node           // allocations

	allocated map[*ir.Var]bool    // arrays with memory from the top of the body
	marked    map[*ir.Var]bool    // arrays whose declaration does not stand where C has it
	stack     map[*ir.Var]*ir.Var // array on the stack -> where it ends
	frame     *ir.Var             // where the body's part of the stack begins; nil without one
	before    *ir.Var             // the end of the last array whose scope we are in
	pushes    bool                // the body calls alloca
	ends      []*ir.Node          // declarations of frame and of the arrays' ends
}

// body flattens n, in which outer are the variables that it does not declare.
func (fl *flattener) body(n *ir.Node, outer []*ir.Var) *ir.Node {
	if !fl.concerned(n, outer) {
		return n
	}
	for _, v := range outer {
		if fl.typeOf(v).IsVLA() {
			fl.allocate(maker{v.Pos}, v)
		}
	}
	for _, call := range userCalls(n) {
		fl.provide(call)
	}
	out := fl.stmt(n)
	for v, t := range fl.old {
		v.Type = flatType(t)
	}
	if first := append(fl.top, fl.ends...); len(first) > 0 {
		block := *out
		block.Kids = append(first, out.Kids...)
		out = &block
	}
	return out
}

// concerned reports whether n or a variable around it has to do with a
// variable-length array, or calls a function that does.
func (fl *flattener) concerned(n *ir.Node, outer []*ir.Var) bool {
	for _, v := range outer {
		if v.Type.HasVLA() {
			return true
		}
	}
	return contains(n, func(x *ir.Node) bool {
		calls := x.Op == ir.OpCall && (fl.callees[x.Func] || len(fl.needs[x.Func]) > 0)
		return x.Op == ir.OpSizeof || calls || x.Type != nil && x.Type.HasVLA() || x.Op == ir.OpDecl && x.Var.Type.HasVLA()
	})
}

// typeOf returns v's type before the pass, with constant lengths as such.
func (fl *flattener) typeOf(v *ir.Var) *ir.Type {
	t, ok := fl.old[v]
	if !ok {
		t = fl.fold(v.Type)
		fl.old[v] = t
	}
	return t
}

// fold returns t with the lengths that are constant made so.
func (fl *flattener) fold(t *ir.Type) *ir.Type {
	if !t.HasVLA() {
		return t
	}
	out := *t
	out.Elem = fl.fold(t.Elem)
	if t.LenExpr != nil {
		if n, ok := fl.values.constant(t.LenExpr); ok {
			out.LenExpr, out.Len = nil, n
		}
	}
	return &out
}

// stmt flattens a statement.
func (fl *flattener) stmt(n *ir.Node) *ir.Node {
	switch {
	case !n.Op.IsStmt():
		return fl.value(fl.expr(n))
	case n.Op == ir.OpDecl:
		return fl.decl(n)
	case isArrayMark(n):
		return fl.markedArray(n)
	}
	if n.Op == ir.OpBlock && !fl.isRun(n) {
		defer func(before *ir.Var) { fl.before = before }(fl.before)
	}
	out := *n
	out.Kids = make([]*ir.Node, len(n.Kids))
	for i, k := range n.Kids {
		if n.Op == ir.OpExpr || n.Op == ir.OpFor && i == 2 {
			k = withoutValue(k)
		}
		out.Kids[i] = fl.stmt(k)
	}
	return &out
}

// withoutValue returns n for a place where its value is not used: x++ is ++x there.
func withoutValue(n *ir.Node) *ir.Node {
	out := *n
	switch n.Op {
	case ir.OpPostInc:
		out.Op = ir.OpPreInc
	case ir.OpPostDec:
		out.Op = ir.OpPreDec
	case ir.OpComma:
		out.Kids = []*ir.Node{withoutValue(n.Kids[0]), withoutValue(n.Kids[1])}
	default:
		return n
	}
	if n.Op != ir.OpComma && !(n.Type.Kind == ir.Pointer && n.Type.Elem.IsVLA()) {
		return n
	}
	return &out
}

func (fl *flattener) decl(n *ir.Node) *ir.Node {
	t := fl.typeOf(n.Var)
	if t.IsVLA() {
		return fl.array(at(n), n.Var)
	}
	return withKids(n, func(k *ir.Node) *ir.Node { return fl.convert(fl.initializer(k), flatType(t)) })
}

// initializer flattens an initial value; lists stay lists.
func (fl *flattener) initializer(n *ir.Node) *ir.Node {
	if n.Op != ir.OpInit {
		return fl.value(fl.expr(n))
	}
	return withKids(n, func(at *ir.Node) *ir.Node {
		return withKids(at, func(k *ir.Node) *ir.Node { return fl.convert(fl.initializer(k), at.Type) })
	})
}

// convert casts a pointer to the pointer type t where the pass made them differ.
func (fl *flattener) convert(n *ir.Node, t *ir.Type) *ir.Node {
	if n.Type == nil || t == nil || t.Kind != ir.Pointer || n.Op == ir.OpInit {
		return n
	}
	if from := n.Type.Decay(); from.Kind != ir.Pointer || from.Elem.Equal(t.Elem) || from.Elem.Kind == ir.Void || t.Elem.Kind == ir.Void {
		return n
	}
	return at(n).node(ir.OpCast, t, n)
}

// times multiplies 64-bit numbers and folds constants.
func (k maker) times(a, b *ir.Node) *ir.Node {
	switch {
	case a.Op == ir.OpConst && b.Op == ir.OpConst:
		return k.num(ir.TI64, a.Int*b.Int)
	case a.Op == ir.OpConst && a.Int == 1:
		return b
	case b.Op == ir.OpConst && b.Int == 1:
		return a
	}
	return k.bin(ir.OpMul, ir.TI64, a, b)
}

// length returns the length of the array type t as a 64-bit number.
func (fl *flattener) length(k maker, t *ir.Type) *ir.Node {
	if t.LenExpr == nil {
		return k.num(ir.TI64, t.Len)
	}
	return k.cast(ir.TI64, fl.value(fl.expr(t.LenExpr)))
}

// count returns the number of elements of constant size in t.
func (fl *flattener) count(k maker, t *ir.Type) *ir.Node {
	n := k.num(ir.TI64, 1)
	for ; t.IsVLA(); t = t.Elem {
		n = k.times(n, fl.length(k, t))
	}
	return n
}
