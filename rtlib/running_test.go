package rtlib

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/fake"
)

// incrementing is a rig whose device has the conformance kernel, and a present array of n
// elements.
func incrementing(t *testing.T, shared bool, n int) (r *rig, d *fake.Device, g *Region, values []Value) {
	d = conformanceFake(shared)
	r = newRig(t, Config{}, &fake.Driver{List: []*fake.Device{d}})
	unit := conformanceUnit
	r.unit = &unit
	r.AddUnit(r.unit)
	a, count := hostSlice[int32](r.driver, n), hostSlice[int32](r.driver, 1)
	count[0] = int32(n)
	r.DataBegin(r.region("", 0, Item{"a", MapOnly, MapTo}), 0, true, []Value{of(a)})
	g = r.region("increment", uint32(ppe.SPMD), Item{"a", ArgMap, MapTo | MapFrom}, Item{Name: "n", Kind: ArgValue})
	return r, d, g, []Value{of(a), of(count)}
}

func (r *rig) update(v Value) {
	r.Update(r.region("", 0, Item{"a", MapOnly, MapFrom}), 0, true, []Value{v})
}

func first(v Value) int32 { return *(*int32)(unsafe.Pointer(wordAt(v.Begin))) }

func TestRegionsOnPresentDataAreLeft(t *testing.T) {
	r, d, g, values := incrementing(t, false, 10)
	for range 3 {
		r.run(g, Launch{Trip: 10}, values...)
	}
	if n := d.Launches.Load(); n != 0 {
		t.Errorf("%d kernels were awaited", n)
	}
	r.update(values[0])
	if first(values[0]) != 3 {
		t.Errorf("a[0] is %d, want 3", first(values[0]))
	}
}

func TestLaunchesInFlightAreBounded(t *testing.T) {
	r, d, g, values := incrementing(t, false, 10)
	r.process.Remember = nil // C bounds those that it replays
	for range maxFlying + 1 {
		r.run(g, Launch{Trip: 10}, values...)
	}
	if n := d.Launches.Load(); n != maxFlying+1 {
		t.Errorf("%d kernels were awaited, want %d", n, maxFlying+1)
	}
}

// What others may look at is complete: the host's memory, and the device's for other
// threads.
func TestWhoAwaitsWhatIsLeft(t *testing.T) {
	for name, do := range map[string]func(*rig, []Value){
		"settle":     func(r *rig, _ []Value) { r.Settle() },
		"host":       func(r *rig, v []Value) { r.Target(r.region("", 0), DeviceHost, false, &Launch{}, nil) },
		"no device":  func(r *rig, v []Value) { r.DataBegin(r.region("", 0), InitialDevice, false, nil) },
		"present":    func(r *rig, v []Value) { r.IsPresent(v[0].Begin, 0) },
		"free":       func(r *rig, v []Value) { r.Free(r.Alloc(4, 0), 0) },
		"unload":     func(r *rig, v []Value) { r.DropUnit(r.unit) },
		"exit":       func(r *rig, v []Value) { r.Ending() },
		"data end":   func(r *rig, v []Value) { r.DataEnd(r.region("", 0, Item{"a", MapOnly, MapFrom}), 0, true, v[:1]) },
		"use_device": func(r *rig, v []Value) { r.DataBegin(r.region("", 0, Item{"p", UseDevicePtr, 0}), 0, true, v[:1]) },
		"other thread": func(r *rig, v []Value) {
			r.others.Add(1)
			r.DataBegin(r.region("", 0), 0, true, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, d, g, values := incrementing(t, false, 10)
			r.run(g, Launch{Trip: 10}, values...)
			if n := d.Launches.Load(); n != 0 {
				t.Fatalf("%d kernels were awaited", n)
			}
			do(r, values)
			if d.Launches.Load() == 0 {
				t.Error("the kernel was not awaited")
			}
		})
	}
}

