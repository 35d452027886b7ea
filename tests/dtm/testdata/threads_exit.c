// LINK: -lpthread
// Threads that end and leave results; stacks and thread-local arrays that the next thread gets.
#include "torture.h"
#include <pthread.h>

enum { N = 30000 };
static __thread int local[N];

static void *leaves(void *argument)
{
    int seed = (int)(intptr_t)argument, stack[N], *p = malloc(N * sizeof *p);
    must(p);
    quiet_check("thread-local is fresh", dev_sum(local, N), 0);
    host_fill(stack, N, seed);
    quiet_check("stack", dev_wrong(stack, N, seed), 0);
    dev_fill(stack, N, seed + 1);
    dev_fill(local, N, seed + 2);
    dev_fill(p, N, seed + 3);
    if (seed & 1)
        quiet_check("own results", host_wrong(stack, N, seed + 1) + host_wrong(local, N, seed + 2), 0);
    if (seed % 3 == 0)
        pthread_exit(p);
    return p;
}

int main(void)
{
    for (int round = 0; round < 20; round++) {
        pthread_t thread[2];
        for (int k = 0; k < 2; k++)
            must(pthread_create(&thread[k], NULL, leaves, (void *)(intptr_t)(round * 2 + k)) == 0);
        for (int k = 0; k < 2; k++) {
            void *left;
            pthread_join(thread[k], &left);
            quiet_check("left", host_wrong(left, N, round * 2 + k + 3), 0);
            free(left);
        }
    }
    puts("threads");
    return status();
}
