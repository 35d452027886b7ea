package rtlib

import (
	"time"

	"omp2cl/dtm"
	"omp2cl/rtlib/driver"
)

// scratchHeader is the number of bytes at the start of a scratch buffer that are
// zero at launch, and that a kernel leaves zero; but see describeScratch.
const scratchHeader = 64

// lane is what one host thread needs to use a device: a queue, kernel objects,
// scratch memory, and the working lists of the construct it is in. A thread
// takes a lane for the length of a construct; as many threads use the device at
// once as there are lanes.
type lane struct {
	d       *Device
	number  uint64 // among the lanes of all devices, from 1
	region  *Region
	queue   driver.Queue
	traced  *traced         // the queue, if there is a trace
	kernels []driver.Kernel // by deviceKernel.id
	args    []driver.Arg
	argOf   []int // by item: the number of its first argument

	scratch   *driver.Buffer // bytes 0..63 are zero between launches
	described [2]uint64      // what the scratch buffer's header says of the work-items' parts
	private   *driver.Buffer // firstprivate and private objects
	staging   []block        // host memory that queued transfers read

	items       []*entry   // by item: its entry, nil if it is not present
	arrivals    []*entry   // entries this construct has made
	awaited     []*entry   // entries another construct is still filling
	uploads     []transfer // to entries that are older than this construct
	first       []transfer // to arrivals
	given       []handed   // values that the kernel gives arrivals
	downloads   []transfer
	received    []outcome  // values on their way to the host
	kept        []outcome  // values that stay on the device
	wanted      []transfer // from-items whose entry may go at this construct's end
	leaving     []*entry
	written     []*entry // what the region's kernel may write
	undo        []restore
	gone        []dtm.Range // in place: what only regions that were left running mapped
	left        *Region     // of the last construct that left commands running
	flying      int         // constructs that have left commands since the last wait
	newKernel   bool        // the construct has made a kernel object
	mayDownload bool        // an item of the construct may be copied back at its end
	pending     bool        // the queue has commands that have not been awaited
	unpaired    bool        // target enter data or target exit data
	repeats     bool        // the launch may be done again without Go
	leaves      bool        // the construct may end before its commands
	must        bool        // but they do something that it must wait for
	holds       bool        // the lane is the session's running one
	spared      uint64      // bytes that the construct need not have moved
	changes     bool        // the construct has changed what a launch depends on, see plain
}

// block is host memory of a lane's own.
type block struct {
	at, size, used uintptr
}

// takeLane returns an idle lane, or a new one.
func (d *Device) takeLane(r *Region) *lane {
	ln := d.session.running.take(d)
	if ln == nil {
		ln = d.idleLane()
	}
	if ln == nil {
		ln = d.newLane(r)
	}
	ln.region = r
	return ln
}

// idleLane returns the idle lane that was used last, nil if there is none.
func (d *Device) idleLane() *lane {
	d.laneMu.Lock()
	defer d.laneMu.Unlock()
	n := len(d.lanes)
	if n == 0 {
		return nil
	}
	ln := d.lanes[n-1]
	d.lanes = d.lanes[:n-1]
	return ln
}

// idle adds the lane to the idle ones.
func (ln *lane) idle() {
	d := ln.d
	d.laneMu.Lock()
	d.lanes = append(d.lanes, ln)
	d.laneMu.Unlock()
}

func (d *Device) newLane(r *Region) *lane {
	q, err := d.dev.NewQueue()
	if err != nil {
		d.session.fatal(r, "", "no command queue on %s: %v", d.label(), err)
	}
	d.laneCount.Add(1)
	ln := &lane{d: d, queue: q, number: d.session.laneCount.Add(1)}
	if d.session.trace != nil {
		ln.traced = &traced{Queue: q, ln: ln, number: int(d.laneCount.Load()) - 1}
		ln.queue = ln.traced
	}
	return ln
}

// giveBack ends a construct. Everything it enqueued is complete, unless it leaves
// commands running.
func (ln *lane) giveBack() {
	ln.await()
	ln.reset()
	switch {
	case ln.pending:
		ln.left = ln.region
		ln.flying++
		ln.d.session.running.leave(true)
	case ln.holds:
		ln.rest()
	default:
		ln.idle()
	}
}

// reset empties the working lists; their room stays.
func (ln *lane) reset() {
	ln.args, ln.argOf = ln.args[:0], ln.argOf[:0]
	ln.items = ln.items[:0]
	ln.arrivals = ln.arrivals[:0]
	ln.awaited = ln.awaited[:0]
	ln.uploads = ln.uploads[:0]
	ln.first = ln.first[:0]
	ln.given = ln.given[:0]
	ln.downloads = ln.downloads[:0]
	ln.wanted = ln.wanted[:0]
	ln.leaving = ln.leaving[:0]
	ln.undo = ln.undo[:0]
	ln.spared = 0
	ln.mayDownload, ln.unpaired, ln.repeats, ln.leaves, ln.must, ln.changes = false, false, false, false, false, false
	if ln.pending {
		return // queued transfers read what is staged
	}
	for i := range ln.staging {
		ln.staging[i].used = 0
	}
}

