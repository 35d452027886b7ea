package ompir

// Kind is the kind of a Type.
type Kind int

// Kinds. Enumerations are their integer type, C's char is Int8 (x86), long and
// long long are Int64. Unsupported stands for a type that device code cannot
// have (long double, __int128, _Complex, function pointers); it is an error only
// where device code uses it. Vec is a vector of OpenCL C that a pass made.
const (
	Void Kind = iota
	Bool
	Int8
	Uint8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
	Pointer
	Array
	Struct
	Union
	Unsupported
	Vec
)

// Space is the OpenCL address space a pointer points to, or a variable lies in.
// NoSpace on a pointer means: not inferred yet.
type Space int

// Address spaces.
const (
	NoSpace Space = iota
	Global
	Local
	Private
	Constant
)

// Type is a C type, resolved: no typedefs, no qualifiers but volatile.
// Types are compared with Equal; they may be shared but never changed in place,
// except that address-space inference fills Space.
type Type struct {
	Kind     Kind
	Volatile bool
	Elem     *Type   // Pointer, Array, Vec: element
	Space    Space   // Pointer: space of the pointee
	Len      int64   // Vec, Array of constant length; -1 for an incomplete array (T a[])
	LenExpr  *Node   // Array of variable length: number of elements; nil otherwise
	Record   *Record // Struct, Union
	Name     string  // Unsupported: the C spelling, for messages
}

// Record is a struct or union definition with the host's layout.
type Record struct {
	Tag     string // unique in the module, a C identifier
	HostTag string // the user's tag, "" if anonymous
	Union   bool
	Size    int64 // bytes
	Align   int64 // bytes
	Packed  bool
	Fields  []*Field
	Pos     Pos
}

// Field is a member of a Record. Anonymous struct and union members have Name
// "anon_<n>" and Anonymous set. A bit-field has BitWidth > 0; Offset is then the
// byte offset of its storage unit (of Type's size) and BitOffset counts from the
// unit's least significant bit. A packed one may end behind its unit.
type Field struct {
	Name      string
	Type      *Type
	Offset    int64 // bytes from the start of the record
	Anonymous bool
	BitWidth  int
	BitOffset int
}

// FieldNamed returns the field called name, or nil.
func (r *Record) FieldNamed(name string) *Field {
	for _, f := range r.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Basic types. They are shared: never change them.
var (
	TVoid = &Type{Kind: Void}
	TBool = &Type{Kind: Bool}
	TI8   = &Type{Kind: Int8}
	TU8   = &Type{Kind: Uint8}
	TI16  = &Type{Kind: Int16}
	TU16  = &Type{Kind: Uint16}
	TI32  = &Type{Kind: Int32}
	TU32  = &Type{Kind: Uint32}
	TI64  = &Type{Kind: Int64}
	TU64  = &Type{Kind: Uint64}
	TF32  = &Type{Kind: Float32}
	TF64  = &Type{Kind: Float64}
)

// PointerTo returns a pointer to elem whose space is not inferred yet.
func PointerTo(elem *Type) *Type { return &Type{Kind: Pointer, Elem: elem} }

// ArrayOf returns an array of n elements.
func ArrayOf(n int64, elem *Type) *Type { return &Type{Kind: Array, Len: n, Elem: elem} }

// VectorOf returns a vector of n elements of an arithmetic type that is not bool.
func VectorOf(n int64, elem *Type) *Type { return &Type{Kind: Vec, Len: n, Elem: elem} }

// IsInteger reports whether t is an integer type (bool and enumerations count).
func (t *Type) IsInteger() bool { return t.Kind >= Bool && t.Kind <= Uint64 }

// IsFloat reports whether t is float or double.
func (t *Type) IsFloat() bool { return t.Kind == Float32 || t.Kind == Float64 }

// IsArithmetic reports whether t is an integer or floating type.
func (t *Type) IsArithmetic() bool { return t.IsInteger() || t.IsFloat() }

// IsScalar reports whether t is arithmetic or a pointer (OpenMP's scalar type;
// pointers have data-sharing rules of their own).
func (t *Type) IsScalar() bool { return t.IsArithmetic() || t.Kind == Pointer }

// IsAggregate reports whether t is an array, struct or union.
func (t *Type) IsAggregate() bool {
	return t.Kind == Array || t.Kind == Struct || t.Kind == Union
}

// IsSigned reports whether t is a signed integer type.
func (t *Type) IsSigned() bool {
	return t.Kind == Int8 || t.Kind == Int16 || t.Kind == Int32 || t.Kind == Int64
}

// IsVLA reports whether the size of t depends on a run-time value.
func (t *Type) IsVLA() bool {
	return t.Kind == Array && (t.LenExpr != nil || t.Elem.IsVLA())
}

// HasVLA reports whether t or a type it is built from is a VLA (a pointer to a
// VLA row, for example).
func (t *Type) HasVLA() bool {
	switch t.Kind {
	case Array:
		return t.LenExpr != nil || t.Elem.HasVLA()
	case Pointer:
		return t.Elem.HasVLA()
	}
	return false
}

// Decay returns the pointer type that t becomes in an expression when it is an
// array, else t itself.
func (t *Type) Decay() *Type {
	if t.Kind == Array {
		return PointerTo(t.Elem)
	}
	return t
}

var scalarSizes = [...]int64{Void: 1, Bool: 1, Int8: 1, Uint8: 1, Int16: 2, Uint16: 2,
	Int32: 4, Uint32: 4, Int64: 8, Uint64: 8, Float32: 4, Float64: 8, Pointer: 8}

// Size returns the size in bytes on the 64-bit hosts and devices we support, and
// -1 when it is not a constant or not known.
func (t *Type) Size() int64 {
	switch t.Kind {
	case Array:
		if e := t.Elem.Size(); t.LenExpr == nil && t.Len >= 0 && e >= 0 {
			return t.Len * e
		}
		return -1
	case Struct, Union:
		return t.Record.Size
	case Vec:
		return t.Len * t.Elem.Size()
	case Unsupported:
		return -1
	}
	return scalarSizes[t.Kind]
}

// Align returns the alignment in bytes.
func (t *Type) Align() int64 {
	switch t.Kind {
	case Array:
		return t.Elem.Align()
	case Struct, Union:
		return t.Record.Align
	}
	if n := t.Size(); n > 0 {
		return n
	}
	return 1
}

// Equal reports whether t and u are the same type; address spaces and volatile
// are ignored, variable lengths match each other.
func (t *Type) Equal(u *Type) bool {
	if t == u {
		return true
	}
	if t == nil || u == nil || t.Kind != u.Kind {
		return false
	}
	switch t.Kind {
	case Pointer:
		return t.Elem.Equal(u.Elem)
	case Array:
		return (t.LenExpr != nil) == (u.LenExpr != nil) && t.Len == u.Len && t.Elem.Equal(u.Elem)
	case Vec:
		return t.Len == u.Len && t.Elem.Equal(u.Elem)
	case Struct, Union:
		return t.Record == u.Record
	case Unsupported:
		return t.Name == u.Name
	}
	return true
}

// Scalar returns the innermost element type of nested arrays.
func (t *Type) Scalar() *Type {
	for t.Kind == Array {
		t = t.Elem
	}
	return t
}
