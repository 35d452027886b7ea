package ompir

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a module in the text form. The error names the line of the text. It
// checks the form only; Verify checks the module.
func Parse(text string) (m *Module, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(parseError)
			if !ok {
				panic(r)
			}
			m, err = nil, e
		}
	}()
	top := readAll(text, "")
	if top.head() != "module" {
		top.fail("expected (module ...)")
	}
	file := top.rest().name()
	top = readAll(text, file)
	p := newParser(file)
	p.module(top)
	return p.m, p.finish()
}

// parser builds a module from its elements. Records, variables and functions may
// be named before they are declared.
type parser struct {
	m       *Module
	records map[string]*Record
	vars    map[string]*Var
	funcs   map[string]*Func
	seen    map[any]bool // declared so far
	refs    []*Node      // OpVar nodes, whose types are set at the end
}

func newParser(file string) *parser {
	return &parser{
		m:       &Module{File: file},
		records: map[string]*Record{},
		vars:    map[string]*Var{},
		funcs:   map[string]*Func{},
		seen:    map[any]bool{},
	}
}

// finish checks that everything named was declared and types the references.
// Functions need no declaration: constructs go on naming those that were replaced by
// versions of theirs. In device code Verify refuses that.
func (p *parser) finish() error {
	var missing []error
	for name, v := range p.vars {
		if !p.seen[v] {
			missing = append(missing, fmt.Errorf("variable %s is not declared", name))
		}
	}
	for name, r := range p.records {
		if !p.seen[r] {
			missing = append(missing, fmt.Errorf("record %s is not declared", name))
		}
	}
	for _, n := range p.refs {
		n.Type = n.Var.Type
	}
	return errors.Join(missing...)
}

func (p *parser) module(top sexp) {
	c := top.rest()
	c.name()
	for c.more() {
		p.declaration(c.next())
	}
}

func (p *parser) declaration(s sexp) {
	switch s.head() {
	case "record":
		p.m.Records = append(p.m.Records, p.record(s))
	case "var":
		c := s.rest()
		p.m.Vars = append(p.m.Vars, p.variable(c.next()))
		c.done()
	case "func":
		p.m.Funcs = append(p.m.Funcs, p.function(s))
	case "construct":
		p.m.Constructs = append(p.m.Constructs, p.construct(s))
	case "settle":
		p.m.Settles = append(p.m.Settles, p.settle(s))
	case "kernel":
		p.m.Kernels = append(p.m.Kernels, p.kernel(s))
	default:
		s.fail("unknown declaration %q", s.head())
	}
}

// declare notes the declaration of x and refuses a second one.
func (p *parser) declare(s sexp, x any) {
	if p.seen[x] {
		s.fail("declared twice")
	}
	p.seen[x] = true
}

// splitID splits name.ID.
func splitID(s sexp) (string, int) {
	dot := strings.LastIndexByte(s.text, '.')
	if s.kind != sexpWord || dot < 0 {
		s.fail("expected name.number")
	}
	id, err := strconv.ParseUint(s.text[dot+1:], 10, 31)
	if err != nil || strconv.FormatUint(id, 10) != s.text[dot+1:] {
		s.fail("malformed identity in %q", s.text)
	}
	return s.text[:dot], int(id)
}

// noteID keeps identities that are given out later unique.
func (p *parser) noteID(id int) { p.m.nextID = max(p.m.nextID, id) }

func (p *parser) varNamed(s sexp) *Var {
	name, id := splitID(s)
	v := p.vars[s.text]
	if v == nil {
		p.noteID(id)
		v = &Var{Name: name, ID: id}
		p.vars[s.text] = v
	}
	return v
}

func (p *parser) funcNamed(s sexp) *Func {
	name, id := splitID(s)
	f := p.funcs[s.text]
	if f == nil {
		p.noteID(id)
		f = &Func{Name: name, ID: id}
		p.funcs[s.text] = f
	}
	return f
}

func (p *parser) recordNamed(tag string) *Record {
	r := p.records[tag]
	if r == nil {
		r = &Record{Tag: tag}
		p.records[tag] = r
	}
	return r
}

func (p *parser) record(s sexp) *Record {
	c := s.rest()
	r := p.recordNamed(c.name())
	p.declare(s, r)
	r.HostTag = c.text("host")
	r.Union = c.word("union")
	r.Packed = c.word("packed")
	r.Size = c.number("size")
	r.Align = c.number("align")
	r.Pos = c.pos()
	for c.more() {
		r.Fields = append(r.Fields, p.field(c.next()))
	}
	return r
}

func (p *parser) field(s sexp) *Field {
	if s.head() != "field" {
		s.fail("expected (field ...)")
	}
	c := s.rest()
	f := &Field{Name: c.name(), Type: p.typ(c.next()), Offset: c.integer()}
	f.Anonymous = c.word("anonymous")
	f.BitWidth, f.BitOffset = c.pair("bits")
	c.done()
	return f
}

