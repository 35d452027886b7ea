package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Terminal is where a summary goes.
type Terminal struct {
	Out   io.Writer
	Width int  // columns; 0: not a terminal
	Color bool // escape sequences may be used
}

// defaultWidth is that of a summary that goes to a file, columns.
const defaultWidth = 100

// Escape sequences of the summary.
const (
	bold   = "1"
	dim    = "2"
	yellow = "33"
)

// paint puts s in a colour.
func (w Terminal) paint(code, s string) string {
	if !w.Color || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// summary prints what matters of a trace.
func summary(w Terminal, t *trace, file string) error {
	if w.Width <= 0 {
		w.Width = defaultWidth
	}
	w.Width = max(w.Width, 40)
	s := &summarizer{Terminal: w, t: t, tab: tabulate(t)}
	s.head(file)
	if len(t.events) > 0 {
		s.devices()
		s.variables()
		s.kernels()
		s.findings()
	}
	_, err := io.WriteString(w.Out, s.b.String())
	return err
}

// summarizer collects the text.
type summarizer struct {
	Terminal
	t   *trace
	tab *tables
	b   strings.Builder
}

// line prints a line that may be as long as it wants.
func (s *summarizer) line(text string) {
	s.b.WriteString(text)
	s.b.WriteByte('\n')
}

func (s *summarizer) section(name string) { s.line("\n" + s.paint(bold, name)) }

func (s *summarizer) head(file string) {
	s.line(s.paint(bold, printable(title(s.t, file))) + s.paint(dim, "  "+printable(file)))
	if len(s.t.events) > 0 {
		s.wrap("", 0, duration(s.t))
	}
	for _, n := range notices(s.t) {
		s.wrap(s.paint(yellow, "note:")+" ", 6, n)
	}
}

func (s *summarizer) devices() {
	from, to := s.t.span()
	for _, d := range s.tab.devices {
		s.section(printable(d.Name))
		rows := [][]string{
			{"kernels", groupDigits(d.Kernels.Count), timeText(d.Busy), shareText(float64(d.Busy), float64(to-from)) + " of the time", ""},
			s.flow("to the device", d.To), s.flow("back to the host", d.From), s.flow("fetched by the host", d.Faults),
		}
		if d.Elided.Count > 0 {
			rows = append(rows, []string{"not moved", groupDigits(d.Elided.Count), "", sizeText(d.Elided.Bytes), ""})
		}
		s.table(nil, rows)
	}
}

func (s *summarizer) flow(name string, f flow) []string {
	return []string{name, groupDigits(f.Count), timeText(f.Time), sizeText(f.Bytes), rateText(f.Bytes, f.Time)}
}

// most is the number of rows of a table in the summary.
const most = 8

func (s *summarizer) variables() {
	var rows [][]string
	for _, v := range s.tab.variables {
		if len(rows) < most && v.moved().Count > 0 {
			row := append([]string{s.onDevice(v.Name, v.Device)}, amount(v.To)...)
			rows = append(rows, append(row, amount(v.Home())...))
		}
	}
	if len(rows) > 0 {
		s.section("Variables that move most")
		s.table([]string{"", "to the device", "", "to the host", ""}, rows)
	}
}

// amount is two cells of a table: how much, and how often.
func amount(f flow) []string {
	if f.Count == 0 {
		return []string{"–", ""}
	}
	return []string{sizeText(f.Bytes), times(f.Count)}
}

// onDevice adds the device to a name where there are several.
func (s *summarizer) onDevice(name string, device int) string {
	name = orElse(name, "(no name)")
	if len(s.tab.devices) < 2 {
		return name
	}
	return fmt.Sprintf("%s, device %d", name, device)
}

func (s *summarizer) kernels() {
	var rows [][]string
	for _, k := range s.tab.kernels {
		if len(rows) < most {
			rows = append(rows, []string{s.onDevice(k.Name, k.Device), groupDigits(k.Count), timeText(k.Total), timeText(k.Median), shortPlace(k.At)})
		}
	}
	if len(rows) > 0 {
		s.section("Kernels")
		s.table([]string{"", "launches", "total", "median", "at"}, rows)
	}
}

func (s *summarizer) findings() {
	all := findings(s.t)
	s.section("What could be better")
	if len(all) == 0 {
		s.line("  Nothing that shows in this trace.")
	}
	for i, f := range all {
		if i == most {
			s.line(fmt.Sprintf("  and %d more: see the page", len(all)-most))
			break
		}
		number := fmt.Sprintf("  %d. ", i+1)
		s.wrap(number, len(number), s.paint(yellow, printable(f.Title)))
		s.wrap("     ", 5, printable(f.Detail))
		s.wrap("     ", 5, f.Hint)
		if len(f.Where) > 0 {
			s.wrap("     ", 5, s.paint(dim, "at "+printable(strings.Join(f.Where, ", "))))
		}
	}
}

// table prints rows in columns: the first to the left, numbers to the right. On a
// narrow terminal the last columns go, and the first gives way.
func (s *summarizer) table(head []string, rows [][]string) {
	if head != nil {
		rows = append([][]string{head}, rows...)
	}
	widths := s.fit(columnWidths(rows))
	for i, r := range rows {
		text := s.cells(r, widths)
		if i == 0 && head != nil {
			text = s.paint(dim, text)
		}
		s.line(text)
	}
}

func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, c := range r {
			widths[i] = max(widths[i], columns(printable(c)))
		}
	}
	return widths
}

