package report

import (
	"strings"
	"testing"

	recorder "omp2cl/rtlib/trace"
)

// story builds a trace event by event; each takes 10 µs unless it says otherwise.
type story struct {
	t     trace
	clock int64
}

func (s *story) then(e event) *story {
	if e.length == 0 && e.kind != elided && e.kind != memory {
		e.length = 10_000
	}
	e.start = s.clock
	s.clock += e.length
	if e.extent == 0 {
		e.extent = e.bytes
	}
	e.at = orElse(e.at, "f.c:1:2")
	s.t.events = append(s.t.events, e)
	return s
}

// repeat tells a part of the story n times.
func (s *story) repeat(n int, part func(i int)) *story {
	for i := range n {
		part(i)
	}
	return s
}

func (s *story) launch() *story { return s.then(event{kind: kernel, name: "k", length: 50_000}) }

func (s *story) up(why string, bytes uint64) *story {
	return s.then(event{kind: upload, variable: "a", address: "0x1000", bytes: bytes, why: why})
}

func (s *story) down(why string, bytes uint64) *story {
	return s.then(event{kind: download, variable: "a", address: "0x1000", bytes: bytes, why: why})
}

// TestFindings tells each rule a story in which it must find something, and one
// that is nearly the same in which it must not.
func TestFindings(t *testing.T) {
	const big = 1 << 20
	for name, c := range map[string]struct {
		tell func(*story)
		rule string // "": nothing must be found
		says string
	}{
		"sent twice":         {func(s *story) { s.up(recorder.Update, big).up(recorder.Update, big).launch() }, "sent-twice", "once, 1 MiB"},
		"sent, used, sent":   {func(s *story) { s.up(recorder.Update, big).launch().up(recorder.Update, big).launch() }, "", ""},
		"two parts are sent": {func(s *story) { s.up(recorder.Update, big).up(recorder.Update, 2*big).launch() }, "", ""},
		"tracked pages twice": {func(s *story) {
			s.up(recorder.FirstUse, big).up(recorder.HostWrote(256), big).launch()
		}, "", ""},
		"sent, copied back, sent": {func(s *story) {
			s.up(recorder.Update, big).down(recorder.Update, big).up(recorder.Update, big).launch()
		}, "", ""},
		"copied back twice": {func(s *story) { s.launch().down(recorder.Update, big).down(recorder.Update, big) }, "copied-back-twice", "no kernel has run"},
		"copied back after each launch": {func(s *story) {
			s.launch().down(recorder.Update, big).launch().down(recorder.Update, big)
		}, "", ""},
		"not tracked": {func(s *story) {
			s.repeat(5, func(int) { s.up(recorder.Mapped, big).launch().down(recorder.Mapped, big) })
		}, "untracked", "sent 5 times, copied back 5 times; 10 MiB"},
		"not tracked, and no loss": {func(s *story) { s.up(recorder.Mapped, big).launch().down(recorder.Mapped, big) }, "", ""},
		"on the stack": {func(s *story) {
			s.repeat(5, func(int) { s.up(recorder.OnStack, big).launch() })
		}, "eager-memory", "'a' is on the stack"},
		"on the stack, once":     {func(s *story) { s.up(recorder.OnStack, big).launch() }, "", ""},
		"small block":            {func(s *story) { s.repeat(5, func(int) { s.up(recorder.SmallBlock, 8192).launch() }) }, "eager-memory", "small heap block"},
		"file mapping":           {func(s *story) { s.repeat(5, func(int) { s.up(recorder.FileMapping, big).launch() }) }, "eager-memory", "MAP_PRIVATE"},
		"unknown memory":         {func(s *story) { s.repeat(5, func(int) { s.up(recorder.Unknown, big).launch() }) }, "eager-memory", "cannot be tracked"},
		"pages shared":           {func(s *story) { s.repeat(5, func(int) { s.up(recorder.Edge, 8192).launch() }) }, "eager-memory", "aligned_alloc"},
		"a result on the stack":  {func(s *story) { s.repeat(99, func(int) { s.launch().down(recorder.OnStack, 8) }) }, "", ""},
		"a scalar on the stack":  {func(s *story) { s.repeat(99, func(int) { s.up(recorder.OnStack, 8).launch() }) }, "small-transfers", "firstprivate"},
		"a scalar, a few times":  {func(s *story) { s.repeat(9, func(int) { s.up(recorder.OnStack, 8).launch() }) }, "", ""},
		"host touches":           {func(s *story) { s.repeat(5, func(int) { s.launch().touch(4096) }) }, "host-touches", "5 faults after 5 launches: 20 KiB in 50 µs"},
		"host reads the result":  {func(s *story) { s.launch().repeat(50, func(int) { s.touch(2 << 20) }) }, "", ""},
		"host writes pages":      {func(s *story) { s.repeat(5, func(int) { s.up(recorder.HostWrote(3), 12288).launch() }) }, "host-writes", "before 5 launches"},
		"host writes everything": {func(s *story) { s.repeat(5, func(int) { s.up(recorder.HostWroteAll, big).launch() }) }, "host-writes", "5 MiB"},
		"host writes once":       {func(s *story) { s.up(recorder.HostWrote(3), 12288).launch().launch().launch() }, "", ""},
		"host reads everything":  {func(s *story) { s.repeat(5, func(int) { s.launch().down(recorder.Learned, big) }) }, "host-reads", "after 5 launches"},
		"asked for":              {func(s *story) { s.repeat(5, func(int) { s.up(recorder.Always, big).launch() }) }, "asked-for", "sent 5 times"},
		"device memory is full": {func(s *story) {
			s.launch().down(recorder.MemoryFull, big).then(event{kind: memory, variable: "a", why: "reclaimed", bytes: 2 * big})
		}, "device-memory-full", "once (2 MiB); 1 MiB"},
		"device memory was released": {func(s *story) {
			s.launch().then(event{kind: memory, variable: "a", why: "released", bytes: 2 * big})
		}, "", ""},
		"ran on the host": {func(s *story) {
			s.launch().down(recorder.HostRuns, big).then(event{kind: construct, device: -1}).up(recorder.HostRuns, big)
		}, "ran-on-host", "1 construct ran on the host; everything had to follow them: 2 MiB"},
		"if clause is false": {func(s *story) { s.then(event{kind: construct, device: -1}) }, "", ""},
		"short kernels": {func(s *story) {
			s.repeat(300, func(int) { s.then(event{kind: kernel, name: "k", length: 3000}) })
		}, "short-kernels", "300 launches of 3 µs"},
		"short kernels, few": {func(s *story) {
			s.repeat(100, func(int) { s.then(event{kind: kernel, name: "k", length: 3000}) })
		}, "", ""},
		"too little to tell": {func(s *story) {
			s.repeat(5, func(int) { s.launch().touch(4096) }).then(event{kind: kernel, name: "k", length: 1e9})
		}, "", ""},
		"the runtime's own words": {func(s *story) {
			s.repeat(99, func(int) {
				s.then(event{kind: upload, variable: "(runtime)", bytes: 8, why: "the runtime's own"}).launch()
			})
		}, "", ""},
		"a short program that was built for long": {func(s *story) {
			s.repeat(5, func(int) { s.launch().touch(4096) })
			s.then(event{kind: construct, length: 1e9})
		}, "host-touches", "5 faults"},
		"kernels are built": {func(s *story) {
			s.then(event{kind: build, why: "compiled", length: 20_000}).launch()
		}, "builds", "1 build took 20 µs"},
		"kernels are cached": {func(s *story) {
			s.then(event{kind: build, why: "from the cache", length: 20_000}).launch()
		}, "", ""},
		"first values": {func(s *story) { s.up(recorder.FirstUse, big).launch().down(recorder.AtExit, big) }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var s story
			c.tell(&s)
			found := findings(&s.t)
			if c.rule == "" {
				for _, f := range found {
					t.Errorf("found %s: %s", f.Rule, f.Title)
				}
				return
			}
			if len(found) != 1 || found[0].Rule != c.rule {
				t.Fatalf("found %+v", found)
			}
			f := found[0]
			if all := f.Title + "\n" + f.Detail + "\n" + f.Hint; !strings.Contains(all, c.says) {
				t.Errorf("does not say %q:\n%s", c.says, all)
			}
		})
	}
}

