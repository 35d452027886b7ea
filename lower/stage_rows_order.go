package lower

import (
	"fmt"

	ir "omp2cl/ompir"
)

// findAccesses lists what the inner loop loads from and stores to memory that threads
// share. The variables of the host may lie there, too.
func (r *rowFinder) findAccesses() {
	for i, n := range r.statements() {
		result := n
		if n.Op == ir.OpExpr && n.Kids[0].Op == ir.OpAssign {
			result = n.Kids[0].Kids[0]
		}
		for _, to := range r.storesOf(n) {
			s := &rowAccess{x: to, statement: i}
			if to == result {
				s.place = r.placeOf(to)
			}
			r.stores = append(r.stores, s)
		}
		for _, x := range r.loadsOf(n) {
			r.loads = append(r.loads, &rowAccess{x, i, r.placeOf(x)})
		}
	}
	for _, x := range r.loadsOf(r.counter.Upper) {
		r.loads = append(r.loads, &rowAccess{x: x})
	}
}

// isOwn reports whether the lvalue n is a thread's own.
func (r *rowFinder) isOwn(n *ir.Node) bool {
	v := baseOf(n)
	return v != nil && (r.own[v] || r.private[v] || r.loopVars[v])
}

func (r *rowFinder) storesOf(n *ir.Node) []*ir.Node {
	var out []*ir.Node
	ir.Walk(n, func(x *ir.Node) bool {
		if to := assignee(x); to != nil && !r.isOwn(to) {
			out = append(out, to)
		}
		return true
	})
	return out
}

// loadsOf returns the loads in n; what is updated in place is loaded, too.
func (r *rowFinder) loadsOf(n *ir.Node) []*ir.Node {
	var out []*ir.Node
	stored := map[*ir.Node]bool{}
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpAssign {
			stored[x.Kids[0]] = true
		}
		if stored[x] || x.Type != nil && x.Type.Kind == ir.Array {
			return true
		}
		if (inMemory(x) || x.Op == ir.OpVar) && !r.isOwn(x) {
			out = append(out, x)
		}
		return true
	})
	return out
}

// ordered reports whether loads and stores of the inner loop may move as stageRows moves
// them, if the addresses are apart: each load is of other memory than the stores, or goes
// along with them; so does one store with another.
func (r *rowFinder) ordered() bool {
	if len(r.stores) > 0 && contains(r.loop, func(x *ir.Node) bool { return x.Op == ir.OpCall && x.Func != nil }) {
		return false
	}
	for i, s := range r.stores {
		for _, l := range r.loads {
			if r.g.mayAlias(l.x, s.x) && !r.goesWith(l, s) {
				return false
			}
		}
		for _, t := range r.stores[:i] {
			if (s.place != nil || t.place != nil) && r.g.mayAlias(t.x, s.x) && !r.goesWith(t, s) {
				return false
			}
		}
	}
	return true
}

// rowPlace is where an access lies in each iteration of the inner loop: so many elements
// behind a pointer or array that all threads share, plus what the form says.
type rowPlace struct {
	base     *ir.Node
	constant int64
	form     string
}

// placeOf returns the place of the element x, nil when it does not move by one element from
// one iteration of the inner loop to the next.
func (r *rowFinder) placeOf(x *ir.Node) *rowPlace {
	by := r.portable(x)
	if by == nil || by.Op != ir.OpIndex || by.Type.Kind == ir.Array {
		return nil
	}
	p := &rowPlace{}
	index := by.Kids[1]
	for isSigned(index) && (index.Op == ir.OpAdd || index.Op == ir.OpSub) && index.Kids[1].Op == ir.OpConst {
		if index.Op == ir.OpAdd {
			p.constant += index.Kids[1].Int
		} else {
			p.constant -= index.Kids[1].Int
		}
		index = index.Kids[0]
	}
	if !r.isStep(index) {
		return nil
	}
	p.form = fmt.Sprintf("%d %s", x.Type.Size(), ir.PrintNode(index))
	for p.base = by.Kids[0]; p.base.Op == ir.OpIndex && p.base.Type.Kind == ir.Array; p.base = p.base.Kids[0] {
		p.form += fmt.Sprintf(" %d %s", p.base.Type.Size(), ir.PrintNode(p.base.Kids[1]))
	}
	for p.base.Op == ir.OpAdd && p.base.Kids[0].Type.Decay().Kind == ir.Pointer {
		p.form += " + " + ir.PrintNode(p.base.Kids[1])
		p.base = p.base.Kids[0]
	}
	if p.base.Op != ir.OpVar || !r.shared(p.base.Var) {
		return nil
	}
	return p
}

