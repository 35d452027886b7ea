package lower

import (
	"slices"

	ir "omp2cl/ompir"
)

// Mixed list items. A device compiler that is told that a kernel only reads what a
// parameter points to may take every load whose address comes from that parameter for
// one of memory that nothing changes, also where the address came from something else
// this time. So that may be said of an item only if whatever goes through a pointer
// that may lead to the item can lead to nothing else. An item is mixed when there is
// such an access, or might be: when a pointer to it goes to memory that the analysis
// does not follow, the compiler may still know what a load from there gives.

// access notes an access to memory that lies in one of the objects at.
func (p *pointees) access(at objectSet) {
	if whole := p.anyOffset(at).list(); len(whole) > 1 {
		p.mix(whole)
	}
}

// escape notes that a value that leads to s goes to memory that is not followed.
func (p *pointees) escape(s objectSet) { p.mix(p.anyOffset(s).list()) }

func (p *pointees) mix(objects []int) {
	for _, o := range objects {
		p.objects[o].mixed = true
	}
}

// Choices. What stands in the branches of an if, a ?: or a switch may become one load
// from an address that is chosen, as if the program had chosen between two pointers.

// branches visits the parts of n of which some are executed: it keeps what they load.
func (p *pointees) branches(visit func()) {
	outer := p.loaded
	p.loaded = &objectSet{}
	visit()
	inner := *p.loaded
	p.loaded = outer
	if outer != nil {
		outer.add(inner)
	}
	if p.settled && len(inner.list()) > 1 {
		p.choices = append(p.choices, inner.with())
	}
}

// loads notes that the lvalue n, which lies in one of the objects at, is loaded. What a
// variable's name alone gives is in no other object's place.
func (p *pointees) loads(at objectSet, n *ir.Node) {
	if p.loaded != nil && !isVariable(n) {
		p.loaded.add(p.anyOffset(at))
	}
}

func isVariable(n *ir.Node) bool {
	return n.Op == ir.OpVar || n.Op == ir.OpMember && isVariable(n.Kids[0])
}

// mixChoices mixes the items that are loaded as an alternative to something that the
// kernel may change.
func (p *pointees) mixChoices() {
	for _, s := range p.choices {
		if list := s.list(); slices.ContainsFunc(list, p.changes) {
			p.mix(list)
		}
	}
}

// changes reports whether the kernel may change the object o, which lies where list items
// do. One of the kernel's own lies there if need be, for the sake of pointers to it; while
// there are none it has an address space of its own.
func (p *pointees) changes(o int) bool {
	if x := &p.objects[o]; o != elsewhere && !x.outside {
		return x.pointed && !x.local
	}
	return o == elsewhere || p.written[o]
}

// isChoice reports whether the statement n has several branches that may load. An if
// without else has one.
func isChoice(n *ir.Node) bool {
	return n.Op == ir.OpSwitch || n.Op == ir.OpIf && len(n.Kids) == 3
}

// leavesEarly reports whether the statement n is an if of which a branch goes on elsewhere
// than behind it: what stands behind is then the other branch.
func leavesEarly(n *ir.Node) bool {
	return n.Op == ir.OpIf && (jumpsOut(n) || contains(n, func(x *ir.Node) bool { return x.Op == ir.OpReturn }))
}
