package rtlib

import (
	"slices"
	"sync"
	"sync/atomic"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/trace"
)

// environment is the device data environment of one device: the present table
// and the rules of OpenMP 4.5, 2.15.5.1. A construct goes through enter, arrive
// and await at its beginning and through leave at its end. The lock is never
// held over a transfer.
type environment struct {
	d       *Device
	mu      sync.Mutex
	changed sync.Cond // an entry left a passing state
	waiting int       // threads in changed.Wait
	table   table[*entry]

	// hostLatest says that a region of which data is present ran on the host,
	// whose memory is therefore newer than the device's.
	hostLatest atomic.Bool
}

func (v *environment) init(d *Device) {
	v.d = d
	v.changed.L = &v.mu
}

// wait waits for a change; the lock is held before and after.
func (v *environment) wait() {
	v.waiting++
	v.changed.Wait()
	v.waiting--
}

// announce wakes the threads that wait for a change; the lock is held.
func (v *environment) announce() {
	if v.waiting > 0 {
		v.changed.Broadcast()
	}
}

// enter counts the references of a construct's map items, makes entries for
// what is not present, and finds the entries of its other items.
func (v *environment) enter(ln *lane, r *Region, values []Value) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var span *entry // of the last item that is no member
	for i := range r.Items {
		it := &r.Items[i]
		var e *entry
		switch {
		case !it.Kind.isMap():
		case it.Map&MapMember != 0:
			e = span
			v.enterMember(ln, span, it, &values[i])
		default:
			made := len(ln.first)
			e = v.enterItem(ln, it, &values[i])
			if span = e; len(ln.first) > made && i+1 < len(r.Items) && r.Items[i+1].Kind == ArgFirst {
				ln.first[made].may = true
			}
		}
		ln.items = append(ln.items, e)
	}
	for i := range r.Items {
		if r.Items[i].Kind == ArgZeroLength {
			ln.items[i] = v.presentAt(ln, values[i].Base)
		}
	}
}

// enterItem enters one item and returns its entry: nil for a zero-length
// section of something that is not present. Such a section counts as a reference where
// the program itself pairs references (OpenMP 4.5, 2.10.2, 2.10.3): a construct with an end
// takes as many as it gave. The lock is held.
func (v *environment) enterItem(ln *lane, it *Item, val *Value) *entry {
	if val.Size == 0 {
		e := v.presentAt(ln, val.Begin)
		if ln.unpaired && e != nil && !e.permanent && val.Begin < e.end {
			e.count++
		}
		return e
	}
	lo, hi := val.Begin, val.Begin+uintptr(val.Size)
	e := v.whole(ln.region, it, lo, hi)
	if e == nil {
		v.demand(ln.region, it, lo, hi)
		return v.create(ln, it, lo, hi)
	}
	if !e.permanent && !ln.leavesAlone(e, it) {
		e.count++
	}
	if it.Map&MapAlways != 0 && it.Map&MapFrom != 0 {
		ln.mayDownload = true
	}
	if it.Map&MapAlways != 0 && it.Map&MapTo != 0 {
		ln.uploads = append(ln.uploads, transfer{why: trace.Always, e: e, lo: lo, hi: hi, name: it.Name})
	}
	v.note(ln, e)
	return e
}

// leavesAlone reports whether an item takes and gives no reference of an entry: a pointer
// that a section starts from, in storage that the program has mapped itself. A construct with
// an end holds on to it until then.
func (ln *lane) leavesAlone(e *entry, it *Item) bool {
	return ln.unpaired && it.Map&MapPointers != 0 && !e.carrier
}

// enterMember enters a member of the structure in entry e: no reference of its
// own, and copied in only when this construct has made e, or always.
func (v *environment) enterMember(ln *lane, e *entry, it *Item, val *Value) {
	if e == nil || val.Size == 0 {
		return
	}
	t := transfer{e: e, lo: val.Begin, hi: val.Begin + uintptr(val.Size), name: it.Name}
	if it.Map&MapImplicit != 0 && (t.lo < e.begin || t.hi > e.end) {
		return // the program has mapped other parts, and the region has those
	}
	v.within(ln.region, t)
	created := e.state == arriving && e.maker == ln
	always := it.Map&MapAlways != 0
	if it.Map&MapFrom != 0 && (created || always) {
		ln.mayDownload = true
	}
	switch {
	case it.Map&MapTo == 0:
	case created:
		ln.first = append(ln.first, t)
	case always:
		ln.uploads = append(ln.uploads, t)
	}
}

// within ends the program if a transfer leaves its entry.
func (v *environment) within(r *Region, t transfer) {
	if t.lo < t.e.begin || t.hi > t.e.end {
		v.partlyPresent(r, t.name, t.lo, t.hi, t.e)
	}
}

// presentAt returns the entry for a pointer without a section, nil if there is
// none. It counts no reference.
func (v *environment) presentAt(ln *lane, address uintptr) *entry {
	for {
		e := v.table.corresponding(address)
		if e == nil || !e.going() {
			v.note(ln, e)
			return e
		}
		v.wait()
	}
}

// note remembers that another construct is still filling e.
func (v *environment) note(ln *lane, e *entry) {
	if e == nil || e.state != arriving && e.arrival == nil || e.maker == ln {
		return
	}
	if !slices.Contains(ln.awaited, e) {
		ln.awaited = append(ln.awaited, e)
	}
}

