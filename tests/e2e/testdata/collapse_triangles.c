// Nests whose inner bounds depend on outer loops (OpenMP 5.0).
#include <stdio.h>

#define N 40

int main(void)
{
    int c[N][N] = {{0}}, total[4] = {0}, sum = 0, ones = 0, i, j, k, n = N;
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < i; j++)
            c[i][j] = i + j;
#pragma omp target parallel for collapse(2) reduction(+: sum)
    for (int i = 0; i < 10; i++)
        for (int j = 2 * i + 1; j <= 20 - i; j++)
            sum += i * j;
#pragma omp target teams distribute parallel for simd collapse(3) reduction(+: sum)
    for (int i = 0; i < 10; i++)
        for (int j = i; j < 10; j++)
            for (int k = 0; k < j; k++)
                sum += i * j + k;
#pragma omp target parallel map(tofrom: total, sum)
    {
#pragma omp for collapse(3) reduction(+: sum)
        for (i = 0; i < 4; i++)
            for (j = 0; j < 5; j++)
                for (k = 10; k > 2 * j; k -= 2) {
                    sum += i * j + k;
#pragma omp atomic
                    total[i] += j * k;
                }
    }
#pragma omp target teams distribute collapse(2) default(none) shared(c, n) map(tofrom: c)
    for (i = 0; i < N; i++)
        for (j = i; j < n; j++)
            c[i][j] += i;
#pragma omp target map(tofrom: c)
#pragma omp parallel
#pragma omp single
#pragma omp taskloop collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++)
            c[i][j] += 2;
#pragma omp target simd collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = N - i; j < N; j++)
            c[i][j] += 3;
#pragma omp target teams distribute parallel for collapse(2) reduction(+: ones)
    for (int i = 0; i < N; i++)
        for (int j = i; j <= i; j++)
            ones += 1;
    long hash = 0;
    for (int i = 0; i < N * N; i++)
        hash = hash * 31 + c[i / N][i % N];
    printf("%ld %d %d %d %d %d %d\n", hash, sum, total[0], total[1], total[2], total[3], ones);
    return 0;
}
