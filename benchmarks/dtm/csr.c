/* csr.c: power iteration with a sparse matrix in compressed rows. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"

enum { PER_ROW = 16 };

static void multiply(int n, const int *first, const int *column, const double *value, const double *x, double *y)
{
    int entries = n * PER_ROW;
#pragma omp target teams distribute parallel for \
        map(to: first[0:n+1], column[0:entries], value[0:entries], x[0:n]) map(from: y[0:n])
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static double length(int n, const double *y)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: y[0:n]) map(tofrom: sum)
    for (int i = 0; i < n; i++)
        sum += y[i] * y[i];
    return sqrt(sum);
}

static void scale(int n, const double *y, double factor, double *x)
{
#pragma omp target teams distribute parallel for map(to: y[0:n]) map(from: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] = y[i] * factor;
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(16 << 10, 256 << 10, 4 << 20), steps = bench_pick(5, 10, 30), entries = n * PER_ROW;
    int *first = bench_allocate((size_t)n + 1, sizeof *first), *column = bench_allocate(entries, sizeof *column);
    double *value = bench_allocate(entries, sizeof *value), *x = bench_allocate(n, sizeof *x),
           *y = bench_allocate(n, sizeof *y);
    for (int i = 0; i <= n; i++)
        first[i] = i * PER_ROW;
#pragma omp parallel for
    for (int k = 0; k < entries; k++) {
        column[k] = (int)((k / PER_ROW + (long)(bench_random(k) * 4096) - 2048 + n) % n);
        value[k] = 0.5 + bench_random(~(unsigned long long)k);
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        x[i] = 1;
    bench_warm();

    bench_start();
    double eigenvalue = 0;
#ifdef TUNED
#pragma omp target data map(to: first[0:n+1], column[0:entries], value[0:entries]) map(tofrom: x[0:n]) map(alloc: y[0:n])
#endif
    for (int s = 0; s < steps; s++) {
        multiply(n, first, column, value, x, y);
        eigenvalue = length(n, y);
        scale(n, y, 1 / eigenvalue, x);
    }
    double sum = bench_sum_double(x, n);
    bench_stop("offload");
    bench_result("eigenvalue", eigenvalue);
    bench_result("sum", sum);
    free(first);
    free(column);
    free(value);
    free(x);
    free(y);
    return 0;
}
