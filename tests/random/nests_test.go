package random

import (
	"fmt"
	"slices"
)

// leagueRegion writes a loop over teams with loops over threads inside of it.
func (g *generator) leagueRegion() {
	outer := []*loop{g.loop(g.trip(64))}
	if g.r.Intn(4) == 0 {
		outer = []*loop{g.loopOf(outer[0].trip, i32), g.loop(g.trip(5))}
	}
	rg := &region{}
	rg.extent(outer)
	g.windows()
	c := g.outermost()
	c.goesOn = true
	space := g.iterate(c, outer)
	g.scalars(rg, c)
	c.rows = g.rows(rg, c, space)
	body := g.captured(func() {
		g.indent += len(outer)
		g.indent++
		for _, v := range slices.Concat(rg.private, rg.last) {
			g.set(c, v)
			c.vars = append(c.vars, v)
		}
		g.ownBundles(rg, c)
		for range 1 + g.r.Intn(3) {
			if g.r.Intn(2) == 0 {
				g.sequential(c, 1+g.r.Intn(2))
			}
			g.teamLoop(c)
		}
		g.statements(c, 2)
		g.indent -= len(outer) + 1
	})
	f := []form{{pieces: []string{"target teams distribute"}}, {pieces: []string{"target", "teams distribute"}}, {pieces: []string{"target teams", "distribute"}},
		{pieces: []string{"target", "teams", "distribute"}}}[g.r.Intn(4)]
	g.directives(f, rg, len(outer), func() { g.nested(outer, body) })
}

// rows gives arrays their roles: some have a row for each iteration of the outer loops.
func (g *generator) rows(rg *region, c *scope, space []coordinate) (rows []*ownership) {
	for _, a := range g.usable() {
		switch n := g.r.Intn(10); {
		case n < 4:
			c.readable = append(c.readable, a)
		case n < 8:
			if o, ok := g.layout(a, space, []int{1, 17, 33, 40, 64}[g.r.Intn(5)]); ok {
				g.written[a] = true
				rows = append(rows, o)
			} else {
				c.readable = append(c.readable, a)
			}
		case n == 8 && (!a.t.float || a.integral && !g.repeated):
			rg.shared = append(rg.shared, g.atomic(a))
			g.written[a] = true
		}
	}
	c.owned = rows
	c.shared = rg.shared
	return rows
}

// part is the scope of a construct's iterations: what is around can be read, and is
// shared.
func (g *generator) part(c *scope) *scope {
	d := c.inner()
	d.owned, d.seen, d.shared = nil, nil, nil
	d.breaks, d.goesOn = false, false
	for i, v := range d.vars {
		if v.mutable {
			fixed := *v
			fixed.mutable = false
			d.vars[i] = &fixed
		}
	}
	for _, s := range c.shared {
		if s.how == "atomic" {
			d.shared = append(d.shared, s)
		}
	}
	return d
}

// phasesRegion writes a region of several constructs in a row, in a team or in one thread.
func (g *generator) phasesRegion() {
	g.windows()
	c := g.outermost()
	directive := g.one("target", "target parallel", "target parallel")
	team := has(directive, "parallel")
	rg := &region{space: 1}
	for range g.r.Intn(3) {
		v := g.hostScalar("f", false)
		rg.first = append(rg.first, v)
		c.vars = append(c.vars, v)
	}
	body := g.captured(func() {
		g.block("", func() {
			for range 2 + g.r.Intn(3) {
				g.phase(c, team)
			}
		})
	})
	text := directive + g.maps(rg)
	if team {
		text += g.numbers("parallel")
	}
	for _, v := range rg.first {
		text += g.one(" firstprivate("+v.name+")", " map(to: "+v.name+")", "")
	}
	g.pragma("%s", text)
	g.b.WriteString(body)
}

// phase writes one construct.
func (g *generator) phase(c *scope, team bool) {
	switch g.r.Intn(6) {
	case 0:
		g.alone(c, team)
	case 1:
		if team {
			g.byHand(c)
			return
		}
		g.alone(c, team)
	case 2:
		g.sections(c, team)
	default:
		g.constructed(c, team)
	}
}

