package lower

import ir "omp2cl/ompir"

// operator is what a reduction does: an operator of OpenMP's own, or what a declare
// reduction directive declares, two functions of the program.
type operator struct {
	name          string
	m             *ir.Module
	combine, init *ir.Func // void combine(T *omp_out, T *omp_in), void init(T *omp_priv, T *omp_orig), or nil
}

// operatorOf returns the operator of a reduction clause.
func operatorOf(m *ir.Module, c *ir.Clause) operator {
	op := operator{name: c.Mod, m: m}
	if len(c.Args) > 0 {
		op.combine, op.init = c.Args[0].X.Func, c.Args[1].X.Func
	}
	return op
}

// isPlain reports whether the operator works on values of type t as one of C's.
func (op operator) isPlain(t *ir.Type) bool { return op.combine == nil && t.IsArithmetic() }

// byParts returns the type of the parts of the complex numbers t when the operator
// works on real and imaginary parts apart, else nil.
func (op operator) byParts(t *ir.Type) *ir.Type {
	if op.combine != nil || op.name != "+" && op.name != "-" {
		return nil
	}
	return t.ComplexPart()
}

// start sets the private copy x of orig to its initial value.
func (op operator) start(k maker, x, orig *ir.Node) *ir.Node {
	if op.combine == nil {
		return k.assign(x, identity(k, op.name, x.Type))
	}
	return k.expr(k.callFunc(op.init, k.addr(x), k.addr(orig)))
}

// declare declares v as a private copy of orig.
func (op operator) declare(k maker, v *ir.Var, orig *ir.Node) []*ir.Node {
	if op.isPlain(v.Type) {
		return []*ir.Node{k.decl(v, identity(k, op.name, v.Type))}
	}
	return []*ir.Node{k.decl(v), op.start(k, k.ref(v), orig)}
}

// merge is the statement a = a op b. A combiner gets the address of b, or of a copy
// where b is a value or volatile.
func (op operator) merge(k maker, a, b *ir.Node) *ir.Node {
	if op.combine == nil {
		return merge(k, op.name, a, b)
	}
	if isLvalue(b) && !b.Type.Volatile {
		return k.expr(k.callFunc(op.combine, k.addr(a), k.addr(b)))
	}
	v := op.m.NewVar("omp2cl_in", a.Type, ir.StorageLocal)
	return k.block(k.decl(v, b), k.expr(k.callFunc(op.combine, k.addr(a), k.addr(k.ref(v)))))
}

func isLvalue(n *ir.Node) bool {
	switch n.Op {
	case ir.OpVar, ir.OpMember, ir.OpDeref, ir.OpIndex:
		return true
	}
	return false
}

// callFunc is a call of a function of the program.
func (k maker) callFunc(f *ir.Func, args ...*ir.Node) *ir.Node {
	n := k.call("", f.Result, args...)
	n.Func = f
	return n
}

// identity is the initial value of a reduction's private copy (OpenMP 4.5 table
// 2.8).
func identity(k maker, op string, t *ir.Type) *ir.Node {
	if part := t.ComplexPart(); part != nil {
		return k.call("omp2cl_cmake", t, identity(k, op, part), constant(k, part, 0))
	}
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
	if t.ComplexPart() != nil {
		return mergeComplex(k, op, a, b)
	}
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

// mergeComplex is the statement a = a op b for complex numbers, whose arithmetic is
// functions of the prelude.
func mergeComplex(k maker, op string, a, b *ir.Node) *ir.Node {
	if name := map[string]string{"+": "omp2cl_cadd", "-": "omp2cl_cadd", "*": "omp2cl_cmul"}[op]; name != "" {
		return k.assign(a, k.call(name, a.Type, a, b))
	}
	truth := func(z *ir.Node) *ir.Node { return k.call("omp2cl_ctrue", ir.TI32, z) }
	part := a.Type.ComplexPart()
	value := k.cast(part, k.cmp(reductionOps[op], truth(a), truth(b)))
	return k.assign(a, k.call("omp2cl_cmake", a.Type, value, constant(k, part, 0)))
}
