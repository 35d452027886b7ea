package frontend

import "testing"

// TestSystemHeaderDeclaresTarget: a header that the host compiler takes for a system
// header (-isystem) may declare device functions of other units; one that a file includes
// between declare target and its end has none.
func TestSystemHeaderDeclaresTarget(t *testing.T) {
	const (
		region  = "# 1 \"user.c\"\nint main(void)\n{\n    int x = 1;\n#pragma omp target map(tofrom: x)\n    x = elsewhere(x);\n    return x;\n}\n"
		opens   = "#pragma omp declare target\n"
		closes  = "#pragma omp end declare target\n"
		header  = "# 1 \"lib.h\" 1 3\n"
		declare = "extern int elsewhere(int x);\n"
	)
	for text, ok := range map[string]bool{
		header + opens + declare + closes + region:                                         true,
		header + declare + region:                                                          false,
		opens + header + declare + "# 2 \"user.c\" 2\n" + closes + region:                  false,
		header + opens + "# 1 \"user.c\" 2\n" + declare + closes + region:                  true,
		header + opens + closes + declare + "# 1 \"user.c\" 2\n" + region:                  false,
		opens + header + opens + declare + closes + "# 1 \"user.c\" 2\n" + closes + region: true,
	} {
		m, diags := Build(Source{File: "user.c", Text: []byte("# 1 \"user.c\"\n" + text)})
		if (m != nil) != ok {
			t.Errorf("translated: %v, want %v: %v\n%s", m != nil, ok, diags, text)
		}
	}
}
