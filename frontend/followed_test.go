package frontend

import (
	"slices"
	"sort"
	"strings"
	"testing"
)

// followedTests are bodies of void f(int n, int *a, int *b, struct s *p). R; is a
// region, @ stands before one that is followed, § behind a statement that the host
// settles after, ‹ › around one that needs braces for that, and ❰ ❱ around a branch that
// the host settles before.
var followedTests = []string{
	// Rows: the last region waits itself, or the host settles.
	"R;",
	"@R; R;",
	"@R; n++; R; n--;",
	"@R; @R; R; g(a);",
	"@R; R; g(a); R;",
	"@R; R; n = a[0]; @R; R;",
	"R; a[0] = 1;",
	"R; if (n) a[0] = 1;",
	"for (int i = 0; i < n; i++) { @R; }§",
	"for (int i = 0; i < n; i++) { @R; }§ g(a);",
	"for (int i = 0; i < n; i++) { @R; @R; }§ return;",
	"for (int i = 0; i < n; i++) { int *t = a; a = b; b = t; @R; }§",
	"for (int i = 0; i < n; i++) { @R; R; g(a); }",
	"for (int i = 0; i < n; i++) { R; n += a[i]; }",
	"for (int i = 0; i < a[0]; i++) { R; }",
	"for (int i = 0; i < n; i += *a) { R; }",
	"for (int i = g(a); i < n; i++) { R; }",
	"while (n-- > 0) { @R; }§",
	"while (*a) { R; }",
	"while (p->n) { R; }",
	"do { @R; } while (--n);§",
	"do { R; } while (a[n]);",
	"if (n) { @R; R; } else { @R; R; }",
	"if (n) { @R; @R; }§",
	"if (n) { R; }",
	"if (*a) { @R; R; }",
	"@R; if (n) { @R; }§",
	"@R; if (n) { R; } else { R; }",
	"@R; if (n) { @R; } else { n++; }§",
	"{ @R; { R; } }",
	"@R; for (int i = 0; i < n; i++) { if (i == 3) continue; if (i == 5) break; @R; }§",
	"for (int i = 0; i < n; i++) { switch (i) { case 3: return; } R; }",
	"for (int i = 0; i < n; i++) { again: R; if (i == 3) goto again; }",
	"for (int i = 0; i < n; i++) { if (i > n) break; else { @R; } }§",

	// Branches that are not idle: the host settles before them, and they may do anything.
	"for (int i = 0; i < n; i++) { @R; if (i % 5 == 0) ❰{ g(a); }❱ }§",
	"for (int i = 0; i < n; i++) { @R; if (i % 5 == 0) ❰n += a[i];❱ else { @R; } }§",
	"for (int i = 0; i < n; i++) { @R; if (i < 2) n++; else if (i < 3) ❰{ g(a); R; g(a); @R; R; }❱ else ❰return;❱ }§",
	"for (int i = 0; i < n; i++) { if (i == 3) ❰return;❱ @R; }§",
	"for (int i = 0; i < n; i++) { if (i == 3) ❰goto out;❱ @R; }§ out: ;",
	"for (int i = 0; i < n; i++) { @R; if (i == 3)\n❰#pragma omp critical\ng(a);❱ }§",
	"for (int i = 0; i < n; i++) { @R; if (i == 3)\n❰#pragma omp target nowait\na[0] = 1;❱ }§",
	"for (int i = 0; i < n; i++) { R; if (i == 3)\n#pragma GCC unroll 3\nwhile (*a) g(a); }",
	"for (int i = 0; i < n; i++) { R; if (a[i] == 3) g(a); }",
	"@R; R; if (n) ❰g(a);❱",
	"@R; if (n) ❰g(a);❱ R;",
	"@R; if (n) { R; } else ❰{ g(a); R; }❱",
	"R; if (n) g(a);",
	"if (n) ❰g(a);❱ else while (n--) { @R; }§",
	"if (n) { g(a); @R; R; }",
	"while (n--) { @R; if (n) ❰{ while (n--) { @R; }§ g(a); }❱ }§",
	"while (n--) { @R; if (n) ❰if (*a) ‹while (n--) { @R; }›❱ }§",
	"while (n--) { @R; if (n) ❰{ int x[9]; g(x); }❱ }§",

	// Statements that stand alone get braces.
	"if (*a) ‹for (int i = 0; i < n; i++) { @R; }›",
	"if (*a) ‹for (int i = 0; i < n; i++) { @R; }› else ‹while (n--) { @R; }›",
	"while (*a) ‹for (int i = 0; i < n; i++) { @R; }›",
	"switch (n) { case 1: ‹for (int i = 0; i < n; i++) { @R; }› break; default: g(a); while (n--) { @R; }§ }",
	"out: ‹for (int i = 0; i < n; i++) { @R; }› if (*a) goto out;",
	"if (*a)\n#pragma GCC unroll 4\nfor (int i = 0; i < n; i++) { R; }",
	"g(a);\n#pragma GCC unroll 4\nfor (int i = 0; i < n; i++) { @R; }§",
	"if (*a)\n# 7 \"other.h\"\n‹for (int i = 0; i < n; i++) { @R; }›",
	"n = ({ for (int i = 0; i < n; i++) { R; } 3; });",

	// Variables.
	"int x = 0; for (int i = 0; i < n; i++) { x++; @R; }§ g(a);",
	"int x = 0; int *y = &x; for (int i = 0; i < n; i++) { x++; R; }",
	"int x = 0; for (int i = 0; i < n; i++) { x++; R; } g(&x);",
	"int x = 0; for (int i = 0; i < n; i++) { x++; R; } g(&(x));",
	"int x = 0; for (int i = 0; i < n; i++) { @R; }§ g(&x);",
	"int x = 0;\n#pragma omp target enter data map(to: x)\nfor (int i = 0; i < n; i++) { x++; R; }",
	"int x = 0;\n#pragma omp target map(tofrom: x)\nx++;\nfor (int i = 0; i < x; i++) { R; }",
	"int x = 0;\n@#pragma omp target map(tofrom: x)\nx++;\nfor (int i = 0; i < n; i++) { @R; }§ g(&x);",
	"int x = 0;\n#pragma omp target parallel reduction(+: x)\nx++;\nfor (int i = 0; i < x; i++) { R; }",
	"int x = 0;\n#pragma omp target defaultmap(tofrom: scalar)\nx++;\nfor (int i = 0; i < x; i++) { R; }",
	"int x = 0;\n@#pragma omp target firstprivate(x)\nx++;\nfor (int i = 0; i < x; i++) { @R; }§",
	"volatile int x = 0; while (x < n) { R; }",
	"static int x = 0; while (x < n) { R; }",
	"register int x = 0; while (x++ < n) { @R; }§",
	"const int x = 3; int *y = (int *)&x; for (int i = 0; i < x; i++) { @R; }§ g(y);",
	"while (global < n) { R; }",
	"while (fixed < n) { @R; }§",
	"extern int other; while (other < n) { R; }",
	"int x[3] = {1, 2, 3}; for (int i = 0; i < x[2]; i++) { @R; }§",
	"int x[3] = {1, 2, 3}; for (int i = 0; i < x[2]; i++) { R; } g(x);",
	"int x[3] = {1, 2, 3}; for (int i = 0; i < *x; i++) { R; }",
	"int x[3] = {1, 2, 3};\n#pragma omp target\nx[0] = 1;\nfor (int i = 0; i < x[2]; i++) { R; }",
	"int x[2][2]; for (int i = 0; i < x[1][1]; i++) { R; }",
	"int x[n]; for (int i = 0; i < x[1]; i++) { R; }",
	"struct s x = {1}; for (int i = 0; i < x.n; i++) { R; }",
	"for (int i = 0; i < n; i++) { int x = i; x += 2; @R; }§",
	"for (int i = 0; i < n; i++) { int x[2]; R; }",
	"for (int i = 0; i < n; i++) { static int x; R; }",
	"for (int i = 0; i < n; i++) { int x __attribute__((cleanup(g))) = i; R; }",
	"for (int i = 0; i < n; i++) { int x = 0; \n#pragma omp target map(x)\nx++;\n }",
	"for (int i = 0; i < n; i++) { typedef int t; R; }",
	"int inner(void) { return n; } for (int i = 0; i < n; i++) { R; }",
	"asm volatile(\"\" : \"=m\"(n)); for (int i = 0; i < n; i++) { R; }",

	// Expressions.
	"for (int i = 0; i < n; i++) { n = i > 2 ? (int)3.5 : -i, ~i + 'c'; @R; }§",
	"for (int i = 0; i < n; i++) { n = sizeof(int) + sizeof a; @R; }§",
	"for (int i = 0; i < n; i++) { n = sizeof(int[a[0]]); R; }",
	"for (int i = 0; i < n; i++) { n = \"abc\"[i]; R; }",
	"for (int i = 0; i < n; i++) { a = b + 3; @R; }§",
	"for (int i = 0; i < n; i++) { *a = 3; R; }",
	"for (int i = 0; i < n; i++) { p->n = 3; R; }",
	"for (int i = 0; i < n; i++) { a = &b[3]; R; }",
	"for (int i = 0; i < n; i++) { n = ({ i; }); R; }",
	"for (int i = 0; i < n; i++) { ; @R; }§",

	// Constructs.
	"for (int i = 0; i < n; i++) {\n@#pragma omp target map(tofrom: a[i:n - i]) if(n > 2) device(n)\na[i]++;\n }§",
	"for (int i = 0; i < n; i++) {\n#pragma omp target map(tofrom: a[b[0]:n])\na[i]++;\n }",
	"for (int i = 0; i < n; i++) {\n#pragma omp target map(tofrom: p->q[0:n])\np->q[i]++;\n }",
	"for (int i = 0; i < n; i++) {\n#pragma omp target if(a[0])\na[i]++;\n }",
	"for (int i = 0; i < n; i++) {\n#pragma omp target nowait\na[i]++;\n }",
	"for (int i = 0; i < n; i++) {\n#pragma omp target depend(out: n)\na[i]++;\n }",
	"for (int i = 0; i < n; i++) {\n#pragma omp target\na[i] += global;\n }",
	"for (int i = 0; i < n; i++) {\n@#pragma omp target\na[i] += fixed + table[i] + (int)red;\n }§",
	"for (int i = 0; i < n; i++) {\n#pragma omp target\nheap[i]++;\n }",
	"for (int i = 0; i < n; i++) {\n@#pragma omp target map(global)\na[i] += global;\n }§",
	"struct s x;\nfor (int i = 0; i < n; i++) {\n@#pragma omp target\nx.n++;\n }§",
	"struct s x;\nfor (int i = 0; i < n; i++) {\n#pragma omp target firstprivate(x)\nx.n++;\n }",
	"for (int i = 0; i < n; i++) {\n@#pragma omp target teams distribute parallel for reduction(+: global) map(global) num_teams(n)\nfor (int k = 0; k < n; k++) global += k;\n }§",
	"int (*m)[n] = (void *)a;\nfor (int i = 0; i < n; i++) {\n@#pragma omp target map(m[0:n][0:n])\nm[0][i] = 1;\n }§",
	"int *m[2] = {a, b};\nfor (int i = 0; i < n; i++) {\n#pragma omp target map(m[0][0:n])\nm[0][i] = 1;\n }",
	"int **m = (int **)a;\nfor (int i = 0; i < n; i++) {\n#pragma omp target map(m[0][0:n])\nm[0][i] = 1;\n }",
	"#pragma omp target data map(a[0:n])\n{ @R; @R; }",
	"#pragma omp target data map(a[0:n])\n{ while (n--) { @R; } }",
	"#pragma omp target data map(a[0:n])\nwhile (n--) { @R; }",
	"#pragma omp target data map(p->q[0:n])\nwhile (n--) { @R; }",
	"#pragma omp target data map(a[0:n])\n{ while (n--) { @R; }§ g(a); }",
	"#pragma omp target data map(a[0:n]) use_device_ptr(a)\n{ while (n--) { R; } }",
	"while (n--) {\n#pragma omp target data map(a[0:n])\n{ @R; }\n }§",
	"while (n--) { @R;\n#pragma omp target update from(a[0:n])\n }§",
	"while (n--) { @R; }\n#pragma omp target update from(a[0:n])\ng(a);",
	"while (n--) { @R; }§\n#pragma omp target update from(a[0:n]) if(a[0])\ng(a);",
	"#pragma omp target enter data map(to: a[0:n])\nwhile (n--) { @R; }\n#pragma omp target exit data map(from: a[0:n])\n",

	// The host's own directives.
	"#pragma omp parallel\n{ while (n--) { @R; }§\n#pragma omp barrier\n@R; R; }",
	"#pragma omp parallel\nwhile (n--) { R; }",
	"#pragma omp parallel for\nfor (int i = 0; i < n; i++) { R; }",
	"#pragma omp parallel for\nfor (int i = 0; i < n; i++) { @R; R; }",
	"#pragma omp parallel for\nfor (int i = 0; i < n; i++)\n‹for (int j = 0; j < n; j++) { @R; }›",
	"#pragma omp parallel for collapse(2)\nfor (int i = 0; i < n; i++)\nfor (int j = 0; j < n; j++) { R; R; }",
	"while (n--) { R;\n#pragma omp barrier\n }",
	"while (n--) {\n#pragma omp critical\n{ @R; R; } }",
	"#pragma omp parallel sections\n{ while (n--) { R; }\n#pragma omp section\n{ while (n--) { @R; }§ } }",
	"#pragma omp scope\n{ while (n--) { R; } }",
}

