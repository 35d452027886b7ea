package report

import (
	"cmp"
	"maps"
	"slices"
)

// flow sums up events of one sort.
type flow struct {
	Count int
	Bytes uint64
	Time  int64 // nanoseconds
}

func (f *flow) add(e *event) {
	f.Count++
	f.Bytes += e.bytes
	f.Time += e.length
}

func (f *flow) plus(g flow) {
	f.Count += g.Count
	f.Bytes += g.Bytes
	f.Time += g.Time
}

// flows sums up events of all sorts.
type flows struct {
	To, From, Faults, Elided, Kernels, Constructs flow
}

func (f *flows) add(e *event) {
	if of := f.of(e.kind); of != nil {
		of.add(e)
	}
}

func (f *flows) of(k kind) *flow {
	switch k {
	case upload:
		return &f.To
	case download:
		return &f.From
	case fault:
		return &f.Faults
	case elided:
		return &f.Elided
	case kernel:
		return &f.Kernels
	case construct:
		return &f.Constructs
	}
	return nil
}

// moved is what went over the bus.
func (f *flows) moved() flow {
	m := f.To
	m.plus(f.From)
	m.plus(f.Faults)
	return m
}

// Home is what came to the host, at constructs and by faults.
func (f *flows) Home() flow {
	h := f.From
	h.plus(f.Faults)
	return h
}

// Sent is what moved at constructs, bytes.
func (f *flows) Sent() uint64 { return f.To.Bytes + f.From.Bytes }

// variableRow is one variable on one device.
type variableRow struct {
	Device int
	Name   string
	flows
	At []place // constructs with transfers of it, by bytes
}

// place is a construct and what moved at it.
type place struct {
	Construct, At string
	flows
}

// kernelRow is one kernel on one device.
type kernelRow struct {
	Device        int
	Name, At      string
	Construct     string
	Count         int
	Total         int64
	Median, Max   int64
	Groups, Local uint64 // of the longest launch
	Share         float64
	lengths       []int64
}

// reasonRow is one reason of transfers.
type reasonRow struct {
	Why   string
	class class
	flows
}

// deviceRow is one device as a whole.
type deviceRow struct {
	Number int
	Name   string
	flows
	Busy     int64 // some kernel ran, nanoseconds
	Moving   int64 // some transfer was under way
	PeakHeld uint64
}

// tables are the sums that the report shows.
type tables struct {
	devices    []*deviceRow
	variables  []*variableRow
	constructs []*place
	kernels    []*kernelRow
	reasons    []*reasonRow
}

// group finds or makes the row of a key.
func group[K comparable, R any](rows map[K]*R, key K, make func() *R) *R {
	if r, ok := rows[key]; ok {
		return r
	}
	r := make()
	rows[key] = r
	return r
}

// sorted gives the rows in an order that depends on the rows only.
func sorted[K comparable, R any](rows map[K]*R, order func(a, b *R) int) []*R {
	return slices.SortedFunc(maps.Values(rows), order)
}

type variableKey struct {
	device int
	name   string
}

type kernelKey struct {
	device   int
	name, at string
}

func tabulate(t *trace) *tables {
	return &tables{
		devices:    deviceTable(t),
		variables:  variableTable(t),
		constructs: constructTable(t),
		kernels:    kernelTable(t),
		reasons:    reasonTable(t),
	}
}

func deviceTable(t *trace) []*deviceRow {
	rows := map[int]*deviceRow{}
	row := func(n int) *deviceRow {
		return group(rows, n, func() *deviceRow { return &deviceRow{Number: n, Name: t.deviceName(n)} })
	}
	for n := range t.devices {
		row(n)
	}
	for i := range t.events {
		if e := &t.events[i]; e.device >= 0 {
			d := row(e.device)
			d.add(e)
			d.PeakHeld = max(d.PeakHeld, e.held)
		}
	}
	for n, d := range rows {
		d.Busy = covered(t, func(e *event) bool { return e.device == n && e.kind == kernel })
		d.Moving = covered(t, func(e *event) bool { return e.device == n && (e.kind == upload || e.kind == download) })
	}
	return sorted(rows, func(a, b *deviceRow) int { return cmp.Compare(a.Number, b.Number) })
}

