package codegen

import (
	"sort"
	"strings"

	"omp2cl/ompir"
)

// memoryCalls are the functions of <string.h>, on memory and on strings. They become
// helpers, one per combination of address spaces.
var memoryCalls = makeMemoryCalls()

func makeMemoryCalls() map[string]libraryCall {
	calls := map[string]libraryCall{"bzero": zeroed, "bcmp": helperCall("memcmp", 2)}
	for _, name := range strings.Fields("memset memchr strlen strnlen strchr strrchr") {
		calls[name] = helperCall(name, 1)
	}
	for _, name := range strings.Fields("memcpy memmove mempcpy memcmp strcmp strncmp strcpy stpcpy strncpy strcat strncat" +
		" strspn strcspn strstr strpbrk strcasecmp strncasecmp") {
		calls[name] = helperCall(name, 2)
	}
	return calls
}

// helperCall calls the helper name, whose first pointers arguments have any address
// spaces.
func helperCall(name string, pointers int) libraryCall {
	return func(p *printer, n *ompir.Node) (string, int) { return p.memoryCall(n, name, pointers) }
}

// zeroed prints bzero as memset.
func zeroed(p *printer, n *ompir.Node) (string, int) {
	call := *n
	if len(n.Kids) == 2 {
		call.Kids = []*ompir.Node{n.Kids[0], {Op: ompir.OpConst, Type: ompir.TI32, Pos: n.Pos}, n.Kids[1]}
	}
	return p.memoryCall(&call, "memset", 1)
}

// checkedCalls are the forms that _FORTIFY_SOURCE gives to calls: the same with the
// size of the object, or a flag, besides.
var checkedCalls = map[string]libraryCall{
	"__memcpy_chk":  checked("memcpy", 3, 4),
	"__memmove_chk": checked("memmove", 3, 4),
	"__memset_chk":  checked("memset", 3, 4),
	"__strcpy_chk":  checked("strcpy", 2, 3),
	"__strncpy_chk": checked("strncpy", 3, 4),
	"__strcat_chk":  checked("strcat", 2, 3),
	"__strncat_chk": checked("strncat", 3, 4),
	"__mempcpy_chk": checked("mempcpy", 3, 4),
	"__stpcpy_chk":  checked("stpcpy", 2, 3),
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
