package rtlib

import (
	"fmt"
	"sync"
	"sync/atomic"

	"omp2cl/dtm"
	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
)

// Device is one OpenMP device. It does nothing before ready.
type Device struct {
	session *Session
	number  int
	dev     driver.Device
	facts   *driver.Facts
	ppe     ppe.Device

	open   sync.Once
	broken error // why it cannot be used
	opened atomic.Bool

	shared    bool     // mapped host memory is used in place
	takes     bool     // a transfer to it has taken the host's bytes when it is enqueued
	lazy      bool     // its data transfers are minimized
	reader    uintptr  // the C struct with which absent pages are read
	replicas  replicas // if lazy
	account   account
	anchor    *driver.Buffer // on a shared device, every host address is relative to it
	env       environment
	arena     arena
	addresses addresses
	builder   builder
	held      atomic.Uint64 // bytes of device memory in buffers
	spare     spareBuffers

	allocMu sync.Mutex
	allocs  map[uint64]*driver.Buffer // of omp_target_alloc, by device address

	laneMu sync.Mutex
	lanes  []*lane // idle ones; the last used is taken first

	laneCount atomic.Int64 // idle or not
}

func newDevice(s *Session, number int, dev driver.Device) *Device {
	f := dev.Facts()
	d := &Device{session: s, number: number, dev: dev, facts: f}
	d.ppe = ppe.Device{
		Kind: s.config.Schedule.kind(f.Kind), Shy: f.Kind == ppe.CPU,
		Units: f.Units, MaxLocal: f.MaxLocal, LocalMem: f.LocalMem,
	}
	if d.ppe.Kind == f.Kind { // not under another kind's flag
		d.ppe.Vendor, d.ppe.Integrated, d.ppe.Warp = f.Vendor, f.Integrated, f.Warp
	}
	d.env.init(d)
	d.replicas.d = d
	d.builder.init(d)
	return d
}

// ready opens the device, once; the error says why it cannot be used.
func (d *Device) ready() error {
	if d.opened.Load() {
		return d.broken
	}
	d.open.Do(func() {
		d.broken = d.start()
		d.opened.Store(true)
	})
	return d.broken
}

func (d *Device) start() error {
	if err := d.dev.Open(); err != nil {
		return err
	}
	d.takes = d.dev.Takes()
	shared, err := d.sharesMemory()
	if err != nil {
		return err
	}
	if !shared {
		return d.startTracking()
	}
	d.shared = true
	d.anchor, err = d.alloc(4096)
	return err
}

// startTracking makes a device with memory of its own ready for data-transfer
// minimization, if the host's memory can be tracked.
func (d *Device) startTracking() (err error) {
	if d.number >= dtm.MaxDevices || !d.session.space.begin() {
		return nil
	}
	d.reader, err = d.dev.Reader()
	d.lazy = err == nil && d.reader != 0
	return err
}

// memoryLimit is how much device memory the runtime uses, bytes; 0 = it does not
// know.
func (d *Device) memoryLimit() uint64 {
	if m := d.session.config.DeviceMemory; m > 0 {
		return m
	}
	return d.facts.GlobalMem / 16 * 15
}

// sharesMemory decides whether host memory is used in place. PoCL is known to
// do so; another CPU driver is tried with a buffer at an odd address.
func (d *Device) sharesMemory() (bool, error) {
	switch {
	case d.session.config.HostMemory == HostMemorySeparate:
		return false, nil
	case d.facts.HostMemory:
		return true, nil
	case d.facts.Kind != ppe.CPU && d.session.config.HostMemory != HostMemoryShared:
		return false, nil
	}
	works, err := d.probeHostMemory()
	if err == nil && !works && d.session.config.HostMemory == HostMemoryShared {
		err = fmt.Errorf("OMP2CL_HOST_MEMORY=shared, but it does not use host memory in place")
	}
	return works, err
}

