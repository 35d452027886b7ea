package trace

import (
	"fmt"
	"strings"
)

// Summary counts what a program moved to and from one device, for the line that
// OMP2CL_INFO=1 ends with.
type Summary struct {
	Device      int
	To, From    Moved  // done at constructs
	Faults      uint64 // times that the host waited for bytes of the device
	Fetched     uint64 // bytes that faults and system calls brought home
	Elided      uint64 // bytes that the program asked for and that were not moved
	Reclaimed   uint64 // bytes of copies that had to make room for others
	WrittenBack uint64 // bytes that had to be copied to the host for that
}

// Moved counts the transfers of one direction.
type Moved struct {
	Transfers, Bytes uint64
}

// Add counts one more transfer.
func (m *Moved) Add(bytes uint64) {
	m.Transfers++
	m.Bytes += bytes
}

// String is one line without its end.
func (s Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "omp2cl: device %d: %s to (%s), %d from (%s), %s", s.Device,
		plural(s.To.Transfers, "transfer"), FormatBytes(s.To.Bytes),
		s.From.Transfers, FormatBytes(s.From.Bytes), plural(s.Faults, "fault"))
	if s.Fetched > 0 {
		fmt.Fprintf(&b, " (%s)", FormatBytes(s.Fetched))
	}
	if s.Elided > 0 {
		fmt.Fprintf(&b, "; %s elided", FormatBytes(s.Elided))
	}
	if s.Reclaimed > 0 {
		fmt.Fprintf(&b, "; %s reclaimed, %s of it written back", FormatBytes(s.Reclaimed), FormatBytes(s.WrittenBack))
	}
	return b.String()
}

func plural(n uint64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// FormatBytes gives a size as people read it, in the runtime's units.
func FormatBytes(n uint64) string {
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
