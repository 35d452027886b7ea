package rtlib

import (
	"slices"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/trace"
)

// transfer is a part of an entry, in host addresses, whose transfer the rules of
// OpenMP ask for.
type transfer struct {
	e      *entry
	lo, hi uintptr
	name   string
	why    string // what asks for it; "" the map type
	final  bool   // to the host, at the end of the entry's life
	may    bool   // the region's kernel itself can store the value
}

func (t *transfer) span() dtm.Range { return dtm.Range{Lo: t.lo, Hi: t.hi} }

// mergeGap is the largest gap between two ranges that is sent along, bytes: a
// command of its own costs as much.
const mergeGap = 64 << 10

// move is a part of a transfer that will be done.
type move struct {
	dtm.Range
	host uintptr // where the bytes are, or go, on the host
}

// upload gives the device the host's value of a range, as far as it does not have
// it.
func (ln *lane) upload(t transfer) {
	if t.e.inPlace {
		return
	}
	ln.detach(&t)
	if t.e.rep == nil {
		ln.d.session.space.home(t.span(), false)
		ln.send(t, []move{{t.span(), t.lo}}, orElse(t.why, whyMapped))
		return
	}
	moves, why := ln.copyIn(&t)
	if len(moves) > 0 {
		ln.send(t, moves, orElse(t.why, why))
	}
	if sent := size(moves); sent < t.span().Len() {
		ln.elided(&t, trace.To, t.span().Len()-sent, whyUnchanged)
	}
}

// copyIn decides what of a range must be sent.
func (ln *lane) copyIn(t *transfer) (moves []move, why string) {
	sp, rep, d := &ln.d.session.space, t.e.rep, ln.d.number
	sp.mu.Lock()
	defer sp.mu.Unlock()
	t.e.defined = true
	if part := t.span().Meet(rep.pages); !part.Empty() {
		seen := ln.look(rep, part)
		send, fetch := sp.machine.CopyIn(part, d)
		if len(send) > 0 {
			why = seen.text()
		}
		if len(fetch) > 0 {
			sp.fetch(fetch)
			why = trace.OtherDevice
		}
		for _, r := range sp.machine.Merge(send, mergeGap) {
			sp.fetch(sp.absentIn(r)) // what shares a page with something that is away
			moves = append(moves, move{r, r.Lo})
		}
	}
	for _, p := range rep.pieces {
		part := p.Meet(t.span())
		if part.Empty() || ln.same(p, part) {
			continue
		}
		moves = append(moves, move{part, ln.shadowed(p, part)})
		if why == "" {
			why = rep.why
		}
	}
	return moves, why
}

// sight is what a look at a replica's pages has found: that there was none before,
// that none was taken since most are written each time, or bytes that were written.
type sight struct {
	first, skipped bool
	written        uintptr
}

func (s sight) text() string {
	switch {
	case s.first:
		return trace.FirstUse
	case s.skipped:
		return trace.HostWroteAll
	}
	return trace.HostWrote(int(s.written / pageSize))
}

// look brings the state of a replica's pages up to date before they are sent.
func (ln *lane) look(rep *replica, part dtm.Range) sight {
	sp := &ln.d.session.space
	if !rep.looked {
		rep.looked = true
		sp.observe(part, true)
		return sight{first: true}
	}
	if !rep.habit.Watch() {
		sp.observe(part, false)
		return sight{skipped: true}
	}
	written := sp.observe(part, true)
	rep.habit.Watched(written, part.Len())
	return sight{written: written}
}

// same reports whether the device is known to have the host's bytes of a part of
// a piece.
func (ln *lane) same(p *piece, part dtm.Range) bool {
	return p.known() &&
		ln.d.session.driver.EqualHost(p.shadow+(part.Lo-p.Lo), part.Lo, uint64(part.Len()))
}

// shadowed puts the host's bytes of a part of a piece into its shadow and returns
// where to send them from.
func (ln *lane) shadowed(p *piece, part dtm.Range) uintptr {
	if p.shadow == 0 {
		ln.d.session.space.home(part, false)
		return part.Lo
	}
	at := p.shadow + (part.Lo - p.Lo)
	ln.d.session.driver.CopyHost(at, part.Lo, uint64(part.Len()))
	p.valid = p.valid || part == p.Range
	return at
}

