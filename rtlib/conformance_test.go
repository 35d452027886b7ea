package rtlib

import (
	"encoding/binary"
	"testing"
	"unsafe"

	"omp2cl/ppe"
	"omp2cl/rtlib/fake"
)

// The conformance suite: the same tests on a fake and on every real device. A
// kernel is OpenCL text for the real ones and a Go function for the fake.

const hidden = ", __global char *omp2cl_arena, __global char *omp2cl_scratch)\n"

var conformanceUnit = Unit{
	File: "user.c",
	Kernels: []Code{
		{Symbol: "increment", Text: "__kernel void increment(__global char *a, long a_off, int n" + hidden + `{
    __global int *p = (__global int *)(a + a_off);
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) p[i] += 1;
}
`},
		{Symbol: "follow", Text: "struct node { int value; struct node *next; };\n" +
			"__kernel void follow(__global char *s, long s_off, __global char *out, long out_off" + hidden + `{
    __global char *node = s + s_off;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum = sum * 10 + *(__global int *)node;
        node = (__global char *)*(__global ulong *)(node + 8);
    }
    *(__global int *)(out + out_off) = sum;
}
`},
		{Symbol: "private_sum", Text: "__kernel void private_sum(__global char *f, long f_off, __global char *p, long p_off," +
			" char c, short s, int i, long l, __global char *out, long out_off, __global char *absent, long absent_off" + hidden + `{
    __global long *first = (__global long *)(f + f_off), *mine = (__global long *)(p + p_off);
    mine[0] = 100000; mine[7] = 200000;
    first[1] += 5;
    *(__global long *)(out + out_off) = first[0] + first[1] + mine[0] + mine[7] + c + s + i + l
        + ((absent == 0 && absent_off == 0) ? 1000000 : 0);
}
`},
		{Symbol: "add_to_given", Text: "__kernel void add_to_given(__global char *s, long s_off, ulong first, ulong given" + hidden + `{
    __global short *p = (__global short *)(s + s_off);
    if (given) *p = (short)first;
    *p += 1;
}
`},
		{Symbol: "arena_step", Needs: []string{"@counter", "@pointer"},
			Text: "__kernel void arena_step(__global char *out, long out_off" + hidden + `{
    __global int *counter = (__global int *)(omp2cl_arena + OMP2CL_AT_counter);
    __global int *p = (__global int *)*(__global ulong *)(omp2cl_arena + OMP2CL_AT_pointer);
    *counter += 1;
    *(__global int *)(out + out_off) = *counter + (p ? p[1] : 0);
}
`},
		{Symbol: "scratch_check", Text: "__kernel void scratch_check(__global char *out, long out_off" + hidden + `{
    __global uint *head = (__global uint *)omp2cl_scratch;
    ulong groups = get_num_groups(0), local_size = get_local_size(0);
    ulong team = 64 + 24 * get_group_id(0), items = 64 + ((24 * groups + 63) & ~63UL);
    ulong item = items + 32 * (get_group_id(0) * local_size + get_local_id(0));
    *(__global ulong *)(omp2cl_scratch + item) = item;
    if (get_local_id(0) == 0) *(__global ulong *)(omp2cl_scratch + team + 16) = team;
    if (get_global_id(0) == 0) {
        __global ulong *o = (__global ulong *)(out + out_off);
        o[0] = groups; o[1] = local_size;
        o[2] = *(__global ulong *)(head + 8) - items + *(__global ulong *)(head + 10) - 32;
        for (int i = 0; i < 8; i++) o[2] += head[i];
    }
}
`},
		{Symbol: "assert_fails", Text: "__kernel void assert_fails(int fail" + hidden + `{
    if (fail) *(__global uint *)omp2cl_arena = 1;
}
`},
	},
}

