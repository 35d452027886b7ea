package report

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	recorder "omp2cl/rtlib/trace"
)

// generator records what an un-tuned stencil does on a GPU, by a clock of its own.
type generator struct {
	r      *recorder.Recorder
	random *rand.Rand
	clock  int64 // of the main thread
	other  int64 // of the thread that writes pictures
	held   uint64
}

// Sizes of the program that is recorded.
const (
	grid  = 4 << 20 // bytes of each of two grids
	steps = 60
)

var (
	sweep = recorder.Place{Construct: "target teams distribute parallel for", File: "src/stencil.c", Line: 41, Column: 9}
	back  = recorder.Place{Construct: "target teams distribute parallel for", File: "src/stencil.c", Line: 52, Column: 9}
	shade = recorder.Place{Construct: "target teams distribute parallel for", File: "src/picture.c", Line: 17, Column: 5}
	data  = recorder.Place{Construct: "target data", File: "src/main.c", Line: 12}
	halo  = recorder.Place{Construct: "target update", File: "src/halo.c", Line: 88, Column: 9}
)

// generate records a run into a file and returns its name.
func generate(t testing.TB) string {
	t.Helper()
	r, err := recorder.Start(filepath.Join(t.TempDir(), "stencil.json"))
	if err != nil {
		t.Fatal(err)
	}
	g := &generator{r: r, random: rand.New(rand.NewPCG(1, 2)), clock: recorder.Now() + 1_000_000}
	g.run()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return r.Path()
}

// jitter varies a time by a tenth.
func (g *generator) jitter(ns int64) int64 { return ns + g.random.Int64N(ns/5+1) - ns/10 }

func (g *generator) run() {
	g.r.Device(0, "NVIDIA H200")
	for _, v := range []string{"a[0:n*n]", "b[0:n*n]"} {
		g.held += grid
		g.r.Allocation(recorder.Memory{Place: sweep, At: g.clock, Variable: v, Bytes: grid, Held: g.held})
	}
	from := g.clock
	g.r.Build(recorder.Build{Span: g.span(&g.clock, 900_000), Place: sweep, Thread: os.Getpid(), Name: "src/stencil.c", Cached: true})
	for step := range steps {
		g.step(step)
		if step == 30 {
			g.r.Construct(recorder.Construct{Span: recorder.Span{Start: from, End: g.clock}, Place: data, Thread: os.Getpid()})
			g.clock += 12_000_000
		}
	}
	g.r.Fault(recorder.Fault{Span: g.span(&g.clock, 600_000), Device: 0, Address: 0x7f0000000000, Bytes: grid, Variable: "a[0:n*n]", Object: 1, Bulk: true})
	g.r.Reclaim(recorder.Memory{At: g.clock, Variable: "b[0:n*n]", Bytes: grid, Held: grid})
}

// span moves a clock on.
func (g *generator) span(clock *int64, ns int64) recorder.Span {
	from := *clock
	*clock += g.jitter(ns)
	return recorder.Span{Start: from, End: *clock}
}

// step is one step of the stencil: two loops, then the host looks.
func (g *generator) step(step int) {
	from := g.clock
	if step == 0 {
		g.send(sweep, "a[0:n*n]", 0x7f0000000000, grid, 1, recorder.FirstUse)
		g.send(sweep, "b[0:n*n]", 0x7f0000400000, grid, 1, recorder.FirstUse)
	} else {
		g.send(sweep, "a[0:n*n]", 0x7f0000000000, 8192, 2, recorder.HostWrote(2))
		g.r.Elided(recorder.Elided{Place: sweep, At: g.clock, Variable: "b[0:n*n]", Bytes: grid, Why: recorder.OnlyRead})
	}
	g.send(sweep, "weights", 0x7ffd0000, 36, 1, recorder.OnStack)
	g.kernel(sweep, "stencil_c_step_0", 210_000)
	g.r.Transfer(recorder.Transfer{Span: g.span(&g.clock, 9_000), Place: sweep, Variable: "residual", Direction: recorder.From,
		Address: 0x7ffd0040, Bytes: 8, Why: recorder.OnStack})
	g.r.Elided(recorder.Elided{Place: sweep, At: g.clock, Variable: "b[0:n*n]", Direction: recorder.From, Bytes: grid, Why: recorder.StaysOn})
	g.construct(sweep, from)
	from = g.clock
	g.kernel(back, "stencil_c_step_1", 120_000)
	g.construct(back, from)
	g.host(step)
	if step%10 == 3 {
		g.picture()
	}
}

func (g *generator) send(at recorder.Place, name string, address, bytes uint64, ranges int, why string) {
	g.r.Transfer(recorder.Transfer{Span: g.span(&g.clock, 8_000+int64(bytes/25)), Place: at, Variable: name,
		Address: address, Length: max(bytes, map[bool]uint64{true: grid}[ranges > 1]), Bytes: bytes, Ranges: ranges, Why: why})
}

func (g *generator) kernel(at recorder.Place, name string, ns int64) {
	g.r.Kernel(recorder.Kernel{Span: g.span(&g.clock, ns), Place: at, Name: name, Groups: 8448, Local: 128})
}

func (g *generator) construct(at recorder.Place, from int64) {
	g.clock += 3000
	g.r.Construct(recorder.Construct{Span: recorder.Span{Start: from, End: g.clock}, Place: at, Thread: os.Getpid()})
}

// host touches single values of the result, and sends its border twice.
func (g *generator) host(step int) {
	for i := range 4 {
		s := g.span(&g.clock, 24_000)
		g.r.Fault(recorder.Fault{Span: s, Address: 0x7f0000000000 + uint64(i)<<19, Bytes: 4096, Variable: "a[0:n*n]", Object: 1})
		if i == 0 {
			s = recorder.Span{Start: s.Start + 5000, End: s.End + 9000}
			g.r.Fault(recorder.Fault{Span: s, Address: 0x7f0000200000, Bytes: 4096, Variable: "a[0:n*n]", Object: 1})
		}
	}
	if step%2 == 0 {
		from := g.clock
		g.send(halo, "border[0:m]", 0x7f1000000000, 65536, 1, recorder.Update)
		g.send(halo, "border[0:m]", 0x7f1000000000, 65536, 1, recorder.Update)
		g.construct(halo, from)
	}
	g.clock += g.jitter(150_000)
}

// picture runs on a second thread and queue, while the stencil goes on.
func (g *generator) picture() {
	g.other = max(g.other, g.clock)
	from := g.other
	g.r.Kernel(recorder.Kernel{Span: g.span(&g.other, 900_000), Place: shade, Queue: 1, Name: "picture_c_shade_0", Groups: 1024, Local: 256})
	g.r.Transfer(recorder.Transfer{Span: g.span(&g.other, 350_000), Place: shade, Queue: 1, Variable: "pixels[0:w*h]", Direction: recorder.From,
		Address: 0x7f2000000000, Bytes: 3 << 20, Why: recorder.Learned})
	g.r.Construct(recorder.Construct{Span: recorder.Span{Start: from, End: g.other + 4000}, Place: shade, Thread: 4242})
}
