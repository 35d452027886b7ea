package cl_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"omp2cl/ppe"
	"omp2cl/rtlib/cl"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/fake"
)

// The conformance suite of package driver's queues: the same tests on the fake and on
// every real device, with transfers through pinned memory and without.

// bench is a device under test.
type bench struct {
	*testing.T
	dev  driver.Device
	host driver.Host
}

const stepText = `__kernel void scramble(__global uchar *a, ulong n) {
    for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
        uint x = a[i];
        for (int k = 0; k < 8; k++) x = (x * 5 + 1) & 255;
        a[i] = x;
    }
}
`

// step is what the kernel does to a byte: to make it once in a table is much faster.
func step(x byte) byte { return steps[x] }

var steps = func() (table [256]byte) {
	for i := range table {
		x := byte(i)
		for range 8 {
			x = x*5 + 1
		}
		table[i] = x
	}
	return table
}()

func newFake() driver.Driver {
	d := &fake.Device{Info: driver.Facts{Name: "fake", Kind: ppe.GPU}, Kernels: map[string]func(*fake.Call){
		"scramble": func(c *fake.Call) {
			a := unsafe.Slice((*byte)(c.Pointer(0)), int(c.Word(1)))
			for i := range a {
				a[i] = step(a[i])
			}
		}}}
	return &fake.Driver{List: []*fake.Device{d}}
}

// onDevices runs a test on every device in every configuration.
func onDevices(t *testing.T, profiling bool, test func(b *bench)) {
	run := func(name string, drv driver.Driver, number int, o driver.Options) {
		t.Run(name, func(t *testing.T) {
			all, err := drv.Devices()
			if err != nil {
				t.Fatal(err)
			}
			all[number].Configure(o)
			if err := all[number].Open(); err != nil {
				t.Fatal(err)
			}
			test(&bench{t, all[number], drv})
		})
	}
	run("fake", newFake(), 0, driver.Options{Profiling: profiling})
	drv := cl.Driver{Library: os.Getenv("OMP2CL_LIBOPENCL")}
	found, err := drv.Devices()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no device: %v", err)
		}
		fmt.Fprintf(os.Stderr, "SKIPPED: NO OPENCL DEVICE, the suite runs on the fake only: %v\n", err)
	}
	for i, d := range found {
		for staging, word := range map[driver.Staging]string{driver.StagingAlways: "staged", driver.StagingNever: "plain"} {
			o := driver.Options{Staging: staging, CopyThreads: 3, Profiling: profiling}
			run(fmt.Sprintf("%d %s, %s", i, d.Facts().Name, word), drv, i, o)
		}
	}
}

// must fails the test on an error.
func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bench) queue() driver.Queue {
	b.Helper()
	q, err := b.dev.NewQueue()
	b.must(err)
	b.Cleanup(q.Release)
	return q
}

func (b *bench) buffer(size int) *driver.Buffer {
	b.Helper()
	m, err := b.dev.Alloc(uint64(size))
	b.must(err)
	b.Cleanup(func() { b.dev.Free(m) })
	return m
}

func (b *bench) kernel() driver.Kernel {
	b.Helper()
	p, log, err := b.dev.Build(stepText, "")
	if err != nil {
		b.Fatal(err, log)
	}
	k, err := p.Kernel("scramble")
	b.must(err)
	b.Cleanup(func() { k.Release(); p.Release() })
	return k
}

// step launches the kernel on the first n bytes of a buffer.
func (b *bench) step(q driver.Queue, k driver.Kernel, m *driver.Buffer, n int) {
	b.Helper()
	args := []driver.Arg{{Kind: driver.ArgBuffer, Word: uint64(m.Handle), ID: m.ID}, {Kind: driver.ArgWord, Word: uint64(n)}}
	b.must(q.Launch(k, args, 64, 8, driver.GoOn))
}

// mapped is memory of the host outside Go's heap that nobody has touched.
func (b *bench) mapped(n int) []byte {
	b.Helper()
	p, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	b.must(err)
	b.Cleanup(func() { syscall.Munmap(p) })
	return p
}

