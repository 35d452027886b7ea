/* thermostat.c: heat in a plate whose middle the host keeps at its temperature: after
 * some steps it reads a band of rows, and changes it, and nothing else. */
#include <stdlib.h>

#include "bench.h"

enum { BAND = 16, STEPS = 10 }; /* rows of the band; steps between two looks */

static void diffuse(int n, const float *now, float *next)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: now[0:n*n]) map(from: next[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j;
            float sum = now[k];
            if (i > 0 && j > 0 && i < n - 1 && j < n - 1)
                sum += 0.1f * (now[k - n] + now[k + n] + now[k - 1] + now[k + 1] - 4 * now[k]);
            next[k] = sum;
        }
}

/* Heats or cools the band by half of what its mean lacks; returns the mean. */
static double regulate(int n, float *band)
{
    double mean = 0;
    for (int i = 0; i < BAND * n; i++)
        mean += band[i];
    mean /= BAND * n;
    for (int i = 0; i < BAND * n; i++)
        band[i] += (float)(0.5 * (20 - mean));
    return mean;
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(1024, 2048, 8192), rounds = bench_pick(3, 5, 10);
    float *a = bench_allocate((size_t)n * n, sizeof *a), *b = bench_allocate((size_t)n * n, sizeof *b);
    float *band = a + (size_t)(n / 2) * n;
    double means = 0;
#pragma omp parallel for
    for (int i = 0; i < n * n; i++)
        a[i] = 30 * (float)bench_random(i);
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(tofrom: a[0:n*n]) map(alloc: b[0:n*n])
#endif
    for (int r = 0; r < rounds; r++) {
        for (int s = 0; s < STEPS; s += 2) {
            diffuse(n, a, b);
            diffuse(n, b, a);
        }
#ifdef TUNED
#pragma omp target update from(band[0:BAND*n])
#endif
        means += regulate(n, band);
#ifdef TUNED
#pragma omp target update to(band[0:BAND*n])
#endif
    }
    double sum = bench_sum_float(a, (size_t)n * n);
    bench_stop("offload");
    bench_result("means", means);
    bench_result("sum", sum);
    free(a);
    free(b);
    return 0;
}
