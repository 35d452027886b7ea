package codegen

import (
	"strings"

	"omp2cl/ompir"
)

// outputCalls are the functions of <stdio.h> that device code can call. Their
// results have no counterpart in OpenCL C.
var outputCalls = map[string]libraryCall{
	"printf":  printfCall,
	"puts":    putsCall,
	"putchar": putcharCall,
}

func printfCall(p *printer, n *ompir.Node) (string, int) {
	p.needNoResult(n)
	if len(n.Kids) == 0 {
		p.errorf(n.Pos, "printf-format", "printf needs a format in device code")
		return "0", precPrimary
	}
	if choice := withoutCasts(n.Kids[0]); choice.Op == ompir.OpCond {
		return printChoice(p, n, choice), precCond
	}
	format, ok := literal(n.Kids[0])
	if !ok {
		p.errorf(n.Pos, "printf-format", "the format of printf must be a string literal in device code")
		return "0", precPrimary
	}
	f := formatter{p: p, call: n, args: n.Kids[1:]}
	return f.print(format)
}

// printChoice prints printf with one of two formats.
func printChoice(p *printer, n, choice *ompir.Node) string {
	arm := func(format *ompir.Node) string {
		call := *n
		call.Kids = append([]*ompir.Node{format}, n.Kids[1:]...)
		p.discards[&call] = true
		text, _ := printfCall(p, &call)
		return "(void)(" + text + ")"
	}
	return p.condition(choice.Kids[0], precLogOr) + " ? " + arm(choice.Kids[1]) + " : " + arm(choice.Kids[2])
}

func withoutCasts(n *ompir.Node) *ompir.Node {
	for n.Op == ompir.OpCast {
		n = n.Kids[0]
	}
	return n
}

// putsCall prints puts as printf of the string and a newline.
func putsCall(p *printer, n *ompir.Node) (string, int) {
	p.needNoResult(n)
	call := &ompir.Node{Op: ompir.OpCall, Pos: n.Pos}
	f := formatter{p: p, call: call, args: n.Kids}
	return f.print("%s\n")
}

func putcharCall(p *printer, n *ompir.Node) (string, int) {
	p.needNoResult(n)
	return "printf(\"%c\", " + p.as(n.Kids[0], ompir.TI32) + ")", precPostfix
}

// needNoResult refuses uses of an output function's value: a device cannot tell
// how many characters were written.
func (p *printer) needNoResult(n *ompir.Node) {
	if !p.discards[n] {
		p.errorf(n.Pos, "printf-result", "the value of %s is not available in device code", n.Str)
	}
}

// literal returns the bytes of n when it is a string literal.
func literal(n *ompir.Node) (string, bool) {
	for n.Op == ompir.OpCast || n.Op == ompir.OpAddr && n.Kids[0].Op == ompir.OpStr {
		n = n.Kids[0]
	}
	if n.Op == ompir.OpIndex && n.Kids[0].Op == ompir.OpStr {
		return "", false
	}
	text, _, _ := strings.Cut(n.Str, "\x00")
	return text, n.Op == ompir.OpStr
}

// formatter rewrites a printf format for OpenCL C, which knows fewer length
// modifiers, and converts the arguments to what the format asks for. Strings that
// are no literals are printed by a helper, between two calls of printf.
type formatter struct {
	p     *printer
	call  *ompir.Node
	args  []*ompir.Node
	next  int
	text  strings.Builder // format of the call being built
	out   []string        // its arguments
	calls []string        // finished ones
}

// print returns the calls for a format, joined by commas.
func (f *formatter) print(format string) (string, int) {
	for i := 0; i < len(format); {
		if format[i] != '%' {
			f.text.WriteByte(format[i])
			i++
			continue
		}
		spec := scanSpec(format[i:])
		f.text.WriteString(f.spec(spec))
		i += len(spec.text)
	}
	if f.flush(); len(f.calls) == 0 {
		return "0", precPrimary
	}
	if len(f.calls) > 1 {
		return strings.Join(f.calls, ", "), precComma
	}
	return f.calls[0], precPostfix
}

// flush finishes the call being built.
func (f *formatter) flush() {
	if f.text.Len() == 0 {
		return
	}
	f.calls = append(f.calls, "printf("+strings.Join(append([]string{stringLiteral(f.text.String())}, f.out...), ", ")+")")
	f.text.Reset()
	f.out = nil
}

// conversion is one conversion specification of a format: "%-8.3lf".
type conversion struct {
	text    string // all of it
	options string // flags, width, precision
	length  string // hh h l ll z j t L q
	verb    byte   // 0 when the format ends too early
}

// scanSpec takes apart the conversion that s starts with.
func scanSpec(s string) conversion {
	i := 1
	for i < len(s) && strings.IndexByte("-+ #0123456789.*'$", s[i]) >= 0 {
		i++
	}
	c := conversion{options: s[1:i]}
	from := i
	for i < len(s) && strings.IndexByte("hlzjtLq", s[i]) >= 0 {
		i++
	}
	c.length = s[from:i]
	if i < len(s) {
		c.verb = s[i]
		i++
	}
	c.text = s[:i]
	return c
}

