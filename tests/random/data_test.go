package random

import (
	"fmt"
	"slices"
	"strings"
)

// An array is what regions read and write. Elements hold values of the range of their type.
type array struct {
	name       string
	t          *ctype
	n          int // elements
	rows, cols int // of a two-dimensional one, else 0
	integral   bool
	global     bool // a static array; else a pointer, a parameter of all functions
	first, end int  // the window of elements that a region may use: rows of a two-dimensional one
	from, to   int  // what the region has used
	inData     bool // a data environment around regions has elements dataFirst to dataEnd
	partial    bool // and not all
	dataFirst  int
	dataEnd    int
	wrapped    bool   // holds any value of its type
	declared   bool   // a declare target variable
	field      string // of the elements, which are structures: ".x"
	alias      string // another pointer into the array, to element or row aliasAt
	aliasAt    int
	device     bool // a pointer to device storage, for the next region
}

// access is the text of an element, sometimes through the other pointer.
func (g *generator) access(a *array, subscript string) string {
	if a.alias != "" && a.inData && a.aliasAt >= a.dataFirst && a.aliasAt < a.dataEnd && g.r.Intn(3) == 0 {
		end := matching(subscript)
		return fmt.Sprintf("%s[(int)(%s) - %s]%s", a.alias, subscript[1:end], g.size(a.aliasAt), subscript[end+1:])
	}
	return a.name + subscript + a.field
}

