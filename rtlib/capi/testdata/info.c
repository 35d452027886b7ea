/* What OMP2CL_INFO tells.
 *
 * run: OMP2CL_INFO=2 OMP2CL_HOST_MEMORY=separate
 *   stderr: ^omp2cl: device 0: .* compute units, 
 *   stderr: ^omp2cl: device 0: kernels of .*info.c: (built in|from the cache)
 *   stderr: ^omp2cl: user.c:10:9: 'target' on device 0$
 *   stderr: ^omp2cl: user.c:10:9: 'a' to device 0: 12 bytes in .*GB/s \(all of .*\)$
 *   stderr: ^omp2cl: user.c:10:9: kernel increment on device 0: \d+ x 1 work-items, 
 *   stderr: ^omp2cl: user.c:10:9: 'a' from device 0: 12 bytes in 
 * run: OMP2CL_INFO=0
 *   quiet
 */
#include "unit.h"

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

int main(void) {
    int a[3] = {1, 2, 3}, n = 3;
    struct omp2cl_value values[] = {OF(a), OF(n)};
    CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    CHECK(a[0] == 2);
    return finish();
}
