package omp

import (
	"strings"

	"omp2cl/ompir"
)

// parseNames parses a list of variables' names.
func parseNames(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	if err := p.items(clause, c, onlyNames); err != nil {
		return err
	}
	return finished(c)
}

// parseLastprivate parses "list"; conditional of OpenMP 5.0 is for the host compiler.
func parseLastprivate(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	if t := c.peek(); t.is("conditional") && c.peekAt(1).is(":") {
		c.at += 2
		p.diags = append(p.diags, ompir.Errorf(t.pos, "bad-argument", "'conditional' of 'lastprivate' is not supported in device code").
			WithNote("reduce the number of the last iteration that has a value with max"))
	}
	return parseNames(p, clause, c)
}

// parseSections parses a list of variables and array sections.
func parseSections(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	return p.items(clause, c, noMembers)
}

// parseNamesArg parses "list[: argument]".
func parseNamesArg(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	if err := p.items(clause, c, onlyNames); err != nil {
		return err
	}
	if c.accept(":") {
		return p.arg(clause, c)
	}
	return nil
}

// parseTransferList parses the list of to or from: that of target update has
// sections, that of declare target has none.
func parseTransferList(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	if hasPart(p.raw.Parts, ompir.DeclareTarget) {
		return parseNames(p, clause, c)
	}
	if c.peek().is("present") && c.peekAt(1).is(":") { // OpenMP 5.1
		c.at += 2
		clause.Mod = "present"
	}
	if t := c.peek(); (t.is("iterator") || t.is("mapper")) && c.peekAt(1).is("(") {
		return badArgument(t, string(clause.Kind), "modifier", "present")
	}
	return p.items(clause, c, anyItem)
}

// parseLinear parses "list[: step]" or "val(list)[: step]".
func parseLinear(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	modifier := c.peek()
	if modifier.kind != tokIdent || !c.peekAt(1).is("(") {
		return parseNamesArg(p, clause, c)
	}
	if modifier.text != "val" {
		return badArgument(modifier, "linear", "modifier", "val")
	}
	c.next()
	inner, err := c.group()
	if err != nil {
		return err
	}
	if err := parseNames(p, clause, inner); err != nil {
		return err
	}
	if c.accept(":") {
		return p.arg(clause, c)
	}
	return nil
}

// itemRule says which list items a clause takes.
type itemRule int

const (
	onlyNames itemRule = iota // variables
	noMembers                 // variables and array sections
	anyItem                   // these and members of structures
)

// items parses list items between commas.
func (p *parser) items(clause *RawClause, c *cursor, rule itemRule) *ompir.Diagnostic {
	for {
		it, err := p.item(c)
		if err != nil {
			return err
		}
		if err := it.obeys(rule, p.info); err != nil {
			return err
		}
		if err := p.strides(it); err != nil {
			return err
		}
		clause.Items = append(clause.Items, p.addItem(it))
		if !c.accept(",") {
			return nil
		}
	}
}

// itemTokens is a list item as tokens: its lvalue and the brackets after it.
type itemTokens struct {
	all, base []token
	brackets  []bracketTokens
}

// bracketTokens is one bracket; lower, length and stride are empty where absent.
type bracketTokens struct {
	lower, length, stride []token
	colon, second         *token
}

// obeys checks that the item is of a kind that the clause takes.
func (it *itemTokens) obeys(rule itemRule, info *clauseInfo) *ompir.Diagnostic {
	clause := "the list"
	if info != nil {
		clause = "'" + info.name + "'"
	}
	pos := it.all[0].pos
	var d ompir.Diagnostic
	switch {
	case rule == onlyNames && len(it.all) > 1:
		d = ompir.Errorf(pos, "bad-list-item", "%s takes names of variables only", clause)
	case rule == noMembers && len(it.base) > 1:
		d = ompir.Errorf(pos, "bad-list-item",
			"%s takes variables and array sections, not members", clause)
	default:
		return nil
	}
	d.Pos.EndCol = it.all[len(it.all)-1].pos.EndCol
	return &d
}

// item passes one list item: an lvalue with the brackets of an array section after
// it (OpenMP 4.5 §2.4). Brackets before a member belong to the lvalue.
func (p *parser) item(c *cursor) (*itemTokens, *ompir.Diagnostic) {
	start := c.at
	if err := p.itemRoot(c); err != nil {
		return nil, err
	}
	it := &itemTokens{}
	it.base = c.since(start)
	for {
		switch t := c.peek(); {
		case t.is("["):
			b, err := bracket(c)
			if err != nil {
				return nil, err
			}
			it.brackets = append(it.brackets, b)
		case t.is("."), t.is("->"):
			if err := it.member(c); err != nil {
				return nil, err
			}
			it.base = c.since(start)
		default:
			it.all = c.since(start)
			return it, nil
		}
	}
}

