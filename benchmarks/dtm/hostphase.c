/* hostphase.c: what tracking costs the host. A loop of the device reads an array, so
 * that it is tracked; then the host alone writes all of it, twice. What counts is how
 * much longer that takes than without DTM. Both versions are the same. */
#include <stdlib.h>

#include "bench.h"

static double sum(int n, const double *a)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:n]) map(tofrom: sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

static void write_all(int n, double *a, double value)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = value;
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(512 << 10, 16 << 20, 64 << 20);
    double *a = bench_allocate(n, sizeof *a), before, after;
    write_all(n, a, 1);
    bench_warm();

    bench_start();
    before = sum(n, a);
    bench_stop("offload");
    bench_start();
    write_all(n, a, 2);
    bench_stop("first");
    bench_start();
    write_all(n, a, 3);
    bench_stop("second");
    after = sum(n, a);
    bench_result("before", before);
    bench_result("after", after);
    free(a);
    return 0;
}
