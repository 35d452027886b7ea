package random

import (
	"fmt"
)

// A shared is what many iterations update, in an order that makes no difference.
type shared struct {
	name   string // a scalar, or an array
	t      *ctype
	a      *array // of the updated elements, else nil
	n      int    // elements of a reduction's array, else 0
	op     string // of a reduction or atomic update
	how    string // "reduction", "atomic", "critical" or "capture"
	update func(c *scope)
}

// sharedUpdate updates one of the shared objects.
func (g *generator) sharedUpdate(c *scope) {
	if len(c.shared) == 0 {
		g.ownWrite(c)
		return
	}
	s := c.shared[g.r.Intn(len(c.shared))]
	if c.simd && s.how != "reduction" {
		g.ownWrite(c)
		return
	}
	s.update(c)
}

var reductionOps = []string{"+", "+", "+", "*", "&", "|", "^", "&&", "||", "max", "min", "-"}

// reduction makes a reduction item, a scalar or an array, with its declaration.
//
// gcc 12 fails, or is wrong, with && and || of some types where there are lanes.
func (g *generator) reduction(simd bool) *shared {
	s := &shared{name: g.name("r"), t: scalar[g.r.Intn(len(scalar))], op: reductionOps[g.r.Intn(len(reductionOps))], how: "reduction"}
	if g.r.Intn(5) == 0 {
		s.n = []int{1, 3, 8, 20, 300}[g.r.Intn(5)]
	}
	for s.t.float && (s.op == "&" || s.op == "|" || s.op == "^") {
		s.t = scalar[g.r.Intn(len(scalar))]
	}
	if simd && (s.op == "&&" || s.op == "||") {
		s.op = "+"
	}
	most := 5
	if s.op == "&&" || s.op == "||" {
		most = 2
	}
	if s.n > 0 {
		g.declare("%s %s[%d];", s.t.name, s.name, s.n)
		g.declare("for (int i = 0; i < %d; i++)", s.n)
		g.declare("    %s[i] = i %% %d;", s.name, min(most, 3))
		g.prints = append(g.prints, show(s.name, s.t, s.n))
	} else {
		g.declare("%s %s = %d;", s.t.name, s.name, g.r.Intn(most))
		g.prints = append(g.prints, show1(s.name, s.t))
	}
	s.update = func(c *scope) { g.combine(c, s) }
	return s
}

// combine writes one update of a reduction item.
func (g *generator) combine(c *scope, s *shared) {
	x := s.name
	if s.n > 0 {
		at, _, _ := g.place(c, s.n)
		x += "[" + at + "]"
	}
	lo, hi := ranged(s.t, 200000)
	if s.n == 0 && s.t.bits < 32 {
		lo, hi = s.t.lo, s.t.hi
	}
	integral := true
	v := func(lo, hi float64) string { return g.fitted(g.expression(c, 2), s.t, lo, hi, integral) }
	switch s.op {
	case "+", "-":
		e := v(lo, hi)
		if g.r.Intn(6) == 0 {
			g.line("%s%s;", x, g.one("++", "--"))
			return
		}
		if s.op == "-" {
			g.line(g.one("%s -= %s;", "%[1]s = %[1]s - %[2]s;"), x, e)
			return
		}
		g.line(g.one("%s += %s;", "%[1]s = %[1]s + %[2]s;", "%[1]s = %[2]s + %[1]s;", "%s += %s;"), x, e)
	case "*":
		e := "(" + g.condition(c, 1) + " ? 1 : -1)"
		if !s.t.signed {
			e = v(s.t.lo, s.t.hi)
		}
		if s.t == u16 {
			e = "(unsigned)" + e
		}
		g.line(g.one("%s *= %s;", "%[1]s = %[1]s * %[2]s;"), x, e)
	case "&", "|", "^":
		g.line(g.one("%[1]s %[2]s= %[3]s;", "%[1]s = %[1]s %[2]s %[3]s;"), x, s.op, v(s.t.lo, s.t.hi))
	case "&&", "||":
		g.line(g.one("%[1]s = %[1]s %[2]s %[3]s;", "%[1]s = %[1]s %[2]s %[3]s;"), x, s.op, g.condition(c, 1))
	default:
		integral = g.r.Intn(2) == 0
		e, rel := v(s.t.lo, s.t.hi), "<"
		if s.op == "min" {
			rel = ">"
		}
		if s.t == f64 && g.r.Intn(3) == 0 {
			g.line("%s = f%s(%s, %s);", x, s.op, x, e)
			return
		}
		tmp := g.name("x")
		g.line("%s %s = %s;", s.t.name, tmp, e)
		g.line(g.one("if (%[1]s %[2]s %[3]s) %[1]s = %[3]s;", "%[1]s = %[1]s %[2]s %[3]s ? %[3]s : %[1]s;", "%[1]s = %[3]s %[2]s %[1]s ? %[1]s : %[3]s;"), x, rel, tmp)
	}
}

