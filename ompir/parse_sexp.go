package ompir

import (
	"fmt"
	"strconv"
	"strings"
)

// sexp is one element of the text form: a list, a word, a quoted string or a
// position. line is where it starts, for messages.
type sexp struct {
	kind sexpKind
	text string // word, or the unquoted string
	list []sexp
	pos  Pos // positions only
	line int
}

type sexpKind int

const (
	sexpList sexpKind = iota
	sexpWord
	sexpString
	sexpPos
)

// head returns the first word of a list, or "".
func (s sexp) head() string {
	if s.kind == sexpList && len(s.list) > 0 && s.list[0].kind == sexpWord {
		return s.list[0].text
	}
	return ""
}

// isWord reports whether s is the bare word w.
func (s sexp) isWord(w string) bool { return s.kind == sexpWord && s.text == w }

// parseError is what parsing functions panic with; Parse turns it into an error.
type parseError struct {
	line int
	msg  string
}

func (e parseError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.msg) }

// fail stops parsing with a message about s.
func (s sexp) fail(format string, args ...any) {
	panic(parseError{s.line, fmt.Sprintf(format, args...)})
}

// maxNesting bounds the depth of lists, so that no input exhausts the stack.
const maxNesting = 10000

// sexpReader splits the text form into elements. It resolves positions on the way,
// since the file of a position is that of the one before it in the text.
type sexpReader struct {
	text  string
	at    int
	line  int
	file  string
	depth int
}

func (r *sexpReader) fail(format string, args ...any) {
	panic(parseError{r.line, fmt.Sprintf(format, args...)})
}

// skip moves to the next element; a semicolon starts a comment.
func (r *sexpReader) skip() {
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; c {
		case '\n':
			r.line++
		case ' ', '\t', '\r':
		case ';':
			end := strings.IndexByte(r.text[r.at:], '\n')
			if end < 0 {
				end = len(r.text) - r.at
			}
			r.at += end - 1
		default:
			return
		}
	}
}

// read returns the next element.
func (r *sexpReader) read() sexp {
	r.skip()
	if r.at >= len(r.text) {
		r.fail("unexpected end of text")
	}
	switch r.text[r.at] {
	case '(':
		return r.readList()
	case ')':
		r.fail("unexpected ')'")
	case '"':
		line := r.line
		return sexp{kind: sexpString, text: r.quoted(), line: line}
	case '@':
		return r.position()
	}
	return sexp{kind: sexpWord, text: r.bare(), line: r.line}
}

func (r *sexpReader) readList() sexp {
	out := sexp{kind: sexpList, line: r.line}
	r.depth++
	if r.depth > maxNesting {
		r.fail("lists are nested too deeply")
	}
	for r.at++; ; {
		r.skip()
		if r.at < len(r.text) && r.text[r.at] == ')' {
			r.at++
			r.depth--
			return out
		}
		out.list = append(out.list, r.read())
	}
}

// quoted reads a string in Go's syntax.
func (r *sexpReader) quoted() string {
	prefix, err := strconv.QuotedPrefix(r.text[r.at:])
	if err != nil {
		r.fail("malformed string")
	}
	s, err := strconv.Unquote(prefix)
	if err != nil {
		r.fail("malformed string %s", prefix)
	}
	r.at += len(prefix)
	return s
}

// bare reads up to the next blank, parenthesis or quote.
func (r *sexpReader) bare() string {
	start := r.at
	for r.at < len(r.text) && !strings.ContainsRune(" \t\r\n();\"", rune(r.text[r.at])) {
		r.at++
	}
	return r.text[start:r.at]
}

