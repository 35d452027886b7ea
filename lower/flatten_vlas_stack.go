package lower

import ir "omp2cl/ompir"

// An array whose size nobody knows before the region starts lies on the work-item's
// stack: the rest of its scratch memory, of which the runtime provides as much as the
// device can spare. Nothing is taken from it explicitly. Each array begins where the
// last one ends whose scope encloses its declaration, or where the body's frame begins,
// and each body has a variable for the end of each array. The end of the array declared last is where the stack ends for functions that
// are called: no array that is still in use lies behind it. So
// a loop uses the same memory in each iteration, and jumps out of a scope need no care.

const (
	// stackTop is the prelude's builtin that tells where the stack ends.
	stackTop = "omp2cl_stack_top"
	// stackGrow sets the end of the stack so many bytes behind a place, and returns it.
	stackGrow = "omp2cl_stack_grow"
	// stackAt is the memory at a place of the stack.
	stackAt = "omp2cl_stack_at"
	// stackTake is itemAlloc where the host does not know how much is taken.
	stackTake = "omp2cl_stack_take"
	// stackPush takes memory from the end of the stack until the body ends: alloca.
	stackPush = "omp2cl_stack_push"
	// arrayMark stands where C declares an array of variable length whose declaration
	// was moved: its length is known there.
	arrayMark = "omp2cl_array"
)

// push returns the pointer to an array that is put on the stack. Where there is memory of
// alloca, whose place follows from no scope, arrays come behind it, and stay like it.
func (fl *flattener) push(k maker, v *ir.Var) *ir.Node {
	if fl.pushes {
		bytes := k.call(stackPush, &ir.Type{Kind: ir.Pointer, Elem: ir.TI8, Space: ir.Global}, fl.bytes(k, v))
		return k.node(ir.OpCast, flatType(fl.typeOf(v)), bytes)
	}
	end := fl.endOf(k, v)
	from := fl.frame
	if fl.before != nil {
		from = fl.before
	}
	fl.before = end
	grown := k.call(stackGrow, ir.TU64, k.ref(from), fl.bytes(k, v))
	set := k.node(ir.OpAssign, ir.TU64, k.ref(end), grown)
	bytes := k.call(stackAt, &ir.Type{Kind: ir.Pointer, Elem: ir.TI8, Space: ir.Global}, k.ref(from), set)
	return k.node(ir.OpCast, flatType(fl.typeOf(v)), bytes)
}

// endOf returns the variable for the end of v on the stack. Work-items that do not
// declare v, which one alone declares for its team, have nothing there.
func (fl *flattener) endOf(k maker, v *ir.Var) *ir.Var {
	if fl.frame == nil {
		fl.stack = map[*ir.Var]*ir.Var{}
		fl.frame = fl.m.NewVar("omp2cl_frame", ir.TU64, ir.StorageLocal)
		fl.ends = append(fl.ends, k.decl(fl.frame, k.call(stackTop, ir.TU64)))
	}
	end := fl.stack[v]
	if end == nil {
		end = fl.m.NewVar(v.Name+"_end", ir.TU64, ir.StorageLocal)
		fl.stack[v] = end
		fl.ends = append(fl.ends, k.decl(end, k.ref(fl.frame)))
	}
	return end
}

// markArray marks the place where C declares v.
func markArray(k maker, v *ir.Var) *ir.Node { return k.do(arrayMark, k.ref(v)) }

// callsPush reports whether body calls alloca.
func callsPush(body *ir.Node) bool {
	return contains(body, func(n *ir.Node) bool { return n.Op == ir.OpCall && n.Func == nil && n.Str == stackPush })
}

func isArrayMark(n *ir.Node) bool {
	return n.Op == ir.OpExpr && n.Kids[0].Op == ir.OpCall && n.Kids[0].Func == nil && n.Kids[0].Str == arrayMark
}

// markedArrays returns the arrays with a mark in body.
func markedArrays(body *ir.Node) map[*ir.Var]bool {
	out := map[*ir.Var]bool{}
	ir.Walk(body, func(n *ir.Node) bool {
		if isArrayMark(n) {
			out[n.Kids[0].Kids[0].Var] = true
		}
		return true
	})
	return out
}

// markedArray puts a marked array on the stack, unless it has its memory already.
func (fl *flattener) markedArray(n *ir.Node) *ir.Node {
	k, v := at(n), n.Kids[0].Kids[0].Var
	if !fl.typeOf(v).IsVLA() || fl.allocated[v] {
		return k.empty()
	}
	ref := k.ref(v)
	ref.Type = flatType(fl.typeOf(v))
	return k.assign(ref, fl.push(k, v))
}

// isRun reports whether the block n is no scope of C's, but statements that some
// work-items of a team execute: what a mark in it declares is visible behind it.
func (fl *flattener) isRun(n *ir.Node) bool {
	for _, kid := range n.Kids {
		if isArrayMark(kid) {
			return true
		}
	}
	return false
}
