package random

import (
	"fmt"
	"slices"
)

// teamRegion writes a region in which one thread of each team runs ordinary code, with
// parallel constructs anywhere in it.
func (g *generator) teamRegion() {
	var outer []*loop
	f := form{pieces: []string{"target"}}
	if g.r.Intn(3) > 0 {
		outer = []*loop{g.loop(g.trip(20))}
		f = []form{{pieces: []string{"target teams distribute"}}, {pieces: []string{"target", "teams distribute"}}, {pieces: []string{"target teams", "distribute"}}}[g.r.Intn(3)]
	}
	rg := &region{space: 1}
	rg.extent(outer)
	g.windows()
	c := g.outermost()
	c.goesOn = outer != nil
	space := g.iterate(c, outer)
	if outer != nil {
		g.scalars(rg, c)
	} else {
		space = []coordinate{{"0", 1}}
	}
	c.rows = g.rows(rg, c, space)
	g.budget = 5
	body := g.captured(func() {
		g.indent += len(outer) + 1
		for _, v := range slices.Concat(rg.private, rg.last) {
			g.set(c, v)
			c.vars = append(c.vars, v)
		}
		g.ownBundles(rg, c)
		g.teamCode(c, 2+g.r.Intn(3), 2)
		g.statements(c, 1)
		g.indent -= len(outer) + 1
	})
	if outer != nil {
		g.directives(f, rg, len(outer), func() { g.nested(outer, body) })
		return
	}
	g.pragma("%s", f.pieces[0]+g.maps(rg))
	g.line("{")
	g.b.WriteString(body)
	g.line("}")
}

// teamCode writes what one thread of a team runs; level is how deep it may still nest.
func (g *generator) teamCode(c *scope, n, level int) {
	for range n {
		g.teamStatement(c, level)
	}
}

func (g *generator) teamStatement(c *scope, level int) {
	n := g.r.Intn(14)
	if g.budget <= 0 || level == 0 && n >= 8 || c.enclosed && n >= 12 {
		n = g.r.Intn(2) * 3
	}
	switch n {
	case 0, 1:
		g.sequential(c, 1+g.r.Intn(2))
	case 2, 3:
		g.teamArray(c)
	case 4, 5:
		g.budget--
		g.teamLoop(c)
	case 6, 7:
		g.budget--
		g.parallel(c)
	case 8, 9:
		g.block("if ("+g.condition(c, 1)+")", func() { g.teamCode(c.inner(), 1+g.r.Intn(2), level-1) })
		if g.r.Intn(2) == 0 {
			g.block("else", func() { g.teamCode(c.inner(), 1, level-1) })
		}
	case 10:
		l := g.loop(g.trip(5))
		d := g.enter(c, l).inLoop()
		g.block(l.head, func() { g.teamCode(d, 1+g.r.Intn(2), level-1) })
	case 11:
		i := g.name("n")
		g.line("int %s = %s & 3;", i, g.integer(c, 1).text)
		d := c.inner().inLoop()
		d.runs *= 4
		g.block("while ("+i+"-- > 0)", func() { g.teamCode(d, 1+g.r.Intn(2), level-1) })
	case 12, 13:
		d := c.inner()
		d.breaks, d.goesOn, d.enclosed = false, false, true
		d.shared = slices.DeleteFunc(slices.Clone(d.shared), func(s *shared) bool { return s.how == "critical" })
		g.pragma("%s", g.one("single", "master", "critical", "critical(one)"))
		g.block("", func() { g.teamCode(d, 1+g.r.Intn(2), level-1) })
	}
}

// sequential writes statements of the team's thread.
func (g *generator) sequential(c *scope, n int) {
	depth := c.depth
	c.depth = 1
	g.statements(c, n)
	c.depth = depth
}

// teamArray declares an array that the threads of the team share.
func (g *generator) teamArray(c *scope) {
	t := scalar[g.r.Intn(len(scalar))]
	a := &array{name: g.name("v"), t: t, n: []int{5, 16, 33, 64}[g.r.Intn(4)], integral: !t.float || g.r.Intn(2) == 0}
	a.end = a.n
	if c.runs > 2000 {
		a.n, a.end = 4, 4
	}
	g.line("%s %s[%d];", t.name, a.name, a.n)
	g.fillPart(c, a)
	c.rows = append(c.rows, a.own())
	c.owned = append(c.owned, a.own())
}

// divided gives a loop's iterations elements of the team's rows, and lets them read the
// rows that are left.
func (g *generator) divided(d *scope, at []coordinate) {
	d.seen = nil
	for _, o := range d.rows {
		text, span := g.flat(at, 0)
		if span > o.width || g.r.Intn(2) == 0 {
			d.seen = append(d.seen, o)
			continue
		}
		d.owned = append(d.owned, &ownership{o.a, func(string) string { return o.at("(" + text + ")") }, 1})
	}
}

