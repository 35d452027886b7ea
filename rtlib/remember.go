package rtlib

import (
	"slices"

	"omp2cl/dtm"
)

// A region that is launched again with the same values, where nothing has happened to its
// data, needs nothing but its kernel enqueued once more. Such launches are handed to
// C code (Process.Remember), which compares the program's values with the remembered
// ones and does without Go for as long as the epoch of the Turn is the same. The epoch grows
// with every construct but *plain* launches: those that moved and attached nothing, took what
// the lane had, and left the data environment and the state of pages as they found them.

// Remembered is a launch that C code may do again.
type Remembered struct {
	Region *Region
	Device int
	Launch *Launch
	Values []Value
	Still  []Still // must hold before each replay
	Spared uint64  // bytes that a replay need not move
	Replay uintptr // struct ocl_replay, the receiver's from now on
	Epoch  uint64
	Holder uint64 // Turn's, of the lane that the replay uses
}

// Still is what a replay supposes of tracked pages: that all of them are absent, or that
// none is, and none has been written since it was last protected.
type Still struct {
	dtm.Range
	Pages Pages
	Away  bool
}

// sightings is the number of launches of a region that are told from new ones.
const sightings = 4

// seen reports whether the region has lately been launched so, and takes note of it.
// Remembering costs more than a launch: values that never come again are not worth it.
func (r *Region) seen(device int, l *Launch, values []Value) bool {
	h := digest(device, l, values)
	for _, s := range r.sighted {
		if s == h {
			return true
		}
	}
	r.sighted[r.sightings%sightings] = h
	r.sightings++
	return false
}

// digest is a hash of a launch (FNV-1a over words).
func digest(device int, l *Launch, values []Value) uint64 {
	h := uint64(14695981039346656037)
	mix := func(w uint64) { h = (h ^ w) * 1099511628211; h ^= h >> 29 }
	mix(uint64(device))
	for _, w := range [...]uint64{uint64(l.NumTeams), uint64(l.ThreadLimit), uint64(l.NumThreads), l.Trip, l.ItemScratch} {
		mix(w)
	}
	for i := range values {
		mix(uint64(values[i].Base))
		mix(uint64(values[i].Begin))
		mix(values[i].Size)
	}
	return h
}

// plain reports whether the region's launch, which is over, would be the same if it
// came again at once.
func (ln *lane) plain() bool {
	return ln.leaves && ln.holds && ln.pending && !ln.changes &&
		len(ln.awaited) == 0 && len(ln.uploads) == 0 && len(ln.undo) == 0 &&
		(len(ln.arrivals) == 0 || ln.d.shared || ln.d.lazy)
}

// remember hands a plain launch to C code, unless what C does not do belongs to it.
func (ln *lane) remember(r *Region, k *deviceKernel, l *Launch, groups, local uint64, values []Value) {
	s := ln.d.session
	if s.process.Remember == nil || !s.repeats() || r.always() || !r.seen(ln.d.number, l, values) ||
		ln.d.shared && ln.d.env.takesMapped(ln, r, values) {
		return
	}
	still, ok := ln.still()
	if !ok {
		return
	}
	if replay := ln.queue.Record(ln.kernel(k), ln.args, groups, local); replay != 0 {
		s.process.Remember(Remembered{Region: r, Device: ln.d.number, Launch: l, Values: values, Still: still,
			Spared: ln.spared, Replay: replay, Epoch: s.running.turn.epoch.Load(), Holder: ln.number})
	}
}

// always reports whether an item is transferred though it is present: that host and device
// agreed at one launch says nothing of the next.
func (r *Region) always() bool {
	return slices.ContainsFunc(r.Items, func(it Item) bool { return it.Map&MapAlways != 0 })
}

// still lists what the launch supposes of the pages of data that only it maps; ok says
// that this is all that it supposes of that data.
func (ln *lane) still() (list []Still, ok bool) {
	if ln.d.shared || len(ln.arrivals) == 0 {
		return nil, true
	}
	sp := &ln.d.session.space
	sp.mu.Lock()
	defer sp.mu.Unlock()
	for _, e := range ln.arrivals {
		if len(e.rep.pieces) > 0 {
			return nil, false // they are compared at each launch
		}
		pages := dtm.Range{Lo: pageDown(e.begin), Hi: pageUp(e.end)}.Meet(e.rep.pages)
		for o := range sp.objects.meeting(pages) {
			part := o.Meet(pages)
			switch n := o.pages.AbsentCount(); {
			case n == o.count():
				list = append(list, Still{Range: part, Pages: o.pages, Away: true})
			case n == 0 && sp.machine.Held(part.Meet(e.span()), ln.d.number):
				list = append(list, Still{Range: part, Pages: o.pages})
			default:
				return nil, false
			}
		}
	}
	return list, true
}

// repeats reports whether the geometry of a launch only depends on its numbers.
func (s *Session) repeats() bool { return !s.tune.on || s.config.Tune == TuneUse }

// outdate says that launches may not be what they were.
func (s *Session) outdate() { s.running.turn.epoch.Add(1) }
