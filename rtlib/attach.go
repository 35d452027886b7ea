package rtlib

import (
	"cmp"
	"slices"
	"unsafe"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
)

// pointerSize is the size of a pointer on the host and on every device, bytes.
const pointerSize = 8

// attachment is a pointer object in present storage whose device copy holds a
// device address (OMP2CL_ATTACH).
type attachment struct {
	host   uintptr // address of the pointer object
	value  uintptr // the host pointer whose device address it holds
	target *entry  // the entry of value when it was attached
	device uint64
}

// restore is host memory to be put back after a launch.
type restore struct {
	at, saved uintptr
}

// attachItems attaches the pointers of a construct's ATTACH items. Their storage
// and what they point to have been entered.
func (v *environment) attachItems(ln *lane, r *Region, values []Value) {
	for i := range r.Items {
		if r.Items[i].Kind == Attach {
			v.attachedOnce(ln, r, values, i)
			v.attach(ln, r.Items[i].Name, &values[i])
		}
	}
}

// attachedOnce ends the program if a region has the pointer of an item lead to two pieces of
// device storage: t[i]->x and t[j]->x do where i is j.
func (v *environment) attachedOnce(ln *lane, r *Region, values []Value, item int) {
	at := values[item].Begin
	for i := range item {
		if r.Kernel == "" || r.Items[i].Kind != Attach || values[i].Begin != at || values[i].Size == values[item].Size {
			continue
		}
		v.mu.Lock()
		one, other := v.complete(ln, values[i].Base+uintptr(values[i].Size)), v.complete(ln, values[item].Base+uintptr(values[item].Size))
		v.mu.Unlock()
		if one != nil && other != nil && one != other && !v.d.shared {
			v.d.session.fatal(r, "map what they lead to as one section, or all of it before", "'%s' and '%s' start from one pointer, but have storage apart on %s",
				r.Items[i].Name, r.Items[item].Name, v.d.label())
		}
	}
}

// attach sets the device copy of the pointer object at host address val.Begin to
// the device address of val.Base. What the pointer leads to starts val.Size bytes
// behind it. Nothing happens when either is not present.
func (v *environment) attach(ln *lane, name string, val *Value) {
	at, value := val.Begin, val.Base
	v.mu.Lock()
	holder, target := v.complete(ln, at), v.complete(ln, value+uintptr(val.Size))
	v.mu.Unlock()
	if holder == nil || target == nil || at+pointerSize > holder.end {
		return
	}
	a := attachment{host: at, value: value, target: target, device: v.d.addressIn(target, value)}
	if holder.inPlace {
		ln.changes = ln.changes || !target.inPlace
		v.attachInPlace(holder, a)
		return
	}
	if v.record(holder, a) {
		ln.writeWord(holder.buf, holder.offset(at), a.device, name)
	}
}

// complete returns the entry of an address once the lane can use its storage; the
// lock is held.
func (v *environment) complete(ln *lane, address uintptr) *entry {
	for {
		e := v.table.corresponding(address)
		if e == nil || e.state == present || e.state == arriving && e.maker == ln {
			return e
		}
		v.wait()
	}
}

// record keeps the attachment; it reports whether it is new.
func (v *environment) record(holder *entry, a attachment) bool {
	holder.slotMu.Lock()
	defer holder.slotMu.Unlock()
	i, found := slices.BinarySearchFunc(holder.slots, a.host, byHost)
	switch {
	case !found:
		holder.slots = slices.Insert(holder.slots, i, a)
	case holder.slots[i] == a:
		return false
	default:
		holder.slots[i] = a
	}
	return true
}

func byHost(a attachment, host uintptr) int { return cmp.Compare(a.host, host) }

// attachInPlace remembers a pointer that lies in the host's own storage but
// points to something with storage of its own on the device: it can be attached
// only while a kernel runs.
func (v *environment) attachInPlace(holder *entry, a attachment) {
	holder.slotMu.Lock()
	defer holder.slotMu.Unlock()
	i, found := slices.BinarySearchFunc(holder.deferred, a.host, byHost)
	if found {
		holder.deferred = slices.Delete(holder.deferred, i, i+1)
	}
	if !a.target.inPlace {
		holder.deferred = slices.Insert(holder.deferred, i, a)
	}
}

// applyDeferred attaches the pointers that lie in the host's storage of the
// region's items; undoDeferred takes them back.
func (ln *lane) applyDeferred() {
	host := ln.d.session.driver
	for _, e := range ln.items {
		if e == nil {
			continue
		}
		e.slotMu.Lock()
		if len(e.deferred) > 0 && ln.pending {
			ln.finish() // a region before this one may use the storage
		}
		e.deferred = slices.DeleteFunc(e.deferred, attachment.isStale)
		for _, a := range e.deferred {
			saved, word := ln.stage(pointerSize), ln.stage(pointerSize)
			host.CopyHost(saved, a.host, pointerSize)
			storeWord(word, a.device)
			host.CopyHost(a.host, word, pointerSize)
			ln.undo = append(ln.undo, restore{a.host, saved})
		}
		e.slotMu.Unlock()
	}
}

func (ln *lane) undoDeferred() {
	for i := len(ln.undo) - 1; i >= 0; i-- {
		ln.d.session.driver.CopyHost(ln.undo[i].at, ln.undo[i].saved, pointerSize)
	}
	ln.undo = ln.undo[:0]
}

// isStale reports whether the storage that the pointer was attached to has gone.
func (a attachment) isStale() bool { return a.target.gone.Load() }

// detach gives pointers that are about to be updated the host's values again, where what
// they were attached to is no longer present.
func (ln *lane) detach(t *transfer) {
	e, stale := t.e, []uintptr(nil)
	e.slotMu.Lock()
	e.slots = slices.DeleteFunc(e.slots, func(a attachment) bool {
		leaves := a.isStale() && t.lo <= a.host && a.host+pointerSize <= t.hi
		if leaves {
			stale = append(stale, a.host)
		}
		return leaves
	})
	e.slotMu.Unlock()
	ln.changes = ln.changes || len(stale) > 0
	for _, host := range stale {
		at := ln.stage(pointerSize)
		ln.d.session.space.home(dtm.Range{Lo: host, Hi: host + pointerSize}, false)
		ln.d.session.driver.CopyHost(at, host, pointerSize)
		ln.check(ln.write(e.buf, e.offset(host), at, pointerSize), "variable '"+t.name+"'")
	}
}

// writeWord enqueues the store of 8 bytes into a buffer.
func (ln *lane) writeWord(b *driver.Buffer, off, word uint64, name string) {
	ln.changes = true
	at := ln.stage(pointerSize)
	storeWord(at, word)
	ln.check(ln.write(b, off, at, pointerSize), "variable '"+name+"'")
}

// storeWord and loadWord access the runtime's own memory outside Go's heap.
func storeWord(at uintptr, word uint64) { *wordAt(at) = word }

func loadWord(at uintptr) uint64 { return *wordAt(at) }

// wordAt makes a pointer of an address that a driver returned.
func wordAt(at uintptr) *uint64 { return *(**uint64)(unsafe.Pointer(&at)) }
