/* bench.c: sizes, times and results of the programs of bench-dtm. */
#include "bench.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int size;
static double started;

void bench_begin(int argc, char **argv)
{
    static const char *const sizes[] = {"quick", "pocl", "gpu"};
    for (int i = 0; argc == 2 && i < 3; i++) {
        if (strcmp(argv[1], sizes[i]) == 0) {
            size = i;
            return;
        }
    }
    fprintf(stderr, "usage: %s quick | pocl | gpu\n", argv[0]);
    exit(2);
}

int bench_pick(int quick, int pocl, int gpu)
{
    return size == 0 ? quick : size == 1 ? pocl : gpu;
}

void *bench_allocate(size_t count, size_t element)
{
    void *p = malloc(count * element);
    if (!p) {
        fprintf(stderr, "no memory for %zu elements of %zu bytes\n", count, element);
        exit(1);
    }
    return p;
}

void bench_start(void)
{
    started = omp_get_wtime();
}

void bench_stop(const char *name)
{
    printf("time %s %.6f\n", name, omp_get_wtime() - started);
}

void bench_result(const char *name, double value)
{
    bench_result_within(name, value, 1e-5);
}

void bench_result_within(const char *name, double value, double tolerance)
{
    printf("result %s %.17g %g\n", name, value, tolerance);
}

/* Weights in [1, 2), so that two elements cannot change places unseen. */
static double weight(size_t i)
{
    return 1 + (double)(i % 1021) / 1021;
}

double bench_sum_float(const float *v, size_t n)
{
    double sum = 0;
#pragma omp parallel for reduction(+: sum)
    for (size_t i = 0; i < n; i++)
        sum += v[i] * weight(i);
    return sum;
}

double bench_sum_double(const double *v, size_t n)
{
    double sum = 0;
#pragma omp parallel for reduction(+: sum)
    for (size_t i = 0; i < n; i++)
        sum += v[i] * weight(i);
    return sum;
}

double bench_sum_int(const int *v, size_t n)
{
    double sum = 0;
#pragma omp parallel for reduction(+: sum)
    for (size_t i = 0; i < n; i++)
        sum += v[i] * weight(i);
    return sum;
}
