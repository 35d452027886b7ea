// Package fake is a compute API in memory, for tests of the runtime. Kernels are
// Go functions. Commands run when they are awaited, not when they are enqueued,
// so that a missing wait shows; every call can be made to fail.
package fake

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
)

// Driver has the devices it is given.
type Driver struct {
	List []*Device
	Host
}

// Devices returns the list.
func (d *Driver) Devices() ([]driver.Device, error) {
	if len(d.List) == 0 {
		return nil, fmt.Errorf("no OpenCL library: this is a test")
	}
	var all []driver.Device
	for _, dev := range d.List {
		all = append(all, dev)
	}
	return all, nil
}

// Host is memory from Go's heap, which does not move.
type Host struct {
	// Touched, if set, is called before the runtime reads or writes host memory.
	Touched func(host uintptr, n uint64, write bool)

	mu     sync.Mutex
	blocks map[uintptr][]byte
}

// CopyHost copies n bytes of host memory.
func (h *Host) CopyHost(dst, src uintptr, n uint64) {
	h.touch(src, n, false)
	h.touch(dst, n, true)
	copy(bytesAt(dst, n), bytesAt(src, n))
}

// EqualHost compares n bytes of host memory.
func (h *Host) EqualHost(a, b uintptr, n uint64) bool {
	h.touch(a, n, false)
	h.touch(b, n, false)
	return bytes.Equal(bytesAt(a, n), bytesAt(b, n))
}

func (h *Host) touch(host uintptr, n uint64, write bool) {
	if h.Touched != nil {
		h.Touched(host, n, write)
	}
}

// AllocHost returns zeroed host memory, 128-byte aligned.
func (h *Host) AllocHost(size uint64) uintptr {
	block := make([]byte, size+128)
	p := (uintptr(unsafe.Pointer(&block[0])) + 127) &^ 127
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.blocks == nil {
		h.blocks = map[uintptr][]byte{}
	}
	h.blocks[p] = block
	return p
}

// FreeHost frees what AllocHost returned, and panics on anything else.
func (h *Host) FreeHost(p uintptr) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.blocks[p] == nil {
		panic(fmt.Sprintf("host memory %#x is not allocated", p))
	}
	delete(h.blocks, p)
}

// bytesAt views memory at an address.
func bytesAt(at uintptr, n uint64) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), int(n))
}

// Device is a device of Kernels.
type Device struct {
	Info    driver.Facts
	Kernels map[string]func(*Call)
	// ReaderAddress is what Reader returns; tests that track pages read buffers
	// with Bytes.
	ReaderAddress uintptr
	// Touches, if set, is called before a command reads or writes host memory.
	Touches func(host uintptr, n uint64, write bool)
	// TakesBytes lets a Write take the host's bytes before it returns, as one through
	// pinned memory does.
	TakesBytes bool
	// Fail may return an error for a call of the API, by name and place.
	Fail func(call string) error
	// Rejects may return a build log for a text that must not build.
	Rejects func(text string) string

	Builds, Loads, Launches atomic.Int64 // counts
	Written, Read           atomic.Int64 // bytes transferred

	options driver.Options
	left    atomic.Pointer[queue] // reads of the device's reader come behind it

	mu      sync.Mutex
	last    uint64
	buffers map[uint64]*storage // by Buffer.ID
}

// storage is the memory behind a buffer.
type storage struct{ bytes []byte }

// Live returns the number of buffers that exist.
func (d *Device) Live() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.buffers)
}

func (d *Device) fail(call string) error {
	if d.Fail == nil {
		return nil
	}
	return d.Fail(call)
}

// Facts describes the device.
func (d *Device) Facts() *driver.Facts { return &d.Info }

// Configure keeps the options; only Profiling means something here.
func (d *Device) Configure(o driver.Options) { d.options = o }

// Reader is what the test says: there is no C here.
func (d *Device) Reader() (uintptr, error) { return d.ReaderAddress, d.fail("Reader") }

// Takes is what the test says.
func (d *Device) Takes() bool { return d.TakesBytes }

