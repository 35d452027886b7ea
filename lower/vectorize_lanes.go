package lower

import ir "omp2cl/ompir"

// lanes is the number of iterations that run side by side. Small loops over so many
// elements become vector instructions; fewer are unrolled before anyone looks for
// vectors.
const lanes = 32

// vectorizeLanes lets a thread of a CPU run several iterations of an independent
// loop side by side where the device compiler cannot make vectors of the loop as it
// stands: when an inner loop accumulates floating values, whose order C fixes, and
// when a floating minimum or maximum is reduced. Every statement becomes a small
// loop over lanes, every variable that differs between iterations an array:
//
//	for (i...) {                      for (i...; i += 32) {
//	    s = 0;                            float s[32];
//	    for (k...)                        for (l...) s[l] = 0;
//	        s += a[k] * b[k * n + i];     for (k...)
//	    c[i] = s;                             for (l...) s[l] += a[k] * b[k * n + (i + l)];
//	}                                     for (l...) c[i + l] = s[l];
//	                                  }
//
// What is left of the iterations runs in the loop as it was; on a GPU that is all.
// A thread's copy of a reduction item becomes one copy for each lane.
//
// Loops of simd constructs stay as they are, but become vectors when they are fit for it:
// that their iterations do not depend on each other is the program's promise.
func vectorizeLanes(m *ir.Module) error {
	for _, f := range m.Funcs {
		if f.Body != nil {
			f.Body = ir.Rewrite(f.Body, asPromised)
		}
	}
	for _, k := range m.Kernels {
		k.Body = ir.Rewrite(k.Body, asPromised)
		uses := countUses(k.Body)
		k.Body = ir.Rewrite(k.Body, func(n *ir.Node) *ir.Node {
			if n.Op != ir.OpFor || n.Int != ir.Independent {
				return n
			}
			v := newLaner(m, n, uses)
			switch {
			case v == nil || !v.classify(v.reduced):
				return n
			case !v.isShort(lanes) && v.pays(v.reduced) && v.place():
				return v.emit(n)
			case v.isVector():
				return asVector(n)
			}
			return n
		})
	}
	return nil
}

// asPromised returns the loop n of a simd construct marked for the device compiler, or
// unmarked where vectors would be of no use or not safe.
func asPromised(n *ir.Node) *ir.Node {
	if n.Op != ir.OpFor || n.Int != ir.Concurrent {
		return n
	}
	out := *n
	out.Int = 0
	f := &laneFacts{lane: counterOf(n), stmts: flattened(nil, n.Kids[3])}
	if f.lane != nil && countsByOne(n) && f.classify(changedOutside(n.Kids[3])) && f.isVector() {
		out.Int = ir.Vector
	}
	return &out
}

// countsByOne reports whether the step of the loop n adds 1 to its counter.
func countsByOne(n *ir.Node) bool {
	step := n.Kids[2]
	if step.Op == ir.OpExpr {
		step = step.Kids[0]
	}
	return step.Op == ir.OpPreInc || step.Op == ir.OpPostInc
}

// countUses counts the references to each variable in n.
func countUses(n *ir.Node) map[*ir.Var]int {
	uses := map[*ir.Var]int{}
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpVar {
			uses[x.Var]++
		}
		return true
	})
	return uses
}

// laner turns one loop into lanes. Its statements are a copy of the loop's.
type laner struct {
	m *ir.Module
	maker
	laneFacts
	trip    *ir.Node   // number of iterations
	whole   *ir.Var    // number of those in whole strips
	tail    []*ir.Node // the last statements of the body, which one iteration after the other executes
	reduced []*ir.Var
	arrays  map[*ir.Var]*ir.Var // what holds a variable's values in all lanes
	order   []*ir.Var           // of arrays but the reduction copies'
}

// asVector returns the loop n marked for the device compiler.
func asVector(n *ir.Node) *ir.Node {
	out := *n
	out.Int = ir.Vector
	return &out
}

// newLaner returns a laner for the loop n, or nil when the body changes variables that
// are not its own.
func newLaner(m *ir.Module, n *ir.Node, uses map[*ir.Var]int) *laner {
	return newHeadLaner(m, n, uses, len(flattened(nil, n.Kids[3])))
}

// newHeadLaner is newLaner for the first statements of the body: as many as head says.
// Those behind them may change variables that no others touch.
func newHeadLaner(m *ir.Module, n *ir.Node, uses map[*ir.Var]int, head int) *laner {
	init, test := n.Kids[0], n.Kids[1]
	if init.Op != ir.OpDecl || test.Op != ir.OpLt {
		panic("BUG: an independent loop does not count")
	}
	v := &laner{m: m, maker: at(n), trip: test.Kids[1], arrays: map[*ir.Var]*ir.Var{}}
	v.lane = init.Var
	if !v.localize(n, uses, head) {
		return nil
	}
	return v
}

