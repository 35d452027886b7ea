package omp

import (
	"slices"

	"omp2cl/ompir"
)

// newerSpellings are the names of OpenMP 5.0 (§2.9.5, §2.13) that are short for
// directives of 4.5. A loop construct lets the implementation choose how to share
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

// parseOrder parses "concurrent".
func parseOrder(p *parser, clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	clause.Mod, err = word(c, "order", "kind", "concurrent")
	return err
}

// parseBind parses what a loop construct binds to.
func parseBind(p *parser, clause *RawClause, c *cursor) (err *ompir.Diagnostic) {
	clause.Mod, err = word(c, "bind", "region", "teams", "parallel", "thread")
	return err
}

// settleNewer turns clauses of OpenMP 5.0 into those of 4.5. Promises and hints are
// dropped; a memory order of an atomic becomes the strongest, which holds as well.
func (p *parser) settleNewer() {
	strict := p.raw.Has(ompir.Atomic) && p.raw.First(ompir.SeqCst) == nil
	if m := p.raw.First(MemoryOrder); m != nil && strict {
		p.raw.Clauses = append(p.raw.Clauses, &RawClause{Kind: ompir.SeqCst, Pos: m.Pos})
	}
	p.raw.Loop = p.loop && len(p.raw.Parts) == 1 && p.raw.First(Bind) == nil
	p.raw.Clauses = slices.DeleteFunc(p.raw.Clauses, func(c *RawClause) bool {
		switch c.Kind {
		case Order, Bind, Nontemporal, MemoryOrder, Relaxed:
			return true
		case Hint:
			return p.raw.Has(ompir.Atomic)
		}
		return c.Kind == ompir.If && c.Mod == "simd"
	})
}
