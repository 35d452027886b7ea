package lower

import ir "omp2cl/ompir"

// reduction is one reduction list item: each of count elements of orig is combined
// with the same element of copy. For a scalar, elements is nil.
type reduction struct {
	op         string
	elem       *ir.Type
	orig, copy *ir.Node                     // scalars, or arrays with each below
	at         func(x, i *ir.Node) *ir.Node // element i of an array item
	count      int64                        // 0 for a scalar
}

// addReduction declares the private copy of a reduction item and sets it to the
// operator's identity. An array section h[l:n] of constant length gets an array of
// n elements, in whose place h stands shifted by l.
func (p *privates) addReduction(c *constructs, k maker, to map[*ir.Var]*ir.Node, op string, it *ir.Item) {
	v := it.Root()
	if len(it.Sections) == 0 && v.Type.Kind != ir.Array {
		orig, fresh := p.add(c, k, to, it)
		fresh.Var.Reduces = op
		p.decls = append(p.decls, k.assign(fresh, identity(k, op, v.Type)))
		p.reductions = append(p.reductions, reduction{op: op, elem: v.Type, orig: orig, copy: fresh})
		return
	}
	p.addArrayReduction(c, k, to, op, it)
}

func (p *privates) addArrayReduction(c *constructs, k maker, to map[*ir.Var]*ir.Node, op string, it *ir.Item) {
	v := it.Root()
	row, lower, length := sectionShape(k, it)
	if length < 0 {
		c.errs.Add(ir.Errorf(it.Pos, "unsupported-reduction", "the length of '%s' in a reduction must be a constant", it.Text).
			WithNote("give the section a constant length, like %s[0:16]", it.BaseText))
		return
	}
	nv := c.m.NewVar(v.Name, ir.ArrayOf(length, row), ir.StorageLocal)
	elem := row.Scalar()
	per := int64(1)
	if row.Kind == ir.Array {
		per = row.Size() / elem.Size()
	}
	flat := &ir.Type{Kind: ir.Pointer, Elem: elem}
	first := func(x *ir.Node) *ir.Node { return k.node(ir.OpCast, flat, k.addr(x)) }
	atIndex := func(x, i *ir.Node) *ir.Node { return k.index(first(x), i) }
	i := c.m.NewVar("omp2cl_e", ir.TI64, ir.StorageLocal)
	begin := k.index(it.X, lower)
	fresh := k.index(k.ref(nv), k.num(ir.TI32, 0))
	p.decls = append([]*ir.Node{k.decl(nv)}, p.decls...)
	p.decls = append(p.decls, k.count(i, k.num(ir.TI64, 0), k.num(ir.TI64, length*per),
		k.assign(atIndex(fresh, k.ref(i)), identity(k, op, elem))))
	p.reductions = append(p.reductions, reduction{op: op, elem: elem, orig: begin, copy: fresh, at: atIndex, count: length * per})
	to[v] = k.ref(nv)
	if lower.Op != ir.OpConst || lower.Int != 0 {
		to[v] = k.node(ir.OpSub, ir.PointerTo(row), k.ref(nv), lower)
	}
}

// rebaseItems adapts the reduction items of constructs inside: where an array that
// holds the section h[l:n] stands for h, the same section of an inner construct
// starts at l - l = 0 of that array.
func rebaseItems(body *ir.Node) *ir.Node {
	return ir.Rewrite(body, func(x *ir.Node) *ir.Node {
		if x.Op != ir.OpOMP || x.Dir.First(ir.Reduction) == nil {
			return x
		}
		out, dir := *x, *x.Dir
		dir.Clauses = nil
		for _, c := range x.Dir.Clauses {
			clause := *c
			clause.Items = nil
			for _, it := range c.Items {
				clause.Items = append(clause.Items, rebased(it))
			}
			dir.Clauses = append(dir.Clauses, &clause)
		}
		out.Dir = &dir
		return &out
	})
}

func rebased(it *ir.Item) *ir.Item {
	if it.X == nil || it.X.Op != ir.OpSub || len(it.Sections) == 0 {
		return it
	}
	k := at(it.X)
	array, shift, section := it.X.Kids[0], it.X.Kids[1], it.Sections[0]
	lower := k.bin(ir.OpSub, ir.TI64, k.cast(ir.TI64, section.Lower.X), k.cast(ir.TI64, shift))
	if section.Lower.X.Op == ir.OpConst && shift.Op == ir.OpConst {
		lower = k.num(ir.TI64, section.Lower.X.Int-shift.Int)
	}
	section.Lower = &ir.Arg{X: lower, Text: section.Lower.Text}
	out := *it
	out.X, out.Sections = array, append([]ir.Bracket{section}, it.Sections[1:]...)
	return &out
}

