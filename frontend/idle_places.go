package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// spared reports whether the host may read the object x in memory while device code runs,
// because that stores objects of other types only (storedTypes), and may read what it
// finds the object by: p->table[i].at, **q.
func (s *idleScan) spared(x cc.ExpressionNode) bool {
	if s.stored == nil {
		return false
	}
	root := s.rootOfPlace(x)
	if root == nil {
		return false
	}
	before := len(s.diags.List)
	n := s.hostConv(s.def.Declarator.Name()).expr(x)
	return len(s.diags.List) == before && s.isRead(n, root)
}

// rootOfPlace returns the variable that x starts from if it is made of members, subscripts
// and what pointers lead to, with nothing to evaluate but idle subscripts.
func (s *idleScan) rootOfPlace(x cc.ExpressionNode) *hostVar {
	switch x := unparen(x).(type) {
	case *cc.PrimaryExpression:
		return s.variable(x)
	case *cc.PostfixExpression:
		switch {
		case x.Case == cc.PostfixExpressionIndex && s.expr(x.ExpressionList),
			x.Case == cc.PostfixExpressionSelect, x.Case == cc.PostfixExpressionPSelect:
			return s.rootOfPlace(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return s.rootOfPlace(x.CastExpression)
		}
	}
	return nil
}

// isRead reports whether the value of the place n, which starts from root, may be read. An
// array's is its address.
func (s *idleScan) isRead(n *ompir.Node, root *hostVar) bool {
	switch {
	case n.Op == ompir.OpVar && n.Type.Kind != ompir.Array:
		return s.readable(root)
	case n.Type.Kind == ompir.Array || s.stored.apart(n.Type):
		return s.isReached(n, root)
	}
	return false
}

// isReached reports whether what the place n is found by may be read.
func (s *idleScan) isReached(n *ompir.Node, root *hostVar) bool {
	switch n.Op {
	case ompir.OpVar:
		return true
	case ompir.OpMember:
		return n.Kids[0].Type.Kind == ompir.Struct && s.isReached(n.Kids[0], root)
	case ompir.OpIndex, ompir.OpDeref:
		return s.isRead(n.Kids[0], root)
	}
	return false
}
