// Package hostmem is the runtime's view of the program's memory: page tracking by
// dtm/pages, and the kinds of memory that dtm/heap knows.
package hostmem

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"unsafe"

	"omp2cl/dtm"
	"omp2cl/dtm/heap"
	"omp2cl/dtm/pages"
	"omp2cl/rtlib"
)

// Watch implements rtlib.Watch. There is one in a process.
type Watch struct {
	mu      sync.Mutex
	readers map[uintptr]int      // device by reader
	signals bool                 // faults are signals
	anchors map[uintptr]struct{} // mappings that have been prepared
}

// rungs are the modes that track, by their rung.
var rungs = map[rtlib.DTM]pages.Rung{
	rtlib.DTMAuto: pages.Auto, rtlib.DTMUserFault: pages.UFFD, rtlib.DTMUserFaultOwn: pages.UFFDUser,
	rtlib.DTMWriteProtect: pages.WP, rtlib.DTMProtect: pages.Mprotect,
}

// Begin starts page tracking. Where the program's memory calls are not seen,
// nothing can be tracked: memory would die unnoticed.
func (w *Watch) Begin(mode rtlib.DTM) (rung string, err error) {
	const needed = heap.Blocks | heap.Mappings
	if heap.InForce()&needed != needed {
		return "", errors.New("another allocator is in use, or the program is static or checked by a sanitizer")
	}
	inForce, refused, err := pages.Start(rungs[mode])
	if err != nil {
		return "", err
	}
	if pages.IONeedsHome() && heap.InForce()&heap.IO == 0 {
		return "", fmt.Errorf("%v needs to see the program's system calls", inForce)
	}
	w.signals = inForce == pages.Mprotect
	if refused != "" {
		return fmt.Sprintf("%v (not by %s)", inForce, refused), nil
	}
	return inForce.String(), nil
}

// kinds translates heap's kinds. What is not here is not tracked.
var kinds = map[heap.Memory]rtlib.MemoryKind{
	heap.Block: rtlib.HeapBlock, heap.Anon: rtlib.AnonymousMap, heap.BSS: rtlib.ZeroData, heap.Data: rtlib.InitialData,
	heap.FilePrivate: rtlib.PrivateFile, heap.FileShared: rtlib.SharedMapping,
}

// Kind classifies the memory around an address.
func (w *Watch) Kind(address uintptr) (rtlib.MemoryKind, dtm.Range) {
	memory, lo, hi := heap.Kind(address)
	kind, ok := kinds[memory]
	if !ok {
		return rtlib.OtherMemory, dtm.Range{}
	}
	return kind, dtm.Range{Lo: lo, Hi: hi}
}

// Track begins to track pages.
func (w *Watch) Track(r dtm.Range, end uintptr, kind rtlib.MemoryKind) (rtlib.Pages, error) {
	if kind == rtlib.InitialData {
		if err := heap.DetachData(r.Lo, r.Hi); err != nil {
			return nil, err
		}
	}
	if kind == rtlib.AnonymousMap && !w.anchored(r.Lo) {
		return nil, errors.New("the mapping is gone")
	}
	o, err := pages.Add(r.Lo, r.Hi, end, int(kind))
	if err != nil {
		return nil, err
	}
	heap.Tracked(r.Lo, r.Hi)
	return object{o, w}, nil
}

// Attend keeps the handler of page faults in front of others.
func (w *Watch) Attend() {
	if w.signals {
		pages.CheckHandler()
	}
}