// sectionShape returns the type of one row of a reduction item, its lower bound
// and its length (-1 when not constant). Only the outermost dimension may be a
// part of the array.
func sectionShape(k maker, it *ir.Item) (row *ir.Type, lower *ir.Node, length int64) {
	t := it.X.Type
	row, lower, length = t.Elem, k.num(ir.TI32, 0), -1
	if t.Kind == ir.Array && t.LenExpr == nil {
		length = t.Len
	}
	if len(it.Sections) > 0 {
		b := it.Sections[0]
		if b.Lower != nil {
			lower = b.Lower.X
		}
		switch {
		case !b.Colon:
			length = 1
		case b.Length != nil && b.Length.X.Op == ir.OpConst:
			length = b.Length.X.Int
		case b.Length != nil:
			length = -1
		case lower.Op == ir.OpConst && length >= 0:
			length -= lower.Int
		default:
			length = -1
		}
	}
	if row.HasVLA() || length <= 0 {
		return row, lower, -1
	}
	return row, lower, length
}

// identity is the initial value of a reduction's private copy (OpenMP 4.5 table
// 2.8).
func identity(k maker, op string, t *ir.Type) *ir.Node {
	switch op {
	case "*", "&&":
		return constant(k, t, 1)
	case "&":
		return k.cast(t, k.num(ir.TI32, -1))
	case "min":
		return extreme(k, t, true)
	case "max":
		return extreme(k, t, false)
	}
	return constant(k, t, 0)
}

func constant(k maker, t *ir.Type, i int64) *ir.Node {
	if t.IsFloat() {
		return &ir.Node{Op: ir.OpFConst, Type: t, Str: [...]string{"0.0", "1.0"}[i], Pos: k.pos}
	}
	if t.Kind < ir.Int32 {
		return k.cast(t, k.num(ir.TI32, i))
	}
	return k.num(t, i)
}

// extreme is the largest (or smallest) value of t: an infinity for floating types.
func extreme(k maker, t *ir.Type, largest bool) *ir.Node {
	if t.IsFloat() {
		inf := k.node(ir.OpDiv, t, constant(k, t, 1), constant(k, t, 0))
		if largest {
			return inf
		}
		return k.node(ir.OpNeg, t, inf)
	}
	bits := uint(8 * t.Size())
	var v int64
	switch {
	case t.Kind == ir.Bool:
		v = map[bool]int64{true: 1, false: 0}[largest]
	case t.IsSigned() && largest:
		v = 1<<(bits-1) - 1
	case t.IsSigned():
		v = -1 << (bits - 1)
	case largest:
		v = int64(^uint64(0) >> (64 - bits))
	}
	if t.Kind < ir.Int32 {
		return k.cast(t, k.num(ir.TI32, v))
	}
	return k.num(t, v)
}

var reductionOps = map[string]ir.Op{"+": ir.OpAdd, "-": ir.OpAdd, "*": ir.OpMul, "&": ir.OpAnd,
	"|": ir.OpOr, "^": ir.OpXor, "&&": ir.OpLogAnd, "||": ir.OpLogOr}

// merge is the statement a = a op b.
func merge(k maker, op string, a, b *ir.Node) *ir.Node {
	t := a.Type
	switch op {
	case "min", "max":
		cmp := ir.OpLt
		if op == "max" {
			cmp = ir.OpGt
		}
		return k.assign(a, k.node(ir.OpCond, t, k.cmp(cmp, b, a), b, a))
	case "&&", "||":
		return k.assign(a, k.cast(t, k.cmp(reductionOps[op], a, b)))
	}
	sum := t
	if t.IsInteger() && t.Kind < ir.Int32 {
		sum = ir.TI32
	}
	return k.assign(a, k.cast(t, k.bin(reductionOps[op], sum, a, b)))
}

// eachElement runs f for the scalar, or in a loop for every element of an array
// item.
func (c *constructs) eachElement(k maker, r reduction, f func(orig, copy *ir.Node) []*ir.Node) *ir.Node {
	if r.count == 0 {
		return k.block(f(r.orig, r.copy)...)
	}
	i := c.m.NewVar("omp2cl_e", ir.TI64, ir.StorageLocal)
	return k.count(i, k.num(ir.TI64, 0), k.num(ir.TI64, r.count), f(r.at(r.orig, k.ref(i)), r.at(r.copy, k.ref(i)))...)
}

// combineAlone merges the copies of a team of one thread into the originals.
func (c *constructs) combineAlone(n *ir.Node, rs []reduction) []*ir.Node {
	k := at(n)
	var out []*ir.Node
	for _, r := range rs {
		out = append(out, c.eachElement(k, r, func(orig, copy *ir.Node) []*ir.Node {
			return []*ir.Node{merge(k, r.op, orig, copy)}
		}))
	}
	return out
}

// combineTeam merges the copies of a team's threads through the shared block: a
// tree on devices with lock-step work-items, a loop of the first thread on others
// (the macros choose). The order depends on the number of threads alone.
func (c *constructs) combineTeam(n *ir.Node, rs []reduction) []*ir.Node {
	k := at(n)
	var out []*ir.Node
	for _, r := range rs {
		out = append(out, c.eachElement(k, r, func(orig, copy *ir.Node) []*ir.Node {
			return c.tree(k, r, orig, copy)
		}))
	}
	return out
}

