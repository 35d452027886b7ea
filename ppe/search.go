package ppe

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Search finds the fastest of several shapes by successive halving: every arm that
// is left runs a few times in turns, then the slower half goes, until one is left.
// The first arm, the tables' own shape, stays in to the end, and is replaced only by
// one that is clearly faster. It is pure: Record says what a launch took.
type Search struct {
	Arms []Arm
	Wins int // index of the winning arm when Done
	Done bool
}

// Arm is a shape that takes part in a Search.
type Arm struct {
	Shape Shape
	Best  float64 // least time of an iteration, ns; 0 before the first run
	Runs  int     // that were measured
	Out   bool    // it was too slow, or cannot be launched
	warm  bool    // it has run in this process: what is compiled for it has been
}

// Of a Search: runs of an arm between two halvings, and the share of the default's
// time that the winner must stay below.
const (
	runsPerRound = 3
	clearlyLess  = 0.97
)

// NewSearch starts a search among shapes, the default first.
func NewSearch(shapes []Shape) *Search {
	s := &Search{}
	for _, shape := range shapes {
		s.Arms = append(s.Arms, Arm{Shape: shape})
	}
	s.settle()
	return s
}

// Next returns the arm to run: among those that are left the one with the fewest
// runs, of several the one that is warm, so that two launches in a process are enough
// to get on. There is always one.
func (s *Search) Next() int {
	next := 0
	for i := range s.Arms {
		if !s.Arms[i].Out && s.before(i, next) {
			next = i
		}
	}
	return next
}

// before reports whether arm i is to run before arm j.
func (s *Search) before(i, j int) bool {
	a, b := &s.Arms[i], &s.Arms[j]
	return a.Runs < b.Runs || a.Runs == b.Runs && a.warm && !b.warm
}

// Record notes that a launch of arm i took ns nanoseconds for an iteration. The
// first one in a process may have included a compilation and does not count.
func (s *Search) Record(i int, ns float64) {
	a := &s.Arms[i]
	if !a.warm {
		a.warm = true
		return
	}
	if a.Runs == 0 || ns < a.Best {
		a.Best = ns
	}
	a.Runs++
	s.settle()
}

// Reject takes arm i, which cannot be launched, out of the search. The default
// stays: it is launched in any case.
func (s *Search) Reject(i int) {
	s.Arms[i].Out = i != 0
	s.settle()
}

// settle halves the field when a round is complete, and ends the search when one
// arm besides the default is left and has been compared with it.
func (s *Search) settle() {
	rivals := s.rivals()
	if len(rivals) == 0 {
		s.Done, s.Wins = true, 0
		return
	}
	runs := s.Arms[0].Runs
	for _, i := range rivals {
		runs = min(runs, s.Arms[i].Runs)
	}
	if runs == 0 || runs%runsPerRound != 0 || s.uneven(rivals, runs) {
		return
	}
	if len(rivals) == 1 {
		s.finish(rivals[0])
		return
	}
	slices.SortStableFunc(rivals, func(i, j int) int { return cmp.Compare(s.Arms[i].Best, s.Arms[j].Best) })
	for _, i := range rivals[(len(rivals)+1)/2:] {
		s.Arms[i].Out = true
	}
}

// rivals are the arms that are left, without the default.
func (s *Search) rivals() (list []int) {
	for i := 1; i < len(s.Arms); i++ {
		if !s.Arms[i].Out {
			list = append(list, i)
		}
	}
	return list
}

// uneven reports whether an arm has more than the given number of runs: the round
// was halved already and the next one has begun.
func (s *Search) uneven(rivals []int, runs int) bool {
	for _, i := range append(rivals, 0) {
		if s.Arms[i].Runs > runs {
			return true
		}
	}
	return false
}

func (s *Search) finish(last int) {
	s.Done, s.Wins = true, 0
	if s.Arms[last].Best < clearlyLess*s.Arms[0].Best {
		s.Wins = last
	}
}

// Winner is the shape to use, once the search is Done.
func (s *Search) Winner() Shape { return s.Arms[s.Wins].Shape }

// Gain is how many times faster the winner is than the default.
func (s *Search) Gain() float64 {
	if s.Wins == 0 {
		return 1
	}
	return s.Arms[0].Best / s.Arms[s.Wins].Best
}

// Launches is the number of measured launches.
func (s *Search) Launches() (n int) {
	for _, a := range s.Arms {
		n += a.Runs
	}
	return n
}

// Check reports what is wrong with a search that comes from a file.
func (s *Search) Check() error {
	if len(s.Arms) == 0 || s.Arms[0].Shape != (Shape{}) || s.Arms[0].Out {
		return fmt.Errorf("the default does not come first")
	}
	if s.Wins < 0 || s.Wins >= len(s.Arms) || s.Arms[s.Wins].Out {
		return fmt.Errorf("there is no arm %d to win", s.Wins)
	}
	for i, a := range s.Arms {
		switch {
		case i > 0 && (a.Shape.Local == 0 || a.Shape.Local > 1<<16 || a.Shape.PerUnit == 0 || a.Shape.PerUnit > EachItem):
			return fmt.Errorf("%d work-items in each of %d groups for a unit", a.Shape.Local, a.Shape.PerUnit)
		case a.Runs < 0 || !(a.Best >= 0) || math.IsInf(a.Best, 0) || s.Done && i == s.Wins && i > 0 && a.Best == 0:
			return fmt.Errorf("%g ns in %d runs", a.Best, a.Runs)
		}
	}
	return nil
}

// SizeClass is the power of four below or at the number of iterations: loops of one
// class are tuned together.
func SizeClass(trip uint64) int {
	class := 0
	for ; trip >= 4; trip /= 4 {
		class++
	}
	return class
}
