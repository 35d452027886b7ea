/* What kernels print comes behind what the program printed before, and before
 * what it prints afterwards.
 *
 * run: OMP2CL_HOST_MEMORY=shared
 *   stdout: ^first\nsecond 42\nthird\nok\n$
 * run: OMP2CL_HOST_MEMORY=separate
 *   stdout: ^first\nsecond 42\nthird\nok\n$
 */
#include "unit.h"

static const struct omp2cl_code kernels[] = {
    {"print", "", "__kernel void print(int x" HIDDEN "{ printf(\"second %d\\n\", x); }\n", no_needs}};
REGION(region, 10, "target", "print", OMP2CL_FORM_SEQUENTIAL, {"x", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

int main(void) {
    int x = 42;
    struct omp2cl_value v = OF(x);
    puts("first");
    CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, &v) == 0);
    puts("third");
    return finish();
}
