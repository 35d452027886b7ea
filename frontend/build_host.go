package frontend

import (
	"maps"
	"reflect"

	"modernc.org/cc/v4"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// declareTargets applies declare target and threadprivate directives of the file
// scope (OpenMP 4.5 §2.10.6, §2.15.2).
func (b *builder) declareTargets() {
	depth := 0
	defer func() { b.checkEnded(depth) }()
	for tu := b.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ed := tu.ExternalDeclaration
		switch {
		case ed.Case == cc.ExternalDeclarationFuncDef:
			b.inTarget(ed.FunctionDefinition.Declarator, depth)
		case ed.Case != cc.ExternalDeclarationDecl:
		case ed.Declaration.Case == cc.DeclarationAssert:
			if mk := b.declaredMark(ed.Declaration.StaticAssertDeclaration); mk != nil {
				mk.system = b.lines.at(ed.Declaration.Position().Line).system
				depth = b.fileDirective(mk, "", depth)
			}
		default:
			for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				b.inTarget(l.InitDeclarator.Declarator, depth)
			}
		}
	}
}

// inTarget notes that a declaration stands between declare target and its end. The
// system headers that are included there have no device versions of their own, unless
// the directive is theirs (-isystem).
func (b *builder) inTarget(d *cc.Declarator, depth int) {
	if depth > 0 && !d.IsTypename() && !isReducer(d) && (b.opened[depth-1].system || !b.isSystem(d)) {
		b.globalNamed(d.Name()).target = true
	}
}

// fileDirective handles a declarative directive, in the function in ("": outside), and
// returns the new nesting depth of declare target regions.
func (b *builder) fileDirective(mk *mark, in string, depth int) int {
	b.seen[mk] = true
	if !mk.HostOnly && b.markErrors(mk) {
		return depth
	}
	switch part := mk.Raw.Parts[0]; {
	case part == ompir.EndDeclareTarget:
		return b.endTarget(mk, depth)
	case part == ompir.DeclareTarget && len(mk.Raw.Clauses) == 0:
		b.opened = append(b.opened[:depth:depth], mk)
		return depth + 1
	case part == ompir.DeclareTarget:
		b.eachName(mk, func(cl *omp.RawClause, it *omp.RawItem) { b.declareName(in, cl, it) })
	case part == ompir.Threadprivate:
		b.eachName(mk, func(_ *omp.RawClause, it *omp.RawItem) { b.threadprivate[it.Text] = true })
	}
	return depth
}

func (b *builder) endTarget(mk *mark, depth int) int {
	if depth == 0 {
		b.diags.Add(ompir.Errorf(mk.Raw.Pos, "unmatched-directive", "'end declare target' without 'declare target'"))
		return 0
	}
	return depth - 1
}

// checkEnded reports declare target directives without an end.
func (b *builder) checkEnded(depth int) {
	for _, mk := range b.opened[:depth] {
		b.diags.Add(ompir.Errorf(mk.Raw.Pos, "unmatched-directive", "'declare target' without 'end declare target'"))
	}
}

func (b *builder) eachName(mk *mark, f func(*omp.RawClause, *omp.RawItem)) {
	for _, cl := range mk.Raw.Clauses {
		for _, it := range cl.Items {
			f(cl, it)
		}
	}
}

// declareName applies declare target, in the function in, to one name of its list.
func (b *builder) declareName(in string, cl *omp.RawClause, it *omp.RawItem) {
	g := b.globals[it.Text]
	if g == nil && in != "" && b.globalNamed(in).target {
		return // a static variable of a device function, which is the device's anyway
	}
	if g == nil || len(g.decls) == 0 {
		b.diags.Add(ompir.Errorf(it.Pos, "undeclared-name", "'%s' in 'declare target' is not declared at file scope", it.Text))
		return
	}
	g.pos = it.Pos
	if cl.Kind == ompir.Link {
		g.link = true
	} else {
		g.target = true
	}
	if g.link && g.target {
		b.diags.Add(ompir.Errorf(it.Pos, "conflicting-clauses", "'%s' is named by both 'to' and 'link' of 'declare target'", it.Text))
	}
}

