package rtlib

import (
	"slices"
	"sync"
	"sync/atomic"

	"omp2cl/rtlib/driver"
)

// arenaSlack is the room for variables of objects that are loaded later.
const arenaSlack = 64 << 10

// arena is the one buffer of a device that holds every variable with static
// storage that device code names. Constructs hold the lock for reading; the
// buffer changes under the lock for writing.
type arena struct {
	mu      sync.RWMutex
	buf     *driver.Buffer
	version atomic.Uint64 // of the layout whose places are all in buf
	filled  map[*place]*entry
}

// useArena makes the arena complete and keeps it in place until leaveArena.
func (d *Device) useArena(ln *lane) {
	a := &d.arena
	for {
		a.mu.RLock()
		if a.buf != nil && a.version.Load() == d.session.program.version.Load() {
			return
		}
		a.mu.RUnlock()
		d.fillArena(ln)
	}
}

// leaveArena ends useArena.
func (d *Device) leaveArena() { d.arena.mu.RUnlock() }

// fillArena gives places to the variables registered since the last time. Their
// first contents are the host's.
func (d *Device) fillArena(ln *lane) {
	a, reg := &d.arena, &d.session.program
	a.mu.Lock()
	defer a.mu.Unlock()
	reg.mu.Lock()
	version, used := reg.version.Load(), reg.layout.used
	reg.layout.fixed = true
	order := reg.layout.order
	reg.mu.Unlock()
	if a.buf != nil && a.version.Load() == version {
		return
	}
	d.reserveArena(ln, used)
	for _, p := range order {
		if _, done := a.filled[p]; !done {
			a.filled[p] = d.fillPlace(ln, p)
		}
	}
	ln.finish()
	a.version.Store(version)
}

// reserveArena makes the buffer large enough; what it holds moves along.
func (d *Device) reserveArena(ln *lane, used uint64) {
	a := &d.arena
	if a.buf != nil && a.buf.Size >= used {
		return
	}
	size := used + used/2 + arenaSlack
	b, err := d.obtain(size)
	if err != nil {
		ln.noMemory("declare target variables", size, err)
	}
	old := a.buf
	a.buf = b
	if old == nil {
		a.filled = map[*place]*entry{}
		ln.check(ln.queue.Write(b, 0, d.session.zeros(), scratchHeader), "declare target variables")
		return
	}
	ln.check(ln.queue.Copy(b, 0, old, 0, old.Size), "declare target variables")
	ln.finish()
	d.moveArena(ln, old, b)
	d.free(old)
}

// moveArena lets entries and attached pointers follow the arena to a new buffer.
func (d *Device) moveArena(ln *lane, old, b *driver.Buffer) {
	v := &d.env
	v.mu.Lock()
	for e := range v.table.all {
		if e.buf == old {
			e.buf = b
		}
	}
	entries := slices.Collect(v.table.all)
	v.mu.Unlock()
	for _, e := range entries {
		e.slotMu.Lock()
		for i := range e.slots {
			if s := &e.slots[i]; s.target.buf == b {
				s.device = d.addressIn(s.target, s.value)
				ln.writeWord(e.buf, e.offset(s.host), s.device, e.name)
			}
		}
		e.slotMu.Unlock()
	}
}

// fillPlace copies a variable to its place and makes it present for ever. A link
// variable's place is null until the variable is mapped.
func (d *Device) fillPlace(ln *lane, p *place) *entry {
	if p.link {
		ln.writeWord(d.arena.buf, p.offset, 0, p.name)
		return nil
	}
	if p.size == 0 {
		return nil
	}
	ln.pending = true
	ln.check(ln.queue.Write(d.arena.buf, p.offset, p.address, p.size), "variable '"+p.name+"'")
	e := &entry{begin: p.address, end: p.address + uintptr(p.size), buf: d.arena.buf, off: p.offset,
		permanent: true, name: p.name}
	d.env.mu.Lock()
	defer d.env.mu.Unlock()
	if in, clash := d.env.table.find(e.begin, e.end); in == nil && clash == nil {
		d.env.table.insert(e)
	}
	return e
}

// linkArrivals points the declare target link variables that the lane's new
// entries hold at their storage (OpenMP 4.5, 2.10.6).
func (d *Device) linkArrivals(ln *lane) {
	for _, p := range d.session.program.links() {
		for _, e := range ln.arrivals {
			if e.overlaps(p) {
				ln.writeWord(d.arena.buf, p.offset, d.addressIn(e, p.address), p.name)
			}
		}
	}
}

// unlinkLeaving clears the link variables that the lane's leaving entries held.
func (d *Device) unlinkLeaving(ln *lane) {
	if len(ln.leaving) == 0 {
		return
	}
	for _, p := range d.session.program.links() {
		for _, e := range ln.leaving {
			if e.overlaps(p) {
				ln.writeWord(d.arena.buf, p.offset, 0, p.name)
			}
		}
	}
}

// overlaps reports whether the entry holds a part of the variable.
func (e *entry) overlaps(p *place) bool {
	return e.begin < p.address+uintptr(max(p.size, 1)) && p.address < e.end
}
