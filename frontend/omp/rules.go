package omp

import (
	"fmt"
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
	p.checkItems()
	if p.raw.Has(ompir.Atomic) && p.raw.First(ompir.AtomicKind) == nil {
		p.raw.Clauses = append(p.raw.Clauses,
			&RawClause{Kind: ompir.AtomicKind, Mod: "update", Pos: p.raw.Pos})
	}
	p.settleNewer()
}

// required lists the clauses of which a directive needs at least one.
var required = map[ompir.Part][]ompir.ClauseKind{
	ompir.TargetData:        {ompir.Map, ompir.UseDevicePtr, ompir.UseDevAddr},
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
		mapType := c.Mod[strings.LastIndex(c.Mod, ",")+1:]
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
	if h := p.raw.First(Hint); h != nil && p.raw.Name == "" && p.raw.Has(ompir.Critical) {
		p.diags = append(p.diags, ompir.Errorf(h.Pos, "clause-not-allowed",
			"'hint' is valid on a 'critical' with a name only"))
	}
	if o := p.raw.First(ompir.OrderedC); o != nil && len(o.Args) > 0 && p.raw.Has(ompir.Simd) {
		p.diags = append(p.diags, ompir.Errorf(o.Pos, "clause-not-allowed",
			"'ordered' takes no argument on '%s'", p.raw.Spelling()))
	}
}

// sharing are the clauses of which at most one may name a variable, except that
// firstprivate and lastprivate go together (OpenMP 4.5 §2.15.3).
var sharing = []ompir.ClauseKind{ompir.PrivateC, ompir.Firstprivate, ompir.Lastprivate,
	ompir.Shared, ompir.Reduction, ompir.Linear}

// clash is a pair of clauses that cannot name the same variable. When alone is set
// it must be the only part of the directive.
type clash struct {
	a, b  ompir.ClauseKind
	alone ompir.Part
}

// clashes lists such pairs, beyond those of sharing (OpenMP 4.5 §2.8.1, §2.10.3,
// §2.10.6, §2.15.5.1).
var clashes = []clash{
	{a: ompir.Map, b: ompir.Map},
	{a: ompir.To, b: ompir.To},
	{a: ompir.From, b: ompir.From},
	{a: ompir.To, b: ompir.From},
	{a: ompir.To, b: ompir.Link},
	{a: ompir.Link, b: ompir.Link},
	{a: ompir.Aligned, b: ompir.Aligned},
	{a: ompir.IsDevicePtr, b: ompir.IsDevicePtr},
	{a: ompir.HasDevAddr, b: ompir.HasDevAddr},
	{a: ompir.HasDevAddr, b: ompir.IsDevicePtr},
	{a: ompir.HasDevAddr, b: ompir.Map},
	{a: ompir.HasDevAddr, b: ompir.Firstprivate},
	{a: ompir.HasDevAddr, b: ompir.PrivateC, alone: ompir.Target},
	{a: ompir.UseDevAddr, b: ompir.UseDevAddr},
	{a: ompir.UseDevAddr, b: ompir.UseDevicePtr},
	{a: ompir.IsDevicePtr, b: ompir.Map},
	{a: ompir.IsDevicePtr, b: ompir.Firstprivate},
	{a: ompir.IsDevicePtr, b: ompir.PrivateC, alone: ompir.Target},
	{a: ompir.Map, b: ompir.PrivateC, alone: ompir.Target},
	{a: ompir.Map, b: ompir.Firstprivate, alone: ompir.Target},
}

// clash reports whether clauses of kinds a and b cannot name the same variable.
func (p *parser) clash(a, b ompir.ClauseKind) bool {
	if slices.Contains(sharing, a) && slices.Contains(sharing, b) {
		return a == b || !slices.Contains(lastAndFirst, a) || !slices.Contains(lastAndFirst, b)
	}
	for _, c := range clashes {
		pair := c.a == a && c.b == b || c.a == b && c.b == a
		alone := c.alone == ompir.PartNone || len(p.raw.Parts) == 1 && p.raw.Has(c.alone)
		if pair && alone {
			return true
		}
	}
	return false
}

var lastAndFirst = []ompir.ClauseKind{ompir.Firstprivate, ompir.Lastprivate}

// checkItems reports variables that two clauses claim. It compares names: within a
// directive the same name is the same variable. Different sections of an array may
// be mapped side by side.
func (p *parser) checkItems() {
	seen := map[string][]ompir.ClauseKind{}
	for _, c := range p.raw.Clauses {
		for _, it := range c.Items {
			name := it.BaseText
			if c.Kind == ompir.Map || c.Kind == ompir.To || c.Kind == ompir.From {
				name = it.Text
			}
			p.checkItem(c.Kind, it, seen[name])
			if !slices.Contains(seen[name], c.Kind) {
				seen[name] = append(seen[name], c.Kind)
			}
		}
	}
}

// checkItem reports an item that earlier clauses of these kinds name too.
func (p *parser) checkItem(kind ompir.ClauseKind, it *RawItem, earlier []ompir.ClauseKind) {
	for _, k := range earlier {
		if !p.clash(k, kind) {
			continue
		}
		d := ompir.Errorf(it.Pos, "duplicate-item", "'%s' stands in '%s' and in '%s'", it.Text, k, kind)
		if k == kind {
			d.Message = fmt.Sprintf("'%s' stands twice in '%s'", it.Text, kind)
		}
		p.diags = append(p.diags, d)
		return
	}
}
