package rtlib

import (
	"fmt"
	"math/bits"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
	"omp2cl/rtlib/trace"
)

// builder makes and keeps the programs of one device.
type builder struct {
	d        *Device
	mu       sync.Mutex // one build at a time
	programs map[programKey]*program
	lastID   int // of deviceKernel
}

// programKey names a program: the kernels of a unit, or one of them alone,
// built for work-groups of at most maxLocal. In those for launches whose items lie
// apart, the compiler knows which objects the kernels only read.
type programKey struct {
	unit     *Unit
	only     string
	maxLocal uint64
	apart    bool
}

// program is a built program, or the reason why there is none.
type program struct {
	driver.Program
	why     string
	kernels []int // deviceKernel.id
}

// deviceKernel is a kernel of a program on a device. Lanes make their own
// kernel objects of it.
type deviceKernel struct {
	id       int
	name     string
	program  driver.Program
	maxLocal uint64 // OMP2CL_MAX_LOCAL of its program
	apart    bool   // only for launches whose items lie apart
	facts    ppe.Kernel
	prints   bool // it may write to standard output
	stacks   bool // work-items have stacks, for arrays whose size is known late
}

// regionKernels is what a device knows about the kernel of a region: it never
// changes once published, a longer list replaces it.
type regionKernels struct {
	kernels []*deviceKernel // by maxLocal
	why     string          // the region cannot run on the device
}

// best returns a kernel for work-groups of local items, nil if there is none yet.
func (k *regionKernels) best(local uint64) *deviceKernel {
	for _, dk := range k.kernels {
		if dk.maxLocal >= local {
			return dk
		}
	}
	return nil
}

func (b *builder) init(d *Device) {
	b.d = d
	b.programs = map[programKey]*program{}
}

// assumesApart reports whether the device has kernels of their own for launches whose
// items lie apart: on a CPU they would gain nothing.
func (d *Device) assumesApart() bool { return d.ppe.Kind != ppe.CPU }

// known is where a device keeps what it knows about the kernels of a region, those for
// any launch or those for items that lie apart.
func (d *Device) known(r *Region, apart bool) *atomic.Pointer[regionKernels] {
	if apart {
		return &r.apart[d.number]
	}
	return &r.on[d.number]
}

// kernel returns the kernel of a region for work-groups of local items. why is
// the reason if there is none.
func (d *Device) kernel(r *Region, local uint64, apart bool) (k *deviceKernel, why string) {
	if known := d.known(r, apart).Load(); known != nil {
		if known.why != "" {
			return nil, known.why
		}
		if k := known.best(local); k != nil {
			return k, ""
		}
	}
	return d.builder.extend(r, local, apart)
}

// extend builds what kernel did not find.
func (b *builder) extend(r *Region, local uint64, apart bool) (*deviceKernel, string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	slot := b.d.known(r, apart)
	known := slot.Load()
	if known == nil {
		known = &regionKernels{}
	}
	if k := known.best(local); k != nil || known.why != "" {
		return k, known.why
	}
	k, why := b.make(r, b.fitting(r.Unit, b.maxLocal(local), apart), apart)
	if k == nil {
		if len(known.kernels) == 0 { // smaller work-groups go on
			slot.Store(&regionKernels{why: why})
		}
		return nil, why
	}
	slot.Store(&regionKernels{kernels: append(known.kernels[:len(known.kernels):len(known.kernels)], k)})
	return k, ""
}

// maxLocal is the OMP2CL_MAX_LOCAL to build with for work-groups of local items.
func (b *builder) maxLocal(local uint64) uint64 {
	n := ppe.BuildLocal(b.d.ppe)
	if local <= n {
		return n
	}
	return 1 << bits.Len64(local-1)
}

// fitting returns the size of the smallest program of the unit that is already
// built for work-groups of at least maxLocal, or maxLocal.
func (b *builder) fitting(u *Unit, maxLocal uint64, apart bool) uint64 {
	var best uint64
	for key, p := range b.programs {
		if key.unit == u && key.apart == apart && key.only == "" && p.Program != nil && key.maxLocal >= maxLocal && (best == 0 || key.maxLocal < best) {
			best = key.maxLocal
		}
	}
	if best == 0 {
		return maxLocal
	}
	return best
}

// make makes the kernel of a region: from the program of the whole unit, or, if
// that cannot be built, from a program of its own.
func (b *builder) make(r *Region, maxLocal uint64, apart bool) (*deviceKernel, string) {
	p := b.program(r, programKey{r.Unit, "", maxLocal, apart})
	if p.Program != nil {
		if object, err := p.Kernel(r.Kernel); err == nil {
			return b.newKernel(r, p, maxLocal, apart, object), ""
		}
	}
	p = b.program(r, programKey{r.Unit, r.Kernel, maxLocal, apart})
	if p.Program == nil {
		return nil, p.why
	}
	object, err := p.Kernel(r.Kernel)
	if err != nil {
		return nil, fmt.Sprintf("kernel %s: %v", r.Kernel, err)
	}
	return b.newKernel(r, p, maxLocal, apart, object), ""
}

