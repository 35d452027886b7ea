package ompir

import "fmt"

// Pos is a place in the user's source, as the line markers of the preprocessor
// give it. Line and Col count from 1; a zero Line means "unknown". EndCol, when
// larger than Col, is one past the last column on the same line.
type Pos struct {
	File   string
	Line   int
	Col    int
	EndCol int
}

// IsValid reports whether p names a line.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String returns file:line:col.
func (p Pos) String() string {
	if !p.IsValid() {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}
