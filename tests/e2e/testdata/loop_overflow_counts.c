// Distances between bounds that do not fit in int, or need all 64 bits.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    long a = 0, b = 0, c = 0, d = 0;
    int na = 0, nb = 0, nc = 0, nd = 0, ne = 0;
#pragma omp target parallel for reduction(+: a, na)
    for (unsigned i = 5; i < 3200000000u; i += 1000000000u) {
        a += i;
        na++;
    }
#pragma omp target teams distribute parallel for reduction(+: b, nb)
    for (unsigned i = 4294967295u; i > 1294967295u; i -= 1000000000u) {
        b += i;
        nb++;
    }
#pragma omp target teams distribute parallel for reduction(+: c, nc)
    for (long i = 3L << 60; i >= -(3L << 60); i -= 1L << 60) {
        c += i / (1L << 59) + 10;
        nc++;
    }
#pragma omp target teams distribute parallel for reduction(+: d, nd)
    for (unsigned long i = 0; i < ULONG_MAX - (1ul << 62); i += 1ul << 62) {
        d += (long)(i >> 62);
        nd++;
    }
#pragma omp target teams distribute parallel for reduction(+: ne) collapse(2)
    for (long i = 0; i < 50000000000L; i += 12500000000L)
        for (unsigned j = 4000000000u; j > 3999999900u; j -= 40)
            ne += (int)(i / 12500000000L) + (j == 3999999960u);
    printf("%ld %d\n%ld %d\n%ld %d\n%ld %d\n%d\n", a, na, b, nb, c, nc, d, nd, ne);
    return 0;
}
