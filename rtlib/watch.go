package rtlib

import "omp2cl/dtm"

// Watch is page tracking over the memory of the user's program, and what is
// known about that memory. Package hostmem implements it over the rooms
// dtm/pages and dtm/heap. All ranges of pages are page-aligned.
type Watch interface {
	// Begin starts tracking by the mechanism that mode asks for and returns the
	// name of the one in force; the error says why there is none. It is called
	// once, when the first device without the host's memory opens.
	Begin(mode DTM) (rung string, err error)
	// Kind classifies the memory around an address. extent is the range, in whole
	// pages, that belongs to one object of the program or to one mapping.
	Kind(address uintptr) (kind MemoryKind, extent dtm.Range)
	// Track begins to track pages. end is where what a device has of them ends:
	// what lies behind it on the last page stays as it is when the page goes and
	// comes. Nothing of the pages may be tracked already.
	Track(pages dtm.Range, end uintptr, kind MemoryKind) (Pages, error)
	// Deaths counts the objects that died; see Pages.Dead.
	Deaths() uint64
	// Attend is called at the beginning of each construct, once tracking is on.
	Attend()
	// Home makes sure that nothing of a range is absent, and that drivers can read
	// it, or write to it.
	Home(r dtm.Range, writes bool)
	// ReadAtExit reports whether code of the program may run after the runtime's
	// exit hook and look at results.
	ReadAtExit() bool
	// Counters tells what fetches through a device's reader have cost so far.
	Counters(reader uintptr) WatchCounters
	// Fetches returns what was fetched since the last call, oldest first, and how
	// many fetches were too long ago to be told.
	Fetches() (list []Fetch, lost uint64)
}

// Pages is a tracked range of pages.
type Pages interface {
	// Dead reports whether the program has given the memory back.
	Dead() bool
	// AbsentCount is the number of pages whose value is only on a device. It
	// grows through Drop only.
	AbsentCount() int
	// Lost is, when the memory has gone, the number of pages that were absent then.
	Lost() int
	// Absent lists these pages in r.
	Absent(r dtm.Range) []dtm.Range
	// Written lists the pages of r that are not absent and that the program has
	// written, or discarded, since they were last protected; fresh pages have
	// all been written. With protect they are protected again, in one step.
	Written(r dtm.Range, protect bool) ([]dtm.Range, error)
	// Protect and Unprotect begin and end the watch for writes.
	Protect(r dtm.Range) error
	Unprotect(r dtm.Range) error
	// Drop makes the pages of r absent, or changes the source of absent ones.
	Drop(r dtm.Range, from Source) error
	// Fetch brings the absent pages of r home; they are protected.
	Fetch(r dtm.Range) error
	// Handle is the C struct omp2cl_pages_object.
	Handle() uintptr
	// Remove ends tracking; nothing may be absent that the program needs.
	Remove()
}

// Source says where the values of absent pages are.
type Source struct {
	Reader uintptr // the device's C struct omp2cl_reader
	Buffer uintptr // the driver's handle
	Off    uint64  // in the buffer, of the first byte of the Pages; modulo 2^64
	End    uintptr // where the host memory that the buffer is for ends
	Origin uintptr // of the address of a C string that says who left the values there
	Device int
}

// WatchCounters counts fetches of absent pages.
type WatchCounters struct {
	Faults uint64 // touches that had to wait
	Runs   uint64 // fetches, where those that follow each other count once
	Bytes  uint64 // fetched
}

// Fetch is one fetch of absent pages.
type Fetch struct {
	Start, End int64 // ns of CLOCK_MONOTONIC
	Address    uintptr
	Bytes      uint64
	Device     int
	Bulk       bool // not because of a touch
}

// MemoryKind is where memory of the program comes from.
type MemoryKind uint8

// Kinds of memory. Only the first four are tracked.
const (
	HeapBlock     MemoryKind = iota // a block of our allocator with pages of its own
	AnonymousMap                    // mmap, private and anonymous
	ZeroData                        // static storage without initial values
	InitialData                     // static storage with initial values
	OtherMemory                     // the stack, small heap blocks, libraries' memory
	SharedMapping                   // mmap, shared with other processes or a file
	PrivateFile                     // mmap of a file, private
)

// tracked reports whether pages of the kind can be tracked.
func (k MemoryKind) tracked() bool { return k <= InitialData }

// DTM is the value of OMP2CL_DTM: how data-transfer minimization follows what the
// host does with its memory.
type DTM uint8

// Values of OMP2CL_DTM. The ladder goes from DTMUserFault down to DTMEager.
const (
	DTMAuto         DTM = iota // the first that works
	DTMUserFault               // userfaultfd, asynchronous write protection
	DTMUserFaultOwn            // the same without privileges: faults of system calls are not served
	DTMWriteProtect            // userfaultfd with synchronous write protection
	DTMProtect                 // mprotect and SIGSEGV
	DTMEager                   // no tracking: transfers as the program states them
	DTMOff                     // nothing of it, and no pinned memory either
)

// dtmNames are the values as users write them.
var dtmNames = []string{"auto", "uffd", "uffd-user", "wp", "mprotect", "eager", "off"}

// String is the value as users write it.
func (m DTM) String() string { return dtmNames[m] }
