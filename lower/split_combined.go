package lower

import (
	"slices"

	ir "omp2cl/ompir"
)

// Distributed marks a For whose iterations are divided over the threads of all
// teams: what is left of the composite construct "distribute parallel for".
// It exists between split_combined and lower_constructs only.
const Distributed ir.ClauseKind = "distributed"

// SideBySide marks a loop construct that comes from a directive with simd whose
// iterations may run side by side however many they are: one without safelen. It exists
// between split_combined and lower_constructs only.
const SideBySide ir.ClauseKind = "side-by-side"

// splitCombined replaces combined and composite constructs by nested ones with one
// part each, so that one code path serves all spellings (OpenMP 4.5 §2.10, §2.11).
// Composite loop constructs become one loop construct: "distribute parallel for
// [simd]" a Parallel around a For marked Distributed, "for simd" a For,
// "distribute simd" a Distribute.
func splitCombined(m *ir.Module) error {
	for _, c := range m.Constructs {
		if c.Node.Dir.Has(ir.Target) {
			c.Node = splitTree(c.Node)
		}
	}
	for _, f := range m.Funcs {
		if f.Body != nil {
			f.Body = splitTree(f.Body)
		}
	}
	return nil
}

func splitTree(n *ir.Node) *ir.Node {
	uses := usesOfValues(n)
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		if x.Op != ir.OpOMP || len(x.Dir.Parts) < 2 && !x.Dir.Is(ir.Simd) {
			return x
		}
		return splitOne(keepCounters(x, uses))
	})
}

// keepCounters makes the counters of a loop construct with simd lastprivate that are
// declared outside of it and of use there (OpenMP 4.5 §2.15.1.1: they are linear, or
// lastprivate where loops are collapsed). uses counts what the code around names.
func keepCounters(n *ir.Node, uses map[*ir.Var]int) *ir.Node {
	if len(n.Dir.Parts) < 2 || !n.Dir.Has(ir.Simd) {
		return n
	}
	var items []*ir.Item
	inside := usesOfValues(n)
	for _, v := range countersOutside(n) {
		kept := v.Storage == ir.StorageFile || uses[v] > inside[v] || namedBy(n.Dir, ir.Map, v)
		if kept && !namedBy(n.Dir, ir.PrivateC, v) && !namedBy(n.Dir, ir.Lastprivate, v) && !namedBy(n.Dir, ir.Linear, v) {
			items = append(items, &ir.Item{X: at(n).ref(v), Text: v.Name, BaseText: v.Name})
		}
	}
	if len(items) == 0 {
		return n
	}
	out, dir := *n, *n.Dir
	dir.Clauses = append(slices.Clip(dir.Clauses), &ir.Clause{Kind: ir.Lastprivate, Items: items, Pos: n.Pos})
	out.Dir = &dir
	return &out
}

// usesOfValues is countUses without the mentions in clauses that give somebody a variable
// and are of no use of their own.
func usesOfValues(n *ir.Node) map[*ir.Var]int {
	uses := countUses(n)
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpOMP {
			for _, c := range x.Dir.Clauses {
				for _, it := range c.Items {
					if c.Kind == ir.PrivateC || c.Kind == ir.Firstprivate || c.Kind == ir.Shared {
						uses[it.Root()]--
					}
				}
			}
		}
		return true
	})
	return uses
}

// countersOutside returns the counters of the loops that belong to the loop construct n
// and are declared outside of them.
func countersOutside(n *ir.Node) (vars []*ir.Var) {
	depth := int64(1)
	if c := n.Dir.First(ir.Collapse); c != nil && c.Args[0].X.Op == ir.OpConst {
		depth = c.Args[0].X.Int
	}
	for loop := n.Kids[0]; depth > 0; depth-- {
		inner := flattened(nil, loop)
		if len(inner) != 1 || inner[0].Op != ir.OpFor {
			break
		}
		loop = inner[0]
		if init := loop.Kids[0]; init.Op == ir.OpExpr && assignee(init.Kids[0]) != nil && assignee(init.Kids[0]).Op == ir.OpVar {
			vars = append(vars, assignee(init.Kids[0]).Var)
		}
		loop = loop.Kids[3]
	}
	return vars
}

