package lower

import (
	"cmp"
	"slices"

	ir "omp2cl/ompir"
)

// How many bytes a body's variables may take before large ones move to scratch memory.
const (
	// roomyPrivate is for the variables of one work-item. PoCL keeps those of a group
	// on the stack of a thread, 8 MiB as a rule; NVIDIA allows 512 KiB for each
	// work-item, and has that much memory for all that may run at a time.
	roomyPrivate = 64 << 10
	// roomyLocal is for those that a team shares: 8 KiB of the 48 that GPUs have at
	// least are the shared block of a group of 1024.
	roomyLocal = 40 << 10
	// mostStaying is what variables may take that always stay, those that the
	// compiler has made for local memory among them.
	mostStaying = 10 << 10
)

// makeRoom requires global memory for the largest variables of the body when all
// together have no room where they would lie.
func (s *spaceSolver) makeRoom() {
	var private, local []*ir.Var
	for _, v := range s.order {
		switch {
		case v.Storage != ir.StorageLocal || v.Rows || len(s.places[v].find().objects) == 0:
		case v.Space == ir.Local:
			local = append(local, v)
		default:
			private = append(private, v)
		}
	}
	s.moveLargest(private, roomyPrivate, "private")
	s.moveLargest(local, roomyLocal, "local")
}

// moveLargest requires global memory for as many of vars as leave the others the
// given number of bytes.
func (s *spaceSolver) moveLargest(vars []*ir.Var, room int64, memory string) {
	var bytes int64
	for _, v := range vars {
		bytes += max(v.Type.Size(), 0)
	}
	slices.SortStableFunc(vars, func(a, b *ir.Var) int { return cmp.Compare(b.Type.Size(), a.Type.Size()) })
	for _, v := range vars {
		size := v.Type.Size()
		if bytes <= room || size <= mostStaying {
			return
		}
		if place := s.places[v].find(); len(place.needs()) == 0 {
			place.require(ir.Global, &spaceReason{v.Pos, "'" + v.Name + "', which is too large for " + memory + " memory"})
			bytes -= size
		}
	}
}
