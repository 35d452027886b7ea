package lower

import ir "omp2cl/ompir"

// leagueReducer merges the copies of all teams: each team leaves its copies in the
// scratch buffer, and the team that is the last to do so merges them, in an order
// that depends on the numbers of teams and work-items alone. The partial values of an
// item lie one behind the other, team by team, so that neighbouring work-items load
// neighbouring values. They are volatile: another team's stores must be seen.
type leagueReducer struct {
	maker
	c     *constructs
	items []leagueItem
}

// leagueItem is a reduction item and the place of its partial values among those of
// all items, in bytes for one team.
type leagueItem struct {
	reduction
	offset int64
}

func (c *constructs) newLeagueReducer(n *ir.Node, rs []reduction) *leagueReducer {
	l := &leagueReducer{maker: at(n), c: c}
	for _, r := range rs {
		c.k.TeamScratch = alignUp(c.k.TeamScratch, r.elem.Align())
		l.items = append(l.items, leagueItem{r, c.k.TeamScratch})
		c.k.TeamScratch += r.bytes()
	}
	return l
}

// bytes is the size of the item's elements together, a multiple of 8 and of their
// alignment so that the partial values of all items stay aligned.
func (r reduction) bytes() int64 {
	return alignUp(r.elem.Size()*max(r.count, 1), max(r.elem.Align(), 8))
}

func alignUp(n, align int64) int64 { return (n + align - 1) / align * align }

// partials returns a pointer to a team's partial values of an item, and its
// declaration.
func (l *leagueReducer) partials(it leagueItem, team *ir.Node) (p, decl *ir.Node) {
	vt := *it.elem
	vt.Volatile = true
	pt := &ir.Type{Kind: ir.Pointer, Elem: &vt, Space: ir.Global}
	v := l.c.m.NewVar("omp2cl_partial", pt, ir.StorageLocal)
	bytes := &ir.Type{Kind: ir.Pointer, Elem: ir.TI8, Space: ir.Global}
	place := l.call("omp2cl_team_scratch", bytes, team, l.num(ir.TI64, it.offset), l.num(ir.TI64, it.bytes()))
	return l.ref(v), l.decl(v, l.node(ir.OpCast, pt, place))
}

func (l *leagueReducer) team() *ir.Node  { return l.call("omp2cl_team", ir.TI32) }
func (l *leagueReducer) teams() *ir.Node { return l.call("omp2cl_teams", ir.TI32) }

// store leaves the team's copy of an item in the scratch buffer. An array's elements
// are dealt out to the work-items first, first + by, ...
func (l *leagueReducer) store(it leagueItem, first, by *ir.Node) *ir.Node {
	p, decl := l.partials(it, l.team())
	if it.count == 0 {
		return l.block(decl, l.assign(l.deref(p), it.copy))
	}
	e := l.c.m.NewVar("omp2cl_e", ir.TI32, ir.StorageLocal)
	return l.block(decl, l.strided(e, first, l.num(ir.TI32, it.count), by, l.assign(l.index(p, l.ref(e)), it.at(it.copy, l.ref(e)))))
}

// strided is "for (i = first; i < last; i += by)".
func (l *leagueReducer) strided(i *ir.Var, first, last, by *ir.Node, body ...*ir.Node) *ir.Node {
	step := l.advance(l.ref(i), by)
	return l.node(ir.OpFor, nil, l.decl(i, first), l.cmp(ir.OpLt, l.ref(i), last), step, l.block(body...))
}

// sum declares a variable for the merged value of an item, or of the given element of
// one.
func (l *leagueReducer) sum(it leagueItem, element *ir.Node) (v *ir.Node, decls []*ir.Node) {
	s := l.c.m.NewVar("omp2cl_all", it.elem, ir.StorageLocal)
	orig := it.orig
	if element != nil {
		orig = it.at(it.orig, element)
	}
	return l.ref(s), it.declare(l.maker, s, orig)
}

