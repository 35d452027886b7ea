package lower

import ir "omp2cl/ompir"

// identity is the initial value of a reduction's private copy (OpenMP 4.5 table
// 2.8).
func identity(k maker, op string, t *ir.Type) *ir.Node {
	switch op {
	case "*", "&&":
		return constant(k, t, 1)
	case "&":
		return k.cast(t, k.num(ir.TI32, -1))
	case "min":
		return extreme(k, t, true)
	case "max":
		return extreme(k, t, false)
	}
	return constant(k, t, 0)
}

func constant(k maker, t *ir.Type, i int64) *ir.Node {
	if t.IsFloat() {
		return &ir.Node{Op: ir.OpFConst, Type: t, Str: [...]string{"0.0", "1.0"}[i], Pos: k.pos}
	}
	if t.Kind < ir.Int32 {
		return k.cast(t, k.num(ir.TI32, i))
	}
	return k.num(t, i)
}

// extreme is the largest (or smallest) value of t: an infinity for floating types.
func extreme(k maker, t *ir.Type, largest bool) *ir.Node {
	if t.IsFloat() {
		inf := k.node(ir.OpDiv, t, constant(k, t, 1), constant(k, t, 0))
		if largest {
			return inf
		}
		return k.node(ir.OpNeg, t, inf)
	}
	bits := uint(8 * t.Size())
	var v int64
	switch {
	case t.Kind == ir.Bool:
		v = map[bool]int64{true: 1, false: 0}[largest]
	case t.IsSigned() && largest:
		v = 1<<(bits-1) - 1
	case t.IsSigned():
		v = -1 << (bits - 1)
	case largest:
		v = int64(^uint64(0) >> (64 - bits))
	}
	if t.Kind < ir.Int32 {
		return k.cast(t, k.num(ir.TI32, v))
	}
	return k.num(t, v)
}

var reductionOps = map[string]ir.Op{"+": ir.OpAdd, "-": ir.OpAdd, "*": ir.OpMul, "&": ir.OpAnd,
	"|": ir.OpOr, "^": ir.OpXor, "&&": ir.OpLogAnd, "||": ir.OpLogOr}

// merge is the statement a = a op b.
func merge(k maker, op string, a, b *ir.Node) *ir.Node {
	t := a.Type
	switch op {
	case "min", "max":
		cmp := ir.OpLt
		if op == "max" {
			cmp = ir.OpGt
		}
		return k.assign(a, k.node(ir.OpCond, t, k.cmp(cmp, b, a), b, a))
	case "&&", "||":
		return k.assign(a, k.cast(t, k.cmp(reductionOps[op], a, b)))
	}
	sum := t
	if t.IsInteger() && t.Kind < ir.Int32 {
		sum = ir.TI32
	}
	return k.assign(a, k.cast(t, k.bin(reductionOps[op], sum, a, b)))
}
