package rtlib

// A region that is launched again with the same values, on data that is present as
// before, needs nothing but its kernel enqueued once more. Such launches are handed to
// C code (Process.Remember), which compares the program's values with the remembered
// ones and does without Go for as long as the epoch of the Turn is the same. The epoch grows
// with every construct but *plain* launches: those that found all of their data
// present, moved and attached nothing, and took what the lane had.

// Remembered is a launch that C code may do again.
type Remembered struct {
	Region *Region
	Device int
	Launch *Launch
	Values []Value
	Replay uintptr // struct ocl_replay, the receiver's from now on
	Epoch  uint64
	Holder uint64 // Turn's, of the lane that the replay uses
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
	return ln.leaves && ln.holds && ln.pending && !ln.changes && !ln.mayDownload &&
		len(ln.arrivals) == 0 && len(ln.awaited) == 0 && len(ln.uploads) == 0 && len(ln.leaving) == 0 && len(ln.undo) == 0
}

// remember hands a plain launch to C code, unless what C does not do belongs to it.
func (ln *lane) remember(r *Region, k *deviceKernel, l *Launch, groups, local uint64, values []Value) {
	s := ln.d.session
	if s.process.Remember == nil || !s.repeats() || !r.seen(ln.d.number, l, values) ||
		ln.d.shared && ln.d.env.takesMapped(r, values) {
		return
	}
	if replay := ln.queue.Record(ln.kernel(k), ln.args, groups, local); replay != 0 {
		s.process.Remember(Remembered{Region: r, Device: ln.d.number, Launch: l, Values: values, Replay: replay,
			Epoch: s.running.turn.epoch.Load(), Holder: ln.number})
	}
}

// repeats reports whether the geometry of a launch only depends on its numbers.
func (s *Session) repeats() bool { return !s.tune.on || s.config.Tune == TuneUse }

// outdate says that launches may not be what they were.
func (s *Session) outdate() { s.running.turn.epoch.Add(1) }