// declaredFunctions converts the functions and lists the variables that declare
// target names, in order of the file.
func (b *builder) declaredFunctions() {
	done := map[*global]bool{}
	for tu := b.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		for _, d := range declarators(tu.ExternalDeclaration) {
			g := b.globals[d.Name()]
			if g == nil || done[g] || !g.target && !g.link {
				continue
			}
			done[g] = true
			b.declaredGlobal(g, d)
		}
	}
}

func (b *builder) declaredGlobal(g *global, d *cc.Declarator) {
	h := b.hostConv("")
	switch {
	case g.def != nil && g.link:
		b.diags.Add(ompir.Errorf(g.pos, "invalid-list-item", "function '%s' cannot be named by 'link'", g.name))
	case g.def != nil && g.fn == nil && b.hasConstruct(g.name):
		// Host code, whatever declare target says: device code cannot offload.
	case g.def != nil && g.fn == nil:
		b.newFunction(g)
	case g.def != nil, h.isFunctionName(d):
	default:
		b.list(h.fileVariable(g, d))
	}
}

// hasConstruct reports whether a function of the host has device constructs.
func (b *builder) hasConstruct(name string) bool {
	for _, k := range b.mod.Constructs {
		if k.Function == name {
			return true
		}
	}
	return false
}

// declarators returns the names that an external declaration declares.
func declarators(ed *cc.ExternalDeclaration) (out []*cc.Declarator) {
	switch ed.Case {
	case cc.ExternalDeclarationFuncDef:
		return []*cc.Declarator{ed.FunctionDefinition.Declarator}
	case cc.ExternalDeclarationDecl:
		for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			if !l.InitDeclarator.Declarator.IsTypename() {
				out = append(out, l.InitDeclarator.Declarator)
			}
		}
	}
	return out
}

// hostConstructs finds the device constructs of all functions.
func (b *builder) hostConstructs() {
	var walks []*hostWalk
	for tu := b.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if ed := tu.ExternalDeclaration; ed.Case == cc.ExternalDeclarationFuncDef {
			w := &hostWalk{builder: b, fn: ed.FunctionDefinition.Declarator.Name()}
			w.compound(ed.FunctionDefinition.CompoundStatement)
			w.checkGotos()
			walks = append(walks, w)
		}
	}
	if b.allSeen() {
		return
	}
	// The rest stand in statement expressions.
	for _, w := range walks {
		w.deep()
	}
}

// allSeen reports whether a construct was found for every device directive.
func (b *builder) allSeen() bool {
	for _, mk := range b.marked.Marks {
		if !b.seen[mk] && !mk.HostOnly && (mk.Kind == markPrefix || mk.Kind == markStandalone) {
			return false
		}
	}
	return true
}

// hostWalk looks for the device constructs of one host function.
type hostWalk struct {
	*builder
	fn    string
	count int // target constructs so far
	jumps hostJumps
}

func (w *hostWalk) compound(s *cc.CompoundStatement) {
	for l := s.BlockItemList; l != nil; l = l.BlockItemList {
		switch item := l.BlockItem; item.Case {
		case cc.BlockItemDecl:
			w.declaration(item.Declaration)
		case cc.BlockItemStmt:
			w.stmt(item.Statement)
		case cc.BlockItemFuncDef:
			w.indexParameters(item.Declarator.DirectDeclarator)
			w.compound(item.CompoundStatement)
		}
	}
}

func (w *hostWalk) declaration(d *cc.Declaration) {
	w.indexDeclaration(d, w.fn, nil)
	if d.Case == cc.DeclarationAssert {
		if mk := w.declaredMark(d.StaticAssertDeclaration); mk != nil {
			w.fileDirective(mk, w.fn, 0)
		}
	}
}

