package lower

import ir "omp2cl/ompir"

// tree combines values of several work-items through the group's shared block. The
// work-items leave rows there, and every step makes one row of up to 16, with a
// barrier behind it; the first work-items combine the last 16 in order. On a CPU,
// whose groups are small, there are no steps: that end is all.
//
// The order depends on the number of work-items alone.
type tree struct {
	maker
	c       *constructs
	number  string  // macro: this work-item's number among those that combine
	size    string  // macro: how many they are
	member  string  // macro: whether this work-item is one of them
	barrier string  // macro: a barrier of the group, if they are several
	words   *ir.Var // the shared block
	rows    *ir.Var // how many are left
}

func (c *constructs) newTree(k maker, number, size, member, barrier string) *tree {
	words := &ir.Type{Kind: ir.Pointer, Elem: ir.TU64, Space: ir.Local}
	return &tree{maker: k, c: c, number: number, size: size, member: member, barrier: barrier,
		words: c.m.NewVar("omp2cl_words", words, ir.StorageLocal), rows: c.m.NewVar("omp2cl_rows", ir.TI32, ir.StorageLocal)}
}

// declaration declares the pointer to the shared block.
func (t *tree) declaration() *ir.Node {
	return t.decl(t.words, t.call("omp2cl_shared_block", t.words.Type))
}

func (t *tree) id() *ir.Node  { return t.call(t.number, ir.TI32) }
func (t *tree) all() *ir.Node { return t.call(t.size, ir.TI32) }

func (t *tree) members(do ...*ir.Node) *ir.Node { return t.when(t.call(t.member, ir.TI32), do...) }

func (t *tree) wait() *ir.Node { return t.do(t.barrier) }

// next is the number of rows that a step leaves.
func (t *tree) next() *ir.Node { return t.call("omp2cl_tree_next", ir.TI32, t.ref(t.rows)) }

func (t *tree) plus(a, b *ir.Node) *ir.Node  { return t.bin(ir.OpAdd, ir.TI32, a, b) }
func (t *tree) times(a, b *ir.Node) *ir.Node { return t.bin(ir.OpMul, ir.TI32, a, b) }

// put leaves x in word i of the block, or its address if it is published; take is the
// value of type of that was put in word i.
func (t *tree) put(i, x *ir.Node) *ir.Node {
	if !fitsWord(x.Type) {
		return t.assign(t.index(t.ref(t.words), i), t.cast(ir.TU64, t.addr(x)))
	}
	return t.assign(t.index(t.ref(t.words), i), wordOf(t.maker, x))
}

func (t *tree) take(of *ir.Type, i *ir.Node) *ir.Node {
	word := t.index(t.ref(t.words), i)
	if !fitsWord(of) {
		return t.deref(t.cast(ir.PointerTo(of), word))
	}
	return valueOf(t.maker, of, word)
}

// steps is the loop over the steps of the tree, from so many rows on. It sets their number
// itself: work-items that are no members need it too, where a guard keeps them from all
// else. The first step is unconditional: PoCL's compiler makes two copies of everything
// behind a loop with a barrier that may have no iteration.
func (t *tree) steps(rows, step *ir.Node) *ir.Node {
	loop := t.node(ir.OpDo, nil, t.block(step, t.do("omp2cl_tree_barrier"), t.assign(t.ref(t.rows), t.next())),
		t.call("omp2cl_tree_goes_on", ir.TI32, t.ref(t.rows)))
	return t.block(t.assign(t.ref(t.rows), rows), t.when(t.call("omp2cl_tree_has_steps", ir.TI32), loop))
}

// isTree recognizes the steps of a tree. All work-items of the group walk through them
// as they are.
func isTree(n *ir.Node) bool {
	if n.Op != ir.OpBlock || len(n.Kids) != 2 || n.Kids[1].Op != ir.OpIf {
		return false
	}
	steps := n.Kids[1].Kids[0]
	return steps.Op == ir.OpCall && steps.Str == "omp2cl_tree_has_steps"
}

// loop is "for (i = first; i < last; i += by)".
func (t *tree) loop(i *ir.Var, first, last, by *ir.Node, body ...*ir.Node) *ir.Node {
	step := t.advance(t.ref(i), by)
	return t.node(ir.OpFor, nil, t.decl(i, first), t.cmp(ir.OpLt, t.ref(i), last), step, t.block(body...))
}

// combined is a value that each work-item has, and what the value of all is merged
// into.
type combined struct {
	operator
	value, into *ir.Node
}

