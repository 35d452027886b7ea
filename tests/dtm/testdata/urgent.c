// ENV: GOGC=1
// SIGURG belongs to the program (out-of-band data of its sockets): none comes that nobody sent, and no sleep ends early.
#define _GNU_SOURCE
#include "torture.h"
#include <errno.h>
#include <signal.h>
#include <time.h>

enum { N = 1 << 18, TIMES = 150 };

static volatile sig_atomic_t urgent;
static void note(int sig) { urgent += sig == SIGURG; }

int main(void)
{
    int *a = malloc(N * sizeof *a), early = 0;
    must(a != NULL && signal(SIGURG, note) != SIG_ERR);
    host_fill(a, N, 0);
    for (int i = 0; i < TIMES; i++) {
        dev_add(a, N, 1);
        if (i % 8 == 0) {
            a[i]--;
            early += nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL) != 0;
        }
    }
    check("urgent", urgent, 0);
    check("early", early, 0);
    must(raise(SIGURG) == 0);
    check("raised", urgent, 1);
    free(a);
    return status();
}