// whole returns the entry that contains [lo, hi), nil if nothing of it is
// present; it waits while an entry there is leaving. The lock is held. Storage
// that is partly present ends the program (OpenMP 4.5, 2.15.5.1, restrictions).
//
// An item that the program does not name (MapImplicit) may be partly present, in one piece:
// the region has that piece, as later versions of OpenMP have it for what such items mean
// (5.1, 2.21.7), and refers to nothing else of it.
func (v *environment) whole(r *Region, it *Item, lo, hi uintptr) *entry {
	for {
		e, clash := v.table.find(lo, hi)
		switch {
		case e != nil && e.going(), clash != nil && clash.going():
			v.wait()
		case clash != nil && it.Map&MapImplicit != 0 && clash == v.table.only(dtm.Range{Lo: lo, Hi: hi}):
			return clash
		case clash != nil:
			v.partlyPresent(r, it.Name, lo, hi, clash)
		default:
			return e
		}
	}
}

// counted is whole for the end of a construct, which must not wait: storage that
// is leaving is no longer present. members says that the range spans members of a structure
// that the construct names, or that nothing is copied: less may be present.
func (v *environment) counted(r *Region, name string, of dtm.Range, members bool) *entry {
	e, clash := v.table.find(of.Lo, of.Hi)
	switch {
	case e != nil && e.going(), clash != nil && clash.going():
		return nil
	case clash != nil && members && clash == v.table.only(of) && of.Contains(clash.span()):
		return clash
	case clash != nil:
		v.partlyPresent(r, name, of.Lo, of.Hi, clash)
	}
	return e
}

func (v *environment) partlyPresent(r *Region, name string, lo, hi uintptr, e *entry) {
	v.d.session.fatal(r, "the storage of a list item must be present as a whole or not at all; "+
		"map the larger section first, or the same section",
		"'%s' at %s is only partly present on %s: '%s' of %s, at %s, overlaps it",
		name, rangeText(lo, hi), v.d.label(), e.name, e.by.position(), rangeText(e.begin, e.end))
}

// demand ends the program for an item that is not present and has to be.
func (v *environment) demand(r *Region, it *Item, lo, hi uintptr) {
	if it.Map&MapPresent != 0 {
		v.d.session.fatal(r, "map it before, or leave the modifier out", "'%s' at %s is not present on %s, as 'present' demands",
			it.Name, rangeText(lo, hi), v.d.label())
	}
}

// create makes an entry for an item; the lock is held.
func (v *environment) create(ln *lane, it *Item, lo, hi uintptr) *entry {
	e := &entry{begin: lo, end: hi, count: 1, name: it.Name, by: ln.region, carrier: it.Map&MapPointers != 0}
	v.table.insert(e)
	if v.d.shared {
		e.inPlace = true
		e.buf = v.d.anchor
		ln.arrivals = append(ln.arrivals, e)
		return e
	}
	e.state, e.maker = arriving, ln
	ln.mayDownload = ln.mayDownload || it.Map&MapFrom != 0
	ln.arrivals = append(ln.arrivals, e)
	if it.Map&MapTo != 0 {
		ln.first = append(ln.first, transfer{e: e, lo: lo, hi: hi, name: it.Name})
	}
	return e
}

// arrive gives the construct's new entries their storage and enqueues their
// first contents; from then on other constructs can wait for them.
func (v *environment) arrive(ln *lane) {
	if len(ln.arrivals) == 0 {
		return
	}
	if v.d.shared {
		v.d.linkArrivals(ln)
		return
	}
	for _, e := range ln.arrivals {
		v.allocate(ln, e)
	}
	for _, t := range ln.first {
		ln.upload(t)
	}
	v.publish(ln)
	v.d.linkArrivals(ln)
}

// allocate gives an entry storage: of its own, or a replica's.
func (v *environment) allocate(ln *lane, e *entry) {
	if v.d.lazy {
		sp := &v.d.session.space
		sp.mu.Lock()
		defer sp.mu.Unlock()
		e.rep = v.d.replicas.acquire(ln, e, ln.region != nil && ln.region.Kernel != "")
		e.buf, e.off = e.rep.buf, e.rep.off+uint64(e.begin-e.rep.Lo)
		return
	}
	size := uint64(e.end - e.begin)
	b, err := v.d.alloc(size)
	if err != nil {
		ln.noMemory("variable '"+e.name+"'", size, err)
	}
	e.buf = b
}

// publish ends the arrival of the lane's entries. While the device has had one
// lane only, others wait for the end of its construct instead: that saves an
// event. They cannot wait in a circle, since their own entries are published.
func (v *environment) publish(ln *lane) {
	if v.d.laneCount.Load() == 1 {
		return
	}
	var mark driver.Event
	if len(ln.first) > 0 {
		var err error
		mark, err = ln.queue.Mark()
		ln.check(err, "data environment")
	}
	v.mu.Lock()
	for _, e := range ln.arrivals {
		e.state, e.arrival = present, mark
	}
	v.announce()
	v.mu.Unlock()
}

// await waits for entries that other constructs are filling.
func (v *environment) await(ln *lane) {
	for _, e := range ln.awaited {
		v.mu.Lock()
		for e.state == arriving {
			v.wait()
		}
		mark := e.arrival
		v.mu.Unlock()
		if mark != nil {
			ln.check(mark.Wait(), e.name)
		}
	}
}

// settle forgets the arrival events of the lane's entries, whose contents have
// arrived.
func (v *environment) settle(ln *lane) {
	if len(ln.arrivals) == 0 || v.d.shared {
		return
	}
	v.mu.Lock()
	for _, e := range ln.arrivals {
		if e.state == arriving {
			e.state = present
		}
		e.arrival, e.maker = nil, nil
	}
	v.announce()
	v.mu.Unlock()
}

// forget removes the permanent entries at the addresses.
func (v *environment) forget(addresses []uintptr) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, a := range addresses {
		if e := v.table.containing(a); e != nil && e.permanent && !e.foreign {
			v.table.remove(e)
		}
	}
}
