package frontend

import (
	"math/big"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// Devices have no long double, but constants of that type that a program converts
// at once need none: <float.h> writes DBL_MAX as ((double)1.79…e+308L). They are
// evaluated here, with the 64 bits of precision that the host's long double has.

const widePrecision = 64

// wideConstant evaluates an expression of floating constants of which at least one
// is a long double, nil if x is anything else.
func wideConstant(x cc.ExpressionNode) *big.Float {
	if v, wide := foldWide(x); wide {
		return v
	}
	return nil
}

// foldWide evaluates an expression of numbers; wide says whether C evaluates it as
// long double. A nil value is no such expression.
func foldWide(x cc.ExpressionNode) (v *big.Float, wide bool) {
	x = unparen(x)
	switch x := x.(type) {
	case *cc.PrimaryExpression:
		return wideLiteral(x)
	case *cc.UnaryExpression:
		return foldWideSign(x)
	}
	l, r := operands(x)
	if l == nil {
		return nil, false
	}
	a, wideA := foldWide(l)
	b, wideB := foldWide(r)
	if a == nil || b == nil || !wideA && !wideB {
		return nil, false
	}
	v = wideArithmetic(x, a, b)
	return v, v != nil
}

// wideLiteral reads a floating constant, or an integer that is exact in any type.
func wideLiteral(x *cc.PrimaryExpression) (v *big.Float, wide bool) {
	if x.Case != cc.PrimaryExpressionFloat && x.Case != cc.PrimaryExpressionInt {
		return nil, false
	}
	text := strings.ToLower(x.Token.SrcStr())
	body := strings.TrimSuffix(text, "l")
	wide = x.Case == cc.PrimaryExpressionFloat && body != text
	if !wide && strings.Trim(text, "0123456789") != "" || len(text) > 1 && text[0] == '0' && !wide {
		return nil, false
	}
	v, _, err := big.ParseFloat(body, 0, widePrecision, big.ToNearestEven)
	if err != nil {
		return nil, false
	}
	return v, wide
}

func foldWideSign(x *cc.UnaryExpression) (v *big.Float, wide bool) {
	v, wide = foldWide(x.CastExpression)
	switch {
	case v == nil:
		return nil, false
	case x.Case == cc.UnaryExpressionMinus:
		return new(big.Float).Neg(v), wide
	case x.Case == cc.UnaryExpressionPlus:
		return v, wide
	}
	return nil, false
}

// wideArithmetic evaluates a sum, difference, product or quotient, nil for others.
func wideArithmetic(x cc.ExpressionNode, a, b *big.Float) *big.Float {
	out := new(big.Float).SetPrec(widePrecision)
	switch x := x.(type) {
	case *cc.AdditiveExpression:
		if x.Case == cc.AdditiveExpressionSub {
			return out.Sub(a, b)
		}
		return out.Add(a, b)
	case *cc.MultiplicativeExpression:
		switch {
		case x.Case == cc.MultiplicativeExpressionMul:
			return out.Mul(a, b)
		case x.Case == cc.MultiplicativeExpressionDiv && b.Sign() != 0:
			return out.Quo(a, b)
		}
	}
	return nil
}

// narrowed converts the value of x to the floating or integer type t, if x is a
// long double constant; nil if it is not.
func (c *conv) narrowed(x cc.ExpressionNode, t *ompir.Type) *ompir.Node {
	if !t.IsFloat() && (!t.IsInteger() || t.Kind == ompir.Bool) {
		return nil
	}
	v := wideConstant(x)
	if v == nil {
		return nil
	}
	if t.IsInteger() {
		if t.Kind == ompir.Uint64 {
			u, _ := v.Uint64()
			return c.constNode(x, t, int64(u))
		}
		i, _ := v.Int64()
		return c.constNode(x, t, truncate(i, t))
	}
	bits := 64
	if t.Kind == ompir.Float32 {
		bits = 32
	}
	return &ompir.Node{Op: ompir.OpFConst, Type: t, Str: narrowText(v, bits), Pos: c.pos(x)}
}

// narrowText rounds v to float or double and spells it so that it reads back as is.
func narrowText(v *big.Float, bits int) string {
	f, _ := v.Float64()
	if bits == 32 {
		single, _ := v.Float32()
		f = float64(single)
	}
	return strconv.FormatFloat(f, 'g', -1, bits)
}
