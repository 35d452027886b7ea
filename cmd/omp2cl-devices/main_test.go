package main

import (
	"strings"
	"testing"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
)

func TestListHasARowForEachDevice(t *testing.T) {
	var out strings.Builder
	err := list(&out, []*driver.Facts{
		{Name: "pthread-cpu", Platform: "Portable Computing Language", Kind: ppe.CPU, Units: 2, GlobalMem: 3 << 29, HostMemory: true},
		{Name: "Big GPU", Platform: "CUDA", Kind: ppe.GPU, Units: 132, GlobalMem: 512 << 20},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `number  name         platform                     kind  units  memory   shared
0       pthread-cpu  Portable Computing Language  CPU   2      1.5 GiB  yes
1       Big GPU      CUDA                         GPU   132    512 MiB  no
`
	if !strings.EqualFold(out.String(), want) {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
