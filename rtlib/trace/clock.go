package trace

import (
	"syscall"
	"time"
	"unsafe"
)

// clockMonotonic is CLOCK_MONOTONIC of clock_gettime(2).
const clockMonotonic = 1

// started is an instant in Go's clock, and startedAt the same in CLOCK_MONOTONIC.
// Go's clock is CLOCK_MONOTONIC too, but its origin is not to be had: uncertain is by
// how many nanoseconds startedAt may be wrong.
var started, startedAt, uncertain = calibrate()

// Now is the time in nanoseconds of CLOCK_MONOTONIC, the clock of C code that
// calls clock_gettime.
func Now() int64 { return startedAt + int64(time.Since(started)) }

// calibrate reads both clocks as close together as it can in a few attempts.
func calibrate() (instant time.Time, at, doubt int64) {
	best := time.Duration(1<<63 - 1)
	for range 5 {
		before := time.Now()
		ns := systemClock()
		if took := time.Since(before); took < best {
			best, instant, at, doubt = took, before, ns-int64(took/2), int64(took/2)+3
		}
	}
	return instant, at, doubt
}

// systemClock asks the kernel for the time in nanoseconds.
func systemClock() int64 {
	var ts syscall.Timespec
	_, _, _ = syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockMonotonic, uintptr(unsafe.Pointer(&ts)), 0)
	return ts.Nano()
}
