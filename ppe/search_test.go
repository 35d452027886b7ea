package ppe

import (
	"encoding/json"
	"testing"
)

func TestShapeGeometry(t *testing.T) {
	for _, c := range []struct {
		name   string
		device Device
		loop   Loop
		shape  Shape
		want   Geometry
	}{
		{"the tables' own", h200, Loop{Form: SPMD, Trip: 129}, Shape{}, Choose(h200, Loop{Form: SPMD, Trip: 129})},
		{"GPU", h200, Loop{Form: SPMD, Trip: 1 << 30}, Shape{256, 8}, Geometry{1056, 256}},
		{"one iteration for each item", h200, Loop{Form: SPMD, Trip: 1000}, Shape{64, EachItem}, Geometry{16, 64}},
		{"not more items than an int counts", h200, Loop{Form: SPMD, Trip: 1 << 40}, Shape{64, EachItem}, Geometry{33554431, 64}},
		{"not more groups than iterations", cpu2, Loop{Form: SPMD, Trip: 3}, Shape{1, 32}, Geometry{3, 1}},
		{"num_teams is the user's", h200, Loop{Form: SPMD, Trip: 1 << 30, NumTeams: 7}, Shape{256, 8}, Geometry{7, 256}},
		{"thread_limit is the user's", h200, Loop{Form: SPMD, Trip: 1 << 30, ThreadLimit: 96}, Shape{256, 8}, Geometry{1056, 96}},
		{"num_threads is the user's", h200, Loop{Form: SPMD, Trip: 1 << 30, NumThreads: 96}, Shape{256, 8}, Geometry{1056, 96}},
		{"the kernel's limit", h200, Loop{Form: SPMD, Trip: 1 << 30, Kernel: Kernel{MaxLocal: 64}}, Shape{256, 8}, Geometry{1056, 64}},
		{"barriers in branches", cpu2, Loop{Form: General, Branching: true, Trip: 100}, Shape{16, 8}, Geometry{16, 1}},
		{"one team", cpu2, Loop{Form: General, OneTeam: true, Trip: 100}, Shape{16, 8}, Geometry{1, 16}},
		{"sequential", h200, Loop{Form: Sequential, Trip: 100}, Shape{16, 8}, Geometry{1, 1}},
	} {
		if got := c.shape.Geometry(c.device, c.loop); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestCandidates also holds the promises of Candidates for each of them.
func TestCandidates(t *testing.T) {
	for _, c := range []struct {
		name   string
		device Device
		loop   Loop
		want   int
	}{
		{"CPU loop", cpu2, Loop{Form: SPMD, Trip: 1 << 20}, 6},
		{"short CPU loop", cpu2, Loop{Form: SPMD, Trip: 3}, 2},
		{"CPU, one team", cpu2, Loop{Form: General, OneTeam: true, Trip: 100}, 4},
		{"CPU, barriers in branches", cpu2, Loop{Form: General, Branching: true, OneTeam: true, Trip: 100}, 1},
		{"GPU loop", h200, Loop{Form: SPMD, Trip: 1 << 30}, 35},
		{"small GPU", tiny, Loop{Form: SPMD, Trip: 1 << 20}, 14},
		{"AMD", amd, Loop{Form: SPMD, Trip: 1 << 30}, 21},
		{"num_teams", h200, Loop{Form: SPMD, Trip: 1 << 30, NumTeams: 100}, 5},
		{"all fixed", h200, Loop{Form: SPMD, Trip: 1 << 30, NumTeams: 100, ThreadLimit: 64}, 1},
		{"length unknown", h200, Loop{Form: SPMD}, 1},
		{"sequential", h200, Loop{Form: Sequential, Trip: 5}, 1},
	} {
		list := Candidates(c.device, c.loop)
		if len(list) != c.want || list[0] != (Shape{}) {
			t.Errorf("%s: %d candidates, want %d: %v", c.name, len(list), c.want, list)
		}
		seen := map[Geometry]bool{}
		for _, s := range list {
			g := s.Geometry(c.device, c.loop)
			if seen[g] || g.Groups == 0 || g.Local == 0 || g.Local > c.device.MaxLocal || g.Groups*g.Local > maxItems {
				t.Errorf("%s: %+v gives %+v", c.name, s, g)
			}
			seen[g] = true
		}
	}
}

// run plays a search with an arm i that takes times[i]; it returns the launches of
// each arm.
func run(t *testing.T, s *Search, times []float64) []int {
	launches := make([]int, len(times))
	for n := 0; !s.Done; n++ {
		if n == 1000 {
			t.Fatalf("no end: %+v", s)
		}
		i := s.Next()
		ns := times[i]
		if launches[i] == 0 {
			ns = 1e9 // compiles
		} else if launches[i]%2 == 0 {
			ns *= 3 // disturbed
		}
		launches[i]++
		s.Record(i, ns)
	}
	return launches
}

func shapes(n int) []Shape {
	list := []Shape{{}}
	for i := 1; i < n; i++ {
		list = append(list, Shape{Local: 1, PerUnit: uint64(i)})
	}
	return list
}

func TestSearch(t *testing.T) {
	for _, c := range []struct {
		name  string
		times []float64
		wins  int
		most  int // launches of one arm
	}{
		{"alone", []float64{5}, 0, 0},
		{"the default is best", []float64{1, 2, 3, 4}, 0, 10},
		{"one is better", []float64{4, 3, 1, 2, 5, 6, 7}, 2, 13},
		{"better by a hair", []float64{1, 0.98}, 0, 4},
		{"two alike", []float64{4, 2, 2}, 1, 7},
	} {
		s := NewSearch(shapes(len(c.times)))
		launches := run(t, s, c.times)
		if s.Wins != c.wins || s.Winner() != s.Arms[c.wins].Shape {
			t.Errorf("%s: %d wins, want %d: %+v", c.name, s.Wins, c.wins, s)
		}
		if want := c.times[0] / c.times[c.wins]; s.Gain() != want {
			t.Errorf("%s: gain %g, want %g", c.name, s.Gain(), want)
		}
		for i, n := range launches {
			if n > c.most {
				t.Errorf("%s: arm %d ran %d times, want at most %d", c.name, i, n, c.most)
			}
		}
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestSearchRejects(t *testing.T) {
	s := NewSearch(shapes(4))
	s.Reject(3)
	s.Reject(0) // the default stays
	run(t, s, []float64{3, 2, 1, 0})
	if s.Wins != 2 {
		t.Errorf("%d wins, want 2", s.Wins)
	}
	s = NewSearch(shapes(2))
	s.Reject(1)
	if !s.Done || s.Wins != 0 {
		t.Errorf("with nothing but the default left: %+v", s)
	}
}

// TestSearchResumes writes a search down half-way, as a program that ends early
// does, and goes on with what was read back.
func TestSearchResumes(t *testing.T) {
	times := []float64{8, 3, 1, 2, 5}
	s := NewSearch(shapes(5))
	for n := 0; !s.Done; n++ {
		if n == 1000 {
			t.Fatal("no end")
		}
		i := s.Next()
		s.Record(i, times[i])
		if n%2 != 1 {
			continue
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		s = &Search{}
		if err := json.Unmarshal(text, s); err != nil {
			t.Fatal(err)
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
	}
	if s.Wins != 2 {
		t.Errorf("%d wins, want 2: %+v", s.Wins, s)
	}
}

func TestSearchCheck(t *testing.T) {
	good := func() *Search {
		s := NewSearch(shapes(3))
		run(t, s, []float64{3, 2, 1})
		return s
	}
	for name, spoil := range map[string]func(*Search){
		"no arms":              func(s *Search) { s.Arms = nil },
		"another default":      func(s *Search) { s.Arms[0].Shape.Local = 1 },
		"no such winner":       func(s *Search) { s.Wins = 3 },
		"a winner that is out": func(s *Search) { s.Wins = 1 },
		"no work-items":        func(s *Search) { s.Arms[2].Shape.Local = 0 },
		"too many groups":      func(s *Search) { s.Arms[2].Shape.PerUnit = EachItem + 1 },
		"negative time":        func(s *Search) { s.Arms[2].Best = -1 },
		"no time":              func(s *Search) { s.Arms[2].Best = 0 },
	} {
		s := good()
		if spoil(s); s.Check() == nil {
			t.Errorf("%s passes: %+v", name, s)
		}
	}
	if err := good().Check(); err != nil {
		t.Error(err)
	}
}

func TestSizeClass(t *testing.T) {
	for trip, want := range map[uint64]int{1: 0, 3: 0, 4: 1, 15: 1, 16: 2, 1 << 20: 10, 1<<22 - 1: 10, 1 << 22: 11, ^uint64(0): 31} {
		if got := SizeClass(trip); got != want {
			t.Errorf("%d: class %d, want %d", trip, got, want)
		}
	}
}
