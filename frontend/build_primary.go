package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// primary converts names, constants, parentheses, statement expressions and
// generic selections.
func (c *conv) primary(x *cc.PrimaryExpression) *ompir.Node {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		return c.name(x)
	case cc.PrimaryExpressionInt:
		return c.intLiteral(x.Token)
	case cc.PrimaryExpressionFloat:
		return c.floatLiteral(x.Token)
	case cc.PrimaryExpressionChar:
		return c.charLiteral(x.Token)
	case cc.PrimaryExpressionLChar:
		return c.wideCharLiteral(x.Token)
	case cc.PrimaryExpressionString:
		return c.stringLiteral(x.Token)
	case cc.PrimaryExpressionLString:
		c.errorf(x, "unsupported-type", "wide string constants are not supported in device code")
		return c.stringNode(x, "")
	case cc.PrimaryExpressionExpr:
		return c.expr(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return c.stmtExpr(x)
	}
	return c.generic(x.GenericSelection)
}

// stmtExpr converts ({ … }).
func (c *conv) stmtExpr(x *cc.PrimaryExpression) *ompir.Node {
	body := c.block(x.CompoundStatement)
	t := ompir.TVoid
	if n := len(body.Kids); n > 0 {
		last := body.Kids[n-1]
		for last.Op == ompir.OpLabel {
			last = last.Kids[0]
		}
		if last.Op == ompir.OpExpr {
			t = unqualified(last.Kids[0].Type.Decay())
		}
	}
	return node(ompir.OpStmtExpr, t, c.pos(x), body)
}

// generic converts _Generic.
func (c *conv) generic(x *cc.GenericSelection) *ompir.Node {
	if chosen := c.selected(x); chosen != nil {
		return c.expr(chosen)
	}
	return c.constNode(x, ompir.TI32, 0)
}

// selected resolves _Generic (C11 §6.5.1.1). The IR's types know no const, so that
// associations that differ in it alone are an error. It is nil where none matches.
func (c *conv) selected(x *cc.GenericSelection) cc.ExpressionNode {
	t := unqualified(c.typeOf(x.AssignmentExpression).Decay())
	var match, fallback cc.ExpressionNode
	for l := x.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationDefault {
			fallback = a.AssignmentExpression
			continue
		}
		if !identical(t, c.mutedTypeName(a.TypeName)) {
			continue
		}
		if match != nil {
			c.errorf(x, "unsupported-generic", "_Generic in device code cannot tell pointers to const types from others")
		}
		match = a.AssignmentExpression
	}
	if match != nil {
		return match
	}
	if fallback == nil {
		c.errorf(x, CannotParse, "no association of _Generic matches type '%s'", typeName(t))
	}
	return fallback
}

// identical reports whether two types are the same in C, where long and long long
// differ.
func identical(t, u *ompir.Type) bool {
	if t.Kind != u.Kind || t.Volatile != u.Volatile {
		return false
	}
	switch t.Kind {
	case ompir.Pointer, ompir.Array:
		return t.Len == u.Len && identical(t.Elem, u.Elem)
	case ompir.Int8:
		return (unqualified(t) == signedChar) == (unqualified(u) == signedChar)
	case ompir.Uint8:
		return (unqualified(t) == plainUChar) == (unqualified(u) == plainUChar)
	case ompir.Int64:
		return (t == longLong) == (u == longLong)
	case ompir.Uint64:
		return (t == uLongLong) == (u == uLongLong)
	}
	return t.Equal(u)
}

// name converts an identifier.
func (c *conv) name(x *cc.PrimaryExpression) *ompir.Node {
	switch n := lookup(x.LexicalScope(), x.Token).(type) {
	case *cc.Enumerator:
		return c.enumerator(x, n)
	case *cc.Declarator:
		return c.declaredName(x, n)
	case *cc.Parameter:
		if v := c.oldStyleParameter(x.Token.SrcStr()); v != nil {
			return c.use(x, v)
		}
	}
	return c.undeclared(x.Token)
}

// enumerator converts an enumeration constant, of type int where that holds it.
func (c *conv) enumerator(x cc.Node, n *cc.Enumerator) *ompir.Node {
	s := c.enumOf[n]
	if s == nil {
		c.indexAll()
		s = c.enumOf[n]
	}
	e := c.enumeration(s)
	v := e.values[n.Token.SrcStr()]
	t := ompir.TI32
	if v != int64(int32(v)) {
		t = e.t
	}
	return c.constNode(x, t, v)
}

// declaredName converts the name of a variable or function.
func (c *conv) declaredName(x *cc.PrimaryExpression, d *cc.Declarator) *ompir.Node {
	name := d.Name()
	if name == "__func__" && !atFileScope(d) {
		return c.stringNode(x, c.functionName())
	}
	if d.IsTypename() {
		c.errorf(x, CannotParse, "unexpected type name '%s'", name)
		return c.constNode(x, ompir.TI32, 0)
	}
	if c.isFunctionName(d) {
		return c.functionAddress(x, d)
	}
	if p := c.stands[d]; p != nil {
		return node(ompir.OpDeref, p.Type.Elem, c.pos(x), varNode(p, c.pos(x)))
	}
	return c.use(x, c.variable(x, d))
}

func (c *conv) functionName() string {
	if c.fn != nil {
		return c.fn.g.name
	}
	return c.host
}

// use converts the use of a variable.
func (c *conv) use(x cc.Node, v *ompir.Var) *ompir.Node {
	if c.muted == 0 {
		if v.Storage == ompir.StorageHost || v.Storage == ompir.StorageFile {
			c.list(v)
		}
		if v.Type.Kind == ompir.Unsupported && !c.refusedVars[v] {
			c.badType(x, v.Type, "variable '%s'", v.Name)
		}
		c.checkFileVariable(x, v)
	}
	return varNode(v, c.pos(x))
}

// compoundLiteral converts (T){ … }.
func (c *conv) compoundLiteral(x *cc.PostfixExpression) *ompir.Node {
	t, _ := c.typeName(x.TypeName)
	if t.Kind == ompir.Array && t.Len < 0 && t.LenExpr == nil {
		t = ompir.ArrayOf(c.listLength(t, x.InitializerList), t.Elem)
	}
	c.checkValueType(x, t, "a compound literal")
	init := c.initList(x, t, x.InitializerList)
	if init.Op != ompir.OpInit { // scalar in braces
		return node(ompir.OpCast, unqualified(t), c.pos(x), init)
	}
	return node(ompir.OpCompound, t, c.pos(x), init)
}

// checkValueType refuses objects of unsupported types and reports whether it did.
func (c *conv) checkValueType(x cc.Node, t *ompir.Type, what string) bool {
	s := t.Scalar()
	if s.Kind == ompir.Unsupported {
		c.badType(x, s, "%s", what)
	}
	return s.Kind == ompir.Unsupported
}
