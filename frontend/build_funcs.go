package frontend

import (
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// function is a device function.
type function struct {
	g    *global
	f    *ompir.Func
	conv *conv
	from *function // the function that called it first, nil when a region did
	at   ompir.Pos // that call; not valid for functions that only declare target names
}

// withPath adds the calls that lead to f as notes.
func (f *function) withPath(d ompir.Diagnostic) ompir.Diagnostic {
	for ; f != nil && f.at.IsValid(); f = f.from {
		caller := "a target region"
		if f.from != nil {
			caller = "'" + f.from.g.name + "'"
		}
		d = d.WithNoteAt(f.at, "'%s' is called here, in %s", f.g.name, caller)
	}
	return d
}

// resultOr returns the result type of the device function g, or t if it is none.
func (g *global) resultOr(t *ompir.Type) *ompir.Type {
	if g.fn != nil {
		return g.fn.f.Result
	}
	return t
}

// deviceFunction returns the device version of g, nil when it has none.
func (c *conv) deviceFunction(x cc.Node, g *global) *ompir.Func {
	if g.fn != nil {
		return g.fn.f
	}
	if g.def == nil && (c.isMissing(x, g) || !g.target && !c.mayBeElsewhere(x, g)) {
		return nil
	}
	fn := c.newFunction(g)
	fn.from, fn.at = c.fn, c.pos(x)
	return fn.f
}

// isMissing reports the call of a static function that has no definition: gcc's weakref
// makes one another name of a function elsewhere.
func (c *conv) isMissing(x cc.Node, g *global) bool {
	for _, d := range g.decls {
		if static, _ := storage(c.siteOf(d).specs); static {
			c.report(ompir.Errorf(c.pos(x), "unsupported-function", "function '%s' is static, but this file does not define it", g.name))
			return true
		}
	}
	return false
}

// mayBeElsewhere judges the call of a function without body that declare target
// does not name. Another unit may declare its definition so; a function of a
// system library has no device version.
func (c *conv) mayBeElsewhere(x cc.Node, g *global) bool {
	if refusedFunctions[g.name] != "" || strings.HasPrefix(g.name, "__builtin_va_") {
		return false // reported: the call, or the va_list
	}
	if len(g.decls) == 0 || c.isSystem(g.decls[0]) {
		d := ompir.Errorf(c.pos(x), "unsupported-function", "function '%s' is not available in device code", g.name)
		if g.name == "omp_get_wtime" || g.name == "omp_get_wtick" {
			d = d.WithNote("devices have no clock; take the time before and after the region")
		}
		if strings.HasPrefix(g.name, "omp_") && strings.HasSuffix(g.name, "alloc") {
			d = d.WithNote("declare an array, of variable length if need be, or map memory of the host")
		}
		c.report(d)
		return false
	}
	d := ompir.Warningf(c.pos(x), "undeclared-device-function", "function '%s' is called in %s but has no device version", g.name, c.where())
	c.report(d.WithNote("declare it between '#pragma omp declare target' and '#pragma omp end declare target'"))
	return true
}

// isSystem reports whether a declaration comes from a system header or from the
// compiler itself.
func (b *builder) isSystem(d *cc.Declarator) bool {
	return !b.inUserText(d) || b.lines.at(d.Position().Line).system
}

// newFunction makes the device function of g and queues its body.
func (b *builder) newFunction(g *global) *function {
	d := g.decls[0]
	if g.def != nil {
		d = g.def.Declarator
	}
	fn := &function{g: g, conv: b.newConv("", true)}
	fn.conv.fn = fn
	g.fn = fn
	sig := fn.conv
	if g.def == nil {
		sig = b.hostConv("")
	}
	t, _ := sig.declaratorType(d, b.siteOf(d))
	result := ompir.TI32
	if isFunction(t) {
		result = t.Elem
	}
	f := b.mod.NewFunc(g.name, unqualified(result))
	fn.f = f
	f.Pos, f.Target, f.External = b.pos(d), g.target, b.isExternal(g)
	fn.signature(sig, d.DirectDeclarator)
	b.functions = append(b.functions, fn)
	if g.def != nil {
		b.queue = append(b.queue, fn)
	}
	return fn
}

// isExternal reports whether g's definition here is one for the whole program: not
// static, and not an inline definition (C11 §6.7.4).
func (b *builder) isExternal(g *global) bool {
	plain := false
	for _, d := range g.decls {
		specs := b.siteOf(d).specs
		static, extern := storage(specs)
		if static {
			return false
		}
		plain = plain || extern || !isInline(specs)
	}
	return plain
}

func isInline(ds *cc.DeclarationSpecifiers) bool {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersFunc && ds.FunctionSpecifier.Case == cc.FunctionSpecifierInline {
			return true
		}
	}
	return false
}

