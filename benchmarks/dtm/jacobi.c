/* jacobi.c: Jacobi relaxation of the Poisson equation on a square, with the residual
 * after each sweep. The arrays change places after a sweep; only inner points are
 * written, so both arrays start with the edge's values. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"

static void relax(int n, const double *t, const double *source, double *next)
{
#pragma omp target teams distribute parallel for collapse(2) \
        map(to: t[0:n*n], source[0:n*n]) map(tofrom: next[0:n*n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            int k = i * n + j;
            next[k] = 0.25 * (t[k - n] + t[k + n] + t[k - 1] + t[k + 1] + source[k]);
        }
}

static double change(int n, const double *t, const double *next)
{
    double sum = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) \
        map(to: t[0:n*n], next[0:n*n]) map(tofrom: sum)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double d = next[i * n + j] - t[i * n + j];
            sum += d * d;
        }
    return sqrt(sum);
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256, 1024, 4096), sweeps = bench_pick(10, 30, 100);
    double *t = bench_allocate((size_t)n * n, sizeof *t), *next = bench_allocate((size_t)n * n, sizeof *next),
           *source = bench_allocate((size_t)n * n, sizeof *source);
#pragma omp parallel for
    for (int i = 0; i < n * n; i++) {
        t[i] = next[i] = i < n ? 100 : 0;
        source[i] = bench_random(i) < 0.001 ? 10 : 0;
    }
    bench_warm();

    bench_start();
    double *newer = t, *older = next, moved = 0;
#ifdef TUNED
#pragma omp target data map(tofrom: t[0:n*n]) map(to: next[0:n*n], source[0:n*n])
#endif
    for (int s = 0; s < sweeps; s++) {
        double *swap = newer;
        relax(n, newer, source, older);
        newer = older;
        older = swap;
        moved = change(n, older, newer);
    }
    double sum = bench_sum_double(newer, (size_t)n * n);
    bench_stop("offload");
    bench_result("moved", moved);
    bench_result("sum", sum);
    free(t);
    free(next);
    free(source);
    return 0;
}
