package lower

import (
	"strconv"

	ir "omp2cl/ompir"
)

// inverseRootCall is the name of the reciprocal of a square root, both correctly rounded.
const inverseRootCall = "omp2cl_inverse_root"

// invertRoots makes one call of 1.0f / sqrtf(x). A GPU has an instruction for something
// close to it, from which the value that C asks for takes fewer steps than a root and a
// division, and no branches. On other devices the call is what stood in the program.
func invertRoots(m *ir.Module) error {
	invert := func(body *ir.Node) *ir.Node { return ir.Rewrite(body, inverted) }
	rewriteBodies(m, invert)
	return nil
}

// inverted returns the call for n if it divides one by a root in single precision.
func inverted(n *ir.Node) *ir.Node {
	if n.Op != ir.OpDiv || !n.Type.Equal(ir.TF32) || !isOne(n.Kids[0]) || !isCallOf(n.Kids[1], "sqrtf") {
		return n
	}
	k := at(n)
	return k.call(inverseRootCall, ir.TF32, k.cast(ir.TF32, n.Kids[1].Kids[0]))
}

// isOne reports whether n is the constant 1.
func isOne(n *ir.Node) bool {
	switch n.Op {
	case ir.OpConst:
		return n.Int == 1
	case ir.OpFConst:
		v, err := strconv.ParseFloat(n.Str, 64)
		return err == nil && v == 1
	case ir.OpCast:
		return n.Type.IsFloat() && isOne(n.Kids[0])
	}
	return false
}
