package codegen

import (
	"strings"
	"testing"

	"omp2cl/ompir"
)

// pairModule returns a module with two records that lead to each other, in the
// given order.
func pairModule(firstField string, swap bool) *ompir.Module {
	a := &ompir.Record{Tag: "a", Size: 16, Align: 8}
	b := &ompir.Record{Tag: "b", Size: 8, Align: 8}
	toA, toB := ompirPointer(&ompir.Type{Kind: ompir.Struct, Record: a}, ompir.Global),
		ompirPointer(&ompir.Type{Kind: ompir.Struct, Record: b}, ompir.Global)
	a.Fields = []*ompir.Field{{Name: firstField, Type: ompir.TI32}, {Name: "b", Type: toB, Offset: 8}}
	b.Fields = []*ompir.Field{{Name: "a", Type: toA}}
	if swap {
		return &ompir.Module{Records: []*ompir.Record{b, a}}
	}
	return &ompir.Module{Records: []*ompir.Record{a, b}}
}

// TestRecordNames checks that equal records of two units get one name, whatever
// their order, and different ones two, also where the difference is behind a
// pointer.
func TestRecordNames(t *testing.T) {
	one, two, other := pairModule("n", false), pairModule("n", true), pairModule("m", false)
	first, second, third := nameRecords(one), nameRecords(two), nameRecords(other)
	for i := range one.Records {
		if a, b := first[one.Records[i]], second[two.Records[1-i]]; a != b {
			t.Errorf("one record is called %s and %s", a, b)
		}
		if a, b := first[one.Records[i]], third[other.Records[i]]; a == b {
			t.Errorf("different records are both called %s", a)
		}
	}
}

// TestBitFieldsBecomePadding checks the layout of members that have no device form.
func TestBitFieldsBecomePadding(t *testing.T) {
	r := &ompir.Record{Tag: "r", Size: 16, Align: 4, Fields: []*ompir.Field{
		{Name: "a", Type: ompir.TI32, BitWidth: 3},
		{Name: "b", Type: ompir.TI32, BitWidth: 9, BitOffset: 3},
		{Name: "x", Type: ompir.TF32, Offset: 4},
		{Name: "c", Type: ompir.TI8, Offset: 8, BitWidth: 2},
	}}
	m := &ompir.Module{Records: []*ompir.Record{r}}
	tn := typeNames{dialect: kernelDialect, records: nameRecords(m)}
	got := tn.recordBody(r)
	for _, want := range []string{"uchar omp2cl_pad1[4];", "float x;", "uchar omp2cl_pad2[8];", ") == 16 ?"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
