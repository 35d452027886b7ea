package lower

import ir "omp2cl/ompir"

// longReductions replaces reductions of arrays whose length is not a constant, which no
// tree has room for: whoever has a copy is given an array of that length, which it adds
// to the original when it is done, by atomic constructs, or in a critical one where the
// operator has no atomic form.
//
//	#pragma omp parallel reduction(+: h[l:n])    #pragma omp parallel
//	BODY                                         {
//	                                                 long lower = l, length = n;
//	                                                 T h2[length]; // set to 0
//	                                                 BODY over h2 - lower
//	                                                 for (e = 0; e < length; e++)
//	                                                     #pragma omp atomic
//	                                                     h[lower + e] += h2[e];
//	                                             }
//
// A teams construct, all of whose uses of the array lie in parallel regions that reduce
// it as well, needs no copies of its own.
func longReductions(m *ir.Module) error {
	l := &longReducer{m: m}
	for _, c := range m.Constructs {
		if c.Node.Dir.Has(ir.Target) {
			c.Node = l.rewrite(c.Node)
		}
	}
	for _, f := range m.Funcs {
		if f.Body != nil {
			f.Body = l.rewrite(f.Body)
		}
	}
	return nil
}

type longReducer struct{ m *ir.Module }

// rewrite goes from the outside in, so that inner constructs see the copies of outer ones.
func (l *longReducer) rewrite(n *ir.Node) *ir.Node {
	if n == nil {
		return nil
	}
	if n.Op == ir.OpOMP {
		n = l.construct(n)
	}
	return withKids(n, l.rewrite)
}

// longItem is a reduction item and the clause that has it.
type longItem struct {
	item *ir.Item
	op   operator
}

// construct replaces the long items of one construct.
func (l *longReducer) construct(n *ir.Node) *ir.Node {
	rest, items := l.longItems(n)
	if len(items) == 0 {
		return n
	}
	out := *n
	out.Dir = rest
	k := at(n)
	body := n.Kids[0]
	var before, after []*ir.Node
	for _, it := range items {
		if n.Dir.Has(ir.Teams) && reducedWithin(body, it.item.Root()) {
			continue
		}
		first, last, to := l.copies(k, it)
		before, after = append(before, first...), append(after, last...)
		body = rebaseItems(substitute(body, to))
	}
	body = inOrder(body)
	if n.Dir.Has(ir.Parallel) || n.Dir.Has(ir.Teams) {
		out.Kids = []*ir.Node{k.block(append(append(before, body), after...)...)}
		return &out
	}
	out.Kids = []*ir.Node{body}
	if (n.Dir.Has(ir.For) || n.Dir.Has(ir.Sections)) && n.Dir.First(ir.Nowait) == nil {
		rest.Clauses = append(rest.Clauses, &ir.Clause{Kind: ir.Nowait, Pos: n.Pos})
		after = append(after, construct(k, &ir.Directive{Parts: []ir.Part{ir.Barrier}}))
	}
	return k.block(append(append(before, &out), after...)...)
}

// longItems returns the directive without its long items, and those.
func (l *longReducer) longItems(n *ir.Node) (*ir.Directive, []longItem) {
	rest := *n.Dir
	rest.Clauses = nil
	var items []longItem
	for _, c := range n.Dir.Clauses {
		if c.Kind != ir.Reduction {
			if c.Kind != SideBySide {
				rest.Clauses = append(rest.Clauses, c)
			}
			continue
		}
		keep := *c
		keep.Items = nil
		for _, it := range c.Items {
			if isLong(at(n), it) {
				items = append(items, longItem{it, operatorOf(l.m, c)})
			} else {
				keep.Items = append(keep.Items, it)
			}
		}
		if len(keep.Items) > 0 {
			rest.Clauses = append(rest.Clauses, &keep)
		}
	}
	return &rest, items
}

// isLong reports whether a reduction item is an array of rows of known size whose number
// is not a constant.
func isLong(k maker, it *ir.Item) bool {
	v := it.Root()
	if v == nil || it.X == nil || len(it.Sections) == 0 && v.Type.Kind != ir.Array {
		return false
	}
	row, _, length := sectionShape(k, it)
	return length < 0 && !row.HasVLA() && lengthOf(k, it) != nil
}

// lengthOf is the number of rows of an item.
func lengthOf(k maker, it *ir.Item) *ir.Node {
	whole := it.X.Type.LenExpr
	if whole == nil && it.X.Type.Kind == ir.Array && it.X.Type.Len >= 0 {
		whole = k.num(ir.TI64, it.X.Type.Len)
	}
	if len(it.Sections) == 0 {
		return whole
	}
	b := it.Sections[0]
	switch {
	case b.Length != nil && b.Length.X.Op == ir.OpConst:
		return nil // a wrong constant, which privatize reports
	case b.Length != nil:
		return b.Length.X
	case b.Lower != nil && whole != nil:
		return k.bin(ir.OpSub, ir.TI64, k.cast(ir.TI64, whole), k.cast(ir.TI64, b.Lower.X))
	}
	return whole
}

