package lower

import (
	"sort"

	ir "omp2cl/ompir"
)

// lowerBitfields removes bit-fields, which OpenCL C lacks: runs of them become
// plain unsigned integers at the same bytes of the record, reads become shifts and
// masks, writes read, change and write the integer.
func lowerBitfields(m *ir.Module) error {
	bf := &bitfields{m: m, places: map[*ir.Field]bitPlace{}}
	for _, r := range m.Records {
		bf.plan(r)
	}
	if len(bf.places) == 0 {
		return nil
	}
	rewriteBodies(m, bf.node)
	for _, v := range m.Vars {
		if v.Init != nil {
			v.Init = bf.node(v.Init)
		}
	}
	for _, r := range m.Records {
		bf.replaceFields(r)
	}
	return nil
}

// bitfields carries the pass.
type bitfields struct {
	m      *ir.Module
	places map[*ir.Field]bitPlace
	plans  map[*ir.Record][]*ir.Field // storage fields by record
}

// bitPlace is where a bit-field lies in its storage field: an integer, or an array
// of bytes where no integer fits between the other members.
type bitPlace struct {
	storage *ir.Field
	shift   int // from the storage's least significant bit
	width   int
}

// byteRange is a half-open range of bytes of a record.
type byteRange struct{ start, end int64 }

func (b byteRange) overlaps(c byteRange) bool { return b.start < c.end && c.start < b.end }

// bitRange returns the bits of f, counted from the start of the record.
func bitRange(f *ir.Field) (start, end int64) {
	start = f.Offset*8 + int64(f.BitOffset)
	return start, start + int64(f.BitWidth)
}

// bytesOf returns the bytes that hold f.
func bytesOf(f *ir.Field) byteRange {
	if f.BitWidth == 0 {
		return byteRange{f.Offset, f.Offset + max(f.Type.Size(), 0)}
	}
	start, end := bitRange(f)
	return byteRange{start / 8, (end + 7) / 8}
}

// plan lays out storage for the bit-fields of r.
func (bf *bitfields) plan(r *ir.Record) {
	var bits []*ir.Field
	var plain []byteRange
	for _, f := range r.Fields {
		switch {
		case f.BitWidth > 0 && f.Name != "":
			bits = append(bits, f)
		case f.BitWidth == 0:
			plain = append(plain, bytesOf(f))
		}
	}
	if r.Union {
		for i := range bits {
			bf.store(r, bits[i:i+1], nil, i)
		}
		return
	}
	sort.SliceStable(bits, func(i, j int) bool {
		a, _ := bitRange(bits[i])
		b, _ := bitRange(bits[j])
		return a < b
	})
	for n := 0; len(bits) > 0; n++ {
		taken := bf.store(r, bits, plain, n)
		plain = append(plain, bytesOf(bf.places[bits[0]].storage))
		bits = bits[taken:]
	}
}

// store makes a storage field for the first of bits and for those after it that
// share its bytes or find room in it, and returns how many they are.
func (bf *bitfields) store(r *ir.Record, bits []*ir.Field, plain []byteRange, n int) int {
	span := bytesOf(bits[0])
	taken := 1
	for taken < len(bits) && bytesOf(bits[taken]).start < span.end {
		span.end = max(span.end, bytesOf(bits[taken]).end)
		taken++
	}
	where, t := bf.container(r, span, plain, bits[taken:])
	storage := &ir.Field{Name: "bits_" + itoa(n), Type: t, Offset: where.start}
	for taken < len(bits) && bytesOf(bits[taken]).end <= where.end {
		taken++
	}
	for _, f := range bits[:taken] {
		start, end := bitRange(f)
		bf.places[f] = bitPlace{storage, int(start - where.start*8), int(end - start)}
	}
	if bf.plans == nil {
		bf.plans = map[*ir.Record][]*ir.Field{}
	}
	bf.plans[r] = append(bf.plans[r], storage)
	return taken
}

