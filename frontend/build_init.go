package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// initializer converts the initializer of an object of type t: a value, or an
// OpInit whose OpInitAt are in order of member or index, nested per aggregate
// (C11 §6.7.9). What it does not mention is zero.
func (c *conv) initializer(t *ompir.Type, x *cc.Initializer) *ompir.Node {
	if x.Case == cc.InitializerInitList {
		return c.initList(x, t, x.InitializerList)
	}
	if n := c.stringInit(t, x); n != nil {
		return n
	}
	return c.valueFor(unqualified(t), x.AssignmentExpression)
}

// stringInit converts a string constant that initializes a character array.
func (c *conv) stringInit(t *ompir.Type, x *cc.Initializer) *ompir.Node {
	if t.Kind != ompir.Array || t.Elem.Size() != 1 || x.Case != cc.InitializerExpr {
		return nil
	}
	p, ok := unparen(x.AssignmentExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionString {
		return nil
	}
	n := c.stringLiteral(p.Token)
	if t.Len >= 0 && int64(len(n.Str)) > t.Len {
		n.Str = n.Str[:t.Len]
	}
	if t.Len >= 0 {
		n.Type = ompir.ArrayOf(t.Len, t.Elem)
	}
	return n
}

// unparen removes parentheses.
func unparen(x cc.ExpressionNode) cc.ExpressionNode {
	for {
		p, ok := x.(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionExpr {
			return x
		}
		x = p.ExpressionList
	}
}

// initState walks an initializer list.
type initState struct {
	c    *conv
	list *cc.InitializerList // next item, nil at the end
}

// initList converts a braced list for an object of type t.
func (c *conv) initList(at cc.Node, t *ompir.Type, l *cc.InitializerList) *ompir.Node {
	pos := c.pos(at)
	if !t.IsAggregate() || t.ComplexPart() != nil {
		return c.scalarInit(at, t, l)
	}
	if l != nil && l.Designation == nil && l.InitializerList == nil {
		if n := c.stringInit(t, l.Initializer); n != nil {
			return n
		}
	}
	n := node(ompir.OpInit, t, pos)
	s := &initState{c: c, list: l}
	s.fill(n, t, true)
	return n
}

// scalarInit converts { x } for a scalar; {} is zero.
func (c *conv) scalarInit(at cc.Node, t *ompir.Type, l *cc.InitializerList) *ompir.Node {
	if l == nil {
		zero := c.constNode(at, ompir.TI32, 0)
		if t.Kind == ompir.Pointer {
			return node(ompir.OpCast, t, zero.Pos, zero)
		}
		return zero
	}
	return c.initializer(t, l.Initializer)
}

// fill consumes items for the members of an aggregate n of type t. At the top of a
// list designators select members; below it they end the aggregate.
func (s *initState) fill(n *ompir.Node, t *ompir.Type, top bool) {
	next := int64(0)
	for s.list != nil {
		item := s.list
		if item.Designation != nil {
			if !top {
				return
			}
			next = s.designated(n, t, item) + 1
			continue
		}
		for t.Kind != ompir.Array && next < int64(len(t.Record.Fields)) && t.Record.Fields[next].Name == "" {
			next++
		}
		if next >= memberCount(t) {
			if top {
				s.list = item.InitializerList // excess: the host compiler warns
				continue
			}
			return
		}
		s.place(n, t, next)
		next++
	}
}

// memberCount returns how many members an initializer list can fill.
func memberCount(t *ompir.Type) int64 {
	switch {
	case t.Kind == ompir.Array && t.Len < 0:
		return 1 << 40
	case t.Kind == ompir.Array:
		return t.Len
	case t.Kind == ompir.Union:
		return min(1, int64(len(t.Record.Fields)))
	}
	return int64(len(t.Record.Fields))
}

// memberType returns the type of the i-th member.
func memberType(t *ompir.Type, i int64) *ompir.Type {
	if t.Kind == ompir.Array {
		return t.Elem
	}
	return t.Record.Fields[i].Type
}

// place initializes the i-th member of n from the next item, or from several when
// the member is an aggregate without braces of its own.
func (s *initState) place(n *ompir.Node, t *ompir.Type, i int64) {
	item, mt := s.list, memberType(t, i)
	init := item.Initializer
	if init.Case == cc.InitializerExpr && mt.IsAggregate() && mt.ComplexPart() == nil {
		if str := s.c.stringInit(mt, init); str != nil {
			s.list = item.InitializerList
			s.set(n, t, i, str)
			return
		}
		if x := s.c.wholeValue(mt, init); x != nil {
			s.list = item.InitializerList
			s.set(n, t, i, x)
			return
		}
		s.fill(s.member(n, t, i), mt, false)
		return
	}
	s.list = item.InitializerList
	s.set(n, t, i, s.c.initializer(mt, init))
}

// wholeValue converts an initializer that is itself of the aggregate's type, else
// it returns nil.
func (c *conv) wholeValue(t *ompir.Type, x *cc.Initializer) *ompir.Node {
	if t.Kind == ompir.Array {
		return nil
	}
	if !c.typeOf(x.AssignmentExpression).Equal(t) {
		return nil
	}
	return c.expr(x.AssignmentExpression)
}

// at returns the OpInitAt of the i-th member, nil if it has none yet.
func at(n *ompir.Node, t *ompir.Type, i int64) *ompir.Node {
	for _, k := range n.Kids {
		if t.Kind == ompir.Array && k.Int == i || t.Kind != ompir.Array && k.Str == t.Record.Fields[i].Name {
			return k
		}
	}
	return nil
}

// set gives the i-th member a value; a later one replaces an earlier.
func (s *initState) set(n *ompir.Node, t *ompir.Type, i int64, v *ompir.Node) {
	k := at(n, t, i)
	if k == nil {
		k = node(ompir.OpInitAt, memberType(t, i), v.Pos)
		if t.Kind == ompir.Array {
			k.Int = i
		} else {
			k.Str = t.Record.Fields[i].Name
		}
		n.Kids = insertAt(n.Kids, k, t)
	}
	k.Kids = []*ompir.Node{v}
}

// insertAt keeps array members in order of index and record members in order of
// declaration; a union keeps its last.
func insertAt(kids []*ompir.Node, k *ompir.Node, t *ompir.Type) []*ompir.Node {
	if t.Kind == ompir.Union {
		return []*ompir.Node{k}
	}
	i := len(kids)
	for i > 0 && order(kids[i-1], t) > order(k, t) {
		i--
	}
	kids = append(kids, nil)
	copy(kids[i+1:], kids[i:])
	kids[i] = k
	return kids
}

func order(k *ompir.Node, t *ompir.Type) int64 {
	if t.Kind == ompir.Array {
		return k.Int
	}
	for i, f := range t.Record.Fields {
		if f.Name == k.Str {
			return int64(i)
		}
	}
	return 0
}

// member returns the initializer list of the i-th member, an aggregate.
func (s *initState) member(n *ompir.Node, t *ompir.Type, i int64) *ompir.Node {
	if k := at(n, t, i); k != nil && k.Kids[0].Op == ompir.OpInit {
		return k.Kids[0]
	}
	m := node(ompir.OpInit, memberType(t, i), n.Pos)
	s.set(n, t, i, m)
	return m
}

// designated initializes what a designation selects, and what follows it without
// one inside the same member, and returns the index of the member of t.
func (s *initState) designated(n *ompir.Node, t *ompir.Type, item *cc.InitializerList) int64 {
	var path []*cc.Designator
	for l := item.Designation.DesignatorList; l != nil; l = l.DesignatorList {
		path = append(path, l.Designator)
	}
	return s.descend(n, t, path, item)
}

// descend follows the rest of a designation from the aggregate n.
func (s *initState) descend(n *ompir.Node, t *ompir.Type, path []*cc.Designator, item *cc.InitializerList) int64 {
	first, last, ok := s.select1(t, path[0])
	if !ok {
		s.list = item.InitializerList
		return 0
	}
	if name := fieldDesignator(path[0]); name != "" && t.Record.Fields[first].Anonymous {
		m := s.member(n, t, first)
		s.descend(m, memberType(t, first), path, item)
		s.continueIn(m, memberType(t, first), name)
		return first
	}
	for i := first; i <= last; i++ {
		s.list = item
		if len(path) > 1 {
			m, mt := s.member(n, t, i), memberType(t, i)
			next := s.descend(m, mt, path[1:], item) + 1
			s.rest(m, mt, next)
			continue
		}
		s.undesignated(n, t, i, item)
	}
	return last
}

// undesignated places an item as if it had no designation.
func (s *initState) undesignated(n *ompir.Node, t *ompir.Type, i int64, item *cc.InitializerList) {
	plain := *item
	plain.Designation = nil
	s.list = &plain
	s.place(n, t, i)
}

// rest fills the members after a designated one in a nested aggregate.
func (s *initState) rest(n *ompir.Node, t *ompir.Type, next int64) {
	for s.list != nil && s.list.Designation == nil && next < memberCount(t) {
		s.place(n, t, next)
		next++
	}
}

// continueIn goes on after the member called name of an anonymous aggregate.
func (s *initState) continueIn(n *ompir.Node, t *ompir.Type, name string) {
	for i, f := range t.Record.Fields {
		if f.Name == name {
			s.rest(n, t, int64(i)+1)
		}
	}
}

func fieldDesignator(d *cc.Designator) string {
	switch d.Case {
	case cc.DesignatorField:
		return d.Token2.SrcStr()
	case cc.DesignatorField2:
		return d.Token.SrcStr()
	}
	return ""
}

// select1 returns the members that one designator selects: a range for arrays.
func (s *initState) select1(t *ompir.Type, d *cc.Designator) (first, last int64, ok bool) {
	if name := fieldDesignator(d); name != "" {
		if t.Record == nil {
			return 0, 0, false
		}
		path := fieldPath(t.Record, name)
		for i, f := range t.Record.Fields {
			if len(path) > 0 && f == path[0] {
				return int64(i), int64(i), true
			}
		}
		return 0, 0, false
	}
	first, ok = s.c.constInt(s.c.quiet(d.ConstantExpression))
	last = first
	if d.Case == cc.DesignatorIndex2 && ok {
		last, ok = s.c.constInt(s.c.quiet(d.ConstantExpression2))
	}
	return first, last, ok && t.Kind == ompir.Array
}

// initLength returns the length that an initializer gives to an array type.
func (c *conv) initLength(t *ompir.Type, x *cc.Initializer) int64 {
	c.muted++
	defer func() { c.muted-- }()
	if x.Case == cc.InitializerExpr {
		if n := c.stringInit(t, x); n != nil {
			return int64(len(n.Str)) + 1
		}
		return c.expr(x.AssignmentExpression).Type.Len
	}
	return c.listLength(t, x.InitializerList)
}

// listLength returns the length that a braced list gives to an array type.
func (c *conv) listLength(t *ompir.Type, l *cc.InitializerList) int64 {
	c.muted++
	defer func() { c.muted-- }()
	if l == nil {
		return 0
	}
	n := c.initList(l, t, l)
	if n.Op == ompir.OpStr {
		return int64(len(n.Str)) + 1
	}
	if len(n.Kids) == 0 {
		return 0
	}
	return n.Kids[len(n.Kids)-1].Int + 1
}
