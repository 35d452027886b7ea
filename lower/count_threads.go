package lower

import ir "omp2cl/ompir"

// countThreads gives the initial task of a team its nthreads-var (OpenMP 4.5 §2.3), if the
// region calls omp_set_num_threads: a variable that the parallel regions behind name in
// num_threads clauses.
//
//	omp_set_num_threads(4); parallel  =>  nthreads = 4; parallel num_threads(nthreads)
//
// In parallel regions the call says nothing: those inside have one thread in any case.
func countThreads(m *ir.Module) error {
	var errs ir.Diagnostics
	for _, c := range m.Constructs {
		if !c.Node.Dir.Is(ir.Target) {
			continue
		}
		t := &threadCounter{errs: &errs, seen: map[*ir.Func]bool{}}
		if t.checkCalls(c.Node); !inTeamCode(c.Node, setsThreads) {
			continue
		}
		t.nthreads = m.NewVar("nthreads", ir.TI32, ir.StorageLocal)
		c.Node = t.region(c.Node)
	}
	return errs.Err()
}

// threadCounter rewrites one target region.
type threadCounter struct {
	nthreads *ir.Var
	seen     map[*ir.Func]bool
	errs     *ir.Diagnostics
}

// setsThreads reports whether n calls omp_set_num_threads.
func setsThreads(n *ir.Node) bool { return n.Op == ir.OpCall && n.Str == "omp_set_num_threads" }

// inTeamCode reports whether f holds for a node of n outside of parallel regions.
func inTeamCode(n *ir.Node, f func(*ir.Node) bool) bool {
	found := false
	ir.Walk(n, func(x *ir.Node) bool {
		found = found || f(x)
		return !found && !isPart(x, ir.Parallel)
	})
	return found
}

// checkCalls refuses functions called in team code that would have to tell their callers
// how many threads there are to be.
func (t *threadCounter) checkCalls(n *ir.Node) {
	inTeamCode(n, func(x *ir.Node) bool {
		if x.Op == ir.OpCall && x.Func != nil && x.Func.Body != nil && !t.seen[x.Func] {
			t.seen[x.Func] = true
			inTeamCode(x.Func.Body, func(y *ir.Node) bool {
				if setsThreads(y) {
					t.errs.Add(ir.Errorf(y.Pos, "unsupported-function", "function 'omp_set_num_threads' is not available in '%s'", x.Func.Name).
						WithNote("name the number in 'num_threads' clauses"))
				}
				return false
			})
			t.checkCalls(x.Func.Body)
		}
		return false
	})
}

// region declares the variable for each team.
func (t *threadCounter) region(n *ir.Node) *ir.Node {
	out, k, body := *n, at(n), n.Kids[0]
	if teams := sole(body); isPart(teams, ir.Teams) {
		out.Kids = []*ir.Node{t.region(teams)}
		return &out
	}
	declared := k.decl(t.nthreads, k.call("omp_get_max_threads", ir.TI32))
	out.Kids = []*ir.Node{k.block(declared, t.rewrite(body))}
	return &out
}

// rewrite rewrites team code.
func (t *threadCounter) rewrite(n *ir.Node) *ir.Node {
	k := at(n)
	switch {
	case isPart(n, ir.Parallel):
		if n.Dir.First(ir.NumThreads) != nil {
			return n
		}
		out, dir := *n, *n.Dir
		clause := &ir.Clause{Kind: ir.NumThreads, Args: []*ir.Arg{{X: k.ref(t.nthreads)}}, Pos: n.Dir.Pos}
		dir.Clauses = append(append([]*ir.Clause{}, dir.Clauses...), clause)
		out.Dir = &dir
		return &out
	case setsThreads(n):
		return k.node(ir.OpAssign, ir.TI32, k.ref(t.nthreads), k.cast(ir.TI32, t.rewrite(n.Kids[0])))
	case n.Op == ir.OpCall && n.Str == "omp_get_max_threads":
		return k.ref(t.nthreads)
	}
	return withKids(n, t.rewrite)
}
