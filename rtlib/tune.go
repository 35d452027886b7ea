package rtlib

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"omp2cl/ppe"
)

// Tune says what is done about geometries that were measured to be best
// (OMP2CL_TUNE).
type Tune uint8

// Kinds of Tune.
const (
	TuneUse   Tune = iota // those on disk are used
	TuneOff               // they are not
	TuneOn                // what is not on disk is measured, in the program's own launches
	TuneAgain             // everything is
)

// tuneWords are the values of OMP2CL_TUNE and what they mean.
var (
	tuneWords = []string{"auto", "off", "0", "on", "1", "again"}
	tuneKinds = []Tune{TuneUse, TuneOff, TuneOff, TuneOn, TuneOn, TuneAgain}
)

// tuner is the auto-tuning of a session. Kernels are tuned one by one: for each size
// class of trip counts the shapes of ppe.Candidates take turns in the launches that
// the program makes anyway, until one has won.
type tuner struct {
	on    bool // set before the first launch
	now   func() time.Time
	kept  cache
	mu    sync.Mutex
	begun []*tuning // searches of this process
}

// tuning is what is known about one kernel on one device in one size class, with the
// same numbers fixed by clauses. Launches only load the shape.
type tuning struct {
	region *Region
	device *Device
	class  int
	fixed  fixed
	file   string // in the cache
	shape  atomic.Pointer[ppe.Shape]

	searching atomic.Bool
	mu        sync.Mutex
	search    *ppe.Search // nil: nothing to find out
	busy      bool        // a launch is being measured
}

// fixed are the numbers of a launch that are the user's, 0 = not given.
type fixed struct{ teams, threads uint64 }

// trial is a launch that is measured.
type trial struct {
	t     *tuning
	arm   int
	trip  uint64
	start time.Time
}

// startTuning finds out whether there is anything to do at launches. Without
// OMP2CL_TUNE=1 that takes a directory with results.
func (s *Session) startTuning() {
	switch s.config.Tune {
	case TuneOff:
		return
	case TuneUse:
		s.tune.kept = s.existingCache("tuned", tuneMagic, ".tune")
		s.tune.on = s.tune.kept.dir != ""
	default:
		s.tune.kept = s.makeCache("tuned", tuneMagic, ".tune", "tuned geometries are not kept")
		s.tune.on = true
	}
}

const tuneMagic = "omp2cl tuning 1\n"

// tunedGeometry is geometry for what is tuned: k is nil if the tables decide.
func (d *Device) tunedGeometry(r *Region, l *Launch, loop ppe.Loop) (*deviceKernel, ppe.Geometry, *trial) {
	for {
		shape, tr := d.tuned(r, loop)
		if shape == (ppe.Shape{}) && tr == nil {
			return nil, ppe.Geometry{}, nil
		}
		k, g, _ := d.shaped(r, loop, shape, d.assumesApart())
		if k != nil && (shape == (ppe.Shape{}) || k.takes(shape.Local) && affordable(r, l, g)) {
			return k, g, tr
		}
		if tr == nil || tr.reject() {
			return nil, ppe.Geometry{}, nil
		}
	}
}

// takes reports whether the kernel can have work-groups of local items.
func (k *deviceKernel) takes(local uint64) bool {
	return k.facts.MaxLocal == 0 || local <= k.facts.MaxLocal
}

// affordable keeps tuning from using up the device's memory for scratch.
func affordable(r *Region, l *Launch, g ppe.Geometry) bool {
	const most = 64 << 20 // bytes
	items, each := scratchParts(r, l, g)
	return items+each*g.Groups*g.Local <= most
}

// tuned returns the shape to launch a loop in, the zero one for the tables' own, and
// the trial if the launch is to be measured.
func (d *Device) tuned(r *Region, l ppe.Loop) (ppe.Shape, *trial) {
	if r.Flags&flagAnyLeague == 0 || l.Trip == 0 {
		return ppe.Shape{}, nil
	}
	t := d.tuningOf(r, l)
	if !t.searching.Load() {
		return *t.shape.Load(), nil
	}
	tr := t.next(l.Trip)
	if tr == nil {
		return ppe.Shape{}, nil
	}
	return t.search.Arms[tr.arm].Shape, tr
}

// tuningOf returns what is known about a loop's size class.
func (d *Device) tuningOf(r *Region, l ppe.Loop) *tuning {
	class, given := ppe.SizeClass(l.Trip), fixed{l.NumTeams, smallerGiven(l.NumThreads, l.ThreadLimit)}
	if t := findTuning(r.tuned[d.number].Load(), class, given); t != nil {
		return t
	}
	tn := &d.session.tune
	tn.mu.Lock()
	defer tn.mu.Unlock()
	known := r.tuned[d.number].Load()
	if t := findTuning(known, class, given); t != nil {
		return t
	}
	t := &tuning{region: r, device: d, class: class, fixed: given}
	t.shape.Store(&ppe.Shape{})
	t.begin(l)
	list := []*tuning{t}
	if known != nil {
		list = append(slices.Clone(*known), t)
	}
	r.tuned[d.number].Store(&list)
	return t
}

func findTuning(known *[]*tuning, class int, given fixed) *tuning {
	if known == nil {
		return nil
	}
	for _, t := range *known {
		if t.class == class && t.fixed == given {
			return t
		}
	}
	return nil
}

