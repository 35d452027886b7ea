package omp

import (
	"slices"

	"omp2cl/ompir"
)

// RawReduction is what a declare reduction directive declares (OpenMP 4.5 §2.16);
// Types, Combiner and Initializer are indexes into Raw.Exprs.
type RawReduction struct {
	Name        string // an identifier or an operator
	Types       []int  // type names
	Combiner    int
	Initializer int  // -1 for none
	Assigns     bool // Initializer stands behind "omp_priv =", else it is a call
}

// declareReduction parses "(name: types: combiner) [initializer(...)]". What C says
// about the parts is the host compiler's to judge.
func (p *parser) declareReduction(c *cursor) *ompir.Diagnostic {
	if !c.peek().is("(") {
		return expected("'('", c.peek())
	}
	inner, err := c.group()
	if err != nil {
		return err
	}
	r := &RawReduction{Initializer: -1}
	if err := p.reductionParts(r, inner); err != nil {
		return err
	}
	if !c.done() {
		if err := p.reductionInitializer(r, c); err != nil {
			return err
		}
	}
	p.raw.Reduction = r
	return nil
}

// reductionParts parses what stands in the parentheses.
func (p *parser) reductionParts(r *RawReduction, c *cursor) *ompir.Diagnostic {
	name := c.next()
	if !slices.Contains(ReductionOperators, name.text) && (name.kind != tokIdent || keywords[name.text]) {
		return expected("a reduction identifier", name)
	}
	r.Name = name.text
	if !c.accept(":") {
		return expected("':'", c.peek())
	}
	for more := true; more; more = c.accept(",") {
		start := c.at
		if err := skipTo(c, ",", ":"); err != nil {
			return err
		}
		if c.at == start {
			return expected("a type", c.peek())
		}
		r.Types = append(r.Types, p.expr(c.since(start)))
	}
	if !c.accept(":") {
		return expected("':'", c.peek())
	}
	if c.done() {
		return expected("an expression", c.end)
	}
	r.Combiner = p.expr(c.toks[c.at:])
	return nil
}

// skipTo passes tokens and groups up to one of the words or the end.
func skipTo(c *cursor, words ...string) *ompir.Diagnostic {
	for !c.done() {
		t := c.peek()
		switch {
		case t.kind == tokPunct && slices.Contains(words, t.text):
			return nil
		case t.kind == tokPunct && closers[t.text] != "":
			if _, err := c.group(); err != nil {
				return err
			}
		default:
			c.next()
		}
	}
	return nil
}

// reductionInitializer parses "initializer(omp_priv = value)" or "initializer(call)".
func (p *parser) reductionInitializer(r *RawReduction, c *cursor) *ompir.Diagnostic {
	if word := c.next(); word.kind != tokIdent || word.text != "initializer" {
		return expected("'initializer'", word)
	}
	if !c.peek().is("(") {
		return expected("'('", c.peek())
	}
	inner, err := c.group()
	if err != nil {
		return err
	}
	if inner.peek().text == "omp_priv" && inner.peekAt(1).is("=") {
		r.Assigns = true
		inner.at += 2
	}
	if inner.done() {
		return expected("an expression", inner.end)
	}
	r.Initializer = p.expr(inner.toks[inner.at:])
	return finished(c)
}
