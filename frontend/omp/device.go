package omp

import (
	"slices"
	"strings"

	"omp2cl/ompir"
)

// deviceLimit is a construct that OpenMP 4.5 allows in device code and omp2cl does
// not support there, with what to do instead.
type deviceLimit struct {
	part   ompir.Part
	advice string
}

var deviceLimits = []deviceLimit{
	{ompir.Threadprivate, "declare the variable in the parallel region"},
}

// deviceClauseLimits are the clauses with the same fate.
var deviceClauseLimits = []ompir.ClauseKind{ompir.Copyin, Detach}

// CheckDevice returns errors for what a directive in device code, or a target
// construct itself, may have by OpenMP 4.5 but not in omp2cl, and for directives
// of other versions. Nesting is not its concern.
func CheckDevice(r *Raw) []ompir.Diagnostic {
	if r.Unknown {
		if isNothing(r.Text) {
			return nil
		}
		d := ompir.Errorf(r.Pos, "unsupported-directive",
			"'omp %s' is not supported in device code: it is not in OpenMP 4.5", firstWords(r.Text))
		if advice := insteadOf[firstWords(r.Text)]; advice != "" {
			d = d.WithNote("%s", advice)
		}
		return []ompir.Diagnostic{d}
	}
	var diags []ompir.Diagnostic
	for _, limit := range deviceLimits {
		if r.Has(limit.part) {
			diags = append(diags, ompir.Errorf(r.Pos, "unsupported-directive",
				"'%s' is not supported in device code", limit.part).WithNote("%s", limit.advice))
		}
	}
	for _, c := range r.Clauses {
		if slices.Contains(deviceClauseLimits, c.Kind) || c.Kind == ompir.OrderedC && r.Has(ompir.Distribute) {
			diags = append(diags, unsupportedClause(r, c))
		}
	}
	return diags
}

// insteadOf says what to write for directives of OpenMP 5.
var insteadOf = map[string]string{
	"allocate":      "leave it out: variables of device code lie where they are declared",
	"dispatch":      "leave it out, and call the function that is to run by its own name",
	"error":         "call printf, and abort where it is fatal",
	"metadirective": "write the directive that is to apply",
	"scan":          "compute the prefix sums in a loop of one thread, or in two passes",
}

// isNothing reports whether an unknown directive is one of OpenMP 5.1 that says nothing
// about what runs: nothing, promises, other forms of the same loops, and error where the
// host compiler reports it.
func isNothing(text string) bool {
	switch firstWords(text) {
	case "nothing", "assume", "tile", "unroll":
		return true
	case "error":
		return !strings.Contains(text, "execution")
	}
	return false
}

// firstWords returns the name that an unknown directive's text starts with.
func firstWords(text string) string {
	return strings.Join(leadingWords(&cursor{toks: tokenize(text, ompir.Pos{})}), " ")
}

func unsupportedClause(r *Raw, c *RawClause) ompir.Diagnostic {
	where := "in device code"
	if r.Has(ompir.For) {
		where = "on a target loop"
	}
	names := slices.DeleteFunc(clauseNames(r.Parts), func(name string) bool {
		return name == string(c.Kind) || slices.Contains(deviceClauseLimits, ompir.ClauseKind(name))
	})
	return ompir.Errorf(c.Pos, "unsupported-clause", "'%s' is not supported %s", c.Kind, where).
		WithNote("supported here: %s", strings.Join(names, ", "))
}
