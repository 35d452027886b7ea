package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestNilRecorder checks that a program that does not record pays nothing.
func TestNilRecorder(t *testing.T) {
	var r *Recorder
	allocations := testing.AllocsPerRun(100, func() {
		r.Device(0, "GPU")
		r.Construct(Construct{Place: place})
		r.Build(Build{Place: place, Name: "f.c"})
		r.Kernel(Kernel{Place: place, Name: "k"})
		r.Transfer(Transfer{Place: place, Variable: "a", Why: FirstUse})
		r.Fault(Fault{})
		r.Elided(Elided{})
		r.Allocation(Memory{})
		r.Release(Memory{})
		r.Reclaim(Memory{})
		r.Flush()
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
	if err := r.Close(); err != nil || r.Path() != "" {
		t.Errorf("Close gives %v, Path %q", err, r.Path())
	}
}

// TestMemoryIsBounded records much more than the buffer holds.
func TestMemoryIsBounded(t *testing.T) {
	r, err := Start(filepath.Join(t.TempDir(), "trace.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i := range 20_000 {
		r.Transfer(Transfer{Span: Span{int64(i), int64(i + 1)}, Place: place, Variable: "a", Why: FirstUse})
	}
	if c := cap(r.out.b); c > 4*bufferSize {
		t.Errorf("the buffer has grown to %d bytes", c)
	}
	if n := len(r.rows.ends) + len(r.rows.named); n > 10 {
		t.Errorf("%d rows are kept", n)
	}
	if allocations := testing.AllocsPerRun(1000, func() { r.Kernel(Kernel{Place: place, Name: "k"}) }); allocations > 0.1 {
		t.Errorf("%v allocations for each event", allocations)
	}
}

// TestKilled kills a process that records and reads what it has left: whole lines, but
// for the last, since a signal may cut a write at a page.
func TestKilled(t *testing.T) {
	if path := os.Getenv("TRACE_UNTIL_KILLED"); path != "" {
		recordForEver(path)
	}
	path := filepath.Join(t.TempDir(), "trace.json")
	cmd := exec.Command(os.Args[0], "-test.run=TestKilled")
	cmd.Env = append(os.Environ(), "TRACE_UNTIL_KILLED="+path)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for size := int64(0); size < 300_000; {
		time.Sleep(time.Millisecond)
		if info, err := os.Stat(path); err == nil {
			size = info.Size()
		}
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.TrimSuffix(text[:bytes.LastIndexByte(text, '\n')], []byte(","))
	var events []event
	if err := json.Unmarshal(append(text, ']'), &events); err != nil {
		t.Fatal(err)
	}
	if len(events) < 1000 {
		t.Errorf("%d events", len(events))
	}
}

func recordForEver(path string) {
	r, err := Start(path)
	if err != nil {
		panic(err)
	}
	for {
		r.Fault(Fault{Span: Span{Now(), Now()}, Variable: "a"})
	}
}

// TestFlushedInTime waits until an event that does not fill the buffer is in the file.
func TestFlushedInTime(t *testing.T) {
	r, err := Start(filepath.Join(t.TempDir(), "trace.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Kernel(Kernel{Name: "lonely"})
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if text, _ := os.ReadFile(r.Path()); bytes.Contains(text, []byte("lonely")) {
			return
		}
	}
	t.Error("the event was not written")
}

// TestConcurrent records from many goroutines.
func TestConcurrent(t *testing.T) {
	const threads, each = 8, 2000
	found := record(t, "kernel", func(r *Recorder) {
		var wg sync.WaitGroup
		for i := range threads {
			wg.Go(func() {
				for j := range each {
					r.Kernel(Kernel{Name: fmt.Sprintf("k%d_%d", i, j), Device: i % 2, Queue: i})
					if j%500 == 0 {
						r.Flush()
					}
				}
			})
		}
		wg.Wait()
	})
	names := map[string]bool{}
	for _, e := range found {
		names[e.Name] = true
	}
	if len(names) != threads*each {
		t.Errorf("%d of %d events", len(names), threads*each)
	}
}

// TestPrivate checks who may read a trace.
func TestPrivate(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	path := filepath.Join(t.TempDir(), "trace.json")
	r, err := Start(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// TestTwoWriters gives the second of two recorders of one name a file of its own,
// and empties what an earlier run has left.
func TestTwoWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.json")
	if err := os.WriteFile(path, bytes.Repeat([]byte("old "), 10_000), 0o600); err != nil {
		t.Fatal(err)
	}
	first, err := Start(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Start(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%s.%d", path, os.Getpid()); second.Path() != want {
		t.Errorf("the second is %s, want %s", second.Path(), want)
	}
	first.Kernel(Kernel{Name: "k"})
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	load(t, first.Path())
	load(t, second.Path())
}

// TestProcessNumber replaces %p.
func TestProcessNumber(t *testing.T) {
	dir := t.TempDir()
	r, err := Start(filepath.Join(dir, "t%p.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if want := filepath.Join(dir, fmt.Sprintf("t%d.json", os.Getpid())); r.Path() != want {
		t.Errorf("%s, want %s", r.Path(), want)
	}
}

// TestNoFile checks the errors of Start.
func TestNoFile(t *testing.T) {
	for _, path := range []string{"", filepath.Join(t.TempDir(), "no", "such"), t.TempDir()} {
		if r, err := Start(path); err == nil || r != nil {
			t.Errorf("Start(%q) gives %v, %v", path, r, err)
		}
	}
}

// TestDescriptorTaken closes the trace's descriptor and gives its number to another
// file, as a daemon does: that file must not be written.
func TestDescriptorTaken(t *testing.T) {
	dir := t.TempDir()
	r, err := Start(filepath.Join(dir, "trace.json"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.Create(filepath.Join(dir, "other"))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := syscall.Dup2(int(other.Fd()), r.file.fd); err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(r.file.fd)
	r.Kernel(Kernel{Name: "k"})
	if err := r.Close(); err != errTaken {
		t.Errorf("Close gives %v", err)
	}
	if info, _ := other.Stat(); info.Size() != 0 {
		t.Errorf("%d bytes were written to another file", info.Size())
	}
}

// TestDiskFull records to a device that takes nothing.
func TestDiskFull(t *testing.T) {
	if r, err := Start("/dev/full"); r != nil || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Start gives %v, %v", r, err)
	}
}

// TestSizeLimit records more than a file may hold.
func TestSizeLimit(t *testing.T) {
	defer func(old int64) { sizeLimit = old }(sizeLimit)
	sizeLimit = 300_000
	r, err := Start(filepath.Join(t.TempDir(), "trace.json"))
	if err != nil {
		t.Fatal(err)
	}
	const all = 10_000
	for range all {
		r.Kernel(Kernel{Name: "k"})
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	kernels := 0
	var dropped float64
	for _, e := range load(t, r.Path()) {
		if e.Cat == "kernel" {
			kernels++
		}
		if e.Name == "omp2cl end" {
			dropped = e.Args["dropped"].(float64)
		}
	}
	if kernels == 0 || dropped == 0 || kernels+int(dropped) != all {
		t.Errorf("%d kernels and %v dropped of %d", kernels, dropped, all)
	}
}

// TestAfterClose checks that late events are lost and do no harm.
func TestAfterClose(t *testing.T) {
	r, err := Start(filepath.Join(t.TempDir(), "trace.json"))
	if err != nil {
		t.Fatal(err)
	}
	r.Kernel(Kernel{Name: "k"})
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	r.Kernel(Kernel{Name: "late"})
	r.Flush()
	if err := r.Close(); err != nil {
		t.Errorf("the second Close gives %v", err)
	}
	load(t, r.Path())
	if text, _ := os.ReadFile(r.Path()); strings.Contains(string(text), "late") {
		t.Error("an event was recorded after Close")
	}
}

// TestClock compares Now with the system's clock, which C code reads.
func TestClock(t *testing.T) {
	for range 100 {
		before, now, after := systemClock(), Now(), systemClock()
		if now < before-uncertain || now > after+uncertain {
			t.Fatalf("Now is %d between %d and %d, known to %d", now, before, after, uncertain)
		}
	}
}

func BenchmarkTransfer(b *testing.B) {
	r, err := Start(filepath.Join(b.TempDir(), "trace.json"))
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	for b.Loop() {
		r.Transfer(Transfer{Span: Span{Now(), Now()}, Place: place, Variable: "a[0:n]", Bytes: 4096, Why: FirstUse})
	}
}
