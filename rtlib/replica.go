package rtlib

import (
	"container/list"
	"slices"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
)

// replica is device storage for a range of host memory that outlives the data
// environments it is used in. Of every byte the runtime knows whether the device
// has the host's value, in one of three ways: tracked pages, by the state machine;
// small pieces that cannot be tracked, by comparing them with what the device was
// last given; the rest not at all, so that it is always transferred.
type replica struct {
	dtm.Range
	d    *Device
	buf  *driver.Buffer
	off  uint64 // of Lo in buf
	uses int    // entries
	ever int    // that there have been

	pages  dtm.Range // the tracked part, may be empty
	pieces []*piece  // the other parts
	why    string    // why there are any
	habit  dtm.Habit
	looked bool // the pages have been looked at once

	name  string
	born  birth
	by    origin
	place *list.Element // among the idle ones; nil while in use
}

func (r *replica) span() dtm.Range { return r.Range }

// birth is what replicas have in common whose memory comes and goes, as that of the arrays
// that a function allocates: the construct that makes them, and the name of the list item.
type birth struct {
	region *Region
	name   string
}

// piece is a part of a replica that is not tracked. Its shadow, host memory of the
// runtime's, has the device's bytes while valid; a large piece has none.
type piece struct {
	dtm.Range
	shadow uintptr
	valid  bool
	blind  bool // C code changes the device's bytes: the shadow says nothing
}

// known reports whether the shadow has the device's bytes.
func (p *piece) known() bool { return p.shadow != 0 && p.valid && !p.blind }

// spoil takes note that the device may have other bytes in r than the shadows.
func (r *replica) spoil(part dtm.Range) {
	for _, p := range r.pieces {
		if !p.Meet(part).Empty() {
			p.valid = false
		}
	}
}

// opaque reports whether there are bytes that nothing is known of.
func (r *replica) opaque() bool {
	return slices.ContainsFunc(r.pieces, func(p *piece) bool { return p.shadow == 0 })
}

// maxPiece is the size up to which untracked memory is compared, bytes: comparing
// it costs less than a transfer.
var maxPiece uintptr = 64 << 10

// maxIdle is the number of replicas of a device that are kept without use.
const maxIdle = 4096

// replicas are those of one device; they never overlap. The space's lock is held
// over all methods.
type replicas struct {
	d     *Device
	table table[*replica]
	idle  list.List // of *replica, those that ended first in front

	// Untracked ranges of data constructs that have ended: one that comes again
	// is worth tracking.
	again map[dtm.Range]struct{}

	births map[birth]*dtm.Births // of those whose memory has gone
}

// maxAgain bounds the memory of ended ranges, and of births.
const maxAgain = 1024

// acquire returns the replica that holds the entry, for one use more.
func (s *replicas) acquire(ln *lane, e *entry, region bool) *replica {
	want := e.span()
	r, clash := s.table.find(want.Lo, want.Hi)
	if r == nil {
		var within []*replica
		if clash != nil {
			within = s.makeRoom(want)
		}
		r = s.make(ln, e, region, within)
	}
	if r.place != nil {
		s.idle.Remove(r.place)
		r.place = nil
	}
	r.uses++
	r.ever++
	return r
}

// makeRoom removes what overlaps a range that no replica contains: idle replicas
// inside it are returned, to be taken over; others give the overlap up.
func (s *replicas) makeRoom(want dtm.Range) (within []*replica) {
	var all []*replica
	for r := range s.table.meeting(want) {
		all = append(all, r)
	}
	for _, r := range all {
		switch {
		case r.uses > 0:
			s.trim(r, want)
		case want.Contains(r.Range):
			s.table.remove(r)
			s.idle.Remove(r.place)
			r.place = nil
			within = append(within, r)
		default:
			s.reclaim(r)
		}
	}
	return within
}

