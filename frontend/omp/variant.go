package omp

import (
	"strconv"

	"omp2cl/ompir"
)

// Variant is a declare variant directive (OpenMP 5.1 §2.3.5): the host compiler judges its
// form, and what is not understood is a trait without a set.
type Variant struct {
	Name   string // of the function that takes the place of the one declared behind
	Traits []Trait
	Pos    ompir.Pos
}

// Trait is one trait of a context selector: device={kind(gpu, nohost)}.
type Trait struct {
	Set, Name string
	Args      []string // what stands between its parentheses, at commas
	Score     int64
	Scored    bool
}

// parseVariant reads what follows "declare".
func parseVariant(c *cursor) *Variant {
	c.at += 2
	v := &Variant{Pos: c.peek().pos}
	if inner := c.within("("); inner != nil {
		v.Name = inner.peek().text
	}
	for !c.done() {
		c.accept(",")
		word := c.next()
		inner := c.within("(")
		switch {
		case inner == nil:
			return &Variant{Name: v.Name, Traits: []Trait{{Name: word.text}}, Pos: v.Pos}
		case word.is("match"):
			v.selectors(inner)
		}
	}
	return v
}

// selectors reads "set={trait, ...}, ...".
func (v *Variant) selectors(c *cursor) {
	for !c.done() {
		set := c.next()
		if !c.accept("=") {
			v.Traits = append(v.Traits, Trait{Name: set.text})
			return
		}
		inner := c.within("{")
		if inner == nil {
			v.Traits = append(v.Traits, Trait{Name: set.text})
			return
		}
		for !inner.done() {
			v.Traits = append(v.Traits, trait(set.text, inner))
			inner.accept(",")
		}
		c.accept(",")
	}
}

// trait reads "name" or "name([score(n):] arguments)".
func trait(set string, c *cursor) Trait {
	t := Trait{Set: set, Name: c.next().text}
	if !c.peek().is("(") {
		return t
	}
	inner := c.within("(")
	if inner == nil {
		c.at = len(c.toks)
		return Trait{Name: t.Name}
	}
	if inner.peek().is("score") && inner.peekAt(1).is("(") {
		inner.next()
		score := inner.within("(")
		if score == nil || len(score.toks) != 1 || !inner.accept(":") {
			return Trait{Name: t.Name}
		}
		if t.Score, t.Scored = number(score.peek()); !t.Scored {
			return Trait{Name: t.Name}
		}
	}
	text := ""
	for !inner.done() {
		if inner.accept(",") {
			t.Args, text = append(t.Args, text), ""
			continue
		}
		text += inner.next().text
	}
	t.Args = append(t.Args, text)
	return t
}

// within passes a group that starts with the bracket open, and returns a cursor over what is
// inside, or nil.
func (c *cursor) within(open string) *cursor {
	if !c.peek().is(open) {
		return nil
	}
	inner, err := c.group()
	if err != nil {
		return nil
	}
	return inner
}

// number returns the value of a token that is an integer constant.
func number(t token) (int64, bool) {
	n, err := strconv.ParseInt(t.text, 0, 64)
	return n, err == nil && t.kind == tokNumber
}

// Truth returns what a trait of the set user says, if it is an integer constant.
func (t Trait) Truth() (is, known bool) {
	if t.Name != "condition" || len(t.Args) != 1 {
		return false, false
	}
	n, err := strconv.ParseInt(t.Args[0], 0, 64)
	return n != 0, err == nil
}
