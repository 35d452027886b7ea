// Package pages tracks pages of the program's memory whose value may lie on a
// device: which are home, which the host has written, and, when an absent page is
// touched, how it comes home. The work is done in C, by a thread that never runs
// Go code; this is the thin wrapper. See pages.h for the contract.
//
// Nothing here touches the program's memory, and no address is kept as a Go
// pointer.
package pages

/*
#cgo CFLAGS: -O2 -Wall -Wextra -Wno-unused-parameter
#cgo LDFLAGS: -lpthread
#include <stdlib.h>
#include "pages.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"syscall"
	"unsafe"
)

func init() { C.omp2cl_pages_go_started() }

// Rung is a way to track pages. The numbers are those of pages.h.
type Rung int

// The rungs, best first. Auto is the first that works.
const (
	Auto     Rung = C.OMP2CL_RUNG_AUTO
	UFFD     Rung = C.OMP2CL_RUNG_UFFD
	UFFDUser Rung = C.OMP2CL_RUNG_UFFD_USER
	WP       Rung = C.OMP2CL_RUNG_WP
	Mprotect Rung = C.OMP2CL_RUNG_MPROTECT
)

// String gives the rung's name as in OMP2CL_DTM.
func (r Rung) String() string {
	if name := C.omp2cl_pages_rung_name(C.int(r)); name != nil {
		return C.GoString(name)
	}
	return fmt.Sprintf("Rung(%d)", int(r))
}

// ErrDead is what every operation on an object whose memory has gone returns.
var ErrDead = errors.New("the memory is gone")

// DeviceError is a failed read of device memory; its value is the OpenCL code.
type DeviceError int

func (e DeviceError) Error() string {
	return fmt.Sprintf("reading device memory: OpenCL code %d", int(e))
}

// Start starts the service with the rung wanted, or with the first that works.
// It returns the rung in force and why better ones were refused ("" if none was).
// A rung that was forced and does not work is an error. Only the first call does
// anything.
func Start(wanted Rung) (inForce Rung, refused string, err error) {
	var why [512]C.char
	n := C.omp2cl_pages_start(C.int(wanted), &why[0], C.size_t(len(why)))
	refused = C.GoString(&why[0])
	if n < 0 {
		return Auto, refused, fmt.Errorf("page tracking: %s", refused)
	}
	return Rung(n), refused, nil
}

// InForce gives the rung in force; Auto where page tracking is not started.
func InForce() Rung { return Rung(C.omp2cl_pages_rung()) }

// Range is the half-open range [Lo, Hi) of addresses. Its layout is that of
// struct omp2cl_pages_range.
type Range struct{ Lo, Hi uintptr }

// Source says where the value of absent pages is. Reader is a C struct
// omp2cl_reader, Mem a cl_mem, After a cl_event or nil; Off is the place in Mem
// of the object's first byte, and may wrap below 0. See pages.h for how long they
// must live.
type Source struct {
	Reader unsafe.Pointer
	Mem    unsafe.Pointer
	Off    uint64
	After  unsafe.Pointer
	Origin unsafe.Pointer // of a C string's address; nil: nobody knows
}

func (s *Source) c() C.struct_omp2cl_source {
	return C.struct_omp2cl_source{
		reader: (*C.struct_omp2cl_reader)(s.Reader),
		mem:    s.Mem,
		off:    C.uint64_t(s.Off),
		after:  s.After,
		origin: (**C.char)(s.Origin),
	}
}

// Object is a tracked range of pages: a handle of the C side, comparable.
type Object struct{ p *C.omp2cl_pages_object }

// Add tracks [lo, hi), which is page aligned; the device copy ends at byte end.
// Every page is home and counts as written. kind is only kept. The error is a
// syscall.Errno: EINVAL where this rung cannot track such memory.
func Add(lo, hi, end uintptr, kind int) (Object, error) {
	var why C.int
	p := C.omp2cl_pages_add(C.uintptr_t(lo), C.uintptr_t(hi), C.uintptr_t(end), C.int(kind), &why)
	if p == nil {
		return Object{}, syscall.Errno(why)
	}
	return Object{p}, nil
}

// IsNil tells the zero Object.
func (o Object) IsNil() bool { return o.p == nil }

// Handle gives the C pointer as a number, for matching Event.Object.
func (o Object) Handle() uintptr { return uintptr(unsafe.Pointer(o.p)) }

// Remove ends tracking and frees the handle; absent pages are given up.
func (o Object) Remove() { C.omp2cl_pages_remove(o.p) }

// SetEnd says where the device copy ends from now on.
func (o Object) SetEnd(end uintptr) error {
	return o.failure(C.omp2cl_pages_set_end(o.p, C.uintptr_t(end)))
}

// Kind gives the kind that Add was told.
func (o Object) Kind() int { return int(C.omp2cl_pages_kind(o.p)) }

// Extent gives the range that Add was told.
func (o Object) Extent() Range {
	r := C.omp2cl_pages_extent(o.p)
	return Range{uintptr(r.lo), uintptr(r.hi)}
}

// Protect makes the home pages of the range clean.
func (o Object) Protect(lo, hi uintptr) error {
	return o.failure(C.omp2cl_pages_protect(o.p, C.uintptr_t(lo), C.uintptr_t(hi)))
}

// Unprotect lets the home pages of the range be written without a fault; they
// count as written.
func (o Object) Unprotect(lo, hi uintptr) error {
	return o.failure(C.omp2cl_pages_unprotect(o.p, C.uintptr_t(lo), C.uintptr_t(hi)))
}

// Written fills ranges with the home pages of [lo, hi) that were written since
// they were protected or fetched, merging small gaps where there are more than
// len(ranges), which is at least 1. With protect they are clean from the moment
// of the look. It returns the number of ranges filled in.
func (o Object) Written(lo, hi uintptr, ranges []Range, protect bool) (int, error) {
	var again C.int
	if protect {
		again = 1
	}
	n := C.omp2cl_pages_written(o.p, C.uintptr_t(lo), C.uintptr_t(hi), cRanges(ranges), C.int(len(ranges)), again)
	return o.count(n)
}

// Drop makes the pages of the range absent: their value is at the source. On an
// error none has become absent, and the caller copies eagerly.
func (o Object) Drop(lo, hi uintptr, at Source) error {
	source := at.c()
	return o.failure(C.omp2cl_pages_drop(o.p, C.uintptr_t(lo), C.uintptr_t(hi), &source))
}

// Absent fills ranges with the absent pages of [lo, hi), exactly; where all of
// ranges is used, ask again from the last one's Hi.
func (o Object) Absent(lo, hi uintptr, ranges []Range) (int, error) {
	n := C.omp2cl_pages_absent(o.p, C.uintptr_t(lo), C.uintptr_t(hi), cRanges(ranges), C.int(len(ranges)))
	return o.count(n)
}

// AbsentCount gives the number of absent pages, without a lock.
func (o Object) AbsentCount() int { return int(C.omp2cl_pages_absent_count(o.p)) }

// Fetch brings the absent pages of the range home, in bulk; they end clean. A
// failed device read is a DeviceError; pages not yet read are still absent then.
func (o Object) Fetch(lo, hi uintptr) error {
	return o.failure(C.omp2cl_pages_fetch(o.p, C.uintptr_t(lo), C.uintptr_t(hi)))
}

// Retarget says that the absent pages of the range have the same value elsewhere.
func (o Object) Retarget(lo, hi uintptr, at Source) error {
	source := at.c()
	return o.failure(C.omp2cl_pages_retarget(o.p, C.uintptr_t(lo), C.uintptr_t(hi), &source))
}

// Dead tells whether the object's memory has gone as a whole.
func (o Object) Dead() bool { return C.omp2cl_pages_dead(o.p) != 0 }

// Lost is the number of a dead object's pages that were absent when it died.
func (o Object) Lost() int { return int(C.omp2cl_pages_lost(o.p)) }

// count turns a C result into a number of ranges or an error.
func (o Object) count(n C.int) (int, error) {
	if n < 0 {
		return 0, o.failure(n)
	}
	return int(n), nil
}

// failure turns a C result into an error.
func (o Object) failure(n C.int) error {
	switch {
	case n >= 0:
		return nil
	case syscall.Errno(-n) == syscall.ESRCH:
		return ErrDead
	case syscall.Errno(-n) == syscall.EIO:
		return DeviceError(C.omp2cl_pages_device_error(o.p))
	}
	return syscall.Errno(-n)
}

func cRanges(ranges []Range) *C.struct_omp2cl_pages_range {
	return (*C.struct_omp2cl_pages_range)(unsafe.Pointer(unsafe.SliceData(ranges)))
}

// Gone is the hook of memory that is about to be freed, unmapped or discarded.
func Gone(lo, hi uintptr) { C.omp2cl_pages_gone(C.uintptr_t(lo), C.uintptr_t(hi)) }

// Deaths counts the objects that died or lost a part by Gone since the start.
func Deaths() uint64 { return uint64(C.omp2cl_pages_deaths()) }

// Home brings everything in the n bytes from lo home, ready for a driver to read, or to
// write.
func Home(lo, n uintptr, writes bool) error {
	var w C.int
	if writes {
		w = 1
	}
	if r := C.omp2cl_pages_home_for_driver(C.uintptr_t(lo), C.size_t(n), w); r < 0 {
		return syscall.Errno(-r)
	}
	return nil
}

// IONeedsHome tells whether system calls on absent pages fail in this rung.
func IONeedsHome() bool { return C.omp2cl_pages_io_needs_home() != 0 }

// CheckHandler puts the handler of SIGSEGV back in front where the program or a
// driver installed another; it tells whether it had to. Only the mprotect rung
// has one.
func CheckHandler() bool { return C.omp2cl_pages_check_handler() != 0 }
