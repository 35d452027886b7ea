/* Constructs in exit handlers and destructors, without the memory room (dtm/heap/names):
 * a handler that was registered before the driver came runs when parts of the driver are gone; its region runs
 * on the host, with the data that the device has.
 *
 * run: OMP2CL_HOST_MEMORY=shared
 *   stdout: ^ok\nlate 1\nearly 0 a 3\nlast a 3\n$
 *   quiet
 * run: OMP2CL_HOST_MEMORY=separate
 *   stdout: ^ok\nlate 1\nearly 0 a 3\nlast a 3\n$
 *   quiet
 * run: OMP_TARGET_OFFLOAD=mandatory
 *   status: 1
 *   stdout: ^ok\nlate 1\n
 *   stderr: ^user.c:10:9: error: 'target' cannot run on a device: .*the process is exiting
 */
#include "unit.h"

static const struct omp2cl_code kernels[] = {INCREMENT,
    {"other", "", "__kernel void other(__global char *a, long a_off, int n" HIDDEN "{ ((__global int *)(a + a_off))[0] += 1; }\n", no_needs}};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
REGION(fresh, 10, "target", "other", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
REGION(enter, 11, "target enter data", NULL, 0, {"a", OMP2CL_MAP_ONLY, OMP2CL_MAP_TO});
REGION(leave, 12, "target exit data", NULL, 0, {"a", OMP2CL_MAP_ONLY, OMP2CL_MAP_FROM});
KERNELS(kernels);

static int a[3], n = 3;

static int run(const struct omp2cl_region *r) {
    struct omp2cl_value values[] = {OF(a), OF(n)};
    return omp2cl_target(r, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0;
}

static void late(void) {
    printf("late %d\n", run(&region));
    fflush(stdout);
}

static void early(void) {
    int ran = run(&fresh); /* never built */
    if (!ran)
        a[0]++;
    printf("early %d a %d\n", ran, a[0]);
    fflush(stdout);
}

__attribute__((destructor(200))) static void last(void) {
    struct omp2cl_value v = OF(a);
    omp2cl_exit_data(&leave, OMP2CL_DEVICE_DEFAULT, &v);
    printf("last a %d\n", a[0]);
}

int main(void) {
    struct omp2cl_value v = OF(a);
    atexit(early);
    omp2cl_enter_data(&enter, OMP2CL_DEVICE_DEFAULT, &v);
    CHECK(run(&region));
    atexit(late);
    return finish();
}
