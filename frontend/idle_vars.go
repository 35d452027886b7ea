package frontend

import (
	"reflect"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// hostVar is what matters of a variable of the host code. One is idle when no
// pointer and no list item can lead to it: only the function's own code that names
// it reads and writes it.
type hostVar struct {
	decl      *cc.Declarator
	typ       *ompir.Type
	automatic bool
	constant  bool
}

// variable returns the variable that an expression names, nil for anything else.
func (s *idleScan) variable(x cc.ExpressionNode) *hostVar {
	p, ok := x.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, ok := lookup(p.LexicalScope(), p.Token).(*cc.Declarator)
	if !ok {
		return nil
	}
	return s.describe(d)
}

// describe returns what matters of a declared name, nil when it is no variable.
func (s *idleScan) describe(d *cc.Declarator) *hostVar {
	if v, known := s.vars[d]; known {
		return v
	}
	s.vars[d] = nil
	h := s.hostConv(s.def.Declarator.Name())
	if d.IsTypename() || h.isFunctionName(d) || !s.inUserText(d) {
		return nil
	}
	st := s.siteOf(d)
	if st.specs == nil {
		return nil
	}
	t, info := h.completeType(d, st)
	if st.param {
		t = parameterType(t)
	}
	static, extern := storage(st.specs)
	s.vars[d] = &hostVar{decl: d, typ: t, constant: info.isConst,
		automatic: !static && !extern && !info.threadLocal && !atFileScope(d)}
	return s.vars[d]
}

// idleScalar reports whether v is a scalar that only its name leads to.
func (s *idleScan) idleScalar(v *hostVar) bool {
	return v.automatic && v.typ.IsScalar() && !v.typ.Volatile && !s.exposed[v.decl]
}

// idleArray reports whether v is an array of scalars that is only indexed.
func (s *idleScan) idleArray(v *hostVar) bool {
	t := v.typ
	return v.automatic && t.Kind == ompir.Array && t.LenExpr == nil && t.Elem.IsScalar() && !t.Elem.Volatile && !s.exposed[v.decl]
}

// readable reports whether the host may read the scalar v: nobody changes a constant, and
// device code no object of another type than those it stores.
func (s *idleScan) readable(v *hostVar) bool {
	return s.idleScalar(v) || v.constant && v.typ.IsScalar() && !v.typ.Volatile || s.stored.apart(v.typ)
}

// declares reports whether d declares an idle scalar.
func (s *idleScan) declares(d *cc.Declarator) bool {
	v := s.describe(d)
	return v != nil && s.idleScalar(v)
}

// findExposed finds the variables that something else than their names leads to. It
// returns false for functions with nested functions or inline assembly, which may
// use variables in ways that are not seen.
func (s *idleScan) findExposed() bool {
	ok := true
	indexed := map[cc.ExpressionNode]bool{}
	visitNodes(reflect.ValueOf(s.def.CompoundStatement), func(n cc.Node) {
		switch n := n.(type) {
		case *cc.BlockItem:
			ok = ok && n.Case != cc.BlockItemFuncDef
		case *cc.AsmStatement:
			ok = false
		case *cc.Statement:
			s.exposeItems(n)
		case *cc.UnaryExpression:
			if n.Case == cc.UnaryExpressionAddrof {
				s.exposeObject(n.CastExpression)
			}
		case *cc.PostfixExpression:
			if n.Case == cc.PostfixExpressionIndex {
				indexed[unparen(n.PostfixExpression)] = true
			}
		case *cc.PrimaryExpression:
			if !indexed[n] {
				s.exposeArray(n)
			}
		}
	})
	return ok
}

func (s *idleScan) exposeName(x cc.ExpressionNode) {
	if v := s.variable(x); v != nil {
		s.exposed[v.decl] = true
	}
}

// exposeArray exposes a named array: it stands for a pointer.
func (s *idleScan) exposeArray(x cc.ExpressionNode) {
	if v := s.variable(x); v != nil && v.typ.Kind == ompir.Array {
		s.exposed[v.decl] = true
	}
}

// exposeObject exposes the variable that the lvalue x is or is part of.
func (s *idleScan) exposeObject(x cc.ExpressionNode) {
	switch y := unparen(x).(type) {
	case *cc.PrimaryExpression:
		if y.Case == cc.PrimaryExpressionIdent {
			s.exposeName(y)
			return
		}
	case *cc.PostfixExpression:
		switch y.Case {
		case cc.PostfixExpressionPSelect:
			return
		case cc.PostfixExpressionSelect:
			s.exposeObject(y.PostfixExpression)
			return
		case cc.PostfixExpressionIndex:
			if v := s.variable(unparen(y.PostfixExpression)); v != nil {
				s.exposeArray(unparen(y.PostfixExpression))
				return
			}
		}
	case *cc.UnaryExpression:
		if y.Case == cc.UnaryExpressionDeref {
			return
		}
	}
	s.exposeAll(x)
}

// exposeAll exposes every variable that x names.
func (s *idleScan) exposeAll(x cc.Node) {
	visitNodes(reflect.ValueOf(x), func(n cc.Node) {
		if p, ok := n.(*cc.PrimaryExpression); ok {
			s.exposeName(p)
		}
	})
}

// exposeItems exposes what a device construct passes by reference: its list items,
// and the arrays and structures that its region names.
func (s *idleScan) exposeItems(x *cc.Statement) {
	mk, body, args := s.markerOf(x)
	if mk == nil || mk.HostOnly || !offloads(&ompir.Directive{Parts: mk.Raw.Parts}) {
		return
	}
	for _, c := range mk.Raw.Clauses {
		if c.Kind == ompir.Defaultmap && body != nil {
			s.exposeAll(body)
		}
		if byValue[c.Kind] {
			continue
		}
		for _, it := range c.Items {
			if v := s.variable(unparen(args[it.X])); v == nil || v.typ.Kind != ompir.Pointer || len(it.Sections) == 0 {
				s.exposeObject(args[it.X])
			}
		}
	}
	if body != nil && mk.Raw.Has(ompir.Target) {
		visitNodes(reflect.ValueOf(body), func(n cc.Node) {
			if p, ok := n.(*cc.PrimaryExpression); ok {
				s.exposeArray(p)
			}
		})
	}
}

// byValue are the clauses whose items the region gets by value, or not at all.
var byValue = map[ompir.ClauseKind]bool{ompir.Firstprivate: true, ompir.PrivateC: true, ompir.IsDevicePtr: true, ompir.Shared: true}
