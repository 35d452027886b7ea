package frontend

import (
	"fmt"

	"omp2cl/ompir"
)

// OpenCL has no recursion. A device function that calls itself becomes one that keeps
// what its callers need on the work-item's stack, and jumps:
//
//	    int base = top of the stack, depth = 0, site = 0; R result;
//	start:;
//	    if (the stack ends before base + (depth + 1) * SIZE) return result;
//	    memory = base + depth * SIZE; OBJECTS at memory = parameters
//	    ...
//	    { arguments; *memory = site, parameters and locals in scope; depth++;
//	      parameters = arguments; site = 1; goto start;
//	resume_1:; depth--; memory = base + depth * SIZE; site, parameters and locals = *memory; value = result; }
//	    ...
//	    result = VALUE; goto done;         // return VALUE;
//	done:
//	    if (depth == 0) return result;
//	    switch (site) { case 1: goto resume_1; ... }
//
// Arrays, and variables whose address is taken, are objects in that memory from the start.
// Calls in expressions move in front of their statements, which C's order of evaluation
// allows. A call whose value is returned at once needs no memory, if there are no objects.

// stackRecursion rewrites the functions that call themselves and can be rewritten.
func (b *builder) stackRecursion() {
	b.mergeCycles()
	for _, f := range b.mod.Funcs {
		if r := newRecursion(b.mod, f); r.calls(f.Body) && r.fits() {
			r.convert()
		}
	}
}

func newRecursion(mod *ompir.Module, f *ompir.Func) *recursion {
	r := &recursion{mod: mod, f: f, pos: f.Pos}
	r.findObjects()
	return r
}

// recursion rewrites one function.
type recursion struct {
	mod *ompir.Module
	f   *ompir.Func
	pos ompir.Pos

	base, depth, site, memory, result *ompir.Var // result is nil in a function without one

	objects map[*ompir.Var]int64 // where they are in the memory of a call
	sizes   []*ompir.Node        // constants that become the size of that memory
	size    int64                // of it
	sites   int
}

// isCall reports whether n is a call of the function itself.
func (r *recursion) isCall(n *ompir.Node) bool { return n.Op == ompir.OpCall && n.Func == r.f }

// calls reports whether the function calls itself in n.
func (r *recursion) calls(n *ompir.Node) (found bool) {
	ompir.Walk(n, func(x *ompir.Node) bool {
		found = found || r.isCall(x)
		return !found
	})
	return found
}

// fits reports whether the function can be rewritten: its calls must stand where jumps
// can lead, and the sizes of its variables must be known.
func (r *recursion) fits() bool {
	ok := !r.f.Variadic
	ompir.Walk(r.f.Body, func(n *ompir.Node) bool {
		switch n.Op {
		case ompir.OpOMP:
			ok = ok && standsAlone[n.Dir.Parts[0]] && !r.calls(&ompir.Node{Op: ompir.OpBlock, Kids: n.Kids})
		case ompir.OpDecl:
			ok = ok && n.Var.Type.Size() >= 0 && !n.Var.Type.HasVLA()
		case ompir.OpStmtExpr, ompir.OpInit:
			ok = ok && !r.calls(&ompir.Node{Op: ompir.OpBlock, Kids: n.Kids})
		case ompir.OpFor:
			ok = ok && !r.calls(n.Kids[0]) && !r.calls(n.Kids[2]) && !(n.Kids[0].Op == ompir.OpBlock && r.declaresObject(n.Kids[0]))
		case ompir.OpDo:
			ok = ok && !r.calls(n.Kids[1])
		case ompir.OpCall:
			ok = ok && (n.Func != nil || n.Str != "omp2cl_stack_push")
		case ompir.OpCompound:
			ok = ok && isSaved(n.Type)
		case ompir.OpAddr:
			_, part := rootOf(n.Kids[0])
			ok = ok && part.Op != ompir.OpCompound // nobody keeps its place
		}
		return ok
	})
	return ok
}

// standsAlone has the constructs that work on what is there, whatever that has become.
var standsAlone = map[ompir.Part]bool{ompir.Atomic: true, ompir.Critical: true, ompir.Flush: true, ompir.Taskwait: true, ompir.Taskyield: true}

