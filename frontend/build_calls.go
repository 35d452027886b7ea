package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// designated returns the name of the function that an expression designates, "" if
// it is no plain function name.
func (c *conv) designated(x cc.ExpressionNode) string {
	p, ok := c.callee(x)
	if !ok {
		return ""
	}
	if d, ok := lookup(p.LexicalScope(), p.Token).(*cc.Declarator); ok && c.isFunctionName(d) {
		return p.Token.SrcStr()
	}
	return ""
}

// callee strips parentheses, * and & of a called expression, and what _Generic selects it from.
func (c *conv) callee(x cc.ExpressionNode) (*cc.PrimaryExpression, bool) {
	for {
		switch y := unparen(x).(type) {
		case *cc.PrimaryExpression:
			if y.Case == cc.PrimaryExpressionGeneric {
				if x = c.selected(y.GenericSelection); x == nil {
					return nil, false
				}
				continue
			}
			return y, y.Case == cc.PrimaryExpressionIdent
		case *cc.UnaryExpression:
			if y.Case != cc.UnaryExpressionAddrof && y.Case != cc.UnaryExpressionDeref {
				return nil, false
			}
			x = y.CastExpression
		default:
			return nil, false
		}
	}
}

// isFunctionName reports whether d declares a function.
func (c *conv) isFunctionName(d *cc.Declarator) bool {
	is, known := c.isFunc[d]
	if !known {
		is = c.declaresFunction(d)
		c.isFunc[d] = is
	}
	return is
}

func (c *conv) declaresFunction(d *cc.Declarator) bool {
	switch {
	case d.IsTypename():
		return false
	case d.IsFuncDef():
		return true
	case d.DirectDeclarator.Case != cc.DirectDeclaratorIdent:
		return declaresFunction(d.DirectDeclarator) && !c.siteOf(d).param
	}
	// A function only if declared through a typedef.
	s := c.siteOf(d)
	if s.specs == nil || s.param || d.Pointer != nil || !hasTypedef(s.specs) {
		return false
	}
	t, _ := c.hostConv("").declaratorType(d, s)
	return isFunction(t)
}

func hasTypedef(ds *cc.DeclarationSpecifiers) bool {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersTypeSpec && ds.TypeSpecifier.Case == cc.TypeSpecifierTypeName {
			return true
		}
	}
	return false
}

// declaresFunction reports whether what a declarator applies to its name first is
// a parameter list.
func declaresFunction(dd *cc.DirectDeclarator) bool {
	for {
		switch dd.Case {
		case cc.DirectDeclaratorIdent:
			return false
		case cc.DirectDeclaratorDecl:
			if dd.Declarator.DirectDeclarator.Case == cc.DirectDeclaratorIdent {
				return false
			}
			dd = dd.Declarator.DirectDeclarator
			continue
		}
		inner := dd.DirectDeclarator
		function := dd.Case == cc.DirectDeclaratorFuncParam || dd.Case == cc.DirectDeclaratorFuncIdent
		switch {
		case inner.Case == cc.DirectDeclaratorIdent:
			return function
		case inner.Case == cc.DirectDeclaratorDecl && inner.Declarator.Pointer == nil && inner.Declarator.DirectDeclarator.Case == cc.DirectDeclaratorIdent:
			return function
		case inner.Case == cc.DirectDeclaratorDecl && inner.Declarator.Pointer != nil && inner.Declarator.DirectDeclarator.Case == cc.DirectDeclaratorIdent:
			return false
		}
		dd = inner
	}
}

// call converts a function call.
func (c *conv) call(x *cc.PostfixExpression) *ompir.Node {
	p, ok := c.callee(x.PostfixExpression)
	if !ok {
		return c.indirectCall(x)
	}
	name := p.Token.SrcStr()
	if fold := foldedBuiltins[name]; fold != nil {
		return fold(c, x, arguments(x))
	}
	if g := c.globals[name]; name == "alloca" && (g == nil || g.def == nil && (len(g.decls) == 0 || c.isSystem(g.decls[0]))) {
		return c.alloca(x, arguments(x))
	}
	if n := c.complexCall(x, name, arguments(x)); n != nil {
		return n
	}
	if refusedFunctions[name] != "" {
		c.errorf(x, refusedFunctions[name], "'%s' is not supported in device code", name)
	}
	d, declared := lookup(p.LexicalScope(), p.Token).(*cc.Declarator)
	if declared && !c.isFunctionName(d) {
		return c.indirectCall(x)
	}
	var args []*ompir.Node
	for _, a := range arguments(x) {
		args = append(args, c.promoted(c.expr(a)))
	}
	g := c.globalNamed(c.variantOf(x, name))
	if declared && len(g.decls) == 0 {
		g.decls = append(g.decls, d) // declared in a block only
	}
	if name == "printf" && len(args) > 0 && c.isLibrary(g) {
		args[0] = literalFormat(args[0])
	}
	if n := c.quotient(x, g, args); n != nil {
		return n
	}
	return c.directCall(x, g, args)
}

