package ompir

import "strconv"

// opByName finds an operation by its name in the text form.
var opByName = func() map[string]Op {
	m := map[string]Op{}
	for op, info := range ops {
		m[info.name] = Op(op)
	}
	return m
}()

// node reads a tree.
func (p *parser) node(s sexp) *Node {
	switch {
	case s.isWord("nil"):
		return nil
	case s.kind == sexpWord:
		return p.reference(&Node{Op: OpVar}, s)
	}
	op, ok := opByName[s.head()]
	if !ok || op == OpInvalid {
		s.fail("unknown operation %q", s.head())
	}
	c := s.rest()
	n := &Node{Op: op, Pos: c.pos()}
	p.fields(n, c)
	for c.more() {
		n.Kids = append(n.Kids, p.node(c.next()))
	}
	if info := ops[op]; len(n.Kids) < info.min || info.max >= 0 && len(n.Kids) > info.max {
		s.fail("%q has %d operands", op, len(n.Kids))
	}
	return n
}

// reference makes n a reference to the variable that s names.
func (p *parser) reference(n *Node, s sexp) *Node {
	n.Var = p.varNamed(s)
	if n.Op == OpVar {
		p.refs = append(p.refs, n)
	}
	return n
}

// fields reads the fields that n's operation uses, in the order of fieldSet.
func (p *parser) fields(n *Node, c *cursor) {
	set := ops[n.Op].fields
	if set&fType != 0 {
		n.Type = p.typ(c.next())
	}
	if set&fVar != 0 {
		p.operandVar(n, c.next())
	}
	if set&(fInt|fStr) != 0 {
		p.value(n, c)
	}
	if set&fInt2 != 0 {
		n.Int2 = c.integer()
	}
	if set&fFunc != 0 {
		p.callee(n, c.next())
	}
	if set&fOf != 0 {
		n.Of = p.typ(c.next())
	}
	if set&fSub != 0 {
		at := c.peek()
		n.Sub = opByName[c.name()]
		if n.Sub < OpAdd || n.Sub > OpShr {
			at.fail("%q cannot be combined with an assignment", n.Sub)
		}
	}
	if set&fDir != 0 {
		n.Dir = p.directive(c.next())
	}
}

func (p *parser) operandVar(n *Node, s sexp) {
	if n.Op == OpDecl {
		n.Var = p.variable(s)
		return
	}
	p.reference(n, s)
}

// value reads Int or Str, whichever n's operation uses.
func (p *parser) value(n *Node, c *cursor) {
	set := ops[n.Op].fields
	next := c.peek()
	_, err := strconv.ParseInt(next.text, 10, 64)
	isInt := next.kind == sexpWord && err == nil
	switch {
	case (n.Op == OpBlock || n.Op == OpFor) && !isInt:
	case set&fInt != 0 && (set&fStr == 0 || isInt):
		n.Int = c.integer()
	default:
		n.Str = c.name()
	}
}

func (p *parser) callee(n *Node, s sexp) {
	if s.kind == sexpString {
		n.Str = s.text
		return
	}
	n.Func = p.funcNamed(s)
}

var kindByName = func() map[string]Kind {
	m := map[string]Kind{}
	for k := Void; k < Pointer; k++ {
		m[kindNames[k]] = k
	}
	return m
}()

// basicTypes are the shared types that a word stands for.
var basicTypes = [...]*Type{Void: TVoid, Bool: TBool, Int8: TI8, Uint8: TU8, Int16: TI16,
	Uint16: TU16, Int32: TI32, Uint32: TU32, Int64: TI64, Uint64: TU64, Float32: TF32, Float64: TF64}

