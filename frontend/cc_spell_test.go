package frontend

import (
	"strings"
	"testing"
)

// TestSpell holds what becomes of the spellings that cc/v4 does not know.
func TestSpell(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"_Static_assert(f(1, 2)); int x;", "                         int x;"},
		{"_Static_assert(1, \"x\");", "_Static_assert(1, \"x\");"},
		{"_Static_assert(sizeof \",\"); x", "                            x"},
		{"enum __attribute__((packed)) e { A };", "enum                         e { A };"},
		{"enum __attribute__((aligned(8))) e { A };", "enum __attribute__((aligned(8))) e { A };"},
		{"[[a, b(\"]]\")]] int x; a[b[1]]", "               int x; a[b[1]]"},
		{"[[gnu::packed]] int x;", "[[gnu::packed]] int x;"},
		{"[[gnu::noinline, a]] int x;", "                     int x;"},
		{"[[__gnu__::__format__(printf, 1, 2)]] int x;", "                                      int x;"},
		{"[[gnu::unused, gnu::aligned(8)]] int x;", "[[gnu::unused, gnu::aligned(8)]] int x;"},
		{"[[omp::directive(barrier)]];", "[[omp::directive(barrier)]];"},
		{"l:}", "l:;}"},
		{"l:\n# 3 \"}:\"\n} m: }", "l:;\n# 3 \"}:\"\n} m:; }"},
		{"x ? y : z; s = \"[[:}\";", "x ? y : z; s = \"[[:}\";"},
	} {
		m := &marked{Text: []byte(test.text)}
		m.spell()
		if string(m.Text) != test.want {
			t.Errorf("%q becomes %q, want %q", test.text, m.Text, test.want)
		}
	}
}

// TestSpellOffsets holds that what was inserted does not move what follows.
func TestSpellOffsets(t *testing.T) {
	text := "a:}b:\n}\n#pragma omp barrier\nc:} enum __attribute__((packed)) e { A }; z"
	m := markPragmas([]byte(text), "a.c")
	m.spell()
	for _, word := range []string{"b:", "c:", "} enum", "z"} {
		at := strings.Index(string(m.Text), word)
		if want := strings.Index(text, word); m.origOffset(at) != want {
			t.Errorf("%q stands at %d, want %d", word, m.origOffset(at), want)
		}
	}
	if at := strings.Index(string(m.Text), "enum"); !m.packedEnums[at] {
		t.Errorf("the enumeration at %d is not among the packed ones: %v", at, m.packedEnums)
	}
}
