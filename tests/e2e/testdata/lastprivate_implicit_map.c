// A lastprivate variable of a combined construct is mapped tofrom without a clause.
#include <stdio.h>

int main(void)
{
    int last = -1, x = 3, i;
    double d = 0;
    long at = 0;
#pragma omp target teams distribute parallel for lastprivate(last, d)
    for (int k = 0; k < 37; k++) {
        last = k;
        d = k * 0.5;
    }
#pragma omp target parallel for lastprivate(at) collapse(2)
    for (int a = 3; a >= 0; a--)
        for (long b = 0; b < 5; b++)
            at = a * 100 + b;
#pragma omp target parallel for simd lastprivate(x)
    for (int k = 10; k < 20; k += 3)
        x = k;
#pragma omp target teams distribute parallel for simd lastprivate(i)
    for (i = 0; i < 9; i++)
        ;
    printf("%d %g %ld %d %d\n", last, d, at, x, i);
    return 0;
}
