/* lu.c: LU decomposition in place, without pivoting, of a matrix whose diagonal
 * dominates. */
#include <stdlib.h>

#include "bench.h"

static void divide(int n, int k, float *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n*n])
    for (int i = k + 1; i < n; i++)
        a[i * n + k] /= a[k * n + k];
}

static void eliminate(int n, int k, float *a)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*n])
    for (int i = k + 1; i < n; i++)
        for (int j = k + 1; j < n; j++)
            a[i * n + j] -= a[i * n + k] * a[k * n + j];
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256, 512, 2048);
    float *a = bench_allocate((size_t)n * n, sizeof *a);
#pragma omp parallel for
    for (int i = 0; i < n * n; i++)
        a[i] = (float)bench_random(i) + (i / n == i % n ? n : 0);
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(tofrom: a[0:n*n])
#endif
    for (int k = 0; k < n - 1; k++) {
        divide(n, k, a);
        eliminate(n, k, a);
    }
    double sum = bench_sum_float(a, (size_t)n * n);
    bench_stop("offload");
    bench_result("sum", sum);
    free(a);
    return 0;
}
