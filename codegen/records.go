package codegen

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// recordPlan says how a record is spelled so that its layout is the host's.
type recordPlan struct {
	fields []plannedField
	packed bool  // some member is less aligned than its type
	align  int64 // alignment attribute, 0 for none
}

// plannedField is a member or, with a nil field, padding of pad bytes before the
// next one.
type plannedField struct {
	field *ompir.Field
	pad   int64
}

// planRecord lays r out with padding members wherever C's own rules would not give
// the host's offsets. Members that device code cannot name (bit-fields, unsupported
// types) become padding.
func planRecord(r *ompir.Record) recordPlan {
	p := recordPlan{packed: needsPacking(r)}
	end, natural := int64(0), int64(1)
	for _, f := range emittedFields(r) {
		at := end
		if !p.packed {
			at = roundUp(end, f.Type.Align())
		}
		if f.Offset < end {
			panic("BUG: codegen: members of record " + r.Tag + " overlap")
		}
		if f.Offset > at {
			p.fields = append(p.fields, plannedField{pad: f.Offset - end})
		}
		p.fields = append(p.fields, plannedField{field: f})
		natural = max(natural, f.Type.Align())
		end = f.Offset + max(f.Type.Size(), 0)
		if r.Union {
			end = 0
		}
	}
	return p.finish(r, end, natural)
}

// finish adds padding at the end of r and the alignment attribute it needs.
func (p recordPlan) finish(r *ompir.Record, end, natural int64) recordPlan {
	if p.packed {
		natural = 1
	}
	if r.Align > natural {
		p.align = r.Align
	}
	switch {
	case r.Union && largestMember(r) < r.Size:
		p.fields = append(p.fields, plannedField{pad: r.Size})
	case !r.Union && roundUp(end, max(r.Align, 1)) < r.Size:
		p.fields = append(p.fields, plannedField{pad: r.Size - end})
	}
	return p
}

// emittedFields returns the members of r that its device form has.
func emittedFields(r *ompir.Record) []*ompir.Field {
	var out []*ompir.Field
	for _, f := range r.Fields {
		if f.BitWidth == 0 && f.Name != "" && !isUnsupported(f.Type) {
			out = append(out, f)
		}
	}
	return out
}

func isUnsupported(t *ompir.Type) bool {
	for t.Kind == ompir.Array {
		t = t.Elem
	}
	return t.Kind == ompir.Unsupported
}

// needsPacking reports whether r or one of its members is less aligned than C's
// rules would have it.
func needsPacking(r *ompir.Record) bool {
	for _, f := range emittedFields(r) {
		if a := f.Type.Align(); f.Offset%a != 0 || r.Align < a {
			return true
		}
	}
	return false
}

func largestMember(r *ompir.Record) int64 {
	var size int64
	for _, f := range emittedFields(r) {
		size = max(size, f.Type.Size())
	}
	return roundUp(size, max(r.Align, 1))
}

func roundUp(n, to int64) int64 { return (n + to - 1) / to * to }

// nameRecords gives every record of the module its emitted tag: the user's and six
// digits of a hash over the layout, so that equal records of two units are one. The
// module's own tags count for nothing: how they are numbered differs between units.
func nameRecords(m *ompir.Module) map[*ompir.Record]string {
	names := map[*ompir.Record]string{}
	for _, r := range m.Records {
		if (&ompir.Type{Kind: ompir.Struct, Record: r}).ComplexPart() != nil {
			names[r] = r.Tag // the prelude's
			continue
		}
		sum := sha256.Sum256([]byte(layoutText(r)))
		names[r] = hostTag(r) + "_" + hex.EncodeToString(sum[:])[:6]
	}
	return names
}

// hostTag returns the tag that r has in the user's program, "anon" without one.
func hostTag(r *ompir.Record) string {
	if r.HostTag == "" {
		return "anon"
	}
	return r.HostTag
}

// layoutText describes r and all records it leads to, whatever their order in the
// module, so that it is the same in every unit.
func layoutText(r *ompir.Record) string {
	w := layoutWriter{index: map[*ompir.Record]int{}}
	w.record(r)
	return w.String()
}

type layoutWriter struct {
	strings.Builder
	index map[*ompir.Record]int // records met, by order
}

