// A data region that maps once, and more than holds results on the device: map(alloc) leaves the host's values alone.
#include "torture.h"

enum { N = 100000, LO = 40000, PART = 20000 };

int main(void)
{
    int *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
    must(p && q);
    for (int k = 0; k < 20; k++) {
        int *s = malloc((size_t)(N + k) * sizeof *s), *t = s + 128 * k;
        must(s);
        dev_fill(s + LO, PART, k);
        if (k % 3 == 2)
            dev_fill(s + 1000, 5000, k + 1);
#pragma omp target data map(alloc: t[0:90000])
        {
        }
        dev_fill(q, N - k, 7); /* may get the storage that the region had */
        dev_fill(p, 90000, 8);
        quiet_check("results", host_wrong(s + LO, PART, k), 0);
        if (k % 3 == 2)
            quiet_check("other results", host_wrong(s + 1000, 5000, k + 1), 0);
        quiet_check("later results", host_wrong(q, N - k, 7) + host_wrong(p, 90000, 8), 0);
        if (k & 1)
            free(s);
    }
    puts("regions");
    return status();
}