// conformanceFake has the suite's kernels as Go functions.
func conformanceFake(shared bool) *fake.Device {
	d := fakeDevice(ppe.GPU, shared)
	if shared {
		d.Info.Kind = ppe.CPU
	}
	d.Kernels["increment"] = func(c *fake.Call) {
		p := unsafe.Slice((*int32)(c.At(0)), int(binary.LittleEndian.Uint32(c.Bytes(2))))
		for i := range p {
			p[i]++
		}
	}
	d.Kernels["follow"] = func(c *fake.Call) {
		sum, node := int32(0), c.At(0)
		for range 3 {
			sum = sum*10 + *(*int32)(node)
			node = *(*unsafe.Pointer)(unsafe.Add(node, 8))
		}
		*(*int32)(c.At(2)) = sum
	}
	d.Kernels["private_sum"] = func(c *fake.Call) {
		first, mine := (*[4]int64)(c.At(0)), (*[8]int64)(c.At(2))
		mine[0], mine[7] = 100000, 200000
		first[1] += 5
		sum := first[0] + first[1] + mine[0] + mine[7] + int64(int8(c.Bytes(4)[0])) +
			int64(int16(binary.LittleEndian.Uint16(c.Bytes(5)))) + int64(int32(binary.LittleEndian.Uint32(c.Bytes(6)))) +
			int64(binary.LittleEndian.Uint64(c.Bytes(7)))
		if c.Pointer(10) == nil && c.Word(11) == 0 {
			sum += 1000000
		}
		*(*int64)(c.At(8)) = sum
	}
	d.Kernels["add_to_given"] = func(c *fake.Call) {
		s := (*int16)(c.At(0))
		if c.Word(3) != 0 {
			*s = int16(c.Word(2))
		}
		*s++
	}
	d.Kernels["arena_step"] = func(c *fake.Call) {
		arena := c.Pointer(2)
		counter := (*int32)(unsafe.Add(arena, 264)) // it moved when its size became known
		*counter++
		sum := *counter
		if p := *(**[2]int32)(unsafe.Add(arena, 256)); p != nil {
			sum += p[1]
		}
		*(*int32)(c.At(0)) = sum
	}
	d.Kernels["scratch_check"] = func(c *fake.Call) {
		scratch := c.Pointer(3)
		o := (*[3]uint64)(c.At(0))
		items := 64 + (24*c.Groups+63)&^63
		o[0], o[1], o[2] = c.Groups, c.Local, (*[8]uint64)(scratch)[4]-items+(*[8]uint64)(scratch)[5]-32
		for _, w := range (*[8]uint32)(scratch) {
			o[2] += uint64(w)
		}
		end := items + 32*c.Groups*c.Local
		clear(unsafe.Slice((*byte)(unsafe.Add(scratch, 64)), end-64)) // must all be there
	}
	d.Kernels["assert_fails"] = func(c *fake.Call) {
		if c.Bytes(0)[0] != 0 {
			*(*uint32)(c.Pointer(1)) = 1
		}
	}
	return d
}

// conformance runs a test on every backend.
func conformance(t *testing.T, test func(t *testing.T, r *rig, b backend)) {
	for _, b := range backends(t) {
		t.Run(b.name, func(t *testing.T) {
			b.config.CacheDir = t.TempDir() + "/omp2cl"
			r := newRig(t, b.config, b.open())
			if _, fakes := r.driver.(*fake.Driver); !fakes {
				r.process.Remember = nil
			}
			unit := conformanceUnit
			r.unit = &unit
			test(t, r, b)
		})
	}
}

// on runs a region on the backend's device.
func (r *rig) on(b backend, g *Region, l Launch, values ...Value) {
	r.t.Helper()
	if !r.Target(g, b.number, false, &l, values) {
		r.t.Fatalf("%s ran on the host:\n%s", g.position(), r.printed())
	}
}

func TestMapAndCount(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		a := hostSlice[int32](r.driver, 1000)
		n := hostSlice[int32](r.driver, 1)
		n[0] = 800
		g := r.region("increment", uint32(ppe.SPMD), Item{"a[100:800]", ArgMap, MapTo | MapFrom}, Item{Name: "n", Kind: ArgValue})
		v := part(a, 100, 800)
		v.Base = v.Begin
		data := r.region("", 0, Item{"a", MapOnly, MapTo | MapFrom})
		shared := r.devices[b.number].ready() == nil && r.devices[b.number].shared
		r.DataBegin(data, b.number, false, []Value{of(a)})
		for range 3 {
			r.on(b, g, Launch{Trip: 800}, v, of(n))
		}
		if !shared && a[100] != 0 {
			t.Errorf("inside the data environment the host has a[100] = %d, want 0", a[100])
		}
		r.DataEnd(data, b.number, false, []Value{of(a)})
		r.on(b, g, Launch{Trip: 800}, v, of(n))
		for i := range a {
			want := int32(4)
			if i < 100 || i >= 900 {
				want = 0
			}
			if a[i] != want {
				t.Fatalf("a[%d] = %d, want %d", i, a[i], want)
			}
		}
	})
}