// trim takes the part of a replica in use away that a new one is to hold. Entries
// are present as a whole or not at all, so it is at one of its ends.
func (s *replicas) trim(r *replica, want dtm.Range) {
	rest, pages := r.Range, r.pages
	if want.Lo <= r.Lo {
		rest.Lo = want.Hi
		pages.Lo = max(pages.Lo, pageUp(want.Hi))
	} else {
		rest.Hi = want.Lo
		pages.Hi = min(pages.Hi, pageDown(want.Lo))
	}
	if pages.Empty() {
		pages = dtm.Range{}
	}
	for _, lost := range r.pages.Without(pages) {
		s.giveUp(r, lost)
	}
	s.table.remove(r)
	r.off += uint64(rest.Lo - r.Lo)
	r.Range, r.pages = rest, pages
	s.forgetPieces(r)
	s.table.insert(r)
}

// untrack makes all of a replica in use opaque.
func (s *replicas) untrack(r *replica) {
	s.giveUp(r, r.Range)
	r.pages = dtm.Range{}
	s.forgetPieces(r)
}

// forgetPieces makes what is not tracked of a replica opaque.
func (s *replicas) forgetPieces(r *replica) {
	for _, p := range r.pieces {
		s.free(p)
	}
	r.pieces = nil
	for _, part := range r.Without(r.pages) {
		r.pieces = append(r.pieces, &piece{Range: part})
	}
}

// make makes a replica for an entry, with the contents of those within it.
func (s *replicas) make(ln *lane, e *entry, region bool, within []*replica) *replica {
	ln.changes = true
	r := &replica{Range: e.span(), d: s.d, name: e.name, born: birth{ln.region, e.name}}
	r.buf = s.allocate(ln, e)
	s.classify(r, region)
	for _, old := range within {
		s.takeOver(ln, r, old)
	}
	if tell := s.d.session.trace; tell != nil {
		s.d.tellMemory(ln, r, tell.Allocation)
	}
	s.table.insert(r)
	return r
}

// allocate gets the storage of an entry.
func (s *replicas) allocate(ln *lane, e *entry) *driver.Buffer {
	size := uint64(e.end - e.begin)
	b, err := s.obtain(size)
	if err != nil {
		ln.noMemory("variable '"+e.name+"'", size, err)
	}
	return b
}

// obtain gets device memory, if need be from idle replicas.
func (s *replicas) obtain(size uint64) (*driver.Buffer, error) {
	s.shrink(size)
	for {
		b, err := s.d.alloc(size)
		if err == nil || !driver.IsMemory(err) || !s.reclaimOldest() {
			return b, err
		}
	}
}

// obtain gets device memory that is for no entry. What is kept without need makes room for
// that too. The caller is in a construct, or has settled.
func (d *Device) obtain(size uint64) (*driver.Buffer, error) {
	sp := &d.session.space
	sp.mu.Lock()
	defer sp.mu.Unlock()
	return d.replicas.obtain(size)
}

// shrink makes room for size bytes within the device's memory before a driver
// that promises more than it has can disappoint.
func (s *replicas) shrink(size uint64) {
	for limit := s.d.memoryLimit(); limit > 0 && s.d.held.Load()+size > limit; {
		if !s.d.releaseSpare() && !s.reclaimOldest() {
			return
		}
	}
}

// reclaimOldest takes away the storage of the replica whose last data environment
// ended first; it reports whether there was one.
func (s *replicas) reclaimOldest() bool {
	front := s.idle.Front()
	if front == nil {
		return false
	}
	s.reclaim(front.Value.(*replica))
	return true
}

// makeRoom gives up all that is kept without need; it reports whether there was
// anything.
func (d *Device) makeRoom() bool {
	d.session.space.mu.Lock()
	defer d.session.space.mu.Unlock()
	any := d.releaseSpare()
	for d.replicas.reclaimOldest() {
		any = true
	}
	return d.releaseSpare() || any
}

// reclaim gives up an idle replica. What only it has comes home first.
func (s *replicas) reclaim(r *replica) {
	s.d.account.reclaimed.Add(uint64(r.Len()))
	s.giveUp(r, r.Range)
	if tell := s.d.session.trace; tell != nil {
		s.d.tellMemory(nil, r, tell.Reclaim)
	}
	s.discard(r)
}

