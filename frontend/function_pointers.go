package frontend

import (
	"sort"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// A pointer to a function is the function's address on the host, an integer that device
// code compares and hands on: so pointers in mapped objects, and those that the host's
// variables hold, mean on the device what they mean on the host. For each function whose
// address device code takes there is a variable that holds it. A call by way of a pointer
// calls a function of ours, which compares the pointer with the addresses of all
// functions that it may lead to, and calls the one.

// functionPointer returns the type of a pointer to functions of type t.
func functionPointer(t *ompir.Type) *ompir.Type {
	return &ompir.Type{Kind: ompir.Uint64, Name: functionPointerName, Elem: t}
}

func isFunctionPointer(t *ompir.Type) bool {
	return t.Kind == ompir.Uint64 && t.Name == functionPointerName
}

// functionAddress is the use of a function's name as a value.
func (c *conv) functionAddress(x cc.Node, d *cc.Declarator) *ompir.Node {
	g := c.globalNamed(d.Name())
	if len(g.decls) == 0 {
		g.decls = append(g.decls, d)
	}
	t, _ := c.hostConv("").declaratorType(d, c.siteOf(d))
	if c.muted > 0 || !c.device {
		n := c.constNode(x, ompir.TI32, 0)
		n.Type = t
		return n
	}
	c.deviceFunction(x, g)
	n := varNode(c.addressOfFunction(g), c.pos(x))
	n.Type = functionPointer(t)
	return n
}

// addressPrefix starts the names of the variables that hold addresses of functions;
// codegen.AddressPrefix is the same.
const addressPrefix = "omp2cl_address_"

// addressOfFunction returns the variable with the address of g.
func (b *builder) addressOfFunction(g *global) *ompir.Var {
	if g.address == nil {
		v := b.mod.NewVar(addressPrefix+g.name, ompir.TU64, ompir.StorageFile)
		v.Target = true
		g.address = v
		b.list(v)
	}
	return g.address
}

// dispatcher is a function that calls others by their addresses.
type dispatcher struct {
	f *ompir.Func
	t *ompir.Type // of the functions
}

// indirectCall converts a call through a pointer.
func (c *conv) indirectCall(x *cc.PostfixExpression) *ompir.Node {
	at := c.expr(x.PostfixExpression)
	var args []*ompir.Node
	for _, a := range arguments(x) {
		args = append(args, c.promoted(c.expr(a)))
	}
	if !isFunctionPointer(at.Type) {
		c.errorf(x, CannotParse, "the called object is no function")
		return c.constNode(x, ompir.TI32, 0)
	}
	if c.muted > 0 || !c.device {
		n := c.constNode(x, ompir.TI32, 0)
		n.Type = unqualified(at.Type.Elem.Elem)
		return n
	}
	f := c.dispatch(x, at.Type.Elem, len(args))
	if f == nil {
		return c.constNode(x, ompir.TI32, 0)
	}
	n := node(ompir.OpCall, f.Result, c.pos(x), append([]*ompir.Node{at}, args...)...)
	n.Func = f
	c.passBools(n, f)
	return n
}

// dispatch returns the function that calls functions of type t with so many arguments.
func (c *conv) dispatch(x cc.Node, t *ompir.Type, args int) *ompir.Func {
	params, ok := c.parametersOf(t)
	if !ok || len(params) != args {
		c.errorf(x, "unsupported-function-pointer", "calls through pointers need the parameters in the type of the function, and no variable ones, in device code")
		return nil
	}
	for _, d := range c.dispatchers {
		if sameSignature(d.f, t.Elem, params, 1) {
			return d.f
		}
	}
	f := c.mod.NewFunc("omp2cl_call", unqualified(t.Elem))
	f.Pos = c.pos(x)
	for i, p := range append([]*ompir.Type{ompir.TU64}, params...) {
		name := "argument"
		if i == 0 {
			name = "function"
		}
		v := c.mod.NewVar(name, unqualified(p), ompir.StorageParam)
		v.Pos = f.Pos
		f.Params = append(f.Params, v)
	}
	f.Body = node(ompir.OpBlock, nil, f.Pos)
	c.dispatchers = append(c.dispatchers, &dispatcher{f, t})
	return f
}

// parametersOf returns the types of the parameters of a function type, which must be
// known and fixed.
func (c *conv) parametersOf(t *ompir.Type) (out []*ompir.Type, ok bool) {
	list := c.signatures[t]
	if list == nil || list.Case == cc.ParameterTypeListVar {
		return nil, false
	}
	h := c.hostConv("")
	for l := list.ParameterList; l != nil; l = l.ParameterList {
		var p *ompir.Type
		if d := l.ParameterDeclaration; d.Declarator != nil {
			p, _ = h.declaratorType(d.Declarator, &site{specs: d.DeclarationSpecifiers})
		} else {
			p = h.abstract(h.specifiers(d.DeclarationSpecifiers).t, d.AbstractDeclarator)
		}
		p = parameterType(p)
		if p.HasVLA() || p.Kind == ompir.Unsupported {
			return nil, false
		}
		out = append(out, p)
	}
	if len(out) == 1 && out[0].Kind == ompir.Void {
		out = nil
	}
	return out, true
}

// sameSignature reports whether f, without its first skip parameters, is of a type.
func sameSignature(f *ompir.Func, result *ompir.Type, params []*ompir.Type, skip int) bool {
	if len(f.Params)-skip != len(params) || f.Variadic || !f.Result.Equal(unqualified(result)) {
		return false
	}
	for i, p := range params {
		if !f.Params[i+skip].Type.Equal(p) {
			return false
		}
	}
	return true
}

// fillDispatchers gives the functions that call others their bodies: all functions that
// a pointer may lead to are known.
func (b *builder) fillDispatchers() {
	if len(b.dispatchers) == 0 {
		return
	}
	var names []string
	for name, g := range b.globals {
		if g.fn != nil && (g.address != nil || g.target) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, d := range b.dispatchers {
		var params []*ompir.Type
		for _, p := range d.f.Params[1:] {
			params = append(params, p.Type)
		}
		for _, name := range names {
			if g := b.globals[name]; sameSignature(g.fn.f, d.f.Result, params, 0) {
				d.add(g.fn.f, b.addressOfFunction(g))
			}
		}
		unknown := preludeCall("no_function", ompir.TVoid, d.f.Pos)
		d.f.Body.Kids = append(d.f.Body.Kids, node(ompir.OpExpr, nil, d.f.Pos, unknown))
	}
}

// add has the dispatcher call f where its pointer is that address.
func (d *dispatcher) add(f *ompir.Func, address *ompir.Var) {
	pos := d.f.Pos
	same := node(ompir.OpEq, ompir.TI32, pos, varNode(d.f.Params[0], pos), varNode(address, pos))
	call := node(ompir.OpCall, f.Result, pos)
	call.Func = f
	for _, p := range d.f.Params[1:] {
		call.Kids = append(call.Kids, varNode(p, pos))
	}
	then := []*ompir.Node{node(ompir.OpReturn, nil, pos, call)}
	if f.Result.Kind == ompir.Void {
		then = []*ompir.Node{node(ompir.OpExpr, nil, pos, call), node(ompir.OpReturn, nil, pos)}
	}
	d.f.Body.Kids = append(d.f.Body.Kids, node(ompir.OpIf, nil, pos, same, node(ompir.OpBlock, nil, pos, then...)))
}
