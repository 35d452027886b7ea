// EXIT: 5
// A destructor prints results that were left on the device; the status is main's.
#include "torture.h"
#include <unistd.h>

enum { N = 300000 };
static int global[N], *heap;

__attribute__((destructor(101))) static void last(void)
{
    printf("last %ld\n", host_wrong(heap, N, 1));
    fflush(stdout);
}

__attribute__((destructor)) static void prints(void)
{
    printf("global %ld\n", host_wrong(global, N, 2));
    for (int i = 0; i < N; i += 30000)
        printf("%d %d\n", i, heap[i]);
    fflush(stdout);
    if (host_wrong(global, N, 2) || host_wrong(heap, N, 1))
        _exit(1);
}

int main(void)
{
    must(heap = malloc(N * sizeof *heap));
    dev_fill(heap, N, 1);
    dev_fill(global, N, 2);
    return 5;
}
