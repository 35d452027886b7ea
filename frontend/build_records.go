package frontend

import (
	"fmt"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// recordType returns the type of a struct or union specifier.
func (c *conv) recordType(s *cc.StructOrUnionSpecifier) *ompir.Type {
	def := recordDefinition(s)
	r := c.records[def]
	if r == nil {
		r = c.newRecord(def)
	}
	return &ompir.Type{Kind: recordKind(r), Record: r}
}

func recordKind(r *ompir.Record) ompir.Kind {
	if r.Union {
		return ompir.Union
	}
	return ompir.Struct
}

// recordDefinition finds the definition that a specifier refers to; without one
// it returns the specifier that stands for the incomplete type.
func recordDefinition(s *cc.StructOrUnionSpecifier) *cc.StructOrUnionSpecifier {
	if s.Case == cc.StructOrUnionSpecifierDef {
		return s
	}
	tag := s.Token.SrcStr()
	var outermost *cc.StructOrUnionSpecifier
	for scope := s.LexicalScope(); scope != nil; scope = scope.Parent {
		for _, n := range scope.Nodes[tag] {
			if x, ok := n.(*cc.StructOrUnionSpecifier); ok {
				if x.Case == cc.StructOrUnionSpecifierDef {
					return x
				}
				outermost = x
			}
		}
	}
	if outermost != nil {
		return outermost
	}
	return s
}

// newRecord declares a record. A record that another names while it is laid out
// is laid out when its size is needed, or after it: they may refer to each other.
func (c *conv) newRecord(s *cc.StructOrUnionSpecifier) *ompir.Record {
	tag := s.Token.SrcStr()
	name := tag
	if name == "" {
		name = "anon"
	}
	r := &ompir.Record{
		Tag: c.uniqueTag(name), HostTag: tag, Align: 1,
		Union: s.StructOrUnion.Case == cc.StructOrUnionUnion, Pos: c.pos(s),
	}
	c.records[s] = r
	if s.Case != cc.StructOrUnionSpecifierDef {
		c.mod.Records = append(c.mod.Records, r) // the unit knows only its name
		return r
	}
	c.pending[r] = s
	c.pendingOrder = append(c.pendingOrder, r)
	if c.layouts == 0 {
		c.layOutPending()
	}
	return r
}

// layOutPending lays out all records that are waiting for it.
func (c *conv) layOutPending() {
	for len(c.pendingOrder) > 0 {
		r := c.pendingOrder[0]
		c.pendingOrder = c.pendingOrder[1:]
		c.complete(r)
	}
}

// complete makes sure that a record is laid out.
func (c *conv) complete(r *ompir.Record) {
	s := c.pending[r]
	if s == nil {
		return
	}
	delete(c.pending, r)
	c.layouts++
	defer func() { c.layouts-- }()
	var attrs attributes
	c.attributesOf(s.AttributeSpecifierList, &attrs)
	c.attributesOf(s.AttributeSpecifierList2, &attrs)
	l := &layout{r: r, packed: attrs.packed, limit: int64(c.marked.packAt(s.Position().Offset))}
	for m := s.StructDeclarationList; m != nil; m = m.StructDeclarationList {
		if m.StructDeclaration.Case == cc.StructDeclarationDecl {
			c.members(m.StructDeclaration, l)
		}
	}
	l.finish(attrs.align)
	r.Packed = l.reduced
	c.mod.Records = append(c.mod.Records, r)
}

// completeRecords makes sure that the size of t is known, if it can be.
func (c *conv) completeRecords(t *ompir.Type) {
	if r := t.Scalar().Record; r != nil {
		c.complete(r)
	}
}

// members adds the members of one declaration.
func (c *conv) members(d *cc.StructDeclaration, l *layout) {
	info := c.qualifiedSpecifiers(d.SpecifierQualifierList)
	c.attributesOf(d.AttributeSpecifierList, &info.attrs)
	align := max(info.align, info.attrs.align)
	if d.StructDeclaratorList == nil {
		if info.t.Kind == ompir.Struct || info.t.Kind == ompir.Union {
			name := fmt.Sprintf("anon_%d", l.anonymous)
			l.anonymous++
			c.completeRecords(info.t)
			l.add(&ompir.Field{Name: name, Type: info.t, Anonymous: true}, align, info.attrs.packed)
		}
		return
	}
	for sl := d.StructDeclaratorList; sl != nil; sl = sl.StructDeclaratorList {
		sd := sl.StructDeclarator
		f := &ompir.Field{Name: sd.Declarator.Name(), Type: info.t}
		if sd.Declarator != nil {
			f.Type = c.declared(info.t, sd.Declarator)
		}
		c.completeRecords(f.Type)
		if sd.Case == cc.StructDeclaratorBitField {
			width, _ := c.constInt(c.quiet(sd.ConstantExpression))
			l.addBits(f, width, info.attrs.packed)
			continue
		}
		l.add(f, align, info.attrs.packed)
	}
}

// layout places members as gcc does for the System V ABI.
type layout struct {
	r         *ompir.Record
	packed    bool  // attribute packed on the record
	limit     int64 // #pragma pack, 0 = none
	bits      int64 // bits used so far; in a union: of the largest member
	anonymous int
	reduced   bool // some member lies below its own alignment
}

// place reserves size bits at a multiple of align bytes and returns the first bit.
func (l *layout) place(size, align int64) int64 {
	if l.r.Union {
		l.bits = max(l.bits, size)
		return 0
	}
	at := roundUp(l.bits, align*8)
	l.bits = at + size
	return at
}

// memberAlign returns the alignment of a member: its type's, lowered by packing,
// raised by an attribute of its own.
func (l *layout) memberAlign(natural, explicit int64, packed bool) int64 {
	align := natural
	if packed || l.packed {
		align = 1
	}
	align = max(align, explicit)
	if l.limit > 0 {
		align = min(align, l.limit)
	}
	return align
}

// add places a member that is no bit-field.
func (l *layout) add(f *ompir.Field, explicit int64, packed bool) {
	natural := alignOf(f.Type)
	align := l.memberAlign(natural, explicit, packed)
	l.reduced = l.reduced || align < natural
	l.r.Align = max(l.r.Align, align)
	f.Offset = l.place(max(sizeOf(f.Type), 0)*8, align) / 8
	l.r.Fields = append(l.r.Fields, f)
}

// addBits places a bit-field of a width in bits. It lies within a unit of its
// type, at any bit when packed; width 0 moves on to the next unit.
func (l *layout) addBits(f *ompir.Field, width int64, packed bool) {
	unit := max(sizeOf(f.Type), 1) * 8
	packed = packed || l.packed || l.limit > 0
	if width == 0 {
		if !l.r.Union {
			l.bits = roundUp(l.bits, unit)
		}
		return
	}
	if !packed && !l.r.Union && l.bits/unit != (l.bits+width-1)/unit {
		l.bits = roundUp(l.bits, unit)
	}
	at := int64(0)
	if l.r.Union {
		l.bits = max(l.bits, width)
	} else {
		at = l.bits
		l.bits += width
	}
	if f.Name == "" {
		return
	}
	l.r.Align = max(l.r.Align, l.memberAlign(unit/8, 0, packed && l.limit == 0))
	f.BitWidth = int(width)
	f.Offset = at / unit * unit / 8
	if at%unit+width > unit {
		f.Offset = at / 8
	}
	f.BitOffset = int(at - f.Offset*8)
	l.r.Fields = append(l.r.Fields, f)
}

// finish sets size and alignment; explicit is the record's attribute aligned.
func (l *layout) finish(explicit int64) {
	l.r.Align = max(l.r.Align, explicit)
	l.r.Size = roundUp(roundUp(l.bits, 8)/8, l.r.Align)
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// layouts are size and alignment in bytes of the host's types that the IR lacks.
var layouts = map[string][2]int64{
	functionPointerName: {8, 8}, functionName: {1, 1}, "va_list": {24, 8},
	"long double": {16, 16}, "__int128": {16, 16}, "unsigned __int128": {16, 16},
	"_Float128": {16, 16}, "_Float128x": {16, 16}, "_Float64x": {16, 16}, "_Float16": {2, 2}, "__bf16": {2, 2},
	"_Decimal32": {4, 4}, "_Decimal64": {8, 8}, "_Decimal128": {16, 16},
	"_Complex float": {8, 4}, "_Complex double": {16, 8}, "_Complex long double": {32, 16},
}

// sizeOf returns the host's size of a type in bytes, -1 when it is not a constant.
func sizeOf(t *ompir.Type) int64 {
	switch t.Kind {
	case ompir.Unsupported:
		if t.Elem != nil && t.Name != functionName {
			return sizeOf(t.Elem)
		}
		if l, ok := layouts[t.Name]; ok {
			return l[0]
		}
		return -1
	case ompir.Array:
		if e := sizeOf(t.Elem); t.LenExpr == nil && t.Len >= 0 && e >= 0 {
			return t.Len * e
		}
		return -1
	}
	return t.Size()
}

// alignOf returns the host's alignment of a type in bytes.
func alignOf(t *ompir.Type) int64 {
	switch t.Kind {
	case ompir.Array:
		return alignOf(t.Elem)
	case ompir.Unsupported:
		if t.Elem != nil && t.Name != functionName {
			return max(alignOf(t.Elem), 1)
		}
		if l, ok := layouts[t.Name]; ok {
			return l[1]
		}
		return 1
	}
	return t.Align()
}

// enumeration is an enum's integer type; enumerators have type int where they fit.
type enumeration struct {
	t      *ompir.Type
	values map[string]int64
}

// enumType returns the integer type of an enum specifier: as gcc chooses it, the
// first of unsigned int, int, unsigned long, long that holds all values.
func (c *conv) enumType(s *cc.EnumSpecifier) *ompir.Type {
	return c.enumeration(enumDefinition(s)).t
}

func enumDefinition(s *cc.EnumSpecifier) *cc.EnumSpecifier {
	if s.Case == cc.EnumSpecifierDef {
		return s
	}
	tag := s.Token2.SrcStr()
	for scope := s.LexicalScope(); scope != nil; scope = scope.Parent {
		for _, n := range scope.Nodes[tag] {
			if x, ok := n.(*cc.EnumSpecifier); ok && x.Case == cc.EnumSpecifierDef {
				return x
			}
		}
	}
	return s
}

func (c *conv) enumeration(s *cc.EnumSpecifier) *enumeration {
	if e := c.enums[s]; e != nil {
		return e
	}
	e := &enumeration{t: ompir.TU32, values: map[string]int64{}}
	c.enums[s] = e
	next, low, high := int64(0), int64(0), int64(0)
	for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
		if l.Enumerator.Case == cc.EnumeratorExpr {
			next, _ = c.constInt(c.quiet(l.Enumerator.ConstantExpression))
		}
		e.values[l.Enumerator.Token.SrcStr()] = next
		low, high = min(low, next), max(high, next)
		next++
	}
	switch {
	case s.EnumTypeSpecifier != nil:
		e.t = c.qualifiedSpecifiers(s.EnumTypeSpecifier.SpecifierQualifierList).t
	case c.src.ShortEnums || c.marked.packedEnums[s.Token.Position().Offset]:
		e.t = shortestType(low, high)
	case low >= 0 && high > 1<<32-1:
		e.t = ompir.TU64
	case low < -1<<31 || low < 0 && high > 1<<31-1:
		e.t = ompir.TI64
	case low < 0:
		e.t = ompir.TI32
	}
	return e
}

// shortestType returns the smallest integer type, unsigned where it can be, that
// holds the values from low to high.
func shortestType(low, high int64) *ompir.Type {
	unsigned := []*ompir.Type{ompir.TU8, ompir.TU16, ompir.TU32, ompir.TU64}
	signed := []*ompir.Type{signedChar, ompir.TI16, ompir.TI32, ompir.TI64}
	list := signed
	if low >= 0 {
		list = unsigned
	}
	for _, t := range list {
		if truncate(low, t) == low && truncate(high, t) == high {
			return t
		}
	}
	return list[len(list)-1]
}
