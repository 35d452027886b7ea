// Launches that come again with map(always, from) on data that is present: the host writes between two of them.
// RUNGS: off eager mprotect wp uffd-user uffd
// HOST-DIFFERS: the host has one copy
// EXPECT: host 1
// EXPECT: sum 56
#include "torture.h"

enum { N = 1 << 16 };

static void from(int n, int *p, int *sum)
{
#pragma omp target map(always, from: p[0:n]) map(sum[0:1])
    sum[0] += p[3];
}

int main(void)
{
    int *p = malloc(N * sizeof *p), *sum = calloc(N, sizeof *sum);
    must(p && sum);
    host_fill(p, N, 1);
    p[3] = 1;
    dev_add(p, N, 0); /* what regions map is followed */
#pragma omp target data map(to: p[0:N]) map(tofrom: sum[0:N])
    for (int round = 0; round < 8; round++) {
        for (int i = 0; i < 6; i++)
            from(N, p, sum);
        p[3] = 1000;
        from(N, p, sum);
        quiet_check("from the device", p[3], 1);
    }
    check("host", p[3], 1);
    check("sum", sum[0], 56);
    return status();
}