func (b *builder) newKernel(r *Region, p *program, maxLocal uint64, apart bool, object driver.Kernel) *deviceKernel {
	k := &deviceKernel{id: b.lastID, name: r.Kernel, program: p.Program, maxLocal: maxLocal, apart: apart, facts: object.Facts()}
	mentions := b.d.session.program.mentions(r.Unit, r.Kernel, "printf", "omp2cl_stack_")
	k.prints, k.stacks = mentions[0], mentions[1]
	p.kernels = append(p.kernels, b.lastID)
	b.lastID++
	object.Release()
	return k
}

// program returns the program of the key, built at first use.
func (b *builder) program(r *Region, key programKey) *program {
	if p := b.programs[key]; p != nil {
		return p
	}
	p := &program{}
	b.programs[key] = p
	text, err := b.d.session.program.compose(key.unit, key.only)
	if err != nil {
		p.why = err.Error()
		return p
	}
	what := "kernels of " + key.unit.File
	if key.only != "" {
		what = "kernel " + key.only
	}
	options := b.options(key)
	if strings.Contains(text, "OMP2CL_DEVICE_NUM") {
		options += fmt.Sprintf(" -D OMP2CL_DEVICE_NUM=%d", b.d.number)
	}
	var log string
	p.Program, log, err = b.compile(text, options, what)
	if err != nil {
		p.why = b.explain(text, what, log, err)
	}
	return p
}

// options are the build options of a program.
func (b *builder) options(key programKey) string {
	opts := []string{"-cl-std=CL1.2", "-w"} // warnings of generated code are no help to anyone
	for _, m := range ppe.Macros(b.d.ppe) {
		opts = append(opts, "-D "+m)
	}
	opts = append(opts, fmt.Sprintf("-D OMP2CL_MAX_LOCAL=%d", key.maxLocal))
	if key.apart {
		opts = append(opts, "-D OMP2CL_APART=1")
	}
	if b.d.facts.SumsDoubles {
		opts = append(opts, "-D OMP2CL_SUMS_DOUBLES=1")
	}
	if b.d.facts.ExactDivide && !strings.Contains(key.unit.Options, "-cl-fast-relaxed-math") {
		opts = append(opts, "-cl-fp32-correctly-rounded-divide-sqrt")
	}
	if key.unit.Options != "" {
		opts = append(opts, key.unit.Options)
	}
	return strings.Join(opts, " ")
}

// tell records a build that is done.
func (b *builder) tell(began int64, what string, cached bool) {
	if t := b.d.session.trace; t != nil {
		t.Build(trace.Build{Span: trace.Span{Start: began, End: trace.Now()}, Thread: threadID(), Device: b.d.number,
			Name: what, Cached: cached})
	}
}

// compile makes a program from its text, or from the cached binary.
func (b *builder) compile(text, options, what string) (driver.Program, string, error) {
	start, began := time.Now(), trace.Now()
	cache := b.d.session.binaries()
	key := cacheKey(binaryMagic, b.d.facts, text, options)
	if binary, _ := cache.load(key); binary != nil {
		if p, err := b.d.dev.Load(binary, options); err == nil {
			b.d.session.info(1, "device %d: %s: from the cache, %v", b.d.number, what, since(start))
			b.tell(began, what, true)
			return p, "", nil
		}
		b.d.session.info(1, "device %d: %s: the cached binary is refused, built again", b.d.number, what)
	}
	p, log, err := b.d.dev.Build(text, options)
	b.d.session.process.WatchExit()
	if err != nil {
		return nil, log, err
	}
	b.d.session.info(1, "device %d: %s: built in %v", b.d.number, what, since(start))
	b.tell(began, what, false)
	if b.d.session.config.Info >= 2 && log != "" {
		b.d.session.info(2, "device %d: %s: the compiler says:\n%s", b.d.number, what, log)
	}
	if binary, err := p.Binary(); err == nil {
		cache.store(key, binary)
	}
	return p, log, nil
}

func since(start time.Time) time.Duration { return time.Since(start).Round(100 * time.Microsecond) }

var usesDouble = regexp.MustCompile(`\bdouble\b`)

// explain says why a program could not be built.
func (b *builder) explain(text, what, log string, err error) string {
	why := fmt.Sprintf("%s cannot be built for it: %v", what, err)
	if !b.d.facts.FP64 && usesDouble.MatchString(text) {
		why += "; the device has no double precision (cl_khr_fp64)"
	}
	if log != "" {
		why += "\n" + gccStyle(log)
	}
	return why
}

var pocl = regexp.MustCompile(`(?m)^(error|warning|note): (\S+:\d+:\d+): `)

// gccStyle puts the position in front in a build log that has it behind.
func gccStyle(log string) string { return pocl.ReplaceAllString(log, "$2: $1: ") }

// forget drops the programs of an unloaded unit and returns the kernels made of
// them. The caller releases the kernel objects of lanes.
func (b *builder) forget(u *Unit) (gone []int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for key, p := range b.programs {
		if key.unit != u {
			continue
		}
		delete(b.programs, key)
		if p.Program != nil {
			gone = append(gone, p.kernels...)
			p.Release() // kernel objects keep it alive
		}
	}
	return gone
}
