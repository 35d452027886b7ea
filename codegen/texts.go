package codegen

import (
	"strconv"

	"omp2cl/ompir"
)

// A constant table of strings has host addresses in it, which mean nothing on a
// device. Its strings get places in the arena, and each function that names the
// table first sets its pointers to them: every work-item writes the same values.

// constantInit returns the initializer of a constant variable, or nil.
func (u *unit) constantInit(v *ompir.Var) *ompir.Node {
	if !v.Const {
		return nil
	}
	if v.Init != nil {
		return v.Init
	}
	return u.ownInit(v)
}

// textAt returns the string that the initializer element n lets a pointer point
// to, or nil.
func textAt(n *ompir.Node) *ompir.Node {
	if n.Op != ompir.OpInitAt || typeOf(n).Kind != ompir.Pointer {
		return nil
	}
	return textOf(n.Kids[0])
}

func textOf(n *ompir.Node) *ompir.Node {
	for n.Op == ompir.OpCast {
		n = n.Kids[0]
	}
	if n.Op != ompir.OpStr {
		return nil
	}
	return n
}

// setTexts points the object of type t at path, initialized by init, or its
// elements to their strings in the arena. An array of characters holds its string
// itself.
func (p *printer) setTexts(path string, t *ompir.Type, init *ompir.Node) {
	if text := textOf(init); text != nil && t.Kind == ompir.Pointer {
		p.setText(path, t, text)
	}
	if init.Op != ompir.OpInit {
		return
	}
	for _, at := range init.Kids {
		place := path + "." + memberName(at.Str)
		if t.Kind == ompir.Array {
			place = path + "[" + strconv.FormatInt(at.Int, 10) + "]"
		}
		p.setTexts(place, typeOf(at), at.Kids[0])
	}
}

// setText sets one pointer of type t.
func (p *printer) setText(place string, t *ompir.Type, text *ompir.Node) {
	symbol := p.unit.varSymbol(p.unit.textVar(text))
	p.needs.add("@" + symbol)
	to := ompirPointer(t.Elem, ompir.Global)
	p.out.put(place, " = (", p.typeName(to), ")(omp2cl_ctx.arena + OMP2CL_AT_", symbol, ");")
}

// textVar returns the arena's variable for a string.
func (u *unit) textVar(text *ompir.Node) *ompir.Var {
	v := u.texts[text.Str]
	if v == nil {
		t := ompir.ArrayOf(int64(len(text.Str))+1, ompir.TI8)
		init := &ompir.Node{Op: ompir.OpStr, Type: t, Str: text.Str, Pos: text.Pos}
		v = &ompir.Var{Name: "text", ID: -1 - len(u.texts), Type: t, Storage: ompir.StorageFile, Const: true,
			InFunction: "omp2cl", Init: init, Pos: text.Pos}
		u.texts[text.Str] = v
	}
	return v
}
