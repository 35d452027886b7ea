// Package frontend turns preprocessed C text with OpenMP directives into an
// ompir.Module, or into diagnostics that say why it cannot.
//
// The pragmas are replaced by markers that a C parser takes (mark), modernc.org/cc/v4
// parses the text, and the builder converts what the device needs: the target
// regions, the functions they call, the variables and types those use, and the
// clauses of every device construct. Names, types and constants are resolved here
// and not by cc/v4's checker, so that host code it does not understand does no harm.
package frontend

import (
	"sort"

	"omp2cl/ompir"
)

// Source is one translation unit.
type Source struct {
	File string // the user's main file, for messages
	Text []byte // output of "gcc -E -fopenmp", with line markers and #pragma omp lines

	// Options of the host compiler that change types.
	UnsignedChar bool // -funsigned-char
	ShortEnums   bool // -fshort-enums

	// StrictAliasing says that the host compiler relies on the rules about effective
	// types (-fstrict-aliasing).
	StrictAliasing bool
}

// CannotParse is the ID of diagnostics about C that this front end does not
// understand. The driver should first let the host compiler report its own errors
// and show these only when it accepts the file.
const CannotParse = "c-front-end"

// Build converts a translation unit. The module is nil when the diagnostics hold
// errors; otherwise they hold warnings at most.
func Build(src Source) (*ompir.Module, *ompir.Diagnostics) {
	diags := &ompir.Diagnostics{}
	m := markPragmas(src.Text, src.File)
	m.spell()
	lines := newLineMap(m.Text, src.File)
	ast, err := parseC(prune(m.Text, lines))
	if err != nil {
		diags.Add(parseErrors(lines, src.File, err)...)
		return nil, diags
	}
	b := newBuilder(src, m, ast, diags)
	b.lines = lines
	b.run()
	if diags.HasErrors() {
		return nil, diags
	}
	return b.mod, diags
}

// run builds the module: names of the file first, then the host functions'
// constructs, then the device functions that those and declare target name.
func (b *builder) run() {
	b.indexFile()
	b.declareTargets()
	b.findVariants()
	b.hostConstructs()
	b.declaredFunctions()
	b.drainQueue()
	b.fillDispatchers()
	b.stackRecursion()
	b.orderFunctions()
	b.checkModule()
	sort.SliceStable(b.mod.Constructs, func(i, j int) bool {
		return b.mod.Constructs[i].Pragma.Start < b.mod.Constructs[j].Pragma.Start
	})
	for i, c := range b.mod.Constructs {
		c.ID = i + 1
	}
	if !b.diags.HasErrors() {
		b.findFollowed()
	}
}