// random is memory of the host with random contents.
func (b *bench) random(n int) []byte {
	p := b.mapped(n)
	r := rand.NewChaCha8([32]byte{byte(n), byte(n >> 8), byte(n >> 16)})
	r.Read(p)
	return p
}

func at(p []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(p))) }

// sizes lie around the thresholds: small transfers, pieces, chunks, slots.
var sizes = []int{1, 7, 4096, 32<<10 - 1, 32 << 10, 32<<10 + 1, 256<<10 - 1, 256 << 10, 256<<10 + 1, 1<<20 + 3,
	4<<20 - 1, 4 << 20, 4<<20 + 1, 16 << 20, 33<<20 + 5, 70 << 20}

func TestWriteAndRead(t *testing.T) {
	onDevices(t, false, func(b *bench) {
		q := b.queue()
		for i, n := range sizes {
			off, shift := i*13%64, i*7%64 // of no particular alignment
			src, dst := b.random(n+64), b.mapped(n+192)
			m := b.buffer(n + 256)
			b.must(q.Write(m, uint64(off), at(src[shift:]), uint64(n)))
			b.must(q.Read(m, uint64(off), at(dst[64+shift:]), uint64(n)))
			b.must(q.Finish())
			if !bytes.Equal(dst[64+shift:][:n], src[shift:][:n]) {
				b.Errorf("%d bytes at %d: not what was written", n, off)
			}
			for j, x := range dst {
				if x != 0 && (j < 64+shift || j >= 64+shift+n) {
					b.Fatalf("%d bytes: byte %d outside was written", n, j-64-shift)
				}
			}
		}
	})
}

// A queue is in order: transfers and kernels see what came before them.
func TestOrder(t *testing.T) {
	onDevices(t, false, func(b *bench) {
		q, k := b.queue(), b.kernel()
		for _, n := range []int{100, 40 << 10, 3<<20 + 1, 20 << 20} {
			src, dst := b.random(n), b.mapped(n)
			m, other := b.buffer(n), b.buffer(n)
			want := bytes.Clone(src)
			b.must(q.Write(m, 0, at(src), uint64(n)))
			b.step(q, k, m, n)
			b.must(q.Copy(other, 0, m, 0, uint64(n)))
			b.must(q.Read(other, 0, at(dst), uint64(n)))
			// Host memory that a read fills is the source of the next write.
			b.must(q.Write(m, 0, at(dst), uint64(n)))
			b.step(q, k, m, n)
			b.must(q.Read(m, 0, at(dst), uint64(n)))
			b.must(q.Read(m, 0, at(src), uint64(n)))
			b.must(q.Finish())
			for i := range want {
				if x := step(step(want[i])); dst[i] != x || src[i] != x {
					b.Fatalf("%d bytes: byte %d is %d and %d, want %d", n, i, dst[i], src[i], x)
				}
			}
		}
	})
}

// More small transfers than there is room for.
func TestManySmall(t *testing.T) {
	onDevices(t, false, func(b *bench) {
		const n, count = 6000, 300
		q := b.queue()
		src, dst, m := b.random(n*count), b.mapped(n*count), b.buffer(n*count)
		for i := range count {
			b.must(q.Write(m, uint64(i*n), at(src[i*n:]), n))
		}
		for i := range count {
			b.must(q.Read(m, uint64(i*n), at(dst[i*n:]), n))
		}
		b.must(q.Finish())
		if !bytes.Equal(src, dst) {
			b.Error("not what was written")
		}
	})
}

func TestThreads(t *testing.T) {
	onDevices(t, false, func(b *bench) {
		k := make([]driver.Kernel, 6)
		for i := range k {
			k[i] = b.kernel()
		}
		var all sync.WaitGroup
		for i := range k {
			q, n := b.queue(), 1<<20+i*(2<<20)+i
			src, dst, m := b.random(n), b.mapped(n), b.buffer(n)
			all.Go(func() {
				for range 2 {
					clear(dst)
					b.must(q.Write(m, 0, at(src), uint64(n)))
					b.step(q, k[i], m, n)
					b.must(q.Read(m, 0, at(dst), uint64(n)))
					b.must(q.Finish())
					for j := range dst {
						if dst[j] != step(src[j]) {
							b.Errorf("thread %d: byte %d is wrong", i, j)
							return
						}
					}
				}
			})
		}
		all.Wait()
	})
}

