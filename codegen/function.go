package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// contextParam is the first parameter of every device function.
const contextParam = "omp2cl_context omp2cl_ctx"

// prototype returns the head of a device function, without names that its body
// would need.
func (u *unit) prototype(f *ompir.Func) string {
	return u.functionHead(newPrinter(u, kernelDialect), f)
}

func (u *unit) functionHead(p *printer, f *ompir.Func) string {
	params := []string{contextParam}
	for _, v := range f.Params {
		t := v.Type
		if t.Kind == ompir.Array {
			t = ompirPointer(t.Elem, v.Space)
		}
		params = append(params, p.declare(t, ompir.NoSpace, p.names.declare(v)))
	}
	return p.declare(f.Result, ompir.NoSpace, u.symbols[f]+paramList(params))
}

// paramWidth is how wide a line of parameters may get.
const paramWidth = 90

// paramList joins parameters, on several lines where they are many.
func paramList(params []string) string {
	var b strings.Builder
	width := 0
	for i, s := range params {
		switch {
		case i == 0:
		case width+len(s) > paramWidth:
			b.WriteString(",\n        ")
			width = 0
		default:
			b.WriteString(", ")
		}
		b.WriteString(s)
		width += len(s) + len(", ")
	}
	return "(" + b.String() + ")"
}

// function prints a device function.
func (u *unit) function(f *ompir.Func) piece {
	p := newPrinter(u, kernelDialect)
	p.result, p.branching = f.Result, true
	p.names.prefer(append(append([]*ompir.Var{}, f.Params...), ompir.Vars(f.Body)...))
	head := u.functionHead(p, f)
	p.out.at(f.Pos)
	p.out.put(head)
	p.out.put("{")
	p.out.depth++
	p.fileVarPointers(f.Body)
	p.literalObjects(f.Body)
	p.names.open()
	p.stmts(f.Body.Kids)
	p.out.depth--
	p.out.put("}")
	return piece{symbol: u.symbols[f], prototype: head + ";", text: p.out.String(), needs: p.needs.list}
}

var formComments = map[ompir.Form]string{ompir.FormSequential: "sequential", ompir.FormSPMD: "SPMD",
	ompir.FormGeneral: "general"}

// kernelSymbol returns the emitted name of a kernel.
func kernelSymbol(k *ompir.Kernel) string { return userName(k.Name) }

// kernel prints a kernel: parameters as the transfers ask for, local memory, the
// runtime's beginning, the pointers that the parameters stand for, the body.
func (u *unit) kernel(k *ompir.Kernel) piece {
	p := newPrinter(u, kernelDialect)
	p.branching = k.Branching
	p.names.prefer(ompir.Vars(k.Body))
	pointers := p.kernelParams(k)
	p.out.at(constructPos(k.Construct))
	p.out.put("__kernel void ", kernelSymbol(k), paramList(pointers.params))
	p.out.put("{")
	p.out.depth++
	for _, v := range k.Locals {
		p.locals[v] = true
		p.out.put(p.localArray(v), alignment(v), ";")
	}
	p.out.put(kernelBegin(k), " /* ", formComments[k.Form], " */")
	for _, line := range pointers.lines {
		p.out.put(line)
	}
	p.fileVarPointers(k.Body)
	p.literalObjects(k.Body)
	p.names.open()
	p.stmts([]*ompir.Node{k.Body})
	p.names.close()
	p.out.put("OMP2CL_KERNEL_END")
	p.out.depth--
	p.out.put("}")
	return piece{symbol: kernelSymbol(k), text: p.out.String(), needs: p.needs.list}
}

// localArray declares the variable v in local memory. An array of staged rows is as long
// as a macro says.
func (p *printer) localArray(v *ompir.Var) string {
	name := p.names.declare(v)
	if v.Rows {
		return p.declare(v.Type.Elem, ompir.Local, name+"[OMP2CL_ROWS("+strconv.FormatInt(v.Type.Len, 10)+")]")
	}
	return p.declare(v.Type, ompir.Local, name)
}

// kernelBegin returns the macro that starts a kernel.
func kernelBegin(k *ompir.Kernel) string {
	form := strconv.Itoa(int(k.Form))
	if isLone(k) {
		return "OMP2CL_KERNEL_BEGIN_ALONE(" + form + ", " + strconv.FormatInt(max(k.SharedWords, 1), 10) + ")"
	}
	if k.SharedWords > 1 {
		return "OMP2CL_KERNEL_BEGIN_SHARING(" + form + ", " + strconv.FormatInt(k.SharedWords, 10) + ")"
	}
	return "OMP2CL_KERNEL_BEGIN(" + form + ")"
}

// constructPos returns the place of a construct's directive.
func constructPos(c *ompir.Construct) ompir.Pos {
	if d := c.Node.Dir; d != nil && d.Pos.IsValid() {
		return d.Pos
	}
	return c.Node.Pos
}

// kernelParams is what the transfers of a kernel come to.
type kernelParams struct {
	params []string
	lines  []string // declarations of the pointers that (buf, off) stand for
}

// kernelParams names the parameters of k and forms its pointers.
func (p *printer) kernelParams(k *ompir.Kernel) kernelParams {
	var out kernelParams
	for _, t := range k.Transfers {
		switch t.Kind {
		case ompir.ParamMapOnly, ompir.ParamAttach, ompir.ParamUseDevicePtr:
		case ompir.ParamValue, ompir.ParamFirst, ompir.ParamGiven:
			p.valueParam(&out, t.Var)
		default:
			p.bufferParam(&out, t.Var, t.Restrict)
		}
	}
	if !isLone(k) {
		out.params = append(out.params, "__global char *omp2cl_arena", "__global char *omp2cl_scratch")
	}
	return out
}

// valueParam adds a scalar passed by value. A pointer travels as an integer, since
// the runtime passes its bytes.
func (p *printer) valueParam(out *kernelParams, v *ompir.Var) {
	name := p.names.declare(v)
	if v.Type.Kind != ompir.Pointer {
		out.params = append(out.params, p.declare(v.Type, ompir.NoSpace, name))
		return
	}
	bits := p.names.fresh(v.Name + "_bits")
	out.params = append(out.params, "ulong "+bits)
	out.lines = append(out.lines, p.declare(v.Type, ompir.NoSpace, name)+" = ("+p.typeName(v.Type)+")"+bits+";")
}

// bufferParam adds an object in global memory: (buf, off). unwritten says that the kernel
// writes it only if its storage is that of another object.
func (p *printer) bufferParam(out *kernelParams, v *ompir.Var, unwritten bool) {
	if v.Type.Kind != ompir.Pointer {
		panic("BUG: codegen: kernel parameter " + v.Name + " is not a pointer")
	}
	name := p.names.declare(v)
	buf, off := p.names.fresh(v.Name+"_buf"), p.names.fresh(v.Name+"_off")
	star := "*"
	if unwritten {
		star = "*OMP2CL_UNWRITTEN "
	}
	out.params = append(out.params, "__global char "+star+buf, "long "+off)
	out.lines = append(out.lines, p.declare(v.Type, ompir.NoSpace, name)+" = ("+p.typeName(v.Type)+")("+
		buf+" + "+off+");")
}
