// Package report reads a trace that a program wrote with OMP2CL_TRACE and shows it:
// a page for the browser that needs nothing else, and a summary for the terminal.
//
// It knows the format of the trace, and the reasons in it, by their text: compiler
// and runtime share no code, and a test compares the two.
package report

// kind is what an event of a trace is about.
type kind uint8

const (
	construct kind = iota
	kernel
	upload
	download
	fault
	elided
	memory
	build
	kinds int = iota
)

// kindNames are the names for people, by kind.
var kindNames = [...]string{"construct", "kernel", "to device", "from device", "host fault", "not transferred", "memory", "build"}

// event is one event of a trace. Which fields hold something depends on its kind.
type event struct {
	kind          kind
	row           rowKey
	start, length int64 // nanoseconds since the start of the recording
	name          string
	construct     string // as the user wrote it
	at            string // file:line:column of it
	variable      string
	why           string
	device        int
	back          bool // an elided transfer: from the device
	bulk          bool // a fault: fetched before it was needed
	address       string
	extent        uint64 // of the host range that a transfer is about, bytes
	bytes         uint64
	ranges        int
	groups, local uint64
	held          uint64 // device memory after the event, bytes
}

func (e *event) end() int64 { return e.start + e.length }

// rowKey is a row of the trace: a thread of a process.
type rowKey struct{ process, row int }

// hostProcess is the process of a trace that stands for the host; n+1 stands for
// device n.
const hostProcess = 0

// trace is what a file holds.
type trace struct {
	command string
	began   string
	whole   bool   // the program ended by itself
	dropped uint64 // events that did not fit into the file
	devices map[int]string
	rows    map[rowKey]rowName
	events  []event // by start
}

// rowName is the name of a row and its place among the rows of its process.
type rowName struct {
	name  string
	order int
}

// span is the time from the first event to the end of the last, at least 1 ns.
func (t *trace) span() (from, to int64) {
	if len(t.events) == 0 {
		return 0, 1
	}
	from = t.events[0].start
	to = from
	for i := range t.events {
		to = max(to, t.events[i].end())
	}
	return from, max(to, from+1)
}
