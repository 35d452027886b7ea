package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// call prints a call: of a device function, of an OpenCL builtin ("cl.…"), of the
// runtime's device code ("omp2cl_…"), or of a C library function.
func (p *printer) call(n *ompir.Node) (string, int) {
	if n.Func != nil {
		symbol := p.unit.symbols[n.Func]
		p.needs.add(symbol)
		return symbol + "(" + strings.Join(append([]string{"omp2cl_ctx"}, p.args(n)...), ", ") + ")", precPostfix
	}
	if name, ok := strings.CutPrefix(n.Str, "cl."); ok {
		return name + "(" + strings.Join(p.overloadArgs(n), ", ") + ")", precPostfix
	}
	if strings.HasPrefix(n.Str, "omp2cl_every") { // macros that make a vector
		return n.Str + "(" + strings.Join(append([]string{p.typeName(typeOf(n))}, p.overloadArgs(n)...), ", ") + ")", precPostfix
	}
	if n.Str == "omp2cl_stack_grow" || n.Str == "omp2cl_stack_take" || n.Str == "omp2cl_stack_push" || n.Str == "omp2cl_stack_lacks" {
		args := append(p.overloadArgs(n), stringLiteral(noStack(n.Pos)))
		return n.Str + "(" + strings.Join(args, ", ") + ")", precPostfix
	}
	if n.Str == "omp2cl_no_function" {
		text := n.Pos.String() + ": error: a pointer leads to no function that device code has\n"
		return "omp2cl_assert_failed(" + stringLiteral(text) + ")", precPostfix
	}
	if p.branching && (n.Str == "omp2cl_barrier" || n.Str == "omp2cl_tree_barrier") {
		return strings.Replace(n.Str, "omp2cl_", "omp2cl_branching_", 1) + "()", precPostfix
	}
	if strings.HasPrefix(n.Str, "omp2cl_") {
		return n.Str + "(" + strings.Join(p.overloadArgs(n), ", ") + ")", precPostfix
	}
	f, ok := library[n.Str]
	if !ok {
		p.unit.diags.Add(ompir.Errorf(n.Pos, "unsupported-function", "function '%s' is not available in device code", n.Str))
		return n.Str + "()", precPostfix
	}
	return f(p, n)
}

// noStack is what a program says that ends because a work-item's stack is too small.
func noStack(at ompir.Pos) string {
	return at.String() + ": error: a work-item's stack is too small\n" +
		"note: OMP2CL_STACK_SIZE is its size: it holds arrays of variable length, what alloca takes, calls that recur, and objects that functions pass to other files\n"
}

// args prints the arguments of a device function, converted as its parameters ask.
func (p *printer) args(n *ompir.Node) []string {
	out := make([]string, len(n.Kids))
	for i, k := range n.Kids {
		var t *ompir.Type
		if i < len(n.Func.Params) {
			t = n.Func.Params[i].Type
		}
		out[i] = p.converted(k, t, precAssign)
	}
	return out
}

// overloadArgs prints arguments whose C type picks the function: constants of a
// type that has no literals are cast.
func (p *printer) overloadArgs(n *ompir.Node) []string {
	out := make([]string, len(n.Kids))
	for i, k := range n.Kids {
		out[i] = p.expr(k, precAssign)
		if t := typeOf(k); k.Op == ompir.OpConst && t.Kind < ompir.Int32 {
			out[i] = "(" + p.typeName(t) + ")" + p.expr(k, precUnary)
		}
	}
	return out
}

// formCall returns the printer of a call by form (see mathForms). Without a type
// the arguments that form marks with $ give it.
func formCall(form string, t *ompir.Type) libraryCall {
	prec := precPostfix
	switch {
	case strings.HasPrefix(form, "(") && !strings.HasPrefix(form, "({"):
		prec = precUnary
	case strings.HasPrefix(form, "!"):
		prec = precAssign
	}
	return func(p *printer, n *ompir.Node) (string, int) {
		float := t
		if float == nil {
			float = genericFloat(form, n.Kids)
		}
		return p.fillForm(form, float, n), prec
	}
}

// genericFloat returns the type in which a type-generic macro takes its floating
// arguments: float when all of them are.
func genericFloat(form string, args []*ompir.Node) *ompir.Type {
	for i, a := range args {
		if strings.Contains(form, "$"+strconv.Itoa(i+1)) && typeOf(a).Kind != ompir.Float32 {
			return ompir.TF64
		}
	}
	return ompir.TF32
}

// fillForm puts the arguments of n into form.
func (p *printer) fillForm(form string, float *ompir.Type, n *ompir.Node) string {
	var b strings.Builder
	for i := 0; i < len(form); i++ {
		c := form[i]
		if !strings.ContainsRune("$@!#%^&", rune(c)) || i+1 == len(form) || !isDigit(form[i+1]) && form[i+1] != 't' {
			b.WriteByte(c)
			continue
		}
		i++
		if form[i] == 't' {
			b.WriteString(p.typeName(float))
			continue
		}
		at := int(form[i] - '1')
		if at < 0 || at >= len(n.Kids) {
			p.errorf(n.Pos, "too-few-arguments", "too few arguments in the call of '%s'", n.Str)
			return "0"
		}
		b.WriteString(p.formArg(c, float, n.Kids[at]))
	}
	return b.String()
}

// formArg prints one argument of a form as its mark asks.
func (p *printer) formArg(mark byte, float *ompir.Type, arg *ompir.Node) string {
	switch mark {
	case '$':
		return p.as(arg, float)
	case '#':
		return p.as(arg, ompir.TI32)
	case '%':
		return p.as(arg, ompir.TI64)
	case '^':
		return p.as(arg, ompir.TU32)
	case '&':
		return p.as(arg, ompir.TU64)
	case '!':
		return p.expr(&ompir.Node{Op: ompir.OpDeref, Kids: []*ompir.Node{arg}}, precUnary)
	}
	return p.expr(arg, precUnary)
}

// as prints an argument as a value of type t, with a cast only where it is not one
// already.
func (p *printer) as(n *ompir.Node, t *ompir.Type) string {
	if typeOf(n).Kind == t.Kind {
		return p.expr(n, precAssign)
	}
	return "(" + p.typeName(t) + ")" + p.expr(n, precUnary)
}
