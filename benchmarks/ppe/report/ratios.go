package main

import (
	"fmt"
	"math"
)

// Sizes of the plot of ratios, in pixels: a line for each program.
const (
	ratioWidth  = 900.0
	ratioLeft   = 150.0
	ratioRight  = 40.0
	ratioHead   = 108.0
	ratioHeight = 24.0
)

// ratiosPlot draws, for the largest size of every program, how many times as long
// the other sides take as the translated program.
func ratiosPlot(s *suite) string {
	var rows []*result
	for _, p := range byProgram(s) {
		if last := p[len(p)-1]; last.Program != peakProgram {
			rows = append(rows, last)
		}
	}
	bottom := ratioHead + ratioHeight*float64(len(rows))
	d := newDrawing(ratioWidth, bottom+24)
	d.text(20, 28, "start", title, "Times as long as omp2cl, at the largest size")
	d.text(20, 47, "start", note, machineText(s))
	d.legend(20, 70, legendEntry{"gcc -O3 -march=native, host threads", gccColour, ""},
		legendEntry{"hand-written OpenCL", openclColour, ""})
	across := ratioScale(rows)
	for _, v := range ratioTicks(across) {
		d.line(across.at(v), ratioHead-8, across.at(v), bottom, faintColour, 1)
		d.text(across.at(v), ratioHead-14, "middle", tick, fmt.Sprintf("%g×", v))
	}
	d.line(across.at(1), ratioHead-8, across.at(1), bottom, quietColour, 1.5)
	d.text(across.at(1)+6, bottom+16, "start", tick, "omp2cl is faster →")
	d.text(across.at(1)-6, bottom+16, "end", tick, "← omp2cl is slower")
	for i, r := range rows {
		drawRatios(d, across, ratioHead+ratioHeight*(float64(i)+0.5), r)
	}
	return d.end()
}

func drawRatios(d *drawing, across logScale, y float64, r *result) {
	d.text(ratioLeft-10, y+4, "end", plain, r.Program)
	d.line(across.from, y, across.to, y, "#f0f2f5", 1)
	d.line(across.at(r.OverHost), y, across.at(r.OverOpenCL), y, ceilingColour, 1.5)
	d.dot(across.at(r.OverHost), y, 5, gccColour)
	d.dot(across.at(r.OverOpenCL), y, 5, openclColour)
}

func ratioScale(rows []*result) logScale {
	low, high := 0.5, 2.0
	for _, r := range rows {
		low = min(low, r.OverHost, r.OverOpenCL)
		high = max(high, r.OverHost, r.OverOpenCL)
	}
	return logScale{low / 1.2, high * 1.2, ratioLeft, ratioWidth - ratioRight}
}

// ratioTicks are 1, 2 and 5 times the powers of ten, without those that would crowd.
func ratioTicks(s logScale) []float64 {
	var all []float64
	for e := math.Floor(math.Log10(s.low)); e <= math.Log10(s.high); e++ {
		for _, m := range []float64{1, 2, 5} {
			// A power of ten below 1 is no exact number: round to what is printed.
			v := math.Round(m*math.Pow(10, e)*1e6) / 1e6
			if v >= s.low && v <= s.high {
				all = append(all, v)
			}
		}
	}
	return all
}
