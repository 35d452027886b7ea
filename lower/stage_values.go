package lower

import ir "omp2cl/ompir"

// stagedCalls are the values that get places in local memory: calls of a macro stand for
// them until they have.
type stagedCalls struct {
	calls map[*ir.Node]*ir.Node // by what they stand for
	texts map[string]bool       // of the values that have a place
	bytes int64                 // of all values of an iteration, and what else it stages
}

func newStagedCalls() *stagedCalls {
	return &stagedCalls{calls: map[*ir.Node]*ir.Node{}, texts: map[string]bool{}}
}

// stand lets a call of a macro stand for n, whose value any thread computes as by. The
// same value has one place.
func (s *stagedCalls) stand(macro string, n, by *ir.Node) {
	if text := ir.PrintNode(by); !s.texts[text] {
		s.texts[text] = true
		s.bytes += n.Type.Size()
	}
	s.calls[n] = at(n).call(macro, n.Type, by, n)
}

// in puts the calls into x.
func (s *stagedCalls) in(x *ir.Node) *ir.Node {
	return ir.Rewrite(x, func(y *ir.Node) *ir.Node {
		if call := s.calls[y]; call != nil {
			return call
		}
		return y
	})
}

// loadedBy is the size of what n loads in places that one wants, each counted once.
func loadedBy(n *ir.Node, own map[*ir.Var]bool, wants func(x *ir.Node) bool) int64 {
	bytes, seen := int64(0), map[string]bool{}
	for _, a := range accesses(n, own) {
		if text := ir.PrintNode(a.x); wants(a.x) && !seen[text] {
			seen[text] = true
			bytes += a.x.Type.Size()
		}
	}
	return bytes
}

// isConditional reports whether n evaluates its operand i on a condition.
func isConditional(n *ir.Node, i int) bool {
	return i > 0 && (n.Op == ir.OpCond || n.Op == ir.OpLogAnd || n.Op == ir.OpLogOr || n.Op == ir.OpIf)
}

// stagedTiles are the values that stand in calls of a macro in the body of an inner loop,
// with their places in local memory.
type stagedTiles struct {
	macro  string
	body   *ir.Node
	values []*rowTile
	places map[string]*rowTile // by the text of the value
}

// newStagedTiles gives each distinct value in body a tile.
func newStagedTiles(macro string, body *ir.Node, tile func(t *ir.Type) *ir.Var) *stagedTiles {
	s := &stagedTiles{macro: macro, body: body, places: map[string]*rowTile{}}
	ir.Walk(body, func(x *ir.Node) bool {
		if !isCallOf(x, macro) {
			return true
		}
		if text := ir.PrintNode(x.Kids[0]); s.places[text] == nil {
			s.places[text] = &rowTile{x.Kids[0], tile(x.Kids[0].Type)}
			s.values = append(s.values, s.places[text])
		}
		return false
	})
	return s
}

// with returns the body with f's in the places of values.
func (s *stagedTiles) with(f func(v *rowTile) *ir.Node) *ir.Node {
	return ir.Rewrite(s.body, func(x *ir.Node) *ir.Node {
		if isCallOf(x, s.macro) {
			return f(s.places[ir.PrintNode(x.Kids[0])])
		}
		return x
	})
}

// inside is the nest of the loop inside the construct's body, and that loop's body over the
// variables of the nest.
func (w *worksharer) inside(loop *ir.Node) (*nest, *ir.Node) {
	l, d := ir.CanonicalLoop(loop)
	if d != nil {
		panic("BUG: the loop whose values are staged has changed: " + d.Error())
	}
	to := map[*ir.Var]*ir.Node{}
	inner := &nest{c: w.c, k: w.k, loops: []*ir.Loop{l}, index: indexOf(l)}
	inner.addLoop(l, to)
	return inner, substitute(loop.Kids[3], to)
}

// steps is the loop over a team's steps, each of them an iteration for each of its threads,
// of which row0 is the first one's.
func (w *worksharer) steps(row0 *ir.Var, step []*ir.Node) *ir.Node {
	k := w.k
	first := k.bin(ir.OpMul, ir.TU64, k.cast(ir.TU64, k.call("omp2cl_team", ir.TI32)), k.cast(ir.TU64, k.threads()))
	next := k.advance(k.ref(row0), k.cast(ir.TU64, k.call("omp2cl_league_threads", ir.TI32)))
	return k.node(ir.OpFor, nil, k.decl(row0, first), k.cmp(ir.OpLt, k.ref(row0), k.cast(ir.TU64, w.total)), next, k.block(step...))
}

// local declares a variable in local memory.
func (w *worksharer) local(name string, t *ir.Type) *ir.Var {
	v := w.c.m.NewVar(name, t, ir.StorageLocal)
	v.Space, v.Rows = ir.Local, true
	w.c.k.Locals = append(w.c.k.Locals, v)
	return v
}
