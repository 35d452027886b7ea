package random

import (
	"fmt"
	"slices"
	"strings"
)

// A form is the directives of a loop region, from the outermost to the innermost.
type form struct {
	pieces []string
	simd   bool
}

var forms = []form{
	{pieces: []string{"target parallel for"}},
	{pieces: []string{"target parallel for"}},
	{pieces: []string{"target teams distribute parallel for"}},
	{pieces: []string{"target teams distribute parallel for"}},
	{pieces: []string{"target teams distribute parallel for"}},
	{pieces: []string{"target teams distribute parallel for"}},
	{pieces: []string{"target teams distribute"}},
	{pieces: []string{"target teams distribute parallel for simd"}, simd: true},
	{pieces: []string{"target teams distribute simd"}, simd: true},
	{pieces: []string{"target parallel for simd"}, simd: true},
	{pieces: []string{"target simd"}, simd: true},
	{pieces: []string{"target", "teams distribute parallel for"}},
	{pieces: []string{"target", "teams", "distribute parallel for"}},
	{pieces: []string{"target teams", "distribute parallel for"}},
	{pieces: []string{"target teams", "distribute parallel for simd"}, simd: true},
	{pieces: []string{"target teams", "distribute"}},
	{pieces: []string{"target", "teams distribute"}},
	{pieces: []string{"target", "parallel for"}},
	{pieces: []string{"target", "parallel", "for"}},
	{pieces: []string{"target parallel", "for"}},
	{pieces: []string{"target parallel", "for simd"}, simd: true},
	{pieces: []string{"target", "for"}},
	{pieces: []string{"target", "simd"}, simd: true},
}

// A region is a target region while it is written.
type region struct {
	shared  []*shared
	last    []*variable // lastprivate
	private []*variable
	first   []*variable  // firstprivate
	bundles [3][]*bundle // private, lastprivate, firstprivate
	linear  string       // clause
	space   int          // iterations
	narrow  bool         // a loop comes near to the end of the type of its variable
}

// extent notes how many iterations the loops have, and of which types they are.
func (rg *region) extent(loops []*loop) {
	rg.space = 1
	for _, l := range loops {
		rg.space *= l.trip
		rg.narrow = rg.narrow || l.t.bits < 32 || l.variable().hi > 1<<29
	}
}

func has(piece, word string) bool { return strings.Contains(" "+piece+" ", " "+word+" ") }

// loopRegion writes a region that is one loop nest.
func (g *generator) loopRegion() {
	f := forms[g.r.Intn(len(forms))]
	loops := g.nest()
	rg, c := g.roles(loops, f.simd)
	linear := g.linear(f, rg, c)
	c.goesOn = linear == ""
	body := g.captured(func() {
		g.indent += len(loops)
		g.indent++
		for _, v := range rg.private {
			g.set(c, v)
			c.vars = append(c.vars, v)
		}
		for _, v := range rg.last {
			g.set(c, v)
			c.vars = append(c.vars, v)
		}
		g.ownBundles(rg, c)
		g.statements(c, 2+g.r.Intn(5))
		for _, o := range c.owned {
			if g.r.Intn(3) > 0 {
				g.store(c, g.access(o.a, o.at(g.column(c, o.width))), o.a.t, o.a.t.lo, o.a.t.hi, o.a.integral)
			}
		}
		if linear != "" {
			g.line("%s", linear)
		}
		g.indent -= len(loops) + 1
	})
	g.directives(f, rg, len(loops), func() { g.nested(loops, body) })
}

// nested writes loops around a body, which is indented already.
func (g *generator) nested(loops []*loop, body string) {
	for i, l := range loops {
		head := l.head
		if i == len(loops)-1 {
			head += " {"
		}
		g.line("%s", head)
		g.indent++
	}
	g.b.WriteString(body)
	g.indent--
	g.line("}")
	g.indent -= len(loops) - 1
}

// nest makes 1 to 3 loops that collapse.
func (g *generator) nest() (loops []*loop) {
	n := []int{1, 1, 1, 1, 2, 2, 2, 3}[g.r.Intn(8)]
	limit := []int{0, 3001, 70, 17}[n]
	space := 1
	for i := range n {
		if n > 1 && g.r.Intn(3) == 0 {
			limit = []int{0, 0, 300, 65}[n]
		}
		l := g.loop(g.trip(min(limit, 3100/max(space, 1))))
		if g.r.Intn(40) == 0 && i > 0 {
			l = g.loop(0)
		}
		if n > 1 && i == 0 && l.t.bits < 32 { // gcc counts the iterations in the widest variable's type
			l = g.loopOf(l.trip, []*ctype{i32, i64, u32}[g.r.Intn(3)])
		}
		loops = append(loops, l)
		space *= max(l.trip, 1)
	}
	return loops
}

// roles decides what the iterations of a nest do with which arrays.
func (g *generator) roles(loops []*loop, simd bool) (*region, *scope) {
	rg := &region{}
	rg.extent(loops)
	g.windows()
	c := g.outermost()
	c.simd = simd
	g.assign(rg, c, g.iterate(c, loops))
	g.scalars(rg, c)
	return rg, c
}