// probeHostMemory reports whether a buffer over host memory has the host's
// address, also at an address of no particular alignment.
func (d *Device) probeHostMemory() (bool, error) {
	const size, odd = 4096, 8
	host := d.session.driver.AllocHost(size)
	defer d.session.driver.FreeHost(host)
	b, err := d.dev.Wrap(host+odd, size-2*odd)
	if err != nil {
		return false, nil
	}
	defer d.dev.Free(b)
	address, err := d.askAddress(b)
	return address == uint64(host+odd), err
}

// describe is the device in a line.
func (d *Device) describe() string {
	f := d.facts
	return fmt.Sprintf("%s (%s, %s, %d compute units, %s)",
		f.Name, f.Platform, f.Kind, f.Units, formatBytes(f.GlobalMem))
}

// label names the device in messages.
func (d *Device) label() string { return fmt.Sprintf("device %d (%s)", d.number, d.facts.Name) }

// alloc makes a buffer of at least one byte for the runtime's own use or for
// the user's; on a shared device its storage is host memory.
func (d *Device) alloc(size uint64) (*driver.Buffer, error) {
	size = max(size, 1)
	if b := d.spare.take(size); b != nil {
		return b, nil
	}
	b, err := d.allocAny(size)
	if err != nil && driver.IsMemory(err) && d.releaseSpare() {
		b, err = d.allocAny(size)
	}
	if err == nil {
		d.held.Add(size)
	}
	return b, err
}

func (d *Device) allocAny(size uint64) (*driver.Buffer, error) {
	if !d.shared {
		if !d.hasRoom(size) {
			// NVIDIA's driver would fail at the first use, without a word about the size.
			return nil, &driver.Error{Call: "clCreateBuffer", Code: driver.InvalidBufferSize, Name: "CL_INVALID_BUFFER_SIZE"}
		}
		return d.dev.Alloc(size)
	}
	host := d.session.driver.AllocHost(size)
	if host == 0 {
		return nil, &driver.Error{Call: "malloc", Code: driver.OutOfHostMemory, Name: "CL_OUT_OF_HOST_MEMORY"}
	}
	b, err := d.dev.Wrap(host, d.wrapSize(size))
	if err != nil {
		d.session.driver.FreeHost(host)
		return nil, err
	}
	b.Size = size
	return b, nil
}

// hasRoom reports whether a buffer of size bytes may fit; the driver knows better.
func (d *Device) hasRoom(size uint64) bool {
	if limit := d.session.config.DeviceMemory; limit > 0 {
		held := d.held.Load()
		return held <= limit && size <= limit-held
	}
	return d.facts.GlobalMem == 0 || size <= d.facts.GlobalMem
}

// wrapSize is the size to tell OpenCL of host memory: kernels only use the
// address, so that an object may be larger than the device's largest buffer.
func (d *Device) wrapSize(size uint64) uint64 {
	if m := d.facts.MaxAlloc; m > 0 && size > m {
		return m
	}
	return size
}

// free gives back what alloc made.
func (d *Device) free(b *driver.Buffer) {
	if b.Host == 0 && d.spare.put(b, d.facts.GlobalMem) {
		return
	}
	d.release(b)
}

// releaseSpare releases the spare buffers; it reports whether there were any.
func (d *Device) releaseSpare() bool {
	all := d.spare.takeAll()
	for _, b := range all {
		d.release(b)
	}
	return len(all) > 0
}

// release ends a buffer, which kernels may have used that nobody has awaited.
func (d *Device) release(b *driver.Buffer) {
	d.session.running.quiet()
	d.held.Add(-b.Size)
	d.addresses.remove(b)
	d.dev.Free(b)
	if b.Host != 0 {
		d.session.driver.FreeHost(b.Host)
	}
}

// forgetUnit drops what the device knows about an unloaded unit. gone are the
// addresses of variables that exist no more.
func (d *Device) forgetUnit(u *Unit, gone []uintptr) {
	kernels := d.builder.forget(u)
	d.env.forget(gone)
	d.laneMu.Lock()
	defer d.laneMu.Unlock()
	for _, ln := range d.lanes {
		ln.dropKernels(kernels)
	}
}
