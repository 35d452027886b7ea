package frontend

import "omp2cl/ompir"

// jumpScan looks for jumps that leave a structured block.
type jumpScan struct {
	ch     *checker
	dir    *ompir.Directive
	labels map[string]bool
}

// jumps checks that nothing leaves the block of a construct (OpenMP 4.5 §1.2.2):
// return, break, continue and goto.
func (ch *checker) jumps(n *ompir.Node) {
	s := &jumpScan{ch: ch, dir: n.Dir, labels: map[string]bool{}}
	ownLabels(n.Kids[0], s.labels)
	body := n.Kids[0]
	if isLoopConstruct(n.Dir) && body.Op == ompir.OpFor {
		depth := ch.nestDepth(n.Dir)
		for body.Kids[3].Op == ompir.OpFor && depth > 1 {
			body = body.Kids[3]
			depth--
		}
		s.scan(body.Kids[3], false, true)
		return
	}
	s.scan(body, false, false)
}

// scan walks a statement; breaks and continues say whether these stay inside.
func (s *jumpScan) scan(n *ompir.Node, breaks, continues bool) {
	switch n.Op {
	case ompir.OpOMP:
		return // checked on its own
	case ompir.OpFor, ompir.OpWhile, ompir.OpDo:
		breaks, continues = true, true
	case ompir.OpSwitch:
		breaks = true
	case ompir.OpBreak:
		s.leave(n, breaks, "break")
	case ompir.OpContinue:
		s.leave(n, continues, "continue")
	case ompir.OpReturn:
		s.leave(n, false, "return")
	case ompir.OpGoto:
		if !s.labels[n.Str] {
			s.ch.errorf(n.Pos, "leaves-region", "'goto %s' jumps out of or into the '%s' region", n.Str, s.dir.Spelling())
		}
	}
	for _, k := range n.Kids {
		s.scan(k, breaks, continues)
	}
}

func (s *jumpScan) leave(n *ompir.Node, inside bool, word string) {
	if !inside {
		s.ch.errorf(n.Pos, "leaves-region", "'%s' leaves the '%s' region", word, s.dir.Spelling())
	}
}

// ownLabels collects the labels of a block without those of constructs inside it.
func ownLabels(n *ompir.Node, labels map[string]bool) {
	if n.Op == ompir.OpOMP {
		return
	}
	if n.Op == ompir.OpLabel {
		labels[n.Str] = true
	}
	for _, k := range n.Kids {
		ownLabels(k, labels)
	}
}

// labels checks the jumps of a function's body outside of constructs: none may
// enter one.
func (ch *checker) labels(body *ompir.Node) {
	own := map[string]bool{}
	ownLabels(body, own)
	ch.gotos(body, own)
}

func (ch *checker) gotos(n *ompir.Node, own map[string]bool) {
	if n.Op == ompir.OpOMP {
		return
	}
	if n.Op == ompir.OpGoto && !own[n.Str] {
		ch.errorf(n.Pos, "leaves-region", "'goto %s' jumps into an OpenMP region", n.Str)
	}
	for _, k := range n.Kids {
		ch.gotos(k, own)
	}
}
