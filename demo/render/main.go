// Command render draws a field of temperatures, a square of native doubles, as a PNG
// with isotherms and a legend.
package main

import (
	"bufio"
	"encoding/binary"
	"flag"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
)

// field is a square of temperatures, row by row.
type field struct {
	side   int
	values []float64
}

func (f field) at(row, column int) float64 { return f.values[row*f.side+column] }

func main() {
	out := flag.String("o", "temperature.png", "the picture")
	side := flag.Int("side", 1024, "pixels of a side of the field")
	flag.Parse()
	if flag.NArg() != 1 || *side < 16 {
		fmt.Fprintln(os.Stderr, "usage: render [-o picture.png] [-side pixels] field")
		os.Exit(2)
	}
	if err := render(flag.Arg(0), *out, *side); err != nil {
		fmt.Fprintln(os.Stderr, "render:", err)
		os.Exit(1)
	}
}

func render(name, out string, side int) error {
	f, err := readField(name)
	if err != nil {
		return err
	}
	picture, err := os.Create(out)
	if err != nil {
		return err
	}
	err = png.Encode(picture, draw(shrink(f, side)))
	if closed := picture.Close(); err == nil {
		err = closed
	}
	return err
}

// readField reads all of a file; its size tells the side.
func readField(name string) (field, error) {
	file, err := os.Open(name)
	if err != nil {
		return field{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return field{}, err
	}
	side := int(math.Sqrt(float64(info.Size() / 8)))
	if side < 2 || int64(side)*int64(side)*8 != info.Size() {
		return field{}, fmt.Errorf("%s: %d bytes are no square of doubles", name, info.Size())
	}
	f := field{side, make([]float64, side*side)}
	row := make([]byte, side*8)
	r := bufio.NewReaderSize(file, 1<<20)
	for i := range side {
		if _, err := io.ReadFull(r, row); err != nil {
			return field{}, fmt.Errorf("%s: %w", name, err)
		}
		for j := range side {
			v := math.Float64frombits(binary.NativeEndian.Uint64(row[8*j:]))
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return field{}, fmt.Errorf("%s: the temperature at row %d, column %d is %g", name, i, j, v)
			}
			f.values[i*side+j] = v
		}
	}
	return f, nil
}

// shrink averages squares of points until the field has the given side; a field
// that is smaller is stretched, linearly.
func shrink(f field, side int) field {
	if f.side < side {
		return stretch(f, side)
	}
	small := field{side, make([]float64, side*side)}
	for i := range side {
		for j := range side {
			small.values[i*side+j] = f.mean(i*f.side/side, (i+1)*f.side/side, j*f.side/side, (j+1)*f.side/side)
		}
	}
	return small
}

// mean averages the rows top to bottom-1, columns left to right-1.
func (f field) mean(top, bottom, left, right int) float64 {
	sum := 0.0
	for i := top; i < bottom; i++ {
		for j := left; j < right; j++ {
			sum += f.at(i, j)
		}
	}
	return sum / float64((bottom-top)*(right-left))
}

func stretch(f field, side int) field {
	large := field{side, make([]float64, side*side)}
	scale := float64(f.side-1) / float64(side-1)
	for i := range side {
		for j := range side {
			large.values[i*side+j] = f.between(float64(i)*scale, float64(j)*scale)
		}
	}
	return large
}

// between interpolates linearly between the four points around a position.
func (f field) between(y, x float64) float64 {
	i, j := min(int(y), f.side-2), min(int(x), f.side-2)
	v, u := y-float64(i), x-float64(j)
	return (1-v)*((1-u)*f.at(i, j)+u*f.at(i, j+1)) + v*((1-u)*f.at(i+1, j)+u*f.at(i+1, j+1))
}
