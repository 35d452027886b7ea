package frontend

import (
	"slices"

	"omp2cl/ompir"
)

// nesting checks where a construct may stand (OpenMP 4.5 §2.17).
func (ch *checker) nesting(n *ompir.Node, in *enclosing) {
	d := n.Dir
	first := d.Parts[0]
	switch first {
	case ompir.Target, ompir.TargetData, ompir.TargetUpdate, ompir.TargetEnterData, ompir.TargetExitData:
		if in != nil || ch.fn != nil {
			ch.misplaced(n, "'%s' cannot stand inside device code", d.Spelling())
		}
		return
	case ompir.Teams:
		ch.teams(n, in)
		return
	case ompir.Section:
		if in == nil || last(in.n.Dir) != ompir.Sections {
			ch.misplaced(n, "'section' must stand directly in a 'sections' construct")
		}
		return
	}
	if in == nil {
		return // an orphaned construct binds to the regions of its callers
	}
	ch.inTeams(n, in)
	ch.inSimd(n, in)
	ch.closely(n, in)
}

func (ch *checker) misplaced(n *ompir.Node, format string, args ...any) {
	ch.errorf(n.Dir.Pos, "nesting", format, args...)
}

func last(d *ompir.Directive) ompir.Part { return d.Parts[len(d.Parts)-1] }

// teams checks that a teams construct is all that its target construct contains
// (OpenMP 4.5 §2.10.7).
func (ch *checker) teams(n *ompir.Node, in *enclosing) {
	if in == nil || last(in.n.Dir) != ompir.Target {
		ch.misplaced(n, "'%s' must stand directly in a 'target' construct", n.Dir.Spelling())
		return
	}
	body := in.n.Kids[0]
	for body.Op == ompir.OpBlock && len(body.Kids) == 1 {
		body = body.Kids[0]
	}
	if body != n {
		ch.misplaced(n, "a target region with 'teams' must contain no statements or declarations beside it")
	}
}

// inTeams checks what stands directly in teams, and where distribute stands.
func (ch *checker) inTeams(n *ompir.Node, in *enclosing) {
	first := n.Dir.Parts[0]
	inTeams := last(in.n.Dir) == ompir.Teams
	switch {
	case first == ompir.Distribute && !inTeams:
		ch.misplaced(n, "'%s' must stand directly in a 'teams' construct", n.Dir.Spelling())
	case inTeams && first != ompir.Distribute && first != ompir.Parallel:
		ch.misplaced(n, "'%s' cannot stand directly in 'teams': only 'distribute' and 'parallel' can", n.Dir.Spelling())
	}
}

// inSimd checks that no construct stands in a simd loop.
func (ch *checker) inSimd(n *ompir.Node, in *enclosing) {
	if n.Dir.Is(ompir.Ordered) || n.Dir.Is(ompir.Atomic) || n.Dir.Is(ompir.Simd) {
		return // "ordered simd" can, atomic, simd and loop since OpenMP 5.0; gcc checks the rest
	}
	for e := in; e != nil; e = e.outer {
		if e.n.Dir.Has(ompir.Simd) {
			ch.misplaced(n, "'%s' cannot stand in a 'simd' loop", n.Dir.Spelling())
			return
		}
	}
}

// forbidden says in which constructs of the same parallel region a construct
// cannot stand.
var forbidden = map[ompir.Part][]ompir.Part{
	ompir.For:      inWorksharing,
	ompir.Sections: inWorksharing,
	ompir.Single:   inWorksharing,
	ompir.Barrier:  inWorksharing,
	ompir.Master:   {ompir.For, ompir.Sections, ompir.Section, ompir.Single, ompir.Atomic, ompir.Task, ompir.Taskloop},
	ompir.Critical: {ompir.Atomic},
	ompir.Atomic:   {ompir.Atomic},
	ompir.Flush:    {ompir.Atomic},
	ompir.Parallel: {ompir.Atomic},
	ompir.Simd:     {ompir.Atomic},
}

var inWorksharing = []ompir.Part{ompir.For, ompir.Sections, ompir.Section, ompir.Single, ompir.Critical, ompir.Master, ompir.Atomic, ompir.Ordered, ompir.Task, ompir.Taskloop}

// closely checks the constructs between n and the innermost parallel region.
func (ch *checker) closely(n *ompir.Node, in *enclosing) {
	banned := forbidden[n.Dir.Parts[0]]
	for e := in; e != nil; e = e.outer {
		for i := len(e.n.Dir.Parts) - 1; i >= 0; i-- {
			part := e.n.Dir.Parts[i]
			if slices.Contains(banned, part) {
				name := part.String()
				if e.n.Dir.Name == scopeName {
					name = scopeName
				}
				ch.misplaced(n, "'%s' cannot stand in a '%s' region without a 'parallel' between them", n.Dir.Spelling(), name)
				return
			}
			if part == ompir.Critical && n.Dir.Is(ompir.Critical) && e.n.Dir.Name == n.Dir.Name {
				ch.misplaced(n, "'critical' stands in a 'critical' region of the same name: it would wait for itself")
				return
			}
			if part == ompir.Parallel || part == ompir.Teams || part == ompir.Target {
				return
			}
		}
	}
}

// sections checks that a sections construct consists of sections.
func (ch *checker) sections(n *ompir.Node) {
	body := n.Kids[0]
	if body.Op != ompir.OpBlock {
		ch.errorf(body.Pos, "sections-form", "'%s' needs a block of sections in braces", n.Dir.Spelling())
		return
	}
	for _, k := range body.Kids {
		if !isSection(k) {
			ch.errorf(k.Pos, "sections-form", "'#pragma omp section' is expected before this statement")
			return
		}
	}
}
