// A signal to the process that the program blocks, before first use, stays pending: no thread of the runtime takes it.
#define _GNU_SOURCE
#include "torture.h"
#include <signal.h>
#include <unistd.h>

enum { N = 100000 };
static volatile sig_atomic_t delivered;

static void handler(int signal) { delivered = signal; }

int main(void)
{
    int *p = malloc(N * sizeof *p);
    sigset_t set, pending;
    siginfo_t info;
    struct timespec none = {0, 0};
    must(p);
    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    for (int round = 0; round < 3; round++) {
        kill(getpid(), SIGUSR1);
        dev_fill(p, N, round);
        check("result", host_wrong(p, N, round), 0);
        sigpending(&pending);
        check("pending", sigismember(&pending, SIGUSR1), 1);
        check("waited for", sigtimedwait(&set, &info, &none), SIGUSR1);
        check("delivered", delivered, 0);
    }
    kill(getpid(), SIGUSR1);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    check("delivered when unblocked", delivered, SIGUSR1);
    return status();
}
