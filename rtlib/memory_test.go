package rtlib

import (
	"testing"

	"omp2cl/ppe"
)

// TestUndeclaredDevicePointer has a region use memory of omp_target_alloc through a
// pointer that no is_device_ptr names.
func TestUndeclaredDevicePointer(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		a, n := hostSlice[int32](r.driver, 16), hostSlice[int32](r.driver, 1)
		n[0] = 8
		host := r.NumDevices()
		p := r.Alloc(64, b.number)
		if p == 0 || !r.Copy(p, uint64(of(a).Base), 64, 0, 0, b.number, host) {
			t.Fatal("no device memory")
		}
		inc := r.region("increment", uint32(ppe.SPMD), Item{Name: "p", Kind: ArgZeroLength}, Item{Name: "n", Kind: ArgValue})
		r.on(b, inc, Launch{}, Value{Base: uintptr(p) + 16}, of(n))
		if !r.Copy(uint64(of(a).Base), p, 64, 0, 0, host, b.number) {
			t.Fatal("copy from the device failed")
		}
		for i, got := range a {
			want := int32(0)
			if i >= 4 && i < 12 {
				want = 1
			}
			if got != want {
				t.Errorf("a[%d] = %d, want %d", i, got, want)
			}
		}
		r.Free(p, b.number)
	})
}
