package lower

import ir "omp2cl/ompir"

// definitions says for each variable of a body what it is set to, if only one
// place sets it; a variable that several places set, or whose address is taken, is
// there with a nil value. A variable that is not there is never set.
type definitions map[*ir.Var]*ir.Node

// definitionsIn finds what body sets.
func definitionsIn(body *ir.Node) definitions {
	d := definitions{}
	ir.Walk(body, func(n *ir.Node) bool {
		switch n.Op {
		case ir.OpDecl:
			if len(n.Kids) > 0 {
				d.note(n.Var, n.Kids[0])
			}
		case ir.OpAssign:
			if x := n.Kids[0]; x.Op == ir.OpVar {
				d.note(x.Var, n.Kids[1])
			}
		case ir.OpAssignOp, ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec, ir.OpAddr:
			if x := n.Kids[0]; x.Op == ir.OpVar {
				d.note(x.Var, nil)
			}
		}
		return true
	})
	return d
}

func (d definitions) note(v *ir.Var, value *ir.Node) {
	if _, ok := d[v]; ok {
		value = nil
	}
	d[v] = value
}

// constant returns the value of the integer expression n when it is the same
// whenever it is evaluated.
func (d definitions) constant(n *ir.Node) (int64, bool) {
	return d.constantAt(n, 0)
}

// maxChain bounds how far definitions are followed: they may be circular.
const maxChain = 30

func (d definitions) constantAt(n *ir.Node, depth int) (int64, bool) {
	if depth > maxChain {
		return 0, false
	}
	switch n.Op {
	case ir.OpConst:
		return n.Int, true
	case ir.OpVar:
		if v := d.valueOf(n.Var); v != nil && n.Var.Type.IsInteger() && v.Type.IsInteger() {
			i, ok := d.constantAt(v, depth+1)
			return i, ok && fits(i, n.Var.Type)
		}
	case ir.OpCast:
		if n.Type.IsInteger() && n.Kids[0].Type.IsInteger() {
			i, ok := d.constantAt(n.Kids[0], depth+1)
			return i, ok && fits(i, n.Type)
		}
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv:
		x, ok1 := d.constantAt(n.Kids[0], depth+1)
		y, ok2 := d.constantAt(n.Kids[1], depth+1)
		if ok1 && ok2 {
			return sizeArithmetic(n, x, y)
		}
	}
	return 0, false
}

// sizeArithmetic computes x op y for sizes; results that an int cannot hold are left
// to run time.
func sizeArithmetic(n *ir.Node, x, y int64) (int64, bool) {
	if !fits(x, ir.TI32) || !fits(y, ir.TI32) {
		return 0, false
	}
	var r int64
	switch n.Op {
	case ir.OpAdd:
		r = x + y
	case ir.OpSub:
		r = x - y
	case ir.OpMul:
		r = x * y
	case ir.OpDiv:
		if y == 0 {
			return 0, false
		}
		r = x / y
	}
	return r, fits(r, ir.TI32) && fits(r, n.Type)
}

// fits reports whether an object of the integer type t can hold i.
func fits(i int64, t *ir.Type) bool {
	switch t.Kind {
	case ir.Bool:
		return i == 0 || i == 1
	case ir.Int8:
		return i == int64(int8(i))
	case ir.Uint8:
		return i == int64(uint8(i))
	case ir.Int16:
		return i == int64(int16(i))
	case ir.Uint16:
		return i == int64(uint16(i))
	case ir.Int32:
		return i == int64(int32(i))
	case ir.Uint32:
		return i == int64(uint32(i))
	case ir.Uint64:
		return i >= 0
	}
	return true
}

// valueOf returns what v always holds: the one value that the body gives a local,
// or the initial value of a constant.
func (d definitions) valueOf(v *ir.Var) *ir.Node {
	switch {
	case v.Storage == ir.StorageLocal:
		return d[v]
	case v.Storage == ir.StorageFile && v.Const:
		return v.Init
	}
	return nil
}

// resolved returns n in terms of constants and of the given variables, which the
// body does not change, or nil.
func (d definitions) resolved(n *ir.Node, vars []*ir.Var) *ir.Node {
	byValue := map[*ir.Var]bool{}
	for _, v := range vars {
		byValue[v] = true
	}
	return d.resolvedAt(n, byValue, 0)
}

func (d definitions) resolvedAt(n *ir.Node, byValue map[*ir.Var]bool, depth int) *ir.Node {
	switch {
	case depth > maxChain:
		return nil
	case n.Op == ir.OpVar && byValue[n.Var]:
		return n
	case n.Op == ir.OpVar:
		v := d.valueOf(n.Var)
		if v == nil || !v.Type.IsInteger() {
			return nil
		}
		r := d.resolvedAt(v, byValue, depth+1)
		if r == nil {
			return nil
		}
		return at(n).cast(n.Var.Type, r)
	case n.Op == ir.OpCall || n.Type == nil || !n.Type.IsArithmetic():
		return nil
	}
	out := *n
	out.Kids = make([]*ir.Node, len(n.Kids))
	for i, kid := range n.Kids {
		if out.Kids[i] = d.resolvedAt(kid, byValue, depth+1); out.Kids[i] == nil {
			return nil
		}
	}
	return &out
}
