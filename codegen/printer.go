package codegen

import (
	"strings"

	"omp2cl/ompir"
)

// printer prints the body of one function or kernel, or one initializer.
type printer struct {
	*typeNames
	unit   *unit
	out    *writer
	names  *scope
	needs  needs
	result *ompir.Type         // of the function; void in kernels
	locals map[*ompir.Var]bool // variables declared at the head of the kernel

	branching bool // barriers stand in loops or branches, or may be reached from there

	discards map[*ompir.Node]bool   // expressions whose value is not used
	literals map[*ompir.Node]string // variables that stand for compound literals
}

// newPrinter returns a printer for a function of u. No variable of it gets the
// name of one of the unit's functions.
func newPrinter(u *unit, d dialect) *printer {
	p := &printer{typeNames: &u.types, unit: u, out: &writer{}, names: newScope(),
		result: ompir.TVoid, locals: map[*ompir.Var]bool{}, discards: map[*ompir.Node]bool{},
		literals: map[*ompir.Node]string{}}
	if d == hostDialect {
		p.typeNames = &u.hostTypes
	}
	for _, s := range u.symbols {
		p.names.reserve(s)
	}
	return p
}

// needs collects the symbols that a piece of device code uses, in order.
type needs struct {
	list []string
	seen map[string]bool
}

func (n *needs) add(symbol string) {
	if n.seen[symbol] {
		return
	}
	if n.seen == nil {
		n.seen = map[string]bool{}
	}
	n.seen[symbol] = true
	n.list = append(n.list, symbol)
}

// variable prints a reference to v. A file variable is reached through the pointer
// that the function's head forms.
func (p *printer) variable(v *ompir.Var) (string, int) {
	if p.dialect == hostDialect {
		return v.Name, precPrimary
	}
	if v.Storage == ompir.StorageFile {
		return "*" + p.names.of(v), precUnary
	}
	return p.names.of(v), precPrimary
}

// fileVars returns the file variables that body refers to, in order.
func fileVars(body *ompir.Node) []*ompir.Var {
	var list []*ompir.Var
	seen := map[*ompir.Var]bool{}
	ompir.Walk(body, func(n *ompir.Node) bool {
		if n.Op == ompir.OpVar && n.Var.Storage == ompir.StorageFile && !seen[n.Var] {
			seen[n.Var] = true
			list = append(list, n.Var)
		}
		return true
	})
	return list
}

// fileVarPointers declares a pointer for each file variable of body: to its place
// in the arena, or to where the arena says it is when it is linked.
func (p *printer) fileVarPointers(body *ompir.Node) {
	for _, v := range fileVars(body) {
		symbol := p.unit.varSymbol(v)
		p.needs.add("@" + symbol)
		ptr := ompirPointer(v.Type, ompir.Global)
		place := "(omp2cl_ctx.arena + OMP2CL_AT_" + symbol + ")"
		if v.Link {
			place = "*(__global ulong *)" + place
		}
		p.out.put(p.declare(ptr, ompir.NoSpace, p.names.declare(v)), " = (", p.typeName(ptr), ")", place, ";")
		if init := p.unit.constantInit(v); init != nil {
			p.setTexts("(*"+p.names.of(v)+")", v.Type, init)
		}
	}
}

// statementExpr prints a statement expression on one line.
func (p *printer) statementExpr(n *ompir.Node) string {
	saved := p.out
	p.out = &writer{plain: true}
	p.names.open()
	for i, k := range n.Kids[0].Kids {
		if i == len(n.Kids[0].Kids)-1 && k.Op == ompir.OpExpr {
			if p.discards[n] {
				p.discard(k.Kids[0])
			}
			p.out.put(p.expr(k.Kids[0], precComma), ";")
			break
		}
		p.stmt(k)
	}
	p.names.close()
	text := p.out.String()
	p.out = saved
	return "({ " + joinLines(text) + " })"
}

// joinLines puts the lines of printed statements on one.
func joinLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, " ")
}

// errorf records a mistake of the user's that only shows here.
func (p *printer) errorf(pos ompir.Pos, id, format string, args ...any) {
	p.unit.diags.Add(ompir.Errorf(pos, id, format, args...))
}
