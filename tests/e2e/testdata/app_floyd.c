// All-pairs shortest paths, one region per k in a data environment.
#include <stdio.h>

int main(void)
{
    enum { N = 40, INF = 1 << 28 };
    static int d[N * N];
    for (int i = 0; i < N * N; i++)
        d[i] = i / N == i % N ? 0 : (i * 31 % 17 < 3 ? i * 13 % 29 + 1 : INF);
#pragma omp target data map(tofrom: d[0:N * N])
    for (int k = 0; k < N; k++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
            if (i == k)
                continue;
            for (int j = 0; j < N; j++)
                if (j != k && d[i * N + k] + d[k * N + j] < d[i * N + j])
                    d[i * N + j] = d[i * N + k] + d[k * N + j];
        }
    }
    long s = 0;
    int unreachable = 0;
    for (int i = 0; i < N * N; i++)
        if (d[i] < INF)
            s += d[i] * (long)(i % 97);
        else
            unreachable++;
    printf("%ld %d\n", s, unreachable);
    return 0;
}
