/* OpenMP's device routines, in a program that has libgomp: ours stand before
 * its own, and the default device can be set in a parallel region.
 *
 * build: -fopenmp
 * run: OMP_DEFAULT_DEVICE=0 OMP2CL_HOST_MEMORY=separate
 *   quiet
 * run: OMP2CL_HOST_MEMORY=shared
 *   quiet
 * run: OMP_DEFAULT_DEVICE=zero
 *   stderr: ^omp2cl: warning: OMP_DEFAULT_DEVICE=zero is ignored
 */
#include "unit.h"

#include <limits.h>
#include <omp.h>

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"p", OMP2CL_ARG_DEVICE_PTR, 0}, {"n", OMP2CL_ARG_VALUE, 0});
REGION(enter, 11, "target enter data", NULL, 0, {"a", OMP2CL_MAP_ONLY, OMP2CL_MAP_TO});
KERNELS(kernels);

int main(void) {
    CHECK(omp_get_num_devices() >= 1);
    CHECK(omp_get_initial_device() == omp_get_num_devices());
    CHECK(omp_get_default_device() == 0 && omp_is_initial_device());
    int host = omp_get_initial_device(), n = 4, a[8] = {0}, b[8];
    int *p = omp_target_alloc(sizeof a, 0);
    CHECK(p != NULL && omp_target_alloc(0, 0) == NULL && omp_target_alloc(8, 12345) == NULL);
    CHECK(omp_target_memcpy(p, a, sizeof a, 0, 0, 0, host) == 0);
    struct omp2cl_value values[] = {value(p + 2, p + 2, 0), OF(n)};
    CHECK(omp2cl_target(&region, 0, &any_size, values) == 0);
    CHECK(omp_target_memcpy(b, p, sizeof a, 0, 0, host, 0) == 0);
    CHECK(b[1] == 0 && b[2] == 1 && b[5] == 1 && b[6] == 0);
    CHECK(omp_target_memcpy(b, p, 4, 0, 8, host, 12345) != 0);
    CHECK(omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, 0, 0) == INT_MAX);
    size_t volume[] = {2, 2}, from[] = {0, 1}, to[] = {0, 0}, shape[] = {2, 4};
    memset(b, 0, sizeof b);
    CHECK(omp_target_memcpy_rect(b, p, sizeof *p, 2, volume, to, from, shape, shape, host, 0) == 0);
    CHECK(b[0] == 0 && b[1] == 1 && b[2] == 0 && b[4] == 1 && b[5] == 0);
    struct omp2cl_value v = OF(a);
    CHECK(!omp_target_is_present(a, 0) && omp_target_is_present(a, host) && omp_target_is_present(NULL, 0));
    omp2cl_enter_data(&enter, 0, &v);
    CHECK(omp_target_is_present(a, 0) && omp_target_is_present(a + 7, 0) && !omp_target_is_present(a + 8, 0));
    CHECK(omp_target_associate_ptr(b, p, sizeof b, 0, 0) == 0 && omp_target_is_present(b, 0));
    CHECK(omp_target_disassociate_ptr(b, 0) == 0 && !omp_target_is_present(b, 0));
    omp_target_free(p, 0);
    omp_target_free(NULL, 0);
    int *q = omp_target_alloc(64, host);
    q[15] = 1;
    omp_target_free(q, host);
    omp_set_default_device(3);
    CHECK(omp_get_default_device() == 3);
#pragma omp parallel num_threads(3)
    {
        int mine = 10 + omp_get_thread_num();
        omp_set_default_device(mine);
#pragma omp barrier
        if (omp_get_default_device() != mine)
#pragma omp critical
            CHECK(!"default device of the thread");
    }
    CHECK(omp_get_default_device() == 3);
    return finish();
}
