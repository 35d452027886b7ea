package lower

import ir "omp2cl/ompir"

// teamFlow is the control flow of lowered team code. Parallel regions, from the fork to the
// join, are one step of it each.
type teamFlow struct {
	own    *uniformity
	steps  []*flowStep
	labels map[string]*flowStep
	gotos  map[*flowStep]string
	seen   map[*ir.Node]int // how often a barrier stands in the code

	// Where the jumps of the statement in hand lead to.
	breaks, continues *flowStep
	cases             []*flowStep
}

// flowStep is a part of the code without jumps.
type flowStep struct {
	touches touches
	barrier *ir.Node // the step is a barrier
	next    []*flowStep

	before, after touches // back to the barriers before the step, and on to those behind it
}

func newTeamFlow(own *uniformity, body *ir.Node) *teamFlow {
	f := &teamFlow{own: own, labels: map[string]*flowStep{}, gotos: map[*flowStep]string{}, seen: map[*ir.Node]int{}}
	f.statement(body, f.step(0))
	for s, label := range f.gotos {
		to := f.labels[label]
		if to == nil { // inside of a step
			f.steps = nil
			return f
		}
		s.next = []*flowStep{to}
	}
	return f
}

func (f *teamFlow) step(t touches, next ...*flowStep) *flowStep {
	s := &flowStep{touches: t, next: next}
	f.steps = append(f.steps, s)
	return s
}

// statement adds n, behind which the flow goes on with next, and returns its first step.
func (f *teamFlow) statement(n *ir.Node, next *flowStep) *flowStep {
	switch n.Op {
	case ir.OpBlock:
		return f.block(n.Kids, next)
	case ir.OpIf:
		return f.branch(n, next)
	case ir.OpFor, ir.OpWhile, ir.OpDo:
		return f.loop(n, next)
	case ir.OpSwitch:
		return f.choice(n, next)
	case ir.OpCase, ir.OpDefault:
		s := f.statement(n.Kids[0], next)
		f.cases = append(f.cases, s)
		return s
	case ir.OpLabel:
		s := f.statement(n.Kids[0], next)
		f.labels[n.Str] = s
		return s
	case ir.OpBreak:
		return f.breaks
	case ir.OpContinue:
		return f.continues
	case ir.OpGoto:
		s := f.step(0)
		f.gotos[s] = n.Str
		return s
	}
	if isBarrier(n) {
		s := f.step(0, next)
		s.barrier = n
		f.seen[n]++
		return s
	}
	return f.step(f.touchesOf(n), next)
}

// block adds statements, of which those from a fork to its join are one step.
func (f *teamFlow) block(list []*ir.Node, next *flowStep) *flowStep {
	for end := len(list); end > 0; {
		start := end - 1
		if isDo(list[start], "omp2cl_join") {
			for !isDo(list[start], "omp2cl_fork") {
				start--
			}
			next = f.step(f.touchesOf(at(list[start]).block(list[start:end]...)), next)
		} else {
			next = f.statement(list[start], next)
		}
		end = start
	}
	return next
}

func isDo(n *ir.Node, name string) bool {
	return n.Op == ir.OpExpr && n.Kids[0].Op == ir.OpCall && n.Kids[0].Str == name
}

func (f *teamFlow) branch(n *ir.Node, next *flowStep) *flowStep {
	if isGuard(n) {
		return f.step(f.touchesOf(n), next)
	}
	arms := []*flowStep{f.statement(n.Kids[1], next), next}
	if len(n.Kids) > 2 {
		arms[1] = f.statement(n.Kids[2], next)
	}
	return f.step(f.touchesOf(n.Kids[0]), arms...)
}

// loop adds a loop: a test, from which the flow goes on behind the loop, a body and, in a
// for loop, the step behind it.
func (f *teamFlow) loop(n *ir.Node, next *flowStep) *flowStep {
	parts := n.Kids // condition, body
	switch n.Op {
	case ir.OpDo:
		parts = []*ir.Node{n.Kids[1], n.Kids[0]}
	case ir.OpFor:
		parts = []*ir.Node{n.Kids[1], n.Kids[3]}
	}
	test := f.step(f.touchesOf(parts[0]))
	if parts[0].Op != ir.OpEmpty {
		test.next = append(test.next, next)
	}
	again := test
	if n.Op == ir.OpFor {
		again = f.step(f.touchesOf(n.Kids[2]), test)
	}
	body := f.inside(next, again, func() *flowStep { return f.statement(parts[1], again) })
	test.next = append(test.next, body)
	switch n.Op {
	case ir.OpDo:
		return body
	case ir.OpFor:
		return f.statement(n.Kids[0], test)
	}
	return test
}

// inside adds the body of a statement that jumps lead out of.
func (f *teamFlow) inside(breaks, continues *flowStep, add func() *flowStep) *flowStep {
	b, c := f.breaks, f.continues
	f.breaks, f.continues = breaks, continues
	s := add()
	f.breaks, f.continues = b, c
	return s
}

// choice adds a switch: from its value the flow goes on with any case, or behind it.
func (f *teamFlow) choice(n *ir.Node, next *flowStep) *flowStep {
	outer := f.cases
	f.cases = nil
	f.inside(next, f.continues, func() *flowStep { return f.statement(n.Kids[1], next) })
	s := f.step(f.touchesOf(n.Kids[0]), append(f.cases, next)...)
	f.cases = outer
	return s
}

// needless returns the barriers that may go. Each one that goes lets what stood before it
// and behind it come together, so they go one by one.
func (f *teamFlow) needless() map[*ir.Node]bool {
	out := map[*ir.Node]bool{}
	for {
		f.propagate()
		s := f.free()
		if s == nil {
			return out
		}
		out[s.barrier] = true
		s.barrier = nil
	}
}

// free returns a barrier between things that do not clash, nil when there is none.
func (f *teamFlow) free() *flowStep {
	for _, s := range f.steps {
		if s.barrier != nil && f.seen[s.barrier] == 1 && !s.before.clash(s.after) {
			return s
		}
	}
	return nil
}

// propagate finds what each step meets before and behind it.
func (f *teamFlow) propagate() {
	for _, s := range f.steps {
		s.before, s.after = 0, 0
	}
	for changed := true; changed; {
		changed = false
		for _, s := range f.steps {
			for _, t := range s.next {
				before, after := t.before|s.leaving(), s.after|t.coming()
				changed = changed || before != t.before || after != s.after
				t.before, s.after = before, after
			}
		}
	}
}

// leaving is what has been touched behind s since the last barrier.
func (s *flowStep) leaving() touches {
	if s.barrier != nil {
		return 0
	}
	return s.before | s.touches
}

// coming is what is touched from s on until the next barrier.
func (s *flowStep) coming() touches {
	if s.barrier != nil {
		return 0
	}
	return s.after | s.touches
}
