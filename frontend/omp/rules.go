package omp

import (
	"slices"
	"strings"

	"omp2cl/ompir"
)

// checkRules checks what concerns several clauses of the directive, and completes
// an atomic directive.
func (p *parser) checkRules() {
	if len(p.diags) == 0 {
		p.checkRequired()
	}
	p.checkMapTypes()
	p.checkIfs()
	p.checkExclusive()
	p.checkSharing()
	if p.raw.Has(ompir.Atomic) && p.raw.First(ompir.AtomicKind) == nil {
		p.raw.Clauses = append(p.raw.Clauses,
			&RawClause{Kind: ompir.AtomicKind, Mod: "update", Pos: p.raw.Pos})
	}
}

// required lists the clauses of which a directive needs at least one.
var required = map[ompir.Part][]ompir.ClauseKind{
	ompir.TargetData:        {ompir.Map, ompir.UseDevicePtr},
	ompir.TargetEnterData:   {ompir.Map},
	ompir.TargetExitData:    {ompir.Map},
	ompir.TargetUpdate:      {ompir.To, ompir.From},
	ompir.Cancel:            {CancelKind},
	ompir.CancellationPoint: {CancelKind},
}

func (p *parser) checkRequired() {
	kinds := required[p.raw.Parts[0]]
	var names []string
	for _, k := range kinds {
		if p.raw.First(k) != nil {
			return
		}
		names = append(names, "'"+string(k)+"'")
	}
	if len(kinds) == 0 {
		return
	}
	what := "a " + strings.Join(names, " or ") + " clause"
	if kinds[0] == CancelKind {
		what = "one of parallel, sections, for, taskgroup"
	}
	p.diags = append(p.diags, ompir.Errorf(p.raw.Pos, "missing-clause",
		"'%s' needs %s", p.raw.Spelling(), what))
}

// mapTypesOf lists the map types that a construct takes (OpenMP 4.5 §2.10.1–2.10.4).
var mapTypesOf = map[ompir.Part][]string{
	ompir.Target:          {"to", "from", "tofrom", "alloc"},
	ompir.TargetData:      {"to", "from", "tofrom", "alloc"},
	ompir.TargetEnterData: {"to", "alloc"},
	ompir.TargetExitData:  {"from", "release", "delete"},
}

func (p *parser) checkMapTypes() {
	known := mapTypesOf[p.raw.Parts[0]]
	for _, c := range p.raw.Clauses {
		mapType := strings.TrimPrefix(c.Mod, "always,")
		if c.Kind == ompir.Map && mapType != "" && !slices.Contains(known, mapType) {
			p.diags = append(p.diags, ompir.Errorf(c.Pos, "bad-argument",
				"map type '%s' is not valid on '%s'", mapType, p.raw.Spelling()).
				WithNote("supported here: %s", strings.Join(known, ", ")))
		}
	}
}

// checkIfs checks that no two if clauses concern the same construct
// (OpenMP 4.5 §2.12).
func (p *parser) checkIfs() {
	seen := map[string]*RawClause{}
	for _, c := range p.raw.Clauses {
		if c.Kind != ompir.If {
			continue
		}
		for _, other := range []string{c.Mod, ""} {
			if first := seen[other]; first != nil {
				p.duplicateIf(c, first)
				return
			}
		}
		if c.Mod == "" && len(seen) > 0 {
			p.duplicateIf(c, p.raw.First(ompir.If))
			return
		}
		seen[c.Mod] = c
	}
}

func (p *parser) duplicateIf(c, first *RawClause) {
	p.diags = append(p.diags, ompir.Errorf(c.Pos, "duplicate-clause",
		"two 'if' clauses on '%s' concern the same construct", p.raw.Spelling()).
		WithNoteAt(first.Pos, "the first one is here"))
}

// exclusive lists clauses that cannot stand together.
var exclusive = [][2]ompir.ClauseKind{
	{Grainsize, NumTasks},
	{Inbranch, Notinbranch},
	{ompir.Copyprivate, ompir.Nowait},
	{ompir.Depend, Threads},
	{ompir.Depend, SimdC},
}

func (p *parser) checkExclusive() {
	for _, pair := range exclusive {
		a, b := p.raw.First(pair[0]), p.raw.First(pair[1])
		if a != nil && b != nil {
			p.diags = append(p.diags, ompir.Errorf(b.Pos, "conflicting-clauses",
				"'%s' and '%s' exclude each other", pair[0], pair[1]))
		}
	}
	if h := p.raw.First(Hint); h != nil && p.raw.Name == "" {
		p.diags = append(p.diags, ompir.Errorf(h.Pos, "clause-not-allowed",
			"'hint' is valid on a 'critical' with a name only"))
	}
}

// sharing are the clauses of which at most one may name a variable, except that
// firstprivate and lastprivate go together (OpenMP 4.5 §2.15.3).
var sharing = []ompir.ClauseKind{ompir.PrivateC, ompir.Firstprivate, ompir.Lastprivate,
	ompir.Shared, ompir.Reduction, ompir.Linear, ompir.To, ompir.Link}

// checkSharing reports variables that two clauses claim. It compares names: within
// a directive the same name is the same variable.
func (p *parser) checkSharing() {
	seen := map[string]ompir.ClauseKind{}
	for _, c := range p.raw.Clauses {
		if !slices.Contains(sharing, c.Kind) || p.raw.Has(ompir.TargetUpdate) {
			continue
		}
		for _, it := range c.Items {
			kind, again := seen[it.BaseText]
			if again && !goTogether(kind, c.Kind) {
				p.diags = append(p.diags, ompir.Errorf(it.Pos, "duplicate-item",
					"'%s' stands in '%s' and in '%s'", it.BaseText, kind, c.Kind))
			}
			seen[it.BaseText] = c.Kind
		}
	}
	p.checkMappedPrivate(seen)
}

func goTogether(a, b ompir.ClauseKind) bool {
	return a == ompir.Firstprivate && b == ompir.Lastprivate ||
		a == ompir.Lastprivate && b == ompir.Firstprivate
}

// checkMappedPrivate reports variables that are mapped and private to the same
// target construct (OpenMP 4.5 §2.15.5.1).
func (p *parser) checkMappedPrivate(claimed map[string]ompir.ClauseKind) {
	if len(p.raw.Parts) != 1 || !p.raw.Has(ompir.Target) {
		return
	}
	for _, c := range p.raw.Clauses {
		if c.Kind != ompir.Map {
			continue
		}
		for _, it := range c.Items {
			if kind, ok := claimed[it.BaseText]; ok {
				p.diags = append(p.diags, ompir.Errorf(it.Pos, "duplicate-item",
					"'%s' stands in 'map' and in '%s'", it.BaseText, kind))
			}
		}
	}
}
