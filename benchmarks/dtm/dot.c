/* dot.c: inner products of two long vectors that a loop before them has filled. */
#include <stdlib.h>

#include "bench.h"

static void fill(int n, double *x, double *y)
{
#pragma omp target teams distribute parallel for map(from: x[0:n], y[0:n])
    for (int i = 0; i < n; i++) {
        x[i] = 1.0 / (i + 1);
        y[i] = 1.0 / (i + 2);
    }
}

static double dot(int n, const double *x, const double *y)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: x[0:n], y[0:n]) map(tofrom: sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256 << 10, 2 << 20, 64 << 20), times = bench_pick(5, 10, 20);
    double *x = bench_allocate(n, sizeof *x), *y = bench_allocate(n, sizeof *y), total = 0;
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(alloc: x[0:n], y[0:n])
#endif
    {
        fill(n, x, y);
        for (int t = 0; t < times; t++)
            total += dot(n, x, y);
    }
    bench_stop("offload");
    bench_result("total", total);
    free(x);
    free(y);
    return 0;
}
