package random

import (
	"fmt"
	"math"
)

// A ctype is an arithmetic type of C.
type ctype struct {
	name          string
	bits          int
	signed, float bool
	lo, hi        float64 // what variables and elements of the type hold, by the generator's choice
	suffix        string  // of constants
}

// The types of programs. What variables hold leaves room for sums of it in the type.
var (
	i8     = &ctype{name: "signed char", bits: 8, signed: true, lo: -128, hi: 127}
	u8     = &ctype{name: "unsigned char", bits: 8, hi: 255}
	char   = &ctype{name: "char", bits: 8, signed: true, lo: -128, hi: 127}
	i16    = &ctype{name: "short", bits: 16, signed: true, lo: -32768, hi: 32767}
	u16    = &ctype{name: "unsigned short", bits: 16, hi: 65535}
	i32    = &ctype{name: "int", bits: 32, signed: true, lo: -1 << 17, hi: 1<<17 - 1}
	u32    = &ctype{name: "unsigned", bits: 32, hi: math.MaxUint32, suffix: "u"}
	i64    = &ctype{name: "long", bits: 64, signed: true, lo: -1 << 40, hi: 1<<40 - 1, suffix: "L"}
	u64    = &ctype{name: "unsigned long", bits: 64, hi: math.MaxUint64, suffix: "UL"}
	ll     = &ctype{name: "long long", bits: 64, signed: true, lo: -1 << 40, hi: 1<<40 - 1, suffix: "L"}
	f32    = &ctype{name: "float", bits: 32, signed: true, float: true, lo: -1024, hi: 1024, suffix: "f"}
	f64    = &ctype{name: "double", bits: 64, signed: true, float: true, lo: -1 << 20, hi: 1 << 20}
	scalar = []*ctype{i8, u8, char, i16, u16, i32, i32, i32, i32, u32, u32, i64, u64, ll, f32, f32, f64}
	whole  = []*ctype{i8, u8, i16, u16, i32, i32, u32, i64, u64}
)

// least and most are the limits that a value of the type must keep to.
func (t *ctype) least() float64 {
	switch {
	case t.float && t.bits == 32:
		return -1e12
	case t.float:
		return -1e15
	case !t.signed:
		return 0
	case t.bits == 64:
		return -(1 << 62)
	}
	return -math.Exp2(float64(t.bits - 1))
}

func (t *ctype) most() float64 {
	switch {
	case t.float || t.bits == 64 && t.signed:
		return -t.least()
	case !t.signed:
		return math.Exp2(float64(t.bits)) - 1
	}
	return -t.least() - 1
}

// exact is the limit up to which the floating type holds all integers.
func (t *ctype) exact() float64 {
	if t.bits == 32 {
		return 1 << 24
	}
	return 1 << 53
}

// promoted is the type of an operand after the integer promotions.
func promoted(t *ctype) *ctype {
	if !t.float && t.bits < 32 {
		return i32
	}
	if t == ll {
		return i64
	}
	return t
}

// usual is the type of an operation, by the usual arithmetic conversions.
func usual(a, b *ctype) *ctype {
	a, b = promoted(a), promoted(b)
	switch {
	case a.float && b.float:
		return wider(a, b)
	case a.float:
		return a
	case b.float:
		return b
	case a.bits != b.bits:
		return wider(a, b)
	case !a.signed:
		return a
	}
	return b
}

func wider(a, b *ctype) *ctype {
	if a.bits >= b.bits {
		return a
	}
	return b
}

// A value is an expression, and what is known of the values that it can have.
type value struct {
	text     string
	t        *ctype
	lo, hi   float64
	integral bool // a floating value is an integer that the type holds exactly
}

// known is the value of a variable or an element of the type.
func known(text string, t *ctype, integral bool) value {
	return value{text, t, t.lo, t.hi, integral || !t.float}
}

// within reports whether the value is always in a range.
func (v value) within(lo, hi float64) bool { return v.lo >= lo && v.hi <= hi }

// constant writes a number as a constant of the type.
func constant(n int64, t *ctype) value {
	v := value{t: t, lo: float64(n), hi: float64(n), integral: true}
	switch {
	case t.float:
		v.text = fmt.Sprintf("%d.0%s", n, t.suffix)
	case t.bits < 32:
		v.text = fmt.Sprintf("(%s)%d", t.name, n)
	case n == math.MinInt32 && t == i32:
		v.text = "(-2147483647 - 1)"
	case !t.signed:
		v.text = fmt.Sprintf("%d%s", uint64(n), t.suffix)
	default:
		v.text = fmt.Sprintf("%d%s", n, t.suffix)
	}
	if n < 0 {
		v.text = "(" + v.text + ")"
	}
	return v
}

// converted is the value in another type; the text stays, as C converts it.
func converted(v value, t *ctype) value {
	was := v.t
	v.t = t
	switch {
	case t.float && !was.float:
		v.integral = v.within(-t.exact(), t.exact())
	case t.float:
		v.integral = v.integral && v.within(-t.exact(), t.exact())
	case !v.within(t.least(), t.most()):
		v.lo, v.hi = t.least(), t.most()
		if t.bits == 64 && t.signed {
			v.lo, v.hi = math.MinInt64, math.MaxInt64 // no room for anything
		}
		v.integral = true
	default:
		v.integral = true
	}
	return v
}

// power is the least power of two above all values of a range, or behind a negative one.
func power(lo, hi float64) float64 {
	p := 1.0
	for p <= hi || -p > lo {
		p *= 2
	}
	return p
}
