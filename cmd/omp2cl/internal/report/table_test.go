package report

import (
	"slices"
	"strings"
	"testing"
)

// TestTables adds up a small story by hand.
func TestTables(t *testing.T) {
	var s story
	s.t.devices = map[int]string{0: "device 0: GPU", 2: "device 2: idle"}
	s.up("first use", 1000).launch()
	s.then(event{kind: kernel, name: "k", length: 30_000, groups: 9, local: 2})
	s.then(event{kind: kernel, name: "k", length: 80_000, groups: 7, local: 3})
	s.then(event{kind: kernel, name: "other", length: 10_000, at: "g.c:5"})
	s.down("eager: on the stack", 300).touch(4096)
	s.then(event{kind: upload, variable: "b", bytes: 9, at: "g.c:5", construct: "target data"})
	s.then(event{kind: elided, variable: "b", bytes: 5000, why: "only read on the device", at: "g.c:5"})
	s.then(event{kind: memory, variable: "b", bytes: 5000, held: 7777})
	tab := tabulate(&s.t)

	if len(tab.devices) != 2 || tab.devices[1].Name != "device 2: idle" || tab.devices[1].Kernels.Count != 0 {
		t.Fatalf("devices %+v", tab.devices)
	}
	d := tab.devices[0]
	if d.Busy != 170_000 || d.Moving != 30_000 || d.PeakHeld != 7777 || d.To != (flow{2, 1009, 20_000}) || d.Elided.Bytes != 5000 {
		t.Errorf("device %+v", d)
	}
	if len(tab.variables) != 2 || tab.variables[0].Name != "a" || tab.variables[0].moved().Bytes != 1000+300+4096 || tab.variables[0].Home().Count != 2 {
		t.Errorf("variables %+v", tab.variables[0])
	}
	if b := tab.variables[1]; b.Elided.Count != 1 || len(b.At) != 1 || b.At[0].Construct != "target data" || b.At[0].To.Bytes != 9 {
		t.Errorf("b is %+v", b)
	}
	if k := tab.kernels[0]; k.Name != "k" || k.Count != 3 || k.Total != 160_000 || k.Median != 50_000 || k.Max != 80_000 || k.Groups != 7 || k.Local != 3 {
		t.Errorf("kernel %+v", k)
	}
	if k := tab.kernels[1]; k.Name != "other" || k.At != "g.c:5" || shareText(k.Share, 1) != "5.9 %" {
		t.Errorf("kernel %+v", k)
	}
	var whys []string
	for _, r := range tab.reasons {
		whys = append(whys, r.Why)
	}
	if want := []string{"only read on the device", "the host touched it (fault)", "first use", "eager: on the stack", "no reason given"}; !slices.Equal(whys, want) {
		t.Errorf("reasons %q", whys)
	}
}

// TestCovered counts times at which several commands ran once.
func TestCovered(t *testing.T) {
	tr := &trace{events: []event{{start: 0, length: 10}, {start: 2, length: 3}, {start: 8, length: 4}, {start: 20, length: 5}, {start: 25, length: 5}}}
	if got := covered(tr, func(*event) bool { return true }); got != 12+10 {
		t.Errorf("%d", got)
	}
}

// TestDrawing checks depth, order of rows, titles and the curve.
func TestDrawing(t *testing.T) {
	host, queue, mem := rowKey{0, 5}, rowKey{1, 16}, rowKey{1, 1}
	tr := &trace{devices: map[int]string{0: "device 0: GPU"},
		rows: map[rowKey]rowName{host: {"main thread", 0}, queue: {"queue 0", 16}, mem: {"memory", 99}},
		events: []event{
			{kind: construct, row: host, start: 0, length: 100, name: "target data"},
			{kind: construct, row: host, start: 10, length: 20, name: "target", device: -1},
			{kind: upload, row: queue, start: 12, length: 3, variable: "a", bytes: 3, ranges: 2, why: "first use"},
			{kind: memory, row: mem, start: 12, held: 500},
			{kind: construct, row: host, start: 30, length: 5, name: "target"},
			{kind: memory, row: mem, start: 40, held: 200},
		}}
	d := draw(tr, 100)
	if len(d.Rows) != 3 || d.Rows[0].Name != "main thread" || d.Rows[1].Group != "device 0: GPU" || d.Rows[2].Name != "memory held" {
		t.Fatalf("%+v", d.Rows)
	}
	if r := d.Rows[0]; r.Depth != 2 || !slices.Equal([]int64{r.Spans[3], r.Spans[10], r.Spans[17]}, []int64{0, 1, 1}) {
		t.Errorf("host %+v", r)
	}
	if r := d.Rows[1]; d.Words[r.Spans[4]] != "a → device" || d.Words[r.Spans[5]] != "3 B in 2 ranges, 1.00 GB/s\nfirst use" {
		t.Errorf("queue %+v %q", r, d.Words)
	}
	if r := d.Rows[2]; !slices.Equal(r.Curve, []int64{12, 500, 40, 200}) || r.Peak != 500 {
		t.Errorf("memory %+v", r)
	}
	if d.Merged != 0 || d.From != 0 || d.To != 100 {
		t.Errorf("%+v", d)
	}
}

// TestMerging draws more events than a page can hold.
func TestMerging(t *testing.T) {
	var s story
	for range 50_000 {
		s.then(event{kind: kernel, name: "k", length: 900})
		s.then(event{kind: upload, variable: "a", length: 100, bytes: 8})
		s.clock += 500
	}
	d := draw(&s.t, 1000)
	n, busy := len(d.Rows[0].Spans)/7, int64(0)
	for i := 0; i < len(d.Rows[0].Spans); i += 7 {
		busy += d.Rows[0].Spans[i+1]
		if kind(d.Rows[0].Spans[i+2]) != kernel {
			t.Fatal("what took most of the time is not what is shown")
		}
	}
	if n > 1000 || n < 100 || d.Merged == 0 || busy < 50_000*1000 {
		t.Errorf("%d spans of %d ns, merged below %d ns", n, busy, d.Merged)
	}
	if filled := d.Rows[0].Spans[6]; filled < 60 || filled > 70 {
		t.Errorf("%d %% of the first span is filled, want 1000 of 1500 ns", filled)
	}
	if text := d.Words[d.Rows[0].Spans[5]]; !strings.Contains(text, "kernel: ") || !strings.Contains(text, "to device: ") {
		t.Errorf("%q", text)
	}
}