// literalFormat puts the string for a constant array that holds it: the devices' printf
// takes formats that are literals alone.
func literalFormat(n *ompir.Node) *ompir.Node {
	switch {
	case n.Op == ompir.OpVar && n.Var.Const && n.Var.Init != nil && n.Var.Init.Op == ompir.OpStr:
		text := *n.Var.Init
		text.Pos = n.Pos
		return &text
	case n.Op == ompir.OpCond:
		out := *n
		out.Kids = []*ompir.Node{n.Kids[0], literalFormat(n.Kids[1]), literalFormat(n.Kids[2])}
		return &out
	case n.Op == ompir.OpCast:
		out := *n
		out.Kids = []*ompir.Node{literalFormat(n.Kids[0])}
		return &out
	}
	return n
}

// arguments returns the arguments of a call.
func arguments(x *cc.PostfixExpression) (out []cc.ExpressionNode) {
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		out = append(out, l.AssignmentExpression)
	}
	return out
}

// refusedFunctions are functions with an error of their own.
var refusedFunctions = map[string]string{
	"setjmp": "unsupported-setjmp", "_setjmp": "unsupported-setjmp", "__sigsetjmp": "unsupported-setjmp",
	"longjmp": "unsupported-setjmp", "_longjmp": "unsupported-setjmp", "siglongjmp": "unsupported-setjmp",
	"__builtin_setjmp": "unsupported-setjmp", "__builtin_longjmp": "unsupported-setjmp",
}

// directCall calls the function named g.
func (c *conv) directCall(x cc.Node, g *global, args []*ompir.Node) *ompir.Node {
	n := node(ompir.OpCall, nil, c.pos(x), args...)
	switch {
	case !c.device || c.muted > 0:
		n.Str = g.name
		n.Type = c.resultOf(g)
		return n
	case c.isLibrary(g):
		n.Str = g.name
		c.libraryCall(n, g)
		return n
	}
	f := c.deviceFunction(x, g)
	if f == nil {
		n.Str, n.Type = g.name, c.resultOf(g)
		return n
	}
	n.Func, n.Type = f, f.Result
	if f.Result.Kind == ompir.Unsupported {
		c.badType(x, f.Result, "the result of '%s'", g.name)
	}
	c.passBools(n, f)
	return n
}

// isLibrary reports whether g is the library's own: not defined in the unit, except
// by a wrapper in a system header.
func (c *conv) isLibrary(g *global) bool {
	return ompir.IsLibrary(g.name) && !g.target && (g.def == nil || c.isSystem(g.def.Declarator))
}

// passBools makes conversions of arguments to _Bool explicit.
func (c *conv) passBools(n *ompir.Node, f *ompir.Func) {
	for i, a := range n.Kids {
		if i < len(f.Params) {
			n.Kids[i] = c.converted(a, f.Params[i].Type)
		}
	}
}

// libraryCall types the call of a library function. Arguments are converted
// explicitly: the device's functions are overloaded.
func (c *conv) libraryCall(n *ompir.Node, g *global) {
	result, params, _ := ompir.LibrarySignature(g.name)
	n.Type = result
	for i, a := range n.Kids {
		if i < len(params) && params[i].IsArithmetic() && !a.Type.Equal(params[i]) {
			n.Kids[i] = node(ompir.OpCast, params[i], a.Pos, a)
		}
	}
}

// resultOf returns the type of a function's value as declared.
func (c *conv) resultOf(g *global) *ompir.Type {
	if result, _, ok := ompir.LibrarySignature(g.name); ok && len(g.decls) == 0 {
		return result
	}
	if len(g.decls) > 0 {
		t, _ := c.hostConv("").declaratorType(g.decls[0], c.siteOf(g.decls[0]))
		if isFunction(t) {
			return t.Elem
		}
	}
	return ompir.TI32
}

