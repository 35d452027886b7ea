package rtlib

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"omp2cl/dtm"
	"omp2cl/ppe"
	"omp2cl/rtlib/fake"
)

func bytesAt(at uintptr, n uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(wordAt(at))), n)
}

// byteValue is a byte of a model; what OpenMP leaves undefined compares equal to
// anything.
type byteValue struct {
	v       byte
	defined bool
}

// lazyModel is OpenMP's data environment of two devices, in its simplest form.
type lazyModel struct {
	host   []byteValue
	ranges [2][]*lazyRange
}

type lazyRange struct {
	lo, hi, count int
	bytes         []byteValue
}

func (m *lazyModel) find(d, lo, hi int) (r *lazyRange, clash bool) {
	for _, r := range m.ranges[d] {
		if r.lo <= lo && hi <= r.hi {
			return r, false
		}
		clash = clash || r.lo < hi && lo < r.hi
	}
	return nil, clash
}

func (m *lazyModel) enter(d, lo, hi int, t MapType) *lazyRange {
	r, _ := m.find(d, lo, hi)
	if r == nil {
		r = &lazyRange{lo: lo, hi: hi, bytes: make([]byteValue, hi-lo)}
		m.ranges[d] = append(m.ranges[d], r)
		t |= MapAlways
	}
	r.count++
	if t&MapTo != 0 && t&MapAlways != 0 {
		copy(r.bytes[lo-r.lo:], m.host[lo:hi])
	}
	return r
}

func (m *lazyModel) exit(d, lo, hi int, t MapType) {
	r, _ := m.find(d, lo, hi)
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
	if r.count > 0 {
		return
	}
	for i := range m.ranges[d] {
		if m.ranges[d][i] == r {
			m.ranges[d] = append(m.ranges[d][:i], m.ranges[d][i+1:]...)
			return
		}
	}
}

func (m *lazyModel) update(d, lo, hi int, t MapType) {
	if r, _ := m.find(d, lo, hi); r != nil {
		if t&MapTo != 0 {
			copy(r.bytes[lo-r.lo:], m.host[lo:hi])
		} else {
			copy(m.host[lo:hi], r.bytes[lo-r.lo:])
		}
	}
}

// mapped reports whether anything of [lo, hi) is present on a device.
func (m *lazyModel) mapped(lo, hi int) bool {
	for d := range m.ranges {
		if r, clash := m.find(d, lo, hi); r != nil || clash {
			return true
		}
	}
	return false
}

// TestMinimizedTransfersAgainstModel plays random constructs on two devices, with
// pages of 8 bytes, host accesses, freed and reused objects and too little device
// memory, and compares what host and kernels see with the model. Kernels run when they
// are awaited, or when the host touches what they leave on a device.
func TestMinimizedTransfersAgainstModel(t *testing.T) {
	smallPages(t)
	seeds := uint64(1500)
	if testing.Short() {
		seeds = 150
	}
	replays := 0
	for seed := range seeds {
		good, replayed := minimizedFollowsModel(t, seed, 120)
		if replays += replayed; !good {
			t.Fatalf("seed %d fails", seed)
		}
	}
	if replays < int(seeds) {
		t.Errorf("%d launches in %d plays are replayed: they show nothing", replays, seeds)
	}
}

// TestTrimmedReplica takes all but the end of a replica in use, which hangs over its last
// page; that page is then mapped by itself.
func TestTrimmedReplica(t *testing.T) {
	smallPages(t)
	for seed := range uint64(20) {
		p := newLazyPlay(t, seed)
		p.w.touch(p.at(0, playSize), true)
		for i := range p.host {
			p.host[i] = byte(i + 1)
			p.m.host[i] = byteValue{p.host[i], true}
		}
		launch := func(lo, hi int, kind MapType, writes bool) {
			v := part(p.host, lo, hi-lo)
			v.Base = v.Begin
			p.launch(1, lo, hi, kind, v, writes)
		}
		launch(56, 73, MapTo|MapFrom, false)
		v := part(p.host, 69, 2)
		v.Base = v.Begin
		p.EnterData(p.region("", 0, Item{"h[69:2]", MapOnly, MapTo}), 1, false, []Value{v})
		p.m.enter(1, 69, 71, MapTo)
		launch(49, 68, MapTo|MapFrom, true)
		launch(72, 80, MapTo|MapFrom, false)
		p.w.touch(p.at(0, playSize), false)
		p.check(0, playSize, true)
		p.Ending()
	}
}

