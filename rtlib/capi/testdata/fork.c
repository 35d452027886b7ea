/* A forked child must not call the runtime: its constructs run on the host, the
 * parent's go on. */
#include "unit.h"

#include <sys/wait.h>
#include <unistd.h>

extern int omp_get_num_devices(void);
extern void *omp_target_alloc(size_t, int);
extern void omp_target_free(void *, int);

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
REGION(data, 11, "target data", NULL, 0, {"a", OMP2CL_MAP_ONLY, OMP2CL_MAP_TOFROM});
KERNELS(kernels);

int main(void) {
    int a[3] = {1, 2, 3}, n = 3;
    struct omp2cl_value values[] = {OF(a), OF(n)};
    for (int round = 0; round < 3; round++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(60);
            CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 1);
            omp2cl_data_begin(&data, OMP2CL_DEVICE_DEFAULT, values);
            omp2cl_data_end(&data, OMP2CL_DEVICE_DEFAULT, values);
            CHECK(omp_get_num_devices() == 0);
            omp_target_free(omp_target_alloc(10, 0), 0);
            exit(failures); /* with the destructors */
        }
        int status = -1;
        CHECK(waitpid(child, &status, 0) == child && status == 0);
        CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    }
    CHECK(a[0] == 4);
    return finish();
}
