package ompir

// Op is the operation of a Node.
type Op int

// Operations. The comment gives operands (Kids) and the other fields in use.
// "T" means Type is the type of the value, after C's usual conversions.
const (
	OpInvalid Op = iota

	// Expressions.
	OpVar    // T, Var
	OpConst  // T integer; Int (unsigned 64-bit values keep their bit pattern)
	OpFConst // T f32/f64; Str = C spelling without suffix ("0x1.8p+1", "1e-3")
	OpStr    // T array of i8; Str = the bytes, without the final NUL
	OpNeg    // T; x
	OpPlus   // T; x
	OpCompl  // T; ~x
	OpNot    // T i32; !x
	OpDeref  // T; pointer
	OpAddr   // T pointer; lvalue
	OpPreInc // T; lvalue (OpPreDec, OpPostInc, OpPostDec alike)
	OpPreDec
	OpPostInc
	OpPostDec
	OpAdd // T; x, y (pointer arithmetic included; so OpSub)
	OpSub
	OpMul
	OpDiv
	OpRem
	OpAnd
	OpOr
	OpXor
	OpShl
	OpShr
	OpLt // T i32; x, y (OpGt … OpNe alike)
	OpGt
	OpLe
	OpGe
	OpEq
	OpNe
	OpLogAnd
	OpLogOr
	OpComma    // T; x, y
	OpAssign   // T; lvalue, value
	OpAssignOp // T; lvalue, value; Sub = OpAdd … OpShr
	OpCond     // T; condition, then, else
	OpCast     // T; x (explicit, or an implicit conversion worth keeping)
	OpIndex    // T; array or pointer, index
	OpMember   // T; record lvalue or value; Str = field (p->f is OpMember of OpDeref)
	OpCall     // T; arguments; Func = callee, or Func nil and Str = a builtin's name
	OpSizeof   // T u64; Of = a VLA type whose size in bytes is wanted
	OpInit     // T aggregate; initializer list: Kids are OpInitAt
	OpInitAt   // T of the member; value; Str = field (records) or Int = index (arrays)
	OpCompound // T; OpInit: compound literal
	OpStmtExpr // T; OpBlock whose last statement gives the value

	// Statements.
	OpBlock    // statements
	OpDecl     // Var; optional initializer
	OpExpr     // expression
	OpIf       // condition, then, optional else
	OpFor      // init (OpDecl, OpBlock of OpDecl marked Int=1, OpExpr or OpEmpty), condition or OpEmpty, step expression or OpEmpty, body; Int = Independent, Vector, Unrolled, Overlapped, Concurrent, Eightfold, Flat, Fourfold, Repeated, OverlappedMore, Gathering or 0
	OpWhile    // condition, body
	OpDo       // body, condition
	OpSwitch   // value, body
	OpCase     // Int = value, Int2 = last value of a range (= Int when none); labelled statement
	OpDefault  // labelled statement
	OpBreak    //
	OpContinue //
	OpReturn   // optional value
	OpGoto     // Str = label
	OpLabel    // Str = label; labelled statement
	OpEmpty    //

	// OpenMP: Dir and an optional body statement.
	OpOMP

	numOps
)

// Independent marks an OpFor that runs a thread's share of a loop construct whose
// iterations OpenMP lets any threads execute at the same time: a conforming program
// cannot tell in what order they run, or whether they run interleaved. It counts
// from 0 by ones, and no iteration leaves it.
const Independent = 1

// Vector marks an OpFor whose iterations are to become the elements of vectors: no
// iteration touches memory that another one writes.
const Vector = 2

// Unrolled marks an OpFor of a few iterations that are to follow each other without a
// loop, so that elements of small arrays become registers.
const Unrolled = 3

// Overlapped marks an OpFor of which a GPU should run several iterations at a time, so
// that their loads are under way together.
const Overlapped = 4

// Concurrent marks an OpFor of a simd construct without safelen: the program promises
// that any number of its iterations may run side by side, statement by statement.
const Concurrent = 5

// Eightfold marks an OpFor of a multiple of a few independent iterations, of which a GPU
// should run eight without a test between them, so that their loads are under way together.
const Eightfold = 6

// Flat marks an OpFor of a few iterations that a CPU should run without a loop, so that
// what they load is loaded once, before the loops around it.
const Flat = 7

// Fourfold marks an OpFor that data end, of which a GPU should run four iterations
// without a jump between them.
const Fourfold = 8

// Repeated marks an OpFor of short iterations that update objects found by data, or wait for
// each other, of which a CPU should run four without a jump between them.
const Repeated = 9

// OverlappedMore marks an OpFor that is Overlapped and combines many values at once: a GPU
// has room for fewer work-items, and each should have more loads under way.
const OverlappedMore = 10

