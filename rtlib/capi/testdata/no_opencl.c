/* No OpenCL library, or no driver: the host's version runs.
 *
 * run: OMP2CL_LIBOPENCL=/nonexistent/libOpenCL.so
 *   quiet
 * run: OMP2CL_LIBOPENCL=/nonexistent/libOpenCL.so OMP2CL_INFO=1
 *   stderr: ^omp2cl: user.c:10:9: 'target' runs on the host: there is no device: no OpenCL library: /nonexistent/libOpenCL.so
 * run: OMP2CL_LIBOPENCL=/nonexistent/libOpenCL.so OMP_TARGET_OFFLOAD=MANDATORY
 *   status: 1
 *   stderr: ^user.c:10:9: error: 'target' cannot run on a device: there is no device: no OpenCL library
 * run: OCL_ICD_VENDORS=/nonexistent OMP2CL_INFO=1
 *   stderr: there is no device: no OpenCL platform
 * run: OMP_TARGET_OFFLOAD=disabled OMP2CL_INFO=1
 *   quiet
 */
#include "unit.h"

extern int omp_get_num_devices(void), omp_get_initial_device(void), omp_is_initial_device(void);

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
REGION(data, 11, "target data", NULL, 0, {"a", OMP2CL_MAP_ONLY, OMP2CL_MAP_TOFROM});
KERNELS(kernels);

int main(void) {
    int a[3] = {1, 2, 3}, n = 3;
    struct omp2cl_value values[] = {OF(a), OF(n)};
    for (int i = 0; i < 3; i++)
        CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 1);
    omp2cl_data_begin(&data, OMP2CL_DEVICE_DEFAULT, values);
    omp2cl_data_end(&data, OMP2CL_DEVICE_DEFAULT, values);
    CHECK(omp_get_num_devices() == 0 && omp_get_initial_device() == 0 && omp_is_initial_device());
    return finish();
}
