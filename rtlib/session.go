package rtlib

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/trace"
)

// Process is what the runtime does to the process it lives in.
type Process struct {
	Stderr io.Writer
	Exit   func(status int) // does not return; flushes C's streams
	Abort  func()           // does not return; flushes C's streams first
	Flush  func()           // flushes standard output
	// Watch tracks pages of the program's memory; nil: they cannot be.
	Watch Watch
	// Alone reports whether no thread but the caller uses the runtime. It must count
	// a thread before its first call. nil: nobody knows.
	Alone func() bool
	// Turn is shared with C code, which calls Settle and replays launches; nil: nobody
	// does. C code that replays is the only thread that uses the runtime.
	Turn *Turn
	// Remember takes a launch that C code may replay. nil: there is no such code.
	Remember func(Remembered)
	// WatchExit asks that Ending be called when the process exits, before what
	// was registered with atexit so far.
	WatchExit func()
}

// Session is the runtime of one process.
type Session struct {
	config  Config
	driver  driver.Driver
	process Process
	program registry

	find     sync.Once
	devices  []*Device
	noDevice error // why devices is empty

	space   space
	tune    tuner
	running running
	trace   *trace.Recorder // nil: none

	laneCount atomic.Uint64 // lanes made so far

	zero   func() uintptr // 64 bytes of zeros in host memory
	ending atomic.Bool    // Ending was called

	said  sync.Map // lines that are printed once
	print sync.Mutex
}

// NewSession makes a runtime. OpenCL is not touched before a construct or a
// query needs it.
func NewSession(config Config, d driver.Driver, p Process) *Session {
	s := &Session{config: config, driver: d, process: p}
	s.program.init()
	s.running.init(p)
	s.tune.now = time.Now
	s.space.session, s.space.watch = s, p.Watch
	s.startTrace()
	s.zero = sync.OnceValue(func() uintptr { return d.AllocHost(scratchHeader) })
	return s
}

// zeros returns the address of scratchHeader bytes of zeros.
func (s *Session) zeros() uintptr { return s.zero() }

// Devices returns the OpenMP devices: number i is element i.
func (s *Session) Devices() []*Device {
	s.find.Do(s.findDevices)
	return s.devices
}

// NumDevices is omp_get_num_devices: 0 when offloading is disabled. It is also
// the number of the initial device.
func (s *Session) NumDevices() int {
	if s.config.Offload == OffloadDisabled {
		return 0
	}
	return len(s.Devices())
}

func (s *Session) findDevices() {
	found, err := s.driver.Devices()
	s.noDevice = err
	options := driver.Options{Staging: s.config.Staging, CopyThreads: int(s.config.CopyThreads), Profiling: s.trace != nil}
	if s.config.DTM == DTMOff && options.Staging == driver.StagingAuto {
		options.Staging = driver.StagingNever
	}
	for i, d := range found {
		d.Configure(options)
		s.devices = append(s.devices, newDevice(s, i, d))
		s.trace.Device(i, d.Facts().Name)
	}
	if len(found) > 0 {
		s.startTuning()
		s.process.WatchExit()
	}
	if s.config.Info < 1 {
		return
	}
	for _, d := range s.devices {
		s.info(1, "device %d: %s", d.number, d.describe())
	}
}

// pick returns the device that runs a construct, nil for the host. byDefault
// says that no device clause chose the number.
func (s *Session) pick(r *Region, number int, byDefault bool) *Device {
	if number == DeviceHost || number == InitialDevice || s.config.Offload == OffloadDisabled {
		return nil
	}
	n := len(s.Devices())
	switch {
	case n == 0 && (byDefault || number != 0):
		s.refuse(r, fmt.Sprintf("there is no device: %v", s.noDevice))
		return nil
	case number == n:
		return nil
	case number < 0 || number > n:
		s.refuse(r, fmt.Sprintf("there is no device %d: the device numbers are 0 to %d", number, n-1))
		return nil
	}
	d := s.devices[number]
	if err := d.ready(); err != nil {
		s.refuse(r, fmt.Sprintf("device %d (%s) cannot be used: %v", number, d.facts.Name, err))
		return nil
	}
	return d
}

// Ending says that the process is exiting and drivers may be half gone: a
// compiler in them, by its own exit handlers, before the rest. From now on
// regions run on the host; data is still transferred.
func (s *Session) Ending() {
	if s.ending.Swap(true) {
		return
	}
	s.outdate()
	s.running.settleIdle()
	s.bringResultsHome()
	s.recordFetches()
	s.keepSearches()
	s.conclude()
	if err := s.trace.Close(); err != nil {
		s.write("omp2cl: warning: OMP2CL_TRACE: " + err.Error() + "\n")
	}
}

// bringResultsHome leaves nothing on the devices that the program may still look
// at: exit handlers that run after the runtime's must not need drivers, which may
// be gone by then.
func (s *Session) bringResultsHome() {
	if s.space.on.Load() && s.space.watch.ReadAtExit() {
		s.space.watch.Home(dtm.Range{Lo: 0, Hi: ^uintptr(0)}, true)
	}
}

// startTrace begins the recording that OMP2CL_TRACE asks for.
func (s *Session) startTrace() {
	if s.config.Trace == "" {
		return
	}
	var err error
	if s.trace, err = trace.Start(s.config.Trace); err != nil {
		s.write("omp2cl: warning: OMP2CL_TRACE: " + err.Error() + "\n")
	}
}

// refuse says why a construct does not run on a device: an error if it must,
// otherwise a remark, once.
func (s *Session) refuse(r *Region, why string) {
	if s.config.Offload == OffloadMandatory {
		s.fatal(r, "OMP_TARGET_OFFLOAD=DEFAULT would run it on the host",
			"%s cannot run on a device: %s", r.what(), why)
	}
	s.once(1, "%s: %s runs on the host: %s", r.position(), r.what(), why)
}

// what names the construct in messages.
func (r *Region) what() string {
	if r == nil {
		return "device routine"
	}
	return "'" + r.Construct + "'"
}

// fatal ends the program with a message about the construct.
func (s *Session) fatal(r *Region, note, format string, args ...any) {
	text := fmt.Sprintf("%s: error: %s\n", r.position(), fmt.Sprintf(format, args...))
	if note != "" {
		text += fmt.Sprintf("%s: note: %s\n", r.position(), note)
	}
	s.write(text)
	s.running.abandon()
	s.process.Exit(1)
	panic("BUG: the process goes on after exit")
}

// info prints a line if OMP2CL_INFO asks for its level.
func (s *Session) info(level int, format string, args ...any) {
	if s.config.Info >= level {
		s.write("omp2cl: " + fmt.Sprintf(format, args...) + "\n")
	}
}

// once is info for a line that is not to be repeated.
func (s *Session) once(level int, format string, args ...any) {
	if s.config.Info < level {
		return
	}
	line := fmt.Sprintf(format, args...)
	if _, again := s.said.LoadOrStore(line, true); !again {
		s.info(level, "%s", line)
	}
}

// write writes whole lines to standard error.
func (s *Session) write(text string) {
	s.print.Lock()
	defer s.print.Unlock()
	io.WriteString(s.process.Stderr, text)
}
