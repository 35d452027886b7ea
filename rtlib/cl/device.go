package cl

/*
#include <stdlib.h>
#include "calls.h"
#include "reader.h"
*/
import "C"

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
)

// device is one OpenCL device with, once opened, a context of its own.
type device struct {
	id      C.ocl_device
	context C.ocl_context
	facts   driver.Facts
	options driver.Options
	stage   *C.struct_ocl_stage // nil: the driver moves user memory itself
	gate    *C.struct_ocl_gate

	readerOnce sync.Once
	reader     *C.struct_omp2cl_reader
	readerErr  error
}

// lastBuffer numbers buffers, so that a reused handle is told from the old one.
var lastBuffer atomic.Uint64

func (d *device) Facts() *driver.Facts { return &d.facts }

func (d *device) Configure(o driver.Options) { d.options = o }

func (d *device) Open() error {
	var st C.int32_t
	d.context = C.ocl_open(d.id, &st)
	if d.gate = C.ocl_new_gate(); d.gate == nil {
		st = C.OCL_OUT_OF_HOST_MEMORY
	}
	if st == C.OCL_SUCCESS && d.stages() {
		C.ocl_copiers(C.unsigned(d.options.CopyThreads))
		d.stage = C.ocl_new_stage(d.context, d.id) // without one, plain transfers
	}
	return failure("clCreateContext", st)
}

// stages reports whether transfers go through pinned memory.
func (d *device) stages() bool {
	switch d.options.Staging {
	case driver.StagingAlways:
		return true
	case driver.StagingNever:
		return false
	}
	return !d.facts.HostMemory
}

// Takes is what pinned memory makes of it: without, the driver reads the host's memory
// when the command runs.
func (d *device) Takes() bool { return d.stage != nil }

func (d *device) Reader() (uintptr, error) {
	d.readerOnce.Do(func() {
		var st C.int32_t
		d.reader = C.ocl_new_reader(d.context, d.id, d.stage, d.gate, &st)
		d.readerErr = failure("clCreateCommandQueue", st)
	})
	return uintptr(unsafe.Pointer(d.reader)), d.readerErr
}

func (d *device) Alloc(size uint64) (*driver.Buffer, error) { return d.buffer(size, 0) }

func (d *device) Wrap(host uintptr, size uint64) (*driver.Buffer, error) {
	return d.buffer(size, host)
}

func (d *device) buffer(size uint64, host uintptr) (*driver.Buffer, error) {
	var st C.int32_t
	m := C.ocl_new_buffer(d.context, C.size_t(size), C.uintptr_t(host), &st)
	if err := failure("clCreateBuffer", st); err != nil {
		return nil, err
	}
	return &driver.Buffer{
		Handle: uintptr(unsafe.Pointer(m)), ID: lastBuffer.Add(1), Size: size, Host: host,
	}, nil
}

func (d *device) Free(b *driver.Buffer) { C.ocl_free_buffer(mem(b)) }

func mem(b *driver.Buffer) C.ocl_mem { return *(*C.ocl_mem)(unsafe.Pointer(&b.Handle)) }

func (d *device) NewQueue() (driver.Queue, error) {
	var st C.int32_t
	profiling := C.int(0)
	if d.options.Profiling {
		profiling = 1
	}
	l := C.ocl_new_lane(d.context, d.id, d.stage, d.gate, profiling, &st)
	if err := failure("clCreateCommandQueue", st); err != nil {
		return nil, err
	}
	if d.facts.Submits {
		l.submits = 1
	}
	return &queue{l}, nil
}

func (d *device) Build(source, options string) (driver.Program, string, error) {
	var st C.int32_t
	text := C.CString(source)
	defer C.free(unsafe.Pointer(text))
	p := C.ocl_from_source(d.context, text, C.size_t(len(source)), &st)
	if err := failure("clCreateProgramWithSource", st); err != nil {
		return nil, "", err
	}
	return d.build(p, options)
}

func (d *device) Load(binary []byte, options string) (driver.Program, error) {
	if len(binary) == 0 {
		return nil, &driver.Error{Call: "clCreateProgramWithBinary", Code: -42, Name: "CL_INVALID_BINARY"}
	}
	var st C.int32_t
	data := C.CBytes(binary)
	defer C.free(data)
	p := C.ocl_from_binary(d.context, d.id, (*C.uchar)(data), C.size_t(len(binary)), &st)
	if err := failure("clCreateProgramWithBinary", st); err != nil {
		return nil, err
	}
	built, _, err := d.build(p, options)
	return built, err
}

// build builds p and owns it: it is released on failure.
func (d *device) build(p C.ocl_program, options string) (driver.Program, string, error) {
	opts := C.CString(options)
	defer C.free(unsafe.Pointer(opts))
	st := C.ocl_build(p, d.id, opts)
	log := take(C.ocl_build_log(p, d.id))
	if err := failure("clBuildProgram", st); err != nil {
		C.ocl_free_program(p)
		return nil, log, err
	}
	return &program{p: p, device: d.id}, log, nil
}

// program is a built program.
type program struct {
	p      C.ocl_program
	device C.ocl_device
}

func (p *program) Binary() ([]byte, error) {
	var size C.size_t
	var st C.int32_t
	data := C.ocl_binary(p.p, &size, &st)
	if data == nil {
		return nil, failure("clGetProgramInfo", st)
	}
	defer C.free(unsafe.Pointer(data))
	return C.GoBytes(unsafe.Pointer(data), C.int(size)), nil
}

func (p *program) Kernel(name string) (driver.Kernel, error) {
	n := C.CString(name)
	defer C.free(unsafe.Pointer(n))
	var facts C.struct_ocl_kernel_facts
	var st C.int32_t
	l := C.ocl_kernel_of(p.p, n, p.device, &facts, &st)
	if err := failure("clCreateKernel", st); err != nil {
		return nil, err
	}
	return &kernel{l, ppe.Kernel{MaxLocal: uint64(facts.max_local), Multiple: uint64(facts.multiple),
		LocalMem: uint64(facts.local_mem), Private: uint64(facts.private_mem)}}, nil
}

func (p *program) Release() { C.ocl_free_program(p.p) }

// kernel is a kernel object with the arguments it holds, in C.
type kernel struct {
	l     *C.struct_ocl_launcher
	facts ppe.Kernel
}

func (k *kernel) Facts() ppe.Kernel { return k.facts }
func (k *kernel) Release()          { C.ocl_free_launcher(k.l) }
