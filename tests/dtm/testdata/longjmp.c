// longjmp around regions, out of a handler that has touched results, and out of deep calls between regions.
#define _GNU_SOURCE
#include "torture.h"
#include <setjmp.h>
#include <signal.h>

enum { N = 120000 };
static int *p;
static jmp_buf place;
static sigjmp_buf signal_place;
static volatile long seen;

__attribute__((noinline)) static void deep(int depth, int seed)
{
    int local[2000];
    host_fill(local, 2000, depth);
    dev_add(local, 2000, 1);
    if (depth == 0) {
        dev_fill(p, N, seed);
        longjmp(place, seed + 1);
    }
    deep(depth - 1, seed);
    must(local[0]);
}

static void handler(int signal)
{
    (void)signal;
    seen = p[N / 2];
    p[0] = 0;
    siglongjmp(signal_place, 1);
}

static void around(void)
{
    volatile int round = 0;
    int back = setjmp(place);
    if (back > 0) {
        quiet_check("jumped", back, round);
        quiet_check("host", host_wrong(p, N, back - 1), 0);
        quiet_check("device", dev_wrong(p, N, back - 1), 0);
    }
    if (round < 12) {
        round = round + 1;
        deep(round, round - 1);
    }
    check("rounds", round, 12);
}

static void from_handler(void)
{
    for (volatile int round = 0; round < 12; round++) {
        dev_fill(p, N, round);
        if (sigsetjmp(signal_place, 1) == 0)
            raise(SIGUSR1);
        quiet_check("seen by the handler", seen, VALUE(round, N / 2));
        p[0] = VALUE(round, 0);
        quiet_check("after the jump", dev_wrong(p, N, round), 0);
        quiet_check("after the jump, host", host_wrong(p, N, round), 0);
    }
}

int main(void)
{
    must(p = malloc(N * sizeof *p));
    around();
    signal(SIGUSR1, handler);
    from_handler();
    return status();
}
