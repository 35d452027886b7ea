package codegen

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"omp2cl/ompir"
)

// Names of the variables that generated host code uses within a construct.
const (
	deviceVar    = "__omp2cl_device"
	conditionVar = "__omp2cl_if"
	valuesVar    = "__omp2cl_v"
	launchVar    = "__omp2cl_l"
)

// edit replaces a byte range of the host text.
type edit struct {
	from, to int
	text     string
	order    int // among edits at one place
}

// hostFile returns the host text: the user's bytes with every construct replaced,
// declarations in front and the unit's descriptor behind. A unit that brings
// nothing for a device stays as it is.
func (u *unit) hostFile() []byte {
	text := u.in.Text
	if len(u.kernels)+len(u.functions)+len(u.vars)+len(u.in.Module.Constructs) == 0 {
		return text
	}
	h := &host{unit: u, lines: newLineMap(text), late: map[*ompir.Var]bool{}}
	for i, c := range u.in.Module.Constructs {
		h.construct(c, i)
	}
	h.addresses()
	if h.followed() {
		for _, s := range slices.Backward(h.in.Module.Settles) { // ends of inner ones come first
			h.settle(s)
		}
	}
	h.edits = append(h.edits, edit{from: h.headerPlace(), to: h.headerPlace(), text: h.header(), order: -1})
	out := h.apply(text)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	return append(out, h.descriptor()...)
}

// host builds the host text of a unit.
type host struct {
	*unit
	lines *lineMap
	edits []edit
	late  map[*ompir.Var]bool // static locals whose address a construct registers
}

// apply carries out the edits. At one place, ends of inner constructs come before
// those of outer ones.
func (h *host) apply(text []byte) []byte {
	sort.SliceStable(h.edits, func(i, j int) bool {
		a, b := h.edits[i], h.edits[j]
		if a.from != b.from {
			return a.from < b.from
		}
		return a.order < b.order
	})
	var out bytes.Buffer
	at := 0
	for _, e := range h.edits {
		if e.from < at {
			panic("BUG: codegen: ranges of constructs overlap")
		}
		out.Write(text[at:e.from])
		out.WriteString(e.text)
		at = e.to
	}
	out.Write(text[at:])
	return out.Bytes()
}

// headerPlace returns where the declarations go: behind the markers that the text
// starts with, which gcc reads for the names of file and directory.
func (h *host) headerPlace() int {
	for _, off := range h.lines.starts {
		line, _, _ := bytes.Cut(h.in.Text[off:], []byte("\n"))
		if _, ok := parseMarker(string(line)); !ok && len(bytes.TrimSpace(line)) > 0 {
			return off
		}
	}
	return 0
}

// construct adds the edits for one construct.
func (h *host) construct(c *ompir.Construct, index int) {
	k := h.kernelOf[c]
	d := parsePragma(h.pragmaText(c))
	d.shared = h.addressVars(c)
	at := h.lines.at(c.Pragma.Start)
	b := block{construct: c, kernel: k, transfers: h.transfersOf(c), directive: d}
	b.lines = append(b.lines, h.lateStatics(k)...)
	switch d.name {
	case "target data":
		h.around(c, at, b.dataOpen(), b.dataClose(), "", index)
	case "target enter data", "target exit data", "target update":
		text := h.newline(c) + h.task(d, at) + at.generated(b.standalone()) + at.following()
		h.edits = append(h.edits, edit{from: c.Pragma.Start, to: c.Pragma.End, text: text, order: index})
	default:
		if k == nil {
			panic("BUG: codegen: a target region of " + c.Function + " was not outlined")
		}
		h.around(c, at, b.targetOpen(), []string{"}"}, d.fallback(), index)
	}
}

// following returns the marker for the line behind p's, without the newline that
// the text still has there.
func (p place) following() string {
	p.line++
	return strings.TrimSuffix(p.marker(), "\n")
}

// pragmaText returns the pragma of a construct as the user wrote it.
func (h *host) pragmaText(c *ompir.Construct) string {
	return string(h.in.Text[c.Pragma.Start:c.Pragma.End])
}

// task returns the pragma for what d has in common with tasks as a line of its own.
func (h *host) task(d pragma, at place) string {
	if t := d.task(); t != "" {
		return at.marker() + t + "\n"
	}
	return ""
}

// newline returns a line break when the pragma does not start its line: gcc takes
// directives of preprocessed text only there.
func (h *host) newline(c *ompir.Construct) string { return h.lineBreak(c.Pragma.Start) }

// lineBreak returns a line break unless a line starts at an offset.
func (h *host) lineBreak(at int) string {
	if at == 0 || h.in.Text[at-1] == '\n' {
		return ""
	}
	return "\n"
}

// around replaces a pragma by opening lines (and a directive for the host's
// compiler) and puts closing lines behind the construct's body.
func (h *host) around(c *ompir.Construct, at place, open, shut []string, directive string, index int) {
	text := h.newline(c) + h.task(parsePragma(h.pragmaText(c)), at) + at.generated(open)
	if directive != "" {
		text += at.marker() + directive
	} else {
		text += at.following()
	}
	end := h.lines.at(max(c.Body.End-1, 0))
	h.edits = append(h.edits,
		edit{from: c.Pragma.Start, to: c.Pragma.End, text: text, order: index},
		edit{from: c.Body.End, to: c.Body.End, text: "\n" + end.generated(shut) + end.marker(), order: closing(index)})
}

// closing orders the ends at one place: those of later constructs, which lie in
// earlier ones, come first.
func closing(index int) int { return -2 - 2*index }

// followed reports whether the runtime may leave any kernel of the unit running.
func (h *host) followed() bool {
	for _, k := range h.in.Module.Kernels {
		if k.Followed {
			return true
		}
	}
	return false
}

// settle puts a call behind or before a statement, in braces with it where it stands
// alone: it comes behind the constructs in the statement, and before the end of those
// around.
func (h *host) settle(s *ompir.Settle) {
	inside := 0
	for _, c := range h.in.Module.Constructs {
		if c.Pragma.Start < s.At.Start {
			inside++
		}
	}
	const call = "__omp2cl_settle();"
	var open, shut []string
	switch {
	case s.Before:
		open, shut = []string{"{", call}, []string{"}"}
	case s.Braces:
		open, shut = []string{"{"}, []string{call, "}"}
	default:
		shut = []string{call}
	}
	start, end := h.lines.at(s.At.Start), h.lines.at(max(s.At.End-1, 0))
	if open != nil {
		h.edits = append(h.edits, edit{from: s.At.Start, to: s.At.Start,
			text: h.lineBreak(s.At.Start) + start.generated(open) + start.marker(), order: -1})
	}
	h.edits = append(h.edits, edit{from: s.At.End, to: s.At.End,
		text: "\n" + end.generated(shut) + end.marker(), order: closing(inside) + 1})
}
