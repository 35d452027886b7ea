package trace

// Place is the construct that an event belongs to; zero for none, such as a
// device routine.
type Place struct {
	Construct    string // as the user wrote it, "target teams distribute parallel for"
	File         string
	Line, Column uint32 // column 0: not known
}

// Direction is that of a transfer, seen from the host.
type Direction uint8

// To the device, and from it.
const (
	To Direction = iota
	From
)

// String is "to" or "from".
func (d Direction) String() string {
	if d == From {
		return "from"
	}
	return "to"
}

// Span is the time an event took, from Now.
type Span struct{ Start, End int64 }

// Construct is one construct that a host thread went through. Constructs of one
// thread are recorded when they end; they may contain each other.
type Construct struct {
	Span
	Place
	Thread int // any number of the host thread, such as gettid's; a row of its own
	Device int // -1: the host ran it
}

// Build is the time in which a host thread waited for a program of a device, built
// or read from the cache.
type Build struct {
	Span
	Place
	Thread int // as in Construct
	Device int
	Name   string // what it was built from, "jacobi.c"
	Cached bool
}

// Kernel is one launch.
type Kernel struct {
	Span
	Place
	Device, Queue int
	Name          string
	Groups, Local uint64 // work-groups, and work-items in each
}

// Transfer is one transfer that was done, in one or more pieces. What a Fault
// fetches is none.
type Transfer struct {
	Span
	Place
	Device, Queue int
	Variable      string // as the user wrote it, "a[0:n]"
	Direction     Direction
	Address       uint64 // of the first host byte that it is about; 0 if it has none
	Length        uint64 // of the host range that it is about, bytes; 0: as Bytes
	Bytes         uint64 // moved
	Ranges        int    // contiguous pieces; 0 and 1 are the same
	Why           string // one of the reasons of this package, or words
}

// Fault is a time in which the host waited for bytes that were on a device, or,
// with Bulk, fetched them before it needed them (a system call, fork, free).
type Fault struct {
	Span
	Device   int    // that had the bytes; -1: not known
	Address  uint64 // that the host touched
	Bytes    uint64 // fetched
	Variable string // what the address belongs to, as a construct named it; "" if not known
	Object   uint64 // any number of the tracked object
	Bulk     bool
}

// Elided is a transfer that the program asked for and that was not needed.
type Elided struct {
	Place
	At        int64 // from Now; 0: now
	Device    int
	Variable  string
	Direction Direction
	Bytes     uint64
	Why       string
}

// Memory is a change of the device memory that the program holds.
type Memory struct {
	Place
	At       int64 // from Now; 0: now
	Device   int
	Variable string
	Bytes    uint64 // of this copy
	Held     uint64 // by the program on this device, after the change, bytes
}
