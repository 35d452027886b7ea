package lower

import ir "omp2cl/ompir"

// gathered is one thread's share of iterations whose updates are gathered.
type gathered struct {
	*gatherer
	maker
	count     *ir.Node         // the call that computes the number of iterations
	straight  bool             // every work-item comes by exactly once
	declared  map[*ir.Var]bool // in the share
	moving    map[*ir.Var]bool // declared or assigned in the share
	sites     map[*ir.Node]*site
	locations []*location
}

// location is what updates of one kind go to: one object that is the same in all iterations,
// or the start of an array.
type location struct {
	op     string   // reduction operator
	target *ir.Node // the object; for an array, the array or a pointer to its first element
	elem   *ir.Type // of the object or the elements
	bins   int64    // how many elements are gathered, 0 for an object
	own    *ir.Var  // where they are
	limit  *ir.Var  // how many of them are in use
	sum    *ir.Var  // an object's value for the whole team
}

// site is an update that goes to a place.
type site struct {
	*atomicUpdate
	*location
	index *ir.Node // of the element, nil for an object
}

// Sizes in bytes of a thread's or a team's bins: for an array of known length, which is
// gathered as a whole or not at all, and of unknown length, and of what a kernel may
// keep in local memory.
const (
	mostBins    = 8 << 10
	unknownBins = 4 << 10
	mostLocal   = 16 << 10
)

// choose finds the updates of the loop that can be gathered and the locations that they
// go to. An update that cannot be is an access like others, which may be in the way of
// the rest.
func (l *gathered) choose(loop *ir.Node) {
	updates := l.updates(loop)
	for {
		a := l.listed(loop.Kids[3], updates)
		var left []*atomicUpdate
		l.sites, l.locations = map[*ir.Node]*site{}, nil
		for _, u := range updates {
			if !a.refused && !a.sees(u) && l.agrees(u, updates) && l.settle(u, a) {
				left = append(left, u)
			}
		}
		if len(left) == len(updates) {
			return
		}
		updates = left
	}
}

// agrees reports whether u can change its order with all other updates of the same
// memory.
func (g *gatherer) agrees(u *atomicUpdate, updates []*atomicUpdate) bool {
	for _, v := range updates {
		same := u.operator() == v.operator() && sameObjectType(u.x.Type, v.x.Type)
		if v != u && !same && g.mayAlias(u.x, v.x) {
			return false
		}
	}
	return true
}

// settle finds the place for an update. It fails where the place depends on the iteration
// or is too large.
func (l *gathered) settle(u *atomicUpdate, a *after) bool {
	p, s := &location{op: u.operator(), elem: unvolatile(u.x.Type)}, &site{atomicUpdate: u}
	if l.fixed(u.x, a) {
		p.target = u.x
	} else {
		length := int64(0)
		p.target, s.index, length = l.element(u.x)
		if p.target == nil || !l.fixedArray(p.target, a) || p.elem.Size() < 4 || p.op == "*" || !l.sizeBins(p, u, length) {
			return false
		}
	}
	if s.location = l.shared(p); s.location == nil {
		return false
	}
	l.sites[u.stmts[0]] = s
	return true
}

// sizeBins decides how many bins a place gets; length is the array's, -1 when unknown.
// Values are added in the precision of the array alone.
func (l *gathered) sizeBins(p *location, u *atomicUpdate, length int64) bool {
	most := unknownBins / p.elem.Size()
	if length >= 0 {
		most = mostBins / p.elem.Size()
	}
	if p.elem.IsFloat() && !common(p.elem, u.held.Var.Type, ir.OpAdd).Equal(p.elem) {
		return false
	}
	p.bins = length
	if length < 0 {
		p.bins = most
	}
	return p.bins > 0 && p.bins <= most
}

// shared returns the place like p that another update goes to, or p as a new one; nil
// when local memory has no room for it.
func (l *gathered) shared(p *location) *location {
	for _, q := range l.locations {
		if q.op == p.op && q.bins == p.bins && q.elem.Equal(p.elem) && sameLvalue(q.target, p.target) {
			return q
		}
	}
	bytes := p.bins * gathers(p.elem).Size()
	for _, q := range l.locations {
		bytes += q.bins * gathers(q.elem).Size()
	}
	for _, v := range l.k.Locals {
		bytes += v.Type.Size()
	}
	most := int64(mostLocal)
	if l.k.SharedWords > 1 {
		most = roomyLocals
	}
	if p.bins > 0 && bytes > most {
		return nil
	}
	l.locations = append(l.locations, p)
	return p
}

