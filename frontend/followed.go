package frontend

import (
	"slices"
	"sort"

	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// findFollowed finds the target regions behind which the host touches no memory that
// may be mapped before the same thread comes to another construct, and the places
// where it says so itself: ends of idle statements (idle.go) that regions end. The
// runtime may leave the kernels of such regions running.
//
// A function that is idle as a whole is open when it leaves its last kernel running
// for its callers: nothing but calls names it, each call is a statement, and one of
// them at least is in an idle statement. Calls elsewhere are ends.
func (b *builder) findFollowed() {
	if len(b.mod.Constructs) == 0 {
		return
	}
	o := b.onlooker()
	f := o.relyOnTypes()
	if f == nil {
		f = o.findOpen()
	}
	f.adopt(b.mod)
}

// findOpen searches until all functions that are taken for open are.
func (b *builder) findOpen() *follower {
	closed := map[string]bool{}
	for {
		f := b.follow(b.openFunctions(closed))
		if !f.close(closed) {
			return f
		}
	}
}

// onlooker returns a builder that looks at host code for us: its types are none of the
// module's, and its messages nobody's.
func (b *builder) onlooker() *builder {
	o := newBuilder(b.src, b.marked, b.ast, &ompir.Diagnostics{})
	o.lines, o.sites, o.globals, o.enumOf, o.indexed, o.variants = b.lines, b.sites, b.globals, b.enumOf, b.indexed, b.variants
	o.mod.Constructs = b.mod.Constructs
	return o
}

// follower is one search, with some functions taken for open.
type follower struct {
	*builder
	open     map[string]bool
	scan     *idleScan // of the current function
	byPragma map[int]*ompir.Construct
	regions  []*ompir.Construct // followed
	settles  []*ompir.Settle
	calls    map[string]int  // calls of open functions that are statements
	useful   map[string]bool // open functions that are called among other constructs
}

// follow searches all functions.
func (b *builder) follow(open map[string]bool) *follower {
	f := &follower{builder: b, open: open, byPragma: map[int]*ompir.Construct{}, calls: map[string]int{}, useful: map[string]bool{}}
	for _, c := range b.mod.Constructs {
		f.byPragma[c.Pragma.Start] = c
	}
	b.eachFunction(func(def *cc.FunctionDefinition) {
		name := def.Declarator.Name()
		if !b.hasConstruct(name) && len(open) == 0 {
			return
		}
		f.scan = b.newIdleScan(def, open)
		switch {
		case f.scan == nil:
		case open[name]:
			f.whole(def)
		default:
			f.compound(def.CompoundStatement, false)
		}
	})
	return f
}

// eachFunction calls f for the functions that the user's text defines.
func (b *builder) eachFunction(f func(*cc.FunctionDefinition)) {
	for tu := b.ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if ed := tu.ExternalDeclaration; ed.Case == cc.ExternalDeclarationFuncDef && b.inUserText(ed) {
			f(ed.FunctionDefinition)
		}
	}
}

// adopt marks what was found in the module. Of settles at one place, the outer one
// comes first.
func (f *follower) adopt(m *ompir.Module) {
	for _, c := range f.regions {
		c.Followed = true
	}
	sort.SliceStable(f.settles, func(i, j int) bool {
		a, b := f.settles[i].At, f.settles[j].At
		return a.Start < b.Start || a.Start == b.Start && a.End > b.End
	})
	m.Settles = f.settles
}

// whole takes an open function: all its regions are followed.
func (f *follower) whole(def *cc.FunctionDefinition) {
	f.scan.returns = true
	a := &activity{follower: f}
	for l := def.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case == cc.BlockItemStmt {
			a.stmt(l.BlockItem.Statement)
		}
	}
	f.guards(a, true)
	f.note(a, a.regions)
	for _, name := range a.calls {
		f.useful[name] = true // if this one is
	}
}

// note adds an idle statement's regions that are followed, and its calls.
func (f *follower) note(a *activity, followed []*ompir.Construct) {
	f.regions = append(f.regions, followed...)
	for _, name := range a.calls {
		f.calls[name]++
		f.useful[name] = f.useful[name] || a.worth()
	}
}

