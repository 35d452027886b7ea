package frontend

import (
	"slices"

	"omp2cl/ompir"
)

// atomicForms says what statement each kind of atomic takes (OpenMP 4.5 §2.13.6).
var atomicForms = map[string]string{
	"read":    "v = x;",
	"write":   "x = expression;",
	"update":  "x++; x op= expression; or x = x op expression;",
	"capture": "v = x++; v = x op= expression; or a block of an update and a read",
}

// atomic checks the statement of an atomic construct and the type it works on.
func (ch *checker) atomic(n *ompir.Node) {
	if n.Dir.First(ompir.Compare) != nil {
		return // lower_atomics knows its forms
	}
	kind := n.Dir.First(ompir.AtomicKind).Mod
	body := n.Kids[0]
	for body.Op == ompir.OpBlock && len(body.Kids) == 1 {
		body = body.Kids[0]
	}
	x := atomicPlace(kind, body)
	if x == nil {
		ch.errorf(body.Pos, "atomic-form", "the statement after 'atomic %s' must have the form: %s", kind, atomicForms[kind])
		return
	}
	if !x.Type.IsScalar() {
		ch.errorf(body.Pos, "atomic-type", "'atomic' needs a variable of scalar type, not '%s'", typeName(x.Type))
	}
	if isBitField(x) {
		ch.errorf(body.Pos, "atomic-type", "'atomic' on bit-field '%s' is not supported", x.Str)
	}
}

func isBitField(n *ompir.Node) bool {
	if n.Op != ompir.OpMember || n.Kids[0].Type.Record == nil {
		return false
	}
	f := n.Kids[0].Type.Record.FieldNamed(n.Str)
	return f != nil && f.BitWidth > 0
}

// atomicPlace returns the lvalue that a statement reads or changes atomically, nil
// when the statement does not have the form of the kind.
func atomicPlace(kind string, s *ompir.Node) *ompir.Node {
	if kind == "capture" && s.Op == ompir.OpBlock {
		return captureBlock(s)
	}
	if s.Op != ompir.OpExpr {
		return nil
	}
	x := s.Kids[0]
	switch kind {
	case "read":
		if x.Op == ompir.OpAssign && isPlace(skipCast(x.Kids[1])) {
			return skipCast(x.Kids[1])
		}
	case "write":
		if x.Op == ompir.OpAssign {
			return x.Kids[0]
		}
	case "update":
		return updatePlace(x)
	case "capture":
		if x.Op == ompir.OpAssign {
			return updatePlace(skipCast(x.Kids[1]))
		}
	}
	return nil
}

// skipCast looks through the conversion to _Bool of a value that is read or captured.
func skipCast(n *ompir.Node) *ompir.Node {
	if n.Op == ompir.OpCast {
		return n.Kids[0]
	}
	return n
}

func isPlace(n *ompir.Node) bool {
	switch n.Op {
	case ompir.OpVar, ompir.OpIndex, ompir.OpMember, ompir.OpDeref:
		return true
	}
	return false
}

// updateOps are the operators of an atomic update.
var updateOps = []ompir.Op{ompir.OpAdd, ompir.OpSub, ompir.OpMul, ompir.OpDiv, ompir.OpAnd, ompir.OpOr,
	ompir.OpXor, ompir.OpShl, ompir.OpShr}

// updatePlace returns the lvalue that an expression updates.
func updatePlace(x *ompir.Node) *ompir.Node {
	switch x.Op {
	case ompir.OpPreInc, ompir.OpPreDec, ompir.OpPostInc, ompir.OpPostDec:
		return x.Kids[0]
	case ompir.OpAssignOp:
		if slices.Contains(updateOps, x.Sub) {
			return x.Kids[0]
		}
	case ompir.OpAssign:
		sum := skipCast(x.Kids[1])
		if len(sum.Kids) == 2 && slices.Contains(updateOps, sum.Op) &&
			(samePlace(x.Kids[0], sum.Kids[0]) || samePlace(x.Kids[0], sum.Kids[1])) {
			return x.Kids[0]
		}
	}
	return nil
}

// captureBlock returns the lvalue of { v = x; update x } and { update x; v = x; },
// where the update may also be an assignment.
func captureBlock(s *ompir.Node) *ompir.Node {
	if len(s.Kids) != 2 || s.Kids[0].Op != ompir.OpExpr || s.Kids[1].Op != ompir.OpExpr {
		return nil
	}
	a, b := s.Kids[0].Kids[0], s.Kids[1].Kids[0]
	if x := updatePlace(a); x != nil && reads(b, x) {
		return x
	}
	if x := updatePlace(b); x != nil && reads(a, x) {
		return x
	}
	if b.Op == ompir.OpAssign && reads(a, b.Kids[0]) {
		return b.Kids[0]
	}
	return nil
}

// reads reports whether n is an assignment of x's value.
func reads(n, x *ompir.Node) bool {
	return n.Op == ompir.OpAssign && samePlace(skipCast(n.Kids[1]), x)
}

// samePlace reports whether two lvalues are written alike.
func samePlace(a, b *ompir.Node) bool {
	if a.Op == ompir.OpCast && b.Op != ompir.OpCast {
		a = a.Kids[0] // a bit-field's promotion
	}
	if b.Op == ompir.OpCast && a.Op != ompir.OpCast {
		b = b.Kids[0]
	}
	if a.Op != b.Op || a.Var != b.Var || a.Func != b.Func || a.Int != b.Int || a.Str != b.Str || a.Sub != b.Sub || len(a.Kids) != len(b.Kids) {
		return false
	}
	for i := range a.Kids {
		if !samePlace(a.Kids[i], b.Kids[i]) {
			return false
		}
	}
	return true
}
