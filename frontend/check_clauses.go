package frontend

import (
	"omp2cl/ompir"
)

// clauses checks the types and values in the clauses of a directive.
func (ch *checker) clauses(d *ompir.Directive) {
	for _, c := range d.Clauses {
		ch.arguments(c)
		for _, it := range c.Items {
			if it.X != nil {
				ch.item(c, it)
			}
		}
	}
}

// positive are clauses whose argument is a positive integer; those that map to
// true need a constant.
var positive = map[ompir.ClauseKind]bool{
	ompir.NumTeams: false, ompir.ThreadLimit: false, ompir.NumThreads: false,
	ompir.Schedule: false, ompir.DistSchedule: false,
	ompir.Collapse: true, ompir.Safelen: true, ompir.Simdlen: true, ompir.Aligned: true,
}

// arguments checks the arguments of a clause.
func (ch *checker) arguments(c *ompir.Clause) {
	constant, isCount := positive[c.Kind]
	for _, a := range c.Args {
		if a == nil {
			continue
		}
		t := a.X.Type
		switch {
		case c.Kind == ompir.If:
			if !t.Decay().IsScalar() {
				ch.badArgument(c, a, "needs a scalar expression, not one of type '%s'", typeName(t))
			}
		case c.Kind == ompir.Linear && !t.IsInteger():
			ch.badArgument(c, a, "needs an integer step, not one of type '%s'", typeName(t))
		case (isCount || c.Kind == ompir.Device) && !t.IsInteger():
			ch.badArgument(c, a, "needs an integer, not an expression of type '%s'", typeName(t))
		case isCount:
			ch.count(c, a, constant)
		}
	}
}

// count checks a number that must be positive.
func (ch *checker) count(c *ompir.Clause, a *ompir.Arg, constant bool) {
	v, known := ch.constInt(a.X)
	switch {
	case known && v <= 0 && (a.X.Type.IsSigned() || v == 0):
		ch.badArgument(c, a, "needs a positive number, not %d", v)
	case constant && !known:
		ch.badArgument(c, a, "needs a constant")
	}
}

func (ch *checker) badArgument(c *ompir.Clause, a *ompir.Arg, format string, args ...any) {
	pos := a.X.Pos
	if !pos.IsValid() || pos.Line != c.Pos.Line {
		pos = c.Pos
	}
	d := ompir.Errorf(pos, "bad-argument", format, args...)
	d.Message = "'" + string(c.Kind) + "' " + d.Message
	ch.report(d)
}

// item checks one list item.
func (ch *checker) item(c *ompir.Clause, it *ompir.Item) {
	ch.itemRoot(c, it)
	switch c.Kind {
	case ompir.Map, ompir.To, ompir.From:
		ch.mapped(c, it)
	case ompir.Reduction:
		ch.reduced(c, it)
	case ompir.IsDevicePtr, ompir.UseDevicePtr:
		if k := it.X.Type.Kind; k != ompir.Pointer && k != ompir.Array {
			ch.badItem(it, "'%s' in '%s' is neither a pointer nor an array", it.Text, c.Kind)
		}
	case ompir.Aligned:
		if k := it.X.Type.Kind; k != ompir.Pointer && k != ompir.Array {
			ch.badItem(it, "'%s' in 'aligned' is neither a pointer nor an array", it.Text)
		}
	case ompir.Linear:
		if !it.X.Type.IsInteger() && it.X.Type.Kind != ompir.Pointer {
			ch.badItem(it, "'%s' in 'linear' has type '%s': an integer or a pointer is needed", it.Text, typeName(it.X.Type))
		}
	}
}

func (ch *checker) badItem(it *ompir.Item, format string, args ...any) {
	ch.errorf(it.Pos, "invalid-list-item", format, args...)
}

// itemRoot checks that the item names an object, and one that the clause may name.
func (ch *checker) itemRoot(c *ompir.Clause, it *ompir.Item) {
	v := it.Root()
	switch {
	case v == nil || !isPlace(it.X):
		ch.badItem(it, "'%s' in '%s' is not a variable", it.Text, c.Kind)
	case ch.threadprivate[v.Name] && v.Storage == ompir.StorageFile:
		ch.badItem(it, "threadprivate variable '%s' cannot be named by '%s'", it.Text, c.Kind)
	case v.Const && writesItem(c.Kind):
		ch.badItem(it, "'%s' in '%s' is const", it.Text, c.Kind)
	case isPrivatizing(c.Kind) && len(it.Sections) > 0 && c.Kind != ompir.Reduction:
		ch.badItem(it, "'%s' takes variables, not array sections", c.Kind)
	case isPrivatizing(c.Kind) && v.Type.Kind == ompir.Array && v.Type.Len < 0 && v.Type.LenExpr == nil:
		ch.badItem(it, "'%s' in '%s' has an incomplete type", it.Text, c.Kind)
	}
}

