package trace

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// event is one event as readers see it.
type event struct {
	Name, Cat, Ph string
	Pid, Tid      int
	Ts, Dur       float64
	Args          map[string]any
}

// load reads a whole trace, and fails unless it is JSON.
func load(t *testing.T, path string) []event {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var events []event
	if err := json.Unmarshal(text, &events); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	return events
}

// record runs what on a recorder and returns the events of a category.
func record(t *testing.T, category string, what func(*Recorder)) []event {
	t.Helper()
	r, err := Start(filepath.Join(t.TempDir(), "trace.json"))
	if err != nil {
		t.Fatal(err)
	}
	what(r)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	var found []event
	for _, e := range load(t, r.Path()) {
		if e.Cat == category {
			found = append(found, e)
		}
	}
	return found
}

var place = Place{Construct: "target teams distribute parallel for", File: "jacobi.c", Line: 42, Column: 9}

// TestTransfer looks at everything that a transfer says.
func TestTransfer(t *testing.T) {
	var base int64
	found := record(t, "transfer", func(r *Recorder) {
		base = r.base
		r.Device(1, `GPU "x"`)
		r.Transfer(Transfer{Span: Span{base + 1500, base + 4000}, Place: place, Device: 1, Queue: 2, Variable: "a[0:n]",
			Direction: From, Address: 0xfffffffffffff000, Bytes: 12288, Length: 1 << 20, Ranges: 3, Why: HostWrote(3)})
	})
	if len(found) != 1 {
		t.Fatalf("%d transfers", len(found))
	}
	e := found[0]
	if e.Name != "a[0:n] from" || e.Ph != "X" || e.Pid != 2 || e.Tid != firstQueue+2*rowsEach || e.Ts != 1.5 || e.Dur != 2.5 {
		t.Errorf("%+v", e)
	}
	for key, want := range map[string]any{"construct": place.Construct, "at": "jacobi.c:42:9", "device": 1.0, "variable": "a[0:n]",
		"direction": "from", "address": "0xfffffffffffff000", "length": float64(1 << 20), "bytes": 12288.0, "ranges": 3.0, "why": "host wrote 3 pages"} {
		if e.Args[key] != want {
			t.Errorf("%s is %v, want %v", key, e.Args[key], want)
		}
	}
}

