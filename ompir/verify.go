package ompir

import "fmt"

// VerifyForm is a stage of a module's way through the compiler; Verify checks what
// holds after it.
type VerifyForm int

// Forms, in the order a module passes through them.
const (
	FormFrontend VerifyForm = iota // as the front end builds it: OpOMP, no address spaces, no kernels needed
	FormOutlined                   // kernels are there and name no host variable
	FormLowered                    // ready for codegen: no OpOMP, VLA types or bit-fields; every pointer has a space
)

// Verify checks that m is well-formed: operand counts and kinds by the table of
// operations, types, lvalues, members, calls, scopes, jump targets and unique
// identities, and what form adds to it. The error names the place and the
// operation; it is always a bug of omp2cl, never a mistake of the user's.
func Verify(m *Module, form VerifyForm) error {
	v := &verifier{m: m, form: form, scope: map[*Var]bool{}, ids: map[int]string{}, known: map[any]bool{}}
	v.module()
	return v.err
}

// verifier carries one Verify. After the first failure it only winds down.
type verifier struct {
	m     *Module
	form  VerifyForm
	err   error
	scope map[*Var]bool  // variables that may be named here
	undo  []*Var         // scope's members in order of declaration
	ids   map[int]string // identities given out, and to whom
	known map[any]bool   // records and functions of the module
	code  codeContext
}

// codeContext is what jumps and declarations depend on.
type codeContext struct {
	what     string // the function, kernel or construct, for messages
	result   *Type  // of the function; nil in a construct
	labels   map[string]bool
	loops    int
	switches int
	host     bool // host variables may be named
}

func (v *verifier) failAt(pos Pos, format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf("%s: %s: %s", pos, v.code.what, fmt.Sprintf(format, args...))
	}
}

func (v *verifier) fail(n *Node, format string, args ...any) {
	v.failAt(n.Pos, "%s: %s", n.Op, fmt.Sprintf(format, args...))
}

func (v *verifier) module() {
	v.code.what = "module"
	for _, r := range v.m.Records {
		v.known[r] = true
	}
	for _, r := range v.m.Records {
		v.record(r)
	}
	for _, f := range v.m.Funcs {
		v.known[f] = true
		v.identity(f.Pos, f.ID, f.Name)
	}
	for _, x := range v.m.Vars {
		v.declare(x)
	}
	for _, x := range v.m.Vars {
		v.moduleVar(x)
	}
	for _, f := range v.m.Funcs {
		v.function(f)
	}
	if v.form == FormFrontend {
		for _, c := range v.m.Constructs {
			v.construct(c)
		}
		return
	}
	for _, k := range v.m.Kernels {
		v.kernel(k)
	}
}

// moduleVar checks a variable of the module. Host variables keep their types: no
// device code names them once kernels are outlined.
func (v *verifier) moduleVar(x *Var) {
	v.code = codeContext{what: "variable " + x.Name, host: true}
	if x.Storage != StorageFile && x.Storage != StorageHost {
		v.failAt(x.Pos, "%s is in the module's list but is neither host nor file variable", x.Name)
	}
	if v.form < FormLowered || x.Storage == StorageFile {
		v.typ(x.Pos, x.Type)
	}
}

func (v *verifier) identity(pos Pos, id int, name string) {
	if other, ok := v.ids[id]; ok {
		v.failAt(pos, "identity %d of %s is also %s's", id, name, other)
	}
	v.ids[id] = name
}

// declare brings x into scope.
func (v *verifier) declare(x *Var) {
	v.identity(x.Pos, x.ID, x.Name)
	v.scope[x] = true
	v.undo = append(v.undo, x)
}

// leave ends the scope of what was declared since undo had the given length.
func (v *verifier) leave(mark int) {
	for _, x := range v.undo[mark:] {
		delete(v.scope, x)
	}
	v.undo = v.undo[:mark]
}

func (v *verifier) record(r *Record) {
	v.code.what = "record " + r.Tag
	seen := map[string]bool{}
	for _, f := range r.Fields {
		if seen[f.Name] && f.Name != "" {
			v.failAt(r.Pos, "two fields called %s", f.Name)
		}
		seen[f.Name] = true
		v.typ(r.Pos, f.Type)
		if v.form == FormLowered && f.BitWidth > 0 {
			v.failAt(r.Pos, "bit-field %s is left", f.Name)
		}
	}
}

