package random

import (
	"fmt"
	"math"
	"slices"
)

// expression is a random value, of any type.
func (g *generator) expression(c *scope, depth int) value {
	if depth <= 0 || g.nesting > 0 && g.r.Intn(2) == 0 {
		return g.leaf(c)
	}
	switch g.r.Intn(16) {
	case 0, 1, 2, 3:
		return g.arithmetic(g.one("+", "-", "*"), g.expression(c, depth-1), g.expression(c, depth-1))
	case 4:
		return g.division(g.expression(c, depth-1), g.expression(c, depth-1))
	case 5, 6:
		return g.bitwise(g.one("&", "|", "^"), g.integer(c, depth-1), g.integer(c, depth-1))
	case 7:
		return g.shift(c, g.integer(c, depth-1))
	case 8:
		condition, d := g.condition(c, depth-1), c
		if g.r.Intn(3) == 0 {
			condition, d = g.guard(c)
		}
		return g.choice(condition, g.expression(d, depth-1), g.expression(c, depth-1))
	case 9:
		return g.cast(g.expression(c, depth-1), scalar[g.r.Intn(len(scalar))])
	case 10:
		return g.negation(g.expression(c, depth-1))
	case 11:
		v := g.condition(c, depth-1)
		return value{"(" + v + ")", i32, 0, 1, true}
	case 12:
		return g.function(c, depth-1)
	case 13:
		if g.r.Intn(3) == 0 {
			return g.chosen(c)
		}
		return g.call(c, depth-1)
	}
	return g.leaf(c)
}

// integer is a random value of an integer type.
func (g *generator) integer(c *scope, depth int) value {
	v := g.expression(c, depth)
	if !v.t.float {
		return v
	}
	return g.toInteger(v)
}

// toInteger makes an integer of a floating value.
func (g *generator) toInteger(v value) value {
	t := i32
	switch {
	case v.within(-1<<30, 1<<30):
	case v.within(-1<<61, 1<<61):
		t = i64
	default:
		return constant(int64(g.r.Intn(100)), i32)
	}
	return value{"(" + t.name + ")" + v.text, t, math.Trunc(v.lo), math.Trunc(v.hi), true}
}

// leaf is a constant, a variable or an element.
func (g *generator) leaf(c *scope) value {
	n := g.r.Intn(10)
	if g.nesting > 0 {
		n /= 3 // mostly variables in subscripts of elements
	}
	if n < 4 && len(c.vars) > 0 {
		return c.vars[g.r.Intn(len(c.vars))].value()
	}
	if n < 8 && len(c.readable) > 0 {
		return g.element(c, c.readable[g.r.Intn(len(c.readable))])
	}
	if mine := slices.Concat(c.owned, c.seen); n == 8 && len(mine) > 0 {
		return g.ownElement(c, mine[g.r.Intn(len(mine))])
	}
	return g.number()
}

// number is a random constant.
func (g *generator) number() value {
	t := scalar[g.r.Intn(len(scalar))]
	n := int64(g.r.Intn(100))
	switch {
	case t.float && g.r.Intn(2) == 0:
		x := float64(n) / 8
		return value{fmt.Sprintf("%.3f%s", x, t.suffix), t, x, x, x == math.Trunc(x)}
	case t.signed && g.r.Intn(4) == 0:
		n = -n
	case g.r.Intn(12) == 0:
		n = int64(min(t.hi, 1<<40))
	}
	return constant(n, t)
}

// tame brings an integer near to zero.
func (g *generator) tame(v value) value {
	v.t = promoted(v.t)
	if v.t.signed && g.r.Intn(2) == 0 {
		n := float64(g.r.Intn(1000) + 2)
		return value{fmt.Sprintf("(%s %% %.0f)", v.text, n), v.t, min(0, max(v.lo, -n+1)), max(0, min(v.hi, n-1)), true}
	}
	return value{fmt.Sprintf("(%s & 255)", v.text), v.t, 0, 255, true}
}

// arithmetic applies + - or *, to operands that were brought near to zero if a signed
// result does not fit.
func (g *generator) arithmetic(op string, a, b value) value {
	t := usual(a.t, b.t)
	v := g.exactly(op, a, b, t)
	if v.within(t.least(), t.most()) {
		return v
	}
	switch {
	case t.float:
		return a
	case !t.signed:
		v.lo, v.hi = 0, t.most()
		return v
	}
	if g.r.Intn(3) == 0 {
		return g.arithmetic(op, g.cast(a, u32), g.cast(b, u64))
	}
	return g.arithmetic(op, g.tame(a), g.tame(b))
}

