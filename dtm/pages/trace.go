package pages

// #include "pages.h"
import "C"

import "unsafe"

// EventKind says what an event was.
type EventKind int32

// The kinds of events.
const (
	FaultEvent EventKind = C.OMP2CL_PAGES_FAULT // a touch of an absent page, fetched
	AheadEvent EventKind = C.OMP2CL_PAGES_AHEAD // read ahead of touches that run forward
	FetchEvent EventKind = C.OMP2CL_PAGES_FETCH // Fetch or Home
	WriteEvent EventKind = C.OMP2CL_PAGES_WRITE // the first write to clean pages
	ZeroEvent  EventKind = C.OMP2CL_PAGES_ZERO  // a touch of a page without memory
)

// Event is one thing the service did. Its layout is that of struct
// omp2cl_pages_event.
type Event struct {
	StartNS, EndNS uint64 // CLOCK_MONOTONIC
	Address        uintptr
	Bytes          uint64
	Object         uintptr // Object.Handle; may have been removed since
	Reader         uintptr // the last that was read through
	Kind           EventKind
	_              int32
}

// Events takes up to len(events) events, oldest first, and says how many were
// overwritten before anyone took them. Recording begins with the first call. One
// goroutine at a time.
func Events(events []Event) (taken int, lost uint64) {
	var missed C.uint64_t
	n := C.omp2cl_pages_events((*C.struct_omp2cl_pages_event)(unsafe.Pointer(unsafe.SliceData(events))),
		C.int(len(events)), &missed)
	return int(n), uint64(missed)
}

// Counters counts what the service did since the start.
type Counters struct {
	Faults       uint64 // touches that waited for the service, all kinds
	FaultBytes   uint64 // fetched because of a touch
	AheadBytes   uint64 // fetched ahead of touches
	FetchBytes   uint64 // fetched by Fetch and Home
	Reads        uint64 // device reads
	WriteFaults  uint64 // of the faults, first writes to clean pages
	ZeroFaults   uint64 // of the faults, touches of pages without memory
	DroppedBytes uint64 // made absent
}

// Fetched counts what came home through a reader. Fetches that go on with one
// another are one run.
type Fetched struct{ Faults, Runs, Bytes uint64 }

// CountOf reads what came through a reader, a C struct omp2cl_reader.
func CountOf(reader unsafe.Pointer) Fetched {
	var f C.struct_omp2cl_pages_fetched
	C.omp2cl_pages_count_reader((*C.struct_omp2cl_reader)(reader), &f)
	return Fetched{uint64(f.faults), uint64(f.runs), uint64(f.bytes)}
}

// Count reads the counters.
func Count() Counters {
	var c C.struct_omp2cl_pages_counters
	C.omp2cl_pages_count(&c)
	return Counters{
		uint64(c.faults), uint64(c.fault_bytes), uint64(c.ahead_bytes), uint64(c.fetch_bytes),
		uint64(c.reads), uint64(c.write_faults), uint64(c.zero_faults), uint64(c.dropped_bytes),
	}
}
