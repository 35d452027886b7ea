/* A kernel that cannot be built: the host's version runs, and the other kernels
 * of the file still run on the device. Mandatory, it is an error with the
 * compiler's message, which points at the user's line.
 *
 * run: OMP_TARGET_OFFLOAD=default
 * run: OMP_TARGET_OFFLOAD=default OMP2CL_INFO=1
 *   stderr: ^omp2cl: user.c:20:9: 'target' runs on the host: device 0 .*: kernel broken cannot be built for it: CL_BUILD_PROGRAM_FAILURE
 *   stderr: user.c:21:\d+: error: .*undeclared_thing
 * run: OMP_TARGET_OFFLOAD=mandatory
 *   status: 1
 *   stderr: ^user.c:20:9: error: 'target' cannot run on a device: device 0 .*: kernel broken cannot be built
 *   stderr: user.c:21:\d+: error: .*undeclared_thing
 * run: OMP_TARGET_OFFLOAD=mandatory OMP2CL_HOST_MEMORY=separate
 *   status: 1
 */
#include "unit.h"

static const struct omp2cl_code kernels[] = {
    INCREMENT,
    {"broken", "", "__kernel void broken(__global char *a, long a_off" HIDDEN "{\n#line 21 \"user.c\"\n    undeclared_thing = 1;\n}\n", no_needs},
    {"calls_nothing", "", "__kernel void calls_nothing(__global char *a, long a_off" HIDDEN "{ nowhere(); }\n",
     (const char *const[]){"nowhere", NULL}}};
REGION(good, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
REGION(bad, 20, "target", "broken", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM});
REGION(missing, 30, "target", "calls_nothing", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM});
KERNELS(kernels);

int main(void) {
    int a[3] = {1, 2, 3}, n = 3;
    struct omp2cl_value values[] = {OF(a), OF(n)};
    CHECK(omp2cl_target(&good, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    CHECK(omp2cl_target(&bad, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 1);
    CHECK(omp2cl_target(&bad, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 1);
    CHECK(omp2cl_target(&missing, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 1);
    CHECK(omp2cl_target(&good, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    CHECK(a[0] == 3 && a[2] == 5);
    return finish();
}
