package lower

import ir "omp2cl/ompir"

// scratchAlign is the alignment of an object in scratch memory, enough for every C
// type.
const scratchAlign = 16

// itemAlloc is the prelude's builtin that takes a number of bytes from the
// work-item's scratch in global memory; the kernel's ItemScratch bounds their sum.
const itemAlloc = "omp2cl_item_alloc"

// scratchSuffix marks functions that need scratch memory of their caller's kernel.
// Other units, which would not provide it, do not find them by their plain name.
const scratchSuffix = "__scratch"

// mover moves objects of one body to the work-item's scratch memory, where
// pointers to global memory can reach them. All of a body's objects share one
// allocation: at the top of a kernel, or from the caller of a function.
type mover struct {
	inf   *inferrer
	s     *spaceSolver
	base  *ir.Var              // (ptr global i8): the allocation
	size  int64                // bytes used
	top   []*ir.Node           // declarations and copies for the start of the body
	team  []*ir.Node           // assignments that the team's first work-item does after that
	vars  map[*ir.Var]*ir.Var  // moved variable -> pointer to its new place
	lits  []*ir.Var            // variables or pointers that replace literals; the literals' Int-1 is the index
	calls map[*ir.Func]*ir.Var // callee -> pointer to the scratch passed to it
}

func newMover(inf *inferrer, s *spaceSolver) *mover {
	base := inf.m.NewVar("omp2cl_scratch", globalPointer(ir.TI8), ir.StorageParam)
	base.Space = ir.Private
	return &mover{inf: inf, s: s, base: base, vars: map[*ir.Var]*ir.Var{}, calls: map[*ir.Func]*ir.Var{}}
}

func globalPointer(elem *ir.Type) *ir.Type {
	return &ir.Type{Kind: ir.Pointer, Elem: elem, Space: ir.Global}
}

// body moves what must move in n, whose spaces are solved, and returns the rest.
func (mv *mover) body(n *ir.Node) *ir.Node {
	seen := map[*spaceClass]bool{}
	for _, c := range mv.s.classes {
		root := c.find()
		if seen[root] {
			continue
		}
		seen[root] = true
		for _, o := range root.objects {
			mv.object(o, root.space)
		}
	}
	for _, call := range userCalls(n) {
		mv.frameOf(call.Func)
	}
	if len(mv.top) == 0 && len(mv.lits) == 0 {
		return n
	}
	return ir.Rewrite(n, mv.rewrite)
}

// object moves o if a pointer to the given space cannot point to it where it is.
func (mv *mover) object(o *spaceObject, space ir.Space) {
	k := maker{o.pos}
	switch {
	case o.v != nil && space == ir.Global && o.v.Space == ir.Local:
		mv.vars[o.v] = mv.teamSlot(k, o.v)
	case o.v != nil && space == ir.Global:
		mv.vars[o.v] = mv.slot(k, o.v.Name, o.v.Type)
		if o.v.Storage == ir.StorageParam {
			mv.top = append(mv.top, k.copyObject(mv.inf.m, k.deref(k.ref(mv.vars[o.v])), k.ref(o.v)))
		}
	case o.isString() && space != ir.Constant:
		mv.copyString(k, o.node, space)
	case o.node != nil && !o.isString() && space == ir.Global:
		mv.replaceLiteral(o.node, mv.slot(k, "literal", o.node.Type))
	}
}

// slot reserves memory for an object of type t and returns a new variable, a
// pointer to it.
func (mv *mover) slot(k maker, name string, t *ir.Type) *ir.Var {
	p := mv.private(name+"_at", globalPointer(t))
	at := k.node(ir.OpAdd, mv.base.Type, k.ref(mv.base), k.num(ir.TI64, mv.size))
	mv.top = append(mv.top, k.decl(p, k.node(ir.OpCast, p.Type, at)))
	size := t.Size()
	if size < 0 {
		panic("BUG: an object of unknown size: " + ir.PrintType(t))
	}
	mv.size += (max(size, 1) + scratchAlign - 1) / scratchAlign * scratchAlign
	return p
}

// teamSlot reserves memory for an object that a team shares: its first work-item's,
// to which a pointer in local memory leads.
func (mv *mover) teamSlot(k maker, v *ir.Var) *ir.Var {
	own := mv.slot(k, v.Name, v.Type)
	p := mv.inf.m.NewVar(v.Name+"_at", own.Type, ir.StorageLocal)
	p.Space = ir.Local
	mv.team = append(mv.team, k.assign(k.ref(p), k.ref(own)))
	return p
}

// locals returns a kernel's variables in local memory: those that moved are
// replaced by the pointers to them.
func (mv *mover) locals(vars []*ir.Var) []*ir.Var {
	out := make([]*ir.Var, len(vars))
	for i, v := range vars {
		out[i] = v
		if p := mv.vars[v]; p != nil {
			out[i] = p
		}
	}
	return out
}

func (mv *mover) private(name string, t *ir.Type) *ir.Var {
	v := mv.inf.m.NewVar(name, t, ir.StorageLocal)
	v.Space = ir.Private
	return v
}

// copyString replaces a string literal by an array in private memory, or by a
// constant among the static data in global memory.
func (mv *mover) copyString(k maker, n *ir.Node, space ir.Space) {
	if space == ir.Global {
		mv.replaceLiteral(n, mv.inf.text(n))
		return
	}
	v := mv.private("literal", n.Type)
	text := *n
	mv.top = append(mv.top, k.decl(v, &text))
	mv.replaceLiteral(n, v)
}

