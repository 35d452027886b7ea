package lower

import ir "omp2cl/ompir"

// Subscripts such as w and k in
//
//	k = i & (m - 1);
//	w = i - k;
//	b[2 * w + k] = a[i] * c[w];
//
// are the same for neighbouring iterations, or neighbours, as long as i does not leave a
// run of m iterations. What is long, like m in most passes of a Fourier transform or the
// rows of a matrix that a loop over all its elements computes from i / n and i % n, is
// known at run time only. So the vectorizer supposes how the results of masks, quotients and
// remainders grow from lane to lane, and each vector tests that first (suppositions). If
// they do not, its iterations run one by one, and after many of those all that are left:
//
//	if (all(k of each lane == k + lane numbers))
//	    vstore16(vload16(&a[i]) * c[w], &b[2 * w + k]);
//	else
//	    for (j = i; j < i + 16; j++) ...

// asksForRows reports whether the body n has no control flow but conditions, and
// something in it whose growth may be supposed.
func asksForRows(n *ir.Node) bool {
	return contains(n, maySuppose) && isStraightButIf(n)
}

// maySuppose reports whether n is of the kind whose growth may be supposed.
func maySuppose(n *ir.Node) bool {
	switch n.Op {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpDiv, ir.OpRem, ir.OpShr, ir.OpCond:
		return n.Type.IsInteger() && n.Type.Size() >= 4
	}
	return false
}

// supposed returns how n, whose operands grow as given, probably grows from lane to
// lane.
func supposed(n *ir.Node, grow []int64) (by int64, known bool) {
	if !maySuppose(n) || n.Op == ir.OpCond {
		return 0, false
	}
	moving, other := grow[0], n.Kids[1]
	if grow[0] == 0 && (n.Op == ir.OpAnd || n.Op == ir.OpOr || n.Op == ir.OpXor) {
		moving, other = grow[1], n.Kids[0]
	}
	if moving != 1 || grow[0]+grow[1] != 1 {
		return 0, false
	}
	c, constant := other.Int, other.Op == ir.OpConst
	switch n.Op {
	case ir.OpAnd:
		if other.Op == ir.OpCompl || constant && c&(width-1) == 0 {
			return 0, true
		}
		return 1, !constant || c&(2*width-1) == 2*width-1
	case ir.OpOr, ir.OpXor:
		return 1, !constant || c&(width-1) == 0
	case ir.OpShr:
		return 0, !constant || c > 4
	}
	// A narrower unsigned number may wrap around before it is divided.
	from := n.Kids[0].Type
	known = (from.IsSigned() || from.Size() == n.Type.Size()) && (!constant || c >= 2*width)
	if n.Op == ir.OpDiv {
		return 0, known
	}
	return 1, known
}

// supposedChoice is supposed for a conditional expression, as at the edges of what is
// periodic: it grows like the operand that grows.
func (f *laneFacts) supposedChoice(n *ir.Node, trusted bool) (by int64, known bool) {
	a, knownA := f.growth(n.Kids[1], trusted)
	b, knownB := f.growth(n.Kids[2], trusted)
	return max(a, b), knownA && knownB && maySuppose(n) && min(a, b) >= 0 && max(a, b) == 1
}

// rows is what a vectorizer supposes.
type rows struct {
	head     []*ir.Node // the statements that its tests need
	rest     []*ir.Node // those behind
	supposes []*ir.Node // masks, quotients and others, or conditions
	source   *ir.Node   // the loop's body
	failed   *ir.Var    // how many vectors were not as supposed

	agreed map[*ir.Node]bool // conditions about which lanes are supposed to agree
}

// suppose finds out what there is to suppose for subscripts to be the same or
// neighbours. It fails when they are anyway, or when that is not enough.
func (v *vectorizer) suppose(body *ir.Node) bool {
	v.learn()
	if len(v.reduced) > 0 || allOf(v.stmts, v.inRows) {
		return false
	}
	v.supposes = supposable(v.stmts)
	v.learn()
	v.rows = &rows{source: body}
	v.splitHead()
	stores := !allOf(v.stmts, func(n *ir.Node) bool { return !contains(n, isStore) })
	return stores && allOf(v.stmts, v.inRows) && v.guardsRows() && v.collectSuppositions()
}

// supposable returns the nodes in statements whose growth may be supposed: those that
// subscripts depend on and, but for masks, conditions.
func supposable(stmts []*ir.Node) map[*ir.Node]bool {
	c := candidates{values: map[*ir.Var]*ir.Node{}, followed: map[*ir.Var]bool{}, found: map[*ir.Node]bool{}}
	for _, n := range stmts {
		ir.Walk(n, func(x *ir.Node) bool {
			switch {
			case x.Op == ir.OpDecl && len(x.Kids) == 1:
				c.values[x.Var] = x.Kids[0]
			case x.Op == ir.OpIf || x.Op == ir.OpCond:
				ir.Walk(x.Kids[0], c.divides)
			case x.Op == ir.OpIndex:
				ir.Walk(x.Kids[1], c.all)
			}
			return true
		})
	}
	return c.found
}

