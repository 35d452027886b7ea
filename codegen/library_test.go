package codegen

import (
	"strconv"
	"testing"

	"omp2cl/ompir"
)

func itoa(n int) string { return strconv.Itoa(n) }

// TestLibraryCoversFrontEnd checks that codegen has a form for every function that
// the front end lets through.
func TestLibraryCoversFrontEnd(t *testing.T) {
	names := ompir.LibraryNames()
	if len(names) < 200 {
		t.Fatalf("only %d library functions", len(names))
	}
	for _, name := range names {
		if !Supports(name) {
			t.Errorf("no device form of %s", name)
		}
	}
}
