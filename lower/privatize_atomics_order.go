package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// after tells what an iteration does behind its atomic updates. Whatever it accesses
// there must not be what it updates: others cannot tell whether an update comes late,
// since an access of theirs to the same memory would be a race, but the iteration itself
// can. Accesses in front of an update may be to anything.
type after struct {
	g        *gatherer
	updates  map[*ir.Node]*atomicUpdate // by their first statement
	accesses []memoryAccess
	at       int               // counts updates and loops in the order of the text
	loops    int               // loops of the user's around
	start    int               // where the outermost of them starts
	active   map[*ir.Func]bool // functions whose bodies are being listed
	refused  bool              // the order or the accesses cannot be told, or others may wait
}

// memoryAccess is a load or store of the lvalue x, nil for any memory, behind the update or
// the start of a loop that has the number at.
type memoryAccess struct {
	x     *ir.Node
	store bool
	at    int
}

// maxAccesses is how many accesses are listed before the loop stays as it is.
const maxAccesses = 4000

// listed lists the accesses of an iteration with the updates given.
func (g *gatherer) listed(body *ir.Node, updates []*atomicUpdate) *after {
	a := &after{g: g, updates: map[*ir.Node]*atomicUpdate{}, active: map[*ir.Func]bool{}}
	for _, u := range updates {
		a.updates[u.stmts[0]] = u
	}
	a.stmt(body)
	return a
}

// stmt lists the accesses of a statement in the order of the text, which is the order
// of execution but for loops.
func (a *after) stmt(n *ir.Node) {
	switch n.Op {
	case ir.OpBlock:
		a.list(n.Kids)
	case ir.OpFor, ir.OpWhile, ir.OpDo:
		a.loop(n)
	case ir.OpGoto, ir.OpOMP:
		a.refused = true
	default:
		a.refused = a.refused || n.Op == ir.OpDecl && n.Var.Type.Volatile
		a.all(n.Kids)
	}
}

// all lists the accesses of expressions and statements.
func (a *after) all(list []*ir.Node) {
	for _, k := range list {
		if k.Op.IsStmt() {
			a.stmt(k)
		} else {
			a.value(k)
		}
	}
}

// list lists the accesses of a block.
func (a *after) list(stmts []*ir.Node) {
	for i := 0; i < len(stmts); i++ {
		u := a.updates[stmts[i]]
		if u == nil {
			a.stmt(stmts[i])
			continue
		}
		a.address(u.x)
		a.value(u.held.Kids[0])
		a.at++
		u.since = a.at
		if a.loops > 0 {
			u.since = a.start
		}
		i += len(u.stmts) - 1
	}
}

// loop lists the accesses of a loop; the one of an atomic construct is none of the
// user's.
func (a *after) loop(n *ir.Node) {
	if !isSwap(n) {
		if a.loops == 0 {
			a.at++
			a.start = a.at
		}
		a.loops++
		defer func() { a.loops-- }()
	}
	a.all(n.Kids)
}

// isSwap recognizes the loop of an atomic construct.
func isSwap(n *ir.Node) bool {
	return n.Op == ir.OpDo && n.Kids[1].Op == ir.OpNot && n.Kids[1].Kids[0].Op == ir.OpCall && n.Kids[1].Kids[0].Str == "omp2cl_compare_swap"
}

// value lists the accesses of an expression.
func (a *after) value(n *ir.Node) {
	if to := assignee(n); to != nil {
		a.address(to)
		a.all(n.Kids[1:])
		a.note(to, true)
		return
	}
	switch n.Op {
	case ir.OpVar, ir.OpIndex, ir.OpDeref, ir.OpMember:
		a.address(n)
		if n.Type.Kind != ir.Array {
			a.note(n, false)
		}
	case ir.OpAddr:
		a.address(n.Kids[0])
	case ir.OpCall:
		a.all(n.Kids)
		a.call(n)
	default:
		a.all(n.Kids)
	}
}

