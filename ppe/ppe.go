// Package ppe decides how a target region is spread over a device: the
// performance-portability tables of the runtime. It is pure: device facts and
// loop facts go in, a launch geometry and build macros come out.
package ppe

import (
	"strconv"
	"strings"
)

// Kind is the kind of a device as far as scheduling is concerned.
type Kind uint8

// Device kinds. Accelerator is what OpenCL calls an accelerator or a custom
// device; it is scheduled like a GPU.
const (
	CPU Kind = iota
	GPU
	Accelerator
)

// String names the kind as messages and lists do.
func (k Kind) String() string {
	switch k {
	case CPU:
		return "CPU"
	case GPU:
		return "GPU"
	case Accelerator:
		return "accelerator"
	}
	panic("BUG: device kind out of range")
}

// Device holds the facts about a device that decide a geometry.
type Device struct {
	Kind       Kind
	Vendor     string
	Integrated bool   // it shares the host's memory chips
	Units      uint64 // compute units, at least 1
	Warp       uint64 // work-items that run in lock step, 0 = unknown
	Shy        bool   // groups of several work-items do not bear barriers in loops and branches
	MaxLocal   uint64 // the largest work-group of the device, in work-items
	LocalMem   uint64 // bytes of local memory that a group can have
}

// Kernel holds what a driver says of a kernel on its device; 0 = nothing.
type Kernel struct {
	MaxLocal uint64 // CL_KERNEL_WORK_GROUP_SIZE: registers and local memory count
	Multiple uint64 // CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE
	LocalMem uint64 // CL_KERNEL_LOCAL_MEM_SIZE: bytes of local memory of a work-group
	Private  uint64 // CL_KERNEL_PRIVATE_MEM_SIZE: bytes of a work-item that are in memory
}

// Within is k with a largest work-group that other, of another build of the kernel,
// can have too.
func (k Kernel) Within(other Kernel) Kernel {
	k.MaxLocal = smallerSet(k.MaxLocal, other.MaxLocal)
	return k
}

// Form says how a kernel uses its work-items.
type Form uint8

// Forms, as in omp2cl.h.
const (
	Sequential Form = iota // no teams, no parallel: one work-item
	SPMD                   // every work-item takes its share of one loop
	General                // team-sequential code around parallel regions
)

// Loop holds the facts about one launch. A zero number is one that the user did
// not give or the host does not know.
type Loop struct {
	Form        Form
	OneTeam     bool   // target without teams
	NoParallel  bool   // teams without a parallel region
	Branching   bool   // some barrier stands in a loop or under a condition
	Streams     bool   // one loop whose iterations share nothing, and are short or uneven
	Uneven      bool   // those iterations seem to take different time
	Gathers     bool   // iterations do nothing but add to bins, which teams that have enough of them gather
	Heavy       bool   // work-items combine many values at once, for which they need registers
	Roams       bool   // iterations that reduce load from places that they load themselves, and differ in time
	Trip        uint64 // iterations of the distributed loop nest
	NumTeams    uint64 // num_teams clause, or OMP_NUM_TEAMS
	ThreadLimit uint64 // thread_limit clause, or OMP_TEAMS_THREAD_LIMIT
	NumThreads  uint64 // num_threads clause of the outermost parallel region
	Scratch     uint64 // bytes of global memory that each work-item has for arrays of unknown length
	Kernel      Kernel
}

// Geometry is a one-dimensional launch: Groups work-groups (teams) of Local
// work-items (threads) each. Both are at least 1.
type Geometry struct {
	Groups, Local uint64
}

