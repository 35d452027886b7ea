package lower

import ir "omp2cl/ompir"

// Arrays that a region reaches through structures: map(w->flow[0:n]) maps what the
// pointer w->flow leads to, and the runtime attaches the device's copy of the
// pointer to it. A region must not change an attached pointer (OpenMP 5.0 §2.12.5),
// so a load of w->flow leads to the storage of that list item. This holds for a
// pointer at a constant offset from where the kernel's parameter points to: more
// loads in a row would rely on attachments that other constructs made. Should the
// region hold a store that could reach an attached pointer, none is trusted.

// pointerPath is the pointer that a section in a map clause starts from, as the
// place in the storage of the item's variable.
type pointerPath struct {
	offset int64  // bytes, from the variable or from where it points to
	base   string // of the list item
}

// slot is the place of an attached pointer: an object's start and bytes from there.
type slot struct {
	object int
	offset int64
}

// pointerPaths lists the attached pointers of a kernel's map clauses by the name of
// their variable.
func pointerPaths(k *ir.Kernel) map[string][]pointerPath {
	paths := map[string][]pointerPath{}
	for _, c := range k.Construct.Node.Dir.All(ir.Map) {
		for _, it := range c.Items {
			if it.Root() == nil {
				continue
			}
			base, offset, known := constantPlace(attachedPointer(it))
			if p := placeOf(it); known && p.slot && base.Op == ir.OpVar {
				paths[base.Var.Name] = append(paths[base.Var.Name], pointerPath{offset, p.base})
			}
		}
	}
	for name := range ambiguousNames(k) {
		delete(paths, name)
	}
	return paths
}

// attachedPointer is the lvalue of the pointer that the section it starts from.
func attachedPointer(it *ir.Item) *ir.Node {
	n := it.X
	for _, s := range it.Sections[:lastPointer(it)] {
		n = element(n, s)
	}
	return n
}

// ambiguousNames are the names that belong to more than one parameter of the
// kernel, or to more than one variable of the host in the construct.
func ambiguousNames(k *ir.Kernel) map[string]bool {
	out := map[string]bool{}
	params := map[string]bool{}
	for _, t := range k.Transfers {
		if t.Var != nil {
			out[t.Var.Name] = out[t.Var.Name] || params[t.Var.Name]
			params[t.Var.Name] = true
		}
	}
	owner := map[string]*ir.Var{}
	for _, v := range ir.Vars(k.Construct.Node) {
		if v.Storage == ir.StorageHost || v.Storage == ir.StorageFile {
			out[v.Name] = out[v.Name] || owner[v.Name] != nil && owner[v.Name] != v
			owner[v.Name] = v
		}
	}
	for name, is := range out {
		if !is {
			delete(out, name)
		}
	}
	return out
}

// constantPlace resolves the lvalue n to a variable, or to where a pointer points
// to, and a constant number of bytes from there. known is false for all others.
func constantPlace(n *ir.Node) (base *ir.Node, offset int64, known bool) {
	switch n.Op {
	case ir.OpVar:
		return n, 0, true
	case ir.OpMember:
		f := n.Kids[0].Type.Record.FieldNamed(n.Str)
		if f == nil {
			return nil, 0, false
		}
		base, offset, known = constantPlace(n.Kids[0])
		return base, offset + f.Offset, known
	case ir.OpDeref:
		return constantElement(n.Kids[0], 0)
	case ir.OpIndex:
		x, i := n.Kids[0], n.Kids[1]
		if x.Type.IsInteger() {
			x, i = i, x
		}
		if size := n.Type.Size(); i.Op == ir.OpConst && size >= 0 {
			return constantElement(x, i.Int*size)
		}
	}
	return nil, 0, false
}

// constantElement is the place offset bytes behind the start of an array, or behind
// where a pointer points to.
func constantElement(x *ir.Node, offset int64) (*ir.Node, int64, bool) {
	if x.Type.Kind != ir.Array {
		return x, offset, true
	}
	base, start, known := constantPlace(x)
	return base, start + offset, known
}

// start returns the object for pointers to the very start of the object o, which
// has attached pointers: p.anyOffset forgets that they point to the start.
func (p *pointees) start(o int, paths []pointerPath) int {
	s := p.newObject(object{outside: true, pointers: true, attached: true, whole: o})
	p.objects[o].attached = true
	for _, path := range paths {
		at := slot{s, path.offset}
		if _, ok := p.slots[at]; !ok {
			p.slots[at] = p.newObject(object{outside: true, pointers: true})
		}
		section := p.slots[at]
		p.bases[section] = append(p.bases[section], path.base)
	}
	return s
}

// anyOffset returns what pointers that lead to s lead to when they have moved.
func (p *pointees) anyOffset(s objectSet) objectSet {
	if len(p.slots) == 0 {
		return s
	}
	var out objectSet
	for _, o := range s.list() {
		out.add(setOf(p.wholeOf(o)))
	}
	return out
}

// wholeOf returns the object that o is, or is the start of.
func (p *pointees) wholeOf(o int) int {
	if p.objects[o].whole != elsewhere {
		return p.objects[o].whole
	}
	return o
}

// address returns what a pointer to the lvalue n, which lies in one of the objects
// at, leads to.
func (p *pointees) address(at objectSet, n *ir.Node) objectSet {
	if _, offset, known := constantPlace(n); known && offset == 0 {
		return at
	}
	return p.anyOffset(at)
}

// loadLvalue returns what the value of the lvalue n, which lies in one of the
// objects at, leads to.
func (p *pointees) loadLvalue(at objectSet, n *ir.Node) objectSet {
	p.access(at)
	p.loads(at, n)
	_, offset, known := constantPlace(n)
	if !known || n.Type.Kind != ir.Pointer || len(p.slots) == 0 {
		return p.load(at, n.Type)
	}
	var out objectSet
	for _, o := range at.list() {
		section, ok := p.slots[slot{o, offset}]
		switch {
		case ok && p.redirected:
			out.add(setOf(section, elsewhere))
		case ok:
			out.add(setOf(section))
		default:
			out.add(p.load(setOf(o), n.Type))
		}
	}
	return out
}

// guardAttached looks at a store to the lvalue lv in o, storage of the host, of a
// value that leads to s. Bytes of any type, pointers and what may hold the bits of
// one may change an attached pointer, and so may a number in a structure that has
// attached pointers unless it is a member of its own.
func (p *pointees) guardAttached(o int, lv *ir.Node, s objectSet) {
	if len(p.slots) == 0 || p.redirected {
		return
	}
	if lv == nil || hasPointers(lv.Type) || !s.empty() || p.objects[o].attached && !isOwnField(lv, true) {
		p.redirected, p.grown = true, true
	}
}
