package lower

import ir "omp2cl/ompir"

// restrictReads lets the device compiler know which list items a kernel only reads, as
// mark_writes found: nothing that the kernel stores changes them, unless two items lie in
// one storage, which the runtime sees when it launches the kernel. A GPU then loads them
// through the cache for read-only data, and before stores that stand in front of the loads.
func restrictReads(m *ir.Module) error {
	for _, k := range m.Kernels {
		if !k.Confined {
			continue
		}
		for _, t := range k.Transfers {
			k.Restricts = k.Restricts || t.OnlyRead()
		}
	}
	return nil
}
