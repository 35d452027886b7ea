// The same loops with the construct split in every way.
#include <stdio.h>

#define N 57

static void show(const char *what, const int *v)
{
    long s = 0;
    for (int i = 0; i < N; i++)
        s += v[i] * (long)(i + 3);
    printf("%s %ld\n", what, s);
}

int main(void)
{
    int a[N];
#pragma omp target map(from: a)
#pragma omp teams
#pragma omp distribute
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    show("target|teams|distribute", a);
#pragma omp target map(from: a)
#pragma omp teams distribute
    for (int i = 0; i < N; i++)
        a[i] = i + 2;
    show("target|teams distribute", a);
#pragma omp target map(from: a)
    {
#pragma omp teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = i + 3;
    }
    show("target|teams distribute parallel for", a);
#pragma omp target teams map(from: a)
#pragma omp distribute parallel for
    for (int i = 0; i < N; i++)
        a[i] = i + 4;
    show("target teams|distribute parallel for", a);
#pragma omp target teams map(from: a)
#pragma omp distribute parallel for simd
    for (int i = 0; i < N; i++)
        a[i] = i + 5;
    show("target teams|distribute parallel for simd", a);
#pragma omp target map(from: a)
#pragma omp teams
    {
#pragma omp distribute simd
        for (int i = 0; i < N; i++)
            a[i] = i + 6;
    }
    show("target|teams|distribute simd", a);
#pragma omp target map(from: a)
#pragma omp parallel
#pragma omp for
    for (int i = 0; i < N; i++)
        a[i] = i + 7;
    show("target|parallel|for", a);
#pragma omp target parallel map(from: a)
#pragma omp for simd
    for (int i = 0; i < N; i++)
        a[i] = i + 8;
    show("target parallel|for simd", a);
#pragma omp target map(from: a)
#pragma omp teams distribute simd
    for (int i = 0; i < N; i++)
        a[i] = i + 9;
    show("target|teams distribute simd", a);
#pragma omp target map(from: a)
#pragma omp parallel for simd
    for (int i = 0; i < N; i++)
        a[i] = i + 10;
    show("target|parallel for simd", a);
    return 0;
}
