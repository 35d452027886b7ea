package lower

import ir "omp2cl/ompir"

// word is the type in which a bit-field's storage is shifted and masked.
func (p bitPlace) word() *ir.Type {
	if p.storage.Type.Size() > 4 || p.shift+p.width > 32 {
		return ir.TU64
	}
	return ir.TU32
}

// mask returns width ones.
func (p bitPlace) mask() int64 {
	if p.width >= 64 {
		return -1
	}
	return 1<<p.width - 1
}

// lanes returns the parts of the storage in record: the integer itself, or each
// byte that the bit-field touches, with the number of the part's first bit.
func (p bitPlace) lanes(k maker, record *ir.Node) (parts []*ir.Node, firstBits []int) {
	whole := k.node(ir.OpMember, p.storage.Type, record)
	whole.Str = p.storage.Name
	if p.storage.Type.Kind != ir.Array {
		return []*ir.Node{whole}, []int{0}
	}
	for b := p.shift / 8; b <= (p.shift+p.width-1)/8; b++ {
		parts = append(parts, k.index(whole, k.num(ir.TI32, int64(b))))
		firstBits = append(firstBits, b*8)
	}
	return parts, firstBits
}

// read is the value of the bit-field in record, as type t.
func (bf *bitfields) read(k maker, record *ir.Node, p bitPlace, t *ir.Type) *ir.Node {
	parts, firstBits := p.lanes(k, record)
	if len(parts) == 1 {
		p.shift -= firstBits[0]
		return p.extract(k, k.cast(p.word(), parts[0]), t)
	}
	var value *ir.Node
	for i, part := range parts {
		bits := k.shift(k.cast(ir.TU64, part), firstBits[i]-p.shift)
		if value == nil {
			value = bits
		} else {
			value = k.bin(ir.OpOr, ir.TU64, value, bits)
		}
	}
	p.shift = 0
	return p.extract(k, value, t)
}

// shift shifts the unsigned x left by n bits, right if n is negative.
func (k maker) shift(x *ir.Node, n int) *ir.Node {
	switch {
	case n > 0:
		return k.bin(ir.OpShl, x.Type, x, k.num(ir.TI32, int64(n)))
	case n < 0:
		return k.bin(ir.OpShr, x.Type, x, k.num(ir.TI32, int64(-n)))
	}
	return x
}

// extract cuts the bit-field out of word and extends its sign if t has one.
func (p bitPlace) extract(k maker, word *ir.Node, t *ir.Type) *ir.Node {
	t = unvolatile(t)
	size := int(word.Type.Size()) * 8
	if !t.IsSigned() {
		word = k.shift(word, -p.shift)
		if p.shift+p.width < size {
			word = k.bin(ir.OpAnd, word.Type, word, k.num(word.Type, p.mask()))
		}
		return k.cast(t, word)
	}
	signed := ir.TI32
	if size == 64 {
		signed = ir.TI64
	}
	top := k.shift(word, size-p.shift-p.width)
	value := k.node(ir.OpCast, signed, top)
	return k.cast(t, k.shift(value, p.width-size))
}

func unvolatile(t *ir.Type) *ir.Type {
	if !t.Volatile {
		return t
	}
	out := *t
	out.Volatile = false
	return &out
}

// insert is the statement list that sets the bit-field in record to value, an
// expression without side effects of the field's type.
func (bf *bitfields) insert(k maker, record *ir.Node, p bitPlace, value *ir.Node) []*ir.Node {
	parts, firstBits := p.lanes(k, record)
	var out []*ir.Node
	for i, part := range parts {
		q := p
		q.shift -= firstBits[i]
		out = append(out, q.insertInto(k, part, value))
	}
	return out
}

