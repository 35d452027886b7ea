package report

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	recorder "omp2cl/rtlib/trace"
)

// header is the first event of a trace.
const header = `{"name":"omp2cl","ph":"M","pid":0,"tid":0,"args":{"format":1,"command":"./p x"}}`

// text makes a trace of lines, without its end.
func text(lines ...string) string { return "[\n" + header + ",\n" + strings.Join(lines, ",\n") }

const launch = `{"name":"k","cat":"kernel","ph":"X","pid":1,"tid":16,"ts":1.5,"dur":2,"args":{"device":0,"groups":4,"local":8}}`

// TestReadsEveryField compares what is recorded with what is read.
func TestReadsEveryField(t *testing.T) {
	r, err := recorder.Start(filepath.Join(t.TempDir(), "t.json"))
	if err != nil {
		t.Fatal(err)
	}
	at := recorder.Place{Construct: "target", File: "f.c", Line: 7, Column: 3}
	s := recorder.Span{Start: recorder.Now(), End: recorder.Now() + 5000}
	r.Device(1, "GPU")
	r.Transfer(recorder.Transfer{Span: s, Place: at, Device: 1, Queue: 2, Variable: "a", Direction: recorder.From, Address: 0x1000,
		Length: 999, Bytes: 100, Ranges: 3, Why: recorder.Always})
	r.Kernel(recorder.Kernel{Span: s, Place: at, Device: 1, Queue: 3, Name: "k", Groups: 5, Local: 6})
	r.Construct(recorder.Construct{Span: s, Place: at, Thread: 9, Device: -1})
	r.Build(recorder.Build{Span: s, Place: at, Thread: 9, Device: 1, Name: "f.c"})
	r.Fault(recorder.Fault{Span: s, Device: 1, Address: 0x2000, Bytes: 4096, Variable: "b", Bulk: true})
	r.Elided(recorder.Elided{Place: at, Device: 1, Variable: "c", Direction: recorder.From, Bytes: 77, Why: recorder.StaysOn})
	r.Reclaim(recorder.Memory{Place: at, Device: 1, Variable: "d", Bytes: 50, Held: 60})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := load(r.Path())
	if err != nil {
		t.Fatal(err)
	}
	if !tr.whole || tr.dropped != 0 || !strings.Contains(tr.command, "report.test") || tr.deviceName(1) != "device 1: GPU" {
		t.Errorf("%+v", tr)
	}
	want := map[kind]event{
		download:  {construct: "target", at: "f.c:7:3", variable: "a", why: "always", device: 1, back: true, address: "0x1000", extent: 999, bytes: 100, ranges: 3},
		kernel:    {construct: "target", at: "f.c:7:3", name: "k", device: 1, groups: 5, local: 6},
		construct: {construct: "target", at: "f.c:7:3", name: "target", device: -1},
		build:     {construct: "target", at: "f.c:7:3", name: "build f.c", why: "compiled", device: 1},
		fault:     {variable: "b", device: 1, bulk: true, address: "0x2000", extent: 4096, bytes: 4096},
		elided:    {construct: "target", at: "f.c:7:3", variable: "c", why: "stays on the device", device: 1, back: true, extent: 77, bytes: 77},
		memory:    {construct: "target", at: "f.c:7:3", variable: "d", why: "reclaimed", device: 1, extent: 50, bytes: 50, held: 60},
	}
	for _, e := range tr.events {
		w := want[e.kind]
		delete(want, e.kind)
		w.kind, w.row, w.start, w.ranges = e.kind, e.row, e.start, max(w.ranges, 1)
		if e.kind <= fault || e.kind == build {
			w.length = s.End - s.Start
		}
		if w.name == "" {
			w.name = e.name
		}
		if w.why == "" {
			w.why = e.why
		}
		if e != w {
			t.Errorf("read %+v\nwant %+v", e, w)
		}
	}
	if len(want) != 0 {
		t.Errorf("not read: %v", want)
	}
}

// TestTruncated cuts a trace at every byte of its first events, and at some later
// ones: what is whole before that is read.
func TestTruncated(t *testing.T) {
	all, err := os.ReadFile(generate(t))
	if err != nil {
		t.Fatal(err)
	}
	whole, before := string(all), 0
	step := 1
	for at := strings.Index(whole, ",\n"); at < len(whole); at += step {
		tr, err := read(strings.NewReader(whole[:at]))
		if err != nil {
			t.Fatalf("cut at byte %d: %v", at, err)
		}
		if len(tr.events) < before || step == 1 && len(tr.events) > before+1 {
			t.Fatalf("cut at byte %d: %d events after %d", at, len(tr.events), before)
		}
		before = len(tr.events)
		if at > 4000 {
			step = 9973
		}
	}
	if before < 500 {
		t.Errorf("only %d events", before)
	}
}