// candidates are found where values are used, and where they come from.
type candidates struct {
	values   map[*ir.Var]*ir.Node // of variables declared so far
	followed map[*ir.Var]bool
	found    map[*ir.Node]bool
}

// all adds n and what the variable n comes from.
func (c *candidates) all(n *ir.Node) bool {
	c.found[n] = c.found[n] || maySuppose(n)
	if init := c.values[n.Var]; n.Op == ir.OpVar && init != nil && !c.followed[n.Var] {
		c.followed[n.Var] = true
		ir.Walk(init, c.all)
	}
	return true
}

// divides adds n if it is a quotient or a remainder.
func (c *candidates) divides(n *ir.Node) bool {
	if n.Op == ir.OpDiv || n.Op == ir.OpRem {
		c.all(n)
	}
	if init := c.values[n.Var]; n.Op == ir.OpVar && init != nil && (init.Op == ir.OpDiv || init.Op == ir.OpRem) {
		c.all(n)
	}
	return true
}

// guardsRows reports whether conditions that guard accesses to memory are those at the edges
// of an array, or all accesses that they guard are to rows that are loaded before in any case.
func (v *vectorizer) guardsRows() bool {
	known := map[string]bool{}
	return allOf(v.stmts, v.guardsEdges) || allOf(v.stmts, func(n *ir.Node) bool { return v.loadsAtOnce(n, false, known) })
}

// guardsEdges reports whether the conditions in n that differ between lanes, and guard
// accesses to memory, hold in all lanes or in none but at the edges of an array.
func (v *vectorizer) guardsEdges(n *ir.Node) bool {
	return !contains(n, func(x *ir.Node) bool {
		return (x.Op == ir.OpIf || x.Op == ir.OpCond) && contains(x, touchesMemory) && !v.isEdge(x.Kids[0])
	})
}

// isEdge reports whether the condition n compares numbers that grow from lane to lane by
// a constant.
func (v *vectorizer) isEdge(n *ir.Node) bool {
	switch n.Op {
	case ir.OpLogAnd, ir.OpLogOr, ir.OpNot:
		return allOf(n.Kids, v.isEdge)
	case ir.OpLt, ir.OpGt, ir.OpLe, ir.OpGe, ir.OpEq, ir.OpNe:
		return allOf(n.Kids, v.grows)
	}
	return v.grows(n)
}

// grows reports whether n grows by a constant.
func (v *vectorizer) grows(n *ir.Node) bool {
	_, known := v.growth(n, true)
	return known
}

// inRows reports whether the lanes' accesses to memory in n are to one element, or to
// neighbours; what they store goes to neighbours.
func (v *vectorizer) inRows(n *ir.Node) bool {
	return !contains(n, func(x *ir.Node) bool {
		return touchesMemory(x) && !v.inRow(x) && !v.same(x) || isStore(x) && !v.inRow(assignee(x))
	})
}

// splitHead splits the statements behind the declarations at their start that need no
// memory and are the same for all lanes, or grow.
func (v *vectorizer) splitHead() {
	i := 0
	for i < len(v.stmts) && v.isHead(v.stmts[i]) {
		i++
	}
	v.rows.head, v.rows.rest = v.stmts[:i], v.stmts[i:]
}

func (v *vectorizer) isHead(n *ir.Node) bool {
	if n.Op == ir.OpEmpty {
		return true
	}
	return n.Op == ir.OpDecl && len(n.Kids) == 1 && !v.varies[n.Var] && v.assigned[n.Var] == 0 && !contains(n, touchesMemory)
}

// collectSuppositions fails when there is one that cannot be tested behind the head.
func (v *vectorizer) collectSuppositions() bool {
	later, seen, ok := map[*ir.Var]bool{}, map[string]bool{}, true
	for _, n := range v.rows.rest {
		for x := range declaredIn(n) {
			later[x] = true
		}
	}
	for _, n := range v.stmts {
		ir.Walk(n, func(x *ir.Node) bool {
			if key := suppositionKey(x); v.isSupposed(x) && !seen[key] {
				seen[key] = true
				v.rows.supposes = append(v.rows.supposes, x)
				ok = ok && !mentions(x, later) && allOf(x.Kids, func(k *ir.Node) bool { return !isRisky(k) })
			}
			return true
		})
	}
	return ok && len(v.rows.supposes) > 0
}