// insertInto assigns to one part of the storage. The bit-field may start before
// the part (negative shift) and end behind it.
func (p bitPlace) insertInto(k maker, part, value *ir.Node) *ir.Node {
	word := p.word()
	if p.storage.Type.Kind == ir.Array {
		word = ir.TU64
	} else if p.shift == 0 && p.width == int(part.Type.Size())*8 {
		return k.node(ir.OpAssign, part.Type, part, k.cast(part.Type, value))
	}
	bits := k.bin(ir.OpAnd, word, k.cast(word, value), k.num(word, p.mask()))
	mask := p.mask() << max(p.shift, 0)
	if p.shift < 0 {
		mask = int64(uint64(p.mask()) >> -p.shift)
	}
	if p.storage.Type.Kind == ir.Array {
		mask &= 0xff
	}
	keep := ^mask
	if word == ir.TU32 {
		keep = int64(uint32(keep))
	}
	old := k.bin(ir.OpAnd, word, k.cast(word, part), k.num(word, keep))
	return k.node(ir.OpAssign, part.Type, part, k.cast(part.Type, k.bin(ir.OpOr, word, old, k.shift(bits, p.shift))))
}

// write rewrites an assignment to a bit-field as statements and an expression for
// its value. Record and value are evaluated once.
func (bf *bitfields) write(n *ir.Node, p bitPlace) (stmts []*ir.Node, result *ir.Node) {
	k := at(n)
	member := n.Kids[0]
	t := unvolatile(member.Type)
	record := bf.node(member.Kids[0])
	if !isPure(record) {
		ptr := bf.m.NewVar("record", ir.PointerTo(record.Type), ir.StorageLocal)
		stmts = append(stmts, k.decl(ptr, k.addr(record)))
		record = k.deref(k.ref(ptr))
	}
	current := bf.read(k, record, p, t)
	value, result := bf.newValue(k, n, current, t)
	if n.Op == ir.OpPostInc || n.Op == ir.OpPostDec {
		old := bf.m.NewVar("old", t, ir.StorageLocal)
		stmts = append(stmts, k.decl(old, current))
		value, _ = bf.newValue(k, n, k.ref(old), t)
		result = k.ref(old)
	}
	if p.storage.Type.Kind == ir.Array || !isPure(value) {
		v := bf.m.NewVar("field", t, ir.StorageLocal)
		stmts = append(stmts, k.decl(v, value))
		value = k.ref(v)
	}
	for _, set := range bf.insert(k, record, p, value) {
		stmts = append(stmts, k.expr(set))
	}
	if result == nil {
		result = bf.read(k, record, p, t)
	}
	return stmts, result
}

// statement is a write whose value nobody wants.
func (bf *bitfields) statement(n *ir.Node, p bitPlace) *ir.Node {
	stmts, _ := bf.write(n, p)
	if len(stmts) == 1 {
		return stmts[0]
	}
	return at(n).block(stmts...)
}

// expression is a write whose value is wanted.
func (bf *bitfields) expression(n *ir.Node, p bitPlace) *ir.Node {
	k := at(n)
	stmts, result := bf.write(n, p)
	return k.node(ir.OpStmtExpr, result.Type, k.block(append(stmts, k.expr(result))...))
}

// newValue is what the assignment n stores, converted to the field's type t, given
// the current value. The expression's own value is then read back (a nil result).
func (bf *bitfields) newValue(k maker, n *ir.Node, current *ir.Node, t *ir.Type) (value, result *ir.Node) {
	switch n.Op {
	case ir.OpAssign:
		return k.cast(t, bf.node(n.Kids[1])), nil
	case ir.OpAssignOp:
		y := bf.node(n.Kids[1])
		wide := usual(current.Type, y.Type)
		if n.Sub == ir.OpShl || n.Sub == ir.OpShr {
			wide = promoted(current.Type)
			return k.cast(t, k.bin(n.Sub, wide, k.cast(wide, current), y)), nil
		}
		return k.cast(t, k.bin(n.Sub, wide, k.cast(wide, current), k.cast(wide, y))), nil
	}
	op := ir.OpAdd
	if n.Op == ir.OpPreDec || n.Op == ir.OpPostDec {
		op = ir.OpSub
	}
	wide := promoted(t)
	return k.cast(t, k.bin(op, wide, k.cast(wide, current), k.num(wide, 1))), nil
}

// promoted returns t after the integer promotions.
func promoted(t *ir.Type) *ir.Type {
	if t.IsInteger() && t.Kind < ir.Int32 {
		return ir.TI32
	}
	return unvolatile(t)
}

