// A reduction variable of a combined construct is mapped tofrom without a
// clause; several kernels in a row accumulate.
#include <stdio.h>

static int shared_sum = 100;

int main(void)
{
    double a[40], dot = 0;
    for (int i = 0; i < 40; i++)
        a[i] = i;
    for (int k = 0; k < 3; k++) {
#pragma omp target parallel for reduction(+: dot)
        for (int i = 0; i < 40; i++)
            dot += a[i] * a[i];
#pragma omp target teams distribute parallel for simd reduction(+: shared_sum)
        for (int i = 0; i < 40; i++)
            shared_sum += i;
#pragma omp target parallel reduction(+: dot)
#pragma omp for
        for (int i = 0; i < 4; i++)
            dot += 1;
#pragma omp target simd reduction(+: dot)
        for (int i = 0; i < 3; i++)
            dot += 0.5;
    }
    printf("%g %d\n", dot, shared_sum);
    return 0;
}
