package codegen

import (
	"math"
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// intLiteral spells an integer constant of type t. Types narrower than int have no
// constants of their own: the value is what matters there.
func intLiteral(t *ompir.Type, v int64) (string, int) {
	switch t.Kind {
	case ompir.Uint32:
		return strconv.FormatUint(uint64(uint32(v)), 10) + "U", precPrimary
	case ompir.Uint64:
		return strconv.FormatUint(uint64(v), 10) + "UL", precPrimary
	case ompir.Int64:
		return signedLiteral(v, math.MinInt64, "L")
	case ompir.Uint8:
		v = int64(uint8(v))
	case ompir.Uint16:
		v = int64(uint16(v))
	case ompir.Bool:
		if v != 0 {
			v = 1
		}
	}
	return signedLiteral(v, math.MinInt32, "")
}

// signedLiteral spells v; the least value has no literal and becomes an expression.
func signedLiteral(v, least int64, suffix string) (string, int) {
	if v == least {
		return "(" + strconv.FormatInt(v+1, 10) + suffix + " - 1)", precPrimary
	}
	prec := precPrimary
	if v < 0 {
		prec = precUnary
	}
	return strconv.FormatInt(v, 10) + suffix, prec
}

// floatLiteral spells a floating constant of type t from its C spelling without
// suffix.
func floatLiteral(t *ompir.Type, s string, d dialect) (string, int) {
	prec := precPrimary
	if strings.HasPrefix(s, "-") {
		prec = precUnary
	}
	lower := strings.ToLower(strings.TrimLeft(s, "+-"))
	switch {
	case strings.HasPrefix(lower, "inf"):
		return specialFloat(t, s, "INFINITY", "__builtin_inf()", d), precUnary
	case strings.HasPrefix(lower, "nan"):
		return specialFloat(t, s, "NAN", "__builtin_nan(\"\")", d), precUnary
	case !strings.ContainsAny(lower, ".ep"):
		s += ".0"
	}
	if t.Kind == ompir.Float32 {
		s += "f"
	}
	return s, prec
}

// specialFloat spells an infinity or a NaN of type t.
func specialFloat(t *ompir.Type, s, device, host string, d dialect) string {
	name := device
	if d == hostDialect {
		name = host
	}
	if strings.HasPrefix(s, "-") {
		name = "-" + name
	}
	return "(" + scalarNames[d][t.Kind] + ")" + name
}

// stringLiteral spells bytes as a C string literal. Octal escapes have three
// digits, so that they never swallow what follows; a question mark is escaped
// where a trigraph could begin.
func stringLiteral(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		b.WriteString(escapeByte(s[i], i > 0 && s[i-1] == '?'))
	}
	b.WriteByte('"')
	return b.String()
}

func escapeByte(c byte, afterQuestion bool) string {
	switch {
	case c == '\n':
		return `\n`
	case c == '\t':
		return `\t`
	case c == '"' || c == '\\':
		return `\` + string(c)
	case c == '?' && afterQuestion:
		return `\?`
	case c < 0x20 || c >= 0x7f:
		octal := strconv.FormatInt(int64(c), 8)
		return `\` + strings.Repeat("0", 3-len(octal)) + octal
	}
	return string(c)
}
