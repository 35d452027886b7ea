/* small.c: many launches on small arrays: a chain of masses and springs, whose host
 * looks at one end now and then. */
#include <stdlib.h>

#include "bench.h"

static void push(int n, const double *x, double *v)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: v[0:n])
    for (int i = 1; i < n - 1; i++)
        v[i] += 0.01 * (x[i - 1] - 2 * x[i] + x[i + 1]);
}

static void pull(int n, const double *v, double *x)
{
#pragma omp target teams distribute parallel for map(to: v[0:n]) map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] += 0.01 * v[i];
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = 1000, steps = bench_pick(300, 1000, 5000);
    double *x = bench_allocate(n, sizeof *x), *v = bench_allocate(n, sizeof *v), seen = 0;
    for (int i = 0; i < n; i++) {
        x[i] = bench_random(i);
        v[i] = 0;
    }
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(tofrom: x[0:n]) map(to: v[0:n])
#endif
    for (int s = 0; s < steps; s++) {
        push(n, x, v);
        pull(n, v, x);
        if (s % 50 == 49) {
#ifdef TUNED
#pragma omp target update from(x[0:1])
#endif
            seen += x[0];
        }
    }
    double sum = bench_sum_double(x, n);
    bench_stop("offload");
    bench_result("seen", seen);
    bench_result("sum", sum);
    free(x);
    free(v);
    return 0;
}
