package lower

import (
	"maps"

	ir "omp2cl/ompir"
)

// width is the number of iterations that become the elements of one vector.
const width = 16

// formVectors lets a thread of a CPU run 16 iterations of an independent loop as the
// elements of OpenCL's vectors, where the device compiler makes none of the loop
// because of what is in it: mathematical functions, which it calls for one value at a
// time, inner loops whose length differs between iterations, and subscripts that are known
// to be neighbours at run time only (form_vectors_rows.go). Each variable that differs
// becomes a vector, conditions become masks of the lanes that they hold in:
//
//	while (x * x + y * y < 4) {     for (;;) {
//	    ...                             live &= x * x + y * y < 4;
//	    k++;                            if (!any(live))
//	}                                       break;
//	                                    ...
//	                                    k = select(k, k + 1, live);
//	                                }
//
// Lanes that a mask leaves out touch no memory and divide no integers; what else they
// compute is thrown away. What is left of the iterations runs in the loop as it was; on
// a GPU that is all. A thread's copy of a reduction item becomes one for each lane.
func formVectors(m *ir.Module) error {
	for _, k := range m.Kernels {
		uses := countUses(k.Body)
		k.Body = ir.Rewrite(k.Body, func(n *ir.Node) *ir.Node {
			if n.Op != ir.OpFor || n.Int != ir.Independent {
				return n
			}
			if v := newVectorizer(m, n, uses); v != nil {
				return v.emit(n)
			}
			return n
		})
	}
	return nil
}

// vectorizer turns one loop into vectors. Its statements are a copy of the loop's.
type vectorizer struct {
	*laner
	changed bool                // by a round of learn
	vectors map[*ir.Var]*ir.Var // what holds a variable's values in all lanes
	out     []*ir.Node          // the statements made so far of the block in hand
	active  *ir.Var             // mask of the lanes at work; nil: all
	none    bool                // active may be no lane at all
	loop    *vectorLoop         // the innermost one around the statement in hand, or the loop itself
	rows    *rows               // what each vector tests first, if anything
	loaded  map[string]bool     // rows that were loaded for all lanes in this block or one around it
}

// vectorLoop is an inner loop of the body, or the loop whose iterations become vectors.
type vectorLoop struct {
	lockstep bool    // lanes leave it one after the other
	live     *ir.Var // mask of the lanes that have not left it
	active   *ir.Var // those of them that are not done with this iteration

	dead map[*ir.Var]bool // variables of no use to lanes that have left it
}

// newVectorizer returns a vectorizer for the loop n, or nil when vectors are not
// possible or of no use.
func newVectorizer(m *ir.Module, n *ir.Node, uses map[*ir.Var]int) *vectorizer {
	asks := asksForVectors(n.Kids[3])
	if !asks && !asksForRows(n.Kids[3]) && !asksForEdges(n.Kids[3]) {
		return nil
	}
	l := newHeadLaner(m, n, uses, headOf(n.Kids[3]))
	if l == nil || l.isShort(width) || len(l.tail) > 0 && !asks || !allOf(l.tail, isPlain) {
		return nil
	}
	v := &vectorizer{laner: l, vectors: map[*ir.Var]*ir.Var{}}
	in := newInliner(m, v.block(v.stmts...))
	v.stmts = declaredLate(in.list(v.stmts))
	if in.failed || contains(v.block(v.stmts...), in.pointsOn) || !allOf(v.stmts, isSimpleCode) {
		return nil
	}
	if !asks && !v.walksEdges(n.Kids[3]) && !v.suppose(n.Kids[3]) {
		return nil
	}
	v.learn()
	v.stmts = v.countApart(v.stmts)
	v.learn()
	if len(v.tail) > 0 && v.leaveApart() {
		return nil
	}
	if !allOf(v.stmts, v.fits) || asks && !v.gains() {
		return nil
	}
	return v
}

// allOf reports whether f holds for all nodes of a list.
func allOf(list []*ir.Node, f func(*ir.Node) bool) bool {
	for _, n := range list {
		if !f(n) {
			return false
		}
	}
	return true
}

