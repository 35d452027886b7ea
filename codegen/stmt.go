package codegen

import (
	"math"
	"strconv"

	"omp2cl/ompir"
)

// stmt prints the statement n on lines of its own.
func (p *printer) stmt(n *ompir.Node) {
	switch n.Op {
	case ompir.OpBlock:
		p.blockStmt(n)
	case ompir.OpDecl:
		p.declStmt(n)
	case ompir.OpExpr:
		p.out.at(n.Pos)
		p.out.put(p.discarded(n.Kids[0]), ";")
	case ompir.OpIf:
		p.ifStmt(n, "")
	case ompir.OpFor:
		p.forStmt(n)
	case ompir.OpWhile:
		p.out.at(n.Pos)
		p.body("while ("+p.condition(n.Kids[0], precComma)+")", n.Kids[1])
	case ompir.OpDo:
		p.out.at(n.Pos)
		p.braced("do", n.Kids[0], " while ("+p.condition(n.Kids[1], precComma)+");")
	case ompir.OpSwitch:
		p.out.at(n.Pos)
		p.body("switch (omp2cl_switched("+p.expr(n.Kids[0], precAssign)+"))", n.Kids[1])
	case ompir.OpCase, ompir.OpDefault, ompir.OpLabel:
		p.labelled(n)
	case ompir.OpReturn:
		p.returnStmt(n)
	default:
		p.out.at(n.Pos)
		p.out.put(p.jump(n))
	}
}

// jump prints the statements without operands.
func (p *printer) jump(n *ompir.Node) string {
	switch n.Op {
	case ompir.OpBreak:
		return "break;"
	case ompir.OpContinue:
		return "continue;"
	case ompir.OpGoto:
		return "goto " + p.names.label(n.Str) + ";"
	case ompir.OpEmpty:
		return ";"
	}
	panic("BUG: codegen: no statement: " + n.Op.String())
}

// discarded prints an expression whose value is not used.
func (p *printer) discarded(n *ompir.Node) string {
	p.discard(n)
	return p.expr(n, precComma)
}

// discard notes that the value of n, and so of what passes it on, is not used.
func (p *printer) discard(n *ompir.Node) {
	p.discards[n] = true
	switch n.Op {
	case ompir.OpComma:
		p.discard(n.Kids[1])
	case ompir.OpCond:
		p.discard(n.Kids[1])
		p.discard(n.Kids[2])
	case ompir.OpCast:
		if typeOf(n).Kind == ompir.Void {
			p.discard(n.Kids[0])
		}
	}
}

func (p *printer) blockStmt(n *ompir.Node) {
	if n.Int == 1 { // declarators of one declaration
		p.stmts(n.Kids)
		return
	}
	p.out.at(n.Pos)
	p.braced("", n, "")
}

// stmts prints a list of statements. A block that the end of the list ends as well,
// or that declares nothing, needs no braces: names are unique without them.
func (p *printer) stmts(list []*ompir.Node) {
	for i, k := range list {
		if k.Op == ompir.OpBlock && (i == len(list)-1 || !declares(k)) {
			p.stmts(k.Kids)
			continue
		}
		p.stmt(k)
	}
}

// declares reports whether a block's own statements declare variables.
func declares(n *ompir.Node) bool {
	for _, k := range n.Kids {
		switch k.Op {
		case ompir.OpDecl:
			return true
		case ompir.OpBlock, ompir.OpCase, ompir.OpDefault, ompir.OpLabel:
			if declares(k) {
				return true
			}
		}
	}
	return false
}

// braced prints n between braces, head in front of the opening one and tail behind
// the closing one.
func (p *printer) braced(head string, n *ompir.Node, tail string) {
	p.inBraces(head, n)
	p.out.put("}", tail)
}

// inBraces prints n between braces, of which the closing one is left to the caller.
func (p *printer) inBraces(head string, n *ompir.Node) {
	if head != "" {
		head += " "
	}
	p.out.put(head, "{")
	p.out.depth++
	p.names.open()
	p.stmts([]*ompir.Node{n})
	p.names.close()
	p.out.depth--
}

// body prints the head of a control statement with the statement it controls.
func (p *printer) body(head string, n *ompir.Node) {
	if n.Op == ompir.OpEmpty {
		p.out.put(head)
		p.out.put("    ;")
		return
	}
	if n.Op == ompir.OpBlock || !isSimple(n) {
		p.braced(head, n, "")
		return
	}
	p.out.put(head)
	p.out.depth++
	p.stmt(n)
	p.out.depth--
}

// isSimple reports whether n can be a body without braces: one statement that
// prints on one line.
func isSimple(n *ompir.Node) bool {
	switch n.Op {
	case ompir.OpExpr, ompir.OpBreak, ompir.OpContinue, ompir.OpGoto, ompir.OpReturn:
		return true
	case ompir.OpFor:
		return n.Kids[0].Op != ompir.OpBlock && loopHints[n.Int] == "" && (isSimple(n.Kids[3]) || n.Kids[3].Op == ompir.OpBlock)
	case ompir.OpWhile:
		return isSimple(n.Kids[1]) || n.Kids[1].Op == ompir.OpBlock
	}
	return false
}

// ifStmt prints an if statement, else-if chains flat. What closes the branch before
// stands in front of it.
func (p *printer) ifStmt(n *ompir.Node, before string) {
	if before == "" {
		p.out.at(n.Pos)
	}
	head := before + "if (" + p.condition(n.Kids[0], precComma) + ")"
	if len(n.Kids) < 3 || n.Kids[2] == nil {
		if before != "" {
			p.braced(head, n.Kids[1], "")
		} else {
			p.body(head, n.Kids[1])
		}
		return
	}
	p.inBraces(head, n.Kids[1])
	if n.Kids[2].Op == ompir.OpIf {
		p.ifStmt(n.Kids[2], "} else ")
		return
	}
	p.braced("} else", n.Kids[2], "")
}

