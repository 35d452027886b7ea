/* While the program has no signal handlers, no construct changes its thread's signal
 * mask; with one, each does. The Go runtime's own handlers are none of the program's.
 *
 * build: HEAP -Wl,--wrap=pthread_sigmask
 */
#include "unit.h"

#include <signal.h>

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

static _Thread_local unsigned masked;
int __real_pthread_sigmask(int, const sigset_t *, sigset_t *);
int __wrap_pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
    masked++;
    return __real_pthread_sigmask(how, set, old);
}

static void handle(int sig) { (void)sig; }

int main(void) {
    int a[3] = {1, 2, 3}, n = 3;
    struct omp2cl_value values[] = {OF(a), OF(n)};
    for (int i = 0; i < 3; i++)
        CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    masked = 0;
    for (int i = 0; i < 10; i++)
        CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    CHECK(masked == 0);
    signal(SIGUSR1, handle);
    CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    CHECK(masked == 2);
    CHECK(a[0] == 15);
    return finish();
}
