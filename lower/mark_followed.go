package lower

import (
	"strings"
	"unicode"

	ir "omp2cl/ompir"
)

// markFollowed tells the runtime for which regions the host need not wait, as the
// front end found out from the host code (ir.Construct.Followed). Where the host
// itself looks into a variable that is mapped to find a kernel's sizes, it would have
// to wait for the region before: such a module keeps nothing.
func markFollowed(m *ir.Module) error {
	for _, k := range m.Kernels {
		if looksIntoMapped(k) {
			return nil
		}
	}
	for _, k := range m.Kernels {
		k.Followed = k.Construct.Followed
	}
	return nil
}

// looksIntoMapped reports whether the host reads a variable that k maps for k's
// launch.
func looksIntoMapped(k *ir.Kernel) bool {
	named := map[string]bool{}
	for _, text := range []string{k.NumTeams, k.ThreadLimit, k.NumThreads, k.Trip, k.ItemScratch} {
		for _, word := range strings.FieldsFunc(text, isNoWord) {
			named[word] = true
		}
	}
	for _, t := range k.Transfers {
		name, isObject := strings.CutPrefix(t.Base, "&")
		if isObject && t.Kind == ir.ParamMap && t.Map&ir.MapImplicit == 0 && named[name] {
			return true
		}
	}
	return false
}

func isNoWord(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