func (c *constructs) tree(k maker, r reduction, orig, copy *ir.Node) []*ir.Node {
	s := c.sharedSlot(k, r.elem)
	half := c.m.NewVar("omp2cl_half", ir.TI32, ir.StorageLocal)
	j := c.m.NewVar("omp2cl_j", ir.TI32, ir.StorageLocal)
	slot := func(i *ir.Node) *ir.Node { return k.index(s.ref(), i) }
	above := k.bin(ir.OpAdd, ir.TI32, k.thread(), k.ref(half))
	pair := k.and(k.cmp(ir.OpLt, k.thread(), k.ref(half)), k.cmp(ir.OpLt, above, k.threads()))
	zero := k.num(ir.TI32, 0)
	halve := k.assign(k.ref(half), k.bin(ir.OpDiv, ir.TI32, k.ref(half), k.num(ir.TI32, 2))).Kids[0]
	return []*ir.Node{
		s.decl,
		k.when(k.cmp(ir.OpLt, k.thread(), k.threads()), k.assign(slot(k.thread()), copy)),
		k.barrier(),
		k.node(ir.OpFor, nil, k.decl(half, k.call("omp2cl_tree_first", ir.TI32, k.threads())),
			k.cmp(ir.OpGt, k.ref(half), zero), halve,
			k.block(k.when(pair, merge(k, r.op, slot(k.thread()), slot(above))), k.barrier())),
		k.when(k.cmp(ir.OpEq, k.thread(), zero),
			k.count(j, k.num(ir.TI32, 1), k.call("omp2cl_serial_last", ir.TI32, k.threads()), merge(k, r.op, slot(zero), slot(k.ref(j)))),
			merge(k, r.op, orig, slot(zero))),
		k.barrier(),
	}
}

// combine merges in the way of the mode; an orphaned construct decides at run
// time.
func (c *constructs) combine(n *ir.Node, rs []reduction, md mode) []*ir.Node {
	switch {
	case len(rs) == 0:
		return nil
	case md == parallelMode:
		return c.combineTeam(n, rs)
	case md == orphanMode:
		k := at(n)
		alone := k.cmp(ir.OpEq, k.threads(), k.num(ir.TI32, 1))
		return []*ir.Node{k.node(ir.OpIf, nil, alone, k.block(c.combineAlone(n, rs)...), k.block(c.combineTeam(n, rs)...))}
	}
	return c.combineAlone(n, rs)
}

// reduceLeague merges the teams' copies: each team leaves its copy in the scratch
// buffer, and the team that comes last merges them in the order of the teams.
func (c *constructs) reduceLeague(n *ir.Node, rs []reduction) *ir.Node {
	k := at(n)
	var store, gather []*ir.Node
	g := c.m.NewVar("omp2cl_team", ir.TI32, ir.StorageLocal)
	for _, r := range rs {
		partial := c.teamSlot(k, r)
		store = append(store, c.eachPartial(k, r, partial, k.call("omp2cl_team", ir.TI32), func(slot, _, copy *ir.Node) *ir.Node {
			return k.assign(slot, copy)
		}))
		gather = append(gather, c.eachPartial(k, r, partial, k.ref(g), func(slot, orig, _ *ir.Node) *ir.Node {
			return merge(k, r.op, orig, slot)
		}))
	}
	last := k.when(k.call("omp2cl_last_team", ir.TI32),
		k.count(g, k.num(ir.TI32, 0), k.call("omp2cl_teams", ir.TI32), gather...))
	return k.block(append(store, last)...)
}

// bytes is the size of the item's elements together, at least 8 so that the slots
// of all items stay aligned.
func (r reduction) bytes() int64 {
	return (r.elem.Size()*max(r.count, 1) + 7) &^ 7
}

// teamSlot reserves room for a reduction item in the team's scratch bytes and
// returns the slot's offset among the slots of one team.
func (c *constructs) teamSlot(k maker, r reduction) int64 {
	size := r.bytes()
	offset := c.k.TeamScratch
	c.k.TeamScratch += size
	return offset
}

// eachPartial runs f for every element of r with its slot in a team's scratch.
func (c *constructs) eachPartial(k maker, r reduction, offset int64, team *ir.Node, f func(slot, orig, copy *ir.Node) *ir.Node) *ir.Node {
	vt := *r.elem
	vt.Volatile = true
	pt := &ir.Type{Kind: ir.Pointer, Elem: &vt, Space: ir.Global}
	p := c.m.NewVar("omp2cl_partial", pt, ir.StorageLocal)
	bytes := &ir.Type{Kind: ir.Pointer, Elem: ir.TI8, Space: ir.Global}
	base := k.decl(p, k.node(ir.OpCast, pt, k.call("omp2cl_team_scratch", bytes, team, k.num(ir.TI64, offset), k.num(ir.TI64, r.bytes()))))
	if r.count == 0 {
		return k.block(base, f(k.deref(k.ref(p)), r.orig, r.copy))
	}
	i := c.m.NewVar("omp2cl_e", ir.TI64, ir.StorageLocal)
	return k.block(base, k.count(i, k.num(ir.TI64, 0), k.num(ir.TI64, r.count),
		f(k.index(k.ref(p), k.ref(i)), r.at(r.orig, k.ref(i)), r.at(r.copy, k.ref(i)))))
}
