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
	foreign    bool // the buffer belongs to the user (omp_target_associate_ptr)

	arrival driver.Event // completes with its first contents; nil = complete
	maker   *lane        // while arriving

	slotMu   sync.Mutex   // over both lists
	slots    []attachment // attached pointers in it, by host address
	deferred []attachment // in place: attached only while a kernel runs

	name string  // of the item that made it
	by   *Region // the construct that made it
}

// table holds the entries of a device by host address. They never overlap.
type table struct {
	entries []*entry // by begin
}

// search returns the index of the first entry that ends behind address.
func (t *table) search(address uintptr) int {
	return sort.Search(len(t.entries), func(i int) bool { return t.entries[i].end > address })
}

// containing returns the entry that contains the address, nil if there is none.
func (t *table) containing(address uintptr) *entry {
	i := t.search(address)
	if i < len(t.entries) && t.entries[i].begin <= address {
		return t.entries[i]
	}
	return nil
}

// corresponding returns the entry of a pointer without a section: the one that
// contains the address, or else the one that ends at it.
func (t *table) corresponding(address uintptr) *entry {
	if address == 0 {
		return nil
	}
	i := t.search(address)
	if i < len(t.entries) && t.entries[i].begin <= address {
		return t.entries[i]
	}
	if i > 0 && t.entries[i-1].end == address {
		return t.entries[i-1]
	}
	return nil
}

// find returns the entry that contains [lo, hi), lo < hi. If there is none it
// returns in clash an entry that overlaps the range, nil if nothing does.
func (t *table) find(lo, hi uintptr) (e, clash *entry) {
	i := t.search(lo)
	if i == len(t.entries) || t.entries[i].begin >= hi {
		return nil, nil
	}
	e = t.entries[i]
	if e.begin <= lo && hi <= e.end {
		return e, nil
	}
	return nil, e
}

// insert adds an entry whose range overlaps no other.
func (t *table) insert(e *entry) {
	i := t.search(e.begin)
	t.entries = slices.Insert(t.entries, i, e)
}

// remove takes an entry out; it may be absent.
func (t *table) remove(e *entry) {
	i := t.search(e.begin)
	if i < len(t.entries) && t.entries[i] == e {
		t.entries = slices.Delete(t.entries, i, i+1)
	}
}