// anchored prepares the mapping around an address for tracking.
func (w *Watch) anchored(address uintptr) bool {
	kind, lo, _ := heap.Kind(address)
	if kind != heap.Anon {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, done := w.anchors[lo]; !done {
		if w.anchors == nil {
			w.anchors = map[uintptr]struct{}{}
		}
		w.anchors[lo] = struct{}{}
		heap.Anchor(lo)
	}
	return true
}

// Deaths counts the objects that have died, or lost a part.
func (w *Watch) Deaths() uint64 { return pages.Deaths() }

// Home makes a range safe for drivers.
func (w *Watch) Home(r dtm.Range, writes bool) { _ = pages.Home(r.Lo, r.Len(), writes) }

// ReadAtExit reports whether code of the program may run after the runtime's exit
// hook.
func (w *Watch) ReadAtExit() bool { return heap.InForce()&heap.Exits == 0 || heap.ExitReaders() > 0 }

// Counters tells what fetches through a reader have cost.
func (w *Watch) Counters(reader uintptr) rtlib.WatchCounters {
	c := pages.CountOf(pointer(reader))
	return rtlib.WatchCounters{Faults: c.Faults, Runs: c.Runs, Bytes: c.Bytes}
}

// eventBatch is the number of events taken at once.
const eventBatch = 256

// Fetches returns what was fetched since the last call.
func (w *Watch) Fetches() (list []rtlib.Fetch, lost uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var events [eventBatch]pages.Event
	for {
		n, missed := pages.Events(events[:])
		lost += missed
		for _, e := range events[:n] {
			if e.Kind == pages.WriteEvent || e.Kind == pages.ZeroEvent {
				continue
			}
			list = append(list, rtlib.Fetch{Start: int64(e.StartNS), End: int64(e.EndNS), Address: e.Address,
				Bytes: e.Bytes, Device: w.device(e.Reader), Bulk: e.Kind != pages.FaultEvent})
		}
		if n < len(events) {
			return list, lost
		}
	}
}

// device is the number of the device that a reader reads; -1 if it is not known.
func (w *Watch) device(reader uintptr) int {
	if d, ok := w.readers[reader]; ok {
		return d
	}
	return -1
}

// object is a tracked range. What happens to memory that has gone does not matter
// here: the runtime learns of it by Deaths.
type object struct {
	pages.Object
	w *Watch
}

// lists is room for the ranges of one look.
var lists = sync.Pool{New: func() any { return new([1024]pages.Range) }}

// Absent lists the absent pages of r.
func (o object) Absent(r dtm.Range) (all []dtm.Range) {
	room := lists.Get().(*[1024]pages.Range)
	defer lists.Put(room)
	for !r.Empty() {
		n, err := o.Object.Absent(r.Lo, r.Hi, room[:])
		if err != nil {
			break
		}
		all = appendRanges(all, room[:n])
		if n < len(room) {
			break
		}
		r.Lo = room[n-1].Hi
	}
	return all
}

// Written lists the pages of r that the program has written.
func (o object) Written(r dtm.Range, protect bool) ([]dtm.Range, error) {
	room := lists.Get().(*[1024]pages.Range)
	defer lists.Put(room)
	n, err := o.Object.Written(r.Lo, r.Hi, room[:], protect)
	return appendRanges(nil, room[:n]), alive(err)
}

func appendRanges(list []dtm.Range, more []pages.Range) []dtm.Range {
	for _, r := range more {
		list = append(list, dtm.Range(r))
	}
	return list
}

// Protect makes the pages of r clean.
func (o object) Protect(r dtm.Range) error { return alive(o.Object.Protect(r.Lo, r.Hi)) }

// Unprotect lets the pages of r be written without notice.
func (o object) Unprotect(r dtm.Range) error { return alive(o.Object.Unprotect(r.Lo, r.Hi)) }

// Drop makes the pages of r absent.
func (o object) Drop(r dtm.Range, from rtlib.Source) error {
	o.w.mu.Lock()
	if o.w.readers == nil {
		o.w.readers = map[uintptr]int{}
	}
	o.w.readers[from.Reader] = from.Device
	o.w.mu.Unlock()
	if last := o.Extent().Hi; r.Hi > last-pageSize {
		if err := o.SetEnd(min(last, from.End)); err != nil {
			return alive(err)
		}
	}
	return alive(o.Object.Drop(r.Lo, r.Hi, pages.Source{
		Reader: pointer(from.Reader), Mem: pointer(from.Buffer), Off: from.Off, Origin: pointer(from.Origin),
	}))
}

// Fetch brings the absent pages of r home.
func (o object) Fetch(r dtm.Range) error { return alive(o.Object.Fetch(r.Lo, r.Hi)) }

// pageSize is the grain of tracking, bytes.
var pageSize = uintptr(os.Getpagesize())

func alive(err error) error {
	if errors.Is(err, pages.ErrDead) {
		return nil
	}
	return err
}

// pointer makes a C pointer of an address that a driver returned.
func pointer(at uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&at)) }
