// schedule(static) gives each thread one contiguous chunk, the same one for two
// loops with as many iterations: nowait between them is safe.
#include <omp.h>
#include <stdio.h>

#define N 45

int main(void)
{
    int a[N], b[N], owner[N], bad = 0, chunked[N];
#pragma omp target map(from: a, b, owner, chunked) map(tofrom: bad)
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++) {
            a[i] = i * 3;
            owner[i] = omp_get_thread_num();
        }
#pragma omp for schedule(static) nowait
        for (int i = 0; i < N; i++)
            b[i] = a[i] + 1;
#pragma omp for schedule(static, 2)
        for (int i = 0; i < N; i++)
            chunked[i] = omp_get_thread_num() * 100 + omp_get_num_threads();
    }
    for (int i = 1; i < N; i++)
        bad += owner[i] < owner[i - 1];
    for (int i = 0; i < N; i++)
        bad += chunked[i] / 100 != i / 2 % (chunked[i] % 100);
    printf("%d %d %d\n", bad, b[0], b[N - 1]);
    return 0;
}
