package dtm

// Habit learns from what the host did with a range whether it pays to leave
// results on the device and to watch for writes. A wrong guess costs time, never
// a wrong value. Its zero value has seen nothing: it leaves and watches.
type Habit struct {
	left    uintptr // bytes left on the device at the last copy out
	eager   backoff // copy out at once for this many times
	careful backoff // do not watch for this many copies in
}

// Births learns from memory that is used in the same way and then goes, again and again,
// whether it pays to track what comes next. Its zero value has seen nothing: it tracks.
// Memory that is tracked leaves its first result on the device whatever became of the last
// one's: pages that were never there are brought by the service, for which no driver
// that copies out may wait.
type Births struct {
	untracked backoff // do not track for this many births
}

// backoff counts down; each time the old behaviour proves right again it is kept
// for twice as long. It starts with the second time in a row: a host that looks now and
// then would pay for the times between.
type backoff struct {
	wait, length uint8
	once         bool // it would have been right the last time
}

// maxBackoff is the longest time without a new try, uses.
const maxBackoff = 64

// keep starts a longer wait.
func (b *backoff) keep() {
	if !b.once {
		b.once = true
		return
	}
	b.length = min(max(2*b.length, 2), maxBackoff)
	b.wait = b.length
}

// over counts one use down; it reports whether the wait was over before.
func (b *backoff) over() bool {
	if b.wait == 0 {
		return true
	}
	b.wait--
	return false
}

// Leave decides about a copy out of bytes: whether it stays on the device until
// the host touches it. stillAway is what has not come home of the last one.
func (h *Habit) Leave(bytes, stillAway uintptr) bool {
	h.Judge(stillAway)
	if !h.eager.over() {
		return false
	}
	h.left = bytes
	return true
}

// Judge takes note of what the host did with what was left, of which stillAway bytes have
// not come home. It reports whether that was worth it.
func (h *Habit) Judge(stillAway uintptr) (paid bool) {
	if h.left > 0 {
		came := h.left - min(stillAway, h.left)
		if paid = came < h.left/4*3; paid {
			h.eager = backoff{}
		} else {
			h.eager.keep() // the host wants it all
		}
	}
	h.left = 0
	return paid
}

// Track decides whether memory that is born now is to be tracked.
func (b *Births) Track() bool { return b.untracked.over() }

// Died takes note that tracked memory has gone, and whether that was for nothing.
func (b *Births) Died(wasted bool) {
	if wasted {
		b.untracked.keep()
	} else {
		b.untracked = backoff{}
	}
}

// Fetched takes note that the runtime itself has brought the values home: what the
// host would have done is not known.
func (h *Habit) Fetched() { h.left = 0 }

// Watched takes note of what a look at watched memory of bytes has found.
func (h *Habit) Watched(written, bytes uintptr) {
	if written >= bytes/2 {
		h.careful.keep()
		return
	}
	h.careful = backoff{}
}

// Watch decides whether writes to the range are to be watched from now on.
func (h *Habit) Watch() bool { return h.careful.over() }
