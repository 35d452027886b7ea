package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// spaceSolver collects the constraints of one body, a kernel's or a function's, on
// address spaces. Every variable, cast and call gets a type of its own whose
// pointer levels each belong to a class; all other expressions' types follow from
// those, so filling in the classes' spaces afterwards types the whole body.
type spaceSolver struct {
	m         *ir.Module
	levels    map[*ir.Type]*spaceClass // by pointer type
	classes   []*spaceClass            // in order of creation
	vars      map[*ir.Var]*ir.Type     // types of the variables in this body
	places    map[*ir.Var]*spaceClass  // where the variables lie
	order     []*ir.Var                // of vars
	literals  map[*ir.Node]*spaceClass // where string and compound literals lie
	result    *ir.Type                 // of the function
	launders  bool                     // integers become pointers somewhere in the program
	at        ir.Pos                   // place of the node in hand, for messages
	declaring *ir.Var                  // variable whose type is being made, or nil
	calls     []*spaceCall
	callee    func(*spaceSolver, *ir.Node) *spaceCall
}

// spaceCall is a call of a user's function with the parameter and result types of
// this call.
type spaceCall struct {
	params []*ir.Type
	result *ir.Type
}

func newSpaceSolver(m *ir.Module) *spaceSolver {
	return &spaceSolver{
		m:        m,
		levels:   map[*ir.Type]*spaceClass{},
		vars:     map[*ir.Var]*ir.Type{},
		places:   map[*ir.Var]*spaceClass{},
		literals: map[*ir.Node]*spaceClass{},
	}
}

func (s *spaceSolver) newClass() *spaceClass {
	c := &spaceClass{}
	s.classes = append(s.classes, c)
	return c
}

// fixed returns a new class that must have the given space.
func (s *spaceSolver) fixed(space ir.Space, text string) *spaceClass {
	c := s.newClass()
	c.require(space, &spaceReason{s.at, text})
	return c
}

// pointer returns a pointer to elem whose space is that of class.
func (s *spaceSolver) pointer(elem *ir.Type, class *spaceClass) *ir.Type {
	t := ir.PointerTo(elem)
	s.levels[t] = class
	if in := firstPointer(elem); in != nil {
		class.find().inner = append(class.find().inner, s.level(in))
	}
	return t
}

// firstPointer returns the pointer type that t is or is an array of, or nil.
func firstPointer(t *ir.Type) *ir.Type {
	if t = t.Scalar(); t.Kind == ir.Pointer {
		return t
	}
	return nil
}

// level returns the class of the pointer type t. Types that the solver did not
// make itself have their spaces already.
func (s *spaceSolver) level(t *ir.Type) *spaceClass {
	if c := s.levels[t]; c != nil {
		return c
	}
	if t.Space == ir.NoSpace {
		panic("BUG: a pointer type that address-space inference does not know: " + ir.PrintType(t))
	}
	c := s.fixed(t.Space, "a pointer to "+t.Space.String()+" memory")
	s.levels[t] = c
	return c
}

// fresh returns a copy of t with classes of its own; spaces that t has are kept.
func (s *spaceSolver) fresh(t *ir.Type) *ir.Type {
	switch t.Kind {
	case ir.Pointer:
		class := s.newClass()
		if t.Space != ir.NoSpace {
			class.require(t.Space, s.why(t.Space))
		}
		p := s.pointer(s.fresh(t.Elem), class)
		p.Volatile = t.Volatile
		return p
	case ir.Array:
		out := *t
		out.Elem = s.fresh(t.Elem)
		return &out
	}
	return t
}

// why is the reason for a space that a type came with.
func (s *spaceSolver) why(space ir.Space) *spaceReason {
	if s.declaring != nil {
		return &spaceReason{s.declaring.Pos, "'" + s.declaring.Name + "'"}
	}
	return &spaceReason{s.at, "a pointer to " + space.String() + " memory"}
}

// declare gives v a type and a place in this body.
func (s *spaceSolver) declare(v *ir.Var) *ir.Type {
	if t := s.vars[v]; t != nil {
		return t
	}
	s.declaring = v
	t := s.fresh(v.Type)
	s.declaring = nil
	s.vars[v] = t
	s.order = append(s.order, v)
	s.places[v] = s.placeOfVar(v)
	if in := firstPointer(t); in != nil {
		s.places[v].inner = append(s.places[v].inner, s.level(in))
	}
	return t
}

func (s *spaceSolver) placeOfVar(v *ir.Var) *spaceClass {
	why := &spaceReason{v.Pos, "'" + v.Name + "'"}
	c := s.newClass()
	switch {
	case v.Storage == ir.StorageFile:
		c.require(ir.Global, why)
	case v.Space == ir.Global || v.Space == ir.Constant:
		c.require(v.Space, why)
	default:
		c.objects = []*spaceObject{{v: v, pos: v.Pos}}
	}
	return c
}

