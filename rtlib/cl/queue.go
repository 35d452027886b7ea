package cl

/*
#include "calls.h"
// The calls of the steady launch path neither call back nor keep pointers.
#cgo noescape ocl_launch
#cgo nocallback ocl_launch
#cgo nocallback ocl_write
#cgo nocallback ocl_read
#cgo nocallback ocl_finish
*/
import "C"

import (
	"runtime"
	"unsafe"

	"omp2cl/rtlib/driver"
)

// queue is an in-order command queue.
type queue struct{ q C.ocl_queue }

// The C layer reads driver.Arg as struct ocl_arg.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(driver.Arg{})-C.sizeof_struct_ocl_arg]
	_ = [1]struct{}{}[unsafe.Offsetof(driver.Arg{}.Word)-unsafe.Offsetof(C.struct_ocl_arg{}.word)]
	_ = [1]struct{}{}[unsafe.Offsetof(driver.Arg{}.ID)-unsafe.Offsetof(C.struct_ocl_arg{}.id)]
	_ = [1]struct{}{}[driver.ArgBytes-C.OCL_ARG_BYTES]
)

func (q *queue) Write(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	return failure("clEnqueueWriteBuffer",
		C.ocl_write(q.q, mem(b), C.size_t(off), C.uintptr_t(host), C.size_t(n)))
}

func (q *queue) WriteRanges(b *driver.Buffer, ranges []driver.Range) error {
	for _, r := range ranges {
		if err := q.Write(b, r.Off, r.Host, r.Size); err != nil {
			return err
		}
	}
	return nil
}

func (q *queue) Timings() []driver.Timing { return nil }

func (q *queue) Read(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	return failure("clEnqueueReadBuffer",
		C.ocl_read(q.q, mem(b), C.size_t(off), C.uintptr_t(host), C.size_t(n)))
}

func (q *queue) Copy(dst *driver.Buffer, dstOff uint64, src *driver.Buffer, srcOff, n uint64) error {
	return failure("clEnqueueCopyBuffer",
		C.ocl_copy(q.q, mem(dst), C.size_t(dstOff), mem(src), C.size_t(srcOff), C.size_t(n)))
}

func (q *queue) Launch(k driver.Kernel, args []driver.Arg, groups, local uint64, wait bool) error {
	var call *C.char
	first := (*C.struct_ocl_arg)(unsafe.Pointer(unsafe.SliceData(args)))
	w := C.int(0)
	if wait {
		w = 1
	}
	st := C.ocl_launch(k.(*kernel).l, q.q, first, C.uint32_t(len(args)),
		C.size_t(groups), C.size_t(local), w, &call)
	if st == C.OCL_SUCCESS {
		return nil
	}
	return failure(C.GoString(call), st)
}

func (q *queue) Mark() (driver.Event, error) {
	var e C.ocl_event
	if err := failure("clEnqueueMarkerWithWaitList", C.ocl_mark(q.q, &e)); err != nil {
		return nil, err
	}
	ev := &event{e}
	runtime.AddCleanup(ev, func(e C.ocl_event) { C.ocl_free_event(e) }, e)
	return ev, nil
}

func (q *queue) Finish() error { return failure("clFinish", C.ocl_finish(q.q)) }

func (q *queue) Release() { C.ocl_free_queue(q.q) }

// event is a marker in a queue.
type event struct{ e C.ocl_event }

func (e *event) Wait() error {
	defer runtime.KeepAlive(e)
	return failure("clWaitForEvents", C.ocl_wait(e.e))
}

func (e *event) Handle() uintptr { return uintptr(unsafe.Pointer(e.e)) }
