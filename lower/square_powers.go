package lower

import (
	"strconv"

	ir "omp2cl/ompir"
)

// squarePowers makes x * x of pow(x, 2), as host compilers do: the product is what the
// function has to return, rounded once. The call stays where the argument must or
// should not be evaluated twice: it has effects, calls something or is volatile.
func squarePowers(m *ir.Module) error {
	rewriteBodies(m, func(body *ir.Node) *ir.Node {
		return ir.Rewrite(body, func(n *ir.Node) *ir.Node { return squared(m, n) })
	})
	return nil
}

// squared returns the product for n if it is a second power.
func squared(m *ir.Module, n *ir.Node) *ir.Node {
	if n.Op != ir.OpCall || n.Func != nil || len(n.Kids) != 2 || !isPower(n.Str) || !isTwo(n.Kids[1]) || !isPure(n.Kids[0]) ||
		!n.Kids[0].Type.Equal(n.Type) || contains(n.Kids[0], func(x *ir.Node) bool { return x.Type != nil && x.Type.Volatile }) {
		return n
	}
	x := n.Kids[0]
	return at(n).bin(ir.OpMul, n.Type, x, m.Clone(x, nil))
}

func isPower(name string) bool {
	return name == "pow" || name == "powf" || name == "__builtin_pow" || name == "__builtin_powf"
}

// isTwo reports whether n is the constant 2.
func isTwo(n *ir.Node) bool {
	switch n.Op {
	case ir.OpConst:
		return n.Int == 2
	case ir.OpFConst:
		v, err := strconv.ParseFloat(n.Str, 64)
		return err == nil && v == 2
	case ir.OpCast:
		return n.Type.IsFloat() && isTwo(n.Kids[0])
	}
	return false
}
