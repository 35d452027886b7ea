package lower

import ir "omp2cl/ompir"

// tidyBlocks removes the nesting that the passes before leave behind, so that the
// kernel reads as one would write it: a block inside a block disappears when it is
// alone there, or last, or declares nothing.
func tidyBlocks(m *ir.Module) error {
	rewriteBodies(m, tidy)
	return nil
}

func tidy(n *ir.Node) *ir.Node {
	return ir.Rewrite(n, func(x *ir.Node) *ir.Node {
		// A block with Int set is a for statement's declaration list.
		if x.Op != ir.OpBlock || x.Int != 0 {
			return x
		}
		return spliceBlocks(x)
	})
}

// spliceBlocks puts the statements of inner blocks in their place.
func spliceBlocks(n *ir.Node) *ir.Node {
	var out []*ir.Node
	changed := false
	for i, k := range n.Kids {
		inner := k.Op == ir.OpBlock && k.Int == 0
		if inner && (i == len(n.Kids)-1 || !declares(k)) {
			out = append(out, k.Kids...)
			changed = true
			continue
		}
		if k.Op == ir.OpEmpty {
			changed = true
			continue
		}
		out = append(out, k)
	}
	if !changed {
		return n
	}
	c := *n
	c.Kids = out
	return &c
}

// declares reports whether a block declares a variable or a label of its own.
func declares(n *ir.Node) bool {
	for _, k := range n.Kids {
		if k.Op == ir.OpDecl {
			return true
		}
	}
	return false
}
