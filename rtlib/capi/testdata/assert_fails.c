/* A failed assertion in a kernel ends the program with SIGABRT, after what it
 * printed.
 *
 * run: OMP2CL_HOST_MEMORY=shared
 *   status: 134
 *   stdout: ^before\n
 * run: OMP2CL_HOST_MEMORY=separate
 *   status: 134
 *   stdout: ^before\n
 */
#include "unit.h"

static const struct omp2cl_code kernels[] = {
    {"fails", "", "__kernel void fails(int x" HIDDEN "{ if (x) *(__global volatile uint *)omp2cl_arena = 1; }\n", no_needs}};
REGION(region, 10, "target", "fails", OMP2CL_FORM_SEQUENTIAL | OMP2CL_MAY_ASSERT, {"x", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

int main(void) {
    int x = 0;
    struct omp2cl_value v = OF(x);
    CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, &v) == 0);
    puts("before");
    x = 1;
    omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, &v);
    puts("after");
    return finish();
}