func (r *recursion) convert() {
	r.base, r.depth = r.variable("base", ompir.TU64), r.variable("depth", ompir.TU64)
	r.site, r.memory = r.variable("site", ompir.TI32), r.variable("memory", ompir.PointerTo(ompir.TI8))
	if r.f.Result.Kind != ompir.Void {
		r.result = r.variable("result", r.f.Result)
	}
	var scope []*ompir.Var
	var moves []*ompir.Node
	for _, p := range r.f.Params {
		if _, is := r.objects[p]; is {
			moves = append(moves, r.assign(r.object(p), r.ref(p)))
		} else {
			scope = append(scope, p)
		}
	}
	body := r.stmt(r.placed(r.f.Body), &scope)
	r.pos = r.f.Pos
	out := append(r.declarations(), r.label("start", r.empty()))
	if r.remembers() {
		out = append(out, r.enter()...)
	}
	out = append(append(append(out, moves...), body...), r.label("done", r.leave()))
	for _, n := range r.sizes {
		n.Int = r.size
	}
	if r.sites > 0 {
		out = append(out, r.jumps())
	}
	r.f.Body = r.block(out)
}

// remembers reports whether calls need memory.
func (r *recursion) remembers() bool { return r.sites > 0 || len(r.objects) > 0 }

// declarations declares the variables that all calls share.
func (r *recursion) declarations() (out []*ompir.Node) {
	out = append(out, r.declare(r.depth, r.num(ompir.TU64, 0)))
	if r.remembers() {
		out = append(out, r.declare(r.base, r.call("stack_top", ompir.TU64)), r.declare(r.memory), r.declare(r.site, r.num(ompir.TI32, 0)))
	}
	if r.result != nil {
		out = append(out, r.declare(r.result))
	}
	return out
}

// enter begins a call. Where the stack is too small the program is going to end, and the
// outermost call returns at once.
func (r *recursion) enter() []*ompir.Node {
	lacks := r.call("stack_lacks", ompir.TI32, r.from(), r.sizeOf(ompir.TI64))
	return []*ompir.Node{r.node(ompir.OpIf, nil, lacks, r.back()), r.place()}
}

// place points to the memory of the current depth, and has the stack end behind it.
func (r *recursion) place() *ompir.Node {
	end := r.call("stack_grow", ompir.TU64, r.from(), r.sizeOf(ompir.TI64))
	return r.assign(r.ref(r.memory), r.call("stack_at", r.memory.Type, r.from(), end))
}

// from is where the memory of the current depth begins.
func (r *recursion) from() *ompir.Node {
	below := r.node(ompir.OpMul, ompir.TU64, r.ref(r.depth), r.sizeOf(ompir.TU64))
	return r.node(ompir.OpAdd, ompir.TU64, r.ref(r.base), below)
}

// sizeOf is a constant that becomes the size of the memory of a call.
func (r *recursion) sizeOf(t *ompir.Type) *ompir.Node {
	n := r.num(t, 0)
	r.sizes = append(r.sizes, n)
	return n
}

// leave returns from the outermost call.
func (r *recursion) leave() *ompir.Node {
	outermost := r.node(ompir.OpEq, ompir.TI32, r.ref(r.depth), r.num(ompir.TU64, 0))
	return r.node(ompir.OpIf, nil, outermost, r.back())
}

// back is the block that returns from the function, with its result.
func (r *recursion) back() *ompir.Node {
	back := r.node(ompir.OpReturn, nil)
	if r.result != nil {
		back.Kids = []*ompir.Node{r.ref(r.result)}
	}
	return r.block([]*ompir.Node{back})
}

// jumps goes on behind the call that ends.
func (r *recursion) jumps() *ompir.Node {
	var cases []*ompir.Node
	for i := 1; i <= r.sites; i++ {
		c := r.node(ompir.OpCase, nil, r.jump(fmt.Sprintf("resume_%d", i)))
		c.Int, c.Int2 = int64(i), int64(i)
		cases = append(cases, c)
	}
	return r.node(ompir.OpSwitch, nil, r.ref(r.site), r.block(cases))
}

