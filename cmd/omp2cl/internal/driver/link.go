package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// archive is the runtime library.
func (s *session) archive() string {
	return filepath.Join(s.prefix, "lib", "libomp2cl.a")
}

// hostWords is the whole command for the host compiler, with the objects in
// place of the inputs that were translated.
func (s *session) hostWords(inv *invocation, objects map[int]string) []string {
	words := []string{"-fopenmp"}
	if inv.hasSource() {
		words = append(words, s.includeWords()...)
	}
	lang := "none"
	for i, a := range inv.args {
		object, translated := objects[i]
		switch {
		case translated && lang != "none":
			words = append(words, "-x", "none", object, "-x", lang)
		case translated:
			words = append(words, object)
		default:
			words = append(words, a.words...)
		}
		if a.class == language {
			lang = a.value
		}
	}
	if inv.wantsRuntime() {
		if lang != "none" {
			words = append(words, "-x", "none")
		}
		words = append(words, s.runtimeWords(inv, len(objects) > 0)...)
	}
	return words
}

// hasSource reports whether there may be something to preprocess.
func (inv *invocation) hasSource() bool {
	return slices.ContainsFunc(inv.args, func(a argument) bool {
		if a.class != input {
			return false
		}
		ext := filepath.Ext(a.value)
		return a.lang != "" || ext != ".o" && ext != ".a" && ext != ".so"
	})
}

// wantsRuntime reports whether the runtime library belongs into what is linked.
// A shared library leaves it to the executable that loads it, unless the user
// forbids undefined references; a relocatable object is no end product.
func (inv *invocation) wantsRuntime() bool {
	if !inv.links() || inv.hasClass(query) || inv.has("-r") || inv.refused(sameFile) {
		return false
	}
	if _, narrow := inv.narrow(); narrow {
		return false
	}
	return !inv.has("-shared") || inv.forbidsUndefined()
}

func (inv *invocation) forbidsUndefined() bool {
	words := inv.linkerWords()
	return slices.Contains(words, "--no-undefined") || slices.Contains(words, "-zdefs") ||
		strings.Contains(strings.Join(words, " "), "-z defs")
}

// runtimeWords link the runtime library behind the user's inputs and in front
// of libgomp, whose device routines it replaces. It is an archive: a program
// that refers to nothing in it gets nothing of it. What it needs of the C
// library is linked only when it is there to need it. Its entry points are
// exported, so that device code in libraries that are loaded later finds them.
// A shared library that holds it can never be unloaded, for its threads run on;
// translated says that one of the inputs has been translated just now.
// gcc's own offloading is off: it would build each region a second time, for
// devices that are not used.
func (s *session) runtimeWords(inv *invocation, translated bool) []string {
	if _, err := os.Stat(s.archive()); err != nil {
		return nil
	}
	words := append(s.namesOfLibc(inv, translated), s.archive())
	if !inv.has("-nostdlib") && !inv.has("-nodefaultlibs") {
		words = append(words, "-Wl,--push-state,--as-needed", "-lpthread", "-ldl", "-lm", "-Wl,--pop-state")
	}
	if s.hostIsGCC() {
		words = append(words, "-foffload=disable")
	}
	if inv.has("-shared") {
		if translated || inv.namesRuntime() {
			words = append(words, "-Wl,-z,nodelete")
		}
		return words
	}
	return append(words, "-Wl,--export-dynamic-symbol=omp2cl_*", "-Wl,--export-dynamic-symbol=omp_*")
}
