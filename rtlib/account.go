package rtlib

import (
	"encoding/json"
	"fmt"
	"os"
	"sync/atomic"
	"syscall"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/trace"
)

// Reasons of transfers that are named here and in the trace.
const (
	whyMapped    = trace.Mapped
	whyEdge      = trace.Edge
	whyUnchanged = trace.Unchanged
	whyOnce      = "mapped once, by a data construct"
	whyFleeting  = "memory that comes and goes"
)

// why says why memory of a kind is not tracked.
func (k MemoryKind) why() string {
	switch k {
	case SharedMapping:
		return trace.FileMapping
	case OtherMemory:
		return trace.Unknown
	}
	return trace.Edge
}

// account counts what was moved for a device.
type account struct {
	to, from    moved
	elided      atomic.Uint64 // bytes
	reclaimed   atomic.Uint64 // bytes of replicas
	writtenBack atomic.Uint64 // bytes of them
}

type moved struct{ count, bytes atomic.Uint64 }

func (m *moved) add(bytes uint64) {
	m.count.Add(1)
	m.bytes.Add(bytes)
}

// told does a transfer and reports it: it is counted as one, however many parts
// it has.
func (ln *lane) told(t *transfer, way trace.Direction, list []driver.Range, why string, command func() error) {
	var bytes uint64
	for _, r := range list {
		bytes += r.Size
	}
	ln.label(label{t: *t, way: way, ranges: len(list), why: why})
	took, err := ln.timed(command)
	if err != nil && driver.IsMemory(err) && ln.d.makeRoom() {
		ln.changes = true
		took, err = ln.timed(command) // some drivers allocate when a buffer is first used
	}
	ln.check(err, "variable '"+t.name+"'")
	ln.label(label{})
	if way == trace.To {
		ln.d.account.to.add(bytes)
	} else {
		ln.d.account.from.add(bytes)
	}
	if s := ln.d.session; s.config.Info >= 2 {
		s.info(2, "%s: '%s' %v device %d: %s in %v, %s (%s; %s)", ln.region.position(), t.name, way,
			ln.d.number, formatBytes(bytes), took, formatRate(bytes, took), partsText(t.span(), list), why)
	}
}

// partsText says which part of a range is moved.
func partsText(r dtm.Range, list []driver.Range) string {
	if len(list) == 1 && list[0].Size == uint64(r.Len()) {
		return "all of " + rangeText(r.Lo, r.Hi)
	}
	return formatCount(len(list), "part") + " of " + rangeText(r.Lo, r.Hi)
}

// elided reports bytes that need not be moved.
func (ln *lane) elided(t *transfer, way trace.Direction, bytes uintptr, why string) {
	s := ln.d.session
	ln.d.account.elided.Add(uint64(bytes))
	ln.spared += uint64(bytes)
	if s.config.Info >= 2 {
		s.info(2, "%s: '%s' %v device %d: %s not moved: %s", ln.region.position(), t.name, way, ln.d.number,
			formatBytes(uint64(bytes)), why)
	}
	s.trace.Elided(trace.Elided{Place: ln.region.place(), Device: ln.d.number, Variable: t.name, Direction: way,
		Bytes: uint64(bytes), Why: why})
}

// place is the construct for the trace.
func (r *Region) place() trace.Place {
	if r == nil {
		return trace.Place{}
	}
	return trace.Place{Construct: r.Construct, File: r.File, Line: r.Line, Column: r.Column}
}

// tellMemory records a change of the device's memory.
func (d *Device) tellMemory(ln *lane, r *replica, record func(trace.Memory)) {
	m := trace.Memory{Device: d.number, Variable: r.name, Bytes: uint64(r.Len()), Held: d.held.Load()}
	if ln != nil {
		m.Place = ln.region.place()
	}
	record(m)
}

// summary counts what was moved for the device, touches of the host included.
func (d *Device) summary(w WatchCounters) trace.Summary {
	a, again := &d.account, d.tally()
	return trace.Summary{
		Device: d.number,
		To:     trace.Moved{Transfers: a.to.count.Load(), Bytes: a.to.bytes.Load()},
		From: trace.Moved{Transfers: a.from.count.Load() + w.Runs + again.results.Load(),
			Bytes: a.from.bytes.Load() + w.Bytes + again.resultBytes.Load()},
		Faults:  w.Faults,
		Fetched: w.Bytes, Elided: a.elided.Load() + again.spared.Load(), Reclaimed: a.reclaimed.Load(), WrittenBack: a.writtenBack.Load(),
	}
}

// tally is what replays of launches on the device have done.
func (d *Device) tally() *tally {
	if d.number >= dtm.MaxDevices {
		return new(tally) // there are none
	}
	return &d.session.running.turn.tallies[d.number]
}

// conclude reports what was moved, when the process ends: at OMP2CL_INFO=1, and
// as JSON in the file that OMP2CL_STATS names.
func (s *Session) conclude() {
	if s.config.Info < 1 && s.config.Stats == "" {
		return
	}
	var lines []byte
	for _, d := range s.devices {
		if !d.opened.Load() || d.shared {
			continue
		}
		sum := d.summary(s.space.countersOf(d))
		s.write(infoLine(s.config.Info, sum))
		lines = append(lines, statsLine(sum)...)
	}
	if s.config.Stats == "" {
		return
	}
	if err := os.WriteFile(s.config.Stats, lines, 0o600); err != nil {
		s.write("omp2cl: warning: OMP2CL_STATS: " + err.Error() + "\n")
	}
}

func infoLine(level int, sum trace.Summary) string {
	if level < 1 {
		return ""
	}
	return sum.String() + "\n"
}

