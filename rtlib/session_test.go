package rtlib

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/fake"
)

func TestReadConfig(t *testing.T) {
	for _, c := range []struct {
		env      map[string]string
		want     Config
		warnings int
	}{
		{map[string]string{"HOME": "/home/u"}, Config{CacheDir: "/home/u/.cache/omp2cl"}, 0},
		{map[string]string{"HOME": "/home/u", "XDG_CACHE_HOME": "/c", "OMP_TARGET_OFFLOAD": " Mandatory ", "OMP2CL_INFO": "2"},
			Config{Offload: OffloadMandatory, Info: 2, CacheDir: "/c/omp2cl"}, 0},
		{map[string]string{"HOME": "/h", "XDG_CACHE_HOME": "relative", "OMP_TARGET_OFFLOAD": "disabled", "OMP2CL_HOST_MEMORY": "separate"},
			Config{Offload: OffloadDisabled, HostMemory: HostMemorySeparate, CacheDir: "/h/.cache/omp2cl"}, 0},
		{map[string]string{"HOME": "/h", "OMP_TARGET_OFFLOAD": "maybe", "OMP_NUM_TEAMS": "0", "OMP_TEAMS_THREAD_LIMIT": "32", "OMP2CL_INFO": "x"},
			Config{ThreadLimit: 32, CacheDir: "/h/.cache/omp2cl"}, 3},
		{map[string]string{"HOME": "/h", "OMP2CL_CACHE": "off", "OMP_NUM_TEAMS": "7"}, Config{NumTeams: 7}, 0},
		{nil, Config{}, 0},
	} {
		got, warnings := ReadConfig(func(name string) string { return c.env[name] })
		if (got.CacheDir == "") != (got.NoCache != "") {
			t.Errorf("%v: cache %q, reason %q", c.env, got.CacheDir, got.NoCache)
		}
		got.NoCache = ""
		if got != c.want || len(warnings) != c.warnings {
			t.Errorf("%v: %+v with warnings %q, want %+v and %d", c.env, got, warnings, c.want, c.warnings)
		}
	}
}

// TestPick is the table of who runs a construct.
func TestPick(t *testing.T) {
	for _, c := range []struct {
		offload   Offload
		devices   int
		number    int
		byDefault bool
		want      string // "device", "host", or what the error says
	}{
		{OffloadDefault, 2, 1, false, "device"},
		{OffloadDefault, 2, 2, false, "host"},
		{OffloadDefault, 2, 3, false, "host"},
		{OffloadDefault, 2, -1, false, "host"},
		{OffloadDefault, 2, DeviceHost, false, "host"},
		{OffloadDefault, 0, 0, true, "host"},
		{OffloadMandatory, 2, 0, true, "device"},
		{OffloadMandatory, 2, 2, false, "host"},
		{OffloadMandatory, 2, -1, false, "host"},
		{OffloadMandatory, 2, DeviceHost, false, "host"},
		{OffloadMandatory, 2, 3, false, "there is no device 3: the device numbers are 0 to 1"},
		{OffloadMandatory, 2, -7, false, "there is no device -7"},
		{OffloadMandatory, 0, 0, true, "there is no device: no OpenCL library"},
		{OffloadMandatory, 0, 0, false, "host"},
		{OffloadMandatory, 0, 1, false, "there is no device"},
		{OffloadDisabled, 2, 0, true, "host"},
		{OffloadDisabled, 2, 9, false, "host"},
	} {
		d := &fake.Driver{}
		for range c.devices {
			d.List = append(d.List, fakeDevice(ppe.GPU, false))
		}
		r := newRig(t, Config{Offload: c.offload, Info: 1}, d)
		g := &Region{File: "user.c", Line: 3, Column: 9, Construct: "target"}
		if c.want == "device" || c.want == "host" {
			if got := r.pick(g, c.number, c.byDefault); (got != nil) != (c.want == "device") {
				t.Errorf("%+v: %v", c, got)
			}
			continue
		}
		text := r.ends(func() { r.pick(g, c.number, c.byDefault) })
		if !strings.Contains(text, "user.c:3:9: error: 'target' cannot run on a device: "+c.want) {
			t.Errorf("%+v: %q", c, text)
		}
	}
}

