package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// format is the number of the trace format that this package reads.
const format = 1

// record is one event as it stands in the file.
type record struct {
	Name string    `json:"name"`
	Cat  string    `json:"cat"`
	Ph   string    `json:"ph"`
	Pid  int       `json:"pid"`
	Tid  int       `json:"tid"`
	Ts   float64   `json:"ts"`
	Dur  float64   `json:"dur"`
	Args arguments `json:"args"`
}

// arguments are those of all sorts of events.
type arguments struct {
	Format    int    `json:"format"`
	Command   string `json:"command"`
	Began     string `json:"began"`
	Dropped   uint64 `json:"dropped"`
	Name      string `json:"name"`
	Order     int    `json:"sort_index"`
	Construct string `json:"construct"`
	At        string `json:"at"`
	Device    int    `json:"device"`
	Variable  string `json:"variable"`
	Direction string `json:"direction"`
	Why       string `json:"why"`
	Address   string `json:"address"`
	Length    uint64 `json:"length"`
	Bytes     uint64 `json:"bytes"`
	Ranges    int    `json:"ranges"`
	Groups    uint64 `json:"groups"`
	Local     uint64 `json:"local"`
	Held      uint64 `json:"held"`
}

// errNoTrace says that a file is something else.
var errNoTrace = errors.New("this is no trace of omp2cl; record one by running the program with OMP2CL_TRACE=FILE")

// read reads a trace. One that ends in the middle, since its program was killed, is
// read as far as it goes.
func read(from io.Reader) (*trace, error) {
	from = bufio.NewReaderSize(from, 1<<16)
	r := &reader{
		from:  from,
		t:     &trace{devices: map[int]string{}, rows: map[rowKey]rowName{}},
		words: map[string]string{},
	}
	d := json.NewDecoder(from)
	if open, err := d.Token(); err != nil || open != json.Delim('[') {
		return nil, noTrace(err)
	}
	err := r.all(d)
	if !r.headed && (err == nil || damaged(err)) {
		return nil, errNoTrace
	}
	if err != nil && !cut(err) {
		return nil, fmt.Errorf("event %d (at byte %d): %w", r.number, d.InputOffset(), err)
	}
	slices.SortStableFunc(r.t.events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.length, a.length))
	})
	return r.t, nil
}

// noTrace keeps the errors of reading apart from those of contents.
func noTrace(err error) error {
	if err == nil || damaged(err) || cut(err) {
		return errNoTrace
	}
	return err
}

// damaged reports whether err is about what the file holds.
func damaged(err error) bool {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &kind) || errors.Is(err, errFormat) || cut(err)
}

// cut reports whether the text ended too early.
func cut(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// errFormat is about a trace that this version cannot read.
var errFormat = errors.New("the trace has a format that this version of omp2cl does not know; use the omp2cl that compiled the program")

// reader makes a trace of records.
type reader struct {
	t      *trace
	words  map[string]string // texts, one copy each
	number int               // of the record that is being read, from 1
	headed bool              // the header has been read
	from   io.Reader
}

// all reads the records up to the end or the first error.
func (r *reader) all(d *json.Decoder) error {
	for d.More() {
		r.number++
		var rec record
		if err := d.Decode(&rec); err != nil {
			return r.atEnd(d, err)
		}
		if err := r.add(&rec); err != nil {
			return err
		}
		if r.number == 1 && !r.headed {
			return errNoTrace
		}
	}
	if _, err := d.Token(); err != nil {
		return r.atEnd(d, err)
	}
	return nil
}

// atEnd makes the end of the text out of an error in its last line: the line is not
// whole, or zeros, as a machine that crashed may leave a file.
func (r *reader) atEnd(d *json.Decoder, err error) error {
	const longest = 1 << 16 // bytes of a line
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	rest, readErr := io.ReadAll(io.LimitReader(io.MultiReader(d.Buffered(), r.from), longest))
	rest = bytes.Trim(rest, ", \n\x00")
	if readErr == nil && len(rest) < longest && !bytes.ContainsRune(rest, '\n') {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (r *reader) add(rec *record) error {
	switch {
	case rec.Ph == "M":
		return r.meta(rec)
	case rec.Ph == "X" || rec.Ph == "i":
		if k, ok := kindOf(rec); ok {
			r.event(k, rec)
		}
	}
	return nil
}

// meta reads what is said about the file and its rows.
func (r *reader) meta(rec *record) error {
	at := rowKey{rec.Pid, rec.Tid}
	switch rec.Name {
	case "omp2cl":
		r.headed = true
		r.t.command, r.t.began = rec.Args.Command, rec.Args.Began
		if rec.Args.Format != format {
			return errFormat
		}
	case "omp2cl end":
		r.t.whole, r.t.dropped = true, rec.Args.Dropped
	case "process_name":
		if rec.Pid > hostProcess {
			r.t.devices[rec.Pid-1] = rec.Args.Name
		}
	case "thread_name":
		r.t.rows[at] = rowName{rec.Args.Name, r.t.rows[at].order}
	case "thread_sort_index":
		r.t.rows[at] = rowName{r.t.rows[at].name, rec.Args.Order}
	}
	return nil
}

func kindOf(rec *record) (kind, bool) {
	switch rec.Cat {
	case "construct":
		return construct, true
	case "kernel":
		return kernel, true
	case "transfer":
		if rec.Args.Direction == "from" {
			return download, true
		}
		return upload, true
	case "fault":
		return fault, true
	case "elided":
		return elided, true
	case "memory":
		return memory, true
	case "build":
		return build, true
	}
	return 0, false
}

func (r *reader) event(k kind, rec *record) {
	a := &rec.Args
	r.t.events = append(r.t.events, event{
		kind: k, row: rowKey{rec.Pid, rec.Tid}, start: nanos(rec.Ts), length: max(nanos(rec.Dur), 0),
		name: r.word(rec.Name), construct: r.word(a.Construct), at: r.word(a.At), variable: r.word(a.Variable), why: r.word(a.Why),
		device: a.Device, back: a.Direction == "from", bulk: a.Why == "fetched at once",
		address: r.word(a.Address), extent: max(a.Length, a.Bytes), bytes: a.Bytes, ranges: max(a.Ranges, 1),
		groups: a.Groups, local: a.Local, held: a.Held,
	})
}

// word gives the one copy of a text.
func (r *reader) word(s string) string {
	if one, ok := r.words[s]; ok {
		return one
	}
	s = strings.Clone(s)
	r.words[s] = s
	return s
}

// nanos makes nanoseconds of microseconds, within some eighteen years.
func nanos(us float64) int64 {
	const most = 1 << 59
	return int64(math.Round(min(max(us*1000, -most), most)))
}

// deviceName is the name of a device for people, with its number.
func (t *trace) deviceName(device int) string {
	if name := t.devices[device]; name != "" {
		return name
	}
	if device < 0 {
		return "host"
	}
	return "device " + strconv.Itoa(device)
}