// gather merges the partial values of teams first, first + by, ... : sums[j] gets
// those of items[j], all of the same element.
func (l *leagueReducer) gather(items []leagueItem, sums []*ir.Node, element, first, by *ir.Node) *ir.Node {
	team := l.c.m.NewVar("omp2cl_team", ir.TI32, ir.StorageLocal)
	var body []*ir.Node
	plain := true // loads of numbers, not calls with the addresses of copies
	for j, it := range items {
		plain = plain && it.isPlain(it.elem)
		p, decl := l.partials(it, l.ref(team))
		value := l.deref(p)
		if it.count > 0 {
			value = l.index(p, element)
		}
		body = append(body, decl)
		if it.name == "min" || it.name == "max" { // which name their operands twice
			v := l.c.m.NewVar("omp2cl_v", it.elem, ir.StorageLocal)
			body, value = append(body, l.decl(v, value)), l.ref(v)
		}
		body = append(body, it.merge(l.maker, sums[j], value))
	}
	loop := l.strided(team, first, l.teams(), by, body...)
	if plain {
		loop.Int = ir.Overlapped
	}
	return loop
}

// alone is the merging of teams of one work-item.
func (l *leagueReducer) alone() *ir.Node {
	zero, one := l.num(ir.TI32, 0), l.num(ir.TI32, 1)
	var store, merges []*ir.Node
	for _, it := range l.items {
		store = append(store, l.store(it, zero, one))
		whole := []leagueItem{it}
		if it.count == 0 {
			v, decls := l.sum(it, nil)
			merges = append(merges, l.block(append(decls, l.gather(whole, []*ir.Node{v}, nil, zero, one), it.merge(l.maker, it.orig, v))...))
			continue
		}
		e := l.c.m.NewVar("omp2cl_e", ir.TI32, ir.StorageLocal)
		v, decls := l.sum(it, l.ref(e))
		merges = append(merges, l.count(e, zero, l.num(ir.TI32, it.count), append(decls,
			l.gather(whole, []*ir.Node{v}, l.ref(e), zero, one), it.merge(l.maker, it.at(it.orig, l.ref(e)), v))...))
	}
	return l.block(append(store, l.when(l.call("omp2cl_last_team", ir.TI32), merges...))...)
}

// together is the merging of teams with several work-items, all of which run it. What
// one work-item alone can see, it must store; arrays in local memory are stored by
// all.
func (l *leagueReducer) together() []*ir.Node {
	master, all := []*ir.Node{}, []*ir.Node{}
	for _, it := range l.items {
		if it.count > 0 && l.c.shared[baseOf(it.copy)] {
			t := l.tree()
			all = append(all, t.members(l.store(it, t.id(), t.all())))
		} else {
			master = append(master, l.store(it, l.num(ir.TI32, 0), l.num(ir.TI32, 1)))
		}
	}
	var out []*ir.Node
	if len(master) > 0 {
		out = append(out, l.when(l.call("omp2cl_is_master", ir.TI32), master...))
	}
	var merges []*ir.Node
	for i := 0; i < len(l.items); {
		batch := l.batch(i)
		i += len(batch)
		switch {
		case batch[0].count > 0 && !batch[0].isPlain(batch[0].elem):
			merges = append(merges, l.each(batch[0]))
		case batch[0].count > 0:
			merges = append(merges, l.array(batch[0]))
		case !batch[0].isPlain(batch[0].elem):
			merges = append(merges, l.published(batch))
		default:
			merges = append(merges, l.scalars(batch))
		}
	}
	return append(append(out, all...), l.when(l.call("omp2cl_last_team", ir.TI32), merges...))
}

// batch returns the items from number i on that are merged together: an array, or
// scalars that fit the shared block.
func (l *leagueReducer) batch(i int) []leagueItem {
	end := i + 1
	plain := func(it leagueItem) bool { return it.isPlain(it.elem) }
	for l.items[i].count == 0 && end < len(l.items) && l.items[end].count == 0 && int64(end-i) < l.c.words && plain(l.items[i]) == plain(l.items[end]) {
		end++
	}
	return l.items[i:end]
}

// tree is a tree of the group's work-items; on a CPU the first one is alone.
func (l *leagueReducer) tree() *tree {
	return l.c.newTree(l.maker, "omp2cl_merger", "omp2cl_mergers", "omp2cl_is_merger", "omp2cl_tree_barrier")
}

