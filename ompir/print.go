package ompir

import (
	"strconv"
	"strings"
)

// PrintOptions says what the text form shows besides the tree itself.
type PrintOptions struct {
	Positions bool // source positions; Parse restores them
}

// Print returns m in the text form, which docs/ir.md describes. It is the inverse
// of Parse, source positions aside when they are not asked for.
func Print(m *Module, opts ...PrintOptions) string {
	p := newPrinter(opts)
	p.module(m)
	return p.sb.String()
}

// PrintNode returns one tree in the text form; variables that it declares are
// spelled out, all others are names.
func PrintNode(n *Node, opts ...PrintOptions) string {
	p := newPrinter(opts)
	p.node(n, 0)
	return p.sb.String()
}

// PrintType returns t in the text form.
func PrintType(t *Type) string {
	p := newPrinter(nil)
	p.typ(t)
	return p.sb.String()
}

// printer writes the text form. Text is written strictly in order, because a
// position names its file only where that differs from the position before.
type printer struct {
	sb       strings.Builder
	opt      PrintOptions
	file     string
	declared map[*Var]bool
}

func newPrinter(opts []PrintOptions) *printer {
	p := &printer{declared: map[*Var]bool{}}
	for _, o := range opts {
		p.opt = o
	}
	return p
}

func (p *printer) put(parts ...string) {
	for _, s := range parts {
		p.sb.WriteString(s)
	}
}

// line starts a new line at the given depth.
func (p *printer) line(depth int) { p.put("\n", strings.Repeat("  ", depth)) }

// flag writes a word when set.
func (p *printer) flag(set bool, word string) {
	if set {
		p.put(" ", word)
	}
}

// text writes (key "value") unless the value is empty.
func (p *printer) text(key, value string) {
	if value != "" {
		p.put(" (", key, " ", strconv.Quote(value), ")")
	}
}

// number writes (key n ...) unless all numbers are 0.
func (p *printer) number(key string, ns ...int64) {
	for _, n := range ns {
		if n != 0 {
			p.put(" (", key)
			for _, n := range ns {
				p.put(" ", strconv.FormatInt(n, 10))
			}
			p.put(")")
			return
		}
	}
}

// pos writes " @12:3", with the file when it is not that of the position before
// and "-9" when the end column is known.
func (p *printer) pos(pos Pos) {
	if !p.opt.Positions || pos == (Pos{}) {
		return
	}
	p.put(" @")
	if pos.File != p.file {
		p.put(strconv.Quote(pos.File), ":")
		p.file = pos.File
	}
	p.put(strconv.Itoa(pos.Line), ":", strconv.Itoa(pos.Col))
	if pos.EndCol != 0 {
		p.put("-", strconv.Itoa(pos.EndCol))
	}
}

// word writes s bare when it is an identifier, else quoted.
func (p *printer) word(s string) {
	if isIdent(s) {
		p.put(s)
		return
	}
	p.put(strconv.Quote(s))
}

func isIdent(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isIdentByte(s[i]) || i == 0 && s[i] >= '0' && s[i] <= '9' {
			return false
		}
	}
	return s != ""
}

func isIdentByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func (p *printer) module(m *Module) {
	p.file = m.File
	p.put("(module ", strconv.Quote(m.File))
	for _, r := range m.Records {
		p.line(1)
		p.record(r)
	}
	for _, v := range m.Vars {
		p.line(1)
		p.put("(var ")
		p.variable(v)
		p.put(")")
	}
	for _, f := range m.Funcs {
		p.line(1)
		p.function(f)
	}
	for _, c := range m.Constructs {
		p.line(1)
		p.construct(c)
	}
	for _, s := range m.Settles {
		p.line(1)
		p.settle(s)
	}
	for _, k := range m.Kernels {
		p.line(1)
		p.kernel(k)
	}
	p.put(")\n")
}

func (p *printer) record(r *Record) {
	p.put("(record ")
	p.word(r.Tag)
	p.text("host", r.HostTag)
	p.flag(r.Union, "union")
	p.flag(r.Packed, "packed")
	p.number("size", r.Size)
	p.number("align", r.Align)
	p.pos(r.Pos)
	for _, f := range r.Fields {
		p.line(2)
		p.field(f)
	}
	p.put(")")
}

func (p *printer) field(f *Field) {
	p.put("(field ")
	p.word(f.Name)
	p.put(" ")
	p.typ(f.Type)
	p.put(" ", strconv.FormatInt(f.Offset, 10))
	p.flag(f.Anonymous, "anonymous")
	p.number("bits", int64(f.BitWidth), int64(f.BitOffset))
	p.put(")")
}

