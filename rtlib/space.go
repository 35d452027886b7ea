package rtlib

import (
	"os"
	"sync"
	"sync/atomic"
	"time"

	"omp2cl/dtm"
)

// space is what the runtime knows about the host's memory for data-transfer
// minimization, for all devices together: the state machine, and the tracked
// pages behind it. The lock is a leaf but for the driver's: replicas are made,
// merged and reclaimed under it.
type space struct {
	session *Session
	watch   Watch
	start   sync.Once
	rung    string      // how pages are tracked
	on      atomic.Bool // they are

	mu      sync.Mutex
	machine dtm.Machine
	objects table[*object]
	origins map[originOf]uintptr // texts of origins
	deaths  atomic.Uint64        // of the watch, as far as noticed
}

// object is a tracked range of pages.
type object struct {
	dtm.Range
	pages  Pages
	end    uintptr // of what the source of the last page has
	absent int     // pages, as far as noticed
	from   Source  // of all absent pages; zero: of different ones
}

// away reports whether the object is absent as a whole.
func (o *object) away() bool { return o.absent == o.count() }

func (o *object) span() dtm.Range { return o.Range }

// maxObjects is the number of ranges that are tracked at most. Each may cost the
// kernel two mappings more, of which a process has 65530 by default.
const maxObjects = 8192

// pageSize is the grain of tracking, bytes.
var pageSize = uintptr(os.Getpagesize())

// pageDown and pageUp round an address to the page.
func pageDown(at uintptr) uintptr { return at &^ (pageSize - 1) }

func pageUp(at uintptr) uintptr { return pageDown(at + pageSize - 1) }

func (o *object) count() int { return int(o.Len() / pageSize) }

// begin starts tracking, once; it reports whether there is any.
func (s *space) begin() bool {
	s.start.Do(func() {
		mode := s.session.config.DTM
		if s.watch == nil || mode >= DTMEager {
			return
		}
		begun := time.Now()
		rung, err := s.watch.Begin(mode)
		if err != nil {
			s.session.info(1, "OMP2CL_DTM=%v: the host's memory cannot be tracked, transfers are as the program states them: %v", mode, err)
			return
		}
		s.rung = rung
		s.on.Store(true)
		s.session.info(1, "the host's memory is tracked by %s, found out in %v", rung, time.Since(begun).Round(10*time.Microsecond))
	})
	return s.on.Load()
}

// cover tracks every page of r that is not tracked yet; it reports success. The
// lock is held. extent is the memory that r is a part of, end is where the list
// item ends. What was tracked of a block that has become smaller is not taken.
func (s *space) cover(r, extent dtm.Range, end uintptr, kind MemoryKind) bool {
	s.retire(r, extent)
	var tracked []dtm.Range
	for o := range s.objects.meeting(r) {
		tracked = append(tracked, o.Range)
	}
	gaps := r.Without(tracked...)
	if s.objects.size+len(gaps) > maxObjects {
		s.session.once(1, "memory at %s is not tracked: %d ranges are", rangeText(r.Lo, r.Hi), s.objects.size)
		return false
	}
	for _, gap := range gaps {
		pages, err := s.watch.Track(gap, min(gap.Hi, end), kind)
		if err != nil {
			s.session.once(1, "memory at %s cannot be tracked: %v", rangeText(gap.Lo, gap.Hi), err)
			return false
		}
		s.machine.Forget(gap)
		s.objects.insert(&object{Range: gap, pages: pages, end: min(gap.Hi, end)})
	}
	return true
}

// watches reports whether some page of r is tracked. A driver that wrote there by itself
// would wait for the service where pages are protected.
func (s *space) watches(r dtm.Range) bool {
	for range s.objects.meeting(r) {
		return true
	}
	return false
}

// retire gives up the objects on r that reach beyond the memory they are in.
func (s *space) retire(r, extent dtm.Range) {
	var stale []*object
	for o := range s.objects.meeting(r) {
		if !extent.Contains(o.Range) {
			stale = append(stale, o)
		}
	}
	for _, o := range stale {
		s.fetch([]dtm.Range{o.Range})
	}
	s.forget(stale)
}

