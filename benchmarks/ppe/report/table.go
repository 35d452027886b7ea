package main

import (
	"fmt"
	"io"
	"strings"
)

// goal is the ratio below which a program counts as slow.
const goal = 0.9

// writeTable writes a block for each size, slow programs marked, and what follows.
func writeTable(w io.Writer, s *suite) error {
	var b strings.Builder
	m := s.Machine
	fmt.Fprintf(&b, "machine: %s, %d cores, Linux %s; device: %s\n", m.CPU, m.Cores, m.Kernel, m.Device)
	fmt.Fprintf(&b, "host side: %s, %s\n", m.Compiler, m.Flags)
	switch {
	case s.Quick:
		b.WriteString("(--quick: these numbers mean nothing)\n")
	case s.Best:
		b.WriteString("milliseconds of the best run; ratios above 1: the translated program is faster; * below 0.9\n")
	default:
		b.WriteString("median milliseconds of a run; ratios above 1: the translated program is faster; * below 0.9\n")
	}
	for level := range s.levels() {
		writeBlock(&b, s, level)
	}
	if !s.Quick {
		writeEnd(&b, s)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeBlock(b *strings.Builder, s *suite, level int) {
	const row = "%-15s %10s %10s %10s %10s %9s %11s %9s %9s %8s\n"
	some := false
	for _, r := range s.Results {
		if r.Level != level {
			continue
		}
		if !some {
			fmt.Fprintf(b, "\n"+row, fmt.Sprintf("size %d", level), "n", "ours", "gcc", "OpenCL", "gcc/ours", "OpenCL/ours",
				"GB/s", "GFlop/s", "ceiling")
			some = true
		}
		if r.Failed {
			fmt.Fprintf(b, "%-15s FAILED\n", r.Program)
			continue
		}
		if !r.Right {
			fmt.Fprintf(b, "%-15s WRONG: the sides differ by %.3g times what is tolerated\n", r.Program, r.Difference)
			continue
		}
		fmt.Fprintf(b, row, r.Program, fmt.Sprint(r.N), digits(r.Device.Ms), digits(r.Host.Ms), digits(r.OpenCL.Ms),
			marked(r.OverHost), marked(r.OverOpenCL), rate(r.Bytes, r), rate(r.Flops, r), share(r))
	}
	if some && !s.Quick {
		fmt.Fprintf(b, row, "geometric mean", "", "", "", "", marked(s.Means[level].OverHost), marked(s.Means[level].OverOpenCL), "", "", "")
	}
}

func writeEnd(b *strings.Builder, s *suite) {
	fmt.Fprintf(b, "\ngeometric mean of all: gcc/ours %.2f, OpenCL/ours %.2f (without %s, the arithmetic ceiling)\n",
		s.Overall.OverHost, s.Overall.OverOpenCL, peakProgram)
	if s.Peak > 0 {
		fmt.Fprintf(b, "arithmetic ceiling: %s GFlop/s\n", threeDigits(s.Peak/1e9))
	}
	if len(s.triad) == 0 {
		return
	}
	b.WriteString("bandwidth ceiling by footprint:")
	for i, p := range s.triad {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(b, " %s %s GB/s", bytesText(p.x), threeDigits(p.y/1e9))
	}
	b.WriteString("\n")
}

// digits is a time in three significant digits.
func digits(ms float64) string {
	switch {
	case ms == 0:
		return "-"
	case ms < 0.01:
		return fmt.Sprintf("%.5f", ms)
	case ms < 1:
		return fmt.Sprintf("%.4f", ms)
	case ms < 100:
		return fmt.Sprintf("%.2f", ms)
	}
	return fmt.Sprintf("%.0f", ms)
}

func marked(ratio float64) string {
	if ratio < goal {
		return fmt.Sprintf("%.2f*", ratio)
	}
	return fmt.Sprintf("%.2f ", ratio)
}

// rate is what the translated program reaches, in 10⁹ per second.
func rate(amount float64, r *result) string {
	if amount == 0 {
		return ""
	}
	return threeDigits(amount / r.Device.Ms / 1e6)
}

func threeDigits(v float64) string {
	switch {
	case v < 10:
		return fmt.Sprintf("%.2f", v)
	case v < 100:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

// share is how much of the ceiling the translated program reaches.
func share(r *result) string {
	if r.CeilingMs == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f %%", 100*r.CeilingMs/r.Device.Ms)
}

func bytesText(bytes float64) string {
	for _, unit := range []string{"B", "KB", "MB"} {
		if bytes < 1000 {
			return fmt.Sprintf("%.3g %s", bytes, unit)
		}
		bytes /= 1000
	}
	return fmt.Sprintf("%.3g GB", bytes)
}
