package lower

import ir "omp2cl/ompir"

// maker builds nodes at one source position.
type maker struct{ pos ir.Pos }

func (k maker) node(op ir.Op, t *ir.Type, kids ...*ir.Node) *ir.Node {
	return &ir.Node{Op: op, Type: t, Kids: kids, Pos: k.pos}
}

func (k maker) ref(v *ir.Var) *ir.Node {
	return &ir.Node{Op: ir.OpVar, Type: v.Type, Var: v, Pos: k.pos}
}

func (k maker) num(t *ir.Type, i int64) *ir.Node {
	return &ir.Node{Op: ir.OpConst, Type: t, Int: i, Pos: k.pos}
}

// call is a call of a runtime macro ("omp2cl_…") or OpenCL builtin ("cl.…").
func (k maker) call(name string, t *ir.Type, args ...*ir.Node) *ir.Node {
	return &ir.Node{Op: ir.OpCall, Str: name, Type: t, Kids: args, Pos: k.pos}
}

// do is a call as a statement.
func (k maker) do(name string, args ...*ir.Node) *ir.Node {
	return k.expr(k.call(name, ir.TVoid, args...))
}

func (k maker) expr(e *ir.Node) *ir.Node { return k.node(ir.OpExpr, nil, e) }

func (k maker) block(stmts ...*ir.Node) *ir.Node { return k.node(ir.OpBlock, nil, stmts...) }

func (k maker) empty() *ir.Node { return k.node(ir.OpEmpty, nil) }

func (k maker) decl(v *ir.Var, init ...*ir.Node) *ir.Node {
	return &ir.Node{Op: ir.OpDecl, Var: v, Kids: init, Pos: k.pos}
}

func (k maker) assign(l, r *ir.Node) *ir.Node {
	return k.expr(k.node(ir.OpAssign, l.Type, l, r))
}

func (k maker) cast(t *ir.Type, e *ir.Node) *ir.Node {
	if e.Type.Equal(t) {
		return e
	}
	if e.Op == ir.OpConst && t.IsInteger() && t.Kind >= ir.Int32 {
		return k.num(t, e.Int)
	}
	return k.node(ir.OpCast, t, e)
}

func (k maker) bin(op ir.Op, t *ir.Type, a, b *ir.Node) *ir.Node { return k.node(op, t, a, b) }

func (k maker) cmp(op ir.Op, a, b *ir.Node) *ir.Node { return k.node(op, ir.TI32, a, b) }

func (k maker) and(a, b *ir.Node) *ir.Node { return k.node(ir.OpLogAnd, ir.TI32, a, b) }

// advance is the expression x += by, as in the step of a loop.
func (k maker) advance(x, by *ir.Node) *ir.Node {
	return &ir.Node{Op: ir.OpAssignOp, Sub: ir.OpAdd, Type: x.Type, Pos: k.pos, Kids: []*ir.Node{x, by}}
}

func (k maker) when(cond *ir.Node, then ...*ir.Node) *ir.Node {
	body := k.block(then...)
	if len(then) == 1 && then[0].Op == ir.OpBlock {
		body = then[0]
	}
	return k.node(ir.OpIf, nil, cond, body)
}

// count is the loop "for (v = first; v < last; ++v) body" over a new variable.
func (k maker) count(v *ir.Var, first, last *ir.Node, body ...*ir.Node) *ir.Node {
	return k.node(ir.OpFor, nil, k.decl(v, first), k.cmp(ir.OpLt, k.ref(v), last),
		k.node(ir.OpPreInc, v.Type, k.ref(v)), k.block(body...))
}

// index is base[i]; base is an array or a pointer.
func (k maker) index(base, i *ir.Node) *ir.Node {
	return k.node(ir.OpIndex, base.Type.Elem, base, i)
}

func (k maker) deref(p *ir.Node) *ir.Node { return k.node(ir.OpDeref, p.Type.Elem, p) }

func (k maker) addr(x *ir.Node) *ir.Node { return k.node(ir.OpAddr, ir.PointerTo(x.Type), x) }

func (k maker) thread() *ir.Node  { return k.call("omp2cl_thread", ir.TI32) }
func (k maker) threads() *ir.Node { return k.call("omp2cl_threads", ir.TI32) }
func (k maker) barrier() *ir.Node { return k.do("omp2cl_barrier") }

// initialize is the assignment that a declaration's initializer comes to when the
// declaration stands elsewhere.
func (k maker) initialize(m *ir.Module, x, init *ir.Node) []*ir.Node {
	switch {
	case init.Op == ir.OpInit && x.Type.Kind == ir.Array:
		return k.initializeArray(m, x, init)
	case init.Op == ir.OpInit:
		return []*ir.Node{k.assign(x, k.node(ir.OpCompound, x.Type, init))}
	case init.Op == ir.OpStr && x.Type.Kind == ir.Array:
		return k.initializeString(m, x, init)
	}
	return []*ir.Node{k.assign(x, init)}
}

