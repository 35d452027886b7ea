// Package driver is the seam between the runtime and the OpenCL layer: what the
// runtime asks of a compute API, in OpenCL 1.2's terms. rtlib/cl implements it
// over libOpenCL, rtlib/fake in memory for tests.
//
// Host memory is always an address (uintptr): the runtime never reads or writes
// memory of the user's program from Go, a driver does it from C.
package driver

import (
	"errors"
	"fmt"

	"omp2cl/ppe"
)

// Facts describes a device.
type Facts struct {
	Name          string
	Vendor        string
	Platform      string
	PlatformVer   string
	Version       string // CL_DEVICE_VERSION
	DriverVersion string
	Kind          ppe.Kind
	Units         uint64 // compute units
	Warp          uint64 // work-items that run in lock step, 0 if the driver does not say
	MaxLocal      uint64 // work-items of a work-group
	GlobalMem     uint64 // bytes
	MaxAlloc      uint64 // bytes of one buffer
	Submits       bool   // commands start when they are enqueued, without clFlush
	LocalMem      uint64 // bytes of local memory of a compute unit, or of a work-group
	Integrated    bool   // it shares the host's memory chips
	FP64          bool   // double precision
	SumsDoubles   bool   // PTX's atomic sum of doubles
	ExactDivide   bool   // CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT
	HostMemory    bool   // buffers over host memory have the host's addresses
}

// Buffer is a piece of device memory.
type Buffer struct {
	Handle uintptr // the driver's own
	ID     uint64  // unique for the life of the process, never 0
	Size   uint64  // bytes
	Host   uintptr // host address of its storage if it shares memory with the host, or 0
}

// ArgKind says how a kernel argument is passed.
type ArgKind uint32

// Argument kinds.
const (
	ArgBuffer ArgKind = iota // Word is a Buffer's handle (0 = null pointer), ID its ID
	ArgWord                  // 8 bytes: Word itself
	ArgBytes                 // Size bytes at host address Word
	ArgHost                  // 8 bytes: the integer of Size bytes at host address Word, zero-extended
)

// Arg is one kernel argument. Its layout is that of the C layer's struct.
type Arg struct {
	Kind ArgKind
	Size uint32 // bytes, for ArgBytes and ArgHost
	Word uint64
	ID   uint64
}

// Staging says whether large transfers go through pinned memory that the driver
// keeps for that purpose, filled and emptied by several host threads.
type Staging uint8

// Values of Staging.
const (
	StagingAuto   Staging = iota // on devices without HostMemory
	StagingAlways                // on every device: tests
	StagingNever
)

// Options is how a device is to be used.
type Options struct {
	Staging     Staging
	CopyThreads int  // that stage transfers, for the whole process; 0 = by the number of CPUs
	Profiling   bool // queues keep the times of their commands, see Queue.Timings
}

// Range is a part of a buffer and the host memory that belongs to it. The C layer
// reads it.
type Range struct {
	Off  uint64  // in the buffer, bytes
	Host uintptr // address
	Size uint64  // bytes
}

// Reading is a range that is to be read, and the buffer it is of.
type Reading struct {
	Buffer *Buffer
	Range
}

// CommandKind is what a command does.
type CommandKind uint8

// Kinds of commands.
const (
	LaunchCommand CommandKind = iota
	WriteCommand
	ReadCommand
	CopyCommand
)

// Timing is when a command ran, in nanoseconds of the host's CLOCK_MONOTONIC.
type Timing struct {
	Start, End int64
	Bytes      uint64 // moved; 0 for a launch
	Kind       CommandKind
}

// Driver enumerates devices.
type Driver interface {
	// Devices lists the usable devices of all platforms: platforms in the
	// order of the loader, devices in the order of their platform. The error
	// says why there is none.
	Devices() ([]Device, error)
	Host
}

// Host gives access to memory of the user's program.
type Host interface {
	// CopyHost copies n bytes of host memory.
	CopyHost(dst, src uintptr, n uint64)
	// EqualHost reports whether n bytes of host memory are the same at a and b.
	EqualHost(a, b uintptr, n uint64) bool
	// AllocHost returns zeroed host memory, 128-byte aligned, or 0.
	AllocHost(size uint64) uintptr
	FreeHost(uintptr)
}

