package trace

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// format is the number of the file's format; a reader takes those it knows.
const format = 1

const (
	bufferSize = 64 << 10               // bytes
	flushAfter = 250 * time.Millisecond // a killed program loses no more than this
)

// sizeLimit is where a recording ends, bytes: a file that no reader can load helps nobody.
var sizeLimit int64 = 2 << 30

// Recorder writes one trace file.
type Recorder struct {
	mu      sync.Mutex
	file    *file
	out     object
	rows    rows
	base    int64 // Now at the start
	size    int64 // bytes written or in the buffer
	dropped uint64
	pending bool // a flush will come
	closed  bool
	err     error // the first of writing
}

// Start begins a recording in a new file, readable by the user only. "%p" in path
// stands for the process id; if another process is writing a trace of that name,
// the process id is added to it.
func Start(path string) (*Recorder, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	r := &Recorder{file: f, base: Now(), rows: rows{map[rowKey]bool{}, map[rowKey][]int64{}}}
	r.out.b = make([]byte, 0, bufferSize+4096)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.b = append(r.out.b, '[')
	r.header()
	r.process(hostProcess, "host")
	r.flush()
	if r.err != nil {
		_ = f.close()
		return nil, fmt.Errorf("%s: %w", f.path, r.err)
	}
	return r, nil
}

// Path is the file's name; "" of a nil Recorder.
func (r *Recorder) Path() string {
	if r == nil {
		return ""
	}
	return r.file.path
}

// Close writes what is in the buffer and ends the file. It returns the first
// error of the recording. What is recorded after it is lost.
func (r *Recorder) Close() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return r.err
	}
	r.closed = true
	r.footer()
	r.flush()
	r.fail(r.file.close())
	return r.err
}

// Flush writes what is in the buffer, as at a fork.
func (r *Recorder) Flush() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flush()
}

// begin makes room for an event and says whether it is to be written. The lock is
// held from here to end.
func (r *Recorder) begin() bool {
	r.mu.Lock()
	if r.closed || r.err != nil {
		r.mu.Unlock()
		return false
	}
	if r.size > sizeLimit {
		r.dropped++
		r.mu.Unlock()
		return false
	}
	return true
}

// end follows the events of one call.
func (r *Recorder) end() {
	if len(r.out.b) >= bufferSize {
		r.flush()
	} else if !r.pending {
		r.pending = true
		time.AfterFunc(flushAfter, r.later)
	}
	r.mu.Unlock()
}

// later flushes a while after the first event in the buffer.
func (r *Recorder) later() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pending = false
	if !r.closed {
		r.flush()
	}
}

// flush writes the buffer: always whole events.
func (r *Recorder) flush() {
	if r.err == nil && len(r.out.b) > 0 {
		r.fail(r.file.write(r.out.b))
	}
	r.size += int64(len(r.out.b))
	r.out.b = r.out.b[:0]
}

func (r *Recorder) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// event begins an event of a row: its separator, name, phase and row.
func (r *Recorder) event(name, category, phase string, k rowKey) *object {
	o := &r.out
	r.separate()
	o.open()
	o.text("name", name)
	if category != "" {
		o.text("cat", category)
	}
	o.text("ph", phase)
	o.number("pid", int64(k.process))
	o.number("tid", int64(k.row))
	return o
}

// separate ends the line before an event. The bracket has no comma behind it.
func (r *Recorder) separate() {
	if first := r.size == 0 && len(r.out.b) == 1; !first {
		r.out.b = append(r.out.b, ',')
	}
	r.out.b = append(r.out.b, '\n')
}

// meta begins a metadata event; the caller appends the arguments.
func (r *Recorder) meta(name string, k rowKey) *object {
	o := r.event(name, "", "M", k)
	o.inner("args")
	return o
}

// done ends an event and its arguments.
func (o *object) done() {
	o.close()
	o.close()
}

// header says what the file is.
func (r *Recorder) header() {
	o := r.meta("omp2cl", rowKey{})
	o.number("format", format)
	o.text("command", strings.Join(os.Args, " "))
	o.number("process", int64(os.Getpid()))
	o.text("began", time.Now().UTC().Format(time.RFC3339))
	o.text("monotonic_ns", strconv.FormatInt(r.base, 10))
	o.done()
}

// footer says that the file is whole.
func (r *Recorder) footer() {
	o := r.meta("omp2cl end", rowKey{})
	o.micros("ended_us", Now()-r.base)
	o.size("dropped", r.dropped)
	o.done()
	r.out.b = append(r.out.b, "\n]\n"...)
}

// process names a process of the trace.
func (r *Recorder) process(number int, name string) {
	k := rowKey{process: number}
	o := r.meta("process_name", k)
	o.text("name", name)
	o.done()
	o = r.meta("process_sort_index", k)
	o.number("sort_index", int64(number))
	o.done()
}

// row names a row of the trace once. order is its place among the process's.
func (r *Recorder) row(k rowKey, order int, name string, number int) {
	if !r.rows.news(k) {
		return
	}
	if number >= 0 {
		name += " " + strconv.Itoa(number)
	}
	o := r.meta("thread_name", k)
	o.text("name", name)
	o.done()
	o = r.meta("thread_sort_index", k)
	o.number("sort_index", int64(order))
	o.done()
}