func TestHostFallbackIsExplainedOnce(t *testing.T) {
	r := newRig(t, Config{Info: 1}, &fake.Driver{})
	g := &Region{File: "user.c", Line: 3, Column: 9, Construct: "target"}
	for range 3 {
		if r.Target(g, 0, true, &Launch{}, nil) {
			t.Fatal("ran on a device")
		}
	}
	want := "omp2cl: user.c:3:9: 'target' runs on the host: there is no device: no OpenCL library: this is a test\n"
	if got := r.printed(); got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}

func TestDevicesAreNotTouchedWithoutNeed(t *testing.T) {
	r := newRig(t, Config{Offload: OffloadDisabled}, nil) // a nil driver panics when asked
	r.AddUnit(&Unit{File: "user.c"})
	if r.NumDevices() != 0 || r.Target(&Region{}, 0, true, &Launch{}, nil) || !r.IsHost(0) {
		t.Error("disabled offloading finds a device")
	}
}

// TestUnbuildableKernel takes the region to the host with the data it needs, and
// the data back to the device afterwards.
func TestUnbuildableKernel(t *testing.T) {
	r, d := newFake(t, Config{Info: 1})
	d.Rejects = func(text string) string {
		if strings.Contains(text, "bad") {
			return "user.c:7:3: error: no such thing"
		}
		return ""
	}
	d.Kernels["good"] = func(c *fake.Call) { *(*int32)(c.At(0)) *= 2 }
	r.kernels(Code{Symbol: "good", Text: "good"}, Code{Symbol: "bad", Text: "bad"})
	a := hostSlice[int32](r.driver, 1)
	a[0] = 5
	data := r.region("", 0, Item{"a", MapOnly, MapTo | MapFrom})
	good, bad := r.region("good", 0, Item{"a", ArgMap, MapTo | MapFrom}), r.region("bad", 0, Item{"a", ArgMap, MapTo | MapFrom})
	r.DataBegin(data, 0, true, []Value{of(a)})
	r.run(good, Launch{}, of(a)) // alone: one bad kernel does not take it to the host
	if r.Target(bad, 0, true, &Launch{}, []Value{of(a)}) {
		t.Fatal("a kernel that cannot be built ran")
	}
	if a[0] != 10 {
		t.Errorf("the host has %d before its version runs, want 10", a[0])
	}
	a[0]++ // the host's version
	r.run(good, Launch{}, of(a))
	r.DataEnd(data, 0, true, []Value{of(a)})
	if a[0] != 22 {
		t.Errorf("the result is %d, want 22", a[0])
	}
	if !strings.Contains(r.printed(), "user.c:3:9: 'target' runs on the host") || !strings.Contains(r.printed(), "user.c:7:3: error: no such thing") {
		t.Errorf("printed %q", r.printed())
	}
	r.config.Offload = OffloadMandatory
	text := r.ends(func() { r.Target(bad, 0, true, &Launch{}, []Value{of(a)}) })
	if !strings.HasPrefix(text, "user.c:3:9: error: 'target' cannot run on a device: device 0 (fake)") || !strings.Contains(text, "no such thing") {
		t.Errorf("mandatory: %q", text)
	}
}

func TestLargerWorkGroupBuildsAgain(t *testing.T) {
	r, d := newFake(t, Config{})
	var local []uint64
	d.Kernels["k"] = func(c *fake.Call) { local = append(local, c.Local) }
	r.kernels(Code{Symbol: "k"})
	g := r.region("k", uint32(ppe.SPMD))
	for _, threads := range []int64{0, 200, 129, 4096, 16} {
		r.run(g, Launch{NumThreads: threads})
	}
	r.Settle()
	if d.Builds.Load() != 2 {
		t.Errorf("%d builds, want 2: for 128 and 256, which the kernel cannot have more of", d.Builds.Load())
	}
	want := []uint64{128, 200, 129, 256, 16}
	for i := range want {
		if local[i] != want[i] {
			t.Fatalf("local sizes %v, want %v", local, want)
		}
	}
}

