/* The signals that end a program at a terminal end it while a kernel is compiled or
 * runs for the first time, and while it runs again. */
#include "unit.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
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

enum { A_MINUTE = 60000, A_MOMENT = 500 }; /* in ms */

/* The processor time that a process has had, in ms. */
static long worked(pid_t process) {
    clockid_t clock;
    struct timespec t = {0};
    if (clock_getcpuclockid(process, &clock) == 0)
        clock_gettime(clock, &t);
    return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Waits until a process has said that it begins, and has worked a moment since. */
static void await_kernel(pid_t process, int end) {
    char byte;
    CHECK(read(end, &byte, 1) == 1);
    for (long ms = 0, before = worked(process); ms < A_MINUTE && worked(process) < before + A_MOMENT; ms++)
        usleep(1000);
}

/* The signal that ended a process that was sent sig in a kernel; kill if none did. */
static int ended_by(int sig, int before) {
    int status, ends[2];
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
        signal(sig, SIG_DFL);
        dup2(ends[1], 3);
        execl("/proc/self/exe", "interrupt", before ? "again" : "first", (char *)NULL);
        _exit(1);
    }
    close(ends[1]);
    await_kernel(child, ends[0]);
    close(ends[0]);
    kill(child, sig);
    for (int ms = 0; ms < A_MINUTE; ms++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        usleep(1000);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return SIGKILL;
}

int main(int argc, char **argv) {
    if (argc > 1) {
        if (strcmp(argv[1], "again") == 0)
            run(0);
        CHECK(write(3, "", 1) == 1);
        run(1);
        return 0;
    }
    CHECK(ended_by(SIGTERM, 0) == SIGTERM);
    CHECK(ended_by(SIGINT, 1) == SIGINT);
    return finish();
}
