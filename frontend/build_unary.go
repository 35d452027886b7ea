package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// unary converts a prefix operator.
func (c *conv) unary(x *cc.UnaryExpression) *ompir.Node {
	switch x.Case {
	case cc.UnaryExpressionInc:
		return c.step(ompir.OpPreInc, x, c.expr(x.UnaryExpression))
	case cc.UnaryExpressionDec:
		return c.step(ompir.OpPreDec, x, c.expr(x.UnaryExpression))
	case cc.UnaryExpressionAddrof:
		return c.addressOf(x)
	case cc.UnaryExpressionDeref:
		return c.dereference(x, c.expr(x.CastExpression))
	case cc.UnaryExpressionPlus:
		return c.sign(ompir.OpPlus, x)
	case cc.UnaryExpressionMinus:
		return c.sign(ompir.OpNeg, x)
	case cc.UnaryExpressionCpl:
		return c.sign(ompir.OpCompl, x)
	case cc.UnaryExpressionNot:
		return node(ompir.OpNot, ompir.TI32, c.pos(x), truth(c.expr(x.CastExpression)))
	case cc.UnaryExpressionSizeofExpr:
		return c.sizeofNode(x, c.typeOf(x.UnaryExpression))
	case cc.UnaryExpressionSizeofType:
		return c.sizeofNode(x, c.mutedTypeName(x.TypeName))
	case cc.UnaryExpressionAlignofExpr:
		return c.constNode(x, ompir.TU64, c.exprAlign(x.UnaryExpression))
	case cc.UnaryExpressionAlignofType:
		return c.constNode(x, ompir.TU64, alignOf(c.mutedTypeName(x.TypeName)))
	case cc.UnaryExpressionLabelAddr:
		c.errorf(x, "unsupported-computed-goto", "the address of a label is not supported in device code")
		return c.constNode(x, ompir.TI32, 0)
	}
	return c.partOf(x)
}

// mutedTypeName evaluates a type name; the lengths in it stay in place.
func (c *conv) mutedTypeName(tn *cc.TypeName) *ompir.Type {
	pre := c.pre
	c.pre = nil
	t, _ := c.typeName(tn)
	c.pre = pre
	return t
}

// exprAlign returns the alignment of what an expression designates.
func (c *conv) exprAlign(x cc.ExpressionNode) int64 {
	n := c.quiet(x)
	if n.Op == ompir.OpVar && n.Var.Align > 0 {
		return n.Var.Align
	}
	return alignOf(n.Type)
}

// sizeofNode returns the size of a type, computed at run time for a VLA.
func (c *conv) sizeofNode(x cc.Node, t *ompir.Type) *ompir.Node {
	c.completeRecords(t)
	if t.IsVLA() {
		n := node(ompir.OpSizeof, ompir.TU64, c.pos(x))
		n.Of = t
		return n
	}
	size := sizeOf(t)
	if size < 0 {
		c.errorf(x, "unsupported-type", "the size of '%s' is not known in device code", typeName(t))
		size = 0
	}
	return c.constNode(x, ompir.TU64, size)
}

// sign converts + - and ~.
func (c *conv) sign(op ompir.Op, x *cc.UnaryExpression) *ompir.Node {
	n := c.promoted(c.expr(x.CastExpression))
	if isComplex(n) {
		return c.complexSign(op, n)
	}
	return node(op, promote(unqualified(n.Type)), c.pos(x), n)
}

// step converts ++ and --; on _Bool they set and flip, on complex numbers they
// change the real part.
func (c *conv) step(op ompir.Op, x cc.Node, n *ompir.Node) *ompir.Node {
	t := unqualified(n.Type)
	if t.Kind != ompir.Bool && t.ComplexPart() == nil {
		return node(op, t, c.pos(x), n)
	}
	one := c.constNode(x, ompir.TI32, 1)
	switch op {
	case ompir.OpPreInc:
		return c.update(ompir.OpAdd, n, one)
	case ompir.OpPreDec:
		return c.update(ompir.OpSub, n, one)
	}
	sub := ompir.OpAdd
	if op == ompir.OpPostDec {
		sub = ompir.OpSub
	}
	return c.oldValue(sub, n, one)
}

// oldValue updates a _Bool or a complex number and yields its value before.
func (c *conv) oldValue(op ompir.Op, place, one *ompir.Node) *ompir.Node {
	block := node(ompir.OpBlock, nil, place.Pos)
	if !pure(place) {
		at, decl := c.pointerTo(place)
		place = at
		block.Kids = append(block.Kids, decl)
	}
	old, declOld := c.temporary("old", place.Type, c.mod.Clone(place, nil))
	update := node(ompir.OpExpr, nil, place.Pos, c.update(op, place, one))
	last := node(ompir.OpExpr, nil, place.Pos, varNode(old, place.Pos))
	block.Kids = append(block.Kids, declOld, update, last)
	return node(ompir.OpStmtExpr, unqualified(place.Type), place.Pos, block)
}

