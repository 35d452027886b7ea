package pages_test

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"omp2cl/dtm/pages"
	"omp2cl/dtm/pages/memreader"
)

// rungVariable tells a process of this test binary which rung it is to start.
const rungVariable = "OMP2CL_PAGES_TEST_RUNG"

const page = 4096

// onEachRung runs a test in a process of its own for each rung: a process starts
// page tracking once.
func onEachRung(t *testing.T, test func(t *testing.T)) {
	if number := os.Getenv(rungVariable); number != "" {
		n, _ := strconv.Atoi(number)
		if _, why, err := pages.Start(pages.Rung(n)); err != nil {
			t.Skipf("%v: %s", err, why)
		}
		test(t)
		return
	}
	for _, rung := range rungs {
		t.Run(rung.String(), func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^"+strings.Split(t.Name(), "/")[0]+"$", "-test.v", "-test.timeout=4m")
			cmd.Env = append(os.Environ(), rungVariable+"="+strconv.Itoa(int(rung)))
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if strings.Contains(string(out), "--- SKIP") {
				t.Skipf("%s", out)
			}
			if !strings.Contains(string(out), "--- PASS") {
				t.Fatalf("did not run\n%s", out)
			}
		})
	}
}

// block is memory outside the Go heap with a place on a device.
type block struct {
	memory []byte
	lo     uintptr
	device memreader.Device
	object pages.Object
}

func newBlock(t *testing.T, n int) *block {
	t.Helper()
	memory, err := syscall.Mmap(-1, 0, n*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	b := &block{memory: memory, lo: uintptr(unsafe.Pointer(&memory[0])), device: memreader.New(n*page, 256<<10)}
	hi := b.at(n)
	if b.object, err = pages.Add(b.lo, hi, hi, 3); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.object.Remove)
	return b
}

func (b *block) at(n int) uintptr { return b.lo + uintptr(n)*page }

func (b *block) source() pages.Source {
	return pages.Source{Reader: b.device.Reader(), Mem: b.device.Memory()}
}

func (b *block) drop(t *testing.T, lo, hi int) {
	t.Helper()
	if err := b.object.Drop(b.at(lo), b.at(hi), b.source()); err != nil {
		t.Fatal(err)
	}
}

func (b *block) written(t *testing.T, protect bool) []pages.Range {
	t.Helper()
	ranges := make([]pages.Range, 100)
	n, err := b.object.Written(b.lo, b.at(len(b.memory)/page), ranges, protect)
	if err != nil {
		t.Fatal(err)
	}
	return ranges[:n]
}

// TestWrapper goes once through what the wrapper offers.
func TestWrapper(t *testing.T) { onEachRung(t, testWrapper) }

// size is larger than what comes home at once, pages.
const size = 256