func TestOutOfDeviceMemory(t *testing.T) {
	r, d := newFake(t, Config{})
	d.Info.MaxAlloc = 1 << 20
	d.Kernels["k"] = func(*fake.Call) {}
	r.kernels(Code{Symbol: "k"})
	a := hostSlice[byte](r.driver, 2<<20)
	g := r.region("k", 0, Item{"a[0:n]", ArgMap, MapTo})
	text := r.ends(func() { r.run(g, Launch{}, of(a)) })
	want := "user.c:1:9: error: variable 'a[0:n]' (2.0 MiB) could not be allocated on device 0 (fake): CL_INVALID_BUFFER_SIZE (Alloc)\n" +
		"user.c:1:9: note: the largest single object of this device is 1.0 MiB; map it in sections\n"
	if text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

// TestReferenceLastsAsLongAsTheKernel releases data while a kernel of another
// thread, which has transfers behind it, still uses them.
func TestReferenceLastsAsLongAsTheKernel(t *testing.T) {
	r, d := newFake(t, Config{})
	d.Info.GlobalMem = 0 // a freed buffer is gone
	started, goOn := make(chan bool), make(chan bool)
	d.Kernels["slow"] = func(c *fake.Call) {
		close(started)
		<-goOn
		*(*int32)(c.At(2)) = *(*int32)(c.At(0))
	}
	r.kernels(Code{Symbol: "slow"})
	common, out := hostSlice[int32](r.driver, 1), hostSlice[int32](r.driver, 1)
	common[0] = 7
	r.EnterData(r.region("", 0, Item{"common", MapOnly, MapTo}), 0, true, []Value{of(common)})
	slow := r.region("slow", 0, Item{"common", ArgMap, MapTo | MapFrom}, Item{"out", ArgMap, MapFrom})
	done := make(chan bool)
	go func() {
		r.Target(slow, 0, true, &Launch{}, []Value{of(common), of(out)})
		close(done)
	}()
	<-started
	r.ExitData(r.region("", 0, Item{"common", MapOnly, MapRelease}), 0, true, []Value{of(common)})
	if !r.IsPresent(of(common).Base, 0) {
		t.Error("the data is gone while the kernel runs")
	}
	common[0] = 8
	close(goOn)
	<-done
	if out[0] != 7 || common[0] != 7 {
		t.Errorf("out is %d, common %d; want 7, 7: the region had the last reference", out[0], common[0])
	}
	if r.IsPresent(of(common).Base, 0) {
		t.Error("the data is still present")
	}
}

// TestTwoDevices keeps two data environments apart and copies between devices.
func TestTwoDevices(t *testing.T) {
	first, second := conformanceFake(false), conformanceFake(false)
	r := newRig(t, Config{}, &fake.Driver{List: []*fake.Device{first, second}})
	unit := conformanceUnit
	r.unit = &unit
	r.AddUnit(r.unit)
	a, n := hostSlice[int32](r.driver, 10), hostSlice[int32](r.driver, 1)
	n[0] = 10
	enter := r.region("", 0, Item{"a", MapOnly, MapTo})
	exit := r.region("", 0, Item{"a", MapOnly, MapFrom})
	inc := r.region("increment", uint32(ppe.SPMD), Item{"a", ArgMap, MapTo | MapFrom}, Item{Name: "n", Kind: ArgValue})
	for device := range 2 {
		r.EnterData(enter, device, false, []Value{of(a)})
	}
	for device, times := range []int{3, 5} {
		for range times {
			r.on(backend{number: device}, inc, Launch{}, of(a), of(n))
		}
	}
	if a[0] != 0 {
		t.Errorf("the host has %d while both devices hold the data", a[0])
	}
	for device, want := range []int32{3, 5} {
		r.ExitData(exit, device, false, []Value{of(a)})
		if a[9] != want {
			t.Errorf("device %d gives %d, want %d", device, a[9], want)
		}
	}
	if first.Builds.Load() != 1 || second.Builds.Load() != 1 {
		t.Errorf("%d and %d builds, want one each", first.Builds.Load(), second.Builds.Load())
	}
	p, q := r.Alloc(40, 0), r.Alloc(40, 1)
	b := hostSlice[int32](r.driver, 10)
	if !r.Copy(p, uint64(of(a).Base), 40, 0, 0, 0, 2) || !r.Copy(q, p, 20, 20, 0, 1, 0) ||
		!r.Copy(uint64(of(b).Base), q, 20, 20, 20, 2, 1) || b[4] != 0 || b[5] != 5 || b[9] != 5 {
		t.Errorf("copied between devices: %v", b)
	}
	if r.Copy(q, p, 20, 0, 0, 1, 1) || r.Copy(q, q, 41, 0, 0, 2, 1) {
		t.Error("a copy with an address of another device, or beyond the end, succeeds")
	}
}

// TestSpareBuffers frees what is kept for later when memory runs out.
func TestSpareBuffers(t *testing.T) {
	r, d := newFake(t, Config{})
	d.Kernels["k"] = func(*fake.Call) {}
	r.kernels(Code{Symbol: "k"})
	a, b := hostSlice[byte](r.driver, 1000), hostSlice[byte](r.driver, 2000)
	g := r.region("k", 0, Item{"a", ArgMap, MapTo})
	allocs := 0
	full := false
	d.Fail = func(call string) error {
		if call != "Alloc" {
			return nil
		}
		if allocs++; full && d.Live() > 2 { // arena and scratch only
			return &driver.Error{Call: call, Code: driver.OutOfDeviceMemory, Name: "FULL"}
		}
		return nil
	}
	for range 3 {
		r.run(g, Launch{}, of(a))
	}
	if allocs != 3 { // arena, scratch, a
		t.Errorf("%d allocations, want 3", allocs)
	}
	full = true
	r.run(g, Launch{}, of(b))
	if live := d.Live(); live != 3 {
		t.Errorf("%d buffers live, want arena, scratch and one spare", live)
	}
}

// TestEveryCallFails makes each call of the API fail in turn: the program ends
// with a message about the construct, or goes on where it can.
func TestEveryCallFails(t *testing.T) {
	message := regexp.MustCompile(`^(user\.c:\d+:9|omp2cl): error: .*CL_TEST_FAILURE \(`)
	for fatal := 0; ; fatal++ {
		r, d := newFake(t, Config{})
		d.Kernels["k"] = func(*fake.Call) {}
		calls, failed := 0, ""
		d.Fail = func(call string) error {
			if calls++; calls-1 != fatal {
				return nil
			}
			failed = call
			return &driver.Error{Call: call, Code: -5, Name: "CL_TEST_FAILURE"}
		}
		variable := hostSlice[int64](r.driver, 2)
		r.unit.Vars = []Var{{Symbol: "v", Name: "v", Address: of(variable).Base, Size: 8, Link: true}}
		r.kernels(Code{Symbol: "k"})
		a := hostSlice[uintptr](r.driver, 4)
		a[1] = of(a).Base
		g := r.region("k", flagMayAssert, Item{"a", ArgMap, MapTo | MapFrom}, Item{"a[1]", Attach, 0},
			Item{Name: "f", Kind: ArgFirstPrivate}, Item{"v", MapOnly, MapTo})
		done, status := false, 0
		func() {
			defer func() {
				if e, ok := recover().(exited); ok {
					status = e.status
				}
			}()
			ran := r.Target(g, 0, true, &Launch{}, []Value{of(a), {of(a).Base, of(a).Base + 8, 0}, of(a), part(variable, 0, 1)})
			done = true
			if !ran && failed != "Open" && failed != "Build" && failed != "Kernel" {
				t.Errorf("failure of %s: the host runs the region", failed)
			}
		}()
		if failed == "" {
			if fatal < 15 || !done {
				t.Fatalf("only %d calls, done %v: %s", fatal, done, r.printed())
			}
			return
		}
		if !done && (status != 1 || !message.MatchString(r.printed())) {
			t.Errorf("failure of call %d, %s: status %d, %q", fatal, failed, status, r.printed())
		}
	}
}

func TestCompose(t *testing.T) {
	var p registry
	p.init()
	s := NewSession(Config{}, &fake.Driver{}, Process{})
	x, y := hostSlice[int32](&fake.Host{}, 1), hostSlice[int32](&fake.Host{}, 1)
	a := &Unit{File: "a.c", Types: "struct t { int i; };",
		Kernels: []Code{{Symbol: "k1", Text: "KERNEL1", Needs: []string{"f", "@x"}}, {Symbol: "k2", Text: "KERNEL2", Needs: []string{"missing"}}, {Symbol: "k3", Text: "KERNEL3", Needs: []string{"loop"}}},
		Functions: []Code{{Symbol: "f", Prototype: "int f(void);", Text: "F", Needs: []string{"g", "h"}},
			{Symbol: "loop", Needs: []string{"loop2"}}, {Symbol: "loop2", Needs: []string{"loop"}}},
		Vars: []Var{{Symbol: "x", Name: "x", Address: of(x).Base, Size: 4}}}
	b := &Unit{File: "b.c", Types: "struct u { int i; };",
		Functions: []Code{{Symbol: "g", Prototype: "int g(void);", Text: "G", Needs: []string{"h", "@y_b"}}, {Symbol: "h", Prototype: "int h(void);", Text: "H"}},
		Vars:      []Var{{Symbol: "y_b", Name: "y", Address: of(y).Base, Size: 4}}}
	s.AddUnit(a)
	s.AddUnit(b)
	text, err := s.program.compose(a, "")
	if err != nil {
		t.Fatal(err)
	}
	i := strings.Index(text, a.Types)
	head, tail := text[:max(i, 0)], text[max(i, 0):]
	if !strings.HasPrefix(head, "#define OMP2CL_AT_x 256L\n#define OMP2CL_AT_y_b 264L\n#line 1 \"omp2cl prelude\"\n") {
		t.Errorf("the program begins with %q", head[:min(len(head), 200)])
	}
	want := "struct t { int i; };\nstruct u { int i; };\nint h(void);\nint g(void);\nint f(void);\nH\nG\nF\nKERNEL1\n"
	if tail != want {
		t.Errorf("the program ends with %q, want %q", tail, want)
	}
	for kernel, want := range map[string]string{
		"k2": "no object of the program has device code of function 'missing', which 'k2' calls",
		"k3": "recursion is not possible on a device: 'loop' is called by 'loop2' and calls it",
		"k4": "a.c has no kernel k4",
	} {
		if _, err := s.program.compose(a, kernel); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", kernel, err, want)
		}
	}
	s.DropUnit(b)
	if _, err := s.program.compose(a, "k1"); err == nil || !strings.Contains(err.Error(), "function 'g', which 'f' calls") {
		t.Errorf("after unloading: %v", err)
	}
}