// TestGivenValues has a kernel store what the runtime need not send, and sees that it does
// not where the device has a value that counts.
func TestGivenValues(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		s := hostSlice[int16](r.driver, 1)
		g := r.region("add_to_given", uint32(ppe.SPMD), Item{"s", ArgMap, MapTo | MapFrom}, Item{Name: "s", Kind: ArgFirst}, Item{Name: "s", Kind: ArgGiven})
		once := func() { r.on(b, g, Launch{Trip: 1}, of(s), of(s), of(s)) }
		expect := func(want int16) {
			t.Helper()
			if s[0] != want {
				t.Fatalf("the value is %d, want %d", s[0], want)
			}
		}
		s[0] = -300
		once()
		expect(-299)
		once() // the device has the value
		expect(-298)
		s[0] = 77
		once()
		expect(78)
		data := r.region("", 0, Item{"s", MapOnly, MapTo | MapFrom})
		r.DataBegin(data, b.number, false, []Value{of(s)})
		once()
		once()
		r.DataEnd(data, b.number, false, []Value{of(s)})
		expect(80)
	})
}

func TestAlwaysUpdateDelete(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		a, n := hostSlice[int32](r.driver, 10), hostSlice[int32](r.driver, 1)
		n[0] = 10
		whole := func(construct string, m MapType) {
			g := r.region("", 0, Item{"a", MapOnly, m})
			switch construct {
			case "enter":
				r.EnterData(g, b.number, false, []Value{of(a)})
			case "exit":
				r.ExitData(g, b.number, false, []Value{of(a)})
			case "update":
				r.Update(g, b.number, false, []Value{of(a)})
			}
		}
		inc := r.region("increment", uint32(ppe.SPMD), Item{"a", ArgMap, MapAlloc}, Item{Name: "n", Kind: ArgValue})
		expect := func(what string, want int32) {
			t.Helper()
			if a[3] != want {
				t.Errorf("%s: a[3] = %d, want %d", what, a[3], want)
			}
		}
		a[3] = 5
		whole("enter", MapTo)
		whole("enter", MapTo) // two references
		r.on(b, inc, Launch{}, of(a), of(n))
		whole("update", MapFrom)
		expect("after update from", 6)
		a[3] = 50
		whole("update", MapTo)
		r.on(b, inc, Launch{}, of(a), of(n))
		whole("exit", MapFrom|MapAlways)
		expect("after exit always from", 51)
		if !r.IsPresent(of(a).Base, b.number) {
			t.Error("gone with a reference left")
		}
		whole("enter", MapTo)
		whole("exit", MapDelete)
		if r.IsPresent(of(a).Base, b.number) {
			t.Error("present after delete")
		}
		whole("exit", MapRelease) // not present: nothing happens
		whole("update", MapTo)
		a[3] = 7
		r.on(b, r.region("increment", uint32(ppe.SPMD), Item{"a", ArgMap, MapTo | MapFrom}, Item{Name: "n", Kind: ArgValue}),
			Launch{}, of(a), of(n))
		expect("mapped anew", 8)
	})
}

// node is a list node: value at 0, next at 8.
type node struct {
	value int32
	next  uintptr
}

func TestAttach(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		nodes := hostSlice[node](r.driver, 3)
		out := hostSlice[int32](r.driver, 1)
		at := func(i int) uintptr { return of(nodes).Base + uintptr(i)*16 }
		for i := range nodes {
			nodes[i] = node{int32(i + 1), at((i + 1) % 3)}
		}
		slot := func(i int) Value { return Value{nodes[i].next, at(i) + 8, 0} }
		one := func(i int) Value { return Value{at(i), at(i), 16} }
		enter := r.region("", 0, Item{"n0", MapOnly, MapTo}, Item{"n1", MapOnly, MapTo}, Item{"n2", MapOnly, MapTo})
		// An ATTACH may stand before the map of what it points to.
		link := r.region("", 0, Item{"p0", Attach, 0}, Item{"n0", MapOnly, MapTo}, Item{"p1", Attach, 0}, Item{"p2", Attach, 0})
		follow := r.region("follow", uint32(ppe.Sequential), Item{"n0", ArgMap, MapTo | MapFrom}, Item{"out", ArgMap, MapFrom})
		r.EnterData(enter, b.number, false, []Value{one(0), one(1), one(2)})
		r.EnterData(link, b.number, false, []Value{slot(0), one(0), slot(1), slot(2)})
		r.on(b, follow, Launch{}, one(0), of(out))
		if out[0] != 123 {
			t.Errorf("followed %d, want 123", out[0])
		}
		// New values go up and come down around the attached pointers.
		nodes[1].value = 7
		up := r.region("", 0, Item{"n1", MapOnly, MapTo}, Item{"n2", MapOnly, MapFrom})
		r.Update(up, b.number, false, []Value{one(1), one(2)})
		r.on(b, follow, Launch{}, one(0), of(out))
		if out[0] != 173 {
			t.Errorf("followed %d after update, want 173", out[0])
		}
		// Attached anew to another node.
		nodes[0].next = at(2)
		r.EnterData(r.region("", 0, Item{"p0", Attach, 0}), b.number, false, []Value{slot(0)})
		r.on(b, follow, Launch{}, one(0), of(out))
		if out[0] != 131 {
			t.Errorf("followed %d after the second attachment, want 131", out[0])
		}
		exit := r.region("", 0, Item{"n0", MapOnly, MapFrom | MapDelete}, Item{"n1", MapOnly, MapFrom | MapDelete}, Item{"n2", MapOnly, MapFrom | MapDelete})
		r.ExitData(exit, b.number, false, []Value{one(0), one(1), one(2)})
		for i, want := range []uintptr{at(2), at(2), at(0)} {
			if nodes[i].next != want {
				t.Errorf("the host's pointer of node %d is %#x, want %#x", i, nodes[i].next, want)
			}
		}
	})
}

