// Package ppe decides how a target region is spread over a device: the
// performance-portability tables of the runtime. It is pure: device facts and
// loop facts go in, a launch geometry and build macros come out.
package ppe

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
	Kind     Kind
	Vendor   string
	Units    uint64 // compute units, at least 1
	Shy      bool   // groups of several work-items do not bear barriers in loops and branches
	MaxLocal uint64 // the largest work-group of the device, in work-items
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
	Trip        uint64 // iterations of the distributed loop nest
	NumTeams    uint64 // num_teams clause, or OMP_NUM_TEAMS
	ThreadLimit uint64 // thread_limit clause, or OMP_TEAMS_THREAD_LIMIT
	NumThreads  uint64 // num_threads clause of the outermost parallel region
	KernelMax   uint64 // the largest work-group this kernel can have on the device
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
}

// policies holds what was measured to be best on average. On a CPU one
// work-item takes a contiguous chunk, so local size 1 and a few chunks for each
// core; on a GPU many small groups hide the latency of memory.
var policies = [...]policy{
	CPU:         {spmdLocal: 1, generalLocal: 8, minGroups: 8, perUnit: 4, maxGroups: 0, buildLocal: 8},
	GPU:         {spmdLocal: 128, generalLocal: 128, minGroups: 1, perUnit: 16, maxGroups: 0, buildLocal: 128},
	Accelerator: {spmdLocal: 128, generalLocal: 128, minGroups: 1, perUnit: 16, maxGroups: 0, buildLocal: 128},
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
func localSize(d Device, l Loop) uint64 {
	if l.NoParallel || d.Shy && l.Branching {
		return 1
	}
	local := smallerSet(l.NumThreads, l.ThreadLimit)
	if local == 0 {
		local = defaultLocal(d, l)
	}
	return max(1, smallerSet(local, smallerSet(d.MaxLocal, l.KernelMax)))
}

// defaultLocal is the size of a team about which the user said nothing.
func defaultLocal(d Device, l Loop) uint64 {
	p := policies[d.Kind]
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
	p := policies[d.Kind]
	n := max(p.minGroups, p.perUnit*max(1, d.Units))
	n = smallerSet(n, p.maxGroups)
	if l.Trip == 0 {
		return n
	}
	return min(n, usefulGroups(l, local))
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
	return smallerSet(policies[d.Kind].buildLocal, d.MaxLocal)
}

// Macros returns the preprocessor definitions, "NAME=VALUE", that choose the
// code for the kind of device in the prelude and in generated kernels.
func Macros(d Device) []string {
	if d.Kind == CPU {
		return []string{"OMP2CL_CPU=1"}
	}
	return []string{"OMP2CL_CPU=0"}
}