// matching is the place of the bracket that closes the first one.
func matching(s string) int {
	depth := 0
	for i, r := range s {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return -1
}

// known is an element of the array.
func (g *generator) known(a *array, subscript string) value {
	return known(g.access(a, subscript), a.t, a.integral)
}

// use notes that the region accesses elements (or rows) first to last.
func (a *array) use(first, last int) {
	a.from, a.to = min(a.from, first), max(a.to, last+1)
}

// fresh forgets what a region used.
func (a *array) fresh() { a.from, a.to = 1<<30, 0 }

func (a *array) used() bool { return a.to > a.from }

// size is the number of elements, or of rows, of the window.
func (a *array) size() int { return a.end - a.first }

// A variable is a scalar that expressions may read.
type variable struct {
	name     string
	t        *ctype
	lo, hi   float64
	integral bool
	mutable  bool // statements may assign to it, and keep to its range
}

func (v *variable) value() value {
	return value{v.name, v.t, v.lo, v.hi, v.integral || !v.t.float}
}

// A coordinate is an integer expression with values from 0 to span-1, different ones in
// different iterations of its loop.
type coordinate struct {
	text string
	span int
}

// An ownership is a set of elements that belong to one iteration.
type ownership struct {
	a     *array
	at    func(column string) string // the element's subscript, for a column below width
	width int
}

// A scope is what a statement may use.
type scope struct {
	vars     []*variable
	at       []coordinate // what makes good subscripts
	readable []*array
	owned    []*ownership
	rows     []*ownership // of the team: its threads divide them
	seen     []*ownership // elements that nobody changes meanwhile
	shared   []*shared
	breaks   bool // break is allowed
	goesOn   bool // continue is allowed
	simd     bool // no synchronization is allowed
	enclosed bool // by a construct that some may not stand in
	runs     int  // iterations of everything around, at most
	depth    int
}

// inner is a copy for a block inside of the scope's.
func (c *scope) inner() *scope {
	d := *c
	d.vars = slices.Clone(c.vars)
	d.at = slices.Clone(c.at)
	d.owned = slices.Clone(c.owned)
	d.rows = slices.Clone(c.rows)
	d.seen = slices.Clone(c.seen)
	return &d
}

// layout puts the iterations of a space into the window of an array, with width elements
// for each. It fails when they do not fit.
func (g *generator) layout(a *array, space []coordinate, width int) (*ownership, bool) {
	space = slices.Clone(space)
	if g.r.Intn(3) == 0 {
		g.r.Shuffle(len(space), func(i, j int) { space[i], space[j] = space[j], space[i] })
	}
	if a.rows > 0 {
		return g.layoutRows(a, space, width)
	}
	text, span := g.flat(space, a.size()/width)
	if span*width > a.size() {
		return nil, false
	}
	room := a.size() - span*width
	off := a.first
	if room > 0 && g.r.Intn(2) == 0 {
		off += g.r.Intn(room + 1)
	}
	a.use(off, off+span*width-1)
	across := g.r.Intn(4) == 0
	return &ownership{a, func(column string) string {
		switch {
		case width == 1:
			return "[" + plus(text, g.size(off)) + "]"
		case across:
			return "[" + plus(column+" * "+g.size(span)+" + "+text, g.size(off)) + "]"
		}
		return "[" + plus("("+text+") * "+g.size(width)+" + "+column, g.size(off)) + "]"
	}, width}, true
}

// layoutRows is layout for two dimensions.
func (g *generator) layoutRows(a *array, space []coordinate, width int) (*ownership, bool) {
	k := g.r.Intn(len(space) + 1)
	row, rows := g.flat(space[:k], a.size())
	col, cols := g.flat(space[k:], a.cols/width)
	if rows > a.size() || cols*width > a.cols {
		return nil, false
	}
	off := a.first + g.r.Intn(a.size()-rows+1)
	shift := g.r.Intn(a.cols - cols*width + 1)
	a.use(off, off+rows-1)
	return &ownership{a, func(column string) string {
		if width > 1 {
			return "[" + plus(row, g.size(off)) + "][" + plus("("+col+") * "+g.size(width)+" + "+column, g.size(shift)) + "]"
		}
		return "[" + plus(row, g.size(off)) + "][" + plus(col, g.size(shift)) + "]"
	}, width}, true
}

// flat is one number for several coordinates, below span; room is what span should not exceed.
func (g *generator) flat(space []coordinate, room int) (text string, span int) {
	text, span = "", 1
	for _, c := range space {
		lead := c.span
		if room > 0 && span*c.span*2 < room && g.r.Intn(4) == 0 {
			lead += g.r.Intn(4)
		}
		switch {
		case text == "":
			text, span = c.text, lead
			continue
		case strings.Contains(text, " "):
			text = "(" + text + ")"
		}
		text = text + " * " + g.size(lead) + " + " + c.text
		span *= lead
	}
	if text == "" {
		text = "0"
	}
	return text, span
}

// plus adds an offset to a subscript.
func plus(text, offset string) string {
	if offset == "0" {
		return text
	}
	return text + " + " + offset
}

// size writes a number that is not negative, by a variable of the function if one has it.
func (g *generator) size(n int) string {
	for _, v := range g.sizes {
		if int(v.lo) == n && g.r.Intn(3) > 0 {
			return v.name
		}
	}
	return fmt.Sprint(n)
}

// element is an element of a readable array at a random place.
func (g *generator) element(c *scope, a *array) value {
	if a.size() == 0 {
		return g.number()
	}
	if a.rows == 0 {
		text, lo, hi := g.place(c, a.size())
		a.use(a.first+lo, a.first+hi)
		return g.known(a, "["+plus(text, g.size(a.first))+"]")
	}
	row, lo, hi := g.place(c, a.size())
	col, _, _ := g.place(c, a.cols)
	a.use(a.first+lo, a.first+hi)
	return g.known(a, "["+plus(row, g.size(a.first))+"]["+col+"]")
}

// place is an index from 0 to n-1, and its range.
func (g *generator) place(c *scope, n int) (text string, lo, hi int) {
	if g.r.Intn(5) > 0 && len(c.at) > 0 {
		var space []coordinate
		for range 1 + g.r.Intn(2) {
			space = append(space, c.at[g.r.Intn(len(c.at))])
		}
		if len(c.at) > 1 && g.r.Intn(3) == 0 {
			space = []coordinate{c.at[len(c.at)-1], c.at[len(c.at)-2]}
			if g.r.Intn(2) == 0 {
				space[0], space[1] = space[1], space[0]
			}
		}
		text, span := g.flat(space, n)
		if span <= n {
			off := g.r.Intn(min(n-span, 3) + 1)
			if g.r.Intn(8) == 0 {
				off = g.r.Intn(n - span + 1)
			}
			if g.r.Intn(6) == 0 { // backwards
				return g.size(off+span-1) + " - (" + text + ")", off, off + span - 1
			}
			return plus(text, g.size(off)), off, off + span - 1
		}
	}
	if g.r.Intn(4) > 0 {
		g.nesting++
		v := g.integer(c, 1)
		g.nesting--
		if v.t.bits == 64 && !v.t.signed {
			return v.text + " % " + g.size(n), 0, n - 1
		}
		return "(unsigned)" + v.text + " % " + g.size(n), 0, n - 1
	}
	k := g.r.Intn(n)
	return g.size(k), k, k
}

// ownElement is an element that belongs to the iteration.
func (g *generator) ownElement(c *scope, o *ownership) value {
	return g.known(o.a, o.at(g.column(c, o.width)))
}

func (g *generator) column(c *scope, width int) string {
	if width == 1 {
		return "0"
	}
	text, _, _ := g.place(c, width)
	return "(" + text + ")"
}
