package codegen

import "omp2cl/ompir"

// literalObjects declares a variable for every compound literal of body whose
// address matters. OpenCL compilers disagree about the address space of such a
// literal; a variable's is known.
func (p *printer) literalObjects(body *ompir.Node) {
	ompir.Walk(body, func(n *ompir.Node) bool {
		switch {
		case n.Op == ompir.OpAddr || n.Op == ompir.OpMember && typeOf(n).Kind == ompir.Array:
			p.literalObject(literalRoot(n.Kids[0]))
		case n.Op == ompir.OpCompound && typeOf(n).Kind == ompir.Array:
			p.literalObject(n)
		}
		return true
	})
}

// literalRoot returns the compound literal that the lvalue n is part of, or nil.
func literalRoot(n *ompir.Node) *ompir.Node {
	for n.Op == ompir.OpMember || n.Op == ompir.OpIndex && typeOf(n.Kids[0]).Kind == ompir.Array {
		n = n.Kids[0]
	}
	if n.Op != ompir.OpCompound {
		return nil
	}
	return n
}

func (p *printer) literalObject(n *ompir.Node) {
	if n == nil || p.literals[n] != "" {
		return
	}
	name := p.names.fresh("literal")
	p.literals[n] = name
	p.out.put(p.declare(typeOf(n), ompir.NoSpace, name), ";")
}

// compound prints a compound literal: as it is, or as the variable declared for
// it, filled anew. Arrays are filled byte by byte.
func (p *printer) compound(n *ompir.Node) (string, int) {
	t := typeOf(n)
	list := p.initList(n.Kids[0])
	name := p.literals[n]
	switch {
	case name == "":
		return "(" + p.typeName(t) + ")" + list, precPostfix
	case t.Kind != ompir.Array:
		return "*(" + name + " = (" + p.typeName(t) + ")" + list + ", &" + name + ")", precUnary
	}
	p.names.open()
	defer p.names.close()
	init, i := p.names.fresh("init"), p.names.fresh("i")
	return "*({ " + p.declare(t, ompir.NoSpace, init) + " = " + list + "; for (ulong " + i + " = 0; " + i + " < sizeof " + init +
		"; " + i + "++) ((uchar *)" + name + ")[" + i + "] = ((uchar *)" + init + ")[" + i + "]; &" + name + "; })", precUnary
}
