package frontend

import (
	"bytes"
	"reflect"

	"modernc.org/cc/v4"
)

// openFunctions returns the functions that are idle as a whole and have regions, or call
// functions before them that do, less those that are known to be closed. A function that
// calls itself is open if it is with those calls taken for open.
func (b *builder) openFunctions(closed map[string]bool) map[string]bool {
	open := map[string]bool{}
	b.eachFunction(func(def *cc.FunctionDefinition) {
		name := def.Declarator.Name()
		if closed[name] || !b.mayOpen(def) || !b.hasConstruct(name) && !callsAny(def, open) {
			return
		}
		open[name] = true
		if !b.isIdle(def, open) {
			delete(open, name)
		}
	})
	return open
}

// callsAny reports whether one of the named functions may be called in def.
func callsAny(def *cc.FunctionDefinition, names map[string]bool) (found bool) {
	visitNodes(reflect.ValueOf(def.CompoundStatement), func(n cc.Node) {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			found = found || names[p.Token.SrcStr()]
		}
	})
	return found
}

// mayOpen reports whether only calls in this file run a function: an attribute may
// make it a constructor.
func (b *builder) mayOpen(def *cc.FunctionDefinition) bool {
	static, _ := storage(def.DeclarationSpecifiers)
	if !static || def.DeclarationList != nil || len(b.variants[def.Declarator.Name()]) > 0 {
		return false
	}
	for _, d := range b.globals[def.Declarator.Name()].decls {
		s := b.siteOf(d)
		if hasAttributes(d) || s.specs != nil && hasAttributes(s.specs) || s.decl != nil && hasAttributes(s.decl) {
			return false
		}
	}
	return true
}

// isIdle reports whether a function's parameters and body are idle.
func (b *builder) isIdle(def *cc.FunctionDefinition, open map[string]bool) bool {
	s := b.newIdleScan(def, open)
	if s == nil || !s.idleParameters() {
		return false
	}
	s.returns = true
	return s.block(def.CompoundStatement)
}

// idleParameters reports whether all parameters are idle scalars: they end with the
// call.
func (s *idleScan) idleParameters() bool {
	dd := s.def.Declarator.DirectDeclarator
	if dd.Case == cc.DirectDeclaratorFuncIdent {
		return dd.IdentifierList == nil
	}
	if dd.Case != cc.DirectDeclaratorFuncParam {
		return false
	}
	if dd.ParameterTypeList == nil {
		return true
	}
	for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
		if d := l.ParameterDeclaration.Declarator; d != nil && !s.declares(d) {
			return false
		}
	}
	return true
}

// close adds the functions that were taken for open and cannot be, or need not: every
// mention of one is its declaration or a call that was found.
func (f *follower) close(closed map[string]bool) (found bool) {
	if len(f.open) == 0 {
		return false
	}
	mentions := wordCounts(f.src.Text, f.open)
	for name := range f.open {
		if mentions[name] != f.calls[name]+len(f.globals[name].decls) || !f.useful[name] {
			closed[name] = true
			found = true
		}
	}
	return found
}

// wordCounts counts words in a text, whatever they are there, but for lines that are
// not about names of the program, and strings that are values: an assembler's text and the
// arguments of attributes stand behind parentheses, strings or the start of a line.
func wordCounts(text []byte, words map[string]bool) map[string]int {
	counts := map[string]int{}
	for line := range bytes.Lines(text) {
		if _, marker := parseLineMarker(string(bytes.TrimPrefix(line, []byte("# ")))); marker || bytes.HasPrefix(line, []byte("#pragma GCC ")) {
			continue
		}
		countWords(line, words, counts)
	}
	return counts
}

// countWords adds the words of a line.
func countWords(line []byte, words map[string]bool, counts map[string]int) {
	before := byte(0) // the last character that is no space
	for i := 0; i < len(line); {
		n := wordLength(line[i:])
		switch {
		case n > 0:
			if words[string(line[i:i+n])] {
				counts[string(line[i:i+n])]++
			}
		case line[i] == '"' || line[i] == '\'':
			n = quotedLen(line[i:])
			if before != '{' && before != ',' && before != '=' {
				countWords(line[i+1:i+n], words, counts)
			}
		default:
			n = 1
		}
		i += n
		if c := line[i-1]; c != ' ' && c != '\t' {
			before = c
		}
	}
}
