/* hostreads.c: the host reads the whole of what each launch has written: fetching
 * when touched saves nothing. */
#include <stdlib.h>

#include "bench.h"

static void advance(int n, float *state, float *seen)
{
#pragma omp target teams distribute parallel for map(tofrom: state[0:n]) map(from: seen[0:n])
    for (int i = 0; i < n; i++) {
        state[i] = state[i] < 0.5f ? 1.9f * state[i] : 1.9f - 1.9f * state[i];
        seen[i] = state[i] * state[i];
    }
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256 << 10, 4 << 20, 64 << 20), steps = bench_pick(5, 10, 20);
    float *state = bench_allocate(n, sizeof *state), *seen = bench_allocate(n, sizeof *seen);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        state[i] = (float)((i * 37) & 4095) / 4096;
    bench_warm();

    bench_start();
    double total = 0;
#ifdef TUNED
#pragma omp target data map(to: state[0:n]) map(alloc: seen[0:n])
#endif
    for (int s = 0; s < steps; s++) {
        advance(n, state, seen);
#ifdef TUNED
#pragma omp target update from(seen[0:n])
#endif
        total += bench_sum_float(seen, n);
    }
    bench_stop("offload");
    bench_result("total", total);
    free(state);
    free(seen);
    return 0;
}
