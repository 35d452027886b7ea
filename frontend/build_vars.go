package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// storage returns which storage class specifiers a declaration has.
func storage(ds *cc.DeclarationSpecifiers) (static, extern bool) {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersStorage {
			static = static || ds.StorageClassSpecifier.Case == cc.StorageClassSpecifierStatic
			extern = extern || ds.StorageClassSpecifier.Case == cc.StorageClassSpecifierExtern
		}
	}
	return static, extern
}

// atFileScope reports whether d is declared at file scope. cc/v4 gives some
// parameters no scope.
func atFileScope(d *cc.Declarator) bool {
	s := d.LexicalScope()
	return s != nil && s.Parent == nil
}

// siteOf returns where d was declared.
func (b *builder) siteOf(d *cc.Declarator) *site {
	if b.sites[d] == nil {
		b.indexAll()
	}
	if s := b.sites[d]; s != nil {
		return s
	}
	return &site{}
}

// variable returns the variable that a declarator declares.
func (c *conv) variable(x cc.Node, d *cc.Declarator) *ompir.Var {
	if v := c.locals[d]; v != nil {
		return v
	}
	s := c.siteOf(d)
	_, extern := storage(s.specs)
	if atFileScope(d) || extern {
		g := c.globalNamed(d.Name())
		if v := c.privates[g]; v != nil && c.fn == nil {
			return v
		}
		return c.fileVariable(g, d)
	}
	v := c.vars[d]
	if v == nil {
		v = c.blockVariable(d, s)
		c.vars[d] = v
	}
	return v
}

// hostConv returns a converter for declarations of the host code: lengths stay in
// place and nothing is an error.
func (b *builder) hostConv(fn string) *conv { return b.newConv(fn, false) }

// blockVariable makes the variable of a declaration in a host function.
func (c *conv) blockVariable(d *cc.Declarator, s *site) *ompir.Var {
	h := c.hostConv(c.host)
	t, info := h.completeType(d, s)
	static, _ := storage(s.specs)
	v := c.mod.NewVar(d.Name(), t, ompir.StorageHost)
	v.Pos, v.Const, v.Align = c.pos(d), info.isConst, info.align
	if static {
		v.Storage, v.InFunction = ompir.StorageFile, s.fn
	}
	if s.param {
		v.Type = parameterType(t)
	}
	h.noteConstant(v, s)
	return v
}

// completeType returns the type of a declared object; the initializer gives the
// length of an array declared without one.
func (c *conv) completeType(d *cc.Declarator, s *site) (*ompir.Type, base) {
	if s.specs == nil && s.decl == nil {
		return ompir.TI32, base{}
	}
	t, info := c.declaratorType(d, s)
	if t.Kind == ompir.Array && t.Len < 0 && t.LenExpr == nil && s.init != nil && s.init.Initializer != nil {
		t = ompir.ArrayOf(c.initLength(t, s.init.Initializer), t.Elem)
	}
	return t, info
}

// noteConstant remembers the value of a const integer variable, and the constant
// initializer of a const variable with static storage.
func (c *conv) noteConstant(v *ompir.Var, s *site) {
	if !v.Const || v.Type.Volatile || s.init == nil || s.init.Initializer == nil {
		return
	}
	if v.Type.IsInteger() && s.init.Initializer.Case == cc.InitializerExpr {
		if n, ok := c.constInt(c.quiet(s.init.Initializer.AssignmentExpression)); ok {
			c.constant[v] = truncate(n, v.Type)
		}
	}
	if v.Storage == ompir.StorageFile {
		c.muted++
		if init := c.initializer(v.Type, s.init.Initializer); isConstantInit(init) {
			v.Init = init
		}
		c.muted--
	}
}

// isConstantInit reports whether an initializer consists of constants alone.
func isConstantInit(n *ompir.Node) bool {
	switch n.Op {
	case ompir.OpVar, ompir.OpCall, ompir.OpAddr, ompir.OpDeref, ompir.OpIndex, ompir.OpMember, ompir.OpStmtExpr, ompir.OpAssign:
		return false
	case ompir.OpStr:
		return n.Type.Kind == ompir.Array
	}
	if n.Op != ompir.OpInitAt && n.Type != nil && (n.Type.Kind == ompir.Pointer || n.Type.Kind == ompir.Unsupported) && !isNull(n) {
		return false
	}
	for _, k := range n.Kids {
		if !isConstantInit(k) {
			return false
		}
	}
	return true
}

// fileVariable returns the variable of a name at file scope.
func (c *conv) fileVariable(g *global, d *cc.Declarator) *ompir.Var {
	if g.v != nil {
		return g.v
	}
	if len(g.decls) == 0 {
		g.decls = append(g.decls, d) // declared extern in a block only
	}
	h := c.hostConv("")
	v := c.mod.NewVar(g.name, nil, ompir.StorageFile)
	g.v = v
	v.External, v.Extern, v.Target, v.Link = true, true, g.target, g.link
	for _, decl := range g.decls {
		h.mergeDeclaration(v, decl)
	}
	v.Pos = c.pos(d)
	return v
}

// mergeDeclaration adds what one of several declarations says about v.
func (c *conv) mergeDeclaration(v *ompir.Var, d *cc.Declarator) {
	s := c.siteOf(d)
	static, extern := storage(s.specs)
	t, info := c.completeType(d, s)
	if v.Type == nil || sizeOf(v.Type) < 0 {
		v.Type = t
	}
	v.External = v.External && !static
	v.Const = v.Const || info.isConst
	v.Align = max(v.Align, info.align)
	if !extern || d.HasInitializer() {
		v.Extern = false
	}
	if info.threadLocal {
		c.threadprivate[v.Name] = true
	}
	c.noteConstant(v, s)
}

// oldStyleParameter returns a parameter of a K&R definition.
func (c *conv) oldStyleParameter(name string) *ompir.Var {
	if v := c.names[name]; v != nil {
		return v
	}
	g := c.globals[c.host]
	if g == nil || g.def == nil {
		return nil
	}
	if c.names == nil {
		c.names = map[string]*ompir.Var{}
	}
	d, s := oldStyleDeclaration(g.def, name)
	v := c.vars[d]
	if v == nil {
		v = c.mod.NewVar(name, ompir.TI32, ompir.StorageHost)
		if d != nil {
			t, _ := c.hostConv(c.host).declaratorType(d, s)
			v.Type = parameterType(t)
			c.vars[d] = v
		}
	}
	c.names[name] = v
	return v
}

// oldStyleDeclaration finds the declaration of a parameter of a K&R definition;
// without one it is an int.
func oldStyleDeclaration(fd *cc.FunctionDefinition, name string) (*cc.Declarator, *site) {
	for l := fd.DeclarationList; l != nil; l = l.DeclarationList {
		for i := l.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
			if d := i.InitDeclarator.Declarator; d.Name() == name {
				return d, &site{specs: l.Declaration.DeclarationSpecifiers}
			}
		}
	}
	return nil, nil
}