// variable reads a declaration in parentheses, or the name of a variable that was
// declared before.
func (p *parser) variable(s sexp) *Var {
	if s.kind != sexpList {
		v := p.varNamed(s)
		if !p.seen[v] {
			s.fail("variable %s is not declared yet", s.text)
		}
		return v
	}
	if len(s.list) == 0 {
		s.fail("expected a variable")
	}
	v := p.varNamed(s.list[0])
	p.declare(s, v)
	c := s.rest()
	v.Type = p.typ(c.next())
	v.Storage = Storage(c.oneOf(storageNames[:]))
	v.Space = Space(c.oneOf(spaceNames[:]))
	v.External = c.word("external")
	v.Extern = c.word("extern")
	v.Target = c.word("target")
	v.Link = c.word("link")
	v.Const = c.word("const")
	v.Replicated = c.word("replicated")
	v.Rows = c.word("rows")
	v.Align = c.number("align")
	v.Reduces = c.text("reduces")
	v.InFunction = c.text("in")
	v.Pos = c.pos()
	v.Init = p.optional(c)
	return v
}

func (p *parser) function(s sexp) *Func {
	c := s.rest()
	f := p.funcNamed(c.next())
	p.declare(s, f)
	f.Result = p.typ(c.next())
	f.Variadic = c.word("variadic")
	f.External = c.word("external")
	f.Target = c.word("target")
	f.Pos = c.pos()
	params := c.option("params")
	if params == nil {
		s.fail("function without parameter list")
	}
	for params.more() {
		f.Params = append(f.Params, p.variable(params.next()))
	}
	f.Body = p.optional(c)
	return f
}

// optional reads the tree that ends c's list, if there is one.
func (p *parser) optional(c *cursor) *Node {
	if !c.more() {
		return nil
	}
	n := p.node(c.next())
	c.done()
	return n
}

func (p *parser) construct(s sexp) *Construct {
	c := s.rest()
	out := &Construct{ID: c.small(), Function: c.text("function")}
	if o := c.option("index"); o != nil {
		out.Index = o.small()
		o.done()
	}
	out.Pragma.Start, out.Pragma.End = c.pair("pragma")
	out.Body.Start, out.Body.End = c.pair("body")
	out.Followed = c.word("followed")
	for c.peek().head() == "transfer" {
		out.Transfers = append(out.Transfers, p.transfer(c.next()))
	}
	for c.peek().head() == "use" {
		u := c.next().rest()
		use := Use{Name: u.text("of")}
		use.At.Start, use.At.End = u.pair("at")
		u.done()
		out.Uses = append(out.Uses, use)
	}
	out.Node = p.optional(c)
	return out
}

func (p *parser) settle(s sexp) *Settle {
	c := s.rest()
	out := &Settle{}
	out.At.Start, out.At.End = c.pair("at")
	out.Braces = c.word("braces")
	out.Before = c.word("before")
	c.done()
	return out
}

// constructByID returns the construct that a kernel was made from.
func (p *parser) constructByID(s sexp, id int64) *Construct {
	for _, c := range p.m.Constructs {
		if int64(c.ID) == id {
			return c
		}
	}
	s.fail("no construct %d", id)
	return nil
}

func (p *parser) kernel(s sexp) *Kernel {
	c := s.rest()
	k := &Kernel{Name: c.name()}
	if id := c.number("construct"); id != 0 {
		k.Construct = p.constructByID(s, id)
	}
	form := c.next()
	k.Form = Form(indexOf(form, formNames[:]))
	k.OneTeam = c.word("one-team")
	k.NoParallel = c.word("no-parallel")
	k.Branching = c.word("branching")
	k.Streams = c.word("streams")
	k.Uneven = c.word("uneven")
	k.Gathers = c.word("gathers")
	k.Heavy = c.word("heavy")
	k.Roams = c.word("roams")
	k.AnyLeague = c.word("any-league")
	k.MayAssert = c.word("may-assert")
	k.Confined = c.word("confined")
	k.Followed = c.word("followed")
	k.SharedWords = c.number("shared-words")
	k.TeamScratch = c.number("team-scratch")
	k.ItemScratch = c.text("item-scratch")
	k.Trip = c.text("trip")
	k.NumTeams = c.text("num-teams")
	k.ThreadLimit = c.text("thread-limit")
	k.NumThreads = c.text("num-threads")
	for c.peek().head() == "transfer" {
		k.Transfers = append(k.Transfers, p.transfer(c.next()))
	}
	for c.peek().head() == "local" {
		o := c.next().rest()
		k.Locals = append(k.Locals, p.variable(o.next()))
		o.done()
	}
	k.Body = p.optional(c)
	return k
}

// indexOf returns the index of the word s in names.
func indexOf(s sexp, names []string) int {
	for i, name := range names {
		if name != "" && s.isWord(name) {
			return i
		}
	}
	s.fail("unknown word %q", s.text)
	return 0
}

func (p *parser) transfer(s sexp) *Transfer {
	c := s.rest()
	t := &Transfer{Kind: ParamKind(indexOf(c.next(), paramNames[:]))}
	t.Map = int(c.number("map"))
	t.Name = c.text("name")
	t.Base = c.text("base")
	t.Begin = c.text("begin")
	t.Size = c.text("size")
	t.Restrict = c.word("restrict")
	t.Pos = c.pos()
	if c.more() {
		t.Var = p.variable(c.next())
	}
	c.done()
	return t
}
