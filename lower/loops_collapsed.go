package lower

import ir "omp2cl/ompir"

// walk goes through a span of a collapsed nest. The place in the nest is a number with
// one digit for each loop, in which the span's stride is added digit by digit, with
// carries: divisions stand before the loop alone. What runs between two steps is a run
// of the innermost loop where iterations are contiguous, one iteration elsewhere:
//
//	while (left > 0) {
//	    run = min(j_trip - j_at, left);
//	    i = i_first + i_at;
//	    for (e = 0; e < run; ++e) {
//	        j = j_first + (j_at + e);
//	        body
//	    }
//	    left -= run;
//	    j_carry = run > 0;
//	    j_at = j_at + run - (j_carry ? j_trip : 0);
//	    i_at += j_carry;
//	}
//
// Where a span has a stride instead of runs, and in the outer loops, a digit carries when
// j_at >= j_trip - stride. Whole rows of a few iterations may have a branch of their own.
//
// On a GPU the threads of a team may stand in a rectangle of the two innermost loops, so
// that neighbours in both directions share the caches. The digits of the two loops then
// move by its sides, and count to a multiple of them; what lies behind the end has no run.
type walk struct {
	*worksharer
	span
	digits     []digit // outermost first
	left, run  *ir.Var
	wide, high *ir.Node // sides of a team's rectangle, nil where there is none
}

// digit is the place in one loop of the nest.
type digit struct {
	at    *ir.Var
	ahead *ir.Node // what the stride adds, nil when iterations are contiguous
	wrap  *ir.Node // where it starts from 0 again
	unit  *ir.Node // what a carry adds, nil for 1
}

// runCollapsed emits the loops over a span of a collapsed nest.
func (w *worksharer) runCollapsed(s span) []*ir.Node {
	k := w.k
	c := &walk{worksharer: w, span: s, digits: make([]digit, len(w.loops))}
	c.left = c.newVar("omp2cl_left", ir.TU64)
	out := []*ir.Node{k.decl(c.left, k.cast(ir.TU64, s.count))}
	out = append(append(out, c.rectangle()...), c.start()...)
	out = append(out, k.node(ir.OpWhile, nil, c.more(), k.block(append(c.outerValues(), c.step()...)...)))
	if w.inBricks(s) {
		out = []*ir.Node{w.inBricksOr(out)}
	}
	return []*ir.Node{k.when(k.cmp(ir.OpGt, w.total, k.num(ir.TU64, 0)), out...)}
}

func (c *walk) newVar(name string, t *ir.Type) *ir.Var { return c.c.m.NewVar(name, t, ir.StorageLocal) }

// declared declares a variable with the value e and returns a reference to it.
func (c *walk) declared(out *[]*ir.Node, name string, e *ir.Node) *ir.Node {
	v := c.newVar(name, e.Type)
	*out = append(*out, c.k.decl(v, e))
	return c.k.ref(v)
}

// rectangle declares the sides of a team's rectangle, where the span allows one. The
// macros make both sides 1 where it would not do.
func (c *walk) rectangle() []*ir.Node {
	if !c.rects {
		return nil
	}
	k, inner := c.k, len(c.trips)-1
	var out []*ir.Node
	c.wide = c.declared(&out, "omp2cl_wide", k.call("omp2cl_rect_wide", ir.TU32,
		k.cast(ir.TU64, c.trips[inner-1]), k.cast(ir.TU64, c.trips[inner])))
	c.high = c.declared(&out, "omp2cl_high", k.call("omp2cl_rect_high", ir.TU32, c.wide))
	return out
}