// finish waits for everything the lane has enqueued.
func (ln *lane) finish() {
	left := ln.left
	ln.forgetGone()
	ln.pending, ln.left, ln.flying = false, nil, 0
	if err := ln.queue.Finish(); err != nil {
		ln.failed(left, err)
	}
}

// failed ends the program: a command failed on the device. left is the last region
// that was left running, if that may have been the one.
func (ln *lane) failed(left *Region, err error) {
	r, note := ln.region, failureNote(err)
	if left != nil && left != r {
		r, note = left, "it may also have been a construct shortly before or after this one: OMP2CL_INFO=2 has each awaited where it ends"
	}
	ln.d.session.fatal(r, note, "%s failed on %s: %v", r.what(), ln.d.label(), err)
}

// stage returns n bytes of host memory that stay until the construct's commands are
// complete.
func (ln *lane) stage(n uintptr) uintptr {
	n = (n + 7) &^ 7
	for i := range ln.staging {
		if b := &ln.staging[i]; b.size-b.used >= n {
			b.used += n
			return b.at + b.used - n
		}
	}
	size := max(n, 4096)
	at := ln.d.session.driver.AllocHost(uint64(size))
	if at == 0 {
		ln.d.session.fatal(ln.region, "", "out of host memory: %s needed", formatBytes(uint64(size)))
	}
	ln.staging = append(ln.staging, block{at: at, size: size, used: n})
	return at
}

// kernel returns the lane's own object for a kernel of the device.
func (ln *lane) kernel(k *deviceKernel) driver.Kernel {
	if k.id < len(ln.kernels) && ln.kernels[k.id] != nil {
		return ln.kernels[k.id]
	}
	object, err := k.program.Kernel(k.name)
	if err != nil {
		ln.d.session.fatal(ln.region, "", "kernel %s on %s: %v", k.name, ln.d.label(), err)
	}
	for len(ln.kernels) <= k.id {
		ln.kernels = append(ln.kernels, nil)
	}
	ln.kernels[k.id] = object
	ln.newKernel = true
	return object
}

// dropKernels releases the lane's objects of kernels that are gone.
func (ln *lane) dropKernels(ids []int) {
	for _, id := range ids {
		if id < len(ln.kernels) && ln.kernels[id] != nil {
			ln.kernels[id].Release()
			ln.kernels[id] = nil
		}
	}
}

// scratchFor returns the scratch buffer with room for size bytes.
func (ln *lane) scratchFor(size uint64) *driver.Buffer {
	if ln.scratch != nil && ln.scratch.Size >= size {
		return ln.scratch
	}
	ln.described = [2]uint64{}
	ln.grow(&ln.scratch, max(size, 4096), "scratch memory of the kernel")
	ln.check(ln.queue.Write(ln.scratch, 0, ln.d.session.zeros(), scratchHeader), "scratch memory")
	ln.pending = true
	return ln.scratch
}

// grow replaces a buffer of the lane by a larger one.
func (ln *lane) grow(b **driver.Buffer, size uint64, what string) {
	ln.changes = true
	if *b != nil {
		ln.finish()
		ln.d.free(*b)
	}
	var err error
	if *b, err = ln.d.obtain(size); err != nil {
		ln.noMemory(what, size, err)
	}
}

// noMemory ends the program: something could not be allocated.
func (ln *lane) noMemory(what string, size uint64, err error) {
	ln.d.session.fatal(ln.region, ln.d.memoryNote(size), "%s (%s) could not be allocated on %s: %v",
		what, formatBytes(size), ln.d.label(), err)
}

// check ends the program if a command could not be enqueued.
func (ln *lane) check(err error, what string) {
	if err != nil && ln.left != nil {
		ln.failed(ln.left, err) // what came before it may have failed
	}
	if err != nil {
		ln.d.session.fatal(ln.region, failureNote(err), "%s: transfer with %s failed: %v",
			what, ln.d.label(), err)
	}
}

// timed runs a command that enqueues; at OMP2CL_INFO=2 it also waits, and
// returns how long the command took.
func (ln *lane) timed(command func() error) (time.Duration, error) {
	ln.pending = true
	if ln.d.session.config.Info < 2 {
		return 0, command()
	}
	ln.finish()
	start := time.Now()
	err := command()
	if err == nil {
		err = ln.queue.Finish()
	}
	return time.Since(start), err
}
