package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// vectorFunctions are the functions of <math.h> that OpenCL C has for vectors under
// the same name; those marked with * the device compiler makes vectors of by itself.
// PoCL 3.1 has wrong ones of fmod and remainder.
const vectorFunctions = ` acos acosh asin asinh atan atan2 atanh cbrt ceil* copysign* cos cosh erf erfc exp exp10
 exp2 expm1 fabs* fdim floor* fma* fmax* fmin* hypot lgamma log log10 log1p log2 logb nextafter pow
 rint* round sin sinh sqrt* tan tanh tgamma trunc* `

// preludeFunctions are those that the device prelude has a version of.
var preludeFunctions = map[string]bool{"cos": true, "pow": true, "sin": true, "tan": true}

// accumulations are the functions that stand for an operation whose order is open.
var accumulations = map[string]ir.Op{"omp2cl_sum": ir.OpAdd, "omp2cl_product": ir.OpMul}

// spacedFunctions has a blank on either side of each name.
var spacedFunctions = " " + strings.Join(strings.Fields(vectorFunctions), " ") + " "

// vectorFunction returns OpenCL's name of the C function called name, "" when it has
// none for vectors, and whether it is a costly one.
func vectorFunction(name string) (builtin string, costly bool) {
	name = strings.TrimPrefix(name, "__builtin_")
	for _, base := range []string{name, strings.TrimSuffix(name, "f")} {
		switch {
		case strings.Contains(spacedFunctions, " "+base+" "):
			return base, true
		case strings.Contains(spacedFunctions, " "+base+"* "):
			return base, false
		}
	}
	return "", false
}

// isCostly reports whether n calls a mathematical function that the device compiler
// calls for one value at a time.
func isCostly(n *ir.Node) bool {
	if n.Op != ir.OpCall || n.Func != nil {
		return false
	}
	_, costly := vectorFunction(n.Str)
	return costly
}

// asksForVectors reports whether the body n, or a function that it calls, has something
// in it that vectors may be formed for.
func asksForVectors(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		return isCostly(x) || isLoop(x) || isExtreme(x) || x.Op == ir.OpCall && x.Func != nil && x.Func.Body != nil && contains(x.Func.Body, isCostly)
	})
}

// fits reports whether the statement n has a form in vectors.
func (v *vectorizer) fits(n *ir.Node) bool {
	switch n.Op {
	case ir.OpDecl:
		return (n.Var.Type.IsArithmetic() || !v.varies[n.Var]) && allOf(n.Kids, v.hasVector)
	case ir.OpExpr:
		return allOf(effectsOf(n.Kids[0]), v.effectFits)
	case ir.OpIf, ir.OpWhile:
		return v.hasVector(n.Kids[0]) && allOf(n.Kids[1:], v.fits)
	case ir.OpDo:
		return v.fits(n.Kids[0]) && v.hasVector(n.Kids[1])
	case ir.OpFor:
		return v.fits(n.Kids[0]) && (n.Kids[1].Op == ir.OpEmpty || v.hasVector(n.Kids[1])) && allOf(stepEffects(n), v.effectFits) &&
			v.fits(n.Kids[3])
	case ir.OpBlock:
		return allOf(n.Kids, v.fits)
	}
	return true
}

// effectFits reports whether the assignment n has a form in vectors.
func (v *vectorizer) effectFits(n *ir.Node) bool {
	to := assignee(n)
	if to == nil || v.isCommon(to) {
		return true
	}
	return to.Type.IsArithmetic() && (to.Op == ir.OpVar || v.placeFits(to)) && allOf(n.Kids[1:], v.hasVector)
}

// isCommon reports whether to is a variable of the thread's with one value for all
// lanes.
func (v *vectorizer) isCommon(to *ir.Node) bool {
	x := rootOf(to)
	return x != nil && !v.varies[x]
}

// hasVector reports whether the expression n has a form in vectors, or one value for
// all lanes.
func (v *vectorizer) hasVector(n *ir.Node) bool {
	if v.same(n) {
		return true
	}
	if !n.Type.IsArithmetic() {
		return false
	}
	operands := func() bool {
		return allOf(n.Kids, func(k *ir.Node) bool { return k.Type.IsArithmetic() && v.hasVector(k) })
	}
	switch n.Op {
	case ir.OpVar:
		return rootOf(n) != nil
	case ir.OpIndex, ir.OpDeref, ir.OpMember:
		return v.placeFits(n)
	case ir.OpCall:
		builtin, _ := vectorFunction(n.Str)
		return (builtin != "" || accumulations[n.Str] != 0) && n.Func == nil && operands()
	case ir.OpAddr, ir.OpComma:
		return false
	}
	return operands()
}

// placeFits reports whether the lanes' objects n lie at places that differ in nothing
// but subscripts.
func (v *vectorizer) placeFits(n *ir.Node) bool {
	switch {
	case v.same(n):
		return true
	case n.Op == ir.OpMember:
		return v.placeFits(n.Kids[0])
	case n.Op == ir.OpIndex && n.Kids[0].Type.Kind == ir.Array:
		return v.placeFits(n.Kids[0]) && v.hasVector(n.Kids[1])
	case n.Op == ir.OpIndex:
		return v.same(n.Kids[0]) && v.hasVector(n.Kids[1])
	case n.Op == ir.OpDeref:
		p := n.Kids[0]
		return p.Op == ir.OpAdd && p.Kids[0].Type.Kind == ir.Pointer && v.same(p.Kids[0]) && v.hasVector(p.Kids[1])
	}
	return false
}

// gains reports whether vectors are faster: there are costly functions and not many more
// accesses to memory that are made lane by lane, or else loops that lanes leave one
// after the other, without such accesses and divisions inside, or loops along short rows, or
// values that vector registers hold over loops.
func (v *vectorizer) gains() bool {
	costly, apart, lockstep := 0, 0, false
	for _, n := range v.stmts {
		ir.Walk(n, func(x *ir.Node) bool {
			switch {
			case isCostly(x) && !v.same(x):
				costly++
			case touchesMemory(x) && x.Type.IsArithmetic() && !v.inRow(x) && !v.same(x):
				apart++
			case isLoop(x):
				lockstep = lockstep || v.isLockstep(x)
			}
			return true
		})
	}
	if costly > 0 {
		return apart <= 4*costly
	}
	return lockstep && allOf(v.stmts, v.loopsAreQuick) || v.gainsByRows() || v.gainsByRegisters()
}

// loopsAreQuick reports whether the loops in n neither access memory lane by lane nor
// divide integers by anything but constants.
func (v *vectorizer) loopsAreQuick(n *ir.Node) bool {
	return !contains(n, func(x *ir.Node) bool {
		return isLoop(x) && contains(x, v.isSlow)
	})
}

// isSlow reports whether n is done lane by lane.
func (v *vectorizer) isSlow(n *ir.Node) bool {
	if touchesMemory(n) {
		return !v.inRow(n) && !v.same(n)
	}
	divides := n.Op == ir.OpDiv || n.Op == ir.OpRem || n.Op == ir.OpAssignOp && (n.Sub == ir.OpDiv || n.Sub == ir.OpRem)
	return divides && n.Type.IsInteger() && n.Kids[1].Op != ir.OpConst && !v.same(n)
}

// inRow reports whether the lanes' elements n lie one behind the other, in the order of
// the lanes.
func (v *vectorizer) inRow(n *ir.Node) bool {
	if n.Op != ir.OpIndex || !v.sideBySide(n) || v.same(n) {
		return false
	}
	by, _ := v.growth(n.Kids[1], true)
	return by == 1
}
