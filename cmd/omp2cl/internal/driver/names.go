package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// names is the object that defines names of the C library: malloc, mmap, read, …
// With them the runtime library knows which memory it may track.
func (s *session) names() string {
	return filepath.Join(s.prefix, "lib", "omp2cl_heap.o")
}

// namesOfLibc puts that object in front of the runtime library, in a program
// that has device code. Some must not have it: a shared library that defined
// malloc would give it to whoever loads it, a sanitizer has one of its own, and
// a static program has no other to pass on to. They work without: memory of
// unknown kind is copied instead of tracked.
func (s *session) namesOfLibc(inv *invocation, translated bool) []string {
	if inv.has("-shared") || inv.has("-static") || inv.has("-static-pie") || inv.hasAllocatingSanitizer() {
		return nil
	}
	if !translated && !inv.namesRuntime() && !inv.librariesNameRuntime() {
		return nil
	}
	if _, err := os.Stat(s.names()); err != nil {
		return nil
	}
	return []string{s.names()}
}

// allocating are the sanitizers that bring their own malloc.
var allocating = []string{"address", "hwaddress", "kernel-address", "thread", "memory", "leak", "dataflow", "all"}

func (inv *invocation) hasAllocatingSanitizer() bool {
	return slices.ContainsFunc(inv.args, func(a argument) bool {
		kinds, ok := strings.CutPrefix(a.name, "-fsanitize=")
		return ok && a.class != input && slices.ContainsFunc(strings.Split(kinds, ","), func(kind string) bool {
			return slices.Contains(allocating, kind)
		})
	})
}

// runtimeMark is a name that every object with device code, and every library
// of such objects, contains.
const runtimeMark = "omp2cl_register"

// namesRuntime reports whether an input, or an option to the linker, refers to
// the runtime library, as every object with device code does.
func (inv *invocation) namesRuntime() bool {
	return slices.ContainsFunc(inv.args, func(a argument) bool {
		return a.class == input && mentionsRuntime(a.value)
	}) || slices.ContainsFunc(inv.linkerWords(), func(word string) bool {
		return strings.Contains(word, runtimeMark)
	})
}

// librariesNameRuntime reports the same of the libraries that are named with -l
// and lie in a directory that is named with -L or in LIBRARY_PATH.
func (inv *invocation) librariesNameRuntime() bool {
	dirs := filepath.SplitList(os.Getenv("LIBRARY_PATH"))
	for _, a := range inv.args {
		if a.name == "-L" {
			dirs = append(dirs, a.value)
		}
	}
	return slices.ContainsFunc(inv.args, func(a argument) bool {
		return a.name == "-l" && slices.ContainsFunc(dirs, func(dir string) bool {
			if exact, ok := strings.CutPrefix(a.value, ":"); ok {
				return mentionsRuntime(filepath.Join(dir, exact))
			}
			stem := filepath.Join(dir, "lib"+a.value)
			return mentionsRuntime(stem+".so") || mentionsRuntime(stem+".a")
		})
	})
}

// mentionsRuntime reports whether the file can be read and has the mark.
func mentionsRuntime(file string) bool {
	text, err := os.ReadFile(file)
	return err == nil && bytes.Contains(text, []byte(runtimeMark))
}