// place returns the class of the memory that the lvalue n lies in; for a value it
// is a private temporary's.
func (s *spaceSolver) place(n *ir.Node) *spaceClass {
	switch n.Op {
	case ir.OpVar:
		return s.places[n.Var]
	case ir.OpDeref, ir.OpIndex:
		return s.level(s.decay(n.Kids[0]))
	case ir.OpMember:
		return s.place(n.Kids[0])
	case ir.OpStr, ir.OpCompound:
		return s.literal(n)
	}
	return s.fixed(ir.Private, "a temporary")
}

// literal returns the class of the object that a literal designates.
func (s *spaceSolver) literal(n *ir.Node) *spaceClass {
	c := s.literals[n]
	if c == nil {
		c = s.newClass()
		c.objects = []*spaceObject{{node: n, pos: n.Pos}}
		if in := firstPointer(n.Type); in != nil {
			c.inner = append(c.inner, s.level(in))
		}
		s.literals[n] = c
	}
	return c
}

// decay returns the type of the value of the expression n, which was visited: an
// array becomes a pointer to where it lies.
func (s *spaceSolver) decay(n *ir.Node) *ir.Type {
	if n.Type.Kind == ir.Array {
		return s.pointer(n.Type.Elem, s.place(n))
	}
	return n.Type
}

// link makes the pointers a and b the same in all levels; types that are no
// pointers need nothing.
func (s *spaceSolver) link(a, b *ir.Type) {
	if a.Kind == ir.Pointer && b.Kind == ir.Pointer {
		s.level(a).union(s.level(b), s.at)
		s.linkInner(a.Elem, b.Elem)
	}
}

// linkInner makes what two pointers point to agree. Where only one side knows
// that a pointer is stored there (the other is void, char or a record), that
// pointer must be global, which is what everyone else will take it for.
func (s *spaceSolver) linkInner(a, b *ir.Type) {
	pa, pb := firstPointer(a), firstPointer(b)
	switch {
	case pa != nil && pb != nil:
		s.link(pa, pb)
	case pa != nil:
		s.allGlobal(pa, "a pointer that is accessed through another type")
	case pb != nil:
		s.allGlobal(pb, "a pointer that is accessed through another type")
	}
}

// allGlobal makes all levels of t point to global memory.
func (s *spaceSolver) allGlobal(t *ir.Type, text string) {
	for t = firstPointer(t); t != nil; t = firstPointer(t.Elem) {
		s.level(t).require(ir.Global, &spaceReason{s.at, text})
	}
}

// body visits the body of a kernel or function.
func (s *spaceSolver) body(n *ir.Node) {
	s.stmt(n)
	s.makeRoom()
}

// stmt visits a statement or an expression that stands in one.
func (s *spaceSolver) stmt(n *ir.Node) {
	if !n.Op.IsStmt() {
		s.expr(n)
		return
	}
	switch n.Op {
	case ir.OpDecl:
		s.at = n.Pos
		t := s.declare(n.Var)
		for _, init := range n.Kids {
			s.initialize(t, init)
		}
	case ir.OpReturn:
		for _, k := range n.Kids {
			s.expr(k)
			s.at = n.Pos
			s.link(s.result, s.decay(k))
		}
	default:
		for _, k := range n.Kids {
			s.stmt(k)
		}
	}
}

// initialize visits the initial value of an object of type t.
func (s *spaceSolver) initialize(t *ir.Type, n *ir.Node) {
	if n.Op != ir.OpInit {
		s.expr(n)
		if t.Kind != ir.Array {
			s.link(t, s.decay(n))
		}
		return
	}
	n.Type = t
	for _, at := range n.Kids {
		et := t
		switch t.Kind {
		case ir.Array:
			et = t.Elem
		case ir.Struct, ir.Union:
			et = t.Record.FieldNamed(at.Str).Type
		}
		at.Type = et
		s.initialize(et, at.Kids[0])
	}
}

// expr visits an expression and sets the types of its nodes.
func (s *spaceSolver) expr(n *ir.Node) {
	switch n.Op {
	case ir.OpStmtExpr:
		s.statementExpr(n)
		return
	case ir.OpCompound:
		s.at = n.Pos
		n.Type = s.fresh(n.Type)
		s.initialize(n.Type, n.Kids[0])
		return
	}
	for _, k := range n.Kids {
		s.expr(k)
	}
	if n.Pos.IsValid() {
		s.at = n.Pos
	}
	s.operation(n)
}

func (s *spaceSolver) statementExpr(n *ir.Node) {
	s.stmt(n.Kids[0])
	stmts := n.Kids[0].Kids
	if len(stmts) == 0 || n.Type.Kind != ir.Pointer {
		return
	}
	if last := stmts[len(stmts)-1]; last.Op == ir.OpExpr {
		n.Type = s.decay(last.Kids[0])
	}
}

