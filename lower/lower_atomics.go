package lower

import ir "omp2cl/ompir"

// lowerAtomics replaces atomic constructs (OpenMP 4.5 §2.13.6) by native atomic
// functions where OpenCL C has them for the type and operator, and by
// compare-and-swap loops elsewhere.
func lowerAtomics(m *ir.Module) error {
	var errs ir.Diagnostics
	lower := func(body *ir.Node) *ir.Node {
		return ir.Rewrite(body, func(n *ir.Node) *ir.Node {
			if !isPart(n, ir.Atomic) {
				return n
			}
			a := &atomic{m: m, maker: at(n), n: n}
			out := a.lower()
			if out == nil {
				errs.Add(ir.Errorf(n.Dir.Pos, "atomic-form", "the statement after 'atomic %s' has none of the forms that OpenMP allows", a.kind()).
					WithNote("update: x++, x op= e, x = x op e; read: v = x; write: x = e; capture: v = x++, {v = x; x op= e;}; compare: if (x == e) {x = d;}, x = e > x ? e : x"))
				return n
			}
			return out
		})
	}
	rewriteBodies(m, lower)
	return errs.Err()
}

// atomic lowers one construct. x, op, operand and reversed describe the update
// x = x op operand (operand op x when reversed); op OpAssign stores the operand.
type atomic struct {
	m *ir.Module
	maker
	n        *ir.Node
	x        *ir.Node
	op       ir.Op
	operand  *ir.Node
	reversed bool
	v        *ir.Node // capture target, or nil
	vAfter   bool     // v gets the new value
	decls    []*ir.Node
}

func (a *atomic) kind() string {
	if c := a.n.Dir.First(ir.AtomicKind); c != nil {
		return c.Mod
	}
	return "update"
}

// lower returns nil when the statement has no valid form.
func (a *atomic) lower() *ir.Node {
	stmts := []*ir.Node{sole(a.n.Kids[0])}
	if stmts[0].Op == ir.OpBlock {
		stmts = stmts[0].Kids
	}
	compares := a.n.Dir.First(ir.Compare) != nil
	for _, s := range stmts {
		if s.Op != ir.OpExpr && !compares {
			return nil
		}
	}
	var out *ir.Node
	switch {
	case compares:
		out = a.compare(stmts)
	case a.kind() == "read" && len(stmts) == 1:
		out = a.read(stmts[0].Kids[0])
	case a.kind() == "write" && len(stmts) == 1:
		out = a.write(stmts[0].Kids[0])
	case a.kind() == "update" && len(stmts) == 1:
		if a.parseUpdate(stmts[0].Kids[0]) {
			out = a.update()
		}
	case a.kind() == "capture":
		if a.parseCapture(stmts) {
			out = a.update()
		}
	}
	if out != nil && a.n.Dir.First(ir.SeqCst) != nil {
		out = a.block(a.do("omp2cl_flush"), out, a.do("omp2cl_flush"))
	}
	return out
}

// volatilePointer declares a pointer to x through which every access is real.
func (a *atomic) volatilePointer(x *ir.Node) *ir.Node {
	vt := *x.Type
	vt.Volatile = true
	p := a.m.NewVar("omp2cl_p", ir.PointerTo(&vt), ir.StorageLocal)
	a.decls = append(a.decls, a.decl(p, a.addr(x)))
	return a.ref(p)
}

func (a *atomic) read(e *ir.Node) *ir.Node {
	if e.Op != ir.OpAssign {
		return nil
	}
	p := a.volatilePointer(bare(e.Kids[1]))
	return a.block(append(a.decls, a.assign(e.Kids[0], a.cast(e.Kids[1].Type, a.deref(p))))...)
}

func (a *atomic) write(e *ir.Node) *ir.Node {
	if e.Op != ir.OpAssign {
		return nil
	}
	p := a.volatilePointer(e.Kids[0])
	return a.block(append(a.decls, a.assign(a.deref(p), a.cast(e.Kids[0].Type, e.Kids[1])))...)
}

// parseUpdate recognizes x++, x op= e, x = x op e and x = e op x.
func (a *atomic) parseUpdate(e *ir.Node) bool {
	switch e.Op {
	case ir.OpPreInc, ir.OpPostInc, ir.OpPreDec, ir.OpPostDec:
		a.x, a.op, a.operand = e.Kids[0], ir.OpAdd, a.num(ir.TI32, 1)
		if e.Op == ir.OpPreDec || e.Op == ir.OpPostDec {
			a.op = ir.OpSub
		}
		return true
	case ir.OpAssignOp:
		a.x, a.op, a.operand = e.Kids[0], e.Sub, e.Kids[1]
		return true
	case ir.OpAssign:
		return a.parseAssign(e.Kids[0], bare(e.Kids[1]))
	}
	return false
}

// bare strips casts that the assignment would do anyway.
func bare(e *ir.Node) *ir.Node {
	for e.Op == ir.OpCast {
		e = e.Kids[0]
	}
	return e
}

func (a *atomic) parseAssign(x, sum *ir.Node) bool {
	if len(sum.Kids) != 2 {
		return false
	}
	a.x, a.op = x, sum.Op
	l, r := bare(sum.Kids[0]), bare(sum.Kids[1])
	switch {
	case !isArithmeticOp(sum.Op):
		return false
	case sameLvalue(x, l):
		a.operand = sum.Kids[1]
	case sameLvalue(x, r):
		a.operand, a.reversed = sum.Kids[0], true
	default:
		return false
	}
	return true
}

