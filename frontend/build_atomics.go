package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// gcc's builtins for atomic accesses become atomic constructs with seq_cst in
// statement expressions, which is at least as strong as what any of their memory orders asks for:
//
//	({ T *p = POINTER; T operand = VALUE; T got; atomic capture { got = *p; *p += operand; } got; })
//
// They work on integers of 8 to 64 bits.

// addAtomicBuiltins adds them to the builtins that the front end resolves.
func addAtomicBuiltins() {
	words := map[string]ompir.Op{"add": ompir.OpAdd, "sub": ompir.OpSub, "and": ompir.OpAnd, "or": ompir.OpOr, "xor": ompir.OpXor}
	for word, op := range words {
		before := func(c *conv, x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
			return c.atomicBuiltin(x, args, 2, func(a *atomicAccess) { a.capture(op, true) })
		}
		after := func(c *conv, x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
			return c.atomicBuiltin(x, args, 2, func(a *atomicAccess) { a.capture(op, false) })
		}
		foldedBuiltins["__sync_fetch_and_"+word], foldedBuiltins["__atomic_fetch_"+word] = before, before
		foldedBuiltins["__sync_"+word+"_and_fetch"], foldedBuiltins["__atomic_"+word+"_fetch"] = after, after
	}
	for name, f := range map[string]struct {
		args int
		make func(*atomicAccess)
	}{
		"__sync_lock_test_and_set":     {2, func(a *atomicAccess) { a.capture(ompir.OpAssign, true) }},
		"__atomic_exchange_n":          {2, func(a *atomicAccess) { a.capture(ompir.OpAssign, true) }},
		"__atomic_load_n":              {1, (*atomicAccess).load},
		"__atomic_store_n":             {2, (*atomicAccess).store},
		"__sync_lock_release":          {1, (*atomicAccess).store},
		"__sync_bool_compare_and_swap": {3, func(a *atomicAccess) { a.compareSwap(true) }},
		"__sync_val_compare_and_swap":  {3, func(a *atomicAccess) { a.compareSwap(false) }},
		"__atomic_compare_exchange_n":  {3, (*atomicAccess).compareExchange},
	} {
		foldedBuiltins[name] = func(c *conv, x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
			return c.atomicBuiltin(x, args, f.args, f.make)
		}
	}
	for _, name := range []string{"__sync_synchronize", "__atomic_thread_fence", "__atomic_signal_fence"} {
		foldedBuiltins[name] = (*conv).fullFence
	}
}

// fullFence converts a fence of any memory order.
func (c *conv) fullFence(x *cc.PostfixExpression, _ []cc.ExpressionNode) *ompir.Node {
	return preludeCall("flush", ompir.TVoid, c.pos(x))
}

// atomicAccess is the statement expression for one builtin.
type atomicAccess struct {
	c    *conv
	pos  ompir.Pos
	t    *ompir.Type // of the object
	p    *ompir.Var  // pointer to it
	args []*ompir.Node
	out  []*ompir.Node // the statements
}

// atomicBuiltin converts a call with a pointer and further arguments, of which the first
// count matter.
func (c *conv) atomicBuiltin(x *cc.PostfixExpression, args []cc.ExpressionNode, count int, build func(*atomicAccess)) *ompir.Node {
	if len(args) < count {
		c.errorf(x, "too-few-arguments", "too few arguments in the call of an atomic builtin")
		return c.constNode(x, ompir.TI32, 0)
	}
	a := &atomicAccess{c: c, pos: c.pos(x)}
	for _, arg := range args[:count] {
		a.args = append(a.args, c.promoted(c.expr(arg)))
	}
	pointer := a.args[0]
	if t := pointer.Type.Decay(); t.Kind != ompir.Pointer || !t.Elem.IsInteger() || t.Elem.Kind == ompir.Bool {
		c.errorf(x, "unsupported-function", "atomic builtins are supported for pointers to integers only, not for '%s'", typeName(pointer.Type))
		return c.constNode(x, ompir.TI32, 0)
	}
	vt := *pointer.Type.Decay().Elem
	a.t = unqualified(&vt)
	vt.Volatile = true
	a.p = a.temporary("p", ompir.PointerTo(&vt), node(ompir.OpCast, ompir.PointerTo(&vt), a.pos, pointer))
	build(a)
	last := a.out[len(a.out)-1]
	t := ompir.TVoid
	if last.Op == ompir.OpExpr {
		t = unqualified(last.Kids[0].Type)
	}
	return node(ompir.OpStmtExpr, t, a.pos, node(ompir.OpBlock, nil, a.pos, a.out...))
}

// temporary declares a variable with an initial value.
func (a *atomicAccess) temporary(name string, t *ompir.Type, init *ompir.Node) *ompir.Var {
	v, decl := a.c.temporary(name, t, init)
	a.out = append(a.out, decl)
	return v
}

// operand declares a variable for argument i, converted to the object's type.
func (a *atomicAccess) operand(name string, i int) *ompir.Var {
	return a.temporary(name, a.t, a.cast(a.args[i]))
}

