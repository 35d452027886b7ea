package frontend

import (
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// stmt converts a statement.
func (c *conv) stmt(s *cc.Statement) *ompir.Node {
	if mk, body, args := c.markerOf(s); mk != nil {
		return c.openMP(s, mk, body, args)
	}
	switch s.Case {
	case cc.StatementLabeled:
		return c.labeled(s.LabeledStatement)
	case cc.StatementCompound:
		return c.block(s.CompoundStatement)
	case cc.StatementExpr:
		return c.exprStmt(s)
	case cc.StatementSelection:
		return c.selection(s.SelectionStatement)
	case cc.StatementIteration:
		return c.iteration(s.IterationStatement)
	case cc.StatementJump:
		return c.jump(s.JumpStatement)
	}
	if !isEmptyAsm(s) {
		c.errorf(s, "unsupported-asm", "inline assembly is not supported in device code")
	}
	return node(ompir.OpEmpty, nil, c.pos(s))
}

// isEmptyAsm reports whether an asm statement has no instructions and no operands: a
// barrier for the host compiler, of which device code needs none.
func isEmptyAsm(s *cc.Statement) bool {
	a := s.AsmStatement.Asm
	if strings.Trim(a.Token3.SrcStr(), "\" ") != "" {
		return false
	}
	for l := a.AsmArgList; l != nil; l = l.AsmArgList {
		for x := l.AsmExpressionList; x != nil; x = x.AsmExpressionList {
			if x.AsmIndex != nil || !isString(x.AssignmentExpression) {
				return false
			}
		}
	}
	return true
}

func isString(x cc.ExpressionNode) bool {
	p, ok := x.(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionString
}

func (c *conv) exprStmt(s *cc.Statement) *ompir.Node {
	pos := c.pos(s)
	if s.ExpressionStatement.ExpressionList == nil {
		return node(ompir.OpEmpty, nil, pos)
	}
	return node(ompir.OpExpr, nil, pos, c.expr(s.ExpressionStatement.ExpressionList))
}

// block converts a compound statement.
func (c *conv) block(s *cc.CompoundStatement) *ompir.Node {
	n := node(ompir.OpBlock, nil, c.pos(s))
	for l := s.BlockItemList; l != nil; l = l.BlockItemList {
		switch item := l.BlockItem; item.Case {
		case cc.BlockItemDecl:
			n.Kids = append(n.Kids, c.declaration(item.Declaration)...)
		case cc.BlockItemStmt:
			n.Kids = append(n.Kids, c.stmt(item.Statement))
		case cc.BlockItemFuncDef:
			c.errorf(item, "unsupported-nested-function", "nested functions are not supported in device code")
		}
	}
	return n
}

// declaration converts the declaration of local variables.
func (c *conv) declaration(d *cc.Declaration) (out []*ompir.Node) {
	if d.Case == cc.DeclarationAssert {
		c.declarative(d.StaticAssertDeclaration)
		return nil
	}
	c.indexDeclaration(d, c.functionName(), nil)
	if d.Case == cc.DeclarationAuto {
		return c.declareLocal(d.Declarator, d.Initializer)
	}
	if d.InitDeclaratorList == nil {
		c.specifiers(d.DeclarationSpecifiers)
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		id := l.InitDeclarator
		switch {
		case id.Declarator.IsTypename():
			out = append(out, c.typedefLengths(id.Declarator)...)
		case id.Declarator.Name() == "__func__", isReducer(id.Declarator):
		case c.isFunctionName(id.Declarator):
			c.noteBlockFunction(id.Declarator)
		default:
			out = append(out, c.declareLocal(id.Declarator, id.Initializer)...)
		}
	}
	return out
}

// typedefLengths evaluates the lengths in a type that a typedef of device code names:
// they stay what they are there (C11 §6.7.8).
func (c *conv) typedefLengths(d *cc.Declarator) (out []*ompir.Node) {
	pre := c.pre
	c.pre = &out
	t, _ := c.declaratorType(d, c.siteOf(d))
	c.pre = pre
	if t.HasVLA() {
		c.typedefs[d] = t
	}
	return out
}

// noteBlockFunction notes a function declared in a block.
func (c *conv) noteBlockFunction(d *cc.Declarator) {
	if g := c.globalNamed(d.Name()); len(g.decls) == 0 {
		g.decls = append(g.decls, d)
	}
}

// declareLocal converts one declarator: lengths of variable-length arrays first,
// then the variable.
func (c *conv) declareLocal(d *cc.Declarator, init *cc.Initializer) (out []*ompir.Node) {
	s := c.sites[d]
	static, extern := storage(s.specs)
	if extern {
		return nil
	}
	pre := c.pre
	c.pre = &out
	t, info := c.completeType(d, s)
	c.pre = pre
	v := c.mod.NewVar(d.Name(), t, ompir.StorageLocal)
	v.Pos, v.Const, v.Align = c.pos(d), info.isConst, info.align
	c.locals[d] = v
	c.refusedVars[v] = c.checkValueType(d, t, "variable '"+v.Name+"'")
	if info.threadLocal {
		c.errorf(d, "unsupported-static", "thread-local variable '%s' is not supported in device code", v.Name)
	}
	c.noteConstantLocal(v, s, static)
	if static {
		c.staticLocal(d, v, init)
		return out
	}
	decl := node(ompir.OpDecl, nil, v.Pos)
	decl.Var = v
	if init != nil {
		decl.Kids = []*ompir.Node{c.initializer(t, init)}
	}
	return append(out, decl)
}

func (c *conv) noteConstantLocal(v *ompir.Var, s *site, static bool) {
	if static {
		v.Storage, v.InFunction = ompir.StorageFile, c.functionName()
	}
	c.noteConstant(v, s)
}

// staticLocal makes a static variable of device code one of the file: the device has
// an object of its own, as of a variable that declare target names.
func (c *conv) staticLocal(d *cc.Declarator, v *ompir.Var, init *cc.Initializer) {
	c.list(v)
	v.Target = true
	if v.Init == nil {
		v.Init = c.staticInit(v, init)
	}
	if v.Init == nil {
		c.errorf(d, "unsupported-static", "the initializer of static variable '%s' is not supported in device code", v.Name)
	}
}

// staticInit returns the initial value of a static variable, nil if it is not made of
// numbers.
func (c *conv) staticInit(v *ompir.Var, init *cc.Initializer) *ompir.Node {
	zero := node(ompir.OpInit, v.Type, v.Pos)
	switch {
	case init != nil:
		c.muted++
		n := c.initializer(v.Type, init)
		c.muted--
		if isConstantInit(n) {
			return n
		}
		return nil
	case v.Type.IsAggregate():
		return zero
	case v.Type.Kind == ompir.Pointer:
		return node(ompir.OpCast, v.Type, v.Pos, node(ompir.OpConst, ompir.TI32, v.Pos))
	}
	return node(ompir.OpCast, unqualified(v.Type), v.Pos, node(ompir.OpConst, ompir.TI32, v.Pos))
}

// labeled converts labels, case and default.
func (c *conv) labeled(s *cc.LabeledStatement) *ompir.Node {
	n := node(ompir.OpLabel, nil, c.pos(s))
	switch s.Case {
	case cc.LabeledStatementLabel:
		n.Str = s.Token.SrcStr()
	case cc.LabeledStatementDefault:
		n.Op = ompir.OpDefault
	default:
		n.Op = ompir.OpCase
		n.Int = c.caseValue(s.ConstantExpression)
		n.Int2 = n.Int
		if s.Case == cc.LabeledStatementRange {
			n.Int2 = c.caseValue(s.ConstantExpression2)
		}
	}
	n.Kids = []*ompir.Node{c.stmt(s.Statement)}
	return n
}

func (c *conv) caseValue(x cc.ExpressionNode) int64 {
	v, ok := c.constInt(c.quiet(x))
	if !ok {
		c.errorf(x, "unsupported-constant", "the case label is not a constant that omp2cl can evaluate")
	}
	return v
}

// substatement converts the statement of an if, switch or loop.
func (c *conv) substatement(s *cc.Statement) *ompir.Node {
	c.checkStandalone(s)
	return c.stmt(s)
}

// selection converts if and switch.
func (c *conv) selection(s *cc.SelectionStatement) *ompir.Node {
	pos := c.pos(s)
	test := truth(c.expr(s.ExpressionList))
	switch s.Case {
	case cc.SelectionStatementSwitch:
		return node(ompir.OpSwitch, nil, pos, c.promoted(test), c.substatement(s.Statement))
	case cc.SelectionStatementIfElse:
		return node(ompir.OpIf, nil, pos, test, c.substatement(s.Statement), c.substatement(s.Statement2))
	}
	return node(ompir.OpIf, nil, pos, test, c.substatement(s.Statement))
}

// iteration converts loops.
func (c *conv) iteration(s *cc.IterationStatement) *ompir.Node {
	pos := c.pos(s)
	switch s.Case {
	case cc.IterationStatementWhile:
		return node(ompir.OpWhile, nil, pos, truth(c.expr(s.ExpressionList)), c.substatement(s.Statement))
	case cc.IterationStatementDo:
		return node(ompir.OpDo, nil, pos, c.substatement(s.Statement), truth(c.expr(s.ExpressionList)))
	case cc.IterationStatementForDecl:
		init := c.forDeclaration(s, pos)
		return node(ompir.OpFor, nil, pos, init, truth(c.optional(s.ExpressionList, pos)), c.optional(s.ExpressionList2, pos), c.substatement(s.Statement))
	}
	init := c.optional(s.ExpressionList, pos)
	if init.Op != ompir.OpEmpty {
		init = node(ompir.OpExpr, nil, init.Pos, init)
	}
	return node(ompir.OpFor, nil, pos, init, truth(c.optional(s.ExpressionList2, pos)), c.optional(s.ExpressionList3, pos), c.substatement(s.Statement))
}

// forDeclaration converts the declaration in a for statement.
func (c *conv) forDeclaration(s *cc.IterationStatement, pos ompir.Pos) *ompir.Node {
	decls := c.declaration(s.Declaration)
	switch len(decls) {
	case 0:
		return node(ompir.OpEmpty, nil, pos)
	case 1:
		return decls[0]
	}
	n := node(ompir.OpBlock, nil, pos, decls...)
	n.Int = 1
	return n
}

func (c *conv) optional(x cc.ExpressionNode, pos ompir.Pos) *ompir.Node {
	if x == nil {
		return node(ompir.OpEmpty, nil, pos)
	}
	return c.expr(x)
}

// jump converts goto, continue, break and return.
func (c *conv) jump(s *cc.JumpStatement) *ompir.Node {
	n := node(ompir.OpGoto, nil, c.pos(s))
	switch s.Case {
	case cc.JumpStatementGoto:
		n.Str = s.Token2.SrcStr()
	case cc.JumpStatementGotoExpr:
		c.errorf(s, "unsupported-computed-goto", "computed goto is not supported in device code")
		n.Op = ompir.OpEmpty
	case cc.JumpStatementContinue:
		n.Op = ompir.OpContinue
	case cc.JumpStatementBreak:
		n.Op = ompir.OpBreak
	default:
		n.Op = ompir.OpReturn
		c.returnValue(n, s)
	}
	return n
}

func (c *conv) returnValue(n *ompir.Node, s *cc.JumpStatement) {
	if s.ExpressionList == nil {
		return
	}
	v := c.promoted(c.expr(s.ExpressionList))
	if c.fn != nil {
		v = c.converted(v, c.fn.f.Result)
	}
	n.Kids = []*ompir.Node{v}
}
