package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// characterTables are glibc's tables behind the macros of <ctype.h>, with what the device
// prelude computes in their place and the type of their elements:
// isalpha(c) is (*__ctype_b_loc())[(int)(c)] & (unsigned short)_ISalpha.
var characterTables = map[string]struct {
	function string
	element  *ompir.Type
}{
	"__ctype_b_loc":       {"c_type", ompir.TU16},
	"__ctype_tolower_loc": {"c_tolower", ompir.TI32},
	"__ctype_toupper_loc": {"c_toupper", ompir.TI32},
}

// addCharacterTables adds the functions that return the tables to the builtins that the
// front end resolves.
func addCharacterTables() {
	for name, table := range characterTables {
		foldedBuiltins[name] = func(c *conv, x *cc.PostfixExpression, _ []cc.ExpressionNode) *ompir.Node {
			n := node(ompir.OpCall, ompir.PointerTo(ompir.PointerTo(table.element)), c.pos(x))
			n.Str = name
			return n
		}
	}
}

// inCharacterTable returns the element i of a table, nil if a is none.
func inCharacterTable(a, i *ompir.Node) *ompir.Node {
	if a.Op != ompir.OpDeref || a.Kids[0].Op != ompir.OpCall || a.Kids[0].Func != nil {
		return nil
	}
	table, ok := characterTables[a.Kids[0].Str]
	if !ok {
		return nil
	}
	return preludeCall(table.function, table.element, a.Pos, node(ompir.OpCast, ompir.TI32, i.Pos, i))
}
