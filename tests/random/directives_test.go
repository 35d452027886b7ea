package random

import (
	"fmt"
)

// directives writes the directives of a form with their clauses, and the statement.
func (g *generator) directives(f form, rg *region, collapse int, statement func()) {
	reductions := g.reductionPieces(f)
	firstAt := g.r.Intn(2)
	for i, piece := range f.pieces {
		text := piece
		if i == 0 {
			text += g.maps(rg)
		}
		text += g.numbers(piece)
		if reductions[i] {
			text += reductionClauses(rg)
		}
		if i == 0 && firstAt == 0 {
			for _, v := range rg.first {
				text += g.one(" firstprivate("+v.name+")", " map(to: "+v.name+")", "")
			}
		}
		if i == 0 {
			for _, b := range rg.bundles[2] {
				text += g.one(" firstprivate("+b.name+")", " map(to: "+b.name+")", "")
			}
		}
		if i == len(f.pieces)-1 {
			text += g.loopClauses(piece, rg, collapse)
		}
		g.pragma("%s", text)
		if i+1 < len(f.pieces) && g.r.Intn(4) == 0 {
			g.line("{")
			defer g.line("}")
		}
	}
	statement()
}

// loopClauses are the clauses of the piece that the loops follow.
func (g *generator) loopClauses(piece string, rg *region, collapse int) string {
	text := rg.linear
	if collapse > 1 {
		text += fmt.Sprintf(" collapse(%d)", collapse)
	}
	for _, v := range rg.private {
		text += " private(" + v.name + ")"
	}
	for _, v := range rg.last {
		text += " lastprivate(" + v.name + ")"
	}
	for _, b := range rg.bundles[0] {
		text += " private(" + b.name + ")"
	}
	for _, b := range rg.bundles[1] {
		text += " lastprivate(" + b.name + ")"
	}
	switch { // gcc computes chunks in the type of the loop variable, which overflows
	case !has(piece, "for") || rg.narrow:
	case g.r.Intn(2) == 0:
		n := g.one("", "", ", 1", ", 3", ", 16", ", 64", ", 1000")
		text += " schedule(" + g.one("static", "static", "dynamic", "guided") + n + ")"
	case g.r.Intn(3) == 0:
		text += " schedule(" + g.one("auto", "runtime", "static") + ")"
	}
	if has(piece, "distribute") && g.r.Intn(3) == 0 && !rg.narrow {
		text += " dist_schedule(static" + g.one("", ", 1", ", 7", ", 64", ", 500") + ")"
	}
	if has(piece, "simd") && g.r.Intn(3) == 0 {
		text += g.one(" safelen(8)", " simdlen(4)", " safelen(16) simdlen(16)")
	}
	return text
}

// numbers are clauses about teams and threads.
func (g *generator) numbers(piece string) string {
	text := ""
	n := func() string { return g.one("1", "2", "3", "4", "8", "33", "64", "100", "128", "256", "(zero + 5)") }
	if has(piece, "teams") && g.r.Intn(3) == 0 {
		text += " num_teams(" + n() + ")"
	}
	if has(piece, "teams") && g.r.Intn(3) == 0 {
		text += " thread_limit(" + n() + ")"
	}
	if has(piece, "parallel") && g.r.Intn(3) == 0 {
		text += " num_threads(" + n() + ")"
	}
	if has(piece, "parallel") && g.r.Intn(10) == 0 {
		text += " if(parallel: zero" + g.one(" == 0", " > 0") + ")"
	}
	return text
}

// reductionPieces tells on which pieces reduction clauses stand.
func (g *generator) reductionPieces(f form) []bool {
	at := make([]bool, len(f.pieces))
	last := len(f.pieces) - 1
	teams, parallel := -1, -1
	for i, p := range f.pieces {
		if has(p, "teams") {
			teams = i
		}
		if has(p, "parallel") {
			parallel = i
		}
	}
	switch {
	case teams >= 0:
		at[teams] = true
		if parallel >= 0 {
			at[last] = true
		}
	case parallel >= 0 && g.r.Intn(2) == 0 && !has(f.pieces[parallel], "simd"):
		at[parallel] = true
	default:
		at[last] = true
	}
	return at
}

