// Deferred regions: the host uses other data until taskwait, then the results.
#include "torture.h"

enum { N = 100000 };

int main(void)
{
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
    must(a && b && c);
    host_fill(c, N, 3);
    for (int round = 0; round < 10; round++) {
        host_fill(a, N, round);
#pragma omp target teams distribute parallel for map(tofrom: a[0:N]) nowait depend(out: a[0])
        for (int i = 0; i < N; i++)
            a[i] = (int)((unsigned)a[i] + 1u);
#pragma omp target teams distribute parallel for map(to: a[0:N]) map(from: b[0:N]) nowait depend(in: a[0]) depend(out: b[0])
        for (int i = 0; i < N; i++)
            b[i] = a[i];
        c[round]++;
#pragma omp taskwait
        quiet_check("a", host_wrong_plus(a, N, round, 1), 0);
        quiet_check("b", host_wrong_plus(b, N, round, 1), 0);
        quiet_check("c", dev_wrong(c, N, 3), round + 1);
    }
    puts("tasks");
    return status();
}
