package frontend

import (
	"bytes"
	"slices"
	"strings"
)

// speller makes cc/v4 take what gcc takes and cc/v4 does not: it blanks what means
// nothing for the translation, so that offsets stay, and notes what does mean
// something. The host compiler judges what was blanked.
type speller struct {
	text   []byte
	packed map[int]bool // the offsets of "enum" of the enumerations that are packed
	labels []int        // where a label lacks its statement
}

// spell changes marked text for cc/v4.
func (m *marked) spell() {
	s := &speller{text: bytes.Clone(m.Text), packed: map[int]bool{}}
	for at := 0; at < len(s.text); {
		at = s.token(at)
	}
	m.Text, m.packedEnums = s.text, s.packed
	m.insert(s.labels, ';')
}

// token handles what stands at an offset and returns where to go on.
func (s *speller) token(at int) int {
	if n := wordLength(s.text[at:]); n > 0 {
		return s.word(at, at+n)
	}
	switch s.text[at] {
	case '"', '\'':
		return closingQuote(s.text, at) + 1
	case '#':
		return lineEnd(s.text, at)
	case '[':
		return s.attributes(at)
	case ':':
		if next := s.skipSpace(at + 1); next < len(s.text) && s.text[next] == '}' {
			s.labels = append(s.labels, at+1)
		}
	}
	return at + 1
}

func (s *speller) word(at, end int) int {
	switch string(s.text[at:end]) {
	case "enum":
		return s.enumeration(at, end)
	case "_Static_assert":
		return s.assertion(at, end)
	}
	return end
}

// assertion blanks a _Static_assert without a message, which is C of 2023.
func (s *speller) assertion(at, end int) int {
	open := s.skipSpace(end)
	past := s.closing(open, '(', ')')
	semicolon := s.skipSpace(past)
	if past == open || semicolon >= len(s.text) || s.text[semicolon] != ';' ||
		len(splitTop(string(withoutQuotes(s.text[open+1:past-1])))) > 1 {
		return end
	}
	s.blankLines(at, semicolon+1)
	return semicolon + 1
}

// enumeration blanks the GNU attributes between "enum" and what follows, and notes
// whether those or the ones after the braces pack it.
func (s *speller) enumeration(at, end int) int {
	next, packed := s.enumAttributes(end, true)
	body := s.skipSpace(next)
	body = s.skipSpace(body + wordLength(s.text[body:]))
	if past := s.closing(body, '{', '}'); past > body {
		_, after := s.enumAttributes(past, false)
		packed = packed || after
	}
	if packed {
		s.packed[at] = true
	}
	return next
}

// enumAttributes reads the attributes from an offset on. It returns where they end
// and whether one is packed.
func (s *speller) enumAttributes(at int, blank bool) (end int, packed bool) {
	for {
		start := s.skipSpace(at)
		word := start + wordLength(s.text[start:])
		if name := string(s.text[start:word]); name != "__attribute__" && name != "__attribute" {
			return at, packed
		}
		open := s.skipSpace(word)
		end := s.closing(open, '(', ')')
		if end == open {
			return at, packed
		}
		isPacked, other := enumLayout(s.text[open:end])
		if other {
			return at, packed // for cc/v4 to refuse
		}
		packed = packed || isPacked
		if blank {
			s.blankLines(start, end)
		}
		at = end
	}
}

// enumLayout tells whether attributes, with their two pairs of parentheses, pack an
// enumeration, and whether they change it in another way.
func enumLayout(text []byte) (packed, other bool) {
	list := bytes.TrimSuffix(bytes.TrimPrefix(text, []byte("(")), []byte(")"))
	list = bytes.TrimSpace(list)
	list = bytes.TrimSuffix(bytes.TrimPrefix(list, []byte("(")), []byte(")"))
	for _, value := range splitTop(string(list)) {
		name, _, _ := strings.Cut(value, "(")
		switch bareName(name) {
		case "packed":
			packed = true
		case "aligned", "mode", "vector_size":
			other = true
		}
	}
	return packed, other
}

// attributes blanks [[...]] of C of 2023, unless it holds attributes of compilers that may
// change layouts or what the text means.
func (s *speller) attributes(at int) int {
	if at+1 >= len(s.text) || s.text[at+1] != '[' {
		return at + 1
	}
	end := s.closing(at, '[', ']')
	if end == at || s.text[end-2] != ']' || !isPlainAttribute(string(withoutQuotes(s.text[at+2:end-2]))) {
		return at + 1
	}
	s.blankLines(at, end)
	return end
}

// plainAttributes are the attributes of gcc's that change neither layouts nor linkage.
const plainAttributes = ` noinline always_inline flatten hot cold pure const nonnull returns_nonnull malloc alloc_size unused used
 warn_unused_result deprecated unavailable fallthrough format format_arg sentinel nothrow leaf noreturn artificial access nonstring noclone
 no_icf noipa `

// isPlainAttribute reports whether a list of attributes has none with a prefix but those.
func isPlainAttribute(list string) bool {
	for _, value := range splitTop(list) {
		name, _, _ := strings.Cut(value, "(")
		prefix, name, prefixed := strings.Cut(name, "::")
		prefix = strings.Trim(strings.TrimSpace(prefix), "_")
		if prefixed && (prefix != "gnu" || !slices.Contains(strings.Fields(plainAttributes), bareName(name))) {
			return false
		}
	}
	return true
}

// withoutQuotes blanks the strings and characters of a copy of text.
func withoutQuotes(text []byte) []byte {
	text = bytes.Clone(text)
	for i := 0; i < len(text); i++ {
		if text[i] == '"' || text[i] == '\'' {
			end := min(closingQuote(text, i)+1, len(text))
			blank(text[i:end])
			i = end - 1
		}
	}
	return text
}

// blankLines blanks a piece of text except its line markers.
func (s *speller) blankLines(at, end int) {
	for at < end {
		if s.text[at] == '#' && (at == 0 || s.text[at-1] == '\n') {
			at = lineEnd(s.text, at)
			continue
		}
		if s.text[at] != '\n' {
			s.text[at] = ' '
		}
		at++
	}
}

// closing returns the offset past the bracket that closes the one at an offset;
// where none opens there or closes, the offset itself.
func (s *speller) closing(at int, open, closed byte) int {
	if at >= len(s.text) || s.text[at] != open {
		return at
	}
	depth := 0
	for i := at; i < len(s.text); i++ {
		switch s.text[i] {
		case open:
			depth++
		case closed:
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			i = closingQuote(s.text, i)
		case '#':
			if s.text[i-1] == '\n' {
				i = lineEnd(s.text, i) - 1
			}
		}
	}
	return at
}

// skipSpace returns the offset of the next token: past white space and line markers.
func (s *speller) skipSpace(at int) int {
	for at < len(s.text) {
		switch c := s.text[at]; {
		case c == '#' && at > 0 && s.text[at-1] == '\n':
			at = lineEnd(s.text, at)
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			at++
		default:
			return at
		}
	}
	return at
}
