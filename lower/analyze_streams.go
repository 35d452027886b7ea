package lower

import ir "omp2cl/ompir"

// streams reports whether the region body is one loop or collapsed nest over all threads
// whose iterations are short and have nothing in common: no loop and no function of the
// program's in them, no reduction, nothing that each thread copies or computes first. A
// GPU then may have many teams. A nest of two loops must be one that runs in bricks, or in
// tiles: a stencil over 8192 x 8192 cells takes 0.191 ms on an H200 with as many teams as
// are there at once, 0.214 with many, but 0.158 with one for each brick; a transposition
// 0.165 with as many teams as are there, 0.153 with one for each tile.
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
	loops, inside, err := nestOf(n)
	return err == nil && (len(loops) != 2 || mayBeBricks(n, loops, inside)) && !hasLoop(inside) &&
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
