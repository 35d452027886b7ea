package rtlib

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/fake"
)

// tunedRig is a session with one fake GPU of two units, whose kernel is fast with 64
// groups of 64 work-items and slow otherwise, by a clock that only kernels move.
type tunedRig struct {
	*rig
	clock  atomic.Int64 // nanoseconds
	d      *fake.Device
	g      *Region
	mu     sync.Mutex
	ran    map[ppe.Geometry]int
	latest ppe.Geometry
}

const tunedTrip = 1 << 16

var tunedBest = ppe.Geometry{Groups: 64, Local: 64}

func newTunedRig(t *testing.T, c Config, name string, flags uint32) *tunedRig {
	d := fakeDevice(ppe.GPU, false)
	d.Info.Name = name
	r := &tunedRig{rig: newRig(t, c, &fake.Driver{List: []*fake.Device{d}}), d: d, ran: map[ppe.Geometry]int{}}
	r.tune.now = func() time.Time { return time.Unix(0, r.clock.Load()) }
	d.Kernels["k"] = func(call *fake.Call) {
		g := ppe.Geometry{Groups: call.Groups, Local: call.Local}
		if g == tunedBest {
			r.clock.Add(10_000)
		} else {
			r.clock.Add(1_000_000)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.ran[g]++
		r.latest = g
	}
	r.kernels(Code{Symbol: "k", Text: "text of k"})
	r.g = r.region("k", flags)
	return r
}

func (r *tunedRig) launch(n int, l Launch) {
	r.t.Helper()
	for range n {
		r.run(r.g, l)
	}
	r.Settle()
}

const tunable = uint32(ppe.SPMD) | flagAnyLeague

// enough is more launches than a search takes.
const enough = 300

// TestTune goes through the life of a result: measured, kept, used, not used.
func TestTune(t *testing.T) {
	c := Config{CacheDir: t.TempDir() + "/omp2cl", Info: 1, Tune: TuneOn}
	loop := Launch{Trip: tunedTrip}
	r := newTunedRig(t, c, "fake", tunable)
	r.launch(enough, loop)
	if want := "tuned in "; !strings.Contains(r.printed(), want) ||
		!strings.Contains(r.printed(), "kernel k on device 0, 65536 to 262143 iterations") ||
		!strings.Contains(r.printed(), "32 groups for each compute unit, of 64, ") {
		t.Fatalf("printed %q", r.printed())
	}
	if len(r.ran) < 20 || r.latest != tunedBest {
		t.Errorf("%d geometries were tried, the last launch had %v, want %v", len(r.ran), r.latest, tunedBest)
	}
	for g := range r.ran {
		if g.Local > 256 {
			t.Errorf("%v is more than the kernel can have", g)
		}
	}
	files, _ := filepath.Glob(c.CacheDir + "/tuned/*.tune")
	if len(files) != 1 {
		t.Fatalf("files: %v, want one", files)
	}
	for path, want := range map[string]os.FileMode{files[0]: 0o600, c.CacheDir + "/tuned": 0o700 | os.ModeDir} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v %v, want mode %v", path, info.Mode(), err, want)
		}
	}

	first := func(what string, tune Tune, device string, l Launch, want ppe.Geometry) string {
		t.Helper()
		c.Tune = tune
		r := newTunedRig(t, c, device, tunable)
		r.launch(1, l)
		if r.latest != want {
			t.Errorf("%s: %v, want %v", what, r.latest, want)
		}
		return r.printed()
	}
	usual := ppe.Choose(ppe.Device{Kind: ppe.GPU, Units: 2, MaxLocal: 1024}, ppe.Loop{Form: ppe.SPMD, Trip: tunedTrip})
	first("used without being asked for", TuneUse, "fake", loop, tunedBest)
	first("measured before", TuneOn, "fake", loop, tunedBest)
	first("not wanted", TuneOff, "fake", loop, usual)
	first("another device", TuneUse, "other", loop, usual)
	first("the same class", TuneUse, "fake", Launch{Trip: tunedTrip + 1}, tunedBest)
	first("another class", TuneUse, "fake", Launch{Trip: 4 * tunedTrip}, ppe.Choose(
		ppe.Device{Kind: ppe.GPU, Units: 2, MaxLocal: 1024}, ppe.Loop{Form: ppe.SPMD, Trip: 4 * tunedTrip}))
	if text := first("measured again", TuneAgain, "fake", loop, usual); strings.Contains(text, "earlier") {
		t.Errorf("measured again: %q", text)
	}

	sound, _ := os.ReadFile(files[0])
	kept := cache{c.CacheDir + "/tuned", tuneMagic, ".tune"}
	key := strings.TrimSuffix(filepath.Base(files[0]), ".tune")
	for name, spoil := range map[string]func(){
		"empty": func() { os.WriteFile(files[0], nil, 0o600) },
		"a bit": func() {
			os.WriteFile(files[0], append(sound[:len(sound)-1:len(sound)-1], sound[len(sound)-1]^1), 0o600)
		},
		"no search": func() { kept.store(key, []byte("[1, 2]")) },
		"no arms":   func() { kept.store(key, []byte("{}")) },
		"a wild winner": func() {
			kept.store(key, []byte(`{"Arms":[{},{"Shape":{"Local":0,"PerUnit":1},"Best":1}],"Wins":1,"Done":true}`))
		},
		"another's": func() { os.WriteFile(files[0], storedUnder(t, kept, "another", `{"Arms":[{}],"Done":true}`), 0o600) },
	} {
		spoil()
		if text := first(name, TuneUse, "fake", loop, usual); !strings.Contains(text, "the result of an earlier tuning is ignored: ") {
			t.Errorf("%s: printed %q", name, text)
		}
	}
	os.WriteFile(files[0], sound, 0o600)
	os.Chmod(c.CacheDir+"/tuned", 0o777)
	if text := first("an open directory", TuneUse, "fake", loop, usual); !strings.Contains(text, "tuned geometries are not used: ") {
		t.Errorf("an open directory: printed %q", text)
	}
}

