package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxSpans bounds what a page shows: browsers take more, but not gladly.
const maxSpans = 60_000

// timeline is the drawing of a trace: what the page's script gets, as JSON.
type timeline struct {
	From   int64    `json:"from"` // nanoseconds
	To     int64    `json:"to"`
	Kinds  []string `json:"kinds"`
	Words  []string `json:"words"` // texts, which the spans name by their index
	Rows   []row    `json:"rows"`
	Merged int64    `json:"merged"` // spans closer than this many nanoseconds were merged; 0: none
}

// row is one line of the drawing.
type row struct {
	Group string `json:"group"` // "host", "device 0: ..."
	Name  string `json:"name"`
	Depth int    `json:"depth"` // spans that contain each other, at most
	// Spans has seven numbers for each span: start, length, kind, depth, the words of
	// its title and of its details, and the percentage of its time that is filled.
	Spans []int64 `json:"spans,omitempty"`
	// Curve has two numbers for each change of device memory: time and bytes.
	Curve []int64 `json:"curve,omitempty"`
	Peak  int64   `json:"peak,omitempty"`
}

// bar is a span before it is drawn: one event, or several.
type bar struct {
	start, end int64
	depth      int
	first      *event
	events     int
	busy       [kinds]int64 // time by kind
}

// draw makes the timeline of a trace with at most limit spans, roughly.
func draw(t *trace, limit int) *timeline {
	d := &drawer{words: map[string]int64{}}
	d.out.From, d.out.To = t.span()
	d.out.Kinds = kindNames[:]
	lanes := lanesOf(t)
	for apart := int64(1); count(lanes) > limit && apart <= d.out.To-d.out.From; apart = max(2*apart, (d.out.To-d.out.From)>>22) {
		for i := range lanes {
			lanes[i].bars = merged(lanes[i].bars, apart)
		}
		d.out.Merged = apart
	}
	for i := range lanes {
		d.row(t, &lanes[i])
	}
	return &d.out
}

// lane is one row of the trace.
type lane struct {
	key    rowKey
	kind   kind // of its first event
	name   rowName
	bars   []bar
	events []*event
	depth  int
}

// lanesOf sorts the events into rows: the host's, then each device's, as the trace
// orders them.
func lanesOf(t *trace) []lane {
	at := map[rowKey]int{}
	var lanes []lane
	for i := range t.events {
		e := &t.events[i]
		n, ok := at[e.row]
		if !ok {
			n, at[e.row] = len(lanes), len(lanes)
			lanes = append(lanes, lane{key: e.row, kind: e.kind, name: t.rows[e.row]})
		}
		lanes[n].events = append(lanes[n].events, e)
	}
	for i := range lanes {
		lanes[i].nest()
	}
	slices.SortFunc(lanes, func(a, b lane) int {
		return cmp.Or(cmp.Compare(a.key.process, b.key.process), cmp.Compare(a.name.order, b.name.order), cmp.Compare(a.key.row, b.key.row))
	})
	return lanes
}

// nest makes the bars of a lane. Those within others are drawn on top of them.
func (l *lane) nest() {
	const deepest = 7
	var open []int64 // ends of the spans that are not over
	for _, e := range l.events {
		for len(open) > 0 && open[len(open)-1] <= e.start {
			open = open[:len(open)-1]
		}
		b := bar{start: e.start, end: e.end(), depth: min(len(open), deepest), first: e, events: 1}
		b.busy[e.kind] = e.length
		l.bars = append(l.bars, b)
		l.depth = max(l.depth, b.depth)
		open = append(open, e.end())
	}
}

func count(lanes []lane) (n int) {
	for i := range lanes {
		n += len(lanes[i].bars)
	}
	return n
}

// merged makes one bar of short bars of a depth that are closer than apart.
func merged(bars []bar, apart int64) []bar {
	var out []bar
	last := map[int]int{} // by depth: index in out
	for _, b := range bars {
		if i, ok := last[b.depth]; ok && out[i].takes(&b, apart) {
			out[i].take(&b)
			continue
		}
		last[b.depth] = len(out)
		out = append(out, b)
	}
	return out
}

func (b *bar) takes(next *bar, apart int64) bool {
	return next.start-b.end < apart && max(b.end, next.end)-b.start <= 4*apart
}

