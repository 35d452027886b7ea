package rtlib

import (
	"slices"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
)

// The device memory routines of OpenMP 4.5, 3.5. A device is given by its
// number; the number of devices, or -1, is the host.

// isHost reports whether the number is that of the initial device.
func (s *Session) isHost(number int) bool {
	return number == InitialDevice || number == s.NumDevices()
}

// usable returns a device that is not the host, nil if there is none of the
// number or it cannot be used.
func (s *Session) usable(number int) *Device {
	if number < 0 || number >= s.NumDevices() {
		return nil
	}
	s.outdate() // what an address stands for may change
	d := s.devices[number]
	if d.ready() != nil {
		return nil
	}
	return d
}

// IsHost is isHost for the C interface.
func (s *Session) IsHost(number int) bool { return s.isHost(number) }

// Alloc is omp_target_alloc for a device that is not the host: the device
// address of size bytes, 0 if there is no room.
func (s *Session) Alloc(size uint64, number int) uint64 {
	d := s.usable(number)
	if d == nil || size == 0 {
		return 0
	}
	s.Settle()
	b, err := d.obtain(size)
	if err != nil {
		s.info(1, "omp_target_alloc: %s on %s: %v", formatBytes(size), d.label(), err)
		return 0
	}
	address := d.addressOf(b)
	d.allocMu.Lock()
	defer d.allocMu.Unlock()
	if d.allocs == nil {
		d.allocs = map[uint64]*driver.Buffer{}
	}
	d.allocs[address] = b
	return address
}

// Free is omp_target_free for a device that is not the host. An address that
// did not come from Alloc ends the program.
func (s *Session) Free(address uint64, number int) {
	d := s.usable(number)
	if d == nil || address == 0 {
		return
	}
	s.Settle()
	d.allocMu.Lock()
	b := d.allocs[address]
	delete(d.allocs, address)
	d.allocMu.Unlock()
	if b == nil {
		s.fatal(nil, "", "omp_target_free: %#x was not allocated on %s by omp_target_alloc, or is already free", address, d.label())
	}
	d.free(b)
}

// IsPresent is omp_target_is_present for a device that is not the host.
func (s *Session) IsPresent(host uintptr, number int) bool {
	d := s.usable(number)
	if d == nil {
		return false
	}
	d.withLane(func(*lane) {}) // declare target variables become present
	d.env.mu.Lock()
	defer d.env.mu.Unlock()
	e := d.env.table.containing(host)
	return e != nil && !e.going()
}

// Mapped is omp_get_mapped_ptr (OpenMP 5.1, 3.8.11) for a device that is not the host: the
// device address that corresponds to a host address, 0 if it is not present.
func (s *Session) Mapped(host uintptr, number int) (address uint64) {
	d := s.usable(number)
	if d == nil {
		return 0
	}
	d.withLane(func(ln *lane) {
		ln.must = true // the program may give the address to others
		d.env.mu.Lock()
		e := d.env.complete(ln, host)
		d.env.mu.Unlock()
		if e != nil {
			address = d.addressIn(e, host)
		}
	})
	return address
}

// Owns is omp_target_is_accessible (OpenMP 5.1, 3.8.4) for a device that is not the host.
// Memory of the host has to be mapped, whatever the device could do without.
func (s *Session) Owns(address, size uint64, number int) bool {
	d := s.usable(number)
	if d == nil {
		return false
	}
	b, off, ok := d.ownAddress(address)
	return ok && (d.shared || off+size <= b.Size)
}

// withLane runs work with a lane that belongs to no construct, and waits for
// what it enqueues.
func (d *Device) withLane(work func(*lane)) {
	ln := d.begin(nil)
	work(ln)
	d.end(ln)
}

// Rect is a copy of a part of an array of Dims dimensions (all lists are of
// that length, in elements) between two arrays of the same element size.
type Rect struct {
	ElementSize          uint64
	Volume               []uint64 // of the part
	DstOffset, SrcOffset []uint64
	DstShape, SrcShape   []uint64
}

// memory is one side of a copy: a device, or the host (nil), and an address.
type memory struct {
	d       *Device
	address uint64
}

