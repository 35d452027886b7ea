package frontend

import (
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// Types that C tells apart and the IR does not; _Generic compares identities.
var (
	signedChar = &ompir.Type{Kind: ompir.Int8}
	longLong   = &ompir.Type{Kind: ompir.Int64}
	uLongLong  = &ompir.Type{Kind: ompir.Uint64}
	plainUChar = &ompir.Type{Kind: ompir.Uint8} // char with -funsigned-char
)

// Names of unsupported types that the builder itself looks at.
const (
	functionName        = "function"
	functionPointerName = "function pointer"
)

func unsupported(name string) *ompir.Type {
	return &ompir.Type{Kind: ompir.Unsupported, Name: name}
}

// functionType stands for a function type; Elem is the result's type. It never
// gets into the module.
func functionType(result *ompir.Type) *ompir.Type {
	return &ompir.Type{Kind: ompir.Unsupported, Name: functionName, Elem: result}
}

func isFunction(t *ompir.Type) bool { return t.Kind == ompir.Unsupported && t.Name == functionName }

// pointerTo returns the type of a pointer to t.
func pointerTo(t *ompir.Type) *ompir.Type {
	if isFunction(t) {
		return functionPointer(t)
	}
	return ompir.PointerTo(t)
}

// volatileOf returns t with the volatile qualifier; arrays have it in the element.
func volatileOf(t *ompir.Type) *ompir.Type {
	if t.Volatile {
		return t
	}
	u := *t
	if t.Kind == ompir.Array {
		u.Elem = volatileOf(t.Elem)
	} else {
		u.Volatile = true
	}
	return &u
}

// unqualified returns t without volatile at the top, for values.
func unqualified(t *ompir.Type) *ompir.Type {
	if !t.Volatile {
		return t
	}
	u := *t
	u.Volatile = false
	if basic := basicOf(&u); basic != nil {
		return basic
	}
	return &u
}

func basicOf(t *ompir.Type) *ompir.Type {
	for _, b := range []*ompir.Type{ompir.TVoid, ompir.TBool, ompir.TI8, ompir.TU8, ompir.TI16, ompir.TU16,
		ompir.TI32, ompir.TU32, ompir.TI64, ompir.TU64, ompir.TF32, ompir.TF64} {
		if b.Kind == t.Kind {
			return b
		}
	}
	return nil
}

// base is what declaration specifiers say.
type base struct {
	t           *ompir.Type
	isConst     bool
	atomic      bool
	align       int64
	attrs       attributes
	threadLocal bool
}

// specParts are specifiers and qualifiers of either of cc/v4's two lists.
type specParts struct {
	words    map[cc.TypeSpecifierCase]int
	last     *cc.TypeSpecifier
	volatile bool
	base     base
}

// specifiers evaluates declaration specifiers.
func (c *conv) specifiers(ds *cc.DeclarationSpecifiers) base {
	p := specParts{words: map[cc.TypeSpecifierCase]int{}}
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		c.attributesOf(ds.AttributeSpecifierList, &p.base.attrs)
		switch ds.Case {
		case cc.DeclarationSpecifiersTypeSpec:
			p.add(ds.TypeSpecifier)
		case cc.DeclarationSpecifiersTypeQual:
			c.qualifier(ds.TypeQualifier, &p)
		case cc.DeclarationSpecifiersAlignSpec:
			c.alignment(ds.AlignmentSpecifier, &p.base)
		case cc.DeclarationSpecifiersStorage:
			p.base.threadLocal = p.base.threadLocal || ds.StorageClassSpecifier.Case == cc.StorageClassSpecifierThreadLocal
		}
	}
	return c.baseType(&p)
}

// qualifiedSpecifiers evaluates the specifiers of a type name or member.
func (c *conv) qualifiedSpecifiers(l *cc.SpecifierQualifierList) base {
	p := specParts{words: map[cc.TypeSpecifierCase]int{}}
	for ; l != nil; l = l.SpecifierQualifierList {
		c.attributesOf(l.AttributeSpecifierList, &p.base.attrs)
		switch l.Case {
		case cc.SpecifierQualifierListTypeSpec:
			p.add(l.TypeSpecifier)
		case cc.SpecifierQualifierListTypeQual:
			c.qualifier(l.TypeQualifier, &p)
		case cc.SpecifierQualifierListAlignSpec:
			c.alignment(l.AlignmentSpecifier, &p.base)
		}
	}
	return c.baseType(&p)
}