// stmt rewrites a statement; scope has the variables that are to be saved there.
func (r *recursion) stmt(n *ompir.Node, scope *[]*ompir.Var) []*ompir.Node {
	r.pos = n.Pos
	out := *n
	out.Kids = append([]*ompir.Node{}, n.Kids...)
	inner := append([]*ompir.Var{}, *scope...)
	switch n.Op {
	case ompir.OpBlock:
		out.Kids = nil
		if n.Int == 1 { // the declarations of a for
			return []*ompir.Node{n}
		}
		for _, k := range n.Kids {
			out.Kids = append(out.Kids, r.stmt(k, &inner)...)
		}
		return []*ompir.Node{&out}
	case ompir.OpDecl:
		pre := r.hoistKids(&out, 0, len(out.Kids), scope)
		*scope = append(*scope, n.Var)
		return append(pre, &out)
	case ompir.OpReturn:
		return r.returns(n, scope)
	case ompir.OpExpr:
		return append(r.hoistKids(&out, 0, 1, &inner), &out)
	case ompir.OpIf, ompir.OpSwitch:
		pre := r.hoistKids(&out, 0, 1, &inner)
		for i := 1; i < len(out.Kids); i++ {
			out.Kids[i] = r.one(out.Kids[i], inner)
		}
		return []*ompir.Node{r.block(append(pre, &out))}
	case ompir.OpFor, ompir.OpWhile:
		return []*ompir.Node{r.loop(&out, inner)}
	case ompir.OpDo, ompir.OpCase, ompir.OpDefault, ompir.OpLabel:
		out.Kids[0] = r.one(out.Kids[0], inner)
	}
	return []*ompir.Node{&out}
}

// one rewrites a statement that stands alone.
func (r *recursion) one(n *ompir.Node, scope []*ompir.Var) *ompir.Node {
	list := r.stmt(n, &scope)
	if len(list) == 1 {
		return list[0]
	}
	return r.block(list)
}

// loop rewrites a for or while loop; calls in its condition move into the body.
func (r *recursion) loop(n *ompir.Node, scope []*ompir.Var) *ompir.Node {
	cond, body := 0, 1
	if n.Op == ompir.OpFor {
		cond, body = 1, 3
		ompir.Walk(n.Kids[0], func(d *ompir.Node) bool {
			if d.Op == ompir.OpDecl {
				scope = append(scope, d.Var)
			}
			return true
		})
	}
	if !r.calls(n.Kids[cond]) {
		n.Kids[body] = r.one(n.Kids[body], scope)
		return n
	}
	test := scope
	pre, value := r.hoist(n.Kids[cond], &test)
	over := r.node(ompir.OpIf, nil, r.node(ompir.OpNot, ompir.TI32, value), r.block([]*ompir.Node{r.node(ompir.OpBreak, nil)}))
	n.Kids[body] = r.block(append(pre, over, r.one(n.Kids[body], scope)))
	n.Kids[cond] = r.num(ompir.TI32, 1)
	return n
}

// returns rewrites a return statement.
func (r *recursion) returns(n *ompir.Node, scope *[]*ompir.Var) []*ompir.Node {
	if len(n.Kids) == 0 {
		return []*ompir.Node{r.jump("done")}
	}
	x := n.Kids[0]
	switch {
	case r.isCall(x) && len(r.objects) == 0:
		inner := append([]*ompir.Var{}, *scope...)
		args, pre := r.arguments(x, &inner)
		return []*ompir.Node{r.block(append(append(pre, r.pass(args)...), r.jump("start")))}
	case x.Op == ompir.OpCond && (r.calls(x.Kids[1]) || r.calls(x.Kids[2])):
		arm := func(k *ompir.Node) *ompir.Node {
			back := *n
			back.Kids = []*ompir.Node{k}
			return r.block([]*ompir.Node{&back})
		}
		return r.stmt(r.node(ompir.OpIf, nil, x.Kids[0], arm(x.Kids[1]), arm(x.Kids[2])), scope)
	}
	inner := append([]*ompir.Var{}, *scope...)
	pre, value := r.hoist(x, &inner)
	out := append(pre, r.assign(r.ref(r.result), value), r.jump("done"))
	return []*ompir.Node{r.block(out)}
}

