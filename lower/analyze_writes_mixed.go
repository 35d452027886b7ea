package lower

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