func (g *generator) exactly(op string, a, b value, t *ctype) value {
	a, b = converted(a, t), converted(b, t)
	v := value{text: "(" + a.text + " " + op + " " + b.text + ")", t: t}
	switch op {
	case "+":
		v.lo, v.hi = a.lo+b.lo, a.hi+b.hi
	case "-":
		v.lo, v.hi = a.lo-b.hi, a.hi-b.lo
	case "*":
		v.lo, v.hi = corners(a, b)
	}
	v.integral = !t.float || a.integral && b.integral && v.within(-t.exact(), t.exact())
	return v
}

// corners is the range of a product.
func corners(a, b value) (lo, hi float64) {
	p := []float64{a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi}
	return min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3])
}

// division is a quotient or a remainder; the divisor is never zero.
func (g *generator) division(a, b value) value {
	if t := usual(a.t, b.t); t.float {
		by := value{"(" + absolute(b.t) + "(" + b.text + ") + 1.5f)", wider2(b.t), 1.5, max(-b.lo, b.hi) + 1.5, false}
		most := max(-a.lo, a.hi)
		return value{"(" + a.text + " / " + by.text + ")", usual(a.t, by.t), -most, most, false}
	}
	b = g.divisor(b)
	t := usual(a.t, b.t)
	a, b = converted(a, t), converted(b, t)
	if t.signed && a.lo < t.least() || t.signed && t.bits == 32 && a.lo <= t.least() {
		a = g.tame(a)
	}
	if g.r.Intn(2) == 0 {
		return value{"(" + a.text + " / " + b.text + ")", t, min(a.lo, -a.hi) * sign(t), max(a.hi, -a.lo), true}
	}
	most := max(-b.lo, b.hi) - 1
	return value{"(" + a.text + " % " + b.text + ")", t, -most * sign(t), most, true}
}

func sign(t *ctype) float64 {
	if t.signed {
		return 1
	}
	return 0
}

// absolute is the function that takes the absolute value, as a floating value.
func absolute(t *ctype) string {
	if t == f32 {
		return "fabsf"
	}
	return "fabs"
}

func wider2(t *ctype) *ctype {
	if t == f32 {
		return f32
	}
	return f64
}

// divisor is an integer that is not zero.
func (g *generator) divisor(b value) value {
	if g.r.Intn(2) == 0 || b.t.signed && b.t.bits == 64 && !b.within(-1<<50, 1<<50) {
		return constant(int64(1+g.r.Intn(30)), []*ctype{i32, u32, i64, u8}[g.r.Intn(4)])
	}
	t := promoted(b.t)
	return value{"(" + b.text + " | 1)", t, b.lo, b.hi + 1, true}
}

func (g *generator) bitwise(op string, a, b value) value {
	t := usual(a.t, b.t)
	a, b = converted(a, t), converted(b, t)
	v := value{text: "(" + a.text + " " + op + " " + b.text + ")", t: t, integral: true}
	p := max(power(a.lo, a.hi), power(b.lo, b.hi))
	v.hi = p - 1
	if a.lo < 0 || b.lo < 0 {
		v.lo = -p
	}
	return v
}

func (g *generator) shift(c *scope, a value) value {
	t := promoted(a.t)
	a = converted(a, t)
	by := g.r.Intn(9)
	if g.r.Intn(2) == 0 {
		p := math.Exp2(float64(by))
		return value{fmt.Sprintf("(%s >> %d)", a.text, by), t, math.Floor(a.lo / p), math.Floor(a.hi / p), true}
	}
	if !t.signed {
		amount := g.integer(c, 0)
		return value{fmt.Sprintf("(%s << (%s & %d))", a.text, amount.text, t.bits-1), t, 0, t.most(), true}
	}
	if a.lo < 0 || a.hi*512 > t.most() {
		a = value{"(" + a.text + " & 1023)", t, 0, 1023, true}
	}
	return value{fmt.Sprintf("(%s << %d)", a.text, by), t, a.lo, a.hi * math.Exp2(float64(by)), true}
}

func (g *generator) choice(condition string, a, b value) value {
	t := usual(a.t, b.t)
	a, b = converted(a, t), converted(b, t)
	return value{"((" + condition + ") ? " + a.text + " : " + b.text + ")", t, min(a.lo, b.lo), max(a.hi, b.hi), a.integral && b.integral}
}

// cast converts a value, a floating one to an integer only where it fits.
func (g *generator) cast(v value, t *ctype) value {
	text := "(" + t.name + ")" + v.text
	if v.t.float && !t.float {
		if !v.within(t.least(), t.most()) {
			return v
		}
		v.lo, v.hi = math.Trunc(v.lo), math.Trunc(v.hi)
	}
	if t.float && !v.within(t.least(), t.most()) {
		return v
	}
	v = converted(v, t)
	v.text = "(" + text + ")"
	return v
}