// itemRoot passes the name, or the parenthesized pointer, that an item starts with.
func (p *parser) itemRoot(c *cursor) *ompir.Diagnostic {
	t := c.peek()
	switch {
	case t.is("(") && c.peekAt(1).is("["):
		d := ompir.Errorf(t.pos, "bad-list-item", "shapes of arrays are not supported").
			WithNote("name the section of a pointer to rows: 'T (*rows)[n] = (T (*)[n])p'")
		return &d
	case t.is("("):
		return (&exprChecker{cursor: c}).parenthesized()
	case t.kind == tokIdent && !keywords[t.text]:
		c.next()
		return nil
	case t.is("*"):
		d := expected("a variable", t).WithNote("write p[0:1] for *p")
		return &d
	}
	return expected("a variable", t)
}

// member passes ".name" or "->name".
func (it *itemTokens) member(c *cursor) *ompir.Diagnostic {
	for _, b := range it.brackets {
		if b.colon != nil {
			d := ompir.Errorf(b.colon.pos, "syntax",
				"an array section cannot stand before a member")
			return &d
		}
	}
	it.brackets = nil
	c.next()
	if name := c.next(); name.kind != tokIdent || keywords[name.text] {
		return expected("a member's name", name)
	}
	return nil
}

// strides checks that only target update has sections with strides (OpenMP 5.0 §2.12.6).
func (p *parser) strides(it *itemTokens) *ompir.Diagnostic {
	for _, b := range it.brackets {
		if b.second != nil && p.raw.Parts[0] != ompir.TargetUpdate {
			d := ompir.Errorf(b.second.pos, "syntax", "only 'target update' takes an array section with a stride")
			return &d
		}
	}
	return nil
}

// bracket passes "[lower : length : stride]" or "[index]".
func bracket(c *cursor) (bracketTokens, *ompir.Diagnostic) {
	var b bracketTokens
	inner, err := c.group()
	if err != nil {
		return b, err
	}
	if !inner.peek().is(":") {
		if err := inner.assignment(); err != nil {
			return b, err
		}
		b.lower = inner.since(0)
	}
	if colon := inner.peek(); inner.accept(":") {
		b.colon = &colon
		start := inner.at
		if !inner.done() && !inner.peek().is(":") {
			if err := inner.assignment(); err != nil {
				return b, err
			}
			b.length = inner.since(start)
		}
		if second := inner.peek(); inner.accept(":") {
			b.second = &second
			start = inner.at
			if err := inner.assignment(); err != nil {
				return b, err
			}
			b.stride = inner.since(start)
		}
	}
	return b, finished(inner)
}

// addItem records the item's expressions in source order.
func (p *parser) addItem(it *itemTokens) *RawItem {
	first, last := it.all[0], it.all[len(it.all)-1]
	raw := &RawItem{Text: p.source(it.all), BaseText: p.source(it.base), Pos: first.pos}
	if last.pos.Line == first.pos.Line {
		raw.Pos.EndCol = last.pos.EndCol
	}
	raw.X = p.expr(it.base)
	for _, b := range it.brackets {
		raw.Sections = append(raw.Sections, RawBracket{
			Lower: p.optional(b.lower), Length: p.optional(b.length), Stride: p.optional(b.stride), Colon: b.colon != nil})
	}
	return raw
}

// optional adds an expression that may be absent; it returns -1 then.
func (p *parser) optional(toks []token) int {
	if len(toks) == 0 {
		return -1
	}
	return p.expr(toks)
}

// arg passes one expression and adds it to the clause's arguments.
func (p *parser) arg(clause *RawClause, c *cursor) *ompir.Diagnostic {
	start := c.at
	if err := c.assignment(); err != nil {
		return err
	}
	clause.Args = append(clause.Args, p.expr(c.since(start)))
	return nil
}

// parseArg parses one expression.
func parseArg(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	return p.arg(clause, c)
}

// badArgument is the error that a word is none of those that a clause knows.
func badArgument(found token, clause, what string, known ...string) *ompir.Diagnostic {
	d := ompir.Errorf(found.pos, "bad-argument", "%s is not a %s of '%s'",
		found.describe(), what, clause).WithNote("supported here: %s", strings.Join(known, ", "))
	return &d
}
