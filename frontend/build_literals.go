package frontend

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// intLiteral converts an integer constant (C11 §6.4.4.1, and gcc's 0b).
func (c *conv) intLiteral(tok cc.Token) *ompir.Node {
	text := strings.ToLower(tok.SrcStr())
	digits := strings.TrimRight(text, "ul")
	suffix := text[len(digits):]
	v, err := strconv.ParseUint(goDigits(digits), 0, 64)
	if err != nil {
		c.errorf(tok, "unsupported-constant", "integer constant '%s' is not supported in device code", tok.SrcStr())
	}
	decimal := digits[0] != '0' || digits == "0"
	return c.constNode(tok, literalType(v, suffix, decimal), int64(v))
}

// goDigits writes C's octal prefix as Go's.
func goDigits(s string) string {
	if len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9' {
		return "0o" + s[1:]
	}
	return s
}

// literalType returns the first type of C's list that holds the value v.
func literalType(v uint64, suffix string, decimal bool) *ompir.Type {
	unsigned := strings.Contains(suffix, "u")
	longs := strings.Count(suffix, "l")
	signedFits := func(bits int) bool { return !unsigned && v < 1<<(bits-1) }
	unsignedFits := unsigned || !decimal
	switch {
	case longs == 0 && signedFits(32):
		return ompir.TI32
	case longs == 0 && unsignedFits && v < 1<<32:
		return ompir.TU32
	case longs < 2 && signedFits(64):
		return ompir.TI64
	case longs < 2:
		return ompir.TU64
	case signedFits(64):
		return longLong
	}
	return uLongLong
}

// floatLiteral converts a floating constant.
func (c *conv) floatLiteral(tok cc.Token) *ompir.Node {
	text, isImaginary := imaginary(tok.SrcStr())
	if isImaginary {
		return c.imaginaryLiteral(tok, text)
	}
	return c.realLiteral(tok, text)
}

// imaginaryLiteral converts a constant that text tells the imaginary part of.
func (c *conv) imaginaryLiteral(tok cc.Token, text string) *ompir.Node {
	y := c.realLiteral(tok, text)
	zero := &ompir.Node{Op: ompir.OpFConst, Type: y.Type, Str: "0.0", Pos: y.Pos}
	if y.Type.Kind == ompir.Unsupported {
		return y
	}
	return preludeCall("cmake", c.complexOf(y.Type), y.Pos, zero, y)
}

// realLiteral converts a floating constant without a suffix of gcc's.
func (c *conv) realLiteral(tok cc.Token, text string) *ompir.Node {
	hex := strings.HasPrefix(strings.ToLower(text), "0x")
	cut := "fFlL"
	if hex {
		cut = "lL"
		if strings.ContainsAny(text, "pP") {
			cut = "fFlL"
		}
	}
	body := strings.TrimRight(text, cut)
	t := ompir.TF64
	switch strings.ToLower(text[len(body):]) {
	case "f":
		t = ompir.TF32
	case "l":
		t = unsupported("long double")
		c.badType(tok, t, "constant '%s'", text)
	}
	if _, err := strconv.ParseFloat(body, 64); err != nil && !isRange(err) {
		c.errorf(tok, "unsupported-constant", "constant '%s' is not supported in device code", text)
	}
	return &ompir.Node{Op: ompir.OpFConst, Type: t, Str: body, Pos: c.pos(tok)}
}