func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "omp2cl")
	run := func(dir string) (*fake.Device, string) {
		r, d := newFake(t, Config{CacheDir: dir, Info: 1})
		d.Kernels["k"] = func(*fake.Call) {}
		r.kernels(Code{Symbol: "k", Text: "text of k"})
		r.run(r.region("k", 0), Launch{})
		return d, r.printed()
	}
	expect := func(what, dir string, builds, loads int64) {
		t.Helper()
		if d, text := run(dir); d.Builds.Load() != builds || d.Loads.Load() != loads {
			t.Errorf("%s: %d builds and %d loads, want %d and %d\n%s", what, d.Builds.Load(), d.Loads.Load(), builds, loads, text)
		}
	}
	expect("first", dir, 1, 0)
	expect("second", dir, 0, 1)
	files, _ := filepath.Glob(dir + "/*")
	if len(files) != 1 || !strings.HasSuffix(files[0], ".bin") {
		t.Fatalf("files %v, want one binary", files)
	}
	if info, _ := os.Stat(files[0]); info.Mode().Perm() != 0o600 {
		t.Errorf("the binary has mode %v, want 0600", info.Mode())
	}
	sound, _ := os.ReadFile(files[0])
	for name, bad := range map[string][]byte{
		"empty": {}, "cut": sound[:len(sound)-1], "longer": append(append([]byte{}, sound...), 'x'),
		"foreign": []byte("\x7fELF and so on, long enough to hold a checksum and a size, or is it not?"),
		"bit":     append(append([]byte{}, sound[:len(sound)-1]...), sound[len(sound)-1]^1),
	} {
		os.WriteFile(files[0], bad, 0o600)
		expect(name, dir, 1, 0)
		expect(name+", repaired", dir, 0, 1)
	}
	// A sound file that the driver refuses.
	os.WriteFile(files[0], sound, 0o600)
	r, d := newFake(t, Config{CacheDir: dir})
	key := strings.TrimSuffix(filepath.Base(files[0]), ".bin")
	cache{dir, binaryMagic, ".bin"}.store(key, []byte("not the fake's"))
	d.Kernels["k"] = func(*fake.Call) {}
	r.kernels(Code{Symbol: "k", Text: "text of k"})
	r.run(r.region("k", 0), Launch{})
	if d.Loads.Load() != 1 || d.Builds.Load() != 1 {
		t.Error("a binary that the driver refuses is not built again")
	}
	// A file of another key's contents under this key.
	other := cache{dir, binaryMagic, ".bin"}
	other.store(strings.Repeat("0", 64), []byte("fake binary:else"))
	data, _ := os.ReadFile(other.file(strings.Repeat("0", 64)))
	os.WriteFile(files[0], data, 0o600)
	expect("another's contents", dir, 1, 0)

	open := filepath.Join(t.TempDir(), "omp2cl")
	os.Mkdir(open, 0o755)
	_, text := run(open)
	if !strings.Contains(text, "omp2cl: kernel binaries are not cached: "+open+" has mode 0755, not 0700\n") {
		t.Errorf("an open directory: %q", text)
	}
	link := filepath.Join(t.TempDir(), "omp2cl")
	os.Symlink(dir, link)
	if _, text = run(link); !strings.Contains(text, "is not a directory") {
		t.Errorf("a link: %q", text)
	}
	if _, text = run(""); !strings.Contains(text, "kernel binaries are not cached") {
		t.Errorf("no directory: %q", text)
	}
}

