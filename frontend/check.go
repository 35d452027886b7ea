package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/frontend/omp"
	"omp2cl/ompir"
)

// checker reports what is wrong with the OpenMP constructs of one region or device
// function.
type checker struct {
	*builder
	fn *function // nil in a region
}

// enclosing is a construct around the place that is checked.
type enclosing struct {
	n     *ompir.Node
	outer *enclosing
}

func (ch *checker) errorf(pos ompir.Pos, id, format string, args ...any) {
	ch.report(ompir.Errorf(pos, id, format, args...))
}

func (ch *checker) report(d ompir.Diagnostic) {
	if ch.fn != nil {
		d = ch.fn.withPath(d)
	}
	ch.diags.Add(d)
}

// checkModule checks every construct of the host and every device function.
func (b *builder) checkModule() {
	for _, k := range b.mod.Constructs {
		ch := &checker{builder: b}
		ch.construct(k.Node, nil)
		b.checkAddressed(k)
	}
	for _, fn := range b.functions {
		if fn.f.Body != nil {
			ch := &checker{builder: b, fn: fn}
			ch.walk(fn.f.Body, nil)
			ch.labels(fn.f.Body)
		}
	}
	b.checkOpaque()
	if !b.diags.HasErrors() {
		b.checkPointers()
	}
}

// walk looks for constructs below n.
func (ch *checker) walk(n *ompir.Node, in *enclosing) {
	if n.Op == ompir.OpOMP {
		ch.construct(n, in)
		return
	}
	for _, k := range n.Kids {
		ch.walk(k, in)
	}
}

// construct checks one construct and those inside it.
func (ch *checker) construct(n *ompir.Node, in *enclosing) {
	ch.nesting(n, in)
	ch.clauses(n.Dir)
	if len(n.Kids) == 0 {
		return
	}
	if isLoopConstruct(n.Dir) {
		ch.loopNest(n)
	}
	if n.Dir.Has(ompir.Sections) {
		ch.sections(n)
	}
	if n.Dir.Is(ompir.Atomic) {
		ch.atomic(n)
	}
	ch.jumps(n)
	ch.defaultNone(n)
	ch.walk(n.Kids[0], &enclosing{n: n, outer: in})
}

func isLoopConstruct(d *ompir.Directive) bool {
	return d.Has(ompir.For) || d.Has(ompir.Distribute) || d.Has(ompir.Simd)
}

// checkOpaque reports directives that OpenMP 4.5 does not have inside device code,
// and a declare target that nothing ends.
func (b *builder) checkOpaque() {
	for _, mk := range b.marked.Marks {
		if mk.Kind != markOpaque || b.seen[mk] {
			continue
		}
		if !mk.HostOnly {
			b.markErrors(mk)
		} else if b.inDeviceCode(mk.Pragma.Start) {
			b.diags.Add(omp.CheckDevice(mk.Raw)...)
		}
	}
}

// inDeviceCode reports whether an offset of the original text lies in a target
// region or a device function. A pragma that has no marker stands in front of the region's
// statement where it comes first.
func (b *builder) inDeviceCode(offset int) bool {
	for _, k := range b.mod.Constructs {
		if k.Node.Dir.Has(ompir.Target) && k.Pragma.End <= offset && offset < k.Body.End {
			return true
		}
	}
	for _, fn := range b.functions {
		if fn.g.def == nil {
			continue
		}
		body := fn.g.def.CompoundStatement
		start, end := body.Token.Position().Offset, body.Token2.Position().Offset
		if b.marked.origOffset(start) <= offset && offset < b.marked.origOffset(end) {
			return true
		}
	}
	return false
}

// checkFileVariable reports variables of static storage that device code cannot
// reach (OpenMP 4.5 §2.10.6, §2.15.2).
func (c *conv) checkFileVariable(x cc.Node, v *ompir.Var) {
	if v.Storage != ompir.StorageFile || !c.device {
		return
	}
	if c.threadprivate[v.Name] && v.InFunction == "" {
		c.errorf(x, "threadprivate-in-target", "threadprivate variable '%s' is used in %s", v.Name, c.where())
		return
	}
	if c.fn == nil || v.Target || v.Link || v.Init != nil {
		return
	}
	d := ompir.Errorf(c.pos(x), "not-declare-target", "variable '%s' is used in %s but not named by declare target", v.Name, c.where())
	c.report(d.WithNote("declare it between '#pragma omp declare target' and '#pragma omp end declare target', or pass it as an argument"))
}
