/* A program with signal handlers of its own: faults reach them, before and after
 * the runtime is used, and system calls are not interrupted without need. */
#include "unit.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(region, 10, "target", "increment", OMP2CL_FORM_SPMD, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

static sigjmp_buf back;
static volatile sig_atomic_t faults, ticks;
static volatile char *page;

static void on_fault(int sig) {
    (void)sig;
    faults++;
    siglongjmp(back, 1);
}
static void on_repair(int sig, siginfo_t *info, void *context) {
    (void)sig, (void)info, (void)context;
    faults++;
    mprotect((void *)page, 4096, PROT_READ | PROT_WRITE);
}
static void on_tick(int sig) { (void)sig, ticks++; }

static void fault(void) {
    if (sigsetjmp(back, 1) == 0)
        *(volatile int *)8 = 1;
}

/* Threads other than this one that would take a signal sent to the process. */
static int takers(int sig) {
    int n = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (struct dirent *e; (e = readdir(tasks)) != NULL;) {
        char path[300], line[200];
        unsigned long long blocked;
        snprintf(path, sizeof path, "/proc/self/task/%s/status", e->d_name);
        FILE *f = e->d_name[0] == '.' || atoi(e->d_name) == getpid() ? NULL : fopen(path, "r");
        while (f != NULL && fgets(line, sizeof line, f) != NULL)
            n += sscanf(line, "SigBlk: %llx", &blocked) == 1 && !(blocked >> (sig - 1) & 1);
        if (f != NULL)
            fclose(f);
    }
    closedir(tasks);
    return n;
}

/* The mask is the program's own after a construct, and no hidden thread takes its
 * signals: neither those that Go unblocks in programs of its own. */
static void masks(void) {
    static const int sent[] = {SIGALRM, SIGUSR1, SIGCHLD, SIGPROF, SIGINT, 34};
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
        CHECK(!sigismember(&now, sent[i]));
        CHECK(takers(sent[i]) == 0);
    }
}

int main(void) {
    masks();
    int a[3] = {1, 2, 3}, n = 3;
    struct omp2cl_value values[] = {OF(a), OF(n)};
    signal(SIGSEGV, on_fault);
    fault();
    CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    masks();
    fault();
    CHECK(faults == 2);
    page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct sigaction repair = {.sa_sigaction = on_repair, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &repair, NULL);
    *page = 7;
    CHECK(*page == 7 && faults == 3);
    /* A timer that interrupts the runtime all the time. */
    struct sigaction tick = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &tick, NULL);
    struct itimerval often = {{0, 200}, {0, 200}};
    setitimer(ITIMER_REAL, &often, NULL);
    for (int i = 0; i < 300; i++)
        CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, values) == 0);
    CHECK(a[0] == 302 && ticks > 0);
    return finish();
}
