package ompir

// operandKinds gives, for each statement, which operands are statements: 's',
// expressions: 'e', or expressions that OpEmpty may stand for: '?'. The last
// letter repeats.
var operandKinds = map[Op]string{
	OpBlock: "s", OpDecl: "e", OpExpr: "e", OpIf: "ess", OpFor: "s??s", OpWhile: "es", OpDo: "se",
	OpSwitch: "es", OpCase: "s", OpDefault: "s", OpReturn: "e", OpLabel: "s", OpOMP: "s",
}

// stmt checks a statement and everything below it.
func (v *verifier) stmt(n *Node) {
	if v.err != nil || !v.shape(n) {
		return
	}
	if !n.Op.IsStmt() {
		v.fail(n, "an expression stands where a statement must")
		return
	}
	saved, mark := v.code, len(v.undo)
	v.enter(n)
	v.operands(n)
	v.code = saved
	if n.Op == OpFor || n.Op == OpBlock && n.Int == 0 {
		v.leave(mark)
	}
}

// shape checks that n is there and has as many operands as its operation takes.
func (v *verifier) shape(n *Node) bool {
	if n == nil {
		v.failAt(Pos{}, "missing operand")
		return false
	}
	if n.Op <= OpInvalid || n.Op >= numOps {
		v.failAt(n.Pos, "operation %d", int(n.Op))
		return false
	}
	info := ops[n.Op]
	if len(n.Kids) < info.min || info.max >= 0 && len(n.Kids) > info.max {
		v.fail(n, "%d operands", len(n.Kids))
		return false
	}
	return true
}

// enter checks the statement n itself and sets up the context of its operands.
func (v *verifier) enter(n *Node) {
	switch n.Op {
	case OpDecl:
		v.declaration(n)
	case OpFor, OpWhile, OpDo:
		v.code.loops++
	case OpSwitch:
		v.code.switches++
	case OpCase, OpDefault:
		v.require(n, v.code.switches > 0, "no switch around it")
	case OpBreak:
		v.require(n, v.code.loops+v.code.switches > 0, "no loop or switch around it")
	case OpContinue:
		v.require(n, v.code.loops > 0, "no loop around it")
	case OpGoto:
		v.require(n, v.code.labels[n.Str], "no label "+n.Str)
	case OpReturn:
		v.returns(n)
	case OpOMP:
		v.omp(n)
	}
}

func (v *verifier) require(n *Node, ok bool, msg string) {
	if !ok {
		v.fail(n, "%s", msg)
	}
}

// declaration checks the type before the variable comes into scope, since its
// lengths cannot name it; the initializer can.
func (v *verifier) declaration(n *Node) {
	if n.Var == nil {
		v.fail(n, "no variable")
		return
	}
	v.typ(n.Pos, n.Var.Type)
	v.lengths(n.Var.Type)
	v.declare(n.Var)
}

func (v *verifier) returns(n *Node) {
	if v.code.result == nil {
		v.fail(n, "outside a function")
		return
	}
	v.require(n, (v.code.result.Kind == Void) == (len(n.Kids) == 0), "value does not go with the function's result")
}

func (v *verifier) omp(n *Node) {
	v.require(n, v.form < FormLowered, "directive left in lowered code")
	if n.Dir == nil || len(n.Dir.Parts) == 0 {
		v.fail(n, "no directive")
		return
	}
	for _, c := range n.Dir.Clauses {
		walkClause(c, func(k *Node) bool {
			v.expr(k)
			return false
		})
	}
}

// operands checks the operands of the statement n.
func (v *verifier) operands(n *Node) {
	kinds := operandKinds[n.Op]
	for i, k := range n.Kids {
		switch kind := kinds[min(i, len(kinds)-1)]; {
		case kind == 's':
			v.stmt(k)
		case kind == '?' && k != nil && k.Op == OpEmpty:
		case n.Op == OpDecl:
			v.initializer(k)
		default:
			v.expr(k)
		}
	}
}

// initializer checks the value of a declaration or of a place in an initializer
// list: an expression or a list.
func (v *verifier) initializer(n *Node) {
	if n == nil || n.Op != OpInit {
		v.expr(n)
		return
	}
	v.expectType(n)
	for _, at := range n.Kids {
		if !v.shape(at) {
			return
		}
		if at.Op != OpInitAt {
			v.fail(at, "not a place in an initializer list")
			return
		}
		v.place(n, at)
		v.initializer(at.Kids[0])
	}
}