// operation types the expression n, whose operands are visited.
func (s *spaceSolver) operation(n *ir.Node) {
	switch n.Op {
	case ir.OpVar:
		n.Type = s.declare(n.Var)
	case ir.OpDeref, ir.OpIndex:
		n.Type = s.decay(n.Kids[0]).Elem
	case ir.OpAddr:
		n.Type = s.pointer(n.Kids[0].Type, s.place(n.Kids[0]))
	case ir.OpMember:
		base := n.Kids[0].Type
		n.Type = base.Record.FieldNamed(n.Str).Type
	case ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec, ir.OpAssignOp:
		n.Type = n.Kids[0].Type
	case ir.OpAssign:
		n.Type = n.Kids[0].Type
		s.link(n.Type, s.decay(n.Kids[1]))
	case ir.OpComma:
		n.Type = s.decay(n.Kids[1])
	case ir.OpAdd, ir.OpSub:
		s.sum(n)
	case ir.OpLt, ir.OpGt, ir.OpLe, ir.OpGe, ir.OpEq, ir.OpNe:
		s.link(s.decay(n.Kids[0]), s.decay(n.Kids[1]))
	case ir.OpCond:
		s.conditional(n)
	case ir.OpCast:
		s.cast(n)
	case ir.OpCall:
		s.call(n)
	}
}

func (s *spaceSolver) sum(n *ir.Node) {
	x, y := s.decay(n.Kids[0]), s.decay(n.Kids[1])
	switch {
	case x.Kind == ir.Pointer && y.Kind == ir.Pointer:
		s.link(x, y)
	case x.Kind == ir.Pointer:
		n.Type = x
	case y.Kind == ir.Pointer:
		n.Type = y
	}
}

func (s *spaceSolver) conditional(n *ir.Node) {
	if n.Type.Kind != ir.Pointer {
		return
	}
	n.Type = s.fresh(n.Type)
	s.link(n.Type, s.decay(n.Kids[1]))
	s.link(n.Type, s.decay(n.Kids[2]))
}

// cast visits a conversion. A pointer that becomes an integer must be global if
// integers become pointers anywhere, since nothing says which pointers those are.
func (s *spaceSolver) cast(n *ir.Node) {
	from := s.decay(n.Kids[0])
	n.Type = s.fresh(n.Type)
	s.link(n.Type, from)
	if from.Kind == ir.Pointer && n.Type.IsInteger() && s.launders {
		s.allGlobal(from, "a pointer converted to an integer")
	}
}

// returnsFirst are the functions, without "__builtin_", whose result is their first
// argument or points into the same object.
var returnsFirst = map[string]bool{"memcpy": true, "memmove": true, "memset": true, "memchr": true,
	"strcpy": true, "strncpy": true, "strcat": true, "strncat": true, "strchr": true, "strrchr": true,
	"strstr": true, "strpbrk": true, "stpcpy": true, "mempcpy": true,
	"__mempcpy_chk": true, "__stpcpy_chk": true,
	"__memcpy_chk": true, "__memmove_chk": true, "__memset_chk": true,
	"__strcpy_chk": true, "__strncpy_chk": true, "__strcat_chk": true, "__strncat_chk": true}

func (s *spaceSolver) call(n *ir.Node) {
	if n.Func != nil {
		s.userCall(n)
		return
	}
	for _, arg := range n.Kids {
		if t := s.decay(arg); t.Kind == ir.Pointer {
			if in := firstPointer(t.Elem); in != nil {
				s.allGlobal(in, "a pointer that is accessed through another type")
			}
		}
	}
	if n.Type.Kind != ir.Pointer {
		return
	}
	n.Type = s.fresh(n.Type)
	if n.Str == itemAlloc || n.Str == stackTake || n.Str == stackAt || n.Str == stackPush {
		s.level(n.Type).require(ir.Global, &spaceReason{s.at, "scratch memory"})
	}
	if returnsFirst[strings.TrimPrefix(n.Str, "__builtin_")] && len(n.Kids) > 0 {
		s.link(n.Type, s.decay(n.Kids[0]))
	}
}

func (s *spaceSolver) userCall(n *ir.Node) {
	c := s.callee(s, n)
	s.calls = append(s.calls, c)
	for i, p := range c.params {
		s.link(p, s.decay(n.Kids[i]))
	}
	n.Type = c.result
}

// makesPointers reports whether n converts an integer that is not a constant to a
// pointer.
func makesPointers(n *ir.Node) bool {
	return contains(n, func(x *ir.Node) bool {
		return x.Op == ir.OpCast && x.Type.Kind == ir.Pointer && x.Kids[0].Type.IsInteger() && x.Kids[0].Op != ir.OpConst
	})
}
