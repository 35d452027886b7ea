package lower

import ir "omp2cl/ompir"

// bandsCall is the name of the macro that says whether threads run bands, on a CPU, where
// there are enough parts of bands for all threads; bandColumns is how many columns a part has.
const (
	bandsCall   = "omp2cl_bands"
	bandColumns = 64
)

// bander emits a construct's iterations as bands: of a few rows, in parts of some columns,
// below each other, so that what a part of a band loads for its columns is still in the
// cache for the next one.
type bander struct {
	*worksharer
	*band
	high int64 // rows
}

// bands returns what emits the construct as bands, nil when it is not marked so or when
// the program can tell in what order iterations run.
func (w *worksharer) bands() *bander {
	c := w.n.Dir.First(Banded)
	if c == nil || !w.independent() || w.uneven() {
		return nil
	}
	last := len(w.loops) - 1
	b := &bander{w, newBand(w.lowered(), w.vars[last-1], w.vars[last]), c.Args[0].X.Int}
	for _, x := range b.outside {
		if x.Storage != ir.StorageLocal || x.Space != ir.NoSpace {
			return nil
		}
	}
	if !b.isPossible() {
		return nil
	}
	return b
}

// everywhere deals parts of bands to the threads of all teams, where that is of use; else
// the iterations run as plain says.
func (b *bander) everywhere(plain []*ir.Node) []*ir.Node {
	k, last := b.k, len(b.trips)-1
	var out, extents []*ir.Node
	hold := func(name string, e *ir.Node) *ir.Node {
		v := b.c.m.NewVar(name, e.Type, ir.StorageLocal)
		out = append(out, k.decl(v, e))
		return k.ref(v)
	}
	for _, trip := range b.trips[:last-1] {
		extents = append(extents, k.cast(b.index, trip))
	}
	extents = append(extents, hold("omp2cl_across", b.ceiling(last, bandColumns)), hold("omp2cl_down", b.ceiling(last-1, b.high)))
	total := extents[0]
	for _, x := range extents[1:] {
		total = k.bin(ir.OpMul, b.index, total, x)
	}
	parts := hold("omp2cl_parts", total)
	dealt := b.c.m.Clone(k.block(b.deal(parts, extents)...), nil)
	return append(out, k.node(ir.OpIf, nil, k.call(bandsCall, ir.TI32, parts), dealt, k.block(plain...)))
}

// ceiling is the number of iterations of a loop, divided by by and rounded up.
func (b *bander) ceiling(loop int, by int64) *ir.Node {
	k := b.k
	up := k.bin(ir.OpAdd, b.index, k.cast(b.index, b.trips[loop]), k.num(b.index, by-1))
	return k.bin(ir.OpDiv, b.index, up, k.num(b.index, by))
}

// deal is the loop over a thread's parts of bands.
func (b *bander) deal(parts *ir.Node, extents []*ir.Node) []*ir.Node {
	k := b.k
	id, num := k.call("omp2cl_league_thread", ir.TI32), k.call("omp2cl_league_threads", ir.TI32)
	return b.share("omp2cl_block", k.num(b.index, 0), parts, id, num, func(s span) []*ir.Node {
		i := b.c.m.NewVar("omp2cl_i", b.index, ir.StorageLocal)
		number := b.c.m.NewVar("omp2cl_part", b.index, ir.StorageLocal)
		stmts := append([]*ir.Node{k.decl(number, b.iteration(s, k.ref(i)))}, b.part(number, extents)...)
		return []*ir.Node{k.count(i, k.num(b.index, 0), s.count, stmts...)}
	})
}

// part runs the part of a number: the rows of a whole band together, fewer ones one after
// the other.
func (b *bander) part(number *ir.Var, extents []*ir.Node) []*ir.Node {
	k, last := b.k, len(b.trips)-1
	out, digits := (&tiler{worksharer: b.worksharer}).digits(number, extents)
	hold := func(name string, e *ir.Node) *ir.Node {
		v := b.c.m.NewVar(name, b.index, ir.StorageLocal)
		out = append(out, k.decl(v, e))
		return k.ref(v)
	}
	for l, d := range digits[:last-1] {
		out = append(out, k.decl(b.vars[l], b.value(l, d)))
	}
	row := hold("omp2cl_row", k.bin(ir.OpMul, b.index, digits[last], k.num(b.index, b.high)))
	column := hold("omp2cl_column", k.bin(ir.OpMul, b.index, digits[last-1], k.num(b.index, bandColumns)))
	left := k.bin(ir.OpSub, b.index, k.cast(b.index, b.trips[last]), column)
	width := hold("omp2cl_width", k.call("cl.min", b.index, k.num(b.index, bandColumns), left))
	rows := k.cast(b.index, b.trips[last-1])
	whole := k.cmp(ir.OpLe, k.bin(ir.OpAdd, b.index, row, k.num(b.index, b.high)), rows)
	together := b.c.m.Clone(k.block(b.together(row, column, width)...), nil)
	return append(out, k.node(ir.OpIf, nil, whole, together, k.block(b.oneByOne(row, rows, column, width))))
}

