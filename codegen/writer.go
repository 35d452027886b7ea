package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// writer collects lines of C and knows which line of the user's source the next
// one belongs to.
type writer struct {
	buf   strings.Builder
	depth int    // indentation, in steps of four blanks
	file  string // the place that the next line has by counting; "" = unknown
	line  int
	last  ompir.Pos // what at was last asked for
	plain bool      // never writes #line
}

// put writes one line at the current indentation.
func (w *writer) put(parts ...string) {
	w.buf.WriteString(strings.Repeat("    ", w.depth))
	for _, s := range parts {
		w.buf.WriteString(s)
	}
	w.buf.WriteByte('\n')
	w.line++
	for _, s := range parts {
		w.line += strings.Count(s, "\n")
	}
}

// paragraphGap is how many lines of the user's, blank or comments, are bridged by
// empty lines instead of a #line.
const paragraphGap = 2

// at makes the next line belong to pos, with as little as that takes. Statements
// of one line of the user's follow each other without more ado.
func (w *writer) at(pos ompir.Pos) {
	same := pos.File == w.last.File && pos.Line == w.last.Line
	if w.plain || !pos.IsValid() || same {
		return
	}
	w.last = pos
	if pos.File == w.file && pos.Line == w.line {
		return
	}
	if gap := pos.Line - w.line; pos.File == w.file && gap > 0 && gap <= paragraphGap {
		w.buf.WriteString(strings.Repeat("\n", gap))
	} else {
		w.buf.WriteString("#line " + strconv.Itoa(pos.Line) + " " + stringLiteral(pos.File) + "\n")
	}
	w.file, w.line = pos.File, pos.Line
}

func (w *writer) String() string { return w.buf.String() }