// AwaitLeft is what the device's reader does first: it comes behind the queue that was
// left.
func (d *Device) AwaitLeft() {
	if q := d.left.Load(); q != nil {
		q.drain()
	}
}

// Open does nothing.
func (d *Device) Open() error { return d.fail("Open") }

// Alloc makes a buffer with contents that no test expects.
func (d *Device) Alloc(size uint64) (*driver.Buffer, error) {
	if err := d.fail("Alloc"); err != nil {
		return nil, err
	}
	if d.Info.MaxAlloc != 0 && size > d.Info.MaxAlloc {
		return nil, &driver.Error{Call: "Alloc", Code: driver.InvalidBufferSize, Name: "CL_INVALID_BUFFER_SIZE"}
	}
	bytes := make([]byte, size)
	for i := range bytes {
		bytes[i] = 0xA5
	}
	return d.buffer(bytes, 0), nil
}

// Wrap makes a buffer over host memory.
func (d *Device) Wrap(host uintptr, size uint64) (*driver.Buffer, error) {
	if err := d.fail("Wrap"); err != nil {
		return nil, err
	}
	return d.buffer(bytesAt(host, size), host), nil
}

func (d *Device) buffer(bytes []byte, host uintptr) *driver.Buffer {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.buffers == nil {
		d.buffers = map[uint64]*storage{}
	}
	d.last++
	d.buffers[d.last] = &storage{bytes}
	return &driver.Buffer{Handle: uintptr(d.last), ID: d.last, Size: uint64(len(bytes)), Host: host}
}

// Free releases a buffer, and panics if it is not one.
func (d *Device) Free(b *driver.Buffer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.buffers[b.ID] == nil {
		panic("a buffer is freed twice")
	}
	delete(d.buffers, b.ID)
}

// Bytes views a part of a buffer by its handle.
func (d *Device) Bytes(handle uintptr, off, n uint64) []byte { return d.bytes(uint64(handle), off, n) }

func (d *Device) touch(host uintptr, n uint64, write bool) {
	if d.Touches != nil {
		d.Touches(host, n, write)
	}
}

// bytes returns a part of a buffer, and panics if it is not there.
func (d *Device) bytes(id, off, n uint64) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.buffers[id]
	if s == nil {
		panic("a buffer is used after it was freed")
	}
	return s.bytes[off : off+n : off+n]
}

// address is the device address of a buffer.
func (d *Device) address(id uint64) uintptr { return uintptr(unsafe.Pointer(&d.bytes(id, 0, 1)[0])) }

// NewQueue makes a queue.
func (d *Device) NewQueue() (driver.Queue, error) {
	if err := d.fail("NewQueue"); err != nil {
		return nil, err
	}
	return &queue{d: d}, nil
}

// Build makes a program of the device's kernels.
func (d *Device) Build(text, options string) (driver.Program, string, error) {
	d.Builds.Add(1)
	if err := d.fail("Build"); err != nil {
		return nil, "", err
	}
	if d.Rejects != nil {
		if log := d.Rejects(text); log != "" {
			return nil, log, &driver.Error{Call: "Build", Code: driver.BuildFailure, Name: "CL_BUILD_PROGRAM_FAILURE"}
		}
	}
	return &program{d, text}, "", nil
}

const binaryMagic = "fake binary:"

// Load takes what Binary returned.
func (d *Device) Load(binary []byte, options string) (driver.Program, error) {
	d.Loads.Add(1)
	if len(binary) < len(binaryMagic) || string(binary[:len(binaryMagic)]) != binaryMagic {
		return nil, &driver.Error{Call: "Load", Code: -42, Name: "CL_INVALID_BINARY"}
	}
	return &program{d, string(binary[len(binaryMagic):])}, nil
}

type program struct {
	d    *Device
	text string
}

func (p *program) Binary() ([]byte, error) { return []byte(binaryMagic + p.text), nil }
func (p *program) Release()                {}

