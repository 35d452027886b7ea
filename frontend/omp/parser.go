package omp

import (
	"slices"
	"strings"

	"omp2cl/ompir"
)

// parser builds the Raw of one directive.
type parser struct {
	text  string
	raw   *Raw
	diags []ompir.Diagnostic
	info  *clauseInfo // the clause whose arguments are being parsed
	loop  bool        // a loop construct of OpenMP 5.0, which takes bind
	mask  bool        // a masked construct of OpenMP 5.1, which takes filter
	begin bool        // a declare target that "begin" says to begin
	scope bool        // a scope construct of OpenMP 5.1
}

// Parse parses the text after "#pragma omp"; pos is the place of its first
// character. The Raw is never nil. When there are errors it holds what could be
// understood. Directives that OpenMP 4.5 does not have come back with Unknown set,
// without an error unless they concern devices.
func Parse(text string, pos ompir.Pos) (*Raw, []ompir.Diagnostic) {
	return parseTokens(text, tokenize(text, pos), pos)
}

func parseTokens(text string, toks []token, pos ompir.Pos) (*Raw, []ompir.Diagnostic) {
	p := &parser{text: text, raw: &Raw{Text: text, Pos: pos}}
	c := &cursor{toks: toks, end: token{start: len(text), end: len(text), pos: endOf(toks, pos)}}
	if !c.done() {
		p.raw.Pos = c.peek().pos
	}
	p.directive(c)
	return p.raw, p.diags
}

// endOf returns the place after the last token.
func endOf(toks []token, pos ompir.Pos) ompir.Pos {
	if len(toks) > 0 {
		pos = toks[len(toks)-1].pos
		pos.Col = pos.EndCol
	}
	pos.EndCol = pos.Col + 1
	return pos
}

// report adds an error, if there is one.
func (p *parser) report(err *ompir.Diagnostic) {
	if err != nil {
		p.diags = append(p.diags, *err)
	}
}

func (p *parser) directive(c *cursor) {
	s, known := longestSpelling(c)
	if !known || p.newerDirective(c, s) {
		p.unknownDirective(c)
		return
	}
	p.raw.Parts = s.bound(c)
	p.loop = s.words[len(s.words)-1] == "loop"
	p.mask = slices.Contains(s.words, "masked")
	p.begin = s.words[0] == "begin"
	p.scope = s.words[0] == "scope"
	if last := c.peekAt(len(s.words) - 1).pos; last.Line == p.raw.Pos.Line {
		p.raw.Pos.EndCol = last.EndCol
	}
	c.at += len(s.words)
	if p.ownArguments(c) {
		p.clauses(c)
		p.checkRules()
	}
}

// newerDirective reports whether the words after a known name make it one that
// OpenMP 4.5 does not have ("parallel loop").
func (p *parser) newerDirective(c *cursor, s spelling) bool {
	t := c.peekAt(len(s.words))
	if t.kind != tokIdent || !directiveWords[t.text] {
		return false
	}
	info := clauseFor(t.text)
	return info == nil || !info.takenBy(s.parts) && info.namesConstruct()
}

// ownArguments parses what belongs to the directive itself: the name of a critical
// region, the lists of flush, threadprivate and declare target. It reports whether
// clauses may follow.
func (p *parser) ownArguments(c *cursor) bool {
	switch p.raw.Parts[0] {
	case ompir.Critical:
		p.report(p.criticalName(c))
	case ompir.Flush:
		p.report(p.ownList(c, ompir.FlushList))
	case ompir.DeclareTarget:
		p.report(p.declareTargetList(c))
	case ompir.Threadprivate:
		if !c.peek().is("(") {
			p.report(expected("'('", c.peek()))
			return false
		}
		p.report(p.ownList(c, ThreadprivateC))
	case ompir.DeclareReduction:
		p.report(p.declareReduction(c))
		return false
	}
	return true
}

// criticalName parses "(name)".
func (p *parser) criticalName(c *cursor) *ompir.Diagnostic {
	if !c.peek().is("(") {
		return nil
	}
	inner, err := c.group()
	if err != nil {
		c.at = len(c.toks)
		return err
	}
	name := inner.next()
	if name.kind != tokIdent || keywords[name.text] {
		return expected("a name", name)
	}
	p.raw.Name = name.text
	return finished(inner)
}

// finished is the error that tokens are left over.
func finished(c *cursor) *ompir.Diagnostic {
	if c.done() {
		return nil
	}
	return expected(c.end.describe(), c.peek())
}

// ownList parses the list of names in parentheses that may follow a directive's
// name, as a clause of kind k.
func (p *parser) ownList(c *cursor, k ompir.ClauseKind) *ompir.Diagnostic {
	if !c.peek().is("(") {
		return nil
	}
	clause := &RawClause{Kind: k, Pos: c.peek().pos}
	inner, err := c.group()
	if err != nil {
		c.at = len(c.toks)
		return err
	}
	p.raw.Clauses = append(p.raw.Clauses, clause)
	return parseNames(p, clause, inner)
}

