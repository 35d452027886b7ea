package omp

import (
	"fmt"
	"strings"
	"testing"

	"omp2cl/ompir"
)

var at = ompir.Pos{File: "a.c", Line: 7, Col: 12}

// dump writes a directive on one line: name, then each clause with its modifier,
// items (base and brackets) and arguments.
func dump(r *Raw) string {
	if r.Unknown {
		return "unknown"
	}
	var b strings.Builder
	b.WriteString(r.Spelling())
	if r.Name != "" {
		fmt.Fprintf(&b, " (%s)", r.Name)
	}
	for _, c := range r.Clauses {
		fmt.Fprintf(&b, " %s", c.Kind)
		if c.Mod != "" {
			fmt.Fprintf(&b, "<%s>", c.Mod)
		}
		for _, it := range c.Items {
			b.WriteString(" " + dumpItem(r, it))
		}
		for _, a := range c.Args {
			fmt.Fprintf(&b, " {%s}", r.Exprs[a])
		}
		b.WriteString(";")
	}
	return strings.TrimSuffix(b.String(), ";")
}

func dumpItem(r *Raw, it *RawItem) string {
	s := r.Exprs[it.X]
	for _, k := range it.Sections {
		s += " @"
		if k.Lower >= 0 {
			s += r.Exprs[k.Lower]
		}
		if k.Colon {
			s += ":"
		}
		if k.Length >= 0 {
			s += r.Exprs[k.Length]
		}
	}
	return s
}

func TestSpellings(t *testing.T) {
	if len(spellings) != 52+len(newerSpellings) {
		t.Errorf("%d directives, want 52 and %d newer ones", len(spellings), len(newerSpellings))
	}
	for _, s := range spellings {
		text := " " + strings.Join(s.words, "  ")
		switch s.parts[0] {
		case ompir.TargetData, ompir.TargetEnterData:
			text += " map(to: a)"
		case ompir.TargetExitData:
			text += " map(from: a)"
		case ompir.TargetUpdate:
			text += " to(a)"
		case ompir.Cancel, ompir.CancellationPoint:
			text += " parallel"
		case ompir.Threadprivate:
			text += "(a)"
		case ompir.DeclareReduction:
			text += "(f: int: omp_out += omp_in)"
		}
		r, diags := Parse(text, at)
		if len(diags) > 0 {
			t.Errorf("%q: %v", text, diags)
		}
		if got, want := r.Spelling(), strings.Join(s.words, " "); got != strings.TrimPrefix(strings.ReplaceAll(want, "masked", "master"), "begin ") && s.words[len(s.words)-1] != "loop" && want != "scope" {
			t.Errorf("%q: parsed as %q", text, got)
		}
	}
}

