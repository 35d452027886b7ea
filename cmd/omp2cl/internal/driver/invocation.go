package driver

import (
	"path/filepath"
	"slices"
	"strings"
)

// stage is how far a compilation goes.
type stage uint8

const (
	stageLink       stage = iota
	stageObject           // -c
	stageAssembly         // -S
	stageSyntax           // -fsyntax-only
	stagePreprocess       // -E, -M, -MM
)

// invocation is a host compiler's command line, understood.
type invocation struct {
	args  []argument
	stage stage
	out   string // -o's argument, "" when absent
}

func newInvocation(words []string) invocation {
	inv := invocation{args: parseArguments(words)}
	for _, a := range inv.args {
		if a.class == mode {
			inv.stage = max(inv.stage, stageOf(a.name))
		}
		if a.class == output {
			inv.out = a.value
		}
	}
	return inv
}

func stageOf(modeOption string) stage {
	switch modeOption {
	case "-c":
		return stageObject
	case "-S":
		return stageAssembly
	case "-fsyntax-only":
		return stageSyntax
	}
	return stagePreprocess
}

// has reports whether the option name occurs.
func (inv *invocation) has(name string) bool {
	return slices.ContainsFunc(inv.args, func(a argument) bool { return a.class != input && a.name == name })
}

// hasClass reports whether an option of class c occurs.
func (inv *invocation) hasClass(c class) bool {
	return slices.ContainsFunc(inv.args, func(a argument) bool { return a.class == c })
}

// toggled tells the last of -f<name> and -fno-<name>, or def when neither occurs.
func (inv *invocation) toggled(name string, def bool) bool {
	for _, a := range inv.args {
		switch a.name {
		case "-f" + name:
			def = true
		case "-fno-" + name:
			def = false
		}
	}
	return def
}

// lastOf gives the rest of the last option that starts with prefix.
func (inv *invocation) lastOf(prefix string) (string, bool) {
	for i := len(inv.args) - 1; i >= 0; i-- {
		a := inv.args[i]
		if rest, ok := strings.CutPrefix(a.name, prefix); ok && a.class != input {
			return rest, true
		}
	}
	return "", false
}

// cInputs gives the indices in args of the inputs that are C source.
func (inv *invocation) cInputs() []int {
	var at []int
	for i, a := range inv.args {
		if a.class == input && (isC(a) || isPreprocessedC(a)) {
			at = append(at, i)
		}
	}
	return at
}

// links reports whether something is given to the linker.
func (inv *invocation) links() bool {
	if slices.ContainsFunc(inv.args, isHeader) {
		return false
	}
	return inv.stage == stageLink && slices.ContainsFunc(inv.args, func(a argument) bool {
		return a.class == input || a.name == "-l"
	})
}

// linkerWords lists what the linker itself is told through -Wl, and -Xlinker, and -z.
func (inv *invocation) linkerWords() []string {
	var words []string
	for _, a := range inv.args {
		switch a.name {
		case "-Wl,":
			words = append(words, strings.Split(a.value, ",")...)
		case "-Xlinker":
			words = append(words, a.value)
		case "-z":
			words = append(words, "-z", a.value)
		}
	}
	return words
}

func isC(a argument) bool {
	if a.lang != "" {
		return a.lang == "c"
	}
	return filepath.Ext(a.value) == ".c"
}

func isPreprocessedC(a argument) bool {
	if a.lang != "" {
		return a.lang == "cpp-output" || a.lang == "c-cpp-output"
	}
	return filepath.Ext(a.value) == ".i"
}

// isHeader reports whether the input is a header to precompile.
func isHeader(a argument) bool {
	if a.class != input || a.lang != "" {
		return a.class == input && strings.HasSuffix(a.lang, "-header")
	}
	return slices.Contains([]string{".h", ".H", ".hh", ".hp", ".hpp", ".hxx", ".h++", ".tcc"}, filepath.Ext(a.value))
}

// stem is the input's name less directory and suffix, as gcc takes it for
// default output names.
func stem(path string) string {
	base := filepath.Base(path)
	if ext := filepath.Ext(base); len(ext) < len(base) {
		return strings.TrimSuffix(base, ext)
	}
	return base
}

// target is the file a compilation of the input writes at the invocation's
// stage, for stages from -c to -S.
func (inv *invocation) target(in argument) string {
	switch {
	case inv.out != "":
		return inv.out
	case inv.stage == stageAssembly:
		return stem(in.value) + ".s"
	}
	return stem(in.value) + ".o"
}

// refused reports command lines that gcc refuses, or that would write over a
// source; the host compiler gets them as they are and says so in its own words.
func (inv *invocation) refused(same func(a, b string) bool) bool {
	inputs := 0
	for _, a := range inv.args {
		if a.short {
			return true
		}
		if a.class != input {
			continue
		}
		inputs++
		if inv.out != "" && same(a.value, inv.out) {
			return true
		}
	}
	return inputs > 1 && inv.out != "" && inv.stage != stageLink
}

// narrow gives the option that makes pointers smaller than 64 bits.
func (inv *invocation) narrow() (option string, ok bool) {
	for _, a := range inv.args {
		switch a.name {
		case "-m32", "-mx32", "-m16", "-miamcu":
			option = a.name
		case "-m64":
			option = ""
		}
	}
	return option, option != ""
}
