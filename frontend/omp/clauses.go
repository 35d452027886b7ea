package omp

import "omp2cl/ompir"

// clauseInfo describes a clause.
type clauseInfo struct {
	name     string
	kind     ompir.ClauseKind
	parse    func(*parser, *RawClause, *cursor) *ompir.Diagnostic // its arguments; nil for none
	usage    string                                               // for messages
	optional bool                                                 // "(...)" may be left out
	once     bool                                                 // at most one on a directive
	parts    []ompir.Part                                         // constructs that take it
}

// Groups of constructs that take the same clauses.
var (
	worksharing = []ompir.Part{ompir.For, ompir.Sections, ompir.Single}
	tasking     = []ompir.Part{ompir.Task, ompir.Taskloop}
	loops       = []ompir.Part{ompir.For, ompir.Simd, ompir.Distribute, ompir.Taskloop}
	dataRegions = []ompir.Part{ompir.TargetData, ompir.TargetEnterData, ompir.TargetExitData}
	async       = []ompir.Part{ompir.Target, ompir.TargetUpdate, ompir.TargetEnterData,
		ompir.TargetExitData}
	cancels  = []ompir.Part{ompir.Cancel, ompir.CancellationPoint}
	ordering = []ompir.Part{ompir.Atomic, ompir.Flush}
)

