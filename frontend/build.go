package frontend

import (
	"fmt"

	"modernc.org/cc/v4"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// builder converts one translation unit.
type builder struct {
	src    Source
	marked *marked
	ast    *cc.AST
	mod    *ompir.Module
	diags  *ompir.Diagnostics

	lines   lineMap
	lastPos ompir.Pos
	// The directive and its clause whose expressions are converted: the text that they
	// come from has other columns.
	inPragma, inClause ompir.Pos

	sites    map[*cc.Declarator]*site
	globals  map[string]*global
	vars     map[*cc.Declarator]*ompir.Var
	records  map[*cc.StructOrUnionSpecifier]*ompir.Record
	pending  map[*ompir.Record]*cc.StructOrUnionSpecifier // declared, to be laid out
	enums    map[*cc.EnumSpecifier]*enumeration
	enumOf   map[*cc.Enumerator]*cc.EnumSpecifier
	tags     map[string]int
	constant map[*ompir.Var]int64 // const integer variables with constant initializers
	temps    int
	listed   map[*ompir.Var]bool                // in mod.Vars
	seen     map[*mark]bool                     // directives met so far
	indexed  bool                               // indexAll was called
	layouts  int                                // records being laid out
	isFunc   map[*cc.Declarator]bool            // what isFunctionName found
	opened   []*mark                            // declare target directives not ended yet
	stored   func(function string) *storedTypes // what device code may change while a function of the host runs; nil: anything

	pendingOrder  []*ompir.Record
	variants      map[string][]*omp.Variant // of functions
	threadprivate map[string]bool
	complexes     map[ompir.Kind]*ompir.Type // of complex numbers, by their parts
	queue         []*function
	reducers      map[reducerKey]*reducer
	functions     []*function                           // in order of first use
	privates      map[*global]*ompir.Var                // of the host's constructs around the place in hand
	signatures    map[*ompir.Type]*cc.ParameterTypeList // parameters of function types
	dispatchers   []*dispatcher
}

// site is where a declarator was declared.
type site struct {
	specs *cc.DeclarationSpecifiers
	init  *cc.InitDeclarator // nil for parameters and function definitions
	decl  *cc.Declaration    // nil likewise
	fn    string             // enclosing function, "" at file scope
	param bool               // a parameter: arrays and functions are pointers
}

// global is a name of the file scope: all its declarations, in order.
type global struct {
	name    string
	decls   []*cc.Declarator
	def     *cc.FunctionDefinition
	target  bool // named by declare target, or declared between it and its end
	link    bool
	fn      *function
	v       *ompir.Var
	address *ompir.Var // holds the address of a function, for device code
	pos     ompir.Pos
}

func newBuilder(src Source, m *marked, ast *cc.AST, diags *ompir.Diagnostics) *builder {
	return &builder{
		src: src, marked: m, ast: ast, diags: diags,
		mod:           &ompir.Module{File: src.File},
		lastPos:       ompir.Pos{File: src.File},
		sites:         map[*cc.Declarator]*site{},
		signatures:    map[*ompir.Type]*cc.ParameterTypeList{},
		globals:       map[string]*global{},
		vars:          map[*cc.Declarator]*ompir.Var{},
		records:       map[*cc.StructOrUnionSpecifier]*ompir.Record{},
		pending:       map[*ompir.Record]*cc.StructOrUnionSpecifier{},
		enums:         map[*cc.EnumSpecifier]*enumeration{},
		enumOf:        map[*cc.Enumerator]*cc.EnumSpecifier{},
		tags:          map[string]int{},
		constant:      map[*ompir.Var]int64{},
		listed:        map[*ompir.Var]bool{},
		seen:          map[*mark]bool{},
		isFunc:        map[*cc.Declarator]bool{},
		threadprivate: map[string]bool{},
		reducers:      map[reducerKey]*reducer{},
	}
}

// errorf reports an error at a node.
func (b *builder) errorf(n cc.Node, id, format string, args ...any) {
	b.diags.Add(ompir.Errorf(b.pos(n), id, format, args...))
}

// indexFile notes every declaration of the file scope.
func (b *builder) indexFile() {
	for tu := b.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		switch ed := tu.ExternalDeclaration; ed.Case {
		case cc.ExternalDeclarationDecl:
			b.indexDeclaration(ed.Declaration, "", b.noteGlobal)
		case cc.ExternalDeclarationFuncDef:
			fd := ed.FunctionDefinition
			b.sites[fd.Declarator] = &site{specs: fd.DeclarationSpecifiers}
			b.indexEnums(fd.DeclarationSpecifiers)
			b.indexParameters(fd.Declarator.DirectDeclarator)
			b.noteGlobal(fd.Declarator)
			b.globals[fd.Declarator.Name()].def = fd
		}
	}
}

