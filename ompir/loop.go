package ompir

// Loop is a loop in canonical form (OpenMP 4.5 §2.6). The iterations are Lower,
// Lower ± Step, … while "Var Cmp Upper" holds.
type Loop struct {
	Var      *Var
	Declared bool  // declared in the for statement's init
	Lower    *Node // as written, of its own type: converts to Type when assigned
	Upper    *Node // the bound as written, Var normalized to the left of Cmp
	Step     *Node // what Var moves by in each iteration: positive when the program conforms
	Down     bool  // Var falls
	Cmp      Op    // OpLt, OpLe, OpGt, OpGe or OpNe; OpNe only with a step of 1
	Type     *Type // of Var: an integer or pointer type
}

// nonCanonical is the id of every message about a loop's form.
const nonCanonical = "non-canonical-loop"

// CanonicalLoop takes apart an OpFor that a loop construct applies to. When the
// loop is not canonical it returns a diagnostic that says what is wrong.
func CanonicalLoop(n *Node) (*Loop, *Diagnostic) {
	if n.Op != OpFor {
		return nil, loopError(n.Pos, "a for loop is expected after the directive")
	}
	l := &Loop{}
	for _, part := range []func(*Node) *Diagnostic{l.fromInit, l.fromTest, l.fromStep} {
		if d := part(n); d != nil {
			return nil, d
		}
	}
	return l, l.checkInvariant()
}

func loopError(pos Pos, format string, args ...any) *Diagnostic {
	d := Errorf(pos, nonCanonical, format, args...)
	return &d
}

// placeOf returns the position of n, or of fallback when n has none.
func placeOf(n, fallback *Node) Pos {
	if n != nil && n.Pos.IsValid() {
		return n.Pos
	}
	return fallback.Pos
}

// fromInit finds the loop variable and its first value.
func (l *Loop) fromInit(n *Node) *Diagnostic {
	init := n.Kids[0]
	pos := placeOf(init, n)
	switch {
	case init.Op == OpBlock && len(init.Kids) == 1:
		init = init.Kids[0]
		fallthrough
	case init.Op == OpDecl:
		if len(init.Kids) == 0 {
			return loopError(pos, "the loop variable '%s' is not initialized", init.Var.Name)
		}
		l.Var, l.Declared, l.Lower = init.Var, true, init.Kids[0]
	case init.Op == OpExpr && init.Kids[0].Op == OpAssign && init.Kids[0].Kids[0].Op == OpVar:
		l.Var, l.Lower = init.Kids[0].Kids[0].Var, init.Kids[0].Kids[1]
	case init.Op == OpBlock:
		return loopError(pos, "the loop declares more than one variable: 'T i = a' is expected")
	default:
		return loopError(pos, "the loop's initialization must have the form 'i = a' or 'T i = a'")
	}
	l.Type = l.Var.Type
	if l.Type.Kind != Pointer && !l.Type.IsInteger() {
		return loopError(pos, "the loop variable '%s' must have an integer or pointer type", l.Var.Name)
	}
	return nil
}

// mirrored maps a comparison to the one with its operands exchanged.
var mirrored = map[Op]Op{OpLt: OpGt, OpGt: OpLt, OpLe: OpGe, OpGe: OpLe, OpNe: OpNe}

// fromTest finds the comparison and the bound.
func (l *Loop) fromTest(n *Node) *Diagnostic {
	test := n.Kids[1]
	pos := placeOf(test, n)
	flipped, ok := mirrored[test.Op]
	switch {
	case test.Op == OpEmpty:
		return loopError(pos, "the loop has no test: '%s < b' is expected", l.Var.Name)
	case !ok:
		return loopError(pos, "the loop's test must compare '%s' with a bound by <, <=, > or >= (or != with a step of 1)", l.Var.Name)
	case isVar(test.Kids[0], l.Var):
		l.Cmp, l.Upper = test.Op, test.Kids[1]
	case isVar(test.Kids[1], l.Var):
		l.Cmp, l.Upper = flipped, test.Kids[0]
	default:
		return loopError(pos, "the loop's test does not compare the loop variable '%s' with a bound", l.Var.Name)
	}
	return nil
}

func isVar(n *Node, v *Var) bool { return n.Op == OpVar && n.Var == v }

// fromStep finds the step and the direction.
func (l *Loop) fromStep(n *Node) *Diagnostic {
	inc := n.Kids[2]
	pos := placeOf(inc, n)
	if inc.Op == OpExpr {
		inc = inc.Kids[0]
	}
	if inc.Op == OpEmpty {
		return loopError(pos, "the loop has no increment of '%s'", l.Var.Name)
	}
	step, minus := l.increment(inc)
	if step == nil {
		return loopError(pos, "the loop's increment must have the form '%[1]s++', '%[1]s += s', '%[1]s = %[1]s + s' or the same with -", l.Var.Name)
	}
	return l.direct(step, minus, pos)
}

