package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// pointees is a points-to analysis of one kernel with the functions that it calls:
// which objects can the value of an expression lead to? It keeps no order of
// statements and no fields of records: an object's contents are one set of objects
// that values in it, pointers or not, may lead to. Functions are analyzed anew for
// every call (frame), so that a helper called with two pointers does not mix them.
// Sets only grow; the body is visited until none does.
//
// An object is a variable of the device, the storage of a list item, or elsewhere:
// memory that the analysis does not follow, which is all that pointers in memory,
// device pointers and integers turned into pointers may lead to. What lies in the
// storage of list items or elsewhere leads elsewhere, but for attached pointers
// (analyze_writes_paths.go). A store elsewhere may change
// anything, variables of the device included, whose contents are then not what they
// seem: but such a region counts as writing everything.
//
// It relies on C's rules for pointers: arithmetic does not leave the object of the
// pointer operand. It does not rely on the rules about effective types.
type pointees struct {
	objects []object
	written []bool // objects stored to
	frames  int
	shared  map[*ir.Func]*frame // used when there are too many frames
	loaded  *objectSet          // what the branches at hand load; nil outside of branches
	choices []objectSet         // what is loaded in branches of one statement
	visit   int                 // counts from 1
	grown   bool                // a set grew in this visit
	settled bool                // no set grows any more

	bases      map[int][]string // of the list items whose storage an object is
	slots      map[slot]int     // the storage that attached pointers lead to
	redirected bool             // some attached pointer may have been changed
}

// elsewhere is the object for all memory that is not followed.
const elsewhere = 0

// maxFrames bounds the calls that are analyzed on their own.
const maxFrames = 2000

// object is what the analysis knows of an object.
type object struct {
	contents objectSet
	outside  bool // elsewhere, or the storage of a list item
	pointers bool // its type has pointers
	unions   bool // its type has unions with pointers
	attached bool // some pointers in it are attached
	whole    int  // of an object for pointers to the start of one: that object
	mixed    bool // see analyze_writes_mixed.go
	local    bool // in the memory of a group, which has addresses of its own
	pointed  bool // a pointer to it is kept somewhere
}

// frame is a call of a function, or the kernel.
type frame struct {
	parent *frame
	f      *ir.Func
	vars   map[*ir.Var]int
	nodes  map[*ir.Node]int // objects made by literals and allocations
	calls  map[*ir.Node]*frame
	result objectSet
	visit  int // the last one that analyzed the body
}

func newPointees() *pointees {
	p := &pointees{shared: map[*ir.Func]*frame{}, bases: map[int][]string{}, slots: map[slot]int{}}
	p.newObject(object{outside: true, pointers: true})
	return p
}

func (p *pointees) newObject(o object) int {
	p.objects = append(p.objects, o)
	p.written = append(p.written, false)
	return len(p.objects) - 1
}

// solve visits body until no set grows, and once more to judge what is stored to.
func (p *pointees) solve(fr *frame, body *ir.Node) {
	for p.grown = true; p.grown; {
		p.grown = false
		p.visit++
		p.stmt(fr, body)
	}
	p.settled = true
	p.visit++
	p.stmt(fr, body)
}

// parameter declares the kernel's parameter for t, through whose variable there are
// paths to attached pointers.
func (p *pointees) parameter(fr *frame, t *ir.Transfer, paths []pointerPath) {
	o := elsewhere
	switch t.Kind {
	case ir.ParamFirstprivate: // a pointer in it came from the host
		o = p.newObject(objectOf(t.Var.Type.Elem))
		p.add(o, setOf(elsewhere))
	case ir.ParamPrivate:
		o = p.newObject(objectOf(t.Var.Type.Elem))
	case ir.ParamMap, ir.ParamZeroLength:
		o = p.newObject(object{outside: true, pointers: true})
	}
	p.bases[o] = append(p.bases[o], t.Base)
	if t.Kind == ir.ParamMap && len(paths) > 0 {
		o = p.start(o, paths)
	}
	p.add(p.variable(fr, t.Var), setOf(o))
}

// variable returns the object of v in fr. Static storage is elsewhere, except the
// locks of critical regions, which nobody else sees.
func (p *pointees) variable(fr *frame, v *ir.Var) int {
	if v.Storage == ir.StorageFile && !strings.HasPrefix(v.Name, lockPrefix) {
		return elsewhere
	}
	o, ok := fr.vars[v]
	if !ok {
		o = p.newObject(objectOf(v.Type))
		p.objects[o].local = v.Space == ir.Local
		fr.vars[v] = o
	}
	return o
}

