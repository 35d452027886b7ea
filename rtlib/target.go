package rtlib

import (
	"bytes"
	"encoding/binary"
	"io"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
)

// Target runs a target region. It reports whether the region ran on a device;
// otherwise the caller runs the host's version.
func (s *Session) Target(r *Region, device int, byDefault bool, l *Launch, values []Value) bool {
	d := s.pick(r, device, byDefault)
	if d == nil {
		s.Settle()
		return false
	}
	k, g, tr, why := s.prepare(d, r, l)
	if k == nil {
		s.Settle()
		s.refuse(r, d.label()+": "+why)
		d.runOnHost(r)
		return false
	}
	defer s.construct(r, d.number)()
	ln := d.begin(r)
	ln.tell()
	d.bringIn(ln, r, values)
	d.env.awaitValues(ln, r, values)
	k, g = ln.apart(r, l, values, k, g)
	ln.arguments(r, l, k, g, values)
	ln.applyDeferred()
	d.env.beforeKernel(ln, r, values)
	tr.begin(ln)
	ln.repeats = tr == nil && ln.repeatable(r, k)
	ln.leaves = ln.repeats && ln.leavesRegion(r)
	ln.launch(k, g, ln.then(r))
	tr.end(ln)
	if len(ln.undo) > 0 {
		ln.finish()
		ln.undoDeferred()
	}
	if r.Flags&flagMayAssert != 0 {
		ln.checkAssertion()
	}
	d.env.leaveRegion(ln, r, values)
	if ln.newKernel {
		ln.newKernel = false
		s.process.WatchExit() // the driver may have compiled
	}
	if ln.noteGone(); ln.plain() {
		ln.remember(r, k, l, g.Groups, g.Local, values)
		d.endPlain(ln)
	} else {
		d.end(ln)
	}
	return true
}

// prepare chooses kernel and geometry. why is the reason if there is no kernel.
func (s *Session) prepare(d *Device, r *Region, l *Launch) (k *deviceKernel, g ppe.Geometry, tr *trial, why string) {
	if s.ending.Load() {
		return nil, g, nil, "the process is exiting"
	}
	return d.geometry(r, l)
}

// begin takes a lane for a construct and brings the device up to date.
func (d *Device) begin(r *Region) *lane {
	ln := d.takeLane(r)
	d.useArena(ln)
	if sp := &d.session.space; sp.on.Load() {
		sp.watch.Attend()
		sp.buryNew()
	}
	if d.env.hostLatest.Load() {
		d.env.takeBack(ln)
	}
	return ln
}

// tell announces the construct at OMP2CL_INFO=2.
func (ln *lane) tell() {
	if s := ln.d.session; s.config.Info >= 2 {
		s.info(2, "%s: %s on device %d", ln.region.position(), ln.region.what(), ln.d.number)
	}
}

// end gives the lane back. What the construct has changed may be what launches
// depend on.
func (d *Device) end(ln *lane) {
	d.session.outdate()
	d.endPlain(ln)
}

// endPlain is end for a plain launch.
func (d *Device) endPlain(ln *lane) {
	d.leaveArena()
	ln.giveBack()
}

// bringIn enters a construct's items and brings what they name to the device.
func (d *Device) bringIn(ln *lane, r *Region, values []Value) {
	v := &d.env
	v.enter(ln, r, values)
	v.arrive(ln)
	if len(ln.awaited) > 0 {
		v.await(ln)
	}
	for _, t := range ln.uploads {
		ln.upload(t)
	}
	v.attachItems(ln, r, values)
}

// then is what comes behind a region's kernel. Where there probably are transfers,
// waiting for the kernel alone would be one wait too many.
func (ln *lane) then(r *Region) driver.Then {
	switch {
	case ln.leaves:
		return driver.Leave
	case ln.mayDownload && !ln.d.shared || r.Flags&flagMayAssert != 0 && ln.d.arena.buf.Host == 0:
		return driver.GoOn
	}
	return driver.Await
}

// assertionBytes is the size of the arena's head: the flag of a failed assertion,
// and at byte 8 its message, terminated by a zero.
const assertionBytes = 256

// exitFlag is the flag of a call of exit; the word behind it is the status.
const exitFlag = 2