// commands lists what moves of parts of an entry are for a driver.
func (e *entry) commands(moves []move) (list []driver.Range) {
	for _, m := range moves {
		e.segments(m.Lo, m.Hi, func(lo, hi uintptr) {
			list = append(list, driver.Range{Off: e.offset(lo), Host: m.host + (lo - m.Lo), Size: uint64(hi - lo)})
		})
	}
	return list
}

// send enqueues the transfer of parts of an entry to the device.
func (ln *lane) send(t transfer, moves []move, why string) {
	if t.e.buf == ln.d.anchor {
		ln.changes = true
		for _, m := range moves {
			ln.copyInPlace(t.e.buf.Host+uintptr(t.e.offset(m.Lo)), m.host, uint64(m.Len()))
		}
		return
	}
	list := t.e.commands(moves)
	if len(list) == 0 {
		return
	}
	if t.may && len(list) == 1 && list[0].Size == uint64(t.span().Len()) {
		ln.give(&t, list[0].Host)
		return
	}
	ln.changes = true
	ln.must = ln.must || !ln.d.takes
	defer ln.once(t.e)()
	ln.told(&t, trace.To, list, why, func() error {
		if len(list) == 1 {
			return ln.queue.Write(t.e.buf, list[0].Off, list[0].Host, list[0].Size)
		}
		return ln.queue.WriteRanges(t.e.buf, list)
	})
}

// once has the queue know, until the returned function is called, whether an entry's data is
// likely to move once each way: it was mapped by a data construct for the first time.
func (ln *lane) once(e *entry) (end func()) {
	if e.rep == nil || e.rep.why != whyOnce {
		return func() {}
	}
	ln.queue.Once(true)
	return func() { ln.queue.Once(false) }
}

// handed is a value that a kernel stores to an entry's storage itself.
type handed struct {
	e     *entry
	value uint64 // its bytes, zero-extended
}

// give leaves a transfer to the region's kernel, from at on the host.
func (ln *lane) give(t *transfer, at uintptr) {
	n := uint64(t.span().Len())
	word := ln.stage(8)
	ln.d.session.driver.CopyHost(word, at, n)
	ln.given = append(ln.given, handed{e: t.e, value: loadWord(word) << (64 - 8*n) >> (64 - 8*n)})
	ln.elided(t, trace.To, t.span().Len(), trace.WithLaunch)
}

// givenTo returns what the kernel is to store to an entry's storage, if anything.
func (ln *lane) givenTo(e *entry) (value, is uint64) {
	for _, g := range ln.given {
		if g.e == e {
			return g.value, 1
		}
	}
	return 0, 0
}

// write enqueues the transfer of host bytes to a buffer. The anchor of a shared
// device stands for all of the host's memory: there the host copies.
func (ln *lane) write(b *driver.Buffer, off uint64, host uintptr, n uint64) error {
	if b == ln.d.anchor {
		ln.copyInPlace(b.Host+uintptr(off), host, n)
		return nil
	}
	ln.pending = true
	return ln.queue.Write(b, off, host, n)
}

// copyInPlace copies behind everything the lane has enqueued.
func (ln *lane) copyInPlace(dst, src uintptr, n uint64) {
	if ln.pending {
		ln.finish()
	}
	ln.d.session.driver.CopyHost(dst, src, n)
}

// offset is the place of a host address of the entry in its buffer.
func (e *entry) offset(host uintptr) uint64 { return e.off + uint64(host-e.begin) }

// attached is the number of pointers in the entry that have device addresses.
func (e *entry) attached() int {
	e.slotMu.Lock()
	defer e.slotMu.Unlock()
	return len(e.slots)
}