// TestFollowed compares what is found in each body.
func TestFollowed(t *testing.T) {
	for _, body := range followedTests {
		checkFollowed(t, "void f(int n, int *a, int *b, struct s *p)\n{\n"+body+"\n}\n")
	}
}

// followedCalls are files with functions that leave regions running.
var followedCalls = []string{
	"static void one(int n, int *a) { @R; }\nvoid f(int n, int *a) { while (n--) one(n, a);§ g(a); }\n",
	"static void one(int n, int *a) { @R; }\nvoid f(int n, int *a) { while (n--) { one(n, a); one(n, a); }§ }\n",
	"static void one(int n, int *a) { @R; }\nvoid f(int n, int *a) { while (n--) one(n, a);§ one(n, &a[3]);§ if (*a) ‹one(n, a);› g(a); one(n, a);§ }\n",
	"static int one(int n, int *a) { if (n > 3) return 1; @R; return 0; }\nvoid f(int n, int *a) { while (n--) one(n, a);§ }\n",
	"static void one(int n, int *a) { @R; }\nstatic void two(int n, int *a) { one(n, a); @R; one(n, a); }\nvoid f(int n, int *a) { while (n--) two(n, a);§ }\n",
	"static void one(int n, int *a) { @R; }\nstatic void two(int n, int *a) { while (n--) one(n, a);§ a[0] = 1; }\nvoid f(int n, int *a) { while (n--) two(n, a); }\n",
	"static void one(int n, int *a);\nvoid f(int n, int *a) { while (n--) one(n, a);§ }\nstatic void one(int n, int *a) { @R; }\n",
	"static void one(int n, int *a) { @R; }\nstatic void two(int n, int *a) { if (n) { one(n, a); two(n / 2, a); } one(n, a); }\nvoid f(int n, int *a) { two(n, a);§ g(a); two(*a, a);§ }\n",
	"static void one(int n, int *a) { @R; }\nstatic void two(int n, int *a) { one(n, a); one(n, a); }\nvoid f(int n, int *a) { two(n, a); two(n, a);§ }\nstatic const char *const names[] = {\"one\", \"two, one\"}, *name = \"two\";\n",
	// None is open: not static, used otherwise, of no use, not idle.
	"static void one(int n, int *a) { R; }\nstatic void two(int n, int *a) { one(n, a); }\nvoid f(int n, int *a) { two(n, a); g(a); }\n",
	"static void one(int n, int *a) { R; }\nstatic void two(int n, int *a) { one(n, a); two(n / 2, a); one(n, a); a[0] = 1; }\nvoid f(int n, int *a) { h(one); h(two); two(n, a); }\n",
	"static void one(int n, int *a) { R; }\nvoid f(int n, int *a) { while (n--) one(n, a); }\nasm(\"call one\");\n",
	"static void one(int n, int *a) { R; }\nvoid f(int n, int *a) { while (n--) one(n, a); g(\"{\\\",\"), h(one), g(\",\"); }\n",
	"void one(int n, int *a) { R; }\nvoid f(int n, int *a) { while (n--) one(n, a); }\n",
	"static void one(int n, int *a) { R; }\nvoid f(int n, int *a) { one(n, a); g(a); one(n, a); }\n",
	"static int one(int n, int *a) { R; return 1; }\nvoid f(int n, int *a) { while (n--) one(n, a); n = one(n, a); }\n",
	"static void one(int n, int *a) { R; }\nvoid f(int n, int *a) { while (n--) one(n, a); h(one); }\n",
	"static void one(int n, int *a) { R; }\nvoid f(int n, int *a) { while (n--) one(n, a);\n#pragma omp task\none(n, a);\n }\n",
	"static void one(int n, int *a) { R; }\nvoid f(int n, int *a) { while (n--) one(n, a); int x __attribute__((cleanup(one))) = 1; }\n",
	"static void one(int n, int *a) { R; }\nvoid two(int n, int *a) __attribute__((alias(\"one\")));\nvoid f(int n, int *a) { while (n--) one(n, a); }\n",
	"__attribute__((constructor)) static void one(int n, int *a) { R; }\nvoid f(int n, int *a) { while (n--) one(n, a); }\n",
	"static void one(int n, int *a) { R; a[0] = 1; }\nvoid f(int n, int *a) { while (n--) one(n, a); }\n",
	"static void one(int n, struct s x) {\n#pragma omp target\nx.n++;\n }\nvoid f(int n, struct s x) { while (n--) one(n, x); }\n",
	"static void one(int n, int *a) { @R; if (n) one(n - 1, a); }\nvoid f(int n, int *a) { while (n--) one(n, a);§ }\n",
	"static void one(int n, int *a) { @R; if (n) ❰g(a);❱ }\nvoid f(int n, int *a) { while (n--) one(n, a);§ }\n",
	"static void one(int n, int *a) { @R; }\nvoid f(int n, int *a) { while (n--) { one(n, a); if (n) ‹❰one(a[0], a);›❱ }§ }\n",
	"static void one(int n, int *a) { R; }\nstatic void two(int n, int *a) { R; one(n, a); }\nvoid f(int n, int *a) { h(one); while (n--) two(n, a); }\n",
}

