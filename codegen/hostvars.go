package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// variables writes the table of file variables, and definitions for those that the
// host text does not define: locks, and static variables within device code.
func (h *host) variables(b *strings.Builder) {
	if len(h.vars) == 0 {
		return
	}
	h.staticRecords(b)
	for _, v := range h.vars {
		b.WriteString(h.definition(v))
	}
	b.WriteString("static struct __omp2cl_var __omp2cl_vars[] = {\n")
	for _, v := range h.vars {
		b.WriteString("    {" + stringLiteral(h.varSymbol(v)) + ", " + stringLiteral(v.Name) + ", " + h.address(v) + ", " +
			h.size(v) + ", " + strconv.Itoa(varFlags(v)) + ", " +
			strconv.FormatInt(max(v.Align, v.Type.Align()), 10) + "},\n")
	}
	b.WriteString("};\n")
}

func varFlags(v *ompir.Var) int {
	if v.Link {
		return flagVarLink
	}
	return 0
}

// hostName returns the name of a definition of ours for v, or "".
func (h *host) hostName(v *ompir.Var) string {
	switch {
	case strings.HasPrefix(v.Name, LockPrefix), strings.HasPrefix(v.Name, AddressPrefix):
		return "__" + v.Name
	case h.statics[v] != nil || h.ownInit(v) != nil:
		return "__omp2cl_static_" + idText(v)
	}
	return ""
}

// address returns the constant expression for the host object of v. That of a
// function-local static variable is filled in before registration.
func (h *host) address(v *ompir.Var) string {
	name := h.hostName(v)
	switch {
	case name != "":
		return "(void *)&" + name
	case v.InFunction != "":
		return "0"
	}
	return "(void *)&" + v.Name
}

// size returns the size of v's host object, 0 when the unit does not know it.
func (h *host) size(v *ompir.Var) string {
	name := h.hostName(v)
	switch {
	case v.Type.Size() >= 0:
		return strconv.FormatInt(v.Type.Size(), 10)
	case name == "" && v.InFunction == "" && !v.Extern:
		return "sizeof " + v.Name
	case name != "":
		return "sizeof " + name
	}
	return "0"
}

// definition returns the host definition of a variable that only device code has.
func (h *host) definition(v *ompir.Var) string {
	name := h.hostName(v)
	switch {
	case name == "":
		return ""
	case strings.HasPrefix(v.Name, LockPrefix):
		return "__attribute__((weak)) " + h.hostTypes.declare(v.Type, ompir.NoSpace, name) + ";\n"
	case strings.HasPrefix(v.Name, AddressPrefix):
		function := strings.TrimPrefix(v.Name, AddressPrefix)
		return "static " + h.hostTypes.declare(v.Type, ompir.NoSpace, name) + " = (unsigned long)&" + function + ";\n"
	}
	text := "static " + h.hostTypes.declare(v.Type, ompir.NoSpace, name) + alignment(v)
	if init := h.ownInit(v); init != nil {
		h.checkStatic(v, init)
		text += " = " + newPrinter(h.unit, hostDialect).expr(init, precAssign)
	}
	return text + ";\n"
}

// ownInit returns the initializer of a variable whose host object no code at file
// scope can name and which gets a copy there: a static variable within device code
// or a constant one within a host function.
func (u *unit) ownInit(v *ompir.Var) *ompir.Node {
	if d := u.statics[v]; d != nil && len(d.Kids) > 0 {
		return d.Kids[0]
	}
	if v.InFunction != "" {
		return v.Init
	}
	return nil
}

// checkStatic refuses addresses in the initializer of a static variable in device
// code: they would be the host's.
func (h *host) checkStatic(v *ompir.Var, init *ompir.Node) {
	ompir.Walk(init, func(n *ompir.Node) bool {
		t := typeOf(n)
		if t != nil && t.Kind == ompir.Pointer && n.Op == ompir.OpAddr || !v.Const && textAt(n) != nil {
			h.diags.Add(ompir.Errorf(n.Pos, "static-address",
				"the initializer of '%s' holds an address, which has no meaning on the device", v.Name))
			return false
		}
		return true
	})
}

// staticRecords defines the records that static variables of device code need.
func (h *host) staticRecords(b *strings.Builder) {
	used := map[*ompir.Record]bool{}
	var use func(t *ompir.Type)
	use = func(t *ompir.Type) {
		for t.Kind == ompir.Array || t.Kind == ompir.Pointer {
			t = t.Elem
		}
		if t.Record == nil || used[t.Record] {
			return
		}
		used[t.Record] = true
		for _, f := range t.Record.Fields {
			use(f.Type)
		}
	}
	for _, v := range h.vars {
		if h.hostName(v) != "" {
			use(v.Type)
		}
	}
	for _, r := range h.in.Module.Records {
		if used[r] {
			b.WriteString(h.hostTypes.recordBody(r))
		}
	}
}
