// RUNGS: off eager wp uffd-user uffd shared
// A program with a handler of SIGSEGV: it gets its own faults, and no other; installed before and after first use.
#define _GNU_SOURCE
#include "torture.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, N = 200000 };
static unsigned char *guarded;
static int *p;
static volatile int faults, foreign;
static volatile long seen;
static sigjmp_buf place;

static void opens(int signal, siginfo_t *info, void *context)
{
    (void)signal, (void)context;
    if ((unsigned char *)info->si_addr != guarded + 5) {
        foreign++;
        _exit(9);
    }
    faults++;
    seen = p[N / 2]; /* results, touched in the handler */
    must(mprotect(guarded, PAGE, PROT_READ | PROT_WRITE) == 0);
}

static void jumps(int signal)
{
    (void)signal;
    siglongjmp(place, 1);
}

static void own_faults(int rounds)
{
    for (int round = 0; round < rounds; round++) {
        dev_fill(p, N, round);
        must(mprotect(guarded, PAGE, PROT_NONE) == 0);
        faults = 0;
        ((volatile unsigned char *)guarded)[5] = 1;
        check("own fault", faults, 1);
        check("seen in the handler", seen == VALUE(round, N / 2), 1);
        check("results", host_wrong(p, N, round), 0);
        p[3]++;
        check("on the device", dev_wrong(p, N, round), 1);
    }
}

static void install(void)
{
    struct sigaction action = {.sa_sigaction = opens, .sa_flags = SA_SIGINFO}, old;
    sigemptyset(&action.sa_mask);
    must(sigaction(SIGSEGV, &action, NULL) == 0);
    must(sigaction(SIGSEGV, NULL, &old) == 0);
    check("the handler is what was installed", old.sa_sigaction == opens, 1);
}

int main(void)
{
    guarded = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(guarded != MAP_FAILED && (p = malloc(N * sizeof *p)));
    install();
    own_faults(3);
    install();
    own_faults(2);
    must(signal(SIGSEGV, jumps) != SIG_ERR);
    for (volatile int round = 0; round < 3; round++) {
        dev_fill(p, N, round);
        if (sigsetjmp(place, 1) == 0)
            *(volatile int *)8 = 1;
        check("after a jump out of it", host_wrong(p, N, round), 0);
    }
    check("foreign", foreign, 0);
    return status();
}