// scalars merges items of one element: each work-item those of some teams, then a
// tree what they have.
func (l *leagueReducer) scalars(items []leagueItem) *ir.Node {
	t := l.tree()
	out, list, gather := l.gathered(t, items)
	out = append(out, t.scalars(list, gather)...)
	if items[len(items)-1].offset < l.items[len(l.items)-1].offset { // others follow
		out = append(out, t.wait())
	}
	return l.block(out...)
}

// array merges the copies of an array item: with m work-items, m elements at a time.
// Where elements are fewer, several work-items share the teams of each, and a tree
// combines what they have.
func (l *leagueReducer) array(it leagueItem) *ir.Node {
	t, m := l.tree(), l.c.m
	l.c.usesWords(1)
	from, row := m.NewVar("omp2cl_from", ir.TI32, ir.StorageLocal), m.NewVar("omp2cl_row", ir.TI32, ir.StorageLocal)
	shares := m.NewVar("omp2cl_shares", ir.TI32, ir.StorageLocal)
	element := t.plus(l.ref(from), l.bin(ir.OpRem, ir.TI32, t.id(), l.ref(row)))
	first := l.bin(ir.OpDiv, ir.TI32, t.id(), l.ref(row))
	v, decls := l.sum(it, element)
	body := []*ir.Node{
		l.decl(row, l.call("cl.min", ir.TI32, t.all(), l.bin(ir.OpSub, ir.TI32, l.num(ir.TI32, it.count), l.ref(from)))),
		l.decl(shares, l.bin(ir.OpDiv, ir.TI32, t.all(), l.ref(row))),
		l.when(l.cmp(ir.OpLt, t.id(), t.times(l.ref(shares), l.ref(row))), append(decls,
			l.gather([]leagueItem{it}, []*ir.Node{v}, element, first, l.ref(shares)), t.put(t.id(), v))...),
	}
	body = append(body, t.elements(it.operator, it.elem, l.ref(shares), l.ref(row), func(i *ir.Node) *ir.Node {
		return it.at(it.orig, t.plus(l.ref(from), i))
	})...)
	return l.block(t.declaration(), l.strided(from, l.num(ir.TI32, 0), l.num(ir.TI32, it.count), t.all(), body...))
}

// each merges the copies of an array item whose elements are not just numbers: every
// work-item some elements, those of one after the other team.
func (l *leagueReducer) each(it leagueItem) *ir.Node {
	t := l.tree()
	e := l.c.m.NewVar("omp2cl_e", ir.TI32, ir.StorageLocal)
	v, decls := l.sum(it, l.ref(e))
	body := append(decls, l.gather([]leagueItem{it}, []*ir.Node{v}, l.ref(e), l.num(ir.TI32, 0), l.num(ir.TI32, 1)),
		it.merge(l.maker, it.at(it.orig, l.ref(e)), v))
	return t.members(l.strided(e, t.id(), l.num(ir.TI32, it.count), t.all(), body...))
}

// published merges items of one element that are not just numbers: each work-item
// those of some teams, then the first one what they have. There are no steps as in
// scalars, since PoCL's compiler takes minutes for a loop with a barrier, in a branch,
// around functions with branches.
func (l *leagueReducer) published(items []leagueItem) *ir.Node {
	t := l.tree()
	out, list, gather := l.gathered(t, items)
	return l.block(append(out, t.atOnce(list, gather)...)...)
}

// gathered declares what each work-item has of items of one element, and returns it with the
// statement that gathers it from some of the teams.
func (l *leagueReducer) gathered(t *tree, items []leagueItem) (decls []*ir.Node, list []combined, gather *ir.Node) {
	decls = []*ir.Node{t.declaration()}
	var sums []*ir.Node
	for _, it := range items {
		v, more := l.sum(it, nil)
		decls, sums = append(decls, more...), append(sums, v)
		list = append(list, combined{it.operator, v, it.orig})
	}
	return decls, list, l.gather(items, sums, nil, t.id(), t.all())
}
