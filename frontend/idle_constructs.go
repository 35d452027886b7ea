package frontend

import (
	"reflect"

	"modernc.org/cc/v4"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// construct reports whether a directive is an idle device construct: what the host
// evaluates for it is idle. Deferred ones run in a task, which is another's code.
func (s *idleScan) construct(mk *mark, body *cc.Statement, args []cc.ExpressionNode) bool {
	if mk.HostOnly || !offloads(&ompir.Directive{Parts: mk.Raw.Parts}) || !s.clauses(mk.Raw, args) {
		return false
	}
	switch {
	case body == nil:
		return true
	case mk.Raw.Has(ompir.Target):
		return s.region(mk.Raw, body, args)
	}
	return s.stmt(body)
}

// clauses reports whether the expressions in all clauses are idle.
func (s *idleScan) clauses(r *omp.Raw, args []cc.ExpressionNode) bool {
	for _, c := range r.Clauses {
		switch c.Kind {
		case ompir.Depend, ompir.Nowait, ompir.UseDevicePtr, ompir.UseDevAddr, ompir.HasDevAddr, ompir.Defaultmap:
			return false
		case ompir.Map, ompir.To, ompir.From:
			if !s.items(c, args) {
				return false
			}
		}
		for _, i := range c.Args {
			if i >= 0 && !s.expr(args[i]) {
				return false
			}
		}
	}
	return true
}

func (s *idleScan) items(c *omp.RawClause, args []cc.ExpressionNode) bool {
	for _, it := range c.Items {
		if !s.listItem(it, args) {
			return false
		}
	}
	return true
}

// listItem reports whether the host finds a list item without looking into memory: a
// variable, or a section that starts from one.
func (s *idleScan) listItem(it *omp.RawItem, args []cc.ExpressionNode) bool {
	v := s.variable(unparen(args[it.X]))
	if v == nil || v.typ.Scalar().Kind == ompir.Unsupported {
		return false
	}
	t := v.typ
	for i, b := range it.Sections {
		if i == 0 && t.Kind == ompir.Pointer && !s.readable(v) || t.Kind != ompir.Array && (i > 0 || t.Kind != ompir.Pointer) {
			return false
		}
		t = t.Elem
		for _, bound := range []int{b.Lower, b.Length} {
			if bound >= 0 && !s.expr(args[bound]) {
				return false
			}
		}
	}
	return true
}

// region reports whether the host reads no memory that may be mapped for a target
// region: the scalars that it names are passed by value, unless they are mapped.
func (s *idleScan) region(r *omp.Raw, body *cc.Statement, args []cc.ExpressionNode) bool {
	byReference := s.mappedWhole(r, args)
	ok := true
	check := func(n cc.Node) {
		if p, isName := n.(*cc.PrimaryExpression); isName && p.Case == cc.PrimaryExpressionIdent {
			ok = ok && s.passes(p, body, byReference)
		}
	}
	visitNodes(reflect.ValueOf(body), check)
	for _, c := range r.Clauses {
		for _, it := range c.Items {
			if v := s.variable(unparen(args[it.X])); c.Kind == ompir.Firstprivate && (v == nil || !v.typ.IsScalar()) {
				return false
			}
			check(args[it.X])
		}
	}
	return ok
}

// mappedWhole returns the variables that map clauses name as a whole.
func (s *idleScan) mappedWhole(r *omp.Raw, args []cc.ExpressionNode) map[*cc.Declarator]bool {
	out := map[*cc.Declarator]bool{}
	for _, c := range r.Clauses {
		for _, it := range c.Items {
			if v := s.variable(unparen(args[it.X])); v != nil && c.Kind == ompir.Map && len(it.Sections) == 0 {
				out[v.decl] = true
			}
		}
	}
	return out
}

// passes reports whether the host passes what a name in a region stands for without
// reading memory that may be mapped.
func (s *idleScan) passes(x *cc.PrimaryExpression, body *cc.Statement, byReference map[*cc.Declarator]bool) bool {
	d, ok := lookup(x.LexicalScope(), x.Token).(*cc.Declarator)
	if !ok {
		_, constant := lookup(x.LexicalScope(), x.Token).(*cc.Enumerator)
		return constant
	}
	if s.hostConv("").isFunctionName(d) || d.IsTypename() || s.declaredIn(d, body) || byReference[d] {
		return true
	}
	v := s.describe(d)
	if v == nil {
		return false
	}
	switch v.typ.Kind {
	case ompir.Array, ompir.Struct, ompir.Union:
		return true
	}
	return s.readable(v)
}

// declaredIn reports whether d is declared within a statement.
func (s *idleScan) declaredIn(d *cc.Declarator, x *cc.Statement) bool {
	at := d.Position().Offset
	return s.inUserText(d) && at >= x.Position().Offset && at < lastToken(x).Position().Offset
}
