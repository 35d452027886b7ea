package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// Precedence levels of C's expressions, loosest first.
const (
	precComma = iota + 1
	precAssign
	precCond
	precLogOr
	precLogAnd
	precOr
	precXor
	precAnd
	precEquality
	precRelation
	precShift
	precSum
	precProduct
	precUnary
	precPostfix
	precPrimary
)

// binaryOp is the spelling and precedence of a binary operator.
type binaryOp struct {
	text string
	prec int
}

var binaryOps = map[ompir.Op]binaryOp{
	ompir.OpAdd: {"+", precSum}, ompir.OpSub: {"-", precSum},
	ompir.OpMul: {"*", precProduct}, ompir.OpDiv: {"/", precProduct}, ompir.OpRem: {"%", precProduct},
	ompir.OpAnd: {"&", precAnd}, ompir.OpOr: {"|", precOr}, ompir.OpXor: {"^", precXor},
	ompir.OpShl: {"<<", precShift}, ompir.OpShr: {">>", precShift},
	ompir.OpLt: {"<", precRelation}, ompir.OpGt: {">", precRelation},
	ompir.OpLe: {"<=", precRelation}, ompir.OpGe: {">=", precRelation},
	ompir.OpEq: {"==", precEquality}, ompir.OpNe: {"!=", precEquality},
	ompir.OpLogAnd: {"&&", precLogAnd}, ompir.OpLogOr: {"||", precLogOr},
}

var prefixOps = map[ompir.Op]string{ompir.OpNeg: "-", ompir.OpPlus: "+", ompir.OpCompl: "~",
	ompir.OpDeref: "*", ompir.OpAddr: "&", ompir.OpPreInc: "++", ompir.OpPreDec: "--"}

var postfixOps = map[ompir.Op]string{ompir.OpPostInc: "++", ompir.OpPostDec: "--"}

// typeOf returns the type of an expression; a variable's node may leave it out.
func typeOf(n *ompir.Node) *ompir.Type {
	if n.Type == nil && n.Op == ompir.OpVar {
		return n.Var.Type
	}
	return n.Type
}

// expr prints n for a place that takes expressions of at least precedence min.
func (p *printer) expr(n *ompir.Node, min int) string {
	s, prec := p.raw(n)
	if prec < min {
		return "(" + s + ")"
	}
	return s
}

// raw prints n without parentheses around it and returns its precedence.
func (p *printer) raw(n *ompir.Node) (string, int) {
	if op, ok := binaryOps[n.Op]; ok {
		return p.binary(n, op)
	}
	if op, ok := prefixOps[n.Op]; ok {
		return p.prefix(n, op)
	}
	if op, ok := postfixOps[n.Op]; ok {
		return p.increment(n, op, true)
	}
	switch n.Op {
	case ompir.OpVar:
		return p.variable(n.Var)
	case ompir.OpConst:
		return intLiteral(typeOf(n), n.Int)
	case ompir.OpFConst:
		return floatLiteral(typeOf(n), n.Str, p.dialect)
	case ompir.OpStr:
		return stringLiteral(n.Str), precPrimary
	case ompir.OpNot:
		return p.not(n)
	case ompir.OpComma:
		return p.discarded(n.Kids[0]) + ", " + p.expr(n.Kids[1], precAssign), precComma
	case ompir.OpAssign:
		return p.expr(n.Kids[0], precUnary) + " = " + p.converted(n.Kids[1], typeOf(n.Kids[0]), precAssign), precAssign
	case ompir.OpAssignOp:
		return p.compoundAssign(n)
	case ompir.OpCond:
		return p.conditional(n)
	case ompir.OpCast:
		return p.cast(n)
	case ompir.OpIndex:
		return p.expr(n.Kids[0], precPostfix) + "[" + p.expr(n.Kids[1], precComma) + "]", precPostfix
	case ompir.OpMember:
		return p.member(n)
	case ompir.OpCall:
		return p.call(n)
	case ompir.OpSizeof:
		return "sizeof(" + p.typeName(n.Of) + ")", precUnary
	case ompir.OpInit:
		return p.initList(n), precPrimary
	case ompir.OpCompound:
		return p.compound(n)
	case ompir.OpStmtExpr:
		return p.statementExpr(n), precPrimary
	}
	panic("BUG: codegen: no expression: " + n.Op.String())
}

