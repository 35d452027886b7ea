package device

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// inverseRootTest is C that runs the prelude's function on every float of two binades, from
// every start within 3 ulp, and on values for which the start is the result. An emulated
// fma makes it slow, so starts that cannot come from an error of 2 to the power of -22.9
// are left to every 16th float.
const inverseRootTest = `
static int wrong(float x, float r)
{
    float want = 1.0f / sqrtf(x), got = omp2cl_inverse_root_from(x, r);
    if (as_uint(want) == as_uint(got) || want != want && got != got)
        return 0;
    printf("%a from %a: %a, want %a\n", x, r, got, want);
    return 1;
}
int main(void)
{
    static const float special[] = {INFINITY, 0.0f, -0.0f, -1.0f, -INFINITY, NAN};
    long tried = 0;
    int misses = 0;
    for (uint u = as_uint(1.0f); u < as_uint(4.0f); u++) {
        float x = as_float(u);
        double root = sqrt((double)x);
        uint nearest = as_uint((float)(1 / root));
        for (int d = -3; d <= 3; d++) {
            float r = as_float(nearest + d);
            double error = r * root - 1;
            if (error < 0x1.13p-23 && error > -0x1.13p-23 || u % 16 == 0) {
                tried++;
                misses += misses < 10 && wrong(x, r);
            }
        }
    }
    for (int i = 0; i < 6; i++)
        misses += wrong(special[i], 1.0f / sqrtf(special[i]));
    printf("%s\n", misses ? "wrong" : tried > 50000000 ? "right" : "hardly tried");
    return misses != 0;
}
`

// TestInverseRoot has the host compiler translate the prelude's reciprocal of a root as C.
func TestInverseRoot(t *testing.T) {
	const begin, end = "static inline float omp2cl_inverse_root_from", "/* Residues of small x"
	_, text, _ := strings.Cut(Prelude, begin)
	text, _, found := strings.Cut(text, end)
	if !found {
		t.Fatal("the prelude has no such function")
	}
	const head = `#include <math.h>
#include <stdio.h>
typedef unsigned uint;
static uint as_uint(float f) { return (union { float f; uint u; }){f}.u; }
static float as_float(uint u) { return (union { uint u; float f; }){.u = u}.f; }
#define fma(a, b, c) fmaf(a, b, c)
`
	runAsC(t, head+begin+text+inverseRootTest)
}

// powerTest is C that compares powers with those of long doubles: each lies within 0.52 of
// what its last digit is worth. Where the function leaves the power to the device's pow,
// that is glibc's.
const powerTest = `
static double uniform(void)
{
    static ulong state = 1;
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(state >> 11) * 0x1p-53;
}
int main(void)
{
    static const double special[] = {0, -0.0, 1, -1, 2, 0.5, -3, 1e300, 0x1p-1074, 0x1p-1022, 709.9, 1e15, INFINITY, -INFINITY, NAN};
    enum { N = sizeof special / sizeof *special };
    int misses = 0;
    for (int i = 0; i < 400000 && misses < 10; i++) {
        double x = i < N * N ? special[i / N] : i & 1 ? 1 + (uniform() - 0.5) * 0.01 : exp(1400 * (uniform() - 0.5));
        double y = i < N * N ? special[i % N] : (uniform() - 0.5) * (i & 1 ? 1e5 : 2);
        double got = omp2cl_power(x, y), near = pow(x, y);
        if (near != near ? got == got : !isnormal(near) ? got != near
                : fabsl(got - powl(x, y)) > 0.52L * (nextafter(fabs(near), INFINITY) - fabs(near))) {
            printf("%a ^ %a: %a, want %a\n", x, y, got, near);
            misses++;
        }
    }
    printf("%s\n", misses ? "wrong" : "right");
    return misses != 0;
}
`

// TestPower has the host compiler translate the power of doubles as C.
func TestPower(t *testing.T) {
	text, _, found := strings.Cut(Power, "OMP2CL_OVERLOAD float")
	if !found {
		t.Fatal("no power of floats follows that of doubles")
	}
	const head = `#include <math.h>
#include <stdio.h>
typedef unsigned long ulong;
static ulong as_ulong(double d) { return (union { double d; ulong u; }){d}.u; }
static long as_long(double d) { return (long)as_ulong(d); }
static double as_double(ulong u) { return (union { ulong u; double d; }){.u = u}.d; }
#define __constant const
#define OMP2CL_OVERLOAD static
#define OMP2CL_CPU 1
#define OMP2CL_FP64
#undef __FMA__
#define __FMA__ 1
`
	runAsC(t, head+text+"#endif\n"+powerTest)
}

// runAsC builds and runs a program that prints "right".
func runAsC(t *testing.T, text string) {
	t.Helper()
	dir := t.TempDir()
	source, exe := filepath.Join(dir, "test.c"), filepath.Join(dir, "test")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O2", "-ffp-contract=off", "-o", exe, source, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(exe).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "right" {
		t.Errorf("%v\n%s", err, out)
	}
}
