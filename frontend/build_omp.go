package frontend

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// markerOf returns the mark that a statement stands for, with the associated
// statement (nil for stand-alone directives) and the marker's expressions.
func (b *builder) markerOf(s *cc.Statement) (*mark, *cc.Statement, []cc.ExpressionNode) {
	switch s.Case {
	case cc.StatementIteration:
		if it := s.IterationStatement; it.Case == cc.IterationStatementWhile {
			if mk, args := b.markerCall(it.ExpressionList, prefixMarker); mk != nil {
				return mk, it.Statement, args
			}
		}
	case cc.StatementExpr:
		if mk, args := b.markerCall(s.ExpressionStatement.ExpressionList, standaloneMarker); mk != nil {
			return mk, nil, args
		}
	}
	return nil, nil, nil
}

// markerCall recognizes the call of a marker function.
func (b *builder) markerCall(x cc.ExpressionNode, name string) (*mark, []cc.ExpressionNode) {
	call, ok := x.(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return nil, nil
	}
	p, ok := call.PostfixExpression.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent || string(p.Token.Src()) != name {
		return nil, nil
	}
	args := arguments(call)
	id, err := strconv.Atoi(cc.NodeSource(args[0]))
	if err != nil {
		panic("BUG: marker without a number")
	}
	return b.marked.Marks[id], args[1:]
}

// declaredMark returns the mark that a _Static_assert stands for, or nil.
func (b *builder) declaredMark(s *cc.StaticAssertDeclaration) *mark {
	text := strings.Trim(s.Token4.SrcStr(), `"`)
	id, found := strings.CutPrefix(text, declareMarker)
	if !found {
		return nil
	}
	if n, err := strconv.Atoi(id); err == nil {
		return b.marked.Marks[n]
	}
	return nil
}

// declarative handles a declarative directive inside device code. Static variables of
// device functions are the device's whether declare target names them or not.
func (c *conv) declarative(s *cc.StaticAssertDeclaration) {
	if mk := c.declaredMark(s); mk != nil && c.device {
		if mk.Raw.Parts[0] == ompir.DeclareTarget && mk.Raw.First(ompir.To) != nil && len(mk.Raw.Clauses) == 1 {
			return
		}
		c.markErrors(mk)
		c.report(ompir.Errorf(mk.Raw.Pos, "unsupported-directive", "'%s' is not supported in device code", spelling(mk.Raw)))
	}
}

func spelling(r *omp.Raw) string { return (&ompir.Directive{Parts: r.Parts}).Spelling() }

// markErrors reports what the directive's parser found, once, and whether it
// contains errors.
func (b *builder) markErrors(mk *mark) bool {
	failed := false
	for _, d := range mk.Errors {
		b.diags.Add(d)
		failed = failed || d.Severity == ompir.Error
	}
	return failed
}

// openMP converts a directive in device code with its associated statement.
func (c *conv) openMP(s *cc.Statement, mk *mark, body *cc.Statement, args []cc.ExpressionNode) *ompir.Node {
	c.seen[mk] = true
	n := node(ompir.OpOMP, nil, mk.Raw.Pos)
	if c.markErrors(mk) || c.refused(mk) {
		n.Op = ompir.OpEmpty
		return n
	}
	n.Dir = c.directive(mk.Raw, args)
	switch {
	case !mk.Raw.Loop:
	case c.binds == ompir.Teams:
		n.Dir.Parts = []ompir.Part{ompir.Distribute, ompir.Parallel, ompir.For}
	case c.binds == ompir.Simd: // in a loop: a thread's own
		n.Dir.Parts = []ompir.Part{ompir.Simd}
	}
	if body != nil {
		n.Kids = []*ompir.Node{c.associated(n.Dir, body)}
		c.defaultSharing(n)
	}
	if mk.Raw.Scope {
		c.overThreads(n)
	}
	return n
}

// scopeName is the name of the loop constructs that scope constructs become.
const scopeName = "scope"

// overThreads makes a loop construct of a scope construct, whose block each thread of the
// team runs once: one over the threads, in which the thread of a number has that iteration.
func (c *conv) overThreads(n *ompir.Node) {
	pos := n.Dir.Pos
	n.Dir.Name = scopeName
	v := c.mod.NewVar("omp2cl_scope", ompir.TI32, ompir.StorageLocal)
	one := &ompir.Node{Op: ompir.OpConst, Type: ompir.TI32, Int: 1, Pos: pos}
	init := node(ompir.OpDecl, nil, pos, &ompir.Node{Op: ompir.OpConst, Type: ompir.TI32, Pos: pos})
	init.Var = v
	threads := node(ompir.OpCall, ompir.TI32, pos)
	threads.Str = "omp_get_num_threads"
	n.Kids[0] = node(ompir.OpFor, nil, pos, init, node(ompir.OpLt, ompir.TI32, pos, varNode(v, pos), threads),
		node(ompir.OpPreInc, ompir.TI32, pos, varNode(v, pos)), n.Kids[0])
	n.Dir.Clauses = append(n.Dir.Clauses, &ompir.Clause{Kind: ompir.Schedule, Mod: "static", Args: []*ompir.Arg{{X: one, Text: "1"}}, Pos: pos})
}

