package rtlib

import (
	"omp2cl/dtm"
	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/trace"
)

// scratchAlign is the alignment of the parts of the scratch buffer, bytes.
const scratchAlign = 64

// privateAlign is the alignment of firstprivate and private objects: that of the
// largest OpenCL type.
const privateAlign = 128

// align rounds n up to a power of two.
func align(n, to uint64) uint64 { return (n + to - 1) &^ (to - 1) }

// geometry chooses the launch geometry of a region and the kernel for it; tr is not
// nil if the launch is to be measured. why is the reason if there is no kernel.
func (d *Device) geometry(r *Region, l *Launch) (k *deviceKernel, g ppe.Geometry, tr *trial, why string) {
	loop := d.loop(r, l)
	if d.session.tune.on {
		if k, g, tr := d.tunedGeometry(r, l, loop); k != nil {
			return k, g, tr, ""
		}
	}
	k, g, why = d.shaped(r, loop, ppe.Shape{}, d.assumesApart())
	return k, g, nil, why
}

// loop gathers what is known about a launch.
func (d *Device) loop(r *Region, l *Launch) ppe.Loop {
	return ppe.Loop{
		Form:        ppe.Form(r.Flags & formMask),
		OneTeam:     r.Flags&flagOneTeam != 0,
		NoParallel:  r.Flags&flagNoParallel != 0,
		Branching:   r.Flags&flagBranching != 0,
		Streams:     r.Flags&flagStreams != 0,
		Uneven:      r.Flags&flagUneven != 0,
		Gathers:     r.Flags&flagGathers != 0,
		Heavy:       r.Flags&flagHeavy != 0,
		Roams:       r.Flags&flagRoams != 0,
		Trip:        l.Trip,
		NumTeams:    given(l.NumTeams, d.session.config.NumTeams),
		ThreadLimit: given(l.ThreadLimit, d.session.config.ThreadLimit),
		NumThreads:  given(l.NumThreads, 0),
		Scratch:     l.ItemScratch,
	}
}

// shaped returns the kernel and the geometry for a loop in a shape. What the driver
// says of a kernel shapes its launch, and is known when it has been made.
func (d *Device) shaped(r *Region, loop ppe.Loop, s ppe.Shape, apart bool) (k *deviceKernel, g ppe.Geometry, why string) {
	if known := d.known(r, apart).Load(); known != nil && len(known.kernels) > 0 {
		loop.Kernel = known.kernels[0].facts
	}
	const most = 4 // kernels for different sizes of groups may say different things
	for round := 1; ; round++ {
		g = s.Geometry(d.ppe, loop)
		k, why = d.kernel(r, g.Local, apart)
		if k == nil || k.takes(g.Local) && (k.facts == loop.Kernel || round > most) {
			return k, g, why
		}
		loop.Kernel = k.facts.Within(loop.Kernel)
	}
}

// given is a clause's positive value, or the default.
func given(value int64, otherwise uint64) uint64 {
	if value > 0 {
		return uint64(value)
	}
	return otherwise
}

