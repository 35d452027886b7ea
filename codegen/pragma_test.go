package codegen

import "testing"

// TestFallback checks the directive that the host's compiler gets for the original
// code.
func TestFallback(t *testing.T) {
	for _, c := range []struct{ pragma, want string }{
		{"#pragma omp target", "#pragma omp target if(target: 0)"},
		{"#pragma omp target nowait device(d) depend(in: a[0:n]) map(to: a[0:n])", "#pragma omp target if(target: 0)"},
		{"# pragma  omp target map(a, b[f(1,2):3], s.x, c) firstprivate( p )",
			"#pragma omp target if(target: 0) map(tofrom: a, c) firstprivate(p)"},
		{"#pragma omp target parallel for, if (n > 3), schedule(dynamic, 4)",
			"#pragma omp target parallel for if(target: 0) if(parallel: __omp2cl_if) schedule(dynamic, 4)"},
		{"#pragma omp target teams distribute if(a ? b : c) collapse(2)",
			"#pragma omp target teams distribute if(target: 0) collapse(2)"},
		{"#pragma omp target parallel if(parallel: x) if(target: y) default(none)",
			"#pragma omp target parallel if(target: 0) if(parallel: x) default(none)"},
		{"#pragma omp target teams distribute parallel for simd if(x) default(none) map(always,to:v)",
			"#pragma omp target teams distribute parallel for simd if(target: 0) if(parallel: __omp2cl_if)" +
				" shared(__omp2cl_if) default(none) map(tofrom: v)"},
		{"#pragma omp target map(to: x) if(s[')'] != \")\"[0]) private(q)",
			"#pragma omp target if(target: 0) map(tofrom: x) private(q)"},
	} {
		if got := parsePragma(c.pragma).fallback(); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.pragma, got, c.want)
		}
	}
}

// TestCondition checks which if clause decides about the device.
func TestCondition(t *testing.T) {
	for _, c := range []struct{ pragma, cond string }{
		{"#pragma omp target if(n > 3)", "n > 3"},
		{"#pragma omp target if(target: n)", "n"},
		{"#pragma omp target parallel if(parallel: n)", ""},
		{"#pragma omp target data map(a) if(target data: n ? 1 : 0)", "n ? 1 : 0"},
		{"#pragma omp target update to(a) if( x ? y : z )", "x ? y : z"},
		{"#pragma omp target enter data map(to: a) if(target enter data: b)", "b"},
	} {
		if got, _ := parsePragma(c.pragma).condition(); got != c.cond {
			t.Errorf("%s: condition %q, want %q", c.pragma, got, c.cond)
		}
	}
}

// TestDependTask checks how a construct waits for the tasks that it depends on.
func TestDependTask(t *testing.T) {
	p := parsePragma("#pragma omp target update to(a) depend(in: a[0:n]) nowait depend(out: b)")
	want := "#pragma omp task if(0) default(shared) depend(in: a[0:n]) depend(out: b)"
	if got := p.task(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := parsePragma("#pragma omp target nowait").task(); got != "" {
		t.Errorf("nowait alone gives %s", got)
	}
}
