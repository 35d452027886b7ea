package rtlib

import (
	"fmt"
	"slices"
	"sync"

	"omp2cl/dtm"
	"omp2cl/rtlib/fake"
)

// fakeWatch tracks pages in Go: the test says when the program touches memory.
type fakeWatch struct {
	mu      sync.Mutex
	devices []*fake.Device // by number
	objects []dtm.Range    // of the program, to the byte
	tracked []*fakePages
	deaths  uint64
	refuse  bool // Drop fails
	counts  WatchCounters
}

func (w *fakeWatch) Begin(DTM) (string, error)            { return "a test", nil }
func (w *fakeWatch) Attend()                              {}
func (w *fakeWatch) ReadAtExit() bool                     { return false }
func (w *fakeWatch) Counters(uintptr) WatchCounters       { return w.counts }
func (w *fakeWatch) Fetches() (list []Fetch, lost uint64) { return nil, 0 }
func (w *fakeWatch) Deaths() uint64                       { return w.deaths }
func (w *fakeWatch) each(r dtm.Range, do func(*fakePages, int)) {
	for _, p := range w.tracked {
		if p.gone {
			continue
		}
		for i := range p.state {
			if page := p.page(i); !page.Meet(r).Empty() {
				do(p, i)
			}
		}
	}
}

func (w *fakeWatch) Kind(address uintptr) (MemoryKind, dtm.Range) {
	for _, o := range w.objects {
		if o.Lo <= address && address < o.Hi {
			o.Hi = (o.Hi + pageSize - 1) &^ (pageSize - 1)
			return HeapBlock, o
		}
	}
	return OtherMemory, dtm.Range{}
}

func (w *fakeWatch) Track(r dtm.Range, end uintptr, _ MemoryKind) (Pages, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := &fakePages{w: w, Range: r, end: end, state: make([]fakePage, r.Len()/pageSize)}
	for i := range p.state {
		p.state[i].written = true
	}
	w.each(r, func(*fakePages, int) { panic("tracked twice") })
	w.tracked = append(w.tracked, p)
	return p, nil
}

func (w *fakeWatch) Home(r dtm.Range, _ bool) {
	w.await(r)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.each(r, func(p *fakePages, i int) { p.fetch(i) })
}

// await lets devices get ready for reads of what is absent in r, as their readers do.
func (w *fakeWatch) await(r dtm.Range) {
	var from []*fake.Device
	w.mu.Lock()
	w.each(r, func(p *fakePages, i int) {
		if s := p.state[i]; s.absent {
			from = append(from, w.devices[s.from.Device])
		}
	})
	w.mu.Unlock()
	for _, d := range from {
		d.AwaitLeft()
	}
}

// touch is an access of the program.
func (w *fakeWatch) touch(r dtm.Range, write bool) {
	w.await(r)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.each(r, func(p *fakePages, i int) {
		if p.state[i].absent {
			w.counts.Faults++
		}
		p.fetch(i)
		p.state[i].written = p.state[i].written || write
	})
}

// overwrite is what memcpy does before it writes all of r: pages inside are not fetched.
func (w *fakeWatch) overwrite(r dtm.Range) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.each(r, func(p *fakePages, i int) {
		if p.state[i].absent && r.Contains(p.page(i)) {
			p.state[i] = fakePage{written: true}
			clear(bytesAt(p.page(i).Lo, uint64(pageSize)))
		}
	})
}

// drivers is an access of a driver, which must never meet an absent page.
func (w *fakeWatch) drivers(host uintptr, n uint64, write bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.each(dtm.Range{Lo: host, Hi: host + uintptr(n)}, func(p *fakePages, i int) {
		if p.state[i].absent {
			panic(fmt.Sprintf("a driver meets the absent page %v", p.page(i)))
		}
		p.state[i].written = p.state[i].written || write
	})
}

// isAbsent reports whether a byte is on a device only.
func (w *fakeWatch) isAbsent(at uintptr) (absent bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.each(dtm.Range{Lo: at, Hi: at + 1}, func(p *fakePages, i int) { absent = p.state[i].absent && at < p.end })
	return absent
}

