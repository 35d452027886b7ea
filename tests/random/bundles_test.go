package random

import "fmt"

// A bundle is an array or a structure that a construct makes private.
type bundle struct {
	name   string
	fields []*variable
	parts  []*array // small arrays: the array, or members of the structure
}

// A record is a structure type of the program.
type record struct {
	name string
	t    [3]*ctype // of the members a, b and c, of which c is an array
	n    int
}

// declareMixes makes the types of structures that are private.
func (g *generator) declareMixes() {
	for range 2 {
		m := &record{name: g.name("mix"), n: 2 + g.r.Intn(3)}
		for i := range m.t {
			m.t[i] = scalar[g.r.Intn(len(scalar))]
		}
		g.line("struct %s { %s a; %s b; %s c[%d]; };", m.name, m.t[0].name, m.t[1].name, m.t[2].name, m.n)
		g.mixes = append(g.mixes, m)
	}
}

// bundle declares an array or a structure, with values, in lines that emit writes.
func (g *generator) bundle(emit func(format string, args ...any)) *bundle {
	b := &bundle{name: g.name("w")}
	if g.r.Intn(2) == 0 {
		t := scalar[g.r.Intn(len(scalar))]
		a := &array{name: b.name, t: t, n: []int{1, 3, 4, 9, 16}[g.r.Intn(5)], integral: true}
		a.end = a.n
		b.parts = append(b.parts, a)
		emit("%s %s[%d];", t.name, b.name, a.n)
		emit("for (int i = 0; i < %d; i++)", a.n)
		emit("    %s[i] = i * %d;", b.name, 1+g.r.Intn(5))
		return b
	}
	m := g.mixes[g.r.Intn(len(g.mixes))]
	emit("struct %s %s = {%d, %d, {%d}};", m.name, b.name, g.r.Intn(90), g.r.Intn(90), g.r.Intn(90))
	for i, field := range []string{"a", "b"} {
		t := m.t[i]
		b.fields = append(b.fields, &variable{name: b.name + "." + field, t: t, lo: t.lo, hi: t.hi, integral: true})
	}
	b.parts = append(b.parts, &array{name: b.name + ".c", t: m.t[2], n: m.n, end: m.n, integral: true})
	return b
}

// readable lets a scope read a bundle.
func (b *bundle) readable(c *scope) {
	for _, v := range b.fields {
		fixed := *v
		fixed.mutable = false
		c.vars = append(c.vars, &fixed)
	}
	c.readable = append(c.readable[:len(c.readable):len(c.readable)], b.parts...)
}

// own fills a bundle, and lets a scope change it.
func (g *generator) own(c *scope, b *bundle) {
	for _, v := range b.fields {
		v.mutable = true
		g.set(c, v)
	}
	for _, a := range b.parts {
		g.fillPart(c, a)
	}
	c.vars = append(c.vars, b.fields...)
	for _, a := range b.parts {
		c.readable = append(c.readable[:len(c.readable):len(c.readable)], a)
		c.owned = append(c.owned, a.own())
	}
}

// own makes all of a small array one iteration's.
func (a *array) own() *ownership {
	return &ownership{a, func(column string) string { return "[" + column + "]" }, a.n}
}

// fillPart writes a loop that gives each element of a small array a value.
func (g *generator) fillPart(c *scope, a *array) {
	i := g.name("i")
	d := c.deeper()
	d.runs *= a.n
	d.vars = append(d.vars, &variable{name: i, t: i32, hi: float64(a.n - 1)})
	d.at = append(d.at, coordinate{i, a.n})
	g.block(fmt.Sprintf("for (int %s = 0; %s < %d; %s++)", i, i, a.n, i), func() {
		g.line("%s[%s] = %s;", a.name, i, g.fitted(g.expression(d, 2), a.t, a.t.lo, a.t.hi, a.integral))
	})
}

// show prints a bundle.
func (b *bundle) show() (list []string) {
	for _, v := range b.fields {
		list = append(list, show1(v.name, v.t))
	}
	for _, a := range b.parts {
		list = append(list, show(a.name, a.t, a.n))
	}
	return list
}