// clauseTable lists the clauses of OpenMP 4.5 with the constructs that take them
// (§2.5–2.15), and those of 5.0 in newer.go, in the order that messages list them.
var clauseTable = []*clauseInfo{
	{name: "map", kind: ompir.Map, parse: parseMap, usage: "map(tofrom: a[0:n])",
		parts: with(dataRegions, ompir.Target)},
	{name: "device", kind: ompir.Device, parse: parseDevice, usage: "device(number)",
		once: true, parts: with(async, ompir.TargetData)},
	{name: "if", kind: ompir.If, parse: parseIf, usage: "if(condition)",
		parts: with(async, ompir.TargetData, ompir.Task, ompir.Taskloop, ompir.Parallel,
			ompir.Cancel)},
	{name: "is_device_ptr", kind: ompir.IsDevicePtr, parse: parseNames,
		usage: "is_device_ptr(p)", parts: []ompir.Part{ompir.Target}},
	{name: "has_device_addr", kind: ompir.HasDevAddr, parse: parseSections,
		usage: "has_device_addr(x)", parts: []ompir.Part{ompir.Target}},
	{name: "use_device_ptr", kind: ompir.UseDevicePtr, parse: parseNames,
		usage: "use_device_ptr(p)", parts: []ompir.Part{ompir.TargetData}},
	{name: "use_device_addr", kind: ompir.UseDevAddr, parse: parseSections,
		usage: "use_device_addr(x)", parts: []ompir.Part{ompir.TargetData}},
	{name: "defaultmap", kind: ompir.Defaultmap, parse: parseDefaultmap,
		usage: "defaultmap(tofrom: scalar)", parts: []ompir.Part{ompir.Target}},
	{name: "nowait", kind: ompir.Nowait, once: true, parts: with(async, worksharing...)},
	{name: "depend", kind: ompir.Depend, parse: parseDepend, usage: "depend(in: a[0:n])",
		parts: with(async, ompir.Task, ompir.Ordered, ompir.Taskwait)},
	{name: "to", kind: ompir.To, parse: parseTransferList, usage: "to(a[0:n])",
		parts: []ompir.Part{ompir.TargetUpdate, ompir.DeclareTarget}},
	{name: "enter", kind: ompir.To, parse: parseNames, usage: "enter(a)",
		parts: []ompir.Part{ompir.DeclareTarget}},
	{name: "from", kind: ompir.From, parse: parseTransferList, usage: "from(a[0:n])",
		parts: []ompir.Part{ompir.TargetUpdate}},
	{name: "link", kind: ompir.Link, parse: parseNames, usage: "link(a)",
		parts: []ompir.Part{ompir.DeclareTarget}},
	{name: "device_type", kind: DeviceType, parse: parseDeviceType, usage: "device_type(any)", once: true,
		parts: []ompir.Part{ompir.DeclareTarget}},
	{name: "num_teams", kind: ompir.NumTeams, parse: parseNumTeams, usage: "num_teams(number)",
		once: true, parts: []ompir.Part{ompir.Teams}},
	{name: "thread_limit", kind: ompir.ThreadLimit, parse: parseArg,
		usage: "thread_limit(number)", once: true, parts: []ompir.Part{ompir.Teams, ompir.Target}},
	{name: "num_threads", kind: ompir.NumThreads, parse: parseArg,
		usage: "num_threads(number)", once: true, parts: []ompir.Part{ompir.Parallel}},
	{name: "private", kind: ompir.PrivateC, parse: parseNames, usage: "private(x)",
		parts: with(worksharing, ompir.Task, ompir.Taskloop, ompir.Target, ompir.Teams,
			ompir.Distribute, ompir.Parallel, ompir.Simd)},
	{name: "firstprivate", kind: ompir.Firstprivate, parse: parseNames,
		usage: "firstprivate(x)", parts: with(append(worksharing, tasking...),
			ompir.Target, ompir.Teams, ompir.Distribute, ompir.Parallel)},
	{name: "lastprivate", kind: ompir.Lastprivate, parse: parseLastprivate,
		usage: "lastprivate(x)", parts: with(loops, ompir.Sections)},
	{name: "shared", kind: ompir.Shared, parse: parseNames, usage: "shared(x)",
		parts: with(tasking, ompir.Teams, ompir.Parallel)},
	{name: "default", kind: ompir.Default, parse: parseDefault, usage: "default(none)",
		once: true, parts: with(tasking, ompir.Teams, ompir.Parallel)},
	{name: "reduction", kind: ompir.Reduction, parse: parseReduction,
		usage: "reduction(+: x)", parts: []ompir.Part{ompir.Teams, ompir.Parallel,
			ompir.For, ompir.Simd, ompir.Sections, ompir.Taskloop}},
	{name: "in_reduction", kind: InReduction, parse: parseReduction,
		usage: "in_reduction(+: x)", parts: with(tasking, ompir.Target)},
	{name: "task_reduction", kind: TaskReduction, parse: parseReduction,
		usage: "task_reduction(+: x)", parts: []ompir.Part{ompir.Taskgroup}},
	{name: "filter", kind: ompir.Filter, parse: parseArg, usage: "filter(thread)", once: true},
	{name: "collapse", kind: ompir.Collapse, parse: parseArg, usage: "collapse(2)",
		once: true, parts: loops},
	{name: "schedule", kind: ompir.Schedule, parse: parseSchedule,
		usage: "schedule(static, 4)", once: true, parts: []ompir.Part{ompir.For}},
	{name: "dist_schedule", kind: ompir.DistSchedule, parse: parseDistSchedule,
		usage: "dist_schedule(static, 4)", once: true, parts: []ompir.Part{ompir.Distribute}},
	{name: "ordered", kind: ompir.OrderedC, parse: parseArg, usage: "ordered(1)",
		optional: true, once: true, parts: []ompir.Part{ompir.For}},
	{name: "safelen", kind: ompir.Safelen, parse: parseArg, usage: "safelen(8)",
		once: true, parts: []ompir.Part{ompir.Simd}},
	{name: "simdlen", kind: ompir.Simdlen, parse: parseArg, usage: "simdlen(8)",
		once: true, parts: []ompir.Part{ompir.Simd, ompir.DeclareSimd}},
	{name: "aligned", kind: ompir.Aligned, parse: parseNamesArg, usage: "aligned(p: 64)",
		parts: []ompir.Part{ompir.Simd, ompir.DeclareSimd}},
	{name: "linear", kind: ompir.Linear, parse: parseLinear, usage: "linear(x: 1)",
		parts: []ompir.Part{ompir.For, ompir.Simd, ompir.DeclareSimd}},
	{name: "uniform", kind: Uniform, parse: parseNames, usage: "uniform(x)",
		parts: []ompir.Part{ompir.DeclareSimd}},
	{name: "inbranch", kind: Inbranch, once: true, parts: []ompir.Part{ompir.DeclareSimd}},
	{name: "notinbranch", kind: Notinbranch, once: true,
		parts: []ompir.Part{ompir.DeclareSimd}},
	{name: "copyin", kind: ompir.Copyin, parse: parseNames, usage: "copyin(x)",
		parts: []ompir.Part{ompir.Parallel}},
	{name: "copyprivate", kind: ompir.Copyprivate, parse: parseNames,
		usage: "copyprivate(x)", parts: []ompir.Part{ompir.Single}},
	{name: "proc_bind", kind: ompir.ProcBind, parse: parseProcBind,
		usage: "proc_bind(close)", once: true, parts: []ompir.Part{ompir.Parallel}},
	{name: "read", kind: ompir.AtomicKind, parts: []ompir.Part{ompir.Atomic}},
	{name: "write", kind: ompir.AtomicKind, parts: []ompir.Part{ompir.Atomic}},
	{name: "update", kind: ompir.AtomicKind, parts: []ompir.Part{ompir.Atomic}},
	{name: "capture", kind: ompir.AtomicKind, parts: []ompir.Part{ompir.Atomic}},
	{name: "compare", kind: ompir.Compare, once: true, parts: []ompir.Part{ompir.Atomic}},
	{name: "weak", kind: Fail, parts: []ompir.Part{ompir.Atomic}},
	{name: "fail", kind: Fail, parse: parseFail, usage: "fail(relaxed)", parts: []ompir.Part{ompir.Atomic}},
	{name: "seq_cst", kind: ompir.SeqCst, once: true, parts: ordering},
	{name: "hint", kind: Hint, parse: parseArg, usage: "hint(omp_lock_hint_none)",
		once: true, parts: []ompir.Part{ompir.Critical, ompir.Atomic}},
	{name: "order", kind: Order, parse: parseOrder, usage: "order(concurrent)", once: true,
		parts: []ompir.Part{ompir.For, ompir.Simd, ompir.Distribute}},
	{name: "allocate", kind: Allocate, parse: parseRest, usage: "allocate(x)",
		parts: with(append(worksharing, tasking...), ompir.Target, ompir.Teams, ompir.Distribute, ompir.Parallel,
			ompir.Taskgroup)},
	{name: "affinity", kind: Affinity, parse: parseRest, usage: "affinity(x)", parts: []ompir.Part{ompir.Task}},
	{name: "detach", kind: Detach, parse: parseNames, usage: "detach(event)", once: true, parts: []ompir.Part{ompir.Task}},
	{name: "bind", kind: Bind, parse: parseBind, usage: "bind(teams)", once: true},
	{name: "nontemporal", kind: Nontemporal, parse: parseNames, usage: "nontemporal(x)",
		parts: []ompir.Part{ompir.Simd}},
	{name: "acq_rel", kind: MemoryOrder, parts: ordering},
	{name: "acquire", kind: MemoryOrder, parts: ordering},
	{name: "release", kind: MemoryOrder, parts: ordering},
	{name: "relaxed", kind: Relaxed, once: true, parts: []ompir.Part{ompir.Atomic}},
	{name: "threads", kind: Threads, once: true, parts: []ompir.Part{ompir.Ordered}},
	{name: "simd", kind: SimdC, once: true, parts: []ompir.Part{ompir.Ordered}},
	{name: "untied", kind: ompir.Untied, once: true, parts: tasking},
	{name: "mergeable", kind: Mergeable, once: true, parts: tasking},
	{name: "final", kind: Final, parse: parseArg, usage: "final(condition)", once: true,
		parts: tasking},
	{name: "priority", kind: Priority, parse: parseArg, usage: "priority(number)",
		once: true, parts: tasking},
	{name: "grainsize", kind: Grainsize, parse: parseTaskCount, usage: "grainsize(number)",
		once: true, parts: []ompir.Part{ompir.Taskloop}},
	{name: "num_tasks", kind: NumTasks, parse: parseTaskCount, usage: "num_tasks(number)",
		once: true, parts: []ompir.Part{ompir.Taskloop}},
	{name: "nogroup", kind: Nogroup, once: true, parts: []ompir.Part{ompir.Taskloop}},
	{name: "parallel", kind: CancelKind, parts: cancels},
	{name: "sections", kind: CancelKind, parts: cancels},
	{name: "for", kind: CancelKind, parts: cancels},
	{name: "taskgroup", kind: CancelKind, parts: cancels},
}

