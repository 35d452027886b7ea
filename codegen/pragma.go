package codegen

import (
	"slices"
	"strings"
)

// pragma is a directive as the user wrote it: its name and its clauses' text. The
// host text needs the words themselves, for gcc to read them again.
type pragma struct {
	name    string // "target teams distribute"
	clauses []clauseText
	shared  []string // variables of ours that the body names in the place of list items of use_device_addr
}

// clauseText is one clause: name and, between its parentheses, arg.
type clauseText struct {
	name, arg string
	hasArg    bool
}

// directiveWords are the words that names of device constructs consist of.
var directiveWords = map[string]bool{"target": true, "data": true, "enter": true, "exit": true,
	"update": true, "teams": true, "distribute": true, "parallel": true, "for": true, "simd": true, "loop": true}

// parsePragma takes apart a pragma line. The front end has checked it.
func parsePragma(line string) pragma {
	rest := strings.TrimSpace(line)
	rest = strings.TrimSpace(strings.TrimPrefix(rest, "#"))
	rest = strings.TrimSpace(strings.TrimPrefix(rest, "pragma"))
	rest = strings.TrimPrefix(rest, "omp")
	var p pragma
	var words []string
	for {
		rest = strings.TrimLeft(rest, ", \t\r\n\f\v")
		end := 0
		for end < len(rest) && isWordByte(rest[end]) {
			end++
		}
		if end == 0 {
			break
		}
		c := clauseText{name: rest[:end]}
		rest = strings.TrimLeft(rest[end:], " \t\r\n\f\v")
		if strings.HasPrefix(rest, "(") {
			n := balanced(rest)
			c.arg, c.hasArg = strings.TrimSpace(rest[1:n-1]), true
			rest = rest[n:]
		}
		if len(p.clauses) == 0 && !c.hasArg && directiveWords[c.name] {
			words = append(words, c.name)
			continue
		}
		p.clauses = append(p.clauses, c)
	}
	p.name = strings.Join(words, " ")
	return p
}

// balanced returns the length of the parenthesized text that s starts with.
func balanced(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			i = skipQuoted(s, i)
		}
	}
	panic("BUG: codegen: a pragma with unbalanced parentheses passed the front end: " + s)
}

// skipQuoted returns the index of the quote that ends the literal at s[i].
func skipQuoted(s string, i int) int {
	for j := i + 1; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case s[i]:
			return j
		}
	}
	return len(s) - 1
}

