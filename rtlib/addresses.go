package rtlib

import (
	"fmt"
	"sort"
	"sync"

	"omp2cl/rtlib/driver"
)

// addresses knows the device addresses of buffers, as kernels see them. OpenCL
// 1.2 does not tell them: a kernel is asked, once for each buffer that needs it.
type addresses struct {
	mu     sync.Mutex
	known  map[uint64]uint64 // buffer ID to address
	ranges []addressRange    // by address
	asker  *asker
}

type addressRange struct {
	address uint64
	buf     *driver.Buffer
}

// asker is the kernel that tells an address, with what it needs.
type asker struct {
	kernel driver.Kernel
	queue  driver.Queue
	out    *driver.Buffer
	host   uintptr
}

const askerName = "omp2cl_address"

const askerText = `__kernel void omp2cl_address(__global char *p, __global ulong *out)
{
    *out = (ulong)p;
}
`

// addressIn is the device address of a host address in an entry.
func (d *Device) addressIn(e *entry, host uintptr) uint64 {
	if e.inPlace {
		return uint64(host)
	}
	return d.addressOf(e.buf) + e.off + uint64(host) - uint64(e.begin)
}

// addressOf is the device address of a buffer.
func (d *Device) addressOf(b *driver.Buffer) uint64 {
	if b.Host != 0 {
		return uint64(b.Host)
	}
	a := &d.addresses
	a.mu.Lock()
	defer a.mu.Unlock()
	if address, ok := a.known[b.ID]; ok {
		return address
	}
	address, err := d.askAddressLocked(b)
	if err != nil {
		d.session.fatal(nil, failureNote(err), "the address of a buffer on %s cannot be found: %v", d.label(), err)
	}
	if a.known == nil {
		a.known = map[uint64]uint64{}
	}
	a.known[b.ID] = address
	i := a.search(address)
	a.ranges = append(a.ranges, addressRange{})
	copy(a.ranges[i+1:], a.ranges[i:])
	a.ranges[i] = addressRange{address, b}
	return address
}

// search returns the index of the first range behind the address.
func (a *addresses) search(address uint64) int {
	return sort.Search(len(a.ranges), func(i int) bool { return a.ranges[i].address > address })
}

// remove forgets a buffer that is going to be freed.
func (a *addresses) remove(b *driver.Buffer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	address, ok := a.known[b.ID]
	if !ok {
		return
	}
	delete(a.known, b.ID)
	for i := range a.ranges {
		if a.ranges[i].buf == b && a.ranges[i].address == address {
			a.ranges = append(a.ranges[:i], a.ranges[i+1:]...)
			return
		}
	}
}

// locate finds the buffer and the offset of a device address. On a device that
// shares memory every address is good.
func (d *Device) locate(address uint64) (*driver.Buffer, uint64, bool) {
	if d.shared {
		return d.anchor, address - uint64(d.anchor.Host), true
	}
	a := &d.addresses
	a.mu.Lock()
	defer a.mu.Unlock()
	i := a.search(address) - 1
	if i < 0 || address-a.ranges[i].address > a.ranges[i].buf.Size {
		return nil, 0, false
	}
	return a.ranges[i].buf, address - a.ranges[i].address, true
}

// askAddress finds the device address of a buffer by running a kernel.
func (d *Device) askAddress(b *driver.Buffer) (uint64, error) {
	d.addresses.mu.Lock()
	defer d.addresses.mu.Unlock()
	return d.askAddressLocked(b)
}

func (d *Device) askAddressLocked(b *driver.Buffer) (uint64, error) {
	a := d.addresses.asker
	if a == nil {
		var err error
		if a, err = d.newAsker(); err != nil {
			return 0, err
		}
		d.addresses.asker = a
	}
	args := []driver.Arg{bufferArg(b), bufferArg(a.out)}
	if err := a.queue.Launch(a.kernel, args, 1, 1, driver.GoOn); err != nil {
		return 0, err
	}
	if err := a.queue.Read(a.out, 0, a.host, pointerSize); err != nil {
		return 0, err
	}
	if err := a.queue.Finish(); err != nil {
		return 0, err
	}
	return loadWord(a.host), nil
}

func (d *Device) newAsker() (*asker, error) {
	p, log, err := d.builder.compile(askerText, "-cl-std=CL1.2", askerName)
	if err != nil {
		return nil, fmt.Errorf("%w %s", err, log)
	}
	a := &asker{host: d.session.driver.AllocHost(pointerSize)}
	if a.kernel, err = p.Kernel(askerName); err != nil {
		return nil, err
	}
	if a.queue, err = d.dev.NewQueue(); err != nil {
		return nil, err
	}
	a.out, err = d.dev.Alloc(pointerSize)
	return a, err
}

// bufferArg passes a buffer to a kernel, nil as a null pointer.
func bufferArg(b *driver.Buffer) driver.Arg {
	if b == nil {
		return driver.Arg{Kind: driver.ArgBuffer}
	}
	return driver.Arg{Kind: driver.ArgBuffer, Word: uint64(b.Handle), ID: b.ID}
}