// foldedBuiltins are gcc builtins that the front end resolves.
var foldedBuiltins map[string]func(*conv, *cc.PostfixExpression, []cc.ExpressionNode) *ompir.Node

func init() {
	foldedBuiltins = map[string]func(*conv, *cc.PostfixExpression, []cc.ExpressionNode) *ompir.Node{
		"__builtin_expect":                  (*conv).expect,
		"__builtin_expect_with_probability": (*conv).expect,
		"__builtin_constant_p":              (*conv).constantP,
		"__builtin_unreachable":             (*conv).unreachable,
		"__builtin_assume_aligned":          (*conv).assumeAligned,
		"__builtin_prefetch":                (*conv).unreachable,
		"__builtin_choose_expr":             (*conv).chooseExpr,
		"__ccgo__types_compatible_p":        (*conv).typesCompatible,
		"__builtin_tgmath":                  (*conv).typeGeneric,
		"__builtin_alloca":                  (*conv).alloca,
		"__builtin_alloca_with_align":       (*conv).alloca,
	}
	addAtomicBuiltins()
	addOverflowBuiltins()
	addCharacterTables()
}

func (c *conv) expect(x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
	n := c.promoted(c.expr(args[0]))
	return node(ompir.OpCast, ompir.TI64, n.Pos, n)
}

func (c *conv) constantP(x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
	n := c.quiet(args[0])
	_, isInt := c.constInt(n)
	_, isFloat := constFloat(n)
	return c.constNode(x, ompir.TI32, boolInt(isInt || isFloat || n.Op == ompir.OpStr))
}

// unreachable converts builtins that only inform the compiler.
func (c *conv) unreachable(x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
	return node(ompir.OpCast, ompir.TVoid, c.pos(x), c.constNode(x, ompir.TI32, 0))
}

func (c *conv) assumeAligned(x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
	n := c.expr(args[0])
	return node(ompir.OpCast, ompir.PointerTo(ompir.TVoid), n.Pos, n)
}

// alloca takes memory from the work-item's stack until the function returns.
func (c *conv) alloca(x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
	if len(args) == 0 {
		c.errorf(x, "too-few-arguments", "too few arguments in the call of alloca")
		return c.constNode(x, ompir.TI32, 0)
	}
	size := node(ompir.OpCast, ompir.TI64, c.pos(x), c.promoted(c.expr(args[0])))
	return preludeCall("stack_push", ompir.PointerTo(ompir.TVoid), c.pos(x), size)
}

// typeGeneric calls the function that a macro of <tgmath.h> selects: its candidates
// come first, for float, double, long double and, if there are six, for the complex
// types.
func (c *conv) typeGeneric(x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
	var names []string
	for len(args) > 0 && c.designated(args[0]) != "" {
		names, args = append(names, c.designated(args[0])), args[1:]
	}
	at := c.genericVersion(args, len(names))
	if at >= len(names) {
		c.errorf(x, "unsupported-function", "a type-generic call without a version for its arguments")
		return c.constNode(x, ompir.TI32, 0)
	}
	if n := c.complexCall(x, names[at], args); n != nil {
		return n
	}
	var nodes []*ompir.Node
	for _, a := range args {
		nodes = append(nodes, c.promoted(c.expr(a)))
	}
	return c.directCall(x, c.globalNamed(names[at]), nodes)
}

// genericVersion returns the number of the candidate for arguments of these types:
// float only if all of them are.
func (c *conv) genericVersion(args []cc.ExpressionNode, candidates int) int {
	at, complex := 0, false
	for _, a := range args {
		t := unqualified(c.typeOf(a))
		complex = complex || t.ComplexPart() != nil
		if t != ompir.TF32 && t.ComplexPart() != ompir.TF32 {
			at = 1
		}
	}
	if complex && candidates == 6 {
		at += 3
	}
	return at
}

func (c *conv) chooseExpr(x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
	if v, _ := c.constInt(c.quiet(args[0])); v != 0 {
		return c.expr(args[1])
	}
	return c.expr(args[2])
}

func (c *conv) typesCompatible(x *cc.PostfixExpression, args []cc.ExpressionNode) *ompir.Node {
	t, u := unqualified(c.typeOf(args[0])), unqualified(c.typeOf(args[1]))
	return c.constNode(x, ompir.TI32, boolInt(identical(t, u)))
}
