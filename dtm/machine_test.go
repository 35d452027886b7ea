package dtm

import (
	"math/rand"
	"testing"
)

// The trivial model: a memory of a few bytes with real values, at the host and
// on each device, and what a program that knows nothing of all this would see.
const (
	size    = 24
	devices = 3
)

// world plays random programs on a Machine: it does the transfers that the
// machine asks for, no others, and complains when a byte does not have the value
// that OpenMP promises.
type world struct {
	t     testing.TB
	r     *rand.Rand
	m     Machine
	steps []string

	truth  [size]int // what the host program sees
	host   [size]int // what is in the host's memory
	away   [size]int // 0: host is right; k: it is device k-1 that has the value
	wrote  [size]bool
	came   [size]bool // came home, or was written, since the machine was told
	stored [devices][size]int
	list   [devices][]*mapped
	last   int
}

// mapped is an active entry of a device data environment.
type mapped struct {
	Range
	defined bool // its contents on the device are the program's
}

func (w *world) fresh() int { w.last++; return w.last }

func (w *world) fail(format string, args ...any) {
	w.t.Helper()
	for _, s := range w.steps {
		w.t.Log(s)
	}
	w.t.Fatalf(format, args...)
}

func (w *world) note(what string, r Range, d int) {
	w.steps = append(w.steps, what+" "+rangeString(r)+" device "+string(rune('0'+d)))
}

func rangeString(r Range) string {
	return string(rune('a'+r.Lo)) + ".." + string(rune('a'+r.Hi))
}

// touch is a host access: what is away comes home by itself.
func (w *world) touch(i uintptr) {
	if k := w.away[i]; k > 0 {
		w.host[i], w.away[i], w.came[i] = w.stored[k-1][i], 0, true
	}
	if w.host[i] != w.truth[i] {
		w.fail("byte %d is %d at the host, the program should see %d", i, w.host[i], w.truth[i])
	}
}

// observe tells the machine what the host has done, as the runtime does at a
// construct.
func (w *world) observe(r Range) {
	for i := r.Lo; i < r.Hi; i++ {
		one := Range{i, i + 1}
		if w.came[i] {
			w.m.Home(one)
		}
		if w.wrote[i] {
			w.m.HostWrote(one)
		}
		w.came[i], w.wrote[i] = false, false
	}
}

// fetch does transfers home.
func (w *world) fetch(list []Range) {
	for _, r := range list {
		for i := r.Lo; i < r.Hi; i++ {
			if w.away[i] == 0 {
				w.fail("byte %d is to come home, but is there", i)
			}
			w.touch(i)
			w.came[i] = false // the machine knows
		}
	}
}

func (w *world) copyIn(r Range, d int) {
	w.observe(r)
	send, fetch := w.m.CopyIn(r, d)
	w.fetch(fetch)
	for _, s := range w.m.Merge(send, uintptr(w.r.Intn(4))) {
		for i := s.Lo; i < s.Hi; i++ {
			if w.away[i] > 0 {
				w.fail("byte %d is sent, but is away", i)
			}
			w.stored[d][i] = w.host[i]
		}
	}
	for i := r.Lo; i < r.Hi; i++ {
		if w.stored[d][i] != w.truth[i] {
			w.fail("byte %d is %d on device %d after copy in, not %d", i, w.stored[d][i], d, w.truth[i])
		}
	}
}

// kernel writes some bytes of r on the device.
func (w *world) kernel(r Range, d int) {
	for i := r.Lo; i < r.Hi; i++ {
		if w.r.Intn(2) == 0 {
			w.stored[d][i] = w.fresh()
		}
	}
}

// copyOut is the end of a map with from; the values stay on the device or come at
// once, as the range would have it.
func (w *world) copyOut(r Range, d int, written bool) {
	w.observe(r)
	for i := r.Lo; i < r.Hi; i++ {
		w.truth[i] = w.stored[d][i]
	}
	for _, away := range w.m.CopyOut(r, d, written) {
		leave := w.r.Intn(3) > 0
		for i := away.Lo; i < away.Hi; i++ {
			w.away[i] = d + 1
			if !leave {
				w.touch(i)
				w.came[i] = false
				w.m.Home(Range{i, i + 1})
			}
		}
	}
	w.agree(r)
}

// agree checks that every byte is where the state says it is.
func (w *world) agree(r Range) {
	for i := r.Lo; i < r.Hi; i++ {
		value := w.host[i]
		if k := w.away[i]; k > 0 {
			value = w.stored[k-1][i]
		}
		if value != w.truth[i] {
			w.fail("byte %d: the program would see %d, not %d", i, value, w.truth[i])
		}
	}
}

func (w *world) any() Range {
	lo := uintptr(w.r.Intn(size))
	return Range{lo, lo + 1 + uintptr(w.r.Intn(size-int(lo)))}
}

