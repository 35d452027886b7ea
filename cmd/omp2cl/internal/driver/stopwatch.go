package driver

import (
	"fmt"
	"io"
	"time"
)

// stopwatch collects how long the steps of a compilation took. A nil one does
// nothing.
type stopwatch struct {
	steps []timedStep
}

type timedStep struct {
	name  string
	taken time.Duration
}

// start begins a step; the returned function ends it.
func (w *stopwatch) start(name string) (stop func()) {
	if w == nil {
		return func() {}
	}
	begin := time.Now()
	return func() { w.steps = append(w.steps, timedStep{name, time.Since(begin)}) }
}

// print writes the steps in order, with milliseconds.
func (w *stopwatch) print(out io.Writer) {
	if w == nil {
		return
	}
	for _, s := range w.steps {
		fmt.Fprintf(out, "omp2cl: %9.3f ms  %s\n", float64(s.taken.Microseconds())/1000, s.name)
	}
}
