// Counters of loops with simd that are declared outside have the value behind the loop (OpenMP 4.5, 2.15.1.1).
#include <stdio.h>

static int u[1024], v[1024];
#pragma omp declare target
static long shared = -1;
#pragma omp end declare target

int main(void)
{
    long d = -1, d1 = -1, d2 = -1, e = -1, a = 0, b = 1000;
#pragma omp target map(from: d)
#pragma omp teams distribute parallel for simd
    for (d = a; d < b; d++)
        u[d] = v[d] + 1;
    printf("%ld\n", d);
    d = -1;
#pragma omp target teams distribute parallel for simd map(tofrom: d)
    for (d = a; d < b; d += 3)
        u[d] = v[d] + 1;
    printf("%ld\n", d);
#pragma omp target teams distribute parallel for simd collapse(2) map(from: d1, d2)
    for (d1 = a; d1 < 10; d1++)
        for (d2 = a; d2 < 9; d2++)
            u[d1 * 10 + d2] = v[d1] + 1;
    printf("%ld %ld\n", d1, d2);
    d = -1;
#pragma omp target simd map(from: d)
    for (d = a; d < b; d++)
        u[d] = v[d] + 1;
    printf("%ld\n", d);
    d = -1;
#pragma omp target parallel for simd map(from: d)
    for (d = b; d > a; d -= 7)
        u[d] = v[d] + 1;
    printf("%ld\n", d);
    d = -1;
#pragma omp target map(from: d)
#pragma omp teams distribute simd
    for (d = a; d < b; d++)
        u[d] = v[d] + 1;
    printf("%ld\n", d);
#pragma omp target map(from: e)
    {
        int i;
#pragma omp parallel
        {
#pragma omp for simd
            for (i = 0; i < 77; i++)
                u[i] = v[i] + 1;
        }
        e = i;
    }
    printf("%ld\n", e);
#pragma omp target teams distribute parallel for simd
    for (shared = 0; shared < 50; shared++)
        u[shared] = 3;
#pragma omp target update from(shared)
    printf("%ld %d\n", shared, u[49]);
    return 0;
}
