package driver

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"omp2cl/ompir"
)

// tabWidth is gcc's default distance of tab stops in the lines it quotes.
const tabWidth = 8

// printer writes diagnostics in gcc's format.
type printer struct {
	out    io.Writer
	colors bool
	carets bool
	quiet  bool // -w: no warnings
	strict bool // -Werror: warnings are errors
	lines  map[string][]string
	stdin  []byte // what "<stdin>" and "-" stand for
}

func newPrinter(inv *invocation, s *session) *printer {
	return &printer{
		out:    s.stderr,
		colors: colorsWanted(inv, s.stderr),
		carets: inv.toggled("diagnostics-show-caret", true),
		quiet:  inv.has("-w"),
		strict: inv.has("-Werror"),
		lines:  map[string][]string{},
		stdin:  s.input,
	}
}

// choosesColor reports whether a is an option that decides about colours.
func choosesColor(a argument) bool {
	return strings.HasPrefix(a.name, "-fdiagnostics-color") || a.name == "-fno-diagnostics-color" ||
		a.name == "-fcolor-diagnostics" || a.name == "-fno-color-diagnostics"
}

// colorsWanted decides as gcc does: the last option wins, and without one a
// terminal gets colours.
func colorsWanted(inv *invocation, out io.Writer) bool {
	when := "auto"
	for _, a := range inv.args {
		if !choosesColor(a) {
			continue
		}
		_, value, found := strings.Cut(a.name, "=")
		switch {
		case found:
			when = value
		case strings.HasPrefix(a.name, "-fno-"):
			when = "never"
		default:
			when = "always"
		}
	}
	if when != "auto" {
		return when == "always"
	}
	return isTerminal(out) && os.Getenv("TERM") != "dumb" && os.Getenv("TERM") != ""
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	_, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	return err == nil
}

// print writes ds sorted and without repetitions, and reports whether there is
// an error among them.
func (p *printer) print(ds []ompir.Diagnostic) (failed bool) {
	var all ompir.Diagnostics
	all.Add(ds...)
	for _, d := range all.Sorted() {
		if d.Severity == ompir.Warning && p.quiet {
			continue
		}
		failed = failed || d.Severity == ompir.Error || d.Severity == ompir.Warning && p.strict
		p.one(d)
		for _, note := range d.Notes {
			p.one(note)
		}
	}
	return failed
}

func (p *printer) one(d ompir.Diagnostic) {
	place := "omp2cl"
	if d.Pos.File != "" {
		place = d.Pos.String()
	}
	if d.Severity == ompir.Note && !d.Pos.IsValid() {
		place = ""
	} else {
		place = p.paint(bold, place+":") + " "
	}
	id := ""
	if d.ID != "" {
		id = " [" + p.paint(colorOf(d.Severity), d.ID) + "]"
	}
	fmt.Fprintf(p.out, "%s%s %s%s\n", place, p.paint(colorOf(d.Severity), d.Severity.String()+":"), d.Message, id)
	p.quote(d)
}

// quote shows the line of the source that d is about, with a caret.
func (p *printer) quote(d ompir.Diagnostic) {
	line, ok := p.line(d.Pos)
	if !ok || !p.carets {
		return
	}
	number := strconv.Itoa(d.Pos.Line)
	for len(number) < 5 {
		number = " " + number
	}
	fmt.Fprintf(p.out, "%s | %s\n", number, expandTabs(line))
	if d.Pos.Col < 1 || d.Pos.Col > len(line)+1 {
		return
	}
	from := displayWidth(line[:d.Pos.Col-1])
	width := 1
	if d.Pos.EndCol > d.Pos.Col {
		width = max(1, displayWidth(line[:min(d.Pos.EndCol-1, len(line))])-from)
	}
	mark := "^" + strings.Repeat("~", width-1)
	fmt.Fprintf(p.out, "%s | %s%s\n", strings.Repeat(" ", len(number)), strings.Repeat(" ", from), p.paint(colorOf(d.Severity), mark))
}

// line reads the source line at pos.
func (p *printer) line(pos ompir.Pos) (string, bool) {
	if !pos.IsValid() {
		return "", false
	}
	lines, known := p.lines[pos.File]
	if !known {
		text, err := os.ReadFile(pos.File)
		if pos.File == "<stdin>" || pos.File == "-" {
			text, err = p.stdin, nil
		}
		if err == nil {
			lines = strings.Split(string(text), "\n")
		}
		p.lines[pos.File] = lines
	}
	if pos.Line > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[pos.Line-1], "\r"), true
}

// displayWidth is the number of columns that text takes from the left margin.
func displayWidth(text string) int {
	return utf8.RuneCountInString(expandTabs(text))
}

func expandTabs(text string) string {
	var b strings.Builder
	column := 0
	for _, r := range text {
		if r != '\t' {
			b.WriteRune(r)
			column++
			continue
		}
		for next := column + tabWidth - column%tabWidth; column < next; column++ {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// Colours, as gcc's GCC_COLORS has them by default.
const (
	bold    = "01"
	red     = "01;31"
	magenta = "01;35"
	cyan    = "01;36"
)

func colorOf(s ompir.Severity) string {
	switch s {
	case ompir.Error:
		return red
	case ompir.Warning:
		return magenta
	}
	return cyan
}

func (p *printer) paint(color, text string) string {
	if !p.colors {
		return text
	}
	return "\x1b[" + color + "m\x1b[K" + text + "\x1b[m\x1b[K"
}
