package frontend

import (
	"bytes"
	"fmt"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// marker builds a marked from preprocessed text.
type marker struct {
	lines  *lineScanner
	source *sourceFiles
	out    *marked
	packs  packStack
}

// markPragmas returns text, the output of "gcc -E -fopenmp", with markers in place
// of its OpenMP pragmas. Line markers stay; other directives become empty lines.
// file is the name of the user's file until the first line marker.
func markPragmas(text []byte, file string) *marked {
	return markWithSource(text, file, newSourceFiles())
}

func markWithSource(text []byte, file string, source *sourceFiles) *marked {
	m := &marker{
		lines:  &lineScanner{text: text, file: file, line: 1},
		source: source,
		out:    &marked{Text: make([]byte, 0, len(text)+len(text)/16)},
	}
	for {
		l, ok := m.lines.next()
		if !ok {
			return m.out
		}
		m.line(l)
	}
}

// line adds what stands for one line, with as many newlines.
func (m *marker) line(l textLine) {
	start := len(m.out.Text)
	at, isOMP := m.lines.ompText(l)
	switch {
	case isOMP:
		m.copy(l.start, l.hash)
		m.directive(l, at)
	case l.hash < 0 || l.name == "" || l.name == "line":
		m.copy(l.start, l.end)
	case l.name == "pragma":
		m.otherPragma(l)
	}
	next := min(l.end+1, len(m.lines.text))
	want := bytes.Count(m.lines.text[l.start:next], []byte{'\n'})
	have := bytes.Count(m.out.Text[start:], []byte{'\n'})
	m.out.Text = append(m.out.Text, bytes.Repeat([]byte{'\n'}, want-have)...)
	m.sync(next)
}

// copy adds the original's bytes from start to end.
func (m *marker) copy(start, end int) {
	m.out.Text = append(m.out.Text, m.lines.text[start:end]...)
}

// sync notes that the next byte of the marked text comes from offset orig.
func (m *marker) sync(orig int) {
	at := len(m.out.Text)
	pairs := m.out.offsets
	if n := len(pairs); n > 0 {
		last := pairs[n-1]
		if orig-last.orig == at-last.marked {
			return
		}
		if last.marked == at {
			pairs[n-1].orig = orig
			return
		}
	} else if orig == at {
		return
	}
	m.out.offsets = append(pairs, offsetPair{at, orig})
}

// directive adds the marker of the OpenMP pragma whose text starts at textStart.
func (m *marker) directive(l textLine, textStart int) {
	end := l.end
	for end > textStart && m.lines.text[end-1] == '\r' {
		end--
	}
	mk := &mark{ID: len(m.out.Marks), Pragma: ompir.Range{Start: l.hash, End: end}}
	m.parse(mk, l, textStart)
	mk.Kind = kindOf(mk.Raw)
	mk.HostOnly = !mk.Raw.IsDevice() && !(mk.Raw.Unknown && len(mk.Errors) > 0)
	m.out.Marks = append(m.out.Marks, mk)
	m.sync(l.hash)
	m.write(mk, textStart)
}

// parse parses the directive, with places in the user's file where that can be
// read.
func (m *marker) parse(mk *mark, l textLine, textStart int) {
	text := string(m.lines.text[textStart:mk.Pragma.End])
	pos := l.pos
	pos.Col = textStart - l.start + 1
	mk.Pos = l.pos
	source, sourcePos, hash, ok := m.source.pragma(l.pos)
	if !ok {
		mk.Raw, mk.Errors = omp.Parse(text, pos)
		return
	}
	mk.Raw, mk.Errors = omp.ParseAt(text, pos, source, sourcePos)
	mk.Pos = hash
}

// kindOf returns what kind of marker a directive gets.
func kindOf(r *omp.Raw) markKind {
	switch {
	case r.Unknown:
		return markOpaque
	case r.Reduction != nil:
		return markReducer
	case r.IsDeclarative():
		return markDeclarative
	case r.IsStandalone():
		return markStandalone
	}
	return markPrefix
}

// write adds the marker's text.
func (m *marker) write(mk *mark, textStart int) {
	start := len(m.out.Text)
	switch mk.Kind {
	case markPrefix:
		m.printf("while (%s(%d", prefixMarker, mk.ID)
		m.arguments(mk, textStart)
		m.printf("))")
	case markStandalone:
		m.printf("%s(%d", standaloneMarker, mk.ID)
		m.arguments(mk, textStart)
		m.printf(");")
	case markReducer:
		m.printf("%s", reducerMarker(mk))
	case markDeclarative:
		m.printf("_Static_assert(1, \"%s%d\");", declareMarker, mk.ID)
	}
	if last := len(m.out.Text) - 1; last > start {
		m.out.offsets = append(m.out.offsets, offsetPair{last, mk.Pragma.End - 1})
	}
	m.sync(mk.Pragma.End)
}

func (m *marker) printf(format string, args ...any) {
	m.out.Text = fmt.Appendf(m.out.Text, format, args...)
}

// arguments adds the directive's expressions as further arguments of the call.
func (m *marker) arguments(mk *mark, textStart int) {
	for _, d := range mk.Errors {
		if d.Severity == ompir.Error {
			return
		}
	}
	for i, expr := range mk.Raw.Exprs {
		m.printf(", (")
		m.sync(textStart + mk.Raw.ExprOffset(i))
		m.printf("%s", expr)
		m.printf(")")
	}
}
