package frontend

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// textLine is one line of preprocessed text: a directive of the preprocessor that
// is left in it, or C.
type textLine struct {
	start, end int    // bytes of the text, without the line's newline
	hash       int    // offset of the '#', -1 when the line is C
	name       string // "pragma", "define", … or "" for a line marker "# 12"
	rest       int    // offset past the name
	pos        ompir.Pos
}

// lineScanner yields the lines of preprocessed text with their places in the
// user's source.
type lineScanner struct {
	text   []byte
	at     int
	file   string
	line   int    // number of the line at offset at
	within string // what ends the comment or raw string that the line starts in, or ""
}

// next returns the next line, false at the end. A directive's lines that end in a
// backslash are one line.
func (s *lineScanner) next() (textLine, bool) {
	if s.at >= len(s.text) {
		return textLine{}, false
	}
	l := textLine{start: s.at, hash: -1, pos: ompir.Pos{File: s.file, Line: s.line, Col: 1}}
	l.end = s.lineEnd(s.at)
	if s.within == "" {
		s.classify(&l)
	}
	if l.hash < 0 {
		s.trackMultiline(s.text[l.start:l.end])
	}
	for l.hash >= 0 && endsInBackslash(s.text[l.hash:l.end]) && l.end < len(s.text) {
		l.end = s.lineEnd(l.end + 1)
	}
	s.line += 1 + bytes.Count(s.text[l.start:l.end], []byte{'\n'})
	s.at = min(l.end+1, len(s.text))
	if l.hash >= 0 && (l.name == "" || l.name == "line") {
		s.lineMarker(string(s.text[l.rest:l.end]))
	}
	return l, true
}

// lineEnd returns the offset of the newline that ends the line at offset at.
func (s *lineScanner) lineEnd(at int) int {
	if i := bytes.IndexByte(s.text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(s.text)
}

func endsInBackslash(line []byte) bool {
	return bytes.HasSuffix(bytes.TrimSuffix(line, []byte{'\r'}), []byte{'\\'})
}

// classify finds out whether the line is a directive, and which.
func (s *lineScanner) classify(l *textLine) {
	at := s.skipBlanks(l.start, l.end)
	if at == l.end || s.text[at] != '#' {
		return
	}
	l.hash = at
	l.pos.Col = at - l.start + 1
	word := s.skipBlanks(at+1, l.end)
	l.rest = word
	for l.rest < l.end && isWordByte(s.text[l.rest]) {
		l.rest++
	}
	l.name = string(s.text[word:l.rest])
	if l.name != "" && '0' <= l.name[0] && l.name[0] <= '9' {
		l.name, l.rest = "", word
	}
}

func (s *lineScanner) skipBlanks(at, end int) int {
	for at < end && strings.IndexByte(" \t\v\f\r", s.text[at]) >= 0 {
		at++
	}
	return at
}

func isWordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// lineMarker applies the marker `12 "file.c" flags`: the next line has that place.
func (s *lineScanner) lineMarker(marker string) {
	number, rest, _ := strings.Cut(strings.TrimSpace(marker), " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return
	}
	s.line = n
	if name, ok := unquoteFile(strings.TrimSpace(rest)); ok {
		s.file = name
	}
}

// unquoteFile returns the file name of a line marker, which the preprocessor
// writes with backslash escapes and octal numbers.
func unquoteFile(s string) (string, bool) {
	if !strings.HasPrefix(s, `"`) {
		return "", false
	}
	var name strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return name.String(), true
		case s[i] == '\\' && i+3 < len(s) && isOctal(s[i+1:i+4]):
			code, _ := strconv.ParseUint(s[i+1:i+4], 8, 8)
			name.WriteByte(byte(code))
			i += 3
		case s[i] == '\\' && i+1 < len(s):
			i++
			name.WriteByte(s[i])
		default:
			name.WriteByte(s[i])
		}
	}
	return "", false
}

func isOctal(s string) bool {
	_, err := strconv.ParseUint(s, 8, 8)
	return err == nil
}