func testWrapper(t *testing.T) {
	b := newBlock(t, size)
	if got := b.object.Extent(); got != (pages.Range{Lo: b.lo, Hi: b.at(size)}) || b.object.Kind() != 3 {
		t.Errorf("extent %v, kind %d", got, b.object.Kind())
	}
	if _, err := pages.Add(b.lo, b.at(1), b.at(1), 0); err != syscall.EEXIST {
		t.Errorf("adding twice: %v", err)
	}
	copy(b.device.Bytes(), strings.Repeat("d", size*page))
	pages.Events(make([]pages.Event, 1))
	b.drop(t, 0, size)
	if n := b.object.AbsentCount(); n != size {
		t.Errorf("%d pages absent", n)
	}
	if got := b.memory[5*page]; got != 'd' {
		t.Errorf("page 5 holds %q", got)
	}
	ranges := make([]pages.Range, 10)
	n, err := b.object.Absent(b.lo, b.at(size), ranges)
	if err != nil || n != 1 || ranges[0].Lo != b.at(16) || ranges[0].Hi != b.at(size) {
		t.Errorf("absent: %v, %v", ranges[:n], err)
	}
	events := make([]pages.Event, 10)
	if n, lost := pages.Events(events); n != 1 || lost != 0 || events[0].Kind != pages.FaultEvent ||
		events[0].Address != b.lo || events[0].Object != b.object.Handle() || events[0].Bytes != 16*page ||
		events[0].Reader != uintptr(b.device.Reader()) {
		t.Errorf("events: %+v", events[:n])
	}
	if err := b.object.Fetch(b.lo, b.at(size)); err != nil {
		t.Error(err)
	}
	if w := b.written(t, false); len(w) != 0 {
		t.Errorf("written: %v", w)
	}
	b.memory[20*page] = 1
	if w := b.written(t, true); len(w) != 1 || w[0].Lo > b.at(20) || w[0].Hi <= b.at(20) {
		t.Errorf("written: %v", w)
	}
	if w := b.written(t, false); len(w) != 0 {
		t.Errorf("written after protecting: %v", w)
	}
	if err := b.object.Unprotect(b.at(8), b.at(10)); err != nil {
		t.Error(err)
	}
	if w := b.written(t, true); len(w) != 1 || w[0] != (pages.Range{Lo: b.at(8), Hi: b.at(10)}) {
		t.Errorf("written after letting write: %v", w)
	}
	if c := pages.Count(); c.FaultBytes != 16*page || c.FetchBytes != (size-16)*page || c.DroppedBytes != size*page {
		t.Errorf("counters: %+v", c)
	}
	if f := pages.CountOf(b.device.Reader()); f.Faults != 1 || f.Bytes != size*page {
		t.Errorf("the reader's counters: %+v", f)
	}
	testWrapperErrors(t, b)
}

func testWrapperErrors(t *testing.T, b *block) {
	b.drop(t, 0, size)
	b.device.Fail(-5)
	var code pages.DeviceError
	if err := b.object.Fetch(b.lo, b.at(size)); !errors.As(err, &code) || code != -5 {
		t.Errorf("fetching from a broken device: %v", err)
	}
	b.device.Fail(0)
	if err := pages.Home(b.lo, size*page, true); err != nil || b.object.AbsentCount() != 0 {
		t.Errorf("home: %v, %d absent", err, b.object.AbsentCount())
	}
	before := pages.Deaths()
	pages.Gone(b.lo, b.at(size))
	if !b.object.Dead() || pages.Deaths() != before+1 {
		t.Error("the object lives on")
	}
	if err := b.object.Protect(b.lo, b.at(size)); err != pages.ErrDead {
		t.Errorf("protecting a dead object: %v", err)
	}
	if rung, why, err := pages.Start(pages.Auto); rung != pages.InForce() || why != "" || err != nil {
		t.Errorf("a second start: %v, %q, %v", rung, why, err)
	}
}

// TestTouchedByGo has goroutines touch absent pages while the collector runs: the
// service needs neither.
func TestTouchedByGo(t *testing.T) { onEachRung(t, testTouchedByGo) }

func testTouchedByGo(t *testing.T) {
	b := newBlock(t, 512)
	for i := range 512 {
		b.device.Bytes()[i*page] = byte(i)
	}
	for round := range 20 {
		b.drop(t, 0, 512)
		var wait sync.WaitGroup
		for g := range 4 {
			wait.Go(func() {
				for i := g; i < 512; i += 4 {
					if b.memory[i*page] != byte(i) {
						t.Errorf("round %d: page %d holds %d", round, i, b.memory[i*page])
						return
					}
					if i%100 == g {
						runtime.GC()
					}
				}
			})
		}
		wait.Wait()
	}
}

// TestRungNames checks that the names are those of OMP2CL_DTM.
func TestRungNames(t *testing.T) {
	want := []string{"auto", "uffd", "uffd-user", "wp", "mprotect", "Rung(5)"}
	for i, name := range want {
		if got := pages.Rung(i).String(); got != name {
			t.Errorf("rung %d is %q, not %q", i, got, name)
		}
	}
}
