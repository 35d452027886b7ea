package codegen

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"omp2cl/ompir"
)

// abiHeader returns the runtime's header without comments.
func abiHeader(t *testing.T) string {
	text, err := os.ReadFile("../rtlib/capi/omp2cl.h")
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(string(text), "")
}

var (
	structPattern   = regexp.MustCompile(`(?s)struct (\w+) \{(.*?)\};`)
	functionPattern = regexp.MustCompile(`(?m)^(?:void|int) (\w+)\(([^;]*?)\)( __asm__\("\w+"\))?;`)
	blanks          = regexp.MustCompile(`\s+`)
)

// normalize spells types and names of header and generated declarations alike.
func normalize(s string) string {
	s = strings.NewReplacer("__omp2cl_", "omp2cl_", "uint32_t", "unsigned int", "uint64_t", "unsigned long",
		"int64_t", "long").Replace(s)
	return strings.TrimSpace(blanks.ReplaceAllString(s, " "))
}

// declarations returns the structs and functions of C text by name.
func declarations(text string) map[string]string {
	found := map[string]string{}
	for _, m := range structPattern.FindAllStringSubmatch(text, -1) {
		found["struct "+normalize(m[1])] = normalize(m[2])
	}
	for _, m := range functionPattern.FindAllStringSubmatch(text, -1) {
		found[normalize(m[1])] = normalize(m[2])
	}
	return found
}

// TestABIMatchesHeader compares the declarations in generated code with the
// runtime's header: members, parameters and version.
func TestABIMatchesHeader(t *testing.T) {
	header, ours := declarations(abiHeader(t)), declarations(abiText)
	if len(header) < 15 {
		t.Fatalf("only %d declarations found in the header", len(header))
	}
	for name, want := range header {
		if got, ok := ours[name]; !ok || got != want {
			t.Errorf("%s: header has %q, generated code %q", name, want, got)
		}
	}
	for name := range ours {
		if _, ok := header[name]; !ok {
			t.Errorf("%s is not in the header", name)
		}
	}
	for _, m := range functionPattern.FindAllStringSubmatch(abiText, -1) {
		if want := ` __asm__("` + normalize(m[1]) + `")`; m[3] != want {
			t.Errorf("%s has the symbol %s, want %s", m[1], m[3], want)
		}
	}
	if !regexp.MustCompile(`#define OMP2CL_ABI_VERSION ` + itoa(abiVersion) + `\n`).MatchString(abiHeader(t)) {
		t.Errorf("the header has another version than %d", abiVersion)
	}
}

// TestABIConstants compares the numbers that generated code uses with the header.
func TestABIConstants(t *testing.T) {
	header := abiHeader(t)
	for name, want := range map[string]int{
		"OMP2CL_ARG_MAP": int(ompir.ParamMap), "OMP2CL_MAP_ONLY": int(ompir.ParamMapOnly),
		"OMP2CL_ARG_VALUE": int(ompir.ParamValue), "OMP2CL_ARG_FIRSTPRIVATE": int(ompir.ParamFirstprivate),
		"OMP2CL_ARG_PRIVATE": int(ompir.ParamPrivate), "OMP2CL_ARG_DEVICE_PTR": int(ompir.ParamDevicePtr),
		"OMP2CL_ARG_ZERO_LENGTH": int(ompir.ParamZeroLength), "OMP2CL_ATTACH": int(ompir.ParamAttach),
		"OMP2CL_USE_DEVICE_PTR": int(ompir.ParamUseDevicePtr), "OMP2CL_ARG_FIRST": int(ompir.ParamFirst),
		"OMP2CL_ARG_GIVEN": int(ompir.ParamGiven), "OMP2CL_ROWS": int(ompir.ParamRows),
		"OMP2CL_MAP_TO": ompir.MapTo, "OMP2CL_MAP_FROM": ompir.MapFrom, "OMP2CL_MAP_TOFROM": ompir.MapTofrom,
		"OMP2CL_MAP_ALWAYS": ompir.MapAlways, "OMP2CL_MAP_RELEASE": ompir.MapRelease,
		"OMP2CL_MAP_DELETE": ompir.MapDelete, "OMP2CL_MAP_IMPLICIT": ompir.MapImplicit,
		"OMP2CL_FORM_SEQUENTIAL": int(ompir.FormSequential), "OMP2CL_FORM_SPMD": int(ompir.FormSPMD),
		"OMP2CL_FORM_GENERAL": int(ompir.FormGeneral), "OMP2CL_ONE_TEAM": flagOneTeam,
		"OMP2CL_NO_PARALLEL": flagNoParallel, "OMP2CL_BRANCHING": flagBranching,
		"OMP2CL_WRITES_ELSEWHERE": flagWritesElsewhere, "OMP2CL_ANY_LEAGUE": flagAnyLeague, "OMP2CL_STREAMS": flagStreams, "OMP2CL_LONE": flagLone, "OMP2CL_UNEVEN": flagUneven, "OMP2CL_GATHERS": flagGathers, "OMP2CL_HEAVY": flagHeavy, "OMP2CL_ROAMS": flagRoams, "OMP2CL_MAP_READONLY": ompir.MapReadonly, "OMP2CL_MAP_POINTERS": ompir.MapPointers, "OMP2CL_MAP_PRESENT": ompir.MapPresent, "OMP2CL_MAP_MEMBER": ompir.MapMember,
		"OMP2CL_MAY_ASSERT": flagMayAssert, "OMP2CL_VAR_LINK": flagVarLink,
	} {
		if !regexp.MustCompile(name + ` = ` + itoa(want) + `\b`).MatchString(header) {
			t.Errorf("the header does not say %s = %d", name, want)
		}
	}
	for name, want := range map[string]string{"DEFAULT": "-1000", "HOST": "-1001"} {
		if !strings.Contains(header, "#define OMP2CL_DEVICE_"+name+" ("+want+")") {
			t.Errorf("the header does not say OMP2CL_DEVICE_%s is %s", name, want)
		}
	}
}