// compound looks for idle statements in a row. closed says that the block's end is
// a construct.
func (f *follower) compound(x *cc.CompoundStatement, closed bool) {
	var row []*cc.Statement
	for l := x.BlockItemList; l != nil; l = l.BlockItemList {
		item := l.BlockItem
		if f.scan.item(item) {
			if item.Case == cc.BlockItemStmt {
				row = append(row, item.Statement)
			}
			continue
		}
		f.row(row, false, false)
		row = nil
		if item.Case == cc.BlockItemStmt {
			f.inside(item.Statement, false)
		}
	}
	f.row(row, closed, false)
}

// single looks at a statement that stands alone, not in a block.
func (f *follower) single(x *cc.Statement, closed bool) {
	mk, _, _ := f.markerOf(x)
	switch {
	case mk == nil && x.Case == cc.StatementCompound:
		f.compound(x.CompoundStatement, closed)
	case f.scan.stmt(x) && (closed || !f.hasPragma(x)):
		f.row([]*cc.Statement{x}, closed, true)
	default:
		f.inside(x, true)
	}
}

// row takes idle statements that follow each other. Behind the last region of all no
// construct follows: it waits itself where nothing else comes last, or the host
// settles. braces says that the only statement does not stand in a block.
func (f *follower) row(row []*cc.Statement, closed, braces bool) {
	a := &activity{follower: f}
	last := 0 // what is idle behind the last construct may overlap with it no longer
	for i, x := range row {
		before := a.count()
		if a.stmt(x); a.count() > before {
			last = i
		}
	}
	f.guards(a, a.worth() || len(a.calls) > 0)
	if !a.worth() && len(a.calls) == 0 {
		return
	}
	tails, always := f.tail(row[last])
	if !a.worth() {
		a.regions = nil
	}
	f.note(a, without(a.regions, tails))
	if !always && !closed {
		f.settle(row[last], braces)
	}
}

// guards looks into the branches that are not idle; the host settles before them where
// something may run.
func (f *follower) guards(a *activity, runs bool) {
	for _, x := range a.guards {
		if runs {
			f.settles = append(f.settles, &ompir.Settle{At: ompir.Range{Start: f.start(x), End: f.end(x)}, Before: true})
		}
		f.single(x, false)
	}
}

// settle notes that the host settles behind a statement.
func (f *follower) settle(x *cc.Statement, braces bool) {
	f.settles = append(f.settles, &ompir.Settle{At: ompir.Range{Start: f.start(x), End: f.end(x)}, Braces: braces})
}

func without(list, out []*ompir.Construct) (rest []*ompir.Construct) {
	for _, c := range list {
		keep := true
		for _, o := range out {
			keep = keep && c != o
		}
		if keep {
			rest = append(rest, c)
		}
	}
	return rest
}

// tail returns the regions that an idle statement ends with, and whether it always
// ends with one of them or with another construct, so that nothing runs on.
func (f *follower) tail(x *cc.Statement) (regions []*ompir.Construct, always bool) {
	if mk, body, _ := f.markerOf(x); mk != nil {
		if body != nil && mk.Raw.Has(ompir.Target) {
			return []*ompir.Construct{f.byPragma[mk.Pragma.Start]}, true
		}
		return nil, true
	}
	switch x.Case {
	case cc.StatementCompound:
		return f.blockTail(x.CompoundStatement)
	case cc.StatementSelection:
		if sel := x.SelectionStatement; sel.Case == cc.SelectionStatementIfElse {
			return f.branchTails(sel)
		}
	}
	return nil, false
}

// branchTails is the tail of an if with an else. Nothing runs at the end of a branch
// that is not idle.
func (f *follower) branchTails(x *cc.SelectionStatement) (regions []*ompir.Construct, always bool) {
	guarded := f.scan.guarded(x)
	for _, b := range []*cc.Statement{x.Statement, x.Statement2} {
		if slices.Contains(guarded, b) {
			continue
		}
		tails, always := f.tail(b)
		if !always {
			return nil, false
		}
		regions = append(regions, tails...)
	}
	return regions, true
}

// blockTail is the tail of the last statement with a construct.
func (f *follower) blockTail(x *cc.CompoundStatement) (regions []*ompir.Construct, always bool) {
	for l := x.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case != cc.BlockItemStmt {
			continue
		}
		a := &activity{follower: f}
		if a.stmt(l.BlockItem.Statement); a.count() > 0 {
			regions, always = f.tail(l.BlockItem.Statement)
		}
	}
	return regions, always
}

