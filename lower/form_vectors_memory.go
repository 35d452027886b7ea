package lower

import ir "omp2cl/ompir"

// load returns the vector of the lanes' objects n in memory, or in the thread's own
// arrays. Elements that lie in a row, or a few elements apart, are loaded at once if all
// lanes are at work, or have been when the same row was loaded before: then they may.
func (v *vectorizer) load(n *ir.Node) *ir.Node {
	if !v.inRow(n) && v.step(n) == 0 {
		return v.gather(n)
	}
	row := v.loadRow(n)
	if v.active == nil || v.loaded[ir.PrintNode(n)] {
		v.remember(n)
		return row
	}
	x := v.m.NewVar("omp2cl_row", row.Type, ir.StorageLocal)
	apart := v.collect(func() { v.put(v.assign(v.ref(x), v.gather(n))) })
	v.put(v.decl(x), v.node(ir.OpIf, nil, v.allLanes(v.active), v.block(v.assign(v.ref(x), row)), v.block(apart...)))
	return v.ref(x)
}

// remember notes that the row n is in memory for all lanes, up to the end of the block in hand.
func (v *vectorizer) remember(n *ir.Node) {
	if v.isFixed(n) {
		v.loaded[ir.PrintNode(n)] = true
	}
}

// isRisky is isRisky but for loads of rows that are known to be in memory.
func (v *vectorizer) isRisky(n *ir.Node) bool {
	if touchesMemory(n) && v.inRow(n) && v.loaded[ir.PrintNode(n)] {
		return false
	}
	if n.Op == ir.OpIndex || n.Op == ir.OpDeref || n.Op == ir.OpMember || len(n.Kids) == 0 {
		return isRisky(n)
	}
	shell := *n
	shell.Kids = nil
	return isRisky(&shell) || !allOf(n.Kids, func(k *ir.Node) bool { return !v.isRisky(k) })
}

// gather loads one element after the other.
func (v *vectorizer) gather(n *ir.Node) *ir.Node {
	place := v.place(n)
	t := vectorOf(n.Type)
	array := v.array(t.Elem)
	v.eachActive(func(l *ir.Node, active bool) *ir.Node {
		if !active {
			return v.assign(v.index(v.ref(array), l), constant(v.maker, t.Elem, 0))
		}
		return v.assign(v.index(v.ref(array), l), v.cast(t.Elem, place(l)))
	})
	return v.call("cl.vload16", t, v.num(ir.TI32, 0), v.ref(array))
}

// store stores the vector e to the lanes' objects n.
func (v *vectorizer) store(n, e *ir.Node) {
	if !v.inRow(n) {
		v.scatter(n, e)
		return
	}
	at := v.node(ir.OpAddr, ir.PointerTo(n.Type), v.m.Clone(n, nil))
	switch {
	case v.active == nil:
		v.put(v.do("cl.vstore16", e, v.num(ir.TI32, 0), at))
		return
	case v.loaded[ir.PrintNode(n)]:
		x := v.ref(v.hold("omp2cl_row", e))
		v.put(v.when(v.anyLane(v.active), v.do("cl.vstore16", v.pick(v.ref(v.active), x, v.loadRow(n)), v.num(ir.TI32, 0), at)))
		return
	}
	x := v.ref(v.hold("omp2cl_row", e))
	apart := v.collect(func() { v.scatter(n, x) })
	v.put(v.node(ir.OpIf, nil, v.allLanes(v.active), v.block(v.do("cl.vstore16", x, v.num(ir.TI32, 0), at)), v.block(apart...)))
}

// scatter stores one element after the other.
func (v *vectorizer) scatter(n, e *ir.Node) {
	place, array := v.place(n), v.spill(e)
	v.eachActive(func(l *ir.Node, active bool) *ir.Node {
		if !active {
			return nil
		}
		return v.assign(place(l), v.cast(n.Type, v.index(v.ref(array), l)))
	})
}

// place returns what names the object n in lane l. The lanes' subscripts are computed
// first.
func (v *vectorizer) place(n *ir.Node) func(l *ir.Node) *ir.Node {
	if v.same(n) {
		return func(*ir.Node) *ir.Node { return v.m.Clone(n, nil) }
	}
	switch n.Op {
	case ir.OpMember:
		base := v.place(n.Kids[0])
		return func(l *ir.Node) *ir.Node {
			out := *n
			out.Kids = []*ir.Node{base(l)}
			return &out
		}
	case ir.OpDeref:
		return v.element(n.Type, n.Kids[0].Kids[0], n.Kids[0].Kids[1])
	}
	return v.element(n.Type, n.Kids[0], n.Kids[1])
}

// element is place for element i of base.
func (v *vectorizer) element(t *ir.Type, base, i *ir.Node) func(l *ir.Node) *ir.Node {
	b, at := v.place(base), v.subscript(i)
	return func(l *ir.Node) *ir.Node { return v.node(ir.OpIndex, t, b(l), at(l)) }
}

// subscript returns what the integer n is in lane l. It grows in its own type: where lanes
// are not at work, an unsigned number may wrap around on the way to those that are.
func (v *vectorizer) subscript(n *ir.Node) func(l *ir.Node) *ir.Node {
	if by, known := v.growth(n, false); known {
		return func(l *ir.Node) *ir.Node {
			i, t := v.m.Clone(n, nil), n.Type
			if by == 0 {
				return i
			}
			return v.bin(ir.OpAdd, t, i, v.bin(ir.OpMul, t, v.cast(t, l), v.num(t, by)))
		}
	}
	array := v.spill(v.value(n))
	return func(l *ir.Node) *ir.Node { return v.index(v.ref(array), l) }
}

// array declares an array with an element for each lane.
func (v *vectorizer) array(t *ir.Type) *ir.Var {
	x := v.m.NewVar("omp2cl_each", ir.ArrayOf(width, t), ir.StorageLocal)
	v.put(v.decl(x))
	return x
}

// spill puts the vector e into an array.
func (v *vectorizer) spill(e *ir.Node) *ir.Var {
	x := v.array(e.Type.Elem)
	v.put(v.do("cl.vstore16", e, v.num(ir.TI32, 0), v.ref(x)))
	return x
}

// eachActive puts a loop over the lanes: body gives the statement of a lane that is at
// work, and that of another, which may be nil.
func (v *vectorizer) eachActive(body func(l *ir.Node, active bool) *ir.Node) {
	if v.active == nil {
		v.put(v.eachElementOf(func(l *ir.Node) []*ir.Node { return []*ir.Node{body(l, true)} }))
		return
	}
	in := v.spill(v.ref(v.active))
	v.put(v.eachElementOf(func(l *ir.Node) []*ir.Node {
		n := v.when(v.index(v.ref(in), l), body(l, true))
		if other := body(l, false); other != nil {
			n.Kids = append(n.Kids, v.block(other))
		}
		return []*ir.Node{n}
	}))
}

// eachElementOf is a loop over the elements of vectors.
func (v *vectorizer) eachElementOf(body func(l *ir.Node) []*ir.Node) *ir.Node {
	l := v.m.NewVar("omp2cl_lane", ir.TI32, ir.StorageLocal)
	return v.count(l, v.num(ir.TI32, 0), v.num(ir.TI32, width), body(v.ref(l))...)
}
