// Reductions at teams, at parallel, at for, at simd, and nested in each other.
#include <stdio.h>

int main(void)
{
    int a = 1, b = 2, c = 3, d = 4, e = 5;
#pragma omp target teams map(tofrom: a) reduction(+: a)
#pragma omp distribute
    for (int t = 0; t < 12; t++) {
        int s = 0;
#pragma omp parallel for reduction(+: s)
        for (int i = 0; i <= t; i++)
            s += i;
        a += s;
    }
#pragma omp target map(tofrom: b)
    {
#pragma omp parallel reduction(+: b)
        {
#pragma omp for nowait
            for (int i = 0; i < 50; i++)
                b += i;
        }
    }
#pragma omp target map(tofrom: c)
#pragma omp parallel
    {
#pragma omp for reduction(+: c)
        for (int i = 0; i < 50; i++)
            c += i;
#pragma omp for reduction(max: c)
        for (int i = 0; i < 5; i++)
            c = c > 2 * i ? c : 2 * i;
    }
#pragma omp target map(tofrom: d)
    {
#pragma omp simd reduction(+: d)
        for (int i = 0; i < 21; i++)
            d += i;
    }
#pragma omp target map(tofrom: e)
#pragma omp teams distribute parallel for simd reduction(*: e)
    for (int i = 0; i < 4; i++)
        e *= i + 1;
    printf("%d %d %d %d %d\n", a, b, c, d, e);
    return 0;
}