// inside looks for idle statements in one that is not.
func (f *follower) inside(x *cc.Statement, alone bool) {
	if mk, body, _ := f.markerOf(x); mk != nil {
		f.insideDirective(mk, body)
		return
	}
	switch x.Case {
	case cc.StatementLabeled:
		f.single(x.LabeledStatement.Statement, false)
	case cc.StatementCompound:
		f.compound(x.CompoundStatement, false)
	case cc.StatementExpr:
		f.lastCall(x, alone)
	case cc.StatementSelection:
		f.single(x.SelectionStatement.Statement, false)
		if x.SelectionStatement.Case == cc.SelectionStatementIfElse {
			f.single(x.SelectionStatement.Statement2, false)
		}
	case cc.StatementIteration:
		f.single(x.IterationStatement.Statement, false)
	}
}

// lastCall takes the call of an open function with arguments that are not idle.
func (f *follower) lastCall(x *cc.Statement, alone bool) {
	list := x.ExpressionStatement.ExpressionList
	if list == nil || alone && f.hasPragma(x) {
		return
	}
	if call := f.scan.callOfOpen(list); call != nil {
		f.calls[call.PostfixExpression.(*cc.PrimaryExpression).Token.SrcStr()]++
		f.settle(x, alone)
	}
}

// insideDirective looks into the statement of a directive that is not idle. It must
// stay the statement that the host's directive wants: a loop, or loops without
// anything between them, or sections. Device code is not looked at.
func (f *follower) insideDirective(mk *mark, body *cc.Statement) {
	r := mk.Raw
	switch {
	case body == nil || r.Has(ompir.Target) || r.Has(ompir.Atomic) || r.First(ompir.Collapse) != nil || r.First(ompir.OrderedC) != nil:
	case r.Has(ompir.TargetData):
		f.single(body, true)
	case r.Has(ompir.Sections):
		f.sections(body)
	case r.Has(ompir.For), r.Has(ompir.Simd), r.Has(ompir.Taskloop), r.Has(ompir.Distribute):
		if body.Case == cc.StatementIteration {
			f.single(body.IterationStatement.Statement, false)
		}
	default:
		f.inside(body, true)
	}
}

// sections looks into the statements of a sections construct.
func (f *follower) sections(body *cc.Statement) {
	if body.Case != cc.StatementCompound {
		return
	}
	for l := body.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case == cc.BlockItemStmt {
			f.inside(l.BlockItem.Statement, true)
		}
	}
}

// activity is what idle statements run.
type activity struct {
	*follower
	regions []*ompir.Construct
	others  int             // data constructs
	calls   []string        // of open functions
	guards  []*cc.Statement // branches that are not idle
	looped  bool            // something runs in a loop
}

func (a *activity) count() int { return len(a.regions) + a.others + len(a.calls) }

// worth reports whether something may run behind a region.
func (a *activity) worth() bool { return a.count() > 1 || a.looped }

// stmt adds an idle statement.
func (a *activity) stmt(x *cc.Statement) {
	if mk, body, _ := a.markerOf(x); mk != nil {
		a.construct(mk, body)
		return
	}
	switch x.Case {
	case cc.StatementCompound:
		for l := x.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			if l.BlockItem.Case == cc.BlockItemStmt {
				a.stmt(l.BlockItem.Statement)
			}
		}
	case cc.StatementExpr:
		if call := a.scan.callOfOpen(x.ExpressionStatement.ExpressionList); call != nil {
			a.calls = append(a.calls, call.PostfixExpression.(*cc.PrimaryExpression).Token.SrcStr())
			a.looped = a.looped || a.scan.loops > 0
		}
	case cc.StatementSelection:
		a.selection(x.SelectionStatement)
	case cc.StatementIteration:
		a.scan.loops++
		a.stmt(x.IterationStatement.Statement)
		a.scan.loops--
	}
}

func (a *activity) selection(x *cc.SelectionStatement) {
	guarded := a.scan.guarded(x)
	a.guards = append(a.guards, guarded...)
	if !slices.Contains(guarded, x.Statement) {
		a.stmt(x.Statement)
	}
	if x.Case == cc.SelectionStatementIfElse && !slices.Contains(guarded, x.Statement2) {
		a.stmt(x.Statement2)
	}
}

func (a *activity) construct(mk *mark, body *cc.Statement) {
	switch {
	case body == nil:
		a.others++
	case mk.Raw.Has(ompir.Target):
		a.regions = append(a.regions, a.byPragma[mk.Pragma.Start])
		a.looped = a.looped || a.scan.loops > 0
	default:
		a.others++
		a.stmt(body)
	}
}
