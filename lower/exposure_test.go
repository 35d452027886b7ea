package lower

import (
	"testing"

	ir "omp2cl/ompir"
)

// TestExposure compares both questions about the variable a over small bodies.
func TestExposure(t *testing.T) {
	for body, want := range map[string]struct{ changed, address bool }{
		`(expr (assign i32 x.2 (index i32 (index (arr 3 i32) a.1 x.2) x.2)))`:                        {false, false},
		`(expr (assign i32 (index i32 (index (arr 3 i32) a.1 x.2) x.2) x.2))`:                        {true, false},
		`(expr (assign (ptr i32) p.3 (index (arr 3 i32) a.1 x.2)))`:                                  {true, true},
		`(expr (assign (ptr i32) p.3 (addr (ptr i32) (index i32 (index (arr 3 i32) a.1 x.2) x.2))))`: {true, true},
		`(expr (assign i32 (index i32 p.3 (index i32 (index (arr 3 i32) a.1 x.2) x.2)) x.2))`:        {false, false},
		`(expr (postinc i32 x.2))`: {false, false},
	} {
		m, err := ir.Parse(`(module "a.c" (var (x.2 i32 host)) (var (p.3 (ptr i32) host)) (var (a.1 (arr 2 (arr 3 i32)) host))
			(construct 1 (omp (dir target) ` + body + `)))`)
		if err != nil {
			t.Fatal(err)
		}
		n, a := m.Constructs[0].Node.Kids[0], m.Vars[2]
		if got := changed(n, a); got != want.changed {
			t.Errorf("%s: changed = %v", body, got)
		}
		if got := addressTaken(n, a); got != want.address {
			t.Errorf("%s: address taken = %v", body, got)
		}
	}
}