func (p *parser) typ(s sexp) *Type {
	if s.isWord("?") {
		return nil
	}
	if s.kind == sexpWord {
		k, ok := kindByName[s.text]
		if !ok {
			s.fail("unknown type %q", s.text)
		}
		return basicTypes[k]
	}
	c := s.rest()
	defer c.done()
	switch s.head() {
	case "volatile":
		return p.volatile(c)
	case "ptr":
		return &Type{Kind: Pointer, Space: Space(c.oneOf(spaceNames[:])), Elem: p.elem(c)}
	case "arr":
		return &Type{Kind: Array, Len: c.integer(), Elem: p.elem(c)}
	case "vec":
		return &Type{Kind: Vec, Len: c.integer(), Elem: p.elem(c)}
	case "vla":
		at := c.peek()
		length := p.node(c.next())
		if length == nil {
			at.fail("variable-length array without length")
		}
		return &Type{Kind: Array, LenExpr: length, Elem: p.elem(c)}
	case "struct":
		return &Type{Kind: Struct, Record: p.recordNamed(c.name())}
	case "union":
		return &Type{Kind: Union, Record: p.recordNamed(c.name())}
	case "unsupported":
		return &Type{Kind: Unsupported, Name: c.name()}
	}
	s.fail("unknown type %q", s.head())
	return nil
}

func (p *parser) volatile(c *cursor) *Type {
	t := *p.elem(c)
	t.Volatile = true
	return &t
}

// elem reads a type that must be there.
func (p *parser) elem(c *cursor) *Type {
	at := c.peek()
	t := p.typ(c.next())
	if t == nil {
		at.fail("missing type")
	}
	return t
}

var partByWord = func() map[string]Part {
	m := map[string]Part{}
	for part := Target; part < numParts; part++ {
		m[partWord(part)] = part
	}
	return m
}()

func (p *parser) directive(s sexp) *Directive {
	if s.head() != "dir" {
		s.fail("expected (dir ...)")
	}
	c := s.rest()
	d := &Directive{}
	for c.peek().kind == sexpWord {
		word := c.next()
		part, ok := partByWord[word.text]
		if !ok {
			word.fail("unknown construct %q", word.text)
		}
		d.Parts = append(d.Parts, part)
	}
	d.Name = c.text("name")
	d.Pos = c.pos()
	for c.more() {
		d.Clauses = append(d.Clauses, p.clause(c.next()))
	}
	return d
}

func (p *parser) clause(s sexp) *Clause {
	if s.head() != "clause" {
		s.fail("expected (clause ...)")
	}
	c := s.rest()
	kind := c.next()
	if kind.kind != sexpWord {
		kind.fail("expected the name of a clause")
	}
	out := &Clause{Kind: ClauseKind(kind.text), Mod: c.text("mod"), Pos: c.pos()}
	for c.peek().head() == "item" {
		out.Items = append(out.Items, p.item(c.next()))
	}
	for c.more() {
		out.Args = append(out.Args, p.arg(c.next()))
	}
	return out
}

func (p *parser) item(s sexp) *Item {
	c := s.rest()
	it := &Item{Pos: c.pos(), Text: c.text("text"), BaseText: c.text("base")}
	if o := c.option("func"); o != nil {
		it.Func = p.funcNamed(o.next())
		o.done()
	}
	if o := c.option("x"); o != nil {
		it.X = p.node(o.next())
		o.done()
	}
	for c.more() {
		it.Sections = append(it.Sections, p.bracket(c.next()))
	}
	return it
}

func (p *parser) bracket(s sexp) Bracket {
	if s.head() != "bracket" {
		s.fail("expected (bracket ...)")
	}
	c := s.rest()
	defer c.done()
	b := Bracket{Colon: c.word("colon")}
	if o := c.option("lower"); o != nil {
		b.Lower = p.arg(o.next())
		o.done()
	}
	if o := c.option("length"); o != nil {
		b.Length = p.arg(o.next())
		o.done()
	}
	if o := c.option("stride"); o != nil {
		b.Stride = p.arg(o.next())
		o.done()
	}
	return b
}

func (p *parser) arg(s sexp) *Arg {
	if s.head() != "arg" {
		s.fail("expected (arg ...)")
	}
	c := s.rest()
	a := &Arg{X: p.node(c.next()), Text: c.text("text")}
	c.done()
	return a
}
