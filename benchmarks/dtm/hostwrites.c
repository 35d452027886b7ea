/* hostwrites.c: the host writes the whole of an array before each launch: nothing of
 * the device's copy is ever of use, and tracking is for nothing. */
#include <stdlib.h>

#include "bench.h"

static void mix(int n, const float *news, float *state)
{
#pragma omp target teams distribute parallel for map(to: news[0:n]) map(tofrom: state[0:n])
    for (int i = 0; i < n; i++)
        state[i] = 0.5f * state[i] + news[i];
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256 << 10, 4 << 20, 64 << 20), steps = bench_pick(5, 10, 20);
    float *news = bench_allocate(n, sizeof *news), *state = bench_allocate(n, sizeof *state);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        state[i] = news[i] = (float)bench_random(i);
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(alloc: news[0:n]) map(tofrom: state[0:n])
#endif
    for (int s = 0; s < steps; s++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            news[i] = (float)((i ^ s) & 1023);
#ifdef TUNED
#pragma omp target update to(news[0:n])
#endif
        mix(n, news, state);
    }
    double sum = bench_sum_float(state, n);
    bench_stop("offload");
    bench_result("sum", sum);
    free(news);
    free(state);
    return 0;
}
