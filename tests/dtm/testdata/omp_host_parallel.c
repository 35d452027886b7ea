// OpenMP threads of the host: they read and write results together, and each offloads.
#include "torture.h"
#include <omp.h>

enum { N = 200000, THREADS = 4 };

int main(void)
{
    int *p = malloc(N * sizeof *p);
    must(p);
    omp_set_num_threads(THREADS);
    for (int round = 0; round < 15; round++) {
        dev_fill(p, N, round);
        long wrong = 0;
#pragma omp parallel for reduction(+: wrong)
        for (int i = 0; i < N; i++)
            wrong += p[i] != VALUE(round, i);
        quiet_check("read", wrong, 0);
        dev_fill(p, N, round + 1);
#pragma omp parallel for schedule(static, 100)
        for (int i = 0; i < N; i++)
            p[i] = (int)((unsigned)p[i] + 1u);
        quiet_check("changed", dev_wrong_plus(p, N, round + 1, 1), 0);
#pragma omp parallel for schedule(static, 1)
        for (int part = 0; part < 8; part++)
            dev_fill(p + part * (N / 8), N / 8, part);
        for (int part = 0; part < 8; part++)
            quiet_check("parts", host_wrong(p + part * (N / 8), N / 8, part), 0);
    }
    puts("parallel");
    return status();
}
