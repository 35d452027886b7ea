// Reductions of several types at once, with teams and threads in odd numbers, and more of them than iterations.
// TOLERANCE: 1e-6
#include <stdbool.h>
#include <stdio.h>

static void scalars(int teams, int threads, int n)
{
    double sum = 0.5;
    float most = -5;
    short product = 3;
    signed char bits = 0;
    bool all = true;
#pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) map(tofrom: sum, most, product, bits, all) \
    reduction(+: sum) reduction(max: most) reduction(*: product) reduction(|: bits) reduction(&&: all)
    for (int i = 0; i < n; i++) {
        sum += i * 0.25;
        most = most < i % 77 ? i % 77 : most;
        product *= (short)(2 * i + 1);
        bits |= (signed char)(1 << i % 9);
        all = all && i != 500;
    }
    printf("%d %d %d: %.3f %.1f %d %d %d\n", teams, threads, n, sum, most, product, bits, all);
}

int main(void)
{
    scalars(5, 3, 1000);
    scalars(20, 129, 700);
    scalars(7, 129, 10);
    scalars(4, 3, 0);
    return 0;
}
