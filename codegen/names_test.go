package codegen

import (
	"testing"

	"omp2cl/ompir"
)

// TestScopes checks that visible names are never given twice and that closed
// blocks free theirs.
func TestScopes(t *testing.T) {
	m := &ompir.Module{}
	v := func(name string) *ompir.Var { return m.NewVar(name, ompir.TI32, ompir.StorageLocal) }
	s := newScope()
	s.reserve("f_dot")
	s.prefer([]*ompir.Var{v("i")})
	check := func(name, want string) {
		t.Helper()
		if got := s.declare(v(name)); got != want {
			t.Errorf("%s is called %s, want %s", name, got, want)
		}
	}
	check("x", "x")
	s.open()
	check("x", "x_2")
	check("y", "y")
	s.close()
	s.open()
	check("y", "y")
	check("x", "x_2")
	s.close()
	check("omp2cl_i", "i_2") // the user's i comes first
	check("i", "i")
	check("min", "min_")
	check("min", "min_2")
	check("min_", "min_3")
	check("f_dot", "f_dot_2")
	check("__local", "u___local")
	check("CLK_LOCAL", "u_CLK_LOCAL")
	check("float4", "float4_")
	check("größe", "gr_c3_b6_c3_9fe")
	check("a$b", "a_24b")
	if a, b := s.label("min"), s.label("min_"); a == b {
		t.Errorf("two labels are called %s", a)
	}
}

// TestReservedWords checks a sample of every group.
func TestReservedWords(t *testing.T) {
	for _, name := range []string{"global", "kernel", "uchar16", "image2d_t", "sampler_t", "half", "dot", "step",
		"get_global_id", "atomic_add", "barrier", "M_PI", "FLT_MAX", "NULL", "printf", "vload4", "bool", "quad"} {
		if !reservedWords[name] {
			t.Errorf("%s is not reserved", name)
		}
	}
	for _, name := range []string{"x", "length", "min"} {
		if memberName(name) != name {
			t.Errorf("a member cannot be called %s", name)
		}
	}
	for _, name := range []string{"global", "float2", "M_PI", "__x"} {
		if memberName(name) == name {
			t.Errorf("a member is called %s", name)
		}
	}
}