func (s *story) touch(bytes uint64) *story {
	return s.then(event{kind: fault, variable: "a", bytes: bytes})
}

// TestDearestFirst checks the order of findings, and that the story of one variable
// is not that of another.
func TestDearestFirst(t *testing.T) {
	var s story
	s.repeat(5, func(int) {
		s.launch()
		s.then(event{kind: fault, variable: "cheap", bytes: 4096})
		s.then(event{kind: fault, variable: "dear", bytes: 4096, length: 90_000})
		s.then(event{kind: fault, variable: "dear", bytes: 4096, length: 90_000, device: 1})
	})
	found := findings(&s.t)
	if len(found) != 2 || !strings.Contains(found[0].Title, "'dear'") || !strings.Contains(found[1].Title, "'cheap'") {
		t.Errorf("%+v", found)
	}
}

// TestReasonsOfTheRuntime checks that the reasons which the runtime gives are those
// which the report knows.
func TestReasonsOfTheRuntime(t *testing.T) {
	for why, want := range map[string]class{
		recorder.FirstUse: necessary, recorder.HostWrote(1): hostWrote, recorder.HostWrote(20): hostWrote, recorder.HostWroteAll: hostWrote,
		recorder.Always: asked, recorder.Update: asked, recorder.Mapped: untracked, recorder.OnStack: onStack,
		recorder.SmallBlock: smallBlock, recorder.FileMapping: fileMapping, recorder.Unknown: unknownKind, recorder.Edge: partialPage,
		recorder.Learned: learned, recorder.OtherDevice: necessary, recorder.MemoryFull: memoryFull, recorder.AtExit: necessary,
		recorder.HostRuns: hostRuns, recorder.Contents: necessary, recorder.FirstPrivate: necessary, "something else": other,
		"mapped once, by a data construct": necessary, "the runtime's own": ownTransfer,
	} {
		for _, k := range []kind{upload, download} {
			if got := classify(&event{kind: k, why: why + ", and more"}); got != want {
				t.Errorf("%q is of class %d, want %d", why, got, want)
			}
		}
	}
	for _, r := range reasons {
		if classify(&event{kind: upload, why: r.prefix}) != r.class {
			t.Errorf("%q is hidden by an earlier reason", r.prefix)
		}
	}
}