func isArithmeticOp(op ir.Op) bool { return op >= ir.OpAdd && op <= ir.OpShr }

// parseCapture recognizes the capture forms: one expression, or two statements.
func (a *atomic) parseCapture(stmts []*ir.Node) bool {
	if len(stmts) == 1 {
		e := stmts[0].Kids[0]
		if e.Op != ir.OpAssign {
			return false
		}
		a.v = e.Kids[0]
		inner := bare(e.Kids[1])
		a.vAfter = inner.Op != ir.OpPostInc && inner.Op != ir.OpPostDec
		return a.parseUpdate(inner)
	}
	if len(stmts) != 2 {
		return false
	}
	first, second := stmts[0].Kids[0], stmts[1].Kids[0]
	if first.Op == ir.OpAssign && a.storesOver(second, bare(first.Kids[1])) {
		a.v = first.Kids[0]
		return true
	}
	if second.Op != ir.OpAssign || !a.parseUpdate(first) {
		return false
	}
	a.v, a.vAfter = second.Kids[0], true
	return sameLvalue(a.x, bare(second.Kids[1]))
}

// storesOver recognizes the second statement of { v = x; x op= e; } and
// { v = x; x = e; }.
func (a *atomic) storesOver(e, x *ir.Node) bool {
	if a.parseUpdate(e) && sameLvalue(a.x, x) {
		return true
	}
	if e.Op != ir.OpAssign || !sameLvalue(e.Kids[0], x) {
		return false
	}
	a.x, a.op, a.operand, a.reversed = x, ir.OpAssign, e.Kids[1], false
	return true
}

// sameLvalue compares two expressions structurally.
func sameLvalue(x, y *ir.Node) bool {
	if x.Op != y.Op || x.Var != y.Var || x.Int != y.Int || x.Str != y.Str || len(x.Kids) != len(y.Kids) {
		return false
	}
	for i := range x.Kids {
		if !sameLvalue(x.Kids[i], y.Kids[i]) {
			return false
		}
	}
	return true
}

// native names the atomic functions that OpenCL C 1.2 has for 32-bit integers.
var native = map[ir.Op]string{ir.OpAdd: "omp2cl_atomic_add", ir.OpSub: "omp2cl_atomic_sub", ir.OpAnd: "omp2cl_atomic_and",
	ir.OpOr: "omp2cl_atomic_or", ir.OpXor: "omp2cl_atomic_xor", ir.OpAssign: "omp2cl_atomic_xchg"}

// update emits the update, and the capture around it.
func (a *atomic) update() *ir.Node {
	p := a.volatilePointer(a.x)
	t := a.x.Type
	operand := a.m.NewVar("omp2cl_operand", a.operand.Type.Decay(), ir.StorageLocal)
	a.decls = append(a.decls, a.decl(operand, a.operand))
	before := a.m.NewVar("omp2cl_old", t, ir.StorageLocal)
	name, ok := native[a.op]
	integral := a.operand.Type.IsInteger() && !(a.reversed && a.op == ir.OpSub)
	if ok && (t.Kind == ir.Int32 || t.Kind == ir.Uint32) && integral {
		got := a.call(name, t, p, a.cast(t, a.ref(operand)))
		if a.v == nil {
			return a.block(append(a.decls, a.expr(got))...)
		}
		a.decls = append(a.decls, a.decl(before, got))
		return a.capture(before, a.result(before, operand))
	}
	return a.swapLoop(p, before, operand)
}

// result is the new value of x, given the old one.
func (a *atomic) result(before, operand *ir.Var) *ir.Node {
	t := a.x.Type
	l, r := a.ref(before), a.ref(operand)
	if a.op == ir.OpAssign {
		return a.cast(t, r)
	}
	if a.reversed {
		l, r = r, l
	}
	return a.cast(t, a.bin(a.op, common(l.Type, r.Type, a.op), l, r))
}

// common is the type of l op r after C's usual arithmetic conversions.
func common(l, r *ir.Type, op ir.Op) *ir.Type {
	if l.Kind == ir.Pointer {
		return l
	}
	if r.Kind == ir.Pointer {
		return r
	}
	wide := func(t *ir.Type) *ir.Type {
		if t.IsInteger() && t.Kind < ir.Int32 {
			return ir.TI32
		}
		return t
	}
	l, r = wide(l), wide(r)
	if op == ir.OpShl || op == ir.OpShr || l.Kind > r.Kind {
		return l
	}
	return r
}

// swapLoop retries a compare-and-swap until nobody else changed x meanwhile.
func (a *atomic) swapLoop(p *ir.Node, before, operand *ir.Var) *ir.Node {
	t := a.x.Type
	after := a.m.NewVar("omp2cl_new", t, ir.StorageLocal)
	swapped := a.call("omp2cl_compare_swap", ir.TI32, p, a.ref(before), a.ref(after))
	a.decls = append(a.decls, a.decl(before), a.decl(after),
		a.node(ir.OpDo, nil, a.block(
			a.assign(a.ref(before), a.deref(p)),
			a.assign(a.ref(after), a.result(before, operand))),
			a.node(ir.OpNot, ir.TI32, swapped)))
	return a.capture(before, a.ref(after))
}

func (a *atomic) capture(before *ir.Var, after *ir.Node) *ir.Node {
	if a.v != nil {
		value := a.ref(before)
		if a.vAfter {
			value = after
		}
		a.decls = append(a.decls, a.assign(a.v, value))
	}
	return a.block(a.decls...)
}