// covered is the time in which at least one of the events ran.
func covered(t *trace, counts func(*event) bool) (sum int64) {
	const never = -1 << 62
	end := int64(never)
	for i := range t.events {
		e := &t.events[i]
		if !counts(e) {
			continue
		}
		if from := max(e.start, end); e.end() > from {
			sum += e.end() - from
			end = e.end()
		}
	}
	return sum
}

func variableTable(t *trace) []*variableRow {
	rows, places := map[variableKey]*variableRow{}, map[variableKey]map[string]*place{}
	for i := range t.events {
		e := &t.events[i]
		if e.variable == "" || e.kind == memory {
			continue
		}
		key := variableKey{e.device, e.variable}
		group(rows, key, func() *variableRow { return &variableRow{Device: e.device, Name: e.variable} }).add(e)
		if places[key] == nil {
			places[key] = map[string]*place{}
		}
		group(places[key], e.at, func() *place { return &place{Construct: e.construct, At: e.at} }).add(e)
	}
	for key, row := range rows {
		for _, p := range sorted(places[key], byMoved) {
			row.At = append(row.At, *p)
		}
	}
	return sorted(rows, func(a, b *variableRow) int {
		return cmp.Or(cmp.Compare(b.moved().Bytes, a.moved().Bytes), cmp.Compare(b.Elided.Bytes, a.Elided.Bytes),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.Device, b.Device))
	})
}

func byMoved(a, b *place) int {
	return cmp.Or(cmp.Compare(b.moved().Bytes, a.moved().Bytes), cmp.Compare(b.Elided.Bytes, a.Elided.Bytes),
		cmp.Compare(a.At, b.At), cmp.Compare(a.Construct, b.Construct))
}

func constructTable(t *trace) []*place {
	rows := map[string]*place{}
	for i := range t.events {
		e := &t.events[i]
		if e.at == "" && e.construct == "" || e.kind == memory {
			continue
		}
		p := group(rows, e.at, func() *place { return &place{At: e.at} })
		p.add(e)
		if p.Construct == "" || e.kind == construct {
			p.Construct = e.construct
		}
	}
	return sorted(rows, func(a, b *place) int {
		return cmp.Or(cmp.Compare(b.moved().Bytes, a.moved().Bytes), cmp.Compare(b.Kernels.Time, a.Kernels.Time), byMoved(a, b))
	})
}

func kernelTable(t *trace) []*kernelRow {
	rows, total := map[kernelKey]*kernelRow{}, int64(0)
	for i := range t.events {
		e := &t.events[i]
		if e.kind != kernel {
			continue
		}
		row := group(rows, kernelKey{e.device, e.name, e.at}, func() *kernelRow {
			return &kernelRow{Device: e.device, Name: e.name, At: e.at, Construct: e.construct}
		})
		row.add(e)
		total += e.length
	}
	for _, r := range rows {
		slices.Sort(r.lengths)
		r.Median = r.lengths[len(r.lengths)/2]
		r.Share = float64(r.Total) / float64(max(total, 1))
	}
	return sorted(rows, func(a, b *kernelRow) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(a.Name, b.Name), cmp.Compare(a.At, b.At), cmp.Compare(a.Device, b.Device))
	})
}

func (r *kernelRow) add(e *event) {
	r.Count++
	r.Total += e.length
	r.lengths = append(r.lengths, e.length)
	if e.length >= r.Max {
		r.Max, r.Groups, r.Local = e.length, e.groups, e.local
	}
}

func reasonTable(t *trace) []*reasonRow {
	rows := map[string]*reasonRow{}
	for i := range t.events {
		e := &t.events[i]
		if e.kind != upload && e.kind != download && e.kind != elided && e.kind != fault {
			continue
		}
		c := classify(e)
		label := c.label(e)
		group(rows, label, func() *reasonRow { return &reasonRow{Why: label, class: c} }).add(e)
	}
	return sorted(rows, func(a, b *reasonRow) int {
		am, bm := a.moved(), b.moved()
		return cmp.Or(cmp.Compare(bm.Bytes+b.Elided.Bytes, am.Bytes+a.Elided.Bytes), cmp.Compare(a.Why, b.Why))
	})
}