// forget ends the tracking of objects of which nothing is away.
func (s *space) forget(list []*object) {
	lost := make([]uintptr, len(list))
	for i, o := range list {
		if lost[i] = notGone; o.pages.Dead() {
			lost[i] = uintptr(o.pages.Lost()) * pageSize
		}
		s.objects.remove(o)
		o.pages.Remove()
		s.machine.Forget(o.Range)
	}
	for i, o := range list {
		for _, d := range s.session.devices {
			d.replicas.memoryGone(o.Range, lost[i])
		}
	}
}

// buryNew is bury for the beginning of a construct: the lock is taken if there is
// something to do.
func (s *space) buryNew() {
	if s.watch.Deaths() != s.deaths.Load() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.bury()
	}
}

// bury forgets the objects whose memory the program has given back. The lock is
// held.
func (s *space) bury() {
	if !s.on.Load() {
		return
	}
	n := s.watch.Deaths()
	if s.deaths.Swap(n) == n {
		return
	}
	var dead []*object
	for o := range s.objects.all {
		if o.pages.Dead() {
			dead = append(dead, o)
		}
	}
	s.forget(dead)
}

// observe brings the machine up to date about r. With look, it looks which pages
// the host has written and watches them again; without, it supposes that all of
// them were. It returns the number of bytes written. The lock is held.
func (s *space) observe(r dtm.Range, look bool) (written uintptr) {
	for o := range s.objects.meeting(r) {
		s.noticeHome(o)
		part := o.Meet(r)
		switch {
		case o.away(): // the host cannot have written anything
		case look:
			written += s.noticeWritten(o, part)
		default:
			written += part.Len()
			s.supposeWritten(part)
		}
	}
	return written
}

// noticeHome takes note of the pages that have come home.
func (s *space) noticeHome(o *object) {
	n := o.pages.AbsentCount()
	if n == o.absent {
		return
	}
	o.absent = n
	absent := o.pages.Absent(o.Range)
	for _, away := range s.machine.Away(o.Range) {
		for _, came := range away.Without(absent...) {
			s.machine.Home(came)
		}
	}
}

// noticeHomeIn takes note of the pages of all objects in r that have come home.
func (s *space) noticeHomeIn(r dtm.Range) {
	for o := range s.objects.meeting(r) {
		s.noticeHome(o)
	}
}

// noticeWritten takes note of the pages that the host has written.
func (s *space) noticeWritten(o *object, r dtm.Range) (bytes uintptr) {
	list, err := o.pages.Written(r, true)
	if err != nil {
		s.session.once(1, "writes to %s cannot be followed: %v", rangeText(r.Lo, r.Hi), err)
		s.supposeWritten(r)
		return r.Len()
	}
	for _, w := range list {
		s.machine.HostWrote(w)
		bytes += w.Len()
	}
	return bytes
}

// supposeWritten takes note that the host may have written all that it has.
func (s *space) supposeWritten(r dtm.Range) {
	for _, home := range r.Without(s.machine.Away(r)...) {
		s.machine.HostWrote(home)
	}
}

// fetch brings pages home. The machine already knows. The lock is held.
func (s *space) fetch(list []dtm.Range) {
	for _, r := range list {
		for o := range s.objects.meeting(r) {
			if err := o.pages.Fetch(o.Meet(r)); err != nil {
				s.session.fatal(nil, "", "values at %s cannot be brought back from the device: %v", rangeText(r.Lo, r.Hi), err)
			}
		}
	}
}

// home makes a range of the host's memory safe for a driver to read, or to write.
func (s *space) home(r dtm.Range, writes bool) {
	if s.on.Load() && !r.Empty() {
		s.watch.Home(r, writes)
	}
}

// each calls do for the tracked pages in r.
func (s *space) each(r dtm.Range, do func(Pages, dtm.Range) error) error {
	for o := range s.objects.meeting(r) {
		if err := do(o.pages, o.Meet(r)); err != nil {
			return err
		}
	}
	return nil
}

// absentIn lists the pages of r that are absent now.
func (s *space) absentIn(r dtm.Range) (list []dtm.Range) {
	for o := range s.objects.meeting(r) {
		switch n := o.pages.AbsentCount(); {
		case n == o.count():
			list = append(list, o.Meet(r))
		case n > 0:
			list = append(list, o.pages.Absent(o.Meet(r))...)
		}
	}
	return list
}

func lengths(list []dtm.Range) (n uintptr) {
	for _, r := range list {
		n += r.Len()
	}
	return n
}