// localRecord declares a structure of the iteration, copied from another one or not.
func (g *generator) localRecord(c *scope) {
	if len(g.mixes) == 0 || c.runs > 20000 {
		g.declaration(c)
		return
	}
	m := g.mixes[g.r.Intn(len(g.mixes))]
	value := func(t *ctype) string { return g.fitted(g.expression(c, 1), t, t.lo, t.hi, true) }
	x := g.name("m")
	text := fmt.Sprintf("(%s)(%s), (%s)(%s), {", m.t[0].name, value(m.t[0]), m.t[1].name, value(m.t[1]))
	for range m.n {
		text += fmt.Sprintf("(%s)(%s), ", m.t[2].name, value(m.t[2]))
	}
	g.line("struct %s %s = {%s}};", m.name, x, text[:len(text)-2])
	if g.r.Intn(2) == 0 {
		y := g.name("m")
		if g.r.Intn(2) == 0 {
			g.line("struct %s %s = %s;", m.name, y, x)
		} else {
			g.line("struct %s %s = mixed_%s(%s, &%s, %s);", m.name, y, m.name, x, x, value(m.t[0]))
		}
		x = y
	}
	for i, field := range []string{"a", "b"} {
		t := m.t[i]
		c.vars = append(c.vars, &variable{name: x + "." + field, t: t, lo: t.lo, hi: t.hi, integral: true, mutable: true})
	}
	a := &array{name: x + ".c", t: m.t[2], n: m.n, end: m.n, integral: true}
	c.readable = append(c.readable[:len(c.readable):len(c.readable)], a)
	c.owned = append(c.owned, a.own())
}

// declareHelpers makes functions of pointers for some types, and of structures.
func (g *generator) declareHelpers() {
	g.helped = map[*ctype]bool{}
	for range 3 {
		t := g.arrays[g.r.Intn(len(g.arrays))].t
		if g.helped[t] {
			continue
		}
		g.helped[t] = true
		n := g.helper(t)
		g.block(fmt.Sprintf("static %s best_%s(const %s *p, int n)", t.name, n, t.name), func() {
			g.line("%s m = p[0];", t.name)
			g.block("for (int i = 1; i < n; i++)", func() {
				g.line("if (p[i] %s m)", g.one("<", ">"))
				g.line("    m = p[i];")
				if g.r.Intn(2) == 0 {
					g.line("else if (p[i] == m && i > 5)")
					g.line("    break;")
				}
			})
			g.line("return m;")
		})
		g.block(fmt.Sprintf("static void put_%s(%s *p, int n, %s v)", n, t.name, t.name), func() {
			g.line("%s", g.one("while (n-- > 0) *p++ = v;", "for (int i = 0; i < n; i++) p[i] = i & 1 ? p[i] : v;",
				"for ("+t.name+" *q = p; q < p + n; q++) *q = v;"))
		})
		g.block(fmt.Sprintf("static %s *at_%s(%s *p, int k)", t.name, n, t.name), func() { g.line("return p + k;") })
	}
	for _, m := range g.mixes {
		g.block(fmt.Sprintf("static struct %s mixed_%s(struct %s m, const struct %s *p, %s v)", m.name, m.name, m.name, m.name, m.t[0].name), func() {
			g.line("m.a = v;")
			g.line("m.b = p->b;")
			g.line("m.c[%d] = p->c[%d];", g.r.Intn(m.n), g.r.Intn(m.n))
			g.line("return m;")
		})
	}
}

// helper is the end of the names of a type's functions.
func (g *generator) helper(t *ctype) string {
	for i, s := range scalar {
		if s == t {
			return fmt.Sprint(i)
		}
	}
	return ""
}

// throughPointer changes an element or a variable of the iteration's by a function.
func (g *generator) throughPointer(c *scope) {
	for range 6 {
		if len(c.owned) > 0 && g.r.Intn(3) > 0 {
			o := c.owned[g.r.Intn(len(c.owned))]
			t := o.a.t
			if !g.helped[t] {
				continue
			}
			v := g.fitted(g.expression(c, 2), t, t.lo, t.hi, o.a.integral)
			place := "&" + g.access(o.a, o.at(g.column(c, o.width)))
			if g.r.Intn(2) == 0 {
				g.line("put_%s(%s, 1, %s);", g.helper(t), place, v)
			} else {
				g.line("*at_%s(%s, %s) = %s;", g.helper(t), place, g.one("0", "zero"), v)
			}
			return
		}
		if len(c.vars) == 0 {
			continue
		}
		if x := c.vars[g.r.Intn(len(c.vars))]; x.mutable && g.helped[x.t] && x.lo == x.t.lo && x.hi == x.t.hi {
			g.line("put_%s(&%s, 1, %s);", g.helper(x.t), x.name, g.fitted(g.expression(c, 2), x.t, x.lo, x.hi, x.integral))
			return
		}
	}
	g.ownWrite(c)
}

// chosen is an element that a function finds among several.
func (g *generator) chosen(c *scope) value {
	for range 4 {
		if len(c.readable) == 0 {
			break
		}
		a := c.readable[g.r.Intn(len(c.readable))]
		if a.rows > 0 || a.field != "" || !g.helped[a.t] || a.size() == 0 || c.runs > 5000 {
			continue
		}
		n := 1 + g.r.Intn(min(a.size(), 12))
		at := a.first + g.r.Intn(a.size()-n+1)
		a.use(at, at+n-1)
		return known(fmt.Sprintf("best_%s(&%s, %d)", g.helper(a.t), g.access(a, "["+g.size(at)+"]"), n), a.t, a.integral)
	}
	return g.leaf(c)
}