// fit gives the widths of the columns that the terminal has room for.
func (s *summarizer) fit(widths []int) []int {
	const narrow = 16 // of the first column
	room := s.Width
	for _, n := range widths {
		room -= n + gap
	}
	for room < 0 && widths[0]+room < narrow && len(widths) > 2 {
		last := len(widths) - 1
		room += widths[last] + gap
		widths = widths[:last]
	}
	widths[0] = max(widths[0]+min(room, 0), narrow)
	return widths
}

// gap is the space in front of a column.
const gap = 2

func (s *summarizer) cells(r []string, widths []int) string {
	var b strings.Builder
	for i, c := range r[:len(widths)] {
		c = shorten(printable(c), widths[i])
		pad := strings.Repeat(" ", widths[i]-columns(c))
		if i == 0 {
			b.WriteString("  " + c + pad)
		} else {
			b.WriteString("  " + pad + c)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// columns is the number of columns that a text takes.
func columns(s string) int { return utf8.RuneCountInString(s) }

// shorten takes out the middle of a text that is too long.
func shorten(s string, width int) string {
	r := []rune(s)
	if len(r) <= width || width < 3 {
		return s
	}
	head := (width - 1) / 2
	return string(r[:head]) + "…" + string(r[len(r)-(width-1-head):])
}

// wrap prints words in lines of the terminal's width; lines after the first are
// indented.
func (s *summarizer) wrap(prefix string, indent int, text string) {
	at := indent
	s.b.WriteString(prefix)
	for i, word := range strings.Fields(text) {
		n := columns(unpainted(word))
		if i > 0 && at+1+n > s.Width {
			s.b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		} else if i > 0 {
			s.b.WriteByte(' ')
			at++
		}
		s.b.WriteString(word)
		at += n
	}
	s.b.WriteByte('\n')
}

// unpainted takes the escape sequences out of a text.
func unpainted(s string) string {
	for {
		from := strings.IndexByte(s, 0x1b)
		if from < 0 {
			return s
		}
		n := strings.IndexByte(s[from:], 'm')
		if n < 0 {
			return s[:from]
		}
		s = s[:from] + s[from+n+1:]
	}
}

// printable replaces what a name in a trace must not do to a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u202e' || r == utf8.RuneError {
			return '?'
		}
		return r
	}, s)
}
