package ompir

// Form says how a kernel uses its work-items; the values are the runtime ABI's.
type Form int

// Kernel forms.
const (
	FormSequential Form = iota // one work-item does everything
	FormSPMD                   // every work-item runs the same loop nest
	FormGeneral                // team code on the first work-item around parallel regions
)

// ParamKind says what the runtime passes for a parameter of a kernel; the values
// are the runtime ABI's (enum omp2cl_kind).
type ParamKind int

// Parameter kinds.
const (
	ParamMap ParamKind = iota + 1
	ParamMapOnly
	ParamValue
	ParamFirstprivate
	ParamPrivate
	ParamDevicePtr
	ParamZeroLength
	ParamAttach
	ParamUseDevicePtr
	ParamFirst
	ParamGiven
	ParamRows
)

// Map type bits (enum omp2cl_map).
const (
	MapAlloc    = 0
	MapTo       = 1
	MapFrom     = 2
	MapTofrom   = 3
	MapAlways   = 4
	MapRelease  = 8
	MapDelete   = 16
	MapImplicit = 32
	// MapMember marks a list item inside the span of a structure that the item
	// before it (or the nearest before without the mark) allocates: it is copied
	// when that span is created or removed, and is not counted itself.
	MapMember = 64
	// MapReadonly marks a list item of a region that no code of the region writes
	// through.
	MapReadonly = 128
	// MapPointers marks the span of a structure of which no member is mapped, only
	// sections that start from its pointers: see OMP2CL_MAP_POINTERS.
	MapPointers = 256
	// MapPresent marks a list item that has to be present already.
	MapPresent = 512
)

// Transfer is one entry of a construct's list for the runtime: a list item of the
// data environment or a value. Host expressions are C text for the scope of the
// construct.
type Transfer struct {
	Kind  ParamKind
	Map   int
	Name  string // for messages: as the user wrote it
	Base  string // C expression (pointer): base of the item
	Begin string // C expression (pointer): first byte
	Size  string // C expression: bytes
	Var   *Var   // ParamValue … ParamZeroLength, ParamFirst, ParamGiven: the kernel's variable; its
	// Type is the parameter's (ParamValue and the last two), or a pointer to global
	// memory that the kernel forms from (buf, off)
	Restrict bool // the device compiler may know that the kernel only reads through Var
	Pos      Pos
}

// OnlyRead reports whether t is a pointer through which the kernel only reads.
func (t *Transfer) OnlyRead() bool {
	return (t.Kind == ParamMap || t.Kind == ParamZeroLength) && t.Map&MapReadonly != 0
}

// Kernel is a target region, outlined: Body refers only to Params' variables, its
// own, file variables and functions.
type Kernel struct {
	Construct   *Construct
	Name        string // <file>_<function>_<index>
	Form        Form
	OneTeam     bool
	NoParallel  bool
	Branching   bool // some barrier stands in a loop or under a condition
	Streams     bool // one loop whose iterations share nothing, and are short or uneven
	Uneven      bool // iterations of the loop seem to take different time
	Gathers     bool // iterations do nothing but add to bins of their team
	Heavy       bool // work-items combine many values at once, for which they need registers
	Roams       bool // iterations that reduce load from places that they load themselves, and seem to take different time
	AnyLeague   bool // results do not tell how many teams and threads ran it
	MayAssert   bool
	Confined    bool // writes no memory that the host may see but through list items
	Followed    bool // the host need not wait for the end: see Construct
	Transfers   []*Transfer
	Body        *Node
	SharedWords int64  // words per work-item in the group's shared block; 0 = 1
	TeamScratch int64  // bytes per team
	ItemScratch string // host C expression: bytes per work-item, "" for none
	Trip        string // host C expression: iterations of the distributed nest, "" if unknown
	NumTeams    string // host C expressions of the clauses, "" if absent
	ThreadLimit string
	NumThreads  string
	Locals      []*Var // variables in local memory, declared at the top of the kernel
}
