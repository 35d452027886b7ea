package report

import "fmt"

// sentTwice finds ranges that were sent again before a kernel could have used
// what was sent before.
func sentTwice(h *history) []finding {
	return h.useless(upload, func(v variableKey, n flow) finding {
		return finding{
			Title:  fmt.Sprintf("%s is sent to the device again before a kernel runs", quoted(v)),
			Detail: fmt.Sprintf("%s, %s: no kernel ran on the device between one transfer and the next of the same bytes.", times(n.Count), costText(n)),
			Hint:   "Send it once, after its last change: drop the earlier target update or the always modifier.",
		}
	})
}

// copiedBackTwice finds ranges that were copied back again though no kernel had run.
func copiedBackTwice(h *history) []finding {
	return h.useless(download, func(v variableKey, n flow) finding {
		return finding{
			Title:  fmt.Sprintf("%s is copied back again though no kernel has run", quoted(v)),
			Detail: fmt.Sprintf("%s, %s: no kernel ran on the device between one transfer and the next of the same bytes.", times(n.Count), costText(n)),
			Hint:   "Copy it back once, after the last kernel that changes it: drop the later target update or the always modifier.",
		}
	})
}

// useless finds transfers of a direction that repeat one of the same range with no
// kernel in between. Of uploads the earlier one was useless, of downloads the later.
func (h *history) useless(k kind, say func(variableKey, flow) finding) []finding {
	costs, wheres := map[variableKey]*flow{}, map[variableKey]*matches{}
	var order []variableKey
	for _, p := range h.ranges {
		previous := -1
		for _, i := range h.pieces[p] {
			e := &h.events[i]
			if e.kind != k {
				previous = -1
				continue
			}
			if previous >= 0 && h.epoch[previous] == h.epoch[i] && repeats(&h.events[previous], e) {
				v := variableKey{e.device, e.variable}
				if costs[v] == nil {
					costs[v], wheres[v] = &flow{}, &matches{h: h}
					order = append(order, v)
				}
				costs[v].add(e)
				wheres[v].add(i)
			}
			previous = i
		}
	}
	var found []finding
	for _, v := range order {
		if !h.matters(*costs[v]) {
			continue
		}
		f := say(v, *costs[v])
		f.Cost, f.Where = *costs[v], wheres[v].places
		found = append(found, f)
	}
	return found
}

// repeats reports whether b moves the same bytes as a, and the program could have
// done without one of the two. Where pages are tracked the runtime knows what it
// does.
func repeats(a, b *event) bool {
	if a.bytes != b.bytes || a.bytes != a.extent {
		return false
	}
	switch c := classify(b); c {
	case asked, untracked, other:
		return true
	default:
		return c.eager()
	}
}

// notTracked finds runs in which everything moves as the map clauses say.
func notTracked(h *history) []finding {
	var all matches
	all.h = h
	names := 0
	h.each(func(_ *event, c class) bool { return c == untracked }, func(_ variableKey, m *matches) {
		names++
		all.all.plus(m.all)
		all.up, all.down = all.up+m.up, all.down+m.down
	})
	if names == 0 || all.all.Count <= 2*names {
		return nil
	}
	return []finding{{
		Title:  "Everything moves as the map clauses say",
		Detail: fmt.Sprintf("%s: %s; %s. The runtime did not look which of it had changed.", countText(names, "variable"), all.ways(), costText(all.all)),
		Hint:   "Run without OMP2CL_DTM=eager or off, or put a target data region around the launches.",
		Cost:   all.all,
	}}
}

// eagerMemory finds variables in memory that is sent and copied back each time.
func eagerMemory(h *history) (found []finding) {
	h.each(func(_ *event, c class) bool { return c.eager() }, func(v variableKey, m *matches) {
		if m.all.Count < 4 || m.tiny() || !h.matters(m.all) {
			return
		}
		where, hint := eagerHint(m.class)
		found = append(found, finding{
			Title:  fmt.Sprintf("%s %s: it moves at every construct", quoted(v), where),
			Detail: fmt.Sprintf("It was %s: %s.", m.ways(), costText(m.all)),
			Hint:   hint, Where: m.places, Cost: m.all,
		})
	})
	return found
}

