package lower

import ir "omp2cl/ompir"

// array replaces the declaration of the automatic array v. Memory whose size the host
// knows is taken at the top of the body: a declaration in a loop must not take more
// each time round.
func (fl *flattener) array(k maker, v *ir.Var) *ir.Node {
	if fl.allocate(k, v) {
		return k.empty()
	}
	if fl.marked[v] {
		return k.decl(v)
	}
	return k.decl(v, fl.push(k, v))
}

// allocate gives the automatic array v its memory at the top of the body, and reports
// whether it could: the host must be able to tell the size.
func (fl *flattener) allocate(k maker, v *ir.Var) bool {
	memory := fl.memory(k, v)
	if memory == nil {
		return false
	}
	fl.allocated[v] = true
	if v.Space != ir.Local {
		fl.top = append(fl.top, k.decl(v, memory))
		return true
	}
	// An array that a team shares lies in its first work-item's scratch; the
	// pointer to it is what lies in local memory.
	first := k.call("omp2cl_is_master", ir.TI32)
	ref := k.ref(v)
	ref.Type = memory.Type
	fl.top = append(fl.top, k.when(first, k.assign(ref, memory)), k.barrier())
	return true
}

// bytes returns the size of v.
func (fl *flattener) bytes(k maker, v *ir.Var) *ir.Node {
	t := fl.typeOf(v)
	elem := innermost(t)
	size := k.num(ir.TI64, elem.Size())
	for a := t; a != elem; a = a.Elem {
		size = k.times(size, fl.length(k, a))
	}
	return size
}

// memory returns the allocation of v, or nil when the host cannot tell its size.
func (fl *flattener) memory(k maker, v *ir.Var) *ir.Node {
	// Whole multiples of scratchAlign keep the next allocation aligned. Code that
	// never runs may ask for a negative size.
	size := k.bin(ir.OpAnd, ir.TI64, k.bin(ir.OpAdd, ir.TI64, fl.bytes(k, v), k.num(ir.TI64, scratchAlign-1)), k.num(ir.TI64, -scratchAlign))
	zero := k.num(ir.TI64, 0)
	bytes := k.call(itemAlloc, &ir.Type{Kind: ir.Pointer, Elem: ir.TI8, Space: ir.Global})
	size = fl.reserve(vlaNeed{k.node(ir.OpCond, ir.TI64, k.cmp(ir.OpGt, size, zero), size, zero), bytes})
	if size == nil {
		return nil
	}
	bytes.Kids = []*ir.Node{k.cast(ir.TU64, size)}
	return k.node(ir.OpCast, flatType(fl.typeOf(v)), bytes)
}

// reserve adds a size to what the kernel wants, or the function from its callers. It
// returns the size in terms of parameters, nil when that cannot be.
func (fl *flattener) reserve(need vlaNeed) *ir.Node {
	if fl.k == nil && fl.f.Target && fl.f.External {
		return nil // kernels of other units know nothing of what it needs
	}
	need.bytes = fl.values.resolved(need.bytes, fl.byValue())
	switch {
	case need.bytes == nil:
		return nil
	case fl.k == nil:
		fl.needs[fl.f] = append(fl.needs[fl.f], need)
		return need.bytes
	}
	text, ok := fl.hostSize(need.bytes)
	if !ok {
		return nil
	}
	fl.k.ItemScratch = addText(fl.k.ItemScratch, text)
	return need.bytes
}

// provide reserves what a call takes. What the host cannot tell comes from the stack.
func (fl *flattener) provide(call *ir.Node) {
	to := map[*ir.Var]*ir.Node{}
	for i, p := range call.Func.Params {
		if i < len(call.Kids) {
			to[p] = call.Kids[i]
		}
	}
	for _, need := range fl.needs[call.Func] {
		if fl.reserve(vlaNeed{substitute(need.bytes, to), need.call}) == nil {
			need.call.Str = stackTake
		}
	}
}

// byValue returns the parameters of arithmetic type that the body does not change.
func (fl *flattener) byValue() []*ir.Var {
	var params, out []*ir.Var
	if fl.k == nil {
		params = fl.f.Params
	} else {
		for _, t := range fl.k.Transfers {
			if t.Kind == ir.ParamValue {
				params = append(params, t.Var)
			}
		}
	}
	for _, v := range params {
		if _, changed := fl.values[v]; !changed && v.Type.IsArithmetic() {
			out = append(out, v)
		}
	}
	return out
}

// hostSize prints a size made of the kernel's by-value parameters in host C.
func (fl *flattener) hostSize(size *ir.Node) (string, bool) {
	host := map[*ir.Var]*ir.Node{}
	for _, t := range fl.k.Transfers {
		if t.Kind == ir.ParamValue {
			text := "((" + hostTypes[t.Var.Type.Kind] + ")(" + t.Name + "))"
			name := &ir.Var{Name: text, Type: t.Var.Type, Storage: ir.StorageHost}
			host[t.Var] = maker{}.ref(name)
		}
	}
	return hostText(substitute(size, host))
}
