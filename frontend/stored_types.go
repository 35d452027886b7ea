package frontend

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"

	"modernc.org/cc/v4"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// storedTypes says objects of which types device code may change, as far as C's rules about
// effective types tell (C11 6.5p7): what was stored as a float is not read as a pointer or
// an int. Types that may be the same for someone count as one, and characters and unions,
// which may be anything, as all.
type storedTypes struct {
	all   bool
	kind  map[string]bool
	calls map[*ompir.Func]bool
}

// relyOnTypes looks for followed regions, knowing what types regions store. Those that run
// while a function's code does are its own, and those of open functions that it calls or is
// called by; which may be open is found out as if nothing was stored. The result is nil
// where the host compiler does not rely on types either.
func (b *builder) relyOnTypes() *follower {
	if !b.src.StrictAliasing || mayAliasAll(b.src.Text) {
		return nil
	}
	b.stored = func(string) *storedTypes { return &storedTypes{} }
	open := b.findOpen().open
	stored := b.typesStored(open)
	b.stored = func(name string) *storedTypes { return stored[name] }
	f := b.findOpen()
	for name := range f.open {
		if !open[name] {
			b.stored = nil
			return nil
		}
	}
	return f
}

// typesStored returns what regions store, for each function with constructs.
func (b *builder) typesStored(open map[string]bool) map[string]*storedTypes {
	stored := map[string]*storedTypes{}
	for _, c := range b.mod.Constructs {
		stored[c.Function] = &storedTypes{kind: map[string]bool{}, calls: map[*ompir.Func]bool{}}
	}
	b.eachFunction(func(def *cc.FunctionDefinition) { joinCalled(stored, open, def) })
	for _, c := range b.mod.Constructs {
		stored[c.Function].code(c.Node)
	}
	return stored
}

// joinCalled lets a function and the open ones that it names have one set.
func joinCalled(stored map[string]*storedTypes, open map[string]bool, def *cc.FunctionDefinition) {
	own := def.Declarator.Name()
	visitNodes(reflect.ValueOf(def.CompoundStatement), func(n cc.Node) {
		p, ok := n.(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionIdent || !open[p.Token.SrcStr()] {
			return
		}
		called := stored[p.Token.SrcStr()]
		if stored[own] == nil {
			stored[own] = called
		}
		for name, s := range stored {
			if s == called {
				stored[name] = stored[own]
			}
		}
	})
}

// mayAliasAll reports whether some type, or the code of some function, may be excepted
// from the rules.
func mayAliasAll(text []byte) bool {
	for _, word := range []string{"may_alias", "optimize", "no-strict-aliasing"} {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}

// apart reports whether the host may read an object as the scalar type t while device
// code runs.
func (s *storedTypes) apart(t *ompir.Type) bool {
	if s == nil || s.all || !t.IsScalar() || t.Volatile {
		return false
	}
	kind := aliasKind(t)
	return kind != "" && !s.kind[kind]
}

// aliasKind returns a name for the types that t may alias, "" if these are all: integers of
// one size, with sign or without, are alike, and all pointers.
func aliasKind(t *ompir.Type) string {
	switch {
	case t.Kind == ompir.Pointer:
		return "pointer"
	case t.IsFloat():
		return "float" + strconv.FormatInt(t.Size(), 10)
	case t.IsInteger() && t.Size() > 1:
		return "int" + strconv.FormatInt(t.Size(), 10)
	}
	return ""
}

// add adds the type of what is stored.
func (s *storedTypes) add(t *ompir.Type) {
	switch {
	case t.Kind == ompir.Array:
		s.add(t.Elem)
	case t.Kind == ompir.Struct:
		for _, f := range t.Record.Fields {
			s.all = s.all || f.BitWidth > 0
			s.add(f.Type)
		}
	case aliasKind(t) == "" || t.Volatile:
		s.all = true
	default:
		s.kind[aliasKind(t)] = true
	}
}

// code adds what n stores, but for variables of the device code's own.
func (s *storedTypes) code(n *ompir.Node) {
	ompir.Walk(n, func(x *ompir.Node) bool {
		switch x.Op {
		case ompir.OpAssign, ompir.OpAssignOp, ompir.OpPreInc, ompir.OpPreDec, ompir.OpPostInc, ompir.OpPostDec:
			s.store(x.Kids[0])
		case ompir.OpCall:
			s.call(x)
		case ompir.OpOMP:
			s.directive(x.Dir)
		}
		return true
	})
}

// store adds a store to an lvalue.
func (s *storedTypes) store(to *ompir.Node) {
	union := false
	n := to
	for n.Op == ompir.OpMember || n.Op == ompir.OpIndex && n.Kids[0].Type.Kind == ompir.Array {
		n = n.Kids[0]
		union = union || n.Type.Kind == ompir.Union
	}
	if n.Op == ompir.OpVar && (n.Var.Storage == ompir.StorageLocal || n.Var.Storage == ompir.StorageParam) {
		return
	}
	s.all = s.all || union
	s.add(to.Type)
}

// call adds what a call stores: anything where it may do so through a pointer, or in
// another unit.
func (s *storedTypes) call(x *ompir.Node) {
	name := x.Str
	if x.Func != nil {
		name = x.Func.Name
	}
	_, params, known := ompir.LibrarySignature(name)
	switch {
	case x.Func == nil || x.Func.Body == nil:
		s.all = s.all || !known || len(params) != len(x.Kids)
		for _, p := range params {
			s.all = s.all || !p.IsArithmetic()
		}
	case !s.calls[x.Func]:
		s.calls[x.Func] = true
		s.code(x.Func.Body)
	}
}

// directive adds the list items that the end of a directive stores to. What the functions
// of a declare reduction directive store is found where the clause names them; those of
// identifiers that are no operators may do anything.
func (s *storedTypes) directive(d *ompir.Directive) {
	for _, c := range d.Clauses {
		if c.Kind != ompir.Reduction && c.Kind != ompir.Lastprivate && c.Kind != ompir.Linear {
			continue
		}
		s.all = s.all || c.Kind == ompir.Reduction && !slices.Contains(omp.ReductionOperators, c.Mod)
		for _, it := range c.Items {
			t := it.X.Type
			if len(it.Sections) > 0 && t.Kind == ompir.Pointer {
				t = t.Elem
			}
			s.add(t)
		}
	}
}
