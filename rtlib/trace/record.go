package trace

import (
	"strconv"
	"syscall"
)

// deviceProcess is the process of a device. What happened on no device in
// particular stands with the host.
func deviceProcess(device int) int { return max(device+1, hostProcess) }

// Device names a device. It should come before the device's events.
func (r *Recorder) Device(number int, name string) {
	if r == nil || !r.begin() {
		return
	}
	defer r.end()
	if r.rows.news(rowKey{deviceProcess(number), 0}) {
		r.process(deviceProcess(number), deviceName(number, name))
	}
}

func deviceName(number int, name string) string {
	label := "device " + strconv.Itoa(number)
	if name == "" {
		return label
	}
	return label + ": " + name
}

// named makes sure that a device has a name in the file.
func (r *Recorder) named(device int) {
	if p := deviceProcess(device); p != hostProcess && r.rows.news(rowKey{p, 0}) {
		r.process(p, deviceName(device, ""))
	}
}

// Construct records that a host thread went through a construct.
func (r *Recorder) Construct(c Construct) {
	if r == nil || !r.begin() {
		return
	}
	defer r.end()
	o := r.span(c.Construct, "construct", r.thread(c.Thread), c.Span)
	o.place(c.Place)
	o.number("device", int64(c.Device))
	o.done()
}

// Build records that a program of a device was built.
func (r *Recorder) Build(b Build) {
	if r == nil || !r.begin() {
		return
	}
	defer r.end()
	o := r.span("build "+b.Name, "build", r.thread(b.Thread), b.Span)
	o.place(b.Place)
	o.number("device", int64(b.Device))
	o.text("why", map[bool]string{false: "compiled", true: "from the cache"}[b.Cached])
	o.done()
}

// Kernel records a launch.
func (r *Recorder) Kernel(l Kernel) {
	if r == nil || !r.begin() {
		return
	}
	defer r.end()
	o := r.span(l.Name, "kernel", r.queue(l.Device, l.Queue, l.Span), l.Span)
	o.place(l.Place)
	o.number("device", int64(l.Device))
	o.size("groups", l.Groups)
	o.size("local", l.Local)
	o.done()
}

// Transfer records a transfer.
func (r *Recorder) Transfer(t Transfer) {
	if r == nil || !r.begin() {
		return
	}
	defer r.end()
	o := r.span(t.Variable+" "+t.Direction.String(), "transfer", r.queue(t.Device, t.Queue, t.Span), t.Span)
	o.place(t.Place)
	o.number("device", int64(t.Device))
	o.text("variable", t.Variable)
	o.text("direction", t.Direction.String())
	o.address("address", t.Address)
	o.size("length", max(t.Length, t.Bytes))
	o.size("bytes", t.Bytes)
	o.number("ranges", int64(max(t.Ranges, 1)))
	o.text("why", t.Why)
	o.done()
}

// Fault records that the host waited for bytes of a device.
func (r *Recorder) Fault(f Fault) {
	if r == nil || !r.begin() {
		return
	}
	defer r.end()
	k := r.rows.place(rowKey{hostProcess, faultRow}, f.Span)
	r.row(k, 2, "host faults", -1)
	o := r.span(faultName(f), "fault", k, f.Span)
	o.number("device", int64(f.Device))
	o.textIf("variable", f.Variable)
	o.address("address", f.Address)
	o.size("bytes", f.Bytes)
	o.size("object", f.Object)
	o.text("why", map[bool]string{false: "touched", true: "fetched at once"}[f.Bulk])
	o.done()
}

func faultName(f Fault) string {
	if f.Variable == "" {
		return "fault"
	}
	return f.Variable + " fault"
}

// Elided records a transfer that was not needed.
func (r *Recorder) Elided(e Elided) {
	if r == nil || !r.begin() {
		return
	}
	defer r.end()
	r.named(e.Device)
	k := rowKey{deviceProcess(e.Device), elidedRow}
	r.row(k, 1<<20, "not transferred", -1)
	o := r.instant(e.Variable+" "+e.Direction.String(), "elided", k, e.At)
	o.place(e.Place)
	o.number("device", int64(e.Device))
	o.text("variable", e.Variable)
	o.text("direction", e.Direction.String())
	o.size("bytes", e.Bytes)
	o.text("why", e.Why)
	o.done()
}

// Allocation records that a device copy got memory.
func (r *Recorder) Allocation(m Memory) { r.memory(m, "allocated") }

// Release records that a device copy's memory went because nothing needs it.
func (r *Recorder) Release(m Memory) { r.memory(m, "released") }

// Reclaim records that a device copy had to make room for another.
func (r *Recorder) Reclaim(m Memory) { r.memory(m, "reclaimed") }

func (r *Recorder) memory(m Memory, what string) {
	if r == nil || !r.begin() {
		return
	}
	defer r.end()
	r.named(m.Device)
	k := rowKey{deviceProcess(m.Device), memoryRow}
	if m.At == 0 {
		m.At = Now()
	}
	r.row(k, 1<<20+1, "memory", -1)
	o := r.instant(m.Variable+" "+what, "memory", k, m.At)
	o.place(m.Place)
	o.number("device", int64(m.Device))
	o.text("variable", m.Variable)
	o.size("bytes", m.Bytes)
	o.size("held", m.Held)
	o.text("why", what)
	o.done()
	o = r.event("device memory", "", "C", rowKey{k.process, 0})
	o.micros("ts", m.At-r.base)
	o.inner("args")
	o.size("bytes", m.Held)
	o.done()
}

// thread gives the row of a host thread, and names it.
func (r *Recorder) thread(id int) rowKey {
	k := rowKey{hostProcess, id}
	if id == syscall.Getpid() {
		r.row(k, 0, "main thread", -1)
	} else {
		r.row(k, 1, "thread", id)
	}
	return k
}

// queue gives the row for a command of a queue, and names it.
func (r *Recorder) queue(device, queue int, s Span) rowKey {
	r.named(device)
	k := r.rows.place(rowKey{deviceProcess(device), firstQueue + rowsEach*queue}, s)
	r.row(k, k.row, "queue", queue)
	return k
}

// span begins an event that took time; the caller appends more arguments.
func (r *Recorder) span(name, category string, k rowKey, s Span) *object {
	o := r.event(name, category, "X", k)
	o.micros("ts", s.Start-r.base)
	o.micros("dur", max(s.End-s.Start, 0))
	o.inner("args")
	return o
}

// instant begins an event that took none.
func (r *Recorder) instant(name, category string, k rowKey, at int64) *object {
	if at == 0 {
		at = Now()
	}
	o := r.event(name, category, "i", k)
	o.text("s", "t")
	o.micros("ts", at-r.base)
	o.inner("args")
	return o
}

// place appends the construct of an event.
func (o *object) place(p Place) {
	o.textIf("construct", p.Construct)
	if p.File == "" {
		return
	}
	o.key("at")
	o.b = appendQuoted(o.b, p.File+":"+strconv.FormatUint(uint64(p.Line), 10))
	if p.Column > 0 {
		o.b = append(o.b[:len(o.b)-1], ':')
		o.b = strconv.AppendUint(o.b, uint64(p.Column), 10)
		o.b = append(o.b, '"')
	}
}
