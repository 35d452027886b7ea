package rtlib

import (
	"slices"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
)

// A region that is launched again with the same values, where nothing has happened to its
// data, needs nothing but its kernel enqueued once more. Such launches are handed to
// C code (Process.Remember), which compares the program's values with the remembered
// ones and does without Go for as long as the epoch of the Turn is the same. The epoch grows
// with every construct but *plain* launches: those that moved and attached nothing, took what
// the lane had, and left the data environment and the state of pages as they found them.

// Remembered is a launch that C code may do again.
type Remembered struct {
	Region               *Region
	Device               int
	Launch               *Launch
	Values               []Value
	Still                []Still // must hold before each replay
	Spared               uint64  // bytes that a replay need not move
	Results, ResultBytes uint64  // that it brings to the host
	Replay               uintptr // struct ocl_replay, the receiver's from now on
	Epoch                uint64
	Holder               uint64 // Turn's, of the lane that the replay uses
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
	return ln.repeats && ln.holds && !ln.changes &&
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
	args, reads, ok := ln.results(r, values)
	if !ok || ln.pending != ln.leavesLike(r, reads) {
		return
	}
	then := driver.Await
	if ln.pending {
		then = driver.Leave
	}
	m := Remembered{Region: r, Device: ln.d.number, Launch: l, Values: values, Still: still, Spared: ln.spared,
		Results: uint64(len(reads)), Epoch: s.running.turn.epoch.Load(), Holder: ln.number}
	for _, x := range reads {
		m.ResultBytes += x.Size
	}
	if m.Replay = ln.queue.Record(ln.kernel(k), args, groups, local, then, reads); m.Replay != 0 {
		s.process.Remember(m)
	}
}

// leavesLike reports whether launches like the region's are left running, but for one now
// and then that is awaited to bound their number.
func (ln *lane) leavesLike(r *Region, reads []driver.Reading) bool {
	if ln.d.shared {
		return r.Flags&flagFollowed != 0
	}
	return len(reads) == 0
}

// results says what a launch that is repeated has to do about scalars that it alone maps: its
// arguments take their values along, and reads bring them back. ok says that there is
// no other data of which bytes are compared.
func (ln *lane) results(r *Region, values []Value) (args []driver.Arg, reads []driver.Reading, ok bool) {
	args = ln.args
	if ln.d.shared || len(ln.arrivals) == 0 {
		return args, nil, true
	}
	sp := &ln.d.session.space
	sp.mu.Lock()
	defer sp.mu.Unlock()
	for _, e := range ln.arrivals {
		if len(e.rep.pieces) == 0 {
			continue
		}
		i := slices.Index(ln.items, e)
		if !ln.isScalarResult(r, i, values) {
			return nil, nil, false
		}
		if reads == nil {
			args = slices.Clone(args)
		}
		e.rep.pieces[0].blind = true
		first := ln.argOf[i+1]
		args[first] = driver.Arg{Kind: driver.ArgHost, Size: uint32(values[i].Size), Word: uint64(e.begin)}
		args[first+1] = driver.Arg{Kind: driver.ArgWord, Word: 1}
		reads = append(reads, driver.Reading{Buffer: e.buf, Range: driver.Range{Off: e.off, Host: e.begin, Size: values[i].Size}})
	}
	return args, reads, true
}

// isScalarResult reports whether item i is all of an entry that goes both ways, with the
// launch and behind it, in memory of which no page is tracked. The space's lock is held.
func (ln *lane) isScalarResult(r *Region, i int, values []Value) bool {
	const both = MapTo | MapFrom
	if i < 0 || i+1 >= len(r.Items) || r.Items[i+1].Kind != ArgFirst || r.Items[i].Map&both != both {
		return false
	}
	e := ln.items[i]
	if slices.Contains(ln.items[i+1:], e) || values[i].Begin != e.begin || values[i].Size != uint64(e.span().Len()) ||
		e.rep.Range != e.span() || len(e.rep.pieces) != 1 || e.rep.pieces[0].Range != e.span() || e.attached() > 0 || !e.wrote {
		return false
	}
	for range ln.d.session.space.objects.meeting(dtm.Range{Lo: pageDown(e.begin), Hi: pageUp(e.end)}) {
		return false
	}
	return true
}

// always reports whether an item is transferred though it is present: that host and device
// agreed at one launch says nothing of the next.
func (r *Region) always() bool {
	return slices.ContainsFunc(r.Items, func(it Item) bool { return it.Map&MapAlways != 0 })
}

// still lists what the launch supposes of the pages of data that only it maps; ok says
// that all of them are in such a state.
func (ln *lane) still() (list []Still, ok bool) {
	if ln.d.shared || len(ln.arrivals) == 0 {
		return nil, true
	}
	sp := &ln.d.session.space
	sp.mu.Lock()
	defer sp.mu.Unlock()
	for _, e := range ln.arrivals {
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
