package frontend

import "omp2cl/ompir"

// constInt evaluates an integer constant expression; const variables with a
// constant initializer count as constants.
func (b *builder) constInt(n *ompir.Node) (int64, bool) {
	if n == nil || n.Type == nil {
		return 0, false
	}
	switch n.Op {
	case ompir.OpConst:
		return n.Int, true
	case ompir.OpVar:
		v, ok := b.constant[n.Var]
		return v, ok
	case ompir.OpCast:
		return b.constCast(n)
	case ompir.OpCond:
		return b.constCond(n)
	case ompir.OpLogAnd, ompir.OpLogOr:
		return b.constLogical(n)
	case ompir.OpNeg, ompir.OpPlus, ompir.OpCompl, ompir.OpNot:
		return b.constUnary(n)
	case ompir.OpSub:
		if p, ok := b.constPointerDifference(n); ok {
			return p, true
		}
	}
	return b.constBinary(n)
}

// constCast evaluates conversions to integer types, of addresses in offsetof too.
func (b *builder) constCast(n *ompir.Node) (int64, bool) {
	x := n.Kids[0]
	if !n.Type.IsInteger() {
		return 0, false
	}
	if x.Type.IsFloat() {
		f, ok := constFloat(x)
		return fromFloat(f, n.Type), ok
	}
	if x.Type.Kind == ompir.Pointer {
		return b.constAddress(x)
	}
	v, ok := b.constInt(x)
	return truncate(v, n.Type), ok
}

// constFloat evaluates a floating constant with signs and casts.
func constFloat(n *ompir.Node) (float64, bool) {
	switch n.Op {
	case ompir.OpFConst:
		return floatValue(n), true
	case ompir.OpNeg:
		v, ok := constFloat(n.Kids[0])
		return -v, ok
	case ompir.OpPlus, ompir.OpCast:
		v, ok := constFloat(n.Kids[0])
		return v, ok && n.Type.IsFloat()
	}
	return 0, false
}

// constAddress evaluates the address of a member of an object at a constant
// address, the form that offsetof expands to.
func (b *builder) constAddress(n *ompir.Node) (int64, bool) {
	switch n.Op {
	case ompir.OpCast:
		if n.Type.Kind == ompir.Pointer {
			if n.Kids[0].Type.IsInteger() {
				return b.constInt(n.Kids[0])
			}
			return b.constAddress(n.Kids[0])
		}
	case ompir.OpAddr:
		return b.constPlace(n.Kids[0])
	case ompir.OpMember, ompir.OpIndex:
		if n.Type.Kind == ompir.Array {
			return b.constPlace(n)
		}
	}
	return 0, false
}

// constPlace evaluates the address of an lvalue.
func (b *builder) constPlace(n *ompir.Node) (int64, bool) {
	switch n.Op {
	case ompir.OpDeref:
		return b.constAddress(n.Kids[0])
	case ompir.OpMember:
		base, ok := b.constPlace(n.Kids[0])
		f := n.Kids[0].Type.Record.FieldNamed(n.Str)
		if !ok || f == nil {
			return 0, false
		}
		return base + f.Offset, true
	case ompir.OpIndex:
		base, ok := b.constIndexBase(n.Kids[0])
		i, known := b.constInt(n.Kids[1])
		size := sizeOf(n.Type)
		return base + i*size, ok && known && size >= 0
	}
	return 0, false
}

func (b *builder) constIndexBase(n *ompir.Node) (int64, bool) {
	if n.Type.Kind == ompir.Array {
		return b.constPlace(n)
	}
	return b.constAddress(n)
}

func (b *builder) constPointerDifference(n *ompir.Node) (int64, bool) {
	x, y := n.Kids[0], n.Kids[1]
	if x.Type.Decay().Kind != ompir.Pointer || y.Type.Decay().Kind != ompir.Pointer {
		return 0, false
	}
	p, ok := b.constAddress(x)
	q, known := b.constAddress(y)
	size := sizeOf(x.Type.Decay().Elem)
	if !ok || !known || size <= 0 {
		return 0, false
	}
	return (p - q) / size, true
}

