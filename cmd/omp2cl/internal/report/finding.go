package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// finding is something that costs time and that one can do something about.
type finding struct {
	Rule   string // name of the rule, stable
	Title  string // what happens
	Detail string // how that shows in the trace
	Hint   string // what to do
	Where  []string
	Cost   flow // what could be saved at most
}

// rules look for one thing each.
var rules = []struct {
	name string
	find func(*history) []finding
}{
	{"sent-twice", sentTwice},
	{"copied-back-twice", copiedBackTwice},
	{"untracked", notTracked},
	{"eager-memory", eagerMemory},
	{"host-touches", hostTouches},
	{"host-writes", hostWrites},
	{"host-reads", hostReads},
	{"asked-for", askedFor},
	{"device-memory-full", deviceMemoryFull},
	{"ran-on-host", ranOnHost},
	{"small-transfers", smallTransfers},
	{"short-kernels", shortKernels},
	{"builds", longBuilds},
}

// findings applies all rules; the dearest come first.
func findings(t *trace) []finding {
	h := newHistory(t)
	var all []finding
	for _, r := range rules {
		for _, f := range r.find(h) {
			f.Rule = r.name
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b finding) int {
		return cmp.Or(cmp.Compare(b.Cost.Time, a.Cost.Time), cmp.Compare(b.Cost.Bytes, a.Cost.Bytes))
	})
	return all
}

// history is a trace prepared for the rules.
type history struct {
	*trace
	length  int64                 // of the whole, nanoseconds
	active  int64                 // time in which something was computed or moved, nanoseconds
	epoch   []int                 // by event: how many kernels its device has started before
	kernels map[int]int           // by device
	moves   map[variableKey][]int // transfers and faults of a variable: indices of events
	pieces  map[pieceKey][]int    // transfers of one range of host memory: indices of events
	order   []variableKey         // of moves, first seen first
	ranges  []pieceKey            // of pieces
}

// pieceKey is a range of host memory on a device.
type pieceKey struct {
	device  int
	address string
	extent  uint64
}

func newHistory(t *trace) *history {
	from, to := t.span()
	h := &history{trace: t, length: to - from, epoch: make([]int, len(t.events)), kernels: map[int]int{},
		moves: map[variableKey][]int{}, pieces: map[pieceKey][]int{}}
	for i := range t.events {
		h.enter(i, &t.events[i])
	}
	h.active = covered(t, func(e *event) bool { return e.kind >= kernel && e.kind <= fault })
	return h
}

func (h *history) enter(i int, e *event) {
	h.epoch[i] = h.kernels[e.device]
	switch e.kind {
	case kernel:
		h.kernels[e.device]++
	case upload, download, fault:
		h.enterMove(i, e)
	}
}

func (h *history) enterMove(i int, e *event) {
	v := variableKey{e.device, e.variable}
	if h.moves[v] == nil {
		h.order = append(h.order, v)
	}
	h.moves[v] = append(h.moves[v], i)
	if e.address == "" || e.kind == fault {
		return
	}
	p := pieceKey{e.device, e.address, e.extent}
	if h.pieces[p] == nil {
		h.ranges = append(h.ranges, p)
	}
	h.pieces[p] = append(h.pieces[p], i)
}

// each calls what for every variable with those of its transfers and faults that
// match.
func (h *history) each(match func(*event, class) bool, what func(v variableKey, found *matches)) {
	for _, v := range h.order {
		found := &matches{h: h}
		for _, i := range h.moves[v] {
			if e := &h.events[i]; match(e, classify(e)) {
				found.add(i)
			}
		}
		if found.all.Count > 0 {
			what(v, found)
		}
	}
}

// matches are some events of one variable.
type matches struct {
	h        *history
	all      flow
	up, down int
	places   []string // where, first seen first
	epochs   int      // between how many launches
	last     int      // the epoch of the last event
	class    class    // of the first event
	example  *event   // the first event
}

func (m *matches) add(i int) {
	e := &m.h.events[i]
	if m.all.Count == 0 {
		m.class, m.example = classify(e), e
	}
	if m.all.Count == 0 || m.last != m.h.epoch[i] {
		m.epochs, m.last = m.epochs+1, m.h.epoch[i]
	}
	m.all.add(e)
	switch e.kind {
	case upload:
		m.up++
	case download:
		m.down++
	}
	const most = 4
	if e.at != "" && len(m.places) < most && !slices.Contains(m.places, e.at) {
		m.places = append(m.places, e.at)
	}
}

// often reports whether something happens between many launches and not only in
// the beginning and at the end of a program.
func (m *matches) often() bool { return m.epochs >= 4 }

// matters reports whether a cost is worth a word: a thousandth of the run, a
// twentieth of what devices and transfers took of it, or some bytes if no time is
// known.
func (h *history) matters(cost flow) bool {
	const bytes = 1 << 20
	if cost.Time == 0 {
		return cost.Bytes >= bytes
	}
	return cost.Time >= h.length/1000 || cost.Time >= h.active/20
}

// ways says how often something was sent and copied back.
func (m *matches) ways() string {
	var words []string
	if m.up > 0 {
		words = append(words, "sent "+times(m.up))
	}
	if m.down > 0 {
		words = append(words, "copied back "+times(m.down))
	}
	return strings.Join(words, ", ")
}

// costText says what something takes.
func costText(f flow) string {
	if f.Time == 0 {
		return sizeText(f.Bytes)
	}
	return fmt.Sprintf("%s in %s", sizeText(f.Bytes), timeText(f.Time))
}

// quoted is the name of a variable in a sentence.
func quoted(v variableKey) string {
	if v.name == "" {
		return "memory without a name"
	}
	return "'" + v.name + "'"
}
