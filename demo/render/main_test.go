package main

import (
	"encoding/binary"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// writeField writes a field whose temperature is row*10 + column.
func writeField(t *testing.T, side int) string {
	t.Helper()
	var bytes []byte
	for i := range side {
		for j := range side {
			bytes = binary.NativeEndian.AppendUint64(bytes, math.Float64bits(float64(10*i+j)))
		}
	}
	name := filepath.Join(t.TempDir(), "field")
	if err := os.WriteFile(name, bytes, 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestRender(t *testing.T) {
	for _, side := range []int{16, 64, 100} { // stretched, as it is, shrunk
		out := filepath.Join(t.TempDir(), "t.png")
		if err := render(writeField(t, side), out, 64); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		img, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		if got := img.Bounds().Dy(); got != 64+2*margin {
			t.Errorf("side %d: the picture is %d pixels high", side, got)
		}
		if first, last := img.At(margin, margin), img.At(margin+63, margin+63); first == last {
			t.Errorf("side %d: the coldest and the hottest corner have one colour", side)
		}
	}
}

func TestRenderRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, bytes := range map[string][]byte{
		"no square":    make([]byte, 8*5),
		"odd size":     make([]byte, 33),
		"empty":        nil,
		"not a number": binary.NativeEndian.AppendUint64(make([]byte, 8*3), math.Float64bits(math.NaN())),
	} {
		field := filepath.Join(dir, name)
		if err := os.WriteFile(field, bytes, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := render(field, filepath.Join(dir, "t.png"), 64); err == nil {
			t.Errorf("%s: a picture of it is drawn", name)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "t.png")); err == nil {
		t.Error("a failed run has left a picture")
	}
}

func TestShrinkKeepsTheMean(t *testing.T) {
	f, err := readField(writeField(t, 100))
	if err != nil {
		t.Fatal(err)
	}
	small := shrink(f, 20)
	if got, want := small.mean(0, 20, 0, 20), f.mean(0, 100, 0, 100); math.Abs(got-want) > 1e-9 {
		t.Errorf("mean %g, want %g", got, want)
	}
	large := shrink(f, 397) // 4 pixels from point to point
	if got, want := large.at(4, 8), f.at(1, 2); math.Abs(got-want) > 1e-9 {
		t.Errorf("stretched value %g, want %g", got, want)
	}
}

// TestColoursGetLighter keeps the map readable in grey.
func TestColoursGetLighter(t *testing.T) {
	last := -1.0
	for i := range 101 {
		c := colourOf(float64(i) / 100)
		light := 0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B)
		if light <= last {
			t.Errorf("colour %d (%v) is not lighter than the one before", i, c)
		}
		last = light
	}
}

func TestNiceStep(t *testing.T) {
	for span, want := range map[float64]float64{100: 20, 93: 10, 5: 1, 0.3: 0.05, 24: 2, 1200: 200} {
		if got := niceStep(span); math.Abs(got-want) > 1e-12 {
			t.Errorf("niceStep(%g) = %g, want %g", span, got, want)
		}
	}
}