// policy is one row of the table: the start values for one kind of device.
type policy struct {
	spmdLocal    uint64 // threads of a team that runs an SPMD loop
	generalLocal uint64 // threads of a team with team-sequential code, and of a lone team
	minGroups    uint64 // teams of a loop long enough: at least this many,
	perUnit      uint64 // this many for each compute unit,
	maxGroups    uint64 // and at most this many; 0 = no limit
	buildLocal   uint64 // OMP2CL_MAX_LOCAL of a first build, at least the two local sizes
	itemsEach    uint64 // iterations of a long loop that streams for each work-item; 0 = no matter how many
	unitLocal    uint64 // a unit's local memory, in shares of what a group can have; 0 = 1
	unitHeavy    uint64 // groups for each compute unit of work-items that need many registers; 0 = perUnit
	unitRoams    uint64 // groups for each compute unit that keep each other's lines out of its cache; 0 = perUnit
	unitPrivate  uint64 // bytes of a unit's cache that hold private arrays; 0 = no matter how much
}

// unevenShare is the part of itemsEach that work-items have of iterations which take
// different time: the last ones to run are alone then for as much less.
const unevenShare = 4

// policies holds what was measured to be best on average (CPU, NVIDIA) or follows
// from how many work-items a unit holds (the others). On a CPU one
// work-item takes a contiguous chunk, so local size 1 and a few chunks for each
// core; on a GPU many small groups hide the latency of memory.
//
// Measured on an H200 (132 units; OMP_NUM_TEAMS and OMP_TEAMS_THREAD_LIMIT try others):
//   - A group costs 0.75 ns to start. With an item for each iteration a streaming loop
//     of 4 M takes 25 µs, with 16 groups of 128 per unit 11. Long loops gain up to 6 %
//     from items that end after some 8 iterations, and those whose iterations take
//     different time 15 %, since the units that are done get the next groups: itemsEach.
//     These like 2 better than 8: Mandelbrot's set of 4096 x 4096 points takes 0.71 ms
//     instead of 0.73, a sparse matrix of 4 M rows 0.52 instead of 0.60.
//   - Loops with a reduction pay for an end in each group: as many as the device holds
//     at once, and no more.
//   - A unit holds 16 groups if their work-items have 32 registers each. With sums of four
//     doubles they have more, and the last of 16 groups runs behind the others: 1 GiB takes
//     0.297 ms, with 12 groups 0.268, with 13 0.338. unitHeavy holds up to 48 registers; with
//     8 loads at a time instead of 4 it has the bandwidth as well: 0.275, of four integers
//     0.279 (0.345 before), of six doubles 0.274 (0.296).
//   - Private arrays that the first-level cache does not hold go to memory: k-means with
//     288 bytes for each item takes 0.58 ms with 4 groups per unit, 1.1 with 16.
//   - Reductions over rows whose loads follow other loads (roams) gain from unitRoams, half of
//     the groups that a unit holds: a breadth-first search over 4 M nodes 2.09 -> 1.97 ms, sums of a
//     sparse matrix's rows 0.500 -> 0.475 and 0.488 -> 0.475, of 256 K rows 0.047 -> 0.041 to 0.046
//     and 0.057 -> 0.054 to 0.057. Others whose iterations differ lose: Mandelbrot's area of
//     512 x 512 points 0.078 -> 0.094, elements of uneven rows 0.226 -> 0.248.
//   - Groups of 256 bring nothing over 128.
var policies = [...]policy{
	CPU:         {spmdLocal: 1, generalLocal: 8, minGroups: 8, perUnit: 4, maxGroups: 0, buildLocal: 8},
	GPU:         {spmdLocal: 128, generalLocal: 128, minGroups: 1, perUnit: 16, maxGroups: 0, buildLocal: 128, itemsEach: 8},
	Accelerator: {spmdLocal: 128, generalLocal: 128, minGroups: 1, perUnit: 16, maxGroups: 0, buildLocal: 128},
}

