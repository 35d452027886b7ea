package rtlib

import (
	"testing"
	"unsafe"

	"omp2cl/dtm"
	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/fake"
)

// nullQueue enqueues nothing: what is left is the runtime's own time.
type nullQueue struct{ driver.Queue }

func (nullQueue) Write(*driver.Buffer, uint64, uintptr, uint64) error                   { return nil }
func (nullQueue) Read(*driver.Buffer, uint64, uintptr, uint64) error                    { return nil }
func (nullQueue) Copy(*driver.Buffer, uint64, *driver.Buffer, uint64, uint64) error     { return nil }
func (nullQueue) Launch(driver.Kernel, []driver.Arg, uint64, uint64, driver.Then) error { return nil }
func (nullQueue) Once(bool)                                                             {}
func (nullQueue) Record(driver.Kernel, []driver.Arg, uint64, uint64, driver.Then, []driver.Reading) uintptr {
	return 0
}
func (nullQueue) Mark() (driver.Event, error) { return nil, nil }
func (nullQueue) Finish() error               { return nil }
func (nullQueue) Release()                    {}

// BenchmarkRegion is a region whose four arrays are present, without OpenCL's
// part. It must not allocate.
func BenchmarkRegion(b *testing.B) {
	for _, present := range []int{0, 1000} {
		d := conformanceFake(false)
		b.Run(map[int]string{0: "few", 1000: "many"}[present], func(b *testing.B) {
			r := newBenchRig(d)
			n := hostSlice[int32](r.driver, 1)
			g := r.region("increment", uint32(ppe.SPMD))
			var values []Value
			data := r.region("", 0)
			for i := range 4 + present {
				v := of(hostSlice[int32](r.driver, 10))
				data.Items = append(data.Items, Item{"x", MapOnly, MapTo})
				values = append(values, v)
				if i < 4 {
					g.Items = append(g.Items, Item{"x", ArgMap, MapTo | MapFrom})
				}
			}
			r.DataBegin(data, 0, true, values)
			g.Items = append(g.Items, Item{Name: "n", Kind: ArgValue})
			values = append(values[:4:4], of(n))
			r.Target(g, 0, true, &Launch{}, values)
			r.Settle()
			r.devices[0].lanes[0].queue = nullQueue{}
			b.ReportAllocs()
			launch := &Launch{Trip: 100}
			for b.Loop() {
				r.Target(g, 0, true, launch, values)
			}
		})
	}
}

// BenchmarkUntunedRegion is the runtime's part of a region that maps one array
// whose value stays on the device.
func BenchmarkUntunedRegion(b *testing.B) {
	d := conformanceFake(false)
	d.ReaderAddress = 1
	w := &fakeWatch{devices: []*fake.Device{d}}
	r := newBenchRig(d)
	r.space.watch = w
	a := hostSlice[int32](r.driver, 4096)
	at := uintptr(unsafe.Pointer(&a[0]))
	at = (at + pageSize - 1) &^ (pageSize - 1)
	w.objects = []dtm.Range{{Lo: at, Hi: at + 2*pageSize}}
	v := Value{at, at, uint64(2 * pageSize)}
	g := r.region("increment", 0, Item{"a[0:n]", ArgMap, MapTo | MapFrom}, Item{"n", ArgValue, 0})
	n := hostSlice[int32](r.driver, 1)
	values := []Value{v, of(n)}
	r.Target(g, 0, true, &Launch{}, values)
	r.Settle()
	r.devices[0].lanes[0].queue = nullQueue{}
	b.ReportAllocs()
	for b.Loop() {
		r.Target(g, 0, true, &Launch{Trip: 100}, values)
	}
}