func (p *specParts) add(ts *cc.TypeSpecifier) {
	p.words[ts.Case]++
	if p.last == nil || ts.Case >= cc.TypeSpecifierStructOrUnion && ts.Case <= cc.TypeSpecifierAtomic {
		p.last = ts
	}
}

func (c *conv) qualifier(q *cc.TypeQualifier, p *specParts) {
	switch q.Case {
	case cc.TypeQualifierConst:
		p.base.isConst = true
	case cc.TypeQualifierVolatile:
		p.volatile = true
	case cc.TypeQualifierAtomic:
		p.base.atomic = true
	case cc.TypeQualifierAttr:
		c.attributesOf(q.AttributeSpecifierList, &p.base.attrs)
	}
}

// baseType combines the words of the specifiers.
func (c *conv) baseType(p *specParts) base {
	b := p.base
	b.t = c.wordsType(p, &b)
	if b.attrs.mode != "" {
		b.t = modeType(b.t, b.attrs.mode)
	}
	if b.attrs.vector {
		b.t = unsupported("vector type")
	}
	if b.atomic {
		b.t = &ompir.Type{Kind: ompir.Unsupported, Name: "_Atomic " + typeName(b.t), Elem: b.t}
	}
	if p.volatile {
		b.t = volatileOf(b.t)
	}
	return b
}

// wordsType returns the type that the type specifiers name.
func (c *conv) wordsType(p *specParts, b *base) *ompir.Type {
	if p.last == nil {
		return ompir.TI32 // implicit int
	}
	switch p.last.Case {
	case cc.TypeSpecifierStructOrUnion:
		return c.recordType(p.last.StructOrUnionSpecifier)
	case cc.TypeSpecifierEnum:
		return c.enumType(p.last.EnumSpecifier)
	case cc.TypeSpecifierTypeName:
		return c.typedefType(p.last, b)
	case cc.TypeSpecifierTypeofExpr:
		return c.typeOf(p.last.ExpressionList)
	case cc.TypeSpecifierTypeofType:
		t, _ := c.typeName(p.last.TypeName)
		return t
	case cc.TypeSpecifierAtomic:
		t, _ := c.typeName(p.last.AtomicTypeSpecifier.TypeName)
		return &ompir.Type{Kind: ompir.Unsupported, Name: "_Atomic " + typeName(t), Elem: t}
	}
	t := arithmeticType(p.words)
	switch {
	case t.Name == complexFloat:
		return c.complexOf(ompir.TF32)
	case t.Name == complexDouble:
		return c.complexOf(ompir.TF64)
	case t == ompir.TI8:
		return c.plainChar()
	}
	return t
}

// plainChar returns the type char.
func (b *builder) plainChar() *ompir.Type {
	if b.src.UnsignedChar {
		return plainUChar
	}
	return ompir.TI8
}

// unsupportedWords are specifiers of types that devices lack.
var unsupportedWords = []struct {
	word cc.TypeSpecifierCase
	name string
}{
	{cc.TypeSpecifierComplex, "_Complex"}, {cc.TypeSpecifierImaginary, "_Imaginary"},
	{cc.TypeSpecifierInt128, "__int128"}, {cc.TypeSpecifierUint128, "unsigned __int128"},
	{cc.TypeSpecifierFloat16, "_Float16"}, {cc.TypeSpecifierBFloat16, "__bf16"},
	{cc.TypeSpecifierDecimal32, "_Decimal32"}, {cc.TypeSpecifierDecimal64, "_Decimal64"},
	{cc.TypeSpecifierDecimal128, "_Decimal128"}, {cc.TypeSpecifierFloat128, "_Float128"},
	{cc.TypeSpecifierFloat128x, "_Float128x"}, {cc.TypeSpecifierFloat64x, "_Float64x"},
}