// value is the byte that the program would see; nothing is fetched.
func (w *fakeWatch) value(at uintptr) byte {
	w.await(dtm.Range{Lo: at, Hi: at + 1})
	w.mu.Lock()
	defer w.mu.Unlock()
	value := bytesAt(at, 1)[0]
	w.each(dtm.Range{Lo: at, Hi: at + 1}, func(p *fakePages, i int) {
		if s := p.state[i]; s.absent && at >= p.end {
			value = p.fringe[len(p.fringe)-int(p.Hi-at)]
		} else if s.absent {
			value = w.devices[s.from.Device].Bytes(s.from.Buffer, s.from.Off+uint64(at)-uint64(p.Lo), 1)[0]
		}
	})
	return value
}

// free is free of an object, whose memory the test uses again.
func (w *fakeWatch) free(o dtm.Range) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.each(o, func(p *fakePages, _ int) { p.gone = true })
	w.deaths++
}

// fakePages is a tracked range.
type fakePages struct {
	w *fakeWatch
	dtm.Range
	end    uintptr
	fringe []byte // what lies behind end
	state  []fakePage
	gone   bool
}

type fakePage struct {
	absent, written bool
	from            Source
}

func (p *fakePages) page(i int) dtm.Range {
	lo := p.Lo + uintptr(i)*pageSize
	return dtm.Range{Lo: lo, Hi: lo + pageSize}
}

func (p *fakePages) fetch(i int) {
	s := &p.state[i]
	if !s.absent {
		return
	}
	page := p.page(i)
	n := min(page.Hi, p.end) - page.Lo
	bytes := bytesAt(page.Lo, uint64(pageSize))
	copy(bytes[n:], p.fringe)
	copy(bytes, p.w.devices[s.from.Device].Bytes(s.from.Buffer, s.from.Off+uint64(page.Lo-p.Lo), uint64(n)))
	*s = fakePage{}
	p.w.counts.Bytes += uint64(n)
}

func (p *fakePages) do(r dtm.Range, change func(int)) error {
	p.w.mu.Lock()
	defer p.w.mu.Unlock()
	for i := range p.state {
		if !p.page(i).Meet(r).Empty() {
			change(i)
		}
	}
	return nil
}

func (p *fakePages) Handle() uintptr { return 0 }

func (p *fakePages) Dead() bool { return p.gone }

func (p *fakePages) AbsentCount() (n int) {
	_ = p.do(p.Range, func(i int) {
		if p.state[i].absent {
			n++
		}
	})
	return n
}

func (p *fakePages) Lost() int { return p.AbsentCount() }

func (p *fakePages) list(r dtm.Range, which func(*fakePage) bool) (list []dtm.Range) {
	_ = p.do(r, func(i int) {
		if which(&p.state[i]) {
			if n := len(list); n > 0 && list[n-1].Hi == p.page(i).Lo {
				list[n-1].Hi = p.page(i).Hi
			} else {
				list = append(list, p.page(i))
			}
		}
	})
	return list
}

func (p *fakePages) Absent(r dtm.Range) []dtm.Range {
	return p.list(r, func(s *fakePage) bool { return s.absent })
}

func (p *fakePages) Written(r dtm.Range, protect bool) ([]dtm.Range, error) {
	return p.list(r, func(s *fakePage) bool {
		was := s.written && !s.absent
		if protect && was {
			s.written = false
		}
		return was
	}), nil
}

func (p *fakePages) Protect(r dtm.Range) error {
	return p.do(r, func(i int) { p.state[i].written = false })
}

func (p *fakePages) Unprotect(r dtm.Range) error {
	return p.do(r, func(i int) { p.state[i].written = true })
}

func (p *fakePages) Drop(r dtm.Range, from Source) error {
	if p.w.refuse {
		return fmt.Errorf("the test refuses")
	}
	return p.do(r, func(i int) {
		page := p.page(i)
		if i == len(p.state)-1 {
			p.end = min(page.Hi, from.End)
			if !p.state[i].absent {
				p.fringe = slices.Clone(bytesAt(p.end, uint64(page.Hi-p.end)))
			}
		}
		for j := range bytesAt(page.Lo, uint64(pageSize)) {
			bytesAt(page.Lo, uint64(pageSize))[j] = 0xDD
		}
		p.state[i] = fakePage{absent: true, from: from}
	})
}

func (p *fakePages) Fetch(r dtm.Range) error {
	p.w.await(p.Meet(r))
	return p.do(r, p.fetch)
}

func (p *fakePages) Remove() {
	p.w.mu.Lock()
	defer p.w.mu.Unlock()
	p.w.tracked = slices.DeleteFunc(p.w.tracked, func(q *fakePages) bool { return q == p })
}