func TestWriteRanges(t *testing.T) {
	onDevices(t, false, func(b *bench) {
		q := b.queue()
		r := rand.New(rand.NewPCG(1, 2))
		for _, c := range []struct{ count, most int }{{1, 10}, {20, 100}, {2000, 100}, {700, 20000}, {40, 3 << 20}, {3000, 4096}} {
			var ranges []driver.Range
			end := 0
			for range c.count {
				if r.IntN(3) > 0 {
					end += r.IntN(c.most) // otherwise it adjoins the one before
				}
				n := 1 + r.IntN(c.most)
				ranges = append(ranges, driver.Range{Off: uint64(end), Size: uint64(n)})
				end += n
			}
			src, want, got := b.random(2*end), b.random(end), b.mapped(end)
			m := b.buffer(end)
			b.must(q.Write(m, 0, at(want), uint64(end)))
			b.must(q.Finish())
			for i := range ranges {
				from := r.IntN(2*end - int(ranges[i].Size))
				ranges[i].Host = at(src[from:])
				copy(want[ranges[i].Off:], src[from:from+int(ranges[i].Size)])
			}
			b.must(q.WriteRanges(m, ranges))
			b.must(q.Read(m, 0, at(got), uint64(end)))
			b.must(q.Finish())
			if !bytes.Equal(got, want) {
				b.Errorf("%d ranges of up to %d bytes: wrong contents", c.count, c.most)
			}
		}
		b.must(q.WriteRanges(b.buffer(1), nil))
	})
}

func TestTimings(t *testing.T) {
	onDevices(t, true, func(b *bench) {
		q, k := b.queue(), b.kernel()
		const n, small = 9 << 20, 100
		src, dst, m := b.random(n), b.mapped(n), b.buffer(2*n)
		for range 3 {
			before := now()
			b.must(q.Write(m, 0, at(src), n))
			b.step(q, k, m, n)
			b.must(q.Copy(m, n, m, 0, n))
			b.must(q.WriteRanges(m, []driver.Range{{Off: 0, Host: at(src), Size: 10}, {Off: 50, Host: at(src), Size: 10}}))
			b.must(q.Read(m, n, at(dst), n))
			b.must(q.Read(m, n, at(dst), small))
			b.must(q.Finish())
			times := q.Timings()
			after := now()
			want := []driver.Timing{{Kind: driver.WriteCommand, Bytes: n}, {Kind: driver.LaunchCommand},
				{Kind: driver.CopyCommand, Bytes: n}, {Kind: driver.WriteCommand, Bytes: 20},
				{Kind: driver.ReadCommand, Bytes: n}, {Kind: driver.ReadCommand, Bytes: small}}
			if len(times) != len(want) {
				b.Fatalf("%d timings, want %d", len(times), len(want))
			}
			last := before
			for i, x := range times {
				if x.Kind != want[i].Kind || x.Bytes != want[i].Bytes {
					b.Errorf("timing %d is %v, want %v", i, x, want[i])
				}
				if x.Start < last || x.End < x.Start || x.End > after {
					b.Errorf("timing %d is from %d to %d ns, not between %d and %d",
						i, x.Start-before, x.End-before, last-before, after-before)
				}
				last = x.End
			}
		}
		if q.Timings() != nil {
			b.Error("there are timings left")
		}
	})
}

// now is CLOCK_MONOTONIC in nanoseconds.
func now() int64 {
	var t syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, 1, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano()
}

func TestNoTimings(t *testing.T) {
	onDevices(t, false, func(b *bench) {
		q := b.queue()
		src := b.random(4096)
		b.must(q.Write(b.buffer(4096), 0, at(src), 4096))
		b.must(q.Finish())
		if q.Timings() != nil {
			b.Error("timings without profiling")
		}
	})
}

func TestEventHandle(t *testing.T) {
	onDevices(t, false, func(b *bench) {
		q := b.queue()
		e, err := q.Mark()
		b.must(err)
		if _, real := b.dev.(*fake.Device); (e.Handle() == 0) != real {
			b.Errorf("the handle is %#x", e.Handle())
		}
		b.must(e.Wait())
	})
}
