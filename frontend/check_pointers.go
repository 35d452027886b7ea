package frontend

import (
	"bytes"

	"omp2cl/ompir"
)

// checkPointers warns of pointers that a region dereferences though nothing can
// have mapped what they point to: pointers that the construct maps themselves, and
// memory that the function allocates and keeps to itself.
func (b *builder) checkPointers() {
	for _, k := range b.mod.Constructs {
		if k.Node.Dir.Has(ompir.Target) {
			b.checkRegionPointers(k)
		}
	}
}

func (b *builder) checkRegionPointers(k *ompir.Construct) {
	p := &pointerUse{b: b, k: k, done: map[*ompir.Var]bool{}, changed: map[*ompir.Var]bool{}}
	p.noteChanges(k.Node.Kids[0])
	ompir.Walk(k.Node.Kids[0], func(n *ompir.Node) bool {
		if n.Op == ompir.OpDeref || n.Op == ompir.OpIndex {
			if v := n.Kids[0]; v.Op == ompir.OpVar && v.Var.Type.Kind == ompir.Pointer {
				p.dereferenced(v)
			}
		}
		return true
	})
}

// pointerUse collects what a region does with pointers.
type pointerUse struct {
	b       *builder
	k       *ompir.Construct
	done    map[*ompir.Var]bool
	changed map[*ompir.Var]bool // assigned in the region
}

func (p *pointerUse) noteChanges(body *ompir.Node) {
	ompir.Walk(body, func(n *ompir.Node) bool {
		if n.Op == ompir.OpAssign && n.Kids[0].Op == ompir.OpVar {
			p.changed[n.Kids[0].Var] = true
		}
		return true
	})
}

// dereferenced judges one use.
func (p *pointerUse) dereferenced(n *ompir.Node) {
	v := n.Var
	host := v.Storage == ompir.StorageHost || v.Storage == ompir.StorageFile && !v.Target && !v.Link
	if p.done[v] || !host || p.changed[v] {
		return
	}
	p.done[v] = true
	if it := wholePointer(p.k.Node.Dir, v); it != nil {
		if p.b.hasDevicePointers() {
			return
		}
		d := ompir.Warningf(it.Pos, "map-pointer", "'%s' maps the pointer itself, not what it points to, and the region dereferences it", it.Text)
		p.b.diags.Add(d.WithNote("write '%s[0:length]' to map the elements", it.Text))
		return
	}
	if named(p.k.Node.Dir, v) || p.mappedAround(v) || len(p.k.Node.Dir.All(ompir.If)) > 0 || !p.b.fresh(p.k.Function, v) {
		return
	}
	d := ompir.Warningf(n.Pos, "unmapped-pointer", "pointer '%s' is dereferenced in the target region, but nothing here maps what it points to", v.Name)
	p.b.diags.Add(d.WithNote("add 'map(tofrom: %s[0:length])' to the construct, or 'is_device_ptr(%[1]s)' for a device pointer", v.Name))
}

// hasDevicePointers reports whether the file gets device addresses: pointers to
// device memory may be mapped themselves.
func (b *builder) hasDevicePointers() bool {
	for _, k := range b.mod.Constructs {
		if len(k.Node.Dir.All(ompir.UseDevicePtr))+len(k.Node.Dir.All(ompir.UseDevAddr)) > 0 {
			return true
		}
	}
	return bytes.Count(b.marked.Text, []byte("omp_target_alloc")) > 1 // besides omp.h's declaration
}

// wholePointer returns the item that maps the variable v itself, without a section.
func wholePointer(d *ompir.Directive, v *ompir.Var) *ompir.Item {
	var found *ompir.Item
	for _, c := range d.All(ompir.Map) {
		for _, it := range c.Items {
			if it.Root() != v {
				continue
			}
			if !it.IsPlainVar() {
				return nil
			}
			found = it
		}
	}
	return found
}

// named reports whether a clause names v.
func named(d *ompir.Directive, v *ompir.Var) bool {
	for _, c := range d.Clauses {
		for _, it := range c.Items {
			if it.X != nil && it.Root() == v {
				return true
			}
		}
	}
	return false
}

// mappedAround reports whether another data construct of the same function names v.
func (p *pointerUse) mappedAround(v *ompir.Var) bool {
	for _, k := range p.b.mod.Constructs {
		if k != p.k && k.Function == p.k.Function && named(k.Node.Dir, v) {
			return true
		}
	}
	return false
}
