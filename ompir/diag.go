package ompir

import (
	"fmt"
	"sort"
	"strings"
)

// Severity is the weight of a Diagnostic.
type Severity int

// Severities, in falling weight.
const (
	Error Severity = iota
	Warning
	Note
)

// String returns gcc's word for s.
func (s Severity) String() string {
	return [...]string{"error", "warning", "note"}[s]
}

// Diagnostic is one message to the user in gcc's format. ID is stable and
// kebab-case ("unsupported-clause"). Notes are printed below it and say what to
// do instead; a note whose Pos is not valid is printed without a place.
type Diagnostic struct {
	Pos      Pos
	Severity Severity
	Message  string
	ID       string
	Notes    []Diagnostic
}

// Error makes a single diagnostic usable as an error.
func (d Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s: %s [%s]", d.Pos, d.Severity, d.Message, d.ID)
}

// Errorf returns an error diagnostic.
func Errorf(pos Pos, id, format string, args ...any) Diagnostic {
	return Diagnostic{Pos: pos, Severity: Error, ID: id, Message: fmt.Sprintf(format, args...)}
}

// Warningf returns a warning diagnostic.
func Warningf(pos Pos, id, format string, args ...any) Diagnostic {
	return Diagnostic{Pos: pos, Severity: Warning, ID: id, Message: fmt.Sprintf(format, args...)}
}

// WithNote returns d with a note added that has no place of its own.
func (d Diagnostic) WithNote(format string, args ...any) Diagnostic {
	return d.WithNoteAt(Pos{}, format, args...)
}

// WithNoteAt returns d with a note added at pos.
func (d Diagnostic) WithNoteAt(pos Pos, format string, args ...any) Diagnostic {
	notes := append([]Diagnostic{}, d.Notes...)
	d.Notes = append(notes, Diagnostic{Pos: pos, Severity: Note, Message: fmt.Sprintf(format, args...)})
	return d
}

// Diagnostics collects messages. The zero value is ready to use. It is an error
// when it holds at least one message of severity Error.
type Diagnostics struct {
	List []Diagnostic
}

// Add appends ds.
func (l *Diagnostics) Add(ds ...Diagnostic) { l.List = append(l.List, ds...) }

// HasErrors reports whether an error was added.
func (l *Diagnostics) HasErrors() bool {
	for _, d := range l.List {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Sorted returns the messages by file (in order of first appearance), line and
// column, without exact repetitions.
func (l *Diagnostics) Sorted() []Diagnostic {
	rank := map[string]int{}
	for _, d := range l.List {
		if _, ok := rank[d.Pos.File]; !ok {
			rank[d.Pos.File] = len(rank)
		}
	}
	out := append([]Diagnostic{}, l.List...)
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].Pos, out[j].Pos
		if a.File != b.File {
			return rank[a.File] < rank[b.File]
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Col < b.Col
	})
	kept := out[:0]
	seen := map[string]bool{}
	for _, d := range out {
		if key := d.Error(); !seen[key] {
			seen[key] = true
			kept = append(kept, d)
		}
	}
	return kept
}

// Err returns l as an error when it has errors, else nil.
func (l *Diagnostics) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l
}

// Error lists all messages, one a line.
func (l *Diagnostics) Error() string {
	var lines []string
	for _, d := range l.Sorted() {
		lines = append(lines, d.Error())
	}
	return strings.Join(lines, "\n")
}
