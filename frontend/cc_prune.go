package frontend

import "bytes"

// prune blanks the function prototypes of system headers that nothing refers to:
// they are most of a typical text, and parsing is most of a translation's time.
// Offsets and lines stay.
func prune(text []byte, lines lineMap) []byte {
	p := &pruner{text: text, lines: lines, names: map[string]bool{}}
	p.scan()
	if len(p.prototypes) == 0 {
		return text
	}
	out := bytes.Clone(text)
	for _, d := range p.prototypes {
		if !p.names[d.name] {
			blank(out[d.start:d.end])
		}
	}
	return out
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
}

// prototype is "extern … name (…) …;" in a system header.
type prototype struct {
	start, end int
	name       string
}

// pruner finds prototypes and collects the identifiers outside of them.
type pruner struct {
	text       []byte
	lines      lineMap
	prototypes []prototype
	names      map[string]bool
}

// scan splits the text into declarations at file scope.
func (p *pruner) scan() {
	line := 1
	for at := 0; at < len(p.text); {
		switch c := p.text[at]; {
		case c == '\n':
			line++
			at++
		case c == ' ' || c == '\t' || c == '\r' || c == ';':
			at++
		case c == '#':
			at = lineEnd(p.text, at)
		default:
			end := p.declaration(at)
			p.note(at, end, p.lines.at(line).system)
			line += bytes.Count(p.text[at:end], []byte{'\n'})
			at = end
		}
	}
}

// lineEnd returns the offset of the newline that ends the line of an offset, or that of
// the text's end.
func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// declaration returns the end of what starts at an offset: past the semicolon or
// the brace of a body.
func (p *pruner) declaration(at int) int {
	depth := 0
	for i := at; i < len(p.text); i++ {
		switch p.text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']':
			depth--
		case '}':
			if depth--; depth <= 0 && !p.continues(i+1) {
				return i + 1
			}
		case '"', '\'':
			i = closingQuote(p.text, i)
		case '#':
			if p.text[i-1] == '\n' {
				i = lineEnd(p.text, i) - 1
			}
		case ';':
			if depth <= 0 {
				return i + 1
			}
		}
	}
	return len(p.text)
}

// continues reports whether a declaration goes on after a brace: declarators or an
// initializer's end follow, not another declaration. When in doubt it does, which
// only makes a declaration longer.
func (p *pruner) continues(at int) bool {
	for at < len(p.text) && (p.text[at] == ' ' || p.text[at] == '\t' || p.text[at] == '\r') {
		at++
	}
	return at < len(p.text) && p.text[at] != '\n' && !bytes.HasPrefix(p.text[at:], []byte("extern"))
}

// note keeps a prototype of a system header in mind, or the identifiers of
// anything else.
func (p *pruner) note(start, end int, system bool) {
	if name := prototypeName(p.text[start:end]); system && name != "" {
		p.prototypes = append(p.prototypes, prototype{start, end, name})
		return
	}
	for i := start; i < end; {
		n := wordLength(p.text[i:end])
		if n > 0 {
			p.names[string(p.text[i:i+n])] = true
		}
		i += max(n, 1)
	}
}

// prototypeName returns the function that "extern … name (…) …;" declares, "" when
// text is anything else.
func prototypeName(text []byte) string {
	if !bytes.HasPrefix(text, []byte("extern ")) || bytes.IndexByte(text, '{') >= 0 {
		return ""
	}
	word := ""
	for i := 0; i < len(text); {
		n := wordLength(text[i:])
		switch {
		case n > 0:
			word = string(text[i : i+n])
			i += n
			continue
		case text[i] == '(':
			if prototypeKeywords[word] {
				return ""
			}
			return word
		case text[i] == '=' || text[i] == '[' || text[i] == ',' || text[i] == '#':
			return ""
		case text[i] == '*':
			word = ""
		}
		i++
	}
	return ""
}

// prototypeKeywords are words before a parenthesis that are not the function's name.
var prototypeKeywords = map[string]bool{"": true, "__attribute__": true, "__attribute": true, "__typeof__": true,
	"__typeof": true, "typeof": true, "__asm__": true, "__asm": true, "asm": true, "_Alignas": true, "__declspec": true,
	"int": true, "void": true, "char": true, "long": true, "short": true, "double": true, "float": true, "unsigned": true}

// wordLength returns the length of the identifier or number that text starts with.
func wordLength(text []byte) int {
	n := 0
	for n < len(text) && (text[n] == '_' || text[n] >= 'a' && text[n] <= 'z' || text[n] >= 'A' && text[n] <= 'Z' ||
		text[n] >= '0' && text[n] <= '9' || text[n] == '$' || text[n] >= 0x80) {
		n++
	}
	return n
}