// usual returns the type of arithmetic on t and u (C11 6.3.1.8); the kinds are in
// the order of their conversion ranks.
func usual(t, u *ir.Type) *ir.Type {
	t, u = promoted(t), promoted(u)
	if t.Kind >= u.Kind {
		return t
	}
	return u
}

// isPure reports whether evaluating n twice is the same as once.
func isPure(n *ir.Node) bool {
	return !contains(n, func(x *ir.Node) bool {
		return writes(x.Op) || x.Op == ir.OpCall || x.Op == ir.OpStmtExpr
	})
}

// initializer collects the values of bit-fields that share storage.
func (bf *bitfields) initializer(n *ir.Node) *ir.Node {
	out := *n
	out.Kids = nil
	words := map[*ir.Field]*ir.Node{} // the places of storage fields in the list
	for _, at := range n.Kids {
		p, isBits := bitPlace{}, false
		if n.Type.Kind == ir.Struct || n.Type.Kind == ir.Union {
			p, isBits = bf.places[n.Type.Record.FieldNamed(at.Str)]
		}
		if !isBits {
			out.Kids = append(out.Kids, bf.initAt(at))
			continue
		}
		place := words[p.storage]
		if place == nil {
			place = maker{at.Pos}.storagePlace(p)
			words[p.storage] = place
			out.Kids = append(out.Kids, place)
		}
		bf.addBits(place, p, at)
	}
	return &out
}

func (bf *bitfields) initAt(at *ir.Node) *ir.Node {
	out := *at
	out.Kids = []*ir.Node{bf.node(at.Kids[0])}
	return &out
}

// storagePlace is an initializer of a storage field, all zero.
func (k maker) storagePlace(p bitPlace) *ir.Node {
	t := p.storage.Type
	value := k.num(t, 0)
	if t.Kind == ir.Array {
		value = k.node(ir.OpInit, t)
		for i := range t.Len {
			b := k.node(ir.OpInitAt, t.Elem, k.num(t.Elem, 0))
			b.Int = i
			value.Kids = append(value.Kids, b)
		}
	}
	place := k.node(ir.OpInitAt, t, value)
	place.Str = p.storage.Name
	return place
}

// addBits puts the value of the bit-field at p into its storage's initializer.
func (bf *bitfields) addBits(place *ir.Node, p bitPlace, at *ir.Node) {
	k := maker{at.Pos}
	t := unvolatile(at.Type)
	value := k.cast(t, bf.node(at.Kids[0]))
	if p.storage.Type.Kind != ir.Array {
		place.Kids[0] = p.merge(k, place.Kids[0], value, p.word())
		return
	}
	bytes := place.Kids[0].Kids
	for b := p.shift / 8; b <= (p.shift+p.width-1)/8; b++ {
		q := p
		q.shift -= b * 8
		bytes[b].Kids[0] = q.merge(k, bytes[b].Kids[0], value, ir.TU64)
	}
}

// merge adds value's bits to the initial value of a part of the storage.
func (p bitPlace) merge(k maker, part, value *ir.Node, word *ir.Type) *ir.Node {
	if i, ok := constantBits(value); ok && part.Op == ir.OpConst {
		bits := uint64(i & p.mask())
		if p.shift < 0 {
			bits >>= -p.shift
		} else {
			bits <<= p.shift
		}
		if p.storage.Type.Kind == ir.Array {
			bits &= 0xff
		}
		return k.num(part.Type, part.Int|int64(bits))
	}
	bits := k.shift(k.bin(ir.OpAnd, word, k.cast(word, value), k.num(word, p.mask())), p.shift)
	return k.cast(part.Type, k.bin(ir.OpOr, word, k.cast(word, part), bits))
}

// constantBits returns the value of an integer constant, perhaps converted.
func constantBits(n *ir.Node) (int64, bool) {
	switch {
	case n.Op == ir.OpConst:
		return n.Int, true
	case n.Op == ir.OpCast && n.Kids[0].Op == ir.OpConst && n.Type.IsInteger() && n.Type.Kind != ir.Bool:
		return n.Kids[0].Int, fits(n.Kids[0].Int, n.Type)
	}
	return 0, false
}