// side makes a memory of a device number; ok is false if there is no such device.
func (s *Session) side(address uint64, number int) (m memory, ok bool) {
	if s.isHost(number) {
		return memory{nil, address}, true
	}
	d := s.usable(number)
	return memory{d, address}, d != nil
}

// Copy is omp_target_memcpy: it reports whether length bytes were copied.
func (s *Session) Copy(dst, src uint64, length, dstOffset, srcOffset uint64, dstDevice, srcDevice int) bool {
	to, ok1 := s.side(dst+dstOffset, dstDevice)
	from, ok2 := s.side(src+srcOffset, srcDevice)
	if !ok1 || !ok2 {
		return false
	}
	return s.copies(to, from, []span{{0, 0, length}})
}

// CopyRect is omp_target_memcpy_rect.
func (s *Session) CopyRect(dst, src uint64, r Rect, dstDevice, srcDevice int) bool {
	to, ok1 := s.side(dst, dstDevice)
	from, ok2 := s.side(src, srcDevice)
	if !ok1 || !ok2 || !r.valid() {
		return false
	}
	return s.copies(to, from, r.spans(nil, 0, 0, 0))
}

// span is a run of bytes to copy, at offsets from the two sides' addresses. Lists of them
// ascend.
type span struct{ dst, src, length uint64 }

// valid reports whether rows do not overlap each other. OpenMP does not ask that offset
// and volume stay within the dimensions, and the first dimension's length has no say in
// where elements are: some programs count from another element than the array's first.
func (r *Rect) valid() bool {
	for i, n := range r.Volume {
		if r.DstOffset[i]+n < n || r.SrcOffset[i]+n < n || i > 0 && (n > r.DstShape[i] || n > r.SrcShape[i]) {
			return false
		}
	}
	return len(r.Volume) > 0
}

// spans lists the contiguous rows of the part; dim is the dimension to go
// through, dst and src the positions so far in elements of that dimension.
func (r *Rect) spans(list []span, dim int, dst, src uint64) []span {
	dst = dst*r.DstShape[dim] + r.DstOffset[dim]
	src = src*r.SrcShape[dim] + r.SrcOffset[dim]
	if dim == len(r.Volume)-1 {
		return append(list, span{dst * r.ElementSize, src * r.ElementSize, r.Volume[dim] * r.ElementSize})
	}
	for i := uint64(0); i < r.Volume[dim]; i++ {
		list = r.spans(list, dim+1, dst+i, src+i)
	}
	return list
}

// copies copies spans between two memories; it reports whether it could. Of nothing to
// copy the addresses may be any.
func (s *Session) copies(to, from memory, spans []span) bool {
	var ok bool
	spans = slices.DeleteFunc(spans, func(c span) bool { return c.length == 0 })
	if len(spans) == 0 {
		return true
	}
	switch {
	case to.onHost() && from.onHost():
		for _, c := range spans {
			s.driver.CopyHost(uintptr(to.address+c.dst), uintptr(from.address+c.src), c.length)
		}
		return true
	case to.onHost():
		from.d.withLane(func(ln *lane) { ok = ln.toHost(uintptr(to.address), from.address, spans) })
	case from.onHost():
		to.d.withLane(func(ln *lane) { ok = ln.fromHost(to.address, uintptr(from.address), spans) })
	case to.d == from.d:
		to.d.withLane(func(ln *lane) { ok = ln.within(to.address, from.address, spans) })
	default:
		ok = s.across(to, from, spans)
	}
	return ok
}

// onHost reports whether the host can access the memory at its address.
func (m memory) onHost() bool { return m.d == nil || m.d.shared }

func (ln *lane) toHost(dst uintptr, src uint64, spans []span) bool {
	for _, c := range spans {
		b, off, ok := ln.d.locateRange(src+c.src, c.length)
		if !ok {
			return false
		}
		at := dst + uintptr(c.dst)
		ln.d.session.space.home(dtm.Range{Lo: at, Hi: at + uintptr(c.length)}, true)
		ln.pending = true
		ln.check(ln.queue.Read(b, off, at, c.length), "omp_target_memcpy")
	}
	return true
}