// writesItem reports whether a clause makes copies that the region writes.
func writesItem(k ompir.ClauseKind) bool {
	return k == ompir.PrivateC || k == ompir.Lastprivate || k == ompir.Reduction || k == ompir.Linear
}

func isPrivatizing(k ompir.ClauseKind) bool { return writesItem(k) || k == ompir.Firstprivate }

// mapped checks an item of map, to and from (OpenMP 4.5 §2.4, §2.15.5.1).
func (ch *checker) mapped(c *ompir.Clause, it *ompir.Item) {
	if isBitField(it.X) {
		ch.badItem(it, "bit-field '%s' cannot be mapped", it.Text)
		return
	}
	t := it.X.Type
	for i, s := range it.Sections {
		if t.Kind != ompir.Array && t.Kind != ompir.Pointer {
			ch.badItem(it, "'%s' has more brackets than its type has dimensions", it.Text)
			return
		}
		if t.Kind == ompir.Pointer && selectsMany(it.Sections[:i]) {
			ch.badItem(it, "'%s': an array section cannot go through several pointers of an array", it.Text)
			return
		}
		if !ch.bracket(it, t, s) {
			return
		}
		t = t.Elem
	}
	if len(it.Sections) == 0 && t.Kind == ompir.Array && t.Len < 0 && t.LenExpr == nil {
		ch.errorf(it.Pos, "missing-length", "the size of array '%s' is not known: write '%[1]s[0:length]'", it.Text)
	}
}

// selectsMany reports whether brackets are sections and not just subscripts.
func selectsMany(brackets []ompir.Bracket) bool {
	for _, b := range brackets {
		if b.Colon {
			return true
		}
	}
	return false
}

// bracket checks one bracket of a section of an object of type t.
func (ch *checker) bracket(it *ompir.Item, t *ompir.Type, s ompir.Bracket) bool {
	for _, a := range []*ompir.Arg{s.Lower, s.Length, s.Stride} {
		if a != nil && !a.X.Type.IsInteger() {
			ch.badItem(it, "a bound of the array section '%s' has type '%s': an integer is needed", it.Text, typeName(a.X.Type))
			return false
		}
	}
	if s.Colon && s.Length == nil && (t.Kind == ompir.Pointer || t.Len < 0 && t.LenExpr == nil) {
		ch.errorf(it.Pos, "missing-length", "the array section '%s' needs a length: the size of what '%s' points to is not known", it.Text, it.BaseText)
		return false
	}
	stride, fixed := int64(1), true
	if s.Stride != nil {
		if stride, fixed = ch.constInt(s.Stride.X); fixed && stride <= 0 {
			ch.badItem(it, "the stride of the array section '%s' is not positive", it.Text)
			return false
		}
	}
	if s.Length == nil {
		return true
	}
	length, known := ch.constInt(s.Length.X)
	lower := int64(0)
	if s.Lower != nil {
		var ok bool
		lower, ok = ch.constInt(s.Lower.X)
		known = known && ok
	}
	switch {
	case known && length < 0:
		ch.badItem(it, "the array section '%s' has a negative length", it.Text)
		return false
	case known && fixed && length > 0 && t.Kind == ompir.Array && t.LenExpr == nil && t.Len >= 0 && lower+(length-1)*stride >= t.Len:
		ch.badItem(it, "the array section '%s' ends behind the array of %d elements", it.Text, t.Len)
		return false
	}
	return true
}

// integerReductions are the operators that floating types do not have.
var integerReductions = map[string]bool{"&": true, "|": true, "^": true}

