package lower

import ir "omp2cl/ompir"

// teamStorage is how many bytes of arrays and records an iteration may declare that is
// given to each work-item of a group.
const teamStorage = 1024

// spreadTeams turns a distribute construct without parallel regions into one whose
// iterations all work-items of the groups share, as those of distribute parallel for:
//
//	teams distribute   for (...)  =>  teams  parallel  for, distributed  for (...)
//
// A team executes such a loop with its initial thread alone, which would be a group of one
// work-item. How many teams there are is left to us where no clause says it, and which of
// them executes an iteration where there is no dist_schedule: each iteration must be able
// to run in a team of its own, and the work-items are as good as teams as long as nobody
// can count or number them.
func spreadTeams(m *ir.Module) error {
	for _, c := range m.Constructs {
		if !c.Node.Dir.Is(ir.Target) {
			continue
		}
		teams := sole(c.Node.Kids[0])
		if !isPart(teams, ir.Teams) || !isSpread(c, teams) {
			continue
		}
		region := *c.Node
		region.Kids = []*ir.Node{spread(teams, sole(teams.Kids[0]))}
		c.Node = &region
	}
	return nil
}

// isSpread reports whether the loop of a teams construct may be spread.
func isSpread(c *ir.Construct, teams *ir.Node) bool {
	loop := sole(teams.Kids[0])
	if !isPart(loop, ir.Distribute) || hasPart(loop, ir.Parallel) || mayBeOne(teams.Dir) || mayBeOne(c.Node.Dir) {
		return false
	}
	if contains(loop.Kids[0], isShared) {
		return false // single, for: each team's initial thread is to meet them alone
	}
	if teams.Dir.First(ir.PrivateC) != nil || loop.Dir.First(ir.DistSchedule) != nil || loop.Dir.First(ir.Reduction) != nil {
		return false
	}
	k := &ir.Kernel{Construct: c}
	launchClauses(k, teams)
	return anyLeague(k, teams) && onlyScalars(teams.Dir) && onlyScalars(loop.Dir) && storage(loop, map[*ir.Func]bool{}) <= teamStorage
}

// mayBeOne reports whether clauses of a teams construct ask for one team or one thread, or
// might.
func mayBeOne(d *ir.Directive) bool {
	for _, kind := range []ir.ClauseKind{ir.NumTeams, ir.ThreadLimit} {
		if c := d.First(kind); c != nil && (c.Args[0].X.Op != ir.OpConst || c.Args[0].X.Int < 2) {
			return true
		}
	}
	return false
}

// onlyScalars reports whether all private copies that clauses of d ask for are scalars.
func onlyScalars(d *ir.Directive) bool {
	for _, c := range d.Clauses {
		switch c.Kind {
		case ir.PrivateC, ir.Firstprivate, ir.Lastprivate, ir.Reduction:
			for _, it := range c.Items {
				if it.X == nil || !it.X.Type.IsScalar() {
					return false
				}
			}
		}
	}
	return true
}

// storage is how many bytes of arrays and records n, and the functions that it calls,
// declare; more than teamStorage when nobody can tell.
func storage(n *ir.Node, seen map[*ir.Func]bool) int64 {
	var bytes int64
	ir.Walk(n, func(x *ir.Node) bool {
		switch {
		case x.Op == ir.OpDecl && x.Var.Type.IsVLA():
			bytes += teamStorage + 1
		case x.Op == ir.OpDecl && !x.Var.Type.IsScalar():
			bytes += x.Var.Type.Size()
		case x.Op == ir.OpCall && x.Func != nil && x.Func.Body != nil && !seen[x.Func]:
			seen[x.Func] = true
			bytes += storage(x.Func.Body, seen)
		}
		return bytes <= teamStorage
	})
	return bytes
}

// spread returns the teams construct with its loop divided among the threads of all teams.
// Reduction items get a copy for each thread as well.
func spread(teams, loop *ir.Node) *ir.Node {
	each := &ir.Directive{Parts: []ir.Part{ir.For}, Pos: loop.Dir.Pos}
	each.Clauses = append(append([]*ir.Clause{}, loop.Dir.Clauses...), &ir.Clause{Kind: Distributed, Pos: loop.Dir.Pos})
	all := &ir.Directive{Parts: []ir.Part{ir.Parallel}, Clauses: teams.Dir.All(ir.Reduction), Pos: teams.Dir.Pos}
	body := &ir.Node{Op: ir.OpOMP, Dir: each, Kids: loop.Kids, Pos: loop.Pos}
	out := *teams
	out.Kids = []*ir.Node{{Op: ir.OpOMP, Dir: all, Kids: []*ir.Node{body}, Pos: teams.Pos}}
	return &out
}