// element takes an element of an array apart: the array of its first elements, or a
// pointer to them, the index and the number of all elements, -1 when it is unknown.
func (l *gathered) element(x *ir.Node) (base, index *ir.Node, length int64) {
	switch {
	case x.Op == ir.OpDeref && x.Kids[0].Op == ir.OpAdd:
		p, i := x.Kids[0].Kids[0], x.Kids[0].Kids[1]
		if p.Type.IsInteger() {
			p, i = i, p
		}
		x = l.node(ir.OpIndex, x.Type, p, i)
	case x.Op != ir.OpIndex:
		return nil, nil, 0
	}
	a, i := x.Kids[0], l.cast(ir.TI64, x.Kids[1])
	switch {
	case a.Type.IsInteger() || x.Type.HasVLA():
		return nil, nil, 0
	case a.Type.Kind == ir.Pointer:
		return a, i, -1
	case a.Op != ir.OpIndex:
		return a, i, knownLength(a.Type)
	}
	base, row, rows := l.element(a)
	if base == nil || knownLength(a.Type) < 0 {
		return nil, nil, 0
	}
	index = l.bin(ir.OpAdd, ir.TI64, l.bin(ir.OpMul, ir.TI64, row, l.num(ir.TI64, a.Type.Len)), i)
	if rows > 0 {
		rows *= a.Type.Len
	}
	return l.flat(base, x.Type), index, rows
}

// knownLength is the length of an array type, -1 when it is unknown.
func knownLength(t *ir.Type) int64 {
	if t.LenExpr != nil || t.Len <= 0 {
		return -1
	}
	return t.Len
}

// flat is a pointer to the first of the elements of type t of an array of arrays.
func (l *gathered) flat(base *ir.Node, t *ir.Type) *ir.Node {
	if base.Type.Kind == ir.Array {
		base = l.addr(base)
	}
	return l.node(ir.OpCast, ir.PointerTo(unvolatile(t)), base)
}

// fixedArray reports whether the array, or the pointer to its elements, is the same in
// all iterations and can be told without a look at memory.
func (l *gathered) fixedArray(n *ir.Node, a *after) bool {
	switch {
	case n.Op == ir.OpCast && n.Type.Kind == ir.Pointer:
		return l.fixedArray(n.Kids[0], a)
	case n.Op == ir.OpAddr, n.Type.Kind == ir.Array:
		if n.Op == ir.OpAddr {
			n = n.Kids[0]
		}
		return l.fixed(n, a)
	}
	return l.constant(n, a)
}

// fixed reports whether the lvalue n is the same object in all iterations, found without
// a look at memory: perhaps nobody may look there.
func (l *gathered) fixed(n *ir.Node, a *after) bool {
	switch n.Op {
	case ir.OpVar:
		return !l.declared[n.Var]
	case ir.OpMember:
		return l.fixed(n.Kids[0], a)
	case ir.OpDeref:
		return l.constant(n.Kids[0], a)
	case ir.OpIndex:
		if n.Kids[0].Type.Kind == ir.Array {
			return l.fixed(n.Kids[0], a) && l.constant(n.Kids[1], a)
		}
		return l.constant(n.Kids[0], a) && l.constant(n.Kids[1], a)
	}
	return false
}

// constant reports whether the value n is the same in all iterations and takes no look
// at memory but at variables.
func (l *gathered) constant(n *ir.Node, a *after) bool {
	switch n.Op {
	case ir.OpConst:
		return true
	case ir.OpVar:
		if n.Type.Kind == ir.Array {
			return l.fixed(n, a)
		}
		return !l.moving[n.Var] && !n.Type.Volatile && !a.mayChange(n)
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpCast, ir.OpNeg:
		for _, k := range n.Kids {
			if !l.constant(k, a) {
				return false
			}
		}
		return true
	case ir.OpAddr:
		return l.fixed(n.Kids[0], a)
	}
	return false
}
