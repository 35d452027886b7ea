package lower

import (
	"strings"

	ir "omp2cl/ompir"
)

// bindData gives every construct its list items for the runtime (OpenMP 4.5
// §2.15.5) and replaces host variables in kernels by parameters: what map clauses
// name, firstprivate and private copies, device pointers, and by the implicit rules
// everything else that a region refers to.
func bindData(m *ir.Module) error {
	var errs ir.Diagnostics
	inFunctions := functionVars(m)
	for _, k := range m.Kernels {
		b := &binder{m: m, k: k, inFunctions: inFunctions, maker: at(k.Construct.Node), dir: k.Construct.Node.Dir, errs: &errs,
			to: map[*ir.Var]*ir.Node{}, lens: map[*ir.Node]*ir.Node{}}
		b.kernel()
		k.Transfers = b.out
	}
	for _, c := range m.Constructs {
		if !c.Node.Dir.Has(ir.Target) {
			b := &binder{m: m, maker: at(c.Node), dir: c.Node.Dir, errs: &errs}
			b.dataConstruct()
			c.Transfers = b.out
		}
	}
	return errs.Err()
}

// binder works on one construct; k is nil for a data construct.
type binder struct {
	maker
	m    *ir.Module
	k    *ir.Kernel
	dir  *ir.Directive
	errs *ir.Diagnostics
	out  []*ir.Transfer
	to   map[*ir.Var]*ir.Node  // what replaces a host variable
	lens map[*ir.Node]*ir.Node // what replaces a length in a host variable's type
	used map[*ir.Var]bool      // variables that the kernel names

	inFunctions map[*ir.Var]bool // variables that device functions name
}

// kernel binds everything that the kernel's body refers to.
func (b *binder) kernel() {
	b.used = map[*ir.Var]bool{}
	for _, v := range ir.Vars(b.k.Body) {
		b.used[v] = true
	}
	b.mapClauses()
	for _, c := range b.dir.Clauses {
		for _, it := range c.Items {
			b.sharingItem(c.Kind, it)
		}
	}
	for _, v := range ir.Vars(b.k.Body) {
		b.implicit(v)
	}
	b.k.Body = b.replace(b.k.Body)
	for _, v := range b.k.Locals {
		b.replace(b.decl(v)) // the lengths of its type
	}
}

// replace substitutes lengths first: they are recognized by identity.
func (b *binder) replace(body *ir.Node) *ir.Node {
	if len(b.lens) > 0 {
		body = ir.Rewrite(body, func(x *ir.Node) *ir.Node {
			if r, ok := b.lens[x]; ok {
				return r
			}
			return x
		})
	}
	return substitute(body, b.to)
}

// sharingItem binds a list item of a data-sharing clause on target.
func (b *binder) sharingItem(kind ir.ClauseKind, it *ir.Item) {
	v := it.Root()
	if v == nil || !b.used[v] || b.to[v] != nil {
		return
	}
	switch kind {
	case ir.Firstprivate:
		b.firstprivate(v)
	case ir.PrivateC:
		b.private(v)
	case ir.IsDevicePtr:
		b.pointer(v, ir.ParamDevicePtr, ir.MapImplicit)
		b.out[len(b.out)-1].Begin = sectionBegin(it)
	case ir.HasDevAddr:
		b.whole(v, ir.ParamDevicePtr, ir.MapImplicit)
		b.out[len(b.out)-1].Begin = b.object(it).begin
	}
}

// sectionBegin is where a section of a pointer begins, or what the pointer holds.
func sectionBegin(it *ir.Item) string {
	if len(it.Sections) > 0 {
		return placeOf(it).begin
	}
	return it.Text
}

// object is the place of a variable, or of a section of one that is no pointer's.
func (b *binder) object(it *ir.Item) place {
	p := placeOf(it)
	p.base = "&" + it.Root().Name
	return p
}

// implicit binds a variable that no clause names: scalars are firstprivate unless
// defaultmap says otherwise, pointers zero-length sections, the rest tofrom.
func (b *binder) implicit(v *ir.Var) {
	host := v.Storage == ir.StorageHost || v.Storage == ir.StorageFile && !b.inArena(v)
	if !host || b.to[v] != nil {
		return
	}
	behaviour := b.defaultmap(v)
	bits, mapped := mapBehaviours[behaviour]
	switch {
	case mapped:
		b.whole(v, ir.ParamMap, bits|ir.MapImplicit)
	case v.Type.Kind == ir.Pointer:
		b.pointer(v, ir.ParamZeroLength, ir.MapImplicit)
	case isNumeric(v.Type) || behaviour == "firstprivate":
		b.firstprivate(v)
	default:
		b.whole(v, ir.ParamMap, ir.MapTofrom|ir.MapImplicit)
	}
}

