package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// laneFacts is what is known of the variables of a loop body whose iterations run
// as lanes.
type laneFacts struct {
	lane     *ir.Var // the number of the iteration
	stmts    []*ir.Node
	declared []*ir.Var
	scalars  bool              // the body declares scalars only, functions that it calls included
	varies   map[*ir.Var]bool  // each lane has a value of its own
	affine   map[*ir.Var]int64 // set once, grows by a constant from lane to lane
	assigned map[*ir.Var]int
	counting map[*ir.Var]int // of the assignments, those in heads of loops

	supposes map[*ir.Node]bool // growth says how these masks, quotients and others probably grow
}

// classify finds out how the variables of stmts differ between lanes. It fails when
// the statements cannot run as lanes: only plain code can, whose inner loops run
// equally often in all lanes.
func (f *laneFacts) classify(reduced []*ir.Var) bool {
	f.varies, f.affine = map[*ir.Var]bool{}, map[*ir.Var]int64{f.lane: 1}
	f.assigned, f.counting = map[*ir.Var]int{}, map[*ir.Var]int{}
	for _, x := range reduced {
		f.varies[x] = true
	}
	f.scalars = true
	for _, n := range f.stmts {
		if !isPlain(n) {
			return false
		}
		f.scalars = f.scalars && !declaresAggregate(n)
		f.countAssignments(n)
	}
	return f.statements(f.stmts)
}

// declaresAggregate reports whether n, or a function called in it, declares an array
// or a record.
func declaresAggregate(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		return x.Op == ir.OpDecl && !x.Var.Type.IsScalar() || x.Op == ir.OpCall && x.Func != nil && aggregates(x.Func)
	})
}

// aggregates reports whether the function f has parameters, a result or variables
// that are no scalars.
func aggregates(f *ir.Func) bool {
	for _, p := range f.Params {
		if !p.Type.IsScalar() {
			return true
		}
	}
	return f.Result.IsAggregate() || declaresAggregate(f.Body)
}

// isPlain reports whether n consists of declarations, assignments, conditions and
// counting loops, without jumps, calls with side effects, or addresses of variables.
func isPlain(n *ir.Node) bool {
	if n.Type != nil && n.Type.Volatile {
		return false
	}
	switch n.Op {
	case ir.OpDecl:
		if n.Var.Storage != ir.StorageLocal || n.Var.Space != ir.NoSpace || n.Var.Type.Volatile {
			return false
		}
	case ir.OpFor:
		if n.Int != 0 || counterOf(n) == nil {
			return false
		}
	case ir.OpVar:
		return n.Type.Kind != ir.Array // a pointer to its first element
	case ir.OpIndex:
		if n.Kids[0].Op == ir.OpVar && n.Kids[0].Type.Kind == ir.Array {
			return isPlain(n.Kids[1])
		}
	case ir.OpAddr:
		if rootOf(n.Kids[0]) != nil {
			return false
		}
	case ir.OpCall:
		if !isPlainCall(n) {
			return false
		}
	default:
		if !plainOps[n.Op] {
			return false
		}
	}
	for _, k := range n.Kids {
		if !isPlain(k) {
			return false
		}
	}
	return true
}

var plainOps = map[ir.Op]bool{ir.OpConst: true, ir.OpFConst: true, ir.OpNeg: true, ir.OpPlus: true, ir.OpCompl: true,
	ir.OpNot: true, ir.OpDeref: true, ir.OpPreInc: true, ir.OpPreDec: true, ir.OpPostInc: true, ir.OpPostDec: true,
	ir.OpAdd: true, ir.OpSub: true, ir.OpMul: true, ir.OpDiv: true, ir.OpRem: true, ir.OpAnd: true, ir.OpOr: true,
	ir.OpXor: true, ir.OpShl: true, ir.OpShr: true, ir.OpLt: true, ir.OpGt: true, ir.OpLe: true, ir.OpGe: true,
	ir.OpEq: true, ir.OpNe: true, ir.OpLogAnd: true, ir.OpLogOr: true, ir.OpComma: true, ir.OpAssign: true,
	ir.OpAssignOp: true, ir.OpCond: true, ir.OpCast: true, ir.OpMember: true, ir.OpInit: true, ir.OpInitAt: true,
	ir.OpBlock: true, ir.OpExpr: true, ir.OpIf: true, ir.OpEmpty: true}

