// Package memreader is a reader of a device whose memory is host memory, for tests
// of page tracking without a device.
package memreader

/*
#cgo CFLAGS: -O2 -Wall -Wextra -I${SRCDIR}/..
#include "memreader.h"
*/
import "C"

import "unsafe"

// Device is memory with a reader. It is C memory, and lives for ever.
type Device struct{ d *C.struct_memreader }

// New makes a device with n bytes of zeros, read through slots of the given size.
func New(n, slot int) Device { return Device{C.memreader_new(C.size_t(n), C.size_t(slot))} }

// Reader gives the struct omp2cl_reader.
func (d Device) Reader() unsafe.Pointer { return unsafe.Pointer(&d.d.reader) }

// Memory gives the device's memory as what a source calls Mem.
func (d Device) Memory() unsafe.Pointer { return d.d.memory }

// Bytes gives the device's memory to read and write.
func (d Device) Bytes() []byte { return unsafe.Slice((*byte)(d.d.memory), int(d.d.size)) }

// Fail makes every read from now on fail with the OpenCL code; 0: none.
func (d Device) Fail(code int) { C.memreader_fail(d.d, C.int(code)) }
