package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// dialect is the C that a printer writes.
type dialect int

const (
	kernelDialect dialect = iota // OpenCL C 1.2
	hostDialect                  // GNU C
)

// scalarNames are the spellings of the basic types. A device _Bool is a uchar
// everywhere, so that its layout is the host's; conversions to it compare with 0.
var scalarNames = [2]map[ompir.Kind]string{
	kernelDialect: {ompir.Void: "void", ompir.Bool: "uchar", ompir.Int8: "char", ompir.Uint8: "uchar",
		ompir.Int16: "short", ompir.Uint16: "ushort", ompir.Int32: "int", ompir.Uint32: "uint",
		ompir.Int64: "long", ompir.Uint64: "ulong", ompir.Float32: "float", ompir.Float64: "double"},
	hostDialect: {ompir.Void: "void", ompir.Bool: "_Bool", ompir.Int8: "signed char", ompir.Uint8: "unsigned char",
		ompir.Int16: "short", ompir.Uint16: "unsigned short", ompir.Int32: "int", ompir.Uint32: "unsigned int",
		ompir.Int64: "long", ompir.Uint64: "unsigned long", ompir.Float32: "float", ompir.Float64: "double"},
}

var spaceQualifiers = [...]string{ompir.Global: "__global", ompir.Local: "__local",
	ompir.Private: "__private", ompir.Constant: "__constant"}

// typeNames spells types in one dialect.
type typeNames struct {
	dialect dialect
	records map[*ompir.Record]string // emitted tag, without struct or union
}

// declare returns the declaration of name as an object of type t lying in space:
// "__global double (*a)[10]". An empty name gives the type's own name, for casts.
func (tn *typeNames) declare(t *ompir.Type, space ompir.Space, name string) string {
	switch t.Kind {
	case ompir.Pointer:
		quals := joinWords(tn.space(space), volatileWord(t), name)
		return tn.declare(t.Elem, t.Space, "*"+quals)
	case ompir.Array:
		if strings.HasPrefix(name, "*") {
			name = "(" + name + ")"
		}
		return tn.declare(t.Elem, space, name+arrayBracket(t))
	}
	return joinWords(tn.space(space), volatileWord(t), tn.base(t), name)
}

// typeName returns t as it stands in a cast.
func (tn *typeNames) typeName(t *ompir.Type) string { return tn.declare(t, ompir.NoSpace, "") }

// base returns the name of a type that is neither a pointer nor an array.
func (tn *typeNames) base(t *ompir.Type) string {
	switch t.Kind {
	case ompir.Struct:
		return "struct " + tn.record(t.Record)
	case ompir.Union:
		return "union " + tn.record(t.Record)
	case ompir.Vec:
		return tn.base(t.Elem) + strconv.FormatInt(t.Len, 10)
	}
	name, ok := scalarNames[tn.dialect][t.Kind]
	if !ok {
		panic("BUG: codegen: a type without a device form reaches code: " + t.Name)
	}
	return name
}

func (tn *typeNames) record(r *ompir.Record) string {
	name, ok := tn.records[r]
	if !ok {
		panic("BUG: codegen: record " + r.Tag + " is not in the module's list")
	}
	return name
}

func (tn *typeNames) space(s ompir.Space) string {
	if tn.dialect == hostDialect || s == ompir.NoSpace {
		return ""
	}
	return spaceQualifiers[s]
}

func arrayBracket(t *ompir.Type) string {
	switch {
	case t.LenExpr != nil:
		panic("BUG: codegen: a variable-length array is left after lowering")
	case t.Len < 0:
		return "[]"
	}
	return "[" + strconv.FormatInt(t.Len, 10) + "]"
}

func volatileWord(t *ompir.Type) string {
	if t.Volatile {
		return "volatile"
	}
	return ""
}

// joinWords joins the words that are not empty with blanks.
func joinWords(words ...string) string {
	kept := words[:0]
	for _, w := range words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}
