package lower

import ir "omp2cl/ompir"

// privatizeAtomics takes atomic updates out of the iterations of independent loops:
// every thread, and on a GPU every team, gathers them in memory of its own and adds
// that to the shared memory once, behind its share of the iterations.
//
//	for (i...) atomic(hist[key[i]] += 1);      for (i...) atomic(sum += f(i));
//
// becomes, with "bins" 0 where the share of iterations is too small to pay,
//
//	for (b...bins) own[b] = 0;                 own = 0;
//	barrier                                    for (i...)
//	for (i...)                                     own += f(i);
//	    if (key[i] < bins) own[key[i]] += 1;   total = reduction of the team's own
//	    else atomic(hist[key[i]] += 1);        atomic(sum += total);   (one thread)
//	barrier
//	for (b...bins) atomic(hist[b] += own[b]);
//
// Barriers need all work-items: a loop that they reach otherwise than on a straight way
// from the start of the kernel gathers without them, each thread for itself.
//
// An update may be late where nobody can tell. Another thread that looks at the memory
// without the synchronization that only the end of the loop brings would have a race,
// or reads it atomically and may see any of the values on the way: an atomic construct
// flushes its own location only (OpenMP 4.5 §2.13.6), so nothing orders it with what
// else a thread does. This holds as long as the loop has no other flush, explicit or
// implied, and does not wait for other threads. What is left is the iteration itself,
// which may access the memory after its update: see after.
func privatizeAtomics(m *ir.Module) error {
	for _, k := range m.Kernels {
		g := &gatherer{m: m, k: k, uses: countUses(k.Body), inits: initsIn(k.Body), hidden: map[*ir.Var]bool{}}
		k.Body = g.stmt(k.Body, !contains(k.Body, isLeap))
	}
	return nil
}

// gatherer changes the loops of one kernel.
type gatherer struct {
	m      *ir.Module
	k      *ir.Kernel
	uses   map[*ir.Var]int
	inits  map[*ir.Var]*ir.Node // initializers of the kernel's variables
	hidden map[*ir.Var]bool     // what unreachable says, as far as anybody asked
}

// initsIn returns the initializers of the variables that n declares.
func initsIn(n *ir.Node) map[*ir.Var]*ir.Node {
	inits := map[*ir.Var]*ir.Node{}
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpDecl && len(x.Kids) > 0 {
			inits[x.Var] = x.Kids[0]
		}
		return true
	})
	return inits
}

// isLeap reports whether n may leave a straight way.
func isLeap(n *ir.Node) bool { return n.Op == ir.OpGoto || n.Op == ir.OpReturn }

// stmt rewrites the shares in a statement. straight says that every work-item comes by
// exactly once.
func (g *gatherer) stmt(n *ir.Node, straight bool) *ir.Node {
	if !n.Op.IsStmt() || len(n.Kids) == 0 {
		return n
	}
	straight = straight && n.Op == ir.OpBlock
	out := *n
	out.Kids = nil
	for i, kid := range n.Kids {
		if count := shareCount(kid); count != nil && n.Op == ir.OpBlock {
			if rest := g.share(count, n.Kids[i+1:], straight); rest != nil {
				out.Kids = append(append(out.Kids, kid), rest...)
				return &out
			}
		}
		out.Kids = append(out.Kids, g.stmt(kid, straight))
	}
	return &out
}

// shareCount returns the call that divides iterations among threads when n declares a
// variable for a thread's share or for the turns of one, else nil. The statements behind
// it in its block execute the share. The first argument is the number of iterations, the
// third that of threads.
func shareCount(n *ir.Node) *ir.Node {
	if n.Op != ir.OpDecl || len(n.Kids) != 1 || n.Kids[0].Op != ir.OpCall {
		return nil
	}
	switch n.Kids[0].Str {
	case "omp2cl_share_count", "omp2cl_turn_size", "omp2cl_small_turn_size":
		return n.Kids[0]
	}
	return nil
}

// share returns the statements that execute a share with its updates gathered, or nil
// when they stay. Its iterations are those of an independent loop, with loops of the
// compiler's own around it where loops are collapsed.
func (g *gatherer) share(count *ir.Node, stmts []*ir.Node, straight bool) []*ir.Node {
	region := at(count).block(stmts...)
	var loop *ir.Node
	ir.Walk(region, func(n *ir.Node) bool {
		if n.Op == ir.OpFor && n.Int == ir.Independent && len(g.updates(n)) > 0 {
			loop = n
		}
		return loop == nil
	})
	if loop == nil {
		return nil
	}
	l := &gathered{gatherer: g, maker: at(loop), count: count, straight: straight,
		declared: declaredIn(region), moving: movingIn(region)}
	if l.choose(loop); len(l.locations) == 0 {
		return nil
	}
	return l.emit(region)
}