// binary prints a binary operator. Where mixing operators reads badly (and gcc
// warns) operands get parentheses that C does not ask for.
func (p *printer) binary(n *ompir.Node, op binaryOp) (string, int) {
	if s, ok := p.voidPointerSum(n); ok {
		return s, precUnary
	}
	left, right := op.prec, op.prec+1
	switch {
	case n.Op == ompir.OpLogOr || op.prec == precEquality || op.prec == precRelation:
		left = op.prec + 1
	case op.prec == precAnd || op.prec == precOr || op.prec == precXor || op.prec == precShift:
		left, right = precProduct, precProduct
		if n.Kids[0].Op == n.Op && op.prec != precShift {
			left = op.prec
		}
	}
	if n.Op == ompir.OpLogOr {
		left, right = precOr, precOr
		if n.Kids[0].Op == ompir.OpLogOr {
			left = precLogOr
		}
	}
	if n.Op == ompir.OpLogAnd || n.Op == ompir.OpLogOr {
		return p.condition(n.Kids[0], left) + " " + op.text + " " + p.condition(n.Kids[1], right), op.prec
	}
	return p.expr(n.Kids[0], left) + " " + op.text + " " + p.expr(n.Kids[1], right), op.prec
}

// voidPointerSum prints arithmetic on a void pointer, GNU C's with a size of 1,
// through a char pointer.
func (p *printer) voidPointerSum(n *ompir.Node) (string, bool) {
	t := typeOf(n)
	if n.Op != ompir.OpAdd && n.Op != ompir.OpSub || !isVoidPointer(t) {
		return "", false
	}
	kids := [2]string{}
	for i, k := range n.Kids {
		kids[i] = p.expr(k, precSum+i)
		if kt := typeOf(k); isVoidPointer(kt) {
			kids[i] = "(" + p.typeName(retarget(kt, ompir.TI8)) + ")" + p.expr(k, precUnary)
		}
	}
	return "(" + p.typeName(t) + ")(" + kids[0] + " " + binaryOps[n.Op].text + " " + kids[1] + ")", true
}

func isVoidPointer(t *ompir.Type) bool {
	return t != nil && t.Kind == ompir.Pointer && t.Elem.Kind == ompir.Void
}

// retarget returns the pointer type t with another pointee in the same space.
func retarget(t, elem *ompir.Type) *ompir.Type {
	return &ompir.Type{Kind: ompir.Pointer, Elem: elem, Space: t.Space}
}

// condition prints n where only its being zero matters. OpenCL C takes no
// floating-point value there.
func (p *printer) condition(n *ompir.Node, min int) string {
	if n.Op == ompir.OpAssign {
		return "(" + p.expr(n, precComma) + ")"
	}
	if typeOf(n).IsFloat() && p.dialect == kernelDialect {
		s := p.expr(n, precRelation) + " != 0"
		if min > precEquality {
			return "(" + s + ")"
		}
		return s
	}
	return p.expr(n, min)
}

func (p *printer) not(n *ompir.Node) (string, int) {
	if k := n.Kids[0]; typeOf(k).IsFloat() {
		return p.expr(k, precRelation) + " == 0", precEquality
	}
	return "!" + p.expr(n.Kids[0], precUnary), precUnary
}

func (p *printer) prefix(n *ompir.Node, op string) (string, int) {
	k := n.Kids[0]
	switch {
	case n.Op == ompir.OpPreInc || n.Op == ompir.OpPreDec:
		return p.increment(n, op, false)
	case n.Op == ompir.OpAddr && k.Op == ompir.OpDeref && typeOf(k.Kids[0]).Kind == ompir.Pointer:
		return p.raw(k.Kids[0])
	case n.Op == ompir.OpDeref && k.Op == ompir.OpAddr:
		return p.raw(k.Kids[0])
	}
	if s, prec := p.raw(k); n.Op == ompir.OpAddr && prec == precUnary && s[0] == '*' {
		return s[1:], precUnary
	}
	s := p.expr(k, precUnary)
	if s[0] == op[len(op)-1] {
		op += " "
	}
	return op + s, precUnary
}