// TestFollowedCalls compares what is found in each file.
func TestFollowedCalls(t *testing.T) {
	for _, text := range followedCalls {
		checkFollowed(t, text)
	}
}

const typedHead = "struct s { int n; int *q; char c; volatile int w; long k; double d; struct s *next, *sub[4]; struct { int i; } in; union { int i; float f; } u; int (*m)[4]; };\n" +
	"int global; volatile int moving; float weight; char letter; float fixed[4]; struct s whole; void g(float *); void h(); float sqrtf(float); void *memcpy(void *, const void *, unsigned long);\n" +
	"#pragma omp declare reduction(add: float: omp_out += omp_in)\n"

// followedTyped are bodies of void f(int n, int *a, float *x, struct s *p), of which every
// region stores a float.
var followedTyped = []string{
	// Objects of other types are read, by what leads to them.
	"while (p->n) { @R; }§",
	"while (*a) { @R; }§",
	"while (a[n]) { @R; }§",
	"while (p->next->sub[n]->q[2] > p->in.i) { @R; }§",
	"while (whole.n < (*p).k) { @R; }§",
	"while (p->m[n][1] < p->d) { @R; }§",
	"while (global-- > 0) { R; }",
	"while (global < n) { @R; n--; }§",
	"int y = 0; int *z = &y; for (int i = 0; i < y; i++) { @R; }§ h(z);",
	"while (n--) {\n@#pragma omp target map(tofrom: x[p->n:a[3]])\nx[p->n] = global;\n }§",
	"while (n--) { float *t = x; int *z = p->q; @R; n += z[2]; }§",
	"while (n--) { int (*row)[4] = p->m, *z = row[n]; @R; n -= *z; }§",
	"double *d = p->q ? 0 : &p->d; while (n--) { R; *d = 1; }",
	"while (n--) { @R; if (p->n) ❰g(x);❱ }§",
	// Objects that may be of the same type are not, and nothing else is.
	"while (*x) { R; }",
	"while (x[n] > 0) { R; }",
	"while (weight > n) { R; }",
	"while (fixed[2] > n) { R; }",
	"while (letter) { R; }",
	"while (p->c) { R; }",
	"while (p->w) { R; }",
	"while (moving) { R; }",
	"while (p->u.i) { R; }",
	"while (p->u.f) { R; }",
	"while (*(char *)a) { R; }",
	"while (h(p->n)) { R; }",
	"while (n--) { p->n = 3; R; }",
	"while (n--) { *a = 3; R; }",
	"while (n--) { struct s y = *p; R; }",
	"while (n--) { n -= (&p[3])->n; R; }",
	"while (p[p->u.i].n) { R; }",
}

