package lower

import ir "omp2cl/ompir"

// stride says how far an access to memory moves when a loop variable moves by one.
type stride int

const (
	still stride = iota // it does not move
	near                // to a neighbour, or a few elements further
	far                 // elsewhere, or nobody knows
)

// nearby is the largest distance, in elements, at which a cache line is still shared
// with the next iteration.
const nearby = 4

// access is a load or store of memory that threads share.
type access struct {
	x     *ir.Node
	store bool
}

// accesses returns the loads and stores in n, but for those of variables in own, in
// source order. An update is a store.
func accesses(n *ir.Node, own map[*ir.Var]bool) []access {
	var out []access
	stores, parts := map[*ir.Node]bool{}, map[*ir.Node]bool{}
	ir.Walk(n, func(x *ir.Node) bool {
		if to := assignee(x); to != nil {
			stores[to] = true
		}
		if x.Op != ir.OpIndex && x.Op != ir.OpDeref && x.Op != ir.OpMember {
			return true
		}
		if x.Op == ir.OpMember {
			parts[x.Kids[0]] = true
		}
		if x.Type.Kind == ir.Array || parts[x] || own[baseOf(x)] {
			return true
		}
		out = append(out, access{x, stores[x]})
		return true
	})
	return out
}

// strider tells strides with respect to the variable v of a loop with the given body.
type strider struct {
	v       *ir.Var
	values  map[*ir.Var]*ir.Node // of the variables that the body declares and never changes
	changed map[*ir.Var]bool     // by the body
}

func newStrider(v *ir.Var, body *ir.Node) *strider {
	s := &strider{v, map[*ir.Var]*ir.Node{}, map[*ir.Var]bool{}}
	ir.Walk(body, func(x *ir.Node) bool {
		if to := assignee(x); to != nil {
			s.changed[baseOf(to)] = true
		}
		if x.Op == ir.OpDecl && len(x.Kids) == 1 && x.Var.Type.IsInteger() {
			s.values[x.Var] = x.Kids[0]
		}
		return true
	})
	return s
}

// of returns the stride of the access to x: what the last subscript makes of v counts,
// since v in one before it leads to another row.
func (s *strider) of(x *ir.Node) stride {
	for x.Op == ir.OpMember {
		x = x.Kids[0]
	}
	switch x.Op {
	case ir.OpVar:
		return still
	case ir.OpDeref:
		return s.pointed(x.Kids[0])
	case ir.OpIndex:
		if s.pointed(x.Kids[0]) != still {
			return far
		}
		return s.grown(x.Kids[1])
	}
	return far
}

// pointed returns how far what the pointer or array p leads to moves.
func (s *strider) pointed(p *ir.Node) stride {
	switch p.Op {
	case ir.OpVar:
		if p.Type.Kind == ir.Array {
			return still
		}
	case ir.OpCast:
		return s.pointed(p.Kids[0])
	case ir.OpIndex, ir.OpDeref, ir.OpMember:
		if s.of(p) != still {
			return far
		}
		return still
	}
	return s.grown(p)
}

func (s *strider) grown(n *ir.Node) stride {
	by, known := s.growth(n)
	switch {
	case !known || by > nearby || by < -nearby:
		return far
	case by != 0:
		return near
	}
	return still
}

// growth returns by what the value of n grows when v grows by one, if that is a
// constant. The answer helps to choose a form and no more: overflow does not count.
func (s *strider) growth(n *ir.Node) (by int64, known bool) {
	switch n.Op {
	case ir.OpVar:
		return s.variable(n.Var)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl:
		return s.combined(n)
	case ir.OpCast, ir.OpPlus:
		return s.growth(n.Kids[0])
	case ir.OpNeg:
		by, known = s.growth(n.Kids[0])
		return -by, known
	}
	for _, k := range n.Kids {
		if by, known := s.growth(k); !known || by != 0 {
			return 0, false
		}
	}
	return 0, assignee(n) == nil
}

func (s *strider) variable(v *ir.Var) (by int64, known bool) {
	switch {
	case v == s.v:
		return 1, true
	case s.values[v] != nil:
		return s.growth(s.values[v])
	}
	return 0, !s.changed[v]
}

// combined is growth for sums and products.
func (s *strider) combined(n *ir.Node) (by int64, known bool) {
	a, knownA := s.growth(n.Kids[0])
	b, knownB := s.growth(n.Kids[1])
	switch {
	case !knownA || !knownB:
		return 0, false
	case a == 0 && b == 0:
		return 0, true
	case n.Op == ir.OpAdd:
		return a + b, true
	case n.Op == ir.OpSub:
		return a - b, true
	case n.Op == ir.OpShl:
		return 0, false
	}
	for i, grow := range []int64{a, b} {
		if factor := n.Kids[1-i]; factor.Op == ir.OpConst {
			return grow * factor.Int, true
		}
	}
	return 0, false
}
