// Handlers of atexit and on_exit, registered before and after first use, that print results left on the device.
#define _GNU_SOURCE
#include "torture.h"
#include <unistd.h>

enum { N = 300000 };
static int global[N], *heap;

static void prints(void) /* registered first: runs last */
{
    printf("global %ld\n", host_wrong(global, N, 2));
    printf("heap %ld\n", host_wrong(heap, N, 1));
    heap[4] = 9;
    printf("changed %d\n", heap[4]);
    fflush(stdout);
    if (host_wrong(global, N, 2) || host_wrong(heap, N, 1) != 1)
        _exit(1);
}

static void later(int code, void *argument)
{
    int *p = argument;
    printf("status %d, value %d\n", code, p[N - 1] == VALUE(1, N - 1));
}

static void frees(void)
{
    int *p = malloc(N * sizeof *p);
    memset(p, 1, N * sizeof *p);
    printf("allocated %d\n", p[N / 2]);
    free(p);
}

int main(void)
{
    must(atexit(prints) == 0);
    must(heap = malloc(N * sizeof *heap));
    dev_fill(heap, N, 1);
    must(on_exit(later, heap) == 0);
    must(atexit(frees) == 0);
    dev_fill(global, N, 2);
    puts("main ends");
    exit(0);
}
