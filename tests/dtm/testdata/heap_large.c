// A block of 300 MB: upload, results, host changes of some pages, forward, backward and scattered reads.
#include "torture.h"

enum { N = 75 * 1000 * 1000 + 3 };

static long scattered_wrong(const int *p, int seed, int k)
{
    dice d = {7};
    long wrong = 0;
    for (int i = 0; i < 2000; i++) {
        long at = below(&d, N);
        wrong += p[at] != (int)((unsigned)VALUE(seed, at) + (unsigned)k);
    }
    return wrong;
}

static long backward_wrong(const int *p, int seed, int k)
{
    long wrong = 0;
    for (long at = N; at-- > N - 3 * 1000 * 1000;)
        wrong += p[at] != (int)((unsigned)VALUE(seed, at) + (unsigned)k);
    return wrong;
}

int main(void)
{
    int *p = malloc(N * sizeof *p);
    must(p);
    host_fill(p, N, 1);
    check("uploaded", dev_wrong(p, N, 1), 0);
    dev_add(p, N, 5);
    check("scattered", scattered_wrong(p, 1, 5), 0);
    check("backward", backward_wrong(p, 1, 5), 0);
    p[N / 3] += 1;
    p[N - 1] += 1;
    check("two changed", dev_wrong_plus(p, N, 1, 5), 2);
    p[N / 3] -= 1;
    p[N - 1] -= 1;
    dev_add(p, N, 1);
    check("all", host_wrong_plus(p, N, 1, 6), 0);
    check("again on the device", dev_wrong_plus(p, N, 1, 6), 0);
    free(p);
    return status();
}
