package frontend

import (
	"bytes"
	"sort"
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// lineMap maps lines of the preprocessed text to the user's files: cc/v4 does not
// read gcc's line markers.
type lineMap []lineStart

// lineStart says that from a line of the text on, lines are those of a file.
type lineStart struct {
	line     int // of the text, from 1
	file     string
	fileLine int
	system   bool // the marker calls the file a system header
}

// newLineMap reads the markers of text; file is the user's file until the first.
func newLineMap(text []byte, file string) lineMap {
	m := lineMap{{line: 1, file: file, fileLine: 1}}
	for n := 1; len(text) > 0; n++ {
		end := bytes.IndexByte(text, '\n')
		if end < 0 {
			end = len(text)
		}
		if len(text) > 2 && text[0] == '#' && text[1] == ' ' {
			if s, ok := parseLineMarker(string(text[2:end])); ok {
				s.line = n + 1
				m = append(m, s)
			}
		}
		text = text[min(end+1, len(text)):]
	}
	return m
}

// parseLineMarker reads what follows "# " in: # 12 "file.h" 1 3.
func parseLineMarker(s string) (lineStart, bool) {
	number, rest, ok := strings.Cut(s, " ")
	line, err := strconv.Atoi(number)
	end := strings.LastIndexByte(rest, '"')
	if !ok || err != nil || end <= 0 {
		return lineStart{}, false
	}
	file, err := strconv.Unquote(rest[:end+1])
	if err != nil {
		return lineStart{}, false
	}
	system := false
	for _, flag := range strings.Fields(rest[end+1:]) {
		system = system || flag == "3"
	}
	return lineStart{file: file, fileLine: line, system: system}, true
}

// at returns what is known of a line of the text.
func (m lineMap) at(line int) lineStart {
	i := sort.Search(len(m), func(i int) bool { return m[i].line > line })
	return m[i-1]
}

// position returns the user's place of a line and column of the text.
func (m lineMap) position(line, col int) ompir.Pos {
	s := m.at(line)
	return ompir.Pos{File: s.file, Line: s.fileLine + line - s.line, Col: col}
}
