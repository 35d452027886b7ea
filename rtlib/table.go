package rtlib

import (
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
)

// entryState is where an entry is in its life.
type entryState uint8

const (
	present  entryState = iota
	arriving            // its maker has not yet enqueued its first contents
	leaving             // its last contents are on their way to the host
)

// entry is a range of host memory that has corresponding storage on a device
// (OpenMP 4.5, 2.15.5.1).
type entry struct {
	begin, end uintptr // host
	buf        *driver.Buffer
	off        uint64 // of begin in buf
	count      int    // references
	state      entryState
	permanent  bool // infinite reference count
	inPlace    bool // the storage is the host's own
	carrier    bool // made for pointers that sections start from (MapPointers)
	early      bool // it left before the kernel of its last construct had ended
	foreign    bool // the buffer belongs to the user (omp_target_associate_ptr)

	arrival driver.Event // completes with its first contents; nil = complete
	maker   *lane        // while arriving

	slotMu   sync.Mutex   // over both lists
	slots    []attachment // attached pointers in it, by host address
	deferred []attachment // in place: attached only while a kernel runs

	rep     *replica // what keeps its storage beyond its life; nil if nothing does
	defined bool     // its contents on the device have come from the host, or from a kernel
	sole    bool     // a kernel of the only construct that refers to it writes it: others wait for its end
	wrote   bool     // by kernels, since it was made

	gone atomic.Bool // it is no longer in the table: pointers to it are not attached

	name string  // of the item that made it
	by   *Region // the construct that made it
}

// spanned is what a table holds: something with a range of host memory.
type spanned interface {
	comparable
	span() dtm.Range
}

// going reports whether others must wait until the entry is gone: it is leaving,
// or will when the kernel that writes it has ended.
func (e *entry) going() bool { return e.state == leaving || e.sole }

func (e *entry) span() dtm.Range { return dtm.Range{Lo: e.begin, Hi: e.end} }

// table holds ranges by host address. They never overlap. The list is cut into
// chunks, so that a program that maps a million list nodes does not move a long
// list for each. The zero T stands for nothing.
type table[T spanned] struct {
	chunks [][]T // by address; none is empty
	size   int   // elements
}

// maxChunk is the number of elements at which a chunk is cut in two.
const maxChunk = 512

// spot is a place in a table: chunk and index in it.
type spot struct{ chunk, index int }

// search returns the spot of the first element that ends behind address; its chunk
// is len(chunks) if there is none.
func (t *table[T]) search(address uintptr) spot {
	c := sort.Search(len(t.chunks), func(c int) bool {
		last := t.chunks[c]
		return last[len(last)-1].span().Hi > address
	})
	if c == len(t.chunks) {
		return spot{c, 0}
	}
	list := t.chunks[c]
	return spot{c, sort.Search(len(list), func(i int) bool { return list[i].span().Hi > address })}
}

// at returns the element at a spot, zero behind the last.
func (t *table[T]) at(s spot) (none T) {
	if s.chunk == len(t.chunks) {
		return none
	}
	return t.chunks[s.chunk][s.index]
}

// before returns the element in front of a spot, zero if it is the first.
func (t *table[T]) before(s spot) (none T) {
	if s.index > 0 {
		return t.chunks[s.chunk][s.index-1]
	}
	if s.chunk == 0 {
		return none
	}
	list := t.chunks[s.chunk-1]
	return list[len(list)-1]
}

// all iterates over the elements by address. The table must not change meanwhile.
func (t *table[T]) all(yield func(T) bool) {
	for _, list := range t.chunks {
		for _, e := range list {
			if !yield(e) {
				return
			}
		}
	}
}

// meeting iterates over the elements that overlap r, by address. The table must
// not change meanwhile.
func (t *table[T]) meeting(r dtm.Range) func(yield func(T) bool) {
	return func(yield func(T) bool) {
		if r.Empty() {
			return
		}
		s := t.search(r.Lo)
		for ; s.chunk < len(t.chunks); s = (spot{s.chunk + 1, 0}) {
			for ; s.index < len(t.chunks[s.chunk]); s.index++ {
				if e := t.chunks[s.chunk][s.index]; e.span().Lo >= r.Hi || !yield(e) {
					return
				}
			}
		}
	}
}

// only returns the element that overlaps r, zero if none does or several do.
func (t *table[T]) only(r dtm.Range) (one T) {
	var none T
	for e := range t.meeting(r) {
		if one != none {
			return none
		}
		one = e
	}
	return one
}

// containing returns the element that contains the address, zero if there is none.
func (t *table[T]) containing(address uintptr) (none T) {
	if e := t.at(t.search(address)); e != none && e.span().Lo <= address {
		return e
	}
	return none
}

// corresponding returns the element of a pointer without a section: the one that
// contains the address, or else the one that ends at it.
func (t *table[T]) corresponding(address uintptr) (none T) {
	if address == 0 {
		return none
	}
	s := t.search(address)
	if e := t.at(s); e != none && e.span().Lo <= address {
		return e
	}
	if e := t.before(s); e != none && e.span().Hi == address {
		return e
	}
	return none
}

// find returns the element that contains [lo, hi), lo < hi. If there is none it
// returns in clash an element that overlaps the range, zero if nothing does.
func (t *table[T]) find(lo, hi uintptr) (e, clash T) {
	var none T
	e = t.at(t.search(lo))
	switch {
	case e == none || e.span().Lo >= hi:
		return none, none
	case e.span().Contains(dtm.Range{Lo: lo, Hi: hi}):
		return e, none
	}
	return none, e
}

// insert adds an element whose range overlaps no other.
func (t *table[T]) insert(e T) {
	t.size++
	s := t.search(e.span().Lo)
	if s.chunk == len(t.chunks) {
		if s.chunk == 0 {
			t.chunks = [][]T{{e}}
			return
		}
		s = spot{s.chunk - 1, len(t.chunks[s.chunk-1])} // behind the last
	}
	list := slices.Insert(t.chunks[s.chunk], s.index, e)
	t.chunks[s.chunk] = list
	if half := len(list) / 2; len(list) > maxChunk {
		t.chunks[s.chunk] = list[:half:half]
		t.chunks = slices.Insert(t.chunks, s.chunk+1, slices.Clone(list[half:]))
	}
}

// remove takes an element out; it may be absent.
func (t *table[T]) remove(e T) {
	s := t.search(e.span().Lo)
	if t.at(s) != e {
		return
	}
	t.size--
	t.chunks[s.chunk] = slices.Delete(t.chunks[s.chunk], s.index, s.index+1)
	if len(t.chunks[s.chunk]) == 0 {
		t.chunks = slices.Delete(t.chunks, s.chunk, s.chunk+1)
	}
}