// hoistKids moves calls out of operands of n and returns the statements in front of it.
func (r *recursion) hoistKids(n *ompir.Node, from, to int, scope *[]*ompir.Var) (pre []*ompir.Node) {
	for i := from; i < to; i++ {
		first, k := r.hoist(n.Kids[i], scope)
		pre, n.Kids[i] = append(pre, first...), k
	}
	return pre
}

// hoist moves the calls out of an expression: it returns the statements that make them,
// and what is left.
func (r *recursion) hoist(n *ompir.Node, scope *[]*ompir.Var) (pre []*ompir.Node, value *ompir.Node) {
	if !r.calls(n) {
		return nil, n
	}
	out := *n
	out.Kids = append([]*ompir.Node{}, n.Kids...)
	switch {
	case r.isCall(n):
		return r.callSite(n, scope)
	case n.Op == ompir.OpComma:
		pre = r.hoistKids(&out, 0, 1, scope)
		pre = append(pre, r.node(ompir.OpExpr, nil, out.Kids[0]))
		rest, value := r.hoist(n.Kids[1], scope)
		return append(pre, rest...), value
	case n.Op == ompir.OpCond, n.Op == ompir.OpLogAnd, n.Op == ompir.OpLogOr:
		return r.branches(n, scope)
	}
	return r.hoistKids(&out, 0, len(out.Kids), scope), &out
}

// branches makes an if statement of an operator that evaluates its operands on conditions.
func (r *recursion) branches(n *ompir.Node, scope *[]*ompir.Var) ([]*ompir.Node, *ompir.Node) {
	pre, cond := r.hoist(n.Kids[0], scope)
	var v *ompir.Var
	if n.Type.Kind != ompir.Void {
		v = r.variable("value", n.Type.Decay())
		pre = append(pre, r.declare(v))
	}
	arm := func(x *ompir.Node) *ompir.Node {
		inner := append([]*ompir.Var{}, *scope...)
		list, value := r.hoist(x, &inner)
		if v == nil {
			return r.block(append(list, r.node(ompir.OpExpr, nil, value)))
		}
		return r.block(append(list, r.assign(r.ref(v), value)))
	}
	truth := func(x *ompir.Node) *ompir.Node {
		return r.node(ompir.OpNot, ompir.TI32, r.node(ompir.OpNot, ompir.TI32, x))
	}
	var yes, no *ompir.Node
	switch n.Op {
	case ompir.OpCond:
		yes, no = arm(n.Kids[1]), arm(n.Kids[2])
	case ompir.OpLogAnd:
		yes, no = arm(truth(n.Kids[1])), arm(r.num(ompir.TI32, 0))
	default:
		yes, no = arm(r.num(ompir.TI32, 1)), arm(truth(n.Kids[1]))
	}
	pre = append(pre, r.node(ompir.OpIf, nil, cond, yes, no))
	if v == nil {
		return pre, r.node(ompir.OpCast, ompir.TVoid, r.num(ompir.TI32, 0))
	}
	*scope = append(*scope, v)
	return pre, r.ref(v)
}

// arguments evaluates the arguments of a call.
func (r *recursion) arguments(n *ompir.Node, scope *[]*ompir.Var) (args []*ompir.Var, pre []*ompir.Node) {
	for i, p := range r.f.Params {
		if i >= len(n.Kids) {
			break
		}
		if n.Kids[i].Op == ompir.OpEmpty { // a parameter that this call does not need
			args = append(args, nil)
			continue
		}
		first, value := r.hoist(n.Kids[i], scope)
		v := r.variable(p.Name, p.Type)
		pre = append(append(pre, first...), r.declare(v, value))
		*scope = append(*scope, v)
		args = append(args, v)
	}
	return args, pre
}

// pass sets the parameters.
func (r *recursion) pass(args []*ompir.Var) (out []*ompir.Node) {
	for i, v := range args {
		if v != nil {
			out = append(out, r.assign(r.ref(r.f.Params[i]), r.ref(v)))
		}
	}
	return out
}

