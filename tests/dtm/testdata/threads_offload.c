// LINK: -lpthread
// Eight threads offload on arrays of their own and on one that all only read; one block per thread, then one for all.
#include "torture.h"
#include <pthread.h>

enum { N = 40000, THREADS = 8, ROUNDS = 25 };
static int *shared, *common;

static void work(int *mine, int id)
{
    dev_fill(mine, N, id);
    for (int round = 0; round < ROUNDS; round++) {
        quiet_check("shared", dev_wrong(shared, N, 77), 0);
        dev_add(mine, N, 1);
        if (round % 4 == id % 4)
            quiet_check("own", host_wrong_plus(mine, N, id, round + 1), 0);
        if (round % 5 == 0)
            quiet_check("shared on the host", host_wrong(shared, N, 77), 0);
        mine[round] = (int)((unsigned)VALUE(id, round) + (unsigned)round + 1u);
    }
    quiet_check("own at the end", dev_wrong_plus(mine, N, id, ROUNDS), 0);
}

static void *worker(void *argument)
{
    int id = (int)(intptr_t)argument, *mine = malloc(N * sizeof *mine);
    must(mine);
    work(mine, id);
    free(mine);
    work(common + (long)id * N, id);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    must(shared = malloc(N * sizeof *shared));
    must(common = malloc(THREADS * N * sizeof *common));
    dev_fill(shared, N, 77);
    for (intptr_t k = 0; k < THREADS; k++)
        must(pthread_create(&thread[k], NULL, worker, (void *)k) == 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    for (int k = 0; k < THREADS; k++)
        check("left by a thread", host_wrong_plus(common + (long)k * N, N, k, ROUNDS), 0);
    return status();
}