// TestEnds reads what killed programs and crashed machines leave.
func TestEnds(t *testing.T) {
	for _, end := range []string{"", ",", ",\n", ",\n\x00\x00\x00", ",\n{\"name\":\"k\x00\x00", ",\n{", ",\n{\"ts\":12", "\n]", "\n]\n", ",\n{\"name\":\"k\n"} {
		tr, err := read(strings.NewReader(text(launch) + end))
		if err != nil || len(tr.events) != 1 || tr.whole {
			t.Errorf("with end %q: %v, %+v", end, err, tr)
		}
	}
}

// TestWrongFiles says what is wrong with files that are no traces.
func TestWrongFiles(t *testing.T) {
	const none = "this is no trace of omp2cl; record one"
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", none},
		"blank":         {"\n\n", none},
		"text":          {"int main(void) { return 0; }", none},
		"number":        {"12", none},
		"object":        {`{"traceEvents":[]}`, none},
		"empty array":   {"[]", none},
		"open array":    {"[", none},
		"array":         {"[1,2,3]", none},
		"foreign":       {`[{"name":"x","ph":"X","pid":1,"tid":1,"ts":1,"dur":1},{"name":"y"}]`, none},
		"cut header":    {`[{"name":"omp2cl"`, none},
		"binary":        {"\x7fELF\x02\x01\x01", none},
		"newer":         {strings.Replace(text(launch), `"format":1`, `"format":2`, 1), "format that this version of omp2cl does not know"},
		"damaged":       {text(launch, `{"name":"k" "cat"}`, launch, launch), "event 3 (at byte "},
		"wrong type":    {text(launch, `{"name":"k","ts":"soon"}`, launch), "event 3 (at byte "},
		"negative size": {text(strings.Replace(launch, `"groups":4`, `"bytes":-4`, 1), launch), "event 2 (at byte "},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestReadError does not take an error of the disk for the end of the trace.
func TestReadError(t *testing.T) {
	from := io.MultiReader(strings.NewReader(text(launch)+",\n"), iotest.ErrReader(os.ErrDeadlineExceeded))
	if _, err := read(from); err == nil || !strings.Contains(err.Error(), os.ErrDeadlineExceeded.Error()) {
		t.Errorf("%v", err)
	}
}

// TestOddNumbers reads times that no clock gives.
func TestOddNumbers(t *testing.T) {
	for _, ts := range []string{"-5", "1e300", "-1e300", "1e-300", "0"} {
		line := strings.NewReplacer(`"ts":1.5`, `"ts":`+ts, `"dur":2`, `"dur":`+ts).Replace(launch)
		tr, err := read(strings.NewReader(text(line, launch)))
		if err != nil {
			t.Fatal(err)
		}
		if from, to := tr.span(); to <= from {
			t.Errorf("%s: from %d to %d", ts, from, to)
		}
		everything(t, tr)
	}
}

// everything makes all that the report makes of a trace.
func everything(t *testing.T, tr *trace) string {
	t.Helper()
	var page, out strings.Builder
	if err := writePage(&page, tr, "trace.json"); err != nil {
		t.Fatal(err)
	}
	if err := summary(Terminal{Out: &out, Width: 60, Color: true}, tr, "trace.json"); err != nil {
		t.Fatal(err)
	}
	drawing := draw(tr, 10)
	for _, r := range drawing.Rows {
		if len(r.Spans)%7 != 0 || len(r.Curve)%2 != 0 {
			t.Fatalf("a row of %d and %d numbers", len(r.Spans), len(r.Curve))
		}
	}
	if _, err := json.Marshal(drawing); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// FuzzRead gives the report anything. It must not panic, and must show what it reads.
func FuzzRead(f *testing.F) {
	f.Add(text(launch))
	f.Add(text(launch) + "\n]")
	f.Add(text(`{"name":"x","cat":"transfer","ph":"X","pid":-9,"tid":1e9,"ts":-1,"dur":1e99,"args":{"device":-77,"bytes":18446744073709551615,"variable":"</script>","why":"always","address":"0x1"}}`))
	f.Add(text(`{"name":"f","cat":"fault","ph":"X","ts":1,"args":{"bytes":1,"variable":"a"}}`, launch, `{"name":"m","cat":"memory","ph":"i","args":{"held":9,"why":"reclaimed"}}`))
	f.Add(text(`{"name":"c","cat":"construct","ph":"X","ts":1,"dur":9,"args":{"construct":"target","device":-1}}`, `{"cat":"elided","ph":"i","args":{"bytes":3}}`))
	f.Add("[" + strings.Repeat("[", 100))
	f.Fuzz(func(t *testing.T, s string) {
		tr, err := read(strings.NewReader(s))
		if err != nil {
			return
		}
		if page := everything(t, tr); strings.Count(page, "<script") != 2 || strings.Count(page, "</script>") != 2 {
			t.Error("a text of the trace has become part of the page")
		}
	})
}
