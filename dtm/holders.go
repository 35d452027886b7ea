package dtm

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Range is the host memory [Lo, Hi), addresses in bytes.
type Range struct{ Lo, Hi uintptr }

// Len is the length of the range, bytes.
func (r Range) Len() uintptr { return r.Hi - r.Lo }

// Empty reports whether the range has no bytes.
func (r Range) Empty() bool { return r.Lo >= r.Hi }

// Meet returns the part that two ranges share; it may be empty.
func (r Range) Meet(o Range) Range { return Range{max(r.Lo, o.Lo), min(r.Hi, o.Hi)} }

// Contains reports whether o lies in r.
func (r Range) Contains(o Range) bool { return r.Lo <= o.Lo && o.Hi <= r.Hi }

// Without lists the parts of r that are in none of the others, which are in order
// of address and do not overlap.
func (r Range) Without(others ...Range) (parts []Range) {
	at := r.Lo
	for _, o := range others {
		if o = o.Meet(r); o.Empty() {
			continue
		}
		if at < o.Lo {
			parts = append(parts, Range{at, o.Lo})
		}
		at = o.Hi
	}
	if at < r.Hi {
		parts = append(parts, Range{at, r.Hi})
	}
	return parts
}

// Set is a set of holders of a value.
type Set uint64

// Host is the set of the host alone.
const Host Set = 1

// MaxDevices is the number of devices that a Set has room for.
const MaxDevices = 63

// Device is the set of the device with a number below MaxDevices alone.
func Device(number int) Set { return 2 << number }

// Has reports whether all of o is in s.
func (s Set) Has(o Set) bool { return s&o == o }

// String names the holders: "host", "0", "1".
func (s Set) String() string {
	var names []string
	if s.Has(Host) {
		names = append(names, "host")
	}
	for n := range MaxDevices {
		if s.Has(Device(n)) {
			names = append(names, fmt.Sprint(n))
		}
	}
	return "{" + strings.Join(names, " ") + "}"
}

// run is a stretch of memory with the same holders.
type run struct {
	Range
	holders Set
}

// holders is a map from addresses to sets, kept as runs in the order of their
// addresses: none is empty, none has only the host (which is what holds in
// between), and adjacent ones differ.
type holders struct{ runs []run }

// first returns the index of the first run that ends behind address.
func (h *holders) first(address uintptr) int {
	return sort.Search(len(h.runs), func(i int) bool { return h.runs[i].Hi > address })
}

// each calls visit for the stretches of r, in order, those of the host included.
// It must not change the map.
func (h *holders) each(r Range, visit func(Range, Set)) {
	at := r.Lo
	for i := h.first(r.Lo); i < len(h.runs) && h.runs[i].Lo < r.Hi; i++ {
		part := h.runs[i].Meet(r)
		if at < part.Lo {
			visit(Range{at, part.Lo}, Host)
		}
		visit(part, h.runs[i].holders)
		at = part.Hi
	}
	if at < r.Hi {
		visit(Range{at, r.Hi}, Host)
	}
}

// change replaces the holders in r by what f makes of them.
func (h *holders) change(r Range, f func(Set) Set) {
	if r.Empty() || h.stays(r, f) {
		return
	}
	lo := h.first(r.Lo)
	var fresh []run
	hi := lo
	for ; hi < len(h.runs) && h.runs[hi].Lo < r.Hi; hi++ {
		if before := (Range{h.runs[hi].Lo, r.Lo}); !before.Empty() {
			fresh = appendRun(fresh, run{before, h.runs[hi].holders})
		}
	}
	h.each(r, func(part Range, s Set) { fresh = appendRun(fresh, run{part, f(s)}) })
	if hi > lo {
		if last := h.runs[hi-1]; last.Hi > r.Hi {
			fresh = appendRun(fresh, run{Range{r.Hi, last.Hi}, last.holders})
		}
	}
	// The neighbours may have become equal to what lies between them.
	if lo > 0 && len(fresh) > 0 && joins(h.runs[lo-1], fresh[0]) {
		lo--
		fresh[0].Lo = h.runs[lo].Lo
	}
	if hi < len(h.runs) && len(fresh) > 0 && joins(fresh[len(fresh)-1], h.runs[hi]) {
		fresh[len(fresh)-1].Hi = h.runs[hi].Hi
		hi++
	}
	h.runs = slices.Replace(h.runs, lo, hi, fresh...)
}

// stays reports whether f changes nothing in r.
func (h *holders) stays(r Range, f func(Set) Set) bool {
	same := true
	h.each(r, func(_ Range, s Set) { same = same && f(s) == s })
	return same
}

// appendRun appends a run unless it says nothing, and joins it to the last.
func appendRun(list []run, r run) []run {
	if r.holders == Host {
		return list
	}
	if n := len(list); n > 0 && joins(list[n-1], r) {
		list[n-1].Hi = r.Hi
		return list
	}
	return append(list, r)
}

func joins(a, b run) bool { return a.Hi == b.Lo && a.holders == b.holders }
