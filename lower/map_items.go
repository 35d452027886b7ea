package lower

import (
	"slices"

	ir "omp2cl/ompir"
)

// place is where a list item lies, in host C.
type place struct {
	base   string   // pointer: value of the base pointer, or address of the base object
	begin  string   // pointer: first byte
	size   string   // bytes
	object string   // the storage that has to be present to reach it: an lvalue, or ""
	typ    *ir.Type // of the base
	slot   bool     // base is a pointer that lies in memory (s.p, a[i]): it is attached
}

// placeOf works out the place of a list item. A section of a pointer starts from
// the pointer's value, one of an array from the array.
func placeOf(it *ir.Item) place {
	text, t, sections := sectioned(it)
	slot := it.X.Op != ir.OpVar || len(sections) < len(it.Sections)
	if len(sections) == 0 {
		return place{base: "&" + text, begin: "&" + text, size: "sizeof(" + text + ")", object: text, typ: t}
	}
	p := place{base: text, typ: t, slot: slot && t.Kind == ir.Pointer, object: text}
	if t.Kind == ir.Array {
		p.base = "&" + text
	}
	p.begin, p.size = sectionText(text, t, sections)
	return p
}

// sectioned is the object that the item is a section of: the brackets in front of the
// last pointer only select that.
func sectioned(it *ir.Item) (text string, t *ir.Type, sections []ir.Bracket) {
	text, cut := it.BaseText, lastPointer(it)
	for _, s := range it.Sections[:cut] {
		text += "[" + lowerText(s) + "]"
	}
	return text, typeAfter(it.X.Type, cut), it.Sections[cut:]
}

// lastPointer is the number of brackets left of the last pointer, which they
// select: in pp[i][0:n] the base pointer is pp[i].
func lastPointer(it *ir.Item) int {
	for cut := len(it.Sections) - 1; cut > 0; cut-- {
		if typeAfter(it.X.Type, cut).Kind == ir.Pointer {
			return cut
		}
	}
	return 0
}

// typeAfter is the type that n brackets lead to.
func typeAfter(t *ir.Type, n int) *ir.Type {
	for ; n > 0 && t.Elem != nil; n-- {
		t = t.Elem
	}
	return t
}

func lowerText(s ir.Bracket) string {
	switch {
	case !s.Colon && s.Lower != nil:
		return s.Lower.Text
	case s.Lower != nil:
		return s.Lower.Text
	}
	return "0"
}

// sectionText returns first byte and size of a section. In several dimensions it
// is the range from the first to the last element: OpenMP wants it contiguous.
func sectionText(text string, t *ir.Type, sections []ir.Bracket) (begin, size string) {
	row := text
	var lengths, rows []string
	for _, s := range sections {
		lengths = append(lengths, lengthText(row, t, s))
		begin += "[" + lowerText(s) + "]"
		row += "[0]"
		rows = append(rows, "sizeof("+row+")")
		t = t.Elem
	}
	begin = "&" + text + begin
	if len(sections) == 1 {
		return begin, "(unsigned long)(" + lengths[0] + ") * " + rows[0]
	}
	last := len(sections) - 1
	some, span := "", ""
	for i, n := range lengths {
		some += "(" + n + ") > 0 && "
		span += "((unsigned long)(" + n + ") - 1) * " + rows[i] + " + "
	}
	return begin, "(" + some + "1 ? " + span + rows[last] + " : 0)"
}

// lengthText is the number of elements of one bracket applied to the expression
// row of type t.
func lengthText(row string, t *ir.Type, s ir.Bracket) string {
	switch {
	case !s.Colon:
		return "1"
	case s.Length != nil:
		return s.Length.Text
	}
	text := "sizeof(" + row + ") / sizeof(" + row + "[0])"
	if s.Lower != nil {
		text += " - (" + s.Lower.Text + ")"
	}
	if s.Stride != nil {
		return "(" + text + " + (" + s.Stride.Text + ") - 1) / (" + s.Stride.Text + ")"
	}
	return text
}

// rows lists the pieces of an item of target update that need not be contiguous
// (OpenMP 5.0 §2.12.6), and returns the size of one.
func (b *binder) rows(it *ir.Item) (size string) {
	row, t, sections := sectioned(it)
	for _, s := range sections {
		length := lengthText(row, t, s)
		row += "[0]"
		stride := "sizeof(" + row + ")"
		if s.Stride != nil {
			stride += " * (" + s.Stride.Text + ")"
		}
		b.add(&ir.Transfer{Kind: ir.ParamRows, Name: it.Text, Base: stride, Begin: "0", Size: length, Pos: it.Pos})
		t = t.Elem
	}
	return "sizeof(" + row + ")"
}

// scattered reports whether what the item names need not be contiguous: it has a stride, or
// more than one bracket that selects several elements.
func scattered(it *ir.Item) bool {
	_, _, sections := sectioned(it)
	several := 0
	for _, s := range sections {
		if s.Stride != nil {
			return true
		}
		if s.Colon {
			several++
		}
	}
	return several > 1
}

