package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// anyLeague reports whether the results of k's region, body, cannot tell how
// many teams and threads execute it, but for the order in which reductions are
// computed and for what OpenMP leaves to chance anyway. The runtime may then try
// several numbers (auto-tuning). Every statement must be executed by one initial
// thread or once for an iteration or section; nobody may ask who executes it;
// nothing may be carried from one iteration of a thread to its next; and the runtime
// must know the numbers that clauses ask for.
func anyLeague(k *ir.Kernel, body *ir.Node) bool {
	l := leagueSight{k: k, seen: map[*ir.Func]bool{}}
	l.visit(body)
	return !l.sees
}

// leagueSight looks for what makes the league visible.
type leagueSight struct {
	k    *ir.Kernel
	sees bool
	seen map[*ir.Func]bool
}

func (l *leagueSight) visit(n *ir.Node) {
	if n == nil || l.sees {
		return
	}
	switch {
	case n.Op == ir.OpCall:
		l.call(n)
	case n.Op == ir.OpOMP:
		l.sees = l.sees || !sharesAll(n) || carries(n) || l.asksUnheard(n)
	}
	for _, k := range n.Kids {
		l.visit(k)
	}
}

// call looks into functions: they must not contain constructs that divide work
// among threads, which orphaned ones do among those of their caller.
func (l *leagueSight) call(n *ir.Node) {
	f := n.Func
	switch {
	case f == nil:
		l.sees = l.sees || strings.HasPrefix(n.Str, "omp_") && n.Str != "omp_is_initial_device"
	case f.Body == nil:
		l.sees = true
	case !l.seen[f]:
		l.seen[f] = true
		l.sees = l.sees || contains(f.Body, isShared)
		l.visit(f.Body)
	}
}

// isShared reports whether n is a construct in which it matters which threads meet it.
func isShared(n *ir.Node) bool {
	return n.Op == ir.OpOMP && !isPart(n, ir.Atomic) && !isPart(n, ir.Critical) && !isPart(n, ir.Flush) && !isPart(n, ir.Simd)
}

// sharesAll reports whether the construct n leaves no code to every one of several
// executors: a teams construct holds a loop over the teams and nothing else, a
// parallel construct worksharing constructs and nothing else.
func sharesAll(n *ir.Node) bool {
	body := func() *ir.Node { return sole(n.Kids[0]) }
	switch {
	case isPart(n, ir.Teams):
		b := body()
		return isPart(b, ir.Distribute) || isPart(b, ir.Parallel) && isDistributed(sole(b.Kids[0]))
	case isPart(n, ir.Parallel):
		return sharesWork(body())
	}
	return true
}

func isDistributed(n *ir.Node) bool { return isPart(n, ir.For) && n.Dir.First(Distributed) != nil }

// sharesWork reports whether all of n is executed once for a team.
func sharesWork(n *ir.Node) bool {
	if n.Op == ir.OpBlock {
		for _, k := range n.Kids {
			if !sharesWork(k) {
				return false
			}
		}
		return true
	}
	for _, p := range []ir.Part{ir.For, ir.Sections, ir.Single, ir.Master, ir.Barrier} {
		if isPart(n, p) {
			return true
		}
	}
	return n.Op == ir.OpEmpty
}

// carries reports whether a private copy of the construct n starts with a value and
// is changed: an iteration may find what an earlier one of the same thread left.
func carries(n *ir.Node) bool {
	if isPart(n, ir.Target) || isPart(n, ir.Single) {
		return false // one copy, or one executor
	}
	for _, c := range n.Dir.All(ir.Firstprivate) {
		for _, it := range c.Items {
			if v := it.Root(); v == nil || changed(n.Kids[0], v) {
				return true
			}
		}
	}
	return false
}

// asksUnheard reports whether the construct n has a clause about numbers that the
// runtime does not hear of.
func (l *leagueSight) asksUnheard(n *ir.Node) bool {
	has := func(kind ir.ClauseKind) bool { return n.Dir.First(kind) != nil }
	switch {
	case isPart(n, ir.Teams):
		return has(ir.NumTeams) && l.k.NumTeams == "" || has(ir.ThreadLimit) && l.k.ThreadLimit == ""
	case isPart(n, ir.Parallel):
		return (has(ir.NumThreads) || has(ir.If)) && l.k.NumThreads == ""
	}
	return false
}
