package lower

import ir "omp2cl/ompir"

// stageNests has the teams of m's loops load together what loops inside them take, as stage
// says: it gets a copy of a loop construct, in which each load is a node of its own, and
// returns it marked, or nil when it does not qualify. Constructs with one of the clauses are
// left alone: their teams work together in another way.
func stageNests(m *ir.Module, stage func(k *ir.Kernel, x *ir.Node, loops []*ir.Loop, body *ir.Node) *ir.Node, others ...ir.ClauseKind) error {
	for _, k := range m.Kernels {
		if k.Form != ir.FormSPMD { // the user's arrays may be in local memory, too
			continue
		}
		rewriteTeamwork(k, func(n *ir.Node) *ir.Node {
			if !mayStage(n, others) {
				return n
			}
			x := m.Clone(n, nil)
			loops, body, err := nestOf(x)
			if err != nil {
				panic("BUG: non-canonical loop after the front end: " + err.Error())
			}
			if len(loops) > 1 {
				return n
			}
			if staged := stage(k, x, loops, body); staged != nil {
				return staged
			}
			return n
		})
	}
	return nil
}

// mayStage reports whether n is a loop construct of the league with a loop inside, and
// without the clauses.
func mayStage(n *ir.Node, others []ir.ClauseKind) bool {
	if n.Op != ir.OpOMP || !n.Dir.Is(ir.For) || n.Dir.First(Distributed) == nil {
		return false
	}
	for _, c := range others {
		if n.Dir.First(c) != nil {
			return false
		}
	}
	_, body, err := nestOf(n)
	return err == nil && hasLoop(body)
}
