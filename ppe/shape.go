package ppe

// Shape is how a loop is spread apart from its length: a geometry follows from it,
// the device and the loop. The zero Shape is that of the tables, Choose's own.
type Shape struct {
	Local   uint64 // work-items of a group
	PerUnit uint64 // groups for each compute unit; EachItem or more: one iteration for each work-item
}

// EachItem is a number of groups that only the length of a loop limits.
const EachItem uint64 = 1 << 31

// maxItems keeps the numbers of work-items in kernels' int variables.
const maxItems = 1<<31 - 1

// Geometry returns the launch of a loop in the shape. What the user fixed, and what
// device and kernel do not allow to vary, stays as Choose has it.
func (s Shape) Geometry(d Device, l Loop) Geometry {
	if s == (Shape{}) || l.Form == Sequential {
		return Choose(d, l)
	}
	if smallerSet(l.NumThreads, l.ThreadLimit) == 0 {
		l.NumThreads = s.Local
	}
	if l.NumTeams == 0 && !l.OneTeam && l.Trip > 0 {
		local := localSize(d, l)
		l.NumTeams = min(s.PerUnit*max(1, d.Units), usefulGroups(l, local), maxItems/local)
	}
	return Choose(d, l)
}

// Candidates lists the shapes worth trying for a loop on a device, the tables' own
// first; no two have the same geometry. There is only that one if the loop's length
// is not known or nothing may vary.
func Candidates(d Device, l Loop) []Shape {
	list := []Shape{{}}
	if l.Form == Sequential || l.Trip == 0 {
		return list
	}
	seen := map[Geometry]bool{Choose(d, l): true}
	for _, local := range candidateLocals(d, l) {
		for _, perUnit := range candidateGroups(d) {
			s := Shape{Local: local, PerUnit: perUnit}
			if g := s.Geometry(d, l); !seen[g] {
				seen[g] = true
				list = append(list, s)
			}
		}
	}
	return list
}

// candidateLocals are the sizes of groups to try: on a CPU one work-item where it
// takes a contiguous share of a loop.
func candidateLocals(d Device, l Loop) []uint64 {
	if d.Kind != CPU {
		var list []uint64
		for n := max(32, d.Warp); n <= 512; n *= 2 {
			list = append(list, n)
		}
		return list
	}
	if defaultLocal(d, l) == 1 {
		return []uint64{1}
	}
	return []uint64{1, 4, 8, 16}
}

// candidateGroups are the numbers of groups for each compute unit to try.
func candidateGroups(d Device) []uint64 {
	if d.Kind == CPU {
		return []uint64{1, 2, 4, 8, 16, 32}
	}
	return []uint64{2, 4, 8, 16, 32, 64, EachItem}
}
