// realloc that grows, shrinks and moves blocks with results on the device.
#include "torture.h"

static int *resize(int *p, long n)
{
    p = realloc(p, (size_t)n * sizeof *p);
    must(p);
    return p;
}

static void grow_and_shrink(long n, int seed)
{
    int *p = resize(NULL, n);
    dev_fill(p, n, seed);
    p = resize(p, 3 * n);
    quiet_check("grown, on the device", dev_wrong(p, n, seed), 0);
    quiet_check("grown", host_wrong(p, n, seed), 0);
    dev_fill(p, 3 * n, seed + 1);
    p = resize(p, 3 * n + 1);
    quiet_check("grown by one", host_wrong(p, 3 * n, seed + 1), 0);
    dev_add(p, 3 * n, 1);
    p = resize(p, n / 2 + 1);
    quiet_check("shrunk", host_wrong_plus(p, n / 2 + 1, seed + 1, 1), 0);
    dev_add(p, n / 2 + 1, 1);
    p = resize(p, n);
    for (long i = n / 2 + 1; i < n; i++)
        p[i] = (int)((unsigned)VALUE(seed + 1, i) + 2u);
    quiet_check("grown again, on the device", dev_wrong_plus(p, n, seed + 1, 2), 0);
    quiet_check("grown again", host_wrong_plus(p, n, seed + 1, 2), 0);
    free(p);
}

static void forced_move(long n, int seed)
{
    int *p = resize(NULL, n), *obstacle = resize(NULL, n);
    dev_fill(p, n, seed);
    dev_fill(obstacle, n, seed + 1);
    p = resize(p, 8 * n);
    p[0]++;
    quiet_check("one changed", dev_wrong(p, n, seed), 1);
    quiet_check("obstacle", host_wrong(obstacle, n, seed + 1), 0);
    free(p);
    quiet_check("obstacle on the device", dev_wrong(obstacle, n, seed + 1), 0);
    free(obstacle);
}

static void step_by_step(void) /* as a growing vector does */
{
    int *p = NULL;
    long have = 0;
    while (have < 500000) {
        long more = have + have / 3 + 100;
        p = resize(p, more);
        for (long i = have; i < more; i++)
            p[i] = VALUE(9, i);
        quiet_check("vector", dev_wrong(p, more, 9), 0);
        dev_add(p, more, 1);
        dev_add(p, more, -1);
        have = more;
    }
    check("vector at the end", host_wrong(p, have, 9), 0);
    free(p);
}

int main(void)
{
    for (long n = 10; n < 2000000; n = n * 4 + 3) {
        grow_and_shrink(n, (int)(n % 100));
        forced_move(n, (int)(n % 71));
        check("elements", n, n);
    }
    step_by_step();
    return status();
}
