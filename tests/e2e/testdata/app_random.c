// A linear congruential generator per iteration, Monte Carlo count, 64-bit maths.
#include <stdint.h>
#include <stdio.h>

#pragma omp declare target
static uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double uniform(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15u;
    return (double)(mix64(*state) >> 11) * 0x1.0p-53;
}
#pragma omp end declare target

int main(void)
{
    int inside = 0, n = 20000;
    uint64_t all = 0;
#pragma omp target teams distribute parallel for reduction(+: inside) reduction(^: all)
    for (int i = 0; i < n; i++) {
        uint64_t state = (uint64_t)i << 32;
        double x = uniform(&state), y = uniform(&state);
        inside += x * x + y * y < 1;
        all ^= state * (uint64_t)(i + 1);
    }
    printf("%d %016llx\n", inside, (unsigned long long)all);
    return 0;
}
