package frontend

import (
	"fmt"
	"reflect"
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// reducerPrefix starts the names of the variables that stand for declare reduction
// directives in marked text. Such a variable makes the scope of the directive that of
// a name, and its initializer, a statement expression, has two blocks for each type:
//
//	{ T omp_out; T omp_in; COMBINER; }
//	{ T omp_orig; T omp_priv = VALUE; } or { T omp_orig; T omp_priv; CALL; }
const reducerPrefix = "__omp_r"

// reducerMarker is the text that stands for a declare reduction directive.
func reducerMarker(mk *mark) string {
	var s strings.Builder
	r := mk.Raw.Reduction
	fmt.Fprintf(&s, "int %s%d = ({", reducerPrefix, mk.ID)
	for _, at := range r.Types {
		t := specifier(mk.Raw.Exprs[at])
		fmt.Fprintf(&s, " { %s omp_out; %s omp_in; %s; }", t, t, mk.Raw.Exprs[r.Combiner])
		fmt.Fprintf(&s, " { %s omp_orig; %s omp_priv", t, t)
		switch {
		case r.Initializer < 0:
			s.WriteString(" = {0}; }")
		case r.Assigns:
			fmt.Fprintf(&s, " = %s; }", mk.Raw.Exprs[r.Initializer])
		default:
			fmt.Fprintf(&s, "; %s; }", mk.Raw.Exprs[r.Initializer])
		}
	}
	s.WriteString(" 0; });")
	return s.String()
}

// specifier returns text that declares a variable of a type when its name follows.
func specifier(typeName string) string {
	if strings.HasSuffix(typeName, ")") || strings.HasSuffix(typeName, "]") {
		return "__typeof__(" + typeName + ")" // a pointer to an array, say
	}
	return typeName
}

// isReducer reports whether a declarator stands for a declare reduction directive.
func isReducer(d *cc.Declarator) bool { return strings.HasPrefix(d.Name(), reducerPrefix) }

// reducer is a declare reduction directive for one of its types: two functions of
// the device, void combine(T *omp_out, T *omp_in) and void init(T *omp_priv, T *omp_orig).
type reducer struct {
	t             *ompir.Type
	combine, init *ompir.Func
}

// reducerKey names a type of a declare reduction directive.
type reducerKey struct {
	mk *mark
	at int
}

// findReducer returns what the identifier name means for items of type t in a clause
// that x stands in: what the innermost scope with a directive for that type declares
// (OpenMP 4.5 §2.16). It returns nil when there is none.
func (b *builder) findReducer(x *cc.PrimaryExpression, name string, t *ompir.Type) *reducer {
	for s := x.LexicalScope(); s != nil; s = s.Parent {
		for i := len(b.marked.Marks) - 1; i >= 0; i-- {
			mk := b.marked.Marks[i]
			if mk.Kind != markReducer || mk.Raw.Reduction.Name != name {
				continue
			}
			d, ok := visible(s.Nodes[fmt.Sprint(reducerPrefix, mk.ID)], x.Token.Seq()).(*cc.Declarator)
			if !ok {
				continue
			}
			if r := b.reducerFor(mk, d, t); r != nil {
				return r
			}
		}
	}
	return nil
}

// reducerFor returns the reducer of a directive for items of type t, or nil.
func (b *builder) reducerFor(mk *mark, d *cc.Declarator, t *ompir.Type) *reducer {
	body := unparen(b.siteOf(d).init.Initializer.AssignmentExpression).(*cc.PrimaryExpression).CompoundStatement
	var blocks []*cc.CompoundStatement
	for l := body.BlockItemList; l != nil; l = l.BlockItemList {
		if s := l.BlockItem.Statement; s != nil && s.Case == cc.StatementCompound {
			blocks = append(blocks, s.CompoundStatement)
		}
	}
	for i := range mk.Raw.Reduction.Types {
		key := reducerKey{mk, i}
		if r := b.reducers[key]; r != nil {
			if identical(t, r.t) {
				return r
			}
			continue
		}
		if of := b.reducedType(blocks[2*i]); identical(t, of) {
			r := &reducer{t: of}
			b.reducers[key] = r
			r.combine = b.newReducerFunction(mk, "combine", i, of, "omp_out", "omp_in", blocks[2*i])
			r.init = b.newReducerFunction(mk, "init", i, of, "omp_priv", "omp_orig", blocks[2*i+1])
			return r
		}
	}
	return nil
}

// reducedType returns the type of the first variable that a block declares.
func (b *builder) reducedType(block *cc.CompoundStatement) *ompir.Type {
	d := block.BlockItemList.BlockItem.Declaration.InitDeclaratorList.InitDeclarator.Declarator
	t, _ := b.hostConv("").declaratorType(d, b.siteOf(d))
	return unqualified(t)
}

// newReducerFunction makes a device function of a block, with pointers to the variables
// first and second as parameters. A first variable with an initializer stays a
// variable, whose value is stored in the end.
func (b *builder) newReducerFunction(mk *mark, what string, i int, t *ompir.Type, first, second string, block *cc.CompoundStatement) *ompir.Func {
	name := fmt.Sprintf("%s_%s_%d", reducerName(mk.Raw.Reduction), what, mk.ID)
	if i > 0 {
		name = fmt.Sprintf("%s_%d", name, i)
	}
	fn := &function{g: &global{name: "declare reduction(" + mk.Raw.Reduction.Name + ")"}, conv: b.newConv("", true)}
	c := fn.conv
	c.fn, c.stands = fn, map[*cc.Declarator]*ompir.Var{}
	fn.f = b.mod.NewFunc(name, ompir.TVoid)
	fn.f.Pos, fn.g.fn = mk.Raw.Pos, fn
	b.globals[name] = fn.g
	b.functions = append(b.functions, fn)
	params := map[string]*ompir.Var{}
	for _, p := range []string{first, second} {
		params[p] = fn.addParameter(c, p, ompir.PointerTo(t))
		params[p].Pos = fn.f.Pos
	}
	fn.f.Body = c.reducerBody(block, params)
	return fn.f
}

// reducerName is the directive's identifier as a part of a function's name.
func reducerName(r *omp.RawReduction) string {
	if word := operatorWords[r.Name]; word != "" {
		return word
	}
	return r.Name
}

var operatorWords = map[string]string{"+": "sum", "-": "difference", "*": "product", "&": "and", "|": "or",
	"^": "xor", "&&": "all", "||": "any"}

// reducerBody converts a block whose variables the parameters point to.
func (c *conv) reducerBody(block *cc.CompoundStatement, params map[string]*ompir.Var) *ompir.Node {
	n := node(ompir.OpBlock, nil, c.pos(block))
	for l := block.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case == cc.BlockItemStmt {
			n.Kids = append(n.Kids, c.stmt(l.BlockItem.Statement))
			continue
		}
		for id := l.BlockItem.Declaration.InitDeclaratorList; id != nil; id = id.InitDeclaratorList {
			d := id.InitDeclarator.Declarator
			to := params[d.Name()]
			if id.InitDeclarator.Initializer == nil {
				c.stands[d] = to
				continue
			}
			n.Kids = append(n.Kids, c.declaration(l.BlockItem.Declaration)...)
			whole := node(ompir.OpDeref, to.Type.Elem, n.Pos, varNode(to, n.Pos))
			n.Kids = append(n.Kids, node(ompir.OpExpr, nil, n.Pos,
				node(ompir.OpAssign, to.Type.Elem, n.Pos, whole, varNode(c.locals[d], n.Pos))))
		}
	}
	return n
}

