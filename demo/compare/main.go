// Command compare holds the residual history of jacobi built with omp2cl against
// that of the same program built with gcc, and prints a table of both and of the
// times they took. Its exit status is 1 when the histories differ by more than the
// tolerance, 2 when a file is not a history.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
)

// residual is one line of a history: the residual before a sweep over a mesh with
// points*points points, or after the last one.
type residual struct {
	points, sweep int
	value         float64
}

// history is what one run of jacobi wrote.
type history struct {
	residuals []residual
	seconds   float64
}

func main() {
	tolerance := flag.Float64("tolerance", 1e-9, "largest relative difference of two residuals")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: compare [-tolerance t] omp2cl.txt gcc.txt")
		os.Exit(2)
	}
	ours, err := readFile(flag.Arg(0))
	reference, err2 := readFile(flag.Arg(1))
	if err = errors.Join(err, err2); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	}
	if !report(os.Stdout, ours, reference, *tolerance) {
		os.Exit(1)
	}
}

func readFile(name string) (history, error) {
	f, err := os.Open(name)
	if err != nil {
		return history{}, err
	}
	defer f.Close()
	h, err := read(f)
	if err != nil {
		return h, fmt.Errorf("%s: %w", name, err)
	}
	return h, nil
}

// read takes lines "points sweep residual" and a last line "seconds s".
func read(r io.Reader) (history, error) {
	var h history
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := lines.Text()
		if h.seconds != 0 {
			return h, fmt.Errorf("%q behind the line with the seconds", line)
		}
		if strings.HasPrefix(line, "seconds ") {
			if _, err := fmt.Sscanf(line, "seconds %g", &h.seconds); err != nil {
				return h, fmt.Errorf("%q: %w", line, err)
			}
			continue
		}
		var one residual
		if _, err := fmt.Sscanf(line, "%d %d %g", &one.points, &one.sweep, &one.value); err != nil {
			return h, fmt.Errorf("%q: %w", line, err)
		}
		h.residuals = append(h.residuals, one)
	}
	if h.seconds == 0 || len(h.residuals) == 0 {
		return h, errors.Join(errors.New("the history is not complete"), lines.Err())
	}
	return h, lines.Err()
}

// report prints the finest mesh's history and the verdict on all of them, and tells
// whether they agree.
func report(w io.Writer, ours, reference history, tolerance float64) bool {
	if len(ours.residuals) != len(reference.residuals) {
		fmt.Fprintf(w, "FAILED: %d residuals, but gcc's history has %d\n", len(ours.residuals), len(reference.residuals))
		return false
	}
	finest := ours.residuals[len(ours.residuals)-1].points
	fmt.Fprintf(w, "%11s %6s  %-22s %-22s %s\n", "mesh", "sweep", "omp2cl", "gcc", "difference")
	worst := 0.0
	for i, a := range ours.residuals {
		b := reference.residuals[i]
		if a.points != b.points || a.sweep != b.sweep {
			fmt.Fprintf(w, "FAILED: line %d is of mesh %d, sweep %d, in gcc's history of mesh %d, sweep %d\n",
				i+1, a.points, a.sweep, b.points, b.sweep)
			return false
		}
		apart := difference(a.value, b.value)
		worst = math.Max(worst, apart)
		if a.points == finest || apart > tolerance {
			fmt.Fprintf(w, "%5d x %-5d %4d  %-22.15e %-22.15e %.1e\n", a.points, a.points, a.sweep, a.value, b.value, apart)
		}
	}
	verdict := "agree"
	if worst > tolerance {
		verdict = "FAILED"
	}
	fmt.Fprintf(w, "%s: %d residuals on all meshes, largest relative difference %.1e, allowed %.0e\n\n",
		verdict, len(ours.residuals), worst, tolerance)
	times(w, ours, reference)
	return worst <= tolerance
}

// difference returns |a-b|/|b|, infinity where it has no meaning.
func difference(a, b float64) float64 {
	if a == b {
		return 0
	}
	d := math.Abs(a-b) / math.Abs(b)
	if math.IsNaN(d) {
		return math.Inf(1)
	}
	return d
}

// times prints what both took from main's first line to its last residual.
func times(w io.Writer, ours, reference history) {
	fmt.Fprintf(w, "%-36s %9s\n", "all meshes, un-tuned source", "seconds")
	fmt.Fprintf(w, "%-36s %9.2f\n", "omp2cl -O3, default device", ours.seconds)
	fmt.Fprintf(w, "%-36s %9.2f\n", "gcc -O3 -fopenmp, host", reference.seconds)
}