// signature converts the parameters.
func (fn *function) signature(c *conv, dd *cc.DirectDeclarator) {
	list := parameterList(dd)
	if list == nil {
		fn.oldStyle(c)
		return
	}
	fn.f.Variadic = list.Case == cc.ParameterTypeListVar
	for l := list.ParameterList; l != nil; l = l.ParameterList {
		fn.parameter(c, l.ParameterDeclaration)
	}
	if len(fn.f.Params) == 1 && fn.f.Params[0].Type.Kind == ompir.Void {
		fn.f.Params = nil
	}
}

// parameterList finds the parameters of a function's declarator.
func parameterList(dd *cc.DirectDeclarator) (found *cc.ParameterTypeList) {
	for dd != nil {
		switch dd.Case {
		case cc.DirectDeclaratorFuncParam:
			found = dd.ParameterTypeList
			dd = dd.DirectDeclarator
		case cc.DirectDeclaratorDecl:
			dd = dd.Declarator.DirectDeclarator
		default:
			dd = dd.DirectDeclarator
		}
	}
	return found
}

// parameter adds one parameter.
func (fn *function) parameter(c *conv, p *cc.ParameterDeclaration) {
	var t *ompir.Type
	name, pos := "", fn.f.Pos
	var info base
	if p.Declarator != nil {
		t, info = c.declaratorType(p.Declarator, &site{specs: p.DeclarationSpecifiers})
		name, pos = p.Declarator.Name(), c.pos(p.Declarator)
	} else {
		t = c.abstract(c.specifiers(p.DeclarationSpecifiers).t, p.AbstractDeclarator)
	}
	v := fn.addParameter(c, name, parameterType(t))
	v.Pos, v.Const = pos, info.isConst
	if p.Declarator != nil {
		c.locals[p.Declarator] = v
	}
}

func (fn *function) addParameter(c *conv, name string, t *ompir.Type) *ompir.Var {
	v := c.mod.NewVar(name, t, ompir.StorageParam)
	fn.f.Params = append(fn.f.Params, v)
	return v
}

// oldStyle adds the parameters of a K&R definition.
func (fn *function) oldStyle(c *conv) {
	if fn.g.def == nil {
		return
	}
	c.names = map[string]*ompir.Var{}
	for _, name := range oldStyleNames(fn.g.def.Declarator.DirectDeclarator) {
		t := ompir.TI32
		if d, s := oldStyleDeclaration(fn.g.def, name); d != nil {
			t, _ = c.declaratorType(d, s)
		}
		c.names[name] = fn.addParameter(c, name, parameterType(t))
	}
}

func oldStyleNames(dd *cc.DirectDeclarator) (names []string) {
	for ; dd != nil; dd = dd.DirectDeclarator {
		if dd.Case == cc.DirectDeclaratorFuncIdent {
			for l := dd.IdentifierList; l != nil; l = l.IdentifierList {
				names = append(names, l.Token2.SrcStr())
			}
		}
	}
	return names
}

// drainQueue converts the bodies of device functions, which may need others.
func (b *builder) drainQueue() {
	for len(b.queue) > 0 {
		fn := b.queue[0]
		b.queue = b.queue[1:]
		fn.convert()
	}
}

// convert converts the body.
func (fn *function) convert() {
	c, def := fn.conv, fn.g.def
	known := len(c.diags.List)
	for _, v := range fn.f.Params {
		if v.Type.Kind == ompir.Unsupported {
			c.report(ompir.Errorf(v.Pos, "unsupported-type", "parameter '%s' has type '%s', which is not supported in device code", v.Name, v.Type.Name))
		}
	}
	fn.f.Body = c.block(def.CompoundStatement)
	fn.f.Body.Kids = append(fn.copies(), fn.f.Body.Kids...)
	if fn.f.Variadic && len(c.diags.List) == known {
		c.report(ompir.Errorf(fn.f.Pos, "unsupported-variadic", "function '%s' with a variable number of arguments is not supported in device code", fn.g.name))
	}
}

// copies makes variables of the body for the parameters that the body changes and
// the length of a parameter's array type depends on: the length keeps the value
// that the parameter has on entry. It returns their declarations.
func (fn *function) copies() (decls []*ompir.Node) {
	kept := map[*ompir.Node]bool{}
	var lengths []*ompir.Node
	for _, p := range fn.f.Params {
		for t := p.Type; t.Kind == ompir.Pointer || t.Kind == ompir.Array; t = t.Elem {
			if t.LenExpr != nil {
				kept[t.LenExpr] = true
				lengths = append(lengths, t.LenExpr)
			}
		}
	}
	done := map[*ompir.Var]bool{}
	for _, n := range lengths {
		for _, v := range ompir.Vars(n) {
			if done[v] || ompir.Modification(fn.f.Body, v) == nil && !takesAddress(fn.f.Body, v) {
				continue
			}
			done[v] = true
			local, decl := fn.conv.temporary(v.Name, v.Type, varNode(v, v.Pos))
			r := &renaming{from: v, to: local, seen: kept}
			r.tree(fn.f.Body)
			decls = append(decls, decl)
		}
	}
	return decls
}