// Memory that the host shares may be looked at, unless the compiler says it is not.
func TestFollowedRegions(t *testing.T) {
	r, d, g, values := incrementing(t, true, 10)
	r.run(g, Launch{Trip: 10}, values...)
	if n := d.Launches.Load(); n != 1 || first(values[0]) != 1 {
		t.Fatalf("%d kernels were awaited, want 1", n)
	}
	g.Flags |= flagFollowed
	r.run(g, Launch{Trip: 10}, values...)
	r.run(g, Launch{Trip: 10}, values...)
	if n := d.Launches.Load(); n != 1 {
		t.Fatalf("%d kernels were awaited, want 1", n)
	}
	r.Settle()
	if first(values[0]) != 3 {
		t.Errorf("a[0] is %d, want 3", first(values[0]))
	}
	fresh := hostSlice[int32](r.driver, 10)
	r.run(g, Launch{Trip: 10}, of(fresh), values[1])
	if fresh[0] != 0 {
		t.Error("the region's own array was awaited")
	}
	r.Settle()
	if fresh[0] != 1 {
		t.Errorf("the region's own array holds %d, want 1", fresh[0])
	}
	r.run(g, Launch{Trip: 10}, values...)
	r.update(values[0])
	if first(values[0]) != 4 {
		t.Errorf("a[0] is %d, want 4: nothing is transferred, but awaited", first(values[0]))
	}
}

// A region takes by value what one before it writes.
func TestFollowedRegionGivesValue(t *testing.T) {
	r, _, g, values := incrementing(t, true, 1)
	g.Flags |= flagFollowed
	r.run(g, Launch{Trip: 1}, values...)
	sum := hostSlice[int32](r.driver, 3)
	more := r.region("increment", uint32(ppe.SPMD), Item{"sum", ArgMap, MapTo | MapFrom}, Item{Name: "a", Kind: ArgValue})
	r.run(more, Launch{Trip: 3}, of(sum), values[0])
	if sum[0] != 1 || sum[1] != 0 {
		t.Errorf("sum is %v: the value was not 1", sum)
	}
}

// The same where only the region before maps it, and where such regions are replayed.
func TestFollowedRegionGivesItsOwnValue(t *testing.T) {
	r, _, g, values := incrementing(t, true, 1)
	g.Flags |= flagFollowed
	count, sum := hostSlice[int32](r.driver, 1), hostSlice[int32](r.driver, 100)
	more := r.region("increment", uint32(ppe.SPMD)|flagFollowed, Item{"sum", ArgMap, MapTo | MapFrom}, Item{Name: "count", Kind: ArgValue})
	for range 10 {
		for range 6 {
			r.run(g, Launch{Trip: 1}, of(count), values[1])
		}
		r.run(more, Launch{Trip: 100}, of(sum), of(count))
		r.run(more, Launch{Trip: 100}, of(sum), of(count))
	}
	r.Settle()
	if count[0] != 60 || sum[0] != 20 || sum[6] != 18 || sum[59] != 2 || sum[60] != 0 {
		t.Errorf("count is %d, sum %v", count[0], sum)
	}
	if r.replays == 0 {
		t.Error("nothing was replayed")
	}
}

// Of too many arrays the runtime does not remember what was mapped.
func TestManyOwnArrays(t *testing.T) {
	r, d, g, values := incrementing(t, true, 1)
	g.Flags |= flagFollowed
	arrays := make([][]int32, maxGone+1)
	for i := range arrays {
		arrays[i] = hostSlice[int32](r.driver, 1)
		r.run(g, Launch{Trip: 1}, of(arrays[i]), values[1])
	}
	if n := d.Launches.Load(); n != maxGone+1 {
		t.Errorf("%d kernels were awaited, want %d", n, maxGone+1)
	}
}

// What the runtime stages for a launch stays until the launch.
func TestStagedWordsStay(t *testing.T) {
	r, d := newFake(t, Config{})
	var seen []uint64
	d.Kernels["k"] = func(c *fake.Call) {
		header := uintptr(c.Pointer(c.NumArgs() - 1))
		seen = append(seen, loadWord(header+32), loadWord(header+40))
	}
	r.kernels(Code{Symbol: "k"})
	for i := range uint32(3) {
		g := r.region("k", 0)
		g.TeamScratch = 64 * i
		r.run(g, Launch{ItemScratch: 16})
	}
	want := []uint64{64, 16, 128, 16, 192, 16}
	r.Settle()
	if !slices.Equal(seen, want) {
		t.Errorf("the kernels saw %v, want %v", seen, want)
	}
}

