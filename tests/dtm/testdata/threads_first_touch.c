// LINK: -lpthread
// Threads that touch results for the first time together: the same page, reading and writing.
#include "torture.h"
#include <pthread.h>

enum { N = 1 << 19, THREADS = 8, ROUNDS = 12 };
static int *p;
static pthread_barrier_t barrier;

static void *toucher(void *argument)
{
    long id = (intptr_t)argument;
    for (int round = 0; round < ROUNDS; round++) {
        if (id == 0)
            dev_fill(p, N, round);
        pthread_barrier_wait(&barrier);
        if (round % 3 == 0) /* all read everything, from different starts */
            quiet_check("from a start of its own", host_wrong(p + id * (N / THREADS), N / THREADS, round) >= 0, 1);
        if (round % 3 == 1) /* each writes its element of every page */
            for (long i = id; i < N; i += 1024)
                p[i] = (int)id;
        pthread_barrier_wait(&barrier);
        if (round % 3 == 1) {
            long wrong = 0;
            for (long i = 0; i < N; i++)
                wrong += p[i] != (i % 1024 < THREADS ? (int)(i % 1024) : VALUE(round, i));
            quiet_check("written by all", wrong, 0);
        } else {
            quiet_check("read by all", host_wrong(p, N, round), 0);
        }
        pthread_barrier_wait(&barrier);
        if (id == 0 && round % 3 != 1)
            quiet_check("on the device", dev_wrong(p, N, round), 0);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    must(p = malloc(N * sizeof *p));
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (intptr_t k = 0; k < THREADS; k++)
        must(pthread_create(&thread[k], NULL, toucher, (void *)k) == 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    puts("first touches");
    return status();
}
