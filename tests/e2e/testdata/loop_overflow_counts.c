// Trip counts that overflow the loop variable's type, few iterations.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    long a = 0, b = 0, c = 0, d = 0;
    int na = 0, nb = 0, nc = 0, nd = 0, ne = 0;
#pragma omp target teams distribute parallel for reduction(+: a, na)
    for (int i = INT_MIN; i < INT_MAX - 1000000000; i += 1000000000) {
        a += i;
        na++;
    }
#pragma omp target teams distribute parallel for reduction(+: b, nb)
    for (int i = INT_MAX; i > INT_MIN + 900000000; i -= 900000000) {
        b += i;
        nb++;
    }
#pragma omp target teams distribute parallel for reduction(+: c, nc)
    for (long i = LONG_MIN; i < 3L << 61; i += 1L << 61) {
        c += i / (1L << 60);
        nc++;
    }
#pragma omp target teams distribute parallel for reduction(+: d, nd)
    for (unsigned long i = 0; i < ULONG_MAX - (1ul << 62); i += 1ul << 62) {
        d += (long)(i >> 62);
        nd++;
    }
#pragma omp target teams distribute parallel for reduction(+: ne) collapse(2)
    for (long i = 0; i < 50000000000L; i += 12500000000L)
        for (unsigned j = 4000000000u; j > 10; j -= 1333333330u)
            ne += (int)(i / 12500000000L) + (j == 1333333340u);
    printf("%ld %d\n%ld %d\n%ld %d\n%ld %d\n%d\n", a, na, b, nb, c, nc, d, nd, ne);
    return 0;
}
