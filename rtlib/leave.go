package rtlib

import (
	"slices"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
)

// leaveRegion ends the references of a target region whose kernel may still run.
// A reference protects storage from being taken away under a kernel, so it ends
// when the kernel has, or when all who might take it come behind the kernel; but storage that only this region uses and has to copy
// back is given up before, so that kernel and transfer are awaited at once.
func (v *environment) leaveRegion(ln *lane, r *Region, values []Value) {
	v.leaveEarly(ln, r, values)
	v.bringBack(ln)
	v.leave(ln, r, values, true)
}

// leaveEarly makes entries leave that the region copies back and nobody else
// refers to, and requests the transfers to the host.
func (v *environment) leaveEarly(ln *lane, r *Region, values []Value) {
	if !ln.mayDownload {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := range r.Items {
		it, val, e := &r.Items[i], &values[i], ln.items[i]
		if !it.Kind.isMap() || it.Map&MapFrom == 0 || val.Size == 0 || e == nil {
			continue
		}
		always := it.Map&MapAlways != 0
		if !e.early && !e.permanent && v.soleOwner(ln, r, values, e) {
			e.early = true
			v.depart(ln, e)
		}
		if always || e.early {
			t := e.transfer(it, val)
			t.final = e.early
			ln.downloads = append(ln.downloads, t)
		}
	}
}

// transfer is that of an item's present part.
func (e *entry) transfer(it *Item, val *Value) transfer {
	return transfer{e: e, lo: max(val.Begin, e.begin), hi: min(val.Begin+uintptr(val.Size), e.end), name: it.Name}
}

// soleOwner reports whether all references to e are the region's own.
func (v *environment) soleOwner(ln *lane, r *Region, values []Value, e *entry) bool {
	own := 0
	for i := range r.Items {
		if it := &r.Items[i]; ln.items[i] == e && it.Kind.isMap() && it.Map&MapMember == 0 && values[i].Size > 0 {
			own++
		}
	}
	return own == e.count
}

// depart takes the last reference from e; the lock is held.
func (v *environment) depart(ln *lane, e *entry) {
	e.count = 0
	e.state = leaving
	ln.leaving = append(ln.leaving, e)
}

// leave ends a construct's references. It enqueues the transfers to the host,
// waits for them and removes the entries without a reference. region says that
// leaveEarly has gone before and the lane has the entries.
func (v *environment) leave(ln *lane, r *Region, values []Value, region bool) {
	v.countDown(ln, r, values, region)
	v.d.unlinkLeaving(ln)
	v.bringBack(ln)
	v.settle(ln)
	v.bury(ln)
}

// bringBack does the requested transfers to the host and waits for the queue, if
// anything needs it.
func (v *environment) bringBack(ln *lane) {
	for _, t := range ln.downloads {
		ln.download(t)
	}
	ln.downloads = ln.downloads[:0]
	ln.await()
	ln.settleTransfers()
}

// countDown takes the references of the construct's items and requests the
// transfers of what has none left.
func (v *environment) countDown(ln *lane, r *Region, values []Value, region bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var span *entry // of the last item that is no member
	for i := range r.Items {
		it, val := &r.Items[i], &values[i]
		if !it.Kind.isMap() {
			continue
		}
		part := dtm.Range{Lo: val.Begin, Hi: val.Begin + uintptr(val.Size)}
		if it.Map&MapMember == 0 {
			span = nil
			switch {
			case val.Size == 0 && ln.unpaired:
				if span = v.table.containing(val.Begin); span != nil && span.going() {
					span = nil
				}
			case val.Size == 0:
			case region:
				span = ln.items[i]
			default:
				members := ln.unpaired && it.Map&MapFrom == 0 || i+1 < len(r.Items) && r.Items[i+1].Map&MapMember != 0
				if span = v.counted(r, it.Name, part, members); span == nil && ln.unpaired {
					v.demand(r, it, part.Lo, part.Hi)
				}
			}
		} else if span != nil && span.span().Meet(part).Empty() {
			continue // a member that is not present
		}
		if span != nil && (val.Size > 0 || ln.unpaired) && !span.early {
			v.leaveItem(ln, span, it, val, region)
		}
	}
	for _, t := range ln.wanted {
		if t.e.state == leaving {
			t.final = true
			ln.downloads = append(ln.downloads, t)
		}
	}
}

// leaveItem ends one item's reference; the lock is held.
func (v *environment) leaveItem(ln *lane, e *entry, it *Item, val *Value, region bool) {
	t := e.transfer(it, val)
	from, always := it.Map&MapFrom != 0 && val.Size > 0, it.Map&MapAlways != 0
	switch {
	case from && always && !region: // a region's are on their way
		ln.downloads = append(ln.downloads, t)
	case from && !always && !e.permanent:
		ln.wanted = append(ln.wanted, t)
	}
	if e.permanent || e.count == 0 || it.Map&MapMember != 0 || ln.leavesAlone(e, it) {
		return
	}
	if e.count == 1 || it.Map&MapDelete != 0 {
		v.depart(ln, e)
		return
	}
	e.count--
}

// bury removes the lane's leaving entries, whose contents have arrived at the
// host, and frees their storage.
func (v *environment) bury(ln *lane) {
	if len(ln.leaving) == 0 {
		return
	}
	v.mu.Lock()
	for _, e := range ln.leaving {
		v.table.remove(e)
		e.gone.Store(true)
	}
	v.announce()
	v.mu.Unlock()
	for _, e := range ln.leaving {
		switch {
		case e.rep != nil:
			v.d.endUse(e)
		case !e.inPlace && !e.foreign:
			v.d.free(e.buf)
		}
	}
}

// endUse ends an entry's use of its replica. Where pointers were attached, the
// device does not have the host's value.
func (d *Device) endUse(e *entry) {
	sp := &d.session.space
	sp.mu.Lock()
	defer sp.mu.Unlock()
	e.slotMu.Lock()
	for _, a := range e.slots {
		slot := dtm.Range{Lo: a.host, Hi: a.host + pointerSize}
		sp.machine.Spoil(slot.Meet(e.rep.pages), d.number)
		e.rep.spoil(slot)
	}
	e.slotMu.Unlock()
	d.replicas.release(e.rep)
}

// beforeKernel takes note of what a region's kernel may write: what the host may
// still read of it must not be on the device only. An entry that only this region
// refers to and that it copies back is nobody's business before the region's end.
func (v *environment) beforeKernel(ln *lane, r *Region, values []Value) {
	if !v.d.lazy {
		v.homeInPlace(ln)
		return
	}
	written := v.written(ln, r, values)
	sp := &v.d.session.space
	sp.mu.Lock()
	defer sp.mu.Unlock()
	for _, e := range written {
		ln.changes = ln.changes || !e.sole && e.maker == ln
		v.storageChanges(e, e.span())
	}
}

// storageChanges takes note that a part of an entry's storage is about to be written on
// the device. The space's lock is held.
func (v *environment) storageChanges(e *entry, r dtm.Range) {
	sp := &v.d.session.space
	e.defined = true
	part := r.Meet(e.rep.pages)
	if !e.sole && !part.Empty() {
		if fetch := sp.machine.KernelWrites(part, v.d.number); len(fetch) > 0 {
			e.rep.habit.Fetched()
			sp.fetch(fetch)
		}
	}
	e.rep.spoil(r)
}

// written lists the entries that a region's kernel may write. A section of nothing
// that is present leaves the pointer that it starts from as it was attached before:
// a kernel that writes through that writes anywhere.
func (v *environment) written(ln *lane, r *Region, values []Value) []*entry {
	v.mu.Lock()
	defer v.mu.Unlock()
	list := ln.written[:0]
	defer func() { ln.written = list }()
	add := func(e *entry) {
		if e != nil && e.rep != nil && !slices.Contains(list, e) {
			e.wrote = true
			list = append(list, e)
		}
	}
	anywhere := r.Flags&flagElsewhere != 0
	for i := range r.Items {
		it, e := &r.Items[i], ln.items[i]
		if (it.Kind.isMap() || it.Kind == ArgZeroLength) && it.Map&MapReadOnly == 0 {
			add(e)
			anywhere = anywhere || e == nil && it.Kind == MapOnly && it.Map&MapMember == 0
		}
	}
	if anywhere {
		for e := range v.table.all {
			add(e)
		}
	}
	for i := range r.Items {
		it, e := &r.Items[i], ln.items[i]
		if e != nil && e.rep != nil && e.wrote && it.Kind.isMap() && it.Map&MapFrom != 0 && it.Map&MapMember == 0 &&
			values[i].Size == uint64(e.end-e.begin) && v.soleOwner(ln, r, values, e) {
			e.sole = true
		}
	}
	return list
}

// beforeCopy takes note that bytes [lo, hi) of a buffer are about to be written by
// omp_target_memcpy, which the program gives the device address of what is present.
func (v *environment) beforeCopy(b *driver.Buffer, lo, hi uint64) {
	if !v.d.lazy {
		return
	}
	for _, e := range v.storedIn(b, lo, hi) {
		part := e.span()
		if lo > e.off {
			part.Lo += uintptr(lo - e.off)
		}
		if end := e.off + uint64(e.span().Len()); hi < end {
			part.Hi -= uintptr(end - hi)
		}
		sp := &v.d.session.space
		sp.mu.Lock()
		v.storageChanges(e, part)
		sp.mu.Unlock()
	}
}

// storedIn lists the entries with storage in [lo, hi) of a buffer that will be written.
func (v *environment) storedIn(b *driver.Buffer, lo, hi uint64) (list []*entry) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for e := range v.table.all {
		if e.rep != nil && e.buf == b && e.off < hi && lo < e.off+uint64(e.span().Len()) {
			e.wrote = true
			list = append(list, e)
		}
	}
	return list
}

// homeInPlace makes the host's memory complete for a kernel that uses it in place.
func (v *environment) homeInPlace(ln *lane) {
	sp := &v.d.session.space
	if !sp.on.Load() {
		return
	}
	for _, e := range ln.items {
		if e != nil && e.inPlace {
			sp.home(e.span(), true)
		}
	}
}
