package frontend

import (
	"slices"
	"strconv"

	"omp2cl/ompir"
)

// loopNest checks the loops that a loop construct applies to (OpenMP 4.5 §2.6,
// §2.7.1).
func (ch *checker) loopNest(n *ompir.Node) {
	depth := ch.nestDepth(n.Dir)
	var outer []*ompir.Var
	loop := n.Kids[0]
	rectangular := depth
	var inner []*ompir.Loop // in the body of the rectangular part
	for i := int64(0); i < depth; i++ {
		l := ch.loop(n.Dir, loop, outer)
		if l == nil {
			return
		}
		if rectangular == depth && dependsOn(l, outer) {
			rectangular = i
		}
		if rectangular < depth {
			inner = append(inner, l)
		}
		outer = append(outer, l.Var)
		if i+1 < depth {
			if loop = ch.nextLoop(loop.Kids[3], depth); loop == nil {
				return
			}
		}
	}
	ch.modified(loop.Kids[3], outer)
	ch.loopClauses(n.Dir, outer)
	if rectangular < depth {
		ch.keepRectangle(n.Dir, rectangular, inner)
	}
}

// dependsOn reports whether a bound of a loop depends on a variable of an outer loop of its
// nest: the nest is not rectangular then (OpenMP 5.0 §2.9.1).
func dependsOn(l *ompir.Loop, outer []*ompir.Var) bool {
	for _, part := range []*ompir.Node{l.Lower, l.Upper, l.Step} {
		for _, v := range ompir.Vars(part) {
			if slices.Contains(outer, v) {
				return true
			}
		}
	}
	return false
}

// keepRectangle lets a construct apply to the outer loops of a nest that is not rectangular,
// as many as are: the inner ones run one after the other in each iteration. The last
// iteration of all is then not known to be the last one of the loops that remain.
func (ch *checker) keepRectangle(d *ompir.Directive, depth int64, inner []*ompir.Loop) {
	collapse := d.First(ompir.Collapse)
	if last := d.First(ompir.Lastprivate); last != nil {
		ch.report(ompir.Errorf(last.Pos, "non-canonical-loop", "'lastprivate' is not supported on a nest whose inner bounds depend on outer loops").
			WithNote("collapse the outer loops only, and test for the last iteration in the body"))
	}
	private := &ompir.Clause{Kind: ompir.PrivateC, Pos: collapse.Pos}
	for _, l := range inner {
		switch it := (&ompir.Item{X: varNode(l.Var, collapse.Pos), Text: l.Var.Name, BaseText: l.Var.Name, Pos: collapse.Pos}); {
		case l.Declared, listed(d)[l.Var]:
		case d.Has(ompir.Simd):
			ch.report(ompir.Errorf(collapse.Pos, "non-canonical-loop",
				"the loop variable '%s' of a nest whose inner bounds depend on outer loops is declared outside of it", l.Var.Name).
				WithNote("declare it in its for statement"))
		default:
			private.Items = append(private.Items, it)
		}
	}
	if len(private.Items) > 0 {
		d.Clauses = append(d.Clauses, private)
	}
	if depth == 1 {
		d.Clauses = slices.DeleteFunc(d.Clauses, func(c *ompir.Clause) bool { return c == collapse })
		return
	}
	at := collapse.Args[0].X
	collapse.Args[0] = &ompir.Arg{X: &ompir.Node{Op: ompir.OpConst, Type: ompir.TI32, Int: depth, Pos: at.Pos}, Text: strconv.FormatInt(depth, 10)}
}

// nestDepth returns how many loops a construct applies to; a wrong argument of
// collapse counts as 1.
func (b *builder) nestDepth(d *ompir.Directive) int64 {
	if c := d.First(ompir.Collapse); c != nil {
		if n, ok := b.constInt(c.Args[0].X); ok {
			return max(n, 1)
		}
	}
	return 1
}

// loop checks one loop of a nest and returns it, or nil when something is wrong.
func (ch *checker) loop(d *ompir.Directive, n *ompir.Node, outer []*ompir.Var) *ompir.Loop {
	if n.Op != ompir.OpFor {
		ch.errorf(n.Pos, "non-canonical-loop", "'%s' needs a for loop after it", d.Spelling())
		return nil
	}
	l, diag := ompir.CanonicalLoop(n)
	if diag != nil {
		ch.report(*diag)
		return nil
	}
	if slices.Contains(outer, l.Var) {
		ch.errorf(n.Pos, "non-canonical-loop", "the loop variable '%s' is that of an outer loop too", l.Var.Name)
		return nil
	}
	return l
}

// nextLoop returns the only statement of a loop's body, which must be a loop.
func (ch *checker) nextLoop(body *ompir.Node, depth int64) *ompir.Node {
	for body.Op == ompir.OpBlock && len(body.Kids) == 1 {
		body = body.Kids[0]
	}
	if body.Op == ompir.OpFor {
		return body
	}
	if body.Op != ompir.OpBlock {
		ch.errorf(body.Pos, "collapse-depth", "collapse(%d) needs %[1]d nested loops: a for loop is expected here", depth)
		return nil
	}
	for _, k := range body.Kids {
		if k.Op != ompir.OpFor {
			ch.errorf(k.Pos, "collapse-depth", "collapse(%d) needs perfectly nested loops: nothing may stand between them", depth)
			return nil
		}
	}
	ch.errorf(body.Pos, "collapse-depth", "collapse(%d) needs exactly one loop in this block", depth)
	return nil
}

// modified reports assignments to loop variables in the body.
func (ch *checker) modified(body *ompir.Node, vars []*ompir.Var) {
	for _, v := range vars {
		if at := ompir.Modification(body, v); at != nil {
			ch.errorf(at.Pos, "non-canonical-loop", "the loop variable '%s' is changed in the body of the loop", v.Name)
		}
	}
}

// loopClauses checks the clauses that name a loop variable (OpenMP 4.5 §2.15.1.1).
func (ch *checker) loopClauses(d *ompir.Directive, vars []*ompir.Var) {
	for _, c := range d.Clauses {
		switch c.Kind {
		case ompir.Shared, ompir.Firstprivate, ompir.Reduction:
		default:
			continue
		}
		for _, it := range c.Items {
			if it.IsPlainVar() && slices.Contains(vars, it.X.Var) {
				ch.errorf(it.Pos, "loop-variable-clause", "the loop variable '%s' cannot be named by '%s'", it.Text, c.Kind)
			}
		}
	}
}