// start declares the digits of the first iteration and of the stride.
func (c *walk) start() []*ir.Node {
	k := c.k
	var out []*ir.Node
	number, ahead := k.cast(ir.TU64, c.first), k.cast(ir.TU64, c.stride)
	if c.wide != nil {
		number, ahead = k.call("omp2cl_rect_first", ir.TU64, number, c.wide), k.call("omp2cl_rect_stride", ir.TU64, ahead, c.wide)
	}
	number = c.declared(&out, "omp2cl_it", number)
	if !c.contiguous {
		ahead = c.declared(&out, "omp2cl_ahead", ahead)
	}
	for i := len(c.digits) - 1; i >= 0; i-- {
		number, ahead = c.split(i, number, ahead, &out)
	}
	return out
}

// split takes the digit of loop i off the first number and the stride, and returns
// what is left of both. The outermost digit is what remains; it has 64 bits, since
// nothing wraps it around.
func (c *walk) split(i int, number, ahead *ir.Node, out *[]*ir.Node) (*ir.Node, *ir.Node) {
	k, name := c.k, c.vars[i].Name
	unit, place := c.side(i)
	d := &c.digits[i]
	d.unit = unit
	if i == 0 {
		d.at = c.moving(out, name, c.scaled(ir.TU64, number, unit, place))
		if !c.contiguous {
			d.ahead = c.declared(out, name+"_ahead", c.scaled(ir.TU64, ahead, unit, nil))
		}
		return nil, nil
	}
	t := c.trips[i].Type
	base := c.trips[i]
	d.wrap = base
	if unit != nil {
		count := map[bool]string{true: "omp2cl_rect_columns", false: "omp2cl_rect_rows"}[unit == c.wide]
		base = c.declared(out, name+"_rects", k.call(count, t, base, unit))
		d.wrap = c.declared(out, name+"_wrap", k.bin(ir.OpMul, t, base, k.cast(t, unit)))
	}
	row, at := c.divided(out, number, base)
	d.at = c.moving(out, name, c.scaled(t, at, unit, place))
	if c.contiguous {
		return row, nil
	}
	rows, ahead := c.divided(out, ahead, base)
	d.ahead = c.declared(out, name+"_ahead", c.scaled(t, ahead, unit, nil))
	return row, rows
}

// divided declares the quotient of x and by; the remainder has by's type.
func (c *walk) divided(out *[]*ir.Node, x, by *ir.Node) (quotient, remainder *ir.Node) {
	k, wide := c.k, c.k.cast(ir.TU64, by)
	quotient = c.declared(out, "omp2cl_row", k.call("omp2cl_div", ir.TU64, x, wide))
	return quotient, k.cast(by.Type, k.bin(ir.OpSub, ir.TU64, x, k.bin(ir.OpMul, ir.TU64, quotient, wide)))
}

// moving declares the place of the loop whose variable has the name.
func (c *walk) moving(out *[]*ir.Node, name string, e *ir.Node) *ir.Var {
	return c.declared(out, name+"_at", e).Var
}

// side is the side of a rectangle along loop i and this thread's place along it, nil when
// there is none.
func (c *walk) side(i int) (unit, place *ir.Node) {
	switch {
	case c.wide == nil:
		return nil, nil
	case i == len(c.digits)-1:
		return c.wide, c.k.call("omp2cl_rect_column", ir.TU32, c.wide)
	case i == len(c.digits)-2:
		return c.high, c.k.call("omp2cl_rect_row", ir.TU32, c.wide)
	}
	return nil, nil
}

// scaled is x * unit + place in type t; nil stands for no factor and no place.
func (c *walk) scaled(t *ir.Type, x, unit, place *ir.Node) *ir.Node {
	if unit != nil {
		x = c.k.bin(ir.OpMul, t, x, c.k.cast(t, unit))
	}
	if place != nil {
		x = c.k.bin(ir.OpAdd, t, x, c.k.cast(t, place))
	}
	return x
}

// more is the test whether iterations are left. Where the macros choose, a GPU looks
// at the outermost loop and need not count.
func (c *walk) more() *ir.Node {
	k := c.k
	if c.whole {
		return k.call("omp2cl_more", ir.TI32, k.ref(c.left), k.ref(c.digits[0].at), k.cast(ir.TU64, c.trips[0]))
	}
	return k.cmp(ir.OpGt, k.ref(c.left), k.num(ir.TU64, 0))
}

