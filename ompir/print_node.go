package ompir

import (
	"strconv"
	"strings"
)

// node writes the tree n. Statements below it start lines of their own, one level
// deeper than depth; expressions stay on the line.
func (p *printer) node(n *Node, depth int) {
	if n == nil {
		p.put("nil")
		return
	}
	if n.Op == OpVar && (!p.opt.Positions || n.Pos == (Pos{})) {
		p.varName(n.Var)
		return
	}
	p.put("(", n.Op.String())
	p.pos(n.Pos)
	p.fields(n, depth)
	for i, k := range n.Kids {
		if k != nil && k.Op.IsStmt() && !inlineStmt(n, i) {
			p.line(depth + 1)
		} else {
			p.put(" ")
		}
		p.node(k, depth+1)
	}
	p.put(")")
}

// inlineStmt reports whether the statement n.Kids[i] stays on n's line: a small
// one that starts a loop.
func inlineStmt(n *Node, i int) bool {
	return n.Op == OpFor && i < 3 && n.Kids[i].Op != OpBlock
}

// fields writes the fields that n's operation uses, in the order of fieldSet.
func (p *printer) fields(n *Node, depth int) {
	set := ops[n.Op].fields
	if set&fType != 0 {
		p.put(" ")
		p.typ(n.Type)
	}
	if set&fVar != 0 {
		p.put(" ")
		p.operandVar(n)
	}
	if set&(fInt|fStr) != 0 {
		p.value(n)
	}
	if set&fInt2 != 0 {
		p.put(" ", strconv.FormatInt(n.Int2, 10))
	}
	if set&fFunc != 0 {
		p.put(" ")
		p.callee(n)
	}
	if set&fOf != 0 {
		p.put(" ")
		p.typ(n.Of)
	}
	if set&fSub != 0 {
		p.put(" ", n.Sub.String())
	}
	if set&fDir != 0 {
		p.directive(n.Dir, depth)
	}
}

// operandVar writes the variable of a reference by name and that of a
// declaration with its type.
func (p *printer) operandVar(n *Node) {
	if n.Op == OpDecl {
		p.variable(n.Var)
		return
	}
	p.varName(n.Var)
}

// value writes Int or Str, whichever n's operation uses. An initializer's place
// is a member's name or an index; a plain block or loop needs no number.
func (p *printer) value(n *Node) {
	set := ops[n.Op].fields
	switch {
	case (n.Op == OpBlock || n.Op == OpFor) && n.Int == 0:
	case set&fStr != 0 && (set&fInt == 0 || n.Str != ""):
		p.put(" ")
		p.str(n)
	default:
		p.put(" ", strconv.FormatInt(n.Int, 10))
	}
}

// str writes n.Str: string literals quoted, numbers bare, names as words.
func (p *printer) str(n *Node) {
	switch {
	case n.Op == OpStr:
		p.put(strconv.Quote(n.Str))
	case n.Op == OpFConst && isNumber(n.Str):
		p.put(n.Str)
	default:
		p.word(n.Str)
	}
}

// isNumber reports whether s can stand bare as a floating constant.
func isNumber(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isIdentByte(s[i]) && !strings.ContainsRune("+-.", rune(s[i])) {
			return false
		}
	}
	return s != ""
}

// callee writes the name of a function, or that of a builtin in quotes.
func (p *printer) callee(n *Node) {
	if n.Func == nil {
		p.put(strconv.Quote(n.Str))
		return
	}
	p.put(n.Func.Name, ".", strconv.Itoa(n.Func.ID))
}

var kindNames = [...]string{Void: "void", Bool: "bool", Int8: "i8", Uint8: "u8", Int16: "i16",
	Uint16: "u16", Int32: "i32", Uint32: "u32", Int64: "i64", Uint64: "u64", Float32: "f32",
	Float64: "f64", Pointer: "ptr", Array: "arr", Struct: "struct", Union: "union",
	Unsupported: "unsupported", Vec: "vec"}

var spaceNames = [...]string{NoSpace: "", Global: "global", Local: "local", Private: "private",
	Constant: "constant"}