// isPlainCall reports whether n calls a function that computes a value and does
// nothing else.
func isPlainCall(n *ir.Node) bool {
	if n.Func != nil {
		return n.Func.Body != nil && !contains(n.Func.Body, func(x *ir.Node) bool {
			return x.Op != ir.OpReturn && x.Op != ir.OpVar && !plainOps[x.Op] && !(x.Op == ir.OpDecl && x.Var.Storage == ir.StorageLocal) &&
				!(x.Op == ir.OpCall && isPlainCall(x)) || isStore(x) || x.Type != nil && x.Type.Volatile ||
				x.Op == ir.OpVar && x.Var.Storage == ir.StorageFile
		})
	}
	switch n.Str {
	case "omp2cl_sum", "omp2cl_product", "omp2cl_share_stride", "omp2cl_league_threads", "omp2cl_threads", "cl.min":
		return true
	case "putchar", "__builtin_putchar":
		return false
	}
	result, params, ok := ir.LibrarySignature(n.Str)
	if !ok || result.Kind == ir.Void || strings.HasPrefix(n.Str, "omp_") {
		return false
	}
	for _, p := range params {
		if p.Kind == ir.Pointer {
			return false
		}
	}
	return true
}

// rootOf returns the thread's own variable that the lvalue n is a part of, nil when n
// lies in memory that threads share.
func rootOf(n *ir.Node) *ir.Var {
	v := baseOf(n)
	if v == nil || v.Storage == ir.StorageFile || v.Space != ir.NoSpace {
		return nil
	}
	return v
}

// assignee returns the lvalue that n assigns to, or nil.
func assignee(n *ir.Node) *ir.Node {
	switch n.Op {
	case ir.OpAssign, ir.OpAssignOp, ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec:
		return n.Kids[0]
	}
	return nil
}

// isStore reports whether n assigns to memory that threads share.
func isStore(n *ir.Node) bool {
	to := assignee(n)
	return to != nil && rootOf(to) == nil
}

// counterOf returns the variable that the head of the for loop n starts and moves, or
// nil when it does something else.
func counterOf(n *ir.Node) *ir.Var {
	var v *ir.Var
	switch init := n.Kids[0]; {
	case init.Op == ir.OpDecl && len(init.Kids) == 1:
		v = init.Var
	case init.Op == ir.OpExpr && init.Kids[0].Op == ir.OpAssign:
		v = rootOf(init.Kids[0].Kids[0])
	}
	step := n.Kids[2]
	if step.Op == ir.OpExpr {
		step = step.Kids[0]
	}
	to := assignee(step)
	if v == nil || !v.Type.IsScalar() || to == nil || to.Op != ir.OpVar || to.Var != v || n.Kids[1].Op == ir.OpEmpty {
		return nil
	}
	return v
}

// countAssignments counts the assignments in n to each variable, and those of them
// in heads of loops.
func (f *laneFacts) countAssignments(n *ir.Node) {
	ir.Walk(n, func(x *ir.Node) bool {
		if to := assignee(x); to != nil {
			if v := rootOf(to); v != nil {
				f.assigned[v]++
			}
		}
		if x.Op == ir.OpFor {
			f.counting[counterOf(x)]++
			if x.Kids[0].Op == ir.OpExpr {
				f.counting[counterOf(x)]++
			}
		}
		return true
	})
}

// changedOutside returns the variables that n changes but does not declare, in order
// of their first use.
func changedOutside(n *ir.Node) []*ir.Var {
	moving, own := movingIn(n), declaredIn(n)
	var out []*ir.Var
	for _, x := range ir.Vars(n) {
		if moving[x] && !own[x] {
			out = append(out, x)
		}
	}
	return out
}

// setFirst reports whether statements set the variable x before they use it, however
// their conditions turn out.
func setFirst(stmts []*ir.Node, x *ir.Var) bool {
	for i, n := range stmts {
		switch {
		case countUses(n)[x] == 0:
			continue
		case n.Op == ir.OpExpr:
			return sets(n.Kids[0], x)
		case !isLoop(n):
			return false
		case n.Op == ir.OpFor && n.Kids[0].Op == ir.OpExpr && countUses(n.Kids[0])[x] > 0:
			return sets(n.Kids[0].Kids[0], x)
		}
		used := 0
		for _, other := range append(append([]*ir.Node{}, n.Kids...), stmts[i+1:]...) {
			if other != bodyOf(n) {
				used += countUses(other)[x]
			}
		}
		return used == 0 && setFirst(flattened(nil, bodyOf(n)), x)
	}
	return true
}

// sets reports whether n is an assignment to x of a value without x.
func sets(n *ir.Node, x *ir.Var) bool {
	return assignsTo(n, x) && countUses(n.Kids[1])[x] == 0
}

