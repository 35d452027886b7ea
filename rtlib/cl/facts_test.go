package cl

import (
	"testing"

	"omp2cl/ppe"
)

// TestKernelFacts asks every device of this machine about a kernel with 1000 bytes of
// local memory.
func TestKernelFacts(t *testing.T) {
	devices, err := Driver{}.Devices()
	if err != nil {
		t.Skipf("no device: %v", err)
	}
	for _, d := range devices {
		if err := d.Open(); err != nil {
			t.Fatal(err)
		}
		p, log, err := d.Build(`__kernel void k(__global char *a)
{
    __local char part[1000];
    part[get_local_id(0)] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = part[get_local_size(0) - 1 - get_local_id(0)];
}`, "")
		if err != nil {
			t.Fatalf("%v\n%s", err, log)
		}
		k, err := p.Kernel("k")
		if err != nil {
			t.Fatal(err)
		}
		f := k.Facts()
		if f.MaxLocal == 0 || f.MaxLocal > d.Facts().MaxLocal || f.Multiple == 0 || f.LocalMem < 1000 || f.LocalMem > d.Facts().LocalMem {
			t.Errorf("%s: %+v", d.Facts().Name, f)
		}
		if f := d.Facts(); f.Kind == ppe.CPU && (!f.Integrated || f.Warp != 0) {
			t.Errorf("%s: integrated %v, %d work-items in lock step", f.Name, f.Integrated, f.Warp)
		}
		k.Release()
		p.Release()
	}
}
