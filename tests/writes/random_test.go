package writes

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var (
	seeds = flag.Int("seeds", 12, "random programs to try")
	first = flag.Int64("seed", 1, "seed of the first one")
)

// regions is the number of regions of a random program.
const regions = 60

// arrays are what every random region maps.
var arrays = []string{"a", "b", "c", "d"}

// preamble declares what random regions use. Every pointer leads into the middle
// of an array that is large enough for all that a region adds to it.
const preamble = `#include <stdio.h>
#include <string.h>
#include <stdint.h>
enum { N = 4096 };
static int k;
struct pair { int *p, *q; int n; };
union both { intptr_t i; int *p; char bytes[8]; };
#pragma omp declare target
static int get(const int *p) { return p[0]; }
static void set(int *p, int v) { p[0] = v; }
static int *same(int *p) { return p; }
static int *pick(int *p, int *q, int n) { return n & 1 ? p : q; }
static void swap(int **p, int **q) { int *t = *p; *p = *q; *q = t; }
static void both_set(struct pair *s, int v) { if (v & 1) *s->p = v; else s->n = v; }
static struct pair made(int *p, int *q) { struct pair s = {p, q, 1}; return s; }
static struct pair turned(struct pair s) { int *t = s.p; s.p = s.q; s.q = t; return s; }
static int *deep(int *p, int *q, int n) { int *t = pick(q, same(p), n); return n > 2 ? same(t) : pick(t, q, n >> 1); }
static void later(int *p, int *q, int n) { while (n-- > 0) { int *t = p; p = same(q); q = t; } set(p, 7 + n); }
static void copy(int *to, const int *from) { memcpy(to, from, sizeof *to); }
struct four { int n; int *A, *B, *C, *D; int part[4]; };
static struct four *other(struct four *f, int n) { return f + (n & 1); }
static struct four *self(struct four *f) { return f; }
static int *second(struct four *f) { return f->B; }
static int *laundered(int *p) { intptr_t i = (intptr_t)p; i += 4; return (int *)i; }
#pragma omp end declare target
`

// generator writes one random program.
type generator struct {
	r       *rand.Rand
	b       strings.Builder
	members bool // the arrays are reached through members of a structure
	hostile bool // this region confuses the structure with others, or changes its pointers
}

func (g *generator) one(list ...string) string { return list[g.r.Intn(len(list))] }

// pointer is an expression of type int *. Its parts stay in the arrays.
func (g *generator) pointer(depth int) string {
	if g.members && g.r.Intn(4) == 0 {
		return g.member()
	}
	if depth == 0 || g.r.Intn(3) == 0 {
		return g.one("a", "b", "c", "d", "p", "q", "p", "q", "s.p", "s.q", "u.p", "v[0]", "v[1]", "v[k & 1]", "*pp", "ps->p", "ps->q", "w")
	}
	x := func() string { return g.pointer(depth - 1) }
	switch g.r.Intn(17) {
	case 0:
		return x() + " + 1"
	case 1:
		return "&(" + x() + ")[2]"
	case 2:
		return "(k & " + g.one("1", "2", "4") + " ? " + x() + " : " + x() + ")"
	case 3:
		return "(int *)((char *)(" + x() + ") + 4)"
	case 4:
		return "(int *)(intptr_t)(" + x() + ")"
	case 5:
		return "same(" + x() + ")"
	case 6:
		return "pick(" + x() + ", " + x() + ", k)"
	case 7:
		return "deep(" + x() + ", " + x() + ", k & 3)"
	case 8:
		return "(" + g.variable() + " = " + x() + ")"
	case 9:
		return "made(" + x() + ", " + x() + ")." + g.one("p", "q")
	case 10:
		return "turned(s)." + g.one("p", "q")
	case 11:
		return "({ int *t = " + x() + "; t; })"
	case 12:
		return "(k++, " + x() + ")"
	case 13:
		return "(struct pair){" + x() + ", " + x() + ", 3}." + g.one("p", "q")
	case 14:
		return "laundered(" + x() + ")"
	case 15:
		return "*(int **)(char *)&" + g.variable()
	}
	return "(int *){" + x() + "}"
}

// member is a pointer that is loaded from a structure.
func (g *generator) member() string {
	if g.hostile && g.r.Intn(4) == 0 {
		return g.one("f[1].A", "f[k & 1].B", "(f + 1)->C", "other(f, k)->D", "e->A", "e->B", "copied.C", "*second_of", "second(e)",
			"((struct four *)((char *)f + 8))->C", "*(int **)((intptr_t)f + 16)", "second(f + 1)")
	}
	return g.one("f->A", "(*f).B", "f[0].C", "self(f)->D", "second(f)", "g->A", "g->D", "(&*g)->C", "second(g)", "(&f[0])->B")
}

