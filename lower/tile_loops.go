package lower

import ir "omp2cl/ompir"

// Tiled marks a loop construct whose iterations run in tiles. Its arguments are the
// numbers, from 0, of the two loops that make a tile; the second becomes the innermost.
const Tiled ir.ClauseKind = "tiled"

// tileLoops marks collapsed loops that read memory along one loop and write it along
// another, like the transposition
//
//	for (i...)
//	    for (j...)
//	        to[j * n + i] = from[i * n + j];
//
// In any order of whole rows one of both takes a new cache line for each element. In
// tiles both use what they have taken; inside of a tile the loop comes last along which
// most accesses, first of all stores, are to neighbours. lower_constructs makes the
// tiles where the order of iterations is ours.
func tileLoops(m *ir.Module) error {
	for _, k := range m.Kernels {
		k.Body = ir.Rewrite(k.Body, func(n *ir.Node) *ir.Node {
			if n.Op != ir.OpOMP || !n.Dir.Is(ir.For) || n.Dir.First(Distributed) == nil {
				return n
			}
			if outer, last := tiledLoops(n); last >= 0 {
				return withClause(n, Tiled, outer, last)
			}
			return n
		})
	}
	return nil
}

// withClause returns the construct n with one more clause, whose arguments are numbers.
func withClause(n *ir.Node, kind ir.ClauseKind, values ...int) *ir.Node {
	clause := &ir.Clause{Kind: kind, Pos: n.Dir.Pos}
	for _, v := range values {
		clause.Args = append(clause.Args, &ir.Arg{X: at(n).num(ir.TI32, int64(v))})
	}
	out, dir := *n, *n.Dir
	dir.Clauses = append(append([]*ir.Clause{}, n.Dir.Clauses...), clause)
	out.Dir = &dir
	return &out
}

// tiledLoops returns the loops of the construct n that should make tiles, the one that
// should be innermost last; -1 when tiles are of no use.
func tiledLoops(n *ir.Node) (outer, last int) {
	loops, body, err := nestOf(n)
	if err != nil {
		panic("BUG: non-canonical loop after the front end: " + err.Error())
	}
	inner := len(loops) - 1
	if inner < 1 || !isStraight(body) {
		return -1, -1
	}
	list := accesses(body, privateIn(n, body))
	alongInner := newStrider(loops[inner].Var, body)
	least := 0
	outer, last = -1, -1
	for i := 0; i < inner; i++ {
		x := cross(list, newStrider(loops[i].Var, body), alongInner)
		if !x.pays() || last >= 0 && x.cost() >= least {
			continue
		}
		least = x.cost()
		outer, last = i, inner
		if x.farOuter < x.farInner {
			outer, last = inner, i
		}
	}
	return outer, last
}

// isStraight reports whether an iteration is so short that a tile of them is no more
// work for one thread than it would have anyway: no loop, and no call of the user's.
func isStraight(n *ir.Node) bool {
	return !contains(n, func(x *ir.Node) bool {
		switch x.Op {
		case ir.OpFor, ir.OpWhile, ir.OpDo, ir.OpLabel, ir.OpGoto, ir.OpOMP:
			return true
		}
		return x.Op == ir.OpCall && x.Func != nil
	})
}

// privateIn returns the variables that each iteration of the construct n, or each of
// its threads, has for itself.
func privateIn(n, body *ir.Node) map[*ir.Var]bool {
	own := declaredIn(body)
	for _, c := range n.Dir.Clauses {
		switch c.Kind {
		case ir.PrivateC, ir.Firstprivate, ir.Lastprivate, ir.Linear, ir.Reduction:
			for _, it := range c.Items {
				own[it.Root()] = true
			}
		}
	}
	return own
}

// crossing weighs how a body's accesses move along two loops: those that are far in the
// outer loop, in the inner one, and in one but near in the other. A store counts as
// two: it needs its cache line before and after.
type crossing struct{ farOuter, farInner, nearOuter, nearInner int }

func cross(list []access, outer, inner *strider) crossing {
	var c crossing
	for _, a := range list {
		weight := 1
		if a.store {
			weight = 2
		}
		o, i := outer.of(a.x), inner.of(a.x)
		if o == far {
			c.farOuter += weight
		}
		if i == far {
			c.farInner += weight
		}
		if o == near && i == far {
			c.nearOuter += weight
		}
		if o == far && i == near {
			c.nearInner += weight
		}
	}
	return c
}

// pays reports whether tiles make neighbours of a good part of what is far apart in the
// order of the source.
func (c crossing) pays() bool { return c.nearOuter > 0 && 2*c.nearOuter >= c.farInner }

// cost is what stays far in the better order inside of a tile.
func (c crossing) cost() int { return min(c.farOuter, c.farInner) }
