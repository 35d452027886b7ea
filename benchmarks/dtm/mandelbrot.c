/* mandelbrot.c: how soon points leave the Mandelbrot set. Near its edge that depends
 * on how a device rounds. */
#include <stdlib.h>

#include "bench.h"

enum { MOST = 500 };

static void leave(int n, int *count)
{
#pragma omp target teams distribute parallel for collapse(2) map(from: count[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float u = -2 + 3.0f * j / n, v = -1.5f + 3.0f * i / n, x = 0, y = 0;
            int steps = 0;
            while (steps < MOST && x * x + y * y < 4) {
                float next = x * x - y * y + u;
                y = 2 * x * y + v;
                x = next;
                steps++;
            }
            count[i * n + j] = steps;
        }
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256, 512, 4096);
    int *count = bench_allocate((size_t)n * n, sizeof *count);
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(from: count[0:n*n])
#endif
    leave(n, count);
    double sum = bench_sum_int(count, (size_t)n * n);
    bench_stop("offload");
    bench_result_within("sum", sum, 1e-3);
    free(count);
    return 0;
}
