package random

import "fmt"

// product writes a region like a matrix product, a transposition or a stencil: what the
// passes about tiles and blocks look for.
func (g *generator) product() {
	g.windows()
	i, j := g.counting(16+g.r.Intn(54)), g.counting(16+g.r.Intn(54))
	loops := []*loop{i, j}
	rg := &region{}
	rg.extent(loops)
	c := g.outermost()
	c.vars = append(c.vars, i.variable(), j.variable())
	space := []coordinate{{i.v, i.trip}, {j.v, j.trip}}
	c.runs, c.depth = i.trip*j.trip, 1
	out := g.target(space)
	if out == nil {
		g.loopRegion()
		return
	}
	if g.r.Intn(4) == 0 {
		rg.shared = append(rg.shared, g.reduction(false))
	}
	f := []form{forms[2], forms[0], forms[11], forms[13], forms[7]}[g.r.Intn(5)]
	body := g.captured(func() {
		g.indent += 3
		v := g.across(c, out.a, space)
		if g.r.Intn(2) == 0 {
			v = g.inProduct(c, out.a, space)
		}
		if g.r.Intn(3) == 0 {
			v = g.arithmetic(g.one("+", "*"), v, g.ownElement(c, out))
		}
		to, t := g.access(out.a, out.at("0")), out.a.t
		if g.r.Intn(4) == 0 {
			g.line("if (%s)", g.condition(c, 1))
		}
		g.line("%s = %s;", to, g.fitted(v, t, t.lo, t.hi, out.a.integral))
		for _, s := range rg.shared {
			s.update(c)
		}
		g.indent -= 3
	})
	g.directives(f, rg, 2, func() { g.nested(loops, body) })
}

// counting is a loop from 0 by ones.
func (g *generator) counting(trip int) *loop {
	l := &loop{v: g.name("i"), t: []*ctype{i32, i32, i32, i64, u32}[g.r.Intn(5)], step: 1, trip: trip}
	l.head = fmt.Sprintf("for (%s %s = 0; %s < %s; %s++)", l.t.name, l.v, l.v, g.size(trip), l.v)
	return l
}

// target is the array that the region writes, nil if the space fits into none.
func (g *generator) target(space []coordinate) *ownership {
	for range 4 {
		a := g.arrays[g.r.Intn(len(g.arrays))]
		if o, ok := g.layout(a, space, 1); ok {
			g.written[a] = true
			return o
		}
	}
	return nil
}

// source is an array that the region only reads.
func (g *generator) source(but *array) *array {
	for {
		if a := g.arrays[g.r.Intn(len(g.arrays))]; a != but && a.name != but.name {
			return a
		}
	}
}

// across is a value of elements that lie along the loops or across them.
func (g *generator) across(c *scope, but *array, space []coordinate) value {
	v := g.along(c, g.source(but), space)
	for range g.r.Intn(4) {
		v = g.arithmetic(g.one("+", "-", "+"), v, g.along(c, g.source(but), space))
	}
	return v
}

// along is an element of an array that two coordinates lead to.
func (g *generator) along(c *scope, a *array, space []coordinate) value {
	d := c.inner()
	d.at = space
	return g.element(d, a)
}

// inProduct sums products over a third loop, and returns the sum.
func (g *generator) inProduct(c *scope, but *array, space []coordinate) value {
	k := g.counting(3 + g.r.Intn(45))
	t := []*ctype{f32, f64, f64, i64, u32}[g.r.Intn(5)]
	a, b := g.source(but), g.source(but)
	d := g.enter(c, k)
	third := coordinate{k.v, k.trip}
	x := g.along(d, a, []coordinate{space[0], third})
	y := g.along(d, b, []coordinate{third, space[1]})
	v := g.arithmetic("*", x, y)
	n := float64(k.trip)
	if !v.within(t.least()/2/n, t.most()/2/n) || v.t.float && !t.float {
		v = value{g.fitted(v, t, -1000, 1000, false), t, -1000, 1000, false}
	}
	sum := value{g.name("sum"), t, min(0, v.lo*n), max(0, v.hi*n), false}
	if !t.signed {
		sum.lo, sum.hi = 0, t.most()
	}
	g.line("%s %s = 0;", t.name, sum.text)
	g.line("%s", k.head)
	g.line("    %s += %s;", sum.text, v.text)
	if !t.float {
		sum.integral = true
	}
	return sum
}
