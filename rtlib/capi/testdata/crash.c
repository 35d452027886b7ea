/* A program without handlers that crashes dies of the signal, as ever.
 *
 * run: OMP2CL_INFO=0
 *   status: 139
 */
#include "unit.h"

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

int main(void) {
    int a[3] = {1, 2, 3}, n = 3;
    struct omp2cl_value values[] = {OF(a), OF(n)};
    CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    *(volatile int *)8 = 1;
    return finish();
}
