package lower

import (
	"cmp"
	"fmt"
	"slices"

	ir "omp2cl/ompir"
)

// A region may use members of a structure beside those that its clauses map. The
// structure itself is in no clause, and so they are mapped tofrom, as all of it would be
// (OpenMP 4.5 §2.10.4): in the span of those that are mapped, since what a structure has
// on the device lies in one piece.

// bytes is a part of an object: from first up to end.
type bytes struct{ first, end int64 }

// unlisted returns the parts of the structure v that the region uses and that are none of
// the listed members.
func (b *binder) unlisted(v *ir.Var, listed []mapped) []mapped {
	if b.k == nil || v.Type.Kind != ir.Struct || !b.used[v] || b.to[v] != nil {
		return nil
	}
	var named []bytes
	for _, e := range listed {
		part, _ := partOf(e.lvalue(), v)
		named = append(named, part)
	}
	slices.SortFunc(named, func(x, y bytes) int { return cmp.Compare(x.first, y.first) })
	var out []mapped
	seen := map[bytes]bool{}
	for _, used := range usedParts(b.k.Body, v) {
		for _, part := range rest(used, named) {
			if !seen[part] {
				seen[part] = true
				out = append(out, unlistedPart(v, part, listed[0].it.Pos))
			}
		}
	}
	return out
}

// unlistedPart is the list item for a part of v. The text is made of offsets: members may
// have no name, and bit-fields no address.
func unlistedPart(v *ir.Var, part bytes, pos ir.Pos) mapped {
	k := maker{pos}
	name := v.Name
	if f := fieldAt(v.Type.Record, part.first); f != nil && f.Name != "" {
		name += "." + f.Name
	}
	x := k.node(ir.OpIndex, ir.TI8, k.ref(v), k.num(ir.TI64, part.first))
	size := part.end - part.first
	object := fmt.Sprintf("(*(char (*)[%d])((char *)&%s + %d))", size, v.Name, part.first)
	p := place{base: "&" + object, begin: "&" + object, size: fmt.Sprint(size), object: object, typ: v.Type}
	return mapped{it: &ir.Item{X: x, Text: name, Pos: pos}, bits: ir.MapTofrom | ir.MapImplicit, place: p}
}

// fieldAt returns the member that begins at the offset, or nil.
func fieldAt(r *ir.Record, offset int64) *ir.Field {
	for _, f := range r.Fields {
		if f.Offset == offset {
			return f
		}
	}
	return nil
}

// usedParts returns the parts of v that n names, in order.
func usedParts(n *ir.Node, v *ir.Var) []bytes {
	var out []bytes
	var visit func(n *ir.Node, inner bool)
	visit = func(n *ir.Node, inner bool) {
		part, is := partOf(n, v)
		if is && !inner {
			out = append(out, part)
		}
		for i, k := range n.Kids {
			if k != nil {
				visit(k, is && i == 0)
			}
		}
	}
	visit(n, false)
	return out
}

// partOf returns the part of v in which the lvalue n lies, and whether it lies in v: the
// member in front of the first subscript.
func partOf(n *ir.Node, v *ir.Var) (bytes, bool) {
	part, _, is := exactPart(n, v)
	return part, is
}

// exactPart is partOf, and reports whether the part is all of n and no more.
func exactPart(n *ir.Node, v *ir.Var) (part bytes, exact, is bool) {
	switch {
	case n.Op == ir.OpVar && n.Var == v:
		return bytes{0, v.Type.Size()}, true, true
	case n.Op == ir.OpMember:
		part, exact, is = exactPart(n.Kids[0], v)
		f := n.Kids[0].Type.Record.FieldNamed(n.Str)
		if !exact || f == nil {
			return part, false, is
		}
		size := f.Type.Size()
		if f.BitWidth > 0 {
			size = int64(f.BitOffset+f.BitWidth+7) / 8
		}
		return bytes{part.first + f.Offset, part.first + f.Offset + max(size, 0)}, true, true
	case n.Op == ir.OpIndex && n.Kids[0].Type.Kind == ir.Array:
		part, _, is = exactPart(n.Kids[0], v)
		return part, false, is
	}
	return bytes{}, false, false
}

// rest returns what is left of a part without others, which are in order.
func rest(part bytes, others []bytes) []bytes {
	var out []bytes
	for _, o := range others {
		if o.first > part.first && o.first < part.end {
			out = append(out, bytes{part.first, o.first})
		}
		if o.end > part.first && o.first < part.end {
			part.first = min(o.end, part.end)
		}
	}
	if part.first < part.end {
		out = append(out, part)
	}
	return out
}
