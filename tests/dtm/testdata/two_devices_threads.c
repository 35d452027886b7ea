// ENV: POCL_DEVICES="pthread basic"
// LINK: -lpthread
// Threads on two devices: arrays of their own that change the device, one that all read, a block whose parts alternate.
#include "torture.h"
#include "../parts/devices.h"
#include <pthread.h>

enum { N = 30000, THREADS = 4, ROUNDS = 20 };
static int *shared, *block;

static void *worker(void *argument)
{
    long id = (intptr_t)argument;
    int *p = malloc(N * sizeof *p), *part = block + id * N;
    for (int round = 0; round < ROUNDS; round++) {
        on((round + id) & 1 ? first_device : second_device);
        dev_fill(p, N, round);
        dev_fill(part, N, (int)id + round);
        quiet_check("shared", dev_wrong(shared, N, 9), 0);
        on((round + id) & 1 ? second_device : first_device);
        quiet_check("own", dev_wrong(p, N, round), 0);
        dev_add(part, N, 1);
        p[5]++;
        quiet_check("own, changed", dev_wrong(p, N, round), 1);
        quiet_check("part", host_wrong_plus(part, N, (int)id + round, 1), 0);
    }
    free(p);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    find_devices();
    must(shared = malloc(N * sizeof *shared));
    must(block = malloc(THREADS * N * sizeof *block));
    dev_fill(shared, N, 9);
    for (intptr_t k = 0; k < THREADS; k++)
        must(pthread_create(&thread[k], NULL, worker, (void *)k) == 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    puts("threads on two devices");
    return status();
}
