package frontend

import (
	"fmt"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// conv converts one region, device function or clause. Where it stands decides
// what a name means and whether unsupported things are errors.
type conv struct {
	*builder
	fn     *function  // the device function being converted, nil in a region
	host   string     // the host function around a region or clause, "" at file scope
	device bool       // device code, as opposed to clauses evaluated by the host
	region bool       // the clauses of a construct with a region
	muted  int        // > 0 in operands that are not evaluated: sizeof, typeof
	binds  ompir.Part // the innermost teams, parallel or loop construct around: what a loop construct binds to
	around []string   // the names of the constructs around

	locals      map[*cc.Declarator]*ompir.Var  // declared in this device code
	refusedVars map[*ompir.Var]bool            // reported for their types at the declaration
	pre         *[]*ompir.Node                 // where hoisted declarations go; nil: leave lengths in place
	typedefs    map[*cc.Declarator]*ompir.Type // of variable length, declared in this device code
	names       map[string]*ompir.Var          // K&R parameters
	stands      map[*cc.Declarator]*ompir.Var  // pointers to what variables of a declare reduction stand for
}

// newConv returns a converter for device code or for host clauses.
func (b *builder) newConv(host string, device bool) *conv {
	return &conv{builder: b, host: host, device: device, locals: map[*cc.Declarator]*ompir.Var{}, refusedVars: map[*ompir.Var]bool{}, typedefs: map[*cc.Declarator]*ompir.Type{}}
}

// where names the code being converted, for messages.
func (c *conv) where() string {
	if c.fn != nil {
		return fmt.Sprintf("device function '%s'", c.fn.g.name)
	}
	return "a target region"
}

// errorf reports something that device code cannot have; in host clauses and
// unevaluated operands nothing is wrong with it.
func (c *conv) errorf(n cc.Node, id, format string, args ...any) {
	if c.muted == 0 && c.device {
		c.report(ompir.Errorf(c.pos(n), id, format, args...))
	}
}

// report adds a message about device code, with the calls that lead to it.
func (c *conv) report(d ompir.Diagnostic) {
	if c.fn != nil {
		d = c.fn.withPath(d)
	}
	c.diags.Add(d)
}

// badType reports the use of a type that devices lack.
func (c *conv) badType(n cc.Node, t *ompir.Type, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	c.errorf(n, "unsupported-type", "%s has type '%s', which is not supported in device code", what, t.Name)
}

// undeclared reports a name that is not declared, which the host compiler says
// better, and returns something in its place.
func (c *conv) undeclared(tok cc.Token) *ompir.Node {
	c.diags.Add(ompir.Errorf(c.pos(tok), CannotParse, "'%s' is not declared", tok.SrcStr()))
	return varNode(c.mod.NewVar(tok.SrcStr(), ompir.TI32, ompir.StorageHost), c.pos(tok))
}

// quiet converts an expression that is not evaluated at run time.
func (c *conv) quiet(x cc.ExpressionNode) *ompir.Node {
	c.muted++
	pre := c.pre
	c.pre = nil
	n := c.expr(x)
	c.pre = pre
	c.muted--
	return n
}

// typeOf returns the type of an expression that is not evaluated.
func (c *conv) typeOf(x cc.ExpressionNode) *ompir.Type { return c.quiet(x).Type }

// hoist makes the length of a variable-length array, evaluated at its declaration,
// a variable of its own; lengths that no declaration evaluates stay.
func (c *conv) hoist(n *ompir.Node) *ompir.Node {
	if c.pre == nil || c.muted > 0 || !c.device {
		return n
	}
	c.temps++
	v := c.mod.NewVar(fmt.Sprintf("len_%d", c.temps), ompir.TI64, ompir.StorageLocal)
	v.Pos = n.Pos
	*c.pre = append(*c.pre, &ompir.Node{Op: ompir.OpDecl, Var: v, Kids: []*ompir.Node{n}, Pos: n.Pos})
	return varNode(v, n.Pos)
}

// temporary declares a variable for an intermediate value.
func (c *conv) temporary(name string, t *ompir.Type, init *ompir.Node) (*ompir.Var, *ompir.Node) {
	c.temps++
	v := c.mod.NewVar(fmt.Sprintf("%s_%d", name, c.temps), unqualified(t), ompir.StorageLocal)
	v.Pos = init.Pos
	return v, &ompir.Node{Op: ompir.OpDecl, Var: v, Kids: []*ompir.Node{init}, Pos: init.Pos}
}

func varNode(v *ompir.Var, pos ompir.Pos) *ompir.Node {
	return &ompir.Node{Op: ompir.OpVar, Type: v.Type, Var: v, Pos: pos}
}

func node(op ompir.Op, t *ompir.Type, pos ompir.Pos, kids ...*ompir.Node) *ompir.Node {
	return &ompir.Node{Op: op, Type: t, Kids: kids, Pos: pos}
}
