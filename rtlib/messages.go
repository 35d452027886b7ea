package rtlib

import (
	"errors"
	"fmt"
	"time"

	"omp2cl/rtlib/driver"
)

// formatBytes gives a size as people read it.
func formatBytes(n uint64) string {
	const step = 1024
	if n < step {
		return fmt.Sprintf("%d bytes", n)
	}
	value, units := float64(n)/step, []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for value >= step && len(units) > 1 {
		value, units = value/step, units[1:]
	}
	return fmt.Sprintf("%.1f %s", value, units[0])
}

// formatRate gives bytes over a time in GB/s.
func formatRate(n uint64, t time.Duration) string {
	if t <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f GB/s", float64(n)/float64(t.Nanoseconds()))
}

// memoryNote says what to try when size bytes could not be allocated.
func (d *Device) memoryNote(size uint64) string {
	if d.facts.MaxAlloc > 0 && size > d.facts.MaxAlloc {
		return fmt.Sprintf("the largest single object of this device is %s; map it in sections",
			formatBytes(d.facts.MaxAlloc))
	}
	return fmt.Sprintf("the device has %s, of which this program holds %s; map less at once, "+
		"end data environments earlier, or choose another device",
		formatBytes(d.facts.GlobalMem), formatBytes(d.held.Load()))
}

// failureNote says what to try after a failed launch or transfer.
func failureNote(err error) string {
	var e *driver.Error
	if !errors.As(err, &e) {
		return ""
	}
	switch e.Code {
	case driver.OutOfResources:
		return "the device ran out of registers, local or private memory, or the kernel used an address " +
			"that is not mapped; try a smaller thread_limit, and check the bounds of the map clauses"
	case driver.OutOfDeviceMemory, driver.OutOfHostMemory:
		return "map less at once, or end data environments earlier"
	case -54, -63:
		return "try a smaller thread_limit or num_teams"
	case -9999, -36:
		return "the kernel probably used an address that is not mapped; check the bounds of the map clauses"
	}
	return "run with OMP2CL_INFO=2 to see the commands before the failure, or with " +
		"OMP_TARGET_OFFLOAD=DISABLED to run on the host"
}

// rangeText prints a range of host addresses.
func rangeText(lo, hi uintptr) string {
	return fmt.Sprintf("[%#x, %#x) of %s", lo, hi, formatBytes(uint64(hi-lo)))
}
