package ompir

import (
	"maps"
	"slices"
	"strings"
)

// The library functions that device code may call without a body in the unit.
// A signature is the result and the parameters: v void, b _Bool, i int, u unsigned
// int, l long, U unsigned long, f float, d double, p pointer, s pointer to char; a final "." means
// more arguments of any type. Math functions that exist as double and float are
// listed once, with d; the float version has the suffix f.
const (
	mathFunctions = `
acos d:d roundeven d:d acosh d:d asin d:d asinh d:d atan d:d atan2 d:dd atanh d:d cbrt d:d ceil d:d
copysign d:dd cos d:d cosh d:d erf d:d erfc d:d exp d:d exp2 d:d exp10 d:d expm1 d:d fabs d:d
fdim d:dd floor d:d fma d:ddd fmax d:dd fmin d:dd fmod d:dd frexp d:dp hypot d:dd
ilogb i:d ldexp d:di lgamma d:d pow10 d:d llrint l:d llround l:d log d:d log10 d:d log1p d:d log2 d:d logb d:d
lrint l:d lround l:d modf d:dp nan d:p nearbyint d:d nextafter d:dd pow d:dd powi d:di remainder d:dd
remquo d:ddp rint d:d round d:d scalbln d:dl scalbn d:di sin d:d sincos v:dpp sinh d:d
sqrt d:d tan d:d tanh d:d tgamma d:d trunc d:d`

	otherFunctions = `
abs i:i labs l:l llabs l:l
memcpy p:ppU memmove p:ppU memset p:piU memcmp i:ppU memchr p:piU
strlen U:p strcmp i:pp strncmp i:ppU strcpy s:pp strncpy s:ppU strcat s:pp strncat s:ppU strchr s:pi strrchr s:pi
strnlen U:pU strspn U:pp strcspn U:pp strstr s:pp strpbrk s:pp stpcpy s:pp mempcpy p:ppU strcasecmp i:pp strncasecmp i:ppU
bzero v:pU bcmp i:ppU
isalnum i:i isalpha i:i isblank i:i iscntrl i:i isdigit i:i isgraph i:i islower i:i isprint i:i ispunct i:i isspace i:i
isupper i:i isxdigit i:i isascii i:i toascii i:i tolower i:i toupper i:i
ffs i:i ffsl i:l ffsll i:l exit v:i _Exit v:i _exit v:i
printf i:p. puts i:p putchar i:i
__strcpy_chk s:ppU __strncpy_chk s:ppUU __strcat_chk s:ppU __strncat_chk s:ppUU
__assert_fail v:ppup __assert v:pip abort v:
__printf_chk i:ip. __memcpy_chk p:ppUU __memmove_chk p:ppUU __memset_chk p:piUU
__mempcpy_chk p:ppUU __stpcpy_chk s:ppU
__fpclassify i:d __fpclassifyf i:f __isnan i:d __isnanf i:f __isinf i:d __isinff i:f
__finite i:d __finitef i:f __signbit i:d __signbitf i:f
isnan i:d isinf i:d finite i:d isnanf i:f isinff i:f finitef i:f signbit i:d isfinite i:d isnormal i:d
omp_get_num_teams i: omp_get_team_num i: omp_get_num_threads i: omp_get_thread_num i:
omp_get_thread_limit i: omp_get_max_threads i: omp_get_num_procs i: omp_in_parallel i: omp_get_level i:
omp_get_active_level i: omp_get_ancestor_thread_num i:i omp_get_team_size i:i
omp_is_initial_device i: omp_get_num_devices i: omp_get_default_device i:
omp_get_dynamic i: omp_get_nested i: omp_get_cancellation i: omp_get_max_active_levels i: omp_in_final i:
omp_get_proc_bind u: omp_get_num_places i: omp_get_place_num i: omp_get_place_num_procs i:i
omp_get_device_num i: omp_get_max_teams i: omp_get_teams_thread_limit i: omp_get_supported_active_levels i:
omp_get_partition_num_places i: omp_get_max_task_priority i: omp_get_schedule v:pp
omp_set_num_threads v:i omp_set_dynamic v:i omp_set_nested v:i omp_set_max_active_levels v:i omp_set_schedule v:ui
omp_get_initial_device i: omp_set_default_device v:i
omp_init_lock v:p omp_destroy_lock v:p omp_set_lock v:p omp_unset_lock v:p omp_test_lock i:p
omp_init_nest_lock v:p omp_destroy_nest_lock v:p omp_set_nest_lock v:p omp_unset_nest_lock v:p omp_test_nest_lock i:p`

	builtinFunctions = `
clz i:u clzl i:U clzll i:U ctz i:u ctzl i:U ctzll i:U popcount i:u popcountl i:U popcountll i:U
ffs i:i ffsl i:l ffsll i:l parity i:u parityl i:U parityll i:U clrsb i:i clrsbl i:l clrsbll i:l
bswap16 w:w bswap32 u:u bswap64 U:U
isnan i:. isinf i:. isfinite i:. isnormal i:. signbit i:. signbitf i:f isinf_sign i:. isunordered i:..
isgreater i:.. isgreaterequal i:.. isless i:.. islessequal i:.. islessgreater i:.. fpclassify i:iiiii.
huge_val d: huge_valf f: inf d: inff f: nan d:p nanf f:p
memcpy p:ppU memmove p:ppU memset p:piU memcmp i:ppU memchr p:piU
strlen U:p strcmp i:pp strncmp i:ppU strcpy s:pp strncpy s:ppU strcat s:pp strncat s:ppU strchr s:pi strrchr s:pi
strnlen U:pU strspn U:pp strcspn U:pp strstr s:pp strpbrk s:pp stpcpy s:pp mempcpy p:ppU strcasecmp i:pp strncasecmp i:ppU
bzero v:pU bcmp i:ppU
isalnum i:i isalpha i:i isblank i:i iscntrl i:i isdigit i:i isgraph i:i islower i:i isprint i:i ispunct i:i isspace i:i
isupper i:i isxdigit i:i isascii i:i toascii i:i tolower i:i toupper i:i exit v:i _Exit v:i __mempcpy_chk p:ppUU __stpcpy_chk s:ppU
__strcpy_chk s:ppU __strncpy_chk s:ppUU __strcat_chk s:ppU __strncat_chk s:ppUU trap v: abort v: abs i:i labs l:l llabs l:l printf i:p. puts i:p putchar i:i
object_size U:pi __memcpy_chk p:ppUU __memmove_chk p:ppUU __memset_chk p:piUU`
)

