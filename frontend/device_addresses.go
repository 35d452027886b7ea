package frontend

import (
	"reflect"
	"slices"

	"modernc.org/cc/v4"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// addressed returns the clauses that use_device_addr or has_device_addr stands for: a
// section of a pointer concerns the pointer's value, as in use_device_ptr and is_device_ptr
// (OpenMP 5.1 §2.14.2, §2.14.5).
func addressed(c *ompir.Clause) []*ompir.Clause {
	pointers := &ompir.Clause{Kind: ompir.UseDevicePtr, Pos: c.Pos}
	if c.Kind == ompir.HasDevAddr {
		pointers.Kind = ompir.IsDevicePtr
	}
	c.Items = slices.DeleteFunc(c.Items, func(it *ompir.Item) bool {
		if it.X.Type.Kind != ompir.Pointer || len(it.Sections) == 0 {
			return false
		}
		it.Text = it.BaseText
		pointers.Items = append(pointers.Items, it)
		return true
	})
	var out []*ompir.Clause
	for _, c := range []*ompir.Clause{c, pointers} {
		if len(c.Items) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// addressUses finds where the body of a target data construct names list items of
// use_device_addr, which stand for what they are on the device there.
func (w *hostWalk) addressUses(k *ompir.Construct, body *cc.Statement) {
	items := map[string]*ompir.Var{}
	for _, c := range k.Node.Dir.All(ompir.UseDevAddr) {
		for _, it := range c.Items {
			if v := it.Root(); v != nil {
				items[v.Name] = v
			}
		}
	}
	if len(items) == 0 {
		return
	}
	c := w.newConv(w.fn, false)
	visitNodes(reflect.ValueOf(body), func(n cc.Node) {
		p, ok := n.(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionIdent || items[p.Token.SrcStr()] == nil {
			return
		}
		name := p.Token.SrcStr()
		d, ok := lookup(p.LexicalScope(), p.Token).(*cc.Declarator)
		if !ok || c.variable(p, d) != items[name] {
			return
		}
		at := w.marked.origOffset(p.Position().Offset)
		if mk := w.pragmaAt(at); mk == nil || w.keepsUse(mk, name, at) {
			k.Uses = append(k.Uses, ompir.Use{Name: name, At: ompir.Range{Start: at, End: at + len(name)}})
		}
	})
	slices.SortFunc(k.Uses, func(a, b ompir.Use) int { return a.At.Start - b.At.Start })
	k.Uses = slices.Compact(k.Uses)
}

// pragmaAt returns the directive whose pragma holds an offset of the original text.
func (b *builder) pragmaAt(offset int) *mark {
	for _, mk := range b.marked.Marks {
		if mk.Pragma.Start <= offset && offset < mk.Pragma.End {
			return mk
		}
	}
	return nil
}

// keepsUse reports whether the host's text keeps the pragma with the use of a list item of
// use_device_addr in it: that of a device construct is replaced. As a list item of another
// clause it is an error: there has to be a name, not an address.
func (b *builder) keepsUse(mk *mark, name string, offset int) bool {
	for _, c := range mk.Raw.Clauses {
		for _, it := range c.Items {
			start := mk.Pragma.End - len(mk.Raw.Text) + mk.Raw.ExprOffset(it.X)
			if it.BaseText == name && start == offset && !namesAddress(mk, c) {
				b.diags.Add(ompir.Errorf(it.Pos, "device-address", "'%s' stands for an address of the device here, which '%s' does not take",
					name, c.Kind).WithNote("leave it out; target constructs name it in 'has_device_addr'"))
			}
		}
	}
	return mk.HostOnly
}

// namesAddress reports whether a list item of use_device_addr may be one of the clause.
func namesAddress(mk *mark, c *omp.RawClause) bool {
	switch c.Kind {
	case ompir.HasDevAddr, ompir.IsDevicePtr, ompir.Shared:
		return mk.Raw.Has(ompir.Target)
	case ompir.Depend:
		return true
	}
	return false
}

// checkAddressed reports target regions in the body of k that name a list item of its
// use_device_addr clauses without saying that its address is the device's.
func (b *builder) checkAddressed(k *ompir.Construct) {
	for _, c := range k.Node.Dir.All(ompir.UseDevAddr) {
		for _, inner := range b.mod.Constructs {
			if !inner.Node.Dir.Has(ompir.Target) || inner.Pragma.Start < k.Body.Start || k.Body.End <= inner.Pragma.Start {
				continue
			}
			for _, it := range c.Items {
				b.checkNamed(inner, it.Root())
			}
		}
	}
}

func (b *builder) checkNamed(k *ompir.Construct, v *ompir.Var) {
	if v == nil || named(k.Node.Dir, v) {
		return // keepsUse judges the clause
	}
	found := false
	ompir.Walk(k.Node.Kids[0], func(n *ompir.Node) bool {
		if n.Op == ompir.OpVar && n.Var == v && !found {
			found = true
			b.diags.Add(ompir.Errorf(n.Pos, "device-address", "'%s' stands for an address of the device here", v.Name).
				WithNote("add 'has_device_addr(%s)' to the construct", v.Name))
		}
		return true
	})
}
