package ompir

// A complex number is a record of two members, re and im, as C lays it out. Its
// arithmetic is calls of the device prelude, which defines the records itself.

// ComplexTags are the tags of the records for complex numbers, by their parts.
var ComplexTags = map[Kind]string{Float32: "omp2cl_cfloat", Float64: "omp2cl_cdouble"}

// NewComplexRecord returns the record of a complex number with parts of type part,
// float or double.
func NewComplexRecord(part *Type) *Record {
	size := part.Size()
	return &Record{Tag: ComplexTags[part.Kind], Size: 2 * size, Align: size,
		Fields: []*Field{{Name: "re", Type: part}, {Name: "im", Type: part, Offset: size}}}
}

// ComplexPart returns the type of the parts of a complex number, nil if t is
// another type.
func (t *Type) ComplexPart() *Type {
	if t.Kind != Struct {
		return nil
	}
	switch t.Record.Tag {
	case ComplexTags[Float32]:
		return TF32
	case ComplexTags[Float64]:
		return TF64
	}
	return nil
}
