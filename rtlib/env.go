package rtlib

import (
	"fmt"
	"strconv"
	"strings"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
)

// Offload is the value of OMP_TARGET_OFFLOAD.
type Offload uint8

// Values of OMP_TARGET_OFFLOAD (OpenMP 5.0, 6.17).
const (
	OffloadDefault Offload = iota
	OffloadMandatory
	OffloadDisabled
)

// HostMemory says whether devices that share memory with the host use it in
// place (OMP2CL_HOST_MEMORY).
type HostMemory uint8

// Values of OMP2CL_HOST_MEMORY.
const (
	HostMemoryAuto HostMemory = iota
	HostMemoryShared
	HostMemorySeparate
)

// Schedule says for which kind of device kernels are built and launched
// (OMP2CL_SCHEDULE): the device's own, or another one, whose forms are to be looked
// at or tested.
type Schedule uint8

// Values of OMP2CL_SCHEDULE.
const (
	ScheduleAuto Schedule = iota
	ScheduleCPU
	ScheduleGPU
)

// kind is the kind of device that kernels are made for on a device of the kind own.
func (s Schedule) kind(own ppe.Kind) ppe.Kind {
	switch s {
	case ScheduleCPU:
		return ppe.CPU
	case ScheduleGPU:
		return ppe.GPU
	}
	return own
}

// Config is what the environment says.
type Config struct {
	Offload     Offload
	HostMemory  HostMemory
	NumTeams    uint64   // OMP_NUM_TEAMS, 0 = not set
	ThreadLimit uint64   // OMP_TEAMS_THREAD_LIMIT, 0 = not set
	Schedule    Schedule // OMP2CL_SCHEDULE
	Tune        Tune     // OMP2CL_TUNE
	Info        int      // OMP2CL_INFO: 0, 1 or 2
	DTM         DTM      // OMP2CL_DTM
	Trace       string   // OMP2CL_TRACE: the file, "" = none
	Stats       string   // OMP2CL_STATS: the file, "" = none

	Staging     driver.Staging // OMP2CL_STAGING
	CopyThreads uint64         // OMP2CL_STAGING_THREADS, 0 = not set

	DeviceMemory uint64 // OMP2CL_DEVICE_MEMORY: bytes that a device is to be used as if it had, 0 = not set
	StackSize    uint64 // OMP2CL_STACK_SIZE: bytes of a work-item's stack, 0 = not set
	CacheDir     string // of kernel binaries; "" = none
	NoCache      string // why there is none
}

// ReadConfig reads the environment through getenv. warnings has a line for each
// value that is not understood and therefore ignored.
func ReadConfig(getenv func(string) string) (c Config, warnings []string) {
	e := envReader{getenv: getenv}
	c.Offload = Offload(e.word("OMP_TARGET_OFFLOAD", "default", "mandatory", "disabled"))
	c.HostMemory = HostMemory(e.word("OMP2CL_HOST_MEMORY", "auto", "shared", "separate"))
	c.Schedule = Schedule(e.word("OMP2CL_SCHEDULE", "auto", "cpu", "gpu"))
	c.Tune = tuneKinds[e.word("OMP2CL_TUNE", tuneWords...)]
	c.DTM = DTM(e.word("OMP2CL_DTM", dtmNames...))
	c.Trace, c.Stats = getenv("OMP2CL_TRACE"), getenv("OMP2CL_STATS")
	c.Staging = driver.Staging(e.word("OMP2CL_STAGING", "auto", "always", "never"))
	c.CopyThreads = e.number("OMP2CL_STAGING_THREADS")
	c.DeviceMemory = e.size("OMP2CL_DEVICE_MEMORY")
	c.StackSize = e.size("OMP2CL_STACK_SIZE")
	c.Info = e.word("OMP2CL_INFO", "0", "1", "2")
	c.NumTeams = e.number("OMP_NUM_TEAMS")
	c.ThreadLimit = e.number("OMP_TEAMS_THREAD_LIMIT")
	if e.word("OMP2CL_CACHE", "on", "off") == 0 {
		c.CacheDir = cacheDir(getenv)
	}
	if c.CacheDir == "" {
		c.NoCache = "OMP2CL_CACHE=off, or neither XDG_CACHE_HOME nor HOME is an absolute path"
	}
	return c, e.warnings
}

// cacheDir is the directory of kernel binaries, by the XDG base directory rules.
func cacheDir(getenv func(string) string) string {
	if dir := getenv("XDG_CACHE_HOME"); strings.HasPrefix(dir, "/") {
		return dir + "/omp2cl"
	}
	if home := getenv("HOME"); strings.HasPrefix(home, "/") {
		return home + "/.cache/omp2cl"
	}
	return ""
}

// envReader reads variables and collects complaints.
type envReader struct {
	getenv   func(string) string
	warnings []string
}

// word returns the index of the variable's value among the allowed words, any
// case; 0 if it is not set or not one of them.
func (e *envReader) word(name string, allowed ...string) int {
	value := strings.TrimSpace(e.getenv(name))
	if value == "" {
		return 0
	}
	for i, w := range allowed {
		if strings.EqualFold(value, w) {
			return i
		}
	}
	e.complain(name, value, strings.Join(allowed, ", "))
	return 0
}

// number returns a positive number, 0 if it is not set or not one.
func (e *envReader) number(name string) uint64 {
	value := strings.TrimSpace(e.getenv(name))
	if value == "" {
		return 0
	}
	n, err := strconv.ParseUint(value, 10, 31)
	if err != nil || n == 0 {
		e.complain(name, value, "a positive number")
		return 0
	}
	return n
}

// size returns a number of bytes, with K, M or G behind it for powers of 1024; 0
// if it is not set or not one.
func (e *envReader) size(name string) uint64 {
	value := strings.TrimSpace(e.getenv(name))
	if value == "" {
		return 0
	}
	digits := strings.TrimRight(value, "KMGkmg")
	shift := map[string]uint{"": 0, "K": 10, "M": 20, "G": 30}[strings.ToUpper(value[len(digits):])]
	n, err := strconv.ParseUint(digits, 10, 64-int(shift))
	if err != nil || n == 0 || len(value)-len(digits) > 1 {
		e.complain(name, value, "a number of bytes, or one with K, M or G")
		return 0
	}
	return n << shift
}

func (e *envReader) complain(name, value, allowed string) {
	e.warnings = append(e.warnings,
		fmt.Sprintf("omp2cl: warning: %s=%s is ignored; it can be: %s", name, value, allowed))
}
