/* The signals that end a program at a terminal end it while a kernel is compiled or
 * runs for the first time, and while it runs again. */
#include "unit.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs until *a is no longer positive: for ever, unless it is 0. */
static const struct omp2cl_code kernels[] = {
    {"spin", "",
     "__kernel void spin(__global char *a, long a_off, int n" HIDDEN "{\n"
     "    volatile __global int *p = (volatile __global int *)(a + a_off);\n"
     "    while (p[0] > 0) p[1] += 1;\n"
     "}\n", no_needs}};
REGION(region, 10, "target", "spin", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

static void run(int first) {
    int a[2] = {first}, n = 2;
    struct omp2cl_value values[] = {OF(a), OF(n)};
    struct omp2cl_launch launch = {.num_teams = 1};
    omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &launch, values);
}

/* The signal that ended a process that was sent sig in a kernel; kill if none did. */
static int ended_by(int sig, int before) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        signal(sig, SIG_DFL);
        execl("/proc/self/exe", "interrupt", before ? "again" : "first", (char *)NULL);
        _exit(1);
    }
    sleep(2);
    kill(child, sig);
    for (int tenths = 0; tenths < 200; tenths++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        usleep(100000);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return SIGKILL;
}

int main(int argc, char **argv) {
    if (argc > 1) {
        if (strcmp(argv[1], "again") == 0)
            run(0);
        run(1);
        return 0;
    }
    CHECK(ended_by(SIGTERM, 0) == SIGTERM);
    CHECK(ended_by(SIGINT, 1) == SIGINT);
    return finish();
}
