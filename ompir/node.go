package ompir

// Node is an expression or a statement. Which fields are in use depends on Op;
// the table in ops.go says which.
type Node struct {
	Op   Op
	Pos  Pos
	Type *Type
	Kids []*Node
	Var  *Var
	Func *Func
	Of   *Type
	Sub  Op
	Int  int64
	Int2 int64
	Str  string
	Dir  *Directive
}

// Storage says where a variable comes from.
type Storage int

// Storage classes.
const (
	StorageLocal Storage = iota // declared in device code (automatic)
	StorageParam                // parameter of a device function or kernel
	StorageHost                 // automatic variable or parameter of the enclosing host function
	StorageFile                 // file scope, or function-local static (host or device code)
)

// Var is a variable. ID is unique in the module; the text form is name.ID.
type Var struct {
	Name     string
	ID       int
	Type     *Type
	Storage  Storage
	Space    Space // where a device variable lies; NoSpace = not decided yet (private)
	External bool  // StorageFile: external linkage
	Extern   bool  // StorageFile: declared extern here, without a definition in this unit
	Target   bool  // named by declare target (to)
	Link     bool  // named by declare target link
	Const    bool  // declared const
	// Replicated says that each work-item of a group has the variable, of team code, and
	// computes its values as the others do.
	Replicated bool
	Rows       bool   // an array in local memory of which devices that stage no rows need one element
	Reduces    string // operator of the reduction item that this is a thread's copy of: accumulation may be reordered
	Align      int64  // bytes, from an alignment attribute; 0 = the type's own
	Pos        Pos

	// Init is the constant initializer of a Const StorageFile variable, which lets
	// the device have a copy of its own; nil when there is none or it is unknown.
	Init *Node

	// InFunction is the function whose block declares this StorageFile variable
	// (a function-local static), "" at file scope.
	InFunction string
}

// Func is a function that device code calls or that declare target names.
type Func struct {
	Name     string
	ID       int
	Result   *Type
	Params   []*Var
	Variadic bool
	External bool  // external linkage
	Target   bool  // named by declare target
	Body     *Node // OpBlock; nil when this unit has no definition
	Pos      Pos
}

// Construct is one device construct of the host code, in source order. Offsets
// are bytes into the preprocessed text that the front end was given; the body's
// are 0,0 for stand-alone directives.
type Construct struct {
	ID       int    // counts from 1 in the module
	Function string // enclosing host function, "" at file scope
	Index    int    // order among the target constructs of that function, from 0
	Node     *Node  // OpOMP, as written (combined parts unsplit); Body is Kids[0]
	Pragma   Range  // the pragma line, without the newline
	Body     Range  // the associated statement

	// Followed says of a target region that behind it the host touches no memory
	// that may be mapped before the same thread comes to another construct or to
	// the end of one of the module's Settles.
	Followed bool

	// Uses are where the body of target data names list items of use_device_addr: in the
	// host's text, outside of the pragmas of other device constructs.
	Uses []Use

	// Transfers are the list items of a data construct (target data, enter data,
	// exit data, update) for the runtime; a target region's are its Kernel's.
	// Filled by lower.
	Transfers []*Transfer
}

// Range is a half-open byte range.
type Range struct{ Start, End int }

// Use is a place where the host's text names a variable.
type Use struct {
	Name string
	At   Range
}

// Settle is a statement of the host code behind which kernels may still run, and
// where the host must wait for them. Braces says that it stands alone, not in a
// block: as the statement of an if, a loop or a label. Before says that kernels may
// run, and are awaited, before such a statement.
type Settle struct {
	At     Range
	Braces bool
	Before bool
}

// Module is the device part of one translation unit.
type Module struct {
	File       string    // the user's main source file
	Records    []*Record // each after those it contains
	Vars       []*Var    // StorageFile and StorageHost variables that device code or clauses name
	Funcs      []*Func   // callees before callers where the order allows it
	Constructs []*Construct
	Settles    []*Settle // in order of the text, outer ones first
	Kernels    []*Kernel // filled by lower

	nextID int
}

// NewVar returns a new variable with an ID of its own. File and host variables
// must also be appended to m.Vars by the caller.
func (m *Module) NewVar(name string, t *Type, s Storage) *Var {
	m.nextID++
	return &Var{Name: name, ID: m.nextID, Type: t, Storage: s}
}

// NewFunc returns a new function and appends it to m.Funcs.
func (m *Module) NewFunc(name string, result *Type) *Func {
	m.nextID++
	f := &Func{Name: name, ID: m.nextID, Result: result}
	m.Funcs = append(m.Funcs, f)
	return f
}
