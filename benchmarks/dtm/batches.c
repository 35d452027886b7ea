/* batches.c: a filter over batches that come and go, tuned by hand only: memory of its
 * own for each batch, enter data, updates of parts, exit data that takes half of the
 * result. Both versions are the same. */
#include <stdlib.h>

#include "bench.h"

enum { TAPS = 16 };

static void filter(int n, const float *tap, const float *in, float *out)
{
#pragma omp target teams distribute parallel for map(to: tap[0:TAPS], in[0:n]) map(from: out[0:n])
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int t = 0; t < TAPS && t <= i; t++)
            sum += tap[t] * in[i - t];
        out[i] = sum;
    }
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256 << 10, 1 << 20, 32 << 20), batches = bench_pick(4, 6, 20);
    float *tap = bench_allocate(TAPS, sizeof *tap);
    for (int t = 0; t < TAPS; t++)
        tap[t] = (float)bench_random(t);
    bench_warm();

    bench_start();
    double total = 0;
#pragma omp target enter data map(to: tap[0:TAPS])
    for (int b = 0; b < batches; b++) {
        float *in = bench_allocate(n, sizeof *in), *out = bench_allocate(n, sizeof *out);
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            in[i] = (float)((i ^ b) & 255);
#pragma omp target enter data map(to: in[0:n]) map(alloc: out[0:n])
        filter(n, tap, in, out);
        in[0] = 1000;
#pragma omp target update to(in[0:1])
        filter(n, tap, in, out);
#pragma omp target update from(out[0:TAPS])
        total += out[0];
#pragma omp target exit data map(from: out[0:n/2]) map(release: in[0:n])
        total += bench_sum_float(out, n / 2);
        free(in);
        free(out);
    }
#pragma omp target exit data map(release: tap[0:TAPS])
    bench_stop("offload");
    bench_result("total", total);
    free(tap);
    return 0;
}
