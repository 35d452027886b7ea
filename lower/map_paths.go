package lower

import (
	"slices"
	"strings"

	ir "omp2cl/ompir"
)

// A list item may lie behind several pointers: s->q->p[0:n] starts from the pointer
// s->q->p, which lies where s->q points to, which lies where s points to. The device
// finds it if each pointer between the variable and the item's own storage has a copy
// that leads on: a hop.

// hop is a pointer in memory on the way from an item's variable to its storage.
type hop struct {
	text string // in host C
	at   *ir.Node
}

// hopsOf lists the hops of an item, the first one first. A pointer that the variable
// itself is, or that the item's section starts from, is none.
func hopsOf(it *ir.Item) []hop {
	n, text := it.X, it.BaseText
	hops := hopsTo(n, text)
	for _, s := range it.Sections[:lastPointer(it)] {
		if n.Type.Kind == ir.Pointer && n.Op != ir.OpVar {
			hops = append(hops, hop{text, n})
		}
		n, text = element(n, s), text+"["+lowerText(s)+"]"
	}
	return hops
}

// element is the lvalue that the lower bound of a bracket behind n selects.
func element(n *ir.Node, s ir.Bracket) *ir.Node {
	at := &ir.Node{Op: ir.OpConst, Type: ir.TI32}
	if s.Lower != nil {
		at = s.Lower.X
	}
	return &ir.Node{Op: ir.OpIndex, Type: n.Type.Elem, Kids: []*ir.Node{n, at}}
}

// hopsTo lists the hops on the way to the lvalue n, whose text is given.
func hopsTo(n *ir.Node, text string) []hop {
	inner, step := lastStep(text)
	switch {
	case step == "(":
		return hopsTo(n, inner)
	case step == "." && n.Op == ir.OpMember:
		return hopsTo(n.Kids[0], inner)
	case step == "->" && n.Op == ir.OpMember && n.Kids[0].Op == ir.OpDeref:
		n = n.Kids[0].Kids[0]
	case step == "[" && n.Op == ir.OpIndex, step == "*" && n.Op == ir.OpDeref:
		n = n.Kids[0]
	default:
		return nil
	}
	hops := hopsTo(n, inner)
	if n.Type.Kind == ir.Pointer && n.Op != ir.OpVar {
		hops = append(hops, hop{inner, n})
	}
	return hops
}

// lastStep cuts an lvalue's text before its last operator: "[", "." or "->" behind it, or,
// where it has none of these, "*" or "(" around it.
func lastStep(text string) (inner, step string) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, "*") {
		return text[1:], "*"
	}
	depth, cut := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\'' || c == '"':
			i += literalLength(text[i:]) - 1
		case c == '(' || c == '[':
			if depth == 0 && c == '[' {
				cut, step = i, "["
			}
			depth++
		case c == ')' || c == ']':
			depth--
		case depth > 0:
		case c == '.':
			cut, step = i, "."
		case strings.HasPrefix(text[i:], "->"):
			cut, step = i, "->"
		}
	}
	if step == "" && strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		return text[1 : len(text)-1], "("
	}
	return text[:cut], step
}

// literalLength is the length of the character constant or string that text starts with.
func literalLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

// holder is what mapped parts lie in: what a variable is or points to, or what the last
// hop on the way from it points to.
type holder struct {
	v   *ir.Var
	hop string
}

func (e mapped) holder() holder {
	h := holder{v: e.it.Root()}
	if len(e.hops) > 0 {
		h.hop = sameText(e.hops[len(e.hops)-1].text)
	}
	return h
}

// sameText is the text without what the spelling may differ in: blanks, and p->q for p[0].q.
func sameText(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), ""), "->", "[0].")
}

// byHolder groups parts by what they lie in, in the order of their first.
func byHolder(parts []mapped) [][]mapped {
	var out [][]mapped
	at := map[holder]int{}
	for _, e := range parts {
		h := e.holder()
		if _, ok := at[h]; !ok {
			at[h] = len(out)
			out = append(out, nil)
		}
		out[at[h]] = append(out[at[h]], e)
	}
	return out
}

