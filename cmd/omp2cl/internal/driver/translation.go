package driver

import (
	"io"
	"strconv"

	"omp2cl/ompir"
)

// Unit is one translation unit on its way to the compiler.
type Unit struct {
	Preprocessed []byte // output of the host compiler's -E -fopenmp, with line markers
	File         string // the main source as the user named it; "-" is standard input
	Flags        HostFlags
}

// HostFlags are the options of the host compiler that bear on the meaning of
// the program, the last of contradicting ones.
type HostFlags struct {
	Optimize       string   // what follows -O: "0", "1", "2", "3", "s", "fast", "g"; "" when absent
	Debug          bool     // -g
	Std            string   // "c99", "gnu17", …; "" when absent
	FastMath       bool     // -ffast-math or -Ofast: all of the next five
	Unsafe         bool     // -funsafe-math-optimizations
	FiniteOnly     bool     // -ffinite-math-only
	NoSignedZeros  bool     // -fno-signed-zeros
	Reciprocal     bool     // -freciprocal-math
	Associative    bool     // -fassociative-math
	MathErrno      bool     // -fmath-errno; gcc's default is on
	Contract       string   // -ffp-contract: "fast", "on" or "off"; gcc's default by -std filled in
	UnsignedChar   bool     // -funsigned-char
	ShortEnums     bool     // -fshort-enums
	Wrapv          bool     // -fwrapv
	StrictAliasing bool     // -fstrict-aliasing; gcc's default is on from -O2 on
	Args           []string // all words that the host compiler's compile step gets
}

// Options steer one translation.
type Options struct {
	Dump       []string  // passes whose result is printed; "all" for every one
	DumpTo     io.Writer // where dumps and times go
	StopAfter  string    // the last pass to run; "" for all
	Disable    []string  // optimizing passes to leave out
	TimePasses bool
}

// Result is what a translation gives. When HasDevice is false the unit has no
// device construct and the other texts are empty.
type Result struct {
	HasDevice   bool
	Host        []byte // C text, preprocessed, with line markers
	Kernel      []byte // readable OpenCL C
	Diagnostics []ompir.Diagnostic
}

// Compiler is the translation proper as the driver sees it.
type Compiler struct {
	// HasDevice reports whether preprocessed text has a device construct. Text
	// without one goes to the host compiler untranslated.
	HasDevice func(preprocessed []byte) bool
	// Translate turns a unit into host and kernel text. User errors come back
	// as diagnostics of severity error; an error is what kept the compiler
	// from looking at the program at all.
	Translate func(Unit, Options) (Result, error)
	// Passes are the names of the passes in order; Optional those of them that
	// may be disabled.
	Passes   []string
	Optional []string
	// HostFirst is the ID of diagnostics about C that the compiler does not
	// understand. Before they are printed the host compiler may report its own.
	HostFirst string
}

// hostFlags gathers what the compiler must know of the command line.
func (inv *invocation) hostFlags() HostFlags {
	f := HostFlags{MathErrno: true}
	f.Optimize, _ = inv.optimization()
	g, debug := inv.lastOf("-g")
	f.Debug = debug && g != "0" && g != "cc-toolchain"
	f.Std = inv.standard()
	f.FastMath = inv.toggled("fast-math", f.Optimize == "fast")
	f.Unsafe = inv.toggled("unsafe-math-optimizations", f.FastMath)
	f.FiniteOnly = inv.toggled("finite-math-only", f.FastMath)
	f.NoSignedZeros = !inv.toggled("signed-zeros", !f.Unsafe)
	f.Reciprocal = inv.toggled("reciprocal-math", f.Unsafe)
	f.Associative = inv.toggled("associative-math", f.Unsafe)
	f.MathErrno = inv.toggled("math-errno", !f.FastMath)
	f.Contract = inv.contraction(f.Std)
	f.UnsignedChar = inv.unsignedChar()
	f.ShortEnums = inv.toggled("short-enums", false)
	f.Wrapv = inv.toggled("wrapv", false)
	f.StrictAliasing = inv.toggled("strict-aliasing", assumesTypes(f.Optimize))
	f.Args = wordsOf(inv.args, func(a argument) bool { return a.class == common })
	return f
}

// assumesTypes reports whether gcc has -fstrict-aliasing at an optimization level: from 2
// on, and where it optimizes for size.
func assumesTypes(level string) bool {
	switch level {
	case "s", "z", "fast":
		return true
	}
	n, err := strconv.Atoi(level)
	return err == nil && n >= 2
}

func (inv *invocation) optimization() (string, bool) {
	level, ok := inv.lastOf("-O")
	if ok && level == "" {
		level = "1"
	}
	return level, ok
}

func (inv *invocation) standard() string {
	std := ""
	for _, a := range inv.args {
		if a.name == "-ansi" {
			std = "c90"
		}
		if len(a.name) > 5 && a.name[:5] == "-std=" {
			std = a.name[5:]
		}
	}
	return std
}

// contraction gives -ffp-contract, or gcc's default: fast, but off under a
// strict -std=c…
func (inv *invocation) contraction(std string) string {
	if v, ok := inv.lastOf("-ffp-contract="); ok {
		return v
	}
	if std != "" && std[0] != 'g' {
		return "off"
	}
	return "fast"
}

func (inv *invocation) unsignedChar() bool {
	unsigned := false
	for _, a := range inv.args {
		switch a.name {
		case "-funsigned-char", "-fno-signed-char":
			unsigned = true
		case "-fsigned-char", "-fno-unsigned-char":
			unsigned = false
		}
	}
	return unsigned
}
