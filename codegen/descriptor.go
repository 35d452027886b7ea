package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// Flags of a region beside its kernel's form, and of a variable: the runtime ABI's.
const (
	flagOneTeam         = 4
	flagNoParallel      = 8
	flagMayAssert       = 16
	flagBranching       = 32
	flagWritesElsewhere = 64
	flagFollowed        = 256
	flagAnyLeague       = 128
	flagStreams         = 512
	flagLone            = 1024
	flagUneven          = 2048
	flagGathers         = 4096
	flagHeavy           = 8192
	flagRoams           = 16384
	flagVarLink         = 1
)

// generatedFile is the file that descriptor lines belong to in messages.
const generatedFile = `# 1 "<omp2cl>" 3` + "\n"

// header returns the declarations for generated code, and the marker that leads
// back to the user's text.
func (h *host) header() string {
	var b strings.Builder
	b.WriteString(generatedFile)
	b.WriteString(abiText)
	for _, c := range h.in.Module.Constructs {
		b.WriteString("static const struct __omp2cl_region " + regionName(c) + ";\n")
	}
	if len(h.late) > 0 {
		b.WriteString("struct __omp2cl_late { unsigned long index; void *address; };\n")
	}
	b.WriteString(h.lines.at(h.headerPlace()).marker())
	return b.String()
}

// descriptor returns the unit's data and the functions that register it.
func (h *host) descriptor() string {
	var b strings.Builder
	b.WriteString(generatedFile)
	b.WriteString("static const struct __omp2cl_unit __omp2cl_unit;\n")
	h.code(&b, "kernel", h.kernels)
	h.code(&b, "function", h.functions)
	h.variables(&b)
	h.regions(&b)
	b.WriteString("static const char __omp2cl_types[] =\n" + literalLines(h.typesText()) + ";\n")
	b.WriteString("static const struct __omp2cl_unit __omp2cl_unit = {\n    " + strconv.Itoa(abiVersion) + ", " +
		stringLiteral(h.in.Module.File) + ", " + stringLiteral(h.in.Options) + ", __omp2cl_types,\n    " +
		strconv.Itoa(len(h.kernels)) + ", " + strconv.Itoa(len(h.functions)) + ", " +
		strconv.Itoa(len(h.vars)) + ", " + strconv.Itoa(len(h.in.Module.Constructs)) + ",\n    " +
		tableName("__omp2cl_kernels", len(h.kernels)) + ", " + tableName("__omp2cl_functions", len(h.functions)) + ", " +
		tableName("__omp2cl_vars", len(h.vars)) + ", " + tableName("__omp2cl_regions", len(h.in.Module.Constructs)) + "\n};\n")
	b.WriteString(h.registration())
	return b.String()
}

// tableName returns the name of a table, or a null pointer for an empty one, which
// C does not have.
func tableName(name string, n int) string {
	if n == 0 {
		return "0"
	}
	return name
}

// code writes the table of kernels or functions.
func (h *host) code(b *strings.Builder, kind string, pieces []piece) {
	if len(pieces) == 0 {
		return
	}
	for i, p := range pieces {
		n := strconv.Itoa(i)
		b.WriteString("static const char __omp2cl_" + kind + "_text_" + n + "[] =\n" + literalLines(p.text) + ";\n")
		b.WriteString("static const char *const __omp2cl_" + kind + "_needs_" + n + "[] = {")
		for _, s := range p.needs {
			b.WriteString(stringLiteral(s) + ", ")
		}
		b.WriteString("0};\n")
	}
	b.WriteString("static const struct __omp2cl_code __omp2cl_" + kind + "s[] = {\n")
	for i, p := range pieces {
		n := strconv.Itoa(i)
		b.WriteString("    {" + stringLiteral(p.symbol) + ", " + stringLiteral(p.prototype) + ", __omp2cl_" + kind +
			"_text_" + n + ", __omp2cl_" + kind + "_needs_" + n + "},\n")
	}
	b.WriteString("};\n")
}

// literalLines spells text as string literals, one a line.
func literalLines(text string) string {
	lines := strings.SplitAfter(text, "\n")
	if len(lines) > 1 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, l := range lines {
		lines[i] = "    " + stringLiteral(l)
	}
	return strings.Join(lines, "\n")
}

// regions writes the descriptors of the constructs.
func (h *host) regions(b *strings.Builder) {
	constructs := h.in.Module.Constructs
	if len(constructs) == 0 {
		return
	}
	for _, c := range constructs {
		h.region(b, c)
	}
	b.WriteString("static const struct __omp2cl_region *const __omp2cl_regions[] = {\n")
	for _, c := range constructs {
		b.WriteString("    &" + regionName(c) + ",\n")
	}
	b.WriteString("};\n")
}