// literal returns the object that the expression n makes in fr.
func (p *pointees) literal(fr *frame, n *ir.Node, t *ir.Type) int {
	o, ok := fr.nodes[n]
	if !ok {
		o = p.newObject(objectOf(t))
		fr.nodes[n] = o
	}
	return o
}

// objectOf returns an object of type t that holds nothing yet.
func objectOf(t *ir.Type) object {
	return object{pointers: hasPointers(t), unions: hasUnions(t)}
}

// hasUnions reports whether a pointer in an object of type t may share its bytes
// with something else.
func hasUnions(t *ir.Type) bool {
	t = t.Scalar()
	if t.Kind == ir.Struct {
		for _, f := range t.Record.Fields {
			if hasUnions(f.Type) {
				return true
			}
		}
	}
	return t.Kind == ir.Union && hasPointers(t)
}

// hasPointers reports whether an object of type t can hold pointers.
func hasPointers(t *ir.Type) bool {
	t = t.Scalar()
	switch t.Kind {
	case ir.Pointer, ir.Unsupported:
		return true
	case ir.Struct, ir.Union:
		for _, f := range t.Record.Fields {
			if hasPointers(f.Type) {
				return true
			}
		}
	}
	return false
}

// add puts objects into the contents of o.
func (p *pointees) add(o int, s objectSet) {
	if !p.objects[o].contents.add(s) {
		return
	}
	p.grown = true
	for _, to := range s.list() {
		p.objects[to].pointed = true
	}
}

// store notes that the lvalue lv, which lies in one of the objects at, gets a value
// that leads to s. A nil lv stands for bytes of any type. A pointer that leads
// nowhere is one whose origin is unknown.
func (p *pointees) store(at objectSet, lv *ir.Node, s objectSet) {
	p.access(at)
	if p.settled && at.empty() {
		p.written[elsewhere] = true
	}
	for _, o := range at.list() {
		p.written[o] = true
		if p.objects[o].outside {
			p.written[p.wholeOf(o)] = true
			p.guardAttached(o, lv, s)
			p.escape(s)
			continue
		}
		p.add(o, s)
		if p.mayHarm(o, lv) {
			p.add(o, setOf(elsewhere))
		}
	}
}

// mayHarm reports whether a store to the lvalue lv, which lies in the object o, may
// change a part of a pointer there.
func (p *pointees) mayHarm(o int, lv *ir.Node) bool {
	if !p.objects[o].pointers {
		return false
	}
	return lv == nil || !hasPointers(lv.Type) && !isOwnField(lv, !p.objects[o].unions)
}

// isOwnField reports whether the lvalue n, which holds no pointer, is a variable or
// a part of a record that is no union: storing to it changes no pointer. A record
// that a pointer leads to counts only when trusted is set.
func isOwnField(n *ir.Node, trusted bool) bool {
	switch {
	case n.Op == ir.OpVar:
		return true
	case n.Op == ir.OpMember && n.Kids[0].Type.Kind == ir.Struct:
		return isOwnField(n.Kids[0], trusted)
	case n.Op == ir.OpIndex && n.Kids[0].Type.Kind == ir.Array:
		return isOwnField(n.Kids[0], trusted)
	case n.Op == ir.OpIndex, n.Op == ir.OpDeref:
		return trusted && n.Type.Kind == ir.Struct && hasPointers(n.Type)
	}
	return false
}

// load returns what a value of type t that lies in one of the objects at leads to.
func (p *pointees) load(at objectSet, t *ir.Type) objectSet {
	var out objectSet
	for _, o := range at.list() {
		switch {
		case !p.objects[o].outside:
			out.add(p.objects[o].contents)
			if t.Kind == ir.Pointer && !p.objects[o].pointers {
				out.add(setOf(elsewhere)) // put together from bytes
			}
		case hasPointers(t):
			out.add(setOf(elsewhere))
		}
	}
	return out
}

// copyBytes notes a copy of memory.
func (p *pointees) copyBytes(to, from objectSet) {
	p.access(from)
	var s objectSet
	for _, o := range from.list() {
		if p.objects[o].outside {
			s.add(setOf(elsewhere))
		} else {
			s.add(p.objects[o].contents)
		}
	}
	p.store(to, nil, s)
}