var unsignedOfSize = map[int64]*ir.Type{1: ir.TU8, 2: ir.TU16, 4: ir.TU32, 8: ir.TU64}

// container finds the smallest aligned integer that holds span and touches no
// other member; later bit-fields must lie in it wholly or not at all. Where there
// is none it returns an array of bytes.
func (bf *bitfields) container(r *ir.Record, span byteRange, plain []byteRange, later []*ir.Field) (byteRange, *ir.Type) {
	for size := int64(1); size <= 8; size *= 2 {
		c := byteRange{span.start / size * size, span.start/size*size + size}
		if c.end >= span.end && c.end <= r.Size && size <= max(r.Align, 1) && free(c, plain, later) {
			return c, unsignedOfSize[size]
		}
	}
	return span, ir.ArrayOf(span.end-span.start, ir.TU8)
}

func free(c byteRange, plain []byteRange, later []*ir.Field) bool {
	for _, p := range plain {
		if c.overlaps(p) {
			return false
		}
	}
	for _, f := range later {
		if b := bytesOf(f); c.overlaps(b) && b.end > c.end {
			return false
		}
	}
	return true
}

// replaceFields puts the storage fields in the place of r's bit-fields.
func (bf *bitfields) replaceFields(r *ir.Record) {
	if len(bf.plans[r]) == 0 {
		return
	}
	fields := append([]*ir.Field{}, bf.plans[r]...)
	for _, f := range r.Fields {
		if f.BitWidth == 0 {
			fields = append(fields, f)
		}
	}
	sort.SliceStable(fields, func(i, j int) bool { return fields[i].Offset < fields[j].Offset })
	r.Fields = fields
}

// placeOf returns the place of the bit-field that n, a member access, names.
func (bf *bitfields) placeOf(n *ir.Node) (bitPlace, bool) {
	if n.Op != ir.OpMember {
		return bitPlace{}, false
	}
	p, ok := bf.places[n.Kids[0].Type.Record.FieldNamed(n.Str)]
	return p, ok
}

// node rewrites n and everything below it.
func (bf *bitfields) node(n *ir.Node) *ir.Node {
	switch n.Op {
	case ir.OpAssign, ir.OpAssignOp, ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec:
		if p, ok := bf.placeOf(n.Kids[0]); ok {
			return bf.expression(n, p)
		}
	case ir.OpExpr:
		if p, ok := bf.placeOf(firstKid(n.Kids[0])); ok && writes(n.Kids[0].Op) {
			return bf.statement(n.Kids[0], p)
		}
	case ir.OpMember:
		if p, ok := bf.placeOf(n); ok {
			return bf.read(at(n), bf.node(n.Kids[0]), p, n.Type)
		}
	case ir.OpInit:
		return bf.initializer(n)
	case ir.OpStmtExpr:
		return bf.statementExpr(n)
	}
	return withKids(n, bf.node)
}

// statementExpr rewrites a statement expression: its last statement has a value.
func (bf *bitfields) statementExpr(n *ir.Node) *ir.Node {
	block := *n.Kids[0]
	block.Kids = make([]*ir.Node, len(n.Kids[0].Kids))
	for i, s := range n.Kids[0].Kids {
		if s.Op == ir.OpExpr && i == len(block.Kids)-1 {
			block.Kids[i] = at(s).expr(bf.node(s.Kids[0]))
		} else {
			block.Kids[i] = bf.node(s)
		}
	}
	out := *n
	out.Kids = []*ir.Node{&block}
	return &out
}

// firstKid returns n's first operand, or n itself when it has none.
func firstKid(n *ir.Node) *ir.Node {
	if len(n.Kids) == 0 {
		return n
	}
	return n.Kids[0]
}

func writes(op ir.Op) bool {
	switch op {
	case ir.OpAssign, ir.OpAssignOp, ir.OpPreInc, ir.OpPreDec, ir.OpPostInc, ir.OpPostDec:
		return true
	}
	return false
}
