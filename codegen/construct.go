package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// block builds the host code of one construct: a compound statement, so that the
// construct stays one statement.
type block struct {
	construct *ompir.Construct
	kernel    *ompir.Kernel // nil for a data construct
	transfers []*ompir.Transfer
	directive pragma
	lines     []string // declarations at the head of the block
}

// regionName is the descriptor of a construct.
func regionName(c *ompir.Construct) string { return "__omp2cl_region_" + strconv.Itoa(c.ID) }

// head opens the block and evaluates, once, what says where the construct runs.
func (b *block) head() []string {
	out := append([]string{"{"}, b.lines...)
	device := "-1000 /* the default device */"
	for _, c := range b.directive.all("device") {
		number := strings.TrimSpace(c.arg)
		if rest, ok := strings.CutPrefix(number, "device_num"); ok && strings.HasPrefix(strings.TrimSpace(rest), ":") {
			number = strings.TrimPrefix(strings.TrimSpace(rest), ":")
		}
		device = "(int)(" + number + ")"
	}
	cond, _ := b.directive.condition()
	if cond != "" {
		out = append(out, "const int "+conditionVar+" = !!("+cond+");")
	}
	out = append(out, "int "+deviceVar+" = "+device+";")
	return append(out, b.values()...)
}

// values declares the array of dynamic parts and turns a false condition into the
// host device.
func (b *block) values() []string {
	var out, rows []string
	for i, t := range b.transfers {
		decl, row := value(t, strconv.Itoa(i))
		if decl != "" {
			out = append(out, decl)
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		out = append(out, "struct __omp2cl_value "+valuesVar+"[] = {")
		for _, r := range rows {
			out = append(out, "    "+r+",")
		}
		out = append(out, "};")
	}
	if cond, _ := b.directive.condition(); cond != "" {
		out = append(out, "if (!"+conditionVar+") "+deviceVar+" = -1001; /* the host */")
	}
	return out
}

// value prints the dynamic part of one transfer, and a declaration it needs. A
// scalar goes through a copy, so that the user's variable may be a register and
// stays one; a device pointer replaces a copy of the user's.
func value(t *ompir.Transfer, index string) (decl, row string) {
	base, begin, size := t.Base, t.Begin, t.Size
	switch t.Kind {
	case ompir.ParamValue:
		if name, ok := strings.CutPrefix(strings.TrimSpace(begin), "&"); ok && identifier(name) == name {
			copied := "__omp2cl_c" + index
			decl = "__typeof__(" + name + ") " + copied + " = " + name + ";"
			base, begin, size = "&"+copied, "&"+copied, "sizeof "+copied
		}
	case ompir.ParamUseDevicePtr:
		decl = "void *" + useVar(index) + " = (void *)(" + begin + ");"
		if begin != base {
			decl += " long " + skipVar(index) + " = (char *)(" + begin + ") - (char *)(" + base + ");"
		}
		base, begin, size = useVar(index), "&"+useVar(index), "sizeof(void *)"
	}
	return decl, "{" + pointerText(base) + ", " + pointerText(begin) + ", " + sizeText(size) + "}"
}

func useVar(index string) string { return "__omp2cl_u" + index }

// skipVar holds how far behind its base the section of a use_device_ptr item begins.
func skipVar(index string) string { return "__omp2cl_s" + index }

func pointerText(expr string) string {
	if expr == "" {
		return "0"
	}
	return "(const void *)(" + expr + ")"
}

func sizeText(expr string) string {
	if expr == "" {
		return "0"
	}
	return "(unsigned long)(" + expr + ")"
}

// call prints the runtime call of a data construct.
func (b *block) call(function string) string {
	return function + "(&" + regionName(b.construct) + ", " + deviceVar + ", " + b.valuesArg() + ");"
}

func (b *block) valuesArg() string {
	if len(b.transfers) == 0 {
		return "0"
	}
	return valuesVar
}

// targetOpen launches the region. What follows runs when the runtime says that the
// host must.
func (b *block) targetOpen() []string {
	k := b.kernel
	var fields []string
	for _, text := range []string{k.NumTeams, k.ThreadLimit, k.NumThreads, k.Trip, k.ItemScratch} {
		if text == "" {
			text = "0"
		}
		fields = append(fields, text)
	}
	return append(b.head(),
		"struct __omp2cl_launch "+launchVar+" = {"+strings.Join(fields, ", ")+"};",
		"if (__omp2cl_target(&"+regionName(b.construct)+", "+deviceVar+", &"+launchVar+", "+b.valuesArg()+"))")
}

// standalone prints target enter data, exit data and update.
func (b *block) standalone() []string {
	functions := map[string]string{"target enter data": "__omp2cl_enter_data",
		"target exit data": "__omp2cl_exit_data", "target update": "__omp2cl_update"}
	return append(b.head(), b.call(functions[b.directive.name]), "}")
}

// dataOpen begins a target data region. Within it, variables of the user's names
// hold the device pointers of use_device_ptr, others the addresses of use_device_addr.
func (b *block) dataOpen() []string {
	out := append(b.head(), b.call("__omp2cl_data_begin"), "{")
	for i, t := range b.transfers {
		if t.Kind != ompir.ParamUseDevicePtr {
			continue
		}
		value := useVar(strconv.Itoa(i))
		if t.Begin != t.Base {
			value = "(void *)((char *)" + value + " - " + skipVar(strconv.Itoa(i)) + ")"
		}
		name, typ := t.Name, "__typeof__("+t.Name+")"
		switch {
		case isObject(t):
			name, typ = addressVar(b.construct, name), typ+" *"
		case b.isArray(t):
			typ = "__typeof__(&" + t.Name + "[0])"
		}
		out = append(out, typ+" "+name+" = "+value+";")
	}
	return out
}

// isObject reports whether a use_device_ptr item is one of use_device_addr: it concerns
// where the variable is, not what it holds.
func isObject(t *ompir.Transfer) bool { return t.Base == "&"+t.Name }

// addressVar is the pointer to the device's object for a list item of use_device_addr.
func addressVar(c *ompir.Construct, name string) string {
	return "__omp2cl_a" + strconv.Itoa(c.ID) + "_" + name
}

func (b *block) dataClose() []string { return []string{"}", b.call("__omp2cl_data_end"), "}"} }

// isArray reports whether the user's variable of a use_device_ptr item is an array.
func (b *block) isArray(t *ompir.Transfer) bool {
	if t.Var != nil {
		return t.Var.Type.Kind == ompir.Array
	}
	for _, c := range b.construct.Node.Dir.All(ompir.UseDevicePtr) {
		for _, it := range c.Items {
			if it.Text == t.Name && it.X != nil {
				return typeOf(it.X).Kind == ompir.Array
			}
		}
	}
	return false
}

// transfersOf returns the list items of a construct.
func (u *unit) transfersOf(c *ompir.Construct) []*ompir.Transfer {
	if k := u.kernelOf[c]; k != nil {
		return k.Transfers
	}
	return c.Transfers
}

// lateStatics prints the entries that tell the descriptor where function-local
// static variables are: only code in their scope can name them, and the linker
// collects the entries of a unit.
func (h *host) lateStatics(k *ompir.Kernel) []string {
	if k == nil {
		return nil
	}
	var out []string
	for _, v := range fileVars(k.Body) {
		if v.InFunction == "" || h.ownInit(v) != nil || h.statics[v] != nil || h.late[v] {
			continue
		}
		h.late[v] = true
		h.list(v)
		out = append(out, "static struct __omp2cl_late __omp2cl_late_"+strconv.Itoa(v.ID)+
			" __attribute__((used, section("+stringLiteral(h.lateSection())+"))) = {"+
			strconv.Itoa(h.varIndex(v))+", (void *)&"+v.Name+"};")
	}
	return out
}

func (h *host) lateSection() string { return "omp2cl_late_" + identifier(h.in.UnitID) }

// varIndex returns the place of v in the descriptor's list.
func (u *unit) varIndex(v *ompir.Var) int {
	for i, w := range u.vars {
		if w == v {
			return i
		}
	}
	panic("BUG: codegen: variable " + v.Name + " is not listed")
}
