package codegen

import (
	"strings"

	"omp2cl/ompir"
)

// needContext are functions of the device prelude that use the arena or the scratch
// buffer, or hand on the context that has them.
var needContext = map[string]bool{"omp2cl_item_alloc": true, "omp2cl_team_scratch": true, "omp2cl_last_team": true,
	"omp2cl_first_turn": true, "omp2cl_next_turn": true, "omp2cl_end_turns": true, "omp2cl_assert_failed": true,
	"omp2cl_no_function": true, "omp2cl_stack_top": true, "omp2cl_stack_grow": true, "omp2cl_stack_at": true, "omp2cl_stack_take": true, "omp2cl_stack_push": true, "omp2cl_stack_lacks": true,
	"omp2cl_nest": true, "omp2cl_unnest": true}

// isLone reports whether the kernel k needs neither the arena of static variables nor the
// scratch buffer: it calls no functions of the program, has no static variables and
// strings, and reduces nothing over the league. Its context lacks them, so that a kernel
// which is wrongly taken for one does not build.
func isLone(k *ompir.Kernel) bool {
	lone := !k.MayAssert && k.TeamScratch == 0 && k.ItemScratch == ""
	ompir.Walk(k.Body, func(n *ompir.Node) bool {
		switch n.Op {
		case ompir.OpVar:
			lone = lone && n.Var.Storage != ompir.StorageFile
		case ompir.OpStr:
			lone = false
		case ompir.OpCall:
			lone = lone && n.Func == nil && !needContext[n.Str] && isPlainFunction(n.Str)
		}
		return lone
	})
	return lone
}

// isPlainFunction reports whether the function is OpenCL's, the prelude's, or one of
// mathematics, which know nothing of who calls them.
func isPlainFunction(name string) bool {
	_, math := mathLibrary[name]
	return math || strings.HasPrefix(name, "cl.") || strings.HasPrefix(name, "omp2cl_")
}
