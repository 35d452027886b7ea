package rtlib

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"omp2cl/ppe"
	"omp2cl/rtlib/cl"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/fake"
)

// rig is a session over one or more devices, for a test.
type rig struct {
	*Session
	t      *testing.T
	mu     sync.Mutex
	stderr bytes.Buffer
	status int
	aborts int
	unit   *Unit
	line   uint32
	others atomic.Int32 // threads but one that use the runtime
	replayer
}

// exited is what a rig's process throws instead of ending.
type exited struct{ status int }

func newRig(t *testing.T, c Config, d driver.Driver) *rig {
	r := &rig{t: t}
	r.Session = NewSession(c, d, Process{
		Stderr:    r,
		Exit:      func(status int) { panic(exited{status}) },
		Abort:     func() { r.aborts++ },
		Flush:     func() {},
		WatchExit: func() {},
		Alone:     func() bool { return r.others.Load() == 0 },
		Remember:  r.remember,
	})
	r.deaths = func() uint64 {
		if r.space.watch == nil {
			return 0
		}
		return r.space.watch.Deaths()
	}
	r.unit = &Unit{File: "user.c"}
	return r
}

// newBenchRig is a rig without a test, with the conformance unit.
func newBenchRig(d *fake.Device) *rig {
	r := newRig(nil, Config{}, &fake.Driver{List: []*fake.Device{d}})
	d.Kernels["increment"] = func(*fake.Call) {}
	unit := conformanceUnit
	r.unit = &unit
	r.AddUnit(r.unit)
	return r
}

// Write keeps what the session prints.
func (r *rig) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stderr.Write(p)
}

func (r *rig) printed() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stderr.String()
}

// ends runs something that ends the program and returns what it printed.
func (r *rig) ends(do func()) string {
	r.t.Helper()
	r.stderr.Reset()
	func() {
		defer func() {
			switch e := recover().(type) {
			case exited:
				if e.status != 1 {
					r.t.Errorf("exit status %d, want 1", e.status)
				}
			case nil:
				r.t.Error("the program goes on")
			default:
				panic(e)
			}
		}()
		do()
	}()
	return r.printed()
}

// region makes a region of the rig's unit, on a line of its own.
func (r *rig) region(kernel string, flags uint32, items ...Item) *Region {
	r.line++
	g := &Region{Unit: r.unit, File: "user.c", Line: r.line, Column: 9, Function: "main",
		Construct: "target", Kernel: kernel, Items: items, Flags: flags}
	if kernel == "" {
		g.Construct = "target data"
	}
	g.Prepare(r.NumDevices())
	return g
}

func (r *rig) run(g *Region, l Launch, values ...Value) {
	r.t.Helper()
	if !r.Target(g, 0, true, &l, values) {
		r.t.Fatalf("%s ran on the host:\n%s", g.position(), r.printed())
	}
}

// of is the value of a whole slice.
func of[T any](s []T) Value {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	return Value{at, at, uint64(len(s)) * uint64(unsafe.Sizeof(s[0]))}
}

// part is the value of a section [lo:n] of a slice.
func part[T any](s []T, lo, n int) Value {
	v := of(s)
	size := uint64(unsafe.Sizeof(s[0]))
	return Value{v.Base, v.Base + uintptr(lo)*uintptr(size), uint64(n) * size}
}

// hostSlice makes a slice outside Go's heap, as a C program's memory is.
func hostSlice[T any](h driver.Host, n int) []T {
	var one T
	at := h.AllocHost(uint64(n) * uint64(unsafe.Sizeof(one)))
	return unsafe.Slice((*T)(unsafe.Pointer(wordAt(at))), n)
}

func fakeDevice(kind ppe.Kind, shared bool) *fake.Device {
	return &fake.Device{
		Info: driver.Facts{Name: "fake", Platform: "tests", Kind: kind, Units: 2, MaxLocal: 1024,
			GlobalMem: 1 << 30, FP64: true, HostMemory: shared},
		Kernels: map[string]func(*fake.Call){},
	}
}

// newFake is a rig with one fake device with memory of its own.
func newFake(t *testing.T, c Config) (*rig, *fake.Device) {
	d := fakeDevice(ppe.GPU, false)
	return newRig(t, c, &fake.Driver{List: []*fake.Device{d}}), d
}

// kernels adds kernels to the unit and registers it.
func (r *rig) kernels(codes ...Code) {
	r.unit.Kernels = append(r.unit.Kernels, codes...)
	r.AddUnit(r.unit)
}

// backend is a device under the conformance suite.
type backend struct {
	name   string
	config Config
	open   func() driver.Driver
	number int
}

// backends lists the fakes and every device of this machine, those that share
// memory with the host in both modes.
func backends(t *testing.T) []backend {
	list := []backend{
		{"fake", Config{}, func() driver.Driver { return &fake.Driver{List: []*fake.Device{conformanceFake(false)}} }, 0},
		{"fake, shared memory", Config{}, func() driver.Driver { return &fake.Driver{List: []*fake.Device{conformanceFake(true)}} }, 0},
	}
	found, err := openReal().Devices()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no device: %v", err)
		}
		fmt.Fprintf(os.Stderr, "SKIPPED: NO OPENCL DEVICE, the suite runs on the fake only: %v\n", err)
		return list
	}
	for i, d := range found {
		name := strings.ReplaceAll(d.Facts().Name, "/", "-")
		list = append(list, backend{fmt.Sprintf("%d %s, separate memory", i, name),
			Config{HostMemory: HostMemorySeparate}, openReal, i})
		if d.Facts().Kind == ppe.CPU {
			list = append(list, backend{fmt.Sprintf("%d %s", i, name), Config{}, openReal, i})
		}
	}
	return list
}

// openReal opens the OpenCL of this machine, or the one that the environment names:
// Oclgrind for instance.
func openReal() driver.Driver { return cl.Driver{Library: os.Getenv("OMP2CL_LIBOPENCL")} }

func TestMain(m *testing.M) {
	// OpenCL drivers keep state by thread and by process: a single binary runs all.
	runtime.LockOSThread()
	os.Exit(m.Run())
}