// changes takes note that the storage at a device address is about to be written.
func (d *Device) changes(dst uint64, spans []span) {
	first, last := spans[0], spans[len(spans)-1]
	if b, off, ok := d.locate(dst + first.dst); ok {
		d.env.beforeCopy(b, off, off+last.dst+last.length-first.dst)
	}
}

func (ln *lane) fromHost(dst uint64, src uintptr, spans []span) bool {
	ln.d.changes(dst, spans)
	for _, c := range spans {
		b, off, ok := ln.d.locateRange(dst+c.dst, c.length)
		if !ok {
			return false
		}
		at := src + uintptr(c.src)
		ln.d.session.space.home(dtm.Range{Lo: at, Hi: at + uintptr(c.length)}, false)
		ln.pending = true
		ln.check(ln.queue.Write(b, off, at, c.length), "omp_target_memcpy")
	}
	return true
}

func (ln *lane) within(dst, src uint64, spans []span) bool {
	ln.d.changes(dst, spans)
	for _, c := range spans {
		to, toOff, ok1 := ln.d.locateRange(dst+c.dst, c.length)
		from, fromOff, ok2 := ln.d.locateRange(src+c.src, c.length)
		if !ok1 || !ok2 {
			return false
		}
		ln.pending = true
		ln.check(ln.queue.Copy(to, toOff, from, fromOff, c.length), "omp_target_memcpy")
	}
	return true
}

// across copies between two devices, through host memory.
func (s *Session) across(to, from memory, spans []span) bool {
	for _, c := range spans {
		host := s.driver.AllocHost(c.length)
		if host == 0 {
			return false
		}
		ok := s.copies(memory{nil, uint64(host)}, from, []span{{0, c.src, c.length}}) &&
			s.copies(to, memory{nil, uint64(host)}, []span{{c.dst, 0, c.length}})
		s.driver.FreeHost(host)
		if !ok {
			return false
		}
	}
	return true
}

// locateRange is locate for a range that must lie in one buffer.
func (d *Device) locateRange(address, length uint64) (*driver.Buffer, uint64, bool) {
	b, off, ok := d.locate(address)
	if ok && !d.shared && off+length > b.Size {
		return nil, 0, false
	}
	return b, off, ok
}

// Associate is omp_target_associate_ptr: host memory gets device memory of the
// user's as its corresponding storage, for ever. It reports success.
func (s *Session) Associate(host uintptr, device uint64, size, deviceOffset uint64, number int) bool {
	d := s.usable(number)
	if d == nil || size == 0 {
		return false
	}
	b, off, ok := d.locateRange(device+deviceOffset, size)
	if !ok {
		return false
	}
	e := &entry{begin: host, end: host + uintptr(size), buf: b, off: off, permanent: true, foreign: true,
		name: "omp_target_associate_ptr"}
	if d.shared {
		e.inPlace = device+deviceOffset == uint64(host)
	}
	d.env.mu.Lock()
	defer d.env.mu.Unlock()
	in, clash := d.env.table.find(e.begin, e.end)
	switch {
	case clash != nil:
		return false
	case in != nil:
		return in.permanent && in.foreign && in.begin == e.begin && in.buf == b && in.off == off
	}
	d.env.table.insert(e)
	return true
}

// Disassociate is omp_target_disassociate_ptr; it reports success.
func (s *Session) Disassociate(host uintptr, number int) bool {
	d := s.usable(number)
	if d == nil {
		return false
	}
	d.env.mu.Lock()
	defer d.env.mu.Unlock()
	e := d.env.table.containing(host)
	if e == nil || !e.foreign || e.begin != host {
		return false
	}
	d.env.table.remove(e)
	return true
}

// ownAddress finds the buffer and the offset of an address that the program can
// only have from this device: from omp_target_alloc or use_device_ptr.
func (d *Device) ownAddress(address uint64) (*driver.Buffer, uint64, bool) {
	if address == 0 || d.shared && !d.allocated(address) {
		return nil, 0, false
	}
	return d.locateRange(address, 1)
}

// allocated reports whether an address lies in memory of omp_target_alloc.
func (d *Device) allocated(address uint64) bool {
	d.allocMu.Lock()
	defer d.allocMu.Unlock()
	for start, b := range d.allocs {
		if address >= start && address-start < b.Size {
			return true
		}
	}
	return false
}
