// ARGS: 5
// LINK: -lpthread
// LIMIT: 120
// Eight threads for so many seconds: own, shared and neighbouring data, malloc and free, reads and writes by host and device.
#include "torture.h"
#include <pthread.h>
#include <time.h>

enum { THREADS = 8, N = 20000, MOST = 60000 };
static int *shared, *block;
static struct timespec start;
static int seconds;

static int running(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - start.tv_sec < seconds;
}

static void own(dice *d)
{
    long n = 1 + below(d, MOST);
    int seed = (int)roll(d) & 0xffff, k = (int)below(d, 100), *p = malloc((size_t)n * sizeof *p);
    must(p);
    if (roll(d) & 1)
        host_fill(p, n, seed);
    else
        dev_fill(p, n, seed);
    for (int step = 0; step < 4; step++) {
        long at = below(d, n);
        switch (below(d, 5)) {
        case 0: dev_add(p, n, k); dev_add(p, n, -k); break;
        case 1: quiet_check("own", host_wrong(p, n, seed), 0); break;
        case 2: quiet_check("own, on the device", dev_wrong(p, n, seed), 0); break;
        case 3: quiet_check("one", p[at], VALUE(seed, at)); break;
        case 4: p[at]++; quiet_check("one changed", dev_wrong(p, n, seed), 1); p[at]--; break;
        }
    }
    if (below(d, 4) == 0) {
        must(p = realloc(p, (size_t)(n / 2 + 1) * sizeof *p));
        quiet_check("reallocated", dev_wrong(p, n / 2 + 1, seed), 0);
    }
    free(p);
}

static void *worker(void *argument)
{
    long id = (intptr_t)argument;
    dice d = {(uint64_t)id + 1};
    int *part = block + id * N, seed = 0;
    dev_fill(part, N, 0);
    while (running()) {
        own(&d);
        quiet_check("shared", below(&d, 2) ? dev_wrong(shared, N, 7) : host_wrong(shared, N, 7), 0);
        quiet_check("part", below(&d, 2) ? dev_wrong(part, N, seed) : host_wrong(part, N, seed), 0);
        seed = (int)below(&d, 1000);
        if (roll(&d) & 1)
            dev_fill(part, N, seed);
        else
            host_fill(part, N, seed);
    }
    quiet_check("part at the end", host_wrong(part, N, seed), 0);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread[THREADS];
    seconds = argc > 1 ? atoi(argv[1]) : 60;
    clock_gettime(CLOCK_MONOTONIC, &start);
    must(shared = malloc(N * sizeof *shared));
    must(block = malloc(THREADS * N * sizeof *block));
    dev_fill(shared, N, 7);
    for (intptr_t k = 0; k < THREADS; k++)
        must(pthread_create(&thread[k], NULL, worker, (void *)k) == 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    puts("stress");
    return status();
}