// splitTop splits s at the separators that stand outside brackets and literals.
func splitTop(s string, sep byte) []string {
	var parts []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == '"' || c == '\'':
			i = skipQuoted(s, i)
		case c == sep && depth == 0:
			parts = append(parts, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	return append(parts, strings.TrimSpace(s[from:]))
}

// has reports whether word is part of the directive's name.
func (p pragma) has(word string) bool {
	return strings.Contains(" "+p.name+" ", " "+word+" ")
}

// all returns the clauses called name.
func (p pragma) all(name string) []clauseText {
	var out []clauseText
	for _, c := range p.clauses {
		if c.name == name {
			out = append(out, c)
		}
	}
	return out
}

// ifClause is an if clause: the directive it applies to, "" for all, and what it
// asks.
type ifClause struct{ modifier, cond string }

func parseIf(arg string) ifClause {
	colon := strings.IndexByte(arg, ':')
	if colon < 0 {
		return ifClause{cond: arg}
	}
	words := strings.Fields(arg[:colon])
	for _, w := range words {
		if !directiveWords[w] {
			return ifClause{cond: arg} // the colon is the expression's
		}
	}
	return ifClause{modifier: strings.Join(words, " "), cond: strings.TrimSpace(arg[colon+1:])}
}

// condition returns the expression that decides whether the construct runs on a
// device, and whether it applies to every part of the directive.
func (p pragma) condition() (cond string, forAll bool) {
	for _, c := range p.all("if") {
		i := parseIf(c.arg)
		if i.modifier == "" || strings.HasPrefix(i.modifier, "target") {
			return i.cond, i.modifier == ""
		}
	}
	return "", false
}

// fallback spells the directive for the host's own compiler: the target construct
// with a false condition, so that its body runs on the host with the data-sharing
// rules of the construct. Only variables are left in map clauses: on the host they
// share, and sections have nothing to say.
func (p pragma) fallback() string {
	var b strings.Builder
	b.WriteString("#pragma omp " + p.name + " if(target: 0)")
	if len(p.shared) > 0 && p.unshares() {
		b.WriteString(" shared(" + strings.Join(p.shared, ", ") + ")")
	}
	for _, c := range p.clauses {
		if text := p.fallbackClause(c); text != "" {
			b.WriteString(" " + text)
		}
	}
	return b.String()
}

func (p pragma) fallbackClause(c clauseText) string {
	switch c.name {
	case "device", "nowait", "depend", "in_reduction", "has_device_addr":
		return ""
	case "if":
		return p.fallbackIf(parseIf(c.arg), c)
	case "shared":
		if len(p.shared) > 0 {
			return p.sharedLeft(c.arg)
		}
	case "map":
		return plainMap(c.arg)
	case "defaultmap":
		if strings.HasPrefix(c.arg, "none") {
			return "" // the map clauses lose their sections
		}
		if rest, ok := strings.CutPrefix(c.arg, "present"); ok {
			return "defaultmap(tofrom" + rest + ")"
		}
	}
	if !c.hasArg {
		return c.name
	}
	return c.name + "(" + c.arg + ")"
}

// fallbackIf keeps what an if clause says about the parallel part. A clause for
// all parts was evaluated before; a variable holds its value.
func (p pragma) fallbackIf(i ifClause, c clauseText) string {
	switch {
	case i.modifier == "" && p.has("parallel"):
		text := "if(parallel: " + conditionVar + ")"
		if p.has("teams") && p.unshares() {
			text += " shared(" + conditionVar + ")"
		}
		return text
	case i.modifier == "" || strings.HasPrefix(i.modifier, "target"):
		return ""
	}
	return "if(" + c.arg + ")"
}

// unshares reports whether the threads of the construct share only what clauses name.
func (p pragma) unshares() bool {
	for _, c := range p.all("default") {
		if c.arg != "shared" {
			return true
		}
	}
	return false
}

// sharedLeft keeps what has_device_addr clauses do not name.
func (p pragma) sharedLeft(arg string) string {
	addressed := map[string]bool{}
	for _, c := range p.all("has_device_addr") {
		for _, item := range splitTop(c.arg, ',') {
			addressed[identifier(item)] = true
		}
	}
	left := slices.DeleteFunc(splitTop(arg, ','), func(name string) bool { return addressed[name] })
	if len(left) == 0 {
		return ""
	}
	return "shared(" + strings.Join(left, ", ") + ")"
}

// plainMap keeps the plain variables of a map clause, shared with the host.
func plainMap(arg string) string {
	parts := splitTop(arg, ':')
	var vars []string
	for _, item := range splitTop(parts[len(parts)-1], ',') {
		if item != "" && identifier(item) == item {
			vars = append(vars, item)
		}
	}
	if len(vars) == 0 {
		return ""
	}
	return "map(tofrom: " + strings.Join(vars, ", ") + ")"
}

// task returns the pragma that makes the next statement wait its turn among the tasks
// that its depend clauses name, and gives it the copies of in_reduction clauses, or "".
func (p pragma) task() string {
	text := ""
	for _, c := range p.clauses {
		if c.name == "depend" || c.name == "in_reduction" {
			text += " " + c.name + "(" + c.arg + ")"
		}
	}
	if text == "" {
		return ""
	}
	return "#pragma omp task if(0) default(shared)" + text
}