// oneByOne runs rows from row on, up to the loop's end.
func (b *bander) oneByOne(row, rows, column, width *ir.Node) *ir.Node {
	y := b.c.m.NewVar("omp2cl_y", b.index, ir.StorageLocal)
	return b.k.count(y, row, rows, b.k.decl(b.row, b.value(len(b.trips)-2, b.k.ref(y))), b.along(column, width, b.lowered()))
}

// along is the loop over the columns of a part.
func (b *bander) along(column, width *ir.Node, body ...*ir.Node) *ir.Node {
	k := b.k
	e := b.c.m.NewVar("omp2cl_e", b.index, ir.StorageLocal)
	j := k.decl(b.column, b.value(len(b.trips)-1, k.bin(ir.OpAdd, b.index, column, k.ref(e))))
	loop := k.count(e, k.num(b.index, 0), width, append([]*ir.Node{j}, body...)...)
	loop.Int = ir.Independent
	return loop
}

// together runs the rows of a whole band.
func (b *bander) together(row, column, width *ir.Node) []*ir.Node {
	k, m := b.k, b.c.m
	var out, decls []*ir.Node
	copies := make([]map[*ir.Var]*ir.Node, b.high)
	for r := range copies {
		i := m.NewVar(b.row.Name, b.row.Type, ir.StorageLocal)
		out = append(out, k.decl(i, b.value(len(b.trips)-2, k.bin(ir.OpAdd, b.index, row, k.num(b.index, int64(r))))))
		copies[r] = map[*ir.Var]*ir.Node{b.row: k.ref(i)}
	}
	for _, x := range b.outside {
		decls = append(decls, b.ownCopies(x, copies)...)
	}
	return append(out, b.along(column, width, append(decls, b.jammed(b.stmts, copies)...)...))
}

// ownCopies declares a variable for each copy that takes the place of x; of a counter one
// for all.
func (b *bander) ownCopies(x *ir.Var, copies []map[*ir.Var]*ir.Node) []*ir.Node {
	var out []*ir.Node
	for r := range copies {
		if r > 0 && b.counters[x] {
			copies[r][x] = copies[0][x]
			continue
		}
		y := b.c.m.NewVar(x.Name, x.Type, ir.StorageLocal)
		copies[r][x] = b.k.ref(y)
		out = append(out, b.k.decl(y))
	}
	return out
}

// jammed returns the statements for all copies, each of them for one after the other; loops
// go around all.
func (b *bander) jammed(stmts []*ir.Node, copies []map[*ir.Var]*ir.Node) []*ir.Node {
	var out []*ir.Node
	for _, n := range stmts {
		switch {
		case n.Op == ir.OpFor:
			out = append(out, b.jammedLoop(n, copies))
		case n.Op == ir.OpDecl:
			for r, d := range b.ownCopies(n.Var, copies) {
				d.Kids = substitute(b.c.m.Clone(n, nil), copies[r]).Kids
				out = append(out, d)
			}
		default:
			for _, to := range copies {
				out = append(out, substitute(b.c.m.Clone(n, nil), to))
			}
		}
	}
	return out
}

// jammedLoop is a loop around all copies of its body.
func (b *bander) jammedLoop(n *ir.Node, copies []map[*ir.Var]*ir.Node) *ir.Node {
	out := *n
	out.Kids = make([]*ir.Node, 4)
	for i, part := range n.Kids[:3] {
		out.Kids[i] = substitute(part, copies[0])
	}
	out.Kids[3] = b.k.block(b.jammed(flattened(nil, n.Kids[3]), copies)...)
	return &out
}
