package rtlib

import (
	"omp2cl/dtm"
	"omp2cl/rtlib/trace"
)

// download gives the host the device's value of a range: now, or, when the host
// does not need it at once, when it touches it.
func (ln *lane) download(t transfer) {
	if t.e.inPlace {
		return
	}
	if t.e.rep == nil {
		ln.changes = true
		ln.d.session.space.home(t.span(), true)
		ln.receive(t, []move{{t.span(), t.lo}}, orElse(t.why, whyMapped))
		return
	}
	moves, why := ln.copyOut(&t)
	if len(moves) > 0 {
		ln.receive(t, moves, orElse(t.why, why))
	}
}

// copyOut decides what of a range must come now. What stays on the device is
// noted in ln.kept.
func (ln *lane) copyOut(t *transfer) (moves []move, why string) {
	sp, rep := &ln.d.session.space, t.e.rep
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if t.final && (t.e.early && !t.e.wrote || !t.e.defined) {
		ln.elided(t, trace.From, t.span().Len(), trace.OnlyRead)
		return nil, ""
	}
	now, why := ln.outOfPages(t)
	ln.changes = ln.changes || len(now) > 0
	for _, r := range now {
		sp.fetch(sp.absentIn(r)) // no driver may meet an absent page
		moves = append(moves, move{r, r.Lo})
	}
	for _, p := range rep.pieces {
		part := p.Meet(t.span())
		switch {
		case part.Empty() || ln.same(p, part):
		case p.known(): // the device has it, and so has the shadow
			t.e.segments(part.Lo, part.Hi, func(lo, hi uintptr) {
				ln.d.session.driver.CopyHost(lo, p.shadow+(lo-p.Lo), uint64(hi-lo))
			})
		default:
			sp.home(part, true)
			moves = append(moves, move{part, part.Lo})
			why = orElse(why, rep.why)
			ln.received = append(ln.received, outcome{rep: rep, piece: p, Range: part})
		}
	}
	return moves, why
}

// outOfPages is copyOut for the tracked pages.
func (ln *lane) outOfPages(t *transfer) (now []dtm.Range, why string) {
	sp, rep, d := &ln.d.session.space, t.e.rep, ln.d.number
	part := t.span().Meet(rep.pages)
	if part.Empty() {
		return nil, ""
	}
	if !t.final {
		sp.observe(part, true)
		now = sp.machine.Refresh(part, d)
		ln.expect(rep, now)
		return now, ""
	}
	switch {
	case !t.e.early:
		sp.observe(part, true)
	case part.Hi == rep.Hi && rep.Hi < rep.pages.Hi:
		// What the host has written behind the item on its last page would be forgotten
		// when that goes, and other devices may have it.
		sp.observe(dtm.Range{Lo: rep.Hi, Hi: rep.pages.Hi}, true)
	}
	sp.noticeHomeIn(part)
	away := sp.machine.CopyOut(part, d, t.e.early)
	if len(away) == 0 {
		return nil, ""
	}
	return ln.keep(t, away)
}

// keep decides which of the values that only the device has now stay there until
// the host touches them. That are whole pages: those that are absent anyway, and
// the others unless the host is known to want them.
func (ln *lane) keep(t *transfer, away []dtm.Range) (now []dtm.Range, why string) {
	sp, rep := &ln.d.session.space, t.e.rep
	still := lengths(sp.absentIn(rep.pages))
	leave := t.e.attached() == 0
	if leave && !rep.habit.Leave(lengths(away), still) {
		leave, why = false, trace.Learned
	}
	for _, a := range away {
		whole := rep.wholePages(a)
		if t.e.attached() > 0 { // the device has pointers of its own there
			whole = dtm.Range{Lo: a.Hi, Hi: a.Hi}
		}
		stay := []dtm.Range{whole}
		if !leave {
			stay = sp.absentIn(whole)
		}
		for _, r := range stay {
			if !r.Empty() {
				ln.kept = append(ln.kept, outcome{rep: rep, Range: r, t: *t})
			}
		}
		now = append(now, a.Without(stay...)...)
	}
	ln.expect(rep, now)
	return now, why
}

