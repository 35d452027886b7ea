package lower

import ir "omp2cl/ompir"

// isDead reports whether x may have any value in the lanes that are not at work, because
// they have left the loop and nobody asks for it any more. Lanes that skip the rest of an
// iteration come back.
func (v *vectorizer) isDead(x *ir.Var) bool {
	return v.loop.dead[x] && v.active == v.loop.live
}

// deadBehind returns the variables that the loop n changes and that are of no use behind
// it: no statement there names them, and a loop around it starts each iteration without.
func (v *vectorizer) deadBehind(n *ir.Node) map[*ir.Var]bool {
	dead := movingIn(n)
	for x := range movingIn(n) {
		if x == nil || x.Reduces != "" {
			delete(dead, x)
		}
	}
	found := false
	for _, s := range v.stmts {
		if found {
			dropNamed(dead, s)
		}
		found = found || contains(s, func(x *ir.Node) bool { return x == n })
		if found && s != n && contains(s, func(x *ir.Node) bool { return x == n }) {
			dropBehind(dead, s, n)
		}
	}
	for _, s := range v.tail {
		dropNamed(dead, s)
	}
	return dead
}

// dropNamed takes the variables that n names out of a set.
func dropNamed(vars map[*ir.Var]bool, n *ir.Node) {
	for _, x := range ir.Vars(n) {
		delete(vars, x)
	}
}

// dropBehind takes out the variables that s, which contains n, names behind n, and in all
// of a loop around n those that are not its body's own.
func dropBehind(vars map[*ir.Var]bool, s, n *ir.Node) {
	holds := func(k *ir.Node) bool { return contains(k, func(x *ir.Node) bool { return x == n }) }
	if isLoop(s) {
		own := declaredIn(bodyOf(s))
		for x := range vars {
			if !own[x] {
				delete(vars, x)
			}
		}
	}
	behind := false
	for _, k := range s.Kids {
		switch {
		case k == n:
			behind = true
		case !behind && holds(k):
			behind = true
			dropBehind(vars, k, n)
		case behind:
			dropNamed(vars, k)
		}
	}
}
