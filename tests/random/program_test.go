package random

import (
	"fmt"
	"maps"
	"math/rand"
	"strings"
)

// A generator writes one random program.
type generator struct {
	r            *rand.Rand
	b            strings.Builder
	declarations strings.Builder // in front of the region that is written
	indent       int
	text         string // of the region
	names        int
	nesting      int // subscripts that are around an expression
	arrays       []*array
	sizes        []*variable
	mapped       []string        // scalars that the next region maps besides those of its roles
	prints       []string        // statements that show what a region left
	written      map[*array]bool // by the next region
	critical     map[*array]bool
	repeated     bool // the region stands in a loop
	funcs        []*function
	mixes        []*record
	helped       map[*ctype]bool // types with functions of pointers
	budget       int             // parallel constructs that the region may still have
}

// A function is a function of the program that a value can be computed by.
type function struct {
	name   string
	result *ctype
	params []*ctype
}

func (g *generator) one(list ...string) string { return list[g.r.Intn(len(list))] }

// name is a new name.
func (g *generator) name(letter string) string {
	g.names++
	return fmt.Sprintf("%s%d", letter, g.names)
}

const preamble = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
static int omp_get_num_threads(void) { return 1; }
static int omp_get_default_device(void) { return 0; }
static int omp_get_initial_device(void) { return 0; }
static void *omp_target_alloc(size_t n, int device) { return malloc(n); }
static void omp_target_free(void *p, int device) { free(p); }
static int omp_target_memcpy(void *to, void *from, size_t n, size_t at, size_t of, int there, int here)
{
    memcpy((char *)to + at, (char *)from + of, n);
    return 0;
}
#endif

static int zero;

static unsigned long long bits(double x)
{
    unsigned long long b;
    x = x == 0 ? 0 : x;
    memcpy(&b, &x, sizeof b);
    return b;
}

