package report

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"reflect"
	"strings"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// page is what the template shows: everything is text already.
type page struct {
	Title, File, Command, Began, Span string
	Notices                           []string
	Tiles                             []tile
	Devices                           []deviceRow
	Findings, Lesser                  []finding // the dearest, and the others
	Several                           bool      // there is more than one device
	Variables                         []variableRow
	Constructs                        []place
	Kernels                           []kernelRow
	Reasons                           []reasonRow
	Faults                            bool // the host touched what was on a device
	Hidden                            map[string]int
	Timeline                          template.JS
	Style                             template.CSS
	Script                            template.JS
	Most                              uint64 // bytes of the variable that moves most
}

// tile is one of the large numbers at the top.
type tile struct{ Value, Name, Note string }

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"size":    sizeText,
	"time":    timeText,
	"number":  groupDigits,
	"percent": func(share float64) string { return shareText(share, 1) },
	"bar":     barWidth,
	"short":   shortPlace,
	"cell":    cell,
}).Parse(pageHTML))

// barWidth is the length of a bar in percent.
func barWidth(part, whole uint64) string {
	if whole == 0 {
		return "0"
	}
	return fmt.Sprintf("%.1f", 100*float64(part)/float64(whole))
}

// cell is the text of a number in a table, where nothing is a dash.
func cell(text string, number any) string {
	if reflect.ValueOf(number).IsZero() {
		return "–"
	}
	return text
}

// shortPlace is a position without its directories.
func shortPlace(at string) string { return at[strings.LastIndexByte(at, '/')+1:] }

// maxRows bounds the tables.
const maxRows = 500

// maxFindings is how many findings are seen at once.
const maxFindings = 12

// writePage writes the page of a trace.
func writePage(w io.Writer, t *trace, file string) error {
	drawing, err := json.Marshal(draw(t, maxSpans))
	if err != nil {
		return err
	}
	tab := tabulate(t)
	p := page{
		Title: title(t, file), File: file, Command: t.command, Began: t.began, Span: duration(t),
		Notices: notices(t), Tiles: tiles(t, tab), Several: len(tab.devices) > 1,
		Hidden: map[string]int{}, Timeline: template.JS(drawing), Style: template.CSS(pageCSS), Script: template.JS(pageJS),
	}
	p.Findings = findings(t)
	if len(p.Findings) > maxFindings {
		p.Findings, p.Lesser = p.Findings[:maxFindings], p.Findings[maxFindings:]
	}
	p.Devices = first(tab.devices, p.Hidden, "devices")
	p.Variables = first(tab.variables, p.Hidden, "variables")
	p.Constructs = first(tab.constructs, p.Hidden, "constructs")
	p.Kernels = first(tab.kernels, p.Hidden, "kernels")
	p.Reasons = first(tab.reasons, p.Hidden, "reasons")
	for _, v := range p.Variables {
		p.Most = max(p.Most, v.moved().Bytes)
		p.Faults = p.Faults || v.Faults.Count > 0
	}
	return pageTemplate.Execute(w, p)
}

// first copies the rows of a table that the page shows and counts the others.
func first[R any](rows []*R, hidden map[string]int, table string) (out []R) {
	if len(rows) > maxRows {
		hidden[table] = len(rows) - maxRows
		rows = rows[:maxRows]
	}
	for _, r := range rows {
		out = append(out, *r)
	}
	return out
}

// title is the program's name, or the file's.
func title(t *trace, file string) string {
	if program, _, _ := strings.Cut(t.command, " "); program != "" {
		return filepath.Base(program)
	}
	return filepath.Base(file)
}

// duration says how long the devices were in use.
func duration(t *trace) string {
	from, to := t.span()
	s := timeText(to-from) + " from the first event to the last"
	if from > (to-from)/20 {
		s += ", which began after " + timeText(from)
	}
	return s
}

// notices are what one must know before one trusts the numbers.
func notices(t *trace) (n []string) {
	if len(t.events) == 0 {
		n = append(n, "Nothing was recorded: the program used no device.")
	}
	if !t.whole {
		n = append(n, "The trace has no end: the program was killed, or is still running. What follows is true up to that moment.")
	}
	if t.dropped > 0 {
		n = append(n, fmt.Sprintf("The trace grew too large: the last %s of the program are missing.", countText(int(min(t.dropped, 1<<53)), "event")))
	}
	return n
}

// tiles are the numbers that matter most.
func tiles(t *trace, tab *tables) []tile {
	var all flows
	var busy int64
	for _, d := range tab.devices {
		all.To.plus(d.To)
		all.From.plus(d.From)
		all.Faults.plus(d.Faults)
		all.Elided.plus(d.Elided)
		all.Kernels.plus(d.Kernels)
		busy += d.Busy
	}
	from, to := t.span()
	whole := float64(to-from) * float64(max(len(tab.devices), 1))
	moved := all.moved().Bytes
	list := []tile{
		{shareText(float64(busy), whole), "of the time kernels ran", fmt.Sprintf("%s, %s", launches(all.Kernels.Count), timeText(busy))},
		{sizeText(all.To.Bytes), "to the device", movedNote(all.To)},
		{sizeText(all.From.Bytes), "back to the host", movedNote(all.From)},
		{sizeText(all.Faults.Bytes), "fetched by the host", fmt.Sprintf("%s, %s", countText(all.Faults.Count, "fault"), timeText(all.Faults.Time))},
	}
	if all.Elided.Count > 0 {
		list = append(list, tile{sizeText(all.Elided.Bytes), "not moved",
			shareText(float64(all.Elided.Bytes), float64(all.Elided.Bytes)+float64(moved)) + " of what the program asks for"})
	}
	return list
}

func movedNote(f flow) string {
	return fmt.Sprintf("%s, %s", countText(f.Count, "transfer"), timeText(f.Time))
}