// joinSlots makes several sections that start from one pointer of a structure parts behind
// it: a region reaches them through that pointer, so that one span has to hold them.
func (b *binder) joinSlots(parts []mapped) {
	starts := map[holder]int{}
	for _, e := range parts {
		if e.slot {
			starts[holder{e.it.Root(), sameText(e.object)}]++
		}
	}
	for i := range parts {
		if e := &parts[i]; b.k != nil && e.slot && starts[holder{e.it.Root(), sameText(e.object)}] > 1 {
			e.hops = append(slices.Clip(e.hops), hop{e.object, e.lvalue()})
			e.slot, e.joined = false, true
		}
	}
}

// carryHops adds to the parts what the program leaves out: for each hop from which no
// section starts, the pointer with the span of the parts that lie behind it.
func carryHops(parts []mapped) []mapped {
	depth := 0
	for _, e := range parts {
		depth = max(depth, len(e.hops))
	}
	for ; depth > 0; depth-- {
		for _, members := range byHolder(parts) {
			first := members[0]
			if len(first.hops) != depth || slices.ContainsFunc(parts, func(e mapped) bool { return e.slot && e.startsAt(first.holder()) }) {
				continue
			}
			h := first.hops[depth-1]
			begin, size := spanText(members)
			parts = append(parts, mapped{
				it:    &ir.Item{X: h.at, Text: h.text, BaseText: h.text, Pos: first.it.Pos},
				bits:  spanBits(members),
				place: place{base: h.text, begin: begin, size: size, object: h.text, typ: h.at.Type, slot: true},
				hops:  first.hops[:depth-1], carried: members})
		}
	}
	return parts
}

// startsAt reports whether the section starts from the pointer that h ends with.
func (e mapped) startsAt(h holder) bool { return e.it.Root() == h.v && sameText(e.object) == h.hop }

// spanText is where the parts that lie in one object begin and how many bytes they
// take, from the first to the last.
func spanText(parts []mapped) (begin, size string) {
	sorted := slices.Clone(parts)
	slices.SortStableFunc(sorted, func(a, b mapped) int { return int(a.offset() - b.offset()) })
	first, last := sorted[0], sorted[len(sorted)-1]
	if !oneOrder(parts) {
		return spanAtRun(parts)
	}
	return first.first(), "(unsigned long)(" + last.end() + " - (char *)" + first.first() + ")"
}

// oneOrder reports whether the offsets tell how the parts lie: no subscript that is not
// constant is in one of them and not in the others.
func oneOrder(parts []mapped) bool {
	sections := 0
	for _, e := range parts {
		if e.isOpen() && !e.isFlexible() {
			sections++
		}
		if sections > 1 || strings.Join(e.unknown(), ",") != strings.Join(parts[0].unknown(), ",") {
			return false
		}
	}
	return true
}

// unknown lists the subscripts that are not constant in the lvalue of the part, as far as
// they select in the object that holds it.
func (e mapped) unknown() []string {
	var out []string
	text := e.it.BaseText
	if e.slot {
		text = e.object
	}
	for n := e.lvalue(); n.Op == ir.OpMember || n.Op == ir.OpIndex; {
		inner, step := lastStep(text)
		if step == "->" && n.Kids[0].Op == ir.OpDeref {
			break
		}
		if n.Op == ir.OpIndex && n.Kids[1].Op != ir.OpConst {
			out = append(out, sameText(text[len(inner):]))
		}
		if n.Kids[0].Type.Kind == ir.Pointer {
			break
		}
		n, text = n.Kids[0], inner
	}
	return out
}

// spanAtRun is spanText where only the addresses tell which part is the first.
func spanAtRun(parts []mapped) (begin, size string) {
	var firsts, ends []string
	for _, e := range parts {
		firsts = append(firsts, "(char *)("+e.first()+")")
		ends = append(ends, e.end())
	}
	begin = outermost("<", firsts)
	return begin, "(unsigned long)(" + outermost(">", ends) + " - " + begin + ")"
}

// outermost is the host expression of the least or greatest of several addresses.
func outermost(order string, of []string) string {
	text := "({ char *omp2cl_end = " + of[0] + ";"
	for _, a := range of[1:] {
		text += " if (" + a + " " + order + " omp2cl_end) omp2cl_end = " + a + ";"
	}
	return text + " omp2cl_end; })"
}