// arguments makes the kernel's arguments: those of the items and, where it needs them,
// the arena and the scratch buffer.
func (ln *lane) arguments(r *Region, l *Launch, k *deviceKernel, g ppe.Geometry, values []Value) {
	ln.privateObjects(r, values)
	var private uint64
	for i := range r.Items {
		val := &values[i]
		ln.argOf = append(ln.argOf, len(ln.args))
		switch r.Items[i].Kind {
		case ArgMap, ArgZeroLength:
			if ln.items[i] == nil && ln.ownAddressArg(val.Base) {
				continue
			}
			if it := &r.Items[i]; ln.items[i] == nil && it.Kind == ArgZeroLength && it.Map&MapImplicit == 0 {
				ln.valueArg(val.Base)
				continue
			}
			ln.addressArg(ln.items[i], val.Base)
			if ln.items[i] == nil && val.Base != 0 && ln.d.session.config.Info >= 1 {
				ln.d.session.once(1, "%s: pointer '%s' points to nothing that is present on device %d: it is null in the region",
					r.position(), r.Items[i].Name, ln.d.number)
			}
		case ArgValue:
			ln.args = append(ln.args, driver.Arg{Kind: driver.ArgBytes, Size: uint32(val.Size), Word: uint64(val.Begin)})
		case ArgFirst:
			value, is := ln.givenTo(ln.items[i-1]) // the item that it is about
			ln.args = append(ln.args, driver.Arg{Kind: driver.ArgWord, Word: value}, driver.Arg{Kind: driver.ArgWord, Word: is})
		case ArgFirstPrivate, ArgPrivate:
			ln.pairArg(ln.private, private)
			private += align(val.Size, privateAlign)
		case ArgDevicePtr:
			ln.devicePointerArg(&r.Items[i], val)
		}
	}
	if r.Flags&flagLone != 0 {
		return
	}
	items, each := scratchParts(r, l, g)
	if k.stacks {
		each += ln.d.stackSize(g)
	}
	scratch := ln.scratchFor(items + each*g.Groups*g.Local)
	ln.describeScratch(items, each)
	ln.args = append(ln.args, bufferArg(ln.d.arena.buf), bufferArg(scratch))
}

// scratchParts returns where the work-items' parts of the scratch buffer begin and
// how large each one is.
func scratchParts(r *Region, l *Launch, g ppe.Geometry) (items, each uint64) {
	return scratchHeader + align(uint64(r.TeamScratch)*g.Groups, scratchAlign), align(l.ItemScratch, itemScratchAlign)
}

// stackSize returns how many bytes each work-item of a launch has for its stack: what
// the user says, or an equal part of a sixteenth of the device's memory, at most 2 GiB.
func (d *Device) stackSize(g ppe.Geometry) uint64 {
	const all, each = 2 << 30, 8 << 20
	if n := d.session.config.StackSize; n > 0 {
		return align(n, itemScratchAlign)
	}
	most := d.facts.MaxAlloc / 4
	if limit := d.memoryLimit() / 16; limit > 0 {
		most = min(most, limit)
	}
	return min(min(most, all)/(g.Groups*g.Local), each) &^ (itemScratchAlign - 1)
}

// itemScratchAlign is the alignment of a work-item's part of the scratch buffer.
const itemScratchAlign = 16

// describeScratch leaves in the header of the scratch buffer where the
// work-items' parts begin, at byte 32, and how large one is, at byte 40; zeros if
// there are none.
func (ln *lane) describeScratch(items, each uint64) {
	if each == 0 {
		items = 0
	}
	if now := [2]uint64{items, each}; now != ln.described {
		ln.writeWord(ln.scratch, 32, items, "scratch memory")
		ln.writeWord(ln.scratch, 40, each, "scratch memory")
		ln.described = now
	}
}

// pairArg passes (buffer, byte offset).
func (ln *lane) pairArg(b *driver.Buffer, off uint64) {
	ln.args = append(ln.args, bufferArg(b), driver.Arg{Kind: driver.ArgWord, Word: off})
}

// addressArg passes the device address of a host address in an entry; a null
// pointer if there is no entry. The offset may be negative.
func (ln *lane) addressArg(e *entry, base uintptr) {
	switch {
	case e == nil:
		ln.pairArg(nil, 0)
	case e.inPlace:
		ln.pairArg(ln.d.anchor, uint64(base)-uint64(ln.d.anchor.Host))
	default:
		ln.pairArg(e.buf, e.off+uint64(base)-uint64(e.begin))
	}
}

// valueArg passes the value of a firstprivate pointer that leads to nothing present. It
// is told as the distance from a buffer, since compilers take what starts from a null
// pointer for null.
func (ln *lane) valueArg(address uintptr) {
	b := ln.d.anchor
	if b == nil {
		b = ln.d.arena.buf
	}
	if address == 0 || b == nil {
		ln.pairArg(nil, 0)
		return
	}
	ln.pairArg(b, uint64(address)-ln.d.addressOf(b))
}