// indexDeclaration notes where the declarators of a declaration are declared and
// calls note, when given, for each that is no typedef.
func (b *builder) indexDeclaration(d *cc.Declaration, fn string, note func(*cc.Declarator)) {
	switch d.Case {
	case cc.DeclarationAuto:
		b.sites[d.Declarator] = &site{decl: d, fn: fn}
	case cc.DeclarationDecl:
		b.indexEnums(d.DeclarationSpecifiers)
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			id := l.InitDeclarator
			b.sites[id.Declarator] = &site{specs: d.DeclarationSpecifiers, init: id, decl: d, fn: fn}
			if note != nil && !id.Declarator.IsTypename() {
				note(id.Declarator)
			}
		}
	}
}

// indexEnums notes which enumeration the enumerators in specifiers belong to.
func (b *builder) indexEnums(ds *cc.DeclarationSpecifiers) {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if ds.Case == cc.DeclarationSpecifiersTypeSpec {
			b.indexEnum(ds.TypeSpecifier)
		}
	}
}

func (b *builder) indexEnum(ts *cc.TypeSpecifier) {
	switch ts.Case {
	case cc.TypeSpecifierEnum:
		for l := ts.EnumSpecifier.EnumeratorList; l != nil; l = l.EnumeratorList {
			b.enumOf[l.Enumerator] = ts.EnumSpecifier
		}
	case cc.TypeSpecifierStructOrUnion:
		for m := ts.StructOrUnionSpecifier.StructDeclarationList; m != nil; m = m.StructDeclarationList {
			for l := m.StructDeclaration.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
				if l.Case == cc.SpecifierQualifierListTypeSpec {
					b.indexEnum(l.TypeSpecifier)
				}
			}
		}
	}
}

// indexParameters notes the parameters of a function declarator.
func (b *builder) indexParameters(dd *cc.DirectDeclarator) {
	for ; dd != nil; dd = dd.DirectDeclarator {
		if dd.Case == cc.DirectDeclaratorFuncParam && dd.ParameterTypeList != nil {
			for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
				if p := l.ParameterDeclaration; p != nil && p.Declarator != nil {
					b.sites[p.Declarator] = &site{specs: p.DeclarationSpecifiers, param: true}
				}
			}
		}
		if dd.Case == cc.DirectDeclaratorDecl {
			b.indexParameters(dd.Declarator.DirectDeclarator)
		}
	}
}

// noteGlobal adds a declaration of a name at file scope.
func (b *builder) noteGlobal(d *cc.Declarator) {
	g := b.globalNamed(d.Name())
	g.decls = append(g.decls, d)
}

func (b *builder) globalNamed(name string) *global {
	g := b.globals[name]
	if g == nil {
		g = &global{name: name}
		b.globals[name] = g
	}
	return g
}

// lookup finds what a name means at a token: the last declaration of the innermost
// scope that has one before the token.
func lookup(scope *cc.Scope, tok cc.Token) cc.Node {
	name := tok.SrcStr()
	for s := scope; s != nil; s = s.Parent {
		if n := visible(s.Nodes[name], tok.Seq()); n != nil {
			return n
		}
	}
	return nil
}

// visible returns the last ordinary identifier among nodes that is declared
// before the token with the sequence number seq.
func visible(nodes []cc.Node, seq int) (found cc.Node) {
	for _, n := range nodes {
		switch n := n.(type) {
		case *cc.Declarator:
			if n.Visible() <= seq {
				found = n
			}
		case *cc.Enumerator:
			if n.Visible() <= seq {
				found = n
			}
		case *cc.Parameter:
			if n.Visible() <= seq {
				found = n
			}
		}
	}
	return found
}

// list adds a variable of static storage or of the host to the module.
func (b *builder) list(v *ompir.Var) {
	if !b.listed[v] {
		b.listed[v] = true
		b.mod.Vars = append(b.mod.Vars, v)
	}
}

// uniqueTag returns a record tag not used before.
func (b *builder) uniqueTag(tag string) string {
	b.tags[tag]++
	if n := b.tags[tag]; n > 1 {
		return b.uniqueTag(fmt.Sprintf("%s_%d", tag, n))
	}
	return tag
}