func (b *builder) constCond(n *ompir.Node) (int64, bool) {
	t, ok := b.constInt(n.Kids[0])
	if !ok || !n.Type.IsInteger() {
		return 0, false
	}
	k := n.Kids[2]
	if t != 0 {
		k = n.Kids[1]
	}
	v, ok := b.constInt(k)
	return truncate(v, n.Type), ok
}

func (b *builder) constLogical(n *ompir.Node) (int64, bool) {
	x, ok := b.constInt(n.Kids[0])
	if !ok {
		return 0, false
	}
	if (x != 0) == (n.Op == ompir.OpLogOr) {
		return boolInt(x != 0), true
	}
	y, ok := b.constInt(n.Kids[1])
	return boolInt(y != 0), ok
}

func boolInt(v bool) int64 {
	if v {
		return 1
	}
	return 0
}

func (b *builder) constUnary(n *ompir.Node) (int64, bool) {
	x, ok := b.constInt(n.Kids[0])
	if !ok {
		return 0, false
	}
	switch n.Op {
	case ompir.OpNeg:
		x = -x
	case ompir.OpCompl:
		x = ^x
	case ompir.OpNot:
		x = boolInt(x == 0)
	}
	return truncate(x, n.Type), n.Type.IsInteger()
}

// constBinary evaluates arithmetic, shifts and comparisons of integers.
func (b *builder) constBinary(n *ompir.Node) (int64, bool) {
	if len(n.Kids) != 2 || !n.Type.IsInteger() || n.Op < ompir.OpAdd || n.Op > ompir.OpNe {
		return 0, false
	}
	x, ok := b.constInt(n.Kids[0])
	y, known := b.constInt(n.Kids[1])
	if !ok || !known {
		return 0, false
	}
	common := usualType(n.Kids[0], n.Kids[1])
	if common == nil {
		return 0, false
	}
	if n.Op == ompir.OpShl || n.Op == ompir.OpShr {
		return constShift(n, x, y)
	}
	x, y = truncate(x, common), truncate(y, common)
	if n.Op >= ompir.OpLt {
		return boolInt(compareInts(n.Op, x, y, common.IsSigned())), true
	}
	v, ok := arithmeticInts(n.Op, x, y, common)
	return truncate(v, n.Type), ok
}

func constShift(n *ompir.Node, x, y int64) (int64, bool) {
	if y < 0 || y >= n.Type.Size()*8 {
		return 0, false
	}
	x = truncate(x, n.Type)
	switch {
	case n.Op == ompir.OpShl:
		x <<= uint(y)
	case n.Type.IsSigned():
		x >>= uint(y)
	default:
		x = int64(uint64(x) >> uint(y))
	}
	return truncate(x, n.Type), true
}

func compareInts(op ompir.Op, x, y int64, signed bool) bool {
	less := x < y
	if !signed {
		less = uint64(x) < uint64(y)
	}
	switch op {
	case ompir.OpLt:
		return less
	case ompir.OpGt:
		return !less && x != y
	case ompir.OpLe:
		return less || x == y
	case ompir.OpGe:
		return !less
	case ompir.OpEq:
		return x == y
	}
	return x != y
}

func arithmeticInts(op ompir.Op, x, y int64, t *ompir.Type) (int64, bool) {
	switch op {
	case ompir.OpAdd:
		return x + y, true
	case ompir.OpSub:
		return x - y, true
	case ompir.OpMul:
		return x * y, true
	case ompir.OpAnd:
		return x & y, true
	case ompir.OpOr:
		return x | y, true
	case ompir.OpXor:
		return x ^ y, true
	}
	if y == 0 || y == -1 && t.IsSigned() && x == -1<<63 {
		return 0, false
	}
	signed := t.IsSigned()
	switch {
	case op == ompir.OpDiv && signed:
		return x / y, true
	case op == ompir.OpDiv:
		return int64(uint64(x) / uint64(y)), true
	case op == ompir.OpRem && signed:
		return x % y, true
	case op == ompir.OpRem:
		return int64(uint64(x) % uint64(y)), true
	}
	return 0, false
}