// isShort reports whether the loop has fewer than n iterations, as the compiler sees.
func (v *laner) isShort(n int64) bool { return v.trip.Op == ir.OpConst && v.trip.Int < n }

// localize makes the statements: a copy of the body of the loop n with variables of its
// own. Those declared outside that every iteration sets before it uses them, and nobody
// else does, are declared inside. Copies of reduction items stay, in the tail, which is
// what stands behind the first head statements, those of arrays too. It fails when there
// are others that the body changes.
func (v *laner) localize(n *ir.Node, uses map[*ir.Var]int, head int) bool {
	body := v.m.Clone(n.Kids[3], nil)
	stmts := flattened(nil, body)
	inside, before, to := countUses(n), countUses(v.block(stmts[:head]...)), map[*ir.Var]*ir.Node{}
	var decls []*ir.Node
	for _, x := range changedOutside(body) {
		switch {
		case before[x] == 0 && x.Reduces != "":
		case x.Reduces != "" && x.Type.IsArithmetic() && x.Space == ir.NoSpace && before[x] == inside[x]:
			v.reduced = append(v.reduced, x)
		case x.Storage != ir.StorageLocal || x.Space != ir.NoSpace || uses[x] != inside[x] || !setFirst(stmts, x):
			return false
		default:
			own := v.m.NewVar(x.Name, x.Type, ir.StorageLocal)
			decls = append(decls, v.decl(own))
			to[x] = v.ref(own)
		}
	}
	for i, s := range stmts {
		stmts[i] = substitute(s, to)
	}
	v.stmts, v.tail = append(decls, stmts[:head]...), stmts[head:]
	return true
}

// flattened appends the statements of n to list; blocks within blocks go, since
// variables have identities of their own.
func flattened(list []*ir.Node, n *ir.Node) []*ir.Node {
	if n.Op != ir.OpBlock || n.Int != 0 {
		return append(list, n)
	}
	for _, k := range n.Kids {
		list = flattened(list, k)
	}
	return list
}

// emit returns the loop over whole sets of lanes and, behind it, the loop n over the
// other iterations.
func (v *laner) emit(n *ir.Node) *ir.Node {
	return v.strips(n, lanes, append(v.declarations(), v.list(v.stmts)...), v.reducing)
}

// strips returns a loop with the given body over strips of so many iterations of the
// loop n and, behind it, n over what is left. around puts into the loop's place what
// belongs to it.
func (v *laner) strips(n *ir.Node, size int64, body []*ir.Node, around func(whole *ir.Var, loop *ir.Node) *ir.Node) *ir.Node {
	v.maker = at(n)
	t := v.lane.Type
	whole, i := v.wholeOf(), v.m.NewVar(v.lane.Name, t, ir.StorageLocal)
	step := v.advance(v.ref(i), v.num(t, size))
	strip := substitute(v.block(body...), map[*ir.Var]*ir.Node{v.lane: v.ref(i)})
	loop := v.node(ir.OpFor, nil, v.decl(i, v.num(t, 0)), v.cmp(ir.OpLt, v.ref(i), v.ref(whole)), step, strip)
	rest := *n
	rest.Int = 0
	rest.Kids = append([]*ir.Node{v.decl(n.Kids[0].Var, v.ref(whole))}, n.Kids[1:]...)
	count := v.decl(whole, v.call("omp2cl_whole_lanes", t, v.trip, v.num(t, size)))
	return v.block(count, around(whole, loop), &rest)
}

// wholeOf is the variable for how many iterations run in whole strips.
func (v *laner) wholeOf() *ir.Var {
	if v.whole == nil {
		v.whole = v.m.NewVar("omp2cl_whole", v.lane.Type, ir.StorageLocal)
	}
	return v.whole
}

// reducing puts a loop over lanes between the start and the end of the reductions in
// lanes. They are skipped when there is no whole set of lanes.
func (v *laner) reducing(whole *ir.Var, loop *ir.Node) *ir.Node {
	if len(v.reduced) == 0 {
		return loop
	}
	var before, after []*ir.Node
	for _, x := range v.reduced {
		array := v.ref(v.arrays[x])
		before = append(before, v.decl(v.arrays[x]), v.eachLane(func(l *ir.Node) []*ir.Node {
			return []*ir.Node{v.assign(v.index(array, l), neutral(v.maker, x.Reduces, x.Type))}
		}))
		after = append(after, v.eachLane(func(l *ir.Node) []*ir.Node {
			return []*ir.Node{merge(v.maker, x.Reduces, v.ref(x), v.index(array, l))}
		}))
	}
	return v.when(v.cmp(ir.OpGt, v.ref(whole), v.num(whole.Type, 0)), append(append(before, loop), after...)...)
}

// declarations declares the arrays that belong to one set of lanes.
func (v *laner) declarations() []*ir.Node {
	var out []*ir.Node
	for _, x := range v.order {
		out = append(out, v.decl(v.arrays[x]))
	}
	return out
}

