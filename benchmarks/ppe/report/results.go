package main

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
)

// side is what was measured of one side: milliseconds of a run, their median, the
// best, and the quartiles.
type side struct {
	Ms   float64 `json:"ms"`
	Best float64 `json:"best"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Runs int     `json:"runs"`
}

// result is one program at one size, as bench writes it, and what follows from it.
type result struct {
	Program     string  `json:"program"`
	What        string  `json:"what"`
	Level       int     `json:"level"`
	N           int     `json:"n"`
	Footprint   float64 `json:"footprint"` // bytes of all arrays
	Bytes       float64 `json:"bytes"`     // that a run moves at least; 0: not the point
	Flops       float64 `json:"flops"`     // of a run; 0: not the point
	DeviceName  string  `json:"device_name"`
	DeviceIsCPU bool    `json:"device_is_cpu"`
	Device      side    `json:"device"` // translated by omp2cl
	Host        side    `json:"host"`   // gcc
	OpenCL      side    `json:"opencl"` // hand-written
	Difference  float64 `json:"difference"`
	Right       bool    `json:"right"`
	Failed      bool    `json:"failed,omitempty"`

	OverHost   float64 `json:"gcc_over_ours"`
	OverOpenCL float64 `json:"opencl_over_ours"`
	CeilingMs  float64 `json:"ceiling_ms"` // no run can be faster than memory and arithmetic allow
}

// machine names what the measurement ran on.
type machine struct {
	CPU      string `json:"cpu"`
	Cores    int    `json:"cores"`
	Kernel   string `json:"kernel"`
	Compiler string `json:"compiler"`
	Flags    string `json:"flags"`
	Device   string `json:"device"`
}

// means are geometric means of ratios over programs: above 1, the translated program
// is faster.
type means struct {
	Level      int     `json:"level"`
	OverHost   float64 `json:"gcc_over_ours"`
	OverOpenCL float64 `json:"opencl_over_ours"`
}

// suite is everything that is reported.
type suite struct {
	Quick   bool      `json:"quick"`
	Best    bool      `json:"best"` // ms is the time of the best run, not the median
	Machine machine   `json:"machine"`
	Peak    float64   `json:"peak_flops"` // multiply-add in registers, each counted as two
	Means   []means   `json:"means"`
	Overall means     `json:"overall"`
	Wrong   int       `json:"wrong"` // results that failed or are wrong
	Results []*result `json:"results"`

	triad []point // bytes of a footprint, bytes per second
}

// The programs that measure the machine's ceilings.
const (
	bandwidthProgram = "triad"
	peakProgram      = "fma"
)

func read(r io.Reader) ([]*result, error) {
	var all []*result
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		one := new(result)
		if err := json.Unmarshal(lines.Bytes(), one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, lines.Err()
}

func thisMachine(o options) machine {
	kernel, _ := os.ReadFile("/proc/sys/kernel/osrelease")
	return machine{
		CPU:      cpuName(),
		Cores:    runtime.NumCPU(),
		Kernel:   strings.TrimSpace(string(kernel)),
		Compiler: o.compiler,
		Flags:    o.flags,
	}
}

func cpuName() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

func newSuite(o options, m machine, all []*result) *suite {
	s := &suite{Quick: o.quick, Best: o.best, Machine: m, Results: all}
	for _, r := range all {
		if o.best {
			r.Device.Ms, r.Host.Ms, r.OpenCL.Ms = r.Device.Best, r.Host.Best, r.OpenCL.Best
		}
		if !r.Right {
			s.Wrong++
			continue
		}
		s.Machine.Device = r.DeviceName
		r.OverHost = r.Host.Ms / r.Device.Ms
		r.OverOpenCL = r.OpenCL.Ms / r.Device.Ms
	}
	s.findCeilings()
	for level := range s.levels() {
		s.Means = append(s.Means, s.mean(func(r *result) bool { return r.Level == level }))
		s.Means[level].Level = level
	}
	s.Overall = s.mean(func(*result) bool { return true })
	s.Overall.Level = -1
	return s
}

// levels is one more than the highest level.
func (s *suite) levels() int {
	n := 0
	for _, r := range s.Results {
		n = max(n, r.Level+1)
	}
	return n
}

// mean is over the right results that are chosen, without the one program that is
// there for the ceiling only. It is 0 of none.
func (s *suite) mean(chosen func(*result) bool) means {
	var host, opencl []float64
	for _, r := range s.Results {
		if r.Right && r.Program != peakProgram && chosen(r) {
			host = append(host, r.OverHost)
			opencl = append(opencl, r.OverOpenCL)
		}
	}
	return means{OverHost: geometricMean(host), OverOpenCL: geometricMean(opencl)}
}

func geometricMean(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range v {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(v)))
}

// findCeilings takes the fastest of the sides that use the device; on a CPU these are
// all three.
func (s *suite) findCeilings() {
	for _, r := range s.Results {
		if !r.Right {
			continue
		}
		switch r.Program {
		case bandwidthProgram:
			s.triad = append(s.triad, point{r.Footprint, r.Bytes / r.fastest() * 1e3})
		case peakProgram:
			s.Peak = max(s.Peak, r.Flops/r.fastest()*1e3)
		}
	}
	slices.SortFunc(s.triad, func(a, b point) int { return int(math.Copysign(1, a.x-b.x)) })
	for _, r := range s.Results {
		r.CeilingMs = s.ceiling(r)
	}
}

func (r *result) fastest() float64 {
	best := min(r.Device.Best, r.OpenCL.Best)
	if r.DeviceIsCPU {
		best = min(best, r.Host.Best)
	}
	return best
}

// ceiling is the time in milliseconds that the machine's bandwidth for that footprint
// and its arithmetic peak allow; 0 if neither is known.
func (s *suite) ceiling(r *result) float64 {
	seconds := 0.0
	if len(s.triad) > 0 && r.Footprint > 0 {
		seconds = r.Bytes / interpolate(s.triad, r.Footprint)
	}
	if s.Peak > 0 {
		seconds = max(seconds, r.Flops/s.Peak)
	}
	return seconds * 1e3
}

type point struct{ x, y float64 }

// interpolate is linear between the logarithms of sorted points, and constant outside.
func interpolate(sorted []point, x float64) float64 {
	for i, p := range sorted {
		if x > p.x {
			continue
		}
		if i == 0 {
			return p.y
		}
		before := sorted[i-1]
		share := math.Log(x/before.x) / math.Log(p.x/before.x)
		return before.y * math.Pow(p.y/before.y, share)
	}
	return sorted[len(sorted)-1].y
}