// memberStatement is a statement about a structure.
func (g *generator) memberStatement() string {
	if !g.hostile {
		return g.one("f->n++;", "f->part[k & 3] = k;", "g = f;", "g = self(g);", "k += g->n;")
	}
	return g.one("e = f;", "e = f + 1;", "e = other(g, k);", "e++; e--;", "f->A = f->B;", "g->C = p;", "e->D = q;", "copied = *f;", "*f = copied;",
		"second_of = &f->B;", "pp = &f->C;", "swap(&f->A, &g->D);", "f = e;", "memcpy(&f->A, &f->B, 8);", "memcpy(f, f + 1, sizeof *f);",
		"for (int i = 0; i < 8; i++) ((char *)&f->D)[i] = ((char *)&f->A)[i];", "*second_of = w;")
}

// variable is an lvalue of type int *.
func (g *generator) variable() string {
	return g.one("p", "q", "s.p", "s.q", "u.p", "v[0]", "v[1]", "v[k & 1]", "*pp", "ps->p", "ps->q", "w")
}

// integer is an int that comes out of memory or a counter.
func (g *generator) integer() string {
	return g.one("++k", "k * 2 + 1", "get("+g.pointer(1)+") + 1", "*("+g.pointer(1)+") + 3", "s.n + 1", "ps->n | 1")
}

// statement is one statement; loops and branches hold others.
func (g *generator) statement(depth int) string {
	if g.members && g.r.Intn(16) == 0 {
		return g.memberStatement()
	}
	p := g.pointer(2)
	switch g.r.Intn(22) {
	case 0, 1, 2, 3, 4, 5:
		return g.variable() + " = " + p + ";"
	case 6:
		return "*(" + p + ") = " + g.integer() + ";"
	case 7:
		return "(" + p + ")[1] " + g.one("=", "+=", "|=") + " " + g.integer() + ";"
	case 8:
		return "++*(" + p + ");"
	case 9:
		return "set(" + p + ", " + g.integer() + ");"
	case 10:
		return "swap(&" + g.variable() + ", " + g.one("pp", "&p", "&q", "&s.p", "&ps->q", "&v[1]") + ");"
	case 11:
		return "pp = " + g.one("&p", "&q", "&s.p", "&s.q", "&v[0]", "v + 1", "&u.p", "&ps->p") + ";"
	case 12:
		return "ps = " + g.one("&s", "&z", "ps", "k & 1 ? &s : &z") + ";"
	case 13:
		return g.one("s = z;", "z = s;", "*ps = s;", "s = turned(z);", "s = made("+p+", "+g.pointer(1)+");", "memcpy(&s, &z, sizeof s);", "z = *ps;")
	case 14:
		return "both_set(" + g.one("&s", "ps", "&z") + ", " + g.integer() + ");"
	case 15:
		return "copy(" + p + ", " + g.pointer(1) + ");"
	case 16:
		return "later(" + p + ", " + g.pointer(1) + ", k & 3);"
	case 17:
		return g.one("u.i = (intptr_t)("+p+");", "s.n = "+g.integer()+";", "ps->n++;", "memcpy(&"+g.variable()+", &"+g.variable()+", 8);",
			"for (int i = 0; i < 8; i++) ((char *)&p)[i] = ((char *)&"+g.one("q", "s.p", "v[1]", "u.p")+")[i];",
			"for (int i = 0; i < 8; i++) u.bytes[i] = ((char *)&q)[i];")
	case 18:
		return g.one("m[0] = "+p+";", g.variable()+" = m[0];", "k += get("+p+");", "k += *("+p+");")
	case 19, 20:
		if depth > 0 {
			return "if (k & " + g.one("1", "2", "4") + ") {\n" + g.statements(depth-1) + "} else {\n" + g.statements(depth-1) + "}"
		}
	case 21:
		if depth > 0 {
			return "for (int i = 0; i < 3; i++) {\nk++;\n" + g.statements(depth-1) + "}"
		}
	}
	return "k++;"
}

func (g *generator) statements(depth int) string {
	var b strings.Builder
	for range 1 + g.r.Intn(5) {
		b.WriteString(g.statement(depth) + "\n")
	}
	return b.String()
}

