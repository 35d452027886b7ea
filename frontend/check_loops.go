package frontend

import (
	"slices"

	"omp2cl/ompir"
)

// loopNest checks the loops that a loop construct applies to (OpenMP 4.5 §2.6,
// §2.7.1).
func (ch *checker) loopNest(n *ompir.Node) {
	depth := ch.nestDepth(n.Dir)
	var outer []*ompir.Var
	loop := n.Kids[0]
	for i := int64(0); i < depth; i++ {
		l := ch.loop(n.Dir, loop, depth, i, outer)
		if l == nil {
			return
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
func (ch *checker) loop(d *ompir.Directive, n *ompir.Node, depth, level int64, outer []*ompir.Var) *ompir.Loop {
	if n.Op != ompir.OpFor {
		ch.errorf(n.Pos, "non-canonical-loop", "'%s' needs a for loop after it", d.Spelling())
		return nil
	}
	l, diag := ompir.CanonicalLoop(n)
	if diag != nil {
		ch.report(*diag)
		return nil
	}
	for _, part := range []*ompir.Node{l.Lower, l.Upper, l.Step} {
		for _, v := range ompir.Vars(part) {
			if slices.Contains(outer, v) {
				ch.errorf(part.Pos, "non-canonical-loop", "a bound of this loop depends on '%s', the variable of an outer loop of collapse(%d): the iteration space must be rectangular", v.Name, depth)
				return nil
			}
		}
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