// smallPages lets pages have 8 bytes, and memory be too large to compare from 12 on.
func smallPages(t *testing.T) {
	size, piece := pageSize, maxPiece
	t.Cleanup(func() { pageSize, maxPiece = size, piece })
	pageSize, maxPiece = 8, 12
}

func FuzzMinimizedTransfers(f *testing.F) {
	f.Add(uint64(1))
	f.Add(uint64(1135))          // TestTrimmedReplica
	f.Add(uint64(1795378343815)) // the end of a last page is written by the host
	f.Add(uint64(1795378347706)) // one page comes home while another goes
	f.Add(uint64(1795377748))    // a launch with map(always) is replayed
	f.Fuzz(func(t *testing.T, seed uint64) {
		smallPages(t)
		minimizedFollowsModel(t, seed, 800)
	})
}

// The memory of a play: two objects on pages of their own, and memory that cannot
// be tracked.
const (
	playSize    = 96
	firstObject = 40 // bytes
	nextObject  = 80
)

type lazyPlay struct {
	*rig
	t     *testing.T
	rnd   *rand.Rand
	w     *fakeWatch
	m     *lazyModel
	host  []byte
	n     []byte
	looks [2][][]byteValue // by device: what its kernels are going to see
	log   []string
	fails bool

	recent  []recentLaunch
	regions map[string]*Region
}

// construct is one of the program's constructs, which come again with other values.
func (p *lazyPlay) construct(kernel string, items ...Item) *Region {
	key := fmt.Sprint(kernel, items)
	if p.regions[key] == nil {
		if p.regions == nil {
			p.regions = map[string]*Region{}
		}
		p.regions[key] = p.region(kernel, 0, items...)
	}
	return p.regions[key]
}

// recentLaunch is a launch that may come again, as it was.
type recentLaunch struct {
	d, lo, hi int
	kind      MapType
	writes    bool
	g         *Region
	values    []Value
}

func newLazyPlay(t *testing.T, seed uint64) *lazyPlay {
	p := &lazyPlay{t: t, rnd: rand.New(rand.NewPCG(seed, 1)), w: &fakeWatch{}, m: &lazyModel{host: make([]byteValue, playSize)}}
	var list []*fake.Device
	for i := range 2 {
		d := fakeDevice(ppe.GPU, false)
		d.ReaderAddress = uintptr(i + 1)
		d.Touches = p.w.drivers
		d.Kernels["flip"] = func(c *fake.Call) {
			for i := range int(c.Bytes(2)[0]) {
				*(*byte)(unsafe.Add(c.At(0), i)) ^= 0x3C
			}
		}
		d.Kernels["flip_given"] = func(c *fake.Call) {
			n := int(c.Bytes(4)[0])
			for i := range n {
				b := (*byte)(unsafe.Add(c.At(0), i))
				if c.Word(3) != 0 {
					*b = byte(c.Word(2) >> (8 * i))
				}
				*b ^= 0x3C
			}
		}
		d.Kernels["look"] = func(c *fake.Call) { p.look(i, unsafe.Slice((*byte)(c.At(0)), int(c.Bytes(2)[0]))) }
		d.TakesBytes = seed&1 != 0
		list = append(list, d)
	}
	p.w.devices = list
	c := Config{}
	p.w.refuse = seed%7 == 0
	if seed%3 == 0 {
		c.DeviceMemory = arenaSlack + arenaSlack/2 + 12000
	}
	memory := &fake.Driver{List: list}
	memory.Touched = func(host uintptr, n uint64, write bool) {
		p.w.touch(dtm.Range{Lo: host, Hi: host + uintptr(n)}, write)
	}
	p.rig = newRig(t, c, memory)
	p.space.watch = p.w
	p.kernels(Code{Symbol: "flip"}, Code{Symbol: "flip_given"}, Code{Symbol: "look"})
	p.host, p.n = hostSlice[byte](p.driver, playSize), hostSlice[byte](p.driver, 1)
	at := uintptr(unsafe.Pointer(&p.host[0]))
	p.w.objects = []dtm.Range{{Lo: at, Hi: at + firstObject}, {Lo: at + firstObject, Hi: at + nextObject}}
	for i := range p.m.host {
		p.m.host[i].defined = true
	}
	return p
}

// look compares what a kernel of a device sees with what it should.
func (p *lazyPlay) look(device int, seen []byte) {
	want := p.looks[device][0]
	p.looks[device] = p.looks[device][1:]
	for i, w := range want {
		if w.defined && seen[i] != w.v {
			p.fail("a kernel on device %d sees %#x in byte %d, want %#x", device, seen[i], i, w.v)
		}
	}
}