// published gives the values of types that do not fit a word a place in the scratch
// buffer: there, other work-items find them by an address in the shared block. It
// returns the declarations and the statements that copy the values.
func (t *tree) published(list []combined) (decls, copies []*ir.Node) {
	for i, x := range list {
		if fitsWord(x.value.Type) {
			continue
		}
		v := t.c.m.NewVar("omp2cl_published", x.value.Type, ir.StorageLocal)
		decls = append(decls, t.decl(v))
		copies = append(copies, t.assign(t.ref(v), x.value))
		list[i].value = t.ref(v)
	}
	return decls, copies
}

// scalars combines up to c.words values at once, which the members have computed by
// then with the given statements. The first work-item merges the results into their
// originals. A barrier must follow before the shared block is used again.
func (t *tree) scalars(list []combined, compute ...*ir.Node) []*ir.Node {
	t.c.usesWords(int64(len(list)))
	out := t.leave(list, compute)
	step := append([]*ir.Node{t.mergeRows(list, t.plus(t.id(), t.next()), t.next())}, t.putAll(list)...)
	return append(out, t.steps(t.all(), t.when(t.cmp(ir.OpLt, t.id(), t.next()), step...)), t.finish(list))
}

// atOnce combines like scalars, without steps: the first work-item combines all rows.
// A barrier ends it: without one PoCL lets all work-items run what the first one alone
// has to do behind the last barrier of a branch.
func (t *tree) atOnce(list []combined, compute ...*ir.Node) []*ir.Node {
	t.c.usesWords(int64(len(list)))
	return append(t.leave(list, compute), t.assign(t.ref(t.rows), t.all()), t.finish(list), t.wait())
}

// leave has the members compute their values and leave them in the block.
func (t *tree) leave(list []combined, compute []*ir.Node) []*ir.Node {
	decls, copies := t.published(list)
	do := append(append(compute, copies...), t.putAll(list)...)
	return append(decls, t.members(do...), t.wait(), t.decl(t.rows))
}

// finish has the first work-item combine the rows that are left, and merge the results
// into their originals.
func (t *tree) finish(list []combined) *ir.Node {
	one := t.num(ir.TI32, 1)
	do := []*ir.Node{t.mergeRows(list, one, one)}
	for _, x := range list {
		do = append(do, x.merge(t.maker, x.into, x.value))
	}
	return t.when(t.cmp(ir.OpEq, t.id(), t.num(ir.TI32, 0)), do...)
}

// wordAt is the number of the word for value j of work-item i: the values of one
// item lie together.
func (t *tree) wordAt(j int, i *ir.Node) *ir.Node {
	switch j {
	case 0:
		return i
	case 1:
		return t.plus(i, t.all())
	}
	return t.plus(i, t.times(t.num(ir.TI32, int64(j)), t.all()))
}

// putAll leaves this work-item's values in the block.
func (t *tree) putAll(list []combined) []*ir.Node {
	var out []*ir.Node
	for j, x := range list {
		out = append(out, t.put(t.wordAt(j, t.id()), x.value))
	}
	return out
}

// mergeRows merges the values of work-items first, first + by, ... into this one's.
func (t *tree) mergeRows(list []combined, first, by *ir.Node) *ir.Node {
	r := t.c.m.NewVar("omp2cl_r", ir.TI32, ir.StorageLocal)
	var merges []*ir.Node
	for j, x := range list {
		merges = append(merges, x.merge(t.maker, x.value, t.take(x.value.Type, t.wordAt(j, t.ref(r)))))
	}
	return t.loop(r, first, t.ref(t.rows), by, merges...)
}

// elements combines rows of a part of an array item: so many rows of length row, one
// behind the other in the shared block. Element i of the result is merged into
// into(i).
func (t *tree) elements(op operator, elem *ir.Type, rows, row *ir.Node, into func(i *ir.Node) *ir.Node) []*ir.Node {
	m := t.c.m
	width := func(rows *ir.Node) *ir.Node { return t.times(rows, row) }
	column := func(length, stride *ir.Node, finish func(i, v *ir.Node) *ir.Node) *ir.Node {
		i, r := m.NewVar("omp2cl_i", ir.TI32, ir.StorageLocal), m.NewVar("omp2cl_r", ir.TI32, ir.StorageLocal)
		v := m.NewVar("omp2cl_v", elem, ir.StorageLocal)
		return t.members(t.loop(i, t.id(), length, t.all(),
			t.decl(v, t.take(elem, t.ref(i))),
			t.loop(r, t.plus(t.ref(i), stride), width(t.ref(t.rows)), stride, op.merge(t.maker, t.ref(v), t.take(elem, t.ref(r)))),
			finish(t.ref(i), t.ref(v))))
	}
	return []*ir.Node{
		t.wait(),
		t.decl(t.rows),
		t.steps(rows, column(width(t.next()), width(t.next()), func(i, v *ir.Node) *ir.Node { return t.put(i, v) })),
		column(row, row, func(i, v *ir.Node) *ir.Node { return op.merge(t.maker, into(i), v) }),
		t.wait(),
	}
}