// statements classifies the variables that statements declare.
func (f *laneFacts) statements(stmts []*ir.Node) bool {
	for i, n := range stmts {
		switch {
		case n.Op == ir.OpDecl:
			f.declare(n, f.isFirst(i, stmts))
		case !hasLoop(n):
			ir.Walk(n, func(x *ir.Node) bool {
				if x.Op == ir.OpDecl {
					f.declared = append(f.declared, x.Var)
					f.varies[x.Var] = true
				}
				return true
			})
		case n.Op == ir.OpFor:
			if !f.head(n) || !f.statements(flattened(nil, n.Kids[3])) {
				return false
			}
		case n.Op == ir.OpIf:
			if !f.same(n.Kids[0]) {
				return false
			}
			for _, j := range inner(n) {
				if !f.statements(flattened(nil, n.Kids[j])) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// isFirst reports whether stmts[i] is among the declarations that the compiler puts
// at the start of a body: the numbers of the iteration and the user's loop variable.
func (f *laneFacts) isFirst(i int, stmts []*ir.Node) bool {
	return len(stmts) > 0 && len(f.stmts) > 0 && stmts[0] == f.stmts[0] &&
		(i == 0 || i == 1 && stmts[0].Op == ir.OpDecl && strings.HasPrefix(stmts[0].Var.Name, "omp2cl_"))
}

// declare classifies the variable of a declaration; made says that the compiler
// wrote it.
func (f *laneFacts) declare(n *ir.Node, made bool) {
	v := n.Var
	f.declared = append(f.declared, v)
	set := f.assigned[v]
	if len(n.Kids) == 0 {
		f.varies[v] = set == 0 || set != f.counting[v]
		return
	}
	by, known := f.growth(n.Kids[0], made)
	switch {
	case !known || !v.Type.IsScalar() || set != f.counting[v]:
		f.varies[v] = true
	case by != 0 && (set > 0 || !v.Type.IsInteger() || v.Type.Size() < 4):
		f.varies[v] = true
	case by != 0:
		f.affine[v] = by
	}
}

// head checks that the loop n runs equally often in all lanes, and declares its
// counter.
func (f *laneFacts) head(n *ir.Node) bool {
	v := counterOf(n)
	if n.Kids[0].Op == ir.OpDecl {
		f.declared = append(f.declared, v)
	}
	if f.assigned[v] != f.counting[v] || f.varies[v] || f.affine[v] != 0 {
		return false
	}
	for _, k := range n.Kids[:3] {
		for _, x := range values(k) {
			if !f.same(x) {
				return false
			}
		}
	}
	return true
}

// values returns the expressions that the part n of a loop's head computes.
func values(n *ir.Node) []*ir.Node {
	switch {
	case n.Op == ir.OpDecl:
		return n.Kids
	case n.Op == ir.OpExpr:
		return values(n.Kids[0])
	case assignee(n) != nil:
		return n.Kids[1:]
	}
	return []*ir.Node{n}
}

// same reports whether the expression n has one value for all lanes.
func (f *laneFacts) same(n *ir.Node) bool {
	by, known := f.growth(n, true)
	return known && by == 0
}

// growth returns by what constant the value of n grows from one lane to the next, if
// that is known. Conversions between integer types of different size are followed
// when trusted is set: where values do not wrap around.
func (f *laneFacts) growth(n *ir.Node, trusted bool) (by int64, known bool) {
	switch n.Op {
	case ir.OpVar:
		return f.affine[n.Var], !f.varies[n.Var]
	case ir.OpAssign, ir.OpAssignOp, ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec:
		return 0, false
	case ir.OpCond:
		if f.supposes[n] && !f.same(n.Kids[0]) {
			return f.supposedChoice(n, trusted)
		}
	}
	var grow []int64
	fixed := true
	for _, k := range n.Kids {
		by, known := f.growth(k, trusted)
		if !known {
			return 0, false
		}
		grow = append(grow, by)
		fixed = fixed && by == 0
	}
	if fixed {
		return 0, true
	}
	switch n.Op {
	case ir.OpAdd:
		return grow[0] + grow[1], n.Type.IsInteger()
	case ir.OpSub:
		return grow[0] - grow[1], n.Type.IsInteger()
	case ir.OpMul:
		return scaled(n, grow)
	case ir.OpCast:
		return grow[0], keepsGrowth(n, trusted)
	}
	if f.supposes[n] {
		return supposed(n, grow)
	}
	return 0, false
}

// scaled is growth for a product with a constant. On a CPU, the only device with
// lanes, shares are contiguous.
func scaled(n *ir.Node, grow []int64) (by int64, known bool) {
	for i, k := range n.Kids {
		other := n.Kids[1-i]
		switch {
		case !n.Type.IsInteger():
		case k.Op == ir.OpConst:
			return grow[1-i] * k.Int, k.Int > -1<<20 && k.Int < 1<<20
		case k.Op == ir.OpCall && k.Str == "omp2cl_share_stride" && other != k:
			return grow[1-i], true
		}
	}
	return 0, false
}

// keepsGrowth reports whether the conversion n leaves differences between lanes as
// they are.
func keepsGrowth(n *ir.Node, trusted bool) bool {
	from, to := n.Kids[0].Type, n.Type
	if !from.IsInteger() || !to.IsInteger() || from.Size() < 4 || to.Size() < 4 {
		return false
	}
	return trusted || from.Size() == to.Size() || from.IsSigned() && to.Size() > from.Size()
}

// hasLoop reports whether n contains a loop.
func hasLoop(n *ir.Node) bool {
	return contains(n, isLoop)
}
