/* matmul.c: powers of a matrix by plain multiplication. */
#include <stdlib.h>

#include "bench.h"

static void multiply(int n, const float *a, const float *b, float *c)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n*n], b[0:n*n]) map(from: c[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256, 384, 2048), times = 3;
    float *a = bench_allocate((size_t)n * n, sizeof *a), *b = bench_allocate((size_t)n * n, sizeof *b),
          *c = bench_allocate((size_t)n * n, sizeof *c), *power = b, *product = c;
#pragma omp parallel for
    for (int i = 0; i < n * n; i++) {
        a[i] = 2 * (float)bench_random(i) / n;
        b[i] = (float)bench_random(i);
    }
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(to: a[0:n*n], b[0:n*n]) map(from: c[0:n*n])
#endif
    for (int t = 0; t < times; t++) {
        float *swap = power;
        multiply(n, a, power, product);
        power = product;
        product = swap;
    }
    double sum = bench_sum_float(power, (size_t)n * n);
    bench_stop("offload");
    bench_result("sum", sum);
    free(a);
    free(b);
    free(c);
    return 0;
}
