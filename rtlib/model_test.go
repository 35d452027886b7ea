package rtlib

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"omp2cl/rtlib/fake"
)

// model is OpenMP 4.5's device data environment in its simplest form: bytes of
// the host, and for each present range its count and its device bytes.
type model struct {
	host   []byte
	ranges []*modelRange
}

type modelRange struct {
	lo, hi int
	count  int
	bytes  []byte
}

func (m *model) find(lo, hi int) (r *modelRange, clash bool) {
	for _, r := range m.ranges {
		if r.lo <= lo && hi <= r.hi {
			return r, false
		}
		if r.lo < hi && lo < r.hi {
			clash = true
		}
	}
	return nil, clash
}

// within is the one range that meets lo to hi and lies inside; nil for none.
func (m *model) within(lo, hi int) (r *modelRange) {
	for _, x := range m.ranges {
		if x.lo < hi && lo < x.hi {
			if r != nil || x.lo < lo || hi < x.hi {
				return nil
			}
			r = x
		}
	}
	return r
}

func (m *model) enter(lo, hi int, t MapType) {
	r, _ := m.find(lo, hi)
	if r == nil {
		r = &modelRange{lo: lo, hi: hi, bytes: make([]byte, hi-lo)}
		for i := range r.bytes {
			r.bytes[i] = 0xA5 // what the fake gives
		}
		m.ranges = append(m.ranges, r)
		t |= MapAlways
	}
	r.count++
	if t&MapTo != 0 && t&MapAlways != 0 {
		copy(r.bytes[lo-r.lo:], m.host[lo:hi])
	}
}

func (m *model) exit(lo, hi int, t MapType) {
	r, _ := m.find(lo, hi)
	if r == nil && t&MapFrom == 0 { // nothing is copied: less may be present
		r = m.within(lo, hi)
	}
	if r == nil {
		return
	}
	r.count--
	if t&MapDelete != 0 {
		r.count = 0
	}
	if t&MapFrom != 0 && (r.count == 0 || t&MapAlways != 0) {
		copy(m.host[lo:hi], r.bytes[lo-r.lo:])
	}
	if r.count == 0 {
		for i := range m.ranges {
			if m.ranges[i] == r {
				m.ranges = append(m.ranges[:i], m.ranges[i+1:]...)
				return
			}
		}
	}
}

func (m *model) update(lo, hi int, t MapType) {
	if r, _ := m.find(lo, hi); r != nil {
		if t&MapTo != 0 {
			copy(r.bytes[lo-r.lo:], m.host[lo:hi])
		} else {
			copy(m.host[lo:hi], r.bytes[lo-r.lo:])
		}
	}
}

// TestEnvironmentAgainstModel runs random sequences of constructs on the runtime
// and on the model, and compares the host's memory and what is present.
func TestEnvironmentAgainstModel(t *testing.T) {
	for seed := range uint64(300) {
		if !environmentFollowsModel(t, seed, 150) {
			t.Fatalf("seed %d fails", seed)
		}
	}
}

func FuzzEnvironment(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { environmentFollowsModel(t, seed, 1000) })
}

func environmentFollowsModel(t *testing.T, seed uint64, steps int) bool {
	const size = 40
	rnd := rand.New(rand.NewPCG(seed, 1))
	r, d := newFake(t, Config{})
	d.Info.GlobalMem = 0 // no spare buffers: new ones have known contents
	d.Kernels["flip"] = func(c *fake.Call) {
		for i := range unsafe.Slice((*byte)(c.At(0)), c.Bytes(2)[0]) {
			*(*byte)(unsafe.Add(c.At(0), i)) ^= 0x3C
		}
	}
	r.kernels(Code{Symbol: "flip"})
	host, n := hostSlice[byte](r.driver, size), hostSlice[byte](r.driver, 1)
	m := &model{host: make([]byte, size)}
	pick := func() (lo, hi int, v Value) {
		lo = rnd.IntN(size)
		hi = lo + 1 + rnd.IntN(min(8, size-lo))
		v = part(host, lo, hi-lo)
		v.Base = v.Begin
		return lo, hi, v
	}
	types := []MapType{MapAlloc, MapTo, MapFrom, MapTo | MapFrom}
	for step := range steps {
		lo, hi, v := pick()
		_, clash := m.find(lo, hi)
		kind := types[rnd.IntN(4)]
		if rnd.IntN(4) == 0 {
			kind |= MapAlways
		}
		what := rnd.IntN(6)
		clash = clash && (what != 1 || kind&MapFrom != 0 || m.within(lo, hi) == nil)
		data := r.region("", 0, Item{fmt.Sprintf("h[%d:%d]", lo, hi-lo), MapOnly, kind})
		do := map[int]func(){
			0: func() { r.EnterData(data, 0, true, []Value{v}); m.enter(lo, hi, kind) },
			1: func() {
				if rnd.IntN(5) == 0 {
					kind |= MapDelete
					data.Items[0].Map = kind
				}
				r.ExitData(data, 0, true, []Value{v})
				m.exit(lo, hi, kind)
			},
			2: func() {
				data.Items[0].Map = MapTo
				r.Update(data, 0, true, []Value{v})
				m.update(lo, hi, MapTo)
			},
			3: func() {
				data.Items[0].Map = MapFrom
				r.Update(data, 0, true, []Value{v})
				m.update(lo, hi, MapFrom)
			},
			4: func() {
				n[0] = byte(hi - lo)
				g := r.region("flip", 0, Item{"h", ArgMap, kind}, Item{Name: "n", Kind: ArgValue})
				r.run(g, Launch{}, v, of(n))
				m.enter(lo, hi, kind)
				e, _ := m.find(lo, hi)
				for i := lo; i < hi; i++ {
					e.bytes[i-e.lo] ^= 0x3C
				}
				m.exit(lo, hi, kind)
			},
			5: func() {
				for i := range host {
					host[i] = byte(rnd.Uint32())
				}
				copy(m.host, host)
			},
		}[what]
		if clash && what < 5 && rnd.IntN(40) > 0 {
			continue
		}
		if clash && what < 5 {
			text := r.ends(do)
			want := fmt.Sprintf("user.c:%d:9: error: 'h", r.line)
			if !strings.HasPrefix(text, want) || !strings.Contains(text, "is only partly present") {
				t.Errorf("seed %d step %d: %q for a clash, want %q", seed, step, text, want)
				return false
			}
			return true // the session has ended
		}
		do()
		if string(host) != string(m.host) {
			t.Errorf("seed %d step %d (%d on [%d,%d) map %d): host %v\nwant %v", seed, step, what, lo, hi, kind, host, m.host)
			return false
		}
		if got := r.devices[0].env.table.size; got != len(m.ranges) && what != 5 {
			t.Errorf("seed %d step %d: %d entries, want %d", seed, step, got, len(m.ranges))
			return false
		}
	}
	return true
}