func TestArgumentKinds(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		first, out := hostSlice[int64](r.driver, 4), hostSlice[int64](r.driver, 1)
		c, s := hostSlice[int8](r.driver, 1), hostSlice[int16](r.driver, 1)
		i, l := hostSlice[int32](r.driver, 1), hostSlice[int64](r.driver, 1)
		first[0], first[1], c[0], s[0], i[0], l[0] = 10, 20, -1, -2, -3, 1<<40
		g := r.region("private_sum", uint32(ppe.Sequential), Item{Name: "first", Kind: ArgFirstPrivate},
			Item{Name: "mine", Kind: ArgPrivate}, Item{Name: "c", Kind: ArgValue}, Item{Name: "s", Kind: ArgValue},
			Item{Name: "i", Kind: ArgValue}, Item{Name: "l", Kind: ArgValue}, Item{"out", ArgMap, MapFrom},
			Item{"absent", ArgZeroLength, MapImplicit})
		mine := Value{0, 0, 64}
		for range 2 {
			r.on(b, g, Launch{}, of(first), mine, of(c), of(s), of(i), of(l), of(out), Value{Base: 0x1234567000})
			if want := int64(10 + 25 + 300000 - 6 + 1<<40 + 1000000); out[0] != want {
				t.Errorf("sum is %d, want %d", out[0], want)
			}
		}
		if first[1] != 20 {
			t.Errorf("the host's firstprivate variable is %d, want 20", first[1])
		}
	})
}

func TestArena(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		counter, linked := hostSlice[int32](r.driver, 1), hostSlice[int32](r.driver, 4)
		out := hostSlice[int32](r.driver, 1)
		counter[0], linked[2] = 40, 1000
		other := &Unit{File: "other.c", Vars: []Var{{Symbol: "counter", Name: "counter", Address: of(counter).Base, Size: 4, Align: 4}}}
		r.unit.Vars = []Var{{Symbol: "counter", Name: "counter", Address: of(counter).Base, Align: 4}, // size unknown here
			{Symbol: "pointer", Name: "linked", Address: of(linked).Base + 4, Size: 12, Link: true, Align: 4}}
		r.AddUnit(r.unit)
		r.AddUnit(other)
		step := r.region("arena_step", uint32(ppe.Sequential), Item{"out", ArgMap, MapFrom})
		expect := func(what string, want int32) {
			t.Helper()
			if out[0] != want {
				t.Errorf("%s: %d, want %d", what, out[0], want)
			}
		}
		r.on(b, step, Launch{}, of(out))
		expect("first step", 41)
		if counter[0] != 40 {
			t.Errorf("the host's variable is %d, want 40", counter[0])
		}
		update := r.region("", 0, Item{"counter", MapOnly, MapFrom})
		r.Update(update, b.number, false, []Value{of(counter)})
		if counter[0] != 41 {
			t.Errorf("after update the host's variable is %d, want 41", counter[0])
		}
		// A map of it transfers nothing; update to does.
		mapped := r.region("", 0, Item{"counter", MapOnly, MapTo | MapFrom})
		counter[0] = 7
		r.DataBegin(mapped, b.number, false, []Value{of(counter)})
		r.on(b, step, Launch{}, of(out))
		expect("mapped", 42)
		r.DataEnd(mapped, b.number, false, []Value{of(counter)})
		if counter[0] != 7 {
			t.Errorf("map copied a declare target variable back: %d", counter[0])
		}
		// A link variable: mapped by a section that does not begin with it.
		link := r.region("", 0, Item{"linked[1:2]", MapOnly, MapTo})
		r.EnterData(link, b.number, false, []Value{part(linked, 2, 2)})
		r.on(b, step, Launch{}, of(out))
		expect("link variable mapped", 43+1000)
		r.ExitData(r.region("", 0, Item{"linked[1:2]", MapOnly, MapRelease}), b.number, false, []Value{part(linked, 2, 2)})
		r.on(b, step, Launch{}, of(out))
		expect("link variable gone", 44)
		// An object loaded later: the arena grows, what it holds stays.
		big := hostSlice[byte](r.driver, 300000)
		late := &Unit{File: "late.c", Vars: []Var{{Symbol: "big", Name: "big", Address: of(big).Base, Size: 300000, Align: 16}}}
		r.AddUnit(late)
		r.on(b, step, Launch{}, of(out))
		expect("after growth", 45)
		if !r.IsPresent(of(big).Base, b.number) {
			t.Error("a late variable is not present")
		}
		r.DropUnit(late)
		if r.IsPresent(of(big).Base, b.number) {
			t.Error("a variable of an unloaded object is present")
		}
	})
}