// spec prints one conversion and takes its argument.
func (f *formatter) spec(c conversion) string {
	if c.verb == '%' {
		return "%%"
	}
	if strings.ContainsAny(c.options, "'$") {
		return f.refuse(c)
	}
	options := f.stars(c.options)
	switch c.verb {
	case 'd', 'i', 'u', 'o', 'x', 'X':
		return "%" + options + f.integer(c)
	case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
		if c.length != "" && c.length != "l" {
			return f.refuse(c)
		}
		f.take(ompir.TF64)
		return "%" + options + string(c.verb)
	case 'c':
		if c.length != "" {
			return f.refuse(c)
		}
		f.take(ompir.TI32)
		return "%" + options + "c"
	case 's':
		return f.str(c, options)
	case 'p':
		return f.pointer(options)
	}
	return f.refuse(c)
}

// integerTypes gives the argument type of an integer conversion by length: signed
// and unsigned. The narrow ones are converted first, as printf does.
var integerTypes = map[string][2]*ompir.Type{
	"": {ompir.TI32, ompir.TU32}, "hh": {ompir.TI8, ompir.TU8}, "h": {ompir.TI16, ompir.TU16},
	"l": {ompir.TI64, ompir.TU64}, "ll": {ompir.TI64, ompir.TU64}, "q": {ompir.TI64, ompir.TU64},
	"z": {ompir.TI64, ompir.TU64}, "j": {ompir.TI64, ompir.TU64}, "t": {ompir.TI64, ompir.TU64},
}

// integer prints length and verb of an integer conversion.
func (f *formatter) integer(c conversion) string {
	pair, ok := integerTypes[c.length]
	if !ok {
		return f.refuse(c)
	}
	t := pair[1]
	if c.verb == 'd' || c.verb == 'i' {
		t = pair[0]
	}
	arg := f.take(t)
	switch t.Size() {
	case 8:
		return "l" + string(c.verb)
	case 1, 2:
		f.out[arg] = "(int)" + f.out[arg]
	}
	return string(c.verb)
}

// take prints the next argument as a value of type t and returns its index.
func (f *formatter) take(t *ompir.Type) int {
	text := "0"
	if f.next < len(f.args) {
		text = f.p.as(f.args[f.next], t)
		if t.Size() < 4 {
			text = "(" + f.p.typeName(t) + ")" + f.p.expr(f.args[f.next], precUnary)
		}
		f.next++
	} else {
		f.p.errorf(f.call.Pos, "printf-format", "the format of printf asks for more arguments than there are")
	}
	f.out = append(f.out, text)
	return len(f.out) - 1
}

// stars replaces * in width and precision by the constant given; OpenCL C takes no
// other.
func (f *formatter) stars(options string) string {
	for strings.Contains(options, "*") {
		if f.next >= len(f.args) || f.args[f.next].Op != ompir.OpConst {
			f.p.errorf(f.call.Pos, "printf-format", "'*' in the format of printf needs a constant in device code")
			return ""
		}
		text, _ := intLiteral(ompir.TI64, f.args[f.next].Int)
		options = strings.Replace(options, "*", strings.TrimSuffix(text, "L"), 1)
		f.next++
	}
	return options
}

// str prints a literal through printf and any other string through the helper.
func (f *formatter) str(c conversion, options string) string {
	if f.next >= len(f.args) || c.length != "" {
		return f.refuse(c)
	}
	arg := f.args[f.next]
	f.next++
	if text, ok := literal(arg); ok {
		f.out = append(f.out, stringLiteral(text))
		return "%" + options + "s"
	}
	f.flush()
	width, precision, dotted := strings.Cut(strings.TrimLeft(options, "-+ #0"), ".")
	switch {
	case !dotted:
		precision = "-1"
	case precision == "":
		precision = "0"
	}
	if width == "" {
		width = "0"
	}
	left := "0"
	if strings.Contains(options[:len(options)-len(strings.TrimLeft(options, "-+ #0"))], "-") {
		left = "1"
	}
	helper := "omp2cl_putstr_" + spaceLetters[f.p.pointeeSpace(arg)]
	f.p.unit.helpers[helper] = 1
	f.calls = append(f.calls, helper+"("+f.p.expr(arg, precAssign)+", "+width+", "+precision+", "+left+")")
	return ""
}

func (f *formatter) pointer(options string) string {
	if f.next < len(f.args) {
		f.out = append(f.out, "(void *)(ulong)"+f.p.expr(f.args[f.next], precUnary))
		f.next++
	}
	return "%" + options + "p"
}

func (f *formatter) refuse(c conversion) string {
	f.p.errorf(f.call.Pos, "printf-format", "conversion '%s' of printf is not available in device code", c.text)
	return ""
}

// assertFail leaves glibc's message for a failed assertion in the arena; the host
// prints it and stops the program behind the launch.
func assertFail(p *printer, n *ompir.Node) (string, int) {
	var parts [4]string
	for i, k := range n.Kids[:min(len(n.Kids), 4)] {
		for k.Op == ompir.OpCast && k.Kids[0].Op != ompir.OpStr {
			k = k.Kids[0]
		}
		if k.Op == ompir.OpConst {
			parts[i] = caseValue(k.Int)
		} else {
			parts[i], _ = literal(k)
		}
	}
	text := parts[1] + ":" + parts[2] + ": " // __assert(expression, file, line) has no function
	if parts[3] != "" {
		text += parts[3] + ": "
	}
	text += "Assertion `" + parts[0] + "' failed.\n"
	return "omp2cl_assert_failed(" + stringLiteral(text) + ")", precPostfix
}
