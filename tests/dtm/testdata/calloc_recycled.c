// calloc of recycled blocks gives zeros on both sides, whoever wrote the old contents.
#include "torture.h"

static void round_of(long n, int seed)
{
    int *p = calloc((size_t)n, sizeof *p);
    must(p);
    quiet_check("host", host_sum(p, n), 0);
    dev_fill(p, n, seed);
    if (seed % 3 == 1)
        quiet_check("result", host_wrong(p, n, seed), 0);
    if (seed % 3 == 2)
        p[n / 2] = 7;
    free(p);
    p = calloc((size_t)n, sizeof *p);
    must(p);
    quiet_check("device", dev_sum(p, n), 0);
    dev_set(p, n, 0, n, 5);
    free(p);
}

int main(void)
{
    for (long n = 1; n < 4000000; n = n * 3 + 1) {
        for (int seed = 0; seed < 6; seed++)
            round_of(n, seed);
        check("elements", n, n);
    }
    return status();
}
