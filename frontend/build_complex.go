package frontend

import (
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// complexOf returns the type of complex numbers with parts of type part.
func (b *builder) complexOf(part *ompir.Type) *ompir.Type {
	if b.complexes == nil {
		b.complexes = map[ompir.Kind]*ompir.Type{}
	}
	t := b.complexes[part.Kind]
	if t == nil {
		r := ompir.NewComplexRecord(part)
		b.mod.Records = append(b.mod.Records, r)
		t = &ompir.Type{Kind: ompir.Struct, Record: r}
		b.complexes[part.Kind] = t
	}
	return t
}

// isComplex reports whether a value is a complex number.
func isComplex(n *ompir.Node) bool { return n.Type != nil && n.Type.ComplexPart() != nil }

// preludeCall calls a function of the device prelude.
func preludeCall(name string, t *ompir.Type, pos ompir.Pos, args ...*ompir.Node) *ompir.Node {
	n := node(ompir.OpCall, t, pos, args...)
	n.Str = "omp2cl_" + name
	return n
}

// part makes a real value one of type t, for the prelude's overloaded functions.
func part(n *ompir.Node, t *ompir.Type) *ompir.Node {
	if unqualified(n.Type) == t {
		return n
	}
	return node(ompir.OpCast, t, n.Pos, n)
}

// commonPart returns the type of the parts of the result when a complex number
// meets another number (C11 §6.3.1.8).
func commonPart(l, r *ompir.Node) *ompir.Type {
	for _, n := range []*ompir.Node{l, r} {
		if unqualified(n.Type) == ompir.TF64 || n.Type.ComplexPart() == ompir.TF64 {
			return ompir.TF64
		}
	}
	return ompir.TF32
}

// toComplex converts a number to a complex one with parts of type p.
func (c *conv) toComplex(n *ompir.Node, p *ompir.Type) *ompir.Node {
	from, t := n.Type.ComplexPart(), c.complexOf(p)
	switch {
	case from == p:
		return n
	case from != nil:
		return preludeCall(map[ompir.Kind]string{ompir.Float32: "cnarrow", ompir.Float64: "cwiden"}[p.Kind], t, n.Pos, n)
	}
	zero := &ompir.Node{Op: ompir.OpFConst, Type: p, Str: "0.0", Pos: n.Pos}
	return preludeCall("cmake", t, n.Pos, part(n, p), zero)
}

// complexConverted makes a conversion from or to a complex number.
func (c *conv) complexConverted(n *ompir.Node, t *ompir.Type) *ompir.Node {
	switch p := t.ComplexPart(); {
	case p != nil && (isComplex(n) || n.Type.IsArithmetic()):
		return c.toComplex(n, p)
	case p != nil || !isComplex(n) || !t.IsArithmetic():
		return n
	case t.Kind == ompir.Bool:
		return node(ompir.OpCast, ompir.TBool, n.Pos, truth(n))
	}
	real := preludeCall("creal", n.Type.ComplexPart(), n.Pos, n)
	return part(real, unqualified(t))
}

// truth is what a controlling expression or an operand of ! tests.
func truth(n *ompir.Node) *ompir.Node {
	if isComplex(n) {
		return preludeCall("ctrue", ompir.TI32, n.Pos, n)
	}
	return n
}

// complexOps are the prelude's functions for operators on complex numbers.
var complexOps = map[ompir.Op]string{ompir.OpAdd: "cadd", ompir.OpSub: "csub", ompir.OpMul: "cmul",
	ompir.OpDiv: "cdiv", ompir.OpEq: "cequal", ompir.OpNe: "cequal"}

// operation applies a binary operator to converted operands.
func (c *conv) operation(op ompir.Op, pos ompir.Pos, l, r *ompir.Node) *ompir.Node {
	if !isComplex(l) && !isComplex(r) {
		l, r = functionOperands(l, r)
		return node(op, binaryType(op, l, r), pos, l, r)
	}
	p := commonPart(l, r)
	name := complexOps[op]
	if name == "" || !isComplex(l) && !l.Type.IsArithmetic() || !isComplex(r) && !r.Type.IsArithmetic() {
		c.diags.Add(ompir.Errorf(pos, CannotParse, "invalid operands of a binary operator: complex numbers do not have it"))
		return l
	}
	l, r = c.complexOperand(op, l, p), c.complexOperand(op, r, p)
	switch op {
	case ompir.OpEq:
		return preludeCall(name, ompir.TI32, pos, l, r)
	case ompir.OpNe:
		return node(ompir.OpNot, ompir.TI32, pos, preludeCall(name, ompir.TI32, pos, l, r))
	}
	return preludeCall(name, c.complexOf(p), pos, l, r)
}

// functionOperands makes a null pointer that is compared with a pointer to a function an
// integer as well.
func functionOperands(l, r *ompir.Node) (*ompir.Node, *ompir.Node) {
	switch {
	case isFunctionPointer(l.Type) && r.Type.Kind == ompir.Pointer:
		return l, node(ompir.OpCast, ompir.TU64, r.Pos, r)
	case isFunctionPointer(r.Type) && l.Type.Kind == ompir.Pointer:
		return node(ompir.OpCast, ompir.TU64, l.Pos, l), r
	}
	return l, r
}

// complexOperand converts an operand. Real numbers stay real where the operator
// takes them (C11 §G.5): a product with one has no NaN where an infinity meets the
// zero of an imaginary part.
func (c *conv) complexOperand(op ompir.Op, n *ompir.Node, p *ompir.Type) *ompir.Node {
	if isComplex(n) || op == ompir.OpEq || op == ompir.OpNe {
		return c.toComplex(n, p)
	}
	return part(n, p)
}

// complexSign converts + - and ~, which is the conjugate, of a complex number.
func (c *conv) complexSign(op ompir.Op, n *ompir.Node) *ompir.Node {
	switch op {
	case ompir.OpNeg:
		return preludeCall("cneg", unqualified(n.Type), n.Pos, n)
	case ompir.OpCompl:
		return preludeCall("cconj", unqualified(n.Type), n.Pos, n)
	}
	return n
}

// partOf converts __real__ and __imag__, which are lvalues if their operand is one.
func (c *conv) partOf(x *cc.UnaryExpression) *ompir.Node {
	n := c.expr(x.UnaryExpression)
	imaginary := x.Case == cc.UnaryExpressionImag
	switch p := n.Type.ComplexPart(); {
	case p != nil && imaginary:
		return c.fieldOf(x, n, n.Type.Record.Fields[1])
	case p != nil:
		return c.fieldOf(x, n, n.Type.Record.Fields[0])
	case imaginary && n.Type.IsArithmetic():
		return node(ompir.OpCast, unqualified(n.Type), n.Pos, c.constNode(x, ompir.TI32, 0))
	}
	return n
}

// complexOperands converts the operands of ?: to one type.
func (c *conv) complexOperands(l, r *ompir.Node) (x, y *ompir.Node) {
	if !isComplex(l) && !isComplex(r) || l.Type.Kind == ompir.Void || r.Type.Kind == ompir.Void {
		return l, r
	}
	p := commonPart(l, r)
	return c.toComplex(l, p), c.toComplex(r, p)
}

// complexFunctions are the functions of <complex.h>, by their names for double (the
// versions for float end in f), and whether their result is complex.
var complexFunctions = map[string]bool{"creal": false, "cimag": false, "cabs": false, "carg": false,
	"conj": true, "cproj": true, "cexp": true, "clog": true, "csqrt": true, "cpow": true,
	"csin": true, "ccos": true, "ctan": true, "csinh": true, "ccosh": true, "ctanh": true,
	"casin": true, "cacos": true, "catan": true, "casinh": true, "cacosh": true, "catanh": true}

// complexCall converts the call of a function of <complex.h> that the program does
// not define itself, nil if it is none.
func (c *conv) complexCall(x cc.Node, name string, args []cc.ExpressionNode) *ompir.Node {
	if g := c.globals[name]; !c.device || g != nil && (g.def != nil || g.target) {
		return nil
	}
	base := strings.TrimPrefix(name, "__builtin_")
	if base == "complex" && len(args) == 2 && base != name {
		l, r := c.expr(args[0]), c.expr(args[1])
		p := commonPart(l, r)
		return preludeCall("cmake", c.complexOf(p), c.pos(x), part(l, p), part(r, p))
	}
	p := ompir.TF64
	if _, double := complexFunctions[base]; !double {
		p, base = ompir.TF32, strings.TrimSuffix(base, "f")
		if _, single := complexFunctions[base]; !single || name == base {
			return nil
		}
	}
	return c.complexFunction(x, base, p, args)
}

func (c *conv) complexFunction(x cc.Node, base string, p *ompir.Type, args []cc.ExpressionNode) *ompir.Node {
	want := 1
	if base == "cpow" {
		want = 2
	}
	if len(args) != want {
		return nil
	}
	t := p
	if complexFunctions[base] {
		t = c.complexOf(p)
	}
	var operands []*ompir.Node
	for _, a := range args {
		operands = append(operands, c.toComplex(c.promoted(c.expr(a)), p))
	}
	if base == "conj" {
		base = "cconj"
	}
	return preludeCall(base, t, c.pos(x), operands...)
}

// imaginary splits gcc's suffix i or j off a floating constant.
func imaginary(text string) (rest string, found bool) {
	body := strings.TrimRight(text, "fFlLiIjJ")
	suffix := text[len(body):]
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune("iIjJ", r) {
			return -1
		}
		return r
	}, suffix)
	return body + plain, plain != suffix
}
