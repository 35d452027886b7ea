package rtlib

import (
	"slices"
	"sync/atomic"

	"omp2cl/dtm"
)

// running is the lane whose commands may go on after the construct that enqueued
// them has ended, and with which launches are replayed: it stays the one when they have come
// to their end. Constructs are synchronous for their thread, so everything that
// comes later must come behind these commands: what takes the same lane does, since
// its queue is in order, and so do the page service's reads (driver.Leave); all else
// awaits them first.
//
// There is one such lane in a process, and only while no other thread uses the
// runtime. Otherwise a thread's construct would have to wait for what others have
// left running, though it may have nothing to do with it.
type running struct {
	turn   turns                // to use it
	holder atomic.Pointer[lane] // the lane, idle or not; nil: none
	alone  func() bool          // no thread but the caller uses the runtime
}

// maxFlying is the number of constructs after which one is awaited.
const maxFlying = 128

func (q *running) init(p Process) {
	q.turn.init(p.Turn)
	if q.alone = p.Alone; q.alone == nil {
		q.alone = func() bool { return false }
	}
}

// hold lets a lane leave commands running at the end of its construct; it reports
// whether it may. A thread that begins to use the runtime in between finds the lane
// taken: it has counted itself before it looks.
func (q *running) hold(ln *lane) bool {
	if !q.alone() {
		return false
	}
	if ln.holds {
		return true
	}
	if !q.turn.take(turnNone) {
		return false
	}
	if !q.alone() {
		q.turn.end(turnNone)
		return false
	}
	ln.holds = true
	q.holder.Store(ln)
	q.turn.Turn.holder = ln.number
	return true
}

// take returns the lane if it is one of the device. Of another device, it is awaited.
func (q *running) take(d *Device) *lane {
	ln := q.claim()
	if ln != nil && ln.d != d {
		ln.retire()
		return nil
	}
	return ln
}

// claim takes the idle lane, nil if there is none. It waits while another thread has
// it.
func (q *running) claim() *lane {
	for {
		switch q.turn.state.Load() {
		case turnNone:
			return nil
		case turnTaken:
			q.turn.wait()
		case turnIdle:
			if ln := q.claimIdle(); ln != nil {
				return ln
			}
		}
	}
}

// claimIdle takes the lane if nobody uses it. C code may have left commands running in it.
func (q *running) claimIdle() *lane {
	if !q.turn.take(turnIdle) {
		return nil
	}
	ln := q.holder.Load()
	ln.pending = ln.pending || q.turn.left.Load() != 0
	return ln
}

// settleIdle is Settle where the caller must not wait for another thread, or for
// itself.
func (q *running) settleIdle() {
	if ln := q.claimIdle(); ln != nil {
		ln.retire()
	}
}

// leave ends a use of the lane, whose commands may go on; left says that there are any.
func (q *running) leave(left bool) {
	if was := q.turn.left.Load() != 0; was != left {
		q.turn.left.Store(toWord(left))
	}
	q.turn.end(turnIdle)
}