// free reports whether nothing of r is mapped on the device (all devices: -1).
func (w *world) free(r Range, d int) bool {
	for n := range devices {
		if d >= 0 && n != d {
			continue
		}
		for _, e := range w.list[n] {
			if !e.Meet(r).Empty() {
				return false
			}
		}
	}
	return true
}

func (w *world) step() {
	r, d := w.any(), w.r.Intn(devices)
	events := []func(Range, int){
		w.hostWrites, w.hostReads, w.region, w.region, w.enter, w.launch, w.leave, w.update, w.drop, w.die,
	}
	events[w.r.Intn(len(events))](r, d)
}

func (w *world) hostWrites(r Range, d int) {
	w.note("host writes", r, d)
	for i := r.Lo; i < r.Hi; i++ {
		w.touch(i)
		w.truth[i] = w.fresh()
		w.host[i], w.wrote[i] = w.truth[i], true
	}
}

func (w *world) hostReads(r Range, d int) {
	w.note("host reads", r, d)
	for i := r.Lo; i < r.Hi; i++ {
		w.touch(i)
	}
}

// region is a target construct that alone refers to its item.
func (w *world) region(r Range, d int) {
	if !w.free(r, d) {
		return
	}
	to, from, writes := w.r.Intn(2) == 0, w.r.Intn(2) == 0, w.r.Intn(2) == 0
	w.note("region", r, d)
	w.observe(r)
	if to {
		w.copyIn(r, d)
	}
	if writes && !from {
		w.fetch(w.m.KernelWrites(r, d))
	}
	if writes {
		w.kernel(r, d)
	}
	switch {
	case from && writes:
		w.copyOut(r, d, true)
	case from && to:
		w.copyOut(r, d, false)
	}
}

func (w *world) enter(r Range, d int) {
	if !w.free(r, d) {
		return
	}
	w.note("enter", r, d)
	e := &mapped{r, w.r.Intn(2) == 0}
	if e.defined {
		w.copyIn(r, d)
	}
	w.list[d] = append(w.list[d], e)
}

// mapped returns an active entry of the device, nil if there is none.
func (w *world) mapped(d int) *mapped {
	if len(w.list[d]) == 0 {
		return nil
	}
	return w.list[d][w.r.Intn(len(w.list[d]))]
}

func (w *world) launch(_ Range, d int) {
	if e := w.mapped(d); e != nil {
		w.note("kernel writes", e.Range, d)
		w.observe(e.Range)
		w.fetch(w.m.KernelWrites(e.Range, d))
		w.kernel(e.Range, d)
		e.defined = true
	}
}

func (w *world) leave(_ Range, d int) {
	if len(w.list[d]) == 0 {
		return
	}
	n := w.r.Intn(len(w.list[d]))
	e := w.list[d][n]
	w.note("leave", e.Range, d)
	w.list[d] = append(w.list[d][:n:n], w.list[d][n+1:]...)
	if w.r.Intn(2) == 0 && e.defined {
		w.copyOut(e.Range, d, false)
	}
}

func (w *world) update(r Range, d int) {
	e := w.mapped(d)
	if e == nil {
		return
	}
	part := e.Meet(r)
	if part.Empty() {
		return
	}
	if !e.defined || w.r.Intn(2) == 0 {
		w.note("update to", part, d)
		w.copyIn(part, d)
		e.defined = e.defined || part == e.Range
		return
	}
	w.note("update from", part, d)
	w.observe(part)
	for i := part.Lo; i < part.Hi; i++ {
		w.truth[i] = w.stored[d][i]
	}
	for _, read := range w.m.Refresh(part, d) {
		for i := read.Lo; i < read.Hi; i++ {
			w.host[i], w.away[i] = w.stored[d][i], 0
		}
	}
	w.agree(part)
}

// drop takes the device's storage away, as memory pressure does.
func (w *world) drop(r Range, d int) {
	if !w.free(r, d) {
		return
	}
	w.note("drop", r, d)
	w.observe(r)
	w.fetch(w.m.Drop(r, d))
	for i := r.Lo; i < r.Hi; i++ {
		w.stored[d][i] = -w.fresh()
	}
}

// die is free and a new object at the same address.
func (w *world) die(r Range, d int) {
	if !w.free(r, -1) {
		return
	}
	w.note("free", r, d)
	w.m.Forget(r)
	for i := r.Lo; i < r.Hi; i++ {
		w.truth[i] = w.fresh()
		w.host[i], w.away[i], w.came[i], w.wrote[i] = w.truth[i], 0, false, false
	}
}

// checkRuns checks the representation.
func (w *world) checkRuns() {
	runs := w.m.state.runs
	for i, r := range runs {
		if r.Empty() || r.holders == Host || r.holders == 0 {
			w.fail("run %d is %v %v", i, r.Range, r.holders)
		}
		if i > 0 && (runs[i-1].Hi > r.Lo || joins(runs[i-1], r)) {
			w.fail("runs %d and %d do not belong apart", i-1, i)
		}
	}
}

