package codegen

import (
	"strings"

	"omp2cl/ompir"
)

// libraryCall prints the call n of a C library function in OpenCL C.
type libraryCall func(p *printer, n *ompir.Node) (string, int)

// Functions of <math.h> that OpenCL C has under the same name, overloaded for
// float and double. The C names are name, namef and both with __builtin_ in front.
const (
	mathOneArg = `acos acosh asin asinh atan atanh cbrt ceil cos cosh erf erfc exp exp2 exp10 expm1 fabs
		floor lgamma log log10 log1p log2 logb rint round sin sinh sqrt tan tanh tgamma trunc`
	mathTwoArgs = `atan2 copysign fdim fmax fmin fmod hypot nextafter remainder`
)

// mathForms are the <math.h> functions that take more than a change of name. In a
// form, $t is the floating type, $1 … $3 the arguments converted to it, @1 … @3 the
// arguments as they are, !1 … what they point to, and #1, %1, ^1, &1 … the arguments
// converted to int, long, uint and ulong.
var mathForms = map[string]string{
	"fma":       "fma($1, $2, $3)",
	"pow":       "omp2cl_power($1, $2)",
	"nearbyint": "rint($1)",
	"roundeven": "rint($1)",
	"gamma":     "lgamma($1)",
	"pow10":     "exp10($1)",
	"drem":      "remainder($1, $2)",
	"ilogb":     "ilogb($1)",
	"ldexp":     "ldexp($1, #2)",
	"scalbn":    "ldexp($1, #2)",
	"scalbln":   "ldexp($1, (int)clamp(%2, -100000L, 100000L))",
	"lround":    "(long)round($1)",
	"llround":   "(long)round($1)",
	"lrint":     "(long)rint($1)",
	"llrint":    "(long)rint($1)",
	"frexp":     "frexp($1, @2)",
	"modf":      "modf($1, @2)",
	"remquo":    "remquo($1, $2, @3)",
	"lgamma_r":  "lgamma_r($1, @2)",
	"sincos":    "!2 = sincos($1, @3)",
	"powi":      "pown($1, #2)",
	"nan":       "($t)NAN",
	"nans":      "($t)NAN",
	"inf":       "($t)INFINITY",
	"huge_val":  "($t)INFINITY",
}

