package rtlib

import (
	"fmt"
	"slices"
)

// arenaReserved is the number of bytes at the start of the arena that belong to
// the runtime: word 0 is the assertion flag.
const arenaReserved = 256

// layout gives every registered variable its place in the arena. It is the same
// on every device; places never move.
type layout struct {
	slots   map[uintptr]*place // by host address
	order   []*place           // in the order of their offsets
	used    uint64             // bytes
	version uint64             // grows with every place added
	fixed   bool               // some device or program has used the offsets
}

// place is the storage of one variable in the arena.
type place struct {
	name    string
	address uintptr
	size    uint64 // bytes on the host
	offset  uint64
	link    bool
	units   int // registrations
}

func newLayout() layout {
	return layout{slots: map[uintptr]*place{}, used: arenaReserved}
}

// bytes is what the place takes in the arena.
func (p *place) bytes() uint64 {
	if p.link {
		return 8
	}
	return p.size
}

// add registers a variable: the same address from several units is one place,
// as large as the largest of them.
func (l *layout) add(v *Var) error {
	p := l.slots[v.Address]
	if p == nil {
		p = &place{name: v.Name, address: v.Address, size: v.Size, link: v.Link}
		l.slots[v.Address] = p
		l.append(p, v.Align)
		p.units = 1
		return nil
	}
	p.units++
	if v.Size <= p.size {
		return nil
	}
	if p.link {
		p.size = v.Size
		return nil
	}
	if l.fixed {
		return fmt.Errorf("variable '%s' has %d bytes here and %d where it was used before", v.Name, v.Size, p.size)
	}
	l.takeOut(p) // its first bytes stay unused
	p.size = v.Size
	l.append(p, v.Align)
	return nil
}

// append gives p the next free bytes.
func (l *layout) append(p *place, align uint64) {
	align = max(align, 8)
	p.offset = (l.used + align - 1) &^ (align - 1)
	l.used = p.offset + p.bytes()
	l.order = append(l.order, p)
	l.version++
}

// remove takes a registration back; it reports whether that was the last one.
func (l *layout) remove(v *Var) bool {
	p := l.slots[v.Address]
	if p == nil {
		return false
	}
	if p.units--; p.units > 0 {
		return false
	}
	delete(l.slots, v.Address)
	l.takeOut(p)
	return true
}

// takeOut removes p from the order.
func (l *layout) takeOut(p *place) {
	l.order = slices.DeleteFunc(slices.Clone(l.order), func(q *place) bool { return q == p })
}
