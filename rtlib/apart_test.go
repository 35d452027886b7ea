package rtlib

import (
	"testing"

	"omp2cl/ppe"
	"omp2cl/rtlib/fake"
)

// TestKernelsForItemsApart launches a region that reads one item and writes another, on
// items of all relations: only where they surely lie apart may the kernel rely on it.
func TestKernelsForItemsApart(t *testing.T) {
	read, written := Item{"a", ArgMap, MapTo | MapReadOnly}, Item{"b", ArgMap, MapTo | MapFrom}
	for _, c := range []struct {
		name  string
		kind  ppe.Kind
		flags uint32
		a, b  Item
		held  int  // elements of the array that are present as one object
		from  int  // where the second item starts
		any   bool // a kernel for any items is asked for
	}{
		{"two objects", ppe.GPU, 0, read, written, 0, 8, false},
		{"two objects on a CPU", ppe.CPU, 0, read, written, 0, 8, true},
		{"one object", ppe.GPU, 0, read, written, 16, 0, true},
		{"parts of one object", ppe.GPU, 0, read, written, 16, 8, true},
		{"both read", ppe.GPU, 0, read, read, 16, 0, false},
		{"both written", ppe.GPU, 0, written, written, 16, 0, false},
		{"it writes elsewhere", ppe.GPU, flagElsewhere, read, written, 16, 0, false},
		{"a written member", ppe.GPU, 0, read, Item{"b", MapOnly, MapTo | MapFrom}, 16, 8, true},
		{"pointers to one object", ppe.GPU, 0, Item{"a", ArgZeroLength, MapReadOnly}, Item{"b", ArgZeroLength, 0}, 16, 8, true},
		{"pointers to nothing", ppe.GPU, 0, Item{"a", ArgZeroLength, MapReadOnly}, Item{"b", ArgZeroLength, 0}, 0, 8, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := fakeDevice(c.kind, false)
			r := newRig(t, Config{}, &fake.Driver{List: []*fake.Device{d}})
			d.Kernels["k"] = func(*fake.Call) {}
			r.kernels(Code{Symbol: "k"})
			array := hostSlice[int32](r.driver, 16)
			if c.held > 0 {
				r.EnterData(r.region("", 0, Item{"x", MapOnly, MapTo}), 0, false, []Value{of(array[:c.held])})
			}
			g := r.region("k", uint32(ppe.SPMD)|c.flags, c.a, c.b)
			r.run(g, Launch{}, of(array[:8]), of(array[c.from:c.from+8]))
			if got := g.on[0].Load() != nil; got != c.any {
				t.Errorf("a kernel for any items: %v, want %v", got, c.any)
			}
		})
	}
}
