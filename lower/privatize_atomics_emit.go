package lower

import ir "omp2cl/ompir"

// emit returns the statements of the share with its updates gathered.
func (l *gathered) emit(region *ir.Node) []*ir.Node {
	var before, behind []*ir.Node
	bins := false
	for _, p := range l.locations {
		bins = bins || p.bins > 0
		before = append(before, l.open(p)...)
	}
	if bins {
		before = append(before, l.meet()...)
		behind = l.meet()
	}
	behind = append(append(behind, l.close()...), l.meet()...)
	out := append(before, l.rewrite(region).Kids...)
	return append(out, behind...)
}

// meet lets the threads of the team wait for each other where they share what they
// gather.
func (l *gathered) meet() []*ir.Node {
	if !l.straight {
		return nil
	}
	return []*ir.Node{l.barrier()}
}

// gathers is the type in which values of type t are gathered: sums of signed integers
// must be free to overflow.
func gathers(t *ir.Type) *ir.Type {
	switch {
	case t.IsFloat():
		return t
	case t.Size() <= 4:
		return ir.TU32
	}
	return ir.TU64
}

// neutral is the value that changes nothing when it is combined with another. The
// negative zero is the one for sums: 0.0 would change a negative zero.
func neutral(k maker, op string, t *ir.Type) *ir.Node {
	if t.IsFloat() && op == "+" {
		return k.node(ir.OpNeg, t, constant(k, t, 0))
	}
	return identity(k, op, t)
}

// open declares what a place gathers and clears it.
func (l *gathered) open(p *location) []*ir.Node {
	t := gathers(p.elem)
	if p.bins == 0 {
		p.own = l.m.NewVar("omp2cl_own", t, ir.StorageLocal)
		p.own.Reduces = p.op
		return []*ir.Node{l.decl(p.own, neutral(l.maker, p.op, t))}
	}
	p.own = l.m.NewVar("omp2cl_own", ir.ArrayOf(p.bins, t), ir.StorageLocal)
	p.own.Space = ir.Local
	l.k.Locals = append(l.k.Locals, p.own)
	p.limit = l.m.NewVar("omp2cl_bins", ir.TU64, ir.StorageLocal)
	name := "omp2cl_bins_of_thread"
	if l.straight {
		name = "omp2cl_bins_of_team"
	}
	total, executors := l.cast(ir.TU64, l.count.Kids[0]), l.cast(ir.TU64, l.count.Kids[2])
	limit := l.call(name, ir.TU64, total, executors, l.num(ir.TU64, p.bins))
	return []*ir.Node{l.decl(p.limit, limit), l.eachBin(p, func(own, _ *ir.Node) *ir.Node {
		return l.assign(own, neutral(l.maker, p.op, t))
	})}
}

// eachBin runs a statement for every bin that is in use, on the threads of the team in
// turn.
func (l *gathered) eachBin(p *location, f func(own, shared *ir.Node) *ir.Node) *ir.Node {
	b := l.m.NewVar("omp2cl_bin", ir.TU64, ir.StorageLocal)
	next := l.advance(l.ref(b), l.cast(b.Type, l.threads()))
	shared := l.index(l.m.Clone(p.target, nil), l.ref(b))
	return l.node(ir.OpFor, nil, l.decl(b, l.cast(b.Type, l.thread())), l.cmp(ir.OpLt, l.ref(b), l.ref(p.limit)), next,
		l.block(f(l.index(l.ref(p.own), l.ref(b)), shared)))
}

// close adds what was gathered to the shared memory.
func (l *gathered) close() []*ir.Node {
	var out, flushes []*ir.Node
	var all []reduction
	for _, p := range l.locations {
		switch {
		case p.bins > 0:
			out = append(out, l.eachBin(p, func(own, shared *ir.Node) *ir.Node { return l.flush(p, shared, own) }))
		case !l.straight:
			out = append(out, l.flush(p, l.m.Clone(p.target, nil), l.ref(p.own)))
		default:
			t := p.own.Type
			sum := l.m.NewVar("omp2cl_all", t, ir.StorageLocal)
			out = append(out, l.decl(sum, neutral(l.maker, p.op, t)))
			all = append(all, reduction{operator: operator{name: p.op}, elem: t, orig: l.ref(sum), copy: l.ref(p.own)})
			flushes = append(flushes, l.flush(p, l.m.Clone(p.target, nil), l.ref(sum)))
		}
	}
	if len(all) == 0 {
		return out
	}
	c := &constructs{m: l.m, k: l.k, words: wordsBeside(variableBytes(l.k))}
	out = append(out, c.combineTeam(l.block(), all)...)
	return append(out, l.when(l.cmp(ir.OpEq, l.thread(), l.num(ir.TI32, 0)), flushes...))
}