// ownAddressArg passes a pointer that holds an address of the device though no
// clause says so, as later versions of OpenMP have it, and reports whether it does.
func (ln *lane) ownAddressArg(address uintptr) bool {
	b, off, ok := ln.d.ownAddress(uint64(address))
	if ok {
		ln.pairArg(b, off)
	}
	return ok
}

// devicePointerArg passes a device address that the program has (is_device_ptr).
func (ln *lane) devicePointerArg(it *Item, val *Value) {
	if val.Base == 0 {
		ln.pairArg(nil, 0)
		return
	}
	address, behind := val.Base, uintptr(0)
	if val.Begin != 0 {
		address, behind = val.Begin, val.Begin-val.Base
	}
	b, off, ok := ln.d.locate(uint64(address))
	if !ok {
		ln.d.session.fatal(ln.region, "device addresses come from omp_target_alloc and use_device_ptr, for one device each",
			"is_device_ptr: %#x in '%s' is not an address of %s", address, it.Name, ln.d.label())
	}
	ln.pairArg(b, off-uint64(behind))
}

// privateObjects makes room for the firstprivate and private objects of the
// region and fills the former.
func (ln *lane) privateObjects(r *Region, values []Value) {
	var size uint64
	for i := range r.Items {
		if k := r.Items[i].Kind; k == ArgFirstPrivate || k == ArgPrivate {
			size += align(values[i].Size, privateAlign)
		}
	}
	if size == 0 {
		return
	}
	if ln.private == nil || ln.private.Size < size {
		ln.grow(&ln.private, size, "private variables")
	}
	var off uint64
	for i := range r.Items {
		switch r.Items[i].Kind {
		case ArgFirstPrivate:
			ln.fillPrivate(off, r.Items[i].Name, &values[i])
			fallthrough
		case ArgPrivate:
			off += align(values[i].Size, privateAlign)
		}
	}
}

func (ln *lane) fillPrivate(off uint64, name string, val *Value) {
	if val.Size == 0 {
		return
	}
	ln.changes = true
	if ln.private.Host != 0 {
		ln.copyInPlace(ln.private.Host+uintptr(off), val.Begin, val.Size)
		return
	}
	ln.pending, ln.must = true, ln.must || !ln.d.takes
	ln.d.session.space.home(dtm.Range{Lo: val.Begin, Hi: val.Begin + uintptr(val.Size)}, false)
	ln.label(label{t: transfer{name: name, lo: val.Begin, hi: val.Begin + uintptr(val.Size)}, why: trace.FirstPrivate})
	ln.check(ln.queue.Write(ln.private, off, val.Begin, val.Size), "variable '"+name+"'")
	ln.label(label{})
}

// launch starts the kernel; with driver.Await, everything is complete afterwards.
func (ln *lane) launch(k *deviceKernel, g ppe.Geometry, then driver.Then) {
	object := ln.kernel(k)
	if k.prints || ln.region.Flags&flagMayAssert != 0 {
		ln.d.session.process.Flush() // what the program printed comes first
	}
	ln.label(label{kernel: k.name, groups: g.Groups, local: g.Local})
	command := func() error { return ln.queue.Launch(object, ln.args, g.Groups, g.Local, then) }
	took, err := ln.timed(command)
	if err != nil && driver.NotLaunched(err) && driver.IsMemory(err) && ln.d.makeRoom() {
		ln.changes = true
		// Some drivers find out only now that there is not enough memory. A kernel
		// that was enqueued must not run twice.
		took, err = ln.timed(command)
	}
	if err != nil {
		ln.d.session.fatal(ln.region, failureNote(err), "%s: kernel %s could not be run with %d x %d work-items on %s: %v",
			ln.region.what(), k.name, g.Groups, g.Local, ln.d.label(), err)
	}
	if then == driver.Await {
		ln.forgetGone()
		ln.pending, ln.left, ln.flying = false, nil, 0
	}
	if s := ln.d.session; s.config.Info >= 2 {
		s.info(2, "%s: kernel %s on device %d: %d x %d work-items, %v",
			ln.region.position(), k.name, ln.d.number, g.Groups, g.Local, took)
	}
}
