package rtlib

import (
	"slices"
	"sync"
	"testing"
	"unsafe"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/fake"
)

// replayer is the C code of rtlib/capi/again.c in Go: it replays the launches that
// the session hands out, over fake devices.
type replayer struct {
	mu      sync.Mutex
	known   map[*Region][]recorded
	replays int
	deaths  func() uint64
}

type recorded struct {
	Remembered
	deaths uint64
}

func (p *replayer) remember(m Remembered) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil {
		p.known = map[*Region][]recorded{}
	}
	launch := *m.Launch
	m.Launch, m.Values = &launch, slices.Clone(m.Values)
	p.known[m.Region] = append(p.known[m.Region], recorded{m, p.deaths()})
}

// moves reports whether pages are not as a replay supposes.
func moves(s Still) bool {
	absent := s.Pages.AbsentCount()
	if s.Away {
		return absent != int(s.Pages.(*fakePages).Len()/pageSize)
	}
	written, _ := s.Pages.Written(s.Range, false)
	return absent > 0 || len(written) > 0
}

// find returns the latest memory of a launch.
func (p *replayer) find(g *Region, device int, l *Launch, values []Value) *recorded {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range slices.Backward(p.known[g]) {
		if m.Device == device && *m.Launch == *l && slices.Equal(m.Values, values) {
			return &m
		}
	}
	return nil
}

// again replays a launch if it may.
func (r *rig) again(g *Region, device int, l *Launch, values []Value) bool {
	t := &r.Session.running.turn
	if !t.take(turnIdle) {
		return false
	}
	defer func() { // as C ends a turn
		t.state.Store(turnIdle)
		if t.waiting.Load() > 0 {
			r.WakeTurn()
		}
	}()
	m := r.replayer.find(g, device, l, values)
	if m == nil || m.Epoch != t.epoch.Load() || m.Holder != t.Turn.holder || r.others.Load() != 0 ||
		slices.ContainsFunc(m.Still, moves) || r.deaths() != m.deaths {
		return false
	}
	t.left.Store(1)
	if fake.Replay(m.Replay) != nil {
		return false
	}
	r.replayer.mu.Lock()
	r.replayer.replays++
	r.replayer.mu.Unlock()
	return true
}

// Target is the way that a program takes: through C, which may replay.
func (r *rig) Target(g *Region, device int, byDefault bool, l *Launch, values []Value) bool {
	return r.again(g, device, l, values) || r.Session.Target(g, device, byDefault, l, values)
}

// replayed runs a launch until it is replayed, and reports whether that came.
func (r *rig) replayed(g *Region, l Launch, values ...Value) bool {
	before := r.replays
	for range 4 {
		r.run(g, l, values...)
	}
	return r.replays > before
}

func TestUnchangedRegionsAreReplayed(t *testing.T) {
	for _, shared := range []bool{false, true} {
		r, _, g, values := incrementing(t, shared, 10)
		g.Flags |= flagFollowed
		for range 8 {
			r.run(g, Launch{Trip: 10}, values...)
		}
		// The first one makes what the lane needs, the second is seen, the third seen again.
		if r.replays != 5 {
			t.Errorf("shared %v: %d replays of 8 launches, want 5", shared, r.replays)
		}
		for range 3 {
			r.Settle()
			r.run(g, Launch{Trip: 10}, values...)
		}
		if r.replays != 8 {
			t.Errorf("shared %v: %d replays, want three more, each behind what was settled", shared, r.replays)
		}
		r.update(values[0])
		if first(values[0]) != 11 {
			t.Errorf("shared %v: a[0] is %d, want 11", shared, first(values[0]))
		}
	}
}

// Two launches of a region that take turns, as arrays that change places, are both
// remembered; values are taken anew.
func TestReplaysTakeTurns(t *testing.T) {
	r, _, g, values := incrementing(t, false, 10)
	b := hostSlice[int32](r.driver, 10)
	r.DataBegin(r.region("", 0, Item{"b", MapOnly, MapTo}), 0, true, []Value{of(b)})
	n := values[1]
	for range 10 {
		r.run(g, Launch{Trip: 10}, values[0], n)
		r.run(g, Launch{Trip: 10}, of(b), n)
	}
	if r.replays != 15 {
		t.Errorf("%d replays of 20 launches, want 15", r.replays)
	}
	*(*int32)(unsafe.Pointer(wordAt(n.Begin))) = 1
	r.run(g, Launch{Trip: 10}, values[0], n)
	r.update(values[0])
	r.update(of(b))
	a := *(*[2]int32)(unsafe.Pointer(wordAt(values[0].Begin)))
	if a != [2]int32{11, 10} || b[0] != 10 {
		t.Errorf("a is %v, b[0] %d, want [11 10] and 10", a, b[0])
	}
}