// statsLine is a device's summary as a line of JSON, numbers in bytes.
func statsLine(sum trace.Summary) []byte {
	type way struct {
		Count uint64 `json:"count"`
		Bytes uint64 `json:"bytes"`
	}
	line, _ := json.Marshal(struct {
		Device      int    `json:"device"`
		To          way    `json:"to"`
		From        way    `json:"from"`
		Faults      uint64 `json:"faults"`
		Fetched     uint64 `json:"fetched"`
		Elided      uint64 `json:"elided"`
		Reclaimed   uint64 `json:"reclaimed"`
		WrittenBack uint64 `json:"written_back"`
	}{
		sum.Device, way{sum.To.Transfers, sum.To.Bytes}, way{sum.From.Transfers, sum.From.Bytes},
		sum.Faults, sum.Fetched, sum.Elided, sum.Reclaimed, sum.WrittenBack,
	})
	return append(line, '\n')
}

// label says what a command of a lane's queue is for.
type label struct {
	t      transfer
	way    trace.Direction
	ranges int
	why    string
	kernel string
	groups uint64
	local  uint64
}

// label names the lane's next commands for the trace, until there is another. Those
// without one are the runtime's own.
func (ln *lane) label(l label) {
	if ln.traced != nil {
		ln.traced.next = l
	}
}

// traced is a queue whose commands are recorded when they are complete.
type traced struct {
	driver.Queue
	ln     *lane
	number int
	next   label
	labels []label // of the commands since the last Finish
	places []trace.Place
}

func (q *traced) mark(err error) error {
	if err == nil {
		q.labels = append(q.labels, q.next)
		q.places = append(q.places, q.ln.region.place())
	}
	return err
}

// Write and the other commands take the label that was given before.
func (q *traced) Write(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	return q.mark(q.Queue.Write(b, off, host, n))
}

// WriteRanges is one command.
func (q *traced) WriteRanges(b *driver.Buffer, ranges []driver.Range) error {
	return q.mark(q.Queue.WriteRanges(b, ranges))
}

// Read is one command.
func (q *traced) Read(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	return q.mark(q.Queue.Read(b, off, host, n))
}

// Copy is one command.
func (q *traced) Copy(dst *driver.Buffer, dstOff uint64, src *driver.Buffer, srcOff, n uint64) error {
	return q.mark(q.Queue.Copy(dst, dstOff, src, srcOff, n))
}

// Launch is one command; where it waits, it records everything so far.
func (q *traced) Launch(k driver.Kernel, args []driver.Arg, groups, local uint64, then driver.Then) error {
	err := q.mark(q.Queue.Launch(k, args, groups, local, then))
	if err == nil && then == driver.Await {
		q.record()
	}
	return err
}

// Finish records everything so far.
func (q *traced) Finish() error {
	err := q.Queue.Finish()
	if err == nil {
		q.record()
	}
	return err
}

func (q *traced) record() {
	rec := q.ln.d.session.trace
	for i, t := range q.Queue.Timings() {
		if i >= len(q.labels) {
			break
		}
		l, span := q.labels[i], trace.Span{Start: t.Start, End: t.End}
		if t.Kind == driver.LaunchCommand {
			rec.Kernel(trace.Kernel{Span: span, Place: q.places[i], Device: q.ln.d.number, Queue: q.number,
				Name: l.kernel, Groups: l.groups, Local: l.local})
			continue
		}
		if l.why == "" {
			l.why, l.t.name = "the runtime's own", "(runtime)"
			if t.Kind == driver.ReadCommand {
				l.way = trace.From
			}
		}
		rec.Transfer(trace.Transfer{Span: span, Place: q.places[i], Device: q.ln.d.number, Queue: q.number,
			Variable: l.t.name, Direction: l.way, Address: uint64(l.t.lo), Length: uint64(l.t.hi - l.t.lo),
			Bytes: t.Bytes, Ranges: l.ranges, Why: l.why})
	}
	q.labels, q.places, q.next = q.labels[:0], q.places[:0], label{}
}

// recordFetches passes what the host's touches fetched on to the trace.
func (s *Session) recordFetches() {
	if s.trace == nil || !s.space.on.Load() {
		return
	}
	list, _ := s.space.watch.Fetches()
	for _, f := range list {
		s.trace.Fault(trace.Fault{Span: trace.Span{Start: f.Start, End: f.End}, Device: f.Device,
			Address: uint64(f.Address), Bytes: f.Bytes, Variable: s.space.nameAt(f.Address), Bulk: f.Bulk})
	}
}

// construct records that a host thread is in a construct until the result is
// called.
func (s *Session) construct(r *Region, device int) func() {
	if s.trace == nil {
		return func() {}
	}
	start := trace.Now()
	return func() {
		s.recordFetches()
		s.trace.Construct(trace.Construct{Span: trace.Span{Start: start, End: trace.Now()}, Place: r.place(),
			Thread: threadID(), Device: device})
	}
}

// nameAt is what a construct called the host memory at an address.
func (s *space) nameAt(address uintptr) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.session.devices {
		if r := d.replicas.table.containing(address); r != nil {
			return r.name
		}
	}
	return ""
}

// countersOf is the device's part of what the host's touches have cost.
func (s *space) countersOf(d *Device) WatchCounters {
	if !d.lazy {
		return WatchCounters{}
	}
	return s.watch.Counters(d.reader)
}

// threadID is the kernel's number of the calling thread.
func threadID() int { return syscall.Gettid() }

// formatCount is a number with its noun.
func formatCount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
