// EXIT: 3
// quick_exit with a handler that prints results; no destructor runs.
#include "torture.h"

enum { N = 300000 };
static int *heap;

static void prints(void)
{
    printf("heap %ld\n", host_wrong(heap, N, 1));
    fflush(stdout);
}

static void never(void) { puts("atexit must not run"); }

int main(void)
{
    must(heap = malloc(N * sizeof *heap));
    must(at_quick_exit(prints) == 0 && atexit(never) == 0);
    dev_fill(heap, N, 1);
    quick_exit(3);
}
