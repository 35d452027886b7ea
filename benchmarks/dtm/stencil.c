/* stencil.c: a 5-point mean over a square of floats, forth and back between two
 * arrays; the edge keeps its values. */
#include <stdlib.h>

#include "bench.h"

static void smooth(int n, const float *from, float *to)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: from[0:n*n]) map(from: to[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j;
            if (i == 0 || j == 0 || i == n - 1 || j == n - 1)
                to[k] = from[k];
            else
                to[k] = 0.2f * (from[k] + from[k - n] + from[k + n] + from[k - 1] + from[k + 1]);
        }
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(512, 2048, 8192), steps = bench_pick(5, 10, 20);
    float *a = bench_allocate((size_t)n * n, sizeof *a), *b = bench_allocate((size_t)n * n, sizeof *b);
#pragma omp parallel for
    for (int i = 0; i < n * n; i++)
        a[i] = (float)bench_random(i);
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(tofrom: a[0:n*n]) map(alloc: b[0:n*n])
#endif
    for (int s = 0; s < steps; s++) {
        smooth(n, a, b);
        smooth(n, b, a);
    }
    double sum = bench_sum_float(a, (size_t)n * n);
    bench_stop("offload");
    bench_result("sum", sum);
    free(a);
    free(b);
    return 0;
}
