package lower

import (
	"math"
	"strconv"
	"strings"

	ir "omp2cl/ompir"
)

func itoa(i int) string { return strconv.Itoa(i) }

// hostText prints an expression of a region in host C when the host can evaluate
// it before the region without side effects: constants, host and file variables of
// arithmetic or pointer type, and arithmetic on them. A division needs a constant
// divisor.
func hostText(n *ir.Node) (string, bool) {
	switch n.Op {
	case ir.OpConst:
		return constText(n), true
	case ir.OpVar:
		ok := (n.Var.Storage == ir.StorageHost || n.Var.Storage == ir.StorageFile) && n.Type.IsScalar()
		return n.Var.Name, ok
	case ir.OpNeg, ir.OpCompl, ir.OpNot, ir.OpPlus:
		x, ok := hostText(n.Kids[0])
		return "(" + hostUnary[n.Op] + x + ")", ok
	case ir.OpCast:
		x, ok := hostText(n.Kids[0])
		t, named := hostTypes[n.Type.Kind]
		return "((" + t + ")" + x + ")", ok && named
	case ir.OpDiv, ir.OpRem:
		if d := n.Kids[1]; d.Op != ir.OpConst || d.Int == 0 || d.Int == -1 {
			return "", false
		}
	case ir.OpCond:
		return hostList(n.Kids, " ? ", " : ")
	}
	op, ok := hostBinary[n.Op]
	if !ok {
		return "", false
	}
	return hostList(n.Kids, " "+op+" ")
}

// hostList joins the texts of operands by separators.
func hostList(kids []*ir.Node, seps ...string) (string, bool) {
	var b strings.Builder
	b.WriteString("(")
	for i, k := range kids {
		text, ok := hostText(k)
		if !ok {
			return "", false
		}
		if i > 0 {
			b.WriteString(seps[i-1])
		}
		b.WriteString(text)
	}
	b.WriteString(")")
	return b.String(), true
}

// constText prints an integer constant with its type's suffix.
func constText(n *ir.Node) string {
	text, suffix := strconv.FormatInt(n.Int, 10), ""
	switch n.Type.Kind {
	case ir.Uint64:
		text, suffix = strconv.FormatUint(uint64(n.Int), 10), "ul"
	case ir.Uint32:
		text, suffix = strconv.FormatUint(uint64(uint32(n.Int)), 10), "u"
	case ir.Int64:
		suffix = "l"
	}
	switch {
	case n.Type.Kind == ir.Int64 && n.Int == math.MinInt64:
		return "(-9223372036854775807l - 1)"
	case strings.HasPrefix(text, "-"):
		return "(" + text + suffix + ")"
	}
	return text + suffix
}

var hostUnary = map[ir.Op]string{ir.OpNeg: "-", ir.OpCompl: "~", ir.OpNot: "!", ir.OpPlus: "+"}

var hostBinary = map[ir.Op]string{
	ir.OpAdd: "+", ir.OpSub: "-", ir.OpMul: "*", ir.OpDiv: "/", ir.OpRem: "%",
	ir.OpAnd: "&", ir.OpOr: "|", ir.OpXor: "^", ir.OpShl: "<<", ir.OpShr: ">>",
	ir.OpLt: "<", ir.OpGt: ">", ir.OpLe: "<=", ir.OpGe: ">=", ir.OpEq: "==", ir.OpNe: "!=",
	ir.OpLogAnd: "&&", ir.OpLogOr: "||",
}

var hostTypes = map[ir.Kind]string{
	ir.Bool: "_Bool", ir.Int8: "signed char", ir.Uint8: "unsigned char", ir.Int16: "short", ir.Uint16: "unsigned short",
	ir.Int32: "int", ir.Uint32: "unsigned", ir.Int64: "long", ir.Uint64: "unsigned long",
	ir.Float32: "float", ir.Float64: "double",
}

// tripText is the number of iterations of a loop construct's nest as a host
// expression of type unsigned long, or "" when the host cannot tell. It only
// guides the number of teams, so a wrapped or stale value does no harm.
func tripText(n *ir.Node) string {
	loops, _, err := nestOf(n)
	if err != nil {
		return ""
	}
	var factors []string
	for _, l := range loops {
		text := loopTripText(l)
		if text == "" {
			return ""
		}
		factors = append(factors, text)
	}
	return strings.Join(factors, " * ")
}

func loopTripText(l *ir.Loop) string {
	lo, ok1 := hostText(l.Lower)
	hi, ok2 := hostText(l.Upper)
	step, ok3 := hostText(l.Step)
	if ok3 && l.Step.Op != ir.OpConst {
		step = "((unsigned long)" + step + " + !" + step + ")" // it may be 0 where no iteration runs
	}
	if !ok1 || !ok2 || !ok3 {
		return ""
	}
	if l.Down {
		lo, hi = hi, lo
	}
	distance := "(unsigned long)" + hi + " - (unsigned long)" + lo
	if l.Type.Kind == ir.Pointer && l.Type.Elem.Size() > 1 {
		distance = "(" + distance + ") / " + strconv.FormatInt(l.Type.Elem.Size(), 10)
	}
	inclusive := l.Cmp == ir.OpLe || l.Cmp == ir.OpGe
	if step != "1" {
		distance = "(" + distance + roundUp(step, inclusive) + ") / " + step
	}
	if inclusive {
		return "(" + lo + " <= " + hi + " ? " + distance + " + 1 : 0ul)"
	}
	return "(" + lo + " < " + hi + " ? " + distance + " : 0ul)"
}

// roundUp is what a distance needs to be divided by step with an exclusive bound.
func roundUp(step string, inclusive bool) string {
	if inclusive {
		return ""
	}
	return " + " + step + " - 1"
}
