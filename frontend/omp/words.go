package omp

import (
	"slices"
	"strings"

	"omp2cl/ompir"
)

// word passes one of the known words.
func word(c *cursor, clause, what string, known ...string) (string, *ompir.Diagnostic) {
	t := c.next()
	if !slices.Contains(known, t.text) || t.kind != tokIdent {
		return "", badArgument(t, clause, what, known...)
	}
	return t.text, nil
}

// topColon returns how many tokens stand before the first colon outside brackets
// and conditional expressions, or -1.
func topColon(c *cursor) int {
	for i := c.at; i < len(c.toks); i++ {
		t := c.toks[i]
		switch {
		case t.kind != tokPunct:
		case t.text == "?":
			return -1
		case t.text == ":":
			return i - c.at
		case closers[t.text] != "":
			close, err := c.matching(i)
			if err != nil {
				return -1
			}
			i = close
		}
	}
	return -1
}

// mapTypes are the map types (OpenMP 4.5 §2.15.5.1).
var mapTypes = []string{"to", "from", "tofrom", "alloc", "release", "delete"}

// parseMap parses "[[modifier[,]...] [type]:] list"; close is a hint of OpenMP 5.0, and present
// a demand of 5.1.
func parseMap(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	clause.Mod = "tofrom"
	forgotten := slices.Contains(mapTypes, c.peek().text) && c.peekAt(1).kind == tokIdent
	if topColon(c) >= 0 || forgotten {
		mod, err := mapType(c)
		if err != nil {
			return err
		}
		clause.Mod = mod
	}
	return p.items(clause, c, anyItem)
}

// mapType passes a map type with its colon.
func mapType(c *cursor) (string, *ompir.Diagnostic) {
	always, present := "", ""
	for {
		switch c.peek().text {
		case "always":
			always = "always,"
		case "present":
			present = "present,"
		case "close":
		default:
			if present != "" && c.accept(":") {
				return always + present + "tofrom", nil
			}
			known := mapTypes
			if always == "" {
				known = append([]string{"always"}, mapTypes...)
			}
			mod, err := word(c, "map", "map type", known...)
			if err == nil && !c.accept(":") {
				err = expected("':'", c.peek())
			}
			return always + present + mod, err
		}
		c.next()
		c.accept(",")
	}
}

// ifModifiers are the names of the constructs that if can be restricted to.
var ifModifiers = []string{"parallel", "target", "target data", "target enter data",
	"target exit data", "target update", "task", "taskloop", "simd"}

// parseIf parses "[directive-name:] expression".
func parseIf(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	n := topColon(c)
	if n < 0 {
		return p.arg(clause, c)
	}
	var words []string
	for _, t := range c.toks[c.at : c.at+n] {
		words = append(words, t.text)
	}
	clause.Mod = strings.Join(words, " ")
	if err := p.checkIfModifier(clause.Mod, c); err != nil {
		return err
	}
	c.at += n + 1
	return p.arg(clause, c)
}

// checkIfModifier checks that the name is that of a part of the directive.
func (p *parser) checkIfModifier(name string, c *cursor) *ompir.Diagnostic {
	var allowed []string
	for _, part := range p.raw.Parts {
		if slices.Contains(ifModifiers, part.String()) {
			allowed = append(allowed, part.String())
		}
	}
	if slices.Contains(allowed, name) {
		return nil
	}
	found := c.peek()
	if name != "" {
		found.text = name
	}
	return badArgument(found, "if", "modifier", allowed...)
}

// parseDefaultmap parses "behaviour[: category]", of which OpenMP 4.5 has but
// "tofrom: scalar" and 5.0 (§2.19.7.2) the rest.
func parseDefaultmap(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	behaviour, err := word(c, "defaultmap", "behaviour",
		"tofrom", "to", "from", "alloc", "present", "firstprivate", "none", "default")
	if err != nil {
		return err
	}
	category := "all"
	if c.accept(":") {
		category, err = word(c, "defaultmap", "category", "scalar", "aggregate", "pointer", "all")
	}
	clause.Mod = behaviour + ":" + category
	return err
}

// parseDefault parses "none", "shared", and OpenMP 5.1's "firstprivate" and "private".
func parseDefault(p *parser, clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	clause.Mod, err = word(c, "default", "kind", "none", "shared", "firstprivate", "private")
	return err
}

// parseProcBind parses a thread affinity policy.
func parseProcBind(p *parser, clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	clause.Mod, err = word(c, "proc_bind", "policy", "master", "primary", "close", "spread")
	return err
}

// parseDepend parses "type: list", and source and sink on ordered.
func parseDepend(p *parser, clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	if hasPart(p.raw.Parts, ompir.Ordered) {
		return parseOrderedDepend(clause, c)
	}
	iterator := c.peek().is("iterator")
	if iterator {
		if err := passIterator(c); err != nil {
			return err
		}
	}
	clause.Mod, err = word(c, "depend", "dependence type", "in", "out", "inout", "mutexinoutset", "inoutset", "depobj")
	if err != nil {
		return err
	}
	if !c.accept(":") {
		return expected("':'", c.peek())
	}
	if iterator || c.peek().is("*") {
		c.at = len(c.toks) // for the host compiler, as what the others name is
		return nil
	}
	return p.items(clause, c, anyItem)
}