// plainForms are library functions without a version per floating type. $1 stands
// for the argument in its own floating type (an integer as double).
var plainForms = map[string]string{
	"abs":   "(int)abs(#1)",
	"labs":  "(long)abs(%1)",
	"llabs": "(long)abs(%1)",

	"__builtin_isnan":      "isnan($1)",
	"__builtin_isinf":      "isinf($1)",
	"__builtin_isfinite":   "isfinite($1)",
	"__builtin_finite":     "isfinite($1)",
	"__builtin_isnormal":   "isnormal($1)",
	"__builtin_signbit":    "signbit($1)",
	"__builtin_isinf_sign": "({ $t omp2cl_x = $1; isinf(omp2cl_x) ? (omp2cl_x < 0 ? -1 : 1) : 0; })",
	"isnan":                "isnan($1)", "isnanf": "isnan($1)", "__isnan": "isnan($1)", "__isnanf": "isnan($1)",
	"isinf":    "({ $t omp2cl_x = $1; isinf(omp2cl_x) ? (omp2cl_x < 0 ? -1 : 1) : 0; })",
	"__isinf":  "({ $t omp2cl_x = $1; isinf(omp2cl_x) ? (omp2cl_x < 0 ? -1 : 1) : 0; })",
	"__isinff": "({ $t omp2cl_x = $1; isinf(omp2cl_x) ? (omp2cl_x < 0 ? -1 : 1) : 0; })",
	"isinff":   "({ $t omp2cl_x = $1; isinf(omp2cl_x) ? (omp2cl_x < 0 ? -1 : 1) : 0; })",
	"finite":   "isfinite($1)", "finitef": "isfinite($1)", "__finite": "isfinite($1)", "__finitef": "isfinite($1)",
	"isfinite": "isfinite($1)", "isnormal": "isnormal($1)", "signbit": "signbit($1)",
	"__signbit": "signbit($1)", "__signbitf": "signbit($1)",
	"__builtin_fpclassify": "({ $t omp2cl_x = $6; isnan(omp2cl_x) ? @1 : isinf(omp2cl_x) ? @2 :" +
		" isnormal(omp2cl_x) ? @3 : omp2cl_x == 0 ? @5 : @4; })",
	"__fpclassify":  fpclassifyForm,
	"__fpclassifyf": fpclassifyForm,

	"__builtin_popcount":   "(int)popcount(^1)",
	"__builtin_popcountl":  "(int)popcount(&1)",
	"__builtin_popcountll": "(int)popcount(&1)",
	"__builtin_parity":     "(int)(popcount(^1) & 1)",
	"__builtin_parityl":    "(int)(popcount(&1) & 1)",
	"__builtin_parityll":   "(int)(popcount(&1) & 1)",
	"__builtin_clz":        "(int)clz(^1)",
	"__builtin_clzl":       "(int)clz(&1)",
	"__builtin_clzll":      "(int)clz(&1)",
	"__builtin_ctz":        "({ uint omp2cl_x = ^1; 31 - (int)clz(omp2cl_x & (0 - omp2cl_x)); })",
	"__builtin_ctzl":       ctz64Form,
	"__builtin_ctzll":      ctz64Form,
	"__builtin_ffs":        "({ uint omp2cl_x = ^1; 32 - (int)clz(omp2cl_x & (0 - omp2cl_x)); })",
	"__builtin_ffsl":       ffs64Form,
	"__builtin_ffsll":      ffs64Form,
	"ffs":                  "({ uint omp2cl_x = ^1; 32 - (int)clz(omp2cl_x & (0 - omp2cl_x)); })",
	"ffsl":                 ffs64Form,
	"ffsll":                ffs64Form,
	"__builtin_bswap16":    "(ushort)rotate((ushort)@1, (ushort)8)",
	"__builtin_bswap32":    "({ uint omp2cl_x = ^1; (rotate(omp2cl_x, 8U) & 0x00FF00FFU) | (rotate(omp2cl_x, 24U) & 0xFF00FF00U); })",
	"__builtin_bswap64": "({ ulong omp2cl_x = &1; omp2cl_x = ((omp2cl_x & 0x00FF00FF00FF00FFUL) << 8)" +
		" | ((omp2cl_x >> 8) & 0x00FF00FF00FF00FFUL); omp2cl_x = ((omp2cl_x & 0x0000FFFF0000FFFFUL) << 16)" +
		" | ((omp2cl_x >> 16) & 0x0000FFFF0000FFFFUL); rotate(omp2cl_x, 32UL); })",

	"omp_get_num_teams":      "omp2cl_get_num_teams()",
	"omp_get_team_num":       "omp2cl_get_team_num()",
	"omp_get_num_threads":    "omp2cl_get_num_threads()",
	"omp_get_thread_num":     "omp2cl_get_thread_num()",
	"omp_get_max_threads":    "omp2cl_get_max_threads()",
	"omp_get_thread_limit":   "omp2cl_get_thread_limit()",
	"omp_get_num_procs":      "omp2cl_get_num_procs()",
	"omp_in_parallel":        "omp2cl_in_parallel()",
	"omp_get_level":          "omp2cl_get_level()",
	"omp_is_initial_device":  "0",
	"omp_get_default_device": "0",
	"omp_get_num_devices":    "0",

	"omp_get_initial_device": "0",
	"omp_set_default_device": "(void)#1",

	"omp_init_lock":         "omp2cl_c_init_lock(@1)",
	"omp_destroy_lock":      "(void)@1",
	"omp_set_lock":          "omp2cl_c_set_lock(@1)",
	"omp_unset_lock":        "omp2cl_c_unset_lock(@1)",
	"omp_test_lock":         "omp2cl_c_test_lock(@1)",
	"omp_init_nest_lock":    "omp2cl_c_init_nest_lock(@1)",
	"omp_destroy_nest_lock": "(void)@1",
	"omp_set_nest_lock":     "omp2cl_c_set_nest_lock(@1)",
	"omp_unset_nest_lock":   "omp2cl_c_unset_nest_lock(@1)",
	"omp_test_nest_lock":    "omp2cl_c_test_nest_lock(@1)",

	"omp_get_active_level":        "omp2cl_get_active_level()",
	"omp_get_ancestor_thread_num": "omp2cl_get_ancestor_thread_num(#1)",
	"omp_get_team_size":           "omp2cl_get_team_size(#1)",
	"omp_get_dynamic":             "0",
	"omp_get_nested":              "0",
	"omp_get_cancellation":        "0",
	"omp_get_max_active_levels":   "1",
	"omp_in_final":                "0",
	"omp_set_num_threads":         "(void)#1", // where all regions have one thread
	"omp_set_dynamic":             "(void)#1",
	"omp_set_nested":              "(void)#1",

	"omp_get_proc_bind":            "0", // omp_proc_bind_false: there are no places
	"omp_get_num_places":           "0",
	"omp_get_place_num":            "-1",
	"omp_get_place_num_procs":      "((void)#1, 0)",
	"omp_get_partition_num_places": "0",
	"omp_get_max_task_priority":    "0",
	"omp_get_device_num":           "OMP2CL_DEVICE_NUM",

	"omp_get_max_teams":               "0", // as many as the device likes
	"omp_get_teams_thread_limit":      "0",
	"omp_get_supported_active_levels": "1",
	"omp_get_schedule":                "(!1 = 1, !2 = 0)", // omp_sched_static, no chunk size
	"omp_set_schedule":                "((void)^1, (void)#2)",
	"omp_set_max_active_levels":       "(void)#1",

	"isalnum": "(omp2cl_c_type(#1) & 8)", "isalpha": "(omp2cl_c_type(#1) & 1024)",
	"isblank": "(omp2cl_c_type(#1) & 1)", "iscntrl": "(omp2cl_c_type(#1) & 2)",
	"isdigit": "(omp2cl_c_type(#1) & 2048)", "isgraph": "(omp2cl_c_type(#1) & 32768)",
	"islower": "(omp2cl_c_type(#1) & 512)", "isprint": "(omp2cl_c_type(#1) & 16384)",
	"ispunct": "(omp2cl_c_type(#1) & 4)", "isspace": "(omp2cl_c_type(#1) & 8192)",
	"isupper": "(omp2cl_c_type(#1) & 256)", "isxdigit": "(omp2cl_c_type(#1) & 4096)",
	"isascii": "((#1 & ~127) == 0)", "toascii": "(#1 & 127)",
	"tolower": "omp2cl_c_tolower(#1)", "toupper": "omp2cl_c_toupper(#1)",

	"exit": "omp2cl_exit(#1)", "_Exit": "omp2cl_exit(#1)", "_exit": "omp2cl_exit(#1)",
	"abort":          `omp2cl_assert_failed("")`,
	"__builtin_trap": `omp2cl_assert_failed("")`,

	"__builtin_clrsb":   "({ int omp2cl_x = @1; (int)clz((uint)(omp2cl_x < 0 ? ~omp2cl_x : omp2cl_x)) - 1; })",
	"__builtin_clrsbll": "({ long omp2cl_x = @1; (int)clz((ulong)(omp2cl_x < 0 ? ~omp2cl_x : omp2cl_x)) - 1; })",
	"__builtin_clrsbl":  "({ long omp2cl_x = @1; (int)clz((ulong)(omp2cl_x < 0 ? ~omp2cl_x : omp2cl_x)) - 1; })",
}