// loopHints are the macros that stand in front of marked loops.
var loopHints = map[int64]string{ompir.Vector: "OMP2CL_VECTOR", ompir.Unrolled: "OMP2CL_UNROLL",
	ompir.Overlapped: "OMP2CL_OVERLAP", ompir.Eightfold: "OMP2CL_EIGHTFOLD", ompir.Flat: "OMP2CL_FLAT", ompir.Fourfold: "OMP2CL_FOURFOLD",
	ompir.Repeated: "OMP2CL_REPEAT", ompir.OverlappedMore: "OMP2CL_OVERLAP_MORE",
	ompir.Gathering: "OMP2CL_GATHER"}

// forStmt prints a for statement. Declarators that do not share one type go in
// front of it.
func (p *printer) forStmt(n *ompir.Node) {
	p.out.at(n.Pos)
	p.names.open()
	defer p.names.close()
	init, ok := p.forInit(n.Kids[0])
	if !ok {
		p.out.put("{")
		p.out.depth++
		p.stmts(n.Kids[0].Kids)
		defer func() { p.out.depth--; p.out.put("}") }()
	}
	head := "for (" + init + ";"
	if n.Kids[1].Op != ompir.OpEmpty {
		head += " " + p.condition(n.Kids[1], precComma)
	}
	head += ";"
	if n.Kids[2].Op != ompir.OpEmpty {
		head += " " + p.forStep(n.Kids[2])
	}
	if hint := loopHints[n.Int]; hint != "" {
		p.out.put(hint)
	}
	p.body(head+")", n.Kids[3])
}

func (p *printer) forStep(n *ompir.Node) string {
	if n.Op == ompir.OpExpr {
		n = n.Kids[0]
	}
	return p.discarded(n)
}

// forInit prints what starts a loop, and reports false when it does not fit.
func (p *printer) forInit(n *ompir.Node) (string, bool) {
	switch n.Op {
	case ompir.OpEmpty:
		return "", true
	case ompir.OpExpr:
		return p.discarded(n.Kids[0]), true
	case ompir.OpDecl:
		return p.declarator(n), true
	}
	if len(n.Kids) == 1 {
		return p.forInit(n.Kids[0])
	}
	for _, k := range n.Kids {
		if k.Op != ompir.OpDecl || k.Var.Type.Kind >= ompir.Pointer || k.Var.Space == ompir.Local ||
			*k.Var.Type != *n.Kids[0].Var.Type || k.Var.Align != 0 {
			return "", false
		}
	}
	if len(n.Kids) == 0 {
		return "", true
	}
	text := p.declarator(n.Kids[0])
	for _, k := range n.Kids[1:] {
		text += ", " + p.names.declare(k.Var) + p.initializer(k)
	}
	return text, true
}

// labelled prints a label with its statement. A label cannot stand in front of a
// declaration, so that one gets an empty statement.
func (p *printer) labelled(n *ompir.Node) {
	p.out.at(n.Pos)
	head := "default:"
	switch n.Op {
	case ompir.OpLabel:
		head = p.names.label(n.Str) + ":"
	case ompir.OpCase:
		head = "case " + caseValue(n.Int)
		if n.Int2 != n.Int {
			head += " ... " + caseValue(n.Int2)
		}
		head += ":"
	}
	body := n.Kids[0]
	if body.Op == ompir.OpEmpty || body.Op == ompir.OpDecl || body.Op == ompir.OpBlock && body.Int == 1 {
		head += ";"
	}
	p.out.depth--
	p.out.put(head)
	p.out.depth++
	if body.Op != ompir.OpEmpty {
		p.stmt(body)
	}
}

func caseValue(v int64) string {
	s, _ := signedLiteral(v, math.MinInt64, "")
	return s
}

func (p *printer) returnStmt(n *ompir.Node) {
	p.out.at(n.Pos)
	if len(n.Kids) == 0 {
		p.out.put("return;")
		return
	}
	p.out.put("return ", p.converted(n.Kids[0], p.result, precComma), ";")
}

// declStmt prints a declaration. What has its place elsewhere (static variables in
// the arena, local memory at the head of the kernel) leaves at most an assignment.
func (p *printer) declStmt(n *ompir.Node) {
	v := n.Var
	if v.Storage == ompir.StorageFile {
		return
	}
	p.out.at(n.Pos)
	if p.locals[v] {
		if len(n.Kids) > 0 {
			p.out.put(p.names.of(v), " = ", p.converted(n.Kids[0], v.Type, precAssign), ";")
		}
		return
	}
	p.out.put(p.declarator(n), ";")
}

// declarator prints a declaration without the semicolon.
func (p *printer) declarator(n *ompir.Node) string {
	v := n.Var
	space := v.Space
	if space == ompir.Private {
		space = ompir.NoSpace
	}
	text := p.declare(v.Type, space, p.names.declare(v))
	return text + alignment(v) + p.initializer(n)
}

// alignment prints the alignment attribute that v asks for.
func alignment(v *ompir.Var) string {
	if v.Align == 0 {
		return ""
	}
	return " __attribute__((aligned(" + strconv.FormatInt(v.Align, 10) + ")))"
}

func (p *printer) initializer(n *ompir.Node) string {
	if len(n.Kids) == 0 {
		return ""
	}
	return " = " + p.converted(n.Kids[0], n.Var.Type, precAssign)
}