// flush updates the shared object with what was gathered, unless that is nothing: then
// perhaps no iteration had an update, and nobody may access the object.
func (l *gathered) flush(p *location, shared, own *ir.Node) *ir.Node {
	something := l.cmp(ir.OpNe, own, neutral(l.maker, p.op, own.Type))
	if own.Type.IsFloat() {
		something = l.call("omp2cl_is_something", ir.TI32, own)
	}
	a := &atomic{m: l.m, maker: l.maker, x: shared, op: reductionOps[p.op], operand: own}
	return l.when(something, a.update())
}

// rewrite replaces the updates in a statement.
func (l *gathered) rewrite(n *ir.Node) *ir.Node {
	switch {
	case len(n.Kids) == 0:
		return n
	case n.Op == ir.OpFor && n.Int == ir.Independent:
		return l.batched(n)
	}
	return l.rewriteKids(n)
}

func (l *gathered) rewriteKids(n *ir.Node) *ir.Node {
	out := *n
	out.Kids = nil
	for i := 0; i < len(n.Kids); i++ {
		s := l.sites[n.Kids[i]]
		if s == nil {
			out.Kids = append(out.Kids, l.rewrite(n.Kids[i]))
			continue
		}
		out.Kids = append(out.Kids, l.gather(s)...)
		i += len(s.stmts) - 1
	}
	return &out
}

// gather returns the statements in place of an update.
func (l *gathered) gather(s *site) []*ir.Node {
	k := at(s.held)
	t := gathers(s.elem)
	if s.index == nil {
		return []*ir.Node{s.held, k.assign(k.ref(s.own), l.gatherOne(s, t))}
	}
	return l.update(s, s.index, s.held)
}

// update returns the statements that update a bin, given the index and the declaration of
// the operand; or the shared array where that has no bin.
func (l *gathered) update(s *site, index, held *ir.Node) []*ir.Node {
	k := at(s.held)
	operand := k.cast(gathers(s.elem), k.ref(held.Var))
	where := l.m.NewVar("omp2cl_at", ir.TI64, ir.StorageLocal)
	pointer := *s.stmts[0]
	pointer.Kids = []*ir.Node{k.addr(k.index(l.m.Clone(s.target, nil), k.ref(where)))}
	mine := k.call(binNames[s.atomicUpdate.op], ir.TVoid, k.addr(k.index(k.ref(s.own), k.ref(where))), operand)
	shared := k.block(append([]*ir.Node{&pointer}, s.stmts[2:]...)...)
	return []*ir.Node{k.decl(where, index), held,
		k.node(ir.OpIf, nil, k.cmp(ir.OpLt, k.cast(ir.TU64, k.ref(where)), k.ref(s.limit)), k.block(k.expr(mine)), shared)}
}

// gatherOne is the new value of what is gathered for an object, of type t. Values are
// combined in the type in which the update combines them.
func (l *gathered) gatherOne(s *site, t *ir.Type) *ir.Node {
	k, wide := at(s.held), t
	if t.IsFloat() {
		wide = common(t, s.held.Var.Type, s.atomicUpdate.op)
	}
	return k.cast(t, k.bin(s.atomicUpdate.op, wide, k.ref(s.own), k.cast(wide, k.ref(s.held.Var))))
}

// binNames are the functions that update a bin.
var binNames = map[ir.Op]string{ir.OpAdd: "omp2cl_bin_add", ir.OpSub: "omp2cl_bin_sub", ir.OpAnd: "omp2cl_bin_and",
	ir.OpOr: "omp2cl_bin_or", ir.OpXor: "omp2cl_bin_xor"}
