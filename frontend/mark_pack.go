package frontend

import (
	"strconv"
	"strings"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// packStack is the state of #pragma pack.
type packStack struct {
	limit int // bytes, 0 for none
	saved []packSave
}

// packSave is a limit that a push saved, with the label it was given.
type packSave struct {
	label string
	limit int
}

// otherPragma notes the effect that a pragma without "omp" has on device code.
func (m *marker) otherPragma(l textLine) {
	text := string(m.lines.text[l.rest:l.end])
	name := strings.TrimSpace(text)
	if args, ok := strings.CutPrefix(name, "pack"); ok {
		m.packs.apply(args)
		m.out.packs = append(m.out.packs, packChange{len(m.out.Text), m.packs.limit})
		return
	}
	m.rejectLayout(l, strings.Fields(name))
}

// apply carries out "(n)", "()", "(push[, label][, n])" or "(pop[, label][, n])";
// what it does not understand, gcc does not either.
func (s *packStack) apply(args string) {
	args = strings.TrimSpace(args)
	if !strings.HasPrefix(args, "(") || !strings.HasSuffix(args, ")") {
		return
	}
	words := strings.Split(args[1:len(args)-1], ",")
	for i := range words {
		words[i] = strings.TrimSpace(words[i])
	}
	switch words[0] {
	case "push":
		s.push(words[1:])
	case "pop":
		s.pop(words[1:])
	default:
		s.set(words[0])
	}
}

// set sets the limit: a power of two up to 16, or nothing for none.
func (s *packStack) set(word string) {
	if word == "" {
		s.limit = 0
	}
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && n <= 16 && n&(n-1) == 0 {
		s.limit = n
	}
}

func (s *packStack) push(words []string) {
	save := packSave{limit: s.limit}
	for _, w := range words {
		if isNumber(w) {
			s.set(w)
		} else {
			save.label = w
		}
	}
	s.saved = append(s.saved, save)
}

func (s *packStack) pop(words []string) {
	n := len(s.saved) - 1
	for _, w := range words {
		if !isNumber(w) {
			n = s.labelled(w)
		}
	}
	if n < 0 {
		return
	}
	s.limit = s.saved[n].limit
	s.saved = s.saved[:n]
	for _, w := range words {
		if isNumber(w) {
			s.set(w)
		}
	}
}

// labelled returns the index of the last save with this label, or -1.
func (s *packStack) labelled(label string) int {
	for n := len(s.saved) - 1; n >= 0; n-- {
		if s.saved[n].label == label {
			return n
		}
	}
	return -1
}

func isNumber(word string) bool { return word != "" && '0' <= word[0] && word[0] <= '9' }

// layoutPragmas change the layout of structures in ways that device code cannot
// follow; the values are those that change nothing.
var layoutPragmas = map[string][]string{
	"scalar_storage_order": {"little-endian", "default"},
	"ms_struct":            {"off", "reset"},
}

// rejectLayout records an error for a pragma that changes layouts.
func (m *marker) rejectLayout(l textLine, words []string) {
	if len(words) < 2 || layoutPragmas[words[0]] == nil {
		return
	}
	for _, harmless := range layoutPragmas[words[0]] {
		if words[1] == harmless {
			return
		}
	}
	m.out.Marks = append(m.out.Marks, &mark{
		ID:     len(m.out.Marks),
		Kind:   markOpaque,
		Raw:    &omp.Raw{Unknown: true, Pos: l.pos},
		Pragma: ompir.Range{Start: l.hash, End: l.end},
		Errors: []ompir.Diagnostic{ompir.Errorf(l.pos, "unsupported-pragma",
			"'#pragma %s %s' is not supported in a file with device code", words[0], words[1])},
		Pos: l.pos,
	})
}