// arithmeticType returns the type of a list of keywords (C11 §6.7.2).
func arithmeticType(w map[cc.TypeSpecifierCase]int) *ompir.Type {
	for _, u := range unsupportedWords {
		if w[u.word] == 0 {
			continue
		}
		if u.word == cc.TypeSpecifierComplex {
			return unsupported(complexName(w))
		}
		return unsupported(u.name)
	}
	unsigned, long := w[cc.TypeSpecifierUnsigned] > 0, w[cc.TypeSpecifierLong]
	pick := func(s, u *ompir.Type) *ompir.Type {
		if unsigned {
			return u
		}
		return s
	}
	switch {
	case w[cc.TypeSpecifierVoid] > 0:
		return ompir.TVoid
	case w[cc.TypeSpecifierBool] > 0:
		return ompir.TBool
	case w[cc.TypeSpecifierFloat] > 0 || w[cc.TypeSpecifierFloat32] > 0:
		return ompir.TF32
	case w[cc.TypeSpecifierDouble] > 0 && long > 0:
		return unsupported("long double")
	case w[cc.TypeSpecifierDouble] > 0 || w[cc.TypeSpecifierFloat64] > 0 || w[cc.TypeSpecifierFloat32x] > 0:
		return ompir.TF64
	case w[cc.TypeSpecifierChar] > 0 && w[cc.TypeSpecifierSigned] > 0:
		return signedChar
	case w[cc.TypeSpecifierChar] > 0:
		return pick(ompir.TI8, ompir.TU8)
	case w[cc.TypeSpecifierShort] > 0:
		return pick(ompir.TI16, ompir.TU16)
	case long == 1:
		return pick(ompir.TI64, ompir.TU64)
	case long > 1:
		return pick(longLong, uLongLong)
	}
	return pick(ompir.TI32, ompir.TU32)
}

// The names by which complexName calls the complex types that devices have.
const (
	complexFloat  = "_Complex float"
	complexDouble = "_Complex double"
)

func complexName(w map[cc.TypeSpecifierCase]int) string {
	switch {
	case w[cc.TypeSpecifierFloat] > 0:
		return complexFloat
	case w[cc.TypeSpecifierLong] > 0 && w[cc.TypeSpecifierDouble] > 0:
		return "_Complex long double"
	case w[cc.TypeSpecifierDouble] > 0 || len(w) == 1:
		return complexDouble
	}
	return "_Complex integer"
}

// modeType applies gcc's attribute mode to an integer type.
func modeType(t *ompir.Type, mode string) *ompir.Type {
	sizes := map[string]int64{"QI": 1, "HI": 2, "SI": 4, "DI": 8, "byte": 1, "word": 8, "pointer": 8, "unwind_word": 8}
	size, known := sizes[mode]
	if !known || !t.IsInteger() {
		return unsupported("mode(" + mode + ") type")
	}
	signed := map[int64]*ompir.Type{1: signedChar, 2: ompir.TI16, 4: ompir.TI32, 8: ompir.TI64}
	plain := map[int64]*ompir.Type{1: ompir.TU8, 2: ompir.TU16, 4: ompir.TU32, 8: ompir.TU64}
	if t.IsSigned() {
		return signed[size]
	}
	return plain[size]
}

// typedefType returns the type that a typedef name stands for.
func (c *conv) typedefType(ts *cc.TypeSpecifier, b *base) *ompir.Type {
	d, ok := lookup(ts.LexicalScope(), ts.Token).(*cc.Declarator)
	if !ok {
		c.undeclared(ts.Token)
		return ompir.TI32
	}
	if d.Name() == "__builtin_va_list" {
		return unsupported("va_list")
	}
	t, info := c.declaratorType(d, c.siteOf(d))
	if fixed := c.typedefs[d]; fixed != nil {
		t = fixed
	} else {
		c.fixedLengths(ts.Token, d, t)
	}
	b.isConst = b.isConst || info.isConst
	b.align = max(b.align, info.align)
	return t
}

// declaratorType returns the type of a declared name and what its specifiers say.
func (c *conv) declaratorType(d *cc.Declarator, s *site) (*ompir.Type, base) {
	if s.decl != nil && s.decl.Case == cc.DeclarationAuto {
		return unqualified(c.typeOf(s.decl.Initializer.AssignmentExpression).Decay()), base{}
	}
	info := c.specifiers(s.specs)
	if s.init != nil {
		c.attributesOf(s.init.AttributeSpecifierList, &info.attrs)
	}
	if s.decl != nil {
		c.attributesOf(s.decl.AttributeSpecifierList, &info.attrs)
	}
	if info.attrs.mode != "" {
		info.t = modeType(info.t, info.attrs.mode)
	}
	if info.attrs.vector {
		info.t = unsupported("vector type")
	}
	info.align = max(info.align, info.attrs.align)
	t := c.declared(info.t, d)
	if t.Kind == ompir.Pointer || t.Kind == ompir.Unsupported {
		info.isConst = d.Pointer != nil && pointerQualified(d.Pointer, cc.TypeQualifierConst)
	}
	return t, info
}

// pointerQualified reports whether the pointer nearest to the name has a qualifier.
func pointerQualified(p *cc.Pointer, q cc.TypeQualifierCase) bool {
	for p.Pointer != nil {
		p = p.Pointer
	}
	return hasQualifier(p.TypeQualifiers, q)
}

