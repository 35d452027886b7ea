// Command capi is the runtime library as a C archive, libomp2cl.a, under the
// contract of omp2cl.h. Exports convert, call package rtlib and convert back.
package main

/*
#include <stdlib.h>
#include "bridge.h"
#include "visit.h"
*/
import "C"

import (
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"unsafe"

	_ "omp2cl/dtm/heap" // the memory room stands in the program from its start
	"omp2cl/rtlib"
	"omp2cl/rtlib/cl"
	"omp2cl/rtlib/hostmem"
)

func main() {} // a C archive has no main of its own

// session makes the runtime at first use.
var session = sync.OnceValue(func() *rtlib.Session {
	config, warnings := rtlib.ReadConfig(getenv)
	for _, w := range warnings {
		fmt.Fprintln(os.Stderr, w)
	}
	return rtlib.NewSession(config, cl.Driver{Library: getenv("OMP2CL_LIBOPENCL")}, rtlib.Process{
		Stderr:    os.Stderr,
		Exit:      func(status int) { C.omp2cl_quit(C.int(status)) },
		Abort:     func() { C.omp2cl_abort() },
		Flush:     func() { C.omp2cl_flush() },
		Watch:     &hostmem.Watch{},
		Alone:     alone,
		Turn:      (*rtlib.Turn)(unsafe.Pointer(&C.omp2cl_turn)),
		Remember:  remember,
		WatchExit: func() { C.omp2cl_watch_exit() },
	})
})

// alone reports whether the calling thread is the only one that uses the runtime.
func alone() bool { return (*atomic.Uint32)(unsafe.Pointer(&C.omp2cl_visitors)).Load() == 1 }

// remember hands a launch to C.
func remember(r rtlib.Remembered) {
	var still []C.struct_omp2cl_still
	for _, s := range r.Still {
		at, away := s.Pages.Handle(), C.uint64_t(0)
		if s.Away {
			away = 1
		}
		still = append(still, C.struct_omp2cl_still{*(**C.struct_omp2cl_pages_object)(unsafe.Pointer(&at)),
			C.uintptr_t(s.Lo), C.uintptr_t(s.Hi), away})
	}
	done := C.struct_omp2cl_done{
		epoch: C.uint64_t(r.Epoch), holder: C.uint64_t(r.Holder), replay: replayAt(r.Replay), device: C.int(r.Device),
		spared: C.uint64_t(r.Spared), results: C.uint64_t(r.Results), result_bytes: C.uint64_t(r.ResultBytes), nstill: C.uint32_t(len(still)), nvalues: C.uint32_t(len(r.Values)), launch: *(*C.struct_omp2cl_launch)(unsafe.Pointer(r.Launch)),
	}
	C.omp2cl_remember(knownAt(r.Region.Own), &done, (*C.struct_omp2cl_value)(unsafe.Pointer(unsafe.SliceData(r.Values))),
		unsafe.SliceData(still))
}

func replayAt(at uintptr) *C.struct_ocl_replay { return *(**C.struct_ocl_replay)(unsafe.Pointer(&at)) }

func knownAt(at uintptr) *C.struct_omp2cl_known {
	return *(**C.struct_omp2cl_known)(unsafe.Pointer(&at))
}

//export omp2cl_go_wake
func omp2cl_go_wake() {
	defer guard()
	session().WakeTurn()
}

// getenv reads the environment as the program has it now.
func getenv(name string) string {
	n := C.CString(name)
	defer C.free(unsafe.Pointer(n))
	return C.GoString(C.getenv(n))
}

// bugStatus is the exit status of an internal error (sysexits.h: EX_SOFTWARE).
const bugStatus = 70

// guard turns a panic into a message and an exit status.
func guard() {
	if cause := recover(); cause != nil {
		fmt.Fprintf(os.Stderr, "omp2cl: BUG: the runtime library failed: %v\n%s", cause, debug.Stack())
		C.omp2cl_quit(bugStatus)
	}
}

//export omp2cl_go_ending
func omp2cl_go_ending() {
	defer guard()
	session().Ending()
}

//export omp2cl_go_settle
func omp2cl_go_settle() {
	defer guard()
	session().Settle()
}

//export omp2cl_go_target
func omp2cl_go_target(region unsafe.Pointer, device, byDefault C.int, launch, values unsafe.Pointer) C.int {
	defer guard()
	r := regionOf((*C.struct_omp2cl_region)(region))
	if session().Target(r, int(device), byDefault != 0, (*rtlib.Launch)(launch), valuesOf(r, values)) {
		return 0
	}
	return 1
}

//export omp2cl_go_data_begin
func omp2cl_go_data_begin(region unsafe.Pointer, device, byDefault C.int, values unsafe.Pointer) {
	defer guard()
	r := regionOf((*C.struct_omp2cl_region)(region))
	session().DataBegin(r, int(device), byDefault != 0, valuesOf(r, values))
}

//export omp2cl_go_data_end
func omp2cl_go_data_end(region unsafe.Pointer, device, byDefault C.int, values unsafe.Pointer) {
	defer guard()
	r := regionOf((*C.struct_omp2cl_region)(region))
	session().DataEnd(r, int(device), byDefault != 0, valuesOf(r, values))
}

//export omp2cl_go_enter_data
func omp2cl_go_enter_data(region unsafe.Pointer, device, byDefault C.int, values unsafe.Pointer) {
	defer guard()
	r := regionOf((*C.struct_omp2cl_region)(region))
	session().EnterData(r, int(device), byDefault != 0, valuesOf(r, values))
}

//export omp2cl_go_exit_data
func omp2cl_go_exit_data(region unsafe.Pointer, device, byDefault C.int, values unsafe.Pointer) {
	defer guard()
	r := regionOf((*C.struct_omp2cl_region)(region))
	session().ExitData(r, int(device), byDefault != 0, valuesOf(r, values))
}

//export omp2cl_go_update
func omp2cl_go_update(region unsafe.Pointer, device, byDefault C.int, values unsafe.Pointer) {
	defer guard()
	r := regionOf((*C.struct_omp2cl_region)(region))
	session().Update(r, int(device), byDefault != 0, valuesOf(r, values))
}

// valuesOf views the caller's values: their layout is that of rtlib.Value.
func valuesOf(r *rtlib.Region, values unsafe.Pointer) []rtlib.Value {
	return unsafe.Slice((*rtlib.Value)(values), len(r.Items))
}