func (p *program) Kernel(name string) (driver.Kernel, error) {
	if err := p.d.fail("Kernel"); err != nil {
		return nil, err
	}
	if name == "omp2cl_address" {
		return &kernel{run: func(c *Call) { *(*uint64)(c.Pointer(1)) = uint64(uintptr(c.Pointer(0))) }}, nil
	}
	run := p.d.Kernels[name]
	if run == nil {
		return nil, &driver.Error{Call: "Kernel", Code: -46, Name: "CL_INVALID_KERNEL_NAME"}
	}
	return &kernel{run: run}, nil
}

type kernel struct{ run func(*Call) }

func (k *kernel) Facts() ppe.Kernel { return ppe.Kernel{MaxLocal: 256} }
func (k *kernel) Release()          {}

// Call is one launch as a kernel sees it.
type Call struct {
	d             *Device
	args          []driver.Arg
	Groups, Local uint64
}

// Pointer is the buffer argument number i as a device address.
func (c *Call) Pointer(i int) unsafe.Pointer {
	if c.args[i].Kind != driver.ArgBuffer {
		panic(fmt.Sprintf("argument %d is no buffer", i))
	}
	if c.args[i].Word == 0 {
		return nil
	}
	at := c.d.address(c.args[i].ID)
	return *(*unsafe.Pointer)(unsafe.Pointer(&at))
}

// At is the address that arguments i (buffer) and i+1 (offset) stand for.
func (c *Call) At(i int) unsafe.Pointer { return unsafe.Add(c.Pointer(i), int(c.Word(i+1))) }

// Word is the 8-byte argument number i.
func (c *Call) Word(i int) uint64 {
	if c.args[i].Kind != driver.ArgWord {
		panic(fmt.Sprintf("argument %d is no word", i))
	}
	return c.args[i].Word
}

// Bytes is the argument number i that was passed as bytes.
func (c *Call) Bytes(i int) []byte {
	if c.args[i].Kind != driver.ArgBytes {
		panic(fmt.Sprintf("argument %d is not bytes", i))
	}
	return bytesAt(uintptr(c.args[i].Word), uint64(c.args[i].Size))
}

// NumArgs is the number of arguments.
func (c *Call) NumArgs() int { return len(c.args) }

// queue keeps commands until they are awaited.
type queue struct {
	d        *Device
	mu       sync.Mutex
	commands []func()
	timings  []driver.Timing
}

func (q *queue) enqueue(call string, command func()) error {
	if err := q.d.fail(call); err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.commands = append(q.commands, command)
	return nil
}

// timed is enqueue for a command that has a Timing.
func (q *queue) timed(call string, kind driver.CommandKind, bytes uint64, command func()) error {
	if !q.d.options.Profiling {
		return q.enqueue(call, command)
	}
	return q.enqueue(call, func() {
		start := monotonic()
		command()
		q.timings = append(q.timings, driver.Timing{Start: start, End: monotonic(), Bytes: bytes, Kind: kind})
	})
}

// monotonic is CLOCK_MONOTONIC in nanoseconds.
func monotonic() int64 {
	var t syscall.Timespec
	const clockMonotonic = 1
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clockMonotonic, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano()
}

// aside awaits what was left before a command that touches the program's memory when
// it runs: a reader must not come behind that.
func (q *queue) aside() error {
	if q.d.left.Load() == q {
		return q.Finish()
	}
	return nil
}

// Record keeps a launch for Replay.
func (q *queue) Record(k driver.Kernel, args []driver.Arg, groups, local uint64, then driver.Then,
	reads []driver.Reading) uintptr {
	args, reads = slices.Clone(args), slices.Clone(reads)
	number := lastReplay.Add(1)
	replays.Store(number, func() error {
		if then == driver.Leave {
			return q.Launch(k, args, groups, local, then)
		}
		err := q.Launch(k, args, groups, local, driver.GoOn)
		for _, r := range reads {
			err = cmp.Or(err, q.Read(r.Buffer, r.Off, r.Host, r.Size))
		}
		return cmp.Or(err, q.Finish())
	})
	return number
}

var (
	lastReplay atomic.Uintptr
	replays    sync.Map // func() error by number
)