// storedUnder returns the file that a cache would have for a payload.
func storedUnder(t *testing.T, c cache, key, payload string) []byte {
	c.store(key, []byte(payload))
	data, err := os.ReadFile(c.file(key))
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(c.file(key))
	return data
}

// TestTuneKeepsWhatIsFixed launches with numbers of the user's, and a region that
// shows its teams.
func TestTuneKeepsWhatIsFixed(t *testing.T) {
	for name, c := range map[string]struct {
		config Config
		flags  uint32
		launch Launch
		groups func(uint64) bool
		local  func(uint64) bool
	}{
		"num_teams":              {Config{}, tunable, Launch{Trip: tunedTrip, NumTeams: 5}, is(5), every},
		"num_threads":            {Config{}, tunable, Launch{Trip: tunedTrip, NumThreads: 48}, every, is(48)},
		"thread_limit":           {Config{}, tunable, Launch{Trip: tunedTrip, ThreadLimit: 48}, every, is(48)},
		"OMP_NUM_TEAMS":          {Config{NumTeams: 6}, tunable, Launch{Trip: tunedTrip}, is(6), every},
		"OMP_TEAMS_THREAD_LIMIT": {Config{ThreadLimit: 16}, tunable, Launch{Trip: tunedTrip}, every, is(16)},
		"both":                   {Config{}, tunable, Launch{Trip: tunedTrip, NumTeams: 5, ThreadLimit: 16}, is(5), is(16)},
		"one team":               {Config{}, tunable | flagOneTeam, Launch{Trip: tunedTrip}, is(1), every},
		"visible":                {Config{}, uint32(ppe.SPMD), Launch{Trip: tunedTrip}, is(32), is(128)},
		"of unknown length":      {Config{}, tunable, Launch{}, is(32), is(128)},
	} {
		c.config.Tune = TuneOn
		r := newTunedRig(t, c.config, "fake", c.flags)
		r.launch(40, c.launch)
		for g := range r.ran {
			if !c.groups(g.Groups) || !c.local(g.Local) {
				t.Errorf("%s: launched as %v", name, g)
			}
		}
		if varied := name != "both" && name != "visible" && name != "of unknown length"; varied != (len(r.ran) > 1) {
			t.Errorf("%s: %d geometries", name, len(r.ran))
		}
	}
}

