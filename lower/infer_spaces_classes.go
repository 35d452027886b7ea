package lower

import ir "omp2cl/ompir"

// spaceClass is a set of pointer levels and objects that must agree on one address
// space (Steensgaard, "Points-to analysis in almost linear time", POPL 1996, with
// one class per level of a pointer type).
type spaceClass struct {
	parent  *spaceClass // nil at the root of a set; only roots' other fields count
	hard    [numSpaces]*spaceReason
	objects []*spaceObject // objects whose address is in the class and that can be moved
	soft    bool           // a callee's private object is in the class; the callee moves it
	softStr bool           // likewise a callee's string literal
	inner   []*spaceClass  // levels stored in what this class points to: global if it is
	clashAt ir.Pos         // where the set came to contradict itself
	space   ir.Space       // after solving
}

const numSpaces = int(ir.Constant) + 1

// spaceReason says why a class must have a space, for messages.
type spaceReason struct {
	pos  ir.Pos
	text string
}

// spaceObject is something that can be moved to global memory when a pointer to it
// must point there: a variable in private or local memory, or a literal.
type spaceObject struct {
	v    *ir.Var
	node *ir.Node // OpStr or OpCompound
	pos  ir.Pos
}

// space is where the object lies if it can stay.
func (o *spaceObject) space() ir.Space {
	switch {
	case o.v != nil && o.v.Space == ir.Local:
		return ir.Local
	case o.isString():
		return ir.Constant
	}
	return ir.Private
}

func (o *spaceObject) isString() bool { return o.node != nil && o.node.Op == ir.OpStr }

// find returns the root of c's set.
func (c *spaceClass) find() *spaceClass {
	for c.parent != nil {
		if c.parent.parent != nil {
			c.parent = c.parent.parent
		}
		c = c.parent
	}
	return c
}

// union merges the sets of c and d, because of what stands at pos.
func (c *spaceClass) union(d *spaceClass, pos ir.Pos) {
	c, d = c.find(), d.find()
	if c == d {
		return
	}
	consistent := c.clash() == nil && d.clash() == nil
	if !c.clashAt.IsValid() {
		c.clashAt = d.clashAt
	}
	d.parent = c
	for i, r := range d.hard {
		if c.hard[i] == nil {
			c.hard[i] = r
		}
	}
	c.objects = append(c.objects, d.objects...)
	c.inner = append(c.inner, d.inner...)
	c.soft = c.soft || d.soft
	c.softStr = c.softStr || d.softStr
	if consistent && c.clash() != nil {
		c.clashAt = pos
	}
}

// require makes space the set's; the first reason stays.
func (c *spaceClass) require(space ir.Space, why *spaceReason) {
	if root := c.find(); root.hard[space] == nil {
		root.hard[space] = why
	}
}

// needs returns the spaces that the set requires.
func (c *spaceClass) needs() []ir.Space {
	var out []ir.Space
	for i, r := range c.find().hard {
		if r != nil {
			out = append(out, ir.Space(i))
		}
	}
	return out
}

// homes returns the spaces of the set's objects, a callee's included.
func (c *spaceClass) homes() (in [numSpaces]bool) {
	root := c.find()
	in[ir.Private], in[ir.Constant] = root.soft, root.softStr
	for _, o := range root.objects {
		in[o.space()] = true
	}
	return in
}

// wanted returns the space that the set's members ask for, NoSpace when nothing
// does. Requirements win over objects, which can be moved to global memory;
// objects win over string literals, which can be copied to private memory, except
// for a callee's: its private memory is gone when it returns.
func (c *spaceClass) wanted() ir.Space {
	root := c.find()
	for i, r := range root.hard {
		if r != nil {
			return ir.Space(i)
		}
	}
	in := root.homes()
	switch {
	case in[ir.Local] && (in[ir.Private] || in[ir.Constant]), root.softStr && in[ir.Private]:
		return ir.Global
	case in[ir.Local]:
		return ir.Local
	case in[ir.Private]:
		return ir.Private
	case in[ir.Constant]:
		return ir.Constant
	}
	return ir.NoSpace
}

// pushGlobal makes everything that is stored in global memory point to global
// memory, and reports whether that changed anything.
func pushGlobal(classes []*spaceClass) bool {
	changed := false
	for _, c := range classes {
		root := c.find()
		if root.wanted() != ir.Global {
			continue
		}
		for _, in := range root.inner {
			if in.find().hard[ir.Global] == nil {
				in.require(ir.Global, &spaceReason{root.anyReason().pos, "a pointer stored in global memory"})
				changed = true
			}
		}
	}
	return changed
}

// solveClasses decides every class. Classes that nothing constrains become global
// when settle is set and stay open (NoSpace) otherwise.
func solveClasses(classes []*spaceClass, settle bool) {
	for pushGlobal(classes) {
	}
	for settle && settleFree(classes) {
		for pushGlobal(classes) {
		}
	}
	for _, c := range classes {
		c.find().space = c.find().wanted()
	}
}

// settleFree makes the unconstrained classes global and reports whether there were
// any.
func settleFree(classes []*spaceClass) bool {
	changed := false
	for _, c := range classes {
		if c.find().wanted() == ir.NoSpace {
			c.require(ir.Global, &spaceReason{text: "a pointer that nothing else constrains"})
			changed = true
		}
	}
	return changed
}