func (p *lazyPlay) at(lo, hi int) dtm.Range {
	at := uintptr(unsafe.Pointer(&p.host[0]))
	return dtm.Range{Lo: at + uintptr(lo), Hi: at + uintptr(hi)}
}

func (p *lazyPlay) fail(format string, args ...any) {
	if !p.fails {
		for _, l := range p.log {
			p.t.Log(l)
		}
		p.t.Errorf(format, args...)
	}
	p.fails = true
}

// check compares what the host program would see: all of it, which lets the devices
// come to an end, or what it has.
func (p *lazyPlay) check(lo, hi int, all bool) {
	for i := lo; i < hi; i++ {
		if !all && p.w.isAbsent(p.at(i, i).Lo) {
			continue
		}
		if want := p.m.host[i]; want.defined && p.w.value(p.at(i, i).Lo) != want.v {
			p.fail("host byte %d is %#x, want %#x", i, p.w.value(p.at(i, i).Lo), want.v)
			return
		}
	}
}

// minimizedFollowsModel also tells how many launches were replayed.
func minimizedFollowsModel(t *testing.T, seed uint64, steps int) (good bool, replays int) {
	p := newLazyPlay(t, seed)
	defer func() {
		if e := recover(); e != nil {
			at := uintptr(unsafe.Pointer(&p.host[0]))
			p.fail("panic: %v; memory begins at %d", e, at)
			for _, d := range p.devices {
				for r := range d.replicas.table.all {
					t.Logf("device %d replica [%d,%d) pages [%d,%d) uses %d", d.number, r.Lo-at, r.Hi-at, r.pages.Lo-at, r.pages.Hi-at, r.uses)
				}
			}
			panic(e)
		}
	}()
	for range steps {
		p.step()
		p.check(0, playSize, p.rnd.IntN(10) == 0)
		if p.fails {
			return false, p.replays
		}
	}
	p.w.touch(p.at(0, playSize), false)
	p.check(0, playSize, true)
	p.Ending()
	if len(p.looks[0])+len(p.looks[1]) > 0 {
		p.fail("kernels have not run")
	}
	return !p.fails, p.replays
}

func (p *lazyPlay) step() {
	if p.rnd.IntN(20) == 0 {
		p.others.Store(p.rnd.Int32N(2))
	}
	lo := p.rnd.IntN(playSize)
	hi := lo + 1 + p.rnd.IntN(min(40, playSize-lo))
	if p.rnd.IntN(2) == 0 { // whole pages
		lo, hi = lo&^7, (hi+7)&^7
	}
	if lo < nextObject && hi > nextObject || lo < firstObject && hi > firstObject {
		return // two objects
	}
	d := p.rnd.IntN(2)
	kind := []MapType{MapAlloc, MapTo, MapFrom, MapTo | MapFrom}[p.rnd.IntN(4)]
	if p.rnd.IntN(5) == 0 {
		kind |= MapAlways
	}
	what := p.rnd.IntN(14)
	if what == 12 || what == 13 && p.rnd.IntN(2) == 0 { // as a scalar on the stack
		lo = nextObject + p.rnd.IntN(playSize-nextObject)
		hi = lo + 1 + p.rnd.IntN(min(8, playSize-lo))
	}
	if _, clash := p.m.find(d, lo, hi); clash && (what < 6 || what > 11) {
		return
	}
	p.log = append(p.log, fmt.Sprintf("step %d: event %d, device %d, [%d,%d), map %d", len(p.log), what, d, lo, hi, kind))
	v := part(p.host, lo, hi-lo)
	v.Base = v.Begin
	data := func(kind MapType) *Region { return p.construct("", Item{"h[lo:n]", MapOnly, kind}) }
	switch what {
	case 0:
		p.EnterData(data(kind), d, false, []Value{v})
		p.m.enter(d, lo, hi, kind)
	case 1:
		if p.rnd.IntN(5) == 0 {
			kind |= MapDelete
		}
		p.ExitData(data(kind), d, false, []Value{v})
		p.m.exit(d, lo, hi, kind)
	case 2, 3:
		way := []MapType{MapTo, MapFrom}[what-2]
		p.Update(data(way), d, false, []Value{v})
		p.m.update(d, lo, hi, way)
	case 4, 5:
		p.launch(d, lo, hi, kind, v, what == 4)
	case 6, 7:
		p.w.touch(p.at(lo, hi), false)
	case 8:
		if p.rnd.IntN(3) == 0 {
			p.w.overwrite(p.at(lo, hi))
		} else {
			hi = min(hi, lo+1+p.rnd.IntN(9))
		}
		p.w.touch(p.at(lo, hi), true)
		for i := lo; i < hi; i++ {
			p.host[i] = byte(p.rnd.Uint32())
			p.m.host[i] = byteValue{p.host[i], true}
		}
	case 9:
		p.free(p.rnd.IntN(2))
	case 10, 11:
		p.launchAgain()
	case 12, 13:
		if hi-lo <= 8 {
			p.launchGiven(d, lo, hi, v)
		}
	}
}

