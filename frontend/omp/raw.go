// Package omp is the grammar of OpenMP directives and clauses: text in, a Raw
// directive or diagnostics out. It knows nothing of C: expressions stay text, in
// Raw.Exprs, and the caller has a C front end resolve them.
package omp

import "omp2cl/ompir"

// Raw is a parsed directive whose C expressions are still text.
type Raw struct {
	Parts   []ompir.Part
	Name    string // critical: the region's name
	Clauses []*RawClause
	Exprs   []string // every C expression of the directive, in source order
	Pos     ompir.Pos
	Unknown bool   // not a directive of OpenMP 4.5: left to the host compiler outside device code
	Text    string // what follows "omp", as written
}

// RawClause is a clause; Args are indexes into Raw.Exprs.
type RawClause struct {
	Kind  ompir.ClauseKind
	Mod   string
	Items []*RawItem
	Args  []int
	Pos   ompir.Pos
}

// RawItem is a list item; X is the index of its lvalue (without sections) in
// Raw.Exprs.
type RawItem struct {
	X        int
	Sections []RawBracket
	Text     string
	BaseText string
	Pos      ompir.Pos
}

// RawBracket is one bracket of an array section; indexes are -1 where absent.
type RawBracket struct {
	Lower, Length int
	Colon         bool
}
