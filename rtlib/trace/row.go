package trace

// Rows of the trace are threads of processes: process 0 is the host, process n+1
// device n.
const (
	hostProcess = 0
	rowsEach    = 16      // rows that one queue can have when its commands overlap
	firstQueue  = 16      // row of queue 0
	memoryRow   = 1       // of a device
	elidedRow   = 2       // of a device
	faultRow    = 1 << 26 // of the host; larger than any thread id
)

// rowKey names a row or the first of several.
type rowKey struct{ process, row int }

// rows knows which rows have a name in the file, and where each ends.
type rows struct {
	named map[rowKey]bool
	ends  map[rowKey][]int64 // by first row: the end of the last span of each of its rows
}

// place gives the row for a span: the first that is free at its start, since
// readers cannot show spans of one row that overlap in part.
func (r *rows) place(first rowKey, s Span) rowKey {
	ends := r.ends[first]
	i := 0
	for i < len(ends) && ends[i] > s.Start && i < rowsEach-1 {
		i++
	}
	if i == len(ends) {
		ends = append(ends, 0)
	}
	ends[i] = max(ends[i], s.End)
	r.ends[first] = ends
	return rowKey{first.process, first.row + i}
}

// news reports whether a row has no name yet, and remembers that it will.
func (r *rows) news(k rowKey) bool {
	if r.named[k] {
		return false
	}
	r.named[k] = true
	return true
}
