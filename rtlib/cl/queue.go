package cl

/*
#include "calls.h"
#include "replay.h"
// The calls of the steady launch path neither call back nor keep pointers.
#cgo noescape ocl_launch
#cgo nocallback ocl_launch
#cgo nocallback ocl_write
#cgo noescape ocl_write_ranges
#cgo nocallback ocl_write_ranges
#cgo nocallback ocl_read
#cgo nocallback ocl_finish
*/
import "C"

import (
	"runtime"
	"unsafe"

	"omp2cl/rtlib/driver"
)

// queue is an in-order command queue, in C.
type queue struct{ l *C.struct_ocl_lane }

// The C layer reads driver.Arg as struct ocl_arg.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(driver.Arg{})-C.sizeof_struct_ocl_arg]
	_ = [1]struct{}{}[unsafe.Offsetof(driver.Arg{}.Word)-unsafe.Offsetof(C.struct_ocl_arg{}.word)]
	_ = [1]struct{}{}[unsafe.Offsetof(driver.Arg{}.ID)-unsafe.Offsetof(C.struct_ocl_arg{}.id)]
	_ = [1]struct{}{}[driver.ArgHost-C.OCL_ARG_HOST]
	_ = [1]struct{}{}[driver.Leave-C.OCL_LEAVE]
)

// It reads driver.Range as struct ocl_range and writes driver.Timing as struct
// ocl_timing.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(driver.Range{})-C.sizeof_struct_ocl_range]
	_ = [1]struct{}{}[unsafe.Offsetof(driver.Range{}.Host)-unsafe.Offsetof(C.struct_ocl_range{}.host)]
	_ = [1]struct{}{}[unsafe.Offsetof(driver.Range{}.Size)-unsafe.Offsetof(C.struct_ocl_range{}.size)]
	_ = [1]struct{}{}[unsafe.Sizeof(driver.Timing{})-C.sizeof_struct_ocl_timing]
	_ = [1]struct{}{}[unsafe.Offsetof(driver.Timing{}.End)-unsafe.Offsetof(C.struct_ocl_timing{}.end)]
	_ = [1]struct{}{}[unsafe.Offsetof(driver.Timing{}.Bytes)-unsafe.Offsetof(C.struct_ocl_timing{}.bytes)]
	_ = [1]struct{}{}[unsafe.Offsetof(driver.Timing{}.Kind)-unsafe.Offsetof(C.struct_ocl_timing{}.kind)]
	_ = [1]struct{}{}[driver.CopyCommand-C.OCL_COPY]
)

func (q *queue) Write(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	return failure("clEnqueueWriteBuffer",
		C.ocl_write(q.l, mem(b), C.uint64_t(off), C.uintptr_t(host), C.uint64_t(n)))
}

func (q *queue) WriteRanges(b *driver.Buffer, ranges []driver.Range) error {
	if len(ranges) == 0 {
		return nil
	}
	first := (*C.struct_ocl_range)(unsafe.Pointer(unsafe.SliceData(ranges)))
	return failure("clEnqueueWriteBuffer",
		C.ocl_write_ranges(q.l, mem(b), first, C.size_t(len(ranges))))
}

func (q *queue) Timings() []driver.Timing {
	n := C.ocl_timer_count(q.l.timer)
	if n == 0 {
		return nil
	}
	all := make([]driver.Timing, n)
	C.ocl_timings(q.l.timer, (*C.struct_ocl_timing)(unsafe.Pointer(&all[0])))
	return all
}

func (q *queue) Read(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	return failure("clEnqueueReadBuffer",
		C.ocl_read(q.l, mem(b), C.uint64_t(off), C.uintptr_t(host), C.uint64_t(n)))
}

func (q *queue) Once(on bool) {
	q.l.once = 0
	if on {
		q.l.once = 1
	}
}

func (q *queue) Copy(dst *driver.Buffer, dstOff uint64, src *driver.Buffer, srcOff, n uint64) error {
	return failure("clEnqueueCopyBuffer",
		C.ocl_copy(q.l, mem(dst), C.uint64_t(dstOff), mem(src), C.uint64_t(srcOff), C.uint64_t(n)))
}

func (q *queue) Launch(k driver.Kernel, args []driver.Arg, groups, local uint64, then driver.Then) error {
	var call *C.char
	first := (*C.struct_ocl_arg)(unsafe.Pointer(unsafe.SliceData(args)))
	st := C.ocl_launch(k.(*kernel).l, q.l, first, C.uint32_t(len(args)),
		C.size_t(groups), C.size_t(local), C.enum_ocl_then(then), &call)
	if st == C.OCL_SUCCESS {
		return nil
	}
	return failure(C.GoString(call), st)
}

func (q *queue) Record(k driver.Kernel, args []driver.Arg, groups, local uint64, then driver.Then,
	reads []driver.Reading) uintptr {
	first := (*C.struct_ocl_arg)(unsafe.Pointer(unsafe.SliceData(args)))
	r := C.ocl_new_replay(k.(*kernel).l, q.l, first, C.uint32_t(len(args)), C.size_t(groups), C.size_t(local),
		C.enum_ocl_then(then), C.uint32_t(len(reads)))
	for i, from := range reads {
		if r != nil {
			C.ocl_replay_reads(r, C.uint32_t(i), mem(from.Buffer), *(*C.struct_ocl_range)(unsafe.Pointer(&from.Range)))
		}
	}
	return uintptr(unsafe.Pointer(r))
}

func (q *queue) Mark() (driver.Event, error) {
	var e C.ocl_event
	if err := failure("clEnqueueMarkerWithWaitList", C.ocl_mark(q.l, &e)); err != nil {
		return nil, err
	}
	ev := &event{e}
	runtime.AddCleanup(ev, func(e C.ocl_event) { C.ocl_free_event(e) }, e)
	return ev, nil
}

func (q *queue) Finish() error { return failure("clFinish", C.ocl_finish(q.l)) }

func (q *queue) Release() { C.ocl_free_lane(q.l) }

// event is a marker in a queue.
type event struct{ e C.ocl_event }

func (e *event) Wait() error {
	defer runtime.KeepAlive(e)
	return failure("clWaitForEvents", C.ocl_wait(e.e))
}

func (e *event) Handle() uintptr { return uintptr(unsafe.Pointer(e.e)) }
