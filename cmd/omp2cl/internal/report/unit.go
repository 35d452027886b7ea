package report

import (
	"fmt"
	"strconv"
)

// sizeText gives a size in bytes as people read it.
func sizeText(n uint64) string {
	const step = 1024
	if n < step {
		return strconv.FormatUint(n, 10) + " B"
	}
	value, units := float64(n)/step, []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for value >= 999.5 && len(units) > 1 {
		value, units = value/step, units[1:]
	}
	return threeDigits(value) + " " + units[0]
}

// timeText gives a time in nanoseconds as people read it.
func timeText(ns int64) string {
	value, units := float64(ns), []string{"ns", "µs", "ms", "s"}
	for value >= 999.5 && len(units) > 1 {
		value, units = value/1000, units[1:]
	}
	if units[0] == "s" && value >= 1000 {
		return fmt.Sprintf("%.0f s", value)
	}
	return threeDigits(value) + " " + units[0]
}

// threeDigits prints a number below 1000 with three digits.
func threeDigits(value float64) string {
	switch {
	case value == float64(int64(value)):
		return fmt.Sprintf("%.0f", value)
	case value < 9.995:
		return fmt.Sprintf("%.2f", value)
	case value < 99.95:
		return fmt.Sprintf("%.1f", value)
	}
	return fmt.Sprintf("%.0f", value)
}

// rateText gives bytes over nanoseconds in GB/s.
func rateText(bytes uint64, ns int64) string {
	if ns <= 0 || bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f GB/s", float64(bytes)/float64(ns))
}

// shareText gives a part of a whole in percent.
func shareText(part, whole float64) string {
	if whole <= 0 {
		return "0 %"
	}
	share := 100 * part / whole
	switch {
	case part > 0 && share < 0.1:
		return "< 0.1 %"
	case share < 9.95:
		return fmt.Sprintf("%.1f %%", share)
	}
	return fmt.Sprintf("%.0f %%", share)
}

// countText gives a number of things with thin spaces between groups of three
// digits, and the thing in singular or plural.
func countText(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return groupDigits(n) + " " + thing
}

func groupDigits(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// times says how often.
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return groupDigits(n) + " times"
}
