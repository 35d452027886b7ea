package dtm

// Machine holds the state of all tracked host memory. Memory that no event has
// named is held by the host.
type Machine struct{ state holders }

// HostWrote takes note that the host has written r.
func (m *Machine) HostWrote(r Range) {
	m.state.change(r, func(Set) Set { return Host })
}

// Home takes note that the values of r that were only on devices are at the
// host's place too.
func (m *Machine) Home(r Range) {
	m.state.change(r, func(s Set) Set { return s | Host })
}

// Forget takes note that the host's memory of r is gone, or was discarded: what
// devices hold of it is worth nothing.
func (m *Machine) Forget(r Range) { m.HostWrote(r) }

// CopyIn gives device d the value of r. send lists what must go there; of it,
// fetch must come home first from other devices. The state afterwards is that
// after these transfers.
func (m *Machine) CopyIn(r Range, d int) (send, fetch []Range) {
	send, fetch = m.Wants(r, d)
	m.state.change(r, func(s Set) Set {
		if s.Has(Device(d)) {
			return s
		}
		return s | Device(d) | Host
	})
	return send, fetch
}

// Wants is what CopyIn would list; nothing changes.
func (m *Machine) Wants(r Range, d int) (send, fetch []Range) {
	m.state.each(r, func(part Range, s Set) {
		if s.Has(Device(d)) {
			return
		}
		send = add(send, part)
		if !s.Has(Host) {
			fetch = add(fetch, part)
		}
	})
	return send, fetch
}

// KernelWrites takes note that a kernel may change device d's storage of r before
// the host is given its contents. fetch lists the values that only devices hold
// and that must come home before the kernel starts: the host may still read them.
func (m *Machine) KernelWrites(r Range, d int) (fetch []Range) {
	fetch = m.Away(r)
	m.state.change(r, func(s Set) Set { return (s | Host) &^ Device(d) })
	return fetch
}

// CopyOut makes device d's storage of r the value that the host sees. written
// says that a kernel has written r since it was last in agreement. away lists what
// the host does not have now: it can be fetched at once (then Home follows) or
// when the host touches it.
func (m *Machine) CopyOut(r Range, d int, written bool) (away []Range) {
	m.state.each(r, func(part Range, s Set) {
		if written || !s.Has(Device(d)) {
			away = add(away, part)
		}
	})
	for _, part := range away {
		m.state.change(part, func(Set) Set { return Device(d) })
	}
	return away
}

// Refresh is CopyOut for a target update: the host gets the values now. It lists
// what must be transferred; what is of no device's (the host's own value is
// wanted and it has it) is not.
func (m *Machine) Refresh(r Range, d int) (read []Range) {
	read = m.CopyOut(r, d, false)
	for _, part := range read {
		m.Home(part)
	}
	return read
}

// Drop takes note that device d's storage of r goes. fetch lists what only it
// holds and must come home first.
func (m *Machine) Drop(r Range, d int) (fetch []Range) {
	fetch = m.Only(r, d)
	m.state.change(r, func(s Set) Set {
		if s == Device(d) {
			return Host
		}
		return s &^ Device(d)
	})
	return fetch
}

// Spoil takes note that device d's storage of r does not agree with the host's
// value any more, though the device is not the only holder of it.
func (m *Machine) Spoil(r Range, d int) {
	m.state.change(r, func(s Set) Set {
		if s = s &^ Device(d); s != 0 {
			return s
		}
		return Host
	})
}

// Away lists what of r only devices hold.
func (m *Machine) Away(r Range) (list []Range) {
	m.state.each(r, func(part Range, s Set) {
		if !s.Has(Host) {
			list = add(list, part)
		}
	})
	return list
}

// Held reports whether device d holds all of r.
func (m *Machine) Held(r Range, d int) bool {
	held := true
	m.state.each(r, func(_ Range, s Set) { held = held && s.Has(Device(d)) })
	return held
}

// add appends a range to a list in order; adjacent ranges are joined.
func add(list []Range, r Range) []Range {
	if n := len(list); n > 0 && list[n-1].Hi == r.Lo {
		list[n-1].Hi = r.Hi
		return list
	}
	return append(list, r)
}

// Merge joins ranges, in order of address, whose gaps are at most gap bytes where
// device transfers of the gap are harmless: the host has the value of all of it.
// A command costs as much as some ten thousand bytes.
func (m *Machine) Merge(list []Range, gap uintptr) []Range {
	var out []Range
	for _, r := range list {
		n := len(out)
		if n > 0 && r.Lo-out[n-1].Hi <= gap && len(m.Away(Range{out[n-1].Hi, r.Lo})) == 0 {
			out[n-1].Hi = r.Hi
			continue
		}
		out = append(out, r)
	}
	return out
}

// Only lists what of r device d alone holds.
func (m *Machine) Only(r Range, d int) (list []Range) {
	m.state.each(r, func(part Range, s Set) {
		if s == Device(d) {
			list = add(list, part)
		}
	})
	return list
}