// list turns statements into loops over lanes, one for each run of statements
// without an inner loop. Inner loops and what is the same for all lanes stay around
// and between them.
func (v *laner) list(stmts []*ir.Node) []*ir.Node {
	var out []*ir.Node
	v.runs(stmts,
		func(run []*ir.Node) { out = append(out, v.lanesOf(run)) },
		func(n *ir.Node) { out = append(out, v.common(n)) })
	return out
}

// runs splits statements into runs that each lane executes for itself and single
// statements that all lanes execute together.
func (v *laner) runs(stmts []*ir.Node, each func([]*ir.Node), together func(*ir.Node)) {
	start := 0
	flush := func(end int) {
		if end > start {
			each(stmts[start:end])
		}
		start = end + 1
	}
	for i, n := range stmts {
		if !v.perLane(n) {
			flush(i)
			together(n)
		}
	}
	flush(len(stmts))
}

// perLane reports whether each lane executes n for itself.
func (v *laner) perLane(n *ir.Node) bool {
	if n.Op == ir.OpDecl {
		return v.varies[n.Var]
	}
	return !hasLoop(n)
}

// common returns a statement that all lanes execute together.
func (v *laner) common(n *ir.Node) *ir.Node {
	out := *n
	out.Kids = append([]*ir.Node{}, n.Kids...)
	for _, i := range inner(n) {
		out.Kids[i] = v.block(v.list(flattened(nil, n.Kids[i]))...)
	}
	return &out
}

// inner returns the indices of the operands of n that are bodies.
func inner(n *ir.Node) []int {
	switch {
	case n.Op == ir.OpFor:
		return []int{3}
	case n.Op == ir.OpIf && len(n.Kids) == 3:
		return []int{1, 2}
	case n.Op == ir.OpIf:
		return []int{1}
	}
	return nil
}

// place finds the variables whose values must outlive a run of statements and gives
// each an array. It fails when one is no scalar.
func (v *laner) place() bool {
	seen, several := map[*ir.Var]int{}, map[*ir.Var]bool{}
	number := 0
	var visit func(stmts []*ir.Node)
	visit = func(stmts []*ir.Node) {
		v.runs(stmts, func(run []*ir.Node) {
			number++
			for _, n := range run {
				for _, x := range ir.Vars(n) {
					several[x] = several[x] || seen[x] != 0 && seen[x] != number
					seen[x] = number
				}
			}
		}, func(n *ir.Node) {
			for _, i := range inner(n) {
				visit(flattened(nil, n.Kids[i]))
			}
		})
	}
	visit(v.stmts)
	for _, x := range v.reduced {
		v.arrays[x] = v.m.NewVar(x.Name, ir.ArrayOf(lanes, x.Type), ir.StorageLocal)
	}
	for _, x := range v.declared {
		if !v.varies[x] || !several[x] {
			continue
		}
		if !x.Type.IsScalar() {
			return false
		}
		v.arrays[x] = v.m.NewVar(x.Name, ir.ArrayOf(lanes, x.Type), ir.StorageLocal)
		v.order = append(v.order, x)
	}
	return true
}

// lanesOf is the loop that executes statements for every lane.
func (v *laner) lanesOf(stmts []*ir.Node) *ir.Node {
	return v.eachLane(func(l *ir.Node) []*ir.Node {
		to := map[*ir.Var]*ir.Node{}
		for x, by := range v.affine {
			to[x] = v.moved(x, by, l)
		}
		for x, array := range v.arrays {
			to[x] = v.index(v.ref(array), l)
		}
		var out []*ir.Node
		for _, n := range stmts {
			if n.Op == ir.OpDecl && v.arrays[n.Var] != nil {
				if len(n.Kids) == 0 {
					continue
				}
				n = v.assign(v.ref(n.Var), n.Kids[0])
			}
			out = append(out, substitute(n, to))
		}
		return out
	})
}

// moved is the value of x in lane l: it grows by the constant by from lane to lane.
func (v *laner) moved(x *ir.Var, by int64, l *ir.Node) *ir.Node {
	t := arithmetic(x.Type)
	d := v.cast(t, l)
	if by != 1 {
		d = v.bin(ir.OpMul, t, d, v.num(t, by))
	}
	return v.cast(x.Type, v.bin(ir.OpAdd, t, v.cast(t, v.ref(x)), d))
}

// eachLane is a loop over the lanes. Lanes touch the same memory only to read it, like
// threads, unless an array that is declared in the body serves them one after the
// other.
func (v *laner) eachLane(body func(l *ir.Node) []*ir.Node) *ir.Node {
	l := v.m.NewVar("omp2cl_lane", ir.TI32, ir.StorageLocal)
	loop := v.count(l, v.num(ir.TI32, 0), v.num(ir.TI32, lanes), body(v.ref(l))...)
	if v.scalars {
		loop.Int = ir.Vector
	}
	return loop
}