// text returns the file variable for the string n.
func (inf *inferrer) text(n *ir.Node) *ir.Var {
	for _, v := range inf.texts {
		if v.Init.Str == n.Str && v.Type.Equal(n.Type) {
			return v
		}
	}
	v := inf.m.NewVar("text", n.Type, ir.StorageFile)
	init := *n
	v.Const, v.Space, v.Init, v.InFunction, v.Pos = true, ir.Global, &init, "omp2cl", n.Pos
	inf.texts = append(inf.texts, v)
	inf.m.Vars = append(inf.m.Vars, v)
	return v
}

// replaceLiteral notes what stands for the literal n. The mark is in the node
// itself, because a node is copied when something below it is rewritten.
func (mv *mover) replaceLiteral(n *ir.Node, v *ir.Var) {
	mv.lits = append(mv.lits, v)
	n.Int = int64(len(mv.lits))
}

// frameOf reserves the scratch memory that f wants from its callers, once.
func (mv *mover) frameOf(f *ir.Func) {
	size := mv.inf.frames[f]
	if size == 0 || mv.calls[f] != nil {
		return
	}
	frame := mv.slot(maker{f.Pos}, f.Name, ir.ArrayOf(size, ir.TI8))
	mv.calls[f] = frame
}

// rewrite makes one node refer to the new places. Its operands are done.
func (mv *mover) rewrite(n *ir.Node) *ir.Node {
	k := at(n)
	switch n.Op {
	case ir.OpVar:
		if p := mv.vars[n.Var]; p != nil {
			return k.deref(k.ref(p))
		}
	case ir.OpDecl:
		if p := mv.vars[n.Var]; p != nil {
			return mv.declaration(k, n, p)
		}
	case ir.OpFor:
		return mv.loop(k, n)
	case ir.OpStr, ir.OpCompound:
		return mv.literal(k, n)
	case ir.OpCall:
		if frame := mv.calls[n.Func]; n.Func != nil && frame != nil {
			return mv.framedCall(k, n, frame)
		}
	}
	return n
}

// framedCall passes scratch memory to a call.
func (mv *mover) framedCall(k maker, n *ir.Node, frame *ir.Var) *ir.Node {
	out := *n
	arg := k.node(ir.OpCast, mv.base.Type, k.ref(frame))
	out.Kids = append(append([]*ir.Node{}, n.Kids...), arg)
	return &out
}

// declaration replaces the declaration of a moved variable by the assignment of
// its initial value.
func (mv *mover) declaration(k maker, n *ir.Node, p *ir.Var) *ir.Node {
	if len(n.Kids) == 0 {
		return k.empty()
	}
	stmts := k.initialize(mv.inf.m, k.deref(k.ref(p)), n.Kids[0])
	if len(stmts) == 1 {
		return stmts[0]
	}
	return k.block(stmts...)
}

// loop takes an initialization that is no declaration any more out of a for
// statement.
func (mv *mover) loop(k maker, n *ir.Node) *ir.Node {
	init := n.Kids[0]
	if init.Op != ir.OpBlock || init.Int == 1 && onlyDecls(init) {
		return n
	}
	out := *n
	out.Kids = append([]*ir.Node{k.empty()}, n.Kids[1:]...)
	return k.block(append(append([]*ir.Node{}, init.Kids...), &out)...)
}

func onlyDecls(block *ir.Node) bool {
	for _, n := range block.Kids {
		if n.Op != ir.OpDecl {
			return false
		}
	}
	return true
}

// literal replaces a literal that moved.
func (mv *mover) literal(k maker, n *ir.Node) *ir.Node {
	if n.Int == 0 {
		return n
	}
	v := mv.lits[n.Int-1]
	if n.Op == ir.OpStr {
		return k.ref(v)
	}
	return mv.compound(k, n, v)
}

// compound evaluates a compound literal in its new place.
func (mv *mover) compound(k maker, n *ir.Node, p *ir.Var) *ir.Node {
	t := n.Type
	value := mv.private("literal_init", t)
	init := k.decl(value, n.Kids[0])
	copied := k.copyObject(mv.inf.m, k.deref(k.ref(p)), k.ref(value))
	place := k.node(ir.OpStmtExpr, p.Type, k.block(init, copied, k.expr(k.ref(p))))
	return k.deref(place)
}

// allocation is the statement that gives a kernel's work-item its scratch memory.
func (mv *mover) allocation() *ir.Node {
	if mv.size == 0 {
		return nil
	}
	mv.base.Storage = ir.StorageLocal
	k := maker{}
	return k.decl(mv.base, k.call(itemAlloc, mv.base.Type, k.num(ir.TU64, mv.size)))
}

// finish returns body with first (which may be nil) and the moves' preparations in
// front.
func (mv *mover) finish(body, first *ir.Node) *ir.Node {
	var stmts []*ir.Node
	if first != nil {
		stmts = append(stmts, first)
	}
	stmts = append(stmts, mv.top...)
	if len(mv.team) > 0 {
		k := maker{}
		stmts = append(stmts, k.when(k.call("omp2cl_is_master", ir.TI32), mv.team...), k.barrier())
	}
	if len(stmts) == 0 {
		return body
	}
	out := *body
	out.Kids = append(stmts, body.Kids...)
	return &out
}