// varName writes name.ID.
func (p *printer) varName(v *Var) { p.put(v.Name, ".", strconv.Itoa(v.ID)) }

// variable writes v's declaration where it appears first, its name after that.
func (p *printer) variable(v *Var) {
	if p.declared[v] {
		p.varName(v)
		return
	}
	p.declared[v] = true
	p.put("(")
	p.varName(v)
	p.put(" ")
	p.typ(v.Type)
	p.flag(v.Storage != StorageLocal, storageNames[v.Storage])
	p.flag(v.Space != NoSpace, spaceNames[v.Space])
	p.flag(v.External, "external")
	p.flag(v.Extern, "extern")
	p.flag(v.Target, "target")
	p.flag(v.Link, "link")
	p.flag(v.Const, "const")
	p.flag(v.Replicated, "replicated")
	p.flag(v.Rows, "rows")
	p.number("align", v.Align)
	p.text("reduces", v.Reduces)
	p.text("in", v.InFunction)
	p.pos(v.Pos)
	if v.Init != nil {
		p.put(" ")
		p.node(v.Init, 0)
	}
	p.put(")")
}

func (p *printer) function(f *Func) {
	p.put("(func ", f.Name, ".", strconv.Itoa(f.ID), " ")
	p.typ(f.Result)
	p.flag(f.Variadic, "variadic")
	p.flag(f.External, "external")
	p.flag(f.Target, "target")
	p.pos(f.Pos)
	p.put(" (params")
	for _, v := range f.Params {
		p.put(" ")
		p.variable(v)
	}
	p.put(")")
	p.body(f.Body)
	p.put(")")
}

// body writes an optional tree on a line of its own.
func (p *printer) body(n *Node) {
	if n != nil {
		p.line(2)
		p.node(n, 2)
	}
}

func (p *printer) construct(c *Construct) {
	p.put("(construct ", strconv.Itoa(c.ID))
	p.text("function", c.Function)
	p.number("index", int64(c.Index))
	p.number("pragma", int64(c.Pragma.Start), int64(c.Pragma.End))
	p.number("body", int64(c.Body.Start), int64(c.Body.End))
	p.flag(c.Followed, "followed")
	for _, t := range c.Transfers {
		p.line(2)
		p.transfer(t)
	}
	for _, u := range c.Uses {
		p.line(2)
		p.put("(use")
		p.text("of", u.Name)
		p.number("at", int64(u.At.Start), int64(u.At.End))
		p.put(")")
	}
	p.body(c.Node)
	p.put(")")
}

func (p *printer) settle(s *Settle) {
	p.put("(settle")
	p.number("at", int64(s.At.Start), int64(s.At.End))
	p.flag(s.Braces, "braces")
	p.flag(s.Before, "before")
	p.put(")")
}

func (p *printer) kernel(k *Kernel) {
	p.put("(kernel ")
	p.word(k.Name)
	if k.Construct != nil {
		p.number("construct", int64(k.Construct.ID))
	}
	p.put(" ", formNames[k.Form])
	p.flag(k.OneTeam, "one-team")
	p.flag(k.NoParallel, "no-parallel")
	p.flag(k.Branching, "branching")
	p.flag(k.Streams, "streams")
	p.flag(k.Uneven, "uneven")
	p.flag(k.Gathers, "gathers")
	p.flag(k.Heavy, "heavy")
	p.flag(k.Roams, "roams")
	p.flag(k.AnyLeague, "any-league")
	p.flag(k.MayAssert, "may-assert")
	p.flag(k.Confined, "confined")
	p.flag(k.Followed, "followed")
	p.number("shared-words", k.SharedWords)
	p.number("team-scratch", k.TeamScratch)
	p.text("item-scratch", k.ItemScratch)
	p.text("trip", k.Trip)
	p.text("num-teams", k.NumTeams)
	p.text("thread-limit", k.ThreadLimit)
	p.text("num-threads", k.NumThreads)
	for _, t := range k.Transfers {
		p.line(2)
		p.transfer(t)
	}
	for _, v := range k.Locals {
		p.line(2)
		p.put("(local ")
		p.variable(v)
		p.put(")")
	}
	p.body(k.Body)
	p.put(")")
}

func (p *printer) transfer(t *Transfer) {
	p.put("(transfer ", paramNames[t.Kind])
	p.number("map", int64(t.Map))
	p.text("name", t.Name)
	p.text("base", t.Base)
	p.text("begin", t.Begin)
	p.text("size", t.Size)
	p.flag(t.Restrict, "restrict")
	p.pos(t.Pos)
	if t.Var != nil {
		p.put(" ")
		p.variable(t.Var)
	}
	p.put(")")
}