// giveUp brings home what only the replica has in a part of it.
func (s *replicas) giveUp(r *replica, part dtm.Range) {
	part = part.Meet(r.pages)
	if part.Empty() {
		return
	}
	// A page that is cut in two goes as a whole.
	part = dtm.Range{Lo: pageDown(part.Lo), Hi: pageUp(part.Hi)}.Meet(r.pages)
	sp := &s.d.session.space
	sp.noticeHomeIn(part)
	fetch := sp.machine.Drop(part, s.d.number)
	s.d.account.writtenBack.Add(uint64(lengths(fetch)))
	sp.fetch(fetch)
}

// discard frees an idle replica's storage; nothing it has is needed.
func (s *replicas) discard(r *replica) {
	s.table.remove(r)
	if r.place != nil {
		s.idle.Remove(r.place)
		r.place = nil
	}
	for _, p := range r.pieces {
		s.free(p)
	}
	s.d.free(r.buf)
	r.by.free(s.d.session)
}

func (s *replicas) free(p *piece) {
	if p.shadow != 0 {
		s.d.session.driver.FreeHost(p.shadow)
	}
}

// takeOver copies an idle replica into a new one that contains it.
func (s *replicas) takeOver(ln *lane, r, old *replica) {
	at := uint64(old.Lo - r.Lo)
	ln.check(ln.queue.Copy(r.buf, r.off+at, old.buf, old.off, uint64(old.Len())), "variable '"+r.name+"'")
	ln.pending = true
	ln.finish()
	sp := &s.d.session.space
	for _, lost := range old.pages.Without(r.pages) {
		s.giveUp(old, lost)
	}
	r.by.set(s.d.session, old.by.region, old.name)
	sp.noticeHomeIn(old.pages)
	for _, away := range sp.machine.Only(old.pages.Meet(r.pages), s.d.number) {
		whole := r.wholePages(away)
		for _, part := range away.Without(whole) {
			sp.machine.Home(part)
			sp.fetch([]dtm.Range{part})
		}
		if _, err := sp.drop(r, whole); err != nil { // cannot be: the pages are absent already
			panic("BUG: absent pages cannot get another source: " + err.Error())
		}
	}
	for _, p := range old.pieces {
		s.free(p)
	}
	s.d.free(old.buf)
	old.by.free(s.d.session)
}

// classify decides how the parts of a replica are followed.
func (s *replicas) classify(r *replica, region bool) {
	r.pages, r.why = s.trackable(r, region)
	for _, part := range r.Without(r.pages) {
		p := &piece{Range: part}
		if part.Len() <= maxPiece {
			p.shadow = s.d.session.driver.AllocHost(uint64(part.Len()))
		}
		r.pieces = append(r.pieces, p)
	}
}

// trackable tracks the pages of a replica that hold nothing but the program's
// object it is for. Data constructs map for long: that pays only if the range
// comes again. Nor does it pay for memory that goes after each use. why says why it is not the whole range.
func (s *replicas) trackable(r *replica, region bool) (pages dtm.Range, why string) {
	sp := &s.d.session.space
	if !sp.on.Load() {
		return dtm.Range{}, whyMapped
	}
	kind, extent := sp.watch.Kind(r.Lo)
	if kind == InitialData && extent.Hi < r.Hi {
		// What .bss begins with begins on the last page of .data.
		kind, extent = sp.watch.Kind(extent.Hi)
	}
	if !kind.tracked() || r.Hi > extent.Hi {
		return dtm.Range{}, kind.why()
	}
	pages = r.Meet(extent)
	if pages.Lo != extent.Lo {
		pages.Lo = pageUp(pages.Lo)
	}
	if up := pageUp(pages.Hi); up == extent.Hi {
		pages.Hi = up
	} else {
		pages.Hi = pageDown(pages.Hi)
	}
	pages.Lo = pageDown(pages.Lo)
	if pages.Empty() {
		return dtm.Range{}, whyEdge
	}
	switch {
	case r.Len() <= maxPiece || sp.watches(r.Range):
	case !region && !s.cameAgain(r.Range):
		return dtm.Range{}, whyOnce
	case !s.lasts(r):
		return dtm.Range{}, whyFleeting
	}
	if !sp.cover(pages, extent, r.Hi, kind) {
		return dtm.Range{}, whyMapped
	}
	return pages, whyEdge
}