// mapped is an item of a map clause.
type mapped struct {
	it   *ir.Item
	bits int
	place
	hops    []hop
	joined  bool     // one of several sections that start from one pointer in memory
	carried []mapped // of a hop that no clause names: what lies behind it
}

// lvalue is the object that the part is, or the pointer that its section starts from.
func (e mapped) lvalue() *ir.Node {
	if e.slot {
		return attachedPointer(e.it)
	}
	return e.it.X
}

// offset is the byte offset of the part in the object that holds it, as far as its text tells.
func (e mapped) offset() int64 { return offsetIn(e.lvalue()) }

// mapClauses lists the items of all map clauses: whole variables and sections of
// variables first, then the spans of structures of which members are mapped, what
// their pointers point to, and the attachments.
func (b *binder) mapClauses() {
	var plain, parts []mapped
	for _, c := range b.dir.All(ir.Map) {
		for _, it := range c.Items {
			if it.Root() == nil {
				continue
			}
			e := mapped{it: it, bits: mapBits(c), place: placeOf(it), hops: hopsOf(it)}
			if it.X.Op == ir.OpVar && !e.slot {
				plain = append(plain, e)
			} else {
				parts = append(parts, e)
			}
		}
	}
	plain, parts = b.joinSections(plain, parts)
	sectionsFirst(plain)
	covered := map[*ir.Var]bool{}
	for _, e := range plain {
		b.mapVar(e)
		covered[e.it.Root()] = true
	}
	b.mapParts(parts, covered)
	for _, e := range plain {
		if e.hasDeviceCopy() {
			b.attach(e)
		}
	}
}

// sectionsFirst puts a section of what a pointer leads to in front of the pointer itself:
// in the region the pointer leads there (OpenMP 4.5 §2.10.4), whichever is named first.
func sectionsFirst(list []mapped) {
	for i, e := range list {
		if e.typ.Kind != ir.Pointer || len(e.it.Sections) > 0 {
			continue
		}
		section := slices.IndexFunc(list[i:], func(m mapped) bool { return m.it.Root() == e.it.Root() && len(m.it.Sections) > 0 })
		if section > 0 {
			list[i], list[i+section] = list[i+section], list[i]
		}
	}
}

// joinSections moves sections of variables over to the parts where they have to lie in one
// piece of storage with others: several sections of one variable, which a region reaches
// through one pointer, and p[0:1] beside a section of the array at the structure's end,
// p->a[0:n], which may go on behind sizeof.
func (b *binder) joinSections(plain, parts []mapped) (stay, all []mapped) {
	sections := map[*ir.Var]int{}
	for _, e := range plain {
		if len(e.it.Sections) > 0 {
			sections[e.it.Root()]++
		}
	}
	var joined []mapped
	for _, e := range plain {
		open := slices.ContainsFunc(parts, func(m mapped) bool { return m.it.Root() == e.it.Root() && m.isFlexible() })
		several := b.k != nil && sections[e.it.Root()] > 1
		if len(e.it.Sections) > 0 && (several || open && e.typ.Kind == ir.Pointer) {
			joined = append(joined, e)
		} else {
			stay = append(stay, e)
		}
	}
	return stay, append(joined, parts...)
}

// isFlexible reports whether the item is a section of an array member without a length
// of its own: a flexible array, or what stood for one before C99.
func (e mapped) isFlexible() bool {
	t := e.it.X.Type
	return e.it.X.Op == ir.OpMember && t.Kind == ir.Array && t.LenExpr == nil && t.Len <= 1 && len(e.it.Sections) > 0
}

// first is a pointer to where the item's storage begins; of a section of an array
// member that is the array.
func (e mapped) first() string {
	if e.isOpen() {
		return e.begin
	}
	return "&" + e.object
}

// end is a pointer to behind the item's storage.
func (e mapped) end() string {
	if e.isOpen() {
		return "(char *)(" + e.begin + ") + " + e.size
	}
	return "(char *)(&" + e.object + " + 1)"
}

// isOpen reports whether the storage is what the section says: its object tells no size.
func (e mapped) isOpen() bool { return e.joined || e.isFlexible() || e.it.X.Op == ir.OpVar && !e.slot }

// mapVar lists a variable or a section of one, and binds the variable when the
// kernel names it.
func (b *binder) mapVar(e mapped) {
	v := e.it.Root()
	t := &ir.Transfer{Kind: ir.ParamMapOnly, Map: e.bits, Name: e.it.Text, Base: e.base, Begin: e.begin, Size: e.size, Pos: e.it.Pos}
	if b.k != nil && b.used[v] && b.to[v] == nil && !(v.Storage == ir.StorageFile && b.inArena(v)) {
		t.Kind = ir.ParamMap
		if v.Type.Kind == ir.Pointer && len(e.it.Sections) > 0 {
			t.Var = b.pointerVar(v)
		} else {
			t.Var = b.param(v, b.lengths(v.Type, v.Name))
			b.to[v] = b.deref(b.ref(t.Var))
		}
	}
	b.add(t)
}