// signature is a library function's type.
type signature struct {
	result *Type
	params []*Type
}

// library holds every known function, under "name" and "__builtin_name".
var library = makeLibrary()

// IsLibrary reports whether device code can call the function called name of the
// C library, the OpenMP API or gcc's builtins.
func IsLibrary(name string) bool {
	_, ok := library[name]
	return ok
}

// IsMath reports whether name is a function of numbers from the C library.
func IsMath(name string) bool { return mathNames[strings.TrimPrefix(name, "__builtin_")] }

// mathNames are the functions of the C library whose values follow from their arguments,
// unless these are pointers.
var mathNames = makeMathNames()

func makeMathNames() map[string]bool {
	names := map[string]bool{"abs": true, "labs": true, "llabs": true}
	eachFunction(mathFunctions, func(name, _ string) { names[name], names[name+"f"] = true, true })
	return names
}

// LibraryNames lists the functions that IsLibrary knows, sorted.
func LibraryNames() []string { return slices.Sorted(maps.Keys(library)) }

// LibrarySignature returns the type of a library function's value and of its fixed
// parameters; pointers are void pointers, but for strings that are results.
func LibrarySignature(name string) (result *Type, params []*Type, ok bool) {
	s, ok := library[name]
	return s.result, s.params, ok
}

func makeLibrary() map[string]signature {
	m := map[string]signature{}
	eachFunction(mathFunctions, func(name, sig string) {
		float := strings.ReplaceAll(sig, "d", "f")
		m[name], m[name+"f"] = parseSignature(sig), parseSignature(float)
		m["__builtin_"+name], m["__builtin_"+name+"f"] = m[name], m[name+"f"]
	})
	eachFunction(otherFunctions, func(name, sig string) { m[name] = parseSignature(sig) })
	eachFunction(builtinFunctions, func(name, sig string) { m["__builtin_"+name] = parseSignature(sig) })
	return m
}

// eachFunction calls f for the pairs of a list.
func eachFunction(list string, f func(name, sig string)) {
	words := strings.Fields(list)
	for i := 0; i < len(words); i += 2 {
		f(words[i], words[i+1])
	}
}

// signatureTypes are the letters of signatures.
var signatureTypes = map[byte]*Type{'v': TVoid, 'b': TBool, 'w': TU16, 'i': TI32, 'u': TU32, 'l': TI64,
	'U': TU64, 'f': TF32, 'd': TF64, 'p': PointerTo(TVoid), 's': PointerTo(TI8)}

func parseSignature(s string) signature {
	out := signature{result: signatureTypes[s[0]]}
	for i := 2; i < len(s) && s[i] != '.'; i++ {
		out.params = append(out.params, signatureTypes[s[i]])
	}
	return out
}
