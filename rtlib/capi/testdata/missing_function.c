/* A device function that no object of the program has.
 *
 * run: OMP_TARGET_OFFLOAD=mandatory
 *   status: 1
 *   stderr: ^user.c:30:9: error: 'target' cannot run on a device: device 0 .*: no object of the program has device code of function 'nowhere', which 'calls_nothing' calls
 * run: OMP_TARGET_OFFLOAD=default
 */
#include "unit.h"

static const struct omp2cl_code kernels[] = {
    {"calls_nothing", "", "__kernel void calls_nothing(__global char *a, long a_off" HIDDEN "{ nowhere(); }\n",
     (const char *const[]){"nowhere", NULL}}};
REGION(missing, 30, "target", "calls_nothing", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM});
KERNELS(kernels);

int main(void) {
    int a[3] = {1, 2, 3};
    struct omp2cl_value values[] = {OF(a)};
    CHECK(omp2cl_target(&missing, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 1);
    return finish();
}
