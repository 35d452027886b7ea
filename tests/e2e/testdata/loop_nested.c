// loop constructs (OpenMP 5.0) in loops: those that say nothing else bind to the thread.
#include <stdio.h>

#define N 12

#pragma omp declare target
static void row(int *a, int i)
{
#pragma omp loop bind(thread)
    for (int j = 0; j < N; j++)
        a[i * N + j] += 5 * j;
}

static void whole(int *a)
{
#pragma omp loop bind(parallel)
    for (int j = 0; j < N; j++)
        a[j] += j;
}
#pragma omp end declare target

int main(void)
{
    int a[N * N] = {0}, sums[N], v = 0, x = 4;
#pragma omp target teams loop
    for (int i = 0; i < N; i++) {
#pragma omp loop
        for (int j = 0; j < N; j++)
            a[i * N + j] += i + j;
    }
#pragma omp target teams distribute
    for (int i = 0; i < N; i++) {
#pragma omp loop
        for (int j = 0; j < N; j++)
            a[i * N + j] *= 2;
    }
#pragma omp target parallel for
    for (int i = 0; i < N; i++) {
        int s = 0;
#pragma omp loop reduction(+: s)
        for (int j = 0; j < N; j++)
            s += a[i * N + j];
        sums[i] = s;
    }
#pragma omp target teams loop collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int s = 0;
#pragma omp loop bind(thread) reduction(+: s)
            for (int k = 0; k < 3; k++)
                s += k;
            a[i * N + j] += s;
        }
#pragma omp target simd
    for (int i = 0; i < N; i++) {
#pragma omp loop bind(thread)
        for (int j = 0; j < N; j++)
            a[i * N + j] += 1;
    }
#pragma omp target teams loop
    for (int i = 0; i < N; i++)
        row(a, i);
#pragma omp target parallel
    whole(a);
#pragma omp target map(tofrom: v, x)
    {
#pragma omp atomic compare capture acquire
        v = x = x < 9 ? 9 : x;
#pragma omp flush seq_cst
#pragma omp task affinity(a) shared(v)
        v++;
    }
    long hash = 0;
    for (int i = 0; i < N * N; i++)
        hash = hash * 31 + a[i] + sums[i % N];
    printf("%ld %d %d\n", hash, v, x);
    return 0;
}