// What a launch depends on ends its replays.
func TestWhatEndsReplays(t *testing.T) {
	for name, do := range map[string]func(r *rig, g *Region, v []Value){
		"enter data": func(r *rig, g *Region, v []Value) {
			r.EnterData(r.region("", 0, Item{"b", MapOnly, MapTo}), 0, true, []Value{of(hostSlice[int32](r.driver, 4))})
		},
		"exit data": func(r *rig, g *Region, v []Value) {
			r.EnterData(r.region("", 0, Item{"a", MapOnly, MapTo}), 0, true, v[:1])
			r.ExitData(r.region("", 0, Item{"a", MapOnly, MapRelease}), 0, true, v[:1])
		},
		"update":     func(r *rig, g *Region, v []Value) { r.update(v[0]) },
		"allocation": func(r *rig, g *Region, v []Value) { r.Alloc(16, 0) },
		"other region": func(r *rig, g *Region, v []Value) {
			r.run(g, Launch{Trip: 10}, of(hostSlice[int32](r.driver, 10)), v[1])
		},
		"unit": func(r *rig, g *Region, v []Value) { r.AddUnit(&Unit{File: "other.c"}) },
	} {
		r, _, g, values := incrementing(t, false, 10)
		g.Flags |= flagFollowed
		if !r.replayed(g, Launch{Trip: 10}, values...) {
			t.Fatalf("%s: nothing is replayed", name)
		}
		before := r.replays
		do(r, g, values)
		r.run(g, Launch{Trip: 10}, values...)
		if r.replays != before {
			t.Errorf("%s: the launch behind it is replayed", name)
		}
		if !r.replayed(g, Launch{Trip: 10}, values...) {
			t.Errorf("%s: later launches are not replayed", name)
		}
	}
}

// Launches of which a part is more than the kernel are not replayed.
func TestWhatIsNotReplayed(t *testing.T) {
	launch := Launch{Trip: 10}
	for name, make := range map[string]func(r *rig, g *Region, v []Value) ([]Value, *Region){
		"own data": func(r *rig, g *Region, v []Value) ([]Value, *Region) {
			return []Value{of(hostSlice[int32](r.driver, 10)), v[1]}, g
		},
		"always": func(r *rig, g *Region, v []Value) ([]Value, *Region) {
			return v, r.region("increment", uint32(ppe.SPMD), Item{"a", ArgMap, MapTo | MapAlways}, Item{Name: "n", Kind: ArgValue})
		},
		"firstprivate": func(r *rig, g *Region, v []Value) ([]Value, *Region) {
			return v, r.region("increment", uint32(ppe.SPMD), Item{"a", ArgFirstPrivate, 0}, Item{Name: "n", Kind: ArgValue})
		},
		"assertion": func(r *rig, g *Region, v []Value) ([]Value, *Region) {
			return v, r.region("increment", uint32(ppe.SPMD)|flagMayAssert, g.Items...)
		},
	} {
		r, _, g, values := incrementing(t, false, 10)
		v, region := make(r, g, values)
		if r.replayed(region, launch, v...) {
			t.Errorf("%s: it is replayed", name)
		}
	}
	r, _, g, values := incrementing(t, false, 10)
	r.others.Store(1)
	if r.replayed(g, launch, values...) {
		t.Error("a launch is replayed though other threads use the runtime")
	}
}

// Where the host may look behind a region, its replay is awaited.
func TestAwaitedReplays(t *testing.T) {
	r, d, g, values := incrementing(t, true, 10)
	for i := range int32(6) {
		r.run(g, Launch{Trip: 10}, values...)
		if first(values[0]) != i+1 || d.Launches.Load() != int64(i+1) {
			t.Fatalf("behind launch %d of them %d were awaited, and a[0] is %d", i+1, d.Launches.Load(), first(values[0]))
		}
	}
	if r.replays == 0 {
		t.Error("nothing was replayed")
	}
}

// A replay that fails is done by Go, which says why.
func TestReplayFails(t *testing.T) {
	r, d, g, values := incrementing(t, false, 10)
	if !r.replayed(g, Launch{Trip: 10}, values...) {
		t.Fatal("nothing is replayed")
	}
	d.Fail = func(call string) error {
		if call == "Launch" {
			return &driver.Error{Call: "clEnqueueNDRangeKernel", Code: driver.OutOfResources, Name: "CL_OUT_OF_RESOURCES"}
		}
		return nil
	}
	if text := r.ends(func() { r.run(g, Launch{Trip: 10}, values...) }); text == "" {
		t.Error("there is no message")
	}
}