// place checks that at names a member or an element of what n initializes.
func (v *verifier) place(n, at *Node) {
	v.expectType(at)
	if n.Type == nil {
		return
	}
	switch n.Type.Kind {
	case Struct, Union:
		v.require(at, n.Type.Record.FieldNamed(at.Str) != nil, "no member "+at.Str)
	case Array:
		v.require(at, at.Str == "" && at.Int >= 0, "not an index")
	}
}

// expectType checks that the expression n has a type of this form.
func (v *verifier) expectType(n *Node) {
	if n.Type == nil {
		v.fail(n, "no type")
		return
	}
	if v.err == nil {
		v.typ(n.Pos, n.Type)
		if v.err != nil {
			v.err = nil
			v.fail(n, "bad type %s", PrintType(n.Type))
		}
	}
}

// expr checks an expression and everything below it.
func (v *verifier) expr(n *Node) {
	if v.err != nil || !v.shape(n) {
		return
	}
	switch {
	case n.Op.IsStmt() || n.Op == OpInit || n.Op == OpInitAt:
		v.fail(n, "not an expression")
		return
	case n.Op == OpStmtExpr:
		v.statementExpr(n)
		return
	case n.Op == OpCompound:
		v.expectType(n)
		v.initializer(n.Kids[0])
		return
	}
	for _, k := range n.Kids {
		v.expr(k)
	}
	if n.Op == OpVar {
		v.use(n, n.Var)
	}
	if v.err == nil {
		v.expectType(n)
		v.operation(n)
	}
}

func (v *verifier) statementExpr(n *Node) {
	v.expectType(n)
	v.require(n, n.Kids[0].Op == OpBlock, "not a block")
	v.stmt(n.Kids[0])
}

// operation checks the expression n against its operands, which are well-formed.
func (v *verifier) operation(n *Node) {
	switch n.Op {
	case OpVar:
		v.require(n, n.Type.Equal(n.Var.Type), "type is not the variable's")
	case OpDeref, OpIndex:
		v.element(n)
	case OpAddr, OpAssign, OpPreInc, OpPreDec, OpPostInc, OpPostDec:
		v.require(n, isLvalue(n.Kids[0]), "operand is no lvalue")
	case OpAssignOp:
		v.require(n, isLvalue(n.Kids[0]), "operand is no lvalue")
		v.require(n, n.Sub >= OpAdd && n.Sub <= OpShr, "no operator")
	case OpMember:
		v.member(n)
	case OpCall:
		v.call(n)
	case OpSizeof:
		v.require(n, n.Of != nil, "no operand type")
		v.require(n, v.form < FormLowered, "size of a variable-length array is left")
	}
}

// element checks an access through a pointer or into an array.
func (v *verifier) element(n *Node) {
	base := n.Kids[0].Type
	if base.Kind == Unsupported {
		return
	}
	if base.Kind != Pointer && base.Kind != Array {
		v.fail(n, "base is %s", PrintType(base))
		return
	}
	v.require(n, n.Type.Equal(base.Elem), "type "+PrintType(n.Type)+" is not the element's of "+PrintType(base))
	if n.Op == OpIndex {
		v.require(n, n.Kids[1].Type.IsInteger(), "index is "+PrintType(n.Kids[1].Type))
	}
}

func (v *verifier) member(n *Node) {
	base := n.Kids[0].Type
	if base.Kind != Struct && base.Kind != Union {
		v.fail(n, "base is %s", PrintType(base))
		return
	}
	f := base.Record.FieldNamed(n.Str)
	if f == nil {
		v.fail(n, "%s has no member %s", PrintType(base), n.Str)
		return
	}
	v.require(n, n.Type.Equal(f.Type), "type is not the member's")
}

func (v *verifier) call(n *Node) {
	if n.Func == nil {
		v.require(n, n.Str != "", "neither function nor builtin")
		return
	}
	f := n.Func
	v.require(n, v.known[f], "function "+f.Name+" is not in the module")
	if len(n.Kids) < len(f.Params) || len(n.Kids) > len(f.Params) && !f.Variadic {
		v.fail(n, "%d arguments for %s, which takes %d", len(n.Kids), f.Name, len(f.Params))
	}
	v.require(n, f.Body != nil || f.External || v.form < FormLowered, "function "+f.Name+" is defined nowhere")
}

// isLvalue reports whether n designates an object.
func isLvalue(n *Node) bool {
	switch n.Op {
	case OpVar, OpDeref, OpIndex, OpStr, OpCompound:
		return true
	case OpMember:
		return isLvalue(n.Kids[0])
	}
	return false
}