// renaming replaces a variable in a tree and in the types that the tree names,
// except in the nodes seen.
type renaming struct {
	from, to *ompir.Var
	seen     map[*ompir.Node]bool
}

func (r *renaming) tree(n *ompir.Node) {
	if n.Op == ompir.OpVar && n.Var == r.from {
		n.Var = r.to
	}
	r.lengths(n.Type)
	r.lengths(n.Of)
	if n.Op == ompir.OpDecl {
		r.lengths(n.Var.Type)
	}
	if n.Dir != nil {
		r.clauses(n.Dir)
	}
	for _, k := range n.Kids {
		r.tree(k)
	}
}

func (r *renaming) lengths(t *ompir.Type) {
	for ; t != nil && (t.Kind == ompir.Pointer || t.Kind == ompir.Array); t = t.Elem {
		if t.LenExpr != nil && !r.seen[t.LenExpr] {
			r.seen[t.LenExpr] = true
			r.tree(t.LenExpr)
		}
	}
}

func (r *renaming) clauses(d *ompir.Directive) {
	for _, c := range d.Clauses {
		for _, it := range c.Items {
			r.tree(it.X)
			for _, s := range it.Sections {
				r.arg(s.Lower)
				r.arg(s.Length)
			}
		}
		for _, a := range c.Args {
			r.arg(a)
		}
	}
}

func (r *renaming) arg(a *ompir.Arg) {
	if a != nil {
		r.tree(a.X)
	}
}

func takesAddress(n *ompir.Node, v *ompir.Var) (found bool) {
	ompir.Walk(n, func(k *ompir.Node) bool {
		if k.Op == ompir.OpAddr && k.Kids[0].Op == ompir.OpVar && k.Kids[0].Var == v {
			found = true
		}
		return !found
	})
	return found
}

// calls returns the first call in n of each function.
func calls(n *ompir.Node) (out []*ompir.Node) {
	seen := map[*ompir.Func]bool{}
	ompir.Walk(n, func(k *ompir.Node) bool {
		if k.Op == ompir.OpCall && k.Func != nil && !seen[k.Func] {
			seen[k.Func] = true
			out = append(out, k)
		}
		return true
	})
	return out
}

// orderFunctions puts callees before callers and reports recursion.
func (b *builder) orderFunctions() {
	o := &callOrder{b: b, state: map[*ompir.Func]int{}}
	sort.SliceStable(b.mod.Funcs, func(i, j int) bool { return b.mod.Funcs[i].ID < b.mod.Funcs[j].ID })
	for _, f := range b.mod.Funcs {
		o.visit(f)
	}
	b.mod.Funcs = o.done
}

// callOrder is a depth-first walk of the call graph.
type callOrder struct {
	b     *builder
	state map[*ompir.Func]int // 1 = being visited, 2 = done
	stack []*ompir.Func
	done  []*ompir.Func
}

func (o *callOrder) visit(f *ompir.Func) {
	if o.state[f] != 0 {
		return
	}
	o.state[f] = 1
	o.stack = append(o.stack, f)
	for _, call := range calls(f.Body) {
		if o.state[call.Func] == 1 {
			o.recursion(call)
		}
		o.visit(call.Func)
	}
	o.stack = o.stack[:len(o.stack)-1]
	o.state[f] = 2
	o.done = append(o.done, f)
}

// recursion reports the cycle that a call closes.
func (o *callOrder) recursion(call *ompir.Node) {
	f := call.Func
	var names []string
	for i, g := range o.stack {
		if g == f {
			for _, h := range o.stack[i:] {
				names = append(names, h.Name)
			}
		}
	}
	path := strings.Join(append(names, f.Name), " -> ")
	d := ompir.Errorf(call.Pos, "recursion", "recursion is not supported in device code: %s", path)
	if g := o.b.globals[f.Name]; g != nil {
		d = g.fn.withPath(d)
	}
	note := "a function may call itself if it has no OpenMP constructs but atomic and critical, no arrays of variable length and alloca, and no such calls in initializer lists"
	if len(names) > 1 {
		note += "; so may functions that call each other, if their results are all integers, all floating-point numbers or all of one type"
	}
	o.b.diags.Add(d.WithNote("%s; rewrite '%s' as a loop", note, f.Name))
}
