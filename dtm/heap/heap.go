// Package heap is the memory room: it tells what kind of memory an address is in,
// which pages belong to one object alone, and reports memory that dies to the
// page tracker. The object in names, which the omp2cl command links into programs
// with device code, stands in front of the C library's malloc family and of its
// mapping, reading and writing calls; see heap.h.
//
// Addresses are numbers here: no Go code touches the program's memory.
package heap

/*
#cgo CFLAGS: -O2 -Wall -Wextra -Wno-unused-parameter
#cgo LDFLAGS: -lpthread -ldl
#include "heap.h"
*/
import "C"

import "syscall"

// Memory is a kind of memory. The numbers are those of heap.h.
type Memory int

// The kinds of memory. Unknown memory must not be tracked.
const (
	Unknown     Memory = C.OMP2CL_MEMORY_UNKNOWN
	Block       Memory = C.OMP2CL_MEMORY_BLOCK
	Anon        Memory = C.OMP2CL_MEMORY_ANON
	BSS         Memory = C.OMP2CL_MEMORY_BSS
	Data        Memory = C.OMP2CL_MEMORY_DATA
	FilePrivate Memory = C.OMP2CL_MEMORY_FILE_PRIVATE
	FileShared  Memory = C.OMP2CL_MEMORY_FILE_SHARED
)

// String gives the kind's name for messages.
func (m Memory) String() string {
	names := [...]string{"unknown", "block", "anonymous mapping", ".bss", ".data", "private file mapping", "shared mapping"}
	if m < 0 || int(m) >= len(names) {
		return "unknown"
	}
	return names[m]
}

// Hooks says what of the room is in force, as a set of bits.
type Hooks uint

// What may be in force. Without Mappings nothing but blocks may be tracked,
// without IO nothing where system calls on absent pages fail.
const (
	Blocks   Hooks = C.OMP2CL_HEAP_BLOCKS
	Mappings Hooks = C.OMP2CL_HEAP_MAPPINGS
	IO       Hooks = C.OMP2CL_HEAP_IO
	Signals  Hooks = C.OMP2CL_HEAP_SIGNALS
	Exits    Hooks = C.OMP2CL_HEAP_EXITS
)

// InForce says which hooks are in force in this program.
func InForce() Hooks { return Hooks(C.omp2cl_heap_hooks()) }

// Kind gives the kind of the memory at address and the page-aligned extent around
// it; of Unknown memory it gives none. Only a Block's pages hold nothing else.
func Kind(address uintptr) (kind Memory, lo, hi uintptr) {
	var first, last C.uintptr_t
	kind = Memory(C.omp2cl_heap_kind(C.uintptr_t(address), &first, &last))
	return kind, uintptr(first), uintptr(last)
}

// Anchor prepares a mapping, by the lower end of its extent, for being tracked in
// part for the first time.
func Anchor(lo uintptr) { C.omp2cl_heap_anchor(C.uintptr_t(lo)) }

// Tracked says that pages of [lo, hi) are tracked from now on. Hooks report only
// what was tracked.
func Tracked(lo, hi uintptr) { C.omp2cl_heap_tracked(C.uintptr_t(lo), C.uintptr_t(hi)) }

// DetachData makes the pages [lo, hi) of a Data extent anonymous. It can be
// repeated. The error is a syscall.Errno; the contents are untouched then.
func DetachData(lo, hi uintptr) error {
	if n := C.omp2cl_heap_detach_data(C.uintptr_t(lo), C.uintptr_t(hi)); n < 0 {
		return syscall.Errno(-n)
	}
	return nil
}

// ExitReaders tells how many exit handlers and destructors of the program's may run
// after an exit handler that is registered now.
func ExitReaders() int { return int(C.omp2cl_heap_exit_readers()) }

// Counts are the bytes of big blocks.
type Counts struct {
	InUse    uint64 // in blocks that the program has
	Peak     uint64 // the most that InUse has been
	Retained uint64 // in free pages that are kept for reuse
	Mapped   uint64 // address space held
}

// Count reads the counts.
func Count() Counts {
	var c C.struct_omp2cl_heap_counts
	C.omp2cl_heap_count(&c)
	return Counts{uint64(c.in_use), uint64(c.peak), uint64(c.retained), uint64(c.mapped)}
}