func TestLayout(t *testing.T) {
	l := newLayout()
	vars := []Var{{Address: 0x1000, Size: 3, Align: 1}, {Address: 0x2000, Size: 100, Align: 64},
		{Address: 0x1000, Size: 12, Align: 4}, {Address: 0x3000, Size: 1 << 20, Link: true}, {Address: 0x4000, Size: 8}}
	for i := range vars {
		if err := l.add(&vars[i]); err != nil {
			t.Fatal(err)
		}
	}
	for address, want := range map[uintptr]uint64{0x1000: 424, 0x2000: 320, 0x3000: 440, 0x4000: 448} {
		if got := l.slots[address].offset; got != want {
			t.Errorf("variable at %#x is at %d, want %d", address, got, want)
		}
	}
	l.fixed = true
	if err := l.add(&Var{Name: "late", Address: 0x2000, Size: 101}); err == nil {
		t.Error("a variable grew after its place was used")
	}
	if l.remove(&vars[0]) || !l.remove(&vars[2]) || l.remove(&vars[2]) {
		t.Error("a place must go with its last registration")
	}
	if len(l.order) != 3 {
		t.Errorf("%d places left, want 3", len(l.order))
	}
}

func TestFormatBytes(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 bytes", 1023: "1023 bytes", 1536: "1.5 KiB", 4 << 30: "4.0 GiB", 1 << 63: "8.0 EiB"} {
		if got := formatBytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestDriverErrors(t *testing.T) {
	err := error(&driver.Error{Call: "clX", Code: driver.OutOfDeviceMemory, Name: "CL_MEM_OBJECT_ALLOCATION_FAILURE"})
	if !driver.IsMemory(err) || driver.IsMemory(errors.New("x")) || err.Error() != "CL_MEM_OBJECT_ALLOCATION_FAILURE (clX)" {
		t.Error(err)
	}
}

// TestOpensWhatIsUsed has two devices of which a program uses one.
func TestOpensWhatIsUsed(t *testing.T) {
	opened := map[string]int{}
	var list []*fake.Device
	for _, name := range []string{"first", "second"} {
		d := fakeDevice(ppe.GPU, false)
		d.Info.Name = name
		d.Kernels["k"] = func(*fake.Call) {}
		d.Fail = func(call string) error {
			if call == "Open" {
				opened[name]++
			}
			return nil
		}
		list = append(list, d)
	}
	r := newRig(t, Config{}, &fake.Driver{List: list})
	r.kernels(Code{Symbol: "k"})
	g := r.region("k", 0)
	if r.Target(g, 2, false, &Launch{}, nil) || len(opened) != 0 {
		t.Errorf("for a region on the host, opened: %v", opened)
	}
	for range 2 {
		if !r.Target(g, 1, false, &Launch{}, nil) {
			t.Fatal("ran on the host")
		}
	}
	if len(opened) != 1 || opened["second"] != 1 {
		t.Errorf("opened: %v, want the second device, once", opened)
	}
}

// TestBuildOptions looks at those that depend on the host's flags.
func TestBuildOptions(t *testing.T) {
	const exact = "-cl-fp32-correctly-rounded-divide-sqrt"
	for _, c := range []struct {
		has     bool
		options string
		want    string
	}{
		{true, "", exact},
		{false, "", ""},
		{true, "-cl-finite-math-only", exact + " -cl-finite-math-only"},
		{true, "-cl-fast-relaxed-math", "-cl-fast-relaxed-math"},
	} {
		r, d := newFake(t, Config{})
		d.Info.ExactDivide = c.has
		r.unit.Options = c.options
		got := r.Devices()[0].builder.options(programKey{r.unit, "", 128, false})
		want := strings.TrimSpace("-cl-std=CL1.2 -w -D OMP2CL_CPU=0 -D OMP2CL_UNITS=2 -D OMP2CL_LOCAL_MEM=0 -D OMP2CL_MAX_LOCAL=128 " + c.want)
		if got != want {
			t.Errorf("%q: %q, want %q", c.options, got, want)
		}
	}
}
