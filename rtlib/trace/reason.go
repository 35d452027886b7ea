package trace

import "strconv"

// Reasons of transfers, for Transfer.Why. `omp2cl report` knows their beginnings;
// a reason may go on after them (", 64 KiB at its end").
const (
	FirstUse     = "first use"                        // the device had no value
	HostWrotePre = "host wrote "                      // see HostWrote
	HostWroteAll = "host wrote: sent whole"           // most pages were written, so everything was sent
	Always       = "always"                           // the map modifier
	Update       = "target update"                    // the construct
	Mapped       = "mapped"                           // as the map clause says: nothing is tracked (OMP2CL_DTM=eager, off)
	OnStack      = "eager: on the stack"              // memory that is not tracked: sent and copied back at once
	SmallBlock   = "eager: small heap block"          // malloc of less than 4 KiB
	FileMapping  = "eager: shared file mapping"       // mmap, MAP_SHARED
	Unknown      = "eager: memory of unknown kind"    // thread-local, a library's, ...
	Edge         = "eager: partial page"              // first and last page of a range
	Learned      = "copied back: the host reads it"   // the host fetched nearly everything last time
	OtherDevice  = "newer on another device"          // read from there first
	MemoryFull   = "written back: device memory full" // before the copy was given up
	AtExit       = "written back: the program ends"   // an exit handler may want it
	HostRuns     = "the host runs the region"         // a fall-back: everything goes to the host, and back
	Contents     = "declare target"                   // first contents of a static variable
	FirstPrivate = "firstprivate"                     // values that each work-item gets
)

// Reasons of transfers that were not done, for Elided.Why.
const (
	Unchanged    = "unchanged on the host"
	OnlyRead     = "only read on the device"
	WithLaunch   = "passed with the launch"
	StaysOn      = "stays on the device"
	SameBytes    = "the device has the same bytes" // found by comparing
	SharedMemory = "memory is shared"
)

// HostWrote is the reason of a transfer of the pages that the host wrote.
func HostWrote(pages int) string {
	if pages == 1 {
		return HostWrotePre + "1 page"
	}
	return HostWrotePre + strconv.Itoa(pages) + " pages"
}