// position reads @"file":line:col-endcol; file and end column are optional.
func (r *sexpReader) position() sexp {
	out := sexp{kind: sexpPos, line: r.line}
	r.at++
	if r.at < len(r.text) && r.text[r.at] == '"' {
		r.file = r.quoted()
		if r.at >= len(r.text) || r.text[r.at] != ':' {
			r.fail("malformed position")
		}
		r.at++
	}
	lineCol, end, hasEnd := strings.Cut(r.bare(), "-")
	line, col, ok := strings.Cut(lineCol, ":")
	if !ok {
		r.fail("malformed position")
	}
	out.pos = Pos{File: r.file, Line: r.coordinate(line), Col: r.coordinate(col)}
	if hasEnd {
		out.pos.EndCol = r.coordinate(end)
	}
	return out
}

func (r *sexpReader) coordinate(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		r.fail("malformed position")
	}
	return int(n)
}

// readAll reads the one element that text consists of.
func readAll(text, file string) sexp {
	r := sexpReader{text: text, line: 1, file: file}
	s := r.read()
	r.skip()
	if r.at < len(r.text) {
		r.fail("text after the module")
	}
	return s
}

// cursor walks over the elements of a list behind its head.
type cursor struct {
	of   sexp
	list []sexp
}

// rest returns a cursor over s without its head.
func (s sexp) rest() *cursor {
	if s.kind != sexpList || len(s.list) == 0 {
		s.fail("expected a list")
	}
	return &cursor{of: s, list: s.list[1:]}
}

func (c *cursor) more() bool { return len(c.list) > 0 }

func (c *cursor) next() sexp {
	if !c.more() {
		c.of.fail("%q lacks an operand", c.of.head())
	}
	s := c.list[0]
	c.list = c.list[1:]
	return s
}

// peek returns the next element, or an empty list at the end.
func (c *cursor) peek() sexp {
	if !c.more() {
		return sexp{line: c.of.line}
	}
	return c.list[0]
}

// done fails when elements are left.
func (c *cursor) done() {
	if c.more() {
		c.list[0].fail("%q has too many operands", c.of.head())
	}
}

// name returns a word or string.
func (c *cursor) name() string {
	s := c.next()
	if s.kind != sexpWord && s.kind != sexpString {
		s.fail("expected a name")
	}
	return s.text
}

func (c *cursor) integer() int64 {
	s := c.next()
	n, err := strconv.ParseInt(s.text, 10, 64)
	if s.kind != sexpWord || err != nil {
		s.fail("expected an integer")
	}
	return n
}

// small returns an integer that fits an int32.
func (c *cursor) small() int {
	at := c.peek()
	n := c.integer()
	if int64(int32(n)) != n {
		at.fail("integer out of range")
	}
	return int(n)
}

// pos returns the position if one follows.
func (c *cursor) pos() Pos {
	if c.peek().kind != sexpPos {
		return Pos{}
	}
	return c.next().pos
}

// word consumes the bare word w if it follows.
func (c *cursor) word(w string) bool {
	if !c.peek().isWord(w) {
		return false
	}
	c.next()
	return true
}

// oneOf consumes the word that follows if it is in names, and returns its index,
// else 0.
func (c *cursor) oneOf(names []string) int {
	for i, name := range names {
		if name != "" && c.word(name) {
			return i
		}
	}
	return 0
}

// option returns a cursor over the list (key ...) if it follows, else nil.
func (c *cursor) option(key string) *cursor {
	if c.peek().head() != key {
		return nil
	}
	return c.next().rest()
}

// text returns the value of an optional (key "value").
func (c *cursor) text(key string) string {
	o := c.option(key)
	if o == nil {
		return ""
	}
	defer o.done()
	return o.name()
}

// number returns the value of an optional (key n).
func (c *cursor) number(key string) int64 {
	o := c.option(key)
	if o == nil {
		return 0
	}
	defer o.done()
	return o.integer()
}

// pair returns the values of an optional (key n n).
func (c *cursor) pair(key string) (int, int) {
	o := c.option(key)
	if o == nil {
		return 0, 0
	}
	defer o.done()
	first := o.small()
	return first, o.small()
}