// isSupposed reports whether the growth of n is known by supposition.
func (v *vectorizer) isSupposed(n *ir.Node) bool {
	if n.Type == nil || !maySuppose(n) {
		return false
	}
	_, known := v.growth(n, true)
	return known && !allOf(n.Kids, v.same)
}

// suppositionKey is the same for what needs only one test.
func suppositionKey(n *ir.Node) string {
	if n.Op == ir.OpDiv || n.Op == ir.OpRem {
		return ir.PrintNode(n.Kids[0]) + " / " + ir.PrintNode(n.Kids[1])
	}
	return ir.PrintNode(n)
}

// tested puts the statements of the loop's body behind a test of what they suppose, and
// one by one where it fails.
func (v *vectorizer) tested() {
	v.list(v.rows.head)
	test := v.num(ir.TI32, 1)
	for i, n := range v.rows.supposes {
		if t := v.test(n); i == 0 {
			test = t
		} else {
			test = v.and(test, t)
		}
	}
	fast := v.collect(func() { v.list(v.rows.rest) })
	v.put(v.node(ir.OpIf, nil, test, v.block(fast...), v.block(v.oneByOne(), v.giveUp())))
}

// giveUp leaves the rest of the iterations to the loop as it was, when more than half of the
// vectors so far, and of three more, were not as supposed:
//
//	if (++failed * 32 > i + 48)
//	    whole = i + 16;
func (v *vectorizer) giveUp() *ir.Node {
	t := v.lane.Type
	v.rows.failed = v.m.NewVar("omp2cl_failed", t, ir.StorageLocal)
	failures := v.bin(ir.OpMul, t, v.node(ir.OpPreInc, t, v.ref(v.rows.failed)), v.num(t, 2*width))
	seen := v.bin(ir.OpAdd, t, v.ref(v.lane), v.num(t, 3*width))
	return v.when(v.cmp(ir.OpGt, failures, seen), v.assign(v.ref(v.wholeOf()), v.bin(ir.OpAdd, t, v.ref(v.lane), v.num(t, width))))
}

// oneByOne is a loop over the iterations of a vector.
func (v *vectorizer) oneByOne() *ir.Node {
	j, t := v.m.NewVar(v.lane.Name, v.lane.Type, ir.StorageLocal), v.lane.Type
	body := substitute(v.m.Clone(v.rows.source, nil), map[*ir.Var]*ir.Node{v.lane: v.ref(j)})
	return v.count(j, v.ref(v.lane), v.bin(ir.OpAdd, t, v.ref(v.lane), v.num(t, width)), body)
}

// test returns what holds if n grows as supposed.
func (v *vectorizer) test(n *ir.Node) *ir.Node {
	if v.rows.agreed[n] {
		return v.agree(n)
	}
	by, _ := v.growth(n, true)
	if n.Op == ir.OpDiv || n.Op == ir.OpRem {
		return v.sameQuotient(n.Type, n.Kids[0], n.Kids[1])
	}
	want := v.broadcast(v.cast(n.Type, v.m.Clone(n, nil)))
	if by == 1 {
		want = v.bin(ir.OpAdd, want.Type, want, v.converted(v.call("omp2cl_lane_numbers", maskType), n.Type))
	}
	return v.call("cl.all", ir.TI32, v.compared(ir.OpEq, v.eachOf(n), want))
}

// eachOf returns the vector of n, whatever is supposed of it.
func (v *vectorizer) eachOf(n *ir.Node) *ir.Node {
	if n.Op == ir.OpCond {
		return v.converted(v.choice(n), n.Type)
	}
	return v.arithmetic(n.Op, n.Type, v.value(n.Kids[0]), v.value(n.Kids[1]))
}

// sameQuotient returns what holds if x, which grows by 1, has the same quotient by d in
// all lanes, computed in type t: one division tells.
func (v *vectorizer) sameQuotient(t *ir.Type, x, d *ir.Node) *ir.Node {
	x0 := func() *ir.Node { return v.cast(t, v.m.Clone(x, nil)) }
	by := func() *ir.Node { return v.cast(t, v.m.Clone(d, nil)) }
	last := v.num(t, width-1)
	room := v.cmp(ir.OpLt, v.bin(ir.OpRem, t, x0(), by()), v.bin(ir.OpSub, t, by(), last))
	start := v.cmp(ir.OpGe, x0(), v.num(t, 0))
	if !t.IsSigned() {
		start = v.cmp(ir.OpGe, v.bin(ir.OpAdd, t, x0(), last), last)
	}
	return v.and(v.and(start, v.cmp(ir.OpGt, by(), last)), room)
}
