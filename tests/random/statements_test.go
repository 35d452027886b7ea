package random

import (
	"fmt"
	"math"
	"strings"
)

// line writes a line of the program, indented.
func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("    ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// declare writes a line in front of the region.
func (g *generator) declare(format string, args ...any) {
	g.declarations.WriteString(strings.Repeat("    ", g.indent))
	fmt.Fprintf(&g.declarations, format, args...)
	g.declarations.WriteByte('\n')
}

// pragma writes a directive.
func (g *generator) pragma(format string, args ...any) {
	g.b.WriteString("#pragma omp ")
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// block writes a head, and what body writes in braces.
func (g *generator) block(head string, body func()) {
	if head != "" {
		head += " "
	}
	g.line("%s{", head)
	g.indent++
	body()
	g.indent--
	g.line("}")
}

// captured is what write writes.
func (g *generator) captured(write func()) string {
	before := g.b
	g.b = strings.Builder{}
	write()
	text := g.b.String()
	g.b = before
	return text
}

// statements writes some statements.
func (g *generator) statements(c *scope, n int) {
	for range n {
		g.statement(c)
	}
}

func (g *generator) statement(c *scope) {
	n := g.r.Intn(20)
	if c.depth <= 0 && n >= 10 {
		n = g.r.Intn(10)
	}
	switch n {
	case 0, 1:
		g.declaration(c)
	case 2:
		if g.r.Intn(3) == 0 {
			g.throughPointer(c)
			return
		}
		g.assignment(c)
	case 3, 4, 5, 6:
		g.ownWrite(c)
	case 7, 8, 9:
		g.sharedUpdate(c)
	case 10, 11:
		g.branch(c)
	case 12, 13, 14:
		g.accumulation(c)
	case 15:
		g.innerLoop(c)
	case 16:
		g.countdown(c)
	case 17:
		g.switching(c)
	case 18:
		if g.r.Intn(3) == 0 {
			g.localRecord(c)
			return
		}
		g.localArray(c)
	case 19:
		g.jump(c)
	}
}

// jump leaves a loop, or what is left of an iteration; without a loop it is a block.
func (g *generator) jump(c *scope) {
	switch {
	case c.breaks && g.r.Intn(2) == 0:
		g.line("if (%s) break;", g.condition(c, 1))
	case c.goesOn:
		g.line("if (%s) continue;", g.condition(c, 1))
	default:
		g.block("", func() { g.statements(c.inner(), 2) })
	}
}

// inLoop makes the scope one of a loop's body.
func (c *scope) inLoop() *scope {
	c.breaks, c.goesOn = true, true
	return c
}

// deeper is the scope of a nested statement.
func (c *scope) deeper() *scope {
	d := c.inner()
	d.depth--
	return d
}

func (g *generator) declaration(c *scope) {
	t := scalar[g.r.Intn(len(scalar))]
	v := g.expression(c, 2)
	mutable := g.r.Intn(2) == 0
	x := &variable{name: g.name("x"), t: t, lo: t.lo, hi: t.hi, mutable: mutable}
	x.integral = !t.float || g.r.Intn(2) == 0
	text := g.fitted(v, t, t.lo, t.hi, x.integral)
	if !mutable && v.within(t.lo, t.hi) && !t.float && !v.t.float {
		x.lo, x.hi = v.lo, v.hi
	}
	g.line("%s %s = %s;", t.name, x.name, text)
	c.vars = append(c.vars, x)
}

// assignment changes a variable of the iteration's own.
func (g *generator) assignment(c *scope) {
	for range 4 {
		if len(c.vars) == 0 {
			return
		}
		if x := c.vars[g.r.Intn(len(c.vars))]; x.mutable {
			g.store(c, x.name, x.t, x.lo, x.hi, x.integral)
			return
		}
	}
	g.declaration(c)
}

// store writes an assignment to an object that keeps to a range.
func (g *generator) store(c *scope, object string, t *ctype, lo, hi float64, integral bool) {
	v := g.expression(c, 3)
	full := !t.float && lo == t.least() && hi == t.most()
	if full && !t.signed && t.bits >= 32 && g.r.Intn(6) == 0 {
		g.line(g.one("%[1]s++;", "--%[1]s;", "%s <<= %d;", "%s >>= %d;", "%s *= %d;", "%s /= %d;", "%s %%= %d;"), object, 1+g.r.Intn(30))
		return
	}
	if full && t.bits < 64 && !v.t.float && v.within(-1<<30, 1<<30) && g.r.Intn(3) == 0 {
		g.line("%s %s %s;", object, g.one("+=", "-=", "^=", "|=", "&="), v.text)
		return
	}
	g.line("%s = %s;", object, g.fitted(v, t, lo, hi, integral))
}

// set gives a variable its first value.
func (g *generator) set(c *scope, v *variable) {
	g.line("%s = %s;", v.name, g.fitted(g.expression(c, 3), v.t, v.lo, v.hi, v.integral))
}

func (g *generator) ownWrite(c *scope) {
	if len(c.owned) == 0 {
		g.assignment(c)
		return
	}
	o := c.owned[g.r.Intn(len(c.owned))]
	g.store(c, g.access(o.a, o.at(g.column(c, o.width))), o.a.t, o.a.t.lo, o.a.t.hi, o.a.integral)
}

func (g *generator) branch(c *scope) {
	condition, d := g.condition(c, 2), c.deeper()
	if g.r.Intn(3) == 0 {
		condition, d = g.guard(d)
	}
	g.block("if ("+condition+")", func() { g.statements(d, 1+g.r.Intn(2)) })
	if g.r.Intn(2) == 0 {
		g.block("else", func() { g.statements(c.deeper(), 1+g.r.Intn(2)) })
	}
}

// guard is a condition that some place is not among the first ones, and the scope where
// it holds: there, one so much before it makes good subscripts too. Where it does not hold
// these are negative, or wrap around.
func (g *generator) guard(c *scope) (string, *scope) {
	d := c.inner()
	if len(c.at) == 0 {
		return g.condition(c, 1), d
	}
	x := c.at[g.r.Intn(len(c.at))]
	if x.span < 2 {
		return g.condition(c, 1), d
	}
	by := 1 + g.r.Intn(min(x.span-1, 9))
	d.at = append(d.at, coordinate{fmt.Sprintf("(%s - %s)", x.text, g.size(by)), x.span - by})
	return x.text + " >= " + g.size(by), d
}

// accumulation sums over an inner loop, as products of matrices do.
func (g *generator) accumulation(c *scope) {
	l := g.inner(c, 40)
	if l == nil {
		return
	}
	t := []*ctype{i32, u32, i64, f32, f64, f64}[g.r.Intn(6)]
	x := &variable{name: g.name("sum"), t: t, integral: true}
	lo, hi := -1000.0, 1000.0
	if !t.signed {
		lo, hi = 0, t.most()
		x.hi = hi
	} else {
		x.lo, x.hi = -1000*float64(max(l.trip, 1)), 1000*float64(max(l.trip, 1))
		x.integral = !t.float || g.r.Intn(2) == 0
	}
	g.line("%s %s = %s;", t.name, x.name, g.one("0", "0", constant(int64(g.r.Intn(2)), t).text))
	x.hi++
	if !t.signed {
		x.hi = hi
	}
	d := g.enter(c.deeper(), l).inLoop()
	g.block(l.head, func() {
		if g.r.Intn(3) == 0 {
			g.statements(d, 1)
		}
		v := g.expression(d, 2)
		if len(d.readable) > 0 && g.r.Intn(2) == 0 {
			v = g.arithmetic("*", g.element(d, d.readable[g.r.Intn(len(d.readable))]), g.element(d, d.readable[g.r.Intn(len(d.readable))]))
		}
		if n := float64(max(l.trip, 1)); v.within(t.least()/2/n, t.most()/2/n) && (t.float || !v.t.float) && t.signed {
			x.lo, x.hi, x.integral = min(0, v.lo*n), max(0, v.hi*n)+1, !t.float // as it is
			g.line("%s += %s;", x.name, v.text)
			return
		}
		text := g.fitted(v, t, lo, hi, x.integral)
		g.line("%s += %s;", x.name, text)
	})
	c.vars = append(c.vars, x)
}

// inner is a loop inside of an iteration, nil where that would run too long.
func (g *generator) inner(c *scope, limit int) *loop {
	limit = min(limit, 40000/max(c.runs, 1))
	if limit < 2 {
		g.ownWrite(c)
		return nil
	}
	return g.loop(g.trip(limit))
}

// innerLoop is a loop for its effects, sometimes over a part of the range that depends
// on what is around.
func (g *generator) innerLoop(c *scope) {
	l := g.inner(c, 40)
	if l == nil {
		return
	}
	d := g.enter(c.deeper(), l).inLoop()
	head := l.head
	if len(c.at) > 0 && l.step == 1 && l.start == 0 && g.r.Intn(2) == 0 { // triangular, or by data
		from := c.at[g.r.Intn(len(c.at))].text
		if g.r.Intn(3) == 0 {
			from = "(" + g.integer(c, 1).text + " & 7)"
		}
		head = fmt.Sprintf("for (%s %s = %s; %s < %d; %s++)", l.t.name, l.v, from, l.v, l.trip, l.v)
		if l.t.bits < 32 {
			head = strings.Replace(head, l.t.name, "int", 1)
			d.vars[len(d.vars)-1].t = i32
		}
	}
	g.block(head, func() { g.statements(d, 1+g.r.Intn(3)) })
}

// countdown is a while or do loop that ends by data.
func (g *generator) countdown(c *scope) {
	if c.runs > 6000 {
		return
	}
	n := g.name("n")
	g.line("int %s = %s & 7;", n, g.integer(c, 1).text)
	d := c.deeper().inLoop()
	d.runs *= 8
	d.vars = append(d.vars, &variable{name: n, t: i32, lo: -3, hi: 7})
	if g.r.Intn(3) == 0 {
		g.block("do", func() {
			g.line("%s -= %s;", n, g.one("1", "2", "1 + ("+g.condition(d, 0)+")"))
			g.statements(d, 1+g.r.Intn(2))
		})
		g.line("while (%s > 0);", n)
		return
	}
	g.block("while ("+n+g.one("-- > 0", " > 0")+")", func() {
		g.line("%s--;", n)
		g.statements(d, 1+g.r.Intn(2))
	})
}

func (g *generator) switching(c *scope) {
	g.block(fmt.Sprintf("switch (%s & 3)", g.integer(c, 1).text), func() {
		for _, k := range []string{"case 0:", "case 2:", "default:"} {
			g.line("%s", k)
			d := c.deeper()
			d.breaks = false
			g.block("", func() { g.statements(d, 1) })
			if g.r.Intn(3) > 0 {
				g.line("break;")
			}
		}
		g.line(";")
	})
}

// localArray fills a small array of the iteration and reads it.
func (g *generator) localArray(c *scope) {
	if c.runs > 10000 {
		return
	}
	t := []*ctype{i32, u8, f32, f64, i16}[g.r.Intn(5)]
	n := []int{2, 4, 8, 11, 19}[g.r.Intn(5)]
	name, i := g.name("part"), g.name("i")
	integral := !t.float || g.r.Intn(2) == 0
	g.line("%s %s[%d];", t.name, name, n)
	d := c.deeper()
	d.runs *= n
	d.vars = append(d.vars, &variable{name: i, t: i32, hi: float64(n - 1)})
	d.at = append(d.at, coordinate{i, n})
	g.block(fmt.Sprintf("for (int %s = 0; %s < %s; %s++)", i, i, g.size(n), i), func() {
		g.line("%s[%s] = %s;", name, i, g.fitted(g.expression(d, 2), t, t.lo, t.hi, integral))
	})
	a := &array{name: name, t: t, n: n, integral: integral, end: n}
	c.readable = append(c.readable[:len(c.readable):len(c.readable)], a)
	c.owned = append(c.owned, &ownership{a, func(column string) string { return "[" + column + "]" }, n})
	if g.r.Intn(2) == 0 {
		g.carry(c, a)
	}
}

// carry changes the elements of a small array several times, from what they were.
func (g *generator) carry(c *scope, a *array) {
	steps, s, i := 2+g.r.Intn(4), g.name("step"), g.name("i")
	d := c.deeper()
	d.runs *= steps * a.n
	d.vars = append(d.vars, &variable{name: s, t: i32, hi: float64(steps - 1)}, &variable{name: i, t: i32, hi: float64(a.n - 1)})
	d.at = append(d.at, coordinate{i, a.n})
	g.block(fmt.Sprintf("for (int %s = 0; %s < %d; %s++)", s, s, steps, s), func() {
		g.block(fmt.Sprintf("for (int %s = 0; %s < %d; %s++)", i, i, a.n, i), func() {
			g.line("%s[%s] = %s;", a.name, i, g.fitted(g.expression(d, 2), a.t, a.t.lo, a.t.hi, a.integral))
		})
	})
}

// ranged is the range of exact sums: n terms of it fit into the type.
func ranged(t *ctype, n int) (lo, hi float64) {
	if !t.signed {
		return 0, t.most()
	}
	most := t.most()
	if t.float {
		most = t.exact()
	}
	hi = math.Floor(most / 2 / float64(max(n, 1)))
	return -hi, hi
}