// mapParts lists members of structures, elements, and what pointers among them
// point to.
func (b *binder) mapParts(parts []mapped, covered map[*ir.Var]bool) {
	b.joinSlots(parts)
	parts = carryHops(parts)
	loose := map[holder]bool{} // their parts need no span: an item has all of what holds them
	for _, members := range byHolder(parts) {
		switch h := members[0].holder(); {
		case h.hop != "":
			loose[h] = true
		case covered[h.v]:
			loose[h] = true
		default:
			b.span(h.v, members)
		}
	}
	for _, e := range parts {
		if e.slot {
			b.add(&ir.Transfer{Kind: ir.ParamMapOnly, Map: e.bits, Name: e.it.Text, Base: e.base, Begin: e.begin, Size: e.size, Pos: e.it.Pos})
		}
		if e.carried != nil {
			b.members(e.base, e.carried)
			loose[e.carried[0].holder()] = false
		}
	}
	for _, e := range parts {
		if !e.slot && loose[e.holder()] {
			b.add(&ir.Transfer{Kind: ir.ParamMapOnly, Map: e.bits, Name: e.it.Text, Base: e.base, Begin: e.begin, Size: e.size, Pos: e.it.Pos})
		}
	}
	for _, e := range parts {
		if e.slot {
			b.attach(e)
		}
	}
}

// attach sets the device's copy of the pointer that the item's section starts from.
func (b *binder) attach(e mapped) {
	if b.detaches() {
		return
	}
	b.add(&ir.Transfer{Kind: ir.ParamAttach, Name: e.it.Text, Base: e.base, Begin: "&" + e.object,
		Size: "(unsigned long)((char *)(" + e.begin + ") - (char *)(" + e.base + "))", Pos: e.it.Pos})
}

// hasDeviceCopy reports whether the item is a section of a pointer that is a declare
// target variable: device functions find that variable in the arena, whatever
// parameters the kernel has.
func (e mapped) hasDeviceCopy() bool {
	v := e.it.Root()
	return v.Type.Kind == ir.Pointer && len(e.it.Sections) > 0 && v.Target && !v.Link
}

// detaches reports whether the construct only ends mappings.
func (b *binder) detaches() bool { return b.dir.Has(ir.TargetExitData) }

// span lists the storage that holds the mapped members of v, from the first to the
// last, as one item, and the members in it.
func (b *binder) span(v *ir.Var, members []mapped) {
	base := v.Name
	if v.Type.Kind != ir.Pointer {
		base = "&" + v.Name
	}
	bits := spanBits(members)
	if used := b.unlisted(v, members); len(used) > 0 {
		members, bits = append(slices.Clone(members), used...), bits|ir.MapImplicit
	}
	begin, size := spanText(members)
	t := &ir.Transfer{Kind: ir.ParamMapOnly, Map: bits, Name: v.Name, Base: base, Begin: begin, Size: size, Pos: members[0].it.Pos}
	if b.k != nil && b.used[v] && b.to[v] == nil {
		t.Kind = ir.ParamMap
		if v.Type.Kind == ir.Pointer {
			t.Var = b.pointerVar(v)
		} else {
			t.Var = b.param(v, b.lengths(v.Type, v.Name))
			b.to[v] = b.deref(b.ref(t.Var))
		}
	}
	b.add(t)
	b.members(base, members)
}

// members lists what is copied with the span before them.
func (b *binder) members(base string, list []mapped) {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(x, y mapped) int { return int(x.offset() - y.offset()) })
	for _, e := range sorted {
		from := base
		if e.joined {
			from = e.base // as it is spelled here: writes are told by it
		}
		if !e.slot {
			b.add(&ir.Transfer{Kind: ir.ParamMapOnly, Map: e.bits&^(ir.MapRelease|ir.MapDelete) | ir.MapMember, Name: e.it.Text,
				Base: from, Begin: e.begin, Size: e.size, Pos: e.it.Pos})
		}
	}
}

// spanBits is the map type of the span: no transfer of its own. What a section starts from is
// no list item: it is not deleted with the section, and where it is present anyway it stays so.
func spanBits(members []mapped) int {
	bits, pointers := 0, ir.MapPointers
	for _, e := range members {
		ends := e.bits & (ir.MapRelease | ir.MapDelete)
		switch {
		case !e.slot:
			pointers = 0
		case ends != 0:
			ends = ir.MapRelease
		}
		bits |= ends | e.bits&ir.MapPresent
	}
	return bits | pointers
}

// offsetIn is the byte offset of an lvalue in the object that its root variable is
// or points to, as far as members tell.
func offsetIn(n *ir.Node) int64 {
	switch n.Op {
	case ir.OpMember:
		if f := n.Kids[0].Type.Record.FieldNamed(n.Str); f != nil {
			return f.Offset + offsetIn(n.Kids[0])
		}
	case ir.OpIndex:
		offset := int64(0)
		if i := n.Kids[1]; i.Op == ir.OpConst {
			offset = i.Int * max(n.Type.Size(), 0)
		}
		if n.Kids[0].Type.Kind == ir.Array {
			offset += offsetIn(n.Kids[0])
		}
		return offset
	}
	return 0
}