// defaultSharing names what default(firstprivate) and default(private) of OpenMP 5.1
// (§2.21.4.1) say about the variables that no clause names. Static ones must be named.
func (c *conv) defaultSharing(n *ompir.Node) {
	d := n.Dir.First(ompir.Default)
	if d == nil || d.Mod != "firstprivate" && d.Mod != "private" {
		return
	}
	copies := &ompir.Clause{Kind: ompir.ClauseKind(d.Mod), Pos: d.Pos}
	eachUnlisted(n, func(use *ompir.Node) {
		v := use.Var
		switch {
		case v.Storage == ompir.StorageFile:
			c.report(ompir.Errorf(use.Pos, "default-"+d.Mod, "static variable '%s' is not named by a clause of '%s' with default(%s)",
				v.Name, n.Dir.Spelling(), d.Mod).WithNote("add 'shared(%s)' or '%s(%[1]s)'", v.Name, d.Mod))
		case !v.Const:
			copies.Items = append(copies.Items, &ompir.Item{X: node(ompir.OpVar, v.Type, d.Pos), Text: v.Name, BaseText: v.Name, Pos: d.Pos})
			copies.Items[len(copies.Items)-1].X.Var = v
		}
	})
	if d.Mod = "shared"; len(copies.Items) > 0 {
		n.Dir.Clauses = append(n.Dir.Clauses, copies)
	}
}

// refused reports what omp2cl does not support in device code.
func (b *builder) refused(mk *mark) bool {
	diags := omp.CheckDevice(mk.Raw)
	b.diags.Add(diags...)
	return len(diags) > 0
}

// associated converts the statement that belongs to a directive.
func (c *conv) associated(d *ompir.Directive, body *cc.Statement) *ompir.Node {
	binds, around := c.binds, c.around
	for _, p := range d.Parts {
		c.around = append(slices.Clip(c.around), p.String())
		switch p {
		case ompir.Teams, ompir.Parallel:
			c.binds = p
		case ompir.Distribute, ompir.For, ompir.Simd, ompir.Taskloop, ompir.Sections:
			c.binds = ompir.Simd
		}
	}
	n := c.stmt(body)
	c.binds, c.around = binds, around
	if d.Has(ompir.Sections) && n.Op == ompir.OpBlock {
		c.firstSection(n)
	}
	return n
}

// firstSection makes the implicit first section explicit: what stands in a
// sections block before its first section directive.
func (c *conv) firstSection(n *ompir.Node) {
	i := 0
	for i < len(n.Kids) && !isSection(n.Kids[i]) {
		i++
	}
	if i == 0 {
		return
	}
	first := node(ompir.OpOMP, nil, n.Kids[0].Pos, node(ompir.OpBlock, nil, n.Kids[0].Pos, n.Kids[:i:i]...))
	first.Dir = &ompir.Directive{Parts: []ompir.Part{ompir.Section}, Pos: first.Pos}
	n.Kids = append([]*ompir.Node{first}, n.Kids[i:]...)
}

func isSection(n *ompir.Node) bool { return n.Op == ompir.OpOMP && n.Dir.Is(ompir.Section) }

// directive resolves the expressions of a parsed directive.
func (c *conv) directive(r *omp.Raw, args []cc.ExpressionNode) *ompir.Directive {
	d := &ompir.Directive{Parts: r.Parts, Name: r.Name, Pos: r.Pos}
	x := &rawExprs{c: c, raw: r, args: args}
	for _, rc := range r.Clauses {
		switch rc.Kind {
		case ompir.Reduction:
			d.Clauses = append(d.Clauses, x.reduced(rc)...)
		case ompir.UseDevAddr, ompir.HasDevAddr:
			d.Clauses = append(d.Clauses, addressed(x.clause(rc))...)
		default:
			d.Clauses = append(d.Clauses, x.clause(rc))
		}
	}
	return d
}

// rawExprs resolves the expressions of one directive.
type rawExprs struct {
	c    *conv
	raw  *omp.Raw
	args []cc.ExpressionNode
}

func (x *rawExprs) clause(rc *omp.RawClause) *ompir.Clause {
	defer func(pragma, clause ompir.Pos) { x.c.inPragma, x.c.inClause = pragma, clause }(x.c.inPragma, x.c.inClause)
	x.c.inPragma, x.c.inClause = x.raw.Pos, rc.Pos
	if x.c.region && isForInner(rc) {
		defer func(device bool) { x.c.device = device }(x.c.device)
		x.c.device = true
	}
	out := &ompir.Clause{Kind: rc.Kind, Mod: rc.Mod, Pos: rc.Pos}
	for _, it := range rc.Items {
		out.Items = append(out.Items, x.item(it))
	}
	for _, i := range rc.Args {
		out.Args = append(out.Args, x.arg(i))
	}
	return out
}

// isForInner reports whether a clause of a target construct belongs to a construct that is
// combined with it: its expressions are device code then.
func isForInner(rc *omp.RawClause) bool {
	switch rc.Kind {
	case ompir.NumThreads, ompir.Schedule, ompir.DistSchedule, ompir.Linear:
		return true
	case ompir.If:
		return rc.Mod == "parallel"
	}
	return false
}

// arg resolves the expression with an index, -1 for none.
func (x *rawExprs) arg(i int) *ompir.Arg {
	if i < 0 {
		return nil
	}
	return &ompir.Arg{X: x.c.expr(x.args[i]), Text: x.raw.Exprs[i]}
}

func (x *rawExprs) item(it *omp.RawItem) *ompir.Item {
	out := &ompir.Item{Text: it.Text, BaseText: it.BaseText, Pos: it.Pos}
	out.X = x.c.listItem(x.args[it.X])
	for _, s := range it.Sections {
		out.Sections = append(out.Sections, ompir.Bracket{Lower: x.arg(s.Lower), Length: x.arg(s.Length), Stride: x.arg(s.Stride), Colon: s.Colon})
	}
	return out
}

// listItem converts an item of a list. Its type may be one that devices lack as
// long as the region does not use it.
func (c *conv) listItem(x cc.ExpressionNode) *ompir.Node {
	device := c.device
	c.device = false
	n := c.expr(x)
	c.device = device
	return n
}
