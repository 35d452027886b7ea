// A handler of SIGALRM that reads and writes results, while the program computes on the device and on the host.
#define _GNU_SOURCE
#include "torture.h"
#include <signal.h>
#include <sys/time.h>

enum { N = 100000, WANTED = 15 };
static int *kept;
static volatile sig_atomic_t seed, alarms, refilling, due;
static volatile long wrong;

static void handler(int signal)
{
    volatile char room[100000]; /* a handler may need stack */
    (void)signal;
    due = 1;
    if (refilling)
        return;
    for (unsigned i = 0; i < sizeof room; i += 1000)
        room[i] = (char)i;
    for (long i = 0; i < N; i += 37)
        wrong += kept[i] != VALUE(seed, i);
    kept[alarms] = 0;
    wrong += kept[alarms] != 0;
    kept[alarms] = VALUE(seed, alarms);
    alarms++;
}

int main(void)
{
    int *p = malloc(N * sizeof *p);
    must(p && (kept = malloc(N * sizeof *kept)));
    dev_fill(kept, N, 1);
    seed = 1;
    signal(SIGALRM, handler);
    struct itimerval soon = {{0, 0}, {0, 2000}}; /* once in a round: slow handlers must not starve the rest */
    due = 1;
    for (int round = 0; alarms < WANTED; round++) {
        if (due) {
            due = 0;
            must(setitimer(ITIMER_REAL, &soon, NULL) == 0);
        }
        dev_fill(p, N, round);
        dev_add(p, N, 1);
        quiet_check("main", host_wrong_plus(p, N, round, 1), 0);
        refilling = 1;
        dev_fill(kept, N, round);
        seed = round;
        refilling = 0;
    }
    signal(SIGALRM, SIG_IGN);
    check("in the handler", wrong, 0);
    return status();
}