// lasts reports whether memory that was born as r has lasted so far, or may now.
func (s *replicas) lasts(r *replica) bool {
	b := s.births[r.born]
	return b == nil || b.Track()
}

// cameAgain reports whether a data construct has mapped the range before.
func (s *replicas) cameAgain(r dtm.Range) bool {
	if _, ok := s.again[r]; ok {
		return true
	}
	if s.again == nil || len(s.again) >= maxAgain {
		s.again = map[dtm.Range]struct{}{}
	}
	s.again[r] = struct{}{}
	return false
}

// release ends one use of a replica. What is followed stays, for the next.
func (s *replicas) release(r *replica) {
	r.uses--
	if r.uses > 0 {
		return
	}
	if r.opaque() {
		s.giveUp(r, r.Range)
		s.discard(r)
		return
	}
	r.place = s.idle.PushBack(r)
	if s.idle.Len() > maxIdle {
		s.reclaimOldest()
	}
}

// notGone is said of memory that is no longer tracked, but that the program still has.
const notGone = ^uintptr(0)

// memoryGone forgets the replicas of host memory that the program has given back, lost bytes
// of which it never looked at.
func (s *replicas) memoryGone(gone dtm.Range, lost uintptr) {
	var all []*replica
	for r := range s.table.meeting(gone) {
		all = append(all, r)
	}
	for _, r := range all {
		if r.uses == 0 {
			if lost != notGone {
				s.learn(r, lost)
			}
			s.giveUp(r, r.Range)
			s.discard(r)
			continue
		}
		if !r.pages.Meet(gone).Empty() { // still mapped: the device has its storage as before
			s.untrack(r)
		}
	}
}

// learn takes note, for what will be born as r was, that its memory has gone, lost bytes of
// which the program never looked at.
func (s *replicas) learn(r *replica, lost uintptr) {
	b := s.births[r.born]
	if b == nil {
		if s.births == nil || len(s.births) >= maxAgain {
			s.births = map[birth]*dtm.Births{}
		}
		b = new(dtm.Births)
		s.births[r.born] = b
	}
	b.Died(!r.habit.Judge(lost) && r.ever == 1)
}

// source is where an object's absent pages find their values in a replica.
func (r *replica) source(o *object) Source {
	return Source{Reader: r.d.reader, Buffer: r.buf.Handle, Off: r.off + uint64(o.Lo) - uint64(r.Lo), End: r.Hi,
		Origin: r.by.cell, Device: r.d.number}
}

// drop leaves the values of pages in a replica. It reports whether they were not all
// there, and only there, before.
func (s *space) drop(r *replica, part dtm.Range) (changed bool, err error) {
	for o := range s.objects.meeting(part) {
		from := r.source(o)
		if o.from == from && o.pages.AbsentCount() == o.count() {
			continue
		}
		changed = true
		if err := o.turnLastPage(part, from.End); err != nil {
			return true, err
		}
		went := o.Meet(part)
		home := went.Len() - lengths(s.absentIn(went))
		if err := o.pages.Drop(went, from); err != nil {
			return true, err
		}
		o.absent += int(home / pageSize) // others may have come home, which is not noticed yet
		switch {
		case o.away() && part.Contains(o.Range):
			o.from = from
		case o.from != from:
			o.from = Source{}
		}
	}
	return changed, nil
}

// turnLastPage prepares for a drop whose source has more or less of the last page
// than the present one: what that has must not be lost.
func (o *object) turnLastPage(part dtm.Range, end uintptr) error {
	if end = min(end, o.Hi); end == o.end || part.Hi <= o.Hi-pageSize {
		return nil
	}
	o.end = end
	return o.pages.Fetch(dtm.Range{Lo: o.Hi - pageSize, Hi: o.Hi})
}
