package frontend

import (
	"reflect"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// freshFrom are the functions whose result is memory that nothing has mapped yet.
var freshFrom = map[string]bool{"malloc": true, "calloc": true, "aligned_alloc": true, "valloc": true, "memalign": true}

// keepsTo are functions that use memory but map none of it.
var keepsTo = map[string]bool{"free": true, "memset": true, "memcpy": true, "memmove": true}

// fresh reports whether a local pointer holds nothing but memory that its function
// fn allocates and keeps to itself: all uses are allocations, accesses to elements
// and tests. No other code can have mapped such memory.
func (b *builder) fresh(fn string, v *ompir.Var) bool {
	g := b.globals[fn]
	d := b.declaratorOf(v)
	if g == nil || g.def == nil || d == nil || b.siteOf(d).param || !v.Type.Elem.IsArithmetic() {
		return false
	}
	u := &pointerUses{d: d}
	if s := b.siteOf(d); s.init != nil && s.init.Initializer != nil {
		u.noteValue(s.init.Initializer.AssignmentExpression)
	}
	visitNodes(reflect.ValueOf(g.def.CompoundStatement), u.visit)
	return u.allocated && !u.other && u.uses == u.harmless
}

// declaratorOf returns the declarator of a block-scope variable of the host code.
func (b *builder) declaratorOf(v *ompir.Var) *cc.Declarator {
	for d, known := range b.vars {
		if known == v {
			return d
		}
	}
	return nil
}

// pointerUses counts what a function does with one pointer.
type pointerUses struct {
	d              *cc.Declarator
	uses, harmless int
	allocated      bool // gets the result of an allocation
	other          bool // gets another value, or the address of an element is taken
}

func (u *pointerUses) visit(n cc.Node) {
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		u.count(&u.uses, n)
	case *cc.AssignmentExpression:
		if n.Case == cc.AssignmentExpressionAssign && u.is(n.UnaryExpression) {
			u.harmless++
			u.noteValue(n.AssignmentExpression)
		}
	case *cc.PostfixExpression:
		u.postfix(n)
	case *cc.UnaryExpression:
		u.unary(n)
	case *cc.EqualityExpression:
		u.count(&u.harmless, n.EqualityExpression)
		u.count(&u.harmless, n.RelationalExpression)
	}
}

func (u *pointerUses) postfix(n *cc.PostfixExpression) {
	switch {
	case n.Case == cc.PostfixExpressionIndex:
		u.count(&u.harmless, n.PostfixExpression)
	case n.Case == cc.PostfixExpressionCall && keepsTo[calledName(n)]:
		for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
			u.count(&u.harmless, l.AssignmentExpression)
		}
	}
}

func (u *pointerUses) unary(n *cc.UnaryExpression) {
	switch n.Case {
	case cc.UnaryExpressionDeref, cc.UnaryExpressionNot:
		u.count(&u.harmless, n.CastExpression)
	case cc.UnaryExpressionAddrof:
		visitNodes(reflect.ValueOf(n.CastExpression), func(k cc.Node) {
			if x, ok := k.(*cc.PrimaryExpression); ok && u.is(x) {
				u.other = true
			}
		})
	}
}

// noteValue notes a value that the pointer gets.
func (u *pointerUses) noteValue(x cc.ExpressionNode) {
	if call, ok := unwrapped(x).(*cc.PostfixExpression); ok && freshFrom[calledName(call)] {
		u.allocated = true
	} else if k, ok := unwrapped(x).(*cc.PrimaryExpression); !ok || k.Case != cc.PrimaryExpressionInt {
		u.other = true
	}
}

func (u *pointerUses) count(to *int, x cc.ExpressionNode) {
	if u.is(x) {
		*to++
	}
}

// is reports whether x names the pointer.
func (u *pointerUses) is(x cc.ExpressionNode) bool {
	p, ok := x.(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionIdent && p.Token.SrcStr() == u.d.Name() && lookup(p.LexicalScope(), p.Token) == cc.Node(u.d)
}

// calledName is the name of the function that n calls, or "".
func calledName(n *cc.PostfixExpression) string {
	if p, ok := n.PostfixExpression.(*cc.PrimaryExpression); ok && n.Case == cc.PostfixExpressionCall && p.Case == cc.PrimaryExpressionIdent {
		return p.Token.SrcStr()
	}
	return ""
}

// unwrapped is x without casts and parentheses.
func unwrapped(x cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch n := x.(type) {
		case *cc.CastExpression:
			x = n.CastExpression
			continue
		case *cc.PrimaryExpression:
			if n.Case == cc.PrimaryExpressionExpr {
				x = n.ExpressionList
				continue
			}
		}
		return x
	}
}