// batches splits the scalars among reductions into lists that fit the shared block
// together; the arrays come after.
func (c *constructs) batches(rs []reduction) (scalars [][]reduction, arrays []reduction) {
	var all []reduction
	for _, r := range rs {
		if r.count == 0 {
			all = append(all, r)
		} else {
			arrays = append(arrays, r)
		}
	}
	if c.words < 1 {
		panic("BUG: a reduction without room in the shared block")
	}
	for len(all) > 0 {
		n := min(len(all), int(c.words))
		scalars, all = append(scalars, all[:n]), all[n:]
	}
	return scalars, arrays
}

// combineTeam merges the copies of a team's threads into the originals. All
// work-items of the group run it, also those that are no threads of the team.
func (c *constructs) combineTeam(n *ir.Node, rs []reduction) []*ir.Node {
	k := at(n)
	var out []*ir.Node
	scalars, arrays := c.batches(rs)
	for _, batch := range scalars {
		t := c.teamTree(k)
		var list []combined
		for _, r := range batch {
			list = append(list, combined{r.operator, r.copy, r.orig})
		}
		out = append(out, k.block(append(append([]*ir.Node{t.declaration()}, t.scalars(list)...), t.wait())...))
	}
	for _, r := range arrays {
		if r.isPlain(r.elem) {
			out = append(out, c.combineArray(k, r))
		} else {
			out = append(out, c.combineEach(k, r))
		}
	}
	return out
}

// combineEach merges the threads' copies of an array item whose elements are not just
// numbers. They lie in the scratch buffer, where all threads find them by the addresses
// in the shared block, and each thread merges some elements.
func (c *constructs) combineEach(k maker, r reduction) *ir.Node {
	t := c.teamTree(k)
	e, row := c.m.NewVar("omp2cl_e", ir.TI32, ir.StorageLocal), c.m.NewVar("omp2cl_r", ir.TI32, ir.StorageLocal)
	address := k.cast(ir.TU64, k.addr(r.at(r.copy, k.num(ir.TI32, 0))))
	copies := k.cast(ir.PointerTo(r.elem), k.index(k.ref(t.words), k.ref(row)))
	merges := k.count(row, k.num(ir.TI32, 0), t.all(), r.merge(k, r.at(r.orig, k.ref(e)), k.index(copies, k.ref(e))))
	return k.block(t.declaration(),
		t.members(k.assign(k.index(k.ref(t.words), t.id()), address)), t.wait(),
		t.members(t.loop(e, t.id(), k.num(ir.TI32, r.count), t.all(), merges)), t.wait())
}

func (c *constructs) teamTree(k maker) *tree {
	return c.newTree(k, "omp2cl_thread", "omp2cl_threads", "omp2cl_is_active", "omp2cl_barrier")
}

// combineArray merges the threads' copies of an array item, c.words elements at a
// time: each thread leaves a row of that many in the shared block.
func (c *constructs) combineArray(k maker, r reduction) *ir.Node {
	t := c.teamTree(k)
	batch := min(c.words, r.count)
	c.usesWords(batch)
	from := k.num(ir.TI32, 0)
	row := k.num(ir.TI32, batch)
	f := c.m.NewVar("omp2cl_from", ir.TI32, ir.StorageLocal)
	if batch < r.count {
		from = k.ref(f)
	}
	var out []*ir.Node
	if r.count%batch != 0 {
		v := c.m.NewVar("omp2cl_row", ir.TI32, ir.StorageLocal)
		out = append(out, k.decl(v, k.call("cl.min", ir.TI32, row, k.bin(ir.OpSub, ir.TI32, k.num(ir.TI32, r.count), from))))
		row = k.ref(v)
	}
	element := func(x, i *ir.Node) *ir.Node {
		if batch < r.count {
			i = t.plus(from, i)
		}
		return r.at(x, i)
	}
	e := c.m.NewVar("omp2cl_e", ir.TI32, ir.StorageLocal)
	out = append(out,
		t.members(k.count(e, k.num(ir.TI32, 0), row, t.put(t.plus(t.times(t.id(), row), k.ref(e)), element(r.copy, k.ref(e))))))
	out = append(out, t.elements(r.operator, r.elem, t.all(), row, func(i *ir.Node) *ir.Node { return element(r.orig, i) })...)
	if batch < r.count {
		out = []*ir.Node{t.loop(f, k.num(ir.TI32, 0), k.num(ir.TI32, r.count), k.num(ir.TI32, batch), out...)}
	}
	return k.block(append([]*ir.Node{t.declaration()}, out...)...)
}