func playWorld(t testing.TB, seed int64, steps int) {
	w := &world{t: t, r: rand.New(rand.NewSource(seed))}
	w.steps = append(w.steps, "seed")
	for range steps {
		w.step()
		w.checkRuns()
		if len(w.steps) > 400 {
			w.steps = w.steps[200:]
		}
	}
	for i := range uintptr(size) {
		w.touch(i)
	}
}

// TestMachineAgainstModel plays more than a million events.
func TestMachineAgainstModel(t *testing.T) {
	worlds := 3000
	if testing.Short() {
		worlds = 300
	}
	for seed := range worlds {
		playWorld(t, int64(seed), 400)
	}
}

func FuzzMachine(f *testing.F) {
	for seed := range 8 {
		f.Add(int64(seed), uint16(100))
	}
	f.Fuzz(func(t *testing.T, seed int64, steps uint16) { playWorld(t, seed, int(steps)) })
}

// TestElision spells out what must not be transferred in the usual programs.
func TestElision(t *testing.T) {
	var m Machine
	a := Range{0x1000, 0x9000}
	if send, _ := m.CopyIn(a, 0); len(send) != 1 || send[0] != a {
		t.Errorf("the first copy in sends %v", send)
	}
	if send, _ := m.CopyIn(a, 0); len(send) != 0 {
		t.Errorf("the second copy in sends %v", send)
	}
	m.HostWrote(Range{0x2000, 0x3000})
	if send, _ := m.CopyIn(a, 0); len(send) != 1 || send[0] != (Range{0x2000, 0x3000}) {
		t.Errorf("after a host write copy in sends %v", send)
	}
	if away := m.CopyOut(a, 0, false); len(away) != 0 {
		t.Errorf("copy out of what no kernel wrote brings %v", away)
	}
	if away := m.CopyOut(a, 0, true); len(away) != 1 {
		t.Errorf("copy out brings %v", away)
	}
	if send, fetch := m.CopyIn(a, 1); len(send) != 1 || len(fetch) != 1 {
		t.Errorf("another device is sent %v after %v came home", send, fetch)
	}
	m.HostWrote(Range{0x2000, 0x3000})
	m.HostWrote(Range{0x4000, 0x5000})
	send, _ := m.Wants(a, 0)
	if got := m.Merge(send, 0x1000); len(got) != 1 || got[0] != (Range{0x2000, 0x5000}) {
		t.Errorf("merged: %v", got)
	}
}

func TestHabit(t *testing.T) {
	var h Habit
	if !h.Leave(1000, 0) || !h.Leave(1000, 900) {
		t.Error("results that the host leaves alone must stay on the device")
	}
	eager := 0
	for range 200 { // the host reads everything each time
		if !h.Leave(1000, 0) {
			eager++
		}
	}
	if eager < 180 {
		t.Errorf("only %d of 200 times at once", eager)
	}
	h = Habit{}
	for i := range 200 { // the host reads everything now and then
		still := uintptr(1000)
		if i%2 == 0 {
			still = 0
		}
		if !h.Leave(1000, still) {
			t.Fatalf("copied back at once at use %d, though the host reads each second result only", i)
		}
	}
	h = Habit{}
	for i := range 200 { // the host writes everything now and then
		if !h.Watch() {
			t.Fatalf("not watched at use %d, though the host writes between each second two uses only", i)
		}
		h.Watched(uintptr(1000*(i%2)), 1000)
	}
	var b Births
	tracked := 0
	for range 200 { // memory goes after one use, when the host has read all of it
		if b.Track() {
			tracked++
			b.Died(true)
		}
	}
	if tracked > 12 {
		t.Errorf("memory that comes and goes was tracked %d times of 200", tracked)
	}
	b = Births{}
	for k := range 200 { // what goes is used more often, or not looked at, now and then
		if !b.Track() {
			t.Fatalf("not tracked after %d deaths, though tracking pays each second time", k)
		}
		b.Died(k%2 == 0)
	}
	for k, c := range []struct{ left, away, paid uintptr }{{1000, 0, 0}, {1000, 1000, 1}, {1000, 300, 1}, {1000, 200, 0}, {0, 0, 0}} {
		h = Habit{}
		h.Leave(c.left, 0)
		if h.Judge(c.away) != (c.paid == 1) {
			t.Errorf("case %d: leaving %d bytes of which %d stayed away is judged wrongly", k, c.left, c.away)
		}
	}
	h = Habit{}
	watched := 0
	for range 200 {
		if h.Watch() {
			watched++
			h.Watched(1000, 1000)
		}
	}
	if watched > 12 {
		t.Errorf("watched %d of 200 times though all is written each time", watched)
	}
}
