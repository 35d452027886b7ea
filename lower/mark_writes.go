package lower

import ir "omp2cl/ompir"

// markWrites tells the runtime what each region leaves unchanged, so that it need
// not bring back, or send again, what no kernel wrote. A list item gets MapReadonly
// when no code of the region writes through it, a kernel is Confined when it writes
// nothing but its list items. What the analysis (analyze_writes.go) cannot follow
// counts as written; without this pass everything does.
func markWrites(m *ir.Module) error {
	for _, k := range m.Kernels {
		found := analyzeWrites(m, k)
		k.Confined = !found.elsewhere
		for _, t := range k.Transfers {
			if mayBeReadonly(t) && !found.bases[t.Base] {
				t.Map |= ir.MapReadonly
			}
		}
	}
	return nil
}

// mayBeReadonly reports whether t is a list item of the data environment, as
// opposed to a value, a copy or an attachment.
func mayBeReadonly(t *ir.Transfer) bool {
	return t.Kind == ir.ParamMap || t.Kind == ir.ParamMapOnly || t.Kind == ir.ParamZeroLength
}

// effects are what a region does to memory that the host may see.
type effects struct {
	// bases are the bases of the list items written through. Items with one base
	// are reached through one kernel parameter: members of a structure, and
	// several sections of one array.
	bases map[string]bool
	// elsewhere says that the region may write through a pointer that it loads
	// from memory, a device pointer or one of unknown origin, or static storage.
	elsewhere bool
	// mixed are the bases of the list items that some access reaches through a
	// pointer that may also lead to something else.
	mixed map[string]bool
}

// analyzeWrites finds what the kernel k and the functions that it calls write, and
// how they reach it.
func analyzeWrites(m *ir.Module, k *ir.Kernel) effects {
	p := newPointees()
	root := newFrame(nil, nil)
	paths := pointerPaths(k)
	for _, t := range k.Transfers {
		if t.Var != nil && t.Kind != ir.ParamValue {
			p.parameter(root, t, paths[t.Var.Name])
		}
	}
	p.solve(root, k.Body)
	p.mixChoices()
	out := effects{bases: map[string]bool{}, elsewhere: p.written[elsewhere], mixed: map[string]bool{}}
	for o, bases := range p.bases {
		for _, base := range bases {
			out.bases[base] = out.bases[base] || p.written[o]
			out.mixed[base] = out.mixed[base] || p.objects[o].mixed
		}
	}
	return out
}