// teamLoop writes a loop of a team's threads, or of one thread's lanes.
func (g *generator) teamLoop(c *scope) {
	directive := g.one("parallel for", "parallel for", "parallel for", "parallel for", "simd", "parallel for simd")
	r := g.reduced(c, has(directive, "simd"), g.r.Intn(3))
	g.sharedLoop(c, c, directive, r)
}

// reduced declares variables and arrays that loops of the team reduce, which can be read
// behind them.
func (g *generator) reduced(c *scope, simd bool, n int) (list []*shared) {
	for range n {
		s := &shared{name: g.name("r"), t: scalar[g.r.Intn(len(scalar))], op: reductionOps[g.r.Intn(len(reductionOps))], how: "reduction"}
		if s.t.float || simd {
			s.op = g.one("+", "max", "min")
		}
		s.update = func(c *scope) { g.combine(c, s) }
		if g.r.Intn(3) == 0 {
			s.n = []int{2, 7, 16}[g.r.Intn(3)]
			g.line("%s %s[%d];", s.t.name, s.name, s.n)
			g.line("for (int i = 0; i < %d; i++) %s[i] = i %% 2;", s.n, s.name)
		} else {
			g.line("%s %s = %d;", s.t.name, s.name, g.r.Intn(2))
		}
		list = append(list, s)
	}
	return list
}

// afterwards lets a scope read what loops have reduced.
func afterwards(c *scope, list []*shared) {
	for _, s := range list {
		lo, hi := s.t.least(), s.t.most()
		if s.t.float {
			lo, hi = -s.t.exact(), s.t.exact()
		}
		if s.n == 0 {
			c.vars = append(c.vars, &variable{name: s.name, t: s.t, lo: lo, hi: hi})
			continue
		}
		t := *s.t
		t.lo, t.hi = lo, hi
		c.readable = append(c.readable[:len(c.readable):len(c.readable)], &array{name: s.name, t: &t, n: s.n, end: s.n})
	}
}

// sharedLoop writes a loop whose iterations the threads of a team share. p is the scope
// around it, c that of the team's thread, which reads what the loop leaves.
func (g *generator) sharedLoop(p, c *scope, directive string, reduced []*shared) {
	most := min(64, 40000/max(p.runs, 1))
	loops := []*loop{g.loop(g.trip(most))}
	for len(loops) < 3 && g.r.Intn(3) == 0 {
		first := loops[0]
		if first.t.bits < 32 { // gcc counts the iterations in the widest variable's type
			loops[0] = g.loopOf(first.trip, []*ctype{i32, i64, u32}[g.r.Intn(3)])
		}
		space := 1
		for _, l := range loops {
			space *= max(l.trip, 1)
		}
		loops = append(loops, g.loop(g.trip(max(1, min(9, most/space)))))
	}
	d := g.part(p)
	d.goesOn, d.simd, d.depth = true, has(directive, "simd"), 1
	g.divided(d, g.iterate(d, loops))
	d.shared = append(d.shared[:len(d.shared):len(d.shared)], reduced...)
	rg := &region{}
	rg.extent(loops)
	var last *variable
	if g.r.Intn(4) == 0 && p == c {
		t := scalar[g.r.Intn(len(scalar))]
		last = &variable{name: g.name("l"), t: t, lo: t.lo, hi: t.hi, mutable: true, integral: true}
		g.line("%s %s = %d;", t.name, last.name, g.r.Intn(100))
		rg.last = append(rg.last, last)
	}
	if g.r.Intn(4) == 0 && p == c {
		k := g.r.Intn(3)
		if d.simd && k == 2 {
			k = 0
		}
		rg.bundles[k] = append(rg.bundles[k], g.bundle(g.line))
	}
	body := g.captured(func() {
		g.indent += len(loops) + 1
		if last != nil {
			g.set(d, last)
			d.vars = append(d.vars, last)
		}
		g.ownBundles(rg, d)
		g.statements(d, 1+g.r.Intn(3))
		for _, s := range reduced {
			s.update(d)
		}
		g.indent -= len(loops) + 1
	})
	text := directive
	for _, s := range reduced {
		text += " reduction(" + s.op + ": " + s.name + ")"
	}
	for _, b := range rg.bundles[2] {
		text += " firstprivate(" + b.name + ")"
	}
	if has(directive, "for") {
		text += g.numbers(directive)
	}
	text += g.loopClauses(directive, rg, len(loops))
	nowait := !has(directive, "parallel") && has(directive, "for") && g.r.Intn(4) == 0
	if nowait {
		text += " nowait"
	}
	g.pragma("%s", text)
	g.nested(loops, body)
	if nowait {
		g.pragma("barrier")
	}
	if p == c {
		g.found(c, rg)
		afterwards(c, reduced)
	}
}