// TestRows checks that spans which overlap stand in rows of their own and that
// rows have names.
func TestRows(t *testing.T) {
	r, err := Start(filepath.Join(t.TempDir(), "trace.json"))
	if err != nil {
		t.Fatal(err)
	}
	b := r.base
	for _, s := range []Span{{b, b + 10}, {b + 5, b + 15}, {b + 10, b + 20}, {b + 15, b + 30}} {
		r.Fault(Fault{Span: s, Variable: "a", Device: 0, Bytes: 4096})
	}
	for range 40 {
		r.Kernel(Kernel{Span: Span{b, b + 10}, Name: "k"})
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	var faults []int
	names, rows := map[int]string{}, map[int]bool{}
	for _, e := range load(t, r.Path()) {
		switch {
		case e.Cat == "fault":
			faults = append(faults, e.Tid-faultRow)
		case e.Cat == "kernel":
			rows[e.Tid] = true
		case e.Name == "thread_name":
			names[e.Tid] = e.Args["name"].(string)
		case e.Name == "process_name" && e.Pid == 1 && e.Args["name"] != "device 0":
			t.Errorf("device 0 is called %v", e.Args["name"])
		}
	}
	if got := [4]int(faults); got != [4]int{0, 1, 0, 1} {
		t.Errorf("faults stand in rows %v", got)
	}
	if names[faultRow] != "host faults" || names[faultRow+1] != "host faults" || names[firstQueue] != "queue 0" {
		t.Errorf("rows are called %v", names)
	}
	if len(rows) != rowsEach {
		t.Errorf("%d rows for one queue, want %d", len(rows), rowsEach)
	}
}

// TestRowNames checks that a queue is named by its number in each of its rows.
func TestRowNames(t *testing.T) {
	r, err := Start(filepath.Join(t.TempDir(), "trace.json"))
	if err != nil {
		t.Fatal(err)
	}
	r.Kernel(Kernel{Span: Span{r.base, r.base + 10}, Queue: 3, Name: "k"})
	r.Kernel(Kernel{Span: Span{r.base, r.base + 10}, Queue: 3, Name: "k"})
	r.Construct(Construct{Thread: os.Getpid()})
	r.Construct(Construct{Thread: 77})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	names := map[string]int{}
	for _, e := range load(t, r.Path()) {
		if e.Name == "thread_name" {
			names[e.Args["name"].(string)]++
		}
	}
	if names["queue 3"] != 2 || names["main thread"] != 1 || names["thread 77"] != 1 {
		t.Errorf("%v", names)
	}
}

// TestMemory checks that memory is shown as events and as a curve.
func TestMemory(t *testing.T) {
	what := func(r *Recorder) {
		r.Allocation(Memory{Place: place, Variable: "a", Bytes: 100, Held: 300})
		r.Reclaim(Memory{Variable: "b", Bytes: 200, Held: 100, At: r.base + 1})
		r.Release(Memory{Variable: "a", Bytes: 100, Held: 0})
	}
	found := record(t, "memory", what)
	if len(found) != 3 || found[0].Name != "a allocated" || found[1].Args["why"] != "reclaimed" || found[1].Ts != 0.001 {
		t.Errorf("%+v", found)
	}
	curve := 0
	for _, e := range record(t, "", what) {
		if e.Ph == "C" {
			curve++
		}
	}
	if curve != 3 {
		t.Errorf("%d points of the curve", curve)
	}
}

// TestBuild checks that a build stands in the row of its thread.
func TestBuild(t *testing.T) {
	found := record(t, "build", func(r *Recorder) {
		r.Build(Build{Span: Span{r.base, r.base + 2_000_000}, Place: place, Thread: 77, Device: 1, Name: "jacobi.c"})
		r.Build(Build{Thread: 77, Name: "other.c", Cached: true})
	})
	if len(found) != 2 || found[0].Name != "build jacobi.c" || found[0].Tid != 77 || found[0].Dur != 2000 || found[0].Args["why"] != "compiled" ||
		found[0].Args["device"] != 1.0 || found[1].Args["why"] != "from the cache" {
		t.Errorf("%+v", found)
	}
}

// TestElided checks an event that is about something that did not happen.
func TestElided(t *testing.T) {
	found := record(t, "elided", func(r *Recorder) {
		r.Elided(Elided{Place: place, Device: 0, Variable: "a", Direction: From, Bytes: 1 << 62, Why: StaysOn})
	})
	if len(found) != 1 || found[0].Ph != "i" || found[0].Args["why"] != StaysOn || found[0].Args["bytes"] != float64(1<<62) || found[0].Ts < 0 {
		t.Errorf("%+v", found)
	}
}

// FuzzText records any names and reads them back.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "a[0:n]", "\"\\\n\x00\x7f", "größe", "\xff\xfe", "</script>", "\u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		if err := json.Unmarshal(appendQuoted(nil, s), &back); err != nil {
			t.Fatal(err)
		}
		if want := string([]rune(s)); back != want {
			t.Errorf("%q came back as %q", s, back)
		}
	})
}

// TestMicros checks that no nanosecond is lost.
func TestMicros(t *testing.T) {
	for ns, want := range map[int64]string{0: `"t":0`, 999: `"t":0.999`, 1_000_001: `"t":1000.001`, -1500: `"t":-1.500`, 2000: `"t":2`} {
		var o object
		o.micros("t", ns)
		if string(o.b) != want {
			t.Errorf("%d: %s, want %s", ns, o.b, want)
		}
	}
}
