package omp

import (
	"strings"

	"omp2cl/ompir"
)

// tokenKind is the kind of a C token.
type tokenKind int

const (
	tokEnd    tokenKind = iota // what follows the last token of a range
	tokIdent                   // identifier or keyword
	tokNumber                  // preprocessing number
	tokString                  // string literal, with its prefix
	tokChar                    // character constant, with its prefix
	tokPunct                   // punctuator; digraphs have their usual spelling
	tokBad                     // a byte or an unterminated literal that C does not have
)

// token is one C token of a directive.
type token struct {
	kind       tokenKind
	text       string
	start, end int // bytes of the directive's text
	pos        ompir.Pos
}

// is reports whether t is the punctuator or word s.
func (t token) is(s string) bool {
	return (t.kind == tokPunct || t.kind == tokIdent) && t.text == s
}

// describe returns t for a message.
func (t token) describe() string {
	if t.kind == tokEnd && t.text == "" {
		return "end of line"
	}
	return "'" + t.text + "'"
}

// punctuators of C, longest first.
var punctuators = []string{
	"<<=", ">>=", "...", "%:%:",
	"->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=",
	"%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:",
	"[", "]", "(", ")", "{", "}", ".", "&", "*", "+", "-", "~", "!", "/", "%",
	"<", ">", "^", "|", "?", ":", ";", "=", ",", "#",
}

var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}"}

// lexer splits the text of a directive into tokens.
type lexer struct {
	text string
	at   int
	pos  ompir.Pos
}

// tokenize returns the tokens of text, whose first byte stands at pos.
func tokenize(text string, pos ompir.Pos) []token {
	l := lexer{text: text, pos: pos}
	var toks []token
	for l.skipSpace(); l.at < len(text); l.skipSpace() {
		toks = append(toks, l.token())
	}
	return toks
}

// skipSpace passes white space, comments and spliced newlines.
func (l *lexer) skipSpace() {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		n := spliceLen(rest)
		switch {
		case n > 0:
		case strings.HasPrefix(rest, "/*"):
			n = blockCommentLen(rest)
		case strings.HasPrefix(rest, "//"):
			n = len(rest)
		case strings.IndexByte(" \t\r\n\v\f", rest[0]) >= 0:
			n = 1
		default:
			return
		}
		l.advance(n)
	}
}

// spliceLen returns the length of the backslash-newline that s starts with, or 0.
func spliceLen(s string) int {
	switch {
	case strings.HasPrefix(s, "\\\n"):
		return 2
	case strings.HasPrefix(s, "\\\r\n"):
		return 3
	}
	return 0
}

func blockCommentLen(s string) int {
	if i := strings.Index(s[2:], "*/"); i >= 0 {
		return i + 4
	}
	return len(s)
}

// advance passes n bytes and keeps the position. A newline counts only as part of
// the source: a directive's text has them in splices and comments.
func (l *lexer) advance(n int) {
	for _, b := range []byte(l.text[l.at : l.at+n]) {
		if b == '\n' {
			l.pos.Line++
			l.pos.Col = 1
		} else {
			l.pos.Col++
		}
	}
	l.at += n
}

// token returns the token at l.at, which is not white space.
func (l *lexer) token() token {
	rest := l.text[l.at:]
	kind, n := scanToken(rest)
	t := token{kind: kind, text: rest[:n], start: l.at, end: l.at + n, pos: l.pos}
	t.pos.EndCol = l.pos.Col + n
	if usual, ok := digraphs[t.text]; ok && kind == tokPunct {
		t.text = usual
	}
	l.advance(n)
	return t
}

// scanToken returns the kind and the length of the token that s starts with.
func scanToken(s string) (tokenKind, int) {
	if n := literalPrefixLen(s); n >= 0 {
		return scanLiteral(s, n)
	}
	switch {
	case isIdentByte(s[0]) && !isDigit(s[0]):
		return tokIdent, identLen(s)
	case isDigit(s[0]), len(s) > 1 && s[0] == '.' && isDigit(s[1]):
		return tokNumber, numberLen(s)
	}
	for _, p := range punctuators {
		if strings.HasPrefix(s, p) {
			return tokPunct, len(p)
		}
	}
	return tokBad, 1
}

// literalPrefixLen returns the length of the encoding prefix of the literal that s
// starts with, or -1 when s does not start with a literal.
func literalPrefixLen(s string) int {
	for _, prefix := range []string{"", "L", "u8", "u", "U"} {
		rest, ok := strings.CutPrefix(s, prefix)
		if ok && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			return len(prefix)
		}
	}
	return -1
}

// scanLiteral scans the literal whose quote is at s[quote].
func scanLiteral(s string, quote int) (tokenKind, int) {
	for i := quote + 1; i < len(s) && s[i] != '\n'; i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
		case s[i] == s[quote] && s[quote] == '"':
			return tokString, i + 1
		case s[i] == s[quote]:
			return tokChar, i + 1
		}
	}
	return tokBad, quote + 1
}

// isIdentByte accepts the bytes of UTF-8 sequences too, as gcc does.
func isIdentByte(b byte) bool {
	return b == '_' || b == '$' || b >= 0x80 || isDigit(b) || 'a' <= b|0x20 && b|0x20 <= 'z'
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func identLen(s string) int {
	n := 0
	for n < len(s) && isIdentByte(s[n]) {
		n++
	}
	return n
}

// numberLen returns the length of a preprocessing number.
func numberLen(s string) int {
	n := 1
	for n < len(s) {
		sign := s[n] == '+' || s[n] == '-'
		switch {
		case sign && strings.IndexByte("eEpP", s[n-1]) >= 0:
		case !sign && (isIdentByte(s[n]) || s[n] == '.'):
		default:
			return n
		}
		n++
	}
	return n
}

// keywords of C that are not names of variables.
var keywords = wordSet(`auto break case char const continue default do double else
	enum extern float for goto if inline int long register restrict return short
	signed sizeof static struct switch typedef union unsigned void volatile while
	_Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn
	_Static_assert _Thread_local __alignof__ __extension__ __inline __restrict
	__signed__ __typeof__ typeof asm __asm__ __attribute__`)

// typeWords are the keywords that a type name can start with.
var typeWords = wordSet(`char const double enum float int long short signed struct
	union unsigned void volatile _Atomic _Bool _Complex __int128 __float128 typeof
	__typeof__ __typeof __signed__ __const __volatile__`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
