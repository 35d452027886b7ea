package frontend

import (
	"fmt"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// expr converts an expression.
func (c *conv) expr(x cc.ExpressionNode) *ompir.Node {
	switch x := x.(type) {
	case *cc.PrimaryExpression:
		return c.primary(x)
	case *cc.PostfixExpression:
		return c.postfix(x)
	case *cc.UnaryExpression:
		return c.unary(x)
	case *cc.CastExpression:
		return c.castExpr(x)
	case *cc.AssignmentExpression:
		return c.assignment(x)
	case *cc.ConditionalExpression:
		return c.conditional(x)
	case *cc.ConstantExpression:
		return c.expr(x.ConditionalExpression)
	case *cc.ExpressionList:
		return c.commaList(x)
	}
	return c.binary(x)
}

// binary converts the expressions of the binary operators' levels.
func (c *conv) binary(x cc.ExpressionNode) *ompir.Node {
	l, r := operands(x)
	switch x := x.(type) {
	case *cc.LogicalOrExpression:
		return c.logical(ompir.OpLogOr, x, l, r)
	case *cc.LogicalAndExpression:
		return c.logical(ompir.OpLogAnd, x, l, r)
	case *cc.InclusiveOrExpression:
		return c.arith(ompir.OpOr, l, r)
	case *cc.ExclusiveOrExpression:
		return c.arith(ompir.OpXor, l, r)
	case *cc.AndExpression:
		return c.arith(ompir.OpAnd, l, r)
	case *cc.EqualityExpression:
		op := map[cc.EqualityExpressionCase]ompir.Op{cc.EqualityExpressionEq: ompir.OpEq, cc.EqualityExpressionNeq: ompir.OpNe}[x.Case]
		return c.arith(op, l, r)
	case *cc.RelationalExpression:
		return c.arith(relations[x.Case], l, r)
	case *cc.ShiftExpression:
		op := map[cc.ShiftExpressionCase]ompir.Op{cc.ShiftExpressionLsh: ompir.OpShl, cc.ShiftExpressionRsh: ompir.OpShr}[x.Case]
		return c.arith(op, l, r)
	case *cc.AdditiveExpression:
		op := map[cc.AdditiveExpressionCase]ompir.Op{cc.AdditiveExpressionAdd: ompir.OpAdd, cc.AdditiveExpressionSub: ompir.OpSub}[x.Case]
		return c.arith(op, l, r)
	case *cc.MultiplicativeExpression:
		return c.arith(products[x.Case], l, r)
	}
	panic(fmt.Sprintf("BUG: expression %T is not converted", x))
}

// operands returns the operands of a binary operator, nil for anything else.
func operands(x cc.ExpressionNode) (l, r cc.ExpressionNode) {
	switch x := x.(type) {
	case *cc.LogicalOrExpression:
		return x.LogicalOrExpression, x.LogicalAndExpression
	case *cc.LogicalAndExpression:
		return x.LogicalAndExpression, x.InclusiveOrExpression
	case *cc.InclusiveOrExpression:
		return x.InclusiveOrExpression, x.ExclusiveOrExpression
	case *cc.ExclusiveOrExpression:
		return x.ExclusiveOrExpression, x.AndExpression
	case *cc.AndExpression:
		return x.AndExpression, x.EqualityExpression
	case *cc.EqualityExpression:
		return x.EqualityExpression, x.RelationalExpression
	case *cc.RelationalExpression:
		return x.RelationalExpression, x.ShiftExpression
	case *cc.ShiftExpression:
		return x.ShiftExpression, x.AdditiveExpression
	case *cc.AdditiveExpression:
		return x.AdditiveExpression, x.MultiplicativeExpression
	case *cc.MultiplicativeExpression:
		return x.MultiplicativeExpression, x.CastExpression
	}
	return nil, nil
}

var relations = map[cc.RelationalExpressionCase]ompir.Op{
	cc.RelationalExpressionLt: ompir.OpLt, cc.RelationalExpressionGt: ompir.OpGt,
	cc.RelationalExpressionLeq: ompir.OpLe, cc.RelationalExpressionGeq: ompir.OpGe,
}

var products = map[cc.MultiplicativeExpressionCase]ompir.Op{
	cc.MultiplicativeExpressionMul: ompir.OpMul, cc.MultiplicativeExpressionDiv: ompir.OpDiv,
	cc.MultiplicativeExpressionMod: ompir.OpRem,
}

func (c *conv) logical(op ompir.Op, at cc.Node, x, y cc.ExpressionNode) *ompir.Node {
	pos := c.pos(at)
	return node(op, ompir.TI32, pos, truth(c.expr(x)), truth(c.expr(y)))
}

// arith converts an arithmetic, bitwise or comparing operator.
func (c *conv) arith(op ompir.Op, x, y cc.ExpressionNode) *ompir.Node {
	pos := c.pos(x)
	return c.operation(op, pos, c.promoted(c.expr(x)), c.promoted(c.expr(y)))
}

// binaryType returns the type of a binary operator's value.
func binaryType(op ompir.Op, l, r *ompir.Node) *ompir.Type {
	if op >= ompir.OpLt && op <= ompir.OpLogOr {
		return ompir.TI32
	}
	lt, rt := unqualified(l.Type.Decay()), unqualified(r.Type.Decay())
	if op == ompir.OpShl || op == ompir.OpShr {
		return promote(lt)
	}
	switch {
	case lt.Kind == ompir.Pointer && rt.Kind == ompir.Pointer:
		return ompir.TI64
	case lt.Kind == ompir.Pointer:
		return lt
	case rt.Kind == ompir.Pointer:
		return rt
	}
	if t := usualType(l, r); t != nil {
		return t
	}
	return lt
}

// promote returns the type after C's integer promotions.
func promote(t *ompir.Type) *ompir.Type {
	if t.IsInteger() && t.Size() < 4 {
		return ompir.TI32
	}
	return t
}

// usualType returns the common type of two arithmetic operands (C11 §6.3.1.8), nil
// when one of them is not arithmetic.
func usualType(l, r *ompir.Node) *ompir.Type {
	x, y := unqualified(l.Type), unqualified(r.Type)
	if !x.IsArithmetic() || !y.IsArithmetic() {
		return nil
	}
	switch {
	case x.Kind == ompir.Float64 || y.Kind == ompir.Float64:
		return ompir.TF64
	case x.Kind == ompir.Float32 || y.Kind == ompir.Float32:
		return ompir.TF32
	}
	x, y = promote(x), promote(y)
	switch {
	case x.Size() > y.Size():
		return x
	case y.Size() > x.Size():
		return y
	case x.IsSigned() && y.IsSigned():
		return widest(x, y, longLong)
	case !x.IsSigned() && !y.IsSigned():
		return widest(x, y, uLongLong)
	case x == longLong || y == longLong:
		return uLongLong
	case x.IsSigned():
		return y
	}
	return x
}

// widest returns long if one of two types of equal size and sign is long, a type
// of higher rank, else x.
func widest(x, y, long *ompir.Type) *ompir.Type {
	if y == long {
		return y
	}
	return x
}

// promoted makes the promotion of an unsigned bit-field that int can hold explicit:
// its declared type would not show it.
func (c *conv) promoted(n *ompir.Node) *ompir.Node {
	if n.Op == ompir.OpMember && n.Type.Kind == ompir.Uint32 {
		if r := n.Kids[0].Type.Record; r != nil {
			if f := r.FieldNamed(n.Str); f != nil && f.BitWidth > 0 && f.BitWidth < 32 {
				return node(ompir.OpCast, ompir.TI32, n.Pos, n)
			}
		}
	}
	return n
}

func (c *conv) commaList(x *cc.ExpressionList) *ompir.Node {
	n := c.expr(x.AssignmentExpression)
	for x = x.ExpressionList; x != nil; x = x.ExpressionList {
		y := c.expr(x.AssignmentExpression)
		n = node(ompir.OpComma, unqualified(y.Type.Decay()), n.Pos, n, y)
	}
	return n
}

// conditional converts c ? x : y and gcc's c ?: y.
func (c *conv) conditional(x *cc.ConditionalExpression) *ompir.Node {
	test := c.expr(x.LogicalOrExpression)
	if x.ExpressionList == nil {
		return c.elvis(test, c.promoted(c.expr(x.ConditionalExpression)))
	}
	l, r := c.complexOperands(c.promoted(c.expr(x.ExpressionList)), c.promoted(c.expr(x.ConditionalExpression)))
	return node(ompir.OpCond, condType(l, r), test.Pos, truth(test), l, r)
}

// elvis converts x ?: y, evaluating x once.
func (c *conv) elvis(x, y *ompir.Node) *ompir.Node {
	t := condType(x, y)
	if pure(x) {
		return node(ompir.OpCond, t, x.Pos, x, c.mod.Clone(x, nil), y)
	}
	v, decl := c.temporary("value", x.Type.Decay(), x)
	last := node(ompir.OpExpr, nil, x.Pos, node(ompir.OpCond, t, x.Pos, varNode(v, x.Pos), varNode(v, x.Pos), y))
	return node(ompir.OpStmtExpr, t, x.Pos, node(ompir.OpBlock, nil, x.Pos, decl, last))
}

// pure reports whether an expression has no side effects and reads no volatile.
func pure(n *ompir.Node) bool {
	switch n.Op {
	case ompir.OpAssign, ompir.OpAssignOp, ompir.OpPreInc, ompir.OpPreDec, ompir.OpPostInc, ompir.OpPostDec,
		ompir.OpCall, ompir.OpStmtExpr:
		return false
	}
	if n.Type != nil && n.Type.Volatile {
		return false
	}
	for _, k := range n.Kids {
		if !pure(k) {
			return false
		}
	}
	return true
}

// condType returns the type of a conditional operator's value (C11 §6.5.15).
func condType(l, r *ompir.Node) *ompir.Type {
	x, y := unqualified(l.Type.Decay()), unqualified(r.Type.Decay())
	if t := usualType(l, r); t != nil {
		return t
	}
	switch {
	case x.Kind == ompir.Void || y.Kind == ompir.Void:
		return ompir.TVoid
	case x.Kind == ompir.Pointer && y.Kind == ompir.Pointer && isNull(l):
		return y
	case x.Kind == ompir.Pointer && y.Kind == ompir.Pointer && x.Elem.Kind != ompir.Void && y.Elem.Kind == ompir.Void && !isNull(r):
		return y
	case x.Kind != ompir.Pointer && y.Kind == ompir.Pointer:
		return y
	}
	return x
}

// isNull reports whether n is a null pointer constant.
func isNull(n *ompir.Node) bool {
	if n.Op == ompir.OpCast && n.Type.Kind == ompir.Pointer && n.Type.Elem.Kind == ompir.Void {
		n = n.Kids[0]
	}
	return n.Op == ompir.OpConst && n.Int == 0
}

// assignOps maps compound assignments to their operators.
var assignOps = map[cc.AssignmentExpressionCase]ompir.Op{
	cc.AssignmentExpressionMul: ompir.OpMul, cc.AssignmentExpressionDiv: ompir.OpDiv,
	cc.AssignmentExpressionMod: ompir.OpRem, cc.AssignmentExpressionAdd: ompir.OpAdd,
	cc.AssignmentExpressionSub: ompir.OpSub, cc.AssignmentExpressionLsh: ompir.OpShl,
	cc.AssignmentExpressionRsh: ompir.OpShr, cc.AssignmentExpressionAnd: ompir.OpAnd,
	cc.AssignmentExpressionXor: ompir.OpXor, cc.AssignmentExpressionOr: ompir.OpOr,
}

func (c *conv) assignment(x *cc.AssignmentExpression) *ompir.Node {
	place := c.expr(x.UnaryExpression)
	t := unqualified(place.Type)
	if x.Case == cc.AssignmentExpressionAssign {
		return node(ompir.OpAssign, t, place.Pos, place, c.valueFor(t, x.AssignmentExpression))
	}
	v := c.promoted(c.expr(x.AssignmentExpression))
	op := assignOps[x.Case]
	if t.Kind == ompir.Bool || isComplex(place) || isComplex(v) {
		return c.update(op, place, v)
	}
	n := node(ompir.OpAssignOp, t, place.Pos, place, v)
	n.Sub = op
	return n
}

// valueFor converts an expression whose value C converts to type t as if by
// assignment.
func (c *conv) valueFor(t *ompir.Type, x cc.ExpressionNode) *ompir.Node {
	if v := c.narrowed(x, t); v != nil {
		return v
	}
	return c.converted(c.promoted(c.expr(x)), t)
}

// converted makes a conversion explicit that C leaves implicit where it has to be:
// to _Bool, which is a comparison with zero, and from and to complex numbers.
func (c *conv) converted(n *ompir.Node, t *ompir.Type) *ompir.Node {
	if n.Op != ompir.OpInit && (isComplex(n) || t.ComplexPart() != nil) {
		return c.complexConverted(n, t)
	}
	if isFunctionPointer(t) && n.Type.Decay().Kind == ompir.Pointer {
		return node(ompir.OpCast, t, n.Pos, n)
	}
	if t.Kind == ompir.Bool && n.Type.Kind != ompir.Bool && n.Op != ompir.OpInit {
		return node(ompir.OpCast, ompir.TBool, n.Pos, n)
	}
	return n
}

// update writes x op= v as x = (T)(x op v), for a _Bool or a complex number.
func (c *conv) update(op ompir.Op, place, v *ompir.Node) *ompir.Node {
	t := unqualified(place.Type)
	if pure(place) {
		old := c.mod.Clone(place, nil)
		sum := c.operation(op, place.Pos, old, v)
		return node(ompir.OpAssign, t, place.Pos, place, c.converted(sum, t))
	}
	at, decl := c.pointerTo(place)
	last := node(ompir.OpExpr, nil, place.Pos, c.update(op, at, v))
	return node(ompir.OpStmtExpr, t, place.Pos, node(ompir.OpBlock, nil, place.Pos, decl, last))
}

// pointerTo evaluates the address of an lvalue once: it returns the lvalue that
// the pointer refers to, and the pointer's declaration.
func (c *conv) pointerTo(place *ompir.Node) (at, decl *ompir.Node) {
	t := pointerTo(place.Type)
	p, decl := c.temporary("place", t, node(ompir.OpAddr, t, place.Pos, place))
	return node(ompir.OpDeref, place.Type, place.Pos, varNode(p, place.Pos)), decl
}

// castExpr converts an explicit cast.
func (c *conv) castExpr(x *cc.CastExpression) *ompir.Node {
	t, _ := c.typeName(x.TypeName)
	t = unqualified(t)
	if v := c.narrowed(x.CastExpression, t); v != nil {
		return v
	}
	n := c.promoted(c.expr(x.CastExpression))
	if t.Kind == ompir.Unsupported {
		c.badType(x, t, "a cast")
	}
	if isComplex(n) || t.ComplexPart() != nil {
		return c.complexConverted(n, t)
	}
	if t.Kind == ompir.Union && n.Type.Kind != ompir.Union {
		return c.unionCast(x, t, n)
	}
	return node(ompir.OpCast, t, c.pos(x), n)
}

// unionCast converts gcc's cast to a union: a compound literal of the member that
// has the operand's type.
func (c *conv) unionCast(x cc.Node, t *ompir.Type, n *ompir.Node) *ompir.Node {
	for _, f := range t.Record.Fields {
		if f.Type.Equal(n.Type) {
			at := node(ompir.OpInitAt, f.Type, n.Pos, n)
			at.Str = f.Name
			return node(ompir.OpCompound, t, n.Pos, node(ompir.OpInit, t, n.Pos, at))
		}
	}
	c.errorf(x, "unsupported-expression", "a cast to union '%s' is not supported here", typeName(t))
	return n
}
