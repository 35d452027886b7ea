package omp

import (
	"strings"

	"omp2cl/ompir"
)

// directives lists every directive of OpenMP 4.5 as its constituent constructs
// (OpenMP 4.5 §2.5–2.15; combined ones §2.11). Its spelling is that of its parts.
var directives = [][]ompir.Part{
	{ompir.Parallel},
	{ompir.For},
	{ompir.Sections},
	{ompir.Section},
	{ompir.Single},
	{ompir.Simd},
	{ompir.DeclareSimd},
	{ompir.For, ompir.Simd},
	{ompir.Task},
	{ompir.Taskloop},
	{ompir.Taskloop, ompir.Simd},
	{ompir.Taskyield},
	{ompir.TargetData},
	{ompir.TargetEnterData},
	{ompir.TargetExitData},
	{ompir.Target},
	{ompir.TargetUpdate},
	{ompir.DeclareTarget},
	{ompir.EndDeclareTarget},
	{ompir.Teams},
	{ompir.Distribute},
	{ompir.Distribute, ompir.Simd},
	{ompir.Distribute, ompir.Parallel, ompir.For},
	{ompir.Distribute, ompir.Parallel, ompir.For, ompir.Simd},
	{ompir.Parallel, ompir.For},
	{ompir.Parallel, ompir.Sections},
	{ompir.Parallel, ompir.For, ompir.Simd},
	{ompir.Target, ompir.Parallel},
	{ompir.Target, ompir.Parallel, ompir.For},
	{ompir.Target, ompir.Parallel, ompir.For, ompir.Simd},
	{ompir.Target, ompir.Simd},
	{ompir.Target, ompir.Teams},
	{ompir.Teams, ompir.Distribute},
	{ompir.Teams, ompir.Distribute, ompir.Simd},
	{ompir.Target, ompir.Teams, ompir.Distribute},
	{ompir.Target, ompir.Teams, ompir.Distribute, ompir.Simd},
	{ompir.Teams, ompir.Distribute, ompir.Parallel, ompir.For},
	{ompir.Target, ompir.Teams, ompir.Distribute, ompir.Parallel, ompir.For},
	{ompir.Teams, ompir.Distribute, ompir.Parallel, ompir.For, ompir.Simd},
	{ompir.Target, ompir.Teams, ompir.Distribute, ompir.Parallel, ompir.For, ompir.Simd},
	{ompir.Master},
	{ompir.Critical},
	{ompir.Barrier},
	{ompir.Taskwait},
	{ompir.Taskgroup},
	{ompir.Atomic},
	{ompir.Flush},
	{ompir.Ordered},
	{ompir.Cancel},
	{ompir.CancellationPoint},
	{ompir.Threadprivate},
	{ompir.DeclareReduction},
}

// spelling is a directive's name as words.
type spelling struct {
	words []string
	parts []ompir.Part
}

var spellings = func() []spelling {
	var all []spelling
	for _, parts := range directives {
		name := (&ompir.Directive{Parts: parts}).Spelling()
		all = append(all, spelling{strings.Fields(name), parts})
	}
	for _, s := range newerSpellings {
		all = append(all, spelling{strings.Fields(s.name), s.parts})
	}
	return all
}()

// directiveWords are the words of directive names, those of OpenMP 5 included, so
// that a newer combination of words is told from a misspelt clause.
var directiveWords = func() map[string]bool {
	words := wordSet(`loop masked scope begin variant mapper workdistribute
		metadirective dispatch`)
	for _, s := range spellings {
		for _, w := range s.words {
			words[w] = true
		}
	}
	return words
}()

// matches reports whether the tokens ahead of c start with the words of s.
func (s spelling) matches(c *cursor) bool {
	for i, w := range s.words {
		if t := c.peekAt(i); t.kind != tokIdent || t.text != w {
			return false
		}
	}
	return true
}

// longestSpelling returns the longest directive name that c starts with.
func longestSpelling(c *cursor) (spelling, bool) {
	var best spelling
	for _, s := range spellings {
		if len(s.words) > len(best.words) && s.matches(c) {
			best = s
		}
	}
	return best, best.words != nil
}

// leadingWords returns the words of directive names that c starts with, at least
// the first word.
func leadingWords(c *cursor) []string {
	var words []string
	for c.peekAt(len(words)).kind == tokIdent {
		w := c.peekAt(len(words)).text
		if len(words) > 0 && !directiveWords[w] {
			break
		}
		words = append(words, w)
	}
	return words
}

// continuations returns the words that may follow words in a directive's name, in
// the order of the table.
func continuations(words []string) []string {
	var next []string
	seen := map[string]bool{}
	for _, s := range spellings {
		if len(s.words) <= len(words) || !hasPrefix(s.words, words) {
			continue
		}
		if w := s.words[len(words)]; !seen[w] {
			seen[w] = true
			next = append(next, w)
		}
	}
	return next
}

func hasPrefix(words, prefix []string) bool {
	for i, w := range prefix {
		if words[i] != w {
			return false
		}
	}
	return true
}

// deviceWords are the words of directive names that make a directive ours.
var deviceWords = []string{"target", "teams", "distribute"}

// IsDevice reports whether text, which follows "#pragma omp", starts with the name
// of a device directive: one with target, teams or distribute in its name, of
// OpenMP 4.5 or a newer version, or an unknown name that looks like one misspelt.
func IsDevice(text string) bool {
	c := &cursor{toks: tokenize(text, ompir.Pos{})}
	words := leadingWords(c)
	if containsAny(words, deviceWords) || choosesDevice(c) {
		return true
	}
	if s, known := longestSpelling(c); known {
		return (&Raw{Parts: s.bound(c)}).IsDevice()
	}
	_, _, misspelt := misspeltWord(c, words)
	return misspelt
}

func containsAny(words, wanted []string) bool {
	for _, w := range words {
		for _, d := range wanted {
			if w == d {
				return true
			}
		}
	}
	return false
}

// IsDevice reports whether r is a device directive: one with a target, teams or
// distribute construct, or a declare target. The host compiler judges the others.
func (r *Raw) IsDevice() bool {
	for _, p := range r.Parts {
		switch p {
		case ompir.Target, ompir.TargetData, ompir.TargetEnterData, ompir.TargetExitData,
			ompir.TargetUpdate, ompir.DeclareTarget, ompir.EndDeclareTarget,
			ompir.Teams, ompir.Distribute:
			return true
		}
	}
	return false
}

// IsDeclarative reports whether r is a declarative directive (OpenMP 4.5 §1.2.2).
func (r *Raw) IsDeclarative() bool {
	switch r.first() {
	case ompir.DeclareTarget, ompir.EndDeclareTarget, ompir.Threadprivate,
		ompir.DeclareReduction, ompir.DeclareSimd:
		return true
	}
	return false
}

// IsStandalone reports whether r is an executable directive without an associated
// statement (OpenMP 4.5 §1.2.2).
func (r *Raw) IsStandalone() bool {
	switch r.first() {
	case ompir.TargetEnterData, ompir.TargetExitData, ompir.TargetUpdate, ompir.Barrier,
		ompir.Flush, ompir.Taskwait, ompir.Taskyield, ompir.Cancel, ompir.CancellationPoint:
		return true
	case ompir.Ordered:
		return r.First(ompir.Depend) != nil
	}
	return false
}

// first returns r's outermost construct, or PartNone when r is unknown.
func (r *Raw) first() ompir.Part {
	if len(r.Parts) == 0 {
		return ompir.PartNone
	}
	return r.Parts[0]
}
