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
	Exprs   []string    // every C expression of the directive, in source order
	ExprPos []ompir.Pos // where each of Exprs stands
	Pos     ompir.Pos
	Unknown bool   // not a directive of OpenMP 4.5: left to the host compiler outside device code
	Loop    bool   // OpenMP 5.0: a loop construct that binds to what it stands in
	Scope   bool   // OpenMP 5.1: a block that each thread runs, for which a loop over the threads stands
	Text    string // what follows "omp", as written

	Reduction *RawReduction // declare reduction
	Variant   *Variant      // declare variant

	exprAt []int // byte offset of each of Exprs in Text
}

// ExprOffset returns where expression i starts, in bytes from the start of Text.
func (r *Raw) ExprOffset(i int) int { return r.exprAt[i] }

// Spelling returns the directive's name: "target teams distribute".
func (r *Raw) Spelling() string { return (&ompir.Directive{Parts: r.Parts}).Spelling() }

// Has reports whether p is one of r's parts.
func (r *Raw) Has(p ompir.Part) bool { return (&ompir.Directive{Parts: r.Parts}).Has(p) }

// First returns r's first clause of kind k, or nil.
func (r *Raw) First(k ompir.ClauseKind) *RawClause {
	for _, c := range r.Clauses {
		if c.Kind == k {
			return c
		}
	}
	return nil
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
	Lower, Length, Stride int
	Colon                 bool
}

// Clauses of directives that device code cannot have, and hints;
// ompir.ClauseKind lists the others.
const (
	Final          ompir.ClauseKind = "final"          // arg
	Priority       ompir.ClauseKind = "priority"       // arg
	Grainsize      ompir.ClauseKind = "grainsize"      // arg
	NumTasks       ompir.ClauseKind = "num_tasks"      // arg
	Hint           ompir.ClauseKind = "hint"           // arg: a lock's expected use
	Mergeable      ompir.ClauseKind = "mergeable"      //
	Nogroup        ompir.ClauseKind = "nogroup"        //
	Threads        ompir.ClauseKind = "threads"        // ordered
	SimdC          ompir.ClauseKind = "simd"           // ordered
	Uniform        ompir.ClauseKind = "uniform"        // items
	Inbranch       ompir.ClauseKind = "inbranch"       //
	Notinbranch    ompir.ClauseKind = "notinbranch"    //
	ThreadprivateC ompir.ClauseKind = "threadprivate"  // items
	CancelKind     ompir.ClauseKind = "cancel-kind"    // [parallel sections for taskgroup]
	Order          ompir.ClauseKind = "order"          // 5.0: [concurrent]
	InReduction    ompir.ClauseKind = "in_reduction"   // 5.0, task: items
	TaskReduction  ompir.ClauseKind = "task_reduction" // 5.0, taskgroup: items
	Allocate       ompir.ClauseKind = "allocate"       // 5.0
	Affinity       ompir.ClauseKind = "affinity"       // 5.0, task
	Detach         ompir.ClauseKind = "detach"         // 5.0, task: an event
	Bind           ompir.ClauseKind = "bind"           // 5.0, loop: [teams parallel thread]
	Nontemporal    ompir.ClauseKind = "nontemporal"    // 5.0: items
	MemoryOrder    ompir.ClauseKind = "memory-order"   // 5.0: acq_rel, acquire, release
	Relaxed        ompir.ClauseKind = "relaxed"        // 5.0
	Fail           ompir.ClauseKind = "fail"           // 5.1: fail, weak
	DeviceType     ompir.ClauseKind = "device_type"    // 5.0, declare target: [host nohost any]
)