// TestFollowedTyped compares what is found where the host reads objects of other types
// than those that device code stores, and where the rules about types are not in force.
func TestFollowedTyped(t *testing.T) {
	const f = "void f(int n, int *a, float *x, struct s *p)\n{\n"
	strict := Source{StrictAliasing: true}
	for _, body := range followedTyped {
		checkFollowedIn(t, strict, typedHead, "x[0] = n;", f+body+"\n}\n")
	}
	checkFollowedIn(t, Source{}, typedHead, "x[0] = n;", f+"while (p->n) { R; }\n}\n")
	checkFollowedIn(t, strict, "typedef int any __attribute__((may_alias));\n"+typedHead, "x[0] = n;", f+"while (p->n) { R; }\n}\n")
	checkFollowedIn(t, strict, typedHead, "x[0] = n;", "__attribute__((optimize(\"O0\"))) "+f+"while (p->n) { R; }\n}\n")
}

// storingRegions are statements of regions behind which the host reads an int, or not.
var storingRegions = map[string]bool{
	"x[0] = n;":            true,
	"x[0] += sqrtf(x[1]);": true,
	"for (int i = 0; i < n; i++) { int k = i; k++; x[k] = 1; }": true,
	"{ float y[3]; y[0] = 1; x[0] = y[0]; }":                    true,
	"p->d++;":                                                   true,
	"p->next = p;":                                              true,
	"p->sub[1] = p;":                                            true,
	"a[0] = 1;":                                                 false,
	"((unsigned *)x)[0]++;":                                     false,
	"global = 1;":                                               false,
	"p->c = 1;":                                                 false,
	"p->w = 1;":                                                 false,
	"p->u.f = 1;":                                               false,
	"p->in = p[1].in;":                                          false,
	"*p = p[1];":                                                false,
	"memcpy(x, a, 4);":                                          false,
	"h();":                                                      false,
	"\n#pragma omp parallel for lastprivate(global)\nfor (int i = 0; i < n; i++) x[i] = 1;":     false,
	"\n#pragma omp parallel for reduction(+: a[0:3])\nfor (int i = 0; i < n; i++) x[i] = 1;":    false,
	"\n#pragma omp parallel for reduction(+: x[0:3])\nfor (int i = 0; i < n; i++) x[0] += i;":   true,
	"\n#pragma omp parallel for reduction(add: x[0:3])\nfor (int i = 0; i < n; i++) x[0] += i;": false,
	"\n#pragma omp atomic\na[0]++;": false,
}

