/* floyd.c: all shortest ways of a graph, by Floyd and Warshall. */
#include <stdlib.h>

#include "bench.h"

/* Ways through node k. Row and column k stay as they are, for d[k][k] is 0. */
static void through(int n, int k, int *d)
{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: d[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int way = d[i * n + k] + d[k * n + j];
            if (way < d[i * n + j])
                d[i * n + j] = way;
        }
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256, 512, 2048);
    int *d = bench_allocate((size_t)n * n, sizeof *d);
#pragma omp parallel for
    for (int i = 0; i < n * n; i++)
        d[i] = i / n == i % n ? 0 : bench_random(i) < 0.05 ? 1 + (int)(1000 * bench_random(i + (1u << 31))) : 1000000;
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(tofrom: d[0:n*n])
#endif
    for (int k = 0; k < n; k++)
        through(n, k, d);
    double sum = bench_sum_int(d, (size_t)n * n);
    bench_stop("offload");
    bench_result("sum", sum);
    free(d);
    return 0;
}
