package lower

import (
	"path/filepath"
	"strings"

	ir "omp2cl/ompir"
)

// outlineTargets makes a Kernel of every target region. The kernel's body is the
// region's, host variables still by name; bind_data replaces them by parameters.
// Kernel names are <file>_<function>_<index>.
func outlineTargets(m *ir.Module) error {
	for _, c := range m.Constructs {
		if !c.Node.Dir.Is(ir.Target) {
			continue
		}
		k := &ir.Kernel{Construct: c, Name: kernelName(m, c), Body: at(c.Node).block(c.Node.Kids[0])}
		k.Form, k.OneTeam, k.NoParallel = shapeOf(c.Node.Kids[0])
		launchClauses(k, c.Node.Kids[0])
		if k.ThreadLimit == "" {
			k.ThreadLimit = argText(c.Node.Dir, ir.ThreadLimit)
		}
		k.Streams = streams(k, c.Node.Kids[0])
		k.AnyLeague = k.Form != ir.FormSequential && anyLeague(k, c.Node.Kids[0])
		m.Kernels = append(m.Kernels, k)
	}
	return nil
}

// kernelName builds a C identifier from file, function and index.
func kernelName(m *ir.Module, c *ir.Construct) string {
	clean := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return r
			}
			return '_'
		}, s)
	}
	name := clean(filepath.Base(m.File))
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "k" + name
	}
	return name + "_" + clean(c.Function) + "_" + itoa(c.Index)
}

// shapeOf says how a target region's body uses work-items.
func shapeOf(body *ir.Node) (form ir.Form, oneTeam, noParallel bool) {
	body = sole(body)
	teams := isPart(body, ir.Teams)
	oneTeam = !teams
	if !hasPart(body, ir.Parallel) {
		if teams {
			return ir.FormGeneral, false, true
		}
		return ir.FormSequential, true, true
	}
	if teams {
		body = sole(body.Kids[0])
	}
	if isPart(body, ir.Parallel) {
		return ir.FormSPMD, oneTeam, false
	}
	return ir.FormGeneral, oneTeam, false
}

// sole looks through blocks that hold one statement.
func sole(n *ir.Node) *ir.Node {
	for n.Op == ir.OpBlock && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	return n
}

func isPart(n *ir.Node, p ir.Part) bool { return n.Op == ir.OpOMP && n.Dir.Is(p) }

// launchClauses takes the host expressions that shape the launch from the
// constructs at the top of the region.
func launchClauses(k *ir.Kernel, body *ir.Node) {
	n := sole(body)
	if isPart(n, ir.Teams) {
		k.NumTeams = argText(n.Dir, ir.NumTeams)
		k.ThreadLimit = argText(n.Dir, ir.ThreadLimit)
		n = sole(n.Kids[0])
	}
	if isPart(n, ir.Parallel) {
		k.NumThreads = numThreadsText(n.Dir)
		n = sole(n.Kids[0])
	} else {
		k.NumThreads = onlyNumThreads(body)
	}
	if n = onlyConstruct(n); isPart(n, ir.For) || isPart(n, ir.Distribute) {
		k.Trip = tripText(n)
	}
}

// onlyConstruct returns the one construct among the statements of the block n, which has
// no other but atomic and critical ones, as merge the copies of a reduction; else n.
func onlyConstruct(n *ir.Node) *ir.Node {
	if n.Op != ir.OpBlock {
		return n
	}
	counts := func(x *ir.Node) bool { return x.Op == ir.OpOMP && !isPart(x, ir.Critical) && !isPart(x, ir.Atomic) }
	var only *ir.Node
	for _, s := range n.Kids {
		if !contains(s, counts) {
			continue
		}
		if only != nil || !counts(s) {
			return n
		}
		only = s
	}
	if only == nil {
		return n
	}
	return only
}

// argText is the argument of a clause of the teams construct, which the host evaluates as
// it is written if need be: its variables are those that the host has in front of the region.
func argText(d *ir.Directive, kind ir.ClauseKind) string {
	text := clauseText(d, kind)
	if c := d.First(kind); c != nil && text == "" {
		text = "(long)(" + c.Args[0].Text + ")"
	}
	return text
}

func clauseText(d *ir.Directive, kind ir.ClauseKind) string {
	c := d.First(kind)
	if c == nil {
		return ""
	}
	if text, ok := hostText(c.Args[0].X); ok {
		return text
	}
	return ""
}

// numThreadsText is the number of threads that a parallel construct asks for, as
// the host can tell it: 1 when its if clause is false.
func numThreadsText(d *ir.Directive) string {
	text := clauseText(d, ir.NumThreads)
	if text == "" && d.First(ir.NumThreads) != nil {
		return ""
	}
	c := d.First(ir.If)
	if c == nil {
		return text
	}
	cond, ok := hostText(c.Args[0].X)
	if !ok {
		return ""
	}
	if text == "" {
		text = "0"
	}
	return "((" + cond + ") ? (" + text + ") : 1)"
}

// onlyNumThreads returns the num_threads of the region's only parallel construct.
func onlyNumThreads(body *ir.Node) string {
	text, count := "", 0
	ir.Walk(body, func(n *ir.Node) bool {
		if isPart(n, ir.Parallel) {
			count++
			text = numThreadsText(n.Dir)
			return false
		}
		return true
	})
	if count == 1 {
		return text
	}
	return ""
}

// uniformThreads reports whether the launch gives the parallel construct d exactly
// the threads it asks for, so that no work-item has to sit out.
func uniformThreads(k *ir.Kernel, d *ir.Directive) bool {
	if d.First(ir.NumThreads) == nil && d.First(ir.If) == nil {
		return k.NumThreads == ""
	}
	return k.NumThreads != "" && k.NumThreads == numThreadsText(d)
}

// rewriteTeamwork rewrites what stands in the kernel's parallel constructs in which all
// work-items of a group are threads: only then can all of them reach barriers.
func rewriteTeamwork(k *ir.Kernel, f func(x *ir.Node) *ir.Node) {
	k.Body = ir.Rewrite(k.Body, func(n *ir.Node) *ir.Node {
		if n.Op != ir.OpOMP || !n.Dir.Is(ir.Parallel) || !uniformThreads(k, n.Dir) {
			return n
		}
		return ir.Rewrite(n, f)
	})
}
