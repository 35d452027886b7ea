package rtlib

import (
	"slices"
	"time"

	"omp2cl/rtlib/driver"
)

// upload enqueues the transfer of host bytes to an entry, unless the policy
// elides it.
func (ln *lane) upload(t transfer) {
	if !ln.d.policy.upload(t.e, t.lo, t.hi) {
		return
	}
	took, err := ln.timed(func() error {
		return t.e.segments(t.lo, t.hi, func(lo, hi uintptr) error {
			return ln.write(t.e.buf, t.e.offset(lo), lo, uint64(hi-lo))
		})
	})
	ln.check(err, "variable '"+t.name+"'")
	ln.tellTransfer(t, "to", took)
}

// download enqueues the transfer of an entry's bytes to the host, unless the
// policy elides it.
func (ln *lane) download(t transfer) {
	if !ln.d.policy.download(t.e, t.lo, t.hi) {
		return
	}
	took, err := ln.timed(func() error {
		return t.e.segments(t.lo, t.hi, func(lo, hi uintptr) error {
			return ln.read(t.e.buf, t.e.offset(lo), lo, uint64(hi-lo))
		})
	})
	ln.check(err, "variable '"+t.name+"'")
	ln.tellTransfer(t, "from", took)
}

// write enqueues the transfer of host bytes to a buffer. The anchor of a shared
// device stands for all of the host's memory: there the host copies.
func (ln *lane) write(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	if b == ln.d.anchor {
		ln.copyInPlace(b.Host+uintptr(off), host, n)
		return nil
	}
	ln.pending = true
	return ln.queue.Write(b, off, host, n)
}

// read enqueues the transfer of a buffer's bytes to the host.
func (ln *lane) read(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	if b == ln.d.anchor {
		ln.copyInPlace(host, b.Host+uintptr(off), n)
		return nil
	}
	ln.pending = true
	return ln.queue.Read(b, off, host, n)
}

// copyInPlace copies behind everything the lane has enqueued.
func (ln *lane) copyInPlace(dst, src uintptr, n uint64) {
	if ln.pending {
		ln.finish()
	}
	ln.d.session.driver.CopyHost(dst, src, n)
}

// tellTransfer reports a transfer at OMP2CL_INFO=2.
func (ln *lane) tellTransfer(t transfer, direction string, took time.Duration) {
	if s, n := ln.d.session, uint64(t.hi-t.lo); s.config.Info >= 2 {
		s.info(2, "%s: '%s' %s device %d: %s in %v, %s", ln.region.position(), t.name, direction,
			ln.d.number, formatBytes(n), took, formatRate(n, took))
	}
}

// offset is the place of a host address of the entry in its buffer.
func (e *entry) offset(host uintptr) uint64 { return e.off + uint64(host-e.begin) }

// segments calls move for the parts of [lo, hi) that hold no attached pointer:
// host and device have values of their own there.
func (e *entry) segments(lo, hi uintptr, move func(lo, hi uintptr) error) error {
	e.slotMu.Lock()
	defer e.slotMu.Unlock()
	first, _ := slices.BinarySearchFunc(e.slots, lo-min(lo, pointerSize-1), byHost)
	for i := first; i < len(e.slots) && e.slots[i].host < hi; i++ {
		at := e.slots[i].host
		if lo < at {
			if err := move(lo, at); err != nil {
				return err
			}
		}
		lo = at + pointerSize
	}
	if lo < hi {
		return move(lo, hi)
	}
	return nil
}

// update does the transfers of a target update construct (OpenMP 4.5, 2.10.5).
// What is not present is not transferred.
func (v *environment) update(ln *lane, r *Region, values []Value) {
	v.mu.Lock()
	for i := range r.Items {
		it, val := &r.Items[i], &values[i]
		if !it.Kind.isMap() || val.Size == 0 {
			continue
		}
		lo, hi := val.Begin, val.Begin+uintptr(val.Size)
		e := v.whole(r, it.Name, lo, hi)
		if e == nil {
			ln.d.session.info(2, "%s: '%s' is not present on device %d: not updated", r.position(), it.Name, ln.d.number)
			continue
		}
		v.note(ln, e)
		t := transfer{e, lo, hi, it.Name}
		if it.Map&MapTo != 0 {
			ln.uploads = append(ln.uploads, t)
		}
		if it.Map&MapFrom != 0 {
			ln.downloads = append(ln.downloads, t)
		}
	}
	v.mu.Unlock()
	v.await(ln)
	for _, t := range ln.uploads {
		ln.upload(t)
	}
	for _, t := range ln.downloads {
		ln.download(t)
	}
}

// giveToHost makes the host's memory the latest copy of everything present,
// since a region is about to run there that should have run on the device.
func (v *environment) giveToHost(ln *lane) {
	v.mu.Lock()
	for e := range v.table.all {
		if e.state == present && !e.inPlace {
			ln.downloads = append(ln.downloads, transfer{e, e.begin, e.end, e.name})
			v.note(ln, e)
		}
	}
	v.mu.Unlock()
	if len(ln.downloads) == 0 {
		return
	}
	v.await(ln)
	for _, t := range ln.downloads {
		ln.download(t)
	}
	ln.downloads = ln.downloads[:0]
	ln.finish()
	v.hostLatest.Store(true)
}

// takeBack undoes giveToHost before the device is used again.
func (v *environment) takeBack(ln *lane) {
	if !v.hostLatest.Swap(false) {
		return
	}
	v.mu.Lock()
	var all []transfer
	for e := range v.table.all {
		if e.state == present && !e.inPlace {
			all = append(all, transfer{e, e.begin, e.end, e.name})
			v.note(ln, e)
		}
	}
	v.mu.Unlock()
	v.await(ln)
	for _, t := range all {
		ln.upload(t)
	}
	ln.finish()
	ln.awaited = ln.awaited[:0]
}
