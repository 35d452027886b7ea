package frontend

import "omp2cl/ompir"

// declaresObject reports whether a declaration in n is that of an object.
func (r *recursion) declaresObject(n *ompir.Node) (found bool) {
	ompir.Walk(n, func(d *ompir.Node) bool {
		if d.Op == ompir.OpDecl {
			_, is := r.objects[d.Var]
			found = found || is
		}
		return !found
	})
	return found
}

// findObjects gives arrays, and variables whose address is taken, their places.
func (r *recursion) findObjects() {
	r.objects = map[*ompir.Var]int64{}
	add := func(v *ompir.Var) {
		if _, known := r.objects[v]; v != nil && !known && v.Storage != ompir.StorageFile {
			r.objects[v] = r.size
			r.size += aligned(v.Type.Size())
		}
	}
	ompir.Walk(r.f.Body, func(n *ompir.Node) bool {
		switch {
		case n.Op == ompir.OpAddr:
			v, _ := rootOf(n.Kids[0])
			add(v)
		case n.Op == ompir.OpDecl && !isSaved(n.Var.Type):
			add(n.Var)
		case n.Op == ompir.OpVar && n.Var.Storage == ompir.StorageParam && !isSaved(n.Var.Type):
			add(n.Var)
		}
		return true
	})
}

// aligned rounds a size up so that what follows has enough alignment for every type.
func aligned(size int64) int64 {
	const align = 16
	return (size + align - 1) &^ (align - 1)
}

// isSaved reports whether an assignment copies an object of type t, of which no part
// becomes a pointer.
func isSaved(t *ompir.Type) bool {
	switch t.Kind {
	case ompir.Array, ompir.Unsupported:
		return false
	case ompir.Struct, ompir.Union:
		for _, f := range t.Record.Fields {
			if !isSaved(f.Type) {
				return false
			}
		}
	}
	return true
}

// rootOf returns the variable that the lvalue n is a part of, nil if it is a part of
// something else, which is the second result.
func rootOf(n *ompir.Node) (*ompir.Var, *ompir.Node) {
	for n.Op == ompir.OpMember || n.Op == ompir.OpIndex && n.Kids[0].Type.Kind == ompir.Array {
		n = n.Kids[0]
	}
	if n.Op == ompir.OpVar {
		return n.Var, n
	}
	return nil, n
}

// placed makes the uses of objects accesses to their places.
func (r *recursion) placed(body *ompir.Node) *ompir.Node {
	if len(r.objects) == 0 {
		return body
	}
	return ompir.Rewrite(body, func(n *ompir.Node) *ompir.Node {
		r.pos = n.Pos
		switch n.Op {
		case ompir.OpVar:
			if _, is := r.objects[n.Var]; is {
				return r.object(n.Var)
			}
		case ompir.OpDecl:
			if _, is := r.objects[n.Var]; is {
				return r.initialized(n)
			}
		}
		return n
	})
}

// object is the lvalue of an object.
func (r *recursion) object(v *ompir.Var) *ompir.Node {
	return r.at(r.objects[v], v.Type)
}

// at is the object of type t at a place in the memory of the call.
func (r *recursion) at(offset int64, t *ompir.Type) *ompir.Node {
	p := ompir.PointerTo(t)
	place := r.node(ompir.OpAdd, r.memory.Type, r.ref(r.memory), r.num(ompir.TI64, offset))
	return r.node(ompir.OpDeref, t, r.node(ompir.OpCast, p, place))
}

// initialized replaces the declaration n of an object by the assignment of its value.
func (r *recursion) initialized(n *ompir.Node) *ompir.Node {
	if len(n.Kids) == 0 {
		return r.empty()
	}
	init := n.Kids[0]
	switch {
	case n.Var.Type.Kind == ompir.Array:
		v := r.variable(n.Var.Name, n.Var.Type)
		copied := r.node(ompir.OpCall, ompir.PointerTo(ompir.TVoid), r.object(n.Var), r.ref(v), r.num(ompir.TU64, n.Var.Type.Size()))
		copied.Str = "memcpy"
		return r.block([]*ompir.Node{r.declare(v, init), r.node(ompir.OpExpr, nil, copied)})
	case init.Op == ompir.OpInit:
		init = r.node(ompir.OpCompound, unqualified(n.Var.Type), init)
	}
	return r.assign(r.object(n.Var), init)
}
