package lower

import ir "omp2cl/ompir"

// dropBarriers removes barriers of team code that nothing needs: no work-item touches, on
// the way from the barrier before it to the barrier behind it, what another one touches on
// the other side. lower_constructs puts one behind all that the first work-item does alone
// and around each value that it tells the others, since it looks at one statement at a time.
// Where the first work-item goes on, nobody waits for it; where all do, one barrier will do.
//
// Parallel regions stay as they are, with the barrier at their end between each other and
// between them and the first work-item.
func dropBarriers(m *ir.Module) error {
	for _, k := range m.Kernels {
		if k.Form == ir.FormGeneral && !k.NoParallel {
			f := newTeamFlow(newUniformity(k, functionVars(m)), k.Body)
			if needless := f.needless(); len(needless) > 0 {
				k.Body = without(k.Body, needless)
				k.Branching = branchingBarrier(k.Body, false)
			}
		}
	}
	return nil
}

// without returns n without the statements in the set.
func without(n *ir.Node, set map[*ir.Node]bool) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		if x.Op != ir.OpBlock {
			return x
		}
		out := *x
		out.Kids = nil
		for _, k := range x.Kids {
			if !set[k] {
				out.Kids = append(out.Kids, k)
			}
		}
		return &out
	})
}

// touches says who touches memory that work-items share.
type touches uint

const (
	byFirst touches = 1 << iota // the first work-item, any memory
	byAny                       // any work-item, any memory
	telling                     // the first work-item, the word that it tells the others
	told                        // all work-items, that word
)

// touchesOf are the touches of a statement or expression.
func (f *teamFlow) touchesOf(n *ir.Node) touches {
	var t touches
	switch {
	case f.private(n):
	case isGuard(n):
		t = byFirst
	default:
		t = byAny
	}
	ir.Walk(n, func(x *ir.Node) bool {
		if x.Op == ir.OpCall {
			t |= wordCalls[x.Str]
		}
		return true
	})
	return t
}

// wordCalls are the calls that touch the word that the first work-item tells the others.
var wordCalls = map[string]touches{"omp2cl_put": telling, "omp2cl_get": told, "omp2cl_last_team": telling | told}

// isGuard recognizes what the first work-item alone executes.
func isGuard(n *ir.Node) bool {
	return n.Op == ir.OpIf && len(n.Kids) == 2 && n.Kids[0].Op == ir.OpCall && n.Kids[0].Str == "omp2cl_is_master"
}

// clash reports whether a barrier must stand between the two.
func (t touches) clash(u touches) bool {
	return t&byAny != 0 && u&(byAny|byFirst) != 0 || t&byFirst != 0 && u&byAny != 0 ||
		t&telling != 0 && u&told != 0 || t&told != 0 && u&telling != 0
}

// private reports whether n touches only what each work-item has for itself.
func (f *teamFlow) private(n *ir.Node) bool {
	switch n.Op {
	case ir.OpVar:
		own := n.Var.Storage == ir.StorageLocal && n.Var.Space != ir.Local && n.Type.Kind != ir.Array
		if !own && !f.own.variable(n.Var) {
			return false
		}
	case ir.OpCall:
		if n.Func != nil || !quietCalls[n.Str] && !isMathCall(n) {
			return false
		}
	default:
		if n.Op != ir.OpDecl && !replicableOps[n.Op] {
			return false
		}
	}
	for _, x := range n.Kids {
		if !f.private(x) {
			return false
		}
	}
	return true
}

// quietCalls look at nothing but the numbers of teams and work-items, and the word.
var quietCalls = map[string]bool{
	"omp2cl_is_master": true, "omp2cl_team": true, "omp2cl_teams": true, "omp2cl_all_threads": true, "omp2cl_clamp_threads": true,
	"omp2cl_block_first": true, "omp2cl_block_count": true, "cl.min": true, "omp2cl_put": true, "omp2cl_get": true,
	"omp_get_team_num": true, "omp_get_num_teams": true, "omp_get_thread_num": true, "omp_get_num_threads": true,
}