// found lets a scope read what a loop's last iteration has left.
func (g *generator) found(c *scope, rg *region) {
	c.vars = append(c.vars, rg.last...)
	for _, b := range rg.bundles[1] {
		b.readable(c)
	}
}

// parallel writes a parallel construct of several constructs. Code that all threads run
// reads what the team shares and changes variables of its own; a barrier follows, since
// what comes next may change what was read.
func (g *generator) parallel(c *scope) {
	reduced := g.reduced(c, false, g.r.Intn(3))
	text := "parallel" + g.numbers("parallel") + g.one("", "", " default(shared)")
	p := g.part(c)
	p.shared, p.seen, p.depth = nil, c.rows, 1
	left := slices.Clone(reduced)
	if g.r.Intn(3) == 0 {
		b := g.bundle(g.line)
		b.readable(p)
		text += " firstprivate(" + b.name + ")"
	}
	g.pragma("%s", text)
	g.block("", func() {
		for range 1 + g.r.Intn(3) {
			g.parallelPhase(p, c, 1, &left)
		}
	})
	afterwards(c, reduced)
}

// parallelPhase writes a construct inside of a parallel construct.
func (g *generator) parallelPhase(p, c *scope, level int, left *[]*shared) {
	n := g.r.Intn(12)
	if level == 0 && n >= 9 {
		n -= 3
	}
	switch n {
	case 0:
		g.declaration(p)
		g.pragma("barrier")
	case 1:
		g.byThread(p)
	case 2, 3:
		g.byOne(p, c)
	case 4:
		g.teamSections(p, c)
	case 5, 6, 7, 8:
		var r []*shared
		if len(*left) > 0 {
			r, *left = (*left)[:1], (*left)[1:]
		}
		directive := g.one("for", "for", "for simd")
		if len(r) > 0 && r[0].op != "+" && r[0].op != "max" && r[0].op != "min" {
			directive = "for"
		}
		g.sharedLoop(p, c, directive, r)
	case 9, 10: // one thread must not change what others decide by
		k := g.name("k")
		g.line("int %s = %s;", k, g.condition(p, 1))
		g.pragma("barrier")
		g.block("if ("+k+")", func() { g.parallelPhase(p.inner(), c, level-1, &[]*shared{}) })
		if g.r.Intn(2) == 0 {
			g.block("else", func() { g.parallelPhase(p.inner(), c, level-1, &[]*shared{}) })
		}
	case 11:
		l := g.loopOf(g.trip(3), i32)
		d := g.enter(p, l)
		g.block(l.head, func() {
			for range 1 + g.r.Intn(2) {
				g.parallelPhase(d, c, level-1, &[]*shared{})
			}
		})
	}
}

// byThread divides iterations by the number of the thread.
func (g *generator) byThread(p *scope) {
	l := &loop{v: g.name("i"), t: i32, step: 1, trip: g.trip(min(64, 40000/max(p.runs, 1)))}
	l.head = fmt.Sprintf("for (int %s = omp_get_thread_num(); %s < %s; %s += omp_get_num_threads())", l.v, l.v, g.size(l.trip), l.v)
	d := g.part(p)
	d.goesOn = true
	g.divided(d, g.iterate(d, []*loop{l}))
	g.block(l.head, func() { g.statements(d, 1+g.r.Intn(2)) })
	g.pragma("barrier")
}

// byOne writes what one thread of a parallel construct runs: it may change what the team
// shares.
func (g *generator) byOne(p, c *scope) {
	d := g.part(p)
	for i, v := range d.vars {
		if k := slices.IndexFunc(c.vars, func(x *variable) bool { return x.name == v.name }); k >= 0 {
			d.vars[i] = c.vars[k]
		}
	}
	d.owned, d.seen = slices.Clone(c.rows), nil
	text := g.one("single", "single", "master", "single nowait")
	g.pragma("%s", text)
	g.block("", func() { g.statements(d, 1+g.r.Intn(3)) })
	if text != "single" {
		g.pragma("barrier")
	}
}

// teamSections gives each section rows of its own.
func (g *generator) teamSections(p, c *scope) {
	rows := slices.Clone(c.rows)
	g.r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	n := 1 + g.r.Intn(3)
	seen := rows[min(n, len(rows)):]
	g.pragma("sections")
	g.block("", func() {
		for i := range n {
			d := g.part(p)
			d.seen = seen
			if i < len(rows) {
				d.owned = rows[i : i+1 : i+1]
			}
			g.pragma("section")
			g.block("", func() { g.statements(d, 1+g.r.Intn(2)) })
		}
	})
}
