package main

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"
)

// Sizes of the picture around the field, in pixels.
const (
	margin      = 24
	barWidth    = 28
	legendWidth = 130
	dot         = 3 // of a digit's dot
)

var (
	background = color.RGBA{255, 255, 255, 255}
	ink        = color.RGBA{40, 40, 40, 255}
)

// draw gives the picture of a field: colours, isotherms, and a legend at the right.
func draw(f field) *image.RGBA {
	low, high := slices.Min(f.values), slices.Max(f.values)
	if low == high {
		high = low + 1
	}
	step := niceStep(high - low)
	img := image.NewRGBA(image.Rect(0, 0, f.side+2*margin+legendWidth, f.side+2*margin))
	fill(img, img.Bounds(), background)
	for i := range f.side {
		for j := range f.side {
			c := colourOf((f.at(i, j) - low) / (high - low))
			if onIsotherm(f, i, j, step) {
				c = faded(c)
			}
			img.SetRGBA(margin+j, margin+i, c)
		}
	}
	legend(img, f.side, low, high, step)
	return img
}

// niceStep divides a range into 5 to 12 steps of 1, 2 or 5 times a power of ten.
func niceStep(span float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(span/5)))
	for _, factor := range []float64{5, 2} {
		if span/(factor*power) >= 5 {
			return factor * power
		}
	}
	return power
}

// onIsotherm tells whether a multiple of step lies between a point and its right or
// lower neighbour.
func onIsotherm(f field, i, j int, step float64) bool {
	band := math.Floor(f.at(i, j) / step)
	return i+1 < f.side && math.Floor(f.at(i+1, j)/step) != band ||
		j+1 < f.side && math.Floor(f.at(i, j+1)/step) != band
}

// faded mixes white into a colour.
func faded(c color.RGBA) color.RGBA {
	half := func(v uint8) uint8 { return v + (255-v)/2 }
	return color.RGBA{half(c.R), half(c.G), half(c.B), 255}
}

// legend draws the bar of colours with its marks, the highest temperature on top.
func legend(img *image.RGBA, side int, low, high, step float64) {
	left := side + 2*margin
	for y := range side {
		c := colourOf(1 - float64(y)/float64(side-1))
		fill(img, image.Rect(left, margin+y, left+barWidth, margin+y+1), c)
	}
	for k := math.Ceil(low / step); k*step <= high; k++ {
		y := margin + int(math.Round((1-(k*step-low)/(high-low))*float64(side-1)))
		fill(img, image.Rect(left+barWidth, y-1, left+barWidth+8, y+1), ink)
		label := strconv.FormatFloat(k*step, 'f', max(0, int(-math.Floor(math.Log10(step)))), 64)
		write(img, left+barWidth+14, y-5*dot/2, label)
	}
}

// glyphs holds the characters of a number in 3 by 5 dots, five rows of three bits.
var glyphs = map[rune][5]uint8{
	'0': {7, 5, 5, 5, 7}, '1': {2, 6, 2, 2, 7}, '2': {7, 1, 7, 4, 7}, '3': {7, 1, 7, 1, 7},
	'4': {5, 5, 7, 1, 1}, '5': {7, 4, 7, 1, 7}, '6': {7, 4, 7, 5, 7}, '7': {7, 1, 1, 2, 2},
	'8': {7, 5, 7, 5, 7}, '9': {7, 5, 7, 1, 7}, '-': {0, 0, 7, 0, 0}, '.': {0, 0, 0, 0, 2},
}

// write draws a number with its upper left corner at (x, y).
func write(img *image.RGBA, x, y int, text string) {
	for _, r := range text {
		for row, bits := range glyphs[r] {
			for column := range 3 {
				if bits&(4>>column) != 0 {
					at := image.Pt(x+column*dot, y+row*dot)
					fill(img, image.Rectangle{at, at.Add(image.Pt(dot, dot))}, ink)
				}
			}
		}
		x += 4 * dot
	}
}

func fill(img *image.RGBA, r image.Rectangle, c color.RGBA) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.SetRGBA(x, y, c)
		}
	}
}