// trackMultiline notes whether a block comment (gcc -E -C) or a raw string of
// GNU C goes on past the line.
func (s *lineScanner) trackMultiline(line []byte) {
	if s.within == "" && !bytes.Contains(line, []byte("/*")) && !bytes.Contains(line, []byte(`R"`)) {
		return
	}
	for at := 0; at < len(line); {
		if s.within != "" {
			i := bytes.Index(line[at:], []byte(s.within))
			if i < 0 {
				return
			}
			at += i + len(s.within)
			s.within = ""
			continue
		}
		at += s.skipLexeme(line[at:])
	}
}

// skipLexeme returns the length of the literal, comment, word or byte that rest
// starts with. At a multi-line construct it sets within.
func (s *lineScanner) skipLexeme(rest []byte) int {
	switch {
	case bytes.HasPrefix(rest, []byte("/*")):
		s.within = "*/"
		return 2
	case bytes.HasPrefix(rest, []byte("//")):
		return len(rest)
	case rest[0] == '"' || rest[0] == '\'':
		return quotedLen(rest)
	case isWordByte(rest[0]):
		n := 1
		for n < len(rest) && isWordByte(rest[n]) {
			n++
		}
		return n + s.rawString(string(rest[:n]), rest[n:])
	}
	return 1
}

// rawString enters the raw string that prefix and rest start, and returns the
// length of its opening in rest.
func (s *lineScanner) rawString(prefix string, rest []byte) int {
	switch prefix {
	case "R", "LR", "uR", "UR", "u8R":
	default:
		return 0
	}
	open := bytes.IndexByte(rest, '(')
	if len(rest) == 0 || rest[0] != '"' || open < 0 {
		return 0
	}
	s.within = ")" + string(rest[1:open]) + `"`
	return open + 1
}

// quotedLen returns the length of the literal that s starts with.
func quotedLen(s []byte) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

// ompText returns the offset past "omp" when the line is an OpenMP pragma.
func (s *lineScanner) ompText(l textLine) (int, bool) {
	if l.hash < 0 || l.name != "pragma" {
		return 0, false
	}
	at := s.skipBlanks(l.rest, l.end)
	word := at
	for at < l.end && isWordByte(s.text[at]) {
		at++
	}
	return at, string(s.text[word:at]) == "omp"
}

// HasDevice reports whether preprocessed text has a pragma with a device directive:
// one with target, teams or distribute in its name.
func HasDevice(text []byte) bool {
	s := lineScanner{text: text, line: 1}
	for {
		l, ok := s.next()
		if !ok {
			return false
		}
		if at, ok := s.ompText(l); ok && omp.IsDevice(string(text[at:l.end])) {
			return true
		}
	}
}

// sourceFiles reads lines of the user's files, to tell where in them a pragma of
// the preprocessed text stands. A file that cannot be read has no lines.
type sourceFiles struct {
	read  func(name string) ([]byte, error)
	files map[string][]string
}

func newSourceFiles() *sourceFiles {
	return &sourceFiles{read: readRegular, files: map[string][]string{}}
}

// readRegular reads a file, but nothing that reading may block on or change.
func readRegular(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, os.ErrInvalid
	}
	return os.ReadFile(name)
}

// pragma returns the text after "#pragma omp" on the line at pos and those it is
// continued on, its place, and that of the '#'. It is false when there is no such
// pragma.
func (f *sourceFiles) pragma(pos ompir.Pos) (text string, textPos, hash ompir.Pos, ok bool) {
	lines := f.lines(pos.File)
	if pos.Line < 1 || pos.Line > len(lines) {
		return "", pos, pos, false
	}
	s := lineScanner{text: []byte(strings.Join(continued(lines[pos.Line-1:]), "\n"))}
	l, _ := s.next()
	at, ok := s.ompText(l)
	if !ok {
		return "", pos, pos, false
	}
	textPos, hash = pos, pos
	textPos.Col, hash.Col = at+1, l.hash+1
	return string(s.text[at:l.end]), textPos, hash, true
}

// continued returns the first of lines and those it goes on in.
func continued(lines []string) []string {
	n := 1
	for n < len(lines) && endsInBackslash([]byte(lines[n-1])) {
		n++
	}
	return lines[:n]
}

func (f *sourceFiles) lines(name string) []string {
	lines, ok := f.files[name]
	if !ok {
		if text, err := f.read(name); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		f.files[name] = lines
	}
	return lines
}
