package frontend

import (
	"slices"
	"sort"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// The functions that marked text calls. Predefined source must declare them as
// "int __omp_m(); int __omp_s();".
const (
	prefixMarker     = "__omp_m" // while (__omp_m(ID, (expr), ...)) statement
	standaloneMarker = "__omp_s" // __omp_s(ID, (expr), ...);
	declareMarker    = "__omp "  // _Static_assert(1, "__omp ID");
)

// markKind says what stands for a directive in the marked text.
type markKind int

// Kinds of marks.
const (
	// markPrefix: a directive with an associated statement; the statement is the
	// body of a while loop whose condition calls prefixMarker.
	markPrefix markKind = iota
	// markStandalone: a directive without one; a call of standaloneMarker.
	markStandalone
	// markDeclarative: a _Static_assert. The names in the directive's lists stay
	// text in Raw.Exprs, for a look-up at file scope.
	markDeclarative
	// markOpaque: a directive that OpenMP 4.5 does not have; nothing stands for
	// it. It is an error if Pragma lies within device code.
	markOpaque
	// markReducer: a declare reduction directive; a variable that says what it
	// declares (reducers.go).
	markReducer
)

// mark is one OpenMP directive of the text.
type mark struct {
	ID   int // its index in marked.Marks
	Kind markKind
	Raw  *omp.Raw

	// Pragma is the line in the original text, from '#' to before the newline.
	Pragma ompir.Range

	// Errors are what the parser found wrong. They are to be reported when
	// HostOnly is false, and otherwise only when the directive lies within device
	// code: the host compiler judges the others. A mark with errors has no
	// expressions in its marker.
	Errors   []ompir.Diagnostic
	HostOnly bool

	Pos ompir.Pos // of the '#'

	system bool // a declarative directive of a system header
}

// marked is C text without pragmas: a marker stands for each OpenMP directive and
// nothing for other pragmas. It has as many lines as the original.
type marked struct {
	Text  []byte
	Marks []*mark

	offsets []offsetPair // ascending in both members
	packs   []packChange // ascending

	packedEnums map[int]bool // offsets of "enum" of packed enumerations, in Text
}

// offsetPair says that from marked on, offsets advance in step with orig.
type offsetPair struct{ marked, orig int }

// packChange is the value of #pragma pack from an offset of the marked text on.
type packChange struct{ marked, bytes int }

// origOffset returns the offset in the original text of the byte at an offset of
// the marked text. In a marker, the first and the last byte and the expressions are
// those of the pragma line; what is between lies somewhere between.
func (m *marked) origOffset(offset int) int {
	i := sort.Search(len(m.offsets), func(i int) bool { return m.offsets[i].marked > offset })
	var p offsetPair
	if i > 0 {
		p = m.offsets[i-1]
	}
	orig := p.orig + offset - p.marked
	if i < len(m.offsets) && orig > m.offsets[i].orig {
		return m.offsets[i].orig
	}
	return orig
}

// packAt returns the alignment limit in bytes that #pragma pack sets for members
// of records defined at an offset of the marked text, 0 for none. cc/v4 does not
// know this pragma.
func (m *marked) packAt(offset int) int {
	i := sort.Search(len(m.packs), func(i int) bool { return m.packs[i].marked > offset })
	if i == 0 {
		return 0
	}
	return m.packs[i-1].bytes
}

// insert puts a byte in front of each of the offsets of the marked text, which ascend.
func (m *marked) insert(at []int, c byte) {
	for i := len(at) - 1; i >= 0; i-- {
		orig := m.origOffset(at[i])
		m.Text = slices.Insert(m.Text, at[i], c)
		n := sort.Search(len(m.offsets), func(n int) bool { return m.offsets[n].marked >= at[i] })
		for k := n; k < len(m.offsets); k++ {
			m.offsets[k].marked++
		}
		m.offsets = slices.Insert(m.offsets, n, offsetPair{at[i] + 1, orig})
		for k := range m.packs {
			if m.packs[k].marked >= at[i] {
				m.packs[k].marked++
			}
		}
		m.packedEnums = moved(m.packedEnums, at[i])
	}
}

// moved returns the offsets after a byte came in at one.
func moved(offsets map[int]bool, at int) map[int]bool {
	out := map[int]bool{}
	for o := range offsets {
		if o >= at {
			o++
		}
		out[o] = true
	}
	return out
}
