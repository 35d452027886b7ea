package codegen

import (
	"strconv"
	"strings"

	"omp2cl/ompir"
)

// piece is one embedded part of a unit's device code: a kernel or a function.
type piece struct {
	symbol    string
	prototype string // functions only
	text      string
	needs     []string
}

// unit is the state of one Generate call.
type unit struct {
	in        Input
	diags     ompir.Diagnostics
	types     typeNames
	hostTypes typeNames
	symbols   map[*ompir.Func]string
	kernelOf  map[*ompir.Construct]*ompir.Kernel
	functions []piece
	kernels   []piece
	extern    []string       // prototypes of called functions without a body here
	helpers   map[string]int // library helpers in use
	vars      []*ompir.Var   // file variables that the descriptor lists
	listed    map[*ompir.Var]bool
	statics   map[*ompir.Var]*ompir.Node // OpDecl of static variables within device code
	texts     map[string]*ompir.Var      // strings in the arena that tables point to
}

func newUnit(in Input) *unit {
	u := &unit{in: in, symbols: map[*ompir.Func]string{}, kernelOf: map[*ompir.Construct]*ompir.Kernel{},
		helpers: map[string]int{}, listed: map[*ompir.Var]bool{}, statics: map[*ompir.Var]*ompir.Node{},
		texts: map[string]*ompir.Var{}}
	names := nameRecords(in.Module)
	u.types = typeNames{dialect: kernelDialect, records: names}
	u.hostTypes = typeNames{dialect: hostDialect, records: names}
	u.nameFunctions()
	for _, k := range in.Module.Kernels {
		u.kernelOf[k.Construct] = k
	}
	return u
}

// nameFunctions gives every function its symbol: f_<name> where the whole program
// shares it, s_<name>_<unit> for static ones.
func (u *unit) nameFunctions() {
	taken := map[string]bool{}
	for _, f := range u.in.Module.Funcs {
		symbol := "f_" + identifier(f.Name)
		if !f.External {
			symbol = "s_" + identifier(f.Name) + "_" + u.in.UnitID
		}
		if taken[symbol] {
			symbol += "_" + strconv.Itoa(f.ID)
		}
		taken[symbol] = true
		u.symbols[f] = symbol
	}
}

// LockPrefix starts the names of the variables that lower makes for critical
// regions. They have no definition in the host code: codegen gives them a weak
// one, so that all units of a program share it.
const LockPrefix = "omp2cl_lock_"

// AddressPrefix starts the names of the variables that hold addresses of functions on the
// host; behind it stands the function's name.
const AddressPrefix = "omp2cl_address_"

// varSymbol returns the symbol of a file variable in device text, and lists the
// variable for the descriptor.
func (u *unit) varSymbol(v *ompir.Var) string {
	u.list(v)
	symbol := identifier(v.Name)
	switch {
	case strings.HasPrefix(v.Name, LockPrefix) || v.External || v.Extern:
		return symbol
	case v.InFunction != "" || u.statics[v] != nil: // several may have one name
		return symbol + "_" + idText(v) + "_" + u.in.UnitID
	}
	return symbol + "_" + u.in.UnitID
}

// idText spells v's identity: a number, or t and a number for texts of our own.
func idText(v *ompir.Var) string {
	if v.ID < 0 {
		return "t" + strconv.Itoa(-v.ID)
	}
	return strconv.Itoa(v.ID)
}

func (u *unit) list(v *ompir.Var) {
	if !u.listed[v] {
		u.listed[v] = true
		u.vars = append(u.vars, v)
	}
}

// deviceCode prints all kernels and the functions that device code can reach.
func (u *unit) deviceCode() {
	m := u.in.Module
	reached := u.reachable()
	for _, f := range m.Funcs {
		if reached[f] && f.Body != nil {
			u.noteStatics(f.Body)
		}
	}
	for _, k := range m.Kernels {
		u.noteStatics(k.Body)
	}
	for _, f := range m.Funcs {
		switch {
		case reached[f] && f.Body != nil:
			u.functions = append(u.functions, u.function(f))
		case reached[f]:
			u.extern = append(u.extern, u.prototype(f)+";\n")
		}
	}
	for _, k := range m.Kernels {
		u.kernels = append(u.kernels, u.kernel(k))
	}
	for _, v := range m.Vars {
		if v.Storage == ompir.StorageFile && (v.Target || v.Link) && !v.Extern && v.InFunction == "" {
			u.list(v)
		}
	}
}

// noteStatics remembers the declarations of static variables in body.
func (u *unit) noteStatics(body *ompir.Node) {
	ompir.Walk(body, func(n *ompir.Node) bool {
		if n.Op == ompir.OpDecl && n.Var.Storage == ompir.StorageFile {
			u.statics[n.Var] = n
		}
		return true
	})
}

// reachable returns the functions that kernels or other units can call.
func (u *unit) reachable() map[*ompir.Func]bool {
	reached := map[*ompir.Func]bool{}
	var visit func(n *ompir.Node) bool
	visit = func(n *ompir.Node) bool {
		if f := n.Func; f != nil && !reached[f] {
			reached[f] = true
			ompir.Walk(f.Body, visit)
		}
		return true
	}
	for _, k := range u.in.Module.Kernels {
		ompir.Walk(k.Body, visit)
	}
	for _, f := range u.in.Module.Funcs {
		if f.External && f.Body != nil && !reached[f] {
			reached[f] = true
			ompir.Walk(f.Body, visit)
		}
	}
	return reached
}

// typesText returns the record definitions, and the library helpers in use, each
// behind its guard.
func (u *unit) typesText() string {
	var b strings.Builder
	for _, r := range u.in.Module.Records {
		b.WriteString(u.types.recordText(r))
	}
	b.WriteString(u.helperText())
	return b.String()
}

// kernelFile returns the readable device code of the unit.
func (u *unit) kernelFile() []byte {
	var b strings.Builder
	b.WriteString("/* Device code of " + commentText(u.in.Module.File) + ", generated by omp2cl.\n" +
		" * The runtime library puts its prelude in front of it. */\n")
	section := func(title, text string) {
		if text != "" {
			b.WriteString("\n/* " + title + " */\n" + text)
		}
	}
	section("Types.", u.typesText())
	protos := strings.Join(u.extern, "")
	for _, f := range u.functions {
		protos += f.prototype + "\n"
	}
	section("Functions.", protos)
	for _, p := range append(append([]piece{}, u.functions...), u.kernels...) {
		b.WriteString("\n" + p.text)
	}
	return []byte(b.String())
}

// commentText makes s safe within a comment.
func commentText(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "*/", "* /"), "\n", " ")
}