// declareTargetList parses "declare target (list)", which takes no clauses.
func (p *parser) declareTargetList(c *cursor) *ompir.Diagnostic {
	if !c.peek().is("(") {
		return nil
	}
	err := p.ownList(c, ompir.To)
	if err == nil {
		err = finished(c)
	}
	c.at = len(c.toks)
	return err
}

// clauses parses the clauses, which commas may separate.
func (p *parser) clauses(c *cursor) {
	for !c.done() {
		if t := c.peek(); t.kind != tokIdent {
			p.report(expected("a clause", t))
			p.skipToClause(c)
			continue
		}
		p.clause(c)
		if c.accept(",") && c.done() {
			p.report(expected("a clause", c.end))
		}
	}
}

// skipToClause passes tokens and groups up to the next identifier.
func (p *parser) skipToClause(c *cursor) {
	for !c.done() && c.peek().kind != tokIdent {
		t := c.next()
		if t.kind == tokPunct && closers[t.text] != "" {
			c.at--
			if _, err := c.group(); err != nil {
				c.at = len(c.toks)
			}
		}
	}
}

// clause parses one clause. Errors within its parentheses do not disturb what
// follows them.
func (p *parser) clause(c *cursor) {
	name := c.next()
	var args *cursor
	if c.peek().is("(") {
		inner, err := c.group()
		if err != nil {
			p.report(err)
			c.at = len(c.toks)
			return
		}
		args = inner
	}
	info := clauseFor(name.text)
	if info == nil || !info.takenBy(p.raw.Parts) && !(info.kind == Bind && p.loop) && !(info.kind == ompir.Filter && p.mask) {
		p.wrongClause(c, name, info)
		return
	}
	p.info = info
	clause := &RawClause{Kind: info.kind, Pos: name.pos}
	if info.kind == ompir.AtomicKind || info.kind == CancelKind {
		clause.Mod = info.name
	}
	p.checkOnce(clause, name)
	p.raw.Clauses = append(p.raw.Clauses, clause)
	p.report(p.arguments(clause, name, args))
}

// arguments parses what stands in a clause's parentheses; args is nil when there
// are none.
func (p *parser) arguments(clause *RawClause, name token, args *cursor) *ompir.Diagnostic {
	switch {
	case args == nil && (p.info.parse == nil || p.info.optional):
		return nil
	case args == nil:
		d := ompir.Errorf(name.pos, "missing-argument", "'%s' needs an argument", name.text).
			WithNote("write it like this: %s", p.info.usage)
		return &d
	case p.info.parse == nil:
		d := ompir.Errorf(args.peek().pos, "syntax", "'%s' takes no argument", name.text)
		return &d
	case args.done():
		d := ompir.Errorf(args.end.pos, "missing-argument", "'%s' has an empty argument", name.text).
			WithNote("write it like this: %s", p.info.usage)
		return &d
	}
	if err := p.info.parse(p, clause, args); err != nil {
		return err
	}
	return finished(args)
}

// checkOnce reports a clause that may stand only once and stands again.
func (p *parser) checkOnce(clause *RawClause, name token) {
	first := p.raw.First(clause.Kind)
	switch {
	case first == nil:
	case p.info.once:
		d := ompir.Errorf(name.pos, "duplicate-clause", "'%s' stands more than once on '%s'",
			name.text, p.raw.Spelling()).WithNoteAt(first.Pos, "the first one is here")
		p.diags = append(p.diags, d)
	case clause.Kind == ompir.AtomicKind, clause.Kind == CancelKind:
		d := ompir.Errorf(name.pos, "conflicting-clauses", "'%s' and '%s' exclude each other",
			first.Mod, name.text)
		p.diags = append(p.diags, d)
	}
}

// expr adds the tokens as a C expression and returns its index.
func (p *parser) expr(toks []token) int {
	first, last := toks[0], toks[len(toks)-1]
	pos := first.pos
	if last.pos.Line == pos.Line {
		pos.EndCol = last.pos.EndCol
	}
	r := p.raw
	r.Exprs = append(r.Exprs, p.source(toks))
	r.ExprPos = append(r.ExprPos, pos)
	r.exprAt = append(r.exprAt, first.start)
	return len(r.Exprs) - 1
}

var unspliced = strings.NewReplacer("\\\r\n", " ", "\\\n", " ")

// source returns the text of tokens as written, on one line.
func (p *parser) source(toks []token) string {
	if len(toks) == 0 {
		return ""
	}
	return unspliced.Replace(p.text[toks[0].start:toks[len(toks)-1].end])
}
