// The combined spellings of target teams distribute ….
#include <stdio.h>

#define N 61

int main(void)
{
    int a[N], b[N], c[N], d[N];
#pragma omp target teams distribute map(from: a)
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target teams distribute simd map(from: b) map(to: a)
    for (int i = 0; i < N; i++)
        b[i] = a[i] + 1;
#pragma omp target teams distribute parallel for map(from: c) map(to: b)
    for (int i = 0; i < N; i++)
        c[i] = b[i] * 2;
#pragma omp target teams distribute parallel for simd map(from: d) map(to: c)
    for (int i = 0; i < N; i++)
        d[i] = c[i] - a[i];
    long s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] + 10L * b[i] + 100L * c[i] + 1000L * d[i];
    printf("%ld %d\n", s, d[N - 1]);
    return 0;
}
