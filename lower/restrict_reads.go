package lower

import (
	"slices"

	ir "omp2cl/ompir"
)

// restrictReads lets the device compiler know which list items a kernel only reads, as
// mark_writes found: nothing that the kernel stores changes them, unless two items lie in
// one storage, which the runtime sees when it launches the kernel. A GPU then loads them
// through the cache for read-only data, and before stores that stand in front of the loads.
// Compilers do so with whatever is loaded through a pointer that may come from the
// parameter, so items that the kernel reaches through pointers that may lead to something
// else, which it may write, are left out.
func restrictReads(m *ir.Module) error {
	for _, k := range m.Kernels {
		if k.Confined && readsOnlySome(k) {
			restrictApart(k, analyzeWrites(m, k).mixed)
		}
	}
	return nil
}

func readsOnlySome(k *ir.Kernel) bool {
	return slices.ContainsFunc(k.Transfers, (*ir.Transfer).OnlyRead)
}

// restrictApart marks the items that k only reads but those with the bases mixed.
func restrictApart(k *ir.Kernel, mixed map[string]bool) {
	for _, t := range k.Transfers {
		t.Restrict = t.OnlyRead() && !mixed[t.Base]
	}
}
