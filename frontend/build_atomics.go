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
// They work on objects of 1, 2, 4 or 8 bytes. Those that are no integers are accessed as
// unsigned integers of their size, which hold their bits.

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
		"__atomic_compare_exchange_n":  {3, func(a *atomicAccess) { a.compareExchange(a.args[2]) }},
		"__atomic_load":                {2, (*atomicAccess).genericLoad},
		"__atomic_store":               {2, (*atomicAccess).genericStore},
		"__atomic_exchange":            {3, (*atomicAccess).genericExchange},
		"__atomic_compare_exchange":    {3, func(a *atomicAccess) { a.compareExchange(a.pointee(2)) }},
		"__atomic_fetch_nand":          {2, func(a *atomicAccess) { a.nand(true) }},
		"__sync_fetch_and_nand":        {2, func(a *atomicAccess) { a.nand(true) }},
		"__atomic_nand_fetch":          {2, func(a *atomicAccess) { a.nand(false) }},
		"__sync_nand_and_fetch":        {2, func(a *atomicAccess) { a.nand(false) }},
	} {
		foldedBuiltins[name] = func(c *conv, x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
			return c.atomicBuiltin(x, args, f.args, f.make)
		}
	}
	for _, name := range []string{"__sync_synchronize", "__atomic_thread_fence", "__atomic_signal_fence"} {
		foldedBuiltins[name] = (*conv).fullFence
	}
	foldedBuiltins["__atomic_test_and_set"] = func(c *conv, x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
		return c.atomicAccess(x, args, 1, ompir.TU8, (*atomicAccess).testAndSet)
	}
	foldedBuiltins["__atomic_clear"] = func(c *conv, x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
		return c.atomicAccess(x, args, 1, ompir.TU8, (*atomicAccess).store)
	}
	for _, name := range []string{"__atomic_always_lock_free", "__atomic_is_lock_free"} {
		foldedBuiltins[name] = (*conv).lockFree
	}
}

// lockFree answers for the sizes that the other builtins take.
func (c *conv) lockFree(x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
	size := int64(0)
	if len(args) > 0 {
		size, _ = c.constInt(c.quiet(args[0]))
	}
	return c.constNode(x, ompir.TI32, boolInt(bitsTypes[size] != nil))
}

// bitsTypes are the unsigned integers by their sizes in bytes.
var bitsTypes = map[int64]*ompir.Type{1: ompir.TU8, 2: ompir.TU16, 4: ompir.TU32, 8: ompir.TU64}

// accessType returns the type as which an object of type t is accessed, nil if it cannot be.
func accessType(t *ompir.Type) *ompir.Type {
	switch {
	case t.IsInteger() && t.Kind != ompir.Bool:
		return unqualified(t)
	case t.IsScalar():
		return bitsTypes[sizeOf(t)]
	}
	return nil
}

// fullFence converts a fence of any memory order.
func (c *conv) fullFence(x *cc.PostfixExpression, _ []cc.ExpressionNode) *ompir.Node {
	return preludeCall("flush", ompir.TVoid, c.pos(x))
}

// atomicAccess is the statement expression for one builtin.
type atomicAccess struct {
	c    *conv
	pos  ompir.Pos
	of   *ompir.Type // of the object
	t    *ompir.Type // as which it is accessed
	p    *ompir.Var  // pointer to it
	args []*ompir.Node
	out  []*ompir.Node // the statements
}

// atomicBuiltin converts a call with a pointer and further arguments, of which the first
// count matter.
func (c *conv) atomicBuiltin(x *cc.PostfixExpression, args []cc.ExpressionNode, count int, build func(*atomicAccess)) *ompir.Node {
	var t *ompir.Type
	if len(args) > 0 {
		if p := c.typeOf(args[0]).Decay(); p.Kind == ompir.Pointer {
			t = accessType(p.Elem)
		}
		if t == nil {
			c.errorf(x, "unsupported-function", "atomic builtins are supported for pointers to scalars only, not for '%s'", typeName(c.typeOf(args[0])))
			return c.constNode(x, ompir.TI32, 0)
		}
	}
	return c.atomicAccess(x, args, count, t, build)
}

