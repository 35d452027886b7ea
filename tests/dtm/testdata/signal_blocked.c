// RUNGS: off eager wp uffd-user uffd shared
// LINK: -lpthread
// Results are touched with every signal blocked: by sigprocmask, by pthread_sigmask, by the mask of a handler.
#define _GNU_SOURCE
#include "torture.h"
#include <pthread.h>
#include <signal.h>

enum { N = 300000 };
static int *p;
static volatile long sum;

static void handler(int signal)
{
    (void)signal;
    sum = host_wrong(p, N, 5);
    p[7] = 1;
}

static void *thread_main(void *argument)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    dev_fill(p, N, 6);
    quiet_check("thread", host_wrong(p, N, 6), 0);
    p[9]++;
    quiet_check("thread, changed", dev_wrong(p, N, 6), 1);
    return argument;
}

int main(void)
{
    sigset_t all, old;
    must(p = malloc(N * sizeof *p));
    sigfillset(&all);
    for (int round = 0; round < 3; round++) {
        dev_fill(p, N, round);
        sigprocmask(SIG_BLOCK, &all, &old);
        check("blocked", host_wrong(p, N, round), 0);
        p[round] = 1;
        check("blocked, changed", dev_wrong(p, N, round), 1);
        dev_fill(p, N, 4);
        sigprocmask(SIG_SETMASK, &old, NULL);
        check("unblocked", host_wrong(p, N, 4), 0);
    }
    struct sigaction action = {.sa_handler = handler, .sa_mask = all};
    must(sigaction(SIGUSR1, &action, NULL) == 0);
    dev_fill(p, N, 5);
    raise(SIGUSR1);
    check("in the handler", sum, 0);
    check("written in the handler", dev_wrong(p, N, 5), 1);
    pthread_t thread;
    dev_fill(p, N, 8);
    must(pthread_create(&thread, NULL, thread_main, NULL) == 0);
    pthread_join(thread, NULL);
    dev_fill(p, N, 5);
    sigprocmask(SIG_SETMASK, &all, &old);
    raise(SIGUSR1);
    check("pending", sigpending(&all), 0);
    check("pending signal", sigismember(&all, SIGUSR1), 1);
    sum = 1;
    sigprocmask(SIG_SETMASK, &old, NULL);
    check("delivered", sum, 0);
    return status();
}
