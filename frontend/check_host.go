package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// hostJumps is what hostWalk notes to find jumps into and out of the blocks of
// device constructs in host code.
type hostJumps struct {
	in              *mark // innermost target data construct, nil outside
	loops, switches int   // around the current statement, within in
	labels          map[string]*mark
	gotos           []hostGoto
}

type hostGoto struct {
	label string
	in    *mark
	pos   ompir.Pos
}

// enter notes the start of a construct's block; the result notes its end. Blocks
// of host directives are the host compiler's to check.
func (w *hostWalk) enter(mk *mark) (leave func()) {
	if mk.HostOnly {
		return func() {}
	}
	old := w.jumps
	w.jumps.in, w.jumps.loops, w.jumps.switches = mk, 0, 0
	return func() {
		w.jumps.in, w.jumps.loops, w.jumps.switches = old.in, old.loops, old.switches
	}
}

func (w *hostWalk) noteLabel(s *cc.LabeledStatement) {
	if s.Case == cc.LabeledStatementLabel {
		w.label(s.Token.SrcStr(), w.jumps.in)
	}
}

func (w *hostWalk) label(name string, in *mark) {
	if w.jumps.labels == nil {
		w.jumps.labels = map[string]*mark{}
	}
	w.jumps.labels[name] = in
}

// noteRegionLabels notes the labels of a target region.
func (w *hostWalk) noteRegionLabels(mk *mark, body *ompir.Node) {
	ompir.Walk(body, func(n *ompir.Node) bool {
		if n.Op == ompir.OpLabel {
			w.label(n.Str, mk)
		}
		return true
	})
}

// noteJump checks break, continue and return, and notes goto.
func (w *hostWalk) noteJump(s *cc.JumpStatement) {
	j := &w.jumps
	switch s.Case {
	case cc.JumpStatementGoto:
		j.gotos = append(j.gotos, hostGoto{s.Token2.SrcStr(), j.in, w.pos(s)})
	case cc.JumpStatementBreak:
		w.leaves(s, "break", j.loops+j.switches > 0)
	case cc.JumpStatementContinue:
		w.leaves(s, "continue", j.loops > 0)
	case cc.JumpStatementReturn:
		w.leaves(s, "return", false)
	}
}

func (w *hostWalk) leaves(s *cc.JumpStatement, word string, inside bool) {
	if w.jumps.in != nil && !inside {
		w.errorf(s, "leaves-region", "'%s' leaves the '%s' region", word, spelling(w.jumps.in.Raw))
	}
}

// checkGotos reports jumps between blocks, at the end of the function.
func (w *hostWalk) checkGotos() {
	for _, g := range w.jumps.gotos {
		to, known := w.jumps.labels[g.label]
		switch {
		case !known || to == g.in:
		case to != nil:
			w.diags.Add(ompir.Errorf(g.pos, "leaves-region", "'goto %s' jumps into a '%s' region", g.label, spelling(to.Raw)))
		default:
			w.diags.Add(ompir.Errorf(g.pos, "leaves-region", "'goto %s' leaves the '%s' region", g.label, spelling(g.in.Raw)))
		}
	}
}
