package rtlib

import (
	"math/rand/v2"
	"sync"
	"testing"

	"omp2cl/ppe"
)

// TestThreads lets host threads offload at once, on data of their own and on
// data that all of them map.
func TestThreads(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		if r.Devices()[b.number].facts.Platform == "Oclgrind" {
			t.Skip("Oclgrind runs one kernel at a time")
		}
		const threads, rounds, size = 4, 25, 500
		common, n := hostSlice[int32](r.driver, size), hostSlice[int32](r.driver, 1)
		n[0] = size
		own := r.region("increment", uint32(ppe.SPMD), Item{"a", ArgMap, MapTo | MapFrom}, Item{Name: "n", Kind: ArgValue})
		read := r.region("increment", uint32(ppe.SPMD), Item{"a", ArgMap, MapTo | MapFrom}, Item{Name: "n", Kind: ArgValue},
			Item{"common", MapOnly, MapTo})
		var all sync.WaitGroup
		for range threads {
			mine := hostSlice[int32](r.driver, size)
			all.Add(1)
			go func() {
				defer all.Done()
				defer r.others.Add(-1)
				r.others.Add(1)
				for range rounds {
					r.Target(own, b.number, false, &Launch{Trip: size}, []Value{of(mine), of(n)})
					r.Target(read, b.number, false, &Launch{Trip: size}, []Value{of(mine), of(n), of(common)})
				}
				if mine[0] != 2*rounds || mine[size-1] != 2*rounds {
					t.Errorf("mine = %d ... %d, want %d", mine[0], mine[size-1], 2*rounds)
				}
			}()
		}
		all.Wait()
		if r.IsPresent(of(common).Base, b.number) {
			t.Error("common data is still present")
		}
	})
}

// TestThreadsInAnyOrder lets threads map the same arrays in different orders and
// with different map types: nobody waits for ever, and what a kernel reads has
// arrived.
func TestThreadsInAnyOrder(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		if r.Devices()[b.number].facts.Platform == "Oclgrind" {
			t.Skip("Oclgrind runs one kernel at a time")
		}
		const threads, rounds, size, arrays = 6, 40, 300, 4
		n := hostSlice[int32](r.driver, 1)
		n[0] = size
		var common [arrays][]int32
		for i := range common {
			common[i] = hostSlice[int32](r.driver, size)
		}
		var all sync.WaitGroup
		for id := range threads {
			mine := hostSlice[int32](r.driver, size)
			rnd := rand.New(rand.NewPCG(uint64(id), 7))
			var regions []*Region
			var values [][]Value
			for range 5 {
				items, vals := []Item{{"mine", ArgMap, MapTo | MapFrom}, {Name: "n", Kind: ArgValue}}, []Value{of(mine), of(n)}
				for _, i := range rnd.Perm(arrays)[:1+rnd.IntN(arrays)] {
					kind := []MapType{MapTo, MapTo | MapFrom, MapTo | MapAlways, MapAlloc}[rnd.IntN(4)]
					items, vals = append(items, Item{"common", MapOnly, kind}), append(vals, of(common[i]))
				}
				regions, values = append(regions, r.region("increment", uint32(ppe.SPMD), items...)), append(values, vals)
			}
			all.Add(1)
			go func() {
				defer all.Done()
				defer r.others.Add(-1)
				r.others.Add(1)
				for range rounds {
					i := rnd.IntN(len(regions))
					r.Target(regions[i], b.number, false, &Launch{Trip: size}, values[i])
				}
				if mine[0] != rounds || mine[size-1] != rounds {
					t.Errorf("mine = %d ... %d, want %d", mine[0], mine[size-1], rounds)
				}
			}()
		}
		all.Wait()
		if left := r.devices[b.number].env.table.size; left != 0 {
			t.Errorf("%d entries are left", left)
		}
	})
}