// with returns parts and more in a slice of its own.
func with(parts []ompir.Part, more ...ompir.Part) []ompir.Part {
	return append(append([]ompir.Part{}, parts...), more...)
}

// clauseFor returns the clause called name, or nil.
func clauseFor(name string) *clauseInfo {
	for _, info := range clauseTable {
		if info.name == name {
			return info
		}
	}
	return nil
}

// namesConstruct reports whether the clause's name is rather that of a construct,
// or a word of one.
func (info *clauseInfo) namesConstruct() bool {
	return info.kind == CancelKind || info.kind == SimdC || info.kind == ompir.AtomicKind || info.name == "enter"
}

// takenBy reports whether a directive with these parts takes the clause: one of
// its parts does and no rule for combined constructs forbids it.
func (info *clauseInfo) takenBy(parts []ompir.Part) bool {
	taken := false
	for _, p := range info.parts {
		taken = taken || hasPart(parts, p)
	}
	return taken && !excluded(info.kind, parts)
}

// excluded reports whether the rules for combined and composite constructs
// (OpenMP 4.5 §2.10–2.11) forbid a clause that one of the parts takes.
func excluded(kind ompir.ClauseKind, parts []ompir.Part) bool {
	switch kind {
	case ompir.Nowait: // the barrier belongs to the parallel part, unless target takes it
		return hasPart(parts, ompir.Parallel) && !hasPart(parts, ompir.Target)
	case InReduction:
		return hasPart(parts, ompir.Parallel) && !hasPart(parts, ompir.Target)
	case ompir.Copyin:
		return hasPart(parts, ompir.Target)
	case ompir.OrderedC:
		return hasPart(parts, ompir.Distribute)
	case ompir.Linear: // a simd part still takes it
		return hasPart(parts, ompir.Distribute) && !hasPart(parts, ompir.Simd)
	}
	return false
}

func hasPart(parts []ompir.Part, p ompir.Part) bool {
	return (&ompir.Directive{Parts: parts}).Has(p)
}

// clauseNames returns the names of the clauses that a directive with these parts
// takes, in table order.
func clauseNames(parts []ompir.Part) []string {
	var names []string
	for _, info := range clauseTable {
		if info.takenBy(parts) {
			names = append(names, info.name)
		}
	}
	return names
}