const (
	ctz64Form      = "({ ulong omp2cl_x = &1; 63 - (int)clz(omp2cl_x & (0 - omp2cl_x)); })"
	ffs64Form      = "({ ulong omp2cl_x = &1; 64 - (int)clz(omp2cl_x & (0 - omp2cl_x)); })"
	fpclassifyForm = "({ $t omp2cl_x = $1; isnan(omp2cl_x) ? 0 : isinf(omp2cl_x) ? 1 :" +
		" isnormal(omp2cl_x) ? 4 : omp2cl_x == 0 ? 2 : 3; })" // glibc's FP_ values
)

// alsoBuiltin are functions that gcc has under a name with __builtin_ too.
const alsoBuiltin = `abs labs llabs abort exit _Exit isalnum isalpha isblank iscntrl isdigit isgraph islower isprint
	ispunct isspace isupper isxdigit isascii toascii tolower toupper`

// comparisons are the macros of <math.h> that never raise an exception; OpenCL C
// has them under the same names.
const comparisons = `isgreater isgreaterequal isless islessequal islessgreater isunordered`

// library maps the C name of a function to how it is called on a device.
var library map[string]libraryCall

func init() { library = buildLibrary() }

// mathLibrary is the part of it that computes with its arguments and does no more.
var mathLibrary = buildMath()

func buildMath() map[string]libraryCall {
	lib := map[string]libraryCall{}
	for _, name := range strings.Fields(mathOneArg) {
		addMath(lib, name, name+"($1)")
	}
	for _, name := range strings.Fields(mathTwoArgs) {
		addMath(lib, name, name+"($1, $2)")
	}
	for name, form := range mathForms {
		addMath(lib, name, form)
	}
	return lib
}

func buildLibrary() map[string]libraryCall {
	lib := buildMath()
	for name, form := range plainForms {
		lib[name] = formCall(form, nil)
	}
	for _, name := range strings.Fields(comparisons) {
		lib[name] = formCall(name+"($1, $2)", nil)
		lib["__builtin_"+name] = lib[name]
	}
	for _, name := range strings.Fields(alsoBuiltin) {
		lib["__builtin_"+name] = lib[name]
	}
	for _, name := range []string{"isnan", "isinf", "finite", "signbit"} {
		lib["__builtin_"+name+"f"] = lib["__builtin_"+name]
	}
	for name, call := range memoryCalls {
		lib[name], lib["__builtin_"+name] = call, call
	}
	for name, call := range outputCalls {
		lib[name], lib["__builtin_"+name] = call, call
	}
	for name, call := range checkedCalls {
		lib[name], lib["__builtin_"+name] = call, call
	}
	lib["__assert_fail"] = assertFail
	lib["__assert"] = assertFail
	lib["__builtin_object_size"] = objectSize
	return lib
}

// addMath adds the double and float versions of a <math.h> function.
func addMath(lib map[string]libraryCall, name, form string) {
	double, single := formCall(form, ompir.TF64), formCall(form, ompir.TF32)
	lib["__builtin_"+name], lib["__builtin_"+name+"f"] = double, single
	if name == "inf" || name == "huge_val" {
		return // builtins only
	}
	lib[name] = double
	if strings.HasSuffix(name, "_r") {
		lib[strings.TrimSuffix(name, "_r")+"f_r"] = single
		return
	}
	lib[name+"f"] = single
}

// Supports reports whether device code can call the C library function name.
func Supports(name string) bool {
	_, ok := library[name]
	return ok
}