// namedBy reports whether a clause of the kind names v as a list item.
func namedBy(d *ir.Directive, kind ir.ClauseKind, v *ir.Var) bool {
	return slices.ContainsFunc(d.All(kind), func(c *ir.Clause) bool {
		return slices.ContainsFunc(c.Items, func(it *ir.Item) bool { return it.Root() == v })
	})
}

// splitOne nests the parts of one directive around its body, innermost first.
func splitOne(n *ir.Node) *ir.Node {
	parts := mergeLoops(n.Dir.Parts)
	composite := n.Dir.Has(ir.Distribute) && n.Dir.Has(ir.For)
	body := n.Kids[0]
	for i := len(parts) - 1; i >= 0; i-- {
		d := &ir.Directive{Parts: parts[i : i+1], Pos: n.Dir.Pos}
		for _, c := range n.Dir.Clauses {
			if belongs(c, parts, i, n.Dir) {
				d.Clauses = append(d.Clauses, c)
			}
		}
		if composite && parts[i] == ir.For {
			d.Clauses = append(d.Clauses, &ir.Clause{Kind: Distributed, Pos: n.Dir.Pos})
		}
		if isLoopPart(parts[i]) && n.Dir.Has(ir.Simd) && n.Dir.First(ir.Safelen) == nil {
			d.Clauses = append(d.Clauses, &ir.Clause{Kind: SideBySide, Pos: n.Dir.Pos})
		}
		body = &ir.Node{Op: ir.OpOMP, Dir: d, Kids: []*ir.Node{body}, Pos: n.Pos}
	}
	if parts[0] == ir.Target {
		mapResults(body.Dir, n.Dir)
	}
	return body
}

// isLoopPart reports whether p is a loop construct.
func isLoopPart(p ir.Part) bool { return p == ir.For || p == ir.Distribute || p == ir.Simd }

// mergeLoops drops the parts that a composite loop construct merges into its main
// one: distribute into for, simd into for or distribute.
func mergeLoops(parts []ir.Part) []ir.Part {
	has := map[ir.Part]bool{}
	for _, p := range parts {
		has[p] = true
	}
	var out []ir.Part
	for _, p := range parts {
		merged := p == ir.Distribute && has[ir.For] ||
			p == ir.Simd && (has[ir.For] || has[ir.Distribute])
		if !merged {
			out = append(out, p)
		}
	}
	return out
}

// clauseParts says which parts take a clause; the others are decided in belongs.
var clauseParts = map[ir.ClauseKind][]ir.Part{
	ir.Map: {ir.Target}, ir.Device: {ir.Target}, ir.IsDevicePtr: {ir.Target}, ir.HasDevAddr: {ir.Target},
	ir.Defaultmap: {ir.Target}, ir.Nowait: {ir.Target, ir.For, ir.Sections, ir.Single}, ir.Depend: {ir.Target},
	ir.NumTeams:   {ir.Teams},
	ir.Filter:     {ir.Master},
	ir.NumThreads: {ir.Parallel}, ir.ProcBind: {ir.Parallel}, ir.Copyin: {ir.Parallel},
	ir.Shared: {ir.Teams, ir.Parallel}, ir.Default: {ir.Teams, ir.Parallel},
	ir.Collapse:     {ir.For, ir.Distribute, ir.Simd},
	ir.Schedule:     {ir.For},
	ir.OrderedC:     {ir.For},
	ir.DistSchedule: {ir.For, ir.Distribute},
	ir.Safelen:      {ir.For, ir.Distribute, ir.Simd}, ir.Simdlen: {ir.For, ir.Distribute, ir.Simd},
	ir.Aligned:     {ir.For, ir.Distribute, ir.Simd},
	ir.Linear:      {ir.For, ir.Distribute, ir.Simd},
	ir.Lastprivate: {ir.For, ir.Distribute, ir.Simd, ir.Sections},
}