// outermost is the scope of a region: what the host's function declares.
func (g *generator) outermost() *scope {
	c := &scope{runs: 1, depth: 2}
	c.vars = append(c.vars, g.sizes...)
	return c
}

// iterate adds the variables of loops to a scope, and returns their space.
func (g *generator) iterate(c *scope, loops []*loop) (space []coordinate) {
	for _, l := range loops {
		c.vars = append(c.vars, l.variable())
		x := g.coordinate(l, 300)
		c.at = append(c.at, x)
		space = append(space, x)
		c.runs *= max(l.trip, 1)
	}
	return space
}

// assign gives each array its role.
func (g *generator) assign(rg *region, c *scope, space []coordinate) {
	for _, a := range g.usable() {
		switch n := g.r.Intn(10); {
		case n < 4:
			c.readable = append(c.readable, a)
		case n < 7:
			width := 1
			if g.r.Intn(4) == 0 {
				width = []int{2, 3, 8, 20, 33}[g.r.Intn(5)]
			}
			if o, ok := g.layout(a, space, width); ok {
				c.owned = append(c.owned, o)
				g.written[a] = true
			} else {
				c.readable = append(c.readable, a)
			}
		case n == 7 && !c.simd && (!a.t.float || a.integral && !g.repeated):
			rg.shared = append(rg.shared, g.atomic(a))
			g.written[a] = true
		case n == 8 && !c.simd && a.rows == 0 && !g.repeated:
			rg.shared = append(rg.shared, g.counter(a))
			g.written[a] = true
		}
	}
	for len(c.owned) == 0 {
		a := g.arrays[g.r.Intn(len(g.arrays))]
		if g.r.Intn(3) == 0 || !g.free(a, rg, c) {
			break
		}
		if o, ok := g.layout(a, space, 1); ok {
			c.owned = append(c.owned, o)
			g.written[a] = true
		}
		break
	}
}

// free reports whether an array has no role yet.
func (g *generator) free(a *array, rg *region, c *scope) bool {
	if a.used() {
		return false
	}
	for _, b := range c.readable {
		if a == b {
			return false
		}
	}
	for _, s := range rg.shared {
		if s.a == a || s.how == "capture" {
			return false
		}
	}
	return slices.Contains(g.usable(), a)
}

// scalars declares the scalars of a region.
func (g *generator) scalars(rg *region, c *scope) {
	for range g.r.Intn(4) {
		rg.shared = append(rg.shared, g.reduction(c.simd))
	}
	for range g.r.Intn(3) {
		v := g.hostScalar("f", false)
		rg.first = append(rg.first, v)
		c.vars = append(c.vars, v)
	}
	if g.r.Intn(3) == 0 {
		rg.private = append(rg.private, g.hostScalar("p", true))
	}
	if g.r.Intn(3) == 0 {
		rg.last = append(rg.last, g.hostScalar("l", true))
	}
	if g.r.Intn(3) == 0 {
		k := g.r.Intn(3)
		rg.bundles[k] = append(rg.bundles[k], g.bundle(g.declare))
	}
	c.shared = rg.shared
}

// ownBundles begins a body with bundles: those that are private are filled.
func (g *generator) ownBundles(rg *region, c *scope) {
	for _, b := range slices.Concat(rg.bundles[0], rg.bundles[1]) {
		g.own(c, b)
	}
	for _, b := range rg.bundles[2] {
		b.readable(c)
	}
}

// hostScalar declares a scalar of the function, with a value.
func (g *generator) hostScalar(letter string, mutable bool) *variable {
	t := scalar[g.r.Intn(len(scalar))]
	v := &variable{name: g.name(letter), t: t, lo: t.lo, hi: t.hi, mutable: mutable, integral: true}
	g.declare("%s %s = %d;", t.name, v.name, g.r.Intn(100))
	return v
}

// linear makes a linear clause where the form has one, and the statement that belongs to it.
func (g *generator) linear(f form, rg *region, c *scope) string {
	piece := f.pieces[len(f.pieces)-1]
	if g.repeated || g.r.Intn(4) > 0 || has(piece, "distribute") || len(c.at) != 1 || rg.space == 0 || !has(piece, "for") && !has(piece, "simd") {
		return ""
	}
	step := g.r.Intn(5) - 2
	v := &variable{name: g.name("k"), t: []*ctype{i32, i64, i16}[g.r.Intn(3)]}
	v.lo, v.hi = min(0, float64(step*rg.space)), max(0, float64(step*rg.space))
	g.declare("%s %s = 0;", v.t.name, v.name)
	rg.linear = fmt.Sprintf(" linear(%s: %d)", v.name, step)
	g.mapped = append(g.mapped, v.name)
	g.prints = append(g.prints, fmt.Sprintf("SHOW1(%s);", v.name))
	c.vars = append(c.vars, v)
	return fmt.Sprintf("%s += %d;", v.name, step)
}