// atomic makes an atomically updated array, all of whose updates commute.
func (g *generator) atomic(a *array) *shared {
	s := &shared{name: a.name, t: a.t, a: a, how: "atomic"}
	ops := []string{"+", "&", "|", "^"}
	switch {
	case a.t.float:
		ops = ops[:1]
	case !a.t.signed:
		ops = []string{"+", "+", "&", "|", "^", "*", "/", "<<", ">>"}
	}
	s.op = ops[g.r.Intn(len(ops))]
	if s.op == "+" && a.t.signed && a.t.bits >= 32 {
		if g.repeated {
			s.op = "^"
		} else {
			a.wrapped = true
		}
	}
	if g.r.Intn(6) == 0 && s.op != "/" {
		s.how = "critical"
	}
	one := ""
	if g.r.Intn(4) == 0 { // all updates go to one element
		k := g.r.Intn(a.size())
		one = g.subscript(a, k)
	}
	s.update = func(c *scope) {
		if c.runs > 20000 {
			return
		}
		x := ""
		if one == "" {
			x = g.element(c, a).text
		} else {
			x = g.access(a, one)
		}
		g.atomically(c, s, x)
	}
	return s
}

// subscript is the constant subscript of an element of the window.
func (g *generator) subscript(a *array, k int) string {
	a.use(a.first+k, a.first+k)
	if a.rows > 0 {
		return fmt.Sprintf("[%d][%d]", a.first+k, g.r.Intn(a.cols))
	}
	return "[" + g.size(a.first+k) + "]"
}

func (g *generator) atomically(c *scope, s *shared, x string) {
	lo, hi := s.t.lo, s.t.hi
	if s.op == "+" {
		lo, hi = ranged(s.t, 20000)
		lo, hi = max(lo, -1000), min(hi, 1000)
	}
	e := g.fitted(g.expression(c, 2), s.t, lo, hi, true)
	if !s.t.float { // the value must not overflow with the object as the operation's type
		switch s.op {
		case "*":
			e = "(" + s.t.name + ")(" + e + ")"
			if s.t == u16 {
				e = fmt.Sprintf("(%s & 255)", e)
			}
		case "/":
			e = fmt.Sprint(1 + g.r.Intn(3))
		case "<<", ">>":
			e = fmt.Sprintf("(%s & 3)", g.integer(c, 1).text)
		}
	}
	if s.how == "critical" {
		g.pragma("critical%s", g.one("", "(one)", "(two)"))
		g.critical[s.a] = true
	} else {
		g.pragma("atomic%s", g.one("", " update", ""))
	}
	g.line("%s", g.updateText(x, s.op, e))
}

func (g *generator) updateText(x, op, e string) string {
	if op == "+" {
		switch g.r.Intn(8) {
		case 0:
			return x + "++;"
		case 1:
			return "--" + x + ";"
		case 2:
			return x + " -= " + e + ";"
		case 3:
			return x + " = " + x + " - " + e + ";"
		}
	}
	switch {
	case g.r.Intn(3) == 0:
		return x + " = " + x + " " + op + " " + e + ";"
	case g.r.Intn(4) == 0 && op != "/" && op != "<<" && op != ">>":
		return x + " = " + e + " " + op + " " + x + ";"
	}
	return x + " " + op + "= " + e + ";"
}

// counter makes a counter that iterations take numbers from, and marks an element for
// each number.
func (g *generator) counter(a *array) *shared {
	s := &shared{name: g.name("count"), t: []*ctype{i32, u32, i64, u64}[g.r.Intn(4)], how: "capture"}
	g.declare("%s %s = 0;", s.t.name, s.name)
	g.prints = append(g.prints, show1(s.name, s.t))
	used := 0 // numbers that were taken
	s.update = func(c *scope) {
		if used += c.runs; used > a.size() || a.rows > 0 {
			return
		}
		a.use(a.first, a.first+used-1)
		v := g.name("v")
		g.line("%s %s;", s.t.name, v)
		g.pragma("atomic capture")
		switch g.r.Intn(4) {
		case 0:
			g.line("%s = %s++;", v, s.name)
		case 1:
			g.line("{ %s = %s; %s += 1; }", v, s.name, s.name)
		case 2:
			g.line("{ ++%s; %s = %s; }", s.name, v, s.name)
			g.line("%s--;", v)
		case 3:
			g.line("%s = %s += 1;", v, s.name)
			g.line("%s -= 1;", v)
		}
		g.line("%s = 77;", g.access(a, "["+plus(v, g.size(a.first))+"]"))
	}
	return s
}
