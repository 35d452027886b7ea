/* Objects that are loaded and unloaded while the program runs, their device
 * functions included.
 *
 * build: -rdynamic
 * module: module_triple.c
 */
#include "unit.h"

#include <dlfcn.h>

static const char *const needs[] = {"times", NULL};
static const struct omp2cl_code kernels[] = {
    {"twice", "", "__kernel void twice(__global char *a, long a_off" HIDDEN "{\n"
     "    __global int *p = (__global int *)(a + a_off);\n    *p = times(*p, 2);\n}\n", needs},
    INCREMENT};
REGION(twice, 10, "target", "twice", OMP2CL_FORM_SEQUENTIAL, {"*p", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM});
REGION(increment, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

int main(int argc, char **argv) {
    int x = 1, n = 1;
    struct omp2cl_value values[] = {OF(x), OF(n)};
    CHECK(omp2cl_target(&increment, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0 && x == 2);
    for (int round = 0; round < 3; round++) {
        void *so = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
        if (so == NULL) {
            puts(dlerror());
            return 1;
        }
        int (*triple)(int *) = (int (*)(int *))dlsym(so, "triple");
        x = 5 + round;
        CHECK(triple(&x) == 0 && x == 3 * (5 + round));
        CHECK(omp2cl_target(&twice, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0 && x == 6 * (5 + round));
        CHECK(dlclose(so) == 0);
    }
    return finish();
}