// atomicAccess converts such a call for an object that is accessed as type t.
func (c *conv) atomicAccess(x *cc.PostfixExpression, args []cc.ExpressionNode, count int, t *ompir.Type, build func(*atomicAccess)) *ompir.Node {
	if len(args) < count {
		c.errorf(x, "too-few-arguments", "too few arguments in the call of an atomic builtin")
		return c.constNode(x, ompir.TI32, 0)
	}
	a := &atomicAccess{c: c, pos: c.pos(x), t: t}
	for _, arg := range args[:count] {
		a.args = append(a.args, c.promoted(c.expr(arg)))
	}
	a.of = t
	if p := a.args[0].Type.Decay(); p.Kind == ompir.Pointer && p.Elem.IsScalar() {
		a.of = unqualified(p.Elem)
	}
	vt := *t
	vt.Volatile = true
	a.p = a.temporary("p", ompir.PointerTo(&vt), node(ompir.OpCast, ompir.PointerTo(&vt), a.pos, a.args[0]))
	build(a)
	last := a.out[len(a.out)-1]
	result := ompir.TVoid
	if last.Op == ompir.OpExpr {
		result = unqualified(last.Kids[0].Type)
	}
	return node(ompir.OpStmtExpr, result, a.pos, node(ompir.OpBlock, nil, a.pos, a.out...))
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

// cast converts a value of the object's type, or one that converts to it, to the type of
// the access.
func (a *atomicAccess) cast(n *ompir.Node) *ompir.Node {
	switch a.of.Kind {
	case ompir.Float32, ompir.Float64:
		name := map[ompir.Kind]string{ompir.Float32: "cl.as_uint", ompir.Float64: "cl.as_ulong"}[a.of.Kind]
		bits := node(ompir.OpCall, a.t, a.pos, part(n, a.of))
		bits.Str = name
		return bits
	case ompir.Bool:
		n = node(ompir.OpCast, ompir.TBool, a.pos, n)
	}
	return node(ompir.OpCast, a.t, a.pos, n)
}

// value converts what was accessed back to the object's type.
func (a *atomicAccess) value(n *ompir.Node) *ompir.Node {
	switch a.of.Kind {
	case ompir.Float32, ompir.Float64:
		name := map[ompir.Kind]string{ompir.Float32: "cl.as_float", ompir.Float64: "cl.as_double"}[a.of.Kind]
		v := node(ompir.OpCall, a.of, a.pos, n)
		v.Str = name
		return v
	case a.t.Kind:
		return n
	}
	return node(ompir.OpCast, a.of, a.pos, n)
}

func (a *atomicAccess) ref(v *ompir.Var) *ompir.Node { return varNode(v, a.pos) }

func (a *atomicAccess) object() *ompir.Node {
	return node(ompir.OpDeref, a.p.Type.Elem, a.pos, a.ref(a.p))
}

func (a *atomicAccess) zero() *ompir.Node {
	return node(ompir.OpCast, a.t, a.pos, node(ompir.OpConst, ompir.TI32, a.pos))
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
	a.statement(a.value(a.ref(got)))
}

func (a *atomicAccess) load() { a.statement(a.value(a.ref(a.read()))) }

// read returns a variable with what the object holds.
func (a *atomicAccess) read() *ompir.Var {
	got := a.temporary("got", a.t, a.zero())
	a.construct("read", a.assign(a.ref(got), a.object()))
	return got
}

// pointee is what argument i points to, as a value of the object's type.
func (a *atomicAccess) pointee(i int) *ompir.Node {
	t := ompir.PointerTo(a.of)
	return node(ompir.OpDeref, a.of, a.pos, node(ompir.OpCast, t, a.pos, a.args[i]))
}

func (a *atomicAccess) genericLoad() {
	got := a.read()
	a.out = append(a.out, a.assign(a.pointee(1), a.value(a.ref(got))))
	a.nothing()
}

func (a *atomicAccess) genericStore() {
	operand := a.temporary("operand", a.t, a.cast(a.pointee(1)))
	a.construct("write", a.assign(a.object(), a.ref(operand)))
}

// genericExchange stores what the second argument points to, and what was there where
// the third one does.
func (a *atomicAccess) genericExchange() {
	operand := a.temporary("operand", a.t, a.cast(a.pointee(1)))
	got := a.temporary("got", a.t, a.zero())
	read := a.assign(a.ref(got), a.object())
	a.construct("capture", node(ompir.OpBlock, nil, a.pos, read, a.assign(a.object(), a.ref(operand))))
	a.out = append(a.out, a.assign(a.pointee(2), a.value(a.ref(got))))
	a.nothing()
}

// nothing ends a statement expression without a value.
func (a *atomicAccess) nothing() { a.out = append(a.out, node(ompir.OpEmpty, nil, a.pos)) }

// testAndSet sets a byte; the value is whether it was set.
func (a *atomicAccess) testAndSet() {
	one := node(ompir.OpConst, ompir.TI32, a.pos)
	one.Int = 1
	a.args = append(a.args, one)
	a.of = ompir.TBool
	a.capture(ompir.OpAssign, true)
}

// nand stores the complement of the conjunction with the second argument; the value is
// the one before or after.
func (a *atomicAccess) nand(before bool) {
	operand := a.operand("operand", 1)
	seen, made := a.temporary("seen", a.t, a.zero()), a.temporary("made", a.t, a.zero())
	both := node(ompir.OpAnd, promote(a.t), a.pos, a.ref(seen), a.ref(operand))
	change := a.assign(a.ref(made), node(ompir.OpCast, a.t, a.pos, node(ompir.OpCompl, promote(a.t), a.pos, both)))
	swapped := preludeCall("compare_swap", ompir.TI32, a.pos, a.ref(a.p), a.ref(seen), a.ref(made))
	a.statement(preludeCall("flush", ompir.TVoid, a.pos))
	a.out = append(a.out, node(ompir.OpDo, nil, a.pos,
		node(ompir.OpBlock, nil, a.pos, a.assign(a.ref(seen), a.object()), change), node(ompir.OpNot, ompir.TI32, a.pos, swapped)))
	a.statement(preludeCall("flush", ompir.TVoid, a.pos))
	if before {
		made = seen
	}
	a.statement(a.value(a.ref(made)))
}

// store stores the second argument, or 0 if there is none.
func (a *atomicAccess) store() {
	value := a.zero()
	if len(a.args) > 1 {
		value = a.cast(a.args[1])
	}
	operand := a.temporary("operand", a.t, value)
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
		a.statement(a.value(a.ref(seen)))
	}
}

// compareExchange stores a value if the object holds what its second argument points to,
// else it stores what is there in that place.
func (a *atomicAccess) compareExchange(value *ompir.Node) {
	at := a.temporary("expected", ompir.PointerTo(a.of), node(ompir.OpCast, ompir.PointerTo(a.of), a.pos, a.args[1]))
	expected := func() *ompir.Node { return node(ompir.OpDeref, a.of, a.pos, a.ref(at)) }
	want := a.temporary("want", a.t, a.cast(expected()))
	seen := a.swap(want, a.temporary("operand", a.t, a.cast(value)))
	store := node(ompir.OpBlock, nil, a.pos, a.assign(expected(), a.value(a.ref(seen))))
	differ := node(ompir.OpNe, ompir.TI32, a.pos, a.ref(seen), a.ref(want))
	a.out = append(a.out, node(ompir.OpIf, nil, a.pos, differ, store))
	a.statement(a.same(seen, want))
}