func (w *hostWalk) stmt(s *cc.Statement) {
	if mk, body, args := w.markerOf(s); mk != nil {
		w.construct(mk, body, args)
		return
	}
	switch s.Case {
	case cc.StatementLabeled:
		w.noteLabel(s.LabeledStatement)
		w.stmt(s.LabeledStatement.Statement)
	case cc.StatementCompound:
		w.compound(s.CompoundStatement)
	case cc.StatementSelection:
		w.selection(s.SelectionStatement)
	case cc.StatementIteration:
		if s.IterationStatement.Declaration != nil {
			w.declaration(s.IterationStatement.Declaration)
		}
		w.jumps.loops++
		w.substatement(s.IterationStatement.Statement)
		w.jumps.loops--
	case cc.StatementJump:
		w.noteJump(s.JumpStatement)
	}
}

func (w *hostWalk) selection(s *cc.SelectionStatement) {
	if s.Case == cc.SelectionStatementSwitch {
		w.jumps.switches++
		defer func() { w.jumps.switches-- }()
	}
	w.substatement(s.Statement)
	if s.Case == cc.SelectionStatementIfElse {
		w.substatement(s.Statement2)
	}
}

func (w *hostWalk) substatement(s *cc.Statement) {
	w.checkStandalone(s)
	w.stmt(s)
}

// checkStandalone refuses a stand-alone directive as the only statement of an if
// or loop: it would vanish where OpenMP is off (OpenMP 4.5 §2.1).
func (b *builder) checkStandalone(s *cc.Statement) {
	if mk, body, _ := b.markerOf(s); mk != nil && body == nil && mk.Kind == markStandalone && !b.seen[mk] {
		b.diags.Add(ompir.Errorf(mk.Raw.Pos, "stand-alone-directive", "'%s' cannot be the statement of an 'if' or a loop", spelling(mk.Raw)).
			WithNote("put it in braces"))
	}
}

// construct handles a directive of the host code.
func (w *hostWalk) construct(mk *mark, body *cc.Statement, args []cc.ExpressionNode) {
	if w.seen[mk] {
		return
	}
	w.seen[mk] = true
	d := &ompir.Directive{Parts: mk.Raw.Parts}
	region := d.Has(ompir.Target)
	if region && w.staysOnHost(mk, args) {
		mk.HostOnly = true
		w.stmt(body)
		return
	}
	if !mk.HostOnly && !w.markErrors(mk) && !(region && w.refused(mk)) && offloads(d) {
		w.deviceConstruct(mk, body, args, region)
	}
	if body != nil && !region {
		leave := w.enter(mk)
		outer := w.privates
		w.privates = w.privatized(mk)
		w.stmt(body)
		w.privates = outer
		leave()
	}
}

// privatized returns the variables of the file scope that are the host thread's own in the
// body of a construct of the host: what device constructs there name is its copy, a
// variable of the function like any other, whatever declare target says of the original.
func (w *hostWalk) privatized(mk *mark) map[*global]*ompir.Var {
	if !mk.HostOnly {
		return w.privates
	}
	out := maps.Clone(w.privates)
	w.eachName(mk, func(cl *omp.RawClause, it *omp.RawItem) {
		switch cl.Kind {
		case ompir.PrivateC, ompir.Firstprivate, ompir.Lastprivate, ompir.Linear, ompir.Reduction:
		default:
			return
		}
		g := w.globals[it.BaseText]
		if g == nil || len(g.decls) == 0 || g.def != nil || w.threadprivate[g.name] {
			return
		}
		original := w.hostConv("").fileVariable(g, g.decls[len(g.decls)-1])
		v := w.mod.NewVar(g.name, original.Type, ompir.StorageHost)
		v.Pos, v.Align = original.Pos, original.Align
		if out == nil {
			out = map[*global]*ompir.Var{}
		}
		out[g] = v
	})
	return out
}