#define SHOW_AS(hash, a, n)                                             \
    do {                                                                \
        unsigned long long h_ = 7;                                      \
        for (int q_ = 0; q_ < (n); q_++)                                \
            h_ = h_ * 31 + hash((a)[q_]);                               \
        printf("%s=%llx ", #a, h_);                                     \
        for (int q_ = 0; getenv("ELEMENTS") && q_ < (n); q_++)          \
            printf("\n%s[%d] = %.17g", #a, q_, (double)(a)[q_]);        \
    } while (0)
#define SHOW_FIELD(hash, a, field, n)                                   \
    do {                                                                \
        unsigned long long h_ = 7;                                      \
        for (int q_ = 0; q_ < (n); q_++)                                \
            h_ = h_ * 31 + hash((a)[q_]field);                          \
        printf("%s%s=%llx ", #a, #field, h_);                           \
    } while (0)
#define WHOLE(x) (unsigned long long)(x)
#define SHOW(a, n) SHOW_AS(WHOLE, a, n)
#define SHOWF(a, n) SHOW_AS(bits, a, n)
#define SHOW1(x) printf("%s=%lld ", #x, (long long)(x))
#define SHOWF1(x) printf("%s=%.17g ", #x, (x) == 0 ? 0.0 : (double)(x))

`

// program is the text of a random program with so many units.
func program(seed int64, units int, only int) string {
	g := &generator{r: rand.New(rand.NewSource(seed))}
	g.b.WriteString(preamble)
	g.declareArrays()
	g.declareFunctions()
	for i := range units {
		unit := *g
		unit.r = rand.New(rand.NewSource(seed*1000 + int64(i)))
		unit.b = strings.Builder{}
		unit.unit(i)
		if only < 0 || i == only {
			g.b.WriteString(unit.b.String())
		}
	}
	g.main(units, only)
	return g.b.String()
}

// declareArrays makes the arrays of the program.
func (g *generator) declareArrays() {
	for i := range 7 + g.r.Intn(3) {
		t := scalar[g.r.Intn(len(scalar))]
		a := &array{t: t, integral: !t.float || g.r.Intn(2) == 0, global: g.r.Intn(2) == 0}
		letter := "p"
		if a.global {
			letter = "a"
		}
		a.n = 3100 + g.r.Intn(1500)
		if g.r.Intn(3) == 0 {
			a.rows, a.cols = 40+g.r.Intn(40), 40+g.r.Intn(40)
			a.n = a.rows * a.cols
			letter = strings.ToUpper(letter)
		}
		a.name = fmt.Sprintf("%s%d", letter, i)
		g.arrays = append(g.arrays, a)
		if a.global {
			a.declared = g.r.Intn(4) == 0
			if a.declared {
				g.pragma("declare target")
			}
			g.line("static %s %s%s;", t.name, a.name, a.bounds())
			if a.declared {
				g.pragma("end declare target")
				a.inData, a.dataFirst, a.dataEnd = true, 0, max(a.rows, a.n*(1-min(a.rows, 1)))
			}
		}
	}
	g.declareRecords()
	g.declareMixes()
}

// declareRecords makes an array of structures, whose fields count as arrays.
func (g *generator) declareRecords() {
	if g.r.Intn(2) == 0 {
		return
	}
	global, n := g.r.Intn(2) == 0, 3100+g.r.Intn(900)
	name := map[bool]string{true: "s0", false: "q0"}[global]
	g.line("struct record {")
	for i := range 2 + g.r.Intn(2) {
		a := &array{name: name, t: scalar[g.r.Intn(len(scalar))], n: n, global: global, field: fmt.Sprintf(".f%d", i), integral: true}
		g.line("    %s %s;", a.t.name, a.field[1:])
		g.arrays = append(g.arrays, a)
	}
	g.line("};")
	if global {
		g.line("static struct record %s[%d];", name, n)
	}
}

// first reports whether the array is the first of those with its name.
func (g *generator) first(a *array) bool {
	for _, b := range g.arrays {
		if b.name == a.name {
			return a == b
		}
	}
	return false
}

// bounds are the brackets of the array's declaration.
func (a *array) bounds() string {
	if a.rows > 0 {
		return fmt.Sprintf("[%d][%d]", a.rows, a.cols)
	}
	return fmt.Sprintf("[%d]", a.n)
}

// limits are the elements, or rows, that regions may use at most.
func (a *array) limits() (int, int) {
	switch {
	case a.inData:
		return a.dataFirst, a.dataEnd
	case a.rows > 0:
		return 0, a.rows
	}
	return 0, a.n
}

// parameters declares the arrays that units get as pointers.
func (g *generator) parameters() string {
	var list []string
	for _, a := range g.arrays {
		switch {
		case a.global || !g.first(a):
		case a.field != "":
			list = append(list, "struct record *"+a.name)
		case a.rows > 0:
			list = append(list, fmt.Sprintf("%s (*%s)[%d]", a.t.name, a.name, a.cols))
		default:
			list = append(list, fmt.Sprintf("%s *%s", a.t.name, a.name))
		}
	}
	if list == nil {
		return "void"
	}
	return strings.Join(list, ", ")
}

// arguments are those of a unit's call.
func (g *generator) arguments() string {
	var list []string
	for _, a := range g.arrays {
		if !a.global && g.first(a) {
			list = append(list, a.name)
		}
	}
	return strings.Join(list, ", ")
}

// declareFunctions makes functions of values for device code.
func (g *generator) declareFunctions() {
	g.line("")
	g.b.WriteString("#pragma omp declare target\n")
	g.declareHelpers()
	for range 2 {
		f := &function{name: g.name("fn"), result: scalar[g.r.Intn(len(scalar))]}
		c := &scope{runs: 4000, depth: 1}
		var list []string
		for i := range 1 + g.r.Intn(3) {
			t := scalar[g.r.Intn(len(scalar))]
			v := &variable{name: string(rune('a' + i)), t: t, lo: t.lo, hi: t.hi, mutable: g.r.Intn(2) == 0, integral: !t.float}
			f.params = append(f.params, t)
			c.vars = append(c.vars, v)
			list = append(list, t.name+" "+v.name)
		}
		if g.r.Intn(3) == 0 {
			g.pragma("declare simd%s", g.one("", " notinbranch", " simdlen(8)"))
		}
		g.block(fmt.Sprintf("static %s %s(%s)", f.result.name, f.name, strings.Join(list, ", ")), func() {
			g.statements(c, g.r.Intn(3))
			if g.r.Intn(2) == 0 {
				g.line("if (%s)", g.condition(c, 1))
				g.line("    return %s;", g.fitted(g.expression(c, 2), f.result, f.result.lo, f.result.hi, true))
			}
			g.line("return %s;", g.fitted(g.expression(c, 3), f.result, f.result.lo, f.result.hi, true))
		})
		g.funcs = append(g.funcs, f)
	}
	g.b.WriteString("#pragma omp end declare target\n\n")
}

// call calls one of the functions.
func (g *generator) call(c *scope, depth int) value {
	if len(g.funcs) == 0 {
		return g.leaf(c)
	}
	f := g.funcs[g.r.Intn(len(g.funcs))]
	var list []string
	for _, t := range f.params {
		list = append(list, g.fitted(g.expression(c, depth), t, t.lo, t.hi, true))
	}
	return known(f.name+"("+strings.Join(list, ", ")+")", f.result, true)
}

// main fills the arrays, calls the units and shows the arrays.
func (g *generator) main(units, only int) {
	g.block("int main(void)", func() {
		g.line("unsigned long long seed = 12345;")
		for _, a := range g.arrays {
			g.fill(a)
		}
		for i := range units {
			if only < 0 || i == only {
				g.line("unit%d(%s);", i, g.arguments())
			}
		}
		for _, a := range g.arrays {
			if a.declared {
				g.pragma("target update from(%s)", a.name)
			}
			g.line("%s", a.show())
		}
		g.line(`printf("\n");`)
		for _, a := range g.arrays {
			if !a.global && g.first(a) {
				g.line("free(%s);", a.name)
			}
		}
		g.line("return 0;")
	})
}

// fill allocates an array and fills it with values of its range.
func (g *generator) fill(a *array) {
	switch {
	case a.global || !g.first(a):
	case a.field != "":
		g.line("struct record *%s = calloc(%d, sizeof(struct record));", a.name, a.n)
	default:
		g.line("%s %s = malloc(%d * sizeof(%s));", a.t.name, a.declarator(), a.n, a.t.name)
	}
	value := fmt.Sprintf("(%s)(seed >> 20)", a.t.name)
	switch {
	case a.t.float && a.integral:
		value = "(int)(seed >> 40 & 2047) - 1023"
	case a.t.float:
		value = "((int)(seed >> 40 & 2047) - 1023) * 0.37"
	case a.t.signed && a.t.bits >= 32:
		value = fmt.Sprintf("(%s)(seed >> 30 & %.0f) - %.0f", a.t.name, 2*a.t.hi+1, a.t.hi)
	}
	g.block(fmt.Sprintf("for (int i = 0; i < %d; i++)", a.n), func() {
		g.line("seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;")
		g.line("%s[i]%s = %s;", a.elements(), a.field, value)
	})
	if a.declared {
		g.pragma("target update to(%s)", a.name)
	}
}

func (a *array) declarator() string {
	if a.rows > 0 {
		return fmt.Sprintf("(*%s)[%d]", a.name, a.cols)
	}
	return "*" + a.name
}

// unit writes a function with regions.
func (g *generator) unit(i int) {
	g.written, g.critical = map[*array]bool{}, map[*array]bool{}
	g.sizes = nil
	g.block(fmt.Sprintf("static void unit%d(%s)", i, g.parameters()), func() {
		for range 3 + g.r.Intn(4) {
			n := trips[g.r.Intn(len(trips))]
			if a := g.arrays[g.r.Intn(len(g.arrays))]; g.r.Intn(3) == 0 {
				n = max(a.cols, 2)
			}
			v := &variable{name: g.name("n"), t: i32, lo: float64(n), hi: float64(n)}
			g.line("int %s = %d + zero;", v.name, n)
			g.sizes = append(g.sizes, v)
		}
		g.line(`printf("unit %d: ");`, i)
		g.aliases()
		g.regions()
		g.line(`printf("\n");`)
	})
	g.line("")
}

// aliases declares second pointers into arrays.
func (g *generator) aliases() {
	for _, a := range g.arrays {
		a.alias = ""
		if a.declared || a.field != "" || g.r.Intn(4) > 0 {
			continue
		}
		lo, hi := a.limits()
		a.aliasAt = lo + g.r.Intn(hi/8)
		a.alias = g.name("q")
		if a.rows > 0 {
			g.line("%s (*%s)[%d] = %s + %d;", a.t.name, a.alias, a.cols, a.name, a.aliasAt)
		} else {
			g.line("%s *%s = %s + %d;", a.t.name, a.alias, a.name, a.aliasAt)
		}
	}
}

// usable are the arrays that a region may use.
func (g *generator) usable() []*array { return g.arrays }

// windows chooses what a region uses of each array at most.
func (g *generator) windows() {
	clear(g.written)
	for _, a := range g.arrays {
		a.fresh()
		a.first, a.end = a.limits()
		if n := a.end - a.first; g.r.Intn(3) == 0 {
			a.first += g.r.Intn(n/4 + 1)
			a.end -= g.r.Intn(n/4 + 1)
		}
	}
}

// regions writes some regions, and shows what they leave.
func (g *generator) regions() {
	switch g.r.Intn(4) {
	case 0:
		g.dataRegion(func() { g.some() })
	case 1:
		g.enteredData(func() { g.some() })
	default:
		g.some()
	}
}

// some writes some regions in a row.
func (g *generator) some() {
	switch g.r.Intn(8) {
	case 0, 1:
		g.timeLoop()
		return
	case 2:
		if g.onDevice() {
			return
		}
	}
	for range 1 + g.r.Intn(3) {
		g.prints = nil
		g.region()
		g.b.WriteString(g.declarations.String() + g.text)
		g.after()
	}
}

// timeLoop writes regions in a loop of the host, which looks at results behind it only, or
// now and then.
func (g *generator) timeLoop() {
	g.repeated = true
	g.prints = nil
	all := map[*array]bool{}
	body := ""
	for range 1 + g.r.Intn(3) {
		g.region()
		g.b.WriteString(g.declarations.String())
		body += g.text
		maps.Copy(all, g.written)
	}
	t := g.name("t")
	g.block(fmt.Sprintf("for (int %s = 0; %s < %d; %s++)", t, t, 1+g.r.Intn(3), t), func() {
		g.b.WriteString(body)
		if g.r.Intn(3) == 0 {
			g.block("if ("+t+" == 1)", func() { g.look(all) })
		}
	})
	g.repeated = false
	g.written = all
	g.after()
}

// look prints some elements in the middle of a loop.
func (g *generator) look(written map[*array]bool) {
	for _, a := range g.arrays {
		if !written[a] || g.r.Intn(2) == 0 || a.field != "" {
			continue
		}
		lo, hi := a.limits()
		if a.inData {
			g.pragma("target update from(%s)", a.section(g, lo, hi))
		}
		k := lo*max(a.cols, 1) + g.r.Intn((hi-lo)*max(a.cols, 1))
		g.line(`printf("%%.17g ", (double)%s[%d]);`, a.elements(), k)
	}
}

// region writes one target region.
func (g *generator) region() {
	g.mapped = nil
	g.declarations = strings.Builder{}
	kinds := []func(){g.loopRegion, g.loopRegion, g.loopRegion, g.leagueRegion, g.phasesRegion, g.phasesRegion, g.product, g.teamRegion, g.teamRegion}
	g.text = g.captured(kinds[g.r.Intn(len(kinds))])
}

// choose makes a section of some arrays present, as clauses say.
func (g *generator) choose() (list []string) {
	for _, a := range g.arrays {
		if a.declared || a.field != "" || g.r.Intn(2) == 0 {
			continue
		}
		lo, hi := a.limits()
		n := hi - lo
		if g.r.Intn(3) == 0 {
			lo, hi = lo+g.r.Intn(n/4), hi-g.r.Intn(n/4)
		}
		text := a.section(g, lo, hi)
		a.inData, a.partial, a.dataFirst, a.dataEnd = true, hi-lo < n, lo, hi
		if a.global && !a.partial && g.r.Intn(2) == 0 {
			text = a.name
		}
		list = append(list, text)
	}
	return list
}

// leave ends what choose began.
func (g *generator) leave() {
	for _, a := range g.arrays {
		a.inData = a.declared
	}
}

// dataRegion writes a target data construct.
func (g *generator) dataRegion(body func()) {
	list := g.choose()
	if len(list) == 0 {
		g.leave()
		body()
		return
	}
	text := "target data"
	for _, item := range list {
		text += " map(tofrom: " + item + ")"
	}
	g.pragma("%s", text)
	g.block("", body)
	g.leave()
}

// enteredData writes target enter data and target exit data.
func (g *generator) enteredData(body func()) {
	list := g.choose()
	if len(list) > 0 {
		g.pragma("target enter data map(to: %s)", strings.Join(list, ", "))
	}
	body()
	g.leave()
	if len(list) > 0 {
		g.pragma("target exit data map(from: %s)", strings.Join(list, ", "))
	}
}

// after shows what a region left, and brings arrays back to their range.
func (g *generator) after() {
	for _, p := range g.prints {
		g.line("%s", p)
	}
	for _, a := range g.arrays {
		if !g.written[a] || !a.wrapped && g.r.Intn(3) == 0 {
			continue
		}
		section := a.section(g, a.dataFirst, a.dataEnd)
		if a.inData {
			g.pragma("target update from(%s)", section)
		}
		g.line("%s", a.show())
		if a.wrapped {
			g.wrap(a)
		} else if g.r.Intn(3) == 0 {
			g.touch(a)
		} else {
			continue
		}
		if a.inData {
			g.pragma("target update to(%s)", section)
		}
	}
}

// elements is the array as one of one dimension.
func (a *array) elements() string {
	if a.rows > 0 {
		return "(&" + a.name + "[0][0])"
	}
	return a.name
}

// wrap brings elements back to the range of their type.
func (g *generator) wrap(a *array) {
	a.wrapped = false
	cast := ""
	if a.t.float {
		cast = "(int)"
	}
	g.line("for (int i = 0; i < %d; i++)", a.n)
	g.line("    %s[i]%s = %s%s[i]%s %% %.0f;", a.elements(), a.field, cast, a.elements(), a.field, a.t.hi)
}

// touch changes some elements on the host.
func (g *generator) touch(a *array) {
	lo, hi := a.limits()
	wide := max(a.cols, 1)
	from := lo + g.r.Intn(hi-lo)
	to := from + g.r.Intn(hi-from)
	g.line("for (int i = %d; i < %d; i += %d)", from*wide, to*wide, 1+g.r.Intn(7))
	g.line("    %s[i]%s = i & 127;", a.elements(), a.field)
}

// onDevice writes a region that has an array by a device pointer: of storage of its own, or
// of an array that is mapped around. It fails where the array chosen has no such pointer.
func (g *generator) onDevice() bool {
	a := g.arrays[g.r.Intn(len(g.arrays))]
	if a.global || a.field != "" || a.inData {
		return false
	}
	name, alias := a.name, a.alias
	a.device, a.alias = true, ""
	bytes := fmt.Sprintf("%d * sizeof(%s)", a.n, a.t.name)
	mapped := g.r.Intn(2) == 0
	if !mapped {
		a.name = g.name("d")
	}
	declarator := a.declarator()
	g.prints = nil
	g.region()
	g.b.WriteString(g.declarations.String())
	if mapped {
		a.device = false
		lo, hi := a.limits()
		g.pragma("target data map(tofrom: %s)", a.section(g, lo, hi))
		g.pragma("target data use_device_ptr(%s)", name)
		g.block("", func() { g.b.WriteString(g.text) })
	} else {
		g.line("%s %s = omp_target_alloc(%s, omp_get_default_device());", a.t.name, declarator, bytes)
		g.line("omp_target_memcpy(%s, %s, %s, 0, 0, omp_get_default_device(), omp_get_initial_device());", a.name, name, bytes)
		g.b.WriteString(g.text)
		g.line("omp_target_memcpy(%s, %s, %s, 0, 0, omp_get_initial_device(), omp_get_default_device());", name, a.name, bytes)
		g.line("omp_target_free(%s, omp_get_default_device());", a.name)
	}
	a.device, a.name, a.alias = false, name, alias
	g.after()
	return true
}