func (h *host) region(b *strings.Builder, c *ompir.Construct) {
	k := h.kernelOf[c]
	transfers := h.transfersOf(c)
	n := strconv.Itoa(c.ID)
	items := "0"
	if len(transfers) > 0 {
		items = "__omp2cl_items_" + n
		b.WriteString("static const struct __omp2cl_item " + items + "[] = {\n")
		for _, t := range transfers {
			b.WriteString("    {" + stringLiteral(t.Name) + ", " + strconv.Itoa(int(t.Kind)) + ", " + strconv.Itoa(t.Map) + "},\n")
		}
		b.WriteString("};\n")
	}
	b.WriteString("static void *__omp2cl_slot_" + n + ";\n")
	at := h.lines.at(c.Pragma.Start)
	kernel, flags, scratch := "0", 0, int64(0)
	if k != nil {
		kernel, flags, scratch = stringLiteral(kernelSymbol(k)), h.regionFlags(k), k.TeamScratch
	}
	d := parsePragma(h.pragmaText(c))
	b.WriteString("static const struct __omp2cl_region " + regionName(c) + " = {\n    &__omp2cl_unit, " + at.file + ", " +
		strconv.Itoa(at.line) + ", " + strconv.Itoa(max(constructPos(c).Col, 1)) + ", " + stringLiteral(c.Function) + ", " +
		stringLiteral(d.name) + ",\n    " + kernel + ", " + strconv.Itoa(len(transfers)) + ", " + items + ", " +
		strconv.Itoa(flags) + ", " + strconv.FormatInt(scratch, 10) + ", &__omp2cl_slot_" + n + "\n};\n")
}

func (h *host) regionFlags(k *ompir.Kernel) int {
	flags := int(k.Form)
	if k.OneTeam {
		flags |= flagOneTeam
	}
	if k.Branching {
		flags |= flagBranching
	}
	if k.Streams && k.ItemScratch == "" && !hasStack(k) { // else memory would grow with the iterations
		flags |= flagStreams
	}
	if k.Uneven {
		flags |= flagUneven
	}
	if k.Gathers {
		flags |= flagGathers
	}
	if k.Heavy {
		flags |= flagHeavy
	}
	if k.Roams {
		flags |= flagRoams
	}
	if k.AnyLeague {
		flags |= flagAnyLeague
	}
	if k.NoParallel {
		flags |= flagNoParallel
	}
	if !k.Confined {
		flags |= flagWritesElsewhere
	}
	if k.Followed {
		flags |= flagFollowed
	}
	if k.MayAssert || h.mayAssert(k) {
		flags |= flagMayAssert
	}
	if isLone(k) {
		flags |= flagLone
	}
	return flags
}

// stoppers are the functions that end the program, some of them where memory is too
// small.
var stoppers = map[string]bool{"__assert_fail": true, "__assert": true, "abort": true, "__builtin_abort": true,
	"__builtin_trap": true, "exit": true, "_Exit": true, "_exit": true, "__builtin_exit": true, "__builtin__Exit": true,
	"omp2cl_no_function": true, "omp2cl_stack_grow": true, "omp2cl_stack_take": true, "omp2cl_stack_push": true, "omp2cl_stack_lacks": true}

// hasStack reports whether k itself puts arrays on the work-items' stacks.
func hasStack(k *ompir.Kernel) (found bool) {
	ompir.Walk(k.Body, func(n *ompir.Node) bool {
		found = found || n.Op == ompir.OpCall && (n.Str == "omp2cl_stack_grow" || n.Str == "omp2cl_stack_push")
		return !found
	})
	return found
}

// mayAssert reports whether k can fail an assertion: itself, in a function that it
// calls, or in one whose body is elsewhere.
func (h *host) mayAssert(k *ompir.Kernel) bool {
	found := false
	seen := map[*ompir.Func]bool{}
	var visit func(n *ompir.Node) bool
	visit = func(n *ompir.Node) bool {
		found = found || n.Op == ompir.OpCall && n.Func == nil && stoppers[n.Str]
		if f := n.Func; f != nil && !seen[f] {
			seen[f] = true
			found = found || f.Body == nil
			ompir.Walk(f.Body, visit)
		}
		return !found
	}
	ompir.Walk(k.Body, visit)
	return found
}

// registration returns the functions that announce the unit at program start and
// withdraw it at its end, before and after the user's own of that kind.
func (h *host) registration() string {
	late := ""
	declared := ""
	if len(h.late) > 0 {
		section := h.lateSection()
		declared = "extern struct __omp2cl_late __start_" + section + "[] __attribute__((visibility(\"hidden\")));\n" +
			"extern struct __omp2cl_late __stop_" + section + "[] __attribute__((visibility(\"hidden\")));\n"
		late = "    struct __omp2cl_late *late;\n" +
			"    for (late = __start_" + section + "; late < __stop_" + section + "; late++)\n" +
			"        __omp2cl_vars[late->index].address = late->address;\n"
	}
	return declared + "static void __attribute__((constructor(101))) __omp2cl_begin(void)\n{\n" + late +
		"    __omp2cl_register(&__omp2cl_unit);\n}\n" +
		"static void __attribute__((destructor(101))) __omp2cl_end(void)\n{\n    __omp2cl_unregister(&__omp2cl_unit);\n}\n"
}
