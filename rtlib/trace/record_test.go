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