// addressOf converts &x.
func (c *conv) addressOf(x *cc.UnaryExpression) *ompir.Node {
	n := c.expr(x.CastExpression)
	switch {
	case isFunction(n.Type): // nothing is evaluated
		n.Type = functionPointer(n.Type)
		return n
	case c.designated(x.CastExpression) != "":
		return n
	}
	if n.Op == ompir.OpCast {
		n = c.scalarLiteral(x, n)
	}
	return node(ompir.OpAddr, pointerTo(n.Type), c.pos(x), n)
}

// scalarLiteral makes an object of a scalar compound literal, whose value n is: the
// only conversion that & takes. It is the element of an array literal.
func (c *conv) scalarLiteral(x cc.Node, n *ompir.Node) *ompir.Node {
	t := ompir.ArrayOf(1, n.Type)
	at := node(ompir.OpInitAt, n.Type, n.Pos, n)
	literal := node(ompir.OpCompound, t, n.Pos, node(ompir.OpInit, t, n.Pos, at))
	return node(ompir.OpIndex, n.Type, n.Pos, literal, c.constNode(x, ompir.TI32, 0))
}

// dereference converts *p.
func (c *conv) dereference(x cc.Node, p *ompir.Node) *ompir.Node {
	t := p.Type.Decay()
	if t.Kind != ompir.Pointer {
		if isFunctionPointer(t) || isFunction(t) {
			return p
		}
		c.errorf(x, CannotParse, "the operand of unary '*' is no pointer")
		return p
	}
	c.checkElement(x, t.Elem)
	return node(ompir.OpDeref, t.Elem, c.pos(x), p)
}

// checkElement refuses what a pointer or array refers to when devices lack its type.
func (c *conv) checkElement(x cc.Node, t *ompir.Type) {
	if t.Kind == ompir.Unsupported {
		c.badType(x, t, "the object")
	}
}

// postfix converts subscripts, members, calls, ++, -- and compound literals.
func (c *conv) postfix(x *cc.PostfixExpression) *ompir.Node {
	switch x.Case {
	case cc.PostfixExpressionPrimary:
		return c.primary(x.PrimaryExpression.(*cc.PrimaryExpression))
	case cc.PostfixExpressionIndex:
		return c.subscript(x)
	case cc.PostfixExpressionCall:
		return c.call(x)
	case cc.PostfixExpressionSelect:
		return c.member(x, c.expr(x.PostfixExpression), x.Token2)
	case cc.PostfixExpressionPSelect:
		return c.member(x, c.dereference(x, c.expr(x.PostfixExpression)), x.Token2)
	case cc.PostfixExpressionInc:
		return c.step(ompir.OpPostInc, x, c.expr(x.PostfixExpression))
	case cc.PostfixExpressionDec:
		return c.step(ompir.OpPostDec, x, c.expr(x.PostfixExpression))
	}
	return c.compoundLiteral(x)
}

// subscript converts a[i] and i[a].
func (c *conv) subscript(x *cc.PostfixExpression) *ompir.Node {
	a, i := c.expr(x.PostfixExpression), c.promoted(c.expr(x.ExpressionList))
	if n := inCharacterTable(a, i); n != nil {
		return n
	}
	if a.Type.Decay().Kind != ompir.Pointer {
		a, i = i, a
	}
	t := a.Type.Decay()
	if t.Kind != ompir.Pointer {
		c.errorf(x, CannotParse, "the subscripted value is neither array nor pointer")
		return a
	}
	c.checkElement(x, t.Elem)
	return node(ompir.OpIndex, t.Elem, c.pos(x), a, i)
}

// member converts x.name, going through anonymous members.
func (c *conv) member(x cc.Node, n *ompir.Node, name cc.Token) *ompir.Node {
	if n.Type.Record == nil {
		c.errorf(x, CannotParse, "request for member '%s' in something not a structure or union", name.SrcStr())
		return n
	}
	path := fieldPath(n.Type.Record, name.SrcStr())
	if path == nil {
		c.errorf(x, CannotParse, "'%s' has no member named '%s'", typeName(n.Type), name.SrcStr())
		return n
	}
	for _, f := range path {
		n = c.fieldOf(x, n, f)
	}
	return n
}

// fieldOf returns the member f of a record.
func (c *conv) fieldOf(x cc.Node, n *ompir.Node, f *ompir.Field) *ompir.Node {
	t := f.Type
	if n.Type.Volatile {
		t = volatileOf(t)
	}
	if t.Kind == ompir.Unsupported {
		c.badType(x, t, "member '%s'", f.Name)
	}
	m := node(ompir.OpMember, t, c.pos(x), n)
	m.Str = f.Name
	return m
}

// fieldPath returns the members that lead to the one called name.
func fieldPath(r *ompir.Record, name string) []*ompir.Field {
	for _, f := range r.Fields {
		if !f.Anonymous && f.Name == name {
			return []*ompir.Field{f}
		}
	}
	for _, f := range r.Fields {
		if f.Anonymous {
			if path := fieldPath(f.Type.Record, name); path != nil {
				return append([]*ompir.Field{f}, path...)
			}
		}
	}
	return nil
}