// segments calls visit for the parts of [lo, hi) that hold no attached pointer:
// host and device have values of their own there.
func (e *entry) segments(lo, hi uintptr, visit func(lo, hi uintptr)) {
	e.slotMu.Lock()
	defer e.slotMu.Unlock()
	first, _ := slices.BinarySearchFunc(e.slots, lo-min(lo, pointerSize-1), byHost)
	for i := first; i < len(e.slots) && e.slots[i].host < hi; i++ {
		at := e.slots[i].host
		if lo < at {
			visit(lo, at)
		}
		lo = at + pointerSize
	}
	if lo < hi {
		visit(lo, hi)
	}
}

// update does the transfers of a target update construct (OpenMP 4.5, 2.10.5).
// What is not present is not transferred.
func (v *environment) update(ln *lane, r *Region, values []Value) {
	v.mu.Lock()
	first := 0
	for i := range r.Items {
		it := &r.Items[i]
		if it.Kind == Rows {
			continue
		}
		all := pieces(values[first:i], &values[i])
		first = i + 1
		if !it.Kind.isMap() || len(all) == 0 {
			continue
		}
		e := v.whole(r, it, all[0].Lo, all[len(all)-1].Hi)
		if e == nil {
			v.demand(r, it, all[0].Lo, all[len(all)-1].Hi)
			ln.d.session.info(2, "%s: '%s' is not present on device %d: not updated", r.position(), it.Name, ln.d.number)
			continue
		}
		v.note(ln, e)
		for _, piece := range all {
			t := transfer{e: e, lo: piece.Lo, hi: piece.Hi, name: it.Name, why: trace.Update}
			if it.Map&MapTo != 0 {
				ln.uploads = append(ln.uploads, t)
			}
			if it.Map&MapFrom != 0 {
				ln.downloads = append(ln.downloads, t)
			}
		}
	}
	v.mu.Unlock()
	v.await(ln)
	for _, t := range ln.uploads {
		ln.upload(t)
	}
	v.bringBack(ln)
}

// pieces are the ranges of an item of target update that rows, the ROWS items in front of
// it, say: ascending, and as few as there can be.
func pieces(rows []Value, item *Value) []dtm.Range {
	size, apart := uintptr(item.Size), len(rows)
	for ; apart > 0 && (rows[apart-1].Base == size || rows[apart-1].Size == 1); apart-- {
		size *= uintptr(rows[apart-1].Size)
	}
	count := uint64(1)
	for _, row := range rows[:apart] {
		count *= row.Size
	}
	if size == 0 || count == 0 {
		return nil
	}
	all := make([]dtm.Range, 1, count)
	all[0] = dtm.Range{Lo: item.Begin, Hi: item.Begin + size}
	for i := apart - 1; i >= 0; i-- {
		inner := len(all)
		for n := uint64(1); n < rows[i].Size; n++ {
			step := uintptr(n) * rows[i].Base
			for _, p := range all[:inner] {
				all = append(all, dtm.Range{Lo: p.Lo + step, Hi: p.Hi + step})
			}
		}
	}
	return all
}

// everything lists transfers of all that is present.
func (v *environment) everything(ln *lane) (all []transfer) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for e := range v.table.all {
		if e.state == present && !e.inPlace {
			all = append(all, transfer{e: e, lo: e.begin, hi: e.end, name: e.name, why: trace.HostRuns})
			v.note(ln, e)
		}
	}
	return all
}

// giveToHost makes the host's memory the latest copy of everything present,
// since a region is about to run there that should have run on the device.
func (v *environment) giveToHost(ln *lane) {
	ln.downloads = append(ln.downloads, v.everything(ln)...)
	if len(ln.downloads) == 0 {
		return
	}
	v.await(ln)
	v.bringBack(ln)
	v.hostLatest.Store(true)
}

// takeBack undoes giveToHost before the device is used again.
func (v *environment) takeBack(ln *lane) {
	if !v.hostLatest.Swap(false) {
		return
	}
	all := v.everything(ln)
	v.await(ln)
	for _, t := range all {
		ln.upload(t)
	}
	ln.finish()
	ln.awaited = ln.awaited[:0]
}

// size is the number of bytes in moves.
func size(moves []move) (n uintptr) {
	for _, m := range moves {
		n += m.Len()
	}
	return n
}

// orElse is the first of two texts, unless it is empty.
func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
