package report

import "fmt"

// fewPages is the size, bytes, up to which the host's accesses count as scattered.
const fewPages = 64 << 10

// hostTouches finds variables of which the host reads a little between launches.
func hostTouches(h *history) (found []finding) {
	h.each(func(_ *event, c class) bool { return c == touched }, func(v variableKey, m *matches) {
		if !m.often() || !h.matters(m.all) {
			return
		}
		f := finding{
			Title: fmt.Sprintf("The host touches %s between launches", quoted(v)),
			Detail: fmt.Sprintf("%s after %s: %s, during which the host waits.",
				countText(m.all.Count, "fault"), launches(m.epochs), costText(m.all)),
			Hint: "Move the code that does it into a target region too, so that the data stays on the device.",
			Cost: m.all,
		}
		if m.all.Bytes/uint64(m.all.Count) <= fewPages {
			f.Hint += " If the host needs single values, gather them in one small array on the device first."
		}
		found = append(found, f)
	})
	return found
}

// hostWrites finds variables of which the host changes something between launches.
func hostWrites(h *history) (found []finding) {
	h.each(func(e *event, c class) bool { return c == hostWrote && e.kind == upload }, func(v variableKey, m *matches) {
		if !m.often() || !h.matters(m.all) {
			return
		}
		hint := "Move the code that writes it into a target region, so that the data stays on the device."
		if m.all.Bytes/uint64(m.all.Count) <= fewPages {
			hint += " If it must be on the host, keep what changes together: a page of 4 KiB moves whole."
		}
		found = append(found, finding{
			Title:  fmt.Sprintf("The host changes %s between launches", quoted(v)),
			Detail: fmt.Sprintf("What had changed was sent before %s: %s.", launches(m.epochs), costText(m.all)),
			Hint:   hint, Where: m.places, Cost: m.all,
		})
	})
	return found
}

// hostReads finds variables that the host reads as a whole after each launch.
func hostReads(h *history) (found []finding) {
	h.each(func(e *event, c class) bool { return c == learned || c == fetched }, func(v variableKey, m *matches) {
		if !m.often() || !h.matters(m.all) {
			return
		}
		found = append(found, finding{
			Title:  fmt.Sprintf("The host reads %s after each of many launches", quoted(v)),
			Detail: fmt.Sprintf("It came home after %s: %s.", launches(m.epochs), costText(m.all)),
			Hint:   "Do on the device what the host does with it (a sum or a maximum is a reduction clause), or write output less often.",
			Where:  m.places, Cost: m.all,
		})
	})
	return found
}

// ranOnHost finds constructs that should have run on a device.
func ranOnHost(h *history) []finding {
	m, moved := matches{h: h}, matches{h: h}
	for i := range h.events {
		e := &h.events[i]
		switch {
		case e.kind == construct && e.device < 0:
			m.add(i)
		case (e.kind == upload || e.kind == download) && classify(e) == hostRuns:
			moved.add(i)
		}
	}
	if moved.all.Count == 0 {
		return nil
	}
	return []finding{{
		Title:  "The host ran regions whose data is on a device",
		Detail: fmt.Sprintf("%s ran on the host; everything had to follow them: %s.", countText(m.all.Count, "construct"), costText(moved.all)),
		Hint:   "OMP2CL_INFO=1 says why they could not run on the device.",
		Where:  m.places, Cost: moved.all,
	}}
}

// shortKernels finds programs that spend their time on launching.
func shortKernels(h *history) (found []finding) {
	const short, many = 10_000, 200 // ns, launches
	for _, k := range kernelTable(h.trace) {
		if k.Count < many || k.Median >= short || float64(k.Count)*short < 0.05*float64(h.length) {
			continue
		}
		found = append(found, finding{
			Title: fmt.Sprintf("Kernel %s is shorter than its launch", k.Name),
			Detail: fmt.Sprintf("%s of %s each (median); to launch a kernel and wait for it takes some 10 µs.",
				launches(k.Count), timeText(k.Median)),
			Hint:  "Give a launch more to do: more iterations (collapse), several loops in one region, or nowait. A loop this short may be faster on the host (if clause).",
			Where: []string{k.At}, Cost: flow{Count: k.Count, Time: int64(k.Count) * short},
		})
	}
	return found
}

// longBuilds finds runs that are about building kernels.
func longBuilds(h *history) []finding {
	m := matches{h: h}
	for i := range h.events {
		if e := &h.events[i]; e.kind == build && e.why == "compiled" {
			m.add(i)
		}
	}
	if m.all.Count == 0 || m.all.Time < h.length/20 {
		return nil
	}
	return []finding{{
		Title:  "Kernels were built during the run",
		Detail: fmt.Sprintf("%s took %s.", countText(m.all.Count, "build"), timeText(m.all.Time)),
		Hint:   "The next run takes them from the cache, unless OMP2CL_CACHE=off. Measure the second run.",
		Where:  m.places, Cost: m.all,
	}}
}

// launches counts launches in a sentence.
func launches(n int) string {
	if n == 1 {
		return "1 launch"
	}
	return groupDigits(n) + " launches"
}
