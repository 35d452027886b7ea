package random

import (
	"fmt"
	"math"
	"strings"
)

// A loop is a loop in OpenMP's canonical form with a known number of iterations.
type loop struct {
	v           string
	t           *ctype
	start, step int64
	trip        int
	head        string // all of "for (...)"
	outside     bool   // the variable is declared before the construct
}

// trips are numbers of iterations around the sizes of lanes, vectors, tiles and groups.
var trips = []int{0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 32, 33, 50, 63, 64, 65, 100, 127, 128, 129, 200, 255, 257, 300, 512, 777, 1000, 1025, 2000, 3001}

// trip is a random number of iterations that is at most a limit, rarely 0.
func (g *generator) trip(limit int) int {
	for {
		n := trips[g.r.Intn(len(trips))]
		if n <= limit && (n > 1 || g.r.Intn(3) == 0) {
			return n
		}
		if limit < 2 {
			return limit
		}
	}
}

var loopTypes = []*ctype{i32, i32, i32, i32, i32, u32, i64, u64, i16, u16, i8, u8, ll}

// loop is a random loop of so many iterations.
func (g *generator) loop(trip int) *loop { return g.loopOf(trip, nil) }

// loopOf is a loop whose variable has a type, of any type if that is nil.
func (g *generator) loopOf(trip int, t *ctype) *loop {
	for {
		l := &loop{v: g.name("i"), t: t, step: 1, trip: trip}
		if t == nil {
			l.t = loopTypes[g.r.Intn(len(loopTypes))]
		}
		if g.r.Intn(3) == 0 {
			l.step = []int64{2, 3, -1, -1, -1, -2, 5, -7}[g.r.Intn(8)]
		}
		l.start = g.start(l)
		if end := l.start + int64(trip)*l.step; g.holds(l.t, l.start) && g.holds(l.t, end) && g.holds(l.t, end-l.step) {
			l.head = "for (" + l.t.name + " " + l.v + " = " + g.exact(l.start, l.t) + "; " + g.test(l, end) + "; " + g.increment(l) + ")"
			return l
		}
	}
}

// holds reports whether a loop variable of the type can have the value.
func (g *generator) holds(t *ctype, n int64) bool {
	lo, hi := int64(math.MinInt64)+100, int64(math.MaxInt64)-100
	if t.bits < 64 {
		lo, hi = int64(t.least()), int64(t.most())
	} else if !t.signed {
		lo = 0
	}
	return n >= lo && n <= hi
}

// start is where a loop begins: mostly near to zero, sometimes at the ends of the type.
func (g *generator) start(l *loop) int64 {
	far := int64(l.trip) * max(l.step, -l.step)
	switch g.r.Intn(12) {
	case 0:
		return int64(g.r.Intn(40)) - 20
	case 1:
		if l.t.bits == 32 {
			return int64(l.t.most()) - far - int64(g.r.Intn(3))
		}
		return 1000
	case 2:
		if l.t.bits <= 32 && l.t.signed {
			return int64(l.t.least()) + int64(g.r.Intn(3))
		}
		return 1 << 20
	}
	if l.step < 0 {
		return far - int64(g.r.Intn(2))
	}
	return 0
}

// exact writes a number as the start or bound of a loop.
func (g *generator) exact(n int64, t *ctype) string {
	if n >= 0 && n < 1<<30 {
		return g.size(int(n))
	}
	switch {
	case n == math.MinInt32:
		return "(-2147483647 - 1)"
	case n > math.MaxInt32 && n <= math.MaxUint32 && !t.signed:
		return fmt.Sprintf("%du", n)
	}
	return fmt.Sprint(n)
}

// test is the loop's condition.
func (g *generator) test(l *loop, end int64) string {
	op, bound := "<", end
	slack := max(l.step, -l.step)
	down := int64(1)
	if l.step < 0 {
		op, down = ">", -1
	}
	if l.trip > 0 && slack > 1 {
		bound -= down * g.r.Int63n(slack)
	}
	if orEqual := bound - down; g.r.Intn(3) == 0 && g.holds(l.t, orEqual) {
		op, bound = op+"=", orEqual
	}
	if g.r.Intn(6) == 0 {
		return g.exact(bound, l.t) + " " + strings.NewReplacer("<", ">", ">", "<").Replace(op) + " " + l.v
	}
	return l.v + " " + op + " " + g.exact(bound, l.t)
}

func (g *generator) increment(l *loop) string {
	switch {
	case l.step == 1:
		return g.one(l.v+"++", "++"+l.v, l.v+" += 1", l.v+"++")
	case l.step == -1:
		return g.one(l.v+"--", "--"+l.v, l.v+" -= 1", l.v+" = "+l.v+" - 1")
	case l.step < 0:
		return l.v + g.one(" -= ", " = "+l.v+" - ") + g.size(int(-l.step))
	}
	return g.one(l.v+" += ", l.v+" = "+l.v+" + ", l.v+" += ") + g.size(int(l.step))
}

// variable is the loop variable in the body.
func (l *loop) variable() *variable {
	first, last := float64(l.start), float64(l.start+int64(l.trip-1)*l.step)
	if l.trip == 0 {
		last = first
	}
	return &variable{name: l.v, t: l.t, lo: min(first, last), hi: max(first, last)}
}

// coordinate is a number of the iteration: its place, or how far the variable is from its
// least value, if that is below a limit.
func (g *generator) coordinate(l *loop, limit int) coordinate {
	v := l.variable()
	n := func(x int64) string {
		if x < 0 {
			return "(" + g.exact(x, l.t) + ")"
		}
		return g.exact(x, l.t)
	}
	span := int(v.hi-v.lo) + 1
	far := max(l.step, -l.step)
	if far == 1 && g.r.Intn(4) > 0 || span <= limit && g.r.Intn(2) == 0 {
		switch {
		case v.lo == 0:
			return coordinate{l.v, span}
		case v.lo > 0 && v.lo < 1000 && int(v.hi) < limit && g.r.Intn(2) == 0:
			return coordinate{l.v, int(v.hi) + 1}
		}
		return coordinate{"(" + l.v + " - " + n(int64(v.lo)) + ")", span}
	}
	text := "(" + l.v + " - " + n(l.start) + ")"
	if l.step < 0 {
		text = "(" + n(l.start) + " - " + l.v + ")"
	}
	if far > 1 {
		text = "(" + text + " / " + g.size(int(far)) + ")"
	}
	return coordinate{text, max(l.trip, 1)}
}

// enter makes the scope of a loop's body.
func (g *generator) enter(c *scope, loops ...*loop) *scope {
	d := c.inner()
	for _, l := range loops {
		d.vars = append(d.vars, l.variable())
		d.at = append(d.at, g.coordinate(l, 400))
		d.runs *= max(l.trip, 1)
	}
	return d
}