// alone writes code of one thread, to which all arrays belong.
func (g *generator) alone(c *scope, team bool) {
	d := g.part(c)
	for _, a := range g.usable() {
		switch {
		case g.r.Intn(2) == 0:
			d.readable = append(d.readable, a)
		case a.rows == 0:
			first := a.first
			n := min(a.size(), 50)
			a.use(first, first+n-1)
			g.written[a] = true
			d.owned = append(d.owned, &ownership{a, func(column string) string { return "[" + plus(column, fmt.Sprint(first)) + "]" }, n})
		}
	}
	barrier := false
	if team {
		barrier = g.r.Intn(2) == 0
		g.pragma("%s", map[bool]string{true: "master", false: "single"}[barrier])
	}
	g.block("", func() { g.statements(d, 1+g.r.Intn(4)) })
	if barrier {
		g.pragma("barrier")
	}
}

// byHand divides iterations by the number of the thread.
func (g *generator) byHand(c *scope) {
	l := &loop{v: g.name("i"), t: i32, step: 1, trip: g.trip(3001)}
	l.head = fmt.Sprintf("for (int %s = omp_get_thread_num(); %s < %s; %s += omp_get_num_threads())", l.v, l.v, g.size(l.trip), l.v)
	d := g.part(c)
	g.assign(&region{}, d, g.iterate(d, []*loop{l}))
	d.goesOn = true
	g.block(l.head, func() { g.statements(d, 1+g.r.Intn(4)) })
	g.pragma("barrier")
}

// sections gives each section its own arrays.
func (g *generator) sections(c *scope, team bool) {
	g.pragma("%s", map[bool]string{true: "sections", false: "parallel sections"}[team])
	arrays := slices.Clone(g.usable())
	g.r.Shuffle(len(arrays), func(i, j int) { arrays[i], arrays[j] = arrays[j], arrays[i] })
	g.block("", func() {
		for i := range 1 + g.r.Intn(3) {
			d := g.part(c)
			d.readable = arrays[5:]
			if a := arrays[i]; a.rows == 0 {
				first, n := a.first, min(a.size(), 50)
				a.use(first, first+n-1)
				g.written[a] = true
				d.owned = []*ownership{{a, func(column string) string { return "[" + plus(column, fmt.Sprint(first)) + "]" }, n}}
			}
			g.pragma("section")
			g.block("", func() { g.statements(d, 1+g.r.Intn(3)) })
		}
	})
}

// constructed writes a worksharing loop.
func (g *generator) constructed(c *scope, team bool) {
	pieces := []string{g.one("for", "for", "for simd")}
	if !team {
		pieces = [][]string{{"parallel for"}, {"parallel for"}, {"parallel for simd"}, {"parallel", "for"}, {"simd"}}[g.r.Intn(5)]
	}
	last := pieces[len(pieces)-1]
	loops := g.nest()
	rg := &region{}
	rg.extent(loops)
	d := g.part(c)
	d.simd, d.goesOn = has(last, "simd"), true
	g.assign(rg, d, g.iterate(d, loops))
	for range g.r.Intn(3) {
		rg.shared = append(rg.shared, g.reduction(d.simd))
	}
	for _, s := range rg.shared {
		if s.a == nil {
			g.mapped = append(g.mapped, s.name)
		}
	}
	d.shared = rg.shared
	body := g.captured(func() {
		g.indent += len(loops) + 1
		g.statements(d, 2+g.r.Intn(4))
		g.indent -= len(loops) + 1
	})
	reduced := g.r.Intn(len(pieces))
	for i, piece := range pieces {
		text := piece + g.numbers(piece)
		if i == reduced {
			text += reductionClauses(rg)
		}
		if i == len(pieces)-1 {
			text += g.loopClauses(piece, rg, len(loops))
			if team && g.r.Intn(4) == 0 {
				g.pragma("%s nowait", text)
				defer g.pragma("barrier")
				continue
			}
		}
		g.pragma("%s", text)
	}
	g.nested(loops, body)
}