// initializeArray zeroes an array and assigns the elements that the list names.
func (k maker) initializeArray(m *ir.Module, x, init *ir.Node) []*ir.Node {
	out := []*ir.Node{k.each(m, x, func(path func(*ir.Node) *ir.Node) *ir.Node {
		e := path(x)
		if e.Type.Kind == ir.Struct || e.Type.Kind == ir.Union {
			return k.assign(e, k.node(ir.OpCompound, e.Type, k.node(ir.OpInit, e.Type)))
		}
		return k.assign(e, k.cast(e.Type, k.num(ir.TI32, 0)))
	})}
	for _, el := range init.Kids {
		out = append(out, k.initialize(m, k.index(x, k.num(ir.TI64, el.Int)), el.Kids[0])...)
	}
	return out
}

func (k maker) initializeString(m *ir.Module, x, init *ir.Node) []*ir.Node {
	var out []*ir.Node
	assign := func(i *ir.Node, ch byte) *ir.Node {
		return k.assign(k.index(x, i), k.cast(x.Type.Elem, k.num(ir.TI32, int64(int8(ch)))))
	}
	written := min(x.Type.Len, int64(len(init.Str)))
	for i := range written {
		out = append(out, assign(k.num(ir.TI64, i), init.Str[i]))
	}
	if written < x.Type.Len {
		v := m.NewVar("omp2cl_e", ir.TI64, ir.StorageLocal)
		out = append(out, k.count(v, k.num(ir.TI64, written), k.num(ir.TI64, x.Type.Len), assign(k.ref(v), 0)))
	}
	return out
}

// copyObject copies an object of type t: arrays element by element.
func (k maker) copyObject(m *ir.Module, dst, src *ir.Node) *ir.Node {
	return k.each(m, dst, func(path func(*ir.Node) *ir.Node) *ir.Node {
		return k.assign(path(dst), path(src))
	})
}

// each runs f for every element of the object x: once for a scalar or record, in
// a loop nest for an array. path leads from an object of x's type to the element.
func (k maker) each(m *ir.Module, x *ir.Node, f func(path func(*ir.Node) *ir.Node) *ir.Node) *ir.Node {
	return k.eachAt(m, x.Type, func(n *ir.Node) *ir.Node { return n }, f)
}

func (k maker) eachAt(m *ir.Module, t *ir.Type, path func(*ir.Node) *ir.Node, f func(func(*ir.Node) *ir.Node) *ir.Node) *ir.Node {
	if t.Kind != ir.Array {
		return f(path)
	}
	v := m.NewVar("omp2cl_e", ir.TI64, ir.StorageLocal)
	last := t.LenExpr
	if last == nil {
		last = k.num(ir.TI64, t.Len)
	}
	inner := func(n *ir.Node) *ir.Node { return k.index(path(n), k.ref(v)) }
	return k.count(v, k.num(ir.TI64, 0), k.cast(ir.TI64, last), k.eachAt(m, t.Elem, inner, f))
}

// at returns a maker for n's position.
func at(n *ir.Node) maker { return maker{n.Pos} }

// withKids returns a copy of n with f's in the places of its operands or statements.
func withKids(n *ir.Node, f func(*ir.Node) *ir.Node) *ir.Node {
	out := *n
	out.Kids = make([]*ir.Node, len(n.Kids))
	for i, k := range n.Kids {
		out.Kids[i] = f(k)
	}
	return &out
}

// rewriteBodies puts f's in the places of the bodies of all kernels and device functions.
func rewriteBodies(m *ir.Module, f func(*ir.Node) *ir.Node) {
	for _, k := range m.Kernels {
		k.Body = f(k.Body)
	}
	for _, fn := range m.Funcs {
		if fn.Body != nil {
			fn.Body = f(fn.Body)
		}
	}
}

// contains reports whether some node at or below n satisfies f.
func contains(n *ir.Node, f func(*ir.Node) bool) bool {
	found := false
	ir.Walk(n, func(x *ir.Node) bool {
		found = found || f(x)
		return !found
	})
	return found
}

// hasPart reports whether n contains a construct with part p.
func hasPart(n *ir.Node, p ir.Part) bool {
	return contains(n, func(x *ir.Node) bool { return x.Op == ir.OpOMP && x.Dir.Has(p) })
}

// substitute replaces references to variables in n.
func substitute(n *ir.Node, to map[*ir.Var]*ir.Node) *ir.Node {
	if len(to) == 0 {
		return n
	}
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		if x.Op == ir.OpVar {
			if r, ok := to[x.Var]; ok {
				return r
			}
		}
		return foldShift(x)
	})
}

// foldShift turns (a - l)[i], a an array that stands for a section with the lower
// bound l, into a[i - l]: a pointer below the array would be undefined.
func foldShift(x *ir.Node) *ir.Node {
	if x.Op != ir.OpIndex || x.Kids[0].Op != ir.OpSub || x.Kids[0].Kids[0].Type.Kind != ir.Array {
		return x
	}
	k, shift := at(x), x.Kids[0]
	i := k.bin(ir.OpSub, ir.TI64, k.cast(ir.TI64, x.Kids[1]), k.cast(ir.TI64, shift.Kids[1]))
	return k.node(ir.OpIndex, x.Type, shift.Kids[0], i)
}

// baseOf returns the variable that the lvalue n is a part of, nil when n lies behind a
// pointer.
func baseOf(n *ir.Node) *ir.Var {
	for {
		switch {
		case n.Op == ir.OpVar:
			return n.Var
		case n.Op == ir.OpMember, n.Op == ir.OpIndex && n.Kids[0].Type.Kind == ir.Array:
			n = n.Kids[0]
		default:
			return nil
		}
	}
}