// address lists the accesses that it takes to find the lvalue n.
func (a *after) address(n *ir.Node) {
	switch {
	case n.Op == ir.OpVar:
	case n.Op == ir.OpMember, n.Op == ir.OpIndex && n.Kids[0].Type.Kind == ir.Array:
		a.address(n.Kids[0])
		a.all(n.Kids[1:])
	case n.Op == ir.OpIndex, n.Op == ir.OpDeref:
		a.all(n.Kids)
	default:
		a.value(n)
	}
}

// note lists an access. Volatile objects are the user's flags, but for those of atomic
// constructs; in an inner loop these may be waiting for another thread.
func (a *after) note(x *ir.Node, store bool) {
	if x.Type.Volatile {
		x = a.g.pointed(x.Kids)
		a.refused = a.refused || x == nil || a.loops > 0
	}
	a.add(x, store)
}

func (a *after) add(x *ir.Node, store bool) {
	a.accesses = append(a.accesses, memoryAccess{x, store, a.at})
	a.refused = a.refused || len(a.accesses) > maxAccesses
}

// pointed is the lvalue that the pointer of an atomic construct points to, nil for other
// pointers.
func (g *gatherer) pointed(p []*ir.Node) *ir.Node {
	if len(p) == 0 || p[0].Op != ir.OpVar || p[0].Var.Name != "omp2cl_p" {
		return nil
	}
	if to := g.inits[p[0].Var]; to != nil && to.Op == ir.OpAddr {
		return to.Kids[0]
	}
	return nil
}

// call lists the accesses of a function.
func (a *after) call(n *ir.Node) {
	switch {
	case n.Func != nil:
		a.function(n.Func)
	case strings.HasPrefix(n.Str, "omp2cl_atomic_"), n.Str == "omp2cl_compare_swap":
		x := a.g.pointed(n.Kids)
		a.refused = a.refused || a.loops > 0
		a.add(x, true)
	case harmless[n.Str], strings.HasPrefix(n.Str, "cl."):
	case strings.HasPrefix(n.Str, "omp_"):
		a.refused = a.refused || !strings.HasPrefix(n.Str, "omp_get_") && !strings.HasPrefix(n.Str, "omp_in_") && !strings.HasPrefix(n.Str, "omp_is_")
	default:
		a.library(n)
	}
}

// harmless are the functions of the device prelude that no thread waits in, and those
// that end the program.
var harmless = map[string]bool{"omp2cl_share_stride": true, "omp2cl_league_threads": true, "omp2cl_league_thread": true,
	"omp2cl_threads": true, "omp2cl_thread": true, "omp2cl_teams": true, "omp2cl_team": true, "omp2cl_run": true,
	"__assert_fail": true, "__assert": true, "abort": true, "__builtin_abort": true, "__builtin_trap": true,
	"exit": true, "_Exit": true, "_exit": true}

// library lists what a library function may access through pointers.
func (a *after) library(n *ir.Node) {
	_, params, ok := ir.LibrarySignature(n.Str)
	a.refused = a.refused || !ok
	pointers := len(params) < len(n.Kids)
	for _, p := range params {
		pointers = pointers || p.Kind == ir.Pointer
	}
	if pointers {
		a.add(nil, true)
	}
}

// function lists the accesses of a function's body.
func (a *after) function(f *ir.Func) {
	if f.Body == nil || a.active[f] {
		a.refused = true
		return
	}
	a.active[f] = true
	if !a.refused {
		a.stmt(f.Body)
	}
	delete(a.active, f)
}

// sees reports whether the iteration accesses behind u, or may access, what u updates.
func (a *after) sees(u *atomicUpdate) bool {
	for _, x := range a.accesses {
		if x.at >= u.since && a.g.mayAlias(x.x, u.x) {
			return true
		}
	}
	return false
}

// mayChange reports whether a store in the iteration may change the variable v.
func (a *after) mayChange(v *ir.Node) bool {
	for _, x := range a.accesses {
		if x.store && a.g.mayAlias(x.x, v) {
			return true
		}
	}
	return false
}
