// Package driver is what makes omp2cl a drop-in C compiler: it understands the
// host compiler's command line, sends C files with device constructs through
// the translation, and leaves everything else to the host compiler unchanged.
package driver

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"omp2cl/ompir"
)

// Exit statuses, as gcc's.
const (
	exitOK       = 0
	exitError    = 1
	exitInternal = 4
)

// Main runs the command with the given arguments, argv[0] included, and gives
// its exit status.
func Main(argv []string, c Compiler) int {
	s := newSession()
	defer s.finish()
	if name, ok := subcommand(argv[1:]); ok {
		return s.people(name, argv, c)
	}
	own, words, err := takeOwnOptions(expandResponseFiles(argv[1:]), c)
	switch {
	case err != nil:
		return s.fail(err)
	case own.help:
		fmt.Fprint(s.stdout, helpText(c))
		return exitOK
	case own.version:
		fmt.Fprintln(s.stdout, versionLine())
		return exitOK
	case len(argv) == 1:
		fmt.Fprint(s.stderr, usageText)
		return exitError
	case len(argv) == 2 && argv[1] == "--help":
		fmt.Fprintf(s.stdout, "%s\n%s\nThe host compiler's own help:\n\n", usageText, helpText(c))
	}
	return s.compile(words, own, c)
}

func newSession() *session {
	return &session{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, host: hostCompiler(), prefix: prefix()}
}