// reducedWithin reports whether all uses of v lie in parallel constructs that reduce it.
func reducedWithin(n *ir.Node, v *ir.Var) bool {
	if isPart(n, ir.Parallel) {
		for _, c := range n.Dir.All(ir.Reduction) {
			for _, it := range c.Items {
				if it.Root() == v {
					return true
				}
			}
		}
	}
	if n.Op == ir.OpVar && n.Var == v {
		return false
	}
	if n.Dir != nil {
		for _, c := range n.Dir.Clauses {
			for _, it := range c.Items {
				if it.Root() == v {
					return false
				}
			}
		}
	}
	for _, k := range n.Kids {
		if k != nil && !reducedWithin(k, v) {
			return false
		}
	}
	return true
}

// copies makes the private copy of an item: what declares and sets it, what merges it
// into the original, and what stands for the variable in between.
func (l *longReducer) copies(k maker, it longItem) (before, after []*ir.Node, to map[*ir.Var]*ir.Node) {
	row, lower, _ := sectionShape(k, it.item)
	v := it.item.Root()
	length := l.m.NewVar("omp2cl_length", ir.TI64, ir.StorageLocal)
	first := l.m.NewVar("omp2cl_lower", ir.TI64, ir.StorageLocal)
	fresh := l.m.NewVar(v.Name, &ir.Type{Kind: ir.Array, Elem: row, LenExpr: k.ref(length)}, ir.StorageLocal)
	before = []*ir.Node{
		k.decl(first, k.cast(ir.TI64, lower)),
		k.decl(length, k.cast(ir.TI64, lengthOf(k, it.item))),
		k.decl(fresh),
	}
	elem := row.Scalar()
	per := row.Size() / elem.Size()
	flat := func(x *ir.Node) *ir.Node { return k.cast(ir.PointerTo(elem), k.addr(x)) }
	each := func(do func(orig, copy *ir.Node) *ir.Node) *ir.Node {
		e := l.m.NewVar("omp2cl_e", ir.TI64, ir.StorageLocal)
		all := k.bin(ir.OpMul, ir.TI64, k.ref(length), k.num(ir.TI64, per))
		orig := k.index(flat(k.index(it.item.X, k.ref(first))), k.ref(e))
		return k.count(e, k.num(ir.TI64, 0), all, do(orig, k.index(flat(k.index(k.ref(fresh), k.num(ir.TI32, 0))), k.ref(e))))
	}
	before = append(before, each(func(orig, copy *ir.Node) *ir.Node { return it.op.start(k, copy, orig) }))
	to = map[*ir.Var]*ir.Node{v: k.ref(fresh)}
	if lower.Op != ir.OpConst || lower.Int != 0 {
		to[v] = k.node(ir.OpSub, ir.PointerTo(row), k.ref(fresh), k.ref(first))
	}
	if op, is := atomicReductions[it.op.name]; is && it.op.isPlain(elem) {
		return before, []*ir.Node{each(func(orig, copy *ir.Node) *ir.Node {
			add := k.node(ir.OpAssignOp, elem, orig, copy)
			add.Sub = op
			return construct(k, &ir.Directive{Parts: []ir.Part{ir.Atomic}}, k.expr(add))
		})}, to
	}
	merge := each(func(orig, copy *ir.Node) *ir.Node { return it.op.merge(k, orig, copy) })
	alone := &ir.Directive{Parts: []ir.Part{ir.Critical}, Name: "omp2cl_reduction"}
	return before, []*ir.Node{construct(k, alone, merge)}, to
}

// atomicReductions are the operators with an atomic form.
var atomicReductions = map[string]ir.Op{"+": ir.OpAdd, "-": ir.OpAdd, "*": ir.OpMul, "&": ir.OpAnd, "|": ir.OpOr, "^": ir.OpXor}

// inOrder has the iterations of the loops in n, which share a copy, follow each other in
// their thread.
func inOrder(n *ir.Node) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		if x.Op != ir.OpOMP || x.Dir.First(SideBySide) == nil {
			return x
		}
		out, dir := *x, *x.Dir
		dir.Clauses = nil
		for _, c := range x.Dir.Clauses {
			if c.Kind != SideBySide {
				dir.Clauses = append(dir.Clauses, c)
			}
		}
		out.Dir = &dir
		return &out
	})
}

func construct(k maker, d *ir.Directive, body ...*ir.Node) *ir.Node {
	d.Pos = k.pos
	n := k.node(ir.OpOMP, nil, body...)
	n.Dir = d
	return n
}
