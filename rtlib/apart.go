package rtlib

import "omp2cl/ppe"

// apart returns the kernel and the geometry for a launch whose items have arrived: k and g,
// or others when k is for items that lie apart and these may not.
func (ln *lane) apart(r *Region, l *Launch, values []Value, k *deviceKernel, g ppe.Geometry) (*deviceKernel, ppe.Geometry) {
	if !k.apart || ln.liesApart(r, values) {
		return k, g
	}
	if any, _ := ln.d.kernel(r, g.Local, false); any != nil && any.takes(g.Local) {
		return any, g
	}
	any, g, why := ln.d.shaped(r, ln.d.loop(r, l), ppe.Shape{}, false)
	if any == nil {
		ln.d.session.fatal(r, "", "kernel %s cannot be built for items that share storage: %s", r.Kernel, why)
	}
	return any, g
}

// liesApart reports whether nothing that the region writes shares storage with an item that
// it only reads. It may write whatever its other items lead to, and no more; only where
// the region says so does its kernel rely on it.
func (ln *lane) liesApart(r *Region, values []Value) bool {
	if r.Flags&flagElsewhere != 0 {
		return true // the kernel makes no difference
	}
	for i := range r.Items {
		if !r.Items[i].isRead() {
			continue
		}
		for j := range r.Items {
			if r.Items[j].mayBeWritten() && ln.shareStorage(i, j, values) {
				return false
			}
		}
	}
	return true
}

// isRead reports whether the kernel gets a pointer for the item through which it only
// reads. Of some of these it relies on nothing, which the region does not tell.
func (it *Item) isRead() bool {
	return (it.Kind == ArgMap || it.Kind == ArgZeroLength) && it.Map&MapReadOnly != 0
}

// mayBeWritten reports whether the region may write what the item maps.
func (it *Item) mayBeWritten() bool {
	return (it.Kind.isMap() || it.Kind == ArgZeroLength) && it.Map&MapReadOnly == 0
}

// shareStorage reports whether items i and j may lie in the same memory of the device: in
// one entry of the table, in memory that the program manages itself, or where a device
// address without an entry leads.
func (ln *lane) shareStorage(i, j int, values []Value) bool {
	a, b := ln.items[i], ln.items[j]
	if a == nil || b == nil {
		return (a != nil || values[i].Base != 0) && (b != nil || values[j].Base != 0)
	}
	return a == b || a.foreign || b.foreign
}
