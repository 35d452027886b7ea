package frontend

import (
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// gcc's builtins that tell whether an operation overflows compute with operands of any
// integer types as if these had no limits. Each operand becomes a number of 128 bits,
// whose upper half is its sign:
//
//	({ ulong x = A, x_sign = A < 0 ? -1 : 0, y = B, ...; *RESULT = (T)(x + y); omp2cl_c_add_overflows(x, x_sign, y, y_sign, bits of T, T is signed); })

// addOverflowBuiltins adds them to the builtins that the front end resolves.
func addOverflowBuiltins() {
	for name, op := range map[string]ompir.Op{"add": ompir.OpAdd, "sub": ompir.OpSub, "mul": ompir.OpMul} {
		types := map[string]*ompir.Type{name: nil, "s" + name: ompir.TI32, "s" + name + "l": ompir.TI64, "s" + name + "ll": longLong,
			"u" + name: ompir.TU32, "u" + name + "l": ompir.TU64, "u" + name + "ll": uLongLong}
		for typed, t := range types {
			foldedBuiltins["__builtin_"+typed+"_overflow"] = func(c *conv, x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
				return c.overflow(x, args, overflowing{op: op, name: name, operands: t, stores: true})
			}
		}
		foldedBuiltins["__builtin_"+name+"_overflow_p"] = func(c *conv, x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
			return c.overflow(x, args, overflowing{op: op, name: name})
		}
	}
}

// overflowing is one of the builtins: operands is the type that operands are converted
// to, nil for any; stores, whether the third argument points to the result or is only
// of its type.
type overflowing struct {
	op       ompir.Op
	name     string
	operands *ompir.Type
	stores   bool
}

// overflow converts a call of one of the builtins.
func (c *conv) overflow(x *cc.PostfixExpression, args []cc.ExpressionNode, o overflowing) *ompir.Node {
	if len(args) < 3 {
		c.errorf(x, "too-few-arguments", "too few arguments in the call of an overflow builtin")
		return c.constNode(x, ompir.TI32, 0)
	}
	var s stmtList
	pos := c.pos(x)
	a, aSign := s.wide(c, c.expr(args[0]), o.operands)
	b, bSign := s.wide(c, c.expr(args[1]), o.operands)
	t := unqualified(c.typeOf(args[2]).Decay())
	if o.stores {
		at := s.temporary(c, "result", t, c.expr(args[2]))
		if t = t.Elem; t == nil || !t.IsInteger() {
			c.errorf(x, "unsupported-type", "the result of '__builtin_%s_overflow' is no integer", o.name)
			return c.constNode(x, ompir.TI32, 0)
		}
		value := node(ompir.OpCast, unqualified(t), pos, node(o.op, ompir.TU64, pos, varNode(a, pos), varNode(b, pos)))
		place := node(ompir.OpDeref, t, pos, varNode(at, pos))
		s.add(node(ompir.OpAssign, unqualified(t), pos, place, value))
	}
	call := preludeCall("c_"+o.name+"_overflows", ompir.TI32, pos, varNode(a, pos), varNode(aSign, pos),
		varNode(b, pos), varNode(bSign, pos), c.constNode(x, ompir.TI32, 8*t.Size()), c.constNode(x, ompir.TI32, boolInt(t.IsSigned())))
	return s.value(node(ompir.OpCast, ompir.TBool, pos, call))
}

// stmtList is the contents of a statement expression in the making.
type stmtList struct{ list []*ompir.Node }

func (s *stmtList) add(n *ompir.Node) { s.list = append(s.list, node(ompir.OpExpr, nil, n.Pos, n)) }

func (s *stmtList) temporary(c *conv, name string, t *ompir.Type, init *ompir.Node) *ompir.Var {
	v, decl := c.temporary(name, t, init)
	s.list = append(s.list, decl)
	return v
}

// value returns the statement expression, which ends with n.
func (s *stmtList) value(n *ompir.Node) *ompir.Node {
	s.add(n)
	return node(ompir.OpStmtExpr, unqualified(n.Type), n.Pos, node(ompir.OpBlock, nil, n.Pos, s.list...))
}

// wide declares variables for the lower and upper 64 bits of n, converted to t first if
// there is one.
func (s *stmtList) wide(c *conv, n *ompir.Node, t *ompir.Type) (low, sign *ompir.Var) {
	n = c.promoted(n)
	if t == nil {
		t = promote(unqualified(n.Type))
	}
	x := s.temporary(c, "operand", t, node(ompir.OpCast, t, n.Pos, n))
	ref := func() *ompir.Node { return varNode(x, n.Pos) }
	low = s.temporary(c, "low", ompir.TU64, node(ompir.OpCast, ompir.TU64, n.Pos, ref()))
	zero := node(ompir.OpConst, ompir.TU64, n.Pos)
	upper := zero
	if t.IsSigned() {
		ones := node(ompir.OpConst, ompir.TU64, n.Pos)
		ones.Int = -1
		negative := node(ompir.OpLt, ompir.TI32, n.Pos, ref(), node(ompir.OpConst, t, n.Pos))
		upper = node(ompir.OpCond, ompir.TU64, n.Pos, negative, ones, zero)
	}
	return low, s.temporary(c, "sign", ompir.TU64, upper)
}

// quotients are the functions of <stdlib.h> that return a record.
var quotients = map[string]bool{"div": true, "ldiv": true, "lldiv": true, "imaxdiv": true}

// quotient converts a call of div or its like, nil if the name is another function's:
//
//	({ T x = A, y = B; R r; r.quot = x / y; r.rem = x % y; r; })
func (c *conv) quotient(x *cc.PostfixExpression, g *global, args []*ompir.Node) *ompir.Node {
	if !quotients[strings.TrimPrefix(g.name, "__builtin_")] || g.def != nil || len(g.decls) == 0 || !c.isSystem(g.decls[0]) || len(args) != 2 {
		return nil
	}
	record := unqualified(c.resultOf(g))
	if record.Record == nil {
		return nil
	}
	var s stmtList
	pos := c.pos(x)
	r, decl := c.temporary("quotient", record, node(ompir.OpConst, ompir.TI32, pos))
	decl.Kids = nil
	s.list = append(s.list, decl)
	member := func(name string) *ompir.Node { return c.fieldOf(x, varNode(r, pos), record.Record.FieldNamed(name)) }
	t := unqualified(member("quot").Type)
	a := s.temporary(c, "dividend", t, node(ompir.OpCast, t, pos, args[0]))
	b := s.temporary(c, "divisor", t, node(ompir.OpCast, t, pos, args[1]))
	set := func(name string, op ompir.Op) {
		s.add(node(ompir.OpAssign, t, pos, member(name), node(op, t, pos, varNode(a, pos), varNode(b, pos))))
	}
	set("quot", ompir.OpDiv)
	set("rem", ompir.OpRem)
	return s.value(varNode(r, pos))
}