// checkAssertion ends the program if an assertion of the kernel has failed, with
// the message that the kernel left, or if the kernel has called exit.
func (ln *lane) checkAssertion() {
	at := ln.d.arena.buf.Host
	if at == 0 {
		at = ln.stage(assertionBytes)
		ln.check(ln.queue.Read(ln.d.arena.buf, 0, at, assertionBytes), "assertion message")
		ln.finish()
	} else if ln.pending {
		ln.finish()
	}
	switch word := loadWord(at); uint32(word) {
	case 0:
	case exitFlag:
		ln.d.session.running.abandon()
		ln.d.session.process.Exit(int(int32(word >> 32)))
	default:
		process := ln.d.session.process
		process.Flush()
		io.WriteString(process.Stderr, messageAt(at+8))
		process.Abort()
	}
}

// messageAt reads a message of the runtime's own memory outside Go's heap.
func messageAt(at uintptr) string {
	text := make([]byte, assertionBytes-8)
	for i := 0; i < len(text); i += 8 {
		binary.LittleEndian.PutUint64(text[i:], loadWord(at+uintptr(i)))
	}
	message, _, _ := bytes.Cut(text, []byte{0})
	return string(message)
}

// runOnHost prepares for a region that runs on the host though its data may be
// on the device.
func (d *Device) runOnHost(r *Region) {
	if d.env.hostLatest.Load() {
		return
	}
	if d.shared && d.session.program.variables.Load() == 0 {
		return
	}
	ln := d.begin(r)
	d.env.giveToHost(ln)
	d.end(ln)
}

// DataBegin is the start of a target data region.
func (s *Session) DataBegin(r *Region, device int, byDefault bool, values []Value) {
	s.begin(r, device, byDefault, values, false)
}

// DataEnd is the end of a target data region.
func (s *Session) DataEnd(r *Region, device int, byDefault bool, values []Value) {
	s.end(r, device, byDefault, values, false)
}

// EnterData is a target enter data construct.
func (s *Session) EnterData(r *Region, device int, byDefault bool, values []Value) {
	s.begin(r, device, byDefault, values, true)
}

// ExitData is a target exit data construct.
func (s *Session) ExitData(r *Region, device int, byDefault bool, values []Value) {
	s.end(r, device, byDefault, values, true)
}

// begin enters the items of a data construct; unpaired says that no end of its own belongs
// to it.
func (s *Session) begin(r *Region, device int, byDefault bool, values []Value, unpaired bool) {
	s.data(r, device, byDefault, func(d *Device, ln *lane) {
		ln.unpaired = unpaired
		d.bringIn(ln, r, values)
		d.useDevicePointers(ln, r, values)
		d.env.endArrivals(ln)
	})
}

// end leaves the items of a data construct.
func (s *Session) end(r *Region, device int, byDefault bool, values []Value, unpaired bool) {
	s.data(r, device, byDefault, func(d *Device, ln *lane) {
		ln.unpaired = unpaired
		d.env.leave(ln, r, values, false)
	})
}

// Update is a target update construct.
func (s *Session) Update(r *Region, device int, byDefault bool, values []Value) {
	s.data(r, device, byDefault, func(d *Device, ln *lane) {
		d.env.update(ln, r, values)
	})
}

// data runs a data construct; on the host it does nothing.
func (s *Session) data(r *Region, device int, byDefault bool, construct func(*Device, *lane)) {
	d := s.pick(r, device, byDefault)
	if d == nil {
		s.Settle()
		return
	}
	defer s.construct(r, d.number)()
	ln := d.begin(r)
	ln.tell()
	ln.leaves = ln.leavesData()
	construct(d, ln)
	d.end(ln)
}

// endArrivals waits for what the construct has enqueued, if it must.
func (v *environment) endArrivals(ln *lane) {
	ln.await()
	v.settle(ln)
}

// useDevicePointers replaces the host addresses of use_device_ptr items by
// device addresses (OpenMP 4.5, 2.10.1). What is not present stays.
func (d *Device) useDevicePointers(ln *lane, r *Region, values []Value) {
	for i := range r.Items {
		if r.Items[i].Kind != UseDevicePtr {
			continue
		}
		ln.must = true // the program may give the address to others
		slot := values[i].Begin
		word := ln.stage(pointerSize)
		d.session.driver.CopyHost(word, slot, pointerSize)
		host := uintptr(loadWord(word))
		d.env.mu.Lock()
		e := d.env.complete(ln, host)
		d.env.mu.Unlock()
		if e == nil {
			continue
		}
		storeWord(word, d.addressIn(e, host))
		d.session.driver.CopyHost(slot, word, pointerSize)
	}
}
