package rtlib

// leaveRegion ends the references of a target region whose kernel may still run.
// A reference protects storage from being taken away under a kernel, so it ends
// when the kernel has; but storage that only this region uses and has to copy
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
			ln.downloads = append(ln.downloads, transfer{e, val.Begin, val.Begin + uintptr(val.Size), it.Name})
		}
	}
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

// bringBack does the requested transfers to the host and waits for the queue.
func (v *environment) bringBack(ln *lane) {
	for _, t := range ln.downloads {
		ln.download(t)
	}
	ln.downloads = ln.downloads[:0]
	if ln.pending {
		ln.finish()
	}
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
		if it.Map&MapMember == 0 {
			span = nil
			switch {
			case val.Size == 0:
			case region:
				span = ln.items[i]
			default:
				span = v.counted(r, it.Name, val.Begin, val.Begin+uintptr(val.Size))
			}
		}
		if span != nil && val.Size > 0 && !span.early {
			v.leaveItem(ln, span, it, val, region)
		}
	}
	for _, t := range ln.wanted {
		if t.e.state == leaving {
			ln.downloads = append(ln.downloads, t)
		}
	}
}

// leaveItem ends one item's reference; the lock is held.
func (v *environment) leaveItem(ln *lane, e *entry, it *Item, val *Value, region bool) {
	t := transfer{e, val.Begin, val.Begin + uintptr(val.Size), it.Name}
	from, always := it.Map&MapFrom != 0, it.Map&MapAlways != 0
	switch {
	case from && always && !region: // a region's are on their way
		ln.downloads = append(ln.downloads, t)
	case from && !always && !e.permanent:
		ln.wanted = append(ln.wanted, t)
	}
	if e.permanent || e.count == 0 || it.Map&MapMember != 0 {
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
	}
	v.announce()
	v.mu.Unlock()
	for _, e := range ln.leaving {
		if !e.inPlace && !e.foreign {
			v.d.free(e.buf)
		}
	}
}