// vendorPolicies are rows for GPUs that differ from most; the first whose word the
// vendor's name contains counts, "" stands for other GPUs inside a processor.
//
//   - AMD: a compute unit has four SIMDs for wavefronts of 64, up to 2560 work-items in
//     all: groups of 256 give each SIMD a wavefront, 8 of them fill the unit.
//   - Intel: what OpenCL calls a unit is an execution unit (vector engine) with 7 or 8
//     hardware threads of up to 16 work-items: one group of 128. A second one evens out.
//   - Small GPUs: a unit holds 256 to 1024 work-items.
var vendorPolicies = []struct {
	word string
	policy
}{
	{"Advanced Micro Devices", policy{spmdLocal: 256, generalLocal: 128, minGroups: 1, perUnit: 8, buildLocal: 256, itemsEach: 8}},
	{"AMD", policy{spmdLocal: 256, generalLocal: 128, minGroups: 1, perUnit: 8, buildLocal: 256, itemsEach: 8}},
	{"Intel", policy{spmdLocal: 128, generalLocal: 64, minGroups: 1, perUnit: 2, buildLocal: 128, itemsEach: 8}},
	{"NVIDIA", policy{spmdLocal: 128, generalLocal: 128, minGroups: 1, perUnit: 16, buildLocal: 128, itemsEach: 8,
		unitLocal: 4, unitHeavy: 10, unitRoams: 8, unitPrivate: 160 << 10}},
	{"", policy{spmdLocal: 64, generalLocal: 64, minGroups: 1, perUnit: 12, buildLocal: 64, itemsEach: 8}},
}

// policyOf returns the row of a device.
func policyOf(d Device) policy {
	if d.Kind == GPU {
		for _, row := range vendorPolicies {
			if strings.Contains(d.Vendor, row.word) && (row.word != "" || d.Integrated) {
				return row.policy
			}
		}
	}
	return policies[d.Kind]
}

// Choose returns the geometry of a launch. The user's num_teams is taken
// exactly; num_threads and thread_limit give the size of a team exactly (the
// smaller of both), as far as device and kernel allow.
func Choose(d Device, l Loop) Geometry {
	if l.Form == Sequential {
		return Geometry{Groups: 1, Local: 1}
	}
	local := localSize(d, l)
	return Geometry{Groups: groups(d, l, local), Local: local}
}

// localSize returns the number of work-items of a group. On shy devices, which all
// CPUs are taken for, a kernel with barriers in loops or branches gets groups of one:
// PoCL 3.1 and 5 hang in, or miscompile, such kernels with more (measured with loops
// around two parallel regions and a continue). A
// team may always have fewer threads than num_threads asks for when the device's
// limit says so (OpenMP 4.5, 2.5.1).
//
// A GPU's team has as many threads as thread_limit allows, since that is how programs
// written for GPUs ask for them; such limits, of 128 and more, would leave each thread of a
// CPU a few iterations that form no vectors, so that there they are limits only (2.7).
func localSize(d Device, l Loop) uint64 {
	if l.NoParallel || d.Shy && l.Branching {
		return 1
	}
	most := smallerSet(d.MaxLocal, l.Kernel.MaxLocal)
	most = smallerSet(most, l.ThreadLimit)
	switch {
	case l.NumThreads > 0:
		return smallerSet(l.NumThreads, most)
	case l.ThreadLimit > 0 && d.Kind != CPU:
		return most
	}
	return max(1, inLockStep(d, l, smallerSet(defaultLocal(d, l), most)))
}

// inLockStep rounds the size of a group down to a multiple of what runs in lock step,
// so that no lane of the device idles.
func inLockStep(d Device, l Loop, local uint64) uint64 {
	multiple := l.Kernel.Multiple
	if multiple == 0 {
		multiple = d.Warp
	}
	if d.Kind == CPU || multiple == 0 || local < multiple {
		return local
	}
	return local - local%multiple
}

// defaultLocal is the size of a team about which the user said nothing.
func defaultLocal(d Device, l Loop) uint64 {
	p := policyOf(d)
	if l.Form == General || l.OneTeam {
		return p.generalLocal
	}
	return p.spmdLocal
}

