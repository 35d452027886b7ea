package lower

import ir "omp2cl/ompir"

// streams reports whether the region body is one loop, or one collapsed nest, over all
// threads whose iterations are short and have nothing in common: no loop and no function of the
// program's in them, no reduction, nothing that each thread copies or computes first.
// On a GPU such a loop can do with a work-item for each iteration.
func streams(k *ir.Kernel, body *ir.Node) bool {
	if k.Form != ir.FormSPMD {
		return false
	}
	n := sole(body)
	for n.Op == ir.OpOMP && n.Dir.First(Distributed) == nil {
		if hasStart(n.Dir) {
			return false
		}
		n = sole(n.Kids[0])
	}
	if n.Op != ir.OpOMP || hasStart(n.Dir) {
		return false
	}
	_, inside, err := nestOf(n)
	return err == nil && !hasLoop(inside) &&
		!contains(inside, func(x *ir.Node) bool { return x.Op == ir.OpCall && x.Func != nil || x.Op == ir.OpOMP })
}

// hasStart reports whether clauses of d say what stands before or behind each thread's
// iterations, or which iterations these are.
func hasStart(d *ir.Directive) bool {
	for _, c := range d.Clauses {
		switch c.Kind {
		case ir.Reduction, ir.Lastprivate, ir.Linear, ir.DistSchedule:
			return true
		case ir.Schedule:
			if c.Mod == "static" {
				return true
			}
		case ir.Firstprivate:
			for _, it := range c.Items {
				if it.X == nil || !it.X.Type.IsScalar() {
					return true
				}
			}
		}
	}
	return false
}
