package codegen

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
)

// lineMap knows the place in the user's source of every line of preprocessed text.
type lineMap struct {
	starts []int // byte offset of each line
	places []place
}

// place is what a line marker says about a line.
type place struct {
	file  string // quoted, as in the marker
	line  int
	flags string // " 3 4" in system headers
}

// newLineMap reads the markers of text.
func newLineMap(text []byte) *lineMap {
	m := &lineMap{}
	at := place{file: `"<stdin>"`, line: 1}
	for off := 0; off < len(text); {
		end := off + bytes.IndexByte(text[off:], '\n') + 1
		if end == off {
			end = len(text)
		}
		m.starts = append(m.starts, off)
		m.places = append(m.places, at)
		if next, ok := parseMarker(string(text[off:min(end, off+4096)])); ok {
			at = next
		} else {
			at.line++
		}
		off = end
	}
	return m
}

// parseMarker reads a line marker: # 12 "file.c" 3 4, or #line 12 "file.c".
func parseMarker(line string) (place, bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "#")
	if !ok {
		return place{}, false
	}
	rest = strings.TrimPrefix(strings.TrimLeft(rest, " \t"), "line")
	number, rest, ok := strings.Cut(strings.TrimLeft(rest, " \t"), " ")
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		return place{}, false
	}
	end := strings.LastIndexByte(rest, '"')
	if !strings.HasPrefix(rest, `"`) || end < 1 {
		return place{}, false
	}
	at := place{file: rest[:end+1], line: n}
	for _, flag := range strings.Fields(rest[end+1:]) {
		if flag == "3" || flag == "4" {
			at.flags += " " + flag
		}
	}
	return at, true
}

// at returns the place of the byte at off.
func (m *lineMap) at(off int) place {
	i := sort.SearchInts(m.starts, off+1) - 1
	if i < 0 {
		return place{file: `"<stdin>"`, line: 1}
	}
	return m.places[i]
}

// marker returns the line marker for a place.
func (p place) marker() string { return "# " + strconv.Itoa(p.line) + " " + p.file + p.flags + "\n" }

// generated returns lines of ours, attributed to the place and, like a system
// header's, without warnings.
func (p place) generated(lines []string) string {
	own := p
	own.flags = " 3"
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(own.marker() + l + "\n")
	}
	return b.String()
}
