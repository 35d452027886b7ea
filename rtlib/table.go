package rtlib

import (
	"slices"
	"sort"
	"sync"

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
	early      bool // it left before the kernel of its last construct had ended
	foreign    bool // the buffer belongs to the user (omp_target_associate_ptr)

	arrival driver.Event // completes with its first contents; nil = complete
	maker   *lane        // while arriving

	slotMu   sync.Mutex   // over both lists
	slots    []attachment // attached pointers in it, by host address
	deferred []attachment // in place: attached only while a kernel runs

	name string  // of the item that made it
	by   *Region // the construct that made it
}

// table holds the entries of a device by host address. They never overlap. The
// list is cut into chunks, so that a program that maps a million list nodes does
// not move a long list for each.
type table struct {
	chunks [][]*entry // by begin; none is empty
	size   int        // entries
}

// maxChunk is the number of entries at which a chunk is cut in two.
const maxChunk = 512

// spot is a place in a table: chunk and index in it.
type spot struct{ chunk, index int }

// search returns the spot of the first entry that ends behind address; its chunk
// is len(chunks) if there is none.
func (t *table) search(address uintptr) spot {
	c := sort.Search(len(t.chunks), func(c int) bool {
		last := t.chunks[c]
		return last[len(last)-1].end > address
	})
	if c == len(t.chunks) {
		return spot{c, 0}
	}
	list := t.chunks[c]
	return spot{c, sort.Search(len(list), func(i int) bool { return list[i].end > address })}
}

// at returns the entry at a spot, nil behind the last.
func (t *table) at(s spot) *entry {
	if s.chunk == len(t.chunks) {
		return nil
	}
	return t.chunks[s.chunk][s.index]
}

// before returns the entry in front of a spot, nil if it is the first.
func (t *table) before(s spot) *entry {
	if s.index > 0 {
		return t.chunks[s.chunk][s.index-1]
	}
	if s.chunk == 0 {
		return nil
	}
	list := t.chunks[s.chunk-1]
	return list[len(list)-1]
}

// all iterates over the entries by address. The table must not change meanwhile.
func (t *table) all(yield func(*entry) bool) {
	for _, list := range t.chunks {
		for _, e := range list {
			if !yield(e) {
				return
			}
		}
	}
}

// containing returns the entry that contains the address, nil if there is none.
func (t *table) containing(address uintptr) *entry {
	if e := t.at(t.search(address)); e != nil && e.begin <= address {
		return e
	}
	return nil
}

// corresponding returns the entry of a pointer without a section: the one that
// contains the address, or else the one that ends at it.
func (t *table) corresponding(address uintptr) *entry {
	if address == 0 {
		return nil
	}
	s := t.search(address)
	if e := t.at(s); e != nil && e.begin <= address {
		return e
	}
	if e := t.before(s); e != nil && e.end == address {
		return e
	}
	return nil
}

// find returns the entry that contains [lo, hi), lo < hi. If there is none it
// returns in clash an entry that overlaps the range, nil if nothing does.
func (t *table) find(lo, hi uintptr) (e, clash *entry) {
	e = t.at(t.search(lo))
	switch {
	case e == nil || e.begin >= hi:
		return nil, nil
	case e.begin <= lo && hi <= e.end:
		return e, nil
	}
	return nil, e
}

// insert adds an entry whose range overlaps no other.
func (t *table) insert(e *entry) {
	t.size++
	s := t.search(e.begin)
	if s.chunk == len(t.chunks) {
		if s.chunk == 0 {
			t.chunks = [][]*entry{{e}}
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

// remove takes an entry out; it may be absent.
func (t *table) remove(e *entry) {
	s := t.search(e.begin)
	if t.at(s) != e {
		return
	}
	t.size--
	t.chunks[s.chunk] = slices.Delete(t.chunks[s.chunk], s.index, s.index+1)
	if len(t.chunks[s.chunk]) == 0 {
		t.chunks = slices.Delete(t.chunks, s.chunk, s.chunk+1)
	}
}
