// Inclusive prefix sum in one team with barriers, doubling distances.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    enum { N = 100 };
    int v[2][N], from = 0;
    for (int i = 0; i < N; i++)
        v[0][i] = i % 9;
#pragma omp target map(tofrom: v, from)
#pragma omp parallel shared(from)
    {
        int src = 0;
        for (int d = 1; d < N; d *= 2) {
#pragma omp for
            for (int i = 0; i < N; i++)
                v[1 - src][i] = v[src][i] + (i >= d ? v[src][i - d] : 0);
            src = 1 - src;
        }
#pragma omp single
        from = src;
    }
    for (int i = 0; i < N; i += 7)
        printf("%d ", v[from][i]);
    printf("%d\n", v[from][N - 1]);
    return 0;
}