func is(n uint64) func(uint64) bool { return func(m uint64) bool { return m == n } }
func every(uint64) bool             { return true }

// TestTuneGoesOn interrupts a search: the next run takes it up.
func TestTuneGoesOn(t *testing.T) {
	c := Config{CacheDir: t.TempDir() + "/omp2cl", Info: 1, Tune: TuneOn}
	measured := 0
	for runs := 1; ; runs++ {
		if runs == 30 {
			t.Fatalf("no end after %d runs", runs)
		}
		r := newTunedRig(t, c, "fake", tunable)
		r.launch(60, Launch{Trip: tunedTrip})
		r.Ending()
		text := r.printed()
		if strings.Contains(text, ": tuned in ") {
			if runs < 3 || r.latest != tunedBest {
				t.Errorf("it ended in run %d with %v", runs, r.latest)
			}
			break
		}
		if !strings.Contains(text, "and goes on in the next run") {
			t.Fatalf("run %d printed %q", runs, text)
		}
		measured++
	}
	if measured == 0 {
		t.Error("no search was interrupted")
	}
}

// TestTuneWithoutLargeGroups cannot build programs for larger work-groups than the
// first: the search goes on without them, the region stays on the device.
func TestTuneWithoutLargeGroups(t *testing.T) {
	r := newTunedRig(t, Config{Info: 1, Tune: TuneOn}, "fake", tunable)
	r.d.Fail = func(call string) error {
		if call == "Build" && r.d.Builds.Load() > 1 {
			return &driver.Error{Call: call, Code: driver.BuildFailure, Name: "CL_BUILD_PROGRAM_FAILURE"}
		}
		return nil
	}
	r.launch(enough, Launch{Trip: tunedTrip})
	for g := range r.ran {
		if g.Local > 128 {
			t.Errorf("launched as %v", g)
		}
	}
	if r.latest != tunedBest {
		t.Errorf("the last launch had %v, want %v\n%s", r.latest, tunedBest, r.printed())
	}
}

// TestTuneScratch tries no shape that takes much memory for scratch: each work-item
// wants a megabyte.
func TestTuneScratch(t *testing.T) {
	r := newTunedRig(t, Config{Tune: TuneOn}, "fake", tunable)
	r.launch(1, Launch{Trip: 16, ItemScratch: 1 << 20, ThreadLimit: 1})
	r.launch(100, Launch{Trip: 1 << 10, ItemScratch: 1 << 20, ThreadLimit: 1})
	for g := range r.ran {
		if g.Groups > 63 {
			t.Errorf("launched as %v", g)
		}
	}
	if len(r.ran) < 3 {
		t.Errorf("geometries: %v", r.ran)
	}
}

// TestTuneThreads has several host threads launch one region while it is tuned.
func TestTuneThreads(t *testing.T) {
	r := newTunedRig(t, Config{Info: 1, Tune: TuneOn}, "fake", tunable)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { r.launch(enough, Launch{Trip: tunedTrip}) })
	}
	all.Wait()
	if !strings.Contains(r.printed(), "tuned in ") {
		t.Errorf("printed %q", r.printed())
	}
}

// TestTuneWords reads the variable.
func TestTuneWords(t *testing.T) {
	for value, want := range map[string]Tune{"": TuneUse, "auto": TuneUse, "0": TuneOff, "Off": TuneOff, "1": TuneOn, "on": TuneOn,
		"again": TuneAgain, "2": TuneUse} {
		c, warnings := ReadConfig(func(name string) string { return map[string]string{"OMP2CL_TUNE": value}[name] })
		if c.Tune != want || (len(warnings) > 0) != (value == "2") {
			t.Errorf("%q: %v with %q, want %v", value, c.Tune, warnings, want)
		}
	}
}