func reductionClauses(rg *region) string {
	text := ""
	for _, s := range rg.shared {
		if s.how != "reduction" {
			continue
		}
		item := s.name
		if s.n > 0 && len(s.name)%2 == 0 {
			item = fmt.Sprintf("%s[0:%d]", s.name, s.n)
		}
		text += " reduction(" + s.op + ": " + item + ")"
	}
	return text
}

// maps are the clauses of the target construct.
func (g *generator) maps(rg *region) string {
	text := ""
	for _, s := range rg.shared {
		if s.a == nil {
			text += " map(tofrom: " + s.name + ")"
		}
	}
	for _, v := range rg.last {
		text += " map(tofrom: " + v.name + ")"
		if rg.space > 0 {
			g.prints = append(g.prints, show1(v.name, v.t))
		}
	}
	for _, b := range rg.bundles[1] {
		text += " map(tofrom: " + b.name + ")"
		if rg.space > 0 {
			g.prints = append(g.prints, b.show()...)
		}
	}
	for _, name := range g.mapped {
		text += " map(tofrom: " + name + ")"
	}
	present := false // what the host has may be older
	for _, a := range g.arrays {
		if a.used() {
			text += g.mapOf(a)
			present = present || a.inData || a.device
		}
	}
	if !present && g.r.Intn(8) == 0 {
		text += " if(target: zero" + g.one(" == 0", " == 1") + ")"
	}
	return text
}

// mapOf is the map clause of an array, over what the region uses or more.
func (g *generator) mapOf(a *array) string {
	switch {
	case a.device:
		return " is_device_ptr(" + a.name + ")"
	case a.declared:
		return g.one("", "", " map(tofrom: "+a.name+")")
	case a.field != "":
		return g.mapRecords(a)
	}
	kind := g.one("to", "tofrom", "to")
	if g.written[a] {
		kind = "tofrom"
	}
	lo, hi := a.limits()
	if a.inData {
		if !a.partial && g.r.Intn(3) == 0 {
			return ""
		}
		kind = g.one("to", "alloc", "tofrom", "from")
		if !a.global && lo == 0 && g.r.Intn(4) == 0 {
			return ""
		}
	} else if a.global && g.r.Intn(4) == 0 {
		return g.one("", " map("+kind+": "+a.name+")")
	}
	from, to := a.from, a.to
	if g.r.Intn(2) == 0 {
		from, to = lo, hi
	} else if g.r.Intn(3) == 0 {
		from, to = max(lo, from-g.r.Intn(9)), min(hi, to+g.r.Intn(9))
	}
	return fmt.Sprintf(" map(%s: %s)", kind, a.section(g, from, to))
}

// mapRecords maps an array of structures, for the field that comes first of those in use.
func (g *generator) mapRecords(a *array) string {
	for _, b := range g.arrays {
		if b.name == a.name && b.used() {
			if b != a {
				return ""
			}
			break
		}
	}
	if a.global && g.r.Intn(3) == 0 {
		return ""
	}
	return " map(tofrom: " + g.one(a.name+"[0:"+g.size(a.n)+"]", a.name+"[0:"+fmt.Sprint(a.n)+"]") + ")"
}

// section is the array section of elements, or rows.
func (a *array) section(g *generator, from, to int) string {
	text := fmt.Sprintf("%s[%s:%s]", a.name, g.size(from), g.size(to-from))
	if a.rows > 0 {
		text += "[0:" + g.size(a.cols) + "]"
	}
	return text
}

// show1 prints a scalar.
func show1(name string, t *ctype) string {
	if t.float {
		return "SHOWF1(" + name + ");"
	}
	return "SHOW1(" + name + ");"
}

// show prints n elements.
func show(name string, t *ctype, n int) string {
	if t.float {
		return fmt.Sprintf("SHOWF(%s, %d);", name, n)
	}
	return fmt.Sprintf("SHOW(%s, %d);", name, n)
}

// showArray prints an array.
func (a *array) show() string {
	if a.field != "" {
		return fmt.Sprintf("SHOW_FIELD(%s, %s, %s, %d);", map[bool]string{true: "bits", false: "WHOLE"}[a.t.float], a.name, a.field, a.n)
	}
	if a.rows > 0 {
		return show("(&"+a.name+"[0][0])", a.t, a.n)
	}
	return show(a.name, a.t, a.n)
}