// isNumeric reports whether OpenMP's rules for scalars other than pointers hold for
// t: complex numbers are arithmetic, too.
func isNumeric(t *ir.Type) bool { return t.IsArithmetic() || t.ComplexPart() != nil }

// mapBehaviours are the behaviours of defaultmap that map.
var mapBehaviours = map[string]int{"alloc": 0, "to": ir.MapTo, "from": ir.MapFrom, "tofrom": ir.MapTofrom, "present": ir.MapPresent}

// defaultmap returns what the defaultmap clauses say about a variable, "" for
// nothing. With none every variable is named by a clause and nobody asks.
func (b *binder) defaultmap(v *ir.Var) string {
	category := "aggregate"
	switch {
	case v.Type.Kind == ir.Pointer:
		category = "pointer"
	case isNumeric(v.Type):
		category = "scalar"
	}
	for _, c := range b.dir.All(ir.Defaultmap) {
		behaviour, of, _ := strings.Cut(c.Mod, ":")
		if of == category || of == "all" {
			return behaviour
		}
	}
	return ""
}

// inArena reports whether device code finds the file variable v in the arena of
// static data: declare target variables, constant tables, and what device
// functions refer to.
func (b *binder) inArena(v *ir.Var) bool {
	if v.Link {
		return false
	}
	if v.Target || v.Const && v.Type.IsAggregate() {
		return true
	}
	return b.inFunctions[v]
}

// functionVars returns the variables that device functions name.
func functionVars(m *ir.Module) map[*ir.Var]bool {
	named := map[*ir.Var]bool{}
	for _, f := range m.Funcs {
		for _, v := range ir.Vars(f.Body) {
			named[v] = true
		}
	}
	return named
}

// firstprivate passes a copy of the host's value. Scalars that the region does not
// change, or that one thread alone sees, go by value; other objects live in device
// memory that all threads share.
func (b *binder) firstprivate(v *ir.Var) {
	switch {
	case v.Type.Kind == ir.Pointer:
		b.pointer(v, ir.ParamZeroLength, 0)
	case v.Type.IsArithmetic() && (b.k.Form == ir.FormSequential || !changed(b.k.Body, v)):
		b.value(v, v.Name, "&(__typeof__("+v.Name+")){"+v.Name+"}")
	default:
		b.whole(v, ir.ParamFirstprivate, 0)
	}
}

// private gives the region an uninitialized object of its own.
func (b *binder) private(v *ir.Var) {
	if b.k.Form == ir.FormSequential && !v.Type.HasVLA() {
		nv := b.m.NewVar(v.Name, v.Type, ir.StorageLocal)
		b.to[v] = b.ref(nv)
		b.k.Body = b.block(b.decl(nv), b.k.Body)
		return
	}
	b.whole(v, ir.ParamPrivate, 0)
}

// value adds a by-value parameter for v.
func (b *binder) value(v *ir.Var, name, begin string) {
	pv := b.m.NewVar(v.Name, v.Type, ir.StorageParam)
	b.add(&ir.Transfer{Kind: ir.ParamValue, Name: name, Base: "0", Begin: begin, Size: sizeText(v.Type), Var: pv})
	b.to[v] = b.ref(pv)
}

func sizeText(t *ir.Type) string { return itoa(int(t.Size())) }

func (b *binder) add(t *ir.Transfer) {
	if !t.Pos.IsValid() {
		t.Pos = b.pos
	}
	b.out = append(b.out, t)
}

// param makes the kernel variable through which the object v is reached: a pointer
// to it in global memory.
func (b *binder) param(v *ir.Var, t *ir.Type) *ir.Var {
	return b.m.NewVar(v.Name, &ir.Type{Kind: ir.Pointer, Elem: t, Space: ir.Global}, ir.StorageParam)
}

// whole passes the object v itself.
func (b *binder) whole(v *ir.Var, kind ir.ParamKind, mapType int) {
	pv := b.param(v, b.lengths(v.Type, v.Name))
	b.to[v] = b.deref(b.ref(pv))
	b.add(&ir.Transfer{Kind: kind, Map: mapType, Name: v.Name, Base: "&" + v.Name, Begin: "&" + v.Name,
		Size: "sizeof(" + v.Name + ")", Var: pv})
}