// groups returns the number of work-groups.
func groups(d Device, l Loop, local uint64) uint64 {
	if l.OneTeam {
		return 1
	}
	if l.NumTeams > 0 {
		return l.NumTeams
	}
	p := policyOf(d)
	n := max(p.minGroups, atOnce(d, l, local)*max(1, d.Units))
	n = smallerSet(n, p.maxGroups)
	n = smallerSet(n, spacious(d, l, local))
	if l.Trip == 0 {
		return n
	}
	if l.Streams && p.itemsEach > 0 {
		n = shortLived(n, min(l.Trip, maxItems)/(each(p, l)*local))
	}
	if l.Gathers && d.Kind != CPU {
		n = min(n, max(d.Units, l.Trip/(gatheredEach*local)))
	}
	return min(n, usefulGroups(l, local))
}

// gatheredEach is the number of iterations for each work-item with which a team has as many
// bins of its own as a GPU's usual histogram: a quarter of its iterations (prelude.cl).
const gatheredEach = 8

// each is the number of iterations of a long loop that streams for each work-item.
func each(p policy, l Loop) uint64 {
	if l.Uneven {
		return max(1, p.itemsEach/unevenShare)
	}
	return p.itemsEach
}

// shortLived is the number of groups of a loop that streams: so many that each has few
// iterations, if that fills the device several times, else as many as it holds.
func shortLived(held, many uint64) uint64 {
	if many < 3*held {
		return held
	}
	return many
}

// atOnce is the number of groups for a unit, at most that of the device's row. Where
// local memory holds fewer of them at a time it is a multiple of what it holds, so that
// the last ones do not run alone; where private arrays do not fit it is what fits, but
// enough to hide the latency of memory.
func atOnce(d Device, l Loop, local uint64) uint64 {
	p := policyOf(d)
	n := p.perUnit
	if d.Kind == CPU {
		return n
	}
	if l.Heavy && p.unitHeavy > 0 {
		n = p.unitHeavy
	}
	if l.Roams && p.unitRoams > 0 {
		n = min(n, p.unitRoams)
	}
	if p.unitPrivate > 0 && l.Kernel.Private > 0 {
		n = min(n, max(p.perUnit/4, p.unitPrivate/(l.Kernel.Private*local)))
	}
	if l.Kernel.LocalMem == 0 || d.LocalMem < l.Kernel.LocalMem {
		return n
	}
	if held := d.LocalMem * max(1, p.unitLocal) / l.Kernel.LocalMem; held < n {
		n -= n % held
	}
	return n
}

// mostScratch is what a GPU's work-items may have of global memory together, bytes: much
// more is gone through for an array of unknown length than a cache holds.
const mostScratch = 256 << 20

// spacious is the number of groups for whose work-items there is room, 0 where that is no
// matter: a CPU has few.
func spacious(d Device, l Loop, local uint64) uint64 {
	if d.Kind == CPU || l.Scratch == 0 {
		return 0
	}
	return max(1, mostScratch/local/l.Scratch)
}

// usefulGroups is the number of groups beyond which some would have no iteration.
func usefulGroups(l Loop, local uint64) uint64 {
	if l.Form == SPMD && !l.NoParallel {
		return (l.Trip-1)/local + 1
	}
	return l.Trip
}

// smallerSet returns the smaller of two numbers of which 0 means "not given".
func smallerSet(a, b uint64) uint64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// BuildLocal returns the largest work-group a program is first built for
// (OMP2CL_MAX_LOCAL).
func BuildLocal(d Device) uint64 {
	return smallerSet(policyOf(d).buildLocal, d.MaxLocal)
}

// Macros returns the preprocessor definitions, "NAME=VALUE", that choose the
// code for the kind of device in the prelude and in generated kernels.
func Macros(d Device) []string {
	var macros []string
	if d.Shy {
		macros = append(macros, "OMP2CL_SHY=1")
	}
	if d.Kind == CPU {
		return append(macros, "OMP2CL_CPU=1")
	}
	return append(macros, "OMP2CL_CPU=0", "OMP2CL_UNITS="+strconv.FormatUint(max(d.Units, 1), 10),
		"OMP2CL_LOCAL_MEM="+strconv.FormatUint(d.LocalMem, 10))
}