func TestScratch(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		out := hostSlice[uint64](r.driver, 3)
		g := r.region("scratch_check", uint32(ppe.General), Item{"out", ArgMap, MapFrom})
		g.TeamScratch = 24
		for _, c := range []struct{ teams, threads int64 }{{1, 1}, {5, 8}, {100, 2}, {3, 16}, {2, 256}, {2, 5}} {
			r.on(b, g, Launch{NumTeams: c.teams, NumThreads: c.threads, ItemScratch: 20}, of(out))
			if out[0] != uint64(c.teams) || out[1] != uint64(c.threads) || out[2] != 0 {
				t.Errorf("%d teams of %d threads asked for, %d of %d given; scratch header sum %d",
					c.teams, c.threads, out[0], out[1], out[2])
			}
		}
	})
}

func TestAssertion(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		fail := hostSlice[int32](r.driver, 1)
		g := r.region("assert_fails", flagMayAssert, Item{Name: "fail", Kind: ArgValue})
		r.on(b, g, Launch{}, of(fail))
		if r.aborts != 0 {
			t.Error("aborted without a failed assertion")
		}
		fail[0] = 1
		r.on(b, g, Launch{}, of(fail))
		if r.aborts != 1 {
			t.Error("a failed assertion did not abort")
		}
	})
}

func TestDeviceMemoryRoutines(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		a, c, n := hostSlice[int32](r.driver, 64), hostSlice[int32](r.driver, 64), hostSlice[int32](r.driver, 1)
		for i := range a {
			a[i] = int32(i)
		}
		n[0] = 32
		host := r.NumDevices()
		p := r.Alloc(256, b.number)
		if p == 0 {
			t.Fatal("no device memory")
		}
		if !r.Copy(p, uint64(of(a).Base), 256, 0, 0, b.number, host) {
			t.Fatal("copy to the device failed")
		}
		inc := r.region("increment", uint32(ppe.SPMD), Item{Name: "p", Kind: ArgDevicePtr}, Item{Name: "n", Kind: ArgValue})
		r.on(b, inc, Launch{}, Value{Base: uintptr(p) + 64}, of(n)) // pointer arithmetic: elements 16 to 47
		q := r.Alloc(256, b.number)
		if !r.Copy(q, p, 128, 128, 128, b.number, b.number) || !r.Copy(q, p, 128, 0, 0, b.number, b.number) {
			t.Error("copy on the device failed")
		}
		if !r.Copy(uint64(of(c).Base), q, 256, 0, 0, host, b.number) {
			t.Error("copy from the device failed")
		}
		for i := range c {
			want := int32(i)
			if i >= 16 && i < 48 {
				want++
			}
			if c[i] != want {
				t.Fatalf("c[%d] = %d, want %d", i, c[i], want)
			}
		}
		// A 2 x 3 part of an 8 x 8 matrix.
		rect := Rect{ElementSize: 4, Volume: []uint64{2, 3}, DstOffset: []uint64{1, 1}, SrcOffset: []uint64{4, 5},
			DstShape: []uint64{4, 16}, SrcShape: []uint64{8, 8}}
		if !r.CopyRect(uint64(of(c).Base), p, rect, host, b.number) {
			t.Error("copy of a part failed")
		}
		if c[17] != 38 || c[19] != 40 || c[33] != 46 || c[20] != 21 || c[16] != 17 {
			t.Errorf("copied part: %v", c[16:36])
		}
		rect.Volume[1] = 9
		if r.CopyRect(uint64(of(c).Base), p, rect, host, b.number) {
			t.Error("a part with rows that overlap was copied")
		}
		// Host memory with device memory of the program's.
		if !r.Associate(of(a).Base, p, 256, 0, b.number) || !r.IsPresent(of(a).Base+255, b.number) {
			t.Error("omp_target_associate_ptr failed")
		}
		r.Update(r.region("", 0, Item{"a", MapOnly, MapFrom}), b.number, false, []Value{of(a)})
		if a[16] != 17 {
			t.Errorf("update from associated memory: a[16] = %d, want 17", a[16])
		}
		if !r.Disassociate(of(a).Base, b.number) || r.IsPresent(of(a).Base, b.number) {
			t.Error("omp_target_disassociate_ptr failed")
		}
		r.Free(p, b.number)
		r.Free(q, b.number)
	})
}