// increment prints ++ and --. C's _Bool saturates where a uchar would count.
func (p *printer) increment(n *ompir.Node, op string, after bool) (string, int) {
	k := n.Kids[0]
	switch {
	case p.dialect == kernelDialect && typeOf(k).Kind == ompir.Bool:
		return p.boolIncrement(k, op, after), precPrimary
	case isVoidPointer(typeOf(k)) && p.dialect == kernelDialect:
		inner := "*(" + p.typeName(ompirPointer(retarget(typeOf(k), ompir.TI8), p.spaceOf(k))) + ")&" + p.expr(k, precUnary)
		if after {
			return "(" + inner + ")" + op, precPostfix
		}
		return op + inner, precUnary
	case after:
		return p.expr(k, precPostfix) + op, precPostfix
	}
	return op + p.expr(k, precUnary), precUnary
}

// ompirPointer returns a pointer to elem in space.
func ompirPointer(elem *ompir.Type, space ompir.Space) *ompir.Type {
	return &ompir.Type{Kind: ompir.Pointer, Elem: elem, Space: space}
}

func (p *printer) boolIncrement(k *ompir.Node, op string, after bool) string {
	at := p.names.fresh("flag")
	value := "1"
	if op == "--" {
		value = "!*" + at
	}
	ptr := p.declare(ompirPointer(ompir.TBool, p.spaceOf(k)), ompir.NoSpace, at) + " = &" + p.expr(k, precUnary) + "; "
	if !after {
		return "({ " + ptr + "*" + at + " = " + value + "; })"
	}
	old := p.names.fresh("old")
	return "({ " + ptr + "uchar " + old + " = *" + at + "; *" + at + " = " + value + "; " + old + "; })"
}

// compoundAssign prints x op= y. A _Bool target is converted through "!= 0".
func (p *printer) compoundAssign(n *ompir.Node) (string, int) {
	x, y := n.Kids[0], n.Kids[1]
	op := binaryOps[n.Sub]
	if p.dialect == kernelDialect && typeOf(x).Kind == ompir.Bool {
		return p.boolCompound(x, y, op), precPrimary
	}
	if isVoidPointer(typeOf(x)) && p.dialect == kernelDialect {
		ptr := p.typeName(ompirPointer(retarget(typeOf(x), ompir.TI8), p.spaceOf(x)))
		return "*(" + ptr + ")&" + p.expr(x, precUnary) + " " + op.text + "= " + p.expr(y, precAssign), precAssign
	}
	return p.expr(x, precUnary) + " " + op.text + "= " + p.expr(y, precAssign), precAssign
}

func (p *printer) boolCompound(x, y *ompir.Node, op binaryOp) string {
	at := p.names.fresh("flag")
	return "({ " + p.declare(ompirPointer(ompir.TBool, p.spaceOf(x)), ompir.NoSpace, at) + " = &" + p.expr(x, precUnary) + "; *" +
		at + " = (*" + at + " " + op.text + " " + p.expr(y, precProduct+1) + ") != 0; })"
}

func (p *printer) conditional(n *ompir.Node) (string, int) {
	return p.condition(n.Kids[0], precLogOr) + " ? " + p.converted(n.Kids[1], typeOf(n), precComma) + " : " +
		p.converted(n.Kids[2], typeOf(n), precCond), precCond
}

func (p *printer) cast(n *ompir.Node) (string, int) {
	k, t := n.Kids[0], typeOf(n)
	switch {
	case t.Kind == ompir.Bool && p.dialect == kernelDialect && isTruth(k):
		return p.raw(k)
	case t.Kind == ompir.Bool && p.dialect == kernelDialect:
		return p.expr(k, precRelation) + " != 0", precEquality
	case t.Kind == ompir.Struct || t.Kind == ompir.Union:
		return p.raw(k) // a conversion to the same record changes nothing
	case t.Kind == ompir.Vec && typeOf(k).Kind == ompir.Vec:
		return "omp2cl_convert(" + p.typeName(t) + ", " + p.expr(k, precAssign) + ")", precPostfix
	}
	if t.Kind == ompir.Vec { // without parentheses (*a)[i] would be element i of a vector literal
		return "(" + p.typeName(t) + ")(" + p.expr(k, precAssign) + ")", precUnary
	}
	return "(" + p.typeName(t) + ")" + p.expr(k, precUnary), precUnary
}