var goodTests = []struct{ text, want string }{
	{"target", "target"},
	{"target map(a,b)", "target map<tofrom> a b"},
	{"target map(to: a[0:n], s.p[1:n-1][:], q->r[i].p[:m])",
		"target map<to> a @0:n s.p @1:n-1 @: q->r[i].p @:m"},
	{"target map(a[2]) map(a[1][0:n])", "target map<tofrom> a @2; map<tofrom> a @1 @0:n"},
	{"target map(a[i].p, (*p)[0:n], (*p).x[b[c?1:2]:d?e:f])",
		"target map<tofrom> a[i].p (*p) @0:n (*p).x @b[c?1:2]:d?e:f"},
	{"target map(a[x ? y : z : n])", "target map<tofrom> a @x ? y : z:n"},
	{"target map(a[x ?: z : n])", "target map<tofrom> a @x ?: z:n"},
	{"target map(a[(size_t)k : sizeof(struct s) * 2])",
		"target map<tofrom> a @(size_t)k:sizeof(struct s) * 2"},
	{"target map(always, to: a) map(always tofrom: b) map(always, alloc: c)",
		"target map<always,to> a; map<always,tofrom> b; map<always,alloc> c"},
	{"target map(always, to) map(alloc) map(from)",
		"target map<tofrom> always to; map<tofrom> alloc; map<tofrom> from"},
	{"target map(to: to)", "target map<to> to"},
	{"target if(target: x > 1) if(n ? a : b)", "error"},
	{"target if(n ? a : b)", "target if {n ? a : b}"},
	{"target parallel if(target: x) if(parallel: y)",
		"target parallel if<target> {x}; if<parallel> {y}"},
	{"target enter data if(target enter data: x) map(alloc: a)",
		"target enter data if<target enter data> {x}; map<alloc> a"},
	{"target exit data map(from: a) map(release: b) map(delete: c[0:1]) nowait",
		"target exit data map<from> a; map<release> b; map<delete> c @0:1; nowait"},
	{"target update to(a[0:n]) from(b), device(d + 1)",
		"target update to a @0:n; from b; device {d + 1}"},
	{"target data use_device_ptr(p) map(p[:n])", "target data use_device_ptr p; map<tofrom> p @:n"},
	{"target is_device_ptr(p, q) defaultmap(tofrom: scalar) private(x) firstprivate(y) depend(inout: a[0:2])",
		"target is_device_ptr p q; defaultmap<tofrom:scalar>; private x; firstprivate y; depend<inout> a @0:2"},
	{"teams num_teams(4) thread_limit((int)x) default(none) shared(a) reduction(+:s)",
		"teams num_teams {4}; thread_limit {(int)x}; default<none>; shared a; reduction<+> s"},
	{"target teams distribute parallel for simd collapse(2) dist_schedule(static, 4) schedule(dynamic) safelen(8) simdlen(4) aligned(p, q : 64) num_threads(f(1, 2)) proc_bind(spread)",
		"target teams distribute parallel for simd collapse {2}; dist_schedule<static> {4}; schedule<dynamic>; safelen {8}; simdlen {4}; aligned p q {64}; num_threads {f(1, 2)}; proc_bind<spread>"},
	{"target parallel firstprivate(x) map(x) is_device_ptr(p) shared(p)",
		"target parallel firstprivate x; map<tofrom> x; is_device_ptr p; shared p"},
	{"distribute parallel for simd linear(x: 2)", "distribute parallel for simd linear x {2}"},
	{"for schedule(nonmonotonic, simd: guided, n * 2) ordered lastprivate(i) firstprivate(i) nowait",
		"for schedule<guided> {n * 2}; ordered; lastprivate i; firstprivate i; nowait"},
	{"for schedule(monotonic:static) ordered(2)", "for schedule<static>; ordered {2}"},
	{"simd linear(i) linear(j, k: 2) linear(val(m): s) aligned(p)",
		"simd linear i; linear j k {2}; linear m {s}; aligned p"},
	{"for reduction(max: m) reduction(&&: a, b[0:4]) reduction(-:c)",
		"for reduction<max> m; reduction<&&> a b @0:4; reduction<-> c"},
	{"critical", "critical"},
	{"critical (name) hint(omp_lock_hint_none)", "critical (name) hint {omp_lock_hint_none}"},
	{"flush", "flush"},
	{"flush (a, b)", "flush flush-list a b"},
	{"atomic", "atomic atomic-kind<update>"},
	{"atomic read", "atomic atomic-kind<read>"},
	{"atomic capture, seq_cst", "atomic atomic-kind<capture>; seq_cst"},
	{"atomic seq_cst write", "atomic seq_cst; atomic-kind<write>"},
	{"atomic seq_cst", "atomic seq_cst; atomic-kind<update>"},
	{"declare target", "declare target"},
	{"declare target (f, x)", "declare target to f x"},
	{"declare target to(f) link(a, b)", "declare target to f; link a b"},
	{"end declare target", "end declare target"},
	{"declare simd uniform(n) linear(i: 1) notinbranch simdlen(8) aligned(p: 32)",
		"declare simd uniform n; linear i {1}; notinbranch; simdlen {8}; aligned p {32}"},
	{"declare reduction(add: struct v: omp_out.x += omp_in.x) initializer(omp_priv = {0})",
		"declare reduction"},
	{"threadprivate(a, b)", "threadprivate threadprivate a b"},
	{"ordered depend(source)", "ordered depend<source>"},
	{"ordered depend(sink: i - 1, j)", "ordered depend<sink>"},
	{"ordered threads simd", "ordered threads; simd"},
	{"cancel for if(x)", "cancel cancel-kind<for>; if {x}"},
	{"cancellation point taskgroup", "cancellation point cancel-kind<taskgroup>"},
	{"task untied final(x) mergeable priority(3) depend(in: a) default(shared)",
		"task untied; final {x}; mergeable; priority {3}; depend<in> a; default<shared>"},
	{"taskloop grainsize(4) nogroup collapse(2)", "taskloop grainsize {4}; nogroup; collapse {2}"},
	{"single copyprivate(a) private(b)", "single copyprivate a; private b"},
	{"parallel copyin(t) num_threads(4)", "parallel copyin t; num_threads {4}"},
	{"target device(\"a)\"[0] + ')' + __builtin_offsetof(struct s, m))",
		"target device {\"a)\"[0] + ')' + __builtin_offsetof(struct s, m)}"},
	{"target device(({ int k = 1; k; }))", "target device {({ int k = 1; k; })}"},
	{"target device((struct s){1, 2}.x + (T *)p - (T)q + (a)(b) + a++ - -b + !c)",
		"target device {(struct s){1, 2}.x + (T *)p - (T)q + (a)(b) + a++ - -b + !c}"},
	{"target device(sizeof x + sizeof(int[2]) + sizeof (int){3} + _Alignof(double))",
		"target device {sizeof x + sizeof(int[2]) + sizeof (int){3} + _Alignof(double)}"},
	{"target device((T *const)p + (T (*)(int))f + (T[3]){1}[0] + (const T)x + (f(sizeof(int) * a[1])))",
		"target device {(T *const)p + (T (*)(int))f + (T[3]){1}[0] + (const T)x + (f(sizeof(int) * a[1]))}"},
	{"target device((sizeof x) + (T volatile)y + (~b) + (__extension__ x) + ((a) * (b)))",
		"target device {(sizeof x) + (T volatile)y + (~b) + (__extension__ x) + ((a) * (b))}"},
	{"target device(_Generic(x, int: 1, default: 2))", "target device {_Generic(x, int: 1, default: 2)}"},
	{"target device(x = 1.5e+3f, 0x1p-2 )", "error"},
	{"target map(a<:0:n:>)", "target map<tofrom> a @0:n"},
	{"target \\\n map(a[0: \\\n n])", "target map<tofrom> a @0:n"},
	{"target /* x */ map(a)", "target map<tofrom> a"},
	{"loop", "for"},
	{"target defaultmap(none) defaultmap(to: aggregate)", "target defaultmap<none:all>; defaultmap<to:aggregate>"},
	{"loop bind(thread)", "simd"},
	{"loop bind(teams) order(concurrent)", "distribute parallel for"},
	{"loop bind(parallel)", "for"},
	{"parallel loop", "parallel for"},
	{"teams loop collapse(2)", "teams distribute parallel for collapse {2}"},
	{"target teams loop bind(teams)", "target teams distribute parallel for"},
	{"target parallel for simd if(simd: x) nontemporal(y)", "target parallel for simd"},
	{"target map(close, always, to: x)", "target map<always,to> x"},
	{"begin declare target device_type(any)", "declare target"},
	{"declare target enter(f, g) link(h)", "declare target to f g; link h"},
	{"target map(close)", "target map<tofrom> close"},
	{"target map(present, to: a)", "target map<present,to> a"},
	{"target map(present: a) map(present)", "target map<present,tofrom> a; map<tofrom> present"},
	{"atomic write release hint(omp_sync_hint_contended)", "atomic atomic-kind<write>; seq_cst"},
	{"atomic relaxed", "atomic atomic-kind<update>"},
	{"flush acq_rel", "flush"},
	{"parallel masked taskloop filter(n)", "parallel master taskloop filter {n}"},
	{"master taskloop", "master taskloop"},
	{"scope reduction(+: x) nowait", "for reduction<+> x; nowait"},
	{"metadirective when(device={kind(gpu)}: parallel) default(single)", "unknown"},
	{"requires atomic_default_mem_order(seq_cst)", "unknown"},
	{"declare variant(f) match(construct={parallel})", "unknown"},
	{"allocate(a)", "unknown"},
}

