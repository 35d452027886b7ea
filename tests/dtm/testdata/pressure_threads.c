// ENV: OMP2CL_DEVICE_MEMORY=64M
// LINK: -lpthread
// Threads whose arrays together do not fit: copies of one are given up while another computes.
#include "torture.h"
#include <pthread.h>

enum { THREADS = 4, ARRAYS = 5, N = 1 << 20, ROUNDS = 6 }; /* 4 MB each, 80 MB in all */

static void *worker(void *argument)
{
    int id = (int)(intptr_t)argument * 100, *p[ARRAYS];
    for (int k = 0; k < ARRAYS; k++) {
        must(p[k] = malloc(N * sizeof(int)));
        dev_fill(p[k], N, id + k);
    }
    for (int round = 1; round <= ROUNDS; round++)
        for (int k = 0; k < ARRAYS; k++) {
            dev_add(p[k], N, 1);
            if ((round + k) % 3 == 0)
                quiet_check("host", host_wrong_plus(p[k], N, id + k, round), 0);
            else
                quiet_check("device", dev_wrong_plus(p[k], N, id + k, round), 0);
        }
    for (int k = 0; k < ARRAYS; k++) {
        quiet_check("at the end", host_wrong_plus(p[k], N, id + k, ROUNDS), 0);
        free(p[k]);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    for (intptr_t k = 0; k < THREADS; k++)
        must(pthread_create(&thread[k], NULL, worker, (void *)k) == 0);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    puts("threads");
    return status();
}