// isTruth reports whether n is 0 or 1 by construction.
func isTruth(n *ompir.Node) bool {
	switch n.Op {
	case ompir.OpNot, ompir.OpLt, ompir.OpGt, ompir.OpLe, ompir.OpGe, ompir.OpEq, ompir.OpNe,
		ompir.OpLogAnd, ompir.OpLogOr:
		return true
	case ompir.OpConst:
		return n.Int == 0 || n.Int == 1
	}
	return typeOf(n).Kind == ompir.Bool
}

// converted prints n as a value for an object of type t. C converts by itself,
// except to our _Bool.
func (p *printer) converted(n *ompir.Node, t *ompir.Type, min int) string {
	if t != nil && t.Kind == ompir.Bool && p.dialect == kernelDialect && !isTruth(n) {
		return p.expr(n, precRelation) + " != 0"
	}
	if p.dialect == kernelDialect && pointsElsewhere(typeOf(n), t) {
		return "(" + p.typeName(t) + ")" + p.expr(n, precUnary)
	}
	return p.expr(n, min)
}

// pointsElsewhere reports whether a value of type from needs a cast to become a
// pointer of type to: what they point to differs, and neither is void.
func pointsElsewhere(from, to *ompir.Type) bool {
	if from == nil || to == nil || to.Kind != ompir.Pointer || from.Kind != ompir.Pointer && from.Kind != ompir.Array {
		return false
	}
	a, b := from.Elem, to.Elem
	return !a.Equal(b) && a.Kind != ompir.Void && b.Kind != ompir.Void && a.Kind != ompir.Unsupported
}

func (p *printer) member(n *ompir.Node) (string, int) {
	k := n.Kids[0]
	name := memberName(n.Str)
	if k.Op == ompir.OpDeref {
		return p.expr(k.Kids[0], precPostfix) + "->" + name, precPostfix
	}
	if k.Op == ompir.OpVar {
		if s, prec := p.raw(k); prec == precUnary && strings.HasPrefix(s, "*") {
			return s[1:] + "->" + name, precPostfix
		}
	}
	return p.expr(k, precPostfix) + "." + name, precPostfix
}

// initList prints an initializer list. Arrays get designators only where elements
// are left out.
func (p *printer) initList(n *ompir.Node) string {
	if len(n.Kids) == 0 {
		return "{0}"
	}
	inArray := typeOf(n).Kind == ompir.Array
	parts := make([]string, len(n.Kids))
	next := int64(0)
	for i, at := range n.Kids {
		value := p.converted(at.Kids[0], typeOf(at), precAssign)
		switch {
		case !inArray:
			parts[i] = "." + memberName(at.Str) + " = " + value
		case at.Int != next:
			parts[i] = "[" + strconv.FormatInt(at.Int, 10) + "] = " + value
		default:
			parts[i] = value
		}
		next = at.Int + 1
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// spaceOf returns the address space that the lvalue n lies in.
func (p *printer) spaceOf(n *ompir.Node) ompir.Space {
	switch n.Op {
	case ompir.OpVar:
		if n.Var.Storage == ompir.StorageFile {
			return ompir.Global
		}
		if n.Var.Space != ompir.NoSpace {
			return n.Var.Space
		}
	case ompir.OpDeref:
		return typeOf(n.Kids[0]).Space
	case ompir.OpIndex:
		if t := typeOf(n.Kids[0]); t.Kind == ompir.Pointer {
			return t.Space
		}
		return p.spaceOf(n.Kids[0])
	case ompir.OpMember:
		return p.spaceOf(n.Kids[0])
	}
	return ompir.Private
}