// launchGiven runs a kernel that gets the first value of what it changes with the launch.
func (p *lazyPlay) launchGiven(d, lo, hi int, v Value) {
	kind := MapTo | MapFrom
	g := p.construct("flip_given", Item{"h", ArgMap, kind}, Item{Name: "h", Kind: ArgFirst}, Item{Name: "h", Kind: ArgGiven},
		Item{Name: "n", Kind: ArgValue})
	l := recentLaunch{d, lo, hi, kind, true, g, []Value{v, v, v, of(p.n)}}
	p.recent = append(p.recent, l)
	for range 1 + p.rnd.IntN(5) {
		p.run(l)
		if p.rnd.IntN(2) == 0 {
			p.w.touch(p.at(lo, hi), true)
			p.host[lo] = byte(p.rnd.IntN(3))
			p.m.host[lo] = byteValue{p.host[lo], true}
		}
	}
}

// launch runs a kernel that writes, or one that looks. What it gets may be mapped
// by an item that is no parameter, as what a pointer in memory leads to.
func (p *lazyPlay) launch(d, lo, hi int, kind MapType, v Value, writes bool) {
	name := "look"
	if writes {
		name = "flip"
	} else {
		kind |= MapReadOnly
	}
	items, values := []Item{{"h", ArgMap, kind}}, []Value{v}
	switch p.rnd.IntN(3) {
	case 0:
		items = []Item{{"h[0:n]", MapOnly, kind}, {"h", ArgZeroLength, MapReadOnly}}
		values = []Value{v, {Base: v.Begin}}
	case 1:
		items = []Item{{"h", ArgMap, kind | MapReadOnly}, {"nothing[0:0]", MapOnly, kind & MapReadOnly}}
		values = []Value{v, {}}
	}
	l := recentLaunch{d, lo, hi, kind, writes, p.construct(name, append(items, Item{Name: "n", Kind: ArgValue})...),
		append(values, of(p.n))}
	p.recent = append(p.recent, l)
	p.run(l)
}

// launchAgain does one or two of the latest launches some more times.
func (p *lazyPlay) launchAgain() {
	if len(p.recent) == 0 {
		return
	}
	back := 1 + p.rnd.IntN(min(3, len(p.recent)))
	for range 1 + p.rnd.IntN(12) {
		l := p.recent[len(p.recent)-back+p.rnd.IntN(min(2, back))]
		if _, clash := p.m.find(l.d, l.lo, l.hi); clash {
			return
		}
		p.log = append(p.log, fmt.Sprintf("again: device %d, [%d,%d), map %d, writes %v", l.d, l.lo, l.hi, l.kind, l.writes))
		p.run(l)
	}
}

// run does a launch in the play and in the model.
func (p *lazyPlay) run(l recentLaunch) {
	p.n[0] = byte(l.hi - l.lo)
	e := p.m.enter(l.d, l.lo, l.hi, l.kind)
	for i := l.lo; i < l.hi && l.writes; i++ {
		e.bytes[i-e.lo].v ^= 0x3C
	}
	if !l.writes {
		p.looks[l.d] = append(p.looks[l.d], slices.Clone(e.bytes[l.lo-e.lo:l.hi-e.lo]))
	}
	if !p.Target(l.g, l.d, false, &Launch{}, l.values) {
		p.fail("ran on the host: %s", p.printed())
		return
	}
	p.m.exit(l.d, l.lo, l.hi, l.kind)
}

// free frees an object and allocates another at its place.
func (p *lazyPlay) free(object int) {
	lo, hi := 0, firstObject
	if object == 1 {
		lo, hi = firstObject, nextObject
	}
	if p.m.mapped(lo, hi) {
		return
	}
	p.w.free(p.at(lo, hi))
	for i := lo; i < hi; i++ {
		p.host[i] = byte(p.rnd.Uint32())
		p.m.host[i] = byteValue{p.host[i], true}
	}
}