// Storage that goes with a region is not released under its kernel.
func TestReleasedStorageIsAwaited(t *testing.T) {
	r, d := newFake(t, Config{})
	d.Info.GlobalMem = 0 // no buffer is spared for later
	d.TakesBytes = true
	var seen []int32
	d.Kernels["k"] = func(c *fake.Call) { seen = append(seen, *(*int32)(c.At(0))) }
	r.kernels(Code{Symbol: "k"})
	a := hostSlice[int32](r.driver, 10)
	g := r.region("k", 0, Item{"a", ArgMap, MapTo})
	for i := range 3 {
		a[0] = int32(i)
		r.run(g, Launch{}, of(a))
	}
	r.Settle()
	if want := []int32{0, 1, 2}; !slices.Equal(seen, want) {
		t.Errorf("the kernels saw %v, want %v", seen, want)
	}
}

func TestLateFailure(t *testing.T) {
	r, d, g, values := incrementing(t, false, 10)
	r.run(g, Launch{Trip: 10}, values...)
	d.Fail = func(call string) error {
		if call == "Finish" {
			return &driver.Error{Call: "clFinish", Code: driver.OutOfResources, Name: "CL_OUT_OF_RESOURCES"}
		}
		return nil
	}
	text := r.ends(func() { r.update(values[0]) })
	if !strings.HasPrefix(text, g.position()+": error: 'target' failed on device 0") || !strings.Contains(text, "OMP2CL_INFO=2") {
		t.Errorf("the message is %q", text)
	}
}

// An error of another kind lets what was left running come to its end.
func TestFailureBehindWhatIsLeft(t *testing.T) {
	r, d, g, values := incrementing(t, false, 10)
	r.run(g, Launch{Trip: 10}, values...)
	text := r.ends(func() { r.Free(12345, 0) })
	if !strings.Contains(text, "omp_target_free") || d.Launches.Load() != 1 {
		t.Errorf("%d kernels have run; the message is %q", d.Launches.Load(), text)
	}
	r.run(g, Launch{Trip: 10}, values...)
	half := values[0]
	half.Begin -= 8
	r.ends(func() { r.update(half) })
	if d.Launches.Load() != 2 {
		t.Errorf("%d kernels have run, want 2", d.Launches.Load())
	}
}

// TestThreadsComeAndGo lets threads use the runtime for a while, one alone or several at
// once, each behind the one before on data that all of them use.
func TestThreadsComeAndGo(t *testing.T) {
	for _, shared := range []bool{false, true} {
		r, _, g, values := incrementing(t, shared, 10)
		if shared {
			g.Flags |= flagFollowed
		}
		r.others.Store(-1) // the test itself does not
		var turn sync.Mutex
		var all sync.WaitGroup
		launches := int32(0)
		visit := func(rnd *rand.Rand) {
			r.others.Add(1)
			defer r.others.Add(-1)
			for range rnd.IntN(20) {
				turn.Lock()
				n := 1 + rnd.Int32N(4)
				for range n {
					r.Target(g, 0, true, &Launch{Trip: 10}, values)
				}
				launches += n
				turn.Unlock()
			}
			mine := hostSlice[int32](r.driver, 10)
			r.Target(g, 0, true, &Launch{Trip: 10}, []Value{of(mine), values[1]})
			r.Settle()
			if mine[0] != 1 {
				t.Errorf("mine is %d, want 1", mine[0])
			}
		}
		for id := range 4 {
			all.Go(func() {
				rnd := rand.New(rand.NewPCG(uint64(id), 3))
				for range 30 {
					visit(rnd)
					time.Sleep(time.Duration(rnd.IntN(300)) * time.Microsecond)
				}
			})
		}
		all.Wait()
		r.update(values[0])
		if first(values[0]) != launches {
			t.Errorf("a[0] is %d, want %d", first(values[0]), launches)
		}
	}
}
