package main

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// drawing is an SVG image under way.
type drawing struct {
	b             strings.Builder
	width, height float64
}

// Colours of the three sides and of what is drawn around them; they differ in
// lightness too.
const (
	oursColour    = "#0b62c4"
	gccColour     = "#d9741a"
	openclColour  = "#2d9a57"
	ceilingColour = "#8a8f98"
	textColour    = "#24292f"
	faintColour   = "#d8dee4"
	quietColour   = "#57606a"
)

func newDrawing(width, height float64) *drawing {
	d := &drawing{width: width, height: height}
	fmt.Fprintf(&d.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" `+
		`font-family="Helvetica, Arial, sans-serif" font-size="11">`+"\n", width, height, width, height)
	fmt.Fprintf(&d.b, `<rect width="%g" height="%g" fill="#ffffff"/>`+"\n", width, height)
	return d
}

func (d *drawing) end() string { return d.b.String() + "</svg>\n" }

// The kinds of text.
const (
	title = `fill="` + textColour + `" font-size="17" font-weight="bold"`
	name  = `fill="` + textColour + `" font-size="13" font-weight="bold"`
	plain = `fill="` + textColour + `"`
	note  = `fill="` + quietColour + `"`
	tick  = `fill="` + quietColour + `" font-size="10"`
)

// text is anchored at its start, middle or end.
func (d *drawing) text(x, y float64, anchor, kind, s string) {
	fmt.Fprintf(&d.b, `<text x="%.1f" y="%.1f" text-anchor="%s" %s>%s</text>`+"\n", x, y, anchor, kind, html.EscapeString(s))
}

func (d *drawing) line(x1, y1, x2, y2 float64, colour string, width float64) {
	fmt.Fprintf(&d.b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>`+"\n", x1, y1, x2, y2, colour, width)
}

func (d *drawing) dot(x, y, radius float64, colour string) {
	fmt.Fprintf(&d.b, `<circle cx="%.1f" cy="%.1f" r="%g" fill="%s"/>`+"\n", x, y, radius, colour)
}

// curve connects points; dash is empty for a full line.
func (d *drawing) curve(points []point, colour, dash string, width float64) {
	if len(points) == 0 {
		return
	}
	var path []string
	for _, p := range points {
		path = append(path, fmt.Sprintf("%.1f,%.1f", p.x, p.y))
	}
	fmt.Fprintf(&d.b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="%g" stroke-dasharray="%s" stroke-linejoin="round"/>`+"\n",
		strings.Join(path, " "), colour, width, dash)
}

// legend writes the names of curves beside samples of them, from x on.
func (d *drawing) legend(x, y float64, entries ...legendEntry) {
	for _, e := range entries {
		d.curve([]point{{x, y - 4}, {x + 24, y - 4}}, e.colour, e.dash, 2)
		if e.dash == "" {
			d.dot(x+12, y-4, 3, e.colour)
		}
		d.text(x+30, y, "start", plain, e.name)
		x += 44 + 6.2*float64(len(e.name))
	}
}

type legendEntry struct{ name, colour, dash string }

// logScale maps values between low and high, both positive, to pixels.
type logScale struct{ low, high, from, to float64 }

func (s logScale) at(v float64) float64 {
	return s.from + (s.to-s.from)*math.Log(v/s.low)/math.Log(s.high/s.low)
}

// decades are the powers of ten within a scale.
func (s logScale) decades() []float64 {
	var all []float64
	for e := math.Ceil(math.Log10(s.low) - 1e-9); e <= math.Log10(s.high)+1e-9; e++ {
		all = append(all, math.Pow(10, e))
	}
	return all
}
