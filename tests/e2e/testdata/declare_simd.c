// declare simd functions called in simd loops of a region.
#include <stdio.h>

#pragma omp declare target
#pragma omp declare simd uniform(f) linear(i) notinbranch
static double value(double f, int i) { return f * i + 1; }
#pragma omp declare simd
static int clip(int x) { return x > 20 ? 20 : x; }
#pragma omp end declare target

int main(void)
{
    double a[31];
    int b[31];
#pragma omp target map(from: a, b)
    {
#pragma omp simd
        for (int i = 0; i < 31; i++)
            a[i] = value(0.5, i);
#pragma omp parallel for simd
        for (int i = 0; i < 31; i++)
            b[i] = clip(i);
    }
    for (int i = 0; i < 31; i++)
        printf("%g %d\n", a[i], b[i]);
    return 0;
}
