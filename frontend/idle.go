package frontend

import (
	"bytes"
	"reflect"

	"modernc.org/cc/v4"
)

// idleScan looks at the host code of one function for idle statements: those in
// which the host, besides device constructs, touches no memory that may be mapped.
// They read and write local variables that nothing can map (idle_vars.go), compute,
// branch and loop. What is not known to be idle is not: calls, pointers and arrays
// that are looked into, jumps that leave the statement, inline assembly.
type idleScan struct {
	*builder
	def     *cc.FunctionDefinition
	vars    map[*cc.Declarator]*hostVar
	exposed map[*cc.Declarator]bool // address taken, mapped, or an array that is not just indexed
	open    map[string]bool         // functions whose calls are like regions
	stored  *storedTypes            // what regions may change meanwhile; nil: anything
	loops   int                     // around the statement, within the idle one
	returns bool                    // return ends the idle code, and does not leave it
}

// newIdleScan returns nil for a function with something that it does not follow.
func (b *builder) newIdleScan(def *cc.FunctionDefinition, open map[string]bool) *idleScan {
	s := &idleScan{builder: b, def: def, vars: map[*cc.Declarator]*hostVar{}, exposed: map[*cc.Declarator]bool{}, open: open}
	if b.stored != nil {
		s.stored = b.stored(def.Declarator.Name())
	}
	if b.hasOpaque(def) || !s.findExposed() {
		return nil
	}
	return s
}

// hasOpaque reports whether a function has directives that nothing stands for in the
// tree: they may synchronize, or need the loops below them as they are.
func (b *builder) hasOpaque(def *cc.FunctionDefinition) bool {
	start := b.marked.origOffset(def.CompoundStatement.Token.Position().Offset)
	end := b.marked.origOffset(def.CompoundStatement.Token2.Position().Offset)
	for _, mk := range b.marked.Marks {
		if mk.Kind == markOpaque && mk.Pragma.Start >= start && mk.Pragma.Start < end {
			return true
		}
	}
	return false
}

// stmt reports whether a statement is idle.
func (s *idleScan) stmt(x *cc.Statement) bool {
	if mk, body, args := s.markerOf(x); mk != nil {
		return s.construct(mk, body, args)
	}
	switch x.Case {
	case cc.StatementCompound:
		return s.block(x.CompoundStatement)
	case cc.StatementExpr:
		list := x.ExpressionStatement.ExpressionList
		return list == nil || s.expr(list) || s.openCall(list)
	case cc.StatementSelection:
		return s.selection(x.SelectionStatement)
	case cc.StatementIteration:
		return s.iteration(x.IterationStatement)
	case cc.StatementJump:
		return s.jump(x.JumpStatement)
	}
	return false
}

// block reports whether a compound statement is idle. The variables that end with it
// must be idle too: a kernel may still run on others.
func (s *idleScan) block(x *cc.CompoundStatement) bool {
	for l := x.BlockItemList; l != nil; l = l.BlockItemList {
		if !s.item(l.BlockItem) {
			return false
		}
	}
	return true
}

func (s *idleScan) item(x *cc.BlockItem) bool {
	switch x.Case {
	case cc.BlockItemDecl:
		return s.declaration(x.Declaration)
	case cc.BlockItemStmt:
		return s.stmt(x.Statement)
	}
	return false
}

// declaration reports whether a declaration is one of idle scalars. An attribute may
// be a clean-up, which is a call.
func (s *idleScan) declaration(x *cc.Declaration) bool {
	if x.Case != cc.DeclarationDecl || hasAttributes(x) {
		return false
	}
	for l := x.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		id := l.InitDeclarator
		if id.Declarator.Name() == "__func__" {
			continue // cc/v4 declares it at the head of each function
		}
		if id.Declarator.IsTypename() || !s.declares(id.Declarator) {
			return false
		}
		if i := id.Initializer; i != nil && (i.Case != cc.InitializerExpr || !s.expr(i.AssignmentExpression)) {
			return false
		}
	}
	return true
}

func hasAttributes(x cc.Node) (found bool) {
	visitNodes(reflect.ValueOf(x), func(n cc.Node) {
		if _, ok := n.(*cc.AttributeSpecifierList); ok {
			found = true
		}
	})
	return found
}

// selection: branches that are not idle are guarded.
func (s *idleScan) selection(x *cc.SelectionStatement) bool {
	if x.Case == cc.SelectionStatementSwitch || !s.expr(x.ExpressionList) || !s.stmt(x.Statement) && !s.guardable(x.Statement) {
		return false
	}
	return x.Case != cc.SelectionStatementIfElse || s.stmt(x.Statement2) || s.guardable(x.Statement2)
}

// guardable reports whether the host can settle before a branch. Then the statement
// around it is idle, whatever the branch does.
func (s *idleScan) guardable(x *cc.Statement) bool { return !s.hasPragma(x) }

// guarded returns the branches of an idle if that are not idle.
func (s *idleScan) guarded(x *cc.SelectionStatement) (out []*cc.Statement) {
	branches := []*cc.Statement{x.Statement}
	if x.Case == cc.SelectionStatementIfElse {
		branches = append(branches, x.Statement2)
	}
	for _, b := range branches {
		if !s.stmt(b) {
			out = append(out, b)
		}
	}
	return out
}

func (s *idleScan) iteration(x *cc.IterationStatement) bool {
	if x.Case == cc.IterationStatementForDecl && !s.declaration(x.Declaration) {
		return false
	}
	s.loops++
	defer func() { s.loops-- }()
	return s.optional(x.ExpressionList) && s.optional(x.ExpressionList2) && s.optional(x.ExpressionList3) && s.stmt(x.Statement)
}

// jump reports whether a jump stays in the idle code.
func (s *idleScan) jump(x *cc.JumpStatement) bool {
	switch x.Case {
	case cc.JumpStatementBreak, cc.JumpStatementContinue:
		return s.loops > 0
	case cc.JumpStatementReturn:
		return s.returns && s.optional(x.ExpressionList)
	}
	return false
}

func (s *idleScan) optional(x cc.ExpressionNode) bool { return x == nil || s.expr(x) }

// openCall reports whether x calls a function that is idle itself, with idle
// arguments.
func (s *idleScan) openCall(x cc.ExpressionNode) bool {
	call := s.callOfOpen(x)
	if call == nil {
		return false
	}
	for _, a := range arguments(call) {
		if !s.expr(a) {
			return false
		}
	}
	return true
}

// callOfOpen returns x when it is the call of an open function, else nil.
func (s *idleScan) callOfOpen(x cc.ExpressionNode) *cc.PostfixExpression {
	call, ok := unparen(x).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return nil
	}
	p, ok := call.PostfixExpression.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent || !s.open[p.Token.SrcStr()] {
		return nil
	}
	if d, ok := lookup(p.LexicalScope(), p.Token).(*cc.Declarator); !ok || !atFileScope(d) {
		return nil
	}
	return call
}

// hasPragma reports whether a pragma for the host compiler stands right before a
// statement: no brace may come between.
func (b *builder) hasPragma(x *cc.Statement) bool {
	text := b.src.Text[:b.start(x)]
	for {
		text = bytes.TrimRight(text, " \t\r\n\f\v")
		line := text[bytes.LastIndexByte(text, '\n')+1:]
		word := bytes.TrimLeft(line, " \t")
		if !bytes.HasPrefix(word, []byte("#")) {
			return false
		}
		if bytes.HasPrefix(bytes.TrimLeft(word[1:], " \t"), []byte("pragma")) {
			return true
		}
		text = text[:len(text)-len(line)]
	}
}
