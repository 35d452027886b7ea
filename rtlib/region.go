package rtlib

import (
	"fmt"
	"sync/atomic"
)

// Kind says what a list item of a construct is to the runtime (omp2cl_kind).
type Kind uint32

// Kinds, with the values of omp2cl.h.
const (
	ArgMap Kind = iota + 1
	MapOnly
	ArgValue
	ArgFirstPrivate
	ArgPrivate
	ArgDevicePtr
	ArgZeroLength
	Attach
	UseDevicePtr
	ArgFirst
	ArgGiven
	Rows
)

// MapType is a map type with its modifiers (omp2cl_map).
type MapType uint32

// MapAlloc is the map type without a transfer.
const MapAlloc MapType = 0

// The other map types and the modifiers, with the values of omp2cl.h.
const (
	MapTo MapType = 1 << iota
	MapFrom
	MapAlways
	MapRelease
	MapDelete
	MapImplicit
	MapMember   // of the structure that the last item without it holds
	MapReadOnly // the region does not write it through this item
	MapPointers // a span that only holds pointers that sections start from
	MapPresent  // what is not present is an error
)

// Item is the static part of a list item.
type Item struct {
	Name string // as the user wrote it
	Kind Kind
	Map  MapType
}

// Value is the dynamic part of a list item; its layout is that of struct
// omp2cl_value.
type Value struct {
	Base  uintptr // host value of the base pointer, or address of the variable
	Begin uintptr // first byte
	Size  uint64  // bytes
}

// Launch is the dynamic part of a launch; its layout is that of struct
// omp2cl_launch.
type Launch struct {
	NumTeams    int64
	ThreadLimit int64
	NumThreads  int64
	Trip        uint64
	ItemScratch uint64
}

// Flags of a region (omp2cl_form).
const (
	formMask       = 3
	flagOneTeam    = 4
	flagNoParallel = 8
	flagMayAssert  = 16
	flagBranching  = 32
	flagElsewhere  = 64    // it may write whatever is present
	flagAnyLeague  = 128   // results do not tell how many teams and threads ran it
	flagFollowed   = 256   // a construct or Settle comes before the host looks
	flagStreams    = 512   // one loop whose iterations share nothing, and are short or uneven
	flagLone       = 1024  // the kernel takes neither arena nor scratch buffer
	flagUneven     = 2048  // iterations of that loop seem to take different time
	flagGathers    = 4096  // one loop whose iterations do nothing but add to bins of their team
	flagRoams      = 16384 // they reduce, and load from places that other loads tell
	flagHeavy      = 8192  // work-items combine many values at once, for which they need registers
)

// Special device numbers, with the values of omp2cl.h and OpenMP.
const (
	DeviceDefault = -1000 // default-device-var
	DeviceHost    = -1001 // an if clause was false
	InitialDevice = -1    // omp_initial_device
)

// Region is one device construct.
type Region struct {
	Unit         *Unit
	File         string
	Line, Column uint32
	Function     string
	Construct    string
	Kernel       string // "" for a data construct
	Items        []Item
	Flags        uint32
	TeamScratch  uint32 // bytes of scratch per team

	Own uintptr // what the caller keeps of it

	sighted   [sightings]uint64 // hashes of its latest plain launches; whose turn it is uses them
	sightings int

	on    []atomic.Pointer[regionKernels] // by device number; made by Prepare
	apart []atomic.Pointer[regionKernels] // those for launches whose items lie apart
	tuned []atomic.Pointer[[]*tuning]     // by device number
}

// position is the place of the construct in gcc's format.
func (r *Region) position() string {
	if r == nil {
		return "omp2cl"
	}
	return fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Column)
}

// Prepare makes room for what each device knows about the region.
func (r *Region) Prepare(devices int) {
	if r.on == nil {
		r.on = make([]atomic.Pointer[regionKernels], devices)
		r.apart = make([]atomic.Pointer[regionKernels], devices)
		r.tuned = make([]atomic.Pointer[[]*tuning], devices)
	}
}

// isMap reports whether items of the kind come from a map clause.
func (k Kind) isMap() bool { return k == ArgMap || k == MapOnly }