func (g *generator) negation(v value) value {
	t := promoted(v.t)
	v = converted(v, t)
	switch {
	case !t.float && g.r.Intn(2) == 0:
		if !t.signed {
			return value{"(~" + v.text + ")", t, 0, t.most(), true}
		}
		return value{"(~" + v.text + ")", t, -v.hi - 1, -v.lo - 1, true}
	case !t.signed:
		return value{"(-" + v.text + ")", t, 0, t.most(), true}
	case -v.lo > t.most():
		return v
	}
	return value{"(-" + v.text + ")", t, -v.hi, -v.lo, v.integral}
}

// condition is the text of a condition.
func (g *generator) condition(c *scope, depth int) string {
	n := g.r.Intn(8)
	if depth < 0 {
		n = 7
	}
	switch n {
	case 0:
		return "(" + g.condition(c, depth-1) + g.one(" && ", " || ") + g.condition(c, depth-1) + ")"
	case 1:
		return "!" + g.condition(c, depth-1)
	case 2:
		return "(" + g.integer(c, 0).text + g.one(" & 1", " & 2", " & 3", " % 3 == 0") + ")"
	}
	a, b := g.expression(c, depth), g.expression(c, 0)
	return "(" + a.text + g.one(" < ", " > ", " <= ", " >= ", " == ", " != ") + b.text + ")"
}

// function is a call of a function of <math.h> whose result is exact.
func (g *generator) function(c *scope, depth int) value {
	a := g.expression(c, depth)
	if !a.t.float {
		if a.within(-1<<20, 1<<20) && g.r.Intn(2) == 0 {
			return value{"abs(" + a.text + ")", i32, 0, max(-a.lo, a.hi), true}
		}
		if !a.within(-1<<24, 1<<24) {
			return a
		}
		a = g.cast(a, []*ctype{f32, f64}[g.r.Intn(2)])
	}
	s := ""
	if a.t == f32 {
		s = "f"
	}
	most := max(-a.lo, a.hi)
	switch g.r.Intn(6) {
	case 5:
		name := g.one("exp", "cos", "cosh") // of zero, or nearly so, in any rounding
		return value{"(int)(" + name + s + "(0.0" + s + " * " + a.text + ") + 0.5" + s + ")", i32, 1, 1, true}
	case 0:
		return value{"fabs" + s + "(" + a.text + ")", a.t, 0, most, a.integral}
	case 1:
		return value{"sqrt" + s + "(fabs" + s + "(" + a.text + "))", a.t, 0, max(1, most), false}
	case 2:
		name := g.one("floor", "ceil", "trunc", "rint")
		return value{name + s + "(" + a.text + ")", a.t, math.Floor(a.lo), math.Ceil(a.hi), a.within(-a.t.exact(), a.t.exact())}
	case 3:
		b := g.expression(c, 0)
		if b.t != a.t {
			return a
		}
		return value{g.one("fmin", "fmax") + s + "(" + a.text + ", " + b.text + ")", a.t, min(a.lo, b.lo), max(a.hi, b.hi), a.integral && b.integral}
	}
	return value{"fmod" + s + "(" + a.text + ", 7.0" + s + ")", a.t, -7, 7, a.integral}
}

// fitted is the text of a value that can be stored where the type's range, lo to hi, is
// kept; ok is false where there is no way.
func (g *generator) fitted(v value, t *ctype, lo, hi float64, integral bool) string {
	if t.float {
		if integral && !v.integral || !v.within(lo, hi) && v.t.float {
			if !v.within(-1<<30, 1<<30) {
				return constant(int64(g.r.Intn(9)), t).text
			}
			v = value{"(int)" + v.text, i32, v.lo, v.hi, true}
		}
		if v.within(lo, hi) {
			return v.text
		}
		return g.remainder(v, lo, hi)
	}
	if v.t.float {
		v = g.toInteger(v)
	}
	if v.within(lo, hi) || lo == t.least() && hi == t.most() {
		return v.text
	}
	return g.remainder(v, lo, hi)
}

// remainder brings an integer into a range around zero or above it.
func (g *generator) remainder(v value, lo, hi float64) string {
	n := min(hi, 1<<40)
	if lo < 0 {
		n = min(n, -lo)
	}
	n = max(n, 1)
	if p := power(0, n-1); p <= n && g.r.Intn(2) == 0 {
		return fmt.Sprintf("(%s & %.0f)", v.text, p-1)
	}
	if lo >= 0 && v.lo < 0 {
		return fmt.Sprintf("((unsigned)%s %% %.0fu)", v.text, min(n, 1<<31))
	}
	return fmt.Sprintf("(%s %% %.0f)", v.text, n)
}
