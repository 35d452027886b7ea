package main

import (
	"fmt"
	"math"
	"slices"
)

// Sizes of the plot of times, in pixels: a grid of panels.
const (
	panelColumns = 4
	panelWidth   = 280.0
	panelHeight  = 210.0
	headHeight   = 84.0
	insetLeft    = 52.0
	insetRight   = 12.0
	insetTop     = 40.0
	insetBottom  = 30.0
)

// timesPlot draws time against size, a panel for each program.
func timesPlot(s *suite) string {
	panels := byProgram(s)
	rows := (len(panels) + panelColumns - 1) / panelColumns
	d := newDrawing(panelColumns*panelWidth+20, headHeight+float64(rows)*panelHeight+10)
	d.text(20, 28, "start", title, "Time of a run against size of the problem")
	d.text(20, 47, "start", note, machineText(s))
	d.legend(20, 70,
		legendEntry{"omp2cl", oursColour, ""},
		legendEntry{"gcc -O3 -march=native, host threads", gccColour, ""},
		legendEntry{"hand-written OpenCL", openclColour, ""},
		legendEntry{"ceiling: measured bandwidth for that footprint, or arithmetic", ceilingColour, "5 4"})
	for i, p := range panels {
		drawPanel(d, 10+panelWidth*float64(i%panelColumns), headHeight+panelHeight*float64(i/panelColumns), p)
	}
	return d.end()
}

func machineText(s *suite) string {
	m := s.Machine
	return fmt.Sprintf("device: %s · host: %s, %d cores", m.Device, m.CPU, m.Cores)
}

// byProgram returns the right results of every program, from small to large.
func byProgram(s *suite) [][]*result {
	var programs [][]*result
	where := map[string]int{}
	for _, r := range s.Results {
		if !r.Right {
			continue
		}
		i, ok := where[r.Program]
		if !ok {
			i = len(programs)
			where[r.Program] = i
			programs = append(programs, nil)
		}
		programs[i] = append(programs[i], r)
	}
	for _, p := range programs {
		slices.SortFunc(p, func(a, b *result) int { return a.Level - b.Level })
	}
	return programs
}

// drawPanel draws one program at x, y.
func drawPanel(d *drawing, x, y float64, results []*result) {
	d.text(x+insetLeft, y+16, "start", name, results[0].Program)
	d.text(x+insetLeft, y+31, "start", note, results[0].What)
	low, high := timeRange(results)
	across := logScale{0.6, math.Pow(16, float64(results[len(results)-1].Level-results[0].Level)) / 0.6, x + insetLeft, x + panelWidth - insetRight}
	up := logScale{low, high, y + panelHeight - insetBottom, y + insetTop}
	drawAxes(d, across, up, results)
	place := func(r *result, ms float64) point {
		return point{across.at(math.Pow(16, float64(r.Level-results[0].Level))), up.at(max(ms, low))}
	}
	curve := func(ms func(*result) float64, colour, dash string, width float64) {
		var points []point
		for _, r := range results {
			if v := ms(r); v > 0 {
				points = append(points, place(r, v))
			}
		}
		d.curve(points, colour, dash, width)
		for _, p := range points {
			if dash == "" {
				d.dot(p.x, p.y, width+0.8, colour)
			}
		}
	}
	curve(func(r *result) float64 { return r.CeilingMs }, ceilingColour, "5 4", 1.5)
	curve(func(r *result) float64 { return r.Host.Ms }, gccColour, "", 1.6)
	curve(func(r *result) float64 { return r.OpenCL.Ms }, openclColour, "", 1.6)
	curve(func(r *result) float64 { return r.Device.Ms }, oursColour, "", 2.2)
}

// drawAxes draws the frame, a line for each power of ten, and the sizes below.
func drawAxes(d *drawing, across, up logScale, results []*result) {
	for _, ms := range up.decades() {
		d.line(across.from, up.at(ms), across.to, up.at(ms), faintColour, 1)
		d.text(across.from-6, up.at(ms)+4, "end", tick, durationText(ms))
	}
	d.line(across.from, up.from, across.to, up.from, quietColour, 1)
	for _, r := range results {
		at := across.at(math.Pow(16, float64(r.Level-results[0].Level)))
		d.line(at, up.from, at, up.from+4, quietColour, 1)
		d.text(at, up.from+16, "middle", tick, countText(r.N))
	}
}

// timeRange spans all times and the ceiling, which may go a little below the frame
// where it is far below everything else, and at least one power of ten.
func timeRange(results []*result) (low, high float64) {
	low, high = math.Inf(1), 0
	for _, r := range results {
		for _, ms := range []float64{r.Device.Ms, r.Host.Ms, r.OpenCL.Ms} {
			low, high = min(low, ms), max(high, ms)
		}
		if r.CeilingMs > 0 {
			low = min(low, r.CeilingMs)
		}
	}
	low = max(low, high/1e8) * 0.7
	return low, max(high*1.5, low*12)
}

func durationText(ms float64) string {
	switch {
	case ms >= 999:
		return fmt.Sprintf("%g s", math.Round(ms/1e3))
	case ms > 0.9:
		return fmt.Sprintf("%g ms", math.Round(ms))
	case ms > 0.0009:
		return fmt.Sprintf("%g µs", math.Round(ms*1e3))
	}
	return fmt.Sprintf("%g ns", math.Round(ms*1e6))
}

func countText(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%dM", n>>20)
	case n >= 1<<13 && n%(1<<10) == 0:
		return fmt.Sprintf("%dK", n>>10)
	}
	return fmt.Sprint(n)
}
