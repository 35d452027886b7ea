package ompir

import "strings"

// Part is one constituent construct. A combined or composite directive has
// several, outermost first.
type Part int

// Constructs of OpenMP 4.5 that omp2cl knows.
const (
	PartNone Part = iota
	Target
	TargetData
	TargetEnterData
	TargetExitData
	TargetUpdate
	DeclareTarget
	EndDeclareTarget
	Teams
	Distribute
	Parallel
	For
	Simd
	Sections
	Section
	Single
	Master
	Critical
	Barrier
	Atomic
	Flush
	Ordered
	Task
	Taskwait
	Taskgroup
	Taskyield
	Taskloop
	Cancel
	CancellationPoint
	Threadprivate
	DeclareReduction
	DeclareSimd
	numParts
)

var partNames = [numParts]string{
	Target: "target", TargetData: "target data", TargetEnterData: "target enter data",
	TargetExitData: "target exit data", TargetUpdate: "target update",
	DeclareTarget: "declare target", EndDeclareTarget: "end declare target",
	Teams: "teams", Distribute: "distribute", Parallel: "parallel", For: "for",
	Simd: "simd", Sections: "sections", Section: "section", Single: "single",
	Master: "master", Critical: "critical", Barrier: "barrier", Atomic: "atomic",
	Flush: "flush", Ordered: "ordered", Task: "task", Taskwait: "taskwait",
	Taskgroup: "taskgroup", Taskyield: "taskyield", Taskloop: "taskloop",
	Cancel: "cancel", CancellationPoint: "cancellation point",
	Threadprivate: "threadprivate", DeclareReduction: "declare reduction",
	DeclareSimd: "declare simd",
}

// String returns the construct's name as written in a directive.
func (p Part) String() string { return partNames[p] }

// Directive is one OpenMP directive with its clauses in source order.
type Directive struct {
	Parts   []Part
	Clauses []*Clause
	Name    string // critical: the region's name, "" when unnamed; "scope" of a loop that stands for such a construct
	Pos     Pos    // of the word after "omp"
}

// Spelling returns the directive's name: "target teams distribute parallel for".
func (d *Directive) Spelling() string {
	var words []string
	for _, p := range d.Parts {
		words = append(words, p.String())
	}
	return strings.Join(words, " ")
}

// Has reports whether p is one of d's parts.
func (d *Directive) Has(p Part) bool {
	for _, q := range d.Parts {
		if q == p {
			return true
		}
	}
	return false
}

// Is reports whether d consists of p alone.
func (d *Directive) Is(p Part) bool { return len(d.Parts) == 1 && d.Parts[0] == p }

// All returns the clauses of kind k in source order.
func (d *Directive) All(k ClauseKind) []*Clause {
	var out []*Clause
	for _, c := range d.Clauses {
		if c.Kind == k {
			out = append(out, c)
		}
	}
	return out
}

// First returns the first clause of kind k, or nil.
func (d *Directive) First(k ClauseKind) *Clause {
	for _, c := range d.Clauses {
		if c.Kind == k {
			return c
		}
	}
	return nil
}

// ClauseKind is the kind of a clause; its spelling is the clause's name.
type ClauseKind string

// Clauses. In brackets: Mod, then what Items and Args hold.
const (
	Map          ClauseKind = "map"             // [to from tofrom alloc release delete, "always,to" …] items
	Device       ClauseKind = "device"          // arg
	If           ClauseKind = "if"              // [directive-name modifier: "target", "parallel", "target data" …, or ""] arg
	Compare      ClauseKind = "compare"         // 5.1, atomic
	Filter       ClauseKind = "filter"          // arg: 5.1, the thread of a master construct
	NumTeams     ClauseKind = "num_teams"       // arg
	ThreadLimit  ClauseKind = "thread_limit"    // arg
	NumThreads   ClauseKind = "num_threads"     // arg
	PrivateC     ClauseKind = "private"         // items
	Firstprivate ClauseKind = "firstprivate"    // items
	Lastprivate  ClauseKind = "lastprivate"     // items
	Shared       ClauseKind = "shared"          // items
	Default      ClauseKind = "default"         // [none shared]
	Reduction    ClauseKind = "reduction"       // [+ * - & | ^ && || min max] items
	Collapse     ClauseKind = "collapse"        // arg (constant)
	Schedule     ClauseKind = "schedule"        // [static dynamic guided auto runtime] optional arg: chunk
	DistSchedule ClauseKind = "dist_schedule"   // [static] optional arg: chunk
	Safelen      ClauseKind = "safelen"         // arg (constant)
	Simdlen      ClauseKind = "simdlen"         // arg (constant)
	Aligned      ClauseKind = "aligned"         // items, optional arg
	Linear       ClauseKind = "linear"          // items, optional arg: step
	IsDevicePtr  ClauseKind = "is_device_ptr"   // items
	UseDevicePtr ClauseKind = "use_device_ptr"  // items
	UseDevAddr   ClauseKind = "use_device_addr" // items: 5.0
	HasDevAddr   ClauseKind = "has_device_addr" // items: 5.1
	Defaultmap   ClauseKind = "defaultmap"      // [behaviour:category, "tofrom:scalar" …]
	Nowait       ClauseKind = "nowait"          //
	Depend       ClauseKind = "depend"          // [in out inout] items
	To           ClauseKind = "to"              // items (target update, declare target)
	From         ClauseKind = "from"            // items (target update)
	Link         ClauseKind = "link"            // items (declare target)
	ProcBind     ClauseKind = "proc_bind"       // [master close spread]
	Copyin       ClauseKind = "copyin"          // items
	Copyprivate  ClauseKind = "copyprivate"     // items
	OrderedC     ClauseKind = "ordered"         // optional arg
	AtomicKind   ClauseKind = "atomic-kind"     // [read write update capture]
	SeqCst       ClauseKind = "seq_cst"         //
	FlushList    ClauseKind = "flush-list"      // items
	Untied       ClauseKind = "untied"          //
)

// Clause is one clause.
type Clause struct {
	Kind  ClauseKind
	Mod   string
	Items []*Item
	Args  []*Arg
	Pos   Pos
}

// Arg is an expression in a clause. X is typed and resolved in the scope of the
// directive; Text is what the user wrote, macros expanded, for host code.
type Arg struct {
	X    *Node
	Text string
}

// Item is a list item: a variable, a member of one (s.p, s->q.r), or an array
// section of either. X is the lvalue left of the first bracket; its root is an
// OpVar (through OpMember, OpDeref and OpIndex). Text is the whole item as
// written, BaseText the part left of the first bracket.
type Item struct {
	X        *Node
	Sections []Bracket
	Text     string
	BaseText string
	Func     *Func // declare target to(f): the function; X is nil then
	Pos      Pos
}

// Bracket is one bracket of an array section: [Lower : Length : Stride]. A nil Lower
// means 0, a nil Length with Colon "to the end", a nil Stride 1; without Colon it is a
// subscript (length 1).
type Bracket struct {
	Lower, Length, Stride *Arg
	Colon                 bool
}

// Root returns the variable that the item's lvalue starts from, or nil.
func (it *Item) Root() *Var {
	for n := it.X; n != nil; {
		if n.Op == OpVar {
			return n.Var
		}
		if len(n.Kids) == 0 {
			return nil
		}
		n = n.Kids[0]
	}
	return nil
}

// IsPlainVar reports whether the item is a variable without member or section.
func (it *Item) IsPlainVar() bool {
	return it.X != nil && it.X.Op == OpVar && len(it.Sections) == 0
}