func (w *layoutWriter) record(r *ompir.Record) {
	if i, ok := w.index[r]; ok {
		w.WriteString("#" + strconv.Itoa(i))
		return
	}
	w.index[r] = len(w.index)
	w.WriteString(hostTag(r) + " " + strconv.FormatBool(r.Union) + " ")
	w.number(r.Size)
	w.number(r.Align)
	w.WriteString("{")
	for _, f := range r.Fields {
		w.WriteString(f.Name + ":")
		w.number(f.Offset)
		w.number(int64(f.BitWidth))
		w.typ(f.Type)
		w.WriteString(";")
	}
	w.WriteString("}")
}

func (w *layoutWriter) typ(t *ompir.Type) {
	w.WriteString(volatileWord(t))
	switch t.Kind {
	case ompir.Pointer:
		w.WriteString("*")
		w.number(int64(t.Space))
		w.typ(t.Elem)
	case ompir.Array:
		w.WriteString("[]")
		w.number(t.Len)
		w.typ(t.Elem)
	case ompir.Struct, ompir.Union:
		w.record(t.Record)
	default:
		w.number(int64(t.Kind))
	}
}

func (w *layoutWriter) number(n int64) { w.WriteString(strconv.FormatInt(n, 10) + " ") }

// recordText returns the definition of r behind its guard.
func (tn *typeNames) recordText(r *ompir.Record) string {
	if isOpaque(r) {
		return tn.recordBody(r)
	}
	guard := "OMP2CL_TYPE_" + tn.record(r)
	return "#ifndef " + guard + "\n#define " + guard + "\n" + tn.recordBody(r) + "#endif\n"
}

// isOpaque reports whether the unit knows only the name of r.
func isOpaque(r *ompir.Record) bool { return r.Size == 0 && len(r.Fields) == 0 }

// recordBody returns the definition of r with a check of its size, or its bare
// declaration when the unit does not define it.
func (tn *typeNames) recordBody(r *ompir.Record) string {
	name := tn.record(r)
	word := "struct"
	if r.Union {
		word = "union"
	}
	if isOpaque(r) {
		return word + " " + name + ";\n"
	}
	var b strings.Builder
	plan := planRecord(r)
	b.WriteString(joinWords(word, plan.attributes(), name) + " {\n")
	pads := 0
	for _, f := range plan.fields {
		b.WriteString("    " + tn.member(f, &pads) + ";\n")
	}
	b.WriteString("};\n")
	size := strconv.FormatInt(r.Size, 10)
	b.WriteString("typedef char omp2cl_size_" + name + "[sizeof(" + word + " " + name + ") == " + size + " ? 1 : -1];\n")
	return b.String()
}

func (p recordPlan) attributes() string {
	var words []string
	if p.packed {
		words = append(words, "packed")
	}
	if p.align > 0 {
		words = append(words, "aligned("+strconv.FormatInt(p.align, 10)+")")
	}
	if len(words) == 0 {
		return ""
	}
	return "__attribute__((" + strings.Join(words, ", ") + "))"
}

func (tn *typeNames) member(f plannedField, pads *int) string {
	if f.field == nil {
		*pads++
		return scalarNames[tn.dialect][ompir.Uint8] + " omp2cl_pad" + strconv.Itoa(*pads) +
			"[" + strconv.FormatInt(f.pad, 10) + "]"
	}
	t := f.field.Type
	if t.Kind == ompir.Array && t.Len < 0 {
		t = ompir.ArrayOf(0, t.Elem)
	}
	return tn.declare(memberType(t), ompir.NoSpace, memberName(f.field.Name))
}

// memberType returns t with pointers that no code follows taken as global, which
// is what they are in memory that the host shares.
func memberType(t *ompir.Type) *ompir.Type {
	switch {
	case isUnsupported(t):
		return ompir.TVoid // only a pointer can lead here
	case t.Kind == ompir.Pointer:
		c := *t
		if c.Space == ompir.NoSpace {
			c.Space = ompir.Global
		}
		c.Elem = memberType(t.Elem)
		return &c
	case t.Kind == ompir.Array:
		c := *t
		c.Elem = memberType(t.Elem)
		return &c
	}
	return t
}
