package frontend

import (
	"reflect"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// A typedef of a host function keeps the lengths that its arrays have where it stands (C11
// §6.7.8). Device code that names it evaluates them anew, which is the same as long as the
// function does not change their variables in between.

// fixedLengths reports the use of a typedef of the host whose lengths may have changed.
func (c *conv) fixedLengths(use cc.Token, d *cc.Declarator, t *ompir.Type) {
	g := c.globals[c.host]
	if !c.device || c.muted > 0 || g == nil || g.def == nil || !t.HasVLA() {
		return
	}
	for _, v := range lengthVars(t) {
		u := &laterChange{pointerUses: pointerUses{d: c.declaratorOf(v)}, after: d.Position().Offset}
		if u.d == nil || v.Const {
			continue
		}
		visitNodes(reflect.ValueOf(g.def.CompoundStatement), u.visit)
		if u.found {
			c.errorf(use, "unsupported-typedef", "the length of type '%s' is not available in device code: '%s' changes after the typedef", d.Name(), v.Name)
			return
		}
	}
}

// lengthVars returns the variables of the host in the lengths of a type.
func lengthVars(t *ompir.Type) (out []*ompir.Var) {
	for ; t != nil && (t.Kind == ompir.Array || t.Kind == ompir.Pointer); t = t.Elem {
		ompir.Walk(t.LenExpr, func(n *ompir.Node) bool {
			if n.Op == ompir.OpVar && n.Var.Storage == ompir.StorageHost {
				out = append(out, n.Var)
			}
			return true
		})
	}
	return out
}

// laterChange finds what may change a variable behind an offset of the text.
type laterChange struct {
	pointerUses
	after int
	found bool
}

func (u *laterChange) visit(n cc.Node) {
	switch n := n.(type) {
	case *cc.AssignmentExpression:
		u.note(n.UnaryExpression)
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionInc || n.Case == cc.PostfixExpressionDec {
			u.note(n.PostfixExpression)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			u.note(n.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			u.note(n.CastExpression)
		}
	}
}

func (u *laterChange) note(x cc.ExpressionNode) {
	if x != nil && u.is(unwrapped(x)) && x.Position().Offset > u.after {
		u.found = true
	}
}
