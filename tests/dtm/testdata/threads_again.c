// LINK: -lpthread
// Threads that launch the same again and again on arrays of their own, and on one that they pass around, while others come
// and go: sometimes one of them is alone. The host looks in between.
#include "torture.h"
#include <pthread.h>

enum { N = 20000, THREADS = 8, ROUNDS = 12, TIMES = 6 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *common, passes;

static void add(int *p, int k, int times)
{
    for (int t = 0; t < times; t++) {
#pragma omp target teams distribute parallel for map(tofrom: p[0:N])
        for (int i = 0; i < N; i++)
            p[i] += k;
    }
}

/* All is added behind what other threads have added before. */
static void pass(int look)
{
    pthread_mutex_lock(&lock);
    add(common, 1, TIMES);
    passes++;
    if (look)
        quiet_check("common", common[look] == VALUE(9, look) + passes * TIMES && common[0] == VALUE(9, 0) + passes * TIMES, 1);
    pthread_mutex_unlock(&lock);
}

static void kept(int *mine, int id)
{
#pragma omp target data map(tofrom: mine[0:N])
    for (int round = 0; round < ROUNDS; round++) {
        add(mine, 2, TIMES);
        pass(round % 4 == id % 4 ? id + 1 : 0);
    }
}

static void without(int *mine, int id)
{
    for (int round = 0; round < ROUNDS; round++) {
        add(mine, 2, TIMES);
        if (round % 3 == id % 3)
            quiet_check("own", mine[id] == VALUE(id, id) + (ROUNDS + round + 1) * 2 * TIMES, 1);
        pass(round % 4 == id % 4 ? id + 1 : 0);
    }
}

static void *worker(void *argument)
{
    int id = (int)(intptr_t)argument, *mine = malloc(N * sizeof *mine);
    must(mine);
    host_fill(mine, N, id);
    kept(mine, id);
    without(mine, id);
    quiet_check("own at the end", host_wrong_plus(mine, N, id, 4 * ROUNDS * TIMES), 0);
    free(mine);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    must(common = malloc(N * sizeof *common));
    for (int i = 0; i < N; i++)
        common[i] = VALUE(9, i);
    pass(3);
    pass(0);
    for (intptr_t k = 0; k < THREADS; k++) {
        must(pthread_create(&thread[k], NULL, worker, (void *)k) == 0);
        if (k < 2)
            pthread_join(thread[k], NULL); /* one at a time */
        pass(k % 2);
    }
    for (int k = 2; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    pass(1);
    check("common", host_wrong_plus(common, N, 9, passes * TIMES), 0);
    check("passes", passes, 2 + THREADS + 1 + 2 * THREADS * ROUNDS);
    return status();
}