// callSite makes a call whose value is used.
func (r *recursion) callSite(n *ompir.Node, scope *[]*ompir.Var) (pre []*ompir.Node, value *ompir.Node) {
	inner := append([]*ompir.Var{}, *scope...)
	args, list := r.arguments(n, &inner)
	r.sites++
	resume, site := fmt.Sprintf("resume_%d", r.sites), r.num(ompir.TI32, int64(r.sites))
	value = r.node(ompir.OpCast, ompir.TVoid, r.num(ompir.TI32, 0))
	saved := append([]*ompir.Var{r.site}, *scope...)
	list = append(append(list, r.copies(saved, true)...), r.advance(1))
	list = append(list, r.pass(args)...)
	list = append(list, r.assign(r.ref(r.site), site), r.jump("start"), r.label(resume, r.empty()), r.advance(-1))
	list = append(append(list, r.place()), r.copies(saved, false)...)
	if r.result != nil {
		v := r.variable("value", r.f.Result)
		pre, value = append(pre, r.declare(v)), r.ref(v)
		list = append(list, r.assign(r.ref(v), r.ref(r.result)))
		*scope = append(*scope, v)
	}
	return append(pre, r.block(list)), value
}

// copies saves variables, or restores them.
func (r *recursion) copies(vars []*ompir.Var, save bool) (out []*ompir.Node) {
	at := int64(0)
	for v, offset := range r.objects {
		at = max(at, offset+aligned(v.Type.Size()))
	}
	for _, v := range vars {
		object := r.at(at, unqualified(v.Type))
		if save {
			out = append(out, r.assign(object, r.ref(v)))
		} else {
			out = append(out, r.assign(r.ref(v), object))
		}
		at += aligned(v.Type.Size())
	}
	r.size = max(r.size, at)
	return out
}

func (r *recursion) advance(by int64) *ompir.Node {
	n := r.node(ompir.OpAssignOp, ompir.TU64, r.ref(r.depth), r.num(ompir.TU64, max(by, -by)))
	n.Sub = ompir.OpAdd
	if by < 0 {
		n.Sub = ompir.OpSub
	}
	return r.node(ompir.OpExpr, nil, n)
}

func (r *recursion) variable(name string, t *ompir.Type) *ompir.Var {
	v := r.mod.NewVar(name, unqualified(t), ompir.StorageLocal)
	v.Pos = r.pos
	return v
}

func (r *recursion) node(op ompir.Op, t *ompir.Type, kids ...*ompir.Node) *ompir.Node {
	return node(op, t, r.pos, kids...)
}

func (r *recursion) num(t *ompir.Type, i int64) *ompir.Node {
	n := r.node(ompir.OpConst, t)
	n.Int = i
	return n
}

func (r *recursion) ref(v *ompir.Var) *ompir.Node { return varNode(v, r.pos) }

func (r *recursion) call(name string, t *ompir.Type, args ...*ompir.Node) *ompir.Node {
	return preludeCall(name, t, r.pos, args...)
}

func (r *recursion) declare(v *ompir.Var, init ...*ompir.Node) *ompir.Node {
	n := r.node(ompir.OpDecl, nil, init...)
	n.Var = v
	return n
}

func (r *recursion) assign(to, value *ompir.Node) *ompir.Node {
	return r.node(ompir.OpExpr, nil, r.node(ompir.OpAssign, unqualified(to.Type), to, value))
}

func (r *recursion) block(list []*ompir.Node) *ompir.Node { return r.node(ompir.OpBlock, nil, list...) }

func (r *recursion) empty() *ompir.Node { return r.node(ompir.OpEmpty, nil) }

func (r *recursion) label(name string, n *ompir.Node) *ompir.Node {
	l := r.node(ompir.OpLabel, nil, n)
	l.Str = "omp2cl_" + name
	return l
}

func (r *recursion) jump(name string) *ompir.Node {
	n := r.node(ompir.OpGoto, nil)
	n.Str = "omp2cl_" + name
	return n
}