// reduced splits a reduction clause: each item with a reducer of its own gets a
// clause, with calls of the two functions as arguments. What the operators serve
// stays in one.
func (x *rawExprs) reduced(rc *omp.RawClause) []*ompir.Clause {
	plain := &ompir.Clause{Kind: rc.Kind, Mod: rc.Mod, Pos: rc.Pos}
	var out []*ompir.Clause
	for _, raw := range rc.Items {
		it := x.item(raw)
		t := elementType(it)
		if t == nil || hasOperator(t, rc.Mod) {
			plain.Items = append(plain.Items, it)
			continue
		}
		r := x.c.findReducer(firstName(x.args[raw.X]), rc.Mod, t)
		if r == nil {
			plain.Items = append(plain.Items, it)
			continue
		}
		out = append(out, &ompir.Clause{Kind: rc.Kind, Mod: rc.Mod, Pos: rc.Pos, Items: []*ompir.Item{it},
			Args: []*ompir.Arg{reducerArg(r.combine), reducerArg(r.init)}})
	}
	if len(plain.Items) > 0 {
		out = append(out, plain)
	}
	return out
}

// firstName returns the first identifier of a list item: cc/v4 tells the scopes of
// names alone.
func firstName(x cc.ExpressionNode) (found *cc.PrimaryExpression) {
	visitNodes(reflect.ValueOf(x), func(n cc.Node) {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent && found == nil {
			found = p
		}
	})
	return found
}

// reducerArg is a function of a reducer as an argument of a clause: a call, so that
// whoever looks for the functions that code needs finds it.
func reducerArg(f *ompir.Func) *ompir.Arg {
	n := node(ompir.OpCall, ompir.TVoid, f.Pos)
	n.Func = f
	for _, p := range f.Params {
		zero := node(ompir.OpConst, ompir.TI32, f.Pos)
		n.Kids = append(n.Kids, node(ompir.OpCast, p.Type, f.Pos, zero))
	}
	return &ompir.Arg{X: n, Text: f.Name}
}

// elementType returns the type of what a reduction item consists of, nil when its
// brackets do not fit its type.
func elementType(it *ompir.Item) *ompir.Type {
	t := it.X.Type
	for range it.Sections {
		if t.Kind != ompir.Array && t.Kind != ompir.Pointer {
			return nil
		}
		t = t.Elem
	}
	return unqualified(t.Scalar())
}

// hasOperator reports whether OpenMP itself defines the reduction name for items of
// type t.
func hasOperator(t *ompir.Type, name string) bool {
	switch name {
	case "+", "-", "*", "&&", "||":
		return t.IsArithmetic() || t.ComplexPart() != nil
	case "&", "|", "^":
		return t.IsInteger()
	case "min", "max":
		return t.IsArithmetic()
	}
	return false
}