// Device is one compute device. Its methods may be called from any thread once
// Open has succeeded.
type Device interface {
	Facts() *Facts
	// Configure says how the device is to be used, before Open.
	Configure(Options)
	// Open makes the device ready for use (a context).
	Open() error
	// Alloc makes a buffer of size bytes (at least 1).
	Alloc(size uint64) (*Buffer, error)
	// Wrap makes a buffer of the size bytes of host memory at host. Only
	// devices with HostMemory have it.
	Wrap(host uintptr, size uint64) (*Buffer, error)
	Free(*Buffer)
	NewQueue() (Queue, error)
	// Takes reports whether a Write has taken the bytes of host memory when it
	// returns. It is asked after Open.
	Takes() bool
	// Reader returns the address of a C struct omp2cl_reader, made at the first
	// call and never freed: it reads device memory with a queue and pinned memory
	// of its own. The fake has none: 0 without an error.
	Reader() (uintptr, error)
	// Build makes a program from source. log is the compiler's output, with
	// or without an error.
	Build(text, options string) (p Program, log string, err error)
	// Load makes a program from what Binary once returned.
	Load(binary []byte, options string) (Program, error)
}

// Program is a built program.
type Program interface {
	Binary() ([]byte, error)
	// Kernel makes a kernel object. It must be used by one thread at a time.
	Kernel(name string) (Kernel, error)
	Release()
}

// Kernel is a kernel object with its arguments.
type Kernel interface {
	Facts() ppe.Kernel
	Release()
}

// Then is what happens behind a launch.
type Then uint8

// Values of Then.
const (
	GoOn  Then = iota // Launch returns, and other commands come, or Finish
	Await             // Launch returns when everything enqueued so far is complete
	// Leave is GoOn where Finish may come late. The device starts at once, and what
	// its Reader reads from now on, up to the next Finish, comes behind everything
	// enqueued so far. Of a device, one queue at a time may have been left.
	Leave
)

// Queue is an in-order command queue, used by one thread at a time. Its methods
// enqueue and return; host memory they name must stay until Finish. Large
// transfers may take effect on host memory before they return, after everything
// enqueued before.
type Queue interface {
	Write(b *Buffer, off uint64, host uintptr, n uint64) error
	// WriteRanges is a Write of each range, of at least one byte each. They must
	// not overlap in the buffer. Many small ones cost much less than as many Writes.
	WriteRanges(b *Buffer, ranges []Range) error
	Read(b *Buffer, off uint64, host uintptr, n uint64) error
	// Once says that what is written and read from now on, up to another call, moves once: no
	// memory need be made ready for more.
	Once(bool)
	Copy(dst *Buffer, dstOff uint64, src *Buffer, srcOff, n uint64) error
	// Launch runs groups work-groups of local work-items.
	Launch(k Kernel, args []Arg, groups, local uint64, then Then) error
	// Record returns a C struct ocl_replay, which does a Launch of these arguments with
	// Leave again without Go, while the queue's user lets it, or with Await behind the reads,
	// if there are any; ArgBytes and ArgHost are taken from their addresses anew. 0: there is
	// none. Whoever it is given to frees it.
	Record(k Kernel, args []Arg, groups, local uint64, then Then, reads []Reading) uintptr
	// Mark returns an event that completes with everything enqueued so far.
	Mark() (Event, error)
	Finish() error
	// Timings returns, after Finish, one Timing for each Launch, Write, WriteRanges,
	// Read and Copy that succeeded since the last call, in their order. Without
	// Options.Profiling there are none.
	Timings() []Timing
	Release()
}

// Event is a point in a queue. Any thread may wait for it, many at once; it is
// released when it is no longer reachable.
type Event interface {
	Wait() error
	// Handle is the driver's own event (a cl_event), which lives as long as the
	// Event; 0 where there is none.
	Handle() uintptr
}

// Error is a failed call of the compute API.
type Error struct {
	Call string // "clCreateBuffer"
	Code int    // the API's own
	Name string // "CL_MEM_OBJECT_ALLOCATION_FAILURE"
}

// Error names the code and the call.
func (e *Error) Error() string { return fmt.Sprintf("%s (%s)", e.Name, e.Call) }

// Codes the runtime tells apart.
const (
	OutOfDeviceMemory = -4  // CL_MEM_OBJECT_ALLOCATION_FAILURE
	OutOfResources    = -5  // CL_OUT_OF_RESOURCES
	OutOfHostMemory   = -6  // CL_OUT_OF_HOST_MEMORY
	BuildFailure      = -11 // CL_BUILD_PROGRAM_FAILURE
	InvalidBufferSize = -61 // CL_INVALID_BUFFER_SIZE
)

// NotLaunched reports whether err says that a kernel was not enqueued.
func NotLaunched(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Call == "clEnqueueNDRangeKernel"
}

// IsMemory reports whether err says that there was not enough memory.
func IsMemory(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code {
	case OutOfDeviceMemory, OutOfResources, OutOfHostMemory, InvalidBufferSize:
		return true
	}
	return false
}
