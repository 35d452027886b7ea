/* A constructor of the program that offloads: the runtime starts before it. */

#include "unit.h"

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

static int early[3] = {1, 2, 3}, n = 3, ran;

__attribute__((constructor(102))) static void before(void) {
    struct omp2cl_value values[] = {OF(early), OF(n)};
    ran = omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0;
}

int main(void) {
    CHECK(ran && early[0] == 2 && early[2] == 4);
    return finish();
}