// passIterator passes "iterator(...)," of OpenMP 5.0.
func passIterator(c *cursor) *ompir.Diagnostic {
	c.next()
	if _, err := c.group(); err != nil {
		return err
	}
	if !c.accept(",") {
		return expected("','", c.peek())
	}
	return nil
}

// parseOrderedDepend parses "source" or "sink: vector". The vector is of no use
// but to the host compiler.
func parseOrderedDepend(clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	clause.Mod, err = word(c, "depend", "dependence type", "source", "sink")
	if err != nil || clause.Mod == "source" {
		return err
	}
	if !c.accept(":") {
		return expected("':'", c.peek())
	}
	return (&exprChecker{cursor: c}).commaList()
}

// ReductionOperators are the identifiers of reductions (OpenMP 4.5 §2.15.3.6).
var ReductionOperators = []string{"+", "*", "-", "&", "|", "^", "&&", "||", "min", "max"}

// parseReduction parses "identifier: list": an operator, or what a declare reduction
// directive declares.
func parseReduction(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	switch c.peek().text {
	case "task", "default": // OpenMP 5.0
		if c.peekAt(1).is(",") {
			c.at += 2
		}
	case "inscan":
		if c.peekAt(1).is(",") {
			d := ompir.Errorf(c.peek().pos, "bad-argument", "'inscan' of 'reduction' is not supported in device code").
				WithNote("%s", insteadOf["scan"])
			return &d
		}
	}
	op := c.next()
	named := op.kind == tokIdent && !keywords[op.text] && c.peek().is(":")
	if !named && !slices.Contains(ReductionOperators, op.text) {
		return badArgument(op, "reduction", "reduction operator", ReductionOperators...)
	}
	clause.Mod = op.text
	if !c.accept(":") {
		return expected("':'", c.peek())
	}
	return p.items(clause, c, noMembers)
}

// scheduleKinds are the kinds of schedule (OpenMP 4.5 §2.7.1).
var scheduleKinds = []string{"static", "dynamic", "guided", "auto", "runtime"}

// scheduleModifiers are the modifiers of schedule. Mod does not keep them: all our
// schedules are monotonic, which nonmonotonic and simd permit.
var scheduleModifiers = []string{"monotonic", "nonmonotonic", "simd"}

// parseSchedule parses "[modifier[, modifier]:] kind[, chunk]".
func parseSchedule(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	var modifiers []string
	if topColon(c) >= 0 {
		var err *ompir.Diagnostic
		if modifiers, err = scheduleModifierList(c); err != nil {
			return err
		}
	}
	at := c.peek()
	kind, err := word(c, "schedule", "kind", scheduleKinds...)
	if err != nil {
		return err
	}
	clause.Mod = kind
	if err := p.checkModifiers(at, kind, modifiers); err != nil {
		return err
	}
	if (kind == "auto" || kind == "runtime") && c.peek().is(",") {
		d := ompir.Errorf(c.peek().pos, "bad-argument", "schedule(%s) takes no chunk size", kind)
		return &d
	}
	return p.chunk(clause, c)
}

// scheduleModifierList passes the modifiers and their colon.
func scheduleModifierList(c *cursor) ([]string, *ompir.Diagnostic) {
	var list []string
	for {
		m, err := word(c, "schedule", "modifier", scheduleModifiers...)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
		if c.accept(":") {
			return list, nil
		}
		if !c.accept(",") {
			return nil, expected("':'", c.peek())
		}
	}
}

// checkModifiers checks the rules on nonmonotonic.
func (p *parser) checkModifiers(at token, kind string, modifiers []string) *ompir.Diagnostic {
	if !slices.Contains(modifiers, "nonmonotonic") {
		return nil
	}
	var d ompir.Diagnostic
	switch {
	case slices.Contains(modifiers, "monotonic"):
		d = ompir.Errorf(at.pos, "conflicting-clauses",
			"'monotonic' and 'nonmonotonic' exclude each other")
	case kind != "dynamic" && kind != "guided":
		d = ompir.Errorf(at.pos, "bad-argument",
			"'nonmonotonic' goes with schedule kinds 'dynamic' and 'guided' only")
	default:
		return nil
	}
	return &d
}

// chunk parses "[, size]".
func (p *parser) chunk(clause *RawClause, c *cursor) *ompir.Diagnostic {
	if !c.accept(",") {
		return nil
	}
	return p.arg(clause, c)
}

// parseDistSchedule parses "static[, size]".
func parseDistSchedule(p *parser, clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	clause.Mod, err = word(c, "dist_schedule", "kind", "static")
	if err != nil {
		return err
	}
	return p.chunk(clause, c)
}