// increment returns the operand of an increment and whether it is subtracted, or
// nil when inc is none.
func (l *Loop) increment(inc *Node) (step *Node, minus bool) {
	if len(inc.Kids) == 0 || !isVar(inc.Kids[0], l.Var) {
		return nil, false
	}
	switch inc.Op {
	case OpPreInc, OpPostInc:
		return intConst(1, inc.Pos), false
	case OpPreDec, OpPostDec:
		return intConst(1, inc.Pos), true
	case OpAssignOp:
		if inc.Sub == OpAdd || inc.Sub == OpSub {
			return inc.Kids[1], inc.Sub == OpSub
		}
	case OpAssign:
		sum := inc.Kids[1]
		switch {
		case sum.Op != OpAdd && sum.Op != OpSub:
		case isVar(sum.Kids[0], l.Var):
			return sum.Kids[1], sum.Op == OpSub
		case sum.Op == OpAdd && isVar(sum.Kids[1], l.Var):
			return sum.Kids[0], false
		}
	}
	return nil, false
}

func intConst(v int64, pos Pos) *Node {
	return &Node{Op: OpConst, Type: TI32, Int: v, Pos: pos}
}

// direct sets Down and Step from a signed increment: the test gives the
// direction, and a step whose sign is against the operator is negated.
func (l *Loop) direct(step *Node, minus bool, pos Pos) *Diagnostic {
	value, known := constValue(step)
	if known && value < 0 && step.Type.IsSigned() {
		step, value, minus = intLike(step, -value), -value, !minus
	}
	if l.Cmp == OpNe {
		if !known || value != 1 {
			return loopError(pos, "a loop with the test '!=' must have a step of 1 or -1")
		}
		l.Step, l.Down = step, minus
		return nil
	}
	l.Down = l.Cmp == OpGt || l.Cmp == OpGe
	switch {
	case known && value == 0:
		return loopError(pos, "the loop's step is zero")
	case known && minus != l.Down:
		word := map[bool]string{true: "decreases", false: "increases"}
		return loopError(pos, "the increment %s '%s', but the test expects that it %s", word[minus], l.Var.Name, word[l.Down])
	case minus == l.Down:
		l.Step = step
	default:
		l.Step = &Node{Op: OpNeg, Type: step.Type, Kids: []*Node{step}, Pos: step.Pos}
	}
	return nil
}

func intLike(n *Node, v int64) *Node {
	return &Node{Op: OpConst, Type: n.Type, Int: v, Pos: n.Pos}
}

// constValue returns the value of a constant, signs and casts of it included.
func constValue(n *Node) (int64, bool) {
	switch n.Op {
	case OpConst:
		return n.Int, true
	case OpNeg:
		v, ok := constValue(n.Kids[0])
		return -v, ok && n.Type.IsSigned()
	case OpPlus:
		return constValue(n.Kids[0])
	case OpCast:
		if v, ok := constValue(n.Kids[0]); ok && n.Type.IsInteger() && n.Type.Size() >= 4 {
			return v, true
		}
	}
	return 0, false
}

// checkInvariant refuses bounds and steps that the loop variable occurs in.
func (l *Loop) checkInvariant() *Diagnostic {
	for _, part := range []struct {
		what string
		n    *Node
	}{{"first value", l.Lower}, {"bound", l.Upper}, {"step", l.Step}} {
		if at := findVar(part.n, l.Var); at != nil {
			return loopError(placeOf(at, part.n), "the loop's %s depends on the loop variable '%s'", part.what, l.Var.Name)
		}
	}
	return nil
}

// findVar returns the first use of v in the expression n that needs its value or
// address, or nil.
func findVar(n *Node, v *Var) *Node {
	if isVar(n, v) {
		return n
	}
	for _, k := range n.Kids {
		if at := findVar(k, v); at != nil {
			return at
		}
	}
	return nil
}

// Modification returns the first node in the tree n that assigns to the variable
// v by name, or nil. Changes through pointers are not seen.
func Modification(n *Node, v *Var) *Node {
	switch n.Op {
	case OpAssign, OpAssignOp, OpPreInc, OpPreDec, OpPostInc, OpPostDec:
		if isVar(n.Kids[0], v) {
			return n
		}
	}
	for _, k := range n.Kids {
		if k == nil {
			continue
		}
		if at := Modification(k, v); at != nil {
			return at
		}
	}
	return nil
}
