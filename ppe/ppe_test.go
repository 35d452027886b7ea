package ppe

import (
	"strings"
	"testing"
)

var (
	cpu2  = Device{Kind: CPU, Shy: true, Units: 2, MaxLocal: 4096}
	cpu64 = Device{Kind: CPU, Shy: true, Units: 64, MaxLocal: 4096}
	h200  = Device{Kind: GPU, Vendor: "NVIDIA Corporation", Units: 132, Warp: 32, MaxLocal: 1024, LocalMem: 48 << 10}
	amd   = Device{Kind: GPU, Vendor: "Advanced Micro Devices, Inc.", Units: 40, Warp: 64, MaxLocal: 256, LocalMem: 64 << 10}
	intel = Device{Kind: GPU, Vendor: "Intel(R) Corporation", Integrated: true, Units: 96, MaxLocal: 512, LocalMem: 64 << 10}
	tiny  = Device{Kind: GPU, Units: 1, MaxLocal: 64}
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name   string
		device Device
		loop   Loop
		want   Geometry
	}{
		{"sequential", h200, Loop{Form: Sequential, NumTeams: 9}, Geometry{1, 1}},
		{"CPU loop", cpu2, Loop{Form: SPMD, Trip: 1 << 20}, Geometry{8, 1}},
		{"CPU loop, many cores", cpu64, Loop{Form: SPMD, Trip: 1 << 20}, Geometry{256, 1}},
		{"CPU loop, short", cpu2, Loop{Form: SPMD, Trip: 3}, Geometry{3, 1}},
		{"CPU loop, trip unknown", cpu2, Loop{Form: SPMD}, Geometry{8, 1}},
		{"CPU general", cpu2, Loop{Form: General, Trip: 100}, Geometry{8, 8}},
		{"CPU general, short", cpu2, Loop{Form: General, Trip: 2}, Geometry{2, 8}},
		{"CPU, barriers in branches", cpu2, Loop{Form: General, Branching: true, Trip: 100, NumThreads: 4}, Geometry{8, 1}},
		{"GPU's forms on a CPU, barriers in branches", Device{Kind: GPU, Shy: true, Units: 2}, Loop{Form: General, Branching: true, Trip: 129}, Geometry{32, 1}},
		{"GPU, barriers in branches", h200, Loop{Form: General, Branching: true, Trip: 129}, Geometry{129, 128}},
		{"CPU one team", cpu2, Loop{Form: SPMD, OneTeam: true, Trip: 1000}, Geometry{1, 8}},
		{"GPU loop", h200, Loop{Form: SPMD, Trip: 1 << 30}, Geometry{2112, 128}},
		{"GPU loop, short", h200, Loop{Form: SPMD, Trip: 129}, Geometry{2, 128}},
		{"GPU loop of the largest trip", h200, Loop{Form: SPMD, Trip: ^uint64(0)}, Geometry{2112, 128}},
		{"GPU loop that streams", h200, Loop{Form: SPMD, Streams: true, Trip: 1<<26 + 1}, Geometry{1 << 16, 128}},
		{"GPU loop that streams and is uneven", h200, Loop{Form: SPMD, Streams: true, Uneven: true, Trip: 1<<26 + 1}, Geometry{1 << 18, 128}},
		{"GPU loop that streams, three times what the device holds", h200, Loop{Form: SPMD, Streams: true, Trip: 3 * 2112 * 1024}, Geometry{6336, 128}},
		{"GPU loop that streams, less than that", h200, Loop{Form: SPMD, Streams: true, Trip: 3*2112*1024 - 1}, Geometry{2112, 128}},
		{"GPU loop that streams, short", h200, Loop{Form: SPMD, Streams: true, Trip: 129}, Geometry{2, 128}},
		{"private arrays that the cache holds", h200, Loop{Form: SPMD, Trip: 1 << 30, Kernel: Kernel{Private: 64}}, Geometry{2112, 128}},
		{"private arrays", h200, Loop{Form: SPMD, Trip: 1 << 30, Kernel: Kernel{Private: 160}}, Geometry{8 * 132, 128}},
		{"large private arrays", h200, Loop{Form: SPMD, Trip: 1 << 30, Kernel: Kernel{Private: 4000}}, Geometry{4 * 132, 128}},
		{"GPU loop that streams, trip unknown", h200, Loop{Form: SPMD, Streams: true}, Geometry{2112, 128}},
		{"GPU loop that streams, of the largest trip", h200, Loop{Form: SPMD, Streams: true, Trip: ^uint64(0)}, Geometry{(1<<31 - 1) / 1024, 128}},
		{"GPU loop that streams, num_teams", h200, Loop{Form: SPMD, Streams: true, Trip: 1 << 26, NumTeams: 7}, Geometry{7, 128}},
		{"CPU loop that streams", cpu2, Loop{Form: SPMD, Streams: true, Trip: 1 << 26}, Geometry{8, 1}},
		{"GPU general", h200, Loop{Form: General, Trip: 129}, Geometry{129, 128}},
		{"GPU one team", h200, Loop{Form: General, OneTeam: true, NumTeams: 5}, Geometry{1, 128}},
		{"arrays of unknown length", h200, Loop{Form: SPMD, Trip: 1 << 30, Scratch: 2048}, Geometry{1024, 128}},
		{"long arrays of unknown length", h200, Loop{Form: SPMD, Trip: 1 << 30, Scratch: 1 << 40}, Geometry{1, 128}},
		{"arrays of unknown length on a CPU", cpu2, Loop{Form: SPMD, Trip: 1 << 30, Scratch: 1 << 40}, Geometry{8, 1}},
		{"arrays of unknown length, num_teams", h200, Loop{Form: SPMD, Trip: 1 << 30, Scratch: 1 << 40, NumTeams: 3}, Geometry{3, 128}},
		{"many values", h200, Loop{Form: SPMD, Heavy: true, Trip: 1 << 24}, Geometry{1320, 128}},
		{"many values, short", h200, Loop{Form: SPMD, Heavy: true, Trip: 1 << 12}, Geometry{32, 128}},
		{"many values on a CPU", cpu2, Loop{Form: SPMD, Heavy: true, Trip: 1 << 24}, Geometry{8, 1}},
		{"rows that other loads tell", h200, Loop{Form: SPMD, Roams: true, Trip: 1 << 24}, Geometry{1056, 128}},
		{"the same on a CPU", cpu2, Loop{Form: SPMD, Roams: true, Trip: 1 << 24}, Geometry{8, 1}},
		{"bins", h200, Loop{Form: SPMD, Gathers: true, Trip: 1 << 18}, Geometry{256, 128}},
		{"bins, long", h200, Loop{Form: SPMD, Gathers: true, Trip: 1 << 22}, Geometry{2112, 128}},
		{"bins, short", h200, Loop{Form: SPMD, Gathers: true, Trip: 1 << 14}, Geometry{128, 128}},
		{"bins on a CPU", cpu2, Loop{Form: SPMD, Gathers: true, Trip: 1 << 5}, Geometry{8, 1}},
		{"num_teams is exact", h200, Loop{Form: SPMD, Trip: 10, NumTeams: 7}, Geometry{7, 128}},
		{"num_threads", cpu2, Loop{Form: SPMD, Trip: 1000, NumThreads: 16}, Geometry{8, 16}},
		{"thread_limit below num_threads", h200, Loop{Form: SPMD, Trip: 1000, NumThreads: 64, ThreadLimit: 32}, Geometry{32, 32}},
		{"num_threads below thread_limit", h200, Loop{Form: SPMD, Trip: 1000, NumThreads: 10, ThreadLimit: 32}, Geometry{100, 10}},
		{"thread_limit on a CPU", cpu2, Loop{Form: SPMD, Trip: 8000, NumTeams: 32, ThreadLimit: 256}, Geometry{32, 1}},
		{"thread_limit on a CPU, general", cpu2, Loop{Form: General, Trip: 8000, ThreadLimit: 256}, Geometry{8, 8}},
		{"a low thread_limit on a CPU", cpu2, Loop{Form: General, Trip: 8000, ThreadLimit: 3}, Geometry{8, 3}},
		{"both on a CPU", cpu2, Loop{Form: SPMD, Trip: 8000, NumThreads: 64, ThreadLimit: 16}, Geometry{8, 16}},
		{"device limit", tiny, Loop{Form: SPMD, Trip: 1000, NumThreads: 4096}, Geometry{16, 64}},
		{"kernel limit", h200, Loop{Form: SPMD, Trip: 1000, Kernel: Kernel{MaxLocal: 64}}, Geometry{16, 64}},
		{"teams without parallel", h200, Loop{Form: General, NoParallel: true, Trip: 5, ThreadLimit: 8}, Geometry{5, 1}},
		{"teams without parallel, SPMD form", cpu2, Loop{Form: SPMD, NoParallel: true, Trip: 5}, Geometry{5, 1}},
		{"AMD", amd, Loop{Form: SPMD, Trip: 1 << 30}, Geometry{320, 256}},
		{"AMD, general", amd, Loop{Form: General, Trip: 1 << 30}, Geometry{320, 128}},
		{"Intel, integrated", intel, Loop{Form: SPMD, Trip: 1 << 30}, Geometry{192, 128}},
		{"another integrated GPU", Device{Kind: GPU, Vendor: "ARM", Integrated: true, Units: 10}, Loop{Form: SPMD, Trip: 1 << 30}, Geometry{120, 64}},
		{"another GPU", Device{Kind: GPU, Vendor: "Matrox", Units: 10}, Loop{Form: SPMD, Trip: 1 << 30}, Geometry{160, 128}},
		{"an Intel CPU", Device{Kind: CPU, Vendor: "GenuineIntel", Units: 10}, Loop{Form: SPMD, Trip: 1 << 30}, Geometry{40, 1}},
		{"the kernel's limit is no multiple", h200, Loop{Form: SPMD, Trip: 1000, Kernel: Kernel{MaxLocal: 120, Multiple: 32}}, Geometry{11, 96}},
		{"no multiple, the device's warp", amd, Loop{Form: SPMD, Trip: 1000, Kernel: Kernel{MaxLocal: 250}}, Geometry{6, 192}},
		{"a limit below the multiple", amd, Loop{Form: SPMD, Trip: 100, Kernel: Kernel{MaxLocal: 20}}, Geometry{5, 20}},
		{"the user's size is no multiple", h200, Loop{Form: SPMD, Trip: 1000, ThreadLimit: 100, Kernel: Kernel{Multiple: 32}}, Geometry{10, 100}},
		{"a CPU's multiple means nothing", cpu2, Loop{Form: General, Trip: 100, Kernel: Kernel{Multiple: 5}}, Geometry{8, 8}},
		{"local memory for 5 groups: 3 waves", h200, Loop{Form: SPMD, Trip: 1 << 30, Kernel: Kernel{LocalMem: 38 << 10}}, Geometry{15 * 132, 128}},
		{"local memory for one group", h200, Loop{Form: SPMD, Trip: 1 << 30, Kernel: Kernel{LocalMem: 48 << 10}}, Geometry{2112, 128}},
		{"local memory for many", h200, Loop{Form: SPMD, Trip: 1 << 30, Kernel: Kernel{LocalMem: 1 << 10}}, Geometry{2112, 128}},
		{"accelerator is scheduled like a GPU", Device{Kind: Accelerator, Units: 2}, Loop{Form: SPMD}, Geometry{32, 128}},
	} {
		if got := Choose(c.device, c.loop); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestBuild(t *testing.T) {
	for _, c := range []struct {
		device Device
		local  uint64
		macros string
	}{
		{cpu2, 8, "OMP2CL_SHY=1 OMP2CL_CPU=1"},
		{h200, 128, "OMP2CL_CPU=0 OMP2CL_UNITS=132 OMP2CL_LOCAL_MEM=49152"},
		{tiny, 64, "OMP2CL_CPU=0 OMP2CL_UNITS=1 OMP2CL_LOCAL_MEM=0"},
	} {
		if got := BuildLocal(c.device); got != c.local {
			t.Errorf("%v: build local %d, want %d", c.device, got, c.local)
		}
		if got := strings.Join(Macros(c.device), " "); got != c.macros {
			t.Errorf("%v: macros %s, want %s", c.device, got, c.macros)
		}
	}
}

// TestBuildLocalCoversDefaults keeps a first build good for every launch whose
// size the user did not choose.
func TestBuildLocalCoversDefaults(t *testing.T) {
	for _, d := range []Device{cpu2, cpu64, h200, amd, intel, tiny, {Kind: Accelerator, Units: 1}} {
		for _, f := range []Form{Sequential, SPMD, General} {
			for _, one := range []bool{false, true} {
				if g := Choose(d, Loop{Form: f, OneTeam: one}); g.Local > BuildLocal(d) {
					t.Errorf("%v form %d: local %d above the first build's %d", d, f, g.Local, BuildLocal(d))
				}
			}
		}
	}
}

// TestCPULocalIsFixed keeps PoCL, which compiles a kernel for each size of groups, at
// one compilation: how long a loop is does not matter.
func TestCPULocalIsFixed(t *testing.T) {
	for _, form := range []Form{SPMD, General} {
		for flags := range 8 {
			l := Loop{Form: form, OneTeam: flags&1 != 0, NoParallel: flags&2 != 0, Branching: flags&4 != 0}
			want := Choose(cpu2, l).Local
			for _, trip := range []uint64{1, 2, 3, 100, 1 << 20, 1 << 40, ^uint64(0)} {
				l.Trip = trip
				if g := Choose(cpu2, l); g.Local != want {
					t.Errorf("%+v: local %d, want %d as for other lengths", l, g.Local, want)
				}
			}
		}
	}
}