// belongs reports whether clause c of the combined directive d applies to
// parts[i].
func belongs(c *ir.Clause, parts []ir.Part, i int, d *ir.Directive) bool {
	p := parts[i]
	switch c.Kind {
	case ir.If:
		// Without a modifier the clause applies to all constructs that take one; where target is one
		// of them the region runs on a device only if it was true.
		return p == ir.Target && c.Mod == "" || p == ir.Parallel && c.Mod == "" && !d.Has(ir.Target) || c.Mod == p.String()
	case ir.PrivateC:
		return i == len(parts)-1 && p != ir.Master || i == len(parts)-2 && parts[i+1] == ir.Master
	case ir.Firstprivate:
		return copiesIn(c, parts, i, d)
	case ir.Reduction:
		return reduces(p, parts)
	case ir.ThreadLimit:
		return p == ir.Teams || p == ir.Target && !d.Has(ir.Teams)
	case ir.Nowait:
		if d.Has(ir.Target) {
			return p == ir.Target
		}
	}
	for _, q := range clauseParts[c.Kind] {
		if p == q {
			return true
		}
	}
	return false
}

// copiesIn reports whether a firstprivate clause applies to parts[i]: to target,
// and to the outermost other part. When a list item is lastprivate as well, only
// the innermost part copies, so that the last value finds its way out.
func copiesIn(c *ir.Clause, parts []ir.Part, i int, d *ir.Directive) bool {
	if parts[i] == ir.Simd {
		return false
	}
	if alsoLast(c, d) {
		return i == len(parts)-1
	}
	return parts[i] == ir.Target || i == 0 || i == 1 && parts[0] == ir.Target ||
		parts[i] == ir.Parallel
}

// alsoLast reports whether a list item of c is lastprivate on d as well.
func alsoLast(c *ir.Clause, d *ir.Directive) bool {
	for _, l := range d.All(ir.Lastprivate) {
		for _, it := range l.Items {
			for _, own := range c.Items {
				if it.Root() == own.Root() {
					return true
				}
			}
		}
	}
	return false
}

// reduces reports whether a reduction clause of a combined construct applies to
// its part p. Inside a combined parallel the worksharing construct need not reduce
// again: its threads' copies are the parallel construct's.
func reduces(p ir.Part, parts []ir.Part) bool {
	if p == ir.Teams || p == ir.Parallel {
		return true
	}
	inner := p == ir.For || p == ir.Sections || p == ir.Simd || p == ir.Distribute
	for _, q := range parts {
		if q == ir.Parallel || q == ir.Teams {
			return false
		}
	}
	return inner
}

// mapResults adds map(tofrom) for the list items of reduction, lastprivate and
// linear clauses of a combined target construct, so that their values reach the
// host (OpenMP 5.0 §2.19.7; gcc and clang do so for 4.5 programs as well).
func mapResults(target *ir.Directive, d *ir.Directive) {
	named := map[*ir.Var]bool{}
	for _, c := range target.Clauses {
		if c.Kind == ir.Map || c.Kind == ir.Firstprivate || c.Kind == ir.PrivateC || c.Kind == ir.IsDevicePtr || c.Kind == ir.HasDevAddr {
			for _, it := range c.Items {
				named[it.Root()] = true
			}
		}
	}
	for _, c := range d.Clauses {
		if c.Kind != ir.Reduction && c.Kind != ir.Lastprivate && c.Kind != ir.Linear {
			continue
		}
		for _, it := range c.Items {
			if v := it.Root(); v != nil && v.Storage != ir.StorageLocal && !named[v] {
				named[v] = true
				target.Clauses = append(target.Clauses, &ir.Clause{Kind: ir.Map, Mod: "tofrom", Items: []*ir.Item{it}, Pos: c.Pos})
			}
		}
	}
}
