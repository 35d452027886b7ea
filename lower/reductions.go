package lower

import ir "omp2cl/ompir"

// reduction is one reduction list item: each of count elements of orig is combined
// with the same element of copy. For a scalar, elements is nil.
type reduction struct {
	operator
	elem       *ir.Type
	orig, copy *ir.Node                     // scalars, or arrays with each below
	at         func(x, i *ir.Node) *ir.Node // element i of an array item
	count      int64                        // 0 for a scalar
}

// addReduction declares the private copy of a reduction item and sets it to the
// operator's identity. An array section h[l:n] of constant length gets an array of
// n elements, in whose place h stands shifted by l.
func (p *privates) addReduction(c *constructs, k maker, to map[*ir.Var]*ir.Node, op operator, it *ir.Item) {
	v := it.Root()
	if len(it.Sections) == 0 && v.Type.Kind != ir.Array {
		orig, fresh := p.add(c, k, to, it)
		if part := op.byParts(v.Type); part != nil {
			p.addParts(k, op, part, orig, fresh)
			return
		}
		if op.isPlain(v.Type) {
			fresh.Var.Reduces = op.name
		}
		p.decls = append(p.decls, op.start(k, fresh, orig))
		p.reductions = append(p.reductions, reduction{operator: op, elem: v.Type, orig: orig, copy: fresh})
		return
	}
	p.addArrayReduction(c, k, to, op, it)
}

// addParts makes a sum of complex numbers one of the real and one of the imaginary
// parts.
func (p *privates) addParts(k maker, op operator, part *ir.Type, orig, fresh *ir.Node) {
	for _, name := range []string{"re", "im"} {
		of := func(x *ir.Node) *ir.Node {
			m := k.node(ir.OpMember, part, x)
			m.Str = name
			return m
		}
		p.decls = append(p.decls, op.start(k, of(fresh), of(orig)))
		p.reductions = append(p.reductions, reduction{operator: op, elem: part, orig: of(orig), copy: of(fresh)})
	}
}

func (p *privates) addArrayReduction(c *constructs, k maker, to map[*ir.Var]*ir.Node, op operator, it *ir.Item) {
	v := it.Root()
	row, lower, length := sectionShape(k, it)
	if row.HasVLA() {
		c.errs.Add(ir.Errorf(it.Pos, "unsupported-reduction", "the rows of '%s' in a reduction must have a constant length", it.Text).
			WithNote("only the first dimension of an array in a reduction may have any length"))
		return
	}
	if length < 0 {
		c.errs.Add(ir.Errorf(it.Pos, "unsupported-reduction", "the length of '%s' in a reduction must be positive", it.Text).
			WithNote("an array section has at least one element there, as in %s[0:16]", it.BaseText))
		return
	}
	nv := c.m.NewVar(v.Name, ir.ArrayOf(length, row), ir.StorageLocal)
	elem := row.Scalar()
	if op.isPlain(elem) {
		nv.Reduces = op.name
	}
	if part := op.byParts(elem); part != nil {
		elem = part
	}
	per := row.Size() / elem.Size()
	flat := &ir.Type{Kind: ir.Pointer, Elem: elem}
	first := func(x *ir.Node) *ir.Node { return k.node(ir.OpCast, flat, k.addr(x)) }
	atIndex := func(x, i *ir.Node) *ir.Node { return k.index(first(x), i) }
	i := c.m.NewVar("omp2cl_e", ir.TI64, ir.StorageLocal)
	begin := k.index(it.X, lower)
	fresh := k.index(k.ref(nv), k.num(ir.TI32, 0))
	p.decls = append([]*ir.Node{k.decl(nv)}, p.decls...)
	p.decls = append(p.decls, k.count(i, k.num(ir.TI64, 0), k.num(ir.TI64, length*per),
		op.start(k, atIndex(fresh, k.ref(i)), atIndex(begin, k.ref(i)))))
	p.reductions = append(p.reductions, reduction{operator: op, elem: elem, orig: begin, copy: fresh, at: atIndex, count: length * per})
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
			return []*ir.Node{r.merge(k, orig, copy)}
		}))
	}
	return out
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