// outerValues declares the variables of the loops around the innermost one.
func (c *walk) outerValues() []*ir.Node {
	var out []*ir.Node
	for i, d := range c.digits[:len(c.digits)-1] {
		out = append(out, c.k.decl(c.vars[i], c.value(i, c.k.ref(d.at))))
	}
	return out
}

// step emits a run and the way to the next one.
func (c *walk) step() []*ir.Node {
	run, loop := c.runs()
	out := append([]*ir.Node{run, loop, c.spend(c.k.ref(c.run))}, c.advance()...)
	if trip := c.rowTrip(); trip > 0 {
		return []*ir.Node{c.k.node(ir.OpIf, nil, c.wholeRow(trip), c.row(loop, trip), c.k.block(out...))}
	}
	return out
}

// rowTrip is the number of iterations of a row that has a branch of its own, or 0.
func (c *walk) rowTrip() int64 {
	clause := c.n.Dir.First(Rowed)
	if clause == nil || !c.contiguous && !c.chosen {
		return 0
	}
	return clause.Args[0].X.Int
}

// wholeRow is the test whether a whole row comes next.
func (c *walk) wholeRow(trip int64) *ir.Node {
	k, at := c.k, c.k.ref(c.digits[len(c.digits)-1].at)
	if c.chosen {
		return k.call("omp2cl_whole_row", ir.TI32, at, k.num(ir.TU64, trip), k.ref(c.left))
	}
	return k.and(k.cmp(ir.OpEq, at, k.num(at.Type, 0)), k.cmp(ir.OpGe, k.ref(c.left), k.num(ir.TU64, trip)))
}

// row is a whole row, as a copy of the loop over a run, and the step to the next one: the
// innermost digit stays 0.
func (c *walk) row(loop *ir.Node, trip int64) *ir.Node {
	k := c.k
	whole := c.c.m.Clone(loop, nil)
	e := whole.Kids[0].Var
	whole.Kids[1] = k.cmp(ir.OpLt, k.ref(e), k.num(e.Type, trip))
	return k.block(append([]*ir.Node{whole, c.spend(k.num(e.Type, trip))}, c.advanceFrom(len(c.digits)-2, k.num(ir.TI32, 1))...)...)
}

// runs emits the run of the innermost loop: its length and the loop.
func (c *walk) runs() (run, loop *ir.Node) {
	k, inner := c.k, len(c.digits)-1
	at := c.digits[inner].at
	c.run = c.newVar("omp2cl_run", at.Type)
	e := c.newVar("omp2cl_e", at.Type)
	body := []*ir.Node{k.decl(c.vars[inner], c.value(inner, k.bin(ir.OpAdd, at.Type, k.ref(at), k.ref(e))))}
	if c.last != nil || len(c.p.linears) > 0 {
		body = append(body, c.perIteration(c.number(e))...)
	}
	loop = k.count(e, k.num(at.Type, 0), k.ref(c.run), append(body, c.lowered())...)
	c.mark(c.span, loop)
	return k.decl(c.run, c.length()), loop
}

// length is the number of iterations until the next step.
func (c *walk) length() *ir.Node {
	k, inner := c.k, len(c.digits)-1
	at, t := c.digits[inner].at, c.digits[inner].at.Type
	rest := k.bin(ir.OpSub, t, c.trips[inner], k.ref(at))
	switch {
	case c.contiguous:
		return k.cast(t, k.call("cl.min", ir.TU64, k.cast(ir.TU64, rest), k.ref(c.left)))
	case !c.chosen:
		return k.num(t, 1)
	}
	run := k.cast(t, k.call("omp2cl_run", ir.TU64, k.ref(at), c.trips[inner], k.ref(c.left)))
	if c.wide != nil && inner > 1 {
		d := c.digits[inner-1]
		run = k.bin(ir.OpMul, t, run, k.cast(t, k.call("omp2cl_inside", ir.TU32, k.ref(d.at), c.trips[inner-1])))
	}
	return run
}

