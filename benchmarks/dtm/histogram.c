/* histogram.c: counts of byte values, by atomic additions. */
#include <stdlib.h>

#include "bench.h"

enum { BINS = 256 };

static void count_values(int n, const unsigned char *value, int *bin)
{
#pragma omp target teams distribute parallel for map(to: value[0:n]) map(tofrom: bin[0:BINS])
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        bin[value[i]]++;
    }
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(256 << 10, 4 << 20, 64 << 20), times = 5;
    unsigned char *value = bench_allocate(n, 1);
    int *bin = bench_allocate(BINS, sizeof *bin);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        value[i] = (unsigned char)(256 * bench_random(i) * bench_random(~(unsigned long long)i));
    for (int b = 0; b < BINS; b++)
        bin[b] = 0;
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(to: value[0:n]) map(tofrom: bin[0:BINS])
#endif
    for (int t = 0; t < times; t++)
        count_values(n, value, bin);
    double sum = bench_sum_int(bin, BINS);
    bench_stop("offload");
    bench_result("sum", sum);
    free(value);
    free(bin);
    return 0;
}