func (a *atomicAccess) cast(n *ompir.Node) *ompir.Node { return node(ompir.OpCast, a.t, a.pos, n) }

func (a *atomicAccess) ref(v *ompir.Var) *ompir.Node { return varNode(v, a.pos) }

func (a *atomicAccess) object() *ompir.Node {
	return node(ompir.OpDeref, a.p.Type.Elem, a.pos, a.ref(a.p))
}

func (a *atomicAccess) zero() *ompir.Node {
	return a.cast(node(ompir.OpConst, ompir.TI32, a.pos))
}

func (a *atomicAccess) assign(to, value *ompir.Node) *ompir.Node {
	return node(ompir.OpExpr, nil, a.pos, node(ompir.OpAssign, unqualified(to.Type), a.pos, to, value))
}

func (a *atomicAccess) statement(n *ompir.Node) {
	a.out = append(a.out, node(ompir.OpExpr, nil, a.pos, n))
}

// construct adds an atomic construct of a kind.
func (a *atomicAccess) construct(kind string, body *ompir.Node) {
	n := node(ompir.OpOMP, nil, a.pos, body)
	n.Dir = &ompir.Directive{Parts: []ompir.Part{ompir.Atomic}, Pos: a.pos, Clauses: []*ompir.Clause{
		{Kind: ompir.AtomicKind, Mod: kind, Pos: a.pos}, {Kind: ompir.SeqCst, Pos: a.pos}}}
	a.out = append(a.out, n)
}

// capture updates the object; the value is the one before or after.
func (a *atomicAccess) capture(op ompir.Op, before bool) {
	operand := a.operand("operand", 1)
	got := a.temporary("got", a.t, a.zero())
	read := a.assign(a.ref(got), a.object())
	change := a.assign(a.object(), a.ref(operand))
	if op != ompir.OpAssign {
		update := node(ompir.OpAssignOp, a.t, a.pos, a.object(), a.ref(operand))
		update.Sub = op
		change = node(ompir.OpExpr, nil, a.pos, update)
	}
	both := []*ompir.Node{read, change}
	if !before {
		both = []*ompir.Node{change, read}
	}
	a.construct("capture", node(ompir.OpBlock, nil, a.pos, both...))
	a.statement(a.ref(got))
}

func (a *atomicAccess) load() {
	got := a.temporary("got", a.t, a.zero())
	a.construct("read", a.assign(a.ref(got), a.object()))
	a.statement(a.ref(got))
}

// store stores the second argument, or 0 if there is none.
func (a *atomicAccess) store() {
	value := a.zero()
	if len(a.args) > 1 {
		value = a.args[1]
	}
	operand := a.temporary("operand", a.t, a.cast(value))
	a.construct("write", a.assign(a.object(), a.ref(operand)))
}

// swap compares the object with want and stores the new value if they are equal. It
// returns the variable for what was there.
func (a *atomicAccess) swap(want, value *ompir.Var) *ompir.Var {
	seen := a.temporary("seen", a.t, a.zero())
	swapped := preludeCall("compare_swap", ompir.TI32, a.pos, a.ref(a.p), a.ref(want), a.ref(value))
	again := node(ompir.OpLogAnd, ompir.TI32, a.pos, a.same(seen, want), node(ompir.OpNot, ompir.TI32, a.pos, swapped))
	a.statement(preludeCall("flush", ompir.TVoid, a.pos))
	a.out = append(a.out, node(ompir.OpDo, nil, a.pos, node(ompir.OpBlock, nil, a.pos, a.assign(a.ref(seen), a.object())), again))
	a.statement(preludeCall("flush", ompir.TVoid, a.pos))
	return seen
}

func (a *atomicAccess) same(x, y *ompir.Var) *ompir.Node {
	return node(ompir.OpEq, ompir.TI32, a.pos, a.ref(x), a.ref(y))
}

// compareSwap is __sync_bool_compare_and_swap or __sync_val_compare_and_swap.
func (a *atomicAccess) compareSwap(success bool) {
	want := a.operand("want", 1)
	seen := a.swap(want, a.operand("operand", 2))
	if success {
		a.statement(a.same(seen, want))
	} else {
		a.statement(a.ref(seen))
	}
}

// compareExchange stores what was there where its second argument points to.
func (a *atomicAccess) compareExchange() {
	at := a.temporary("expected", ompir.PointerTo(a.t), node(ompir.OpCast, ompir.PointerTo(a.t), a.pos, a.args[1]))
	expected := func() *ompir.Node { return node(ompir.OpDeref, a.t, a.pos, a.ref(at)) }
	want := a.temporary("want", a.t, expected())
	seen := a.swap(want, a.operand("operand", 2))
	store := node(ompir.OpBlock, nil, a.pos, a.assign(expected(), a.ref(seen)))
	differ := node(ompir.OpNe, ompir.TI32, a.pos, a.ref(seen), a.ref(want))
	a.out = append(a.out, node(ompir.OpIf, nil, a.pos, differ, store))
	a.statement(a.same(seen, want))
}