// number is the number of the iteration e of a run.
func (c *walk) number(e *ir.Var) *ir.Node {
	k := c.k
	n := k.ref(c.digits[0].at)
	for i, d := range c.digits[1:] {
		n = k.bin(ir.OpMul, ir.TU64, n, k.cast(ir.TU64, c.trips[i+1]))
		n = k.bin(ir.OpAdd, ir.TU64, n, k.cast(ir.TU64, k.ref(d.at)))
	}
	return k.bin(ir.OpAdd, ir.TU64, n, k.cast(ir.TU64, k.ref(e)))
}

// spend takes a run of n iterations off what is left.
func (c *walk) spend(n *ir.Node) *ir.Node {
	k := c.k
	return k.expr(&ir.Node{Op: ir.OpAssignOp, Sub: ir.OpSub, Type: ir.TU64, Pos: k.pos,
		Kids: []*ir.Node{k.ref(c.left), k.cast(ir.TU64, n)}})
}

// advance moves the digits to the next run. Arithmetic is modulo the digit's type: a
// sum that wraps around there comes back when the digit wraps.
func (c *walk) advance() []*ir.Node { return c.advanceFrom(len(c.digits)-1, nil) }

// advanceFrom moves the digits from that of loop i outwards, which gets the carry.
func (c *walk) advanceFrom(i int, carry *ir.Node) []*ir.Node {
	k := c.k
	var out []*ir.Node
	for ; i >= 0; i-- {
		d := c.digits[i]
		t, at := d.at.Type, k.ref(d.at)
		by := c.move(d, carry, t)
		if i == 0 {
			return append(out, k.expr(k.advance(at, by)))
		}
		if by.Op != ir.OpVar && by.Op != ir.OpConst {
			by = c.declared(&out, c.vars[i].Name+"_move", by)
		}
		carry = c.declared(&out, c.vars[i].Name+"_carry", c.carries(i, at, d.wrap, by))
		back := k.node(ir.OpCond, t, carry, d.wrap, k.num(t, 0))
		out = append(out, k.assign(at, k.bin(ir.OpSub, t, k.bin(ir.OpAdd, t, at, by), back)))
	}
	panic("BUG: a nest without loops")
}

// carries is the test whether the digit of loop i, moved by so much, comes to its end. A
// run ends there or with the last iteration, behind which nobody looks at the digits. That
// it is not empty need not be asked, but LLVM takes an outer digit that grows by 1 in every
// step for the index of its loop, and makes inner loops for strides of 1 of the nest's sides.
func (c *walk) carries(i int, at, wrap, by *ir.Node) *ir.Node {
	k, innermost := c.k, i == len(c.digits)-1
	switch {
	case innermost && c.chosen:
		return k.call("omp2cl_carries", ir.TI32, at, wrap, by)
	case innermost && c.contiguous:
		return k.cmp(ir.OpGt, by, k.num(by.Type, 0))
	}
	return k.cmp(ir.OpGe, at, k.bin(ir.OpSub, at.Type, wrap, by))
}

// move is what a step adds to the digit d, with the carry of the digit before it; nil
// is the carry of the innermost digit, which the run moves where it is contiguous.
func (c *walk) move(d digit, carry *ir.Node, t *ir.Type) *ir.Node {
	k := c.k
	own := k.num(t, 0)
	if carry == nil {
		own = k.ref(c.run)
	}
	switch {
	case c.chosen:
		own = k.call("omp2cl_pace", t, own, d.ahead)
	case !c.contiguous:
		own = d.ahead
	}
	if carry == nil {
		return own
	}
	more := k.cast(t, carry)
	if d.unit != nil {
		more = k.bin(ir.OpMul, t, more, k.cast(t, d.unit))
	}
	if c.contiguous {
		return more
	}
	return k.bin(ir.OpAdd, t, own, more)
}