// prefix is the directory that holds bin/omp2cl, lib/libomp2cl.a and
// include/omp2cl.h: the command finds the others relative to itself.
func prefix() string {
	self, err := os.Executable()
	if err != nil {
		return "."
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	return filepath.Dir(filepath.Dir(self))
}

// fail says err and gives the exit status for it. An interrupt ends the
// process instead.
func (s *session) fail(err error) int {
	if sig := s.interrupted(); sig != nil {
		s.finish()
		dieOf(sig)
	}
	fmt.Fprintf(s.stderr, "omp2cl: error: %v\n", err)
	return exitError
}

// compile does what the host compiler would do with words, device constructs
// included.
func (s *session) compile(words []string, own ownOptions, c Compiler) int {
	inv := newInvocation(words)
	s.trace = inv.has("-v")
	if own.timePasses {
		s.times = &stopwatch{}
	}
	code, err := s.drive(&inv, own, c)
	s.times.print(s.stderr)
	if err != nil {
		return s.fail(err)
	}
	return code
}

// drive picks the way of an invocation: to the host compiler as it is, or
// through the translation.
func (s *session) drive(inv *invocation, own ownOptions, c Compiler) (int, error) {
	if inv.forHostOnly() {
		return s.passOn(inv)
	}
	s.watchSignals()
	units, err := s.deviceUnits(inv, c)
	if err != nil {
		return exitError, err
	}
	refused := slices.IndexFunc(units, func(u *unit) bool { return u.refused })
	switch {
	case refused >= 0 && (inv.stage == stageLink || own.stopAfter != ""):
		return s.confirmRefusal(inv, units[refused])
	case own.stopAfter != "":
		return s.translateAll(inv, own, c, units)
	case len(units) == 0:
		return s.passOn(inv)
	case inv.stage == stageLink:
		return s.buildProgram(inv, own, c, units)
	}
	return s.compileEach(inv, own, c, units)
}

// forHostOnly reports whether no step of the invocation needs a translation.
func (inv *invocation) forHostOnly() bool {
	return inv.hasClass(query) || inv.stage == stagePreprocess || !inv.toggled("openmp", true) ||
		len(inv.cInputs()) == 0 || inv.refused(sameFile)
}

// deviceUnits preprocesses the C inputs and gives those with a device
// construct, and those that the preprocessor refuses.
func (s *session) deviceUnits(inv *invocation, c Compiler) ([]*unit, error) {
	var device []*unit
	var all []*unit
	for _, at := range inv.cInputs() {
		all = append(all, &unit{at: at, in: inv.args[at]})
	}
	if inv.namesDependencies() {
		if err := s.askNaming(inv, all); err != nil {
			return nil, err
		}
	}
	for _, u := range all {
		ok, err := s.preprocessed(inv, u)
		if err != nil {
			return nil, err
		}
		u.refused = !ok
		if u.refused || c.HasDevice(u.text) {
			device = append(device, u)
		}
	}
	if len(device) > 0 && inv.namesAuxiliary() {
		return device, s.askNaming(inv, all)
	}
	return device, nil
}

// confirmRefusal lets the host compiler check all C inputs, one of which the
// preprocessor refuses.
func (s *session) confirmRefusal(inv *invocation, refused *unit) (int, error) {
	check := *inv
	check.stage = stageSyntax
	check.args = slices.DeleteFunc(slices.Clone(inv.args), func(a argument) bool {
		return a.class == input && !isC(a) && !isPreprocessedC(a)
	})
	check.args = append(check.args, argument{class: mode, name: "-fsyntax-only", words: []string{"-fsyntax-only"}})
	code, err := s.run(s.hostWords(&check, nil), s.pipedInput(), s.stdout, s.stderr)
	if err != nil || code != exitOK {
		return code, err
	}
	return exitError, s.lostConstructs(refused)
}

// lostConstructs is the error for an input that the host compiler compiles but
// does not preprocess: device constructs in it would be lost in silence.
func (s *session) lostConstructs(u *unit) error {
	s.sayPreprocessor(u)
	return fmt.Errorf("%s: the host compiler compiles this but does not preprocess it (-E)", u.in.value)
}

// translateAll translates the units and stops there.
func (s *session) translateAll(inv *invocation, own ownOptions, c Compiler, units []*unit) (int, error) {
	worst := exitOK
	for _, u := range units {
		code, err := s.translate(inv, own, c, u)
		if err != nil {
			return code, err
		}
		worst = max(worst, code)
	}
	return worst, nil
}

// buildProgram compiles the device units into private objects and links them,
// the host compiler doing the rest of the inputs as they are.
func (s *session) buildProgram(inv *invocation, own ownOptions, c Compiler, units []*unit) (int, error) {
	objects := map[int]string{}
	worst := exitOK
	for _, u := range units {
		object, err := s.temp(fmt.Sprint(u.at), stem(u.in.value)+".o")
		if err != nil {
			return exitError, err
		}
		code, err := s.translateAndCompile(inv, own, c, u, object)
		if err != nil {
			return code, err
		}
		worst = max(worst, code)
		if u.result.HasDevice {
			objects[u.at] = object
		}
	}
	if worst != exitOK {
		return worst, nil
	}
	if err := s.needArchive(inv, objects); err != nil {
		return exitError, err
	}
	return s.link(inv, units, objects)
}

// link runs the host compiler over what is left. Where all inputs share a
// dependency file, that of the last input must be there in the end, as with
// the host compiler.
func (s *session) link(inv *invocation, units []*unit, objects map[int]string) (int, error) {
	var last *unit
	inputs := inv.cInputs()
	for _, u := range units {
		if u.at == inputs[len(inputs)-1] {
			last = u
		} else if err := s.deliverDependencies(inv, u); err != nil {
			return exitError, err
		}
	}
	code, err := s.runLinker(inv, s.hostWords(inv, objects))
	if err != nil || last == nil {
		return code, err
	}
	return code, s.deliverDependencies(inv, last)
}

// needArchive is the error for a program with device code without the runtime
// library to run it.
func (s *session) needArchive(inv *invocation, objects map[int]string) error {
	if len(objects) == 0 || !inv.wantsRuntime() {
		return nil
	}
	if _, err := os.Stat(s.archive()); err != nil {
		return fmt.Errorf("the runtime library is missing: %w; install omp2cl again, or run make build in its tree", err)
	}
	return nil
}

// compileEach does -c, -S and -fsyntax-only, input by input as the host
// compiler does, going on after an input that has errors.
func (s *session) compileEach(inv *invocation, own ownOptions, c Compiler, units []*unit) (int, error) {
	worst := exitOK
	for i, a := range inv.args {
		if a.class != input {
			continue
		}
		code, err := s.compileInput(inv, own, c, i, unitAt(units, i))
		if err != nil {
			return code, err
		}
		worst = max(worst, code)
	}
	return worst, nil
}

func unitAt(units []*unit, at int) *unit {
	for _, u := range units {
		if u.at == at {
			return u
		}
	}
	return nil
}

func (s *session) compileInput(inv *invocation, own ownOptions, c Compiler, at int, u *unit) (int, error) {
	if u != nil && !u.refused {
		code, err := s.translateAndCompile(inv, own, c, u, inv.target(u.in))
		if err != nil || code != exitOK {
			return code, err
		}
		if u.result.HasDevice {
			return code, s.deliverDependencies(inv, u)
		}
	}
	alone := *inv
	alone.args = nil
	for i, a := range inv.args {
		if a.class != input || i == at {
			alone.args = append(alone.args, a)
		}
	}
	code, err := s.run(s.hostWords(&alone, nil), s.pipedInput(), s.stdout, s.stderr)
	if err == nil && code == exitOK && u != nil && u.refused {
		_ = os.Remove(inv.target(u.in))
		return exitError, s.lostConstructs(u)
	}
	return code, err
}

// translateAndCompile brings u to an object or assembly file. When the compiler
// finds no device construct in it, nothing is made.
func (s *session) translateAndCompile(inv *invocation, own ownOptions, c Compiler, u *unit, out string) (int, error) {
	code, err := s.translate(inv, own, c, u)
	if err != nil || code != exitOK || !u.result.HasDevice {
		return code, err
	}
	if err := s.keepTemps(inv, own, u); err != nil {
		return exitError, err
	}
	return s.compileUnit(inv, u, out)
}

// translate runs the compiler over u and prints what it has to say.
func (s *session) translate(inv *invocation, own ownOptions, c Compiler, u *unit) (int, error) {
	if width, narrow := inv.narrow(); narrow {
		return exitError, fmt.Errorf("%s has device constructs, which need 64-bit pointers, and %s has none; leave it out, or compile this file with -fno-openmp", u.in.value, width)
	}
	stop := s.times.start("translate " + u.in.value)
	result, err := guarded(c, Unit{Preprocessed: u.text, File: u.in.value, Flags: inv.hostFlags()}, s.options(own))
	stop()
	if bug, ok := err.(internalError); ok {
		fmt.Fprintf(s.stderr, "omp2cl: internal error: %s: %s\n", u.in.value, bug)
		return exitInternal, nil
	}
	if err != nil {
		return exitError, fmt.Errorf("%s: %w", u.in.value, err)
	}
	u.result = result
	return s.report(inv, c, u, result.Diagnostics)
}

func (s *session) options(own ownOptions) Options {
	o := Options{Dump: own.dump, DumpTo: s.stderr, StopAfter: own.stopAfter, Disable: own.disable, TimePasses: own.timePasses}
	if own.stopAfter != "" {
		o.DumpTo = s.stdout
		o.Dump = append(o.Dump, own.stopAfter)
	}
	return o
}

// report prints the diagnostics of a translation. Where the compiler did not
// understand the C in it, the host compiler is asked first: what it refuses
// too, it explains in the words the user knows.
func (s *session) report(inv *invocation, c Compiler, u *unit, ds []ompir.Diagnostic) (int, error) {
	if slices.ContainsFunc(ds, func(d ompir.Diagnostic) bool { return c.HostFirst != "" && d.ID == c.HostFirst }) {
		said, code, err := s.hostOpinion(inv, u)
		if err != nil || code != exitOK {
			fmt.Fprintf(s.stderr, "%s", said)
			return code, err
		}
	}
	if u.result.HasDevice {
		s.sayPreprocessor(u)
	}
	if newPrinter(inv, s).print(ds) {
		return exitError, nil
	}
	return exitOK, nil
}

// hostOpinion lets the host compiler check the user's own source.
func (s *session) hostOpinion(inv *invocation, u *unit) (said []byte, code int, err error) {
	words := append([]string{"-fopenmp"}, s.includeWords()...)
	words = append(words, wordsOf(inv.args, forPreprocessor)...)
	if newPrinter(inv, s).colors {
		words = append(words, "-fdiagnostics-color=always")
	}
	lang := "c"
	if isPreprocessedC(u.in) {
		lang = "cpp-output"
	}
	var out bytes.Buffer
	code, err = s.run(append(words, "-fsyntax-only", "-x", lang, u.in.value), s.pipedInput(), s.stdout, &out)
	return out.Bytes(), code, err
}

// internalError is a mistake of the compiler, not of the user.
type internalError struct {
	cause any
	stack []byte
}

func (e internalError) Error() string {
	text := fmt.Sprintf("%v; please report it with the preprocessed source (--omp2cl-save-temps)", e.cause)
	if os.Getenv("OMP2CL_DEBUG") != "" {
		text += "\n" + string(e.stack)
	}
	return text
}

// guarded turns a panic of the compiler into an internalError.
func guarded(c Compiler, u Unit, o Options) (r Result, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = internalError{cause, debug.Stack()}
		}
	}()
	return c.Translate(u, o)
}
