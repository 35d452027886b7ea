package frontend

import (
	"reflect"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// expr reports whether an expression is idle.
func (s *idleScan) expr(x cc.ExpressionNode) bool {
	switch x := x.(type) {
	case *cc.PrimaryExpression:
		return s.primary(x)
	case *cc.PostfixExpression:
		return s.postfix(x)
	case *cc.UnaryExpression:
		return s.unary(x)
	case *cc.CastExpression:
		return x.Case == cc.CastExpressionCast && plainType(x.TypeName) && s.expr(x.CastExpression)
	case *cc.AssignmentExpression:
		return s.writable(x.UnaryExpression) && s.expr(x.AssignmentExpression)
	case *cc.ConditionalExpression:
		return s.expr(x.LogicalOrExpression) && s.optional(x.ExpressionList) && s.expr(x.ConditionalExpression)
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			if !s.expr(x.AssignmentExpression) {
				return false
			}
		}
		return true
	}
	l, r := operands(x)
	return l != nil && s.expr(l) && s.expr(r)
}

// primary: the name of an array stands for its address.
func (s *idleScan) primary(x *cc.PrimaryExpression) bool {
	switch x.Case {
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionFloat, cc.PrimaryExpressionChar, cc.PrimaryExpressionString:
		return true
	case cc.PrimaryExpressionExpr:
		return s.expr(x.ExpressionList)
	case cc.PrimaryExpressionIdent:
		if _, ok := lookup(x.LexicalScope(), x.Token).(*cc.Enumerator); ok {
			return true
		}
		v := s.variable(x)
		return v != nil && (s.readable(v) || v.typ.Kind == ompir.Array)
	}
	return false
}

func (s *idleScan) postfix(x *cc.PostfixExpression) bool {
	switch x.Case {
	case cc.PostfixExpressionIndex:
		return s.element(x) || s.spared(x)
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return s.spared(x)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return s.writable(x.PostfixExpression)
	}
	return false
}

// element reports whether x is an element of an idle array.
func (s *idleScan) element(x *cc.PostfixExpression) bool {
	v := s.variable(unparen(x.PostfixExpression))
	return v != nil && s.idleArray(v) && s.expr(x.ExpressionList)
}

func (s *idleScan) unary(x *cc.UnaryExpression) bool {
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return s.writable(x.UnaryExpression)
	case cc.UnaryExpressionDeref:
		return s.spared(x)
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
		return s.expr(x.CastExpression)
	case cc.UnaryExpressionSizeofExpr:
		return s.variable(unparen(x.UnaryExpression)) != nil
	case cc.UnaryExpressionSizeofType:
		return plainType(x.TypeName)
	}
	return false
}

// writable reports whether x is an idle variable or an element of an idle array.
func (s *idleScan) writable(x cc.ExpressionNode) bool {
	x = unparen(x)
	if p, ok := x.(*cc.PostfixExpression); ok {
		return p.Case == cc.PostfixExpressionIndex && s.element(p)
	}
	v := s.variable(x)
	return v != nil && s.idleScalar(v)
}

// plainType reports whether nothing is evaluated for a type name: it has no lengths
// of arrays and no typeof in it.
func plainType(x *cc.TypeName) bool {
	plain := true
	visitNodes(reflect.ValueOf(x), func(n cc.Node) {
		switch n.(type) {
		case *cc.PrimaryExpression, *cc.DirectAbstractDeclarator:
			plain = false
		}
	})
	return plain
}