// pointer passes the pointer v as a device pointer. One that a firstprivate clause names
// keeps its value if it leads to nothing that is present, others are null then.
func (b *binder) pointer(v *ir.Var, kind ir.ParamKind, mapType int) {
	pv := b.pointerVar(v)
	b.add(&ir.Transfer{Kind: kind, Map: mapType, Name: v.Name, Base: v.Name, Begin: v.Name, Size: "0", Var: pv})
}

// pointerVar makes the kernel's variable for the host pointer v. A pointer that
// the region changes while several work-items share it gets a copy in local memory.
func (b *binder) pointerVar(v *ir.Var) *ir.Var {
	t := b.lengths(v.Type, v.Name)
	pv := b.m.NewVar(v.Name, &ir.Type{Kind: ir.Pointer, Elem: t.Elem, Space: ir.Global}, ir.StorageParam)
	b.to[v] = b.ref(pv)
	if b.k.Form != ir.FormSequential && !b.k.NoParallel && changed(b.k.Body, v) {
		shared := b.m.NewVar(v.Name, pv.Type, ir.StorageLocal)
		shared.Space = ir.Local
		b.k.Locals = append(b.k.Locals, shared)
		b.k.Body = b.block(b.assign(b.ref(shared), b.ref(pv)), b.barrier(), b.k.Body)
		b.to[v] = b.ref(shared)
	}
	return pv
}

// lengths returns v's type with its variable lengths replaced by parameters, whose
// values the host takes from sizeof: they are those of v's declaration.
func (b *binder) lengths(t *ir.Type, text string) *ir.Type {
	if !t.HasVLA() {
		return t
	}
	out := *t
	if t.Kind == ir.Pointer {
		out.Elem = b.lengths(t.Elem, "(*"+text+")")
		return &out
	}
	element := "(" + text + ")[0]"
	if t.LenExpr != nil {
		out.LenExpr = b.lengthParam(t.LenExpr, "sizeof("+text+") / sizeof("+element+")")
	}
	out.Elem = b.lengths(t.Elem, element)
	return &out
}

func (b *binder) lengthParam(n *ir.Node, text string) *ir.Node {
	if r, ok := b.lens[n]; ok {
		return r
	}
	pv := b.m.NewVar("omp2cl_length", ir.TI64, ir.StorageParam)
	b.add(&ir.Transfer{Kind: ir.ParamValue, Name: text, Base: "0", Begin: "&(long){" + text + "}", Size: "8", Var: pv})
	b.lens[n] = b.ref(pv)
	return b.lens[n]
}

// dataConstruct lists the items of a data construct.
func (b *binder) dataConstruct() {
	b.mapClauses()
	for _, c := range b.dir.Clauses {
		for _, it := range c.Items {
			switch c.Kind {
			case ir.To:
				b.motion(it, ir.MapTo|mapWords[c.Mod])
			case ir.From:
				b.motion(it, ir.MapFrom|mapWords[c.Mod])
			case ir.UseDevicePtr:
				b.add(&ir.Transfer{Kind: ir.ParamUseDevicePtr, Name: it.Text, Base: it.Text, Begin: sectionBegin(it), Size: "0", Pos: it.Pos})
			case ir.UseDevAddr:
				p := b.object(it)
				b.add(&ir.Transfer{Kind: ir.ParamUseDevicePtr, Name: it.Root().Name, Base: p.base, Begin: p.begin, Size: "0", Pos: it.Pos})
			}
		}
	}
}

// motion lists an item of target update.
func (b *binder) motion(it *ir.Item, mapType int) {
	p := placeOf(it)
	if scattered(it) {
		p.size = b.rows(it)
	}
	b.add(&ir.Transfer{Kind: ir.ParamMapOnly, Map: mapType, Name: it.Text, Base: p.base, Begin: p.begin, Size: p.size, Pos: it.Pos})
}

// mapBits translates a map clause's type and modifier.
func mapBits(c *ir.Clause) int {
	bits, typed := 0, false
	for _, w := range strings.FieldsFunc(c.Mod, func(r rune) bool { return r == ',' || r == ' ' }) {
		bit, isType := mapWords[w]
		bits |= bit
		typed = typed || isType && w != "always" && w != "present"
	}
	if !typed {
		bits |= ir.MapTofrom
	}
	return bits
}

var mapWords = map[string]int{"to": ir.MapTo, "from": ir.MapFrom, "tofrom": ir.MapTofrom, "alloc": ir.MapAlloc,
	"always": ir.MapAlways, "present": ir.MapPresent, "release": ir.MapRelease, "delete": ir.MapDelete}
