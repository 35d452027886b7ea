/* options.c: prices of European options by Black and Scholes, at a few rates; the host
 * reads the last prices. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"

static void price(int n, float rate, const float *spot, const float *strike, const float *years, float *call, float *put)
{
#pragma omp target teams distribute parallel for \
        map(to: spot[0:n], strike[0:n], years[0:n]) map(from: call[0:n], put[0:n])
    for (int i = 0; i < n; i++) {
        float volatility = 0.3f, root = volatility * sqrtf(years[i]);
        float d = (logf(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / root;
        float discounted = strike[i] * expf(-rate * years[i]);
        float first = 0.5f * erfcf(-0.70710678f * d), second = 0.5f * erfcf(-0.70710678f * (d - root));
        call[i] = spot[i] * first - discounted * second;
        put[i] = discounted * (1 - second) - spot[i] * (1 - first);
    }
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(64 << 10, 512 << 10, 16 << 20), times = 3;
    float *spot = bench_allocate(n, sizeof *spot), *strike = bench_allocate(n, sizeof *strike),
          *years = bench_allocate(n, sizeof *years), *call = bench_allocate(n, sizeof *call), *put = bench_allocate(n, sizeof *put);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        spot[i] = 5 + 25 * (float)bench_random(i);
        strike[i] = 1 + 99 * (float)bench_random(i + 1000000007ull);
        years[i] = 0.25f + 9.75f * (float)bench_random(i + 2000000011ull);
    }
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(to: spot[0:n], strike[0:n], years[0:n]) map(from: call[0:n], put[0:n])
#endif
    for (int t = 0; t < times; t++)
        price(n, 0.01f * (t + 1), spot, strike, years, call, put);
    double calls = bench_sum_float(call, n), puts = bench_sum_float(put, n);
    bench_stop("offload");
    bench_result("calls", calls);
    bench_result("puts", puts);
    free(spot);
    free(strike);
    free(years);
    free(call);
    free(put);
    return 0;
}
