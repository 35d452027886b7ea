/* cg.c: conjugate gradients for the 5-point Laplacian on a square, without a matrix.
 * The host computes with the scalars of each step. */
#include <stdlib.h>

#include "bench.h"

static void apply(int n, const double *p, double *q)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: p[0:n*n]) map(from: q[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j;
            double sum = 4.01 * p[k];
            if (i > 0)
                sum -= p[k - n];
            if (i < n - 1)
                sum -= p[k + n];
            if (j > 0)
                sum -= p[k - 1];
            if (j < n - 1)
                sum -= p[k + 1];
            q[k] = sum;
        }
}

static double dot(int m, const double *a, const double *b)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:m], b[0:m]) map(tofrom: sum)
    for (int i = 0; i < m; i++)
        sum += a[i] * b[i];
    return sum;
}

/* y = y + factor*x */
static void add(int m, double factor, const double *x, double *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:m]) map(tofrom: y[0:m])
    for (int i = 0; i < m; i++)
        y[i] += factor * x[i];
}

/* p = r + factor*p */
static void turn(int m, double factor, const double *r, double *p)
{
#pragma omp target teams distribute parallel for map(to: r[0:m]) map(tofrom: p[0:m])
    for (int i = 0; i < m; i++)
        p[i] = r[i] + factor * p[i];
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256, 512, 4096), steps = bench_pick(10, 20, 50), m = n * n;
    double *x = bench_allocate(m, sizeof *x), *r = bench_allocate(m, sizeof *r), *p = bench_allocate(m, sizeof *p),
           *q = bench_allocate(m, sizeof *q);
#pragma omp parallel for
    for (int i = 0; i < m; i++) {
        x[i] = 0;
        r[i] = p[i] = bench_random(i) - 0.5;
    }
    bench_warm();

    bench_start();
    double square = 0;
#ifdef TUNED
#pragma omp target data map(to: r[0:m], p[0:m]) map(tofrom: x[0:m]) map(alloc: q[0:m])
#endif
    {
        square = dot(m, r, r);
        for (int s = 0; s < steps; s++) {
            apply(n, p, q);
            double alpha = square / dot(m, p, q);
            add(m, alpha, p, x);
            add(m, -alpha, q, r);
            double next = dot(m, r, r);
            turn(m, next / square, r, p);
            square = next;
        }
    }
    double sum = bench_sum_double(x, m);
    bench_stop("offload");
    bench_result("square", square);
    bench_result("sum", sum);
    free(x);
    free(r);
    free(p);
    free(q);
    return 0;
}
