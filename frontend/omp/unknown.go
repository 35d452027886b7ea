package omp

import (
	"fmt"
	"slices"
	"strings"

	"omp2cl/ompir"
)

// unknownDirective handles a name that OpenMP 4.5 does not have. It is the host
// compiler's business unless it says something about devices.
func (p *parser) unknownDirective(c *cursor) {
	p.raw.Unknown = true
	words := leadingWords(c)
	switch {
	case len(words) == 0:
		p.report(expected("the name of a directive", c.peek()))
	case slices.Contains(words, "target"):
		p.diags = append(p.diags, unknownName(c, words))
	case words[0] == "requires":
		p.requires(c)
	case words[0] == "declare" && c.peekAt(1).is("variant"):
		p.raw.Variant = parseVariant(c)
	case words[0] == "declare" && c.peekAt(1).is("mapper"):
		p.diags = append(p.diags, ompir.Errorf(c.peekAt(1).pos, "unsupported-directive", "'declare mapper' is not supported").
			WithNote("map what the members point to in each construct"))
	case choosesDevice(c):
		p.diags = append(p.diags, ompir.Errorf(c.peek().pos, "unsupported-directive", "'metadirective' is not supported for target constructs").
			WithNote("%s", insteadOf["metadirective"]))
	default:
		p.misspelt(c, words)
	}
}

// choosesDevice reports whether c starts with a metadirective that may be a target construct.
func choosesDevice(c *cursor) bool {
	return c.peek().is("metadirective") && slices.ContainsFunc(c.toks, func(t token) bool { return t.is("target") })
}

// unknownName is the error for a name with a wrong word in it.
func unknownName(c *cursor, words []string) ompir.Diagnostic {
	good := len(words)
	for len(continuations(words[:good])) == 0 || good == len(words) {
		good--
	}
	wrong := c.peekAt(good)
	name := strings.Join(words, " ")
	d := ompir.Errorf(wrong.pos, "unknown-directive", "unknown directive '%s'", name)
	if good > 0 {
		d = ompir.Errorf(wrong.pos, "unknown-directive", "unknown directive '%s': '%s' does not follow '%s'",
			name, wrong.text, strings.Join(words[:good], " "))
	}
	return d.WithNote("supported here: %s", strings.Join(continuations(words[:good]), ", "))
}

// deviceRequirements are clauses of requires (OpenMP 5.0) that a program relies on
// in its device code. The parts of OpenMP that reverse_offload and
// dynamic_allocators allow are errors where they are used.
var deviceRequirements = wordSet("unified_address unified_shared_memory self_maps")

// requires rejects requirements that the runtime library does not meet.
func (p *parser) requires(c *cursor) {
	for _, t := range c.toks[1:] {
		if t.kind == tokIdent && deviceRequirements[t.text] {
			p.diags = append(p.diags, ompir.Errorf(t.pos, "unsupported-directive",
				"'requires %s' is not supported", t.text).
				WithNote("map the data that device code uses"))
		}
	}
}

// misspelt reports a name that looks like that of a device directive: host
// compilers pass over unknown directives in silence.
func (p *parser) misspelt(c *cursor, words []string) {
	at, like, ok := misspeltWord(c, words)
	if !ok {
		return
	}
	wrong := c.peekAt(at)
	name := strings.Join(append(words[:at:at], wrong.text), " ")
	p.diags = append(p.diags, ompir.Errorf(wrong.pos, "unknown-directive",
		"unknown directive '%s'; did you mean '%s'?", name, like))
}

// misspeltWord returns the place of the first of words, and of the identifier after
// them, that is none of a directive, and the word of a device directive that it is
// likely to stand for.
func misspeltWord(c *cursor, words []string) (at int, like string, ok bool) {
	for at < len(words) && directiveWords[words[at]] {
		at++
	}
	t := c.peekAt(at)
	if t.kind != tokIdent || len(t.text) < 4 {
		return 0, "", false
	}
	like, ok = nearest(t.text, continuations(words[:at]))
	return at, like, ok && (slices.Contains(deviceWords, like) || like == "declare")
}

// wrongClause reports a clause that does not exist (info nil) or that the directive
// does not take. What follows a misspelt directive name is not looked at.
func (p *parser) wrongClause(c *cursor, name token, info *clauseInfo) {
	directive := p.raw.Spelling()
	names := clauseNames(p.raw.Parts)
	words := continuations(strings.Fields(directive))
	like, found := nearest(name.text, append(words, names...))
	d := ompir.Errorf(name.pos, "unknown-clause", "unknown clause '%s' on '%s'", name.text, directive)
	switch {
	case info != nil:
		d.ID = "clause-not-allowed"
		d.Message = fmt.Sprintf("'%s' is not valid on '%s'", name.text, directive)
	case found:
		d.Message += "; did you mean '" + like + "'?"
		if slices.Contains(words, like) {
			c.at = len(c.toks)
		}
	}
	note := "supported here: " + strings.Join(names, ", ")
	if len(names) == 0 {
		note = fmt.Sprintf("'%s' takes no clauses", directive)
	}
	p.diags = append(p.diags, d.WithNote("%s", note))
}

// nearest returns the candidate that word is most likely a misspelling of: the
// first of those with the fewest edits, at most one in three letters.
func nearest(word string, candidates []string) (string, bool) {
	best, bestCost := "", len(word)/3+1
	for _, cand := range candidates {
		if cost := editDistance(word, cand); cost < bestCost {
			best, bestCost = cand, cost
		}
	}
	return best, best != ""
}

// editDistance counts the insertions, deletions and substitutions of bytes and the
// swaps of neighbours that turn a into b (optimal string alignment).
func editDistance(a, b string) int {
	older, old := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := old[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(old[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old = old, row
	}
	return old[len(b)]
}