// Replay does what Record has kept again.
func Replay(number uintptr) error {
	launch, _ := replays.Load(number)
	return launch.(func() error)()
}

func (q *queue) drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, c := range q.commands {
		c()
	}
	q.commands = nil
}

func (q *queue) Write(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	return q.WriteRanges(b, []driver.Range{{Off: off, Host: host, Size: n}})
}

// source returns what gives the bytes of a range when its command runs.
func (q *queue) source(r driver.Range) func() []byte {
	host := func() []byte {
		q.d.touch(r.Host, r.Size, false)
		return bytesAt(r.Host, r.Size)
	}
	if !q.d.TakesBytes {
		return host
	}
	taken := slices.Clone(host())
	return func() []byte { return taken }
}

func (q *queue) WriteRanges(b *driver.Buffer, ranges []driver.Range) error {
	if !q.d.TakesBytes {
		if err := q.aside(); err != nil {
			return err
		}
	}
	ranges = slices.Clone(ranges)
	total := uint64(0)
	var sources []func() []byte
	for _, r := range ranges {
		total += r.Size
		sources = append(sources, q.source(r))
	}
	return q.timed("Write", driver.WriteCommand, total, func() {
		q.d.Written.Add(int64(total))
		for i, r := range ranges {
			copy(q.d.bytes(b.ID, r.Off, r.Size), sources[i]())
		}
	})
}

func (q *queue) Read(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	if err := q.aside(); err != nil {
		return err
	}
	return q.timed("Read", driver.ReadCommand, n, func() {
		q.d.touch(host, n, true)
		q.d.Read.Add(int64(n))
		copy(bytesAt(host, n), q.d.bytes(b.ID, off, n))
	})
}

func (q *queue) Once(bool) {}

func (q *queue) Copy(dst *driver.Buffer, dstOff uint64, src *driver.Buffer, srcOff, n uint64) error {
	return q.timed("Copy", driver.CopyCommand, n, func() {
		copy(q.d.bytes(dst.ID, dstOff, n), q.d.bytes(src.ID, srcOff, n))
	})
}

// Timings returns the times of the commands that have run.
func (q *queue) Timings() []driver.Timing {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.timings
	q.timings = nil
	return all
}

func (q *queue) Launch(k driver.Kernel, args []driver.Arg, groups, local uint64, then driver.Then) error {
	call := &Call{d: q.d, args: append([]driver.Arg(nil), args...), Groups: groups, Local: local}
	for i, a := range call.args { // OpenCL copies values when they are set
		switch a.Kind {
		case driver.ArgHost:
			var word [8]byte
			copy(word[:], bytesAt(uintptr(a.Word), uint64(a.Size)))
			call.args[i] = driver.Arg{Kind: driver.ArgWord, Word: binary.LittleEndian.Uint64(word[:])}
		case driver.ArgBytes:
			value := append([]byte(nil), bytesAt(uintptr(a.Word), uint64(a.Size))...)
			call.args[i].Word = uint64(uintptr(unsafe.Pointer(unsafe.SliceData(value))))
			keep.Store(&value, true)
		}
	}
	err := q.timed("Launch", driver.LaunchCommand, 0, func() {
		q.d.Launches.Add(1)
		k.(*kernel).run(call)
	})
	if err != nil {
		return err
	}
	switch then {
	case driver.Await:
		return q.Finish()
	case driver.Leave:
		q.d.left.Store(q)
	}
	return nil
}

// keep holds values of which only the address is stored.
var keep sync.Map

func (q *queue) Mark() (driver.Event, error) {
	if err := q.d.fail("Mark"); err != nil {
		return nil, err
	}
	return event{q}, nil
}

func (q *queue) Finish() error {
	if err := q.d.fail("Finish"); err != nil {
		return err
	}
	q.drain()
	q.d.left.CompareAndSwap(q, nil)
	return nil
}

func (q *queue) Release() {}

type event struct{ q *queue }

func (e event) Wait() error {
	e.q.drain()
	return nil
}

// Handle is 0: there is no C here.
func (e event) Handle() uintptr { return 0 }
