/* A shared object with a kernel, a device function and a variable of its own. */
#include "unit.h"

int factor = 3;

static const char *const needs[] = {"times", "@factor", NULL}, *const also[] = {NULL};
static const struct omp2cl_code kernels[] = {
    {"triple", "", "__kernel void triple(__global char *a, long a_off" HIDDEN "{\n"
     "    __global int *p = (__global int *)(a + a_off);\n"
     "    *p = times(*p, *(__global int *)(omp2cl_arena + OMP2CL_AT_factor));\n}\n", needs}};
static const struct omp2cl_code functions[] = {{"times", "int times(int, int);", "int times(int a, int b) { return a * b; }\n", also}};
static const struct omp2cl_var vars[] = {{"factor", "factor", &factor, sizeof factor, 0, 4}};
REGION(region, 50, "target", "triple", OMP2CL_FORM_SEQUENTIAL, {"*p", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM});
UNIT(kernels, functions, 1, vars, 1);

int triple(int *p) {
    struct omp2cl_value v = value(p, p, sizeof *p);
    (void)failures;
    return omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, &v);
}
