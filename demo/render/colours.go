package main

import (
	"image/color"
	"math"
)

// oklab is a colour in the Oklab space (Ottosson 2020): lightness 0 to 1, and two
// opponent axes. Equal distances in it look about equally large.
type oklab struct{ l, a, b float64 }

// stops are the corners of the colour map's path: dark blue over purple, red and
// orange to pale yellow. Lightness grows evenly, so that the map reads in grey, too.
var stops = []oklab{
	{0.16, 0.01, -0.09},
	{0.32, 0.07, -0.15},
	{0.48, 0.17, -0.06},
	{0.64, 0.17, 0.10},
	{0.80, 0.04, 0.16},
	{0.96, -0.02, 0.08},
}

// colourOf maps 0 to 1 to a colour along the stops.
func colourOf(v float64) color.RGBA {
	x := math.Min(math.Max(v, 0), 1) * float64(len(stops)-1)
	i := min(int(x), len(stops)-2)
	t := x - float64(i)
	p, q := stops[i], stops[i+1]
	return oklab{mix(p.l, q.l, t), mix(p.a, q.a, t), mix(p.b, q.b, t)}.rgba()
}

func mix(p, q, t float64) float64 { return p + (q-p)*t }

// rgba converts to sRGB; what lies outside its gamut is clipped.
func (c oklab) rgba() color.RGBA {
	l := cube(c.l + 0.3963377774*c.a + 0.2158037573*c.b)
	m := cube(c.l - 0.1055613458*c.a - 0.0638541728*c.b)
	s := cube(c.l - 0.0894841775*c.a - 1.2914855480*c.b)
	return color.RGBA{
		encode(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		encode(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		encode(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
		255,
	}
}

func cube(x float64) float64 { return x * x * x }

// encode gives the sRGB byte of a linear intensity.
func encode(x float64) uint8 {
	x = math.Min(math.Max(x, 0), 1)
	if x <= 0.0031308 {
		return uint8(math.Round(255 * 12.92 * x))
	}
	return uint8(math.Round(255 * (1.055*math.Pow(x, 1/2.4) - 0.055)))
}