// Gathering marks an OpFor of a thread that loads from memory and combines what it finds in
// variables: a CPU is to have several vectors of them.
const Gathering = 11

// opInfo describes an operation: its name in the text form, how many operands it
// takes (max -1: any number) and which other fields it uses.
type opInfo struct {
	name     string
	min, max int
	fields   fieldSet
}

// fieldSet says which Node fields an operation uses.
type fieldSet uint

const (
	fType fieldSet = 1 << iota
	fVar
	fInt
	fInt2
	fStr
	fFunc
	fOf
	fSub
	fDir
	fStmt // the operation is a statement
)

var ops = [numOps]opInfo{
	OpInvalid:  {"invalid", 0, 0, 0},
	OpVar:      {"var", 0, 0, fVar},
	OpConst:    {"const", 0, 0, fType | fInt},
	OpFConst:   {"fconst", 0, 0, fType | fStr},
	OpStr:      {"str", 0, 0, fType | fStr},
	OpNeg:      {"neg", 1, 1, fType},
	OpPlus:     {"plus", 1, 1, fType},
	OpCompl:    {"compl", 1, 1, fType},
	OpNot:      {"not", 1, 1, fType},
	OpDeref:    {"deref", 1, 1, fType},
	OpAddr:     {"addr", 1, 1, fType},
	OpPreInc:   {"preinc", 1, 1, fType},
	OpPreDec:   {"predec", 1, 1, fType},
	OpPostInc:  {"postinc", 1, 1, fType},
	OpPostDec:  {"postdec", 1, 1, fType},
	OpAdd:      {"add", 2, 2, fType},
	OpSub:      {"sub", 2, 2, fType},
	OpMul:      {"mul", 2, 2, fType},
	OpDiv:      {"div", 2, 2, fType},
	OpRem:      {"rem", 2, 2, fType},
	OpAnd:      {"and", 2, 2, fType},
	OpOr:       {"or", 2, 2, fType},
	OpXor:      {"xor", 2, 2, fType},
	OpShl:      {"shl", 2, 2, fType},
	OpShr:      {"shr", 2, 2, fType},
	OpLt:       {"lt", 2, 2, fType},
	OpGt:       {"gt", 2, 2, fType},
	OpLe:       {"le", 2, 2, fType},
	OpGe:       {"ge", 2, 2, fType},
	OpEq:       {"eq", 2, 2, fType},
	OpNe:       {"ne", 2, 2, fType},
	OpLogAnd:   {"land", 2, 2, fType},
	OpLogOr:    {"lor", 2, 2, fType},
	OpComma:    {"comma", 2, 2, fType},
	OpAssign:   {"assign", 2, 2, fType},
	OpAssignOp: {"assignop", 2, 2, fType | fSub},
	OpCond:     {"cond", 3, 3, fType},
	OpCast:     {"cast", 1, 1, fType},
	OpIndex:    {"index", 2, 2, fType},
	OpMember:   {"member", 1, 1, fType | fStr},
	OpCall:     {"call", 0, -1, fType | fFunc},
	OpSizeof:   {"sizeof", 0, 0, fType | fOf},
	OpInit:     {"init", 0, -1, fType},
	OpInitAt:   {"at", 1, 1, fType | fInt | fStr},
	OpCompound: {"compound", 1, 1, fType},
	OpStmtExpr: {"stmtexpr", 1, 1, fType},

	OpBlock:    {"block", 0, -1, fStmt | fInt},
	OpDecl:     {"decl", 0, 1, fStmt | fVar},
	OpExpr:     {"expr", 1, 1, fStmt},
	OpIf:       {"if", 2, 3, fStmt},
	OpFor:      {"for", 4, 4, fStmt | fInt},
	OpWhile:    {"while", 2, 2, fStmt},
	OpDo:       {"do", 2, 2, fStmt},
	OpSwitch:   {"switch", 2, 2, fStmt},
	OpCase:     {"case", 1, 1, fStmt | fInt | fInt2},
	OpDefault:  {"default", 1, 1, fStmt},
	OpBreak:    {"break", 0, 0, fStmt},
	OpContinue: {"continue", 0, 0, fStmt},
	OpReturn:   {"return", 0, 1, fStmt},
	OpGoto:     {"goto", 0, 0, fStmt | fStr},
	OpLabel:    {"label", 1, 1, fStmt | fStr},
	OpEmpty:    {"empty", 0, 0, fStmt},

	OpOMP: {"omp", 0, 1, fStmt | fDir},
}

// String returns the operation's name in the text form.
func (op Op) String() string { return ops[op].name }

// IsStmt reports whether op is a statement.
func (op Op) IsStmt() bool { return ops[op].fields&fStmt != 0 }