// eagerHint says what memory of a class is, and what to do about it.
func eagerHint(c class) (where, hint string) {
	switch c {
	case onStack:
		return "is on the stack", "Allocate it with malloc (4 KiB or more) or make it static: then only what changes moves. What kernels only read is no cost."
	case smallBlock:
		return "is in a small heap block", "Allocate it in a block of 4 KiB or more, such as one block for all small arrays: then only what changes moves."
	case fileMapping:
		return "is in a shared file mapping", "Read the file into memory from malloc, or map it with MAP_PRIVATE: then only what changes moves."
	case partialPage:
		return "shares its first or last page with other data", "Give it a block of its own: malloc of 4 KiB or more, or aligned_alloc(4096, ...) with a size that is a multiple of 4096."
	}
	return "is in memory that cannot be tracked", "The stack, small heap blocks, thread-local variables and other libraries' memory move each time. Use malloc (4 KiB or more) or a static variable."
}

// askedFor finds transfers that the program insists on.
func askedFor(h *history) (found []finding) {
	h.each(func(_ *event, c class) bool { return c == asked }, func(v variableKey, m *matches) {
		if !m.often() || !h.matters(m.all) {
			return
		}
		found = append(found, finding{
			Title:  fmt.Sprintf("The program asks for %s to be moved again and again", quoted(v)),
			Detail: fmt.Sprintf("By target update or the always modifier it was %s: %s.", m.ways(), costText(m.all)),
			Hint:   "Where only a part has changed, name that section in the construct; where nothing has, leave the construct or the modifier out.",
			Where:  m.places, Cost: m.all,
		})
	})
	return found
}

// deviceMemoryFull finds copies that had to leave the device.
func deviceMemoryFull(h *history) []finding {
	m := matches{h: h}
	var reclaimed flow
	for i := range h.events {
		e := &h.events[i]
		if e.kind == memory && e.why == "reclaimed" {
			reclaimed.add(e)
		}
		if e.kind == download && classify(e) == memoryFull {
			m.add(i)
		}
	}
	if reclaimed.Count == 0 && m.all.Count == 0 {
		return nil
	}
	return []finding{{
		Title: "The device's memory was full",
		Detail: fmt.Sprintf("Copies on the device had to make room %s (%s); %s of that was written back to the host first, and is sent again when it is needed.",
			times(reclaimed.Count), sizeText(reclaimed.Bytes), sizeText(m.all.Bytes)),
		Hint:  "Work on sections that fit, free what is no longer needed (target exit data with delete, free), or use a device with more memory.",
		Where: m.places, Cost: m.all,
	}}
}

// tiny reports whether a variable is so small that what a transfer costs does not
// depend on its size.
func (m *matches) tiny() bool {
	const most = 4096
	return m.all.Bytes <= most*uint64(m.all.Count)
}

// smallTransfers finds variables that are sent in many tiny transfers. Tiny ones
// that are only copied back are results that the host needs.
func smallTransfers(h *history) (found []finding) {
	const many = 32
	h.each(func(e *event, c class) bool {
		return e.kind != fault && (c.eager() || c == necessary || c == other)
	}, func(v variableKey, m *matches) {
		if m.up < many || !m.tiny() || !h.matters(m.all) {
			return
		}
		found = append(found, finding{
			Title:  fmt.Sprintf("%s moves in many tiny transfers", quoted(v)),
			Detail: fmt.Sprintf("It was %s: %s. Each costs some microseconds, whatever its size.", m.ways(), costText(m.all)),
			Hint:   "A value that kernels only read is cheapest as firstprivate. Several small arrays move together as one structure or one block.",
			Where:  m.places, Cost: m.all,
		})
	})
	return found
}
