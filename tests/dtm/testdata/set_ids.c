// LINK: -lpthread
// setuid and its kin, in which the C library has all threads take part, the runtime's too, while others offload.
#define _GNU_SOURCE
#include "torture.h"
#include <pthread.h>
#include <unistd.h>

enum { N = 300000, THREADS = 2, TIMES = 30 };

static int stop;

static void *work(void *unused)
{
    int *p = malloc(N * sizeof *p);
    for (int k = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); k++) {
        dev_fill(p, N, k);
        quiet_check("of a thread", host_wrong(p, N, k), 0);
    }
    free(p);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    int *p = malloc(N * sizeof *p);
    for (int t = 0; t < THREADS; t++)
        must(pthread_create(&threads[t], NULL, work, NULL) == 0);
    for (int k = 0; k < TIMES; k++) {
        dev_fill(p, N, k);
        quiet_check("setuid", setuid(getuid()), 0);
        quiet_check("setgid", setgid(getgid()), 0);
        quiet_check("setresuid", setresuid(-1, -1, -1), 0);
        check("results", host_wrong(p, N, k), 0);
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    return status();
}
