package lower

import ir "omp2cl/ompir"

// startReductions lets a kernel itself give the storage of reduction items the value that
// they have before. Where the runtime would send it in front of the kernel, which takes as
// long as a short kernel, it passes it by value, and what merges the teams' values, before
// which nobody refers to the storage, stores it:
//
//	                       if (sum_given)
//	                           *sum = as_double(sum_first);
//	*sum = *sum + all;     *sum = *sum + all;
func startReductions(m *ir.Module) error {
	for _, k := range m.Kernels {
		var out []*ir.Transfer
		for _, t := range k.Transfers {
			out = append(out, t)
			if s := newStarter(m, k, t); s != nil {
				k.Body = ir.Rewrite(k.Body, s.start)
				out = append(out, s.parameter(ir.ParamFirst, s.first), s.parameter(ir.ParamGiven, s.given))
			}
		}
		k.Transfers = out
	}
	return nil
}

// starter works on one reduction item.
type starter struct {
	maker
	item         *ir.Transfer
	merge        *ir.Node // the statement that merges the teams' values into it
	first, given *ir.Var
}

// newStarter returns a starter for the item t of the kernel k, nil if anything but one
// merging of the teams' values refers to it.
func newStarter(m *ir.Module, k *ir.Kernel, t *ir.Transfer) *starter {
	if t.Kind != ir.ParamMap || t.Map&ir.MapTo == 0 || t.Map&ir.MapAlways != 0 || !t.Var.Type.Elem.IsArithmetic() || t.Var.Type.Elem.Volatile {
		return nil
	}
	merge := mergeOf(k.Body, t.Var)
	if merge == nil || countUses(merge)[t.Var] != countUses(k.Body)[t.Var] {
		return nil
	}
	return &starter{maker: at(merge), item: t, merge: merge,
		first: m.NewVar(t.Var.Name+"_first", ir.TU64, ir.StorageParam), given: m.NewVar(t.Var.Name+"_given", ir.TU64, ir.StorageParam)}
}

// mergeOf returns the first statement in body that assigns to the object at p, if it
// belongs to what the last team does and is in no loop: one work-item executes it, once.
func mergeOf(body *ir.Node, p *ir.Var) (merge *ir.Node) {
	var look func(n *ir.Node, last bool)
	look = func(n *ir.Node, last bool) {
		switch {
		case merge != nil:
		case n.Op == ir.OpExpr:
			to := assignee(n.Kids[0])
			if last && to != nil && to.Op == ir.OpDeref && to.Kids[0].Op == ir.OpVar && to.Kids[0].Var == p {
				merge = n
			}
		case n.Op == ir.OpIf && len(n.Kids) == 2:
			look(n.Kids[1], last || n.Kids[0].Op == ir.OpCall && n.Kids[0].Str == "omp2cl_last_team")
		case n.Op == ir.OpBlock:
			for _, k := range n.Kids {
				look(k, last)
			}
		}
	}
	look(body, false)
	return merge
}

// start puts the store in front of the merging.
func (s *starter) start(n *ir.Node) *ir.Node {
	if n != s.merge {
		return n
	}
	object := s.deref(s.ref(s.item.Var))
	return s.block(s.when(s.ref(s.given), s.assign(object, valueOf(s.maker, object.Type, s.ref(s.first)))), n)
}

// parameter returns the entry of the runtime's list for one of the two parameters.
func (s *starter) parameter(kind ir.ParamKind, v *ir.Var) *ir.Transfer {
	t := *s.item
	t.Kind, t.Map, t.Var, t.Restrict = kind, 0, v, false
	return &t
}