func smallerGiven(a, b uint64) uint64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// begin looks for an earlier result and, if it is to, starts a search.
func (t *tuning) begin(l ppe.Loop) {
	s := t.device.session
	list := ppe.Candidates(t.device.ppe, l)
	if len(list) == 1 {
		return
	}
	t.file = t.key()
	earlier := t.load()
	if earlier != nil && earlier.Done && s.config.Tune != TuneAgain {
		shape := earlier.Winner()
		t.shape.Store(&shape)
		s.info(1, "%s: %s: tuned earlier: %s", t.region.position(), t.label(), describeShape(shape))
		return
	}
	if s.config.Tune == TuneUse || t.file == "" {
		return
	}
	t.search = ppe.NewSearch(list)
	if earlier != nil && !earlier.Done && sameShapes(earlier, t.search) {
		t.search = earlier
	}
	t.searching.Store(true)
	s.tune.begun = append(s.tune.begun, t)
}

// key names the file of the result by everything that it depends on; "" if the
// kernel has no text.
func (t *tuning) key() string {
	b := &t.device.builder
	text, err := t.device.session.program.compose(t.region.Unit, t.region.Kernel)
	if err != nil {
		return ""
	}
	what := fmt.Sprintf("%s class %d teams %d threads %d", t.region.Kernel, t.class, t.fixed.teams, t.fixed.threads)
	return cacheKey(tuneMagic, t.device.facts, text, b.options(programKey{unit: t.region.Unit, apart: t.device.assumesApart()}), what)
}

// load reads an earlier search, nil if there is none or it is not sound.
func (t *tuning) load() *ppe.Search {
	s := t.device.session
	data, err := s.tune.kept.load(t.file)
	if data == nil && err == nil {
		return nil
	}
	search := &ppe.Search{}
	if err == nil {
		err = json.Unmarshal(data, search)
	}
	if err == nil {
		err = search.Check()
	}
	if err != nil {
		s.info(1, "%s: %s: the result of an earlier tuning is ignored: %v", t.region.position(), t.label(), err)
		return nil
	}
	return search
}

func sameShapes(a, b *ppe.Search) bool {
	return slices.EqualFunc(a.Arms, b.Arms, func(a, b ppe.Arm) bool { return a.Shape == b.Shape })
}

// next starts a trial, nil if another thread is in one or the search has ended.
func (t *tuning) next(trip uint64) *trial {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.busy || t.search.Done {
		return nil
	}
	t.busy = true
	return &trial{t: t, arm: t.search.Next(), trip: trip}
}

// begin waits for what is queued, so that only the launch is measured.
func (tr *trial) begin(ln *lane) {
	if tr != nil {
		ln.finish()
		tr.start = tr.t.device.session.tune.now()
	}
}

// end waits for the launch and takes note of its time.
func (tr *trial) end(ln *lane) {
	if tr == nil {
		return
	}
	if ln.pending {
		ln.finish()
	}
	ns := float64(tr.t.device.session.tune.now().Sub(tr.start)) / float64(tr.trip)
	tr.settle(func(s *ppe.Search) { s.Record(tr.arm, ns) })
}

// reject takes a shape out of the search with which the kernel cannot be launched.
// It reports whether that was the default.
func (tr *trial) reject() bool {
	tr.settle(func(s *ppe.Search) { s.Reject(tr.arm) })
	return tr.arm == 0
}

func (tr *trial) settle(note func(*ppe.Search)) {
	t := tr.t
	t.mu.Lock()
	defer t.mu.Unlock()
	t.busy = false
	if note(t.search); t.search.Done {
		t.conclude()
	}
}

// conclude ends a search: its winner is used from now on, and kept.
func (t *tuning) conclude() {
	shape := t.search.Winner()
	t.shape.Store(&shape)
	t.searching.Store(false)
	t.save()
	s := t.device.session
	if shape == (ppe.Shape{}) {
		s.info(1, "%s: %s: tuned in %d launches: nothing is clearly faster than the default",
			t.region.position(), t.label(), t.search.Launches())
		return
	}
	s.info(1, "%s: %s: tuned in %d launches: %s, %.2f times as fast as the default",
		t.region.position(), t.label(), t.search.Launches(), describeShape(shape), t.search.Gain())
}

// save keeps the search on disk; its lock is held.
func (t *tuning) save() {
	if data, err := json.Marshal(t.search); err == nil {
		t.device.session.tune.kept.store(t.file, data)
	}
}

// keepSearches writes down what the process has found out so far: the next one goes
// on from there.
func (s *Session) keepSearches() {
	s.tune.mu.Lock()
	defer s.tune.mu.Unlock()
	for _, t := range s.tune.begun {
		t.mu.Lock()
		if !t.search.Done && t.search.Launches() > 0 {
			t.save()
			s.info(1, "%s: %s: tuning has had %d launches and goes on in the next run",
				t.region.position(), t.label(), t.search.Launches())
		}
		t.mu.Unlock()
	}
}

// label names a kernel, device and class in messages.
func (t *tuning) label() string {
	lo := uint64(1) << (2 * t.class)
	return fmt.Sprintf("kernel %s on device %d, %d to %d iterations", t.region.Kernel, t.device.number, lo, 4*(lo-1)+3)
}

func describeShape(s ppe.Shape) string {
	switch {
	case s == (ppe.Shape{}):
		return "the default"
	case s.PerUnit >= ppe.EachItem:
		return fmt.Sprintf("an iteration for each work-item, groups of %d", s.Local)
	}
	return fmt.Sprintf("%d groups for each compute unit, of %d", s.PerUnit, s.Local)
}
