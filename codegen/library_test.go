package codegen

import (
	"strconv"
	"testing"

	"omp2cl/ompir"
)

func itoa(n int) string { return strconv.Itoa(n) }

// unavailable are functions that the front end knows and that have no form on a
// device; codegen refuses them by name.
var unavailable = map[string]bool{"omp_set_num_threads": true}

// TestLibraryCoversFrontEnd checks that codegen has a form for every function that
// the front end lets through.
func TestLibraryCoversFrontEnd(t *testing.T) {
	names := ompir.LibraryNames()
	if len(names) < 200 {
		t.Fatalf("only %d library functions", len(names))
	}
	for _, name := range names {
		if !Supports(name) && !unavailable[name] {
			t.Errorf("no device form of %s", name)
		}
	}
}
