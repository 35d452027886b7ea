package omp

import (
	"slices"

	"omp2cl/ompir"
)

// newerSpellings are the names of OpenMP 5.0 (§2.9.5, §2.13) and 5.1 that are short for
// directives of 4.5, or combine some. A loop construct lets the implementation choose how to share
// out the iterations: it means the composite that uses all there is.
var newerSpellings = []struct {
	name  string
	parts []ompir.Part
}{
	{"loop", []ompir.Part{ompir.For}},
	{"parallel loop", []ompir.Part{ompir.Parallel, ompir.For}},
	{"teams loop", []ompir.Part{ompir.Teams, ompir.Distribute, ompir.Parallel, ompir.For}},
	{"target parallel loop", []ompir.Part{ompir.Target, ompir.Parallel, ompir.For}},
	{"target teams loop", []ompir.Part{ompir.Target, ompir.Teams, ompir.Distribute, ompir.Parallel, ompir.For}},
	{"begin declare target", []ompir.Part{ompir.DeclareTarget}},
	{"scope", []ompir.Part{ompir.For}},
	{"masked", []ompir.Part{ompir.Master}},
	{"parallel master", []ompir.Part{ompir.Parallel, ompir.Master}},
	{"parallel masked", []ompir.Part{ompir.Parallel, ompir.Master}},
	{"master taskloop", []ompir.Part{ompir.Master, ompir.Taskloop}},
	{"masked taskloop", []ompir.Part{ompir.Master, ompir.Taskloop}},
	{"master taskloop simd", []ompir.Part{ompir.Master, ompir.Taskloop, ompir.Simd}},
	{"masked taskloop simd", []ompir.Part{ompir.Master, ompir.Taskloop, ompir.Simd}},
	{"parallel master taskloop", []ompir.Part{ompir.Parallel, ompir.Master, ompir.Taskloop}},
	{"parallel masked taskloop", []ompir.Part{ompir.Parallel, ompir.Master, ompir.Taskloop}},
	{"parallel master taskloop simd", []ompir.Part{ompir.Parallel, ompir.Master, ompir.Taskloop, ompir.Simd}},
	{"parallel masked taskloop simd", []ompir.Part{ompir.Parallel, ompir.Master, ompir.Taskloop, ompir.Simd}},
}

// bound returns the parts of the directive that c starts with. What a loop
// construct of its own stands for is for its bind clause to say.
func (s spelling) bound(c *cursor) []ompir.Part {
	if len(s.words) > 1 || s.words[0] != "loop" {
		return s.parts
	}
	for i, t := range c.toks {
		if t.text == "bind" && i+2 < len(c.toks) {
			switch c.toks[i+2].text {
			case "teams":
				return []ompir.Part{ompir.Distribute, ompir.Parallel, ompir.For}
			case "thread":
				return []ompir.Part{ompir.Simd}
			}
		}
	}
	return s.parts
}

// parseOrder parses "[modifier:] concurrent"; the order of iterations is the same in every
// run in any case.
func parseOrder(p *parser, clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	if topColon(c) >= 0 {
		if _, err = word(c, "order", "modifier", "reproducible", "unconstrained"); err != nil {
			return err
		}
		if !c.accept(":") {
			return expected("':'", c.peek())
		}
	}
	clause.Mod, err = word(c, "order", "kind", "concurrent")
	return err
}

// parseBind parses what a loop construct binds to.
func parseBind(p *parser, clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	clause.Mod, err = word(c, "bind", "region", "teams", "parallel", "thread")
	return err
}

// parseDeviceType parses for which devices declare target makes versions.
func parseDeviceType(p *parser, clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	clause.Mod, err = word(c, "device_type", "kind", "any", "host", "nohost")
	return err
}

// parseDevice parses "[device_num:] number".
func parseDevice(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	if topColon(c) >= 0 {
		if _, err := word(c, "device", "modifier", "device_num"); err != nil {
			return err
		}
		if !c.accept(":") {
			return expected("':'", c.peek())
		}
	}
	return p.arg(clause, c)
}

// parseNumTeams parses "[least:] number". The runtime makes as many teams as it may where
// the program asks for few, and fewer than asked for where the device cannot have as many.
func parseNumTeams(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	if topColon(c) >= 0 {
		if err := c.assignment(); err != nil {
			return err
		}
		if !c.accept(":") {
			return expected("':'", c.peek())
		}
	}
	return p.arg(clause, c)
}

// parseFail passes the memory order of a comparison that fails: ours is the strongest.
func parseFail(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	_, err := word(c, "fail", "memory order", "seq_cst", "acquire", "relaxed")
	return err
}

// parseRest passes what only says where data should lie.
func parseRest(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	c.at = len(c.toks)
	return nil
}

// parseTaskCount parses "[strict:] number".
func parseTaskCount(p *parser, clause *RawClause, c *cursor) *ompir.Diagnostic {
	if c.peek().is("strict") && c.peekAt(1).is(":") {
		c.at += 2
	}
	return p.arg(clause, c)
}

// settleNewer turns clauses of OpenMP 5.0 into those of 4.5. Promises and hints are
// dropped; a memory order of an atomic becomes the strongest, which holds as well. Tasks run
// one after the other in the thread that creates them, so that they share what they reduce.
func (p *parser) settleNewer() {
	p.raw.Scope = p.scope
	strict := p.raw.Has(ompir.Atomic) && p.raw.First(ompir.SeqCst) == nil
	if m := p.raw.First(MemoryOrder); m != nil && strict {
		p.raw.Clauses = append(p.raw.Clauses, &RawClause{Kind: ompir.SeqCst, Pos: m.Pos})
	}
	p.raw.Loop = p.loop && len(p.raw.Parts) == 1 && p.raw.First(Bind) == nil
	kind, names := p.raw.First(DeviceType), len(p.raw.Clauses) > 1
	for _, c := range p.raw.Clauses {
		if kind != nil && kind.Mod == "host" {
			c.Items = nil
		}
		switch {
		case c.Kind == InReduction && p.raw.Has(ompir.Target): // the host's copy: see pragma.task
			c.Kind, c.Mod = ompir.Map, "always,tofrom"
		case c.Kind == InReduction, c.Kind == ompir.Reduction && p.raw.Has(ompir.Taskloop) && !p.raw.Has(ompir.Parallel):
			c.Kind, c.Mod = ompir.Shared, ""
		}
	}
	p.raw.Clauses = slices.DeleteFunc(p.raw.Clauses, func(c *RawClause) bool {
		switch c.Kind {
		case Order, Bind, Nontemporal, MemoryOrder, Relaxed, Fail, Allocate, Affinity, TaskReduction:
			return true
		case DeviceType:
			return names || p.begin // alone it does not begin what "declare target" begins
		case Hint:
			return p.raw.Has(ompir.Atomic)
		}
		return c.Kind == ompir.If && c.Mod == "simd"
	})
}