func hasQualifier(l *cc.TypeQualifiers, q cc.TypeQualifierCase) bool {
	for ; l != nil; l = l.TypeQualifiers {
		if l.TypeQualifier != nil && l.TypeQualifier.Case == q {
			return true
		}
	}
	return false
}

// declared applies a declarator to the type of its specifiers.
func (c *conv) declared(t *ompir.Type, d *cc.Declarator) *ompir.Type {
	return c.direct(c.pointers(t, d.Pointer), d.DirectDeclarator)
}

func (c *conv) pointers(t *ompir.Type, p *cc.Pointer) *ompir.Type {
	for ; p != nil; p = p.Pointer {
		t = pointerTo(t)
		if hasQualifier(p.TypeQualifiers, cc.TypeQualifierVolatile) {
			t = volatileOf(t)
		}
	}
	return t
}

func (c *conv) direct(t *ompir.Type, d *cc.DirectDeclarator) *ompir.Type {
	switch d.Case {
	case cc.DirectDeclaratorIdent:
		return t
	case cc.DirectDeclaratorDecl:
		return c.declared(t, d.Declarator)
	case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
		f := functionType(t)
		c.signatures[f] = d.ParameterTypeList
		return c.direct(f, d.DirectDeclarator)
	}
	return c.direct(c.arrayType(t, d.AssignmentExpression, d.Case == cc.DirectDeclaratorStar), d.DirectDeclarator)
}

// arrayType returns an array of t with the length x; star stands for [*].
func (c *conv) arrayType(t *ompir.Type, x cc.ExpressionNode, star bool) *ompir.Type {
	if star || x == nil {
		return ompir.ArrayOf(-1, t)
	}
	n := c.expr(x)
	if v, ok := c.constInt(n); ok {
		return ompir.ArrayOf(v, t)
	}
	return &ompir.Type{Kind: ompir.Array, Elem: t, LenExpr: c.hoist(n)}
}

// typeName evaluates a type name, as in casts and sizeof.
func (c *conv) typeName(tn *cc.TypeName) (*ompir.Type, base) {
	info := c.qualifiedSpecifiers(tn.SpecifierQualifierList)
	return c.abstract(info.t, tn.AbstractDeclarator), info
}

func (c *conv) abstract(t *ompir.Type, d *cc.AbstractDeclarator) *ompir.Type {
	if d == nil {
		return t
	}
	t = c.pointers(t, d.Pointer)
	return c.directAbstract(t, d.DirectAbstractDeclarator)
}

func (c *conv) directAbstract(t *ompir.Type, d *cc.DirectAbstractDeclarator) *ompir.Type {
	if d == nil {
		return t
	}
	switch d.Case {
	case cc.DirectAbstractDeclaratorDecl:
		return c.abstract(t, d.AbstractDeclarator)
	case cc.DirectAbstractDeclaratorFunc:
		f := functionType(t)
		c.signatures[f] = d.ParameterTypeList
		return c.directAbstract(f, d.DirectAbstractDeclarator)
	}
	star := d.Case == cc.DirectAbstractDeclaratorArrStar
	return c.directAbstract(c.arrayType(t, d.AssignmentExpression, star), d.DirectAbstractDeclarator)
}

// parameterType adjusts the type of a parameter: arrays and functions are pointers.
func parameterType(t *ompir.Type) *ompir.Type {
	if isFunction(t) {
		return pointerTo(t)
	}
	return t.Decay()
}

// typeName spells a type as C does, for messages.
func typeName(t *ompir.Type) string {
	switch t.Kind {
	case ompir.Pointer:
		return strings.TrimSuffix(typeName(t.Elem), " ") + " *"
	case ompir.Array:
		return typeName(t.Scalar()) + " array"
	case ompir.Struct, ompir.Union:
		word := map[ompir.Kind]string{ompir.Struct: "struct", ompir.Union: "union"}[t.Kind]
		if t.Record.HostTag == "" {
			return "anonymous " + word
		}
		return word + " " + t.Record.HostTag
	case ompir.Unsupported:
		return t.Name
	}
	return [...]string{ompir.Void: "void", ompir.Bool: "_Bool", ompir.Int8: "char", ompir.Uint8: "unsigned char",
		ompir.Int16: "short", ompir.Uint16: "unsigned short", ompir.Int32: "int", ompir.Uint32: "unsigned int",
		ompir.Int64: "long", ompir.Uint64: "unsigned long", ompir.Float32: "float", ompir.Float64: "double"}[t.Kind]
}