func (b *bar) take(next *bar) {
	b.end = max(b.end, next.end)
	b.events += next.events
	for k := range b.busy {
		b.busy[k] += next.busy[k]
	}
}

// kind is what took most of the time of a bar.
func (b *bar) kind() kind {
	most := b.first.kind
	for k, ns := range b.busy {
		if ns > b.busy[most] {
			most = kind(k)
		}
	}
	return most
}

// filled is the percentage of a bar's time in which something ran.
func (b *bar) filled() int64 {
	var busy int64
	for _, ns := range b.busy {
		busy += ns
	}
	if b.events == 1 || busy >= b.end-b.start {
		return 100
	}
	return int64(100 * float64(busy) / float64(b.end-b.start))
}

// drawer turns lanes into rows.
type drawer struct {
	out   timeline
	words map[string]int64
}

func (d *drawer) word(s string) int64 {
	n, ok := d.words[s]
	if !ok {
		n = int64(len(d.out.Words))
		d.words[s] = n
		d.out.Words = append(d.out.Words, s)
	}
	return n
}

func (d *drawer) row(t *trace, l *lane) {
	r := row{Group: "host", Name: l.name.name, Depth: l.depth + 1}
	if l.key.process > hostProcess {
		r.Group = t.deviceName(l.key.process - 1)
	}
	if l.kind == memory {
		d.curve(&r, l.events)
	} else {
		for i := range l.bars {
			d.bar(&r, &l.bars[i])
		}
	}
	d.out.Rows = append(d.out.Rows, r)
}

func (d *drawer) bar(r *row, b *bar) {
	title, details := describe(b.first), details(b.first)
	if b.events > 1 {
		title, details = b.several()
	}
	r.Spans = append(r.Spans, b.start, b.end-b.start, int64(b.kind()), int64(b.depth), d.word(title), d.word(details), b.filled())
}

// curve draws device memory, with no more points than a screen can show.
func (d *drawer) curve(r *row, events []*event) {
	const points = 4000
	every := (d.out.To-d.out.From)/points + 1
	r.Name, r.Depth = "memory held", 2
	for i, e := range events {
		r.Peak = max(r.Peak, clamp(e.held))
		n := len(r.Curve)
		if n >= 2 && e.start-r.Curve[n-2] < every && i > 0 && len(events) > points {
			r.Curve[n-1] = max(r.Curve[n-1], clamp(e.held))
			continue
		}
		r.Curve = append(r.Curve, e.start, clamp(e.held))
	}
}

// clamp makes a number that JSON's readers take.
func clamp(n uint64) int64 { return int64(min(n, 1<<53)) }

// describe is the title of an event.
func describe(e *event) string {
	switch e.kind {
	case construct, kernel:
		return orElse(e.name, "without a name")
	case upload:
		return orElse(e.variable, "memory") + " → device"
	case download:
		return orElse(e.variable, "memory") + " → host"
	case fault:
		return "host touches " + orElse(e.variable, "memory of a device")
	case elided:
		return orElse(e.variable, "memory") + ": no transfer"
	}
	return e.name
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// details are the lines below the title of an event.
func details(e *event) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	switch e.kind {
	case kernel:
		add("%d × %d work-items", e.groups, e.local)
	case upload, download:
		add("%s", sizeText(e.bytes)+pieces(e.ranges)+rate(e))
	case fault, elided:
		add("%s", sizeText(e.bytes)+rate(e))
	case construct:
		if e.device < 0 {
			add("on the host")
		}
	}
	if e.why != "" {
		add("%s", e.why)
	}
	if e.kind != construct && e.construct != "" {
		add("%s", e.construct)
	}
	if e.at != "" {
		add("%s", e.at)
	}
	return strings.Join(lines, "\n")
}

func pieces(n int) string {
	if n <= 1 {
		return ""
	}
	return " in " + groupDigits(n) + " ranges"
}

func rate(e *event) string {
	if r := rateText(e.bytes, e.length); r != "" {
		return ", " + r
	}
	return ""
}

// several describes a bar of many events.
func (b *bar) several() (title, details string) {
	var lines []string
	for k, ns := range b.busy {
		if ns > 0 {
			lines = append(lines, kindNames[k]+": "+timeText(ns))
		}
	}
	return countText(b.events, "event"), strings.Join(lines, "\n")
}