func (v *verifier) function(f *Func) {
	mark := len(v.undo)
	defer v.leave(mark)
	v.code = codeContext{what: "function " + f.Name, result: f.Result, labels: labelsOf(f.Body)}
	for _, p := range f.Params {
		v.declare(p)
	}
	v.typ(f.Pos, f.Result)
	for _, p := range f.Params {
		v.typ(p.Pos, p.Type)
		v.lengths(p.Type)
	}
	if f.Body != nil {
		v.body(f.Body)
	}
}

func (v *verifier) body(n *Node) {
	if n.Op != OpBlock {
		v.fail(n, "a body must be a block")
	}
	v.stmt(n)
}

func (v *verifier) construct(c *Construct) {
	v.code = codeContext{what: fmt.Sprintf("construct %d", c.ID), labels: labelsOf(c.Node), host: true}
	if c.Node == nil || c.Node.Op != OpOMP {
		v.failAt(Pos{}, "no directive")
		return
	}
	mark := len(v.undo)
	v.stmt(c.Node)
	v.leave(mark)
}

func (v *verifier) kernel(k *Kernel) {
	mark := len(v.undo)
	defer v.leave(mark)
	v.code = codeContext{what: "kernel " + k.Name, result: TVoid, labels: labelsOf(k.Body)}
	if k.Construct == nil || k.Body == nil {
		v.failAt(Pos{}, "no construct or no body")
		return
	}
	var own []*Var
	for _, t := range k.Transfers {
		if t.Var != nil {
			own = append(own, t.Var)
		}
	}
	own = append(own, k.Locals...)
	for _, x := range own {
		v.declare(x)
	}
	for _, x := range own {
		v.typ(x.Pos, x.Type)
	}
	v.body(k.Body)
}

// labelsOf returns the labels that n defines.
func labelsOf(n *Node) map[string]bool {
	labels := map[string]bool{}
	Walk(n, func(k *Node) bool {
		if k.Op == OpLabel {
			labels[k.Str] = true
		}
		return true
	})
	return labels
}

// use checks that x may be named here.
func (v *verifier) use(n *Node, x *Var) {
	switch {
	case x == nil:
		v.fail(n, "no variable")
	case !v.scope[x]:
		v.fail(n, "%s.%d is not in scope", x.Name, x.ID)
	case x.Storage == StorageHost && !v.code.host:
		v.fail(n, "host variable %s in device code", x.Name)
	}
}

// typ checks a type that the program names or an expression has.
func (v *verifier) typ(pos Pos, t *Type) {
	for ; t != nil; t = t.Elem {
		switch t.Kind {
		case Struct, Union:
			if t.Record == nil || !v.known[t.Record] {
				v.failAt(pos, "a record is not in the module")
			}
			return
		case Pointer:
			if v.form == FormLowered && t.Space == NoSpace {
				v.failAt(pos, "pointer without address space: %s", PrintType(t))
			}
		case Array:
			v.arrayType(pos, t)
		case Vec:
			v.vectorType(pos, t)
			return
		default:
			return
		}
	}
	v.failAt(pos, "missing type")
}

func (v *verifier) arrayType(pos Pos, t *Type) {
	if t.LenExpr != nil && v.form == FormLowered {
		v.failAt(pos, "variable-length array is left: %s", PrintType(t))
	}
}

// vectorType checks that OpenCL C has the vector type t.
func (v *verifier) vectorType(pos Pos, t *Type) {
	if e := t.Elem; e == nil || !e.IsArithmetic() || e.Kind == Bool || t.Len != 2 && t.Len != 4 && t.Len != 8 && t.Len != 16 {
		v.failAt(pos, "no vector type: %s", PrintType(t))
	}
}

// lengths checks the lengths in the type of something declared here.
func (v *verifier) lengths(t *Type) {
	walkLengths(t, func(n *Node) bool {
		v.expr(n)
		return false
	})
}