func TestUseDevicePtr(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		a, n, slot := hostSlice[int32](r.driver, 64), hostSlice[int32](r.driver, 1), hostSlice[uintptr](r.driver, 1)
		n[0], slot[0] = 8, of(a).Base+16
		data := r.region("", 0, Item{Name: "p", Kind: UseDevicePtr}, Item{"a", MapOnly, MapTo | MapFrom})
		inc := r.region("increment", uint32(ppe.SPMD), Item{Name: "p", Kind: ArgDevicePtr}, Item{Name: "n", Kind: ArgValue})
		values := []Value{of(slot), of(a)}
		r.DataBegin(data, b.number, false, values)
		r.on(b, inc, Launch{}, Value{Base: slot[0]}, of(n))
		r.DataEnd(data, b.number, false, values)
		if a[3] != 0 || a[4] != 1 || a[11] != 1 || a[12] != 0 {
			t.Errorf("a = %v", a[:16])
		}
	})
}

// TestMembers maps members of a structure: the span is allocated, the members
// are copied.
func TestMembers(t *testing.T) {
	conformance(t, func(t *testing.T, r *rig, b backend) {
		r.AddUnit(r.unit)
		s, n := hostSlice[int32](r.driver, 6), hostSlice[int32](r.driver, 1)
		n[0] = 6
		set := func() {
			for i := range s {
				s[i] = int32(10 * i)
			}
		}
		shared := r.devices == nil && r.NumDevices() > 0 && r.devices[b.number].ready() == nil && r.devices[b.number].shared
		g := r.region("increment", uint32(ppe.SPMD), Item{"s", ArgMap, MapAlloc}, Item{"s.b", MapOnly, MapTo | MapFrom | MapMember},
			Item{"s.d", MapOnly, MapTo | MapMember}, Item{Name: "n", Kind: ArgValue})
		run := func() { r.on(b, g, Launch{}, of(s), part(s, 1, 2), part(s, 4, 1), of(n)) }
		expect := func(what string, want ...int32) {
			t.Helper()
			for i := range s {
				if !shared && s[i] != want[i] || shared && s[i] != int32(10*i+1) {
					t.Errorf("%s: %v, want %v", what, s, want)
					return
				}
			}
		}
		set()
		run()
		expect("members", 0, 11, 21, 30, 40, 50)
		// Inside an environment of the same shape nothing moves before its end.
		data := r.region("", 0, g.Items[:3]...)
		data.Items[0].Map, data.Items[2].Map = MapAlloc, MapFrom|MapTo|MapMember
		g.Items = append([]Item{}, g.Items...)
		values := []Value{of(s), part(s, 1, 2), part(s, 4, 1)}
		set()
		r.DataBegin(data, b.number, false, values)
		run()
		if !shared {
			expect("inside", 0, 10, 20, 30, 40, 50)
		}
		r.DataEnd(data, b.number, false, values)
		expect("at the end", 0, 11, 21, 30, 41, 50)
		if r.IsPresent(of(s).Base, b.number) {
			t.Error("the structure is still present")
		}
	})
}
