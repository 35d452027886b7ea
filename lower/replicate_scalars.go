package lower

import (
	"slices"

	ir "omp2cl/ompir"
)

// replicateScalars marks the variables of team code that each work-item of a group may
// have for itself, because all of them can compute the same values without side effects:
//
//	for (int size = first; size <= last; size *= 2)
//	    for (int distance = size / 2; distance > 0; distance /= 2) {
//	        #pragma omp parallel for
//	        ...
//	    }
//
// Otherwise the first work-item computes alone, leaves what others read in local memory,
// and tells each condition to the others between barriers. lower_constructs leaves
// assignments to marked variables, and conditions over nothing else, outside of its
// guards (see uniformity).
//
// All candidates are marked first; then those lose the mark that a statement changes which
// one work-item alone must execute, or which no team code is. What depends on them goes
// with them in the next round.
func replicateScalars(m *ir.Module) error {
	inFunctions := functionVars(m)
	for _, k := range m.Kernels {
		if k.Form == ir.FormGeneral && !k.NoParallel {
			r := &replicator{u: newUniformity(k, inFunctions)}
			r.mark(k.Body)
			for r.lost = true; r.lost; {
				r.lost = false
				r.statement(k.Body)
			}
		}
	}
	return nil
}

// replicator walks through the team code of one kernel as lower_constructs will.
type replicator struct {
	u    *uniformity
	lost bool // some variable lost its mark
}

// mark marks the variables that team code declares and that threads can have of their own.
func (r *replicator) mark(body *ir.Node) {
	ir.Walk(body, func(n *ir.Node) bool {
		if n.Op == ir.OpDecl {
			n.Var.Replicated = isSmall(n.Var.Type) && n.Var.Align == 0 && !addressTaken(body, n.Var)
		}
		return !isPart(n, ir.Parallel)
	})
}

// isSmall reports whether variables of type t are worth having in each thread: scalars and
// records of a few.
func isSmall(t *ir.Type) bool {
	if t.Volatile || t.HasVLA() {
		return false
	}
	if t.Kind != ir.Struct {
		return t.IsScalar()
	}
	for _, f := range t.Record.Fields {
		if f.Type.Volatile || !f.Type.IsScalar() {
			return false
		}
	}
	return t.Size() > 0 && t.Size() <= 64
}

func (r *replicator) unmark(v *ir.Var) {
	if v != nil && v.Replicated {
		v.Replicated, r.lost = false, true
	}
}

// statement looks at a statement of team code.
func (r *replicator) statement(n *ir.Node) {
	switch {
	case n.Op == ir.OpOMP && needsTeam(n):
		r.construct(n)
	case n.Op == ir.OpDecl || !(contains(n, needsTeam) || jumpsOut(n)):
		r.unit(n)
	default:
		r.parts(n)
	}
}

// unit looks at what is executed as a whole: by all work-items, or by the first one.
func (r *replicator) unit(n *ir.Node) {
	if r.u.replicable(n) {
		return
	}
	for _, v := range changedBy(n) {
		r.unmark(v)
	}
}

// changedBy returns the variables that n declares, assigns to, or lists in clauses.
func changedBy(n *ir.Node) []*ir.Var {
	var vars []*ir.Var
	ir.Walk(n, func(x *ir.Node) bool {
		switch {
		case x.Op == ir.OpDecl:
			vars = append(vars, x.Var)
		case x.Op == ir.OpOMP:
			vars = append(vars, listed(x.Dir)...)
		case assignee(x) != nil:
			vars = append(vars, baseOf(assignee(x)))
		}
		return true
	})
	return vars
}

// listed returns the variables in the clauses of d that give them copies.
func listed(d *ir.Directive) []*ir.Var {
	var vars []*ir.Var
	for _, c := range d.Clauses {
		switch c.Kind {
		case ir.PrivateC, ir.Firstprivate, ir.Lastprivate, ir.Linear, ir.Reduction:
			for _, it := range c.Items {
				vars = append(vars, it.Root())
			}
		}
	}
	return vars
}

// construct looks at a construct that the whole group takes part in.
func (r *replicator) construct(n *ir.Node) {
	switch n.Dir.Parts[0] {
	case ir.Teams, ir.Task:
		r.copies(n.Dir)
		r.statement(n.Kids[0])
	case ir.Distribute:
		r.copies(n.Dir)
		if loops, body, err := nestOf(n); err == nil {
			r.ownLoops(n, loops)
			r.statement(body)
		}
	case ir.Parallel:
		for _, v := range ir.Vars(n) {
			if v.Replicated && changesOriginal(n, v) {
				r.unmark(v)
			}
		}
	default:
		for _, v := range ir.Vars(n) {
			r.unmark(v)
		}
	}
}

// changesOriginal reports whether n, in which no pointer leads to v, changes v itself, not
// only copies that constructs in it have.
func changesOriginal(n *ir.Node, v *ir.Var) bool {
	if !hasOMP(n) {
		return changed(n, v)
	}
	if n.Op == ir.OpOMP {
		head := *n
		head.Kids = nil
		if changed(&head, v) || hasCopy(n.Dir, v) {
			return changed(&head, v)
		}
	}
	return slices.ContainsFunc(n.Kids, func(x *ir.Node) bool { return changesOriginal(x, v) })
}

// hasCopy reports whether the threads that execute a construct have copies of v.
func hasCopy(d *ir.Directive, v *ir.Var) bool {
	return slices.Contains(listed(d), v)
}

// copies unmarks what a construct around team code gives copies of: these are other
// variables.
func (r *replicator) copies(d *ir.Directive) {
	for _, v := range listed(d) {
		r.unmark(v)
		r.u.hide(v)
	}
}

// ownLoops looks at the variables of a distribute loop that stand outside of it.
// lower_constructs replaces them by others, which all work-items count.
func (r *replicator) ownLoops(n *ir.Node, loops []*ir.Loop) {
	for _, l := range loops {
		if l.Declared {
			continue
		}
		r.unmark(l.Var)
		r.u.values[l.Var] = l.Var.Storage == ir.StorageHost && n.Dir.First(ir.Lastprivate) == nil &&
			countUses(r.u.k.Body)[l.Var] == countUses(n)[l.Var]
	}
}

// parts looks at the parts of a statement that all work-items walk through, as
// guard.split takes it apart.
func (r *replicator) parts(n *ir.Node) {
	for _, k := range n.Kids {
		switch {
		case k.Op.IsStmt():
			r.statement(k)
		default:
			r.unit(k)
		}
	}
}