func isRange(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

// charLiteral converts a character constant; it has type int.
func (c *conv) charLiteral(tok cc.Token) *ompir.Node {
	text := tok.SrcStr()
	v := int64(0)
	bytes := unescape(text[1 : len(text)-1])
	for _, r := range []byte(bytes) {
		v = v<<8 | int64(r)
	}
	if len(bytes) == 1 {
		v = truncate(v, c.plainChar())
	}
	return c.constNode(tok, ompir.TI32, int64(int32(v)))
}

// wideCharLiteral converts L'x'.
func (c *conv) wideCharLiteral(tok cc.Token) *ompir.Node {
	text := tok.SrcStr()
	r, _ := utf8.DecodeRuneInString(unescape(text[strings.IndexByte(text, '\'')+1 : len(text)-1]))
	return c.constNode(tok, ompir.TI32, int64(r))
}

// stringLiteral converts a string constant.
func (c *conv) stringLiteral(tok cc.Token) *ompir.Node {
	text := tok.SrcStr()
	s := unescape(text[strings.IndexByte(text, '"')+1 : len(text)-1])
	return c.stringNode(tok, s)
}

func (c *conv) stringNode(at cc.Node, s string) *ompir.Node {
	t := ompir.ArrayOf(int64(len(s))+1, c.plainChar())
	return &ompir.Node{Op: ompir.OpStr, Type: t, Str: s, Pos: c.pos(at)}
}

// simpleEscapes are the one-letter escapes of C and gcc.
var simpleEscapes = map[byte]byte{'a': 7, 'b': 8, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11, 'e': 27, 'E': 27}

// unescape resolves the escapes of a string or character constant.
func unescape(s string) string {
	var out []byte
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			i++
			continue
		}
		value, n := escape(s[i+1:])
		out = append(out, value...)
		i += 1 + n
	}
	return string(out)
}

// escape returns the bytes that an escape without its backslash stands for, and
// how many bytes of s it takes.
func escape(s string) ([]byte, int) {
	switch {
	case s[0] == 'x':
		n := span(s[1:], 2, isHex)
		v, _ := strconv.ParseUint(s[1:1+n], 16, 64)
		return []byte{byte(v)}, 1 + n
	case s[0] >= '0' && s[0] <= '7':
		n := span(s, 3, func(c byte) bool { return c >= '0' && c <= '7' })
		v, _ := strconv.ParseUint(s[:n], 8, 64)
		return []byte{byte(v)}, n
	case s[0] == 'u' || s[0] == 'U':
		n := span(s[1:], map[byte]int{'u': 4, 'U': 8}[s[0]], isHex)
		v, _ := strconv.ParseUint(s[1:1+n], 16, 32)
		return utf8.AppendRune(nil, rune(v)), 1 + n
	}
	if v, ok := simpleEscapes[s[0]]; ok {
		return []byte{v}, 1
	}
	return []byte{s[0]}, 1
}

// span counts the leading bytes of s, at most limit, for which f holds.
func span(s string, limit int, f func(byte) bool) int {
	n := 0
	for n < len(s) && n < limit && f(s[n]) {
		n++
	}
	return n
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// constNode returns an integer constant.
func (c *conv) constNode(at cc.Node, t *ompir.Type, v int64) *ompir.Node {
	return &ompir.Node{Op: ompir.OpConst, Type: t, Int: v, Pos: c.pos(at)}
}

// floatValue parses the spelling of an OpFConst.
func floatValue(n *ompir.Node) float64 {
	v, _ := strconv.ParseFloat(n.Str, 64)
	if n.Type.Kind == ompir.Float32 {
		return float64(float32(v))
	}
	return v
}

// truncate wraps an integer value to a type as C does.
func truncate(v int64, t *ompir.Type) int64 {
	switch t.Kind {
	case ompir.Bool:
		if v != 0 {
			return 1
		}
		return 0
	case ompir.Int8:
		return int64(int8(v))
	case ompir.Uint8:
		return int64(uint8(v))
	case ompir.Int16:
		return int64(int16(v))
	case ompir.Uint16:
		return int64(uint16(v))
	case ompir.Int32:
		return int64(int32(v))
	case ompir.Uint32:
		return int64(uint32(v))
	}
	return v
}

// fromFloat converts a floating value to an integer type.
func fromFloat(v float64, t *ompir.Type) int64 {
	if t.Kind == ompir.Bool {
		if v != 0 {
			return 1
		}
		return 0
	}
	if t.Kind == ompir.Uint64 && v >= math.MaxInt64 {
		return int64(uint64(v))
	}
	return truncate(int64(v), t)
}