// reduced checks an item of reduction (OpenMP 4.5 §2.15.3.6).
func (ch *checker) reduced(c *ompir.Clause, it *ompir.Item) {
	t := it.X.Type
	for i, s := range it.Sections {
		if t.Kind != ompir.Array && t.Kind != ompir.Pointer {
			ch.badItem(it, "'%s' has more brackets than its type has dimensions", it.Text)
			return
		}
		if !ch.reducedBracket(it, t, s, i == 0) {
			return
		}
		t = t.Elem
	}
	t = t.Scalar()
	switch {
	case len(c.Args) > 0 || hasOperator(unqualified(t), c.Mod): // a declare reduction directive or OpenMP says what it does
	case t.Kind == ompir.Pointer:
		ch.badItem(it, "'%s' in 'reduction' is a pointer: name the elements as '%[1]s[0:length]'", it.Text)
	case !hasOperator(ompir.TI32, c.Mod):
		ch.badItem(it, "'%s' in 'reduction' has type '%s', for which no 'declare reduction' of '%s' is visible", it.Text, typeName(t), c.Mod)
	case !t.IsArithmetic():
		ch.badItem(it, "'%s' in 'reduction' has type '%s', which the operators do not have", it.Text, typeName(t))
	case t.IsFloat() && integerReductions[c.Mod]:
		ch.badItem(it, "'%s' in 'reduction' has type '%s', which the operator '%s' does not have", it.Text, typeName(t), c.Mod)
	}
}

// reducedBracket checks a section in a reduction: only the number of its rows may be
// unknown.
func (ch *checker) reducedBracket(it *ompir.Item, t *ompir.Type, s ompir.Bracket, outermost bool) bool {
	if !ch.bracket(it, t, s) {
		return false
	}
	known := outermost || !s.Colon || t.Kind == ompir.Array && t.Len >= 0 && s.Length == nil
	if s.Length != nil && !known {
		_, known = ch.constInt(s.Length.X)
	}
	if !known {
		ch.errorf(it.Pos, "reduction-length", "the rows of '%s' in 'reduction' must have a constant length", it.Text)
	}
	return known
}

// listed returns the variables that the data-sharing clauses of a directive name.
func listed(d *ompir.Directive) map[*ompir.Var]bool {
	vars := map[*ompir.Var]bool{}
	for _, c := range d.Clauses {
		switch c.Kind {
		case ompir.PrivateC, ompir.Firstprivate, ompir.Lastprivate, ompir.Shared, ompir.Reduction, ompir.Linear, ompir.IsDevicePtr,
			ompir.HasDevAddr:
			for _, it := range c.Items {
				if v := it.Root(); v != nil {
					vars[v] = true
				}
			}
		}
	}
	return vars
}

// defaultNone checks that a construct with default(none) names every variable it
// uses (OpenMP 4.5 §2.15.3.1).
func (ch *checker) defaultNone(n *ompir.Node) {
	c := n.Dir.First(ompir.Default)
	if c == nil || c.Mod != "none" {
		return
	}
	eachUnlisted(n, func(use *ompir.Node) {
		ch.errorf(use.Pos, "default-none", "'%s' is not named by a clause of '%s' with default(none)", use.Var.Name, n.Dir.Spelling())
	})
}

// eachUnlisted calls f for the first use in the construct n of each variable from
// outside that no data-sharing clause names.
func eachUnlisted(n *ompir.Node, f func(use *ompir.Node)) {
	known := listed(n.Dir)
	for _, v := range loopVars(n) {
		known[v] = true
	}
	unlisted(n.Kids[0], known, f)
}

// unlisted calls f for the first use of each variable that is neither in known nor
// declared on the way.
func unlisted(n *ompir.Node, known map[*ompir.Var]bool, f func(use *ompir.Node)) {
	if n.Op == ompir.OpOMP {
		inner := map[*ompir.Var]bool{}
		for v := range known {
			inner[v] = true
		}
		for _, c := range n.Dir.All(ompir.PrivateC) {
			for _, it := range c.Items {
				inner[it.Root()] = true
			}
		}
		for _, v := range loopVars(n) {
			inner[v] = true
		}
		known = inner
	}
	if n.Op == ompir.OpDecl {
		known[n.Var] = true
	}
	if n.Op == ompir.OpVar && !known[n.Var] && n.Var.Init == nil && n.Var.InFunction == "" {
		known[n.Var] = true
		f(n)
	}
	for _, k := range n.Kids {
		unlisted(k, known, f)
	}
}

// loopVars returns the loop variables of a loop construct: they are private.
func loopVars(n *ompir.Node) (vars []*ompir.Var) {
	if !isLoopConstruct(n.Dir) {
		return nil
	}
	loop := n.Kids[0]
	for loop.Op == ompir.OpFor {
		l, d := ompir.CanonicalLoop(loop)
		if d != nil {
			return vars
		}
		vars = append(vars, l.Var)
		loop = loop.Kids[3]
		if c := n.Dir.First(ompir.Collapse); c == nil {
			return vars
		}
	}
	return vars
}
