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
	dir := t.TempDir()
	source, exe := filepath.Join(dir, "root.c"), filepath.Join(dir, "root")
	if err := os.WriteFile(source, []byte(head+begin+text+inverseRootTest), 0o666); err != nil {
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