func toWord(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// end says that nothing is left running.
func (q *running) end() {
	q.holder.Store(nil)
	q.turn.left.Store(0)
	q.turn.end(turnNone)
}

// quiet waits for what constructs before the caller's have left running. The caller
// is in a construct, or has settled.
func (q *running) quiet() {
	if ln := q.holder.Load(); ln != nil && ln.pending {
		ln.finish()
	}
}

// abandon lets commands come to an end before the process exits with an error: a
// driver that ends under them crashes.
func (q *running) abandon() {
	if ln := q.holder.Load(); ln != nil && q.alone() && (ln.pending || q.turn.left.Load() != 0) {
		ln.pending = false
		_ = ln.queue.Finish()
	}
}

// Settle waits for everything that constructs have left running.
func (s *Session) Settle() {
	if ln := s.running.claim(); ln != nil {
		ln.drain()
		ln.rest()
	}
}

// disband is Settle, and no lane is left with kernel objects that nobody sees.
func (s *Session) disband() {
	if ln := s.running.claim(); ln != nil {
		ln.retire()
	}
}

// retire makes the lane, which the caller has claimed, one like others.
func (ln *lane) retire() {
	ln.drain()
	ln.disown()
}

// drain waits for what the lane's constructs have left running.
func (ln *lane) drain() {
	if ln.pending {
		ln.finish()
	}
	ln.reset()
}

// rest ends a use of the running lane in which nothing is left running. While other threads
// use the runtime they need not wait for it.
func (ln *lane) rest() {
	if q := &ln.d.session.running; q.alone() {
		q.leave(false)
	} else {
		ln.disown()
	}
}

// disown makes the running lane, in which nothing is left running, one like others.
func (ln *lane) disown() {
	ln.holds = false
	ln.idle()
	ln.d.session.running.end()
}

// repeatable reports whether a region's kernel k needs nothing around it that is Go's
// business, and has the lane that launches are repeated in.
func (ln *lane) repeatable(r *Region, k *deviceKernel) bool {
	s := ln.d.session
	return !ln.must && r.Flags&flagMayAssert == 0 && !k.prints && len(ln.undo) == 0 && s.overlaps() &&
		(!ln.mayDownload || ln.d.lazy || ln.d.shared) && s.running.hold(ln)
}

// leavesRegion decides whether the lane need not await the kernel of a region that is
// repeatable. Memory that the host shares may be looked at right behind the region, unless
// the compiler knows better; other memory is looked at through transfers.
func (ln *lane) leavesRegion(r *Region) bool {
	switch {
	case ln.flying >= maxFlying:
		return false
	case ln.d.shared:
		return r.Flags&flagFollowed != 0 && len(ln.gone)+len(ln.arrivals) <= maxGone
	}
	return true
}

// leavesData is leavesRegion for a data construct: what regions before it have left
// running goes on.
func (ln *lane) leavesData() bool {
	return ln.holds && !ln.d.shared && ln.flying < maxFlying && ln.d.session.running.hold(ln)
}

// overlaps reports whether anything is left running at all: who wants to know how
// long each command takes has it awaited.
func (s *Session) overlaps() bool { return s.config.Info < 2 && s.trace == nil }

// await waits for what the lane has enqueued, unless it may go on behind the
// construct's end.
func (ln *lane) await() {
	if ln.pending && (ln.must || !ln.leaves) {
		ln.finish()
	}
}

// awaitValues waits for regions before this one that may write, in storage that the
// host shares, what this one takes by value.
func (v *environment) awaitValues(ln *lane, r *Region, values []Value) {
	if v.d.shared && ln.pending && v.takesMapped(ln, r, values) {
		ln.finish()
	}
}

// takesMapped reports whether some value of a region lies in storage that a region
// which was left running may write: what is present, and what was its own.
func (v *environment) takesMapped(ln *lane, r *Region, values []Value) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := range r.Items {
		if k, val := r.Items[i].Kind, &values[i]; k == ArgValue || k == ArgFirstPrivate {
			part := dtm.Range{Lo: val.Begin, Hi: val.Begin + uintptr(val.Size)}
			for range v.table.meeting(part) {
				return true
			}
			for _, gone := range ln.gone {
				if !gone.Meet(part).Empty() {
					return true
				}
			}
		}
	}
	return false
}

// maxGone is the number of ranges that a lane remembers of regions which it has left
// running.
const maxGone = 64

// noteGone remembers the host's storage that only the region mapped, while its kernel may
// still run.
func (ln *lane) noteGone() {
	if !ln.d.shared || !ln.pending {
		return
	}
	for _, e := range ln.arrivals {
		if !slices.ContainsFunc(ln.gone, func(r dtm.Range) bool { return r.Contains(e.span()) }) {
			ln.gone = append(ln.gone, e.span())
			ln.changes = true
		}
	}
}

// forgetGone is for when nothing is running any more. Launches that suppose otherwise are
// not replayed.
func (ln *lane) forgetGone() {
	if len(ln.gone) > 0 {
		ln.gone = ln.gone[:0]
		ln.d.session.outdate()
	}
}