// wholePages is the largest range of tracked pages of which all of the program's
// bytes lie in a.
func (r *replica) wholePages(a dtm.Range) dtm.Range {
	whole := dtm.Range{Lo: pageUp(a.Lo), Hi: pageDown(a.Hi)}
	if a.Hi == r.Hi && r.pages.Hi >= r.Hi {
		whole.Hi = r.pages.Hi
	}
	if whole.Empty() {
		return dtm.Range{Lo: a.Hi, Hi: a.Hi}
	}
	return whole
}

// outcome is what remains to be done about a part of a replica when the lane's
// commands are complete.
type outcome struct {
	dtm.Range
	rep   *replica
	piece *piece
	t     transfer
}

// expect prepares pages for values that the device is going to put there.
func (ln *lane) expect(rep *replica, now []dtm.Range) {
	sp := &ln.d.session.space
	for _, r := range now {
		sp.machine.Home(r)
		if err := sp.each(r, Pages.Unprotect); err != nil {
			sp.session.once(1, "%s: writes cannot be followed: %v", rangeText(r.Lo, r.Hi), err)
		}
		ln.received = append(ln.received, outcome{rep: rep, Range: r})
	}
}

// settleTransfers ends what the lane's transfers to the host have begun; its
// commands are complete.
func (ln *lane) settleTransfers() {
	if len(ln.kept) == 0 && len(ln.received) == 0 {
		return
	}
	for _, o := range ln.keepOrRefuse() {
		ln.receiveAfterAll(o)
	}
}

// keepOrRefuse is settleTransfers but for the values that cannot stay on the
// device, which it returns: bringing them takes more than the space's lock allows.
func (ln *lane) keepOrRefuse() (refused []outcome) {
	sp := &ln.d.session.space
	sp.mu.Lock()
	defer sp.mu.Unlock()
	for _, o := range ln.received {
		if p := o.piece; p != nil {
			if p.shadow != 0 {
				ln.d.session.driver.CopyHost(p.shadow+(o.Lo-p.Lo), o.Lo, uint64(o.Len()))
				p.valid = p.valid || o.Range == p.Range
			}
			continue
		}
		// A page that came in part only may have been written elsewhere.
		if err := sp.each(o.rep.wholePages(o.Range), Pages.Protect); err != nil {
			sp.session.once(1, "%s: writes cannot be followed: %v", rangeText(o.Lo, o.Hi), err)
		}
	}
	ln.received = ln.received[:0]
	by := ln.region
	if by != nil && by.Kernel == "" && ln.left != nil {
		by = ln.left // a data construct ends: what it leaves is a region's before it
	}
	for _, o := range ln.kept {
		o.rep.by.set(ln.d.session, by, o.t.name)
		changed, err := sp.drop(o.rep, o.Range)
		ln.changes = ln.changes || changed
		if err != nil {
			sp.session.once(1, "%s: results cannot stay on the device: %v", rangeText(o.Lo, o.Hi), err)
			refused = append(refused, o)
			continue
		}
		ln.elided(&o.t, trace.From, o.Meet(o.t.span()).Len(), trace.StaysOn)
	}
	ln.kept = ln.kept[:0]
	return refused
}

// receiveAfterAll brings to the host what could not be left on the device.
func (ln *lane) receiveAfterAll(o outcome) {
	sp, r := &ln.d.session.space, o.Meet(o.rep.Range)
	sp.mu.Lock()
	sp.machine.Home(r)
	_ = sp.each(o.Range, Pages.Unprotect)
	sp.mu.Unlock()
	ln.changes = true
	ln.receive(o.t, []move{{r, r.Lo}}, whyMapped)
	ln.finish()
	sp.mu.Lock()
	_ = sp.each(o.Range, Pages.Protect)
	sp.mu.Unlock()
}

// receive enqueues the transfer of parts of an entry to the host.
func (ln *lane) receive(t transfer, moves []move, why string) {
	if t.e.buf == ln.d.anchor {
		for _, m := range moves {
			ln.copyInPlace(m.host, t.e.buf.Host+uintptr(t.e.offset(m.Lo)), uint64(m.Len()))
		}
		return
	}
	list := t.e.commands(moves)
	if len(list) == 0 {
		return
	}
	ln.must = true
	defer ln.once(t.e)()
	ln.told(&t, trace.From, list, why, func() error {
		for _, r := range list {
			if err := ln.queue.Read(t.e.buf, r.Off, r.Host, r.Size); err != nil {
				return err
			}
		}
		return nil
	})
}