// region writes the function r<i>, a region over the arrays and the pointers m.
func (g *generator) region(i int) {
	if g.members {
		g.hostile = g.r.Intn(2) == 0
		fmt.Fprintf(&g.b, "static void r%d(struct four *f, int **m)\n{\n", i)
	} else {
		fmt.Fprintf(&g.b, "static void r%d(int *a, int *b, int *c, int *d, int **m)\n{\n", i)
	}
	g.b.WriteString("#pragma omp target map(tofrom: a[0:N], b[0:N], c[0:N], d[0:N], m[0:2], k)\n{\n")
	x := func() string { return g.one(arrays...) }
	fmt.Fprintf(&g.b, "int *p = %s, *q = %s, *w = %s, **pp = &w, *v[2] = {%s, %s};\n", x(), x(), x(), x(), x())
	fmt.Fprintf(&g.b, "struct pair s = {%s, %s, 0}, z = {%s, %s, 2}, *ps = &%s;\nunion both u;\nu.p = %s;\n", x(), x(), x(), x(), g.one("s", "z"), x())
	if g.members {
		g.b.WriteString("struct four *g = f, *e = f, copied = *f;\nint **second_of = &w;\n")
	}
	g.b.WriteString(g.statements(2))
	g.b.WriteString("}\n}\n")
}

// program returns a program that prints, for each region, the arrays that it
// changed.
func (g *generator) program() string {
	g.b.WriteString(preamble)
	if g.members {
		for _, a := range arrays {
			fmt.Fprintf(&g.b, "#define %s f->%s\n", a, strings.ToUpper(a))
		}
	}
	for i := range regions {
		g.region(i)
	}
	g.b.WriteString(`static int mem[4][N];
static void check(int region)
{
    printf("%d:", region);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < N; j++)
            if (mem[i][j] != 1000 * i + j) {
                printf(" %c", 'a' + i);
                break;
            }
    printf("\n");
}
static int *m[2];
static struct four fs[4];
static void fresh(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < N; j++)
            mem[i][j] = 1000 * i + j;
    m[0] = mem[k & 3] + 100;
    for (int i = 0; i < 4; i++)
        fs[i] = (struct four){i, mem[i] + 1000, mem[(i + 1) & 3] + 1000, mem[(i + 2) & 3] + 1000, mem[(i + 3) & 3] + 1000, {0}};
}
int main(void)
{
`)
	given := "mem[0] + 1000, mem[1] + 1000, mem[2] + 1000, mem[3] + 1000"
	if g.members {
		given = "fs"
	}
	for i := range regions {
		fmt.Fprintf(&g.b, "    for (int round = 0; round < 4; round++) {\n        k = round * 5;\n        fresh();\n"+
			"        r%[1]d(%[2]s, m);\n        check(%[1]d);\n    }\n", i, given)
	}
	g.b.WriteString("    return 0;\n}\n")
	return g.b.String()
}

// TestRandomRegions compares what the compiler says of random regions with what
// they change when gcc runs them. An unconfined region may change anything.
func TestRandomRegions(t *testing.T) { random(t, false) }

// TestRandomMembers does the same where the arrays are members of a structure.
func TestRandomMembers(t *testing.T) { random(t, true) }

func random(t *testing.T, members bool) {
	kept := 0
	for seed := *first; seed < *first+int64(*seeds); seed++ {
		g := &generator{r: rand.New(rand.NewSource(seed)), members: members}
		file := filepath.Join(t.TempDir(), "random.c")
		if err := os.WriteFile(file, []byte(g.program()), 0o666); err != nil {
			t.Fatal(err)
		}
		said := claims(t, file)
		kept += check(t, seed, said, run(t, file))
		if t.Failed() {
			text, _ := os.ReadFile(file)
			t.Fatalf("go test ./tests/writes -run %s -seed=%d -seeds=1; the program:\n%s", t.Name(), seed, text)
		}
	}
	if least := *seeds * regions / 10; kept < least {
		t.Errorf("only %d arrays of all regions are said to be kept, want %d at least: the test says nothing", kept, least)
	}
}

// check compares claims with the output of the program and returns how many
// arrays of confined regions are said to be kept.
func check(t *testing.T, seed int64, said []claim, output string) int {
	for _, line := range strings.Split(strings.TrimSpace(output), "\n") {
		var region int
		name, changed, _ := strings.Cut(line, ":")
		fmt.Sscan(name, &region)
		c := said[region]
		for _, array := range strings.Fields(changed) {
			if c.keeps(array) {
				t.Errorf("seed %d: region %d changes %s", seed, region, array)
			}
		}
	}
	kept := 0
	for _, c := range said {
		for _, array := range arrays {
			if c.keeps(array) {
				kept++
			}
		}
	}
	return kept
}

// keeps reports whether the region writes nothing else and not through the items of
// an array.
func (c claim) keeps(array string) bool {
	return c.confined && (slices.Contains(c.kept, array) || slices.Contains(c.kept, "f->"+strings.ToUpper(array)))
}
