package codegen

import (
	"slices"
	"strings"

	"omp2cl/ompir"
)

// addresses puts the device's objects in the place of the list items of use_device_addr:
// where the user's text in the construct names them, and in the text for constructs in it.
// Inner constructs come first, so that theirs prevail.
func (h *host) addresses() {
	done := map[int]bool{}
	for _, c := range slices.Backward(h.in.Module.Constructs) {
		names := addressNames(c)
		if len(names) == 0 {
			continue
		}
		for i := range h.edits {
			if e := &h.edits[i]; c.Body.Start <= e.from && e.to <= c.Body.End {
				e.text = renamed(e.text, names)
			}
		}
		for _, u := range c.Uses {
			if !done[u.At.Start] {
				done[u.At.Start] = true
				h.edits = append(h.edits, edit{from: u.At.Start, to: u.At.End, text: names[u.Name]})
			}
		}
	}
}

// addressNames are the lvalues that stand for the list items of use_device_addr.
func addressNames(c *ompir.Construct) map[string]string {
	names := map[string]string{}
	for _, t := range c.Transfers {
		if t.Kind == ompir.ParamUseDevicePtr && isObject(t) {
			names[t.Name] = "(*" + addressVar(c, t.Name) + ")"
		}
	}
	return names
}

// addressVars lists the pointers that the body of c uses for list items of use_device_addr.
func (h *host) addressVars(c *ompir.Construct) (vars []string) {
	for _, outer := range h.in.Module.Constructs {
		for name := range addressNames(outer) {
			if slices.ContainsFunc(outer.Uses, func(u ompir.Use) bool {
				return u.Name == name && c.Body.Start <= u.At.Start && u.At.End <= c.Body.End
			}) {
				vars = append(vars, addressVar(outer, name))
			}
		}
	}
	slices.Sort(vars)
	return vars
}

// renamed replaces identifiers of C text that are no members and stand in no literal.
func renamed(text string, names map[string]string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		start := i
		switch c := text[i]; {
		case c == '"' || c == '\'':
			i = skipQuoted(text, i) + 1
		case isWordByte(c):
			for i < len(text) && isWordByte(text[i]) {
				i++
			}
			before := strings.TrimRight(text[:start], " \t\n")
			if to := names[text[start:i]]; to != "" && !strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "->") {
				b.WriteString(to)
				continue
			}
		default:
			i++
		}
		b.WriteString(text[start:i])
	}
	return b.String()
}