func TestGood(t *testing.T) {
	for _, test := range goodTests {
		r, diags := Parse(test.text, at)
		if (len(diags) > 0) != (test.want == "error") {
			t.Errorf("%q: %v", test.text, diags)
			continue
		}
		if got := dump(r); got != test.want && test.want != "error" {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// The message starts at the column that '^' marks in the line below the text.
var badTests = []struct{ text, where, want string }{
	{"target mapp(to: a)",
		"       ^", "unknown clause 'mapp' on 'target'; did you mean 'map'? [unknown-clause]"},
	{"target paralel for",
		"       ^", "unknown clause 'paralel' on 'target'; did you mean 'parallel'? [unknown-clause]"},
	{"target loop",
		"       ^", "unknown directive 'target loop': 'loop' does not follow 'target' [unknown-directive]"},
	{"target parallel for bind(teams)",
		"                    ^", "'bind' is not valid on 'target parallel for' [clause-not-allowed]"},
	{"parallel target",
		"         ^", "unknown directive 'parallel target': 'target' does not follow 'parallel' [unknown-directive]"},
	{"target teams schedule(static)",
		"             ^", "'schedule' is not valid on 'target teams' [clause-not-allowed]"},
	{"parallel for nowait",
		"             ^", "'nowait' is not valid on 'parallel for' [clause-not-allowed]"},
	{"target parallel copyin(x)",
		"                ^", "'copyin' is not valid on 'target parallel' [clause-not-allowed]"},
	{"distribute parallel for ordered",
		"                        ^", "'ordered' is not valid on 'distribute parallel for' [clause-not-allowed]"},
	{"target reduction(+: x)",
		"       ^", "'reduction' is not valid on 'target' [clause-not-allowed]"},
	{"target device(1) device(2)",
		"                 ^", "'device' stands more than once on 'target' [duplicate-clause]"},
	{"target map", "       ^", "'map' needs an argument [missing-argument]"},
	{"target map()", "           ^", "'map' has an empty argument [missing-argument]"},
	{"target nowait(1)", "              ^", "'nowait' takes no argument [syntax]"},
	{"target map(to: a", "                ^", "expected ')' before end of line [syntax]"},
	{"target map(to: a b)", "                 ^", "expected ')' before 'b' [syntax]"},
	{"target map(to: a[0:n)", "                    ^", "expected ']' before ')' [syntax]"},
	{"target map(to:)", "              ^", "expected a variable before ')' [syntax]"},
	{"target map(to: *p)", "               ^", "expected a variable before '*' [syntax]"},
	{"target map(to: a[])", "                 ^", "expected expression before ']' [syntax]"},
	{"target map(to: a[0:n:2])", "                    ^", "only 'target update' takes an array section with a stride [syntax]"},
	{"target map(to: a[0:n].x)", "                  ^", "an array section cannot stand before a member [syntax]"},
	{"target map(into: a)", "           ^", "'into' is not a map type of 'map' [bad-argument]"},
	{"target map(delete: a)", "       ^", "map type 'delete' is not valid on 'target' [bad-argument]"},
	{"target enter data map(a)", "                  ^", "map type 'tofrom' is not valid on 'target enter data' [bad-argument]"},
	{"target data", "^", "'target data' needs a 'map' or 'use_device_ptr' or 'use_device_addr' clause [missing-clause]"},
	{"target update device(1)", "^", "'target update' needs a 'to' or 'from' clause [missing-clause]"},
	{"cancel", "^", "'cancel' needs one of parallel, sections, for, taskgroup [missing-clause]"},
	{"cancel for sections", "           ^", "'for' and 'sections' exclude each other [conflicting-clauses]"},
	{"atomic read write", "            ^", "'read' and 'write' exclude each other [conflicting-clauses]"},
	{"for reduction(foo x)", "              ^", "'foo' is not a reduction operator of 'reduction' [bad-argument]"},
	{"declare reduction", "                 ^", "expected '(' before end of line [syntax]"},
	{"declare reduction(f: int)", "                        ^", "expected ':' before ')' [syntax]"},
	{"declare reduction(f: int, : omp_out += omp_in)", "                          ^", "expected a type before ':' [syntax]"},
	{"declare reduction(f: int: )", "                          ^", "expected an expression before ')' [syntax]"},
	{"declare reduction(7: int: omp_out)", "                  ^", "expected a reduction identifier before '7' [syntax]"},
	{"declare reduction(f: int: omp_out) init(omp_priv = 0)", "                                   ^", "expected 'initializer' before 'init' [syntax]"},
	{"declare reduction(f: int: omp_out) initializer(omp_priv = )", "                                                          ^", "expected an expression before ')' [syntax]"},
	{"for reduction(/: x)", "              ^", "'/' is not a reduction operator of 'reduction' [bad-argument]"},
	{"for reduction(+ x)", "                ^", "expected ':' before 'x' [syntax]"},
	{"for reduction(+: s.x)", "                 ^", "'reduction' takes variables and array sections, not members [bad-list-item]"},
	{"parallel private(a[0])", "                 ^", "'private' takes names of variables only [bad-list-item]"},
	{"parallel private(int)", "                 ^", "expected a variable before 'int' [syntax]"},
	{"parallel private(a,)", "                   ^", "expected a variable before ')' [syntax]"},
	{"parallel private(a),", "                    ^", "expected a clause before end of line [syntax]"},
	{"parallel private(a),,shared(b)", "                    ^", "expected a clause before ',' [syntax]"},
	{"parallel default(static)", "                 ^", "'static' is not a kind of 'default' [bad-argument]"},
	{"parallel num_threads(1, 2)", "                      ^", "expected ')' before ',' [syntax]"},
	{"parallel num_threads(1 +)", "                        ^", "expected expression before ')' [syntax]"},
	{"parallel num_threads(x ? 1)", "                          ^", "expected ':' before ')' [syntax]"},
	{"parallel num_threads(a.1)", "                      ^", "expected ')' before '.1' [syntax]"},
	{"parallel num_threads(int)", "                     ^", "expected expression before 'int' [syntax]"},
	{"parallel num_threads(f(1,))", "                         ^", "expected expression before ')' [syntax]"},
	{"parallel num_threads((1]))", "                       ^", "expected ')' before ']' [syntax]"},
	{"parallel if(x) if(y)", "               ^", "two 'if' clauses on 'parallel' concern the same construct [duplicate-clause]"},
	{"parallel if(target: x)", "            ^", "'target' is not a modifier of 'if' [bad-argument]"},
	{"for schedule(fair)", "             ^", "'fair' is not a kind of 'schedule' [bad-argument]"},
	{"for schedule(auto, 1)", "                 ^", "schedule(auto) takes no chunk size [bad-argument]"},
	{"for schedule(nonmonotonic: static)", "                           ^", "'nonmonotonic' goes with schedule kinds 'dynamic' and 'guided' only [bad-argument]"},
	{"for schedule(static,)", "                    ^", "expected expression before ')' [syntax]"},
	{"distribute dist_schedule(dynamic)", "                         ^", "'dynamic' is not a kind of 'dist_schedule' [bad-argument]"},
	{"target defaultmap(some)", "                  ^", "'some' is not a behaviour of 'defaultmap' [bad-argument]"},
	{"target depend(source)", "              ^", "'source' is not a dependence type of 'depend' [bad-argument]"},
	{"target depend(in a)", "                 ^", "expected ':' before 'a' [syntax]"},
	{"simd linear(ref(x))", "            ^", "'ref' is not a modifier of 'linear' [bad-argument]"},
	{"critical hint(1)", "         ^", "'hint' is valid on a 'critical' with a name only [clause-not-allowed]"},
	{"for simd ordered(1)", "         ^", "'ordered' takes no argument on 'for simd' [clause-not-allowed]"},
	{"critical (1)", "          ^", "expected a name before '1' [syntax]"},
	{"taskloop grainsize(1) num_tasks(2)", "                      ^", "'grainsize' and 'num_tasks' exclude each other [conflicting-clauses]"},
	{"parallel private(x) shared(y, x)", "                              ^", "'x' stands in 'private' and in 'shared' [duplicate-item]"},
	{"target map(x) firstprivate(x)", "                           ^", "'x' stands in 'map' and in 'firstprivate' [duplicate-item]"},
	{"target parallel map(x, y[0:1], y[1:1]) map(x)", "                                           ^", "'x' stands twice in 'map' [duplicate-item]"},
	{"target parallel is_device_ptr(x) firstprivate(x)", "                                              ^", "'x' stands in 'is_device_ptr' and in 'firstprivate' [duplicate-item]"},
	{"target update to(x, a[0:1]) from(a[1:1], x)", "                                         ^", "'x' stands in 'to' and in 'from' [duplicate-item]"},
	{"distribute parallel for linear(x)",
		"                        ^", "'linear' is not valid on 'distribute parallel for' [clause-not-allowed]"},
	{"declare target (a) to(b)", "                   ^", "expected end of line before 'to' [syntax]"},
	{"declare target to(a[0:1])", "                  ^", "'to' takes names of variables only [bad-list-item]"},
	{"threadprivate", "             ^", "expected '(' before end of line [syntax]"},
	{"flush (a", "        ^", "expected ')' before end of line [syntax]"},
	{"targt map(a)", "^", "unknown directive 'targt'; did you mean 'target'? [unknown-directive]"},
	{"declare taget", "        ^", "unknown directive 'declare taget'; did you mean 'target'? [unknown-directive]"},
	{"", "^", "expected the name of a directive before end of line [syntax]"},
	{"(", "^", "expected the name of a directive before '(' [syntax]"},
	{"target map(tofrom a)", "                  ^", "expected ':' before 'a' [syntax]"},
	{"target update to(iterator(i=0:n): a[i])", "                 ^", "'iterator' is not a modifier of 'to' [bad-argument]"},
	{"target update to(([10][n])p)", "                 ^", "shapes of arrays are not supported [bad-list-item]"},
	{"declare mapper(struct s v) map(v.x)", "        ^", "'declare mapper' is not supported [unsupported-directive]"},
	{"metadirective default(target)", "^", "'metadirective' is not supported for target constructs [unsupported-directive]"},
	{"parallel for lastprivate(conditional: x)", "                         ^", "'conditional' of 'lastprivate' is not supported in device code [bad-argument]"},
	{"for reduction(inscan, +: x)", "              ^", "'inscan' of 'reduction' is not supported in device code [bad-argument]"},
	{"requires unified_shared_memory", "         ^", "'requires unified_shared_memory' is not supported [unsupported-directive]"},
	{"target map(a) @", "              ^", "expected a clause before '@' [syntax]"},
	{"target device(\"x)", "              ^", "expected expression before '\"' [syntax]"},
}

func TestBad(t *testing.T) {
	for _, test := range badTests {
		_, diags := Parse(test.text, at)
		if len(diags) != 1 {
			t.Errorf("%q: %d messages %v, want one", test.text, len(diags), diags)
			continue
		}
		d := diags[0]
		if got := d.Message + " [" + d.ID + "]"; got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
		if got := strings.Repeat(" ", d.Pos.Col-at.Col) + "^"; got != test.where || d.Pos.Line != at.Line {
			t.Errorf("%q: place\n%s\nwant\n%s", test.text, got, test.where)
		}
	}
}