// emit returns the loop over whole vectors and, behind it, the loop n over the other
// iterations.
func (v *vectorizer) emit(n *ir.Node) *ir.Node {
	before, after := v.reductions()
	body := v.collect(func() {
		v.iteration()
		v.later()
	})
	return v.strips(n, width, body, func(whole *ir.Var, loop *ir.Node) *ir.Node {
		if v.rows != nil {
			return v.block(v.decl(v.rows.failed, v.num(v.rows.failed.Type, 0)), loop)
		}
		if len(v.reduced) == 0 {
			return loop
		}
		return v.when(v.cmp(ir.OpGt, v.ref(whole), v.num(whole.Type, 0)), append(append(before, loop), after...)...)
	})
}

// iteration puts the statements of the loop's body. Lanes that continue with the next
// iteration, while others go on, leave the mask of those at work.
func (v *vectorizer) iteration() {
	v.loop = &vectorLoop{}
	switch {
	case v.rows != nil:
		v.tested()
		return
	case !v.leaveApart():
		v.list(v.stmts)
		return
	}
	active := v.hold("omp2cl_active", v.broadcast(v.num(ir.TI32, -1)))
	v.loop = &vectorLoop{lockstep: true, live: active, active: active}
	v.under(active, false, func() { v.list(v.stmts) })
}

// leaveApart reports whether lanes may be done with the loop's body at different times.
func (v *vectorizer) leaveApart() bool {
	return !allOf(v.stmts, func(n *ir.Node) bool { return !v.jumpsApart(n) })
}

// reductions makes the vectors of the reduction items, and returns the statements that
// start them and those that merge their elements, in order, into the thread's copies.
func (v *vectorizer) reductions() (before, after []*ir.Node) {
	for _, x := range v.reduced {
		y := v.vectorFor(x)
		before = append(before, v.decl(y, v.broadcast(neutral(v.maker, x.Reduces, x.Type))))
		after = append(after, v.collect(func() {
			array := v.spill(v.ref(y))
			v.put(v.eachElementOf(func(l *ir.Node) []*ir.Node {
				return []*ir.Node{merge(v.maker, x.Reduces, v.ref(x), v.index(v.ref(array), l))}
			}))
		})...)
	}
	return before, after
}

// put adds statements to the block in hand.
func (v *vectorizer) put(stmts ...*ir.Node) { v.out = append(v.out, stmts...) }

// collect returns the statements that f puts.
func (v *vectorizer) collect(f func()) []*ir.Node {
	outer, loaded := v.out, v.loaded
	v.out, v.loaded = nil, maps.Clone(loaded)
	if loaded == nil {
		v.loaded = map[string]bool{}
	}
	f()
	made := v.out
	v.out, v.loaded = outer, loaded
	return made
}

// under makes what f puts with active as the lanes at work, which may be none.
func (v *vectorizer) under(active *ir.Var, none bool, f func()) {
	oldActive, oldNone := v.active, v.none
	v.active, v.none = active, none
	f()
	v.active, v.none = oldActive, oldNone
}

// hold declares a variable for the vector e.
func (v *vectorizer) hold(name string, e *ir.Node) *ir.Var {
	x := v.m.NewVar(name, e.Type, ir.StorageLocal)
	v.put(v.decl(x, e))
	return x
}

// vectorFor returns the variable that holds x in all lanes.
func (v *vectorizer) vectorFor(x *ir.Var) *ir.Var {
	y := v.vectors[x]
	if y == nil {
		y = v.m.NewVar(x.Name, vectorOf(x.Type), ir.StorageLocal)
		v.vectors[x] = y
	}
	return y
}

// vectorOf returns the type of the values that a variable of type t has in all lanes.
// A _Bool is an unsigned char there.
func vectorOf(t *ir.Type) *ir.Type {
	if t.Kind == ir.Bool {
		t = ir.TU8
	}
	return ir.VectorOf(width, unvolatile(t))
}

// maskType is the type of masks: an element is -1 where the lane is in, else 0.
var maskType = ir.VectorOf(width, ir.TI32)