// TestStoringRegions checks what regions are taken to store.
func TestStoringRegions(t *testing.T) {
	for region, apart := range storingRegions {
		text := "void f(int n, int *a, float *x, struct s *p) { while (p->n) { R; } }\n"
		if apart {
			text = "void f(int n, int *a, float *x, struct s *p) { while (p->n) { @R; }§ }\n"
		}
		checkFollowedIn(t, Source{StrictAliasing: true}, typedHead, region, text)
	}
}

const followedHead = "struct s { int n; int *q; };\nint global; const int fixed = 3; extern int table[]; int *heap; enum { red };\nvoid g(int *); void h();\n"

func checkFollowed(t *testing.T, text string) {
	t.Helper()
	checkFollowedIn(t, Source{}, followedHead, "a[0] = n;", text)
}

// checkFollowedIn compares what is found in a file of which every region is as given.
func checkFollowedIn(t *testing.T, src Source, head, region, text string) {
	t.Helper()
	want := strings.NewReplacer("@R;", "\n@#pragma omp target\n"+region+"\n", "R;", "\n#pragma omp target\n"+region+"\n").Replace(text)
	plain := head + strings.NewReplacer("@", "", "§", "", "‹", "", "›", "", "❰", "", "❱", "").Replace(want)
	src.File, src.Text = "a.c", []byte(plain)
	m, diags := Build(src)
	if m == nil {
		t.Errorf("%s\n%v", text, diags)
		return
	}
	marks := map[int]string{}
	for _, c := range m.Constructs {
		if c.Followed {
			marks[c.Pragma.Start] += "@"
		}
	}
	for _, s := range slices.Backward(m.Settles) {
		switch {
		case s.Before:
			marks[s.At.Start] += "❰"
			marks[s.At.End] += "❱"
		case s.Braces:
			marks[s.At.Start] += "‹"
			marks[s.At.End] += "›"
		default:
			marks[s.At.End] += "§"
		}
	}
	if got := insertMarks(plain, marks); got != head+want {
		t.Errorf("got  %s\nwant %s", got[len(head):], want)
	}
}

// insertMarks inserts texts at offsets.
func insertMarks(text string, marks map[int]string) string {
	var places []int
	for at := range marks {
		places = append(places, at)
	}
	sort.Sort(sort.Reverse(sort.IntSlice(places)))
	for _, at := range places {
		text = text[:at] + marks[at] + text[at:]
	}
	return text
}