// isSigned reports whether values of n's type do not wrap around, at least not before
// addresses do.
func isSigned(n *ir.Node) bool {
	return n.Type.IsInteger() && (n.Type.IsSigned() && n.Type.Size() >= 4 || n.Type.Size() == 8)
}

// isStep reports whether n grows by exactly one with each iteration of the inner loop.
func (r *rowFinder) isStep(n *ir.Node) bool {
	counter := map[*ir.Var]bool{r.counter.Var: true}
	switch {
	case n.Op == ir.OpVar:
		return n.Var == r.counter.Var
	case !isSigned(n):
		return false
	case n.Op == ir.OpCast:
		return n.Kids[0].Type.IsInteger() && n.Type.Size() >= n.Kids[0].Type.Size() && r.isStep(n.Kids[0])
	case n.Op == ir.OpAdd && mentions(n.Kids[1], counter):
		return !mentions(n.Kids[0], counter) && r.isStep(n.Kids[1])
	case n.Op == ir.OpAdd || n.Op == ir.OpSub:
		return !mentions(n.Kids[1], counter) && r.isStep(n.Kids[0])
	}
	return false
}

// goesWith reports whether the store s, in each iteration of the inner loop, is as far from
// the access a as in any other one; and, where they are at distances of one object, whether
// it is far enough.
func (r *rowFinder) goesWith(a, s *rowAccess) bool {
	if a.place == nil || s.place == nil || a.place.form != s.place.form {
		return false
	}
	by := s.place.constant - a.place.constant
	return !sameLvalue(a.place.base, s.place.base) || by < 0 || by >= 2*int64(rowWidths[0]) || by == 0 && r.first(a, s)
}

// first reports whether the load a, or what it stands for, comes before the store s in
// each iteration.
func (r *rowFinder) first(a, s *rowAccess) bool { return a.statement <= s.statement && !r.isStored(a) }

func (r *rowFinder) isStored(a *rowAccess) bool {
	for _, s := range r.stores {
		if s == a {
			return true
		}
	}
	return false
}

// apart is the condition that no load of the inner loop is of what the loop has stored
// shortly before, and that no two stores are to the same place at about the same time:
// while the elements of two steps are on their way.
func (r *rowFinder) apart(k maker) *ir.Node {
	var all *ir.Node
	seen := map[string]bool{}
	add := func(n *ir.Node) {
		text := ir.PrintNode(n)
		switch {
		case all == nil:
			all = n
		case !seen[text]:
			all = k.and(all, n)
		}
		seen[text] = true
	}
	for i, s := range r.stores {
		for _, l := range r.loads {
			if r.g.mayAlias(l.x, s.x) {
				add(r.behind(k, l, s))
			}
		}
		for _, t := range r.stores[:i] {
			if (s.place != nil || t.place != nil) && r.g.mayAlias(t.x, s.x) {
				add(r.behind(k, t, s))
				add(r.behind(k, s, t))
			}
		}
	}
	if all == nil {
		return k.num(ir.TI32, 1)
	}
	return all
}

// behind is the condition that the store s does not lie shortly behind the access a, nor
// at its place unless that one comes first.
func (r *rowFinder) behind(k maker, a, s *rowAccess) *ir.Node {
	size := s.x.Type.Size()
	by := k.bin(ir.OpSub, ir.TU64, r.address(k, s), r.address(k, a))
	far := k.cmp(ir.OpGe, by, k.num(ir.TU64, 2*int64(r.width)*size))
	if !r.first(a, s) {
		return far
	}
	return k.node(ir.OpLogOr, ir.TI32, far, k.cmp(ir.OpEq, by, k.num(ir.TU64, 0)))
}

// address is that of an access, but for what the form of its place says.
func (r *rowFinder) address(k maker, a *rowAccess) *ir.Node {
	base := a.place.base
	first := k.cast(ir.TU64, k.cast(base.Type.Decay(), base))
	return k.bin(ir.OpAdd, ir.TU64, first, k.num(ir.TU64, a.place.constant*a.x.Type.Size()))
}
