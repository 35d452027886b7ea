package frontend

import (
	"strings"
	"testing"
)

func TestPrune(t *testing.T) {
	in := `# 1 "a.c"
# 1 "/usr/include/x.h" 1 3
extern int used (int __x) __attribute__ ((__nothrow__ , __leaf__));
extern int unused (int __x); extern double also (double,
  double);
extern int (*pointer) (int);
extern int table[3], *variable;
typedef struct { int a; } kind; extern kind make (void);
extern inline int inlined (int n) { return helper (n) + ';' + "}"[0]; }
extern int helper (int);
extern char *star (const char *) __asm__ ("" "__isoc99_star");
static int plain (int);
# 5 "a.c" 2
extern int own (int);
int f(void) { return used (3); }
`
	want := in
	for _, gone := range []string{"extern int unused (int __x);", "extern double also (double,", "  double);", "extern kind make (void);",
		"extern char *star (const char *) __asm__ (\"\" \"__isoc99_star\");"} {
		want = strings.Replace(want, gone, strings.Repeat(" ", len(gone)), 1)
	}
	if got := string(prune([]byte(in), newLineMap([]byte(in), "a.c"))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
