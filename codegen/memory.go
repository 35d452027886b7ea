package codegen

import (
	"sort"
	"strings"

	"omp2cl/ompir"
)

// memoryCalls are the functions of <string.h> on memory. They become helpers, one
// per combination of address spaces.
var memoryCalls = map[string]libraryCall{
	"memcpy":  func(p *printer, n *ompir.Node) (string, int) { return p.memoryCall(n, "memcpy", 2) },
	"memmove": func(p *printer, n *ompir.Node) (string, int) { return p.memoryCall(n, "memmove", 2) },
	"memset":  func(p *printer, n *ompir.Node) (string, int) { return p.memoryCall(n, "memset", 1) },
	"memcmp":  func(p *printer, n *ompir.Node) (string, int) { return p.memoryCall(n, "memcmp", 2) },
	"strlen":  func(p *printer, n *ompir.Node) (string, int) { return p.memoryCall(n, "strlen", 1) },
}

// checkedCalls are the forms that _FORTIFY_SOURCE gives to calls: the same with the
// size of the object, or a flag, besides.
var checkedCalls = map[string]libraryCall{
	"__memcpy_chk":  checked("memcpy", 3, 4),
	"__memmove_chk": checked("memmove", 3, 4),
	"__memset_chk":  checked("memset", 3, 4),
	"__printf_chk":  checked("printf", 0, 1),
}

// checked calls the plain function without the arguments from, up to to.
func checked(plain string, from, to int) libraryCall {
	return func(p *printer, n *ompir.Node) (string, int) {
		call := *n
		call.Str = plain
		if len(n.Kids) >= to {
			call.Kids = append(append([]*ompir.Node{}, n.Kids[:from]...), n.Kids[to:]...)
		}
		if p.discards[n] {
			p.discard(&call)
		}
		return library[plain](p, &call)
	}
}

// objectSize answers __builtin_object_size as gcc does when it cannot tell.
func objectSize(_ *printer, n *ompir.Node) (string, int) {
	if len(n.Kids) == 2 && n.Kids[1].Op == ompir.OpConst && n.Kids[1].Int&2 != 0 {
		return "0UL", precPrimary
	}
	return "(ulong)-1", precUnary
}

// helperBodies is the text of the helpers: TO and FROM are the address spaces of
// the first and second pointer. putstr prints a string that is no literal, as %s
// with a width and a precision does.
var helperBodies = map[string]string{
	"memcpy": `TO void *NAME(TO void *to, FROM const void *from, ulong n)
{
    TO uchar *t = (TO uchar *)to;
    FROM const uchar *f = (FROM const uchar *)from;
    typedef ulong word __attribute__((may_alias));
    ulong i = 0;
    if (((ulong)t & 7) == 0 && ((ulong)f & 7) == 0)
        for (; i + 8 <= n; i += 8)
            *(TO word *)(t + i) = *(FROM const word *)(f + i);
    for (; i < n; i++)
        t[i] = f[i];
    return to;
}
`,
	"memmove": `TO void *NAME(TO void *to, FROM const void *from, ulong n)
{
    TO uchar *t = (TO uchar *)to;
    FROM const uchar *f = (FROM const uchar *)from;
    if ((ulong)t <= (ulong)f)
        for (ulong i = 0; i < n; i++)
            t[i] = f[i];
    else
        for (ulong i = n; i-- > 0;)
            t[i] = f[i];
    return to;
}
`,
	"memset": `TO void *NAME(TO void *to, int value, ulong n)
{
    TO uchar *t = (TO uchar *)to;
    typedef ulong word __attribute__((may_alias));
    ulong i = 0;
    if (((ulong)t & 7) == 0)
        for (; i + 8 <= n; i += 8)
            *(TO word *)(t + i) = 0x0101010101010101UL * (uchar)value;
    for (; i < n; i++)
        t[i] = (uchar)value;
    return to;
}
`,
	"memcmp": `int NAME(TO const void *a, FROM const void *b, ulong n)
{
    TO const uchar *x = (TO const uchar *)a;
    FROM const uchar *y = (FROM const uchar *)b;
    for (ulong i = 0; i < n; i++)
        if (x[i] != y[i])
            return (int)x[i] - (int)y[i];
    return 0;
}
`,
	"putstr": `int NAME(TO const void *string, int width, int most, int left)
{
    TO const char *s = (TO const char *)string;
    int n = 0;
    if (s == 0)
        return printf("(null)");
    while ((most < 0 || n < most) && s[n] != 0)
        n++;
    for (int i = n; !left && i < width; i++)
        printf(" ");
    for (int i = 0; i < n; i++)
        printf("%c", s[i]);
    for (int i = n; left && i < width; i++)
        printf(" ");
    return 0;
}
`,
	"strlen": `ulong NAME(TO const void *s)
{
    TO const char *c = (TO const char *)s;
    ulong n = 0;
    while (c[n] != 0)
        n++;
    return n;
}
`,
}

var spaceLetters = map[ompir.Space]string{ompir.Global: "g", ompir.Local: "l", ompir.Private: "p",
	ompir.Constant: "c"}

// memoryCall prints a call of the helper base for the address spaces of the first
// pointers arguments.
func (p *printer) memoryCall(n *ompir.Node, base string, pointers int) (string, int) {
	name := "omp2cl_" + base + "_"
	args := make([]string, len(n.Kids))
	for i, k := range n.Kids {
		args[i] = p.expr(k, precAssign)
		if i < pointers {
			name += spaceLetters[p.pointeeSpace(k)]
		}
	}
	p.unit.helpers[name] = pointers
	return name + "(" + strings.Join(args, ", ") + ")", precPostfix
}

// pointeeSpace returns the address space that the value of n points into; an array
// points into its own, a string literal into constant memory.
func (p *printer) pointeeSpace(n *ompir.Node) ompir.Space {
	for n.Op == ompir.OpCast && typeOf(n.Kids[0]).Kind != ompir.Pointer && typeOf(n.Kids[0]).Kind == ompir.Array {
		n = n.Kids[0]
	}
	switch {
	case n.Op == ompir.OpStr:
		return ompir.Constant
	case typeOf(n).Kind == ompir.Array:
		return p.spaceOf(n)
	case typeOf(n).Kind == ompir.Pointer && typeOf(n).Space != ompir.NoSpace:
		return typeOf(n).Space
	}
	return ompir.Private
}

// helperText returns the helpers in use, by name, each behind its guard.
func (u *unit) helperText() string {
	names := make([]string, 0, len(u.helpers))
	for name := range u.helpers {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, name := range names {
		base, letters, _ := strings.Cut(strings.TrimPrefix(name, "omp2cl_"), "_")
		text := strings.ReplaceAll(helperBodies[base], "NAME", name)
		text = strings.ReplaceAll(text, "TO ", spaceWord(letters, 0)+" ")
		text = strings.ReplaceAll(text, "FROM ", spaceWord(letters, 1)+" ")
		guard := strings.ToUpper(name)
		b.WriteString("#ifndef " + guard + "\n#define " + guard + "\n" + text + "#endif\n")
	}
	return b.String()
}

func spaceWord(letters string, i int) string {
	if i >= len(letters) {
		return ""
	}
	for s, l := range spaceLetters {
		if l == letters[i:i+1] {
			return spaceQualifiers[s]
		}
	}
	panic("BUG: codegen: helper letters " + letters)
}