// staysOnHost reports whether the if clause of a target construct is 0 for the compiler: the
// directive is the host compiler's then, and nothing in its region is device code.
func (w *hostWalk) staysOnHost(mk *mark, args []cc.ExpressionNode) bool {
	if len(mk.Errors) > 0 || mk.Raw.First(ompir.If) == nil {
		return false
	}
	c := w.newConv(w.fn, false)
	for _, cl := range c.directive(mk.Raw, args).All(ompir.If) {
		if n, known := c.constInt(cl.Args[0].X); known && n == 0 && (cl.Mod == "" || cl.Mod == "target") {
			return true
		}
	}
	return false
}

// offloads reports whether a directive is one of the target constructs. Teams and
// distribute without target are orphans, for a function that regions call.
func offloads(d *ompir.Directive) bool {
	switch d.Parts[0] {
	case ompir.Target, ompir.TargetData, ompir.TargetEnterData, ompir.TargetExitData, ompir.TargetUpdate:
		return true
	}
	return false
}

// deviceConstruct adds a construct to the module.
func (w *hostWalk) deviceConstruct(mk *mark, body *cc.Statement, args []cc.ExpressionNode, region bool) {
	k := &ompir.Construct{Function: w.fn, Pragma: mk.Pragma, Index: w.count}
	k.Node = node(ompir.OpOMP, nil, mk.Raw.Pos)
	c := w.newConv(w.fn, false)
	c.region = region
	k.Node.Dir = c.directive(mk.Raw, args)
	w.mod.Constructs = append(w.mod.Constructs, k)
	if body == nil {
		return
	}
	k.Body = ompir.Range{Start: w.start(body), End: w.end(body)}
	if !region {
		w.addressUses(k, body)
		return
	}
	w.count++
	inner := w.newConv(w.fn, true)
	k.Node.Kids = []*ompir.Node{inner.associated(k.Node.Dir, body)}
	inner.defaultSharing(k.Node)
	w.noteRegionLabels(mk, k.Node.Kids[0])
}

// deep looks for constructs in the statement expressions of the function.
func (w *hostWalk) deep() {
	def := w.globals[w.fn].def
	visitNodes(reflect.ValueOf(def.CompoundStatement), func(n cc.Node) {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionStmt {
			w.compound(p.CompoundStatement)
		}
	})
}

// indexAll indexes every declaration of every function, for the rare names that
// are declared in statement expressions and the like.
func (b *builder) indexAll() {
	if b.indexed {
		return
	}
	b.indexed = true
	for tu := b.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		fn := ""
		if ed := tu.ExternalDeclaration; ed.Case == cc.ExternalDeclarationFuncDef {
			fn = ed.FunctionDefinition.Declarator.Name()
		}
		visitNodes(reflect.ValueOf(tu.ExternalDeclaration), func(n cc.Node) { b.indexNode(n, fn) })
	}
}

func (b *builder) indexNode(n cc.Node, fn string) {
	switch n := n.(type) {
	case *cc.Declaration:
		b.indexDeclaration(n, fn, nil)
	case *cc.ParameterDeclaration:
		if n.Declarator != nil && b.sites[n.Declarator] == nil {
			b.sites[n.Declarator] = &site{specs: n.DeclarationSpecifiers, param: true}
		}
	case *cc.TypeSpecifier:
		b.indexEnum(n)
	}
}

// visitNodes calls f for v and every node below it.
func visitNodes(v reflect.Value, f func(cc.Node)) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			visitNodes(v.Elem(), f)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		n, ok := v.Interface().(cc.Node)
		if !ok {
			return
		}
		f(n)
		s := v.Elem()
		if s.Kind() != reflect.Struct {
			return
		}
		for i := 0; i < s.NumField(); i++ {
			if s.Type().Field(i).IsExported() {
				visitNodes(s.Field(i), f)
			}
		}
	}
}