// String returns the space's name in the text form; NoSpace has none.
func (s Space) String() string { return spaceNames[s] }

var storageNames = [...]string{StorageLocal: "", StorageParam: "param", StorageHost: "host",
	StorageFile: "file"}

var formNames = [...]string{FormSequential: "sequential", FormSPMD: "spmd", FormGeneral: "general"}

var paramNames = [...]string{0: "none", ParamMap: "map", ParamMapOnly: "map-only", ParamValue: "value",
	ParamFirstprivate: "firstprivate", ParamPrivate: "private", ParamDevicePtr: "device-ptr",
	ParamZeroLength: "zero-length", ParamAttach: "attach", ParamUseDevicePtr: "use-device-ptr",
	ParamFirst: "first", ParamGiven: "given", ParamRows: "rows"}

// typ writes t; a missing type, which Verify refuses, is "?".
func (p *printer) typ(t *Type) {
	switch {
	case t == nil:
		p.put("?")
	case t.Volatile:
		plain := *t
		plain.Volatile = false
		p.put("(volatile ")
		p.typ(&plain)
		p.put(")")
	case t.Kind < Pointer:
		p.put(kindNames[t.Kind])
	default:
		p.derived(t)
	}
}

// derived writes a type that is not a basic one.
func (p *printer) derived(t *Type) {
	switch {
	case t.Kind == Pointer:
		p.put("(ptr ")
		if t.Space != NoSpace {
			p.put(spaceNames[t.Space], " ")
		}
		p.typ(t.Elem)
	case t.LenExpr != nil:
		p.put("(vla ")
		p.node(t.LenExpr, 0)
		p.put(" ")
		p.typ(t.Elem)
	case t.Kind == Array || t.Kind == Vec:
		p.put("(", kindNames[t.Kind], " ", strconv.FormatInt(t.Len, 10), " ")
		p.typ(t.Elem)
	case t.Kind == Unsupported:
		p.put("(unsupported ", strconv.Quote(t.Name))
	default:
		p.put("(", kindNames[t.Kind], " ")
		p.word(t.Record.Tag)
	}
	p.put(")")
}

// partWord returns a construct's name as one word: "target-data".
func partWord(part Part) string { return strings.ReplaceAll(part.String(), " ", "-") }

func (p *printer) directive(d *Directive, depth int) {
	p.put(" (dir")
	for _, part := range d.Parts {
		p.put(" ", partWord(part))
	}
	p.text("name", d.Name)
	p.pos(d.Pos)
	for _, c := range d.Clauses {
		p.line(depth + 2)
		p.clause(c)
	}
	p.put(")")
}

func (p *printer) clause(c *Clause) {
	p.put("(clause ", string(c.Kind))
	p.text("mod", c.Mod)
	p.pos(c.Pos)
	for _, it := range c.Items {
		p.put(" ")
		p.item(it)
	}
	for _, a := range c.Args {
		p.put(" ")
		p.arg(a)
	}
	p.put(")")
}

func (p *printer) item(it *Item) {
	p.put("(item")
	p.pos(it.Pos)
	p.text("text", it.Text)
	p.text("base", it.BaseText)
	if it.Func != nil {
		p.put(" (func ", it.Func.Name, ".", strconv.Itoa(it.Func.ID), ")")
	}
	if it.X != nil {
		p.put(" (x ")
		p.node(it.X, 0)
		p.put(")")
	}
	for _, b := range it.Sections {
		p.bracket(b)
	}
	p.put(")")
}

func (p *printer) bracket(b Bracket) {
	p.put(" (bracket")
	p.flag(b.Colon, "colon")
	if b.Lower != nil {
		p.put(" (lower ")
		p.arg(b.Lower)
		p.put(")")
	}
	if b.Length != nil {
		p.put(" (length ")
		p.arg(b.Length)
		p.put(")")
	}
	if b.Stride != nil {
		p.put(" (stride ")
		p.arg(b.Stride)
		p.put(")")
	}
	p.put(")")
}

func (p *printer) arg(a *Arg) {
	p.put("(arg ")
	p.node(a.X, 0)
	p.text("text", a.Text)
	p.put(")")
}
