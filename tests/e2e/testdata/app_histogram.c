// Histogram three ways: atomics, team-local bins, array reduction.
#include <stdio.h>

#define N 5000
#define BINS 16

int main(void)
{
    static unsigned char v[N];
    unsigned h[3][BINS] = {{0}}, r[BINS] = {0};
    for (int i = 0; i < N; i++)
        v[i] = (unsigned char)((i * 7919u) >> 3);
#pragma omp target data map(to: v) map(tofrom: h)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            h[0][v[i] / BINS]++;
        }
#pragma omp target teams distribute thread_limit(32)
        for (int block = 0; block < N; block += 700) {
            unsigned local[BINS] = {0};
            int end = block + 700 < N ? block + 700 : N;
#pragma omp parallel for
            for (int i = block; i < end; i++) {
#pragma omp atomic
                local[v[i] / BINS]++;
            }
#pragma omp parallel for
            for (int b = 0; b < BINS; b++) {
#pragma omp atomic
                h[1][b] += local[b];
            }
        }
    }
#pragma omp target teams distribute parallel for map(to: v) map(tofrom: r) reduction(+: r)
    for (int i = 0; i < N; i++)
        r[v[i] / BINS]++;
    for (int b = 0; b < BINS; b++)
        printf("%u %d %d\n", h[0][b], h[0][b] == h[1][b], h[0][b] == r[b]);
    return 0;
}
