/* Signal handlers and the signal stack that the program set up before stay as
 * they are, whatever a driver and its compiler install.
 *
 * run: OMP2CL_CACHE=off POCL_KERNEL_CACHE=0
 *   quiet
 * run: OMP2CL_HOST_MEMORY=separate
 *   quiet
 */
#include "unit.h"

#include <signal.h>

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

static const int signals[] = {SIGHUP, SIGINT, SIGUSR1, SIGUSR2, SIGTERM, SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGABRT, SIGPIPE, SIGQUIT};
static void handle(int sig) { (void)sig; }

int main(void) {
    static char stack[16384];
    int a[3] = {1, 2, 3}, n = 3;
    struct omp2cl_value values[] = {OF(a), OF(n)};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK}, now;
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack}, current;
    sigaltstack(&alternate, NULL);
    for (size_t i = 0; i < COUNT(signals); i++)
        sigaction(signals[i], &action, NULL);
    for (int threads = 1; threads < 20; threads += 6) {
        struct omp2cl_launch launch = {.num_threads = threads};
        CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &launch, values) == 0);
    }
    for (size_t i = 0; i < COUNT(signals); i++) {
        sigaction(signals[i], NULL, &now);
        if (now.sa_handler != handle)
            printf("signal %d has another handler\n", signals[i]), failures++;
    }
    sigaltstack(NULL, &current);
    CHECK(current.ss_sp == stack && current.ss_size == sizeof stack);
    return finish();
}
